"""Wishes fulfilled, scored and replaced; Guards (WIS-9 to WIS-11)."""

from __future__ import annotations

import pytest

from gamelib.games.wishes.wish_fulfilment import fulfil_wish, wish_points

from ..rules import rule
from .build import GAME, action, begin, events, give, go, guard_on_top, lay, only, own, plain, under, until


@rule("WIS-9.1", "WIS-9.2", "WIS-9.7", "WIS-A12", "WIS-A26")
def test_example_9_tea() -> None:
    s = begin(4, first=3, wishes=("S02", "S04", "S07", "S10"))
    under(s, "AFRAID")
    lay(s, "S02", ("T05", "0", "2"), ("T03", "1", "1"))
    give(s, 3, "T06", "T09", "T17")
    go(s, "fulfil(T06,S02)")
    (event,) = events(s, "fulfilled")
    assert (event.values["has"], event.values["need"]) == (8, 7)
    assert s.score == [5, 6, 5, 5]
    assert s.free == [7, 7, 7, 7]
    assert set(s.discard) == {"T03", "T05", "T06"}


@rule("WIS-10.1", "WIS-10.2", "WIS-10.4")
def test_example_10_final() -> None:
    s = begin(4, first=3, wishes=("S02", "S04", "S07", "S10"))
    until(s, "plate").apply("MEAN")  # extra 3
    until(s, "act", 3)
    only(s, "S02", "S04", "S07", "F09")
    lay(s, "F09", ("T05", "0", "1"), ("T06", "1", "2"), ("T13", "2"), ("T14", "2"))
    give(s, 3, "T21", "T46")
    entry = s.open_wish("F09")
    assert (s.attached_hearts_or_cards(entry), s.needed_hearts_or_cards("F09")) == (4, 5)
    go(s, "fulfil(T21,F09)")
    (event,) = events(s, "fulfilled")
    assert event.rule == "WIS-10.1"
    assert s.score == [6, 9, 12, 6]
    assert s.ending is True
    assert events(s, "last_round")


@rule("WIS-A10", "WIS-9.2", "WIS-10.2")
@pytest.mark.parametrize("per", ["player", "card"])
def test_extra_points_per_card_fit_both_printed_examples_too(per: str) -> None:
    s = begin(4, wishes=("S02", "S04", "S07", "S10"), extra_points_per=per)
    s.plate = "MEAN"
    third = ("T13", (2, 2) if per == "player" else (2,))  # three Aides on two cards, or two
    cards = (("T05", (0,)), ("T06", (1, 1)), third, ("T14", (2,)), ("T21", (3,)))
    assert wish_points(s, ("F09", cards, False)) == {0: 6, 1: 9, 2: 12, 3: 6}
    s.plate = "AFRAID"
    tea = (("T05", (0, 2)), ("T03", (1, 1)), ("T06", (3,)))
    assert wish_points(s, ("S02", tea, False)) == {0: 5, 1: 6, 2: 5, 3: 5}
    assert wish_points(s, ("S02", (("T05", (0,)), ("T03", (0,))), False)) == {0: 7 if per == "player" else 9}
    s.log = []
    s.free[0] -= 2
    s.open[0] = ("S02", (("T05", (0,)), ("T03", (0,))), False)
    fulfil_wish(s, s.open[0], 0)
    [scored] = [event for event in s.log if event.code == "wish_points"]
    assert f"including {2 if per == 'player' else 4} extra" in GAME.describe(scored)


@rule("WIS-A11")
def test_option_two_aides_on_a_card_score_once() -> None:
    s = begin(2, aide_scores_each=False)
    s.plate = "KIND"
    assert wish_points(s, ("S02", (("T05", (0, 0)), ("T03", (0, 1))), False)) == {0: 6, 1: 3}
    s = begin(2)
    s.plate = "KIND"
    assert wish_points(s, ("S02", (("T05", (0, 0)), ("T03", (0, 1))), False)) == {0: 9, 1: 3}


@rule("WIS-9.4", "WIS-11.6", "WIS-9.3")
def test_a_fulfilled_wish_is_cleared() -> None:
    s = begin(2, wishes=("S13", "S07"))
    under(s, "KIND")
    lay(s, "S13", ("T36", "1"), guard=True)
    give(s, 0, "T35", "T05", "T09")
    own(s, 1, gems=7)
    go(s, "fulfil(T35,S13)")
    assert s.discard == ["T36", "T35", "GUARD"]
    assert s.free == [7, 7]
    assert s.score == [3, 3]
    assert s.gems == [3, 7]  # 2 for the action under KIND, 1 for the Guard; the other is full
    assert all(entry[0] != "S13" for entry in s.open)


@rule("WIS-9.5", "WIS-3.11")
def test_the_last_to_attach_turns_up_the_next_wish() -> None:
    s = begin(2, wishes=("S13", "S07"))
    under(s, "KIND", 0)
    lay(s, "S13", ("T36", "1"))
    give(s, 0, "T40", "T05", "T09")
    go(s, "fulfil(T40,S13)")
    assert (s.node.step_name, s.node.seat, s.node.values["type"]) == ("reveal", 0, "simple")
    assert "S13" not in s.node.dist()
    s = begin(2, wishes=("S13", "S07"))
    under(s, "KIND", 0)
    s.simple_down = 0
    lay(s, "S13", ("T36", "1"))
    give(s, 0, "T40", "T05", "T09")
    go(s, "fulfil(T40,S13)")
    assert (s.node.step_name, s.node.values["type"]) == ("reveal", "final")


@rule("WIS-9.6", "WIS-3.4")
def test_example_27_none_is_turned_up_while_enough_lie_open() -> None:
    s = begin(2, wishes=("S13", "S07"))
    plain(s, "=DEMANDING", "=S01")
    assert len(s.open) == 3
    until(s, "act")
    lay(s, "S13", ("T36", "1"))
    give(s, 0, "T40", "T05", "T09")
    told = go(s, "fulfil(T40,S13)")
    assert "enough_open" in [event.code for event in told]
    assert len(s.open) == 2


@rule("WIS-10.3", "WIS-A16")
def test_exactly_one_final_wish_follows_a_final_wish() -> None:
    s = begin(2, wishes=("S13", "S07"))
    under(s, "HAPPY")
    only(s, "F10")
    lay(s, "F10", ("T07", "0"), ("T08", "0"), ("T15", "1"))
    give(s, 0, "T16", "T01", "T02")
    go(s, "fulfil(T16,F10)")
    assert (s.node.step_name, s.node.rule, s.node.values["type"]) == ("reveal", "WIS-10.3", "final")
    go(s, "=F01")
    assert s.open == [("F01", (), False)]  # one, though two should lie open
    assert s.ending


@rule("WIS-10.4", "WIS-13.1")
def test_further_final_wishes_score_too() -> None:
    s = begin(2, wishes=("S13", "S07"))
    under(s, "HAPPY")
    only(s, "F10", "F09")
    s.ending = True
    lay(s, "F10", ("T07", "0"), ("T08", "0"), ("T15", "1"))
    give(s, 0, "T16", "T01", "T02")
    go(s, "fulfil(T16,F10)")
    assert s.score == [4 + 4 + 4 + 1, 5]


@rule("WIS-11.1", "WIS-11.2")
def test_example_11_felipe_chooses_among_wishes_without_cards() -> None:
    s = begin(4, wishes=("S02", "S04", "S07", "S10"))
    under(s, "KIND", 0)
    lay(s, "S07", ("T17", "1"))
    lay(s, "S10", ("T31", "1"))
    guard_on_top(s)
    go(s, f"stash({s.hands[0][0]})")
    plain(s)
    assert (s.node.step_name, s.node.seat) == ("choose_post", 0)
    assert [str(a) for a in s.legal] == ["guard(S02)", "guard(S04)"]
    assert s.why_not(action("guard(S07)")).code == "empty_first"
    assert s.why_not(action("guard(S01)")).code == "not_open"
    go(s, "guard(S04)")
    assert s.node.step_name == "face"  # and draws again


@rule("WIS-11.2", "WIS-11.3", "WIS-A13")
def test_else_the_fewest_hearts_and_no_wish_twice() -> None:
    s = begin(3, wishes=("S02", "S04", "S07"))
    under(s, "KIND", 0)
    lay(s, "S02", ("T02", "1"), guard=True)
    lay(s, "S04", ("T11", "1"))
    lay(s, "S07", ("T20", "1"))
    guard_on_top(s)
    go(s, f"stash({s.hands[0][0]})")
    plain(s)
    assert [str(a) for a in s.legal] == ["guard(S04)", "guard(S07)"]
    assert s.why_not(action("guard(S02)")).rule == "WIS-11.3"


@rule("WIS-11.4", "WIS-9.3", "WIS-A04")
def test_example_12_sleep_is_completed_by_a_guard() -> None:
    s = begin(2, first=1, wishes=("S07", "S16"))
    under(s, "NAUSEATE")
    lay(s, "S07", ("T21", "0"), ("T20", "1", "1"))
    lay(s, "S16", ("T47", "0"), ("T45", "0"), guard=True)
    s.top = "GUARD"
    told = go(s, f"stash({s.hands[1][0]})")
    codes = [event.code for event in told]
    assert "guard_completes" in codes
    assert "fulfil_gem" not in codes
    assert s.score == [3, 4]
    assert s.gems == [1, 1]
    assert (s.node.step_name, s.node.seat) == ("reveal", 1)


@rule("WIS-11.5", "WIS-A02")
def test_the_back_of_a_guard_is_seen_or_not() -> None:
    s = begin(2)
    under(s, "KIND")
    go(s, f"stash({s.hands[0][0]})")
    s.apply(s.loose[0])
    assert s.node.step_name == "back"
    told = go(s, "=GUARD")
    assert told[0].code == "guard_on_top"
    assert s.top == "GUARD"
    assert s.seen_by(1).top == "GUARD"
    s = begin(2, guard_back_visible=False)
    under(s, "KIND")
    go(s, f"stash({s.hands[0][0]})")
    assert s.node.step_name == "back"  # with the draw, not before it
    go(s, "=TASK")
    s.apply(s.loose[0])
    assert s.node.step_name == "act"
    assert s.top == ""


@rule("WIS-11.3", "WIS-A23")
def test_a_guard_without_a_wish_is_discarded() -> None:
    s = begin(2, wishes=("S02", "S04"))
    under(s, "KIND")
    only(s, "S02")
    lay(s, "S02", guard=True)
    s.top = "GUARD"
    told = go(s, f"stash({s.hands[0][0]})")
    assert "guard_discarded" in [event.code for event in told]
    assert s.discard == ["GUARD"]
    assert s.node.step_name == "face"


@rule("WIS-11.1", "WIS-2.8")
def test_a_guard_in_a_draw_that_completes_a_wish_and_then_the_draw_goes_on() -> None:
    s = begin(2, wishes=("S13", "S16"))
    under(s, "LOVELY")
    give(s, 0, "T04", "T01", "T02")
    lay(s, "S13", ("T40", "1"))
    lay(s, "S16", ("T47", "0"), ("T45", "0"))
    s.top = "GUARD"
    go(s, "use(T04)", "discard(T01+T02)")
    assert s.node.step_name == "back"
    go(s, "=TASK")
    assert s.score == [0, 5]
    assert s.agenda[-1] == "Turn a simple wish face up"
    plain(s, "=S01")
    assert s.node.step_name == "face"
    until(s, "act", 1)
    assert len(s.hands[0]) == 3
