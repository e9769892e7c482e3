"""Lessons in a browser: one step at a time, chips, runs, a reload that continues, the table, a phone, JupyterLab."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NARROW, OpenPage, sideways
from tests.browser.lesson_page import FIRST, FIRST_ID, go_on, play, predict, quiet, step, to_predict


def test_one_step_at_a_time_and_later_ones_are_closed(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    rail = page.get_by_role("navigation", name="Steps of this lesson")
    expect(rail.get_by_role("button")).to_have_count(10)
    expect(rail.get_by_role("button", name="Example (you are here)")).to_be_enabled()
    expect(rail.get_by_role("button", name="Predict (not open yet)")).to_be_disabled()
    assert page.locator(".km-lesson-step").count() == 1
    assert "7/12" not in page.locator("main").inner_text()
    to_predict(page)
    rail.get_by_role("button", name="Example").click()
    expect(step(page, "example")).to_be_visible()
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    page.locator("summary", has_text="For teachers").click()
    page.get_by_role("button", name="Open all steps").click()
    rail.get_by_role("button", name="Summary").click()
    expect(step(page, "sum")).to_contain_text("7/12")
    expect(page.get_by_role("link", name="Gem or gold")).to_be_visible()
    page.get_by_role("button", name="Enlarge for a projector").click()
    expect(page.locator(".km-lesson")).to_have_css("font-size", "24px")
    assert sideways(page) <= 0


def test_chips_are_tapped_held_and_dragged_and_cannot_be_more_than_there_are(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    to_predict(page)
    first, grip = page.locator("[data-key='chip:0']"), page.locator("[data-key='chip:0'] .km-outcomes-grip")
    lock = page.locator("[data-key=lock]")
    expect(lock).to_have_text("This is my prediction (20 chips left)")
    for _ in range(4):
        first.press("ArrowUp")
    page.get_by_role("button", name="Add five chips to 0").click()
    expect(grip).to_have_text("9")
    first.hover()
    page.mouse.down()
    expect(grip).to_have_text("20")  # a press that is held adds more and more
    page.mouse.up()
    expect(lock).to_have_text("This is my prediction")
    page.get_by_role("button", name="Take one chip from 0").click()
    expect(page.get_by_text("1 of 20 chips left.")).to_be_visible()
    lock.click()
    expect(page.get_by_role("alert").get_by_text("1 of your 20 chips")).to_be_visible()
    first.click()
    page.locator("[data-key='chip:1']").click()
    expect(page.get_by_role("button", name="2: 0 chips. Add one more")).to_be_visible()
    page.get_by_role("button", name="Take one chip from 0").click()
    expect(page.get_by_role("button", name="0: 19 chips. Add one more")).to_be_visible()
    expect(page.locator(".km-outcomes-chip")).to_have_count(19)
    expect(page.get_by_role("alert")).to_have_count(0)
    high, low = grip.bounding_box(), page.locator("[data-key='chip:1'] .km-outcomes-grip").bounding_box()
    assert high
    assert low
    x = high["x"] + high["width"] / 2
    page.mouse.move(x, high["y"] + high["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, (high["y"] + low["y"] + high["height"]) / 2)
    page.mouse.up()
    expect(grip).to_have_text(re.compile("^(9|10)$"))  # half of 19, as the other column has none
    dragged = int(grip.inner_text())
    page.locator("[data-key='chip:0']").press("PageDown")
    expect(grip).to_have_text(str(dragged - 5))


def test_a_slider_that_nobody_has_moved_is_no_prediction(open_page: OpenPage) -> None:
    page = open_page("lessons/06-what-is-left-in-the-deck.ipynb", width=NARROW)
    to_predict(page)
    slider = page.get_by_role("slider", name="Probability of: none of them")
    lock = page.get_by_role("button", name="This is my prediction")
    expect(slider).to_have_attribute("aria-valuetext", "none of them: you haven’t answered yet")
    lock.click()
    expect(page.get_by_role("alert")).to_have_text("Move the slider first, or choose fifty-fifty.")
    page.get_by_role("button", name="Fifty-fifty").press("Enter")
    expect(slider).to_have_attribute("aria-valuetext", "none of them: 10 of 20, that is 50%")
    slider.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "none of them: 9 of 20, that is 45%")
    lock.click()
    expect(step(page, "run")).to_be_visible()


def test_one_dot_falls_for_one_roll(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    to_predict(page)
    predict(page)
    expect(page.locator(".km-outcomes-dot")).to_have_count(0)
    page.locator("[data-key='run:1']").click()
    expect(page.locator(".km-outcomes-dot")).to_have_count(1)
    expect(page.locator(".km-lesson-trial .km-trial-die")).to_have_count(2)
    page.locator("[data-key='run:10']").click()
    expect(page.locator(".km-outcomes-dot")).to_have_count(11)
    expect(page.locator(".km-outcomes-curve")).to_be_visible()
    assert page.locator(".km-outcomes-interval").count() == 0, "bands say nothing of eleven runs"
    page.get_by_role("button", name="Compare (after 19 more trials)").click()
    expect(page.get_by_role("alert")).to_have_text("Do 30 trials first.")


def test_what_is_half_done_is_there_after_a_reload_and_no_word_is_lost(open_page: OpenPage) -> None:
    """Reload unfinished steps. test_lessons_whole.py reloads finished ones."""
    page = open_page(FIRST)
    page.on("dialog", lambda dialog: dialog.accept())
    to_predict(page)
    page.locator("[data-key='chip:2']").click()
    page.get_by_label("My reason").fill("sevens")
    page.wait_for_function("Object.values(localStorage).some(kept => kept.includes('sevens'))")
    quiet(page)
    page.reload()
    expect(step(page, "predict")).to_be_visible()
    quiet(page)
    expect(page.locator(".km-outcomes-chip")).to_have_count(1)
    expect(page.get_by_label("My reason")).to_have_value("sevens")
    predict(page)
    page.locator("[data-key='run:1000']").click()
    expect(page.get_by_text("1,000 results")).to_be_visible()
    page.get_by_role("button", name="Compare with the exact answer").click()
    expect(step(page, "compare").get_by_text("You wrote: “sevens”")).to_be_visible()
    go_on(page)
    page.get_by_role("button", name="Show me").click()
    page.get_by_label("What would you write now?").fill("pairs")
    page.locator("[data-key=next]").click()
    expect(step(page, "change")).to_be_visible()
    page.locator("[data-key='go:why']").click()
    expect(page.get_by_label("What would you write now?")).to_have_value("pairs")
    page.locator("summary", has_text="For teachers").click()
    page.get_by_role("button", name="Start this lesson again").click()
    expect(step(page, "example")).to_be_visible()
    to_predict(page)
    expect(page.locator(".km-outcomes-chip")).to_have_count(0)


def test_a_link_with_work_loses_nothing(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    go_on(page)
    address = page.url
    page.locator(".km-lesson-foot > summary").click()
    page.get_by_role("button", name="A link to my work").click()
    expect(page.locator(".km-lesson-handed-in input")).to_have_value(re.compile("#work="))
    link = page.locator(".km-lesson-handed-in input").input_value()
    play(page)
    go_on(page)
    expect(step(page, "predict")).to_be_visible()
    page.goto(link)
    expect(step(page, "play")).to_be_visible()
    expect(page.get_by_text("This is the work of your link.")).to_be_visible()
    expect(page).to_have_url(address)
    page.reload()
    expect(step(page, "play")).to_be_visible()
    page.locator(".km-lesson-foot > summary").click()
    page.get_by_role("button", name="Switch to my other work").click()
    expect(step(page, "predict")).to_be_visible()
    for _ in range(2):  # a link that is opened again takes back nothing
        page.goto("about:blank")
        page.goto(link)
        expect(page.get_by_text("This is your newer work.")).to_be_visible()
        expect(step(page, "predict")).to_be_visible()
    expect(page).to_have_url(address)
    page.goto(link[:-9])
    expect(page.get_by_text("There is no work for this lesson in this link.")).to_be_visible()
    expect(step(page, "predict")).to_be_visible()


def test_what_a_browser_keeps_may_be_anything(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    key = f"kismet:lesson:{FIRST_ID}:{page.evaluate('location.pathname')}"
    for junk in ("{torn", json.dumps({"names": 3}), "null"):
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, junk])
        page.evaluate("localStorage.setItem('kismet:sureness', '[3')")
        page.reload()
        expect(page.locator("[data-key=next]")).to_be_visible()


def test_the_table_opens_in_its_place_and_hides_the_odds_until_the_answer_is_out(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    go_on(page)
    page.get_by_role("button", name="Play the whole game").click()
    table = page.locator(".km-lesson-slot .km-table")
    expect(table.get_by_role("button", name="End your turn")).to_be_visible()
    expect(table.locator(".km-table-odds")).to_be_hidden()
    page.get_by_role("button", name="Close the table").click()
    expect(table).to_have_count(0)
    play(page)
    go_on(page)
    predict(page)
    page.locator("[data-key='run:1000']").click()
    page.get_by_role("button", name="Compare with the exact answer").click()
    expect(step(page, "compare")).to_be_visible()
    go_on(page)
    page.get_by_role("button", name="Show me").click()
    page.locator("summary", has_text="See where this number comes from").click()
    step(page, "why").locator(".km-lesson-paths summary").first.click()
    page.get_by_role("button", name="See it at the table").first.click()
    expect(table).to_contain_text("Gem")
    expect(page.locator(".km-table")).to_have_count(1)
    link = page.get_by_role("link", name="Open it on its own page").get_attribute("href")
    page.goto(page.url.rsplit("/", 1)[0] + "/" + link)
    expect(page.locator(".km-table").get_by_role("button", name="End your turn")).to_be_visible()


def test_a_term_explains_itself(open_page: OpenPage) -> None:
    page = open_page("lessons/00-three-coins.ipynb", width=NARROW)
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


def test_the_worksheet_is_saved_and_has_no_key(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    page.locator("summary", has_text="For teachers").click()
    expect(page.get_by_text(f"kismet sheet {FIRST_ID}")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the worksheet").click()
    assert download.value.suggested_filename == f"worksheet-{FIRST_ID}.html"
    assert "7/12" not in Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize("id", [FIRST_ID, "11-a-tower-that-closes"])
def test_button_and_picture_are_in_sight_together_on_a_phone(open_page: OpenPage, id: str) -> None:
    """Check moves and results in Play, and buttons and columns in Run."""
    page = open_page(f"lessons/{id}.ipynb", width=NARROW)
    page.set_viewport_size({"width": NARROW, "height": 844})

    def in_sight(*selectors: str) -> None:
        page.get_by_role("heading", level=2).evaluate("el => el.scrollIntoView({ block: 'start' })")
        for selector in selectors:
            box = page.locator(selector).first.bounding_box()
            assert box, selector
            assert box["y"] >= 0, selector
            assert box["y"] + box["height"] <= 844, selector

    page.locator("[data-key=next]").click()
    quiet(page)
    in_sight(".km-lesson-trial", "[data-key='move:0']")
    play(page)
    page.locator("[data-key=next]").click()
    predict(page)
    in_sight(".km-lesson-trial", "[data-key='run:10']", "[data-key='run:1000']", ".km-outcomes")
