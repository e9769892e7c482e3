"""axe-core finds nothing serious on any page: light and dark, wide and narrow, the tables in several states.

Lessons and dashboards are looked at where they are opened anyway (test_lessons_whole.py, test_dashboards.py).
"""

from __future__ import annotations

from random import Random

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

import gamelib
from gamelib import Chance, End, Record
from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.test_table import button, click, menu_click, ready
from widgets.site.gallery import HOME, pages

PLAIN = [HOME, *(page.path for page in pages() if page.kind == "rulebook")]
TABLES = {
    "tables/court.ipynb": "harem",
    "tables/towers.ipynb": "towers",
    "tables/emira.ipynb": "emira",
    "tables/hadara.ipynb": "hadara",
    "tables/wishes.ipynb": "wishes",
}
#: rules that axe leaves out unless it is asked
MORE_RULES = ("label-content-name-mismatch", "target-size")
PAPER = {False: "rgb(253, 250, 243)", True: "rgb(21, 23, 42)"}
_FAULTS = """async (more) => {
    const rules = Object.fromEntries(more.map((id) => [id, { enabled: true }]));
    const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}\\n${failureSummary}`));
}"""


def faults(page: Page) -> list[str]:
    """What axe finds on the page as it is now, serious or critical: rule, selector and why."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(_FAULTS, list(MORE_RULES)))


def turn(page: Page, width: int, dark: bool) -> None:
    """The same page in another window and theme, without a reload."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if dark else "light")
    expect(page.locator("body")).to_have_css("background-color", PAPER[dark])


def link(game: str) -> str:
    """A whole game of as few random players as there may be, at its end."""
    rng, rules = Random(5), gamelib.game(game)
    record = Record(rules, min(rules.seats))
    while not isinstance(node := record.state.node, End):
        record.play(node.sample(rng) if isinstance(node, Chance) else rng.choice(list(record.state.legal)))
    return f"game={record.to_link()}&step={len(record)}"


@pytest.mark.parametrize("path", PLAIN)
def test_pages(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    assert faults(page) == []
    turn(page, NARROW, True)
    assert faults(page) == []


def test_every_table_is_looked_at() -> None:
    assert set(TABLES) == {page.path for page in pages() if page.kind == "table"}


@pytest.mark.parametrize("path", TABLES)
def test_tables(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    ready(page)
    assert faults(page) == []
    turn(page, NARROW, True)
    page.locator(".km-t-mine .km-card, .km-t-hand .km-dim, .km-t-hand .km-card").last.click()
    page.evaluate("document.querySelectorAll('.km-table details').forEach((fold) => (fold.open = true))")
    assert faults(page) == []
    menu_click(page, "New game")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.evaluate("link => (location.hash = link)", link(TABLES[path]))
    told = page.locator(".km-moment, .km-scores")
    expect(told).to_be_visible()
    while page.locator(".km-moment").count():  # what happened last comes before the scores
        assert faults(page) == []
        page.locator(".km-moment > .km-btn").click()
        expect(told).to_be_visible()
    expect(page.locator(".km-scores")).to_be_visible()
    turn(page, WIDE, False)
    assert faults(page) == []
    click(page, "First step")
    click(page, "One step forward")
    button(page, "What if?").click()
    ready(page)
    assert faults(page) == []
