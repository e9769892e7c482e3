"""Forced colours and print."""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path

import pytest

from tests.browser.conftest import NewPage, OpenPage
from tests.browser.lesson_page import IDS
from tests.conftest import sample_cases
from widgets.builder import Builder
from widgets.classroom.server.routes import PAGES
from widgets.lesson import Lesson
from widgets.page.assets import bundle_styles
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.page.tokens import COLOURS
from widgets.rules import Quiz
from widgets.table import Table

SHEETS = (
    "page/tokens.css",
    "chart/outcome_chart.css",
    "table/main_panel.css",
    "classroom/board_views.css",
    "classroom/board_charts.css",
    "classroom/pupil_picture.css",
)
MARKS = {
    "bench": ["km-outcomes-exact", "km-outcomes-exact km-outcomes-in-event", "km-outcomes-interval"],
    "board": ["km-predictions-exact", "km-predictions-hit", "km-predictions-miss"],
    "own": ["km-pupil-picture-exact", "km-pupil-picture-chips"],
    "keys": ["km-outcomes-key-exact", "km-outcomes-key-in-event"],
    "sure": ["km-dot km-dot-full", "km-dot km-dot-half", "km-dot km-dot-empty"],
    "odds": [""],
}
BACKGROUNDS = """() => [...document.querySelectorAll("[data-mark]")].map((el) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(el);
    return `${backgroundColor} ${backgroundImage}`;
})"""


def test_forced_colours_keep_what_a_filling_tells(new_page: NewPage) -> None:
    page = new_page()
    page.emulate_media(forced_colors="active")
    for kind, names in MARKS.items():
        track = {"bench": "km-outcomes-track", "odds": "km-track"}.get(kind, "")
        marks = "".join(f'<i data-mark class="{name}"></i>' for name in names)
        page.set_content(
            f"<style>{bundle_styles(*SHEETS)}</style><div class='{track}'>{marks}</div>"
            '<p data-mark style="background: Canvas"></p>'
        )
        found, empty = page.evaluate(BACKGROUNDS), "rgba(0, 0, 0, 0) none"
        assert len({*found}) == len(found), f"{kind}: each looks another way, and none like the page"
        assert empty not in found or kind == "sure"


FORCED = Path(__file__).with_name("forced.js").read_text(encoding="utf-8")
COMPONENTS = {
    "builder": Builder._css,
    "lesson": Lesson._css,
    "quiz": Quiz._css,
    "table": Table._css,
    "class": bundle_styles(*PAGES["class"][2]),
    "desk": bundle_styles(*PAGES["desk"][2]),
}
ALIKE = {  # by words, or by a sign
    ".km-builder-button.km-builder-primary without .km-builder-primary",
    ".km-builder-is-wrong and .km-builder-bar",
    ".km-class button.km-primary and .km-class button.km-gold",
    ".km-lesson-step-list .km-step-list-done.km-step-list-shown i without .km-step-list-shown",
    ".km-table and .km-reason-now",
    ".km-reason-now and .km-odds-aside",
}


def test_states_are_told_apart_in_forced_colours(new_page: NewPage) -> None:
    page = new_page()
    for name, sheet in sample_cases(COMPONENTS.items(), 2):
        page.set_content(f"<style>{sheet}</style><body></body>")
        colours, forced = {}, {}
        for choice, found in (("none", colours), ("active", forced)):
            page.emulate_media(forced_colors=choice)
            found.update(page.evaluate(FORCED))
        told = {pair for pair, differs in colours.items() if differs}
        assert len(told) > 10, name
        assert {pair for pair in told if not forced[pair]} - ALIKE == set(), name


def test_dark_pages_print_light(new_page: NewPage) -> None:
    page = new_page(dark=True)
    for theme in ("", ' data-jp-theme-light="false"'):
        page.emulate_media(media="screen")
        page.set_content(f"<style>{bundle_styles(*SHEETS)}</style><body{theme}><p>A page</p></body>")
        assert "dark" in page.evaluate("getComputedStyle(document.body).colorScheme")
        page.emulate_media(media="print")
        shown = "({ colorScheme, printColorAdjust }) => [colorScheme, printColorAdjust]"
        assert page.evaluate(f"({shown})(getComputedStyle(document.querySelector('p')))") == ["light", "exact"]


SHEETS_OF_PAPER = {"A4": (718, 1047), "Letter": (739, 979)}  # CSS px between margins of 1 cm
ON_PAPER = """async () => {
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((el) => el.checkVisibility());
    const wide = seen("svg:not(#js-plotly-tester), canvas, img, table, .km-outcomes").filter((el) => {
        const { left, right } = el.getBoundingClientRect();
        return left < -1 || right > document.documentElement.clientWidth + 1;
    });
    const cut = seen("main *:not(svg, svg *)").filter((el) => {
        const { overflowX, overflowY } = getComputedStyle(el);
        return /auto|scroll|hidden/.test(overflowX + overflowY) && !/hidden/i.test(el.className) &&
            el.clientWidth > 1 && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 2);
    });
    return {
        faults: [...wide, ...cut].map((el) => `${el.tagName}.${el.getAttribute("class")}`),
        colours: seen(".km-chart-plot text, .km-chart-plot rect.bg").map((el) => getComputedStyle(el).fill),
        height: document.querySelector("main").getBoundingClientRect().bottom + scrollY,
    };
}"""
DASHBOARDS = sorted(path.stem for path in (NOTEBOOKS_DIR / "dashboards").glob("*.ipynb"))
PAGES = {"dashboards": DASHBOARDS, "lessons": IDS}


@pytest.mark.parametrize("path", sample_cases([f"{kind}/{name}" for kind, names in PAGES.items() for name in names], 9))
def test_paper_has_all_that_the_page_shows(open_page: OpenPage, path: str) -> None:
    page = open_page(f"{path}.ipynb", dark=True)
    if "dashboards" in path:
        page.wait_for_function("() => [...document.querySelectorAll('.km-chart-plot')].some((el) => el.dataset.drawn)")
    else:
        page.locator(".km-lesson-step h2").wait_for()
    screen = page.viewport_size
    for paper, (width, height) in SHEETS_OF_PAPER.items():
        page.emulate_media(media="print")
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        found = page.evaluate(ON_PAPER)
        assert found["faults"] == [], paper
        night = {
            f"rgb({int(dark[1:3], 16)}, {int(dark[3:5], 16)}, {int(dark[5:], 16)})" for _, dark in COLOURS.values()
        }
        assert not night & {*found["colours"]}, "white paper under a page that is dark"
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="null")
        page.set_viewport_size(screen)
        margins = dict.fromkeys(("top", "bottom", "left", "right"), "1cm")
        sheets = len(re.findall(rb"/Type /Page\W", page.pdf(format=paper, margin=margins)))
        if "lessons" in path:  # a dashboard keeps each chart whole, and so leaves room
            assert sheets == ceil(found["height"] / height), "nothing moves to a sheet of its own"
