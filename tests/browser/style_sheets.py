"""A page looks the same when all other components are loaded on it, as in JupyterLab and on long pages."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser import sweep
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
