"""Whole games from the first choice to the scores, by keyboard or touch only. KISMET_LONG=1 runs them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NARROW, OpenPage
from tests.browser.test_table import ready
from tests.conftest import LONG

pytestmark = pytest.mark.skipif(not LONG, reason="long: set KISMET_LONG=1")

GAMES = ["court", "emira", "hadara", "towers", "wishes"]
# What a person would do next, the most useful first; what has done nothing gives way to the next.
WANTED = [
    '.km-table-odds [data-key="moment"]',
    ".km-cell.km-target",
    '.km-table-question [data-key^="do:"]',
    '.km-table-question [data-key="control:play_until_human"]',
    '.km-table-question [data-key="control:resolve_chance"]',
    '.km-table-question [data-key="control:play_next_step"]',
    '.km-table-question [data-key^="set:"]',
    '.km-table-hand .km-play[aria-pressed="false"]',
    ".km-table-hand button.km-action",
    ".km-table-hand .km-play:not(.km-selected)",
    ".km-table :is(.km-pile, .km-piece, .km-card).km-play:not(.km-selected)",
    '.km-table-question [data-key^="bar:"]',
    '.km-table-question .km-bid-control [type="submit"]',
    '.km-table-question [data-key="let_go"]',
]
SEEN = """wanted => wanted.flatMap((selector, i) =>
    [...document.querySelectorAll(selector)].some((el) => el.checkVisibility() && !el.disabled) ? [i] : [])"""
STATE = """() => [document.querySelector('.km-table').dataset.kind,
    ...['.km-step-label b', '.km-question h2', '[data-key="moment"]']
        .map((of) => document.querySelector(of)?.textContent)
].join('|')"""
REACHED = "([selector]) => document.activeElement?.matches(selector) ?? false"
MOST_ACTS = 1500


def by_keys(page: Page, selector: str) -> None:
    """Press Enter on the first such element that Tab, or an arrow within a row, reaches."""
    for _ in range(150):
        if page.evaluate(REACHED, [selector]):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {selector}")


def by_touch(page: Page, selector: str) -> None:
    """Touch the first such element that is visible."""
    page.locator(f"{selector} >> visible=true").first.tap()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("time", ["first", "second"])  # each time another deal: the pages begin without a seed
@pytest.mark.parametrize(("go", "width"), [(by_keys, 1366), (by_touch, NARROW)], ids=["keyboard", "touch"])
def test_a_whole_game(open_page: OpenPage, game: str, go: Callable[[Page, str], None], width: int, time: str) -> None:
    page = open_page(f"tables/{game}.ipynb", width=width, touch=go is by_touch)
    ready(page)
    acts, before, tried = 0, "", 0
    while True:
        now, offered = page.evaluate(STATE), page.evaluate(SEEN, WANTED)
        if now.startswith("end|") and 0 not in offered:  # its last scene has been read
            break
        tried = tried + 1 if now == before else 0
        assert offered, now
        assert tried < 2 * len(offered) + 2, f"nothing leads on from {now}"
        before = now
        go(page, WANTED[offered[min(tried // 2, len(offered) - 1)]])
        ready(page)
        acts += 1
        assert acts < MOST_ACTS
    print(f"{game}, {time} time: {acts} acts")
    assert page.locator(".km-game-result .km-scores li").count() >= 2
