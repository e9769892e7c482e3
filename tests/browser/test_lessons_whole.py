"""Lessons in a browser: every step of all, and some whole by keyboard or by clicks, with wrong and silly answers."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NARROW, WIDE, OpenPage, sideways
from tests.browser.lesson_page import IDS, NAMES, answer, build, enter_data, go_on, predict, press, quiet, reveal, step
from tests.browser.lesson_walk import Walk
from tests.browser.sweep import READING
from tests.browser.sweep import faults as sweep
from tests.conftest import LONG, sample_cases
from widgets.lesson.lesson_definition import STEP_ORDER, Plan
from widgets.lesson.lesson_notebooks import load_lesson_definition

#: every lesson in both widths, started again and reloaded in every step; else two lessons, in some steps
ALL = "KISMET_ALL_MODES" in os.environ
MODES = ((WIDE, False), (NARROW, True), (NARROW, False), (WIDE, True))
FEW = ["08-the-caravan", "13-the-better-of-two"]
EACH = [(id, *MODES[n % 4]) for n, id in enumerate(IDS if LONG else FEW)]
WAYS = [(id, *mode) for id in IDS for mode in MODES[:2]] if ALL else EACH


def kinds(plan: Plan) -> set[str]:
    """Return the kinds of work in this lesson: things to build, to predict, to move and to order."""
    made = plan.experiment
    found = {plan.prediction_mode, *(("rank",) if plan.has_step("rank") else ())}
    if made.explain_task:
        found.add(type(made.explain_task(**plan.settings)).__name__)
    if made.explain_task and getattr(made.explain_task(**plan.settings), "rows", None):
        found.add("square")
    return found


def handful() -> list[str]:
    """Return a few lessons with all kinds of work. The next one is always the one with most new kinds."""
    left, found = {id: kinds(load_lesson_definition(id)) for id in IDS}, []
    wanted = set().union(*left.values())
    while wanted:
        best = max(left, key=lambda id: len(left[id] & wanted))
        wanted -= left.pop(best)
        found.append(best)
    return found


HANDFUL = ["01-two-dice-and-a-gem", "05-reroll-or-keep", "06-what-is-left-in-the-deck", "07-when-does-the-end-come"]


def test_the_handful_has_all_that_lessons_want() -> None:
    assert handful() == HANDFUL


@pytest.mark.parametrize("id", IDS if ALL else HANDFUL[:1])
def test_a_whole_lesson_by_keyboard(id: str, open_page: OpenPage) -> None:
    page = open_page(f"lessons/{id}.ipynb")
    expect(step(page, "example").locator(".km-outcomes-exact").first).to_be_visible()
    reveal(page)
    go_on(page)
    build(page)
    go_on(page)
    press(page, page.get_by_role("button", name="It goes up"), "Enter")
    expect(step(page, "change").locator(".km-outcomes")).to_have_count(2)
    go_on(page)
    if step(page, "data").count():
        enter_data(page)
        go_on(page)
    if step(page, "rank").count():
        press(page, page.get_by_role("button", name="More ↓").first, "Enter")
        press(page, page.get_by_role("button", name="This is my order"), "Enter")
        expect(step(page, "rank").locator("[data-drawn]")).to_be_visible()
        go_on(page)
    answer(page)
    assert page.evaluate(NAMES) == []
    while not step(page, "sum").count():
        go_on(page)
    expect(page.locator(".km-step-list-done")).to_have_count(page.locator(".km-lesson-step-list button").count() - 1)
    assert page.locator("main").count() == page.locator("h1").count() == 1


@pytest.mark.parametrize("id", HANDFUL[1:])
def test_what_other_lessons_want_is_done_by_keyboard(id: str, open_page: OpenPage) -> None:
    """Check their kinds of prediction and of building."""
    page = open_page(f"lessons/{id}.ipynb")
    opened(page)
    press(page, page.locator("[data-key='go:predict']"), "Enter")
    expect(step(page, "predict")).to_be_visible()
    predict(page)
    press(page, page.locator("[data-key='go:why']"), "Enter")
    expect(step(page, "why")).to_be_visible()
    quiet(page)
    build(page)


def opened(page: Page) -> None:
    """Open all steps, as a teacher does."""
    page.locator(".km-lesson-foot > summary").click()
    page.get_by_role("button", name="Open all steps").click()
    expect(page.locator(".km-lesson-step-list button").last).to_be_enabled()


class Looked(Walk):
    """The same walk with the findings of the sweep in each step, and of axe in the fullest ones."""

    LOOKS = ("why", "check")

    def look(self, kind: str) -> None:
        what = f"{self.plan.id}, {kind}"
        on = READING if LONG else [Random(what).choice(READING)]
        assert sweep(self.page, what, on=on) == []
        assert self.page.evaluate(NAMES) == [], kind
        if kind in self.LOOKS:
            self.page.evaluate("scrollTo(0, document.body.scrollHeight)")  # nothing lies under the bar at the foot
            assert faults(self.page) == [], kind


@pytest.mark.parametrize(("id", "width", "dark"), WAYS)
def test_a_whole_lesson(
    id: str, width: int, dark: bool, open_page: OpenPage, shot: Callable[[Page, str], Path]
) -> None:
    plan = load_lesson_definition(id)
    page = open_page(f"lessons/{id}.ipynb", width=width, dark=dark)
    again = STEP_ORDER if ALL or id not in FEW else STEP_ORDER[FEW.index(id) :: len(FEW)]
    Looked(page, plan, lambda kind: kind in again).whole()
    shot(page, f"lesson-{id}-{width}-{'dark' if dark else 'light'}-sum")


#: those that are walked above are looked at there, step by step
OTHERS = sample_cases([(id, *MODES[n % 4]) for n, id in enumerate(IDS) if id not in FEW], 8)


@pytest.mark.parametrize(("id", "width", "dark"), OTHERS)
def test_every_step_fits_its_page(id: str, width: int, dark: bool, open_page: OpenPage) -> None:
    """Open all steps, as a teacher does. No step is wider than the page, and axe finds nothing."""
    page = open_page(f"lessons/{id}.ipynb", width=width, dark=dark)
    opened(page)
    rail = page.locator(".km-lesson-step-list button")
    for n, one in enumerate(load_lesson_definition(id).steps):
        rail.nth(n).click()
        expect(step(page, one.kind)).to_be_visible()
        quiet(page)
        assert sideways(page) <= 0, one.kind
        if one.kind in Looked.LOOKS:
            assert faults(page) == [], one.kind
    assert page.evaluate(NAMES) == []
