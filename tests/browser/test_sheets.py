"""Rule examples as drawn: no text leaves its box."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

import gamelib
from gamelib.bank.rule_examples import rule_examples
from tests.browser.conftest import NARROW
from tests.browser.sheets import WIDTH, lay, ready
from tests.conformance import TAUGHT
from tests.conftest import LONG

EVERY = 1 if LONG else 11
"""Number of rule examples of which one is drawn."""


@pytest.mark.parametrize("width", [WIDTH, NARROW])
def test_no_text_of_a_show_leaves_its_box(browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    ready(page)
    found = [line for name in TAUGHT for line in lay(page, list(rule_examples(gamelib.game(name)).values())[::EVERY])]
    page.close()
    assert not found
