"""Charts in a browser: marks are drawn and redrawn, clicks reach Python, dark and narrow pages are right."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Page, Route, WebSocket, expect

from tests.browser.conftest import NARROW, NewPage, OpenPage, sideways
from tests.conftest import Server, kismet
from widgets.page.assets import bundle_scripts
from widgets.page.paths import WIDGETS_DIR
from widgets.page.plotly_bundle import scope_and_gzip_script

PAGE = """
from fractions import Fraction
import ipywidgets as w
from gamelib.games.harem import odds
from widgets.chart import figures as charts
from widgets.chart.widget import Chart

def sums(k):
    ways = {0: 1}
    for _ in range(k):
        ways = {t: sum(ways.get(t - f, 0) for f in range(1, 7)) for t in range(1, 6 * k + 1)}
        ways = {t: n for t, n in ways.items() if n}
    return ways

def picture(k):
    return charts.distribution(sums(k), title=f"The sum of {k} dice", xlabel="sum", threshold=(5, "5 or more"))

KEYS = ("curve", "index", "x", "customdata")
dice = w.IntSlider(value=2, min=1, max=4, description="Dice")
bars, late = Chart(), w.VBox([])
bars.show(picture(2))
dice.observe(lambda change: bars.show(picture(change.new)), "value")
said = w.Label("nothing yet")
bars.on_click(lambda mark: setattr(said, "value", " ".join(["picked", *(str(mark[k]) for k in KEYS)])))
grid = Chart(charts.heatmap([0, 1], [0, 1, 2], [[Fraction(1, 2)] * 3, [Fraction(1, 3)] * 3], title="A grid",
                            xlabel="guards", ylabel="modifier", marked=(0, 1)))
ways = {"up": [(0, Fraction(0)), (1, Fraction(1))], "down": [(0, Fraction(1)), (1, Fraction(0))]}
lines = Chart(charts.probability_curves(ways, title="Two lines cross", xlabel="time"))
marks = [("no guard", 0), ("one guard", 2), ("two guards", 3)]
guards = Chart(charts.difference_histogram(odds.two_dice_total_difference(), marks, title="Each guard moves the mark"))
more, fewer = w.Button(description="More"), w.Button(description="Fewer")
def add(_):
    late.children = [*late.children, Chart(charts.sample_space({t: t for t in range(2, 13)}, title="All pairs"))]
def close(_):
    late.children[-1].close()
    late.children = late.children[:-1]
more.on_click(add)
fewer.on_click(close)
display(w.VBox([dice, bars, said, grid, lines, guards, more, fewer, late]))
"""
# chart -> the marks that Plotly has drawn in it
MARKS = """() => [...document.querySelectorAll(".km-chart")].map(chart => ({
    title: chart.querySelector("h3").textContent,
    bars: chart.querySelectorAll(".bars .point path").length,
    lines: chart.querySelectorAll("path.js-line").length,
    dots: chart.querySelectorAll(".scatterlayer .point").length,
    cells: chart.querySelectorAll(".heatmaplayer image").length,
}))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("charts")
    for path, kind, cell in (
        ("index.ipynb", "home", new_markdown_cell("# Home")),
        ("dashboards/charts.ipynb", "dashboard", new_code_cell(PAGE)),
    ):
        about = {"title": "Charts", "summary": "For the tests.", "kind": kind, "minutes": 1, "level": "tests"}
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        (folder / path).parent.mkdir(exist_ok=True)
        nbformat.write(new_notebook(cells=[cell], metadata={"kismet": about, "kernelspec": kernel}), folder / path)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with kismet(tmp_path_factory.mktemp("log") / "log.txt", f"--notebooks={folder}") as server:
        yield server


def all_drawn(page: Page, count: int) -> list[dict[str, Any]]:
    page.wait_for_function(f"document.querySelectorAll('[data-drawn]').length === {count}", timeout=120_000)
    return page.evaluate(MARKS)


def chart(page: Page, title: str) -> Any:
    return page.locator(".km-chart", has=page.get_by_role("heading", name=title))


def test_every_chart_draws_its_marks_and_plotly_comes_once(new_page: NewPage, server: Server) -> None:
    page, frames, asked = new_page(), [], []

    def watch(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(len(data)))

    page.on("websocket", watch)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address("dashboards/charts.ipynb"))
    bars, grid, lines, guards = all_drawn(page, 4)
    assert (bars["title"], bars["bars"]) == ("The sum of 2 dice", 11)
    assert grid["cells"] == 1
    assert (lines["lines"], lines["dots"]) == (2, 4)
    assert guards["bars"] == 21
    assert len([url for url in asked if "/plotly.js" in url]) == 1
    assert sum(frames) < 400_000
    assert page.evaluate("typeof globalThis.Plotly") == "undefined"


def test_a_library_that_does_not_come_is_asked_for_again(new_page: NewPage, server: Server) -> None:
    page, asked = new_page(allow=("net::ERR_FAILED",)), []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/plotly.js*", answer)
    page.goto(server.address("dashboards/charts.ipynb"))
    all_drawn(page, 4)
    assert len(asked) >= 2  # a busy machine may need a third


def a_control_redraws(charts_page: Page) -> None:
    handle = charts_page.get_by_role("slider").first
    handle.focus()
    for press, dice, marks in (("ArrowRight", 3, 16), ("ArrowRight", 4, 21), ("Home", 1, 6)):
        charts_page.keyboard.press(press)
        box = chart(charts_page, f"The sum of {dice} dice")
        expect(box.locator(".bars .point path")).to_have_count(marks)
        words = re.compile(f"^The sum of {dice} dice\\. Bars of sum from {dice} to {6 * dice}, ")
        expect(box.get_by_role("img")).to_have_attribute("aria-label", words)
        assert box.locator("tbody tr").count() == marks


def click_and_keyboard_pick_a_mark(charts_page: Page) -> None:
    box = chart(charts_page, "The sum of 2 dice")
    bar = box.locator(".bars .point path").nth(4).bounding_box()
    charts_page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    expect(charts_page.get_by_text("picked 0 4 6 6")).to_be_visible()
    pick = box.get_by_role("slider", name="Marks: arrow keys move, Enter selects")
    pick.focus()
    for _ in range(2):
        charts_page.keyboard.press("ArrowRight")
    expect(pick).to_have_attribute("aria-valuetext", "4: 3/36 = 1/12 ≈ 0.0833")
    expect(box.locator(".hoverlayer")).to_contain_text("4: 3/36 = 1/12 ≈ 0.0833")
    charts_page.keyboard.press("Enter")
    expect(charts_page.get_by_text("picked 0 2 4 4")).to_be_visible()
    expect(chart(charts_page, "A grid").get_by_role("slider")).to_have_count(0)


def table_opens_by_keyboard(charts_page: Page) -> None:
    box = chart(charts_page, "A grid")
    box.get_by_text("Show as table").focus()
    charts_page.keyboard.press("Enter")
    expect(box.get_by_role("cell", name="1/3 ≈ 0.333").first).to_be_visible()
    assert box.get_by_role("columnheader").all_inner_texts() == ["modifier \\ guards", "0", "1", "2"]


def charts_come_and_go(charts_page: Page) -> None:
    for _ in range(2):
        charts_page.get_by_role("button", name="More").click()
    assert [each["cells"] for each in all_drawn(charts_page, 6)[4:]] == [1, 1]
    charts_page.get_by_role("button", name="Fewer").click()
    all_drawn(charts_page, 5)
    charts_page.get_by_role("button", name="More").click()
    all_drawn(charts_page, 6)


def fill(page: Page, place: int) -> str:
    bar = page.locator(".km-chart").first.locator(".bars .point path").nth(place)
    return str(bar.evaluate("bar => getComputedStyle(bar).fill"))


def dark_page_recolours(charts_page: Page) -> None:
    seen = {}
    for light in ("true", "false", "true"):
        charts_page.evaluate("light => document.body.dataset.jpThemeLight = light", light)
        paper = {"true": "rgb(253, 250, 243)", "false": "rgb(21, 23, 42)"}[light]
        expect(charts_page.locator(".km-chart .main-svg").first).to_have_css("background-color", paper)
        seen[light] = fill(charts_page, 5)  # a bar that is wanted is filled
    assert seen == {"true": "rgb(0, 116, 89)", "false": "rgb(53, 207, 163)"}


def test_charts_of_an_open_page(open_page: OpenPage, server: Server) -> None:
    page = open_page("dashboards/charts.ipynb", server=server)
    all_drawn(page, 4)
    click_and_keyboard_pick_a_mark(page)
    table_opens_by_keyboard(page)
    dark_page_recolours(page)
    a_control_redraws(page)
    charts_come_and_go(page)


def test_phone_has_no_sideways_scroll_and_no_cut_label(open_page: OpenPage, server: Server) -> None:
    """Check also that a reader who prefers dark gets dark charts."""
    page = open_page("dashboards/charts.ipynb", server=server, width=NARROW, dark=True)
    all_drawn(page, 4)
    assert fill(page, 5) == "rgb(53, 207, 163)"
    assert sideways(page) <= 0
    cut = """() => [...document.querySelectorAll(".km-chart-plot")].flatMap(plot => {
        const box = plot.getBoundingClientRect();
        return [...plot.querySelectorAll("text")].filter(text => {
            const own = text.getBoundingClientRect();
            return own.width && (own.left < box.left - 1 || own.right > box.right + 1);
        }).map(text => text.textContent);
    })"""
    page.wait_for_function(f"({cut})().length === 0")
    page.set_viewport_size({"width": 900, "height": 800})
    expect(page.locator(".km-chart .main-svg").first).not_to_have_attribute("width", "")
    page.wait_for_function("document.querySelector('.km-chart .main-svg').getBoundingClientRect().width > 600")


FAKES = """async ([source, packed]) => {
    const { default: widget } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    const bundle = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const fake = (name) => ({
        name, asked: 0, handlers: new Map(),
        state: { figure: { data: [], layout: {} }, title: name, text: name, table: {}, level: 3, selectable: false },
        get(key) { return this.state[key]; },
        on(event, handler) { this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]); },
        off(event, handler) { this.handlers.set(event, this.handlers.get(event).filter((each) => each !== handler)); },
        send() { this.asked += 1; },
        answer() { for (const each of this.handlers.get("msg:custom") ?? []) each({ kind: "plotly" }, [bundle]); },
    });
    const show = (model) => {
        const el = document.body.appendChild(document.createElement("div"));
        return widget.render({ model, el });
    };
    globalThis.drawn = [];
    globalThis.define = () => { throw new Error("the page's own loader must not be used"); };
    globalThis.define.amd = true;
    const [first, second, third] = ["first", "second", "third"].map(fake);
    const closeFirst = show(first);
    show(second);
    const seen = [[first.asked, second.asked]];
    closeFirst(); // its kernel will never answer
    seen.push([first.asked, second.asked]);
    second.answer();
    second.answer();
    show(third);
    while (globalThis.drawn.length < 2) await new Promise((resolve) => setTimeout(resolve));
    seen.push([second.asked, third.asked]);
    const left = [...first.handlers.values()].flat().length;
    return { seen, left, drawn: globalThis.drawn, starts: globalThis.starts };
}"""


def test_another_chart_asks_when_the_first_one_closes(new_page: NewPage) -> None:
    """Use models of our own. Plotly is requested once at a time, started once, and shared by all kernels."""
    library = b"""globalThis.starts = (globalThis.starts ?? 0) + 1;
        const react = async (plot, data, layout) => {
            plot.on = plot.removeAllListeners = () => {};
            globalThis.drawn.push(layout.width);
        };
        module.exports = { react };
        if (typeof define === "function") define();"""
    page = new_page()
    page.add_style_tag(content=(WIDGETS_DIR / "page/tokens.css").read_text(encoding="utf-8"))
    packed = base64.b64encode(scope_and_gzip_script(library)).decode()
    found = page.evaluate(FAKES, [bundle_scripts("chart/chart.js"), packed])
    assert found["seen"] == [[1, 0], [1, 1], [1, 0]]
    assert found["left"] == 0
    assert len(found["drawn"]) == 2
    assert found["starts"] == 1
