"""The sweep: any state on any screen, measured by one script (``sweep.js``).

``python -m tests.browser.sweep court 40`` prints the findings in 40 states on all screens.
``court 150 4 tables 7`` tests 150 states of seed 7 on four screens each.

States (``states.py``) are made here and drawn on the table of an open page (``lay.js``), screen by screen. So a state
costs a tenth of a second and not a page.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from playwright.sync_api import Page

from tests.browser.states import GAMES, Laid, State, drawn, goals
from tests.conftest import LONG

Screen = tuple[str, tuple[int, int]]  # name of a way, with width and height
SIZES = [
    (1366, 650),
    (1366, 768),
    (1280, 720),
    (1024, 768),
    (768, 1024),
    (1920, 1080),
    (911, 512),
    (683, 384),
    (390, 844),
    (360, 640),
]
#: ways in which a reader may have changed the page, each with the window sizes at which this is likely
WAYS = {
    "plain": SIZES,
    "larger": [(1366, 650), (1366, 768), (1280, 720), (1024, 768), (1920, 1080)],
    "spaced": [(1366, 650), (1366, 768), (1280, 720), (1024, 768), (1920, 1080), (390, 844)],
    "wider": [(1366, 650), (1366, 768), (1280, 720), (1024, 768), (390, 844), (360, 640)],
}
SCRIPT = (Path(__file__).parent / "sweep.js").read_text(encoding="utf-8").rstrip().removesuffix(";")
LAY = (Path(__file__).parent / "lay.js").read_text(encoding="utf-8").rstrip().removesuffix(";")
#: whether nothing moved or changed its size for some frames. Pictures are drawn again after a change of the window
STILL = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const now = () => [...document.querySelectorAll("body, svg, canvas, main")].map((el) => {
        const { x, y, width, height } = el.getBoundingClientRect();
        return [x, y, width, height];
    }).join();
    for (let same = 0, before = ""; same < 8; before = now()) {
        await frame();
        same = now() === before ? same + 1 : 0;
    }
}"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
#: selector, minimum width and height in rem. A smaller element is no longer recognizable
LEAST = [
    (".km-table-odds", 13, 6),
    (".km-action-bar", 14, 3),
    (".km-table-mine .km-player", 8, 2.2),
    (".km-table-hand .km-cards > .km-card:not(.km-fan)", 2.4, 2.8),
    (".km-action-choice .km-card", 4, 2.6),
    (".km-table-mine .km-card:not(.km-fan, .km-pile)", 2, 2.6),
    (".km-table-others .km-card:not(.km-fan, .km-pile)", 1.3, 2),
    (".km-die", 1.7, 1.7),
    (".km-histogram", 10, 5.5),
    (".km-bars .km-track", 2, 0.5),
    (".km-map-shapes", 6, 6),
    (".km-variant-rooms", 1.5, 2),
    (".km-table-mine .km-variant-rooms", 2.4, 3),
    (".km-table-mine .km-track-row", 10, 1.2),
    (".km-action", 4, 2.2),
    (".km-variant-lanes", 2.4, 1.5),
    (".km-spaces > i", 0.8, 1),
    (".km-stack", 1, 1.2),
    (".km-probability-pie", 1.2, 1.2),
]
#: windows that show question, answers, hand and odds without scrolling, unless the reader has enlarged or spaced texts
ROOMY = [(1366, 650), (1366, 768), (1280, 720), (1920, 1080), (768, 1024), (390, 844)]
#: selector, and the share of the element that must be visible without scrolling in these windows
WHOLE = [
    (".km-question h2", 1),
    (".km-question:not([role]) p", 1),
    (".km-table-others .km-facts", 0.97),
    (".km-table-question > .km-actions > .km-primary", 1),
    (".km-table-hand .km-play", 0.6),
    (".km-table-hand button.km-action", 0.95),
    (".km-table-odds > :first-child:not(.km-game-result) > h3", 1),
    (".km-odds:not(.km-resolved-odds) > .km-dice", 1),
    (".km-table-odds > :first-child .km-histogram", 0.9),
    (".km-table-mine .km-player > header .km-facts", 0.98),
    (".km-table-mine .km-play:not(.km-variant-lanes)", 0.6),
    (".km-table-middle .km-play", 0.6),
]
#: one of each must exist. A phone has no room for a board and the main panel
ALWAYS = [
    ".km-question h2, .km-goal h2, .km-placement-preview h3, .km-cell-tooltip",
    ".km-table-odds > *, [data-layout=board] .km-map-shapes",
]
TABLE = {"root": ".km-table", "scrolls": False, "least": LEAST, "whole": WHOLE, "any": ALWAYS}
SMALL = {**TABLE, "whole": []}
#: for any other page: texts and clickable elements at every scroll position
PAPER = {"root": "body", "scrolls": True, "least": [], "whole": [], "any": []}
GUIDED = {"any": [".km-goal h2"]}  # a tutorial displays odds only if its goal is about them
#: the screens of a lesson
READING = [
    ("plain", (1366, 650)),
    ("plain", (390, 844)),
    ("plain", (683, 384)),
    ("larger", (1366, 650)),
    ("spaced", (1366, 650)),
    ("spaced", (390, 844)),
    ("wider", (390, 844)),
]
#: the text spacing of WCAG 1.4.12
_SPACED = """*, *::before, *::after { line-height: 1.5 !important; letter-spacing: .12em !important;
word-spacing: .16em !important; }
p { margin-bottom: 2em !important; }"""
_EACH = """async (jobs) => {
    const found = [];
    for (const [n, what] of jobs) {
        await sweptLay(sweptStates[n]);
        found.push(sweptLook(what));
    }
    return found;
}"""
_AT_ONCE = 50  # number of states on a page
_WIDE = "* { letter-spacing: .05em !important; }"  # a tenth of the mean letter width, which is half an em


@dataclass(frozen=True)
class Found:
    """Findings of a state on a screen: faults, and heights of the parts that must not change."""

    state: State
    way: str
    size: tuple[int, int]
    faults: list[str]
    heights: dict[str, int]

    def __str__(self) -> str:
        return f"{self.way} {self.size[0]}x{self.size[1]} {self.state}"


def way(page: Page, name: str) -> None:
    """Change the page as a reader might do: larger, other spacing, another font. "plain" restores it."""
    page.evaluate(
        """([name, css]) => {
            document.documentElement.classList.toggle("km-projector", name === "larger");
            document.getElementById("sweep-way")?.remove();
            const style = Object.assign(document.createElement("style"), { id: "sweep-way", textContent: css });
            if (css) document.head.append(style);
        }""",
        [name, {"spaced": _SPACED, "wider": _WIDE}.get(name, "")],
    )


def screens(rng: Random, most: int) -> list[Screen]:
    """Return random ways and sizes for one state."""
    every = [(name, size) for name, sizes in WAYS.items() for size in sizes]
    return every if most >= len(every) else rng.sample(every, most)


def swept(
    page: Page,
    states: Sequence[State],
    most: int,
    seed: int = 0,
    fixed: Mapping[State, list[Screen]] = MappingProxyType({}),
    every: int = 1,
) -> Iterator[Found]:
    """Yield the findings of each state on a number of screens, screen by screen.

    Screens are random for each state, or those in `fixed`. Of the states without fixed screens, one in `every` is
    drawn. The table is the one that `page` displays, in the language of the page.
    """
    language = page.evaluate("document.documentElement.lang")
    rng, laid = Random(seed), Laid(states[0].page.partition("/")[2], language)
    page.evaluate(f"() => {{ globalThis.sweptLay = {LAY}; globalThis.sweptLook = {SCRIPT}; }}")
    for first in range(0, len(states), _AT_ONCE):
        some = states[first : first + _AT_ONCE]
        on: dict[Screen, list[int]] = defaultdict(list)
        for n in range(len(some)):
            for screen in fixed.get(some[n]) or screens(rng, most):
                if some[n] in fixed or n % every == 0:
                    on[screen].append(n)
        shown = {n: laid(some[n]) for those in on.values() for n in those}
        # Sent once as text, because the driver would serialize an object value by value.
        page.evaluate("text => { globalThis.sweptStates = JSON.parse(text); }", json.dumps(shown))
        for (name, size), those in sorted(on.items(), key=lambda item: (item[0][1], item[0][0])):
            way(page, name)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate(SETTLED)
            spec = TABLE if name in ("plain", "wider") and size in ROOMY else SMALL
            jobs = [(n, spec if some[n].goal is None else {**spec, **GUIDED}) for n in those]
            for n, seen in zip(those, page.evaluate(_EACH, jobs), strict=True):
                yield Found(some[n], name, size, seen["faults"], {"hand": seen["hand"]} if seen["hand"] else {})
    way(page, "plain")


def faults(
    page: Page, what: str, most: int = 1, spec: dict[str, Any] = PAPER, on: Sequence[Screen] | None = None
) -> list[str]:
    """Return the faults of the page as it is now, on some screens.

    The screens are those in `on`, or a random number that depends only on `what`, the name of page and state in the
    messages. The window has its former size afterwards.
    """
    before, found = page.viewport_size, []
    page.mouse.move(0, 0)  # otherwise a term under the pointer covers others with its explanation
    for name, size in screens(Random(what), most) if on is None else on:
        way(page, name)
        for less in (8, 0) if name != "plain" else (0,):  # pictures measure their text when they are drawn
            page.set_viewport_size({"width": size[0] - less, "height": size[1]})
            page.evaluate(STILL)
        found += [f"{name} {size[0]}x{size[1]} {what}: {fault}" for fault in page.evaluate(SCRIPT, spec)["faults"]]
    way(page, "plain")
    if before:
        page.set_viewport_size(before)
    return found


def paper(page: Page, what: str) -> list[str]:
    """Return the faults of an open page on two screens, or on all with KISMET_LONG=1."""
    return faults(page, what, 99 if LONG else 2)


def jumps(found: Sequence[Found]) -> list[str]:
    """Return hands that change their height while a seat chooses: screen and part -> heights with their states."""
    heights: dict[tuple[Any, ...], dict[int, list[State]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        if one.state.what.split(", ")[-1].startswith("ask") and one.state.then in ("", "log", "menu"):
            for part, height in one.heights.items():
                heights[one.way, one.size, part][height].append(one.state)
    return [
        f"{key}: " + "; ".join(f"{high} px in {len(at)}, {at[0]}" for high, at in those.items())
        for key, those in heights.items()
        if max(those) - min(those) > 1
    ]


def told(found: Sequence[Found], most: int = 60) -> str:
    """Return the faults by kind, the most frequent first, each with its screens and one state."""
    kinds: dict[str, list[tuple[str, Found]]] = defaultdict(list)
    for one in found:
        for fault in one.faults:
            kind, _, what = fault.rpartition(" | ")
            kinds[kind].append((what, one))
    lines = [f"{sum(bool(one.faults) for one in found)} of {len(found)} screens with faults"]
    for kind, at in sorted(kinds.items(), key=lambda item: -len(item[1]))[:most]:
        screens = Counter(f"{one.way} {one.size[0]}x{one.size[1]}" for _, one in at).most_common(6)
        lines.append(f"{len(at)} x {kind} | {at[0][0]} | {at[0][1]}")
        lines.append("      " + ", ".join(f"{screen}: {n}" for screen, n in screens))
    return "\n".join(lines)


def main(
    game: str, number: str = "40", most: str = "99", kind: str = "tables", seed: str = "0", language: str = "en"
) -> None:
    """Print the faults, the most frequent first, each with one state."""
    import tempfile

    from playwright.sync_api import sync_playwright

    from tests.browser.chromium import chromium
    from tests.browser.conftest import FLAGS
    from tests.browser.conftest import drawn as there
    from tests.browser.test_table import ready
    from tests.conftest import kismet

    with kismet(Path(tempfile.mkdtemp()) / "log.txt") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(driver), args=FLAGS)
        page = browser.new_page(reduced_motion="reduce")
        for each in GAMES if game == "all" else game.split(","):
            page.goto(server.address(f"{kind}/{each}.ipynb", f"?language={language}"))
            there(page)
            ready(page)
            states = drawn(each, int(number), int(seed)) if kind == "tables" else goals(each)
            found = list(swept(page, states, int(most), int(seed)))
            print(f"{kind}/{each}: {told(found)}", flush=True)
            print("\n".join(f"jump {line}" for line in jumps(found)), flush=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
