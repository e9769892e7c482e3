"""A whole game from the first choice to the scores, by keyboard alone. Long: set KISMET_LONG=1."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.test_table import ready

pytestmark = pytest.mark.skipif(not os.environ.get("KISMET_LONG"), reason="long: set KISMET_LONG=1")

# What a person would do next, the most useful first; `nth` goes on where the same thing has done nothing.
WANTED = [
    '.km-t-odds [data-k="moment"]',
    ".km-cell.km-target",
    '.km-t-ask [data-k^="do:"]',
    '.km-t-ask [data-k="control:play_on"]',
    '.km-t-ask [data-k="control:roll"]',
    '.km-t-ask [data-k="control:next"]',
    ".km-t-hand .km-play:not(.km-selected)",
    ".km-table :is(.km-pile, .km-piece, .km-card).km-play:not(.km-selected)",
    '.km-t-ask [data-k^="bar:"]',
    '.km-t-ask .km-entry [type="submit"]',
    '.km-t-ask [data-k="let_go"]',
]
SEEN = """wanted => wanted.flatMap((selector, i) =>
    [...document.querySelectorAll(selector)].some((el) => el.checkVisibility() && !el.disabled) ? [i] : [])"""
STATE = """() => [document.querySelector('.km-table').dataset.kind,
    ...['.km-where b', '.km-question h2'].map((of) => document.querySelector(of)?.textContent)].join('|')"""
REACHED = "([selector]) => document.activeElement?.matches(selector) ?? false"


def by_keys(page: Page, selector: str) -> None:
    for _ in range(150):
        if page.evaluate(REACHED, [selector]):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {selector}")


@pytest.mark.parametrize("game", ["towers"])
def test_a_whole_game_by_keyboard(open_page: OpenPage, game: str) -> None:
    page = open_page(f"tables/{game}.ipynb", width=1366)
    ready(page)
    if page.locator(".km-intro button").is_visible():
        by_keys(page, ".km-intro button")
    acts, before, tried = 0, "", 0
    while not (now := page.evaluate(STATE)).startswith("end|"):
        tried = tried + 1 if now == before else 0
        offered = page.evaluate(SEEN, WANTED)
        assert offered, now
        assert tried < 12, f"nothing leads on from {now}"
        before = now
        by_keys(page, WANTED[offered[min(tried // 2, len(offered) - 1)]])
        ready(page)
        acts += 1
        assert acts < 1500
    assert page.locator(".km-end .km-scores li").count() >= 2 or page.locator('[data-k="moment"]').is_visible()
