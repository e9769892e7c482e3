"""The layout of tables, measured in random states by ``measure.js``.

A fault is a required part that is not in view, a control that cannot be reached, a text that is cut and cannot be read
by a tap, covered text, overlapping areas, or sideways scrolling. At most three of a hundred combinations of state and
window have one.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser import sweep
from tests.browser.states import Laid, State, drawn
from tests.conftest import LONG

SCRIPT = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8").rstrip().removesuffix(";")
#: width, height, root font size in percent. The first windows must show all required parts without scrolling
ROOMY = [(*size, 100) for size in sweep.ROOMY] + [(1280, 720, 125)]
SMALL = [(1024, 768, 100), (360, 740, 100), (667, 325, 100), (568, 240, 100), (427, 320, 100), (320, 256, 100)]
REQUIRED = ("question", "answers", "hand", "odds")
OTHER = {"lost": "unreachable", "cutLost": "cut", "under": "covered", "areaOverlap": "areas overlap"}
STATES, SHARE = 40 if LONG else 3, 0.03
SELECTORS = json.loads((Path(__file__).parent / "measure.json").read_text(encoding="utf-8"))


#: names of opponents with a row of cards that the tile cuts in the middle
HALF_ROWS = """() => [...document.querySelectorAll(".km-table-others .km-player")].flatMap((tile) => {
    const { bottom } = tile.getBoundingClientRect();
    return [...tile.querySelectorAll(".km-cards > *")].filter((el) => el.checkVisibility()).map((el) => {
        const box = el.getBoundingClientRect();
        return (bottom - box.top) / box.height;
    }).filter((part) => part > 0.2 && part < 0.85).map(() => tile.querySelector("h3").textContent);
})"""


def states(game: str) -> list[State]:
    """Return states without open menus, dialogs and lists."""
    resting = [one for one in drawn(game, 40) if not one.then.startswith(("menu", "dialog", "log", "strip"))]
    return Random(game).sample(resting, STATES)


def faults(seen: dict[str, Any], roomy: bool) -> list[str]:
    """Return the faults of one measurement."""
    found = [f"{part} not in view: {seen[part]['bad']}" for part in REQUIRED if roomy and seen[part]["bad"]]
    found += [f"{name}: {seen[key]}" for key, name in OTHER.items() if seen[key]]
    return found + ["sideways"] * bool(seen["sideways"])


def problems(page: Page, game: str) -> list[str]:
    """Return the faults of a few random states on the table that is open.

    Each state is measured in some of the windows, so that each window has a state, or with KISMET_LONG=1 in all.
    """
    page.evaluate(f"() => {{ globalThis.sweptLay = {sweep.LAY}; globalThis.measured = {SCRIPT}; }}")
    laid, found, number, windows = Laid(game), list[str](), 0, ROOMY + SMALL
    for n, state in enumerate(states(game)):
        shown = laid(state)
        page.evaluate("state => sweptLay(JSON.parse(state))", json.dumps(shown))
        for width, height, root in windows if LONG else windows[n::STATES]:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("root => { document.documentElement.style.fontSize = `${root}%`; }", root)
            page.evaluate(sweep.SETTLED)
            seen = page.evaluate("measured", SELECTORS)
            number += 1
            assert seen["question"]["all"] == 1, (state, "the question is missing")
            assert seen["answers"]["all"] or not shown["scene"]["bar"], (state, "the answers are missing")
            assert seen["odds"]["all"], (state, "the odds are missing")
            if (width, height) in ((390, 844), (1366, 650)):
                assert page.evaluate(HALF_ROWS) == [], (width, state)
            found += [
                f"{width}x{height} {root}% {state}: {'; '.join(wrong)}"
                for wrong in [faults(seen, (width, height, root) in ROOMY)]
                if wrong
            ]
    page.evaluate("document.documentElement.style.fontSize = ''")
    return found if len(found) > max(1, SHARE * number) else []
