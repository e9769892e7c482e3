"""Two people pass a phone: a curtain between their turns, behind which the page contains nothing of the game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, sideways
from tests.browser.test_play import CLICK
from tests.browser.test_table import ready
from tests.browser.test_whole_games import STATE, WANTED

PHONE = {"width": 390, "height": 844}
HAND = "() => [...document.querySelectorAll('.km-table-hand button')].map((card) => card.ariaLabel || card.innerText)"
OUTSIDE_SCRIPTS = """() => [...document.body.querySelectorAll("*")].filter((el) => !el.closest("script, style"))
    .map((el) => [...el.attributes].map(({ value }) => value).join(" ") + el.innerText).join(" ")"""
CURTAIN, MENU = ".km-curtain", ".km-table [data-key=menu]"
CLOSE = '[data-key="control:close_curtain"]'


def expect_closed(page: Page, hand: list[str]) -> str:
    """Check that the page behind the curtain has nothing of the game, and return the name of the next person."""
    title = page.locator(f"{CURTAIN} h2")
    expect(title).to_be_focused()
    assert page.locator(f"{CURTAIN} *").count() == 3
    assert page.locator(".km-card, .km-canvas, dialog, .km-table-log, .km-table-live-region").count() == 0
    assert page.url.partition("#")[2] == ""
    content = page.evaluate(OUTSIDE_SCRIPTS) + page.title()
    assert [card for card in hand if card in content] == []
    assert sideways(page) == 0
    return title.inner_text()


def open_curtain(page: Page) -> list[str]:
    """Open the curtain and return the cards in the hand."""
    page.locator(f"{CURTAIN} button").click()
    expect(page.locator(".km-table-question h2")).to_be_visible()
    ready(page)
    hand: list[str] = page.evaluate(HAND)
    assert hand
    return hand


def play_until_closed(page: Page) -> None:
    tried, before = 0, ""
    while not page.locator(CURTAIN).count():
        now = page.evaluate(STATE)
        tried = tried + 1 if now == before else 0
        assert tried < 200, f"nothing leads on from {now}"
        before = now
        page.evaluate(CLICK, [[CLOSE, *WANTED], tried // 3 % 8])


def test_two_people_pass_a_phone(open_page: OpenPage) -> None:
    page = open_page("tables/court.ipynb", width=PHONE["width"])
    page.set_viewport_size(PHONE)
    ready(page)
    page.locator(MENU).click()
    page.get_by_role("button", name="Pass the screen").click()
    expect(page.get_by_label("Between two people’s turns")).to_have_value("0")
    page.get_by_role("button", name="Start", exact=True).click()
    hand: list[str] = []
    titles = []
    for _ in range(3):
        titles.append(expect_closed(page, hand))
        hand = open_curtain(page)
        if len(titles) == 2:
            page.reload()
            assert expect_closed(page, hand) == titles[-1]
            assert open_curtain(page) == hand
        page.locator(MENU).click()
        expect(page.locator(".km-menu [data-key=seat]")).to_have_count(0)
        page.locator(MENU).click()
        play_until_closed(page)
    assert titles[0] == titles[2] != titles[1]
    assert {title.rpartition(" ")[2] for title in titles} == {"Ada", "Ben"}
