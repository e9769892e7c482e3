"""EMI-3, EMI-14 and EMI-15.7 to 15.9: event cards."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import gamelib
from gamelib.deck import Deck
from gamelib.games.emira.card_tables import COUNTER_SLOT, STATUS_SLOT
from gamelib.games.emira.event_cards import EVENT_RULES
from gamelib.games.emira.princess_choice import (
    princess_ranking,
    seat_value_for_preference,
    shuffle_princesses_under_pile,
)
from gamelib.games.emira.state import EmiraState
from gamelib.nodes import Action, IllegalAction

from ..rules import rule
from .build import (
    GAME,
    begin,
    events,
    give_camels,
    give_counters,
    give_event,
    give_pawns,
    give_sections,
    go,
    in_play,
    top,
    until,
)


def at_play(card: str, seats: int = 4, **options: Any) -> EmiraState:
    """The first player is asked for an event and holds this card."""
    s = until(begin(seats, **options), "play", after=2 if seats == 3 else 1)
    give_event(s, s.node.seat, card)
    return s


@rule("EMI-3.1")
def test_one_card_each_from_the_own_hand() -> None:
    s = at_play("guest_house")
    seat = s.node.seat
    give_event(s, seat, "better_breed")
    with pytest.raises(IllegalAction, match=r"isn’t in your hand.*\(EMI-3\.1\)"):
        s.apply(Action("play", "vermin" if "vermin" not in s.hands[seat] else "bazaar"))
    go(s, "play(guest_house)")
    assert s.node.seat != seat
    assert "better_breed" in s.hands[seat]


@rule("EMI-3.3", "EMI-A06")
def test_symbols_exclude() -> None:
    s = at_play("double_trouble")
    go(s, "play(double_trouble)")
    rival = s.node.seat
    give_event(s, rival, "quiet_days", "double_trouble", "guest_house")
    for card in ("quiet_days", "double_trouble"):
        ruling = s.why_not(Action("play", card))
        assert (ruling.rule, ruling.code, ruling.remedy) == ("EMI-3.3", "symbol_used", "wait_a_round")
    assert s.why_not(Action("play", "guest_house")) is None
    assert "(EMI-3.3)" in GAME.describe(s.why_not(Action("play", "quiet_days")))


@rule("EMI-A06", "EMI-3.3")
@pytest.mark.parametrize(("option", "same", "opposite"), [("copies", False, True), ("none", True, True)])
def test_symbol_options(option: str, same: bool, opposite: bool) -> None:
    s = at_play("golden_times", event_symbols=option)
    go(s, "play(golden_times)")
    give_event(s, s.node.seat, "golden_times", "interrupt_spice_trade")
    assert (s.why_not(Action("play", "golden_times")) is None) is same
    assert (s.why_not(Action("play", "interrupt_spice_trade")) is None) is opposite
    if opposite:
        told = go(s, "play(interrupt_spice_trade)")
        while s.node.step_name == "play":
            told += go(s, "hold")
        assert {"income_golden", "income_cut"} <= {event.code for event in told}


@rule("EMI-3.4")
def test_a_played_card_never_returns() -> None:
    s = at_play("better_breed")
    go(s, "play(better_breed)")
    assert "better_breed" in s.spent
    s.game.validate_position(s)


@rule("EMI-3.5")
def test_a_useless_card_can_be_dropped_and_hands_grow() -> None:
    s = at_play("new_spice_caravan")
    seat = s.node.seat
    give_event(s, seat, "vermin", "vermin", "bazaar", "restoration" if s.options["advanced"] else "bazaar")
    assert len(s.hands[seat]) > 5
    told = go(s, "play(new_spice_caravan)")
    assert any(event.rule == "EMI-3.5" for event in told)


def test_each_card_has_its_rule_and_text() -> None:
    assert set(EVENT_RULES) == set(GAME.tables.events)
    assert len(set(EVENT_RULES.values())) == 18
    for card, rule_id in EVENT_RULES.items():
        assert GAME.rules[rule_id].title == GAME.texts.card_name(card)


@rule("EMI-14.1", "EMI-A15")
def test_bazaar_replaces_the_draw() -> None:
    s = at_play("bazaar")
    seat = s.node.seat
    go(s, "play(bazaar)")
    s = until(s, "offer")
    assert s.node.seat == seat
    s.bag[0], kept = 0, s.bag[0]
    assert s.why_not(Action("offer", "beauty")).rule == "EMI-14.1"
    s.bag[0] = kept
    go(s, "offer(manners)")
    assert s.market[COUNTER_SLOT] == ("manners",)
    assert s.node.step_name == "bid"


@rule("EMI-A15")
def test_bazaar_adds_by_option() -> None:
    s = until(goed(at_play("bazaar", bazaar_mode="add"), "play(bazaar)"), "offer")
    go(s, "offer(manners)", "=dress")
    assert s.market[COUNTER_SLOT] == ("manners", "dress")
    go(s, "bid(10)", "pass", "pass", "pass", "counter(dress)")
    assert s.market[COUNTER_SLOT] == ()
    assert s.bag[1] == 8
    s.game.validate_position(s)


def goed(s: EmiraState, *texts: str) -> EmiraState:
    go(s, *texts)
    return s


@rule("EMI-14.2")
def test_better_breed() -> None:
    s = at_play("better_breed")
    seat = s.node.seat
    give_camels(s, seat, 2)
    assert s.bid_discount(seat) == 100
    go(s, "play(better_breed)")
    assert s.bid_discount(seat) == 140
    s.herd[seat] = 3
    s = until(s, "play", seat=seat, after=s.round)
    give_event(s, seat, "better_breed")
    told = go(s, "play(better_breed)")
    assert s.herd[seat] == 3
    assert any(event.code == "no_effect" for event in told)


@rule("EMI-14.3", "EMI-14.4", "EMI-A23")
@pytest.mark.parametrize(("camels", "more", "less"), [(2, 3, 2), (3, 4, 2), (4, 6, 3), (5, 7, 4), (6, 9, 4)])
def test_breeding_and_epidemic(camels: int, more: int, less: int) -> None:
    for card, after in (("camel_breeding", more), ("camel_epidemic", less)):
        s = at_play(card)
        for seat in range(4):
            give_camels(s, seat, 0)
        give_camels(s, 2, camels)
        go(s, f"play({card})")
        assert s.camels == [0, 0, after, 0]
        s.game.validate_position(s)


@rule("EMI-14.3", "EMI-A23")
def test_breeding_fails_if_the_supply_is_short() -> None:
    s = at_play("camel_breeding")
    for seat, camels in enumerate((6, 5, 4, 1)):
        give_camels(s, seat, camels)
    assert s.camels_left == 7
    go(s, "play(camel_breeding)")
    assert s.camels == [9, 7, 6, 1]  # 3 + 2 + 2 + 0 = 7 just suffice
    s = at_play("camel_breeding")
    for seat, camels in enumerate((6, 6, 4, 1)):
        give_camels(s, seat, camels)
    told = go(s, "play(camel_breeding)")
    assert s.camels == [6, 6, 4, 1]
    assert any(event.code == "breeding_fails" for event in told)


@rule("EMI-14.5", "EMI-17.1", "EMI-A02e")
def test_changing_her_mind() -> None:
    for choice in ("leave", "swap", "under"):
        s = at_play("changing_her_mind")
        seat = s.node.seat
        go(s, "play(changing_her_mind)", "=Badra")
        assert s.seen_by(seat).looked == ["Badra"]
        assert s.seen_by((seat + 1) % 4).looked == ["?"]
        assert s.node.values["card"] == "Badra"
        told = go(s, choice)
        assert told[0].seen_by((seat + 1) % 4).values["card"] is None
        assert (s.pile.segments[-1].fixed == {"Badra": 1}) is (choice != "under")
        assert (s.pile.segments[0].fixed == {"Badra": 1}) is (choice == "under")
        assert s.pile.segments[0 if choice == "under" else -1].known_to == frozenset({seat})
        assert ("Badra" in s.swapped) is (choice == "swap")
        assert "Badra" not in s.seen_by((seat + 1) % 4).swapped
        s.game.validate_position(s)


@rule("EMI-14.5")
def test_a_swap_turns_her_preferences_round() -> None:
    s = at_play("changing_her_mind")
    go(s, "play(changing_her_mind)", "=Badra", "swap")
    s = until(s, "bid")
    assert s.swapped == {"Badra": -1}  # public when she appears
    found = princess_ranking(s)
    assert found is not None
    assert found.preferences == ("palace", "gold")


@rule("EMI-14.5")
def test_a_swap_does_nothing_to_sidi() -> None:
    s = at_play("changing_her_mind")
    go(s, "play(changing_her_mind)", "=Sidi", "swap")
    assert s.swapped == {}


@rule("EMI-A24", "EMI-14.15", "EMI-14.5")
def test_a_swap_waits_through_quiet_days() -> None:
    s = at_play("changing_her_mind")
    go(s, "play(changing_her_mind)", "=Badra", "swap")
    give_event(s, s.node.seat, "quiet_days")
    go(s, "play(quiet_days)")
    s = until(s, "bid")
    assert s.active == []
    s = until(s, "bid", after=s.round)
    assert s.active == ["Badra"]
    assert "Badra" in s.swapped


@rule("EMI-14.6", "EMI-17.1")
def test_court_influence() -> None:
    s = at_play("court_influence")
    seat = s.node.seat
    go(s, "play(court_influence)", "=Thara", "=Noor", "=Asima")
    assert len(list(s.legal)) == 6
    assert s.why_not(Action("arrange", ("Thara", "Noor", "Hind"))).rule == "EMI-14.6"
    told = go(s, "arrange(Noor+Asima+Thara)")
    assert told[-1].seen_by((seat + 1) % 4).values["cards"] is None
    assert [s.pile.dist(depth) for depth in range(3)] == [gamelib.Dist([n]) for n in ("Noor", "Asima", "Thara")]
    assert s.seen_by(seat).pile.dist() == gamelib.Dist(["Noor"])
    assert len(s.seen_by((seat + 1) % 4).pile.dist()) == len(s.pile)


@rule("EMI-14.7")
def test_double_trouble() -> None:
    s = goed(at_play("double_trouble"), "play(double_trouble)")
    s = until(s, "bid")
    assert len(s.active) == 2
    s = until(s, "bid", after=s.round)
    assert len(s.active) == 1


@rule("EMI-14.7", "EMI-2.2")
def test_the_first_of_two_settles_before_the_second_chooses() -> None:
    s = goed(at_play("double_trouble"), "play(double_trouble)")
    s = until(s, "bid")
    in_play(s, "Halimah", "Raidah")  # appearance, then status: Halimah brings status
    give_counters(s, 1, beauty=1)
    give_counters(s, 3, dress=0)
    s.renown = [0, 0, 1, 0]
    s.gold = [600, 600, 600, 600]
    seat2 = s.renown.index(1)
    s = until(s, "buy_look")
    for _ in range(4):
        go(s, "no_purchase")
    assert "Halimah" in s.homes[1]
    # status is now 1 for both, so Raidah's second wish, gold, decides
    assert seat2 == 2
    assert "Raidah" in [*s.homes[1], *s.homes[2], *s.undecided]


@rule("EMI-14.8", "EMI-A28")
def test_golden_times() -> None:
    s = at_play("golden_times")
    seat = s.node.seat
    s.pawns[seat] = ((), (), (), ())
    give_pawns(s, seat, SS=(3,), LF=(2,))
    gold = s.gold[seat]
    base = 100 if s.colours[seat] == "black" else 50
    go(s, "play(golden_times)")
    s = until(s, "turn_up")
    assert s.gold[seat] == gold + base * 6 // 5 + 180 + 600
    s = until(s, "turn_up", after=s.round)
    assert not s.golden


@rule("EMI-14.11")
def test_interrupt_postpones_income() -> None:
    s = at_play("interrupt_spice_trade", colours=("green", "white", "red", "blue"))
    seat = s.node.seat
    give_pawns(s, seat, SS=(3,), LF=(2,))
    gold = s.gold[seat]
    go(s, "play(interrupt_spice_trade)")
    s = until(s, "turn_up")
    assert s.gold[seat] == gold + 50
    assert s.pawns[seat] == ((3,), (), (), (2,))
    s = until(s, "turn_up", after=s.round)
    assert s.pawns[seat] == ((2,), (), (), (1,))


@rule("EMI-14.9", "EMI-A18", "EMI-7.6")
def test_good_looking() -> None:
    s = at_play("good_looking")
    seat = s.node.seat
    give_counters(s, seat, beauty=3, manners=2, dress=2)
    assert s.appearance(seat) == 9
    with pytest.raises(IllegalAction, match=r"EMI-14\.9"):
        goed(s.child(Action("play", "good_looking")), "name(gold)")
    go(s, "play(good_looking)", "name(beauty)")
    assert s.appearance(seat) == 10
    give_counters(s, seat, beauty=2, manners=2, dress=2)
    assert s.appearance(seat) == 9  # the snapshot stays
    s.game.validate_position(s)
    for dress, gain in ((2, 0), (5, 1), (6, 2), (8, 2)):
        s = at_play("good_looking")
        give_counters(s, s.node.seat, beauty=3, dress=dress)
        seat = s.node.seat
        go(s, "play(good_looking)", "name(dress)")
        assert s.looks[seat][4] == gain


@rule("EMI-14.9")
@pytest.mark.parametrize(("beauty", "left"), [(2, True), (3, False)])
def test_good_looking_needs_three_alike_and_a_counter(beauty: int, left: bool) -> None:
    s = at_play("good_looking")
    seat = s.node.seat
    give_counters(s, seat, beauty=beauty)
    s.plus_left *= left
    go(s, "play(good_looking)")
    assert s.node.step_name != "name_kind"
    assert s.looks[seat][4] == 0


@rule("EMI-14.10", "EMI-7.9", "EMI-A25")
def test_guest_house() -> None:
    s = at_play("guest_house")
    seat = s.node.seat
    room, palace = s.palace_capacity(seat), seat_value_for_preference(s, 2, seat)
    go(s, "play(guest_house)")
    assert s.palace_capacity(seat) == room + 1
    assert seat_value_for_preference(s, 2, seat) == palace


@rule("EMI-14.12")
def test_new_orders() -> None:
    s = at_play("new_orders")
    cards = []
    go(s, "play(new_orders)")
    while s.node.step_name == "peek":
        assert s.node.rule == "EMI-14.12"
        card = next(iter(s.node.dist()))
        cards.append(card)
        s.apply(card)
    assert s.node.step_name == "arrange"
    labels = [GAME.describe(action) for action in s.legal]
    assert len(set(labels)) == len(labels)  # each order has a label of its own
    order = tuple(reversed(cards))
    s.apply(Action("arrange", order))
    assert [next(iter(s.titles.dist(depth))) for depth in range(3)] == list(order)
    s.game.validate_position(s)


@rule("EMI-14.13", "EMI-A17")
def test_new_spice_caravan() -> None:
    s = at_play("new_spice_caravan")
    seat = s.node.seat
    give_pawns(s, seat, LS=(6, 8))
    go(s, "play(new_spice_caravan)")
    assert list(s.legal) == [Action("forward", "LS", 6)]
    ruling = s.why_not(Action("forward", "LS", 8))
    assert (ruling.rule, ruling.code) == ("EMI-14.13", "rightmost")
    assert s.why_not(Action("forward", "SF", 2)).code == "no_pawn"
    go(s, "forward(LS,6)")
    assert s.pawns[seat][2] == (7, 8)


@rule("EMI-14.14", "EMI-A15")
def test_noble_merchandise() -> None:
    s = goed(at_play("noble_merchandise"), "play(noble_merchandise)")
    s = until(s, "fetch")
    assert s.why_not(Action("fetch", "ST-9999")).rule == "EMI-14.14"
    go(s, "fetch(ST-1500)")
    assert s.market[STATUS_SLOT] == ("ST-1500",)
    assert len(s.titles.segments) == 1  # shuffled: a 3-pointer may come next
    assert s.titles.dist().p("ST-1400") > 0
    s.game.validate_position(s)


@rule("EMI-A15")
def test_noble_merchandise_adds_by_option() -> None:
    s = until(goed(at_play("noble_merchandise", noble_merchandise_mode="add"), "play(noble_merchandise)"), "fetch")
    go(s, "fetch(ST-1500)")
    s = until(s, "bid")
    assert len(s.market[STATUS_SLOT]) == 2
    s.gold[s.node.seat] = 2000
    seat = s.node.seat
    go(s, "bid(10)", "pass", "pass", "pass", "status(ST-1500)")
    assert s.honours[seat][-1] == "ST-1500"
    assert s.market[STATUS_SLOT] == ()
    s.game.validate_position(s)


@rule("EMI-14.15")
def test_quiet_days_let_undecided_join() -> None:
    s = goed(at_play("quiet_days"), "play(quiet_days)")
    s = until(s, "bid")
    assert s.active == []
    assert s.node.step_name == "bid"


@rule("EMI-14.16", "EMI-16.3")
def test_restoration() -> None:
    s = at_play("restoration", advanced=True)
    seat = s.node.seat
    give_sections(s, seat, 3)
    go(s, "play(restoration)")
    assert s.track[seat] == 1
    assert seat_value_for_preference(s, 2, seat) == 7  # 3.5 in halves
    told = events(s, "restored")
    assert told[0].values["palace"] == 3.5


@rule("EMI-14.17", "EMI-6.6")
def test_sick_camels() -> None:
    s = at_play("sick_camels")
    give_camels(s, 0, 4)
    assert s.bid_discount(0) == 200
    go(s, "play(sick_camels)")
    assert s.bid_discount(0) == 0
    s = until(s, "bid")
    assert s.bid_discount(0) == 0
    s = until(s, "bid", after=s.round)
    assert s.bid_discount(0) == 200


@rule("EMI-14.18")
def test_vermin_moves_two_of_a_slow_type() -> None:
    s = at_play("vermin")
    seat = s.node.seat
    other = (seat + 1) % 4
    give_pawns(s, seat, LS=(3, 8, 8), LF=(4, 4))
    give_pawns(s, other, LS=(5,))
    twin = s.clone()
    go(s, "play(vermin)", "pest(LS)")
    assert {str(action) for action in s.legal} == {"back_two(3,8)", "back_two(8,8)"}
    assert s.why_not(Action("back", 8)).code == "one_or_two"
    go(s, "back_two(8,8)")
    assert s.pawns[seat][2] == (3, 7, 7)
    assert s.node.seat == other
    go(s, "back(5)")
    assert s.pawns[other][2] == (4,)
    go(twin, "play(vermin)", "pest(LF)")
    assert {str(action) for action in twin.legal} == {"back(4)"}
    go(twin, "back(4)")
    assert twin.pawns[seat][3] == (3, 4)


@rule("EMI-14.18", "EMI-A16")
@pytest.mark.parametrize(("option", "row"), [("leaves", ()), ("stays", (1,))])
def test_vermin_on_the_leftmost_space(option: str, row: tuple[int, ...]) -> None:
    s = at_play("vermin", vermin_on_leftmost=option)
    seat = s.node.seat
    give_pawns(s, seat, SF=(1,))
    gold = s.gold[seat]
    go(s, "play(vermin)", "pest(SF)")
    told = [event.code for event in s.apply(Action("back", 1))]
    assert s.pawns[seat][1] == row
    assert ("stays_last" in told, "moved_left" in told) == ((True, False) if row else (False, True))
    assert s.gold[seat] == gold
    s.game.validate_position(s)


# -- three seats -----------------------------------------------------------------------------


@rule("EMI-15.7")
@pytest.mark.parametrize(("half", "counts"), [("odd", (2, 1)), ("even", (1, 2))])
def test_double_trouble_for_three(half: str, counts: tuple[int, int]) -> None:
    s = goed(at_play("double_trouble", 3), "play(double_trouble)")
    assert s.node.step_name == "halves"
    go(s, half)
    s = until(s, "bid")
    assert (len(s.active), len(s.later)) == counts


@rule("EMI-15.8")
@pytest.mark.parametrize(("half", "counts"), [("odd", (1, 0)), ("even", (0, 1))])
def test_quiet_days_for_three(half: str, counts: tuple[int, int]) -> None:
    s = goed(at_play("quiet_days", 3), "play(quiet_days)", half)
    s = until(s, "bid")
    assert (len(s.active), len(s.later)) == counts


@rule("EMI-A34", "EMI-14.7", "EMI-14.15")
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("symbols", ["copies", "none"])
@pytest.mark.parametrize("cards", [("double_trouble", "quiet_days"), ("quiet_days", "double_trouble")])
def test_double_trouble_and_quiet_days_cancel_each_other(seats: int, symbols: str, cards: tuple[str, str]) -> None:
    s = goed(at_play(cards[0], seats, event_symbols=symbols), f"play({cards[0]})", *["odd"] * (seats == 3))
    give_event(s, s.node.seat, cards[1])
    [event] = [event for event in go(s, f"play({cards[1]})") if event.code == "cancel_out"]
    assert event.rule == "EMI-A34"
    s = until(s, "bid")
    assert (len(s.active), len(s.later)) == (1, int(seats == 3))


@rule("EMI-15.9", "EMI-17.1")
def test_changing_her_mind_for_three() -> None:
    s = goed(at_play("changing_her_mind", 3), "play(changing_her_mind)")
    seat = s.node.seat
    assert s.node.step_name == "which"
    assert s.node.values == {"odd": 1, "even": 1}
    assert s.why_not(Action("look_at", 3)).rule == "EMI-15.9"
    told = go(s, "look_at(2)", "=Thara", "=Badra")
    assert [event.values["card"] for event in told if event.code == "passed_over"] == ["Thara"]
    assert all(event.seen_by(seat).values["card"] is None for event in told if event.code == "passed_over")
    assert s.seen_by(seat).looked == ["?", "Badra"]
    assert s.node.values["card"] == "Badra"
    go(s, "under")
    assert s.pile.segments[0].fixed == {"Badra": 1}
    assert s.pile.segments[-1].fixed == {"Thara": 1}
    assert len(s.seen_by(seat).pile.dist()) == len(s.pile) - 1  # the card above was seen by nobody
    s.game.validate_position(s)


@rule("EMI-15.9", "EMI-15.7")
def test_three_princesses_to_choose_from() -> None:
    s = goed(at_play("double_trouble", 3), "play(double_trouble)", "odd")
    give_event(s, s.node.seat, "changing_her_mind")
    go(s, "play(changing_her_mind)")
    assert s.node.values == {"odd": 2, "even": 1}
    assert len(list(s.legal)) == 3


@rule("EMI-15.8", "EMI-15.9")
def test_only_one_princess_to_look_at() -> None:
    s = goed(at_play("quiet_days", 3), "play(quiet_days)", "even")
    give_event(s, s.node.seat, "changing_her_mind")
    top(s, "Sahar")
    go(s, "play(changing_her_mind)")
    assert (s.node.step_name, s.node.rule) == ("peek", "EMI-14.5")
    go(s, "=Sahar", "swap")
    s = until(s, "bid")
    assert (s.active, s.later) == ([], ["Sahar"])
    assert s.swapped == {"Sahar": -1}


@rule("EMI-17.1", "EMI-14.12", "EMI-1.6")
def test_new_orders_tell_nothing_of_the_three_pointers() -> None:
    s = at_play("new_orders")
    looker = s.node.seat
    counts, points = s.titles.counts(), {card: row.points for card, row in GAME.tables.status.items()}
    s.titles = Deck({card: n for card, n in counts.items() if points[card] < 3})
    s.titles.split_top(1)  # the others of the first six have come up
    for card in counts:
        if points[card] == 3:
            s.titles.shuffle_card_into_segment(card, 0)
    go(s, "play(new_orders)", "=ST-700")
    views = []
    for card in ("ST-300", "ST-1500"):
        twin = goed(s.clone(), f"={card}", "=ST-400", f"arrange(ST-400+ST-700+{card})")
        views.append(twin.seen_by((looker + 1) % 4))
        assert twin.seen_by(looker).titles.segments[0].fixed == twin.titles.segments[0].fixed
        assert GAME.from_dict(twin.to_dict()) == twin
    assert views[0].titles.to_dict() == views[1].titles.to_dict()  # whatever was seen
    assert views[0].titles.dist().p(lambda card: points[card] == 3) > 0


@rule("EMI-17.1", "EMI-14.6", "EMI-15.9", "EMI-16.4")
def test_looking_at_those_who_left_together_tells_the_others_nothing() -> None:
    left = ("Asima", "Thara", "Badra")
    s = at_play("court_influence", advanced=True)
    s.gone += tuple(name for name in s.pile.counts() if name not in left)
    s.pile = Deck()
    shuffle_princesses_under_pile(s, left)
    looker = s.node.seat
    go(s, "play(court_influence)")
    views = [
        goed(s.clone(), f"={first}", f"={second}").seen_by((looker + 1) % 4) for first, second, _ in permutations(left)
    ]
    assert all(view.to_dict() == views[0].to_dict() for view in views)
    s = at_play("changing_her_mind", 3, advanced=True)
    s.gone += tuple(name for name in s.pile.counts() if name not in left)
    s.pile = Deck()
    shuffle_princesses_under_pile(s, left)
    looker = s.node.seat
    go(s, "play(changing_her_mind)", "look_at(2)")
    views = [goed(s.clone(), f"={first}", "=Badra").seen_by(looker) for first in left[:2]]
    assert views[0].to_dict() == views[1].to_dict()  # the one above was passed over unseen
