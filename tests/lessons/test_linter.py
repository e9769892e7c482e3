"""The linter of lessons finds what it looks for."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.lessons.linter import faults
from tests.lessons.visit import FIRST, text_of
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.lesson_notebooks import load_lesson_definition


def broken(change: Any) -> list[str]:
    content = json.loads(text_of(FIRST))
    plan = load_lesson_definition(FIRST)
    change(content, plan)
    return faults(json.dumps(content), plan)


def step_with(plan: Plan, kind: str, text: str) -> None:
    plan.steps = [replace(step, prose=text) if step.kind == kind else step for step in plan.steps]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda c, p: c["cells"][1].update(outputs=[{"text": "x"}]), "carries what it printed"),
        (lambda c, p: c["cells"][1].update(execution_count=3), "carries what it printed"),
        (lambda c, p: c["metadata"].update(widgets={}), "widget state"),
        (lambda c, p: c["metadata"].update(pad="x" * 100_000), "100 kB"),
        (lambda c, p: c["metadata"]["kismet"].pop("aims"), "no aims"),
        (lambda c, p: c["metadata"]["kismet"].update(minutes=90), "not 20 to 40"),
        (lambda c, p: c["metadata"]["kismet"].update(standards=["7.SP.C.99"]), "no standard 7.SP.C.99"),
        (lambda c, p: c["metadata"]["kismet"].update(rules=["HAR-99.9"]), "no rule HAR-99.9"),
        (lambda c, p: c["metadata"]["kismet"].update(rules=["HAR-1.1"]), "no rule that the question rests on"),
        (lambda c, p: p.steps.reverse(), "before the prediction"),
        (lambda c, p: p.steps.pop(), "no step sum"),
        (lambda c, p: p.steps.pop(-2), "no step back"),
        (lambda c, p: setattr(p, "discussion_prompts", ()), "prompts"),
        (lambda c, p: step_with(p, "run", "Roll 7 times."), "a number is typed: “7”"),
        (lambda c, p: step_with(p, "play", "That is sunk cost."), "“sunk cost” is used before"),
        (lambda c, p: step_with(p, "run", "word " * 5000), "too many to read"),
    ],
)
def test_the_linter_finds_it(change: Any, fault: str) -> None:
    assert any(fault in found for found in broken(change)), broken(change)


def test_the_linter_finds_a_wrong_answer() -> None:
    def wrong(content: Any, plan: Plan) -> None:
        plan.question = replace(plan.question, exact_function=lambda **_: Fraction(1, 7))

    found = broken(wrong)
    assert "the two methods of the question do not agree" in found
    assert "the paths do not add up to the answer" in found
    assert "the outcomes of the lesson do not give the answer of the question" in found
