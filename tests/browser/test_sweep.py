"""Random states of whole games on the screens of schools.

Nothing is cut, covered, squeezed or out of reach, and the hand keeps its height. States that once
had a fault and the goals of the tutorials are tested too. Each state is drawn on one open page per game, without its
kernel, on a screen of its own. Every run has each size and path with some states. KISMET_LONG=1 tests 1,000 states per
game on all screens.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.browser import sweep
from tests.browser.conftest import OpenPage
from tests.browser.states import GAMES, drawn, goals, kept
from tests.browser.test_table import ready
from tests.conftest import LONG


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_on_every_screen(open_page: OpenPage, game: str) -> None:
    seed = Random().randrange(10**6) if LONG else 0  # the long one looks elsewhere each time, and says where
    number, screens = (1000, 40) if LONG else (40, 1)
    page = open_page(f"tables/{game}.ipynb", width=1366)
    ready(page)
    fixed = kept(game)
    states = [*drawn(game, number, seed), *(goal for goal in goals(game) if goal not in fixed), *fixed]
    found = list(sweep.swept(page, states, screens, seed, fixed, 1 if LONG else 3))
    assert not any(one.faults for one in found), f"seed {seed}: {sweep.told(found)}"
    assert sweep.jumps(found) == [], f"seed {seed}"


def test_longer_words_fit(open_page: OpenPage) -> None:
    """Check German texts, which are a third longer, in places that were once too small."""
    page = open_page("tables/hadara.ipynb", width=1366, query="?language=de")
    page.locator(".km-table[lang=de]:not(.km-has-saved-game)").wait_for()
    ready(page)
    tight = dict(islice(kept("hadara").items(), 12))
    found = list(sweep.swept(page, list(tight), 1, 0, tight))
    assert "„" in page.evaluate("JSON.stringify(sweptTable.get('words'))")
    assert not any(one.faults for one in found), sweep.told(found)
