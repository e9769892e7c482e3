"""Caravan dashboard in a browser: figures, controls, runs, the saved file, phone and dark theme."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, OpenPage, sideways
from tests.browser.test_dashboards import MARKS, NAMES, big, block, picture, total

CARAVANS = "dashboards/caravans.ipynb"
PICTURES = ("cash", "horizon", "means", "risk")


@pytest.fixture
def dashboard(open_page: OpenPage) -> Callable[..., Page]:
    def go(**how: object) -> Page:
        page = open_page(CARAVANS, **how)  # type: ignore[arg-type]
        for name in PICTURES:
            expect(picture(page, name).locator("[data-drawn]")).to_be_visible()
            assert picture(page, name).locator(MARKS).count() > 0, name
        return page

    return go


def test_it_opens_with_an_example_and_follows_the_controls(dashboard: Callable[..., Page]) -> None:
    page = dashboard()
    expect(big(page)).to_have_text("large fast caravan: net 1100 gold")
    expect(picture(page, "horizon").get_by_role("heading")).to_have_text(
        "Without interruptions, slow is better only with 8 or more payments left"
    )
    cards = page.get_by_role("slider", name="and 11 event cards in play")
    cards.focus()
    page.keyboard.press("ArrowLeft")
    expect(big(page)).to_have_text("large slow caravan: net 1102.94 gold on average")
    expect(page.get_by_role("slider", name="and 10 event cards in play")).to_be_focused()
    page.get_by_role("checkbox", name="small slow").check()
    page.get_by_role("checkbox", name="small fast").check()
    expect(picture(page, "cash").locator(".cartesianlayer path.js-line")).to_have_count(4)
    expect(block(page, "facts").locator("tbody tr")).to_have_count(4)
    expect(block(page, "facts")).to_contain_text("40.58%")
    page.get_by_role("slider", name="With 8 payments left").press("Home")
    expect(block(page, "answer")).to_contain_text("On average, none of them pays more than it costs.")
    expect(block(page, "facts")).to_contain_text("not in time")
    page.wait_for_url(re.compile("[#&]left=1&"))


def test_a_wide_table_becomes_a_list_on_a_phone(dashboard: Callable[..., Page]) -> None:
    page = dashboard(width=NARROW)
    facts = block(page, "facts")
    column = "expected net earnings with interruptions"
    cell = facts.locator("tr", has_text="large fast").locator(f'[data-column="{column}"]')
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box
    assert box["x"] + box["width"] <= NARROW
    assert facts.evaluate("(el) => el.scrollWidth <= el.clientWidth")
    assert sideways(page) == 0


def test_runs_come_to_rest_on_the_exact_bars(dashboard: Callable[..., Page]) -> None:
    page = dashboard()
    block(page, "games").get_by_role("button", name="1,000 times").click()
    expect(block(page, "games")).to_contain_text("exact value is 0.474")
    assert total(page, "games") == 1000
    expect(picture(page, "risk").locator(".scatterlayer .point")).to_have_count(4)
    page.get_by_role("radio", name="large fast").check()
    expect(picture(page, "risk").get_by_role("heading")).to_contain_text("The large fast caravan")
    assert total(page, "games") == 0


def test_the_table_is_saved_as_a_file(dashboard: Callable[..., Page], tmp_path: Path) -> None:
    page = dashboard()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as CSV").click()
    download = waiting.value
    assert download.suggested_filename == "caravans.csv"
    assert download.url.startswith("blob:")
    download.save_as(tmp_path / "caravans.csv")
    frame = pd.read_csv(io.StringIO((tmp_path / "caravans.csv").read_text(encoding="utf-8")))
    last = frame.groupby("caravan")["cash"].last()
    assert last.to_dict() == {"large slow": 1250, "large fast": 1100}
    shown = block(page, "rounds").locator("tbody tr").last.inner_text().split()
    assert shown == ["8", "1250", "1100"]


def test_phone(dashboard: Callable[..., Page]) -> None:
    page = dashboard(width=NARROW, dark=True)
    assert all(name.strip() for _, name in page.evaluate(NAMES))
    assert sideways(page) == 0
    block(page, "why").locator("summary").click()
    expect(block(page, "why_lines")).to_contain_text("if all its payments come in. That needs 8 or more payments.")
    assert sideways(page) == 0
