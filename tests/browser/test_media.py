"""Forced colours, print, and windows that are lower than those of phones."""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path

import pytest

from tests.browser.conftest import NewPage, OpenPage
from tests.browser.lesson_page import IDS
from tests.browser.test_one_screen import links
from tests.browser.test_style_sheets import MOMENTS
from tests.browser.test_table import ready
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


@pytest.mark.parametrize("kind", MARKS)
def test_forced_colours_keep_what_a_filling_tells(new_page: NewPage, kind: str) -> None:
    page = new_page()
    page.emulate_media(forced_colors="active")
    track = {"bench": "km-outcomes-track", "odds": "km-track"}.get(kind, "")
    marks = "".join(f'<i data-mark class="{name}"></i>' for name in MARKS[kind])
    page.set_content(f"<style>{bundle_styles(*SHEETS)}</style><div class='{track}'>{marks}</div>")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p data-mark style=\"background: Canvas\"></p>')")
    found, empty = page.evaluate(BACKGROUNDS), "rgba(0, 0, 0, 0) none"
    assert len({*found}) == len(found), "each looks another way, and none like the page"
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


@pytest.mark.parametrize("name", COMPONENTS)
def test_states_are_told_apart_in_forced_colours(new_page: NewPage, name: str) -> None:
    page = new_page()
    page.set_content(f"<style>{COMPONENTS[name]}</style><body></body>")
    colours, forced = {}, {}
    for choice, found in (("none", colours), ("active", forced)):
        page.emulate_media(forced_colors=choice)
        found.update(page.evaluate(FORCED))
    told = {pair for pair, differs in colours.items() if differs}
    assert len(told) > 10
    assert {pair for pair in told if not forced[pair]} - ALIKE == set()


@pytest.mark.parametrize("theme", ["", ' data-jp-theme-light="false"'])
def test_dark_pages_print_light(new_page: NewPage, theme: str) -> None:
    page = new_page(dark=True)
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


@pytest.mark.parametrize("path", sample_cases([f"{kind}/{name}" for kind, names in PAGES.items() for name in names], 5))
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


UNREACHED = """() => {
    const things = ".km-table-hand .km-card, .km-table-hand button, .km-table-question button, " +
        ".km-table-timeline button";
    const scrolls = (el) => /auto|scroll/.test(getComputedStyle(el).overflowY);
    const scrolled = (el) => el && (scrolls(el) ? el : scrolled(el.parentElement));
    return [...document.querySelectorAll(things)].filter((el) => el.checkVisibility()).filter((el) => {
        el.scrollIntoView({ block: "center", inline: "center" });
        const { x, y, width, height } = el.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        return !hit || !(el.contains(hit) || hit.contains(el)) || !scrolled(el);
    }).map((el) => `${el.className} ${el.textContent}`);
}"""


@pytest.mark.parametrize("name", MOMENTS)
def test_hand_and_answers_are_reached_in_a_very_low_window(open_page: OpenPage, name: str) -> None:
    page = open_page(f"tables/{name}.ipynb", query=links(name, 4, [MOMENTS[name]])[MOMENTS[name]])
    ready(page)
    for width, height in ((427, 320), (568, 240), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("() => document.querySelector('.km-tabletop').offsetHeight > 500")
        assert page.evaluate(UNREACHED) == [], (width, height)


CUT = """(least) => [...document.querySelectorAll("*")].filter((el) => {
    const { overflowY } = getComputedStyle(el);
    return el.checkVisibility() && /auto|scroll/.test(overflowY) && el.scrollHeight > el.clientHeight + 1 &&
        el.clientHeight < Math.min(least, el.scrollHeight);
}).map((el) => `${el.className}: ${el.clientHeight} of ${el.scrollHeight} px`)"""
LEAST = 88  # CSS px: two rows of buttons


LOW = ["builder", "learn/towers", "lessons/03-the-raid", "dashboards/raid", "rulebook/court"]


@pytest.mark.parametrize("path", LOW)
def test_no_scrolling_area_is_a_slit_in_a_very_low_window(open_page: OpenPage, path: str) -> None:
    page = open_page(f"{path}.ipynb")
    low = [(1280, 240)] * (path == "builder")
    for width, height in (*low, (427, 320), (568, 240), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => document.body.clientWidth === width", arg=width)
        assert page.evaluate(CUT, LEAST) == [], (width, height)
