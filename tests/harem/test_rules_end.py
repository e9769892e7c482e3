"""The end and scoring (HAR-11)."""

from __future__ import annotations

import pytest

from tests.harem.build import (
    GAME,
    cited,
    court,
    guards,
    hand,
    play,
    star,
    table,
    to_bottom,
    told,
    treasury,
)
from tests.rules import rule


def over(s):
    """Seat 1 ends its turn and draws Game Over (short game)."""
    to_bottom(s)
    return play(s, "end", "draw(master)", "=PN-OVER")


@rule("HAR-11.1")
def test_the_target_by_seats():
    for seats, target in ((2, 4), (3, 3), (4, 2)):
        s = table(seats)
        star(s, 0, *["CON-20", "CON-19", "CON-17"][: target - 1])
        court(s, 0, "CON-18", "ENH-D1", "ENH-S1")
        court(s, 1, "CON-16")
        treasury(s, 0, "JEW-2")
        treasury(s, 1, *["GOLD-3"] * 7)
        events = play(s, "adorn(JEW-2,CON-18)")
        assert told(events, "target_reached").values["have"] == target
        assert (s.result.winners, s.result.rule) == ((0,), "HAR-11.1")
        assert s.result.scores[0] == target


@rule("HAR-11.2")
def test_game_over_first_means_points():
    s = table(variant="short")
    star(s, 0, "CON-20", "CON-19", "CON-17")
    court(s, 1, "CON-18")
    events = over(s)
    assert "HAR-11.2" in cited(events)
    assert (s.result.reason, s.result.rule, s.result.scores) == ("points", "HAR-11.2", (45, 9))


@rule("HAR-11.3")
def test_companion_points():
    s = table(variant="short")
    court(s, 0, "CON-14", "ENH-D2")  # 4 3 1
    star(s, 0, "CON-20")
    hand(s, 0, "CON-19", "GUARD")
    hand(s, 1, "CON-18", "ENH-D1")
    guards(s, 1, 2)
    events = over(s)
    points = [event for event in events if event.code == "companion_points"]
    assert [(event.rule, event.values["points"]) for event in points] == [("HAR-11.3", 23), ("HAR-11.3", 0)]
    assert s.result.scores == (23, 0)


@rule("HAR-11.4", "HAR-A8")
@pytest.mark.parametrize("way", ["each", "one_roll_for_all"])
def test_last_gem_rolls_in_seat_order(way):
    s = table(3, variant="short", gem_roll=way)
    treasury(s, 0, "GEM", "GEM")
    treasury(s, 2, "GEM")
    events = over(s)
    assert (s.node.rule, s.node.seat) == ("HAR-11.4", 0)
    if way == "each":
        events = play(s, "=12", "=6")
        assert [event.values["value"] for event in events if event.code == "final_rolled"] == [8, 2]
    else:
        events = play(s, "=9")
        assert told(events, "final_rolled").values == {"roll": 9, "gems": 2, "value": 10}
        assert told(events, "final_rolled").rule == "HAR-11.4"
    assert s.node.seat == 2
    play(s, "=4")
    assert s.result.scores == (5, 0, 0)


@rule("HAR-A11", "HAR-11.4")
def test_a_waiting_gem_scores_its_value():
    s = table(variant="short")
    hand(s, 0, "KIS-TREASURE", "CON-20")
    treasury(s, 0, "GEM", "GEM")
    to_bottom(s)
    play(s, "roll_gem", "=12", "fate(KIS-TREASURE)", "draw(master)", "=PN-OVER")
    assert s.node.values == {"left": 1}  # only the other one is rolled
    play(s, "=4")
    assert s.result.scores == (4, 0)


@rule("HAR-11.5")
def test_cash_is_halved_and_attached_jewelry_is_none():
    s = table(variant="short")
    treasury(s, 0, "GOLD-3", "GOLD-2", "JEW-4")
    court(s, 1, "CON-14", "JEW-4")
    treasury(s, 1, "GOLD-1")
    events = over(s)
    cash = [event for event in events if event.code == "cash_points"]
    assert [(event.rule, event.values) for event in cash] == [
        ("HAR-11.5", {"cash": 9, "points": 4}),
        ("HAR-11.5", {"cash": 1, "points": 0}),
    ]
    assert s.result.scores == (4, 9)


@rule("HAR-11.6", "HAR-11.3", "HAR-11.5")
def test_p4_forty_one():
    s = table(variant="short")
    star(s, 0, "CON-20")
    court(s, 0, "CON-14", "ENH-D2")  # 8
    court(s, 0, "CON-05")  # 6
    court(s, 0, "CON-06")  # 6
    treasury(s, 0, "GOLD-3", "GOLD-2", "JEW-4", "GEM")
    over(s)
    events = play(s, "=8")
    assert "HAR-11.6" in cited(events)
    assert s.result.scores == (41, 0)
    assert s.result.winners == (0,)
    assert GAME.describe(s.result, ["Ada", "Ben"]).endswith("Ada wins with 41 points.")


@rule("HAR-11.7")
def test_w17_more_stars_win_a_tie():
    s = table(variant="short")
    star(s, 0, "CON-20")
    for companion in ("CON-02", "CON-10"):  # 15 + 5 + 7
        court(s, 0, companion)
    for companion in ("CON-19", "CON-18", "CON-17"):  # 9 + 9 + 8, and 1 for cash
        court(s, 1, companion)
    treasury(s, 1, "GOLD-2")
    events = over(s)
    assert s.result.scores == (27, 27)
    assert s.result.winners == (0,)
    assert told(events, "tie_broken").rule == "HAR-11.7"


@rule("HAR-11.7", "HAR-A30", "HAR-A31")
@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        ("GOLD-3", "GOLD-2", (0,)),  # 3 against 2, both worth 1 point
        ("GOLD-2", "GOLD-2", (0, 1)),
        ("GEM", "GOLD-2", (0,)),
    ],
)
def test_then_the_undivided_treasury_then_a_shared_win(first, second, winners):
    s = table(variant="short")
    treasury(s, 0, first)
    treasury(s, 1, second)
    events = over(s)
    if first == "GEM":
        events = play(s, "=7")  # worth 3, and not rolled again for the tie
    assert s.result.scores == (1, 1)
    assert s.result.winners == winners
    assert told(events, "tie_shared" if len(winners) > 1 else "tie_broken").rule == "HAR-11.7"
