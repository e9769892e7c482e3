"""The home page: cards to every page that exists, in every size and colour."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NARROW, WIDE, sideways
from widgets.site.gallery import pages


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_home_lists_every_page(open_page, shot, width, dark):
    page = open_page(width=width, dark=dark)
    cards = page.locator(".km-page h3 a")
    assert sorted(cards.evaluate_all("links => links.map(a => a.getAttribute('href'))")) == sorted(
        p.path for p in pages()
    )
    assert page.locator("h1").count() == 1
    assert sideways(page) == 0
    shot(page, f"home-{width}-{'dark' if dark else 'light'}")
