"""The pace of lessons: few words before something can be done, and announced numbers that are right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.page_data import MAX_WORDS_IN_SIGHT, LessonPageData

from .visit import IDS, Visit

MOST_WORDS = 65
"""Most words in sight before a pupil can do something."""


def words_in_sight(step: dict[str, Any]) -> int:
    return sum(len("".join(span["t"] for span in paragraph).split()) for paragraph in step["text"])


def words_of_task(step: dict[str, Any]) -> int:
    """Return the number of words between the text of a step and its first control."""
    mini = step.get("mini") or {}
    texts = [*step.get("lines", [])[:2], mini.get("say", ""), mini.get("ask", "")]
    if step["kind"] in ("change", "rank", "why"):
        texts.append(step.get("ask", ""))
    elif step["kind"] == "check":
        texts.append(step["items"][0]["ask"])
    elif step["kind"] == "compare":
        texts = step["lines"][:1]
    return len(" ".join(texts).split())


@pytest.mark.parametrize("id", IDS)
def test_no_step_begins_with_a_wall_of_words(id: str) -> None:
    visit = Visit(load_lesson_definition(id))
    visit.to("compare")
    pupil = visit.lesson.progress
    pupil.navigation.unlock_all()
    page = LessonPageData(visit.lesson.plan, pupil)
    for step in visit.lesson.plan.steps:
        pupil.navigation.go_to_step(step.kind)
        shown = page.current_step_json()
        told = words_in_sight(shown)
        assert told <= MAX_WORDS_IN_SIGHT or len(shown["text"]) == 1, "further paragraphs are folded"
        assert told + words_of_task(shown) <= MOST_WORDS, step.kind


@pytest.mark.parametrize("id", IDS)
def test_a_number_of_questions_that_is_announced_is_right(id: str) -> None:
    check = load_lesson_definition(id).require_step("check")
    announced = re.search(r"(?:is|are) (one|two|three|four) questions?", check.prose)
    if announced:
        assert NUMBERS[announced[1]] == len(check.extra_data["needed"])
    if "everyday life" in check.prose:
        assert check.extra_data["elsewhere"]


NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}


def test_the_end_shows_what_was_predicted_what_came_and_what_is_exact() -> None:
    visit = Visit(load_lesson_definition("00-three-coins"))
    bench = visit.to("sum")["bench"]
    assert all({"chips", "count", "exact"} <= column.keys() for column in bench["columns"])
    assert visit.lesson.progress.to_dict()["finished"], "its required questions are settled, an optional one is not"
    assert visit.step("sum")["onward"]["title"] == "Two balls from a bag"
    fresh = Visit(load_lesson_definition("00-three-coins"))
    assert not fresh.lesson.progress.to_dict()["finished"]
