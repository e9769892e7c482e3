"""Towers in a browser: a card placed by keyboard, cells with reasons, outlines, phone and dark theme."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

import gamelib
from gamelib import Chance, Decision, End, Record
from gamelib.games.towers.bots import greedy_stay_bot
from gamelib.playouts import choose_action
from tests.browser.conftest import NARROW, OpenPage, shot, sideways  # noqa: F401
from tests.browser.test_table import button, focused, menu_click, question, ready, step, tab_to

TOWERS = "tables/towers.ipynb"
WHY = re.compile("would hide|already has a symbol|next to another symbol")


@cache
def link(seats: int, seed: int, deck: int) -> str:
    """Return a heuristic game up to a turn of the first seat with so few cards in the deck."""
    record, rng = Record(gamelib.game("towers"), seats, {}, ["Ada", "Ben", "Cem", "Dilek"][:seats]), Random(seed)
    while not isinstance(node := record.state.node, End):
        if (
            isinstance(node, Decision)
            and node.step_name == "choose"
            and node.seat == 0
            and len(record.state.deck) <= deck
        ):
            break
        chance = isinstance(node, Chance)
        record.apply_and_append(node.sample(rng) if chance else choose_action(record.state, greedy_stay_bot, rng))
    assert isinstance(record.state.node, Decision)
    return f"#game={record.to_link()}&step={len(record)}"


@pytest.fixture
def table(open_page: OpenPage) -> Callable[..., Page]:
    def go(query: str = "", **settings: object) -> Page:
        page = open_page(TOWERS, query=query, **settings)  # type: ignore[arg-type]
        ready(page)
        return page

    return go


def cells(page: Page, which: str = "") -> Locator:
    return page.locator(f".km-table-middle .km-cell{which}")


def hand(page: Page) -> Locator:
    return page.locator(".km-table-hand .km-card")


def test_the_page_opens_on_a_choice(table: Callable[..., Page]) -> None:
    page = table()
    assert question(page) == "Ada, do you want to place a card or flee?"
    expect(hand(page)).to_have_count(3)
    expect(cells(page)).to_have_count(48)
    expect(page.locator(".km-map-shapes svg")).to_have_count(7)
    assert re.search(r"costs \d+ coins? now", button(page, "").first.page.locator(".km-table-question").inner_text())
    assert sideways(page) == 0


def test_a_card_is_placed_by_keyboard_alone(table: Callable[..., Page]) -> None:
    page = table()
    before = step(page)
    tab_to(page, ".*fits on .*can be used")
    name = focused(page).split(" fits on")[0]
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.km-cell.km-target')")
    assert re.search(f"Place {name} on ", focused(page))
    expect(page.locator(".km-map-overlay:not(.km-no)").first).to_be_visible()
    for _ in range(8):  # round the cells of this tower: each is lit or says why not
        assert re.search(f"Place {name} on |{WHY.pattern}", focused(page))
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    while not page.evaluate("document.activeElement.matches('.km-target')"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    ready(page)
    assert step(page) != before
    assert f"Ada places {name}" in (page.locator(".km-table-log").text_content() or "")
    assert any(name in label for label in cells(page).evaluate_all("all => all.map((cell) => cell.ariaLabel)"))


def test_escape_puts_the_card_back(table: Callable[..., Page]) -> None:
    page = table(link(3, 4, 12))
    tab_to(page, ".*fits on .*can be used")
    name = focused(page).split(" fits on")[0]
    page.keyboard.press("Enter")
    # another card while a cell has the focus, as a reader of screens chooses it: its own preview stays
    for i in (1, 0):
        hand(page).nth(i).evaluate("async (card) => { card.click(); await new Promise((done) => setTimeout(done)); }")
        assert page.evaluate("document.activeElement.matches('.km-cell.km-target')")
        expect(page.locator(".km-map-overlay:not(.km-no)").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(cells(page, ".km-target")).to_have_count(0)
    expect(page.locator(".km-map-overlay")).to_have_count(0)
    assert focused(page).startswith(name)


def test_a_refused_cell_explains_itself_at_once(table: Callable[..., Page]) -> None:
    page = table(link(3, 4, 12))
    hand(page).first.click()
    expect(cells(page, ".km-target")).not_to_have_count(0)
    refused = cells(page, ":not(.km-target)")
    before = step(page)
    seen = set()
    for i in range(0, refused.count(), 3):
        cell = refused.nth(i)
        cell.hover()
        tip = page.locator(".km-cell-tooltip.km-no")
        expect(tip).to_be_visible()
        told = (cell.get_attribute("aria-label") or "").split(", ", 1)[1]
        assert WHY.search(told)
        expect(tip.locator("span")).to_have_text(re.compile(re.escape(told.rsplit(". ", 1)[-1]) + "$"))
        seen.add(tip.locator(".km-rule").inner_text())
        expect(page.locator("rect.km-map-overlay.km-no")).to_have_count(1)
    assert len(seen) > 1
    cell.click()
    expect(tip).to_be_visible()
    assert step(page) == before
    page.keyboard.press("Tab")
    assert focused(page).startswith("Rule TOW-3")
    page.keyboard.press("Enter")
    expect(page.locator(".km-table-dialog h2")).to_contain_text("TOW-3")


OUTLINE = """(cell) => {
    const place = (each) => ["x", "y", "width", "height"].map((name) => each.getAttribute(name)).join();
    cell.focus(); // it is drawn at once; under a pointer, when that rests
    const outline = place(document.querySelector("rect.km-map-overlay:not(.km-no)"));
    const suit = cell.closest(".km-board").ariaLabel.split(":")[0];
    const cards = `.km-board[aria-label^="${suit}"] rect:not(.km-map-overlay)`;
    globalThis.hasFallen = () => [...document.querySelectorAll(cards)].map(place).includes(outline);
    return globalThis.hasFallen();
}"""


def test_the_outline_is_where_the_card_falls(table: Callable[..., Page]) -> None:
    page = table()
    page.locator(".km-table-hand .km-card.km-play").first.click()
    cell = cells(page, ".km-target").first
    assert not cell.evaluate(OUTLINE)
    cell.click()
    page.wait_for_function("hasFallen()")


def test_an_ending_is_solved_and_fleeing_ends_it(table: Callable[..., Page]) -> None:
    page = table(link(2, 3, 0))
    side = page.locator(".km-table-odds")
    expect(side).to_contain_text("The best play from here, worked out exactly")
    side.get_by_text("Show the best moves").click()
    assert side.locator(".km-listed-cells li").count() >= 1
    flee = page.locator(".km-table-question").get_by_role("button", name=re.compile("^Flee"))
    price = int(re.search(r"costs (\d+) coin", flee.inner_text())[1])  # type: ignore[index]
    flee.click()  # what it spends, first
    ready(page)
    flee.click()
    ready(page)
    assert re.search("Only one player is left", question(page))
    expect(page.locator(".km-scores")).to_contain_text(re.compile(rf"Ada\s+−{price}\b"))


def test_new_game_offers_every_option(table: Callable[..., Page]) -> None:
    page = table()
    menu_click(page, "New game")
    dialog = page.locator(".km-table-dialog")
    expect(dialog).to_contain_text("Rule options")
    expect(dialog.locator("select")).not_to_have_count(0)


def unfit(page: Page) -> list[dict[str, object]]:
    """Return the words on visible towers that are too small to read or cut off."""
    titles = page.locator(".km-table-middle svg text").evaluate_all(
        """all => all.filter((text) => text.checkVisibility()).map((text) => {
            const [own, plan] = [text, text.ownerSVGElement].map((each) => each.getBoundingClientRect());
            const scale = text.ownerSVGElement.getScreenCTM().a;
            const inside = own.left >= plan.left - 1 && own.right <= plan.right + 1 && own.bottom <= plan.bottom + 1;
            return { text: text.textContent, size: parseFloat(getComputedStyle(text).fontSize) * scale, inside };
        })"""
    )
    return [title for title in titles if title["size"] < 11 or not title["inside"]]


@pytest.mark.parametrize(("width", "dark"), [(NARROW, True), (1280, False)])
def test_it_fits_a_phone(table: Callable[..., Page], width: int, dark: bool, shot: Callable[..., object]) -> None:  # noqa: F811
    page = table(link(4, 2, 12), width=width, dark=dark)
    hand(page).first.click()
    assert sideways(page) == 0
    seen = 0
    tabs = page.locator(".km-table-middle").get_by_role("tab").filter(visible=True)  # on a phone: one tower at a time
    for i in range(tabs.count() or 1):
        if tabs.count():
            tabs.nth(i).click()
            assert sideways(page) == 0
        sizes = cells(page).evaluate_all(
            "all => all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 44
        seen += len(sizes)
        assert unfit(page) == []
    assert seen == cells(page).count() == 48
    shot(page, f"towers-{width}-{'dark' if dark else 'light'}")


def test_a_finger_points_before_it_places(browser: object, table: Callable[..., Page]) -> None:
    page = table(link(3, 4, 12), width=NARROW)
    tap = (
        """(cell) => cell.dispatchEvent(new PointerEvent('click', {bubbles: true, pointerType: 'touch', detail: 1}))"""
    )
    hand(page).first.click()
    before = step(page)
    lit = cells(page, ".km-target").first
    lit.evaluate(tap)
    assert step(page) == before
    lit.evaluate(tap)
    ready(page)
    assert step(page) != before
