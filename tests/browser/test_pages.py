"""Pages that are not tables, each opened once.

axe-core finds no serious fault, nothing is cut or covered on any screen, and no scrolling area is a slit in a very low
window. A page looks the same when all other components are loaded on it, as in JupyterLab.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.conftest import NARROW, OpenPage
from tests.browser.lesson_page import predict, step, to_predict
from tests.browser.style_sheets import changed
from tests.browser.sweep import paper
from tests.conftest import sample_cases
from widgets.site.home_page import HOME_NOTEBOOK, list_pages

RULEBOOKS = [page.path for page in list_pages() if page.kind == "rulebook"]
PAGES = [HOME_NOTEBOOK, "builder.ipynb", "dashboards/raid.ipynb", *sample_cases(RULEBOOKS, 3)]
LOW = ((1280, 240), (427, 320), (568, 240), (320, 256))
LEAST = 88  # CSS px: two rows of buttons
SLITS = """(least) => [...document.querySelectorAll("*")].filter((el) => {
    const { overflowY } = getComputedStyle(el);
    return el.checkVisibility() && /auto|scroll/.test(overflowY) && el.scrollHeight > el.clientHeight + 1 &&
        el.clientHeight < Math.min(least, el.scrollHeight);
}).map((el) => `${el.className}: ${el.clientHeight} of ${el.scrollHeight} px`)"""
UNFOLD = "document.querySelectorAll('main details').forEach((fold) => (fold.open = true))"


@pytest.mark.parametrize("path", PAGES)
def test_a_page(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    screen = page.viewport_size
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => document.body.clientWidth === width", arg=width)
        assert page.evaluate(SLITS, LEAST) == [], (width, height)
    page.set_viewport_size(screen)
    page.evaluate(UNFOLD)
    assert axe.faults(page) == []
    axe.turn(page, NARROW, True)
    assert axe.faults(page) == []
    assert paper(page, path) == []
    assert changed(page) == []


@pytest.mark.parametrize("id", sample_cases(["00-two-from-a-bag", "08-the-caravan"], 2))
def test_a_lesson(open_page: OpenPage, id: str) -> None:
    page = open_page(f"lessons/{id}.ipynb", width=NARROW)
    expect(step(page, "example")).to_be_visible()
    found = changed(page)
    to_predict(page)
    found += changed(page)
    predict(page)
    assert found + changed(page) == []
