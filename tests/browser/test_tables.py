"""An organiser opens tables that play the same deal, starts them, and sees results, differences and the key."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, NewPage, sideways
from tests.conftest import Server, sample_cases

OVERLAPS = """(counters) => counters.filter((one, n) => counters.slice(n + 1).some((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
})).map((one) => one.title)"""
"""Script that returns the counters that cover another one."""


def tab(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    assert sideways(page) == 0


@pytest.mark.parametrize("width", sample_cases([NARROW, 1280], 2))
def test_an_organiser_compares_three_tables(new_page: NewPage, voila_server: Server, width: int) -> None:
    organiser = new_page(width)
    organiser.goto(f"{voila_server.url}tables?game=towers&tables=3")
    form = organiser.locator("#km-tables-create")
    form.get_by_role("combobox", name="Deals").select_option("1")
    form.get_by_label("Same deal, same luck").check()
    assert sideways(organiser) == 0
    form.get_by_role("button").click()
    tables = organiser.locator("[data-table]")
    expect(tables).to_have_count(3)
    labels = [table.locator("[role=img]").get_attribute("aria-label") or "" for table in tables.all()]
    codes = [label.removeprefix("Code ").replace(" ", "") for label in labels]
    players = []
    for code in codes:
        player = new_page(NARROW)
        player.goto(f"{voila_server.url}play#table={code}")
        player.locator(".km-shared-card input").fill("Anna")
        player.locator(".km-shared-card .km-shared-lead").click()
        expect(player.locator("main")).to_contain_text("The organiser starts")
        players.append(player)
    expect(organiser.get_by_text("Anna")).to_have_count(3)
    organiser.get_by_role("button", name="Start all tables").click()
    for player in players:
        expect(player.locator(".km-table")).to_be_visible()
    expect(organiser.locator(".km-tables-playing")).to_have_count(3)
    assert sideways(organiser) == 0
    tab(organiser, "Fair deal")
    expect(organiser.locator("dd").nth(1)).to_contain_text("when all tables have finished")
    fingerprint = organiser.locator("code").first.text_content()
    tab(organiser, "Results")
    expect(organiser.locator("section")).to_contain_text("when all tables have finished")
    for player in players:
        player.get_by_role("button", name="Leave").click()
    expect(organiser.locator("tbody tr")).to_have_count(4)  # three tables and the bots
    counters = organiser.locator(".km-tables-stack b")
    expect(counters).to_have_count(4 * organiser.locator(".km-tables-row").count())
    assert counters.evaluate_all(OVERLAPS) == []
    assert sideways(organiser) == 0
    organiser.reload()
    tab(organiser, "Where they differ")
    expect(organiser.locator("section")).to_contain_text("same way")
    tab(organiser, "Fair deal")
    expect(organiser.locator(".km-tables-check")).to_contain_text("has checked")
    assert organiser.locator("code").first.text_content() == fingerprint
