"""The teacher’s sheet and the worksheet of each lesson."""

from __future__ import annotations

from html import escape

from tests.lessons.visit import each
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.lesson_notebooks import front_matter
from widgets.lesson.question_variants import QuestionVariants, has_answer_in_text
from widgets.lesson.teacher_sheet import SHEET_SEED, _do, lesson_answer_key_html, worksheet_html


@each
def test_the_teachers_sheet_has_everything(id: str, plans: dict[str, Plan]) -> None:
    plan, about = plans[id], front_matter(id)
    text = lesson_answer_key_html(plan, about)
    codes = *about["standards"], *about.get("rules", ())
    for said in (about["title"], str(plan.prose_values["exact"]), *about["aims"], *codes):
        assert escape(said) in text
    for name, _, reply in plan.question.wrong_answers(**plan.settings):
        assert escape(name) in text
        assert escape(reply) in text
    assert "http" not in text
    assert "{" not in text.split("</style>")[1]


def test_what_to_do_differs_by_lesson(plans: dict[str, Plan]) -> None:
    for kind in ("play", "predict", "why", "change", "check"):
        told = [_do(plan, plan.require_step(kind)) for plan in plans.values()]
        assert len(set(told)) > len(told) - 3, kind


@each
def test_the_key_is_not_on_the_worksheet(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    text = worksheet_html(plan).split("</style>")[1]
    assert not has_answer_in_text(text, plan.question.exact(**plan.settings))
    fresh = QuestionVariants(plan)
    for number, asks in enumerate(fresh.questions):
        settings = fresh.variant_settings(number, SHEET_SEED, 0)
        assert escape(asks.prompt_text(**settings)) in text
        assert not has_answer_in_text(text.replace(escape(asks.prompt_text(**settings)), ""), asks.exact(**settings))
