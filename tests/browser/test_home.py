"""Home page: every page that exists, pictures drawn from data, and the data that the browser has stored."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NARROW, WIDE, sideways
from widgets.site.home_page import list_pages

LINKS = ".km-home section a:not(.km-class-link, .km-day-link)"


@pytest.mark.parametrize(("width", "dark"), [(WIDE, False), (NARROW, True)])
def test_home_lists_every_page(open_page, shot, width, dark):
    page = open_page(width=width, dark=dark)
    assert page.locator(".km-path i").evaluate_all("all => all.every((circle) => circle.textContent)")
    links = page.locator(LINKS).evaluate_all("links => links.map(a => a.getAttribute('href'))")
    assert sorted(links) == sorted(p.path for p in list_pages())
    assert page.locator("h1").count() == 1
    assert page.locator(".km-entry-links a").count() == 4
    games = sum(p.kind == "table" for p in list_pages())
    assert page.locator(".km-pic-box > svg.km-picture").count() == games
    assert page.locator(".km-question-entry svg.km-sketch").count() == sum(p.kind == "dashboard" for p in list_pages())
    page.keyboard.press("?")
    keys = page.locator("dialog.km-shortcut-list")
    expect(keys).to_contain_text("press a button")
    expect(keys).not_to_contain_text("slider")  # there is none on this page
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    assert sideways(page) == 0
    if width == NARROW:
        assert page.evaluate("document.documentElement.scrollHeight") < 3000
    shot(page, f"home-{width}-{'dark' if dark else 'light'}")


def test_the_dice_of_home_roll_by_themselves_once(open_page):
    page = open_page()
    stones = page.locator(".km-dice-demo-sums > i[style]")
    expect(page.locator(".km-flat-die")).to_have_count(2)
    assert stones.count() == 0  # whoever wants less motion sees them lie still
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    expect(stones).to_have_count(11)
    assert page.locator(".km-dice-demo-said").inner_text() == ""
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".km-dice-demo-said")).to_contain_text("=")


def test_home_knows_where_the_reader_was(open_page):
    page = open_page()
    lessons = [p.path for p in list_pages() if p.kind == "lesson"]
    table = next(p.path for p in list_pages() if p.kind == "table")
    told = page.locator(".km-path .km-path-progress")
    assert told.first.inner_text() == "start here"
    again = page.locator(".km-again")
    expect(again).to_be_hidden()
    page.get_by_role("link", name="I want to learn probability").click()
    expect(page.locator(".km-path a").first).to_be_in_viewport()
    base = page.evaluate("location.pathname").removesuffix("index.ipynb")
    kept = {
        f"kismet:lesson:x:{base}{lessons[0]}": {
            "locked": True,
            "finished": True,
            "answers": [[0, [1], 60, 0], [0, [], 0, 0]],
        },
        f"kismet:lesson:y:{base}{lessons[1]}": {"locked": True, "answers": [[0, [], 60, 0]]},
        f"kismet:game:{base}{table}": {"step": 17, "lines": []},
        f"kismet:lesson:z:{base}{lessons[3]}": "not what a lesson keeps",
    }
    page.evaluate(
        "kept => { for (const name in kept) localStorage.setItem(name, kept[name]); }",
        {name: json.dumps(data) for name, data in kept.items()},
    )
    page.reload()
    page.locator(".km-path [data-state=done]").wait_for()
    assert [told.nth(i).inner_text() for i in range(4)] == ["done", "continue here", "", ""]
    expect(again).to_have_attribute("href", re.compile(f"{lessons[1]}$"))
    expect(page.locator(".km-home a").first).to_have_text(again.inner_text())  # who comes back finds it first
    assert page.locator(".km-go-on-link").first.inner_text() == "Continue at step 17"
    page.locator(".km-path a").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{lessons[1]}")
