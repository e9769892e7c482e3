"""Table of Hadara in a browser: the effect of an action is drawn before it is done, by pointer, keys and touch."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

import gamelib
from gamelib import Chance, Decision, Record
from gamelib.playouts import choose_action
from tests.browser.conftest import NARROW, OpenPage
from tests.browser.test_table import focused, outside, question, ready, step
from widgets.table.board import make_board

HADARA = "tables/hadara.ipynb"
FLOWN = """() => {
    globalThis.flown = [];
    const said = (node) => [node, ...node.querySelectorAll("[aria-label]")]
        .map((el) => `${el.getAttribute("aria-label") ?? ""} ${el.textContent}`).join(" ");
    new MutationObserver((all) => flown.push(...all.flatMap((one) => [...one.addedNodes].map(said))))
        .observe(document.querySelector(".km-animation-layer"), { childList: true });
}"""
"""Script that starts recording animated elements."""
GAME = gamelib.game("hadara")


def at(ask: str, seats: int = 3, epoch: int = 1, bot: str = "thumb", **options: object) -> str:
    """Return a link to a position in which the first seat has this decision in an epoch from this one on."""
    for seed in range(60):
        rng = Random(seed)
        record = Record(GAME, seats, options, ["Ada", "Ben", "Cem", "Dilek", "Emre"][:seats])
        while isinstance(node := record.state.node, Decision | Chance):
            if node.step_name == ask and node.seat == 0 and record.state.epoch >= epoch:
                return f"#game={record.to_link()}&step={len(record)}"
            record.apply_and_append(
                node.sample(rng) if isinstance(node, Chance) else choose_action(record.state, GAME.bots[bot], rng)
            )
    raise AssertionError(f"{ask} never came up")


@pytest.fixture
def table(open_page: OpenPage):
    """Return the ready table at a position: ``table(link, width)``."""

    def go(link: str, width: int = 1366, height: int = 768) -> Page:
        page = open_page(HADARA, query=link, width=width)
        page.set_viewport_size({"width": width, "height": height})
        ready(page)
        page.evaluate("document.querySelector('.km-page-intro button')?.click()")
        return page

    return go


def test_an_act_is_foreseen_done_and_taken_back_by_keys(table) -> None:
    page = table(at("keep", seats=2))
    acts = page.locator(".km-table-hand button.km-action")
    sell = acts.filter(has_text="Sell").first
    coins = page.locator('[data-value-id="coins:0"]')
    before = coins.inner_text()
    expect(coins).not_to_have_class("km-would-change")
    sell.focus()
    expect(coins).to_contain_text("→")
    assert coins.inner_text().startswith(before)
    page.keyboard.press("ArrowRight")  # to the next stop of the row
    assert focused(page) != ""
    sell.focus()
    said = page.locator(".km-odds[data-follows] .km-odds-pie").inner_text()
    assert sell.locator("em").inner_text() in said  # one number for one question
    now = step(page)
    page.keyboard.press("Enter")
    expect(page.locator(".km-step-label b")).not_to_have_text(now)


def test_tracks_rise_before_a_card_is_bought(table) -> None:
    page = table(at("pick", epoch=2))
    buy = page.locator(".km-table-hand button.km-action", has_text="Buy").first
    box = buy.bounding_box()
    assert box
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.move(box["x"] + 20, box["y"] + 12)
    would = page.locator(".km-track-row .km-would-change")
    expect(would.first).to_be_visible()
    expect(page.locator(".km-track-tail.km-would-change .km-new-value")).to_contain_text("→ −")
    page.mouse.move(5, 5)
    expect(would).to_have_count(0)
    mine = page.locator(".km-table-mine .km-variant-slivers").count()
    name = buy.evaluate("el => el.closest('.km-action-choice').querySelector('.km-name').textContent")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(FLOWN)
    buy.click()
    expect(page.locator(".km-table-mine .km-variant-slivers")).to_have_count(mine + 1)
    page.wait_for_function("name => flown.some((text) => text.includes(name))", arg=name)  # from the pile to its row


def test_a_colony_is_turned_over_at_once(table) -> None:
    page = table(at("mode", epoch=1))
    page.locator(".km-table-hand button.km-action", has_text="Integrate").click()
    expect(page.locator(".km-resolved-odds .km-ball, .km-odds .km-ball")).to_be_visible()


def test_a_phone_shows_every_act_and_a_finger_needs_one(table) -> None:
    page = table(at("pick", seats=5, epoch=1), NARROW, 844)
    acts = page.locator(".km-table-hand button.km-action")
    for box in (act.bounding_box() for act in acts.all()):
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= NARROW
        assert box["y"] + box["height"] <= 844
        assert box["height"] >= 43
    now = step(page)
    assert "which card do you want to take" in question(page)
    acts.first.click()
    page.wait_for_function("now => document.querySelector('.km-step-label b').textContent !== now", arg=now)


def test_the_ring_stands_above_the_odds_and_yields_to_them_on_a_phone(table) -> None:
    page = table(at("keep", seats=4, epoch=2))
    ring, odds = page.locator(".km-variant-ring .km-map-shapes"), page.locator(".km-table-odds")
    for width, height in ((1366, 768), (1280, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(ring).to_be_visible()
        expect(page.locator('[data-key^="deck:"]')).to_have_count(5)
        box, below = ring.bounding_box(), odds.bounding_box()
        assert box is not None
        assert below is not None
        assert box["width"] >= 100
        assert box["x"] >= below["x"] - 1
        assert box["x"] + box["width"] <= width + 1
        assert box["y"] + box["height"] <= below["y"] + 1
    page.locator('[data-key="deck:red"]').click()
    expect(page.locator(".km-table-question h2")).to_have_text("Red deck")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": NARROW, "height": 844})
    expect(ring).not_to_be_in_viewport()  # it is below the odds
    assert outside(page, ".km-table-odds h3", ".km-table-odds .km-odds-pie", ".km-table-hand button.km-action") == []
    expect(odds.locator("h3").first).to_contain_text("yellow card")  # the deck that comes next is told there
    box = odds.bounding_box()
    assert box is not None
    assert box["width"] > NARROW - 20
    ring.scroll_into_view_if_needed()
    expect(ring).to_be_in_viewport()


def last_two() -> str:
    """Return a link to phase B in which two cards are left on top, with others below them."""
    for seed in range(9):
        rng = Random(seed)
        record = Record(GAME, 4, {}, ["Ada", "Ben", "Cem", "Dilek"])
        while isinstance(node := record.state.node, Decision | Chance):
            if node.step_name == "pick" and node.seat == 0:
                zones = make_board(record.state, 0, False, record.seat_names).zones()
                rows = [group["items"] for zone in zones for group in zone["groups"] if group.get("items")]
                if any(len(row) <= 2 and any(card.get("strips") for card in row) for row in rows):
                    return f"#game={record.to_link()}&step={len(record)}"
            record.apply_and_append(
                node.sample(rng) if isinstance(node, Chance) else choose_action(record.state, GAME.bots["thumb"], rng)
            )
    raise AssertionError("there are never two cards with others below")


def test_the_last_two_cards_can_be_bought_and_sold(table) -> None:
    page = table(last_two(), 1366, 650)
    acts = page.locator(".km-table-hand .km-action")
    assert acts.count() == 4
    for width, height in ((1366, 650), (NARROW, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for act in acts.all():
            act.click(trial=True)
            assert act.bounding_box()["height"] >= 30
            assert act.evaluate("el => el.scrollWidth <= el.clientWidth + 1")
