"""Pages of words and of the curriculum: nothing is left out, every link leads somewhere, every picture is drawn."""

from __future__ import annotations

import re

import pytest

from gamelib.bank.misconception_list import misconception_list
from gamelib.bank.school_terms import school_terms
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.lesson_notebooks import front_matter, lesson_ids, load_lesson_definition
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.curriculum import curricula, curriculum_html, lessons_for_code, misconceptions_of_lesson
from widgets.site.guides import styled_guide_html
from widgets.site.term_pictures import picture_notation_by_term, term_picture
from widgets.site.words_page import words_html


@pytest.mark.parametrize("name", ["words", "curriculum", "guide"])
def test_every_link_of_a_guide_leads_somewhere(name: str) -> None:
    page = styled_guide_html(name, NOTEBOOKS_DIR)
    for address in re.findall(r'href="([^"]+)"', page):
        if address.startswith("#"):
            assert f'id="{address[1:]}"' in page, address
        elif address.startswith("../../class?lesson="):
            assert address.partition("=")[2] in lesson_ids(), address
        else:
            assert (NOTEBOOKS_DIR / address).is_file(), address


def test_the_page_of_words_has_each_term_with_its_picture() -> None:
    page = words_html()
    assert picture_notation_by_term().keys() == school_terms().keys()
    assert page.count("<svg") == len(school_terms())
    for name in school_terms():
        assert re.search(r"<(rect|circle|path|polyline)\b", term_picture(name)), name


def test_a_model_is_drawn_as_the_engine_has_it() -> None:
    """The tallest bar of the wait for a six is the first: 1/6, then 5/6 of it, and so on."""
    heights = [float(height) for height in re.findall(r'height="([\d.]+)"/>', term_picture("distribution"))]
    assert heights == sorted(heights, reverse=True)
    assert heights[1] / heights[0] == pytest.approx(5 / 6, abs=0.01)


def test_misconceptions_of_a_lesson_are_those_of_its_questions() -> None:
    """The page reads the cells. Here the cells are run."""
    for id in ("00-three-coins", "03-the-raid", "19-does-the-die-lie"):
        plan: Plan = load_lesson_definition(id)
        asked = [plan.question, *plan.require_step("check").extra_data["questions"]]
        asked += [step.extra_data["question"] for step in plan.steps if step.kind == "rank"]
        shown = {mistake.id for question in asked for mistake in question.misconceptions} - {"other"}
        assert shown <= set(misconceptions_of_lesson(id))


def test_curricula_name_terms_and_codes_that_exist() -> None:
    for curriculum in curricula().values():
        for code, entry in curriculum.codes.items():
            assert set(entry.terms) <= school_terms().keys(), code
    standards = curricula()["ccss"].codes
    for id in lesson_ids():
        assert set(front_matter(id)["standards"]) <= standards.keys()


def test_a_curriculum_names_most_terms() -> None:
    """A teacher finds most terms by the codes of their own curriculum."""
    for id, curriculum in curricula().items():
        named = {term for entry in curriculum.codes.values() for term in entry.terms}
        assert len(named) >= len(school_terms()) * 0.6, id
        assert any(lessons_for_code(id, code) for code in curriculum.codes)


def test_the_curriculum_lists_every_lesson_and_every_misconception_that_a_lesson_can_show() -> None:
    page = curriculum_html()
    shown = {entry for id in lesson_ids() for entry in misconceptions_of_lesson(id)}
    assert shown <= misconception_list().keys()
    for entry in shown:
        assert f'<tr id="{entry}">' in page
