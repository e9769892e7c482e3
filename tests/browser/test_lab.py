"""The lab's dashboard of strategies in a real page: knobs by keyboard, a match that goes on, another game."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NARROW, OpenPage, sideways
from tests.browser.test_axe import faults, turn
from tests.browser.test_dashboards import NAMES, big, block, picture


def test_strategies(open_page: OpenPage) -> None:
    page = open_page("lab/strategies.ipynb")
    expect(big(page)).to_have_text("Not known yet")
    expect(picture(page, "band").locator("[data-drawn]")).to_be_visible(timeout=40_000)
    match = block(page, "match")
    expect(match).to_contain_text("20 games: ")
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    assert faults(page) == []

    order = page.locator("[data-name=A_aims]")
    items = order.get_by_role("listitem").locator("span")
    expect(items).to_have_text(["gold into the treasury, the dearest first", "a first guard"])
    page.get_by_role("radio", name="Towers").check()
    expect(items).to_have_text(["close a tower, the fullest first", "a card that matches, so that the turn goes on"])
    expect(page.get_by_role("radio", name="Towers")).to_be_focused()
    expect(match).to_contain_text("played twice")
    order.get_by_role("button", name="Add: stop after a match").focus()
    page.keyboard.press("Enter")
    up = order.get_by_role("button", name="stop after a match: up")
    expect(up).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(items.first).to_have_text("stop after a match")
    page.get_by_role("radio", name="20", exact=True).check()
    match.get_by_role("button", name="Keep playing").click()
    expect(match).to_contain_text("That was the number you chose.", timeout=40_000)
    expect(match).to_have_attribute("data-running", "false")
    expect(page).to_have_url(re.compile("A_aims=stop.close.match"))
    assert all(name.strip() for _, name in page.evaluate(NAMES))
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    turn(page, NARROW, True)
    assert faults(page) == []
    assert sideways(page) <= 0
    page.reload()
    expect(items.first).to_have_text("stop after a match")
