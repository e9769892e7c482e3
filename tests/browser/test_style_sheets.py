"""A page looks the same when all other components are loaded on it, as in JupyterLab and on long pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import sweep
from tests.browser.conftest import OpenPage
from tests.browser.lesson_page import predict, step, to_predict
from tests.browser.test_one_screen import links
from tests.browser.test_table import ready
from tests.conftest import sample_cases
from widgets.builder import Builder
from widgets.chart.widget import Chart
from widgets.dashboard.widget import Dashboard
from widgets.lesson.widget import Lesson
from widgets.page.assets import bundle_styles
from widgets.rules.widget import Rulebook
from widgets.table.widget import Table

#: the box of every element and what a sheet may well do to it and to what stands before and after it
KEEP = """() => {
    const SEEN = `align-items animation-name background-color background-image border-bottom-color border-radius
        border-top-width box-shadow clip-path color content display fill filter flex-direction font-family font-size
        font-weight gap inset list-style-type margin opacity order outline-width overflow-x padding position stroke
        text-align text-decoration transform transition-duration translate visibility white-space z-index`;
    const values = (el, part) => {
        const style = getComputedStyle(el, part);
        return part && style.content === "none" ? [] : SEEN.split(/\\s+/).map((name) => `${name}: ${style[name]}`);
    };
    const look = (el) => {
        const { x, y, width, height } = el.getBoundingClientRect();
        return [`box: ${[x, y, width, height]}`, ...["", "::before", "::after"].flatMap((part) => values(el, part))];
    };
    const all = () => [...document.querySelectorAll("body, body *:not(style, script, path)")];
    window.looks = () => new Map(all().map((el) => [el, look(el)]));
    window.before = window.looks();
}"""
ADD = """(sheet) => {
    const style = document.createElement("style");
    style.className = "km-added";
    style.textContent = sheet;
    document.head.append(style);
}"""
CHANGED = """() => [...window.looks()].flatMap(([el, now]) => {
    const was = window.before.get(el) ?? now;
    const at = now.findIndex((value, i) => value !== was[i]);
    return at < 0 ? [] : [`${el.tagName}.${el.getAttribute("class")} ${was[at]} -> ${now[at]}`];
}).slice(0, 20)"""
#: what is asked at each table, after how many steps
MOMENTS = {
    "court": "ask main 60",
    "emira": "ask act 100",
    "hadara": "ask keep 100",
    "towers": "ask choose 20",
    "wishes": "ask act 100",
}
#: what widgets bring along, and the home page with them
SHEETS = [
    *(str(one._css) for one in (Builder, Chart, Dashboard, Lesson, Rulebook, Table)),
    bundle_styles("site/home.css", "site/lesson_path.css"),
]


def changed(page: Page) -> list[str]:
    """Return the changes of the page by every style sheet of every component."""
    page.add_style_tag(content="*, *::before, *::after { animation: none !important; transition: none !important }")
    page.evaluate(sweep.STILL)
    page.evaluate(KEEP)
    for sheet in SHEETS:
        page.evaluate(ADD, sheet)
    page.evaluate(sweep.STILL)
    found: list[str] = page.evaluate(CHANGED)
    page.evaluate("() => document.querySelectorAll('.km-added').forEach((el) => el.remove())")
    return found


@pytest.mark.parametrize("path", ["builder", "dashboards/raid", "rulebook/towers"])
def test_a_page(open_page: OpenPage, path: str) -> None:
    assert changed(open_page(f"{path}.ipynb")) == []


@pytest.mark.parametrize("name", sample_cases(MOMENTS, 2))
def test_a_table(open_page: OpenPage, name: str) -> None:
    page = open_page(f"tables/{name}.ipynb", query=links(name, 4, [MOMENTS[name]])[MOMENTS[name]])
    ready(page)
    assert changed(page) == []


@pytest.mark.parametrize("id", ["00-two-from-a-bag", "08-the-caravan"])
def test_a_lesson(open_page: OpenPage, id: str) -> None:
    page = open_page(f"lessons/{id}.ipynb", width=390)
    expect(step(page, "example")).to_be_visible()
    found = changed(page)
    to_predict(page)
    found += changed(page)
    predict(page)
    assert found + changed(page) == []
