"""Terms of school probability: each is introduced once, in order, before a question needs it."""

from __future__ import annotations

import re

import pytest

import gamelib
from gamelib.bank.school_terms import lesson_order, school_terms
from tests.lessons.visit import IDS, Visit
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.lesson_notebooks import lesson_ids
from widgets.site.words_page import later_lessons_with_term, lesson_text

PLACE = {id: place for place, id in enumerate(lesson_order())}
TERMS = school_terms()
ALSO_EVERYDAY_WORDS = frozenset({"fair", "spread"})
"""“Spread your chips” and “a fair gem table” are no terms."""
MAX_TERMS_PER_LESSON = 2


def lessons_with(term: str) -> list[str]:
    """The lessons whose text has this term."""
    words = "|".join(map(re.escape, TERMS[term].names_in_texts))
    return [id for id in lesson_order() if re.search(rf"\b(?:{words})s?\b", lesson_text(id))]


def test_the_order_of_the_lessons_is_that_of_the_file() -> None:
    assert tuple(lesson_ids()) == lesson_order()


@pytest.mark.parametrize("name", TERMS)
def test_a_term_is_introduced_before_it_is_used(name: str) -> None:
    term, found = TERMS[name], lessons_with(name)
    assert term.lesson in found, "the lesson that introduces a term says it"
    if name not in ALSO_EVERYDAY_WORDS:
        assert min(PLACE[id] for id in found) == PLACE[term.lesson]
    for needed in term.needs:
        assert PLACE[TERMS[needed].lesson] <= PLACE[term.lesson]


@pytest.mark.parametrize("name", TERMS)
def test_a_term_is_used_again_in_a_later_lesson(name: str) -> None:
    assert later_lessons_with_term(name), "a term that does not return is forgotten"


def test_a_lesson_introduces_few_terms() -> None:
    for id in lesson_order():
        introduced = [term.name for term in TERMS.values() if term.lesson == id]
        assert len(introduced) <= MAX_TERMS_PER_LESSON, introduced


def test_every_question_says_which_terms_it_needs() -> None:
    for asks in gamelib.questions():
        assert asks.terms, asks.id
        assert set(asks.terms) <= TERMS.keys(), asks.id


@pytest.mark.parametrize("id", IDS)
def test_a_lesson_asks_only_what_has_been_taught(id: str, plans: dict[str, Plan]) -> None:
    """Its own question, those of the Check step, required or not, and those of its predictions."""
    plan = plans[id]
    asked = {plan.question.id: plan.question}
    for step in plan.steps:
        extra = step.extra_data
        for asks in (*extra.get("questions", ()), *([extra["question"]] if extra.get("question") else [])):
            asked[asks.id] = asks
    for asks in asked.values():
        untaught = [term for term in asks.terms if PLACE[TERMS[term].lesson] > PLACE[id]]
        assert not untaught, (asks.id, untaught)


@pytest.mark.parametrize("id", IDS)
def test_a_lesson_lists_its_words_at_the_end(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.to("sum")
    shown = visit.step("sum")
    introduced = [term for term in TERMS.values() if term.lesson == id]
    assert [name.lower() for name, _ in shown.get("terms", [])] == [term.name for term in introduced]
    for (_, text), term in zip(shown.get("terms", []), introduced, strict=True):
        assert text == f"{term.definition} {term.example}"


def test_no_question_is_asked_in_two_lessons(plans: dict[str, Plan]) -> None:
    asked_in: dict[str, set[str]] = {}
    for id, plan in plans.items():
        for asks in (plan.question, *plan.require_step("check").extra_data["questions"]):
            asked_in.setdefault(asks.id, set()).add(id)
    assert {asks: ids for asks, ids in asked_in.items() if len(ids) > 1} == {}
