"""The teacher’s sheet and the worksheet of each lesson."""

from __future__ import annotations

from html import escape

from tests.lessons.visit import each
from widgets.lesson.files import front_matter
from widgets.lesson.fresh import Fresh, tells
from widgets.lesson.plan import Plan
from widgets.lesson.teacher import SHEET_SEED, _do, in_all, sheet, worksheet


@each
def test_the_teachers_sheet_has_everything(id: str, plans: dict[str, Plan]) -> None:
    plan, about = plans[id], front_matter(id)
    text = sheet(plan, about)
    codes = *about["standards"], *about.get("rules", ())
    for said in (about["title"], str(plan.values["exact"]), *about["aims"], *codes):
        assert escape(said) in text
    for name, _, reply in plan.question.wrong_answers(**plan.settings):
        assert escape(name) in text
        assert escape(reply) in text
    assert "http" not in text
    assert "{" not in text.split("</style>")[1]
    assert abs(in_all(plan) - about["minutes"]) <= 3, f"{in_all(plan)} minutes, it says {about['minutes']}"


def test_what_to_do_differs_by_lesson(plans: dict[str, Plan]) -> None:
    for kind in ("play", "predict", "why", "change", "check"):
        told = [_do(plan, plan.step(kind)) for plan in plans.values()]
        assert len(set(told)) > len(told) - 3, kind


@each
def test_the_key_is_not_on_the_worksheet(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    text = worksheet(plan).split("</style>")[1]
    assert not tells(text, plan.question.exact(**plan.settings))
    fresh = Fresh(plan)
    for number, asks in enumerate(fresh.questions):
        settings = fresh.draw(number, SHEET_SEED, 0)
        assert escape(asks.prompt_text(**settings)) in text
        assert not tells(text.replace(escape(asks.prompt_text(**settings)), ""), asks.exact(**settings))
