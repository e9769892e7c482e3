"""The step in which a lesson's experiment is put together in the Builder: the model is judged, not its look."""

from __future__ import annotations

import pytest

import gamelib
from widgets.lesson import Plan
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.model_task import make_model_task
from widgets.lesson.progress_report import build_report
from widgets.lesson.result_codes import decode_result_code, encode_result_code

from .visit import Visit

ALIKE = {
    "00-three-coins": [
        "coin > 2 coin : count H",
        "3 d{0,1} : count 1",
        "3 bag{H,T} back : count H",
        "3 coin : count H = 1",
    ],
    "00-two-from-a-bag": ["A=bag{red*3,blue*2} > A : count red", "2 deck{red*6,blue*4} back : count red"],
    "00-waiting-for-a-six": ["d{6*2,other*10} until 6 : tries"],
    "03-the-raid": ["a=d6 > c=d6 > b=2d6+1 : a > b", "a=2d6-1 > b=2d6 : a > b", "b=2d6+1 > a=2d6 : a > b"],
}
RIGHT = {"00-two-from-a-bag": 1, "03-the-raid": 2}
"""How many of those above are right, counted by hand; by default all."""


def judged(visit: Visit, line: str) -> str:
    builder = visit.lesson.builder
    assert builder is not None
    builder.send = lambda content, buffers=None: heard.append(content)  # type: ignore[method-assign]
    heard: list[dict[str, str]] = []
    builder._receive(builder, {"do": "judge", "id": 3, "seq": 3, "model": gamelib.model(line).to_dict()}, [])
    return heard[0]["told"]


def test_these_lessons_have_it(plans: dict[str, Plan]) -> None:
    assert {id for id, plan in plans.items() if plan.has_step("machine")} == set(ALIKE)


@pytest.mark.parametrize("id", ALIKE)
def test_the_model_is_judged_and_not_its_look(id: str) -> None:
    visit = Visit(load_lesson_definition(id))
    visit.to("machine")
    assert not visit.step("machine")["ready"]
    task = visit.lesson.progress.model_progress.task
    assert task is not None
    exact = task.solution.exact()
    for line in ALIKE[id]:
        found = gamelib.model(line).exact()
        same = "= 1" in line or {v: found.p(v) for v in found.dist} == {v: exact.p(v) for v in exact.dist}
        assert (judged(visit, line) == "") is same, line
    assert sum(task.mismatch_feedback(gamelib.model(line)) == "" for line in ALIKE[id]) == RIGHT.get(id, len(ALIKE[id]))
    assert visit.step("machine")["ready"]
    visit.well("next_step")
    assert visit.at == "predict"


def test_the_same_distribution_of_something_else_is_answered_as_such() -> None:
    task = load_lesson_definition("00-three-coins").require_step("machine").extra_data["machine"]
    assert task.mismatch_feedback(gamelib.model("3 coin : count T")) == (
        "Your model has the same distribution, but it counts T. The question is about H. What should it count?"
    )
    assert "counts T" in task.mismatch_feedback(gamelib.model("3 coin : count T = 1"))
    assert "a yes or a no" in task.mismatch_feedback(gamelib.model("3 coin : count H = 3"))


def test_what_is_wrong_is_told_without_a_chance() -> None:
    task = make_model_task("a=2d6 > b=2d6+1 : a > b", ["d", "beats", "sum"], "d6 : sum")
    told = {
        "2d6 : sum": "gives a number",
        "a=2d6 > b=2d6 : a > b": "with the wrong probabilities",
        "a=2d6 > b=20d6 : a > b": "your model never gives that",
        "d6 until 7 : tries": "wait forever",
        "coin : last": "gives a word",
    }
    for line, words in told.items():
        said = task.mismatch_feedback(gamelib.model(line))
        assert words in said, line
        assert "%" not in said
        assert "/" not in said
    three = make_model_task("3 coin : count H", ["coin", "count"], "coin : last")
    assert "can give 4" in three.mismatch_feedback(gamelib.model("4 coin : count H"))
    assert "never gives that" in three.mismatch_feedback(gamelib.model("2 coin : count H"))
    assert "much larger" in three.mismatch_feedback(gamelib.model("20 bag{1..40} : runs"))


def test_it_is_shown_after_two_tries_and_kept() -> None:
    visit = Visit(load_lesson_definition("00-three-coins"))
    visit.to("machine")
    assert "2 times" in visit.refused("show_model")
    for _ in range(2):
        assert judged(visit, "2 coin : count H")
    other = Visit(load_lesson_definition("00-three-coins"))
    other.well("hello", saved=visit.lesson.progress.to_dict())
    builder = other.lesson.builder
    assert builder is not None
    assert builder.start["line"] == "2 coin : count H", "what lay on the cloth lies there again"
    assert other.step("machine")["show_me"]
    other.well("show_model")
    assert builder.start["line"] == "3 coin : count H"
    assert other.lesson.progress.steps_with_shown_solution() == ["machine"]
    third = Visit(load_lesson_definition("00-three-coins"))
    third.well("hello", saved=other.lesson.progress.to_dict())
    assert third.lesson.progress.to_dict() == other.lesson.progress.to_dict()


@pytest.mark.parametrize("kept", [5, [], ["d6 : luck", 0, False, False], ["coin : last", "x", 0, 0]])
def test_what_cannot_be_is_not_taken(kept: object) -> None:
    visit = Visit(load_lesson_definition("00-three-coins"))
    saved = visit.lesson.progress.to_dict() | {"machine": kept}
    assert "starts again" in "".join(m.get("text", "") for m in visit.do("hello", saved=saved))


def test_codes_of_it_can_be_read() -> None:
    visit = Visit(load_lesson_definition("00-three-coins"))
    visit.to("machine")
    plan = visit.lesson.plan
    told = decode_result_code(encode_result_code(build_report(visit.lesson.progress), plan), plan).report
    assert told["at"] == "machine"


def test_an_author_hears_what_does_not_fit() -> None:
    plan = Plan("x", "classics/coins", coins=3, hits=1)
    with pytest.raises(ValueError, match="does not give the answer"):
        plan.build("Build it.", "4 coin : count H", ["coin", "count"])
    with pytest.raises(ValueError, match="needs count"):
        plan.build("Build it.", "3 coin : count H", ["coin", "sum"])
    with pytest.raises(ValueError, match="There is no part"):
        plan.build("Build it.", "3 coin : count H", ["coin", "luck"])
    with pytest.raises(ValueError, match="right already"):
        plan.build("Build it.", "3 coin : count H", ["coin", "count"], start="3 coin : count H")
    with pytest.raises(ValueError, match="character"):
        plan.build("Build it.", "3 coin : lucky", ["coin", "count"])
