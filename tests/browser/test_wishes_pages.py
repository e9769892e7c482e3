"""Dashboards of The Sultan's Wishes in a browser: figures, clicks in a grid, runs, the phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, OpenPage, sideways
from tests.browser.test_dashboards import MARKS, NAMES, big, block, picture, total

PICTURES = {"closing": ("added", "grid", "pool"), "purchase": ("cards", "row", "noise")}


@pytest.fixture
def dashboard(open_page: OpenPage) -> Callable[..., Page]:
    def go(name: str, **how: object) -> Page:
        page = open_page(f"dashboards/{name}.ipynb", **how)  # type: ignore[arg-type]
        for id in PICTURES[name]:
            expect(picture(page, id).locator("[data-drawn]")).to_be_visible()
            assert picture(page, id).locator(MARKS).count() > 0, id
        return page

    return go


def click_cell(page: Page, id: str, column: float, row: float) -> None:
    """Click in a grid. Column and row are shares of its width and height."""
    grid = picture(page, id).locator(".heatmaplayer image")
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * column, box["y"] + box["height"] * row)


def test_closing(dashboard: Callable[..., Page]) -> None:
    page = dashboard("closing")
    expect(big(page)).to_contain_text("38517/61705 ≈ 0.624")
    page.get_by_role("radio", name="one", exact=True).check()
    expect(big(page)).to_contain_text("3202/12341 ≈ 0.259")
    page.get_by_role("slider", name="The wish still needs 2 hearts").press("ArrowRight")
    expect(big(page)).to_contain_text("2461/12341 ≈ 0.199")
    click_cell(page, "grid", 2.5 / 3, 0.5 / 6)
    expect(big(page)).to_contain_text("≈ 0.779")
    block(page, "deals").get_by_role("button", name="1,000 times").click()
    expect(block(page, "deals")).to_contain_text("1,000 trials")
    assert total(page, "deals") == 1000
    expect(picture(page, "added").locator(".scatterlayer .point").first).to_be_visible()
    assert all(name.strip() for _, name in page.evaluate(NAMES))
    page.set_viewport_size({"width": NARROW, "height": 844})
    assert sideways(page) <= 0


def test_purchase(dashboard: Callable[..., Page]) -> None:
    page = dashboard("purchase")
    expect(big(page)).to_contain_text("K3 or K4: 13/29 ≈ 0.448 each")
    click_cell(page, "row", 0.5, 0.5)
    expect(big(page)).to_contain_text("169/353")
    expect(page.get_by_role("group", name="and after that").get_by_role("radio", name="middle")).to_be_checked()
    expect(picture(page, "cards").locator(".bars .point path")).to_have_count(10)
    block(page, "deals").get_by_role("button", name="1,000 times").click()
    expect(block(page, "deals")).to_contain_text("1,000 deals: in ")
    errors = page.get_by_role("slider", name="In 20 of 100 purchases")
    errors.press("End")
    expect(big(page)).to_contain_text("1/5 = 0.2 each")
    assert all(name.strip() for _, name in page.evaluate(NAMES))
    page.set_viewport_size({"width": NARROW, "height": 844})
    assert sideways(page) <= 0
