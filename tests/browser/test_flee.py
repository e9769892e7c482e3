"""Dashboard about fleeing in a browser: the region, both courses of an ending, runs, links, phone and dark theme."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, OpenPage, shot, sideways  # noqa: F401
from tests.browser.test_dashboards import MARKS, big, block, picture

FLEE = "dashboards/flee.ipynb"


@pytest.fixture
def page_of(open_page: OpenPage) -> Callable[..., Page]:
    def go(query: str = "", **how: object) -> Page:
        page = open_page(FLEE, query=query, **how)  # type: ignore[arg-type]
        for name in ("region", "stay", "ends"):
            expect(picture(page, name).locator("[data-drawn]")).to_be_visible()
            assert picture(page, name).locator(MARKS).count() > 0, name
        return page

    return go


def test_the_untouched_page_tells_the_story(page_of: Callable[..., Page]) -> None:
    page = page_of()
    expect(big(page)).to_have_text("Flee")
    expect(block(page, "answer")).to_contain_text("73/11")
    expect(big(page, "ending")).to_have_text("−12 coins: flee")
    assert sideways(page) == 0


def test_a_slider_moves_the_point_and_the_verdict(page_of: Callable[..., Page]) -> None:
    page = page_of()
    slider = page.locator(".km-dashboard-slider input[type=range]").nth(1)  # the balance of the others
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(big(page)).to_have_text("Stay")
    expect(page).to_have_url(re.compile("last=4"))
    page.keyboard.press("ArrowLeft")
    expect(big(page)).to_have_text("Flee")


def test_a_link_opens_its_setting(page_of: Callable[..., Page]) -> None:
    page = page_of("#last=9&closers=6&policy=calm")
    expect(big(page)).to_have_text("Stay")
    expect(big(page, "ending")).to_contain_text("on average: stay")


def test_an_ending_too_large_to_work_out_is_played(page_of: Callable[..., Page]) -> None:
    page = page_of("#deck=12&game=3")
    expect(block(page, "ending")).to_contain_text("200 trials")
    block(page, "plays").get_by_role("button", name="10 times").click()
    expect(block(page, "ending")).to_contain_text("210 trials")
    assert "±" in big(page, "ending").inner_text()


def test_the_exact_ending_takes_runs_beside_it(page_of: Callable[..., Page]) -> None:
    page = page_of("#policy=calm")
    expect(picture(page, "ends").locator(".scatterlayer .point")).to_have_count(0)
    block(page, "plays").get_by_role("button", name="1,000 times").click()
    expect(picture(page, "ends").locator(".scatterlayer .point").first).to_be_visible()
    expect(picture(page, "ends").locator(".bars .point").first).to_be_visible()
    expect(block(page, "plays")).to_contain_text("The exact value is")


def test_it_fits(page_of: Callable[..., Page]) -> None:
    page = page_of("#deck=12&game=3", width=NARROW, dark=True)
    assert sideways(page) == 0
    page.set_viewport_size({"width": 1280, "height": 900})
    assert sideways(page) == 0
