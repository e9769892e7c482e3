"""The way through a lesson: mini-tables, side paths, and what is said to a wrong guess, tap or order."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.lessons.visit import FIRST, IDS, Visit, each
from widgets.lesson.experiment import BuildTreeTask, SelectCellsTask
from widgets.lesson.lesson_definition import PREDICTION_CHIPS, Plan
from widgets.lesson.limits import MAX_MINI_GAMES
from widgets.lesson.page_data import LessonPageData
from widgets.lesson.progress.saved_progress import RestorableLessonProgress
from widgets.lesson.progress_report import build_report

# -- mini-tables ---------------------------------------------------------------------------------


@each
def test_a_mini_table_is_played_to_its_end_in_every_way(id: str, plans: dict[str, Plan]) -> None:
    rng = Random(id)
    for seed in range(6):
        visit = Visit(plans[id], seed)
        visit.to("play")
        assert visit.refused("start_another_mini_game") == "This round isn’t over yet."
        assert "mini-game" in visit.refused("play_predicted_round", n=0)
        while True:
            mini = visit.step("play")["mini"]
            assert mini["say"]
            if not mini["moves"]:
                break
            assert visit.refused("next_step") == "Finish this step first."
            assert visit.refused("take_action", n=len(mini["moves"]))
            visit.well("take_action", n=rng.randrange(len(mini["moves"])))
        assert visit.refused("take_action", n=0)
        kept = json.loads(json.dumps(visit.lesson.progress.to_dict()))
        for game in range(2, MAX_MINI_GAMES + 1):
            assert visit.step("play")["mini"]["more"]
            visit.well("start_another_mini_game")
            while visit.lesson.progress.hands_on.current_mini_game_view().action_labels:
                visit.well(
                    "take_action",
                    n=rng.randrange(len(visit.lesson.progress.hands_on.current_mini_game_view().action_labels)),
                )
            assert len(visit.lesson.progress.hands_on.mini_game_actions) == game
        assert (
            visit.refused("start_another_mini_game")
            == f"You have played {MAX_MINI_GAMES} games. That’s enough for now."
        )
        other = Visit(plans[id])
        other.well("hello", saved=kept)
        assert other.step("play")["mini"]["say"] == mini["say"]
        assert other.step("play")["ready"]
        other.well("next_step")


@pytest.mark.parametrize("games", [[[99]], [[0, -1]], "x", [["a"]], 7, [[], []]])
def test_games_that_cannot_be_are_not_restored(games: Any, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    kept = visit.lesson.progress.to_dict() | {"games": games}
    assert "starts again" in visit.do("hello", saved=kept)[0]["text"]


# -- side paths ----------------------------------------------------------------------------------


def side_paths() -> Plan:
    plan = Plan("x", "classics/one-six", dice=4)
    plan.predict("a")
    plan.run("b")
    plan.compare("c")
    plan.change("d", because="e", up="f", same="g", dice=2)
    plan.rank("i", "classic-one-six", "dice", [3, 2, 5], because="j", optional=True)
    plan.check("k", ["classic-heads"], further=["classic-pegs", "classic-urn"])
    plan.sum("l")
    return plan


def test_side_paths_may_be_left_out() -> None:
    visit = Visit(side_paths())
    step = visit.to("rank")
    assert step["ready"]
    assert [one["optional"] for one in visit.lesson.page["rail"] if one["kind"] == "rank"] == [True]
    visit.well("next_step")
    items = visit.step("check")["items"]
    assert [item["further"] for item in items] == [False, True, True]
    visit.answer(0)
    visit.well("next_step")
    assert visit.at == "sum"
    assert visit.lesson.page["step"]["lines"][-1] == "Right at the first attempt: 1 of 1 question."


def added_chances(visit: Visit) -> Fraction:
    asks, settings = visit.lesson.progress.checks.question_and_settings(0)
    return next(
        value for name, value, _ in asks.wrong_answers(**settings) if name == "Adding the probabilities of the days"
    )


def test_a_sum_of_chances_above_one_is_an_answer_and_is_told_why_it_cannot_be() -> None:
    """Whoever adds 3/10 four times and more has thought something; 7/5 that no thought leads to is a slip of typing."""
    plan = Plan("x", "classics/one-six", dice=4)
    plan.predict("a")
    plan.run("b")
    plan.compare("c")
    plan.check("d", ["elsewhere-rain"])
    visit = Visit(plan)
    visit.to("check")
    while (added := added_chances(visit)) <= 1:
        visit.answer(0)
        visit.well("start_next_variant", n=0)
    for text in (str(added), f"{float(added * 100):g} %", f"{float(added):g}"):
        visit.well("submit_answer", n=0, text=text, sure=75)
        item = visit.step("check")["items"][0]
        assert item["reply"].startswith("This number is more than 1, and no probability is"), text
        choice = next(place for place, name in item["which"] if name == "Adding the probabilities of the days")
    visit.well("confirm_misconception", n=0, choice=choice)
    assert visit.step("check")["items"][0]["reply"].endswith("1 already means that it always happens.")
    assert build_report(visit.lesson.progress)["answers"][0]["now"] == choice
    visit.well("submit_answer", n=0, text=f"0+{added}", sure=75)
    reply = visit.step("check")["items"][0]["reply"]
    assert reply.startswith("“Adding the probabilities of the days”: ")
    assert "no probability is" in reply
    assert visit.refused("submit_answer", n=0, text="37/10", sure=75) == (
        "A probability is a number from 0 to 1, and 37/10 is more than 1: 37 out of 10 can’t be. Is it the other way "
        "round, or is the whole larger?"
    )
    kept, restored = json.loads(json.dumps(visit.lesson.progress.to_dict())), RestorableLessonProgress(plan)
    restored.restore_or_restart(kept)
    assert restored.to_dict() == kept


def test_a_wrong_order_is_told_why() -> None:
    visit = Visit(side_paths())
    visit.to("rank")
    visit.well("submit_order", order=[0, 1, 2])
    assert visit.step("rank")["because"] == [[{"t": "j"}]]


@pytest.mark.parametrize(("way", "told"), [("up", ["f", "e"]), ("same", ["g", "e"]), ("down", ["e"])])
def test_a_wrong_way_gets_the_reply_to_its_reason(way: str, told: list[str]) -> None:
    visit = Visit(side_paths())
    visit.to("change")
    visit.well("predict_direction", way=way)
    assert [paragraph[0]["t"] for paragraph in visit.step("change")["because"]] == told


# -- predictions are answered --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "chips", "reply"),
    [
        (FIRST, [3, 3, 3, 3, 2, 2, 2, 2], "You gave every result the same number of chips"),
        (FIRST, [18, 2, 0, 0, 0, 0, 0, 0], "You were almost sure of “0”"),
        (FIRST, [6, 2, 3, 3, 2, 2, 1, 1], ""),
        (FIRST, [0, 0, 0, 0, 0, 2, 0, 18], "is higher"),
        ("02-gem-or-gold", [2, 14, 4], ""),
        ("03-the-raid", [10, 0, 10], "Which of these was your idea?"),
        ("16-blocked-by-the-mood", [5, 5, 5, 5], "You gave every result the same number of chips"),
        ("13-the-better-of-two", [1, 2, 3, 4, 4, 3, 2, 1, 0], ""),
        ("07-when-does-the-end-come", [2] * 10, ""),
        ("06-what-is-left-in-the-deck", [1, 19], ""),
        ("06-what-is-left-in-the-deck", [8, 12], ""),
    ],
)
def test_a_wrong_prediction_is_answered_by_what_lies_behind_it(
    plans: dict[str, Plan], id: str, chips: list[int], reply: str
) -> None:
    visit = Visit(plans[id])
    visit.to("predict")
    names = visit.lesson.progress.prediction.column_names
    assert len(names) == len(chips), names
    visit.well("submit_prediction", chips=chips, reason="")
    visit.well("run_trials", n=1000)
    visit.well("reveal_answer")
    told = visit.step("compare")["thought"]
    assert reply in told
    assert bool(told) is bool(reply)
    assert "often has" not in told, "nobody has counted how often"


def test_who_has_chips_on_ties_is_not_asked_about_ties_the_other_way(plans: dict[str, Plan]) -> None:
    for chips, asked in (([7, 4, 9], False), ([10, 0, 10], True)):
        visit = Visit(plans["03-the-raid"])
        visit.to("predict")
        visit.well("submit_prediction", chips=chips)
        visit.well("run_trials", n=1000)
        visit.well("reveal_answer")
        assert ("Ties go to the other player" in [words for _, words in visit.step("compare")["which"]]) is asked


def test_a_prediction_that_fits_no_thought_is_told_what_it_would_mean(plans: dict[str, Plan]) -> None:
    for id, chips in (("06-what-is-left-in-the-deck", [1, 19]), ("02-gem-or-gold", [2, 14, 4])):
        visit = Visit(plans[id])
        visit.to("predict")
        visit.well("submit_prediction", chips=chips)
        visit.well("run_trials", n=1000)
        visit.well("reveal_answer")
        assert any("If your prediction were right, " in line for line in visit.step("compare")["lines"]), id


@each
def test_a_prediction_at_random_is_told_no_thought(id: str, plans: dict[str, Plan]) -> None:
    """Chips at random: what the heap shows is said, a thought is at most asked for."""
    plan, rng = plans[id], Random(id)
    for _ in range(12):
        pupil = RestorableLessonProgress(plan, 1)
        pupil.navigation.is_unlocked = True
        chips = Counter(rng.choices(range(len(pupil.prediction.column_names)), k=PREDICTION_CHIPS))
        pupil.prediction.submit([chips[n] for n in range(len(pupil.prediction.column_names))])
        pupil.trials.run_trials(10)
        pupil.trials.is_answer_revealed = True
        pupil.navigation.current_step = "compare"
        step = LessonPageData(plan, pupil).current_step_json()
        names = [mistake.name for mistake in plan.question.misconceptions]
        assert not any(f"“{name}”" in step["thought"] for name in names)
        assert not any(f"“{name}”" in line for name in names for line in step["lines"])


def test_cells_overlooked_are_named_by_what_they_have_in_common(first: Visit) -> None:
    first.write_space()
    made = first.lesson.progress.explain_progress.task
    assert isinstance(made, SelectCellsTask)
    one_way = [n for n in made.favourable_cells if n // 6 <= n % 6]
    first.well("submit_task", work=one_way)
    assert "is a different outcome from" in first.step("why")["help"]
    first.well("submit_task", work=[n for n in made.favourable_cells if n // 6 != n % 6])
    assert "Both numbers can also be the same." in first.step("why")["help"]


def test_cells_are_no_evidence_of_a_misconception(plans: dict[str, Plan]) -> None:
    """One plate that stays aside has the probability of a known mistake. The reply is about the cells alone."""
    visit = Visit(plans["16-blocked-by-the-mood"])
    visit.to("why")
    visit.well("submit_task", work=[7])
    told = visit.step("why")["help"]
    assert told.startswith("None of the cells that you tapped counts.")
    assert "idea" not in told
    visit.well("submit_task", work=[0, 7])
    assert "1 of the 2 cells that you tapped does not count." in visit.step("why")["help"]


def test_a_step_that_comes_too_early_is_named(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["07-when-does-the-end-come"])
    visit.to("why")
    steps = visit.lesson.progress.explain_progress.task.steps
    visit.well("submit_task", work=[0, 2, 1, 3, 4])
    assert visit.step("why")["help"].startswith(f"The first one is in the right place. “{steps[2]}” comes too early")


# -- the tree that grows -------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_a_drawn_tree_holds_together(id: str, plans: dict[str, Plan]) -> None:
    """Each branch grows on one that is there; the chances of a whole fork are one; nothing grows before its level."""
    built = plans[id].experiment.explain_task(**plans[id].settings)  # type: ignore[misc]
    if not isinstance(built, BuildTreeTask):
        return
    visit = Visit(plans[id])
    visit.write_space()
    assert visit.step("why")["build"]["tree"] == []
    visit.well("show_solution")
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
        built = plans[id].experiment.explain_task(**plans[id].settings)  # type: ignore[misc]
        assert isinstance(built, BuildTreeTask)
        forks: dict[tuple[str, ...], Fraction] = {}
        for twig in (twig for level in built.questions for twig in level.new_branches):
            forks[twig.ancestor_labels] = forks.get(twig.ancestor_labels, Fraction(0)) + Fraction(twig.probability_text)
        assert forks
        assert set(forks.values()) == {Fraction(1)}, id


def test_a_sample_space_is_written_down_by_oneself(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["00-three-coins"])
    visit.to("why")
    assert visit.step("why")["build"]["kind"] == "space"
    for work, says in (
        ("", "for example HHH"),
        ("HHH, HXT", "“HXT” isn’t a possible outcome"),
        ("hhh HHT hhh", "HHH is in your list more"),
        ("HHH HHT TTT", "some outcomes are missing. Look at HHH. What do you get if you change one letter?"),
    ):
        visit.well("submit_task", work=work)
        assert says in visit.step("why")["help"]
        assert not any(sign.isdigit() for sign in visit.step("why")["help"]), "it does not tell how many there are"
    assert visit.refused("submit_task", work=[0])
    kept = visit.lesson.progress.to_dict()
    other = Visit(plans["00-three-coins"], 8)
    other.well("hello", saved=json.loads(json.dumps(kept)))
    assert other.step("why")["build"]["rows"] == ["HHH", "HHT", "TTT"]
    visit.well("submit_task", work="HHH HHT HTH HTT\nTHH;THT;TTH;TTT")
    assert visit.step("why")["build"]["kind"] == "cells"
    assert not visit.lesson.progress.navigation.is_step_done("why")
    other.well("hello", saved=visit.lesson.progress.to_dict())
