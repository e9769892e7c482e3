"""EMI-2, EMI-4, EMI-5, EMI-11, EMI-15.3 to 15.6: the eight phases, income, the market, pairs of rounds."""

from __future__ import annotations

import pytest

import gamelib
from gamelib.deck import Deck
from gamelib.games.emira.card_tables import (
    APPEARANCE_KINDS,
    CAMEL_SLOT,
    COUNTER_SLOT,
    LARGE_CARAVAN_SLOT,
    SECTION_SLOT,
    SMALL_CARAVAN_SLOT,
    STATUS_SLOT,
)
from gamelib.games.emira.rounds import phase_names_with_status
from gamelib.nodes import Action

from ..rules import rule
from .build import GAME, begin, events, give_event, give_pawns, give_sections, go, house, in_play, top, until


@rule("EMI-2.1")
def test_the_agenda_shows_the_phases_to_come() -> None:
    s = begin(4)
    assert s.agenda == [
        "8 First player",
        "7 Upkeep",
        "6 Artist",
        "5 Event purchase",
        "4 Auction and actions",
        "Draw a counter",
        "Turn a status card face up",
        "Turn an artist face up",
    ]
    s = until(s, "play")
    assert s.agenda[:7] == [
        "8 First player",
        "7 Upkeep",
        "6 Artist",
        "5 Event purchase",
        "4 Auction and actions",
        "3 Preparation",
        "2 Income",
    ]
    seen = []
    while s.round == 2:
        if s.phase not in seen:
            seen.append(s.phase)
        s = until_next(s)
    assert seen == [1, 3, 4, 5]  # income, princess, upkeep and marker ask nothing here


def until_next(s):  # type: ignore[no-untyped-def]
    from .build import default

    s.apply(default(s))
    return s


@rule("EMI-2.1", "EMI-15.3", "EMI-15.4")
def test_phases_of_a_round() -> None:
    s = until(begin(4), "bid")
    assert [status for _, status in phase_names_with_status(s)] == ["left out", *["over"] * 2, "now", *["to come"] * 4]
    assert [title for title, _ in phase_names_with_status(s)][3:5] == ["4 Auction and actions", "5 Event purchase"]
    s = until(s, "play", after=1)
    assert [status for _, status in phase_names_with_status(s)] == ["now", *["to come"] * 7]
    s = until(begin(3), "bid")
    assert phase_names_with_status(s)[4][1] == "left out"
    s = until(s, "buy_look", after=1)
    assert [status for _, status in phase_names_with_status(s)] == ["left out", *["over"] * 3, "now", *["to come"] * 3]


@rule("EMI-2.1", "EMI-3.1", "EMI-11.1")
def test_in_order_starts_with_the_first_player() -> None:
    s = begin(4, first=2)
    asked = []
    s = until(s, "play")
    assert s.first == 3  # the marker has passed to the left
    for _ in range(4):
        asked.append(s.node.seat)
        go(s, "hold")
    assert asked == [3, 0, 1, 2]


@rule("EMI-3.2", "EMI-16.2")
def test_no_events_in_round_one_of_the_basic_game() -> None:
    assert begin(4).node.step_name == "turn_up"
    assert any(event.rule == "EMI-3.2" for event in begin(4).events)
    assert begin(4, advanced=True).node.step_name == "play"


@rule("EMI-4.1", "EMI-4.4")
def test_base_income_in_every_round() -> None:
    s = begin(4, ("green", "white", "red", "black"))
    assert s.gold == [800, 800, 800, 850]
    s = until(s, "turn_up", after=1, turn_up="Sidi")  # he joins nobody, so no upkeep is due
    assert s.gold == [850, 850, 850, 950]


@rule("EMI-4.2", "EMI-4.3")
def test_income_of_caravans() -> None:
    s = until(begin(4), "play")
    give_pawns(s, 1, SS=(1, 5), LF=(4,))
    gold, small = s.gold[1], s.small_left
    s = until(s, "turn_up")
    assert s.gold[1] == gold + 50 + 150 + 150 + 500
    assert s.pawns[1] == ((4,), (), (), (3,))
    assert s.small_left == small + 1  # it paid a last time and came home
    s.game.validate_position(s)


@rule("EMI-4.3")
@pytest.mark.parametrize(("kind", "paid", "income"), [("SS", range(4, 12), 150), ("LF", range(4, 8), 500)])
def test_a_caravan_bought_in_round_three(kind: str, paid: range, income: int) -> None:
    s = until(begin(4), "bid", after=2)
    seat = s.node.seat
    go(s, "bid(10)")
    for _ in range(3):
        go(s, "pass")
    s.gold[seat] = 1000
    go(s, f"caravan({kind})")
    found = []
    for number in range(4, 13):
        s = until(s, "turn_up", after=number - 1)
        told = events(s, "caravan_income")
        if told:
            assert (told[0].rule, told[0].seat, told[0].values["paid"]) == ("EMI-4.2", seat, income)
            found.append(number)
    assert found == list(paid)
    assert not s.has_caravans(seat)


@rule("EMI-4.4", "EMI-2.2", "EMI-9.9")
def test_income_is_one_step() -> None:
    # Yasmine looks for gold: seat 1 is paid before seat 3 in no sense
    s = until(begin(4), "play", after=1)
    in_play(s)
    s.undecided.append("Yasmine")
    s.pile = Deck({name: 1 for name in s.pile.counts() if name != "Yasmine"})
    s.gold = [500] * 4
    give_pawns(s, 0, SS=(3,))
    give_pawns(s, 3, LF=(4,))
    s = until(s, "turn_up")
    assert "Yasmine" in s.homes[3]


@rule("EMI-5.1")
def test_the_active_princess() -> None:
    s = begin(4)
    top(s, "Thara")
    assert s.node.dist() == gamelib.Dist(["Thara"])
    s.apply("Thara")
    assert s.active == ["Thara"]
    assert "Thara" not in s.pile.counts()


@rule("EMI-5.1")
def test_an_empty_pile_turns_up_nobody() -> None:
    s = until(begin(4), "play")
    for name in s.pile.counts():
        s.gone += (name,)
    s.pile = Deck()
    s = until(s, "title")
    assert s.active == []
    s.game.validate_position(s)


@rule("EMI-5.2", "EMI-5.3")
def test_status_card_and_counter_on_offer() -> None:
    s = until(begin(4), "counter_drawn", title="ST-850")
    assert s.market[STATUS_SLOT] == ("ST-850",)
    assert s.node.dist() == gamelib.Dist(dict(zip(APPEARANCE_KINDS, s.bag, strict=True)))
    s.apply("manners")
    assert s.market[COUNTER_SLOT] == ("manners",)
    assert s.bag[1] == 7
    s.game.validate_position(s)


@rule("EMI-5.2", "EMI-5.3")
def test_an_empty_pile_or_bag_offers_nothing() -> None:
    s = until(begin(4), "play")
    s.out += tuple(card for card, n in s.titles.counts().items() for _ in range(n))
    s.titles = Deck()
    s.looks[0] = (8, 8, 8, 8, 0)
    s.bag, s.plus_left = [0, 0, 0], 4
    s = until(s, "bid")
    assert s.market[STATUS_SLOT] == ()
    assert s.market[COUNTER_SLOT] == ()


@rule("EMI-5.4", "EMI-7.11")
def test_market_only_while_the_supply_lasts() -> None:
    s = until(begin(4), "bid")
    assert (
        s.market[SMALL_CARAVAN_SLOT],
        s.market[LARGE_CARAVAN_SLOT],
        s.market[SECTION_SLOT],
        s.market[CAMEL_SLOT],
    ) == (True,) * 4
    s = until(begin(4), "play")
    give_pawns(s, 0, LS=(8,) * 12)
    give_sections(s, 0, 20 - s.sections[1])
    s = until(s, "bid")
    assert s.market[LARGE_CARAVAN_SLOT] is False
    assert s.market[SECTION_SLOT] is False
    assert s.market[SMALL_CARAVAN_SLOT] is True
    ruling = s.why_not(Action("caravan", "LS"))
    assert ruling is not None
    go(s, "bid(10)", "pass", "pass", "pass")
    ruling = s.why_not(Action("caravan", "LF"))
    assert (ruling.rule, ruling.code) == ("EMI-7.11", "sold_out")


@rule("EMI-5.4", "EMI-7.11")
def test_the_last_of_each_is_on_offer_and_none_is_not() -> None:
    for left in (1, 0):
        s = until(begin(4), "play")
        for name in ("small_left", "large_left", "tiles_left", "camels_left"):
            setattr(s, name, left)
        s = until(s, "bid")
        assert [s.market[place] for place in (SMALL_CARAVAN_SLOT, LARGE_CARAVAN_SLOT, SECTION_SLOT, CAMEL_SLOT)] == [
            left == 1
        ] * 4


@rule("EMI-15.4", "EMI-15.5")
def test_the_last_section_is_on_offer_in_an_even_round() -> None:
    for left in (1, 0):
        s = until(begin(3), "bid")
        s.tiles_left = left
        s = until(s, "bid", after=1)
        assert (s.is_second_round_of_pair(), s.market[SECTION_SLOT]) == (True, left == 1)


@rule("EMI-6.15")
def test_unsold_goods_go_back() -> None:
    s = until(begin(4), "buy_look", title="ST-300", counter_drawn="dress")
    assert s.market[STATUS_SLOT] == ()
    assert s.market[COUNTER_SLOT] == ()
    assert s.bag == [8, 8, 8]
    assert s.titles.segments[0].fixed == {"ST-300": 1}  # under the pile, known to all


# -- three seats -----------------------------------------------------------------------------


@rule("EMI-15.3", "EMI-15.4")
def test_pairs_of_rounds() -> None:
    s = begin(3)
    top(s, "Thara", "Malika", "Anisah")
    asked = []
    while s.round < 4:
        asked.append((s.round, s.node.step_name))
        s = until_next(s)
    by_round = {number: {ask for r, ask in asked if r == number} for number in (1, 2, 3)}
    assert "buy_look" not in by_round[1]
    assert "play" not in by_round[1]  # round 1 of the basic game
    assert "play" not in by_round[2]
    assert "buy_look" in by_round[2]
    assert "play" in by_round[3]
    assert "turn_up" not in by_round[2]
    assert sum(ask == "turn_up" for r, ask in asked if r == 1) == 2


@rule("EMI-15.3")
def test_the_second_princess_waits_for_the_even_round() -> None:
    s = begin(3)
    top(s, "Thara", "Malika")
    s = until(s, "bid")
    assert (s.active, s.later) == (["Thara"], ["Malika"])
    s = until(s, "bid", after=1)
    assert (s.active, s.later) == (["Malika"], [])


@rule("EMI-15.4", "EMI-15.5", "EMI-15.6")
def test_what_the_odd_round_leaves() -> None:
    s = until(begin(3), "bid", title="ST-300", counter_drawn="dress")
    seat = s.node.seat
    go(s, "bid(10)", "pass", "pass", "section")
    assert s.market[SECTION_SLOT] is False
    go(s, "bid(10)", "pass", "camel", "decline")
    s = until(s, "bid")
    assert s.round == 2
    assert s.sections[seat] == 1 + (s.colours[seat] == "white")
    assert s.market[SECTION_SLOT] is True  # replaced
    assert s.market[CAMEL_SLOT] is False  # taken is taken
    assert s.market[STATUS_SLOT] == ("ST-300",)
    assert s.market[COUNTER_SLOT] == ("dress",)
    s = until(s, "buy_look")
    assert s.market[STATUS_SLOT] == ()
    assert s.market[COUNTER_SLOT] == ()


@rule("EMI-A05")
def test_literal_return_of_the_counter() -> None:
    s = until(begin(3, three_player_unsold_appearance="odd"), "bid", after=1)
    assert s.market[COUNTER_SLOT] == ()
    assert len(s.market[STATUS_SLOT]) == 1


@rule("EMI-A04", "EMI-15.4")
@pytest.mark.parametrize(("when", "rounds"), [("even", {2, 4}), ("odd", {1, 3}), ("never", set())])
def test_when_three_buy_events(when: str, rounds: set[int]) -> None:
    s = begin(3, three_player_event_purchase=when)
    found = set()
    while s.round < 5:
        if s.node.step_name == "buy_look":
            found.add(s.round)
        s = until_next(s)
    assert found == rounds


@rule("EMI-15.10")
def test_single_rounds_count_for_three() -> None:
    s = begin(3)
    assert s.first == 0
    gold = s.gold[0]
    house(s, 0, "Thara")
    s = until(s, "bid", after=1)
    assert s.first == 1  # the marker moved after the odd round
    assert s.gold[0] == gold - 50 + 50 + (150 if events(s, "compensated") else 0)  # upkeep and income in between


@rule("EMI-3.4")
def test_flags_end_with_their_round() -> None:
    s = until(begin(4), "play")
    give_event(s, s.node.seat, "sick_camels", "golden_times")
    go(s, "play(sick_camels)")
    assert s.sick
    assert s.spent == ("sick_camels",)
    assert "sick_camels" not in s.fates.counts() or s.fates.counts()["sick_camels"] < 3
    s = until(s, "play", after=2)
    assert not s.sick
    assert not s.golden
    assert GAME.from_dict(s.to_dict()) == s


@rule("EMI-3.4", "EMI-15.3")
@pytest.mark.parametrize(("seats", "lasts"), [(4, [3]), (3, [3, 4])])
def test_an_event_shuts_out_others_for_a_round_or_for_a_pair(seats: int, lasts: list[int]) -> None:
    s = until(begin(seats), "play", after=2)
    give_event(s, s.node.seat, "sick_camels")
    go(s, "play(sick_camels)")
    seen: list[int] = []
    while s.round < 6:
        if s.symbols and s.round not in seen:
            seen.append(s.round)
        s = until(s, "bid", after=s.round)
    assert seen == lasts


@rule("EMI-14.8", "EMI-14.11", "EMI-15.10", "EMI-3.4")
@pytest.mark.parametrize(("card", "first"), [("golden_times", 60 + 180), ("interrupt_spice_trade", 50)])
def test_an_income_event_ends_with_its_round_for_three(card: str, first: int) -> None:
    s = until(begin(3, ("green", "white", "blue")), "play", after=2)
    give_event(s, s.node.seat, card)
    give_pawns(s, 0, SS=(5,))
    go(s, f"play({card})")
    paid = []
    while len(paid) < 2:
        s = until_next(s)
        paid += [event.values["paid"] for event in events(s, "income") if event.seat == 0]
    assert s.round == 4
    assert paid == [first, 50 + 150]
