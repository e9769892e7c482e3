"""Sweep of the Builder on one open page.

The states are models of the gallery while they are built, predicted, run and solved, with selections, dialogs and two
models next to each other. A few states are tested on three screens each, and all on all screens with KISMET_LONG.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from gamelib import model, questions
from tests.browser import sweep
from tests.browser.conftest import OpenPage
from tests.conftest import LONG
from widgets.builder import load_gallery

RAID = "a=2d6+2 > b=2d6+1 : a > b"
#: a fork, an until, a bag, places of a wait, two models on one axis, and a grid of many squares
FEW = {
    "three-doors": ("build", "predict", "run", "compare"),
    "first-six": ("chosen", "predict", "exact"),
    "growing-bag": ("chosen", "run", "branch"),
    "three-tosses": ("text", "exact"),
    "two-dice": ("models", "once", "numbers", "undone"),
    RAID: ("exact",),
}


def write(page: Page, line: str) -> None:
    page.locator('[data-key="b-Text"]').click()
    page.get_by_role("textbox", name="the model as one line").fill(line)
    page.get_by_role("button", name="Use this line").click()


def states(page: Page, which: str, wanted: tuple[str, ...] = ()) -> Iterator[str]:
    """Walk a model from building to the comparison of two, and yield at each wanted state.

    The model is one of the gallery, or a line.
    """
    one = next((one for one in load_gallery() if one["id"] == which), None)
    dock = page.locator(".km-builder-actions")

    def halt(state: str) -> Iterator[str]:
        if not wanted or state in wanted:
            yield state

    if one is None:
        write(page, which)
    else:
        page.locator('[data-key="b-Models"]').click()
        yield from halt("models")
        page.locator(".km-builder-gallery button", has_text=one["title"]).first.click()
    expect(dock.locator("code")).to_have_text(one["line"] if one else which)
    yield from halt("build")
    page.locator(".km-builder-chain [data-key^=thing-chain]").first.click()
    yield from halt("chosen")
    page.locator('[data-key="thing-ask"]').click()
    yield from halt("asked")
    write(page, "2d6 : luck")
    expect(page.get_by_role("alert").filter(has_text="luck")).to_be_visible()
    yield from halt("text")
    page.get_by_role("button", name="Close").click()
    page.locator('[data-key="b-Predict"]').click()
    for n in range(20):
        page.locator(f'[data-key="chip-{n % 2}"]').click()
    yield from halt("predict")
    page.locator('[data-key="b-This is my prediction"]').click()
    page.locator('[data-key="b-Once"]').click()
    expect(dock).to_contain_text("1 run")
    yield from halt("once")
    page.locator('[data-key="b-10"]').click()
    expect(dock).to_contain_text("11 runs")
    yield from halt("run")
    page.locator('[data-key="b-1,000"]').click()
    expect(dock).to_contain_text("1,011 runs")
    yield from halt("runs")
    dock.locator('[data-key="b-Exact"]').click()
    expect(page.locator(".km-builder-answer-panel")).to_contain_text("Checked")
    yield from halt("exact")
    page.locator('[data-key="b-Numbers"]').click()
    yield from halt("numbers")
    page.get_by_role("button", name="Close").click()
    if page.locator('[data-key="branch-0"]').count():
        page.locator('[data-key="branch-0"]').click()
        yield from halt("branch")
    page.locator('[data-key="b-Compare"]').click()
    yield from halt("compare")
    page.locator('[data-key="b-One chart"]').click()
    page.locator('[data-key="road-build"]').click()
    if page.locator('[data-key="undo"]').is_enabled():
        page.locator('[data-key="undo"]').click()
        expect(page.locator('[data-key="redo"]')).to_be_enabled()
        yield from halt("undone")


@pytest.mark.skipif(not LONG, reason="every question that has a model, on all screens: KISMET_LONG")
def test_what_the_bank_asks_stands_in_the_picture(open_page: OpenPage) -> None:
    page = open_page("builder.ipynb", width=1366)
    page.emulate_media(reduced_motion="reduce")
    found = []
    for line in dict.fromkeys(model(line).text for asks in questions() if (line := asks.model_expression())):
        write(page, line)
        expect(page.locator(".km-builder-actions code")).to_have_text(line)
        page.locator('[data-key="road-run"]').click()
        page.locator('[data-key="b-1,000"]').click()
        expect(page.locator(".km-builder-actions")).to_contain_text("1,000 runs")
        page.locator('.km-builder-actions [data-key="b-Exact"]').click()
        expect(page.locator(".km-builder-answer-panel")).to_contain_text("Checked")
        found += sweep.faults(page, line, 99)
        page.locator('[data-key="road-build"]').click()
    assert found == [], json.dumps(found, indent=1)


@pytest.mark.parametrize("which", [*(one["id"] for one in load_gallery()), RAID] if LONG else ["a few"])
def test_the_sweep_finds_nothing(open_page: OpenPage, which: str) -> None:
    page = open_page("builder.ipynb", width=1366)
    page.emulate_media(reduced_motion="reduce")
    found = []
    for name, wanted in {which: ()}.items() if LONG else FEW.items():
        for state in states(page, name, wanted):
            found += sweep.faults(page, f"{name}, {state}", 99 if LONG else 3)
    assert found == [], json.dumps(found, indent=1)
