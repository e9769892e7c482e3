"""What a pupil does in each step, what the page shows then, and what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.lessons.visit import FIRST, IDS, Visit
from widgets.lesson import scoring
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.limits import MAX_ROUNDS, MIN_TRIALS_BEFORE_ANSWER
from widgets.lesson.progress_report import build_report, validate_report
from widgets.lesson.typed_answers import unreadable_fraction_sentence


def test_a_prediction_needs_all_chips(first: Visit) -> None:
    first.to("predict")
    n = len(first.lesson.progress.prediction.column_names)
    assert "left" in first.refused("submit_prediction", chips=[1] * n)
    for chips in ([20], [21] + [0] * (n - 1), [-1, 21] + [0] * (n - 2), "20", None, [True] * n, [20] * n):
        assert first.refused("submit_prediction", chips=chips)
    first.well("set_chips_and_reason", chips=[3] + [0] * (n - 1), reason="x" * 1000)
    assert len(first.lesson.progress.prediction.reason) == 300
    first.finish()
    assert "is fixed" in first.refused("submit_prediction", chips=[20] + [0] * (n - 1))


def test_a_slider_that_nobody_has_moved_is_no_prediction(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["06-what-is-left-in-the-deck"])
    shown = visit.to("predict")
    assert [column["chips"] for column in shown["bench"]["columns"]] == [0, 0]
    assert visit.refused("submit_prediction", chips=[0, 0]) == "Move the slider first, or choose fifty-fifty."
    assert "left" in visit.refused("submit_prediction", chips=[3, 0])


def test_calls_by_hand_are_few_and_counted() -> None:
    """Without a mini-table, Play is a few runs, each called before."""
    plan = Plan("x", "classics/pegs")
    for kind in ("play", "predict", "run", "compare"):
        getattr(plan, kind)("")
    visit = Visit(plan)
    assert visit.at == "play"
    assert visit.refused("next_step") == "Finish this step first."
    for bad in (-1, 2, "0", None):
        assert visit.refused("play_predicted_round", n=bad)
    for go in range(MAX_ROUNDS):
        visit.well("play_predicted_round", n=go % 2)
        shown = visit.step("play")
        assert len(shown["pieces"]) == plan.settings["rows"]
        assert shown["left"] == MAX_ROUNDS - go - 1
    assert "enough" in visit.refused("play_predicted_round", n=0)
    right = sum(called == came for called, came in visit.lesson.progress.hands_on.predicted_rounds)
    assert visit.step("play")["score"] == f"{right} of {MAX_ROUNDS} predictions were right"
    kept = json.loads(json.dumps(visit.lesson.progress.to_dict()))
    other = Visit(plan)
    other.well("hello", saved=kept)
    assert other.step("play")["score"] == visit.step("play")["score"]


def test_runs_are_seen_one_by_one(first: Visit) -> None:
    first.to("run")
    first.well("run_trials", n=1)
    shown = first.step("run")
    (last,) = shown["last"]
    assert shown["bench"]["columns"][last["at"]]["count"] == 1
    assert len(last["pieces"]) == 2
    for n in (0, 2, -1, True, "10", None):
        assert first.refused("run_trials", n=n)
    assert str(MIN_TRIALS_BEFORE_ANSWER) in first.refused("reveal_answer")
    for _ in range(3):
        first.well("run_trials", n=10)
    shown = first.step("run")
    assert [n for n, _ in shown["trail"]] == list(range(1, 32))
    asked = [column["name"] for column in shown["bench"]["columns"] if int(column["name"]) >= 3]
    share = sum(c["count"] for c in shown["bench"]["columns"] if c["name"] in asked) / 31
    assert shown["trail"][-1][1] == pytest.approx(share, abs=1e-3)
    told = [m for m in first.do("run_trials", n=1000) if m["kind"] == "progress"]
    assert [m["done"] for m in told] == list(range(100, 1001, 100))
    assert first.step("run")["bench"]["total"] == 1031
    for _ in range(5):
        first.well("run_trials", n=1000)
    assert len(first.step("run")["trail"]) <= 200


@pytest.mark.parametrize("id", IDS)
def test_intervals_come_with_the_lesson_that_explains_them_and_from_thirty_trials_on(
    plans: dict[str, Plan], id: str
) -> None:
    explained = id >= "06"
    visit = Visit(plans[id])
    example = visit.to("example")["bench"]["columns"] if plans[id].has_step("example") else []
    visit.to("run")
    visit.well("run_trials", n=1)
    few = visit.step("run")["bench"]["columns"]
    for _ in range(3):
        visit.well("run_trials", n=10)
    many = visit.step("run")["bench"]["columns"]
    assert not any("band" in column for column in few)
    assert all(("band" in column) == explained for column in (*example, *many))


def test_the_bench_holds_prediction_runs_and_exact(first: Visit) -> None:
    shown = first.to("compare")
    column = shown["bench"]["columns"][0]
    assert column["told"] == "10 of 36"
    assert set(column) == {"name", "asked", "chips", "count", "exact", "told"}
    assert shown["bench"]["note"] == "worth 3 or more: 7/12 (58.3%)"
    assert shown["reason"] == "I guess"


def test_a_line_to_think_on_stands_with_the_prediction(first: Visit, plans: dict[str, Plan]) -> None:
    """It is worked out, kept, told to the class; a slider moves to the chance that it gives."""
    first.to("predict")
    for bad in ("", "x", "9^9^9^9", None, 5, "1" * 500):
        assert first.refused("add_expression", text=bad)
    first.well("add_expression", text="1-(5/6)^2")
    first.well("add_expression", text="21/36")
    assert first.step("predict")["lines"] == [
        "1-(5/6)^2 = 11/36 (30.6%)",
        "21/36 = 7/12 (58.3%)",
    ]
    other = Visit(first.lesson.plan)
    other.well("hello", saved=json.loads(json.dumps(first.lesson.progress.to_dict())))
    assert other.step("predict")["lines"] == first.step("predict")["lines"]
    assert build_report(first.lesson.progress)["lines"] == [], "nobody sees it before it is put down"
    first.finish()
    assert "is fixed" in first.refused("add_expression", text="1/2")
    told = build_report(first.lesson.progress)
    assert told["lines"] == ["1-(5/6)^2", "21/36"]
    assert validate_report(told, first.lesson.plan) == told
    assert validate_report({**told, "lines": []}, first.lesson.plan)["lines"] == []
    for bad in ("1/2", ["a word"], [5], ["1"] * 50):
        with pytest.raises(ValueError, match="isn’t a calculation"):
            validate_report({**told, "lines": bad}, first.lesson.plan)
    slider = Visit(plans["06-what-is-left-in-the-deck"])
    slider.to("predict")
    slider.well("add_expression", text="8/72*7")
    assert slider.lesson.progress.prediction.chips == [16, 4]
    slider.well("add_expression", text="4 choose 2")
    assert slider.lesson.progress.prediction.chips == [16, 4], "no chance: the slider stays"


def test_impossible_bets_and_known_mistakes_get_a_reply(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    visit.to("predict")
    n = len(visit.lesson.progress.prediction.column_names)
    visit.well("submit_prediction", chips=[0, 0, 20] + [0] * (n - 3))
    visit.well("run_trials", n=1000)
    visit.well("reveal_answer")
    lines = " ".join(visit.step("compare")["lines"])
    assert "“0”: without a chip, you predict that this never happens. It happened" in lines
    assert "of your 20 chips are in the wrong place" in lines
    visit = Visit(plans["02-gem-or-gold"])
    visit.to("predict")
    visit.well("submit_prediction", chips=[10, 0, 10])
    visit.well("run_trials", n=1000)
    visit.well("reveal_answer")
    shown = visit.step("compare")
    assert "Which of these was your idea?" in shown["thought"]
    which = {words: choice for choice, words in shown["which"]}
    assert visit.refused("confirm_misconception", choice=99)
    visit.well("confirm_misconception", choice=which["Half of the values are above the average"])
    shown = visit.step("compare")
    assert shown["thought"].startswith("“Half of the values are above the average”: ")
    assert not shown["which"]
    kept = json.loads(json.dumps(visit.lesson.progress.to_dict()))
    other = Visit(plans["02-gem-or-gold"])
    other.well("hello", saved=kept)
    assert other.step("compare")["thought"] == shown["thought"]


def test_change_asks_first_says_once_and_tells_why(first: Visit) -> None:
    shown = first.to("change")
    assert "reply" not in shown
    assert first.refused("predict_direction", way="sideways")
    first.well("predict_direction", way="down")
    shown = first.step("change")
    assert shown["reply"].startswith("You were right. It goes down")
    assert shown["right"]
    assert shown["because"]
    assert [one["caption"] for one in shown["both"]] == ["Before: gem table A", "Now: gem table B"]
    assert first.refused("predict_direction", way="up")


def test_checks_can_be_told_and_asked_anew(first: Visit) -> None:
    first.to("check")
    for silly in ("", "  ", "abc", "58", "1/0", "-1", "7/12/", "💎", "9" * 500):
        assert first.refused("submit_answer", n=0, text=silly, sure=50)
    assert first.lesson.progress.checks.rated_answers == [], "what is no answer is not rated"
    first.well("submit_answer", n=0, text="0.001", sure=95)
    assert "too rarely" in first.step("check")["items"][0]["reply"]
    assert first.refused("show_answer", n=0)
    first.well("submit_answer", n=0, text="99.9%", sure=25)
    assert first.lesson.progress.checks.rated_answers == [scoring.ConfidenceRating(95, False)], (
        "how sure one is counts for the first answer"
    )
    first.well("show_answer", n=0)
    item = first.step("check")["items"][0]
    assert item["settled"]
    assert not item["right"]
    assert item["reply"].startswith("The answer is")
    assert first.refused("submit_answer", n=0, text="1/2", sure=50)
    asks = {item["ask"]}
    for _ in range(5):
        first.well("start_next_variant", n=0)
        assert first.step("check")["items"][0]["tries"] == []
        asks.add(first.step("check")["items"][0]["ask"])
    assert len(asks) >= 2
    for bad in ({"n": 9}, {"n": -1}, {"n": "0"}, {}):
        assert first.refused("start_next_variant", **bad)


def test_what_a_picture_has_told_is_not_asked_again(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["14-will-the-fifth-colour-come"])
    visit.to("check")
    n = next(
        n
        for n, asks in enumerate(visit.lesson.progress.checks.question_variants.questions)
        if asks.id == "hadara-five-colours"
    )
    assert visit.refused("mark_figure_viewed", n=n) == "Answer first."
    visit.answer(n)
    item = visit.step("check")["items"][n]
    assert item["again"]
    assert "chart" not in item
    visit.well("start_next_variant", n=n)
    visit.answer(n)
    visit.well("mark_figure_viewed", n=n)
    item = visit.step("check")["items"][n]
    assert item["chart"] == f"check {n}"
    assert not item["again"], "the whole curve has been seen"
    assert visit.refused("start_next_variant", n=n) == "The picture already shows all the others."
    kept = json.loads(json.dumps(visit.lesson.progress.to_dict()))
    other = Visit(visit.lesson.plan)
    other.well("hello", saved=kept)
    assert other.step("check")["items"][n] == item


def test_no_message_raises(first: Visit) -> None:
    for content in (
        None,
        5,
        "run",
        [],
        {},
        {"do": None},
        {"do": "__init__"},
        {"do": "submit_prediction"},
        {"do": "open_table", "place": 3},
        {"do": "go_to_step", "kind": {}},
        {"do": "submit_order", "order": [[]]},
        {"do": "submit_answer", "n": 0, "text": 5, "sure": 50},
        {"do": "submit_task", "work": "x"},
    ):
        first.sent.clear()
        first.lesson._receive(first.lesson, content, [])
        assert [m["kind"] for m in first.sent] == ["notice", "done"], content


def test_a_long_fraction_is_told_in_per_cent_and_shown_in_full_below(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["06-what-is-left-in-the-deck"])
    exact = visit.lesson.plan.question.exact(**visit.lesson.plan.settings)
    visit.to("why")
    visit.well("show_solution")
    assert visit.step("why")["big"] == "≈ 42.17%"
    assert visit.step("why")["total"] == f"Exactly {exact}."
    assert unreadable_fraction_sentence(Fraction(1, 3)) == ""
