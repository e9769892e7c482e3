"""EMI-6 and EMI-7: auctions, compensation, the six actions."""

from __future__ import annotations

from typing import Any

import pytest

from gamelib.games.emira.auction import item_price
from gamelib.games.emira.card_tables import CAMEL_SLOT, COUNTER_SLOT
from gamelib.games.emira.state import EmiraState
from gamelib.nodes import Action, IllegalAction

from ..rules import rule
from .build import (
    GAME,
    begin,
    give_camels,
    give_counters,
    give_event,
    give_pawns,
    give_status,
    go,
    house,
    in_play,
    remove,
    until,
)


def bidding(seats: int = 4, gold: int = 800, **options: Any) -> EmiraState:
    """The first word of round 1; seat 0 opens, nobody has a camel."""
    s = until(begin(seats, ("black", "white", "red", "blue", "green")[:seats], **options), "bid")
    s.gold = [gold] * seats
    return s


def refused(s: EmiraState, text: str) -> tuple[str, str, str | None]:
    """Rule, code and remedy of the refusal; nothing changes."""
    before = s.to_dict()
    with pytest.raises(IllegalAction) as caught:
        s.apply(GAME.parse_choice(text))
    assert s.to_dict() == before
    ruling = caught.value.ruling
    assert f"({ruling.rule})" in str(caught.value)
    return ruling.rule, ruling.code, ruling.remedy


# -- bids ------------------------------------------------------------------------------------


@rule("EMI-6.3", "EMI-6.4", "EMI-A14")
def test_bids_that_are_refused() -> None:
    s = bidding()
    assert refused(s, "bid(255)") == ("EMI-6.3", "bid_step", "round_bid")
    assert refused(s, "bid(810)") == ("EMI-6.4", "bid_too_high", "bid_less")
    assert refused(s, "bid(0)") == ("EMI-6.3", "bid_too_low", "bid_more")
    go(s, "bid(100)")
    assert refused(s, "bid(100)") == ("EMI-6.3", "bid_too_low", "bid_more")
    assert s.why_not(Action("bid", 110)) is None
    text = GAME.describe(s.why_not(Action("bid", 255)))
    assert "Bid 250 or 260." in text
    # no advice that would be refused in its turn
    for number, words in ((5, "Bid 110 or more"), (805, "You can bid at most 800.")):
        assert words in GAME.describe(s.why_not(Action("bid", number)))


@rule("EMI-6.3")
def test_out_of_turn_is_refused() -> None:
    s = bidding()
    assert s.node.seat == 0
    for text in ("camel", "no_purchase", "play(vermin)", "keep(vermin)"):
        assert refused(s, text)[:2] == ("EMI-6.3", "not_now")
    with pytest.raises(ValueError, match="Seat 0 chooses"):
        _ = s.seen_by(2).legal


@rule("EMI-6.4", "EMI-6.6")
def test_camels_cover_a_bid() -> None:
    s = bidding(gold=100)
    give_camels(s, 0, 2)
    assert s.node.values["most"] == 200
    assert s.why_not(Action("bid", 200)) is None
    assert s.why_not(Action("bid", 210)).rule == "EMI-6.4"


@rule("EMI-6.5", "EMI-6.6")
@pytest.mark.parametrize(("camels", "track", "bid", "paid"), [(1, 0, 250, 200), (1, 0, 40, 0), (2, 1, 250, 110)])
def test_the_winner_pays_less_the_discount(camels: int, track: int, bid: int, paid: int) -> None:
    s = bidding()
    give_camels(s, 0, camels)
    s.herd[0] = track
    go(s, f"bid({bid})", "pass", "pass")
    assert s.gold[0] == 800
    go(s, "pass")
    assert s.gold[0] == 800 - paid
    assert s.node.step_name == "act"


@rule("EMI-6.1", "EMI-6.2", "EMI-6.8")
def test_successive_auctions() -> None:
    s = bidding()
    go(s, "pass", "bid(10)", "bid(20)", "pass", "pass")  # seat 2 wins
    assert s.node.seat == 2
    go(s, "camel")
    assert s.done == ["", "", "camel", ""]
    assert (s.node.step_name, s.node.seat) == ("bid", 3)  # the next after the winner
    assert s.node.values["inside"] == (0, 1, 3)  # who passed may bid again, who acted not
    go(s, "bid(10)", "pass", "pass", "decline")
    assert (s.node.step_name, s.node.seat) == ("bid", 0)
    go(s, "bid(10)", "pass")
    assert refused(s, "camel")[:2] == ("EMI-6.1", "taken")
    assert "has already taken this one" in GAME.describe(s.why_not(Action("camel")))


@rule("EMI-6.3")
def test_a_passed_player_is_out_of_this_auction() -> None:
    s = bidding()
    go(s, "bid(10)", "pass", "bid(20)", "pass", "bid(30)")
    assert s.node.seat == 2  # seats 1 and 3 are not asked again
    go(s, "pass")
    assert (s.node.step_name, s.node.seat) == ("act", 0)


@rule("EMI-6.7", "EMI-6.2")
def test_everybody_passes() -> None:
    s = bidding()
    go(s, "pass", "pass", "pass")
    assert (s.node.step_name, s.node.seat) == ("bid", 3)
    twin = s.clone()
    go(s, "pass")
    assert (s.node.step_name, s.node.seat) == ("act", 0)
    assert s.gold[0] == 800
    go(s, "decline")
    assert (s.node.step_name, s.node.seat) == ("bid", 1)
    go(twin, "bid(10)")  # the last to speak may still win
    assert (twin.node.step_name, twin.node.seat) == ("act", 3)
    assert twin.gold[3] == 790
    go(twin, "decline")
    assert twin.node.seat == 0  # the next player left of the winner


@rule("EMI-6.9", "EMI-6.13")
def test_the_last_player_does_not_bid() -> None:
    s = bidding(3)
    go(s, "bid(10)", "pass", "pass", "decline", "bid(10)", "pass", "decline")
    assert (s.node.step_name, s.node.seat) == ("last", 2)
    gold = s.gold[2]
    twin = s.clone()
    told = go(s, "camel")
    assert [event.values["gold"] for event in told if event.code == "bought_camel"] == [gold - 150]
    go(twin, "bid(310)")
    assert twin.gold[2] == gold - 310 == 490
    told = go(twin, "compensation")
    assert [event.values["gold"] for event in told if event.code == "compensated"] == [640]


@rule("EMI-6.10")
def test_a_winner_may_decline() -> None:
    s = bidding()
    house(s, 0, "Thara", "Sahar", "Asima", "Nibal", "Anisah")
    go(s, "bid(60)", "pass", "pass", "pass")
    # a section would leave 240, less than the upkeep of 250
    go(s, "decline")
    assert s.gold[0] == 740
    assert s.done[0] == "declined"


@rule("EMI-6.7", "EMI-6.10")
def test_what_is_said_of_declining_is_true_with_and_without_a_bid() -> None:
    for choices in (["bid(60)", "pass", "pass", "pass"], ["pass"] * 4):
        s = bidding()
        go(s, *choices)
        [declined] = [event for event in go(s, "decline") if event.code == "declined_after_bid"]
        assert GAME.describe(declined).endswith("doesn’t take an action. A bid that has already been paid is lost.")


@rule("EMI-6.11")
@pytest.mark.parametrize(
    ("gold", "princesses", "pawns", "allowed"),
    [(490, 0, 0, True), (500, 0, 0, False), (2000, 4, 0, True), (2000, 4, 1, False), (2000, 3, 0, False)],
)
def test_who_may_take_150(gold: int, princesses: int, pawns: int, allowed: bool) -> None:
    s = bidding()
    house(s, 0, *("Thara", "Sahar", "Asima", "Nibal")[:princesses])
    s.gold[0] = gold
    if pawns:
        give_pawns(s, 0, SS=(3,))
    if allowed:
        go(s, "compensation")
        assert s.gold[0] == gold + 150
        assert s.done[0] == "compensated"
    else:
        assert refused(s, "compensation") == ("EMI-6.11", "no_compensation", "bid_below")


@rule("EMI-6.11", "EMI-6.12", "EMI-A13")
def test_the_opener_leaves_with_150() -> None:
    s = bidding(gold=400)
    go(s, "compensation")
    assert s.node.seat == 1
    assert s.node.values["opener"] == 1
    go(s, "pass", "compensation", "pass")  # a second one in the same round
    assert (s.node.step_name, s.node.seat) == ("act", 1)
    assert s.gold == [550, 400, 550, 400]
    go(s, "decline")
    assert (s.node.step_name, s.node.seat) == ("last", 3)


@rule("EMI-6.12", "EMI-6.9")
def test_150_for_all_but_one() -> None:
    s = bidding(3, gold=400)
    go(s, "compensation", "compensation")
    assert (s.node.step_name, s.node.seat) == ("last", 2)
    told = go(s, "compensation")
    assert [event.seat for event in told if event.code == "compensated"] == [2]
    assert any(event.code == "marker_passes" for event in told)


@rule("EMI-6.12", "EMI-6.5")
def test_a_standing_bid_is_paid_though_the_rest_leave() -> None:
    s = bidding(3, gold=400)
    go(s, "bid(100)", "compensation", "compensation")
    assert (s.node.step_name, s.node.seat) == ("act", 0)
    assert s.gold[0] == 300


@rule("EMI-6.13", "EMI-A13")
def test_a_winner_bids_himself_below_500() -> None:
    s = bidding(gold=600)
    go(s, "bid(110)", "pass", "pass", "pass")
    assert s.gold[0] == 490
    go(s, "compensation")
    assert s.gold[0] == 640


@rule("EMI-6.14")
def test_nothing_affordable() -> None:
    s = bidding(gold=40)
    go(s, "pass", "pass", "pass", "pass")
    assert {action.verb for action in s.legal} == {"decline", "compensation"}
    s.gold[0] = 1000
    s.market = [False, False, (), (), False, False]
    assert [action.verb for action in s.legal] == ["decline"]


@rule("EMI-2.2", "EMI-9.6")
def test_a_compensation_may_win_an_undecided_princess() -> None:
    s = bidding(gold=400)
    in_play(s)
    remove(s, "Yasmine")
    s.undecided.append("Yasmine")
    go(s, "compensation")
    assert "Yasmine" in s.homes[0]
    assert (s.node.step_name, s.node.seat) == ("bid", 1)  # the auction goes on


# -- actions ---------------------------------------------------------------------------------


def acting(seat_gold: int = 2000, seats: int = 4, **options: Any) -> EmiraState:
    s = bidding(seats, **options)
    go(s, "bid(10)", *["pass"] * (seats - 1))
    s.gold[0] = seat_gold
    return s


@rule("EMI-7.1")
def test_the_full_price_must_be_there() -> None:
    s = acting(340)
    assert refused(s, f"counter({s.market[COUNTER_SLOT][0]})")[:2] == ("EMI-7.1", "cannot_pay")
    assert GAME.describe(s.why_not(Action("section"))).startswith("You can’t pay 500 gold: you have 340")
    absent = next(kind for kind in ("beauty", "manners", "dress") if kind not in s.market[COUNTER_SLOT])
    assert refused(s, f"counter({absent})")[:2] == ("EMI-7.1", "not_on_offer")


@rule("EMI-7.2", "EMI-7.3", "EMI-7.4", "EMI-A02a")
@pytest.mark.parametrize(("kind", "cost", "space"), [("SS", 450, 8), ("SF", 550, 4), ("LS", 750, 8), ("LF", 900, 4)])
def test_buying_a_caravan(kind: str, cost: int, space: int) -> None:
    s = acting()
    give_pawns(s, 0, **{kind: (space,)})
    go(s, f"caravan({kind})")
    assert s.gold[0] == 2000 - cost
    assert sorted(x for row in s.pawns[0] for x in row) == [space, space]
    assert s.done[0] == kind
    s.game.validate_position(s)
    go(s, "bid(10)", "pass", "pass")
    other = {"SS": "SF", "SF": "SS", "LS": "LF", "LF": "LS"}[kind]
    assert refused(s, f"caravan({other})")[:2] == ("EMI-6.1", "taken")  # one of a size


@rule("EMI-7.5", "EMI-7.6", "EMI-7.7")
def test_counters_and_sets() -> None:
    s = acting()
    give_counters(s, 0, beauty=3, manners=2, dress=2)
    assert s.looks[0] == (3, 2, 2, 2, 0)
    assert s.appearance(0) == 9
    s.bag = [s.bag[0], s.bag[1] - 1, s.bag[2]]
    for kind in s.market[COUNTER_SLOT]:
        s.bag[("beauty", "manners", "dress").index(kind)] += 1
    s.market[COUNTER_SLOT] = ("manners",)
    go(s, "counter(manners)")
    assert s.gold[0] == 1650
    assert s.looks[0] == (3, 3, 2, 2, 0)
    give_counters(s, 0, beauty=3, manners=3, dress=1)
    assert s.looks[0] == (3, 3, 1, 1, 0)
    s.game.validate_position(s)


@rule("EMI-17.3", "EMI-7.7")
def test_only_twelve_plus_counters() -> None:
    s = acting()
    s.plus_left, s.looks[1] = 1, (0, 0, 0, 0, 11)
    give_counters(s, 0, beauty=2, manners=2, dress=2)
    assert s.looks[0] == (2, 2, 2, 1, 0)
    assert s.plus_left == 0
    s.looks[1], s.plus_left = (0, 0, 0, 0, 10), 1
    s.update_set_bonuses()
    assert s.looks[0] == (2, 2, 2, 2, 0)  # filled as soon as one is free


@rule("EMI-17.3")
def test_a_whole_set_without_a_counter_is_told() -> None:
    s = GAME.position(
        "3 seats; now last(seat: 1); looks.0 [3, 3, 3, 3, 4]; looks.1 [1, 1, 0, 0, 0];"
        "looks.2 [1, 1, 1, 1, 4]; done.0 section; done.2 SS; market.counters [dress]"
    )
    go(s, "counter(dress)")
    assert [event.seat for event in s.events if event.rule == "EMI-17.3"] == [1]
    assert s.looks[1] == (1, 1, 1, 0, 0)


@rule("EMI-7.8")
def test_status_cards() -> None:
    s = acting()
    card = s.market[3][0]
    cost = GAME.tables.status[card].price
    house(s, 0, "Halimah", "Rasha")
    give_status(s, 0, "ST-1500")
    assert s.renown[0] == 3 + 1 + 1
    go(s, f"status({card})")
    assert s.gold[0] == 2000 - cost
    assert s.renown[0] == 5 + GAME.tables.status[card].points
    s.game.validate_position(s)


@rule("EMI-7.9")
def test_palace_sections_give_room() -> None:
    s = acting()
    assert s.palace_capacity(0) == 2
    go(s, "section")
    assert s.gold[0] == 1500
    assert s.palace_capacity(0) == 3
    from .build import give_sections

    give_sections(s, 0, 9)
    assert s.palace_capacity(0) == 11  # more than the 8 printed spaces
    s.game.validate_position(s)


@rule("EMI-7.10")
def test_a_camel_counts_from_the_next_bid() -> None:
    s = acting()
    go(s, "camel")
    assert s.gold[0] == 1850
    assert s.bid_discount(0) == 50
    assert s.market[CAMEL_SLOT] is False


@rule("EMI-7.11", "EMI-A02d")
def test_a_sold_out_kind_stops_nothing_else() -> None:
    s = until(begin(4), "play")
    give_camels(s, 0, 23 - sum(s.camels[1:]))
    s = until(s, "bid")
    assert s.camels_left == 0
    assert s.market[CAMEL_SLOT] is False
    go(s, "bid(10)", "pass", "pass", "pass")
    s.gold[s.agenda_frames[-1].seat] = 2000
    assert len(list(s.legal)) > 5
    assert s.why_not(Action("camel")).code == "sold_out"


@rule("EMI-13.12", "EMI-13.13", "EMI-13.14", "EMI-6.6")
def test_prices_with_helpers() -> None:
    s = acting()
    give_camels(s, 0, 1)
    assert [item_price(s, 0, what) for what in ("SS", "SF", "LS", "LF", "section", "camel")] == [
        450,
        550,
        750,
        900,
        500,
        150,
    ]
    house(s, 0, "Adara", "Badra", "Farah")
    assert [item_price(s, 0, what) for what in ("SS", "SF", "LS", "LF", "section", "camel")] == [
        400,
        500,
        650,
        800,
        400,
        50,
    ]
    assert s.bid_discount(0) == 50  # Farah changes no bid
    twin = s.child(Action("caravan", "LF"))
    assert twin.gold[0] == 1200
    twin = s.child(Action("section"))
    assert twin.gold[0] == 1600
    assert s.child(Action("camel")).gold[0] == 1950


@rule("EMI-6.13", "EMI-6.4")
def test_a_voluntary_bid_is_a_bid() -> None:
    s = bidding(3, gold=500)
    go(s, "bid(10)", "pass", "pass", "decline", "bid(10)", "pass", "decline")
    assert s.why_not(Action("bid", 510)).rule == "EMI-6.4"
    assert s.why_not(Action("bid", 15)).rule == "EMI-6.3"
    give_event(s, 2, "guest_house")
    assert s.why_not(Action("bid", 500)) is None


@rule("EMI-9.9", "EMI-6.5", "EMI-6.12")
def test_a_bid_and_the_action_it_buys_are_one_step() -> None:
    s = bidding(3, gold=700)
    in_play(s)
    remove(s, "Anisah")  # palace, then gold
    s.undecided.append("Anisah")
    s.tiles_left += sum(s.sections) - 2
    s.sections = [1, 1, 0]
    s.gold = [700, 700, 400]
    told = go(s, "bid(50)", "pass", "compensation")  # seat 0 pays; the two are no longer level in gold
    assert [event.code for event in told][-3:] == ["compensated", "wins", "bid_paid"]
    assert (s.node.step_name, s.node.seat) == ("act", 0)
    assert s.undecided == ["Anisah"]
    s.game.validate_position(s)
    go(s, "section")
    assert "Anisah" in s.homes[0]


@rule("EMI-9.9", "EMI-6.5", "EMI-6.12")
def test_a_compensation_is_a_step_before_the_bid_is_paid() -> None:
    s = bidding(3, gold=400)
    in_play(s)
    remove(s, "Samira")  # appearance, then gold
    s.undecided.append("Samira")
    give_counters(s, 0, beauty=1)
    give_counters(s, 2, beauty=1)
    s.gold = [400, 300, 400]
    go(s, "bid(50)", "pass", "compensation")
    assert (s.node.step_name, s.node.seat) == ("give", 2)
    assert s.gold == [400, 300, 550]  # nothing is paid yet
    data = s.to_dict()
    assert GAME.from_dict(data) == s
    assert s.agenda[-3:] == [
        "Player 1 pays a bid of 50",
        "Undecided artists choose again",
        "Return a counter for Samir",
    ]
    data["todo"][-3] = {"step": "win", "seat": 0, "bid": 410}
    with pytest.raises(ValueError, match="nobody can have won"):
        GAME.from_dict(data)
    go(s, "give(beauty)")
    assert (s.node.step_name, s.node.seat) == ("act", 0)
    assert s.gold[0] == 350


@rule("EMI-6.3", "EMI-6.11")
def test_no_advice_that_cannot_be_followed() -> None:
    s = bidding()
    go(s, "bid(300)")
    s.gold[1] = 300
    ruling = s.why_not(Action("bid", 200))
    assert (ruling.code, ruling.remedy) == ("bid_too_low", None)  # 310 cannot be paid
    go(s, "pass", "pass", "pass")
    s.gold[0] = 600
    assert refused(s, "compensation") == ("EMI-6.11", "no_compensation", None)  # nothing can be spent any more
