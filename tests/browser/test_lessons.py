"""Lessons in a real page: a whole lesson by keyboard alone, a reload that goes on, narrow and dark pages."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LAB_TOKEN, NARROW, NewPage, OpenPage, run_in_lab, sideways
from tests.browser.test_axe import faults
from tests.conftest import Server, kismet
from widgets.lesson.files import ids
from widgets.site.gallery import NOTEBOOKS

IDS = ids()
FIRST = f"lessons/{IDS[0]}.ipynb"
NAMES = """() => [...document.querySelectorAll("main button, main input, main select, main summary, main a[href]")]
    .filter(el => el.checkVisibility() && !el.ariaLabel && !el.labels?.length && !el.textContent.trim())
    .map(el => el.outerHTML)"""


def step(page: Page, kind: str) -> Locator:
    return page.locator(f"[data-step={kind}]")


def press(page: Page, target: Locator, *keys: str) -> None:
    """Go to a control with Tab alone, from where the keyboard is, and press keys there."""
    target.wait_for()
    handle = target.element_handle()
    for _ in range(120):
        if page.evaluate("el => el === document.activeElement", handle):
            break
        page.keyboard.press("Tab")
    else:
        pytest.fail(f"Tab does not come to {target}")
    for key in keys:
        page.keyboard.press(key)


def quiet(page: Page) -> None:
    expect(page.locator(".km-lesson")).not_to_have_attribute("aria-busy", "true")


def predict(page: Page) -> None:
    even = page.get_by_role("button", name="Spread them evenly")
    press(page, even.or_(page.get_by_role("button", name="Fifty-fifty")), "Enter")
    press(page, page.get_by_role("button", name="This is my prediction"), "Enter")
    expect(step(page, "run").get_by_role("button", name="Run once")).to_be_visible()
    quiet(page)


def reveal(page: Page) -> None:
    predict(page)
    for name in ("Run once", "Run 10", "Run 1,000"):
        press(page, page.get_by_role("button", name=name, exact=True), "Enter")
        quiet(page)
    expect(step(page, "run").get_by_text("1,011 runs so far")).to_be_visible()
    press(page, page.get_by_role("button", name="Show the exact answer"), "Enter")
    expect(step(page, "compare").locator("[data-drawn]")).to_be_visible()
    expect(step(page, "compare").get_by_role("heading", level=2)).to_be_focused()


def answer(page: Page) -> None:
    """All checks by keyboard: from the first option on, until it is right."""
    for number in range(step(page, "check").locator("form").count()):
        form = step(page, "check").locator("form").nth(number)
        press(page, form.get_by_role("button", name="Hint"), "Enter")
        expect(form.locator(".km-l-hints li")).to_have_count(1)
        while not form.get_by_text("Right: ").count():
            tried = form.locator(".km-l-tried").count()
            press(page, form.locator("input[type=radio]:not(:disabled)").first, "Space")
            press(page, form.get_by_role("button", name="Answer"), "Enter")
            quiet(page)
            assert form.get_by_text("Right: ").count() or form.locator(".km-l-tried").count() == tried + 1
            if form.locator(".km-l-off").count():
                assert len(form.locator(".km-l-off").inner_text()) > 20, "a wrong answer gets a reply"
            page.locator("body").press("Home")
            page.evaluate("document.activeElement.blur()")


MODES = ((1280, False), (NARROW, True), (NARROW, False), (1280, True))
#: each lesson in one way, the first in two; every lesson in every way where KISMET_ALL_MODES is set
WHOLE = (
    [(id, *mode) for id in IDS for mode in MODES]
    if "KISMET_ALL_MODES" in os.environ
    else [(IDS[0], *MODES[0]), *((id, *MODES[n % len(MODES)]) for n, id in enumerate(IDS, 1))]
)


@pytest.mark.parametrize(("id", "width", "dark"), WHOLE)
def test_a_whole_lesson_by_keyboard(
    id: str, width: int, dark: bool, open_page: OpenPage, shot: Callable[[Page, str], Path]
) -> None:
    page = open_page(f"lessons/{id}.ipynb", width=width, dark=dark)
    expect(step(page, "example").locator("[data-drawn]")).to_be_visible()
    assert sideways(page) <= 0
    reveal(page)
    press(page, page.locator("summary", has_text="Unfold this number"), "Enter")
    press(page, step(page, "why").locator(".km-l-paths summary").first, "Enter")
    press(page, page.get_by_role("button", name="It goes up"), "Enter")
    expect(step(page, "change").locator("[data-drawn]")).to_be_visible()
    if step(page, "rank").count():
        press(page, step(page, "rank").get_by_role("button", name="More ↓").first, "Enter")
        press(page, page.get_by_role("button", name="This is my order"), "Enter")
        expect(step(page, "rank").locator("[data-drawn]")).to_be_visible()
    answer(page)
    expect(page.get_by_role("heading", name="What you say and what comes")).to_be_visible()
    expect(step(page, "check").locator(":scope > .km-l-body > .km-l-chart [data-drawn]")).to_be_visible()
    assert sideways(page) <= 0
    assert page.evaluate(NAMES) == []
    assert page.locator("main").count() == page.locator("h1").count() == 1
    assert page.locator("[role=status]").count() == 1
    assert faults(page) == []
    shot(page, f"lesson-{id}-{width}-{'dark' if dark else 'light'}")


def test_the_untouched_page_shows_a_finished_example_and_no_answer(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    chart = step(page, "example").locator(".km-chart")
    expect(chart.locator("[data-drawn]")).to_be_visible()
    assert chart.locator(".bars .point path").count() == 22, "filled and open bars"
    assert chart.locator(".scatterlayer .point").count() == 11
    for kind in ("run", "compare", "why", "change", "check", "back"):
        expect(step(page, kind).get_by_role("heading", level=2)).to_be_visible()
        assert step(page, kind).locator("button, img, .km-chart").count() == 0
    assert "7/12" not in page.locator("main").inner_text()


def test_chips_cannot_be_more_than_there_are(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    first = page.get_by_role("slider", name="Chips on 0")
    first.focus()
    page.keyboard.press("End")
    assert first.input_value() == "20"
    second = page.get_by_role("slider", name="Chips on 2")
    second.focus()
    page.keyboard.press("ArrowRight")
    assert second.input_value() == "0"
    first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("1 of 20 chips left to put down.")).to_be_visible()
    page.get_by_role("button", name="This is my prediction").click()
    expect(page.get_by_role("alert").get_by_text("1 of your 20 chips")).to_be_visible()
    assert first.get_attribute("aria-valuetext") == "19 chips, 1 left"


def test_a_slider_that_nobody_has_moved_is_no_prediction(open_page: OpenPage) -> None:
    page = open_page("lessons/06-what-is-left-in-the-deck.ipynb", width=NARROW)
    slider = page.get_by_role("slider", name="Chance of: none of them")
    lock = page.get_by_role("button", name="This is my prediction")
    expect(slider).to_have_attribute("aria-valuetext", "none of them: you have not said yet")
    press(page, lock, "Enter")
    expect(page.get_by_role("alert")).to_have_text("Move the slider first, or say fifty-fifty.")
    assert step(page, "run").locator("button").count() == 0
    page.get_by_role("button", name="Fifty-fifty").press("Enter")
    expect(slider).to_have_attribute("aria-valuetext", "none of them: 10 of 20, that is 50 %")
    slider.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "none of them: 9 of 20, that is 45 %")
    press(page, lock, "Enter")
    expect(step(page, "predict").get_by_text("You said: none of them, with a chance of 45 %.")).to_be_visible()


def test_unseen_outcomes_stay_empty_with_the_chance_of_missing_them(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    predict(page)
    press(page, page.get_by_role("button", name="Run once"), "Enter")
    rows = step(page, "run").locator("tbody tr")
    expect(rows.filter(has_text="not yet")).to_have_count(7)
    assert rows.filter(has_text="not yet").locator(".km-l-dot").count() == 0
    expect(step(page, "run").get_by_text("1 run would miss")).not_to_have_count(0)


def test_a_reload_goes_on_where_it_was(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    page.get_by_role("slider", name="Chips on 3").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("Object.values(localStorage).some(kept => JSON.parse(kept).chips?.includes(1))")
    page.reload()
    expect(page.get_by_role("slider", name="Chips on 3")).to_have_value("1", timeout=40_000)
    reveal(page)
    page.get_by_role("button", name="It goes down").click()
    expect(step(page, "change").locator(".km-l-good")).to_be_visible()
    before = step(page, "run").locator("table").inner_text()
    page.reload()
    expect(step(page, "change").locator(".km-l-good")).to_be_visible(timeout=40_000)
    assert step(page, "run").locator("table").inner_text() == before


def test_what_a_browser_keeps_may_be_anything(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    key = f"kismet:lesson:{IDS[0]}:{page.evaluate('location.pathname')}"
    for junk in ("{torn", json.dumps({"names": 3}), "null"):
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, junk])
        page.reload()
        expect(page.get_by_role("button", name="This is my prediction")).to_be_visible(timeout=40_000)


def test_the_table_opens_in_its_place_and_hides_the_odds_until_the_answer_is_out(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    page.get_by_role("button", name="Play here").click()
    table = step(page, "play").locator(".km-table")
    expect(table.get_by_role("button", name="End the turn")).to_be_visible(timeout=20_000)
    expect(table.locator(".km-t-odds")).to_be_hidden()
    note = table.locator(".km-note").first
    muted = note.evaluate("note => getComputedStyle(note).color !== getComputedStyle(note.closest('.km-table')).color")
    assert muted, "the look of a lesson leaves that of the table alone"
    page.get_by_role("button", name="Close the table").click()
    expect(table).to_have_count(0)
    reveal(page)
    page.locator("summary", has_text="Unfold this number").click()
    step(page, "why").locator(".km-l-paths summary").first.click()
    step(page, "why").get_by_role("button", name="See it at the table").first.click()
    expect(step(page, "why").locator(".km-table")).to_contain_text("Gem", timeout=20_000)
    page.get_by_role("button", name="Back to the table").click()
    expect(step(page, "back").locator(".km-t-odds")).to_be_visible(timeout=20_000)
    expect(page.locator(".km-table")).to_have_count(1)
    link = page.get_by_role("link", name="Open it on a page of its own").get_attribute("href")
    page.goto(page.url.rsplit("/", 1)[0] + "/" + link)
    expect(page.locator(".km-table").get_by_role("button", name="End the turn")).to_be_visible(timeout=40_000)


def test_a_term_explains_itself(open_page: OpenPage) -> None:
    page = open_page(FIRST, width=NARROW)
    term = page.get_by_role("button", name="exact answer")
    tip = page.get_by_role("tooltip").filter(has_text="counting every case")
    expect(tip).to_be_hidden()
    term.focus()
    expect(tip).to_be_visible()
    assert sideways(page) <= 0
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    term.hover()
    expect(tip).to_be_visible()


def test_the_teachers_sheet_is_saved(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    page.locator("summary", has_text="For teachers").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the teacher's sheet").click()
    assert download.value.suggested_filename == f"teacher-{IDS[0]}.html"
    assert "likely" in Path(download.value.path()).read_text(encoding="utf-8")


def test_start_again(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    reveal(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("summary", has_text="For teachers").click()
    page.get_by_role("button", name="Start this lesson again").click()
    expect(page.get_by_role("slider", name="Chips on 0")).to_have_value("0")
    assert step(page, "compare").locator(".km-chart").count() == 0


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Server]:
    """Lab on a copy of our notebooks, with a fresh workspace: it would open what an earlier visit left open."""
    shutil.copytree(NOTEBOOKS, tmp_path / "notebooks", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    place = {"JUPYTER_TOKEN": LAB_TOKEN, "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces")}
    with kismet(tmp_path / "log.txt", "lab", f"--notebooks={tmp_path / 'notebooks'}", **place) as server:
        yield server


def test_a_lesson_in_lab(lab: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{lab.url}lab/tree/{FIRST}?token={LAB_TOKEN}")
    run_in_lab(page, "button:has-text('Spread them evenly')")
    page.get_by_role("button", name="Spread them evenly").click()
    page.get_by_role("button", name="This is my prediction").click()
    page.get_by_role("button", name="Run 1,000").click()
    page.get_by_role("button", name="Show the exact answer").click()
    expect(step(page, "compare").locator("[data-drawn]")).to_be_visible()
