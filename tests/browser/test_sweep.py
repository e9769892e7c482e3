"""Random states of whole games on the screens of schools, each drawn on one open page per game without its kernel.

Nothing is cut, covered, squeezed or out of reach, and the hand keeps its height. axe-core finds no serious fault. Other
style sheets change nothing. States that once had a fault and the goals of the tutorials are tested too. Every run has
each size and path with some states. KISMET_LONG=1 tests 1,000 states per game on all screens.
"""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe, sweep, table_layout
from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.states import GAMES, Laid, drawn, goals, kept
from tests.browser.style_sheets import changed
from tests.browser.test_table import ready
from tests.conftest import LONG, sample_cases
from widgets.site.home_page import list_pages

LOOKS = [(WIDE, False), (NARROW, True), (NARROW, False), (WIDE, True)]  # width and dark, each with a state
#: names of the table in which something is said twice
TWICE = """() => [...document.querySelectorAll(".km-table [aria-label]")].filter((el) => el.checkVisibility())
    .map((el) => el.ariaLabel).filter((name) => new Set(name.split(", ")).size < name.split(", ").length)"""


def test_every_table_is_swept() -> None:
    assert {f"tables/{game}.ipynb" for game in GAMES} == {page.path for page in list_pages() if page.kind == "table"}


@pytest.mark.parametrize("game", GAMES)
def test_tables_on_every_screen(open_page: OpenPage, game: str) -> None:
    page = open_page(f"tables/{game}.ipynb", width=1366)
    ready(page)
    assert axe.faults(page) == []
    seed = Random().randrange(10**6) if LONG else 0  # the long one looks elsewhere each time, and says where
    number, screens = (1000, 40) if LONG else (40, 1)
    fixed = kept(game)
    states = [*drawn(game, number, seed), *(goal for goal in goals(game) if goal not in fixed)]
    states += sample_cases(fixed, 3)
    found = list(sweep.swept(page, states, screens, seed, fixed, 1 if LONG else 6))
    assert not any(one.faults for one in found), f"seed {seed}: {sweep.told(found)}"
    assert sweep.jumps(found) == [], f"seed {seed}"
    assert table_layout.problems(page, game) == []
    assert heard_faults(page, game) == []
    assert changed(page) == []
    opponents_open_by_a_click(page)


def heard_faults(page: Page, game: str) -> list[str]:
    """Return the findings of axe, and names that say something twice. Screens and themes change with each state."""
    laid, every, found = Laid(game), drawn(game, 40), []
    ends = [state for state in every if " end " in state.what][:1]
    for state, (width, dark) in zip(
        [*ends, *(one for one in every if one.then)], LOOKS[: 4 if LONG else 2], strict=False
    ):
        axe.turn(page, width, dark)
        page.evaluate(sweep.SETTLED)
        page.evaluate(sweep.LAY, laid(state))
        page.evaluate(sweep.SETTLED)
        page.evaluate("document.querySelectorAll('.km-table-odds details').forEach((fold) => (fold.open = true))")
        found += [f"{state}: {fault}" for fault in axe.faults(page)]
        found += [f"{state}: said twice: {name}" for name in page.evaluate(TWICE)]
    return found


def opponents_open_by_a_click(page: Page) -> None:
    page.set_viewport_size({"width": NARROW, "height": 844})
    page.reload()
    ready(page)
    opponent = page.locator(".km-table-others .km-player").first
    name = opponent.locator("h3 button")
    name.click()
    expect(name).to_have_attribute("aria-expanded", "true")
    assert opponent.evaluate("el => [...el.querySelectorAll('.km-group')].every((group) => group.checkVisibility())")
    name.click()
    expect(name).to_have_attribute("aria-expanded", "false")


def test_longer_words_fit(open_page: OpenPage) -> None:
    """Check German texts, which are a third longer, in places that were once too small."""
    page = open_page("tables/hadara.ipynb", width=1366, query="?language=de")
    page.locator(".km-table[lang=de]:not(.km-has-saved-game)").wait_for()
    ready(page)
    fixed = kept("hadara")
    tight = {state: fixed[state] for state in sample_cases([*fixed][:12], 3)}
    found = list(sweep.swept(page, list(tight), 1, 0, tight))
    assert "„" in page.evaluate("JSON.stringify(sweptTable.get('words'))")
    assert not any(one.faults for one in found), sweep.told(found)
