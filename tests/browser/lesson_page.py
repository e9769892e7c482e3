"""Acts of tests on the page of a lesson: reach a control by keyboard, do the work of a step, and continue."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import faults
from widgets.lesson.lesson_notebooks import lesson_ids

IDS = lesson_ids()
FIRST_ID = "01-two-dice-and-a-gem"
FIRST = f"lessons/{FIRST_ID}.ipynb"
NAMES = """() => [...document.querySelectorAll("main button, main input, main select, main summary, main a[href]")]
    .filter(el => el.checkVisibility() && !el.ariaLabel && !el.labels?.length && !el.textContent.trim())
    .map(el => el.outerHTML)"""


def step(page: Page, kind: str) -> Locator:
    return page.locator(f"[data-step={kind}]")


def press(page: Page, target: Locator, *keys: str) -> None:
    """Reach a control with Tab from the present focus, and press keys there."""
    target.wait_for()
    for _ in range(120):
        if target.evaluate("el => el === document.activeElement"):  # a redraw may have put another in its place
            break
        page.keyboard.press("Tab")
    else:
        pytest.fail(f"Tab does not come to {target}")
    for key in keys:
        page.keyboard.press(key)


def quiet(page: Page) -> None:
    expect(page.locator(".km-lesson")).not_to_have_attribute("aria-busy", "true")


def go_on(page: Page) -> None:
    """Press "Go on" by keyboard, and check that the heading of the next step has the focus."""
    before = page.locator("[data-step]").get_attribute("data-step")
    press(page, page.locator("[data-key=next]"), "Enter")
    expect(page.locator("[data-step]")).not_to_have_attribute("data-step", before or "")
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    quiet(page)


def play(page: Page) -> None:
    """Play a whole game at the mini-table by clicks in Play. Other steps need nothing."""
    moves = page.locator("[data-step=play] [data-key='move:0']")
    while moves.count():
        moves.click()
        quiet(page)


def to_predict(page: Page) -> None:
    """Do the Play step by keyboard."""
    go_on(page)
    while not page.locator("[data-key=next]").count():
        press(page, page.locator("[data-key='move:0']"), "Enter")
        quiet(page)
    go_on(page)
    if step(page, "machine").count():
        put_together(page)
        go_on(page)


def put_together(page: Page) -> None:
    """Do the Build step: two checks of a wrong model, then the solution."""
    check = page.get_by_role("button", name="Check my model")
    for _ in range(2):
        press(page, check, "Enter")
        expect(page.locator(".km-builder-actions .km-builder-is-wrong")).to_be_visible()
        quiet(page)
    press(page, page.locator("[data-key=show_machine]"), "Enter")
    quiet(page)
    press(page, check, "Enter")
    expect(page.locator(".km-lesson-feedback-right")).to_be_visible()
    quiet(page)


def predict(page: Page) -> None:
    even = page.get_by_role("button", name="Spread them evenly")
    press(page, even.or_(page.get_by_role("button", name="Fifty-fifty")), "Enter")
    press(page, page.get_by_role("button", name="This is my prediction"), "Enter")
    expect(step(page, "run")).to_be_visible()
    quiet(page)


def reveal(page: Page) -> None:
    to_predict(page)
    predict(page)
    for n in (1, 10, 1000):
        press(page, page.locator(f"[data-key='run:{n}']"), "Enter")
        quiet(page)
    expect(page.get_by_text("1,011 results")).to_be_visible()
    press(page, page.get_by_role("button", name="Compare with the exact answer"), "Enter")
    expect(step(page, "compare").locator(".km-outcomes-exact").first).to_be_visible()
    expect(page.get_by_role("heading", level=2)).to_be_focused()


def build(page: Page) -> None:
    """Do the Why step: a wrong try with its reply, then the solution."""
    if page.locator(".km-space-cell").count():
        assert faults(page) == [], "cells can be read as long as they can be tapped"
    wrong = page.locator("[data-key=build]").or_(page.locator("[data-key='grow:0']"))
    press(page, wrong, "Enter")
    quiet(page)
    press(page, page.get_by_role("button", name="Show me"), "Enter")
    expect(page.locator("[data-key=next]")).to_be_visible()
    expect(step(page, "why").locator(".km-lesson-large")).to_be_visible()


def enter_data(page: Page) -> None:
    """Do the step with data of one's own."""
    for field in page.locator(".km-lesson-tally input").all():
        press(page, field)
        field.fill("7")
    press(page, page.locator("[data-key=fit]"), "Enter")
    quiet(page)


def answer(page: Page) -> None:
    """Answer all checks by keyboard: empty, silly, wrong, wrong, and the solution. Voluntary checks are included."""
    further = page.locator(".km-lesson-further > summary")
    if further.count():
        press(page, further, "Enter")
    for number in range(page.locator("form.km-lesson-item").count()):
        form = page.locator("form.km-lesson-item").nth(number)
        press(page, form.get_by_role("button", name="Hint"), "Enter")
        expect(form.locator(".km-lesson-hints li")).to_have_count(1)
        typed = form.get_by_label("Your answer")
        for text in ("", "a gem", "0.0123", "0.98765"):
            sure = form.get_by_label("How sure are you?")
            if text == "0.0123" and sure.count():
                sure.focus()
                page.keyboard.press("End")
            press(page, typed)
            typed.fill(text)
            page.keyboard.press("Enter")
            quiet(page)
            if text in ("", "a gem"):
                expect(page.get_by_role("alert")).to_contain_text("Type a number")
            else:
                expect(form.locator(".km-lesson-feedback-wrong, .km-lesson-feedback-right")).not_to_have_count(0)
            if form.get_by_role("button", name="Another question like this").count():
                break
        tell = form.get_by_role("button", name="Show the answer")
        if tell.count():
            press(page, tell, "Enter")
        expect(form.get_by_role("button", name="Another question like this")).to_be_visible()
