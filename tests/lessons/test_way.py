"""The way through a lesson: mini-tables, side paths, and what is said to a wrong guess, tap or order."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.lessons.visit import FIRST, IDS, Visit, each
from widgets.lesson.experiment import Cells, Grow
from widgets.lesson.plan import Plan
from widgets.lesson.pupil import MOST_GAMES

# -- mini-tables ---------------------------------------------------------------------------------

@each
def test_a_mini_table_is_played_to_its_end_in_every_way(id: str, plans: dict[str, Plan]) -> None:
    rng = Random(id)
    for seed in range(6):
        visit = Visit(plans[id], seed)
        visit.to("play")
        assert visit.refused("deal") == "This one is not over yet."
        assert "small table" in visit.refused("call", n=0)
        while True:
            mini = visit.step("play")["mini"]
            assert mini["say"]
            if not mini["moves"]:
                break
            assert visit.refused("next") == "Finish this step first."
            assert visit.refused("move", n=len(mini["moves"]))
            visit.well("move", n=rng.randrange(len(mini["moves"])))
        assert visit.refused("move", n=0)
        kept = json.loads(json.dumps(visit.lesson.pupil.saved()))
        for game in range(2, MOST_GAMES + 1):
            assert visit.step("play")["mini"]["more"]
            visit.well("deal")
            while visit.lesson.pupil.turn().moves:
                visit.well("move", n=rng.randrange(len(visit.lesson.pupil.turn().moves)))
            assert len(visit.lesson.pupil.games) == game
        assert visit.refused("deal") == f"{MOST_GAMES} games are enough for a start."
        other = Visit(plans[id])
        other.well("hello", saved=kept)
        assert other.step("play")["mini"]["say"] == mini["say"]
        assert other.step("play")["ready"]
        other.well("next")


@pytest.mark.parametrize("games", [[[99]], [[0, -1]], "x", [["a"]], 7, [[], []]])
def test_games_that_cannot_be_are_not_restored(games: Any, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    kept = visit.lesson.pupil.saved() | {"games": games}
    assert "begins anew" in visit.do("hello", saved=kept)[0]["text"]


# -- side paths ----------------------------------------------------------------------------------


def side_paths() -> Plan:
    plan = Plan("x", "classics/one-six", dice=4)
    plan.predict("a")
    plan.run("b")
    plan.compare("c")
    plan.change("d", because="e", up="f", same="g", down="h", dice=2)
    plan.rank("i", "classic-one-six", "dice", [3, 2, 5], because="j", optional=True)
    plan.check("k", ["classic-heads"], further=["classic-pegs", "classic-urn"])
    plan.sum("l")
    return plan


def test_side_paths_may_be_left_out() -> None:
    visit = Visit(side_paths())
    step = visit.to("rank")
    assert step["ready"]
    assert [one["optional"] for one in visit.lesson.page["rail"] if one["kind"] == "rank"] == [True]
    visit.well("next")
    items = visit.step("check")["items"]
    assert [item["further"] for item in items] == [False, True, True]
    visit.answer(0)
    visit.well("next")
    assert visit.at == "sum"
    assert visit.lesson.page["step"]["lines"][-1] == "1 of 1 question right at the first go."


def test_a_wrong_order_is_told_why() -> None:
    visit = Visit(side_paths())
    visit.to("rank")
    visit.well("rank", order=[0, 1, 2])
    assert visit.step("rank")["because"] == [[{"t": "j"}]]


@pytest.mark.parametrize(("way", "told"), [("up", ["f", "e"]), ("same", ["g", "e"]), ("down", ["e"])])
def test_a_wrong_way_gets_the_reply_to_its_reason(way: str, told: list[str]) -> None:
    visit = Visit(side_paths())
    visit.to("change")
    visit.well("guess", way=way)
    assert [paragraph[0]["t"] for paragraph in visit.step("change")["because"]] == told


# -- predictions are answered --------------------------------------------------------------------


@pytest.mark.parametrize(("id", "chips", "reply"), [
    (FIRST, [3, 3, 3, 3, 2, 2, 2, 2], "You gave all of them alike"),
    (FIRST, [18, 2, 0, 0, 0, 0, 0, 0], "You were nearly sure of “0”"),
    (FIRST, [6, 2, 3, 3, 2, 2, 1, 1], ""),
    ("03-the-raid", [10, 0, 10], "“"),
    ("07-when-does-the-end-come", [2] * 10, ""),
    ("06-what-is-left-in-the-deck", [1, 19], "too low often has this thought behind it"),
    ("06-what-is-left-in-the-deck", [8, 12], ""),
])  # fmt: skip
def test_a_wrong_prediction_is_answered_by_what_lies_behind_it(
    plans: dict[str, Plan], id: str, chips: list[int], reply: str
) -> None:
    visit = Visit(plans[id])
    visit.to("predict")
    names = visit.lesson.pupil.names
    assert len(names) == len(chips), names
    visit.well("lock", chips=chips, reason="")
    visit.well("run", n=1000)
    visit.well("reveal")
    told = visit.step("compare")["thought"]
    assert reply in told
    assert bool(told) is bool(reply)


def test_cells_overlooked_are_named_by_what_they_have_in_common(first: Visit) -> None:
    first.to("why")
    made = first.lesson.pupil.building.made
    assert isinstance(made, Cells)
    one_way = [n for n in made.good if n // 6 <= n % 6]
    first.well("build", work=one_way)
    assert "is another roll than" in first.step("why")["help"]
    first.well("build", work=[n for n in made.good if n // 6 != n % 6])
    assert "Both may show the same, too." in first.step("why")["help"]


def test_a_step_that_comes_too_early_is_named(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["07-when-does-the-end-come"])
    visit.to("why")
    steps = visit.lesson.pupil.building.made.steps
    visit.well("build", work=[0, 2, 1, 3, 4])
    assert visit.step("why")["help"].startswith(f"The first 1 stand right. “{steps[2]}” comes too early")


# -- the tree that grows -------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_a_drawn_tree_holds_together(id: str, plans: dict[str, Plan]) -> None:
    """Each branch grows on one that is there; the chances of a whole fork are one; nothing grows before its level."""
    built = plans[id].experiment.build(**plans[id].settings)  # type: ignore[misc]
    if not isinstance(built, Grow):
        return
    visit = Visit(plans[id])
    visit.to("why")
    assert visit.step("why")["build"]["tree"] == []
    visit.well("show_me")
    grown: dict[tuple[str, ...], list[str]] = {(): []}
    for under, text, chance, _ in visit.step("why")["build"]["tree"]:
        assert tuple(under) in grown
        assert (*under, text) not in grown
        grown[*under, text] = []
        grown[tuple(under)].append(chance)
    for chances in grown.values():
        assert sum(Fraction(p) for p in chances if p) <= 1


def test_a_fork_that_is_whole_adds_up_to_one(plans: dict[str, Plan]) -> None:
    for id in ("00-two-from-a-bag", "05-reroll-or-keep", "09-slow-or-fast", "12-when-to-flee"):
        built = plans[id].experiment.build(**plans[id].settings)  # type: ignore[misc]
        assert isinstance(built, Grow)
        forks: dict[tuple[str, ...], Fraction] = {}
        for twig in (twig for level in built.levels for twig in level.twigs):
            forks[twig.under] = forks.get(twig.under, Fraction(0)) + Fraction(twig.chance)
        assert forks
        assert set(forks.values()) == {Fraction(1)}, id
