"""A deal of the day in the browser: from the home page to the line to share, at both sizes of the window."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, sideways
from tests.browser.test_play import CLICK
from tests.browser.test_table import ready
from tests.browser.test_whole_games import STATE, WANTED

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1366, "height": 650}
SECOND_HAS_ENDED = "() => document.querySelectorAll('.km-day-result ol li').length === 3"
COPIED = """() => Object.defineProperty(navigator, "clipboard", {
    value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } })"""


def play_to_the_end(page: Page) -> None:
    tried, before = 0, ""
    while True:
        ready(page)
        now = page.evaluate(STATE)
        if now.startswith("end|") and page.locator(".km-game-result").is_visible():
            return
        tried = tried + 1 if now == before else 0
        assert tried < 40, f"nothing leads on from {now}"
        before = now
        page.evaluate(CLICK, [WANTED, tried // 3])


def test_a_deal_of_the_day_from_home_to_the_line_to_share(open_page: OpenPage) -> None:
    page = open_page()
    page.clock.install(time="2026-11-26T10:00:00")  # the game of this date is Towers
    page.reload()
    link = page.locator(".km-day-link")
    expect(link).to_have_text("Deal of the day, 26 November 2026: Towers")
    link.click()
    page.clock.resume()
    ready(page)
    title = page.locator(".km-table-title")
    expect(title).to_contain_text("Deal of the day, 26 November 2026")
    assert page.url.endswith("#day=2026-11-26")
    page.set_viewport_size(PHONE)
    assert sideways(page) == 0
    page.locator(".km-table [data-key=menu]").click()
    expect(page.locator(".km-menu [data-key=day]")).to_be_visible()
    expect(page.locator(".km-menu [data-key=people]")).to_have_count(0)
    page.keyboard.press("Escape")
    hand = page.locator(".km-table-hand").inner_text()
    page.reload()
    ready(page)
    assert page.locator(".km-table-hand").inner_text() == hand
    page.set_viewport_size(LAPTOP)
    play_to_the_end(page)
    page.wait_for_function(SECOND_HAS_ENDED)
    rows = page.locator(".km-day-result ol li")
    expect(rows.nth(1)).to_contain_text("Heuristic bot")
    expect(rows.nth(2)).to_contain_text("Search bot")
    page.evaluate(COPIED)
    page.locator("[data-key=day_copy]").click()
    expect(page.locator(".km-day-result [role=status]")).to_have_text("Copied.")
    line = page.evaluate("window.copied")
    shared = r"Kismet, deal of the day, Towers, 26 November 2026: me \S+, Heuristic bot \S+, Search bot \S+ points"
    assert re.fullmatch(shared + r" \(first attempt\)\. http\S+towers\.\w+#day=2026-11-26", line)
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        assert sideways(page) == 0
        page.locator("[data-key=day_copy]").scroll_into_view_if_needed()
        expect(page.locator("[data-key=day_copy]")).to_be_in_viewport()
    page.get_by_role("button", name="Play this deal again").click()
    expect(title).to_contain_text("Deal of the day")
    expect(page.locator(".km-day-result")).to_have_count(0)
