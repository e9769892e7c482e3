"""axe-core finds no serious fault on any page: light and dark, wide and narrow, the tables in several states.

Lessons and dashboards are checked when they are open anyway (test_lessons_whole.py, test_dashboards.py).
"""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.states import Laid, drawn
from tests.browser.sweep import LAY, SETTLED, paper
from tests.browser.test_table import ready
from widgets.site.home_page import HOME_NOTEBOOK, list_pages

PLAIN = [HOME_NOTEBOOK, *(page.path for page in list_pages() if page.kind == "rulebook")]
TABLES = {
    "tables/court.ipynb": "harem",
    "tables/towers.ipynb": "towers",
    "tables/emira.ipynb": "emira",
    "tables/hadara.ipynb": "hadara",
    "tables/wishes.ipynb": "wishes",
}
#: rules that axe leaves out unless it is asked
MORE_RULES = ("label-content-name-mismatch", "target-size")
STATES = 4  # of each table
PAPER = {False: "rgb(253, 250, 243)", True: "rgb(21, 23, 42)"}
_FAULTS = """async (more) => {
    const rules = Object.fromEntries(more.map((id) => [id, { enabled: true }]));
    const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}\\n${failureSummary}`));
}"""

#: names of the table in which something is said twice
_TWICE = """() => [...document.querySelectorAll(".km-table [aria-label]")].filter((el) => el.checkVisibility())
    .map((el) => el.ariaLabel).filter((name) => new Set(name.split(", ")).size < name.split(", ").length)"""


def faults(page: Page) -> list[str]:
    """Return the serious and critical findings of axe on the present page: rule, selector and reason."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(_FAULTS, list(MORE_RULES)))


def turn(page: Page, width: int, dark: bool) -> None:
    """Change window and theme of the page without a reload."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if dark else "light")
    expect(page.locator("body")).to_have_css("background-color", PAPER[dark])


@pytest.mark.parametrize("path", PLAIN)
def test_pages(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    assert faults(page) == []
    turn(page, NARROW, True)
    assert faults(page) == []
    assert paper(page, path) == []


def test_every_table_is_looked_at() -> None:
    assert set(TABLES) == {page.path for page in list_pages() if page.kind == "table"}


@pytest.mark.parametrize("path", TABLES)
def test_tables(open_page: OpenPage, path: str) -> None:
    """Draw four states of whole games each on one page without its kernel. Screens and themes change each time."""
    page = open_page(path)
    ready(page)
    assert faults(page) == []
    game = path.removeprefix("tables/").removesuffix(".ipynb")
    laid, every = Laid(game), drawn(game, 60, 7)
    ends = [state for state in every if " end " in state.what][:1]
    states = [*ends, *(state for state in every if state.then)][:STATES]
    assert len(states) == STATES
    found = []
    for i, state in enumerate(states):
        turn(page, NARROW if i % 2 else WIDE, dark=i % 4 > 1)
        page.evaluate(SETTLED)
        page.evaluate(LAY, laid(state))
        page.evaluate(SETTLED)
        page.evaluate("document.querySelectorAll('.km-table-odds details').forEach((fold) => (fold.open = true))")
        found += [f"{state}: {fault}" for fault in faults(page)]
        found += [f"{state}: said twice: {name}" for name in page.evaluate(_TWICE)]
    assert found == []
