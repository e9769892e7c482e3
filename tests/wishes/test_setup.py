"""Setup of The Sultan's Wishes (WIS-1, WIS-14.1 to 14.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamelib import Dist

from ..rules import rule
from .build import GAME, begin, events, give, go, plain, until


@rule("WIS-1.1", "WIS-1.5", "WIS-1.8", "WIS-8.1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_everybody_begins_with_seven_aides_and_nothing_else(seats: int) -> None:
    s = GAME.start(seats)
    assert s.gems == [0] * seats
    assert s.score == [0] * seats
    assert s.free == [7] * seats
    assert s.lamp == [False] * seats
    assert s.orderly == [""] * seats
    assert s.discard == []
    assert GAME.tables.constants["gems"] == 28 == 4 * GAME.tables.constants["gem_limit"]
    assert [event.rule for event in s.events] == ["WIS-1.1", "WIS-1.2", "WIS-1.3", "WIS-1.8", "WIS-1.5", "WIS-1.9"]


@rule("WIS-1.2", "WIS-1.3", "WIS-14.1")
@pytest.mark.parametrize(
    ("seats", "placed", "simple", "final"), [(1, 6, 11, 7), (2, 6, 16, 14), (3, 9, 16, 14), (4, 12, 16, 14)]
)
def test_wishes_are_laid_and_alone_those_with_the_mark(seats: int, placed: int, simple: int, final: int) -> None:
    s = GAME.start(seats)
    assert (s.simple_down, s.final_down) == (placed, 4)
    assert (len(s.simple), len(s.final)) == (simple, final)
    if seats == 1:
        assert all(GAME.tables.wishes[wish].solo for wish in (*s.simple, *s.final))


@rule("WIS-1.4")
def test_the_top_of_each_stall_is_turned_up() -> None:
    s = until(GAME.start(2), "stall_card")
    for merchant in ("Left", "Centre", "Right"):
        assert s.node.values["merchant"] == merchant
        assert len(s.node.dist()) == 15
        assert {GAME.tables.wares[ware].merchant for ware in s.node.dist()} == {merchant}
        s.apply(next(iter(s.node.dist())))
    assert s.tops == ["W01", "W16", "W31"]
    assert [len(cards) for cards in s.below] == [14, 14, 14]


@rule("WIS-1.6")
def test_score_cards_are_dealt_without_replacement_and_in_secret() -> None:
    s = GAME.start(4)
    for number in range(4):
        assert s.node.step_name == "score_card"
        assert len(s.node.dist()) == 6 - number
        card = next(iter(s.node.dist()))
        s.apply(card)
        (event,) = events(s, "score_card")
        assert event.seen_by(number).values["card"] == card
        assert event.seen_by((number + 1) % 4).values["card"] is None
    assert len(s.undealt) == 2
    view = s.seen_by(2)
    assert view.secrets == ["?", "?", "K3", "?"]
    assert set(view.undealt) == {"K1", "K2", "K4", "K5", "K6"}


@rule("WIS-1.7", "WIS-2.1", "WIS-15.3")
def test_any_five_of_ten_plates_in_any_order() -> None:
    s = begin(2)
    seen = []
    for number in range(5):
        until(s, "plate")
        dist = s.node.dist()
        assert dist == Dist([plate for plate in GAME.plates if plate not in seen])
        assert len(dist) == 10 - number
        seen.append(next(iter(dist)))
        s.apply(seen[-1])
    assert list(s.plates) == seen
    until(s, "plate")
    assert s.round == 2


@rule("WIS-1.9")
def test_the_deck_has_48_task_cards_and_2_guards() -> None:
    s = until(GAME.start(3), "back")
    assert s.node.dist() == Dist({"TASK": 48, "GUARD": 2})
    assert s.node.dist().p("GUARD") == Fraction(2, 50)
    s.apply("TASK")
    assert len(s.node.dist()) == 48
    until(s, "first_player")
    assert [len(hand) for hand in s.hands] == [3, 3, 3]
    assert s.deck == 39


@rule("WIS-1.10")
def test_every_seat_may_start() -> None:
    s = until(GAME.start(4), "first_player")
    assert s.node.dist() == Dist(range(4))
    s.apply(2)
    assert s.first == 2


@rule("WIS-1.11", "WIS-14.3")
@pytest.mark.parametrize(("seats", "open_wishes"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_from_the_first_player_on_everybody_turns_up_a_simple_wish(seats: int, open_wishes: int) -> None:
    s = until(GAME.start(seats), "first_player")
    s.apply(seats - 1)
    who = []
    while s.round == 0:
        assert s.node.step_name == "reveal"
        who.append(s.node.seat)
        assert set(s.node.dist()) == set(s.simple)
        s.apply(next(iter(s.node.dist())))
    assert who == [(seats - 1 + i) % seats for i in range(open_wishes)]
    assert len(s.open) == open_wishes
    assert all(not GAME.tables.wishes[wish].final for wish, _, _ in s.open)


@rule("WIS-A01", "WIS-11.1")
def test_guards_met_in_the_deal_wait_until_the_wishes_lie_open() -> None:
    s = until(GAME.start(3), "back")
    told = go(s, "=GUARD")
    assert [event.code for event in told] == ["guard_on_top", "guard_aside"]
    assert s.met == [1, 0, 0]
    while not (s.node.step_name == "back" and len(s.hands[1]) == 1):
        s.apply("TASK" if s.node.step_name == "back" else next(iter(s.node.dist())))
    go(s, "=GUARD")
    assert s.met == [1, 1, 0]
    until(s, "first_player").apply(1)
    for wish in ("S01", "S04", "S07"):
        s.apply(wish)
    assert [len(hand) for hand in s.hands] == [3, 3, 3]
    # seat 1 is first player, so its Guard comes first, and may go anywhere
    assert (s.node.step_name, s.node.seat) == ("choose_post", 1)
    assert [str(a) for a in s.legal] == ["guard(S01)", "guard(S04)", "guard(S07)"]
    go(s, "guard(S04)")
    assert (s.node.step_name, s.node.seat) == ("choose_post", 0)
    assert s.why_not(GAME.parse_choice("guard(S04)")).rule == "WIS-11.3"
    go(s, "guard(S07)")
    assert [wish for wish, _, guard in s.open if guard] == ["S04", "S07"]
    assert s.node.step_name == "plate"


@rule("WIS-A01")
def test_option_a_guard_in_the_deal_is_shuffled_back() -> None:
    s = until(GAME.start(2, initial_guard="reshuffle"), "back")
    go(s, "=GUARD")
    assert events(s, "guard_back_in")
    assert s.met == [0, 0]
    assert s.node.dist() == Dist({"TASK": 48, "GUARD": 2})
    go(s, "=TASK", "=T01")
    assert s.hands[0] == ("T01",)


@rule("WIS-15.2")
def test_only_the_owner_sees_a_card_that_is_drawn() -> None:
    s = until(GAME.start(2), "first_face")
    told = go(s, "=T17")
    assert told[0].seen_by(0).values["card"] == "T17"
    assert told[0].seen_by(1).values["card"] is None
    assert s.seen_by(1).hands == [("?",), ()]


def test_a_position_can_be_written_down() -> None:
    s = GAME.position("3 seats; hands.1 [T34, T05, T47]; gems [1, 6, 0]; stack [[T40, 0, null, [0]]]; now act(seat: 1)")
    assert s.node.seat == 1
    assert s.hands[1] == ("T34", "T05", "T47")
    assert s.deck == 48 - 4
    assert [slot[0] for slot in s.seen_by(1).stack] == ["?"]
    assert GAME.position(GAME.position_text(s)) == s
    with pytest.raises(ValueError, match="There can be no such position"):
        GAME.position("2 seats; gems [8, 0]")


def test_positions_of_the_tests_are_sound() -> None:
    s = begin(2)
    give(s, 0, "T34", "T09", "T17")
    assert s.hands[0] == ("T34", "T09", "T17")
    plain(s, "=HAPPY")
    assert s.node.step_name == "act"
