"""The Sultan's Wishes in the browser.

A selected card shows its effect at each wish, a click on the wish places it, and then its effect is animated.
"""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

import gamelib
from gamelib import Chance, Decision, Record
from gamelib.playouts import choose_action
from tests.browser.conftest import OpenPage
from tests.browser.test_table import ready
from widgets.table.board import make_board

GAME = gamelib.game("wishes")
NAMES = ["Ada", "Ben", "Cem"]


def closing() -> tuple[str, str, str, int]:
    """Return a position in which the first seat can fulfil a wish.

    It has a link, the card, the wish, and the number of seats that score.
    """
    for seed in range(40):
        record, rng = Record(GAME, 3, {}, NAMES), Random(seed)
        while isinstance(node := record.state.node, Decision | Chance):
            if isinstance(node, Decision) and node.step_name == "act" and node.seat == 0 and record.state.open:
                board = make_board(record.state, 0, False, NAMES)
                for action in board.visible_actions:
                    found = board.placement_effect(action)
                    if found and found.get("closes") and len(found["pays"]) > 1:
                        link = f"#game={record.to_link()}&step={len(record)}"
                        return link, action.args[0], action.args[1], len(found["pays"])
            record.apply_and_append(
                node.sample(rng) if isinstance(node, Chance) else choose_action(record.state, GAME.bots["thumb"], rng)
            )
    raise AssertionError("nobody could fulfil a wish")


def test_a_wish_is_fulfilled_by_two_clicks_with_its_pay_in_sight(open_page: OpenPage) -> None:
    link, card, wish, scorers = closing()
    page = open_page("tables/wishes.ipynb", query=link)
    ready(page)
    page.evaluate("document.querySelector('.km-page-intro button')?.click()")
    panel = page.locator(f'[data-key="wish:{wish}"]')
    expect(panel.locator(".km-is-new")).to_have_count(0)
    page.locator(f'[data-key="hand:0:{card}"]').click()
    expect(panel.locator(".km-seat-payments .km-pawn")).to_have_count(scorers)
    assert panel.locator(".km-is-new").count() > 0
    other = page.locator(".km-group-panels .km-piece:has(.km-wish-name):not(.km-target)")
    if other.count():
        other.first.click()
        expect(page.locator(".km-table-question .km-refusal-reason .km-rule").first).to_be_visible()
        page.locator(f'[data-key="hand:0:{card}"]').click()
    panel.click()
    moment = page.locator(".km-event-summary")
    expect(moment).to_contain_text("is fulfilled")
    expect(moment.locator(".km-value-section li")).to_have_count(scorers)
    expect(panel).to_have_count(0)
    ready(page)
