"""Benchmark of our pages, compared with pages with the same content in Plotly's FigureWidget.

    python -m benchmarks.page [--visits 3] [--pages gems raid]

Kismet serves temporary pages in two versions: four charts alone, and each dashboard. The second version has the same
figures and controls as FigureWidgets and ipywidgets. It has no texts, tables and simulations, so it has less to do. The
benchmark visits both versions in turn, each time with a new browser profile and a warm kernel. It measures the bytes
over the websocket before compression, and the time until every chart is drawn. For our pages, it also measures the time
from a slider movement to the first new chart, the time from a click on a table to the new board, and the memory of the
largest kernel. It prints medians and ratios. The exit code is 1 if a ratio misses its goal.
"""

from __future__ import annotations

import argparse
import importlib
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import nbformat
import psutil
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, TimeoutError, WebSocket, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.chromium import chromium  # noqa: E402
from tests.conftest import Server, kismet  # noqa: E402

SMALLEST = ("--visits", "1", "--pages", "four charts", "gems", "court")
GOAL_BYTES, GOAL_TIME, GOAL_ANSWER, GOAL_MEMORY = 0.1, 0.35, 150, 130
PATIENCE = 120  # seconds for one page
WARM_UP = 10  # seconds in which the server prepares the next warm kernel
FIGURES = """
from fractions import Fraction
import ipywidgets
from gamelib.games.harem import odds
from widgets.chart import figures as charts
ways = {t: 6 - abs(t - 7) for t in range(2, 13)}
figures = [
    charts.distribution(ways, title="Seven is the likeliest sum", xlabel="sum", threshold=(9, "9 or more")),
    charts.difference_histogram(
        odds.two_dice_total_difference(),
        [("no guard", 0), ("one guard", 2), ("two guards", 3)],
        title="Guards move the mark",
    ),
    charts.distribution(ways, title="Runs come close", xlabel="sum", simulated={7: 20, 6: 14, 8: 12, 2: 4}),
    charts.distribution({1: 1, 2: 2, 4: 1}, title="Two is the likeliest", xlabel="value"),
]
"""
FOUR_OLD = f"""{FIGURES}
from plotly.graph_objects import FigureWidget
ipywidgets.VBox([FigureWidget(figure) for figure in figures])"""
FOUR_NEW = f"{FIGURES}\nfrom widgets import Chart\nipywidgets.VBox([Chart(figure) for figure in figures])"
# The dashboard as FigureWidgets: our dashboard runs unseen, and Plotly's own widget draws its charts. Kernels are
# copies of a process that has run both pages, so the class of our charts is restored.
DASHBOARD_OLD = """
from ipywidgets import BoundedIntText, Checkbox, HBox, IntSlider, RadioButtons, VBox
from plotly.graph_objects import Figure, FigureWidget
from widgets.dashboard import widget as dashboards

class Picture:
    model_id = None
    def __init__(self, level): ...
    def on_click(self, call): ...
    def show_contents(self, shown):
        figure = Figure(shown["figure"])
        if not hasattr(self, "widget"):
            self.widget = FigureWidget(figure)
            return
        with self.widget.batch_update():
            self.widget.data = ()
            self.widget.add_traces(figure.data)
            self.widget.layout = figure.layout

from widgets.games.{game}.dashboards import {name}
ours, dashboards.Chart = dashboards.Chart, Picture
try:
    page = {name}.create_dashboard()
finally:
    dashboards.Chart = ours
page.close()

def native(control):
    spec, start = control.to_json(), control.default
    if spec["kind"] == "slider":
        return IntSlider(start, spec["least"], spec["most"], description=control.label)
    if spec["kind"] == "choice":
        options = [(words, value) for value, words in control.options.items()]
        return RadioButtons(options=options, value=start, description=control.label)
    if spec["kind"] == "switch":
        return Checkbox(start, description=control.label)
    return HBox([BoundedIntText(value, spec["least"], spec["most"]) for value in start])

def follow(name, widget):
    parts = getattr(widget, "children", [widget])
    def change(_):
        values = [part.value for part in parts]
        page.set_control_values(**{{name: values if widget is not parts[0] else values[0]}})
    for part in parts:
        part.observe(change, "value")
    return widget

controls = [follow(name, native(control)) for name, control in page.controls.items()]
HBox([VBox(controls), VBox([picture.widget for picture in page.pictures.values()])])
"""
DASHBOARDS = {
    "gems": "harem",
    "raid": "harem",
    "caravans": "emira",
    "flee": "towers",
    "choice": "hadara",
    "growth": "hadara",
    "closing": "wishes",
    "purchase": "wishes",
}
"""Name -> game."""
TABLES = ("court", "emira", "hadara", "towers", "wishes")
DRAWN = """(count) => {
    const marks = ".bars .point path, path.js-line, .scatterlayer .point, .heatmaplayer image";
    const plots = [...document.querySelectorAll(".js-plotly-plot")];
    return plots.filter((plot) => plot.querySelector(marks)).length === count;
}"""
#: milliseconds of several answers, each from a slider movement until a chart is redrawn
MOVES = """async () => {
    const input = document.querySelector(".km-dashboard-slider input");
    const drawn = () => [...document.querySelectorAll("[data-drawn]")].map((frame) => frame.dataset.drawn).join();
    const times = [];
    for (let i = 0; i < 15; i += 1) {
        const before = drawn();
        const start = performance.now();
        input.value = Number(input.min) + (Number(input.value) - Number(input.min) + 1) % 3;
        input.dispatchEvent(new Event("input"));
        while (drawn() === before && performance.now() - start < 5000)
            await new Promise((next) => requestAnimationFrame(next));
        times.push(performance.now() - start);
        await new Promise((next) => setTimeout(next, 500));
    }
    return times;
}"""
#: milliseconds from a click on a table until the new board is drawn, back and forth between two steps
CLICKS = """async () => {
    const board = document.querySelector(".km-table");
    const times = [];
    for (let i = 0; i < 16; i += 1) {
        const button = board.querySelector(`[data-key="time:${i % 2 ? "forward" : "back"}"]`);
        const start = performance.now();
        button.click();
        while (board.hasAttribute("aria-busy") && performance.now() - start < 5000)
            await new Promise((next) => requestAnimationFrame(next));
        times.push(performance.now() - start);
        await new Promise((next) => setTimeout(next, 200));
    }
    return times;
}"""


@dataclass(frozen=True)
class Visit:
    """Bytes received over the websocket, and seconds from the request and the arrival of the page to the last mark."""

    received: int
    seconds: float
    browser_seconds: float


def visit(browser: Browser, url: str, count: int) -> Visit:
    """Open the page once with an empty cache and a warm kernel. Wait until `count` charts are drawn."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(1000 * PATIENCE)
    page, sizes = context.new_page(), []

    def watch(websocket: WebSocket) -> None:
        websocket.on(
            "framereceived", lambda data: sizes.append(len(data if isinstance(data, bytes) else data.encode()))
        )

    page.on("websocket", watch)
    time.sleep(WARM_UP)
    start = time.monotonic()
    page.goto(url, wait_until="domcontentloaded")
    arrived = time.monotonic()
    try:
        page.wait_for_function(DRAWN, arg=count)
    except TimeoutError:
        drawn = page.locator(".js-plotly-plot").count()
        shown = " ".join(page.locator("main").inner_text().split())[-300:]
        raise RuntimeError(
            f"{url}: of {count} charts {drawn} were drawn within {PATIENCE} s. The page ends with: {shown}"
        ) from None
    done = time.monotonic()
    context.close()
    return Visit(sum(sizes), done - start, done - arrived)


def answers(browser: Browser, url: str, ready: str, script: str) -> list[float]:
    """Run a script that measures answers of an idle page. Return the milliseconds of each answer."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.goto(url)
    page.locator(ready).first.wait_for()
    page.wait_for_timeout(3000)
    times = page.evaluate(script)
    context.close()
    return [float(each) for each in times]


def answer(label: str, times: list[float]) -> bool:
    """Print how fast a page answers. Return whether the median misses its goal."""
    median = statistics.median(times)
    print(f"  {label + ', ms':<35}{median:>9.0f}   (slowest {max(times):.0f}){GOAL_ANSWER:>22}", flush=True)
    return median > GOAL_ANSWER


def memory(name: str, server: Server) -> bool:
    """Print the memory of the largest kernel. Return whether it misses its goal."""
    kernels = psutil.Process(server.process.pid).children(recursive=True)
    largest = max(kernel.memory_info().rss for kernel in kernels) / 2**20
    print(f"  {f'{name}: kernel, MiB':<35}{largest:>9.0f}{GOAL_MEMORY:>42}", flush=True)
    return largest > GOAL_MEMORY


def compare(name: str, old: list[Visit], new: list[Visit]) -> bool:
    """Print one pair of pages. Return whether a ratio misses its goal."""
    print(f"{f'{name}, median of {len(new)} visits':<37}{'FigureWidget':>12}{'ours':>12}{'ratio':>9}{'goal':>7}")
    missed = False
    for label, what, scale, unit, goal in (
        ("websocket bytes received", "received", 1e6, "MB", GOAL_BYTES),
        ("page asked to all drawn", "seconds", 1, "s ", GOAL_TIME),
        ("of which in the browser", "browser_seconds", 1, "s ", None),
    ):
        before, after = (statistics.median(getattr(each, what) for each in found) for found in (old, new))
        missed |= goal is not None and after / before > goal
        both = "".join(f"{value / scale:>9.2f} {unit}" for value in (before, after))
        print(f"  {label:<35}{both}{after / before:>9.3f}{goal or '':>7}", flush=True)
    return missed


def main() -> int:
    """Run the benchmark. Return 1 if a goal is missed."""
    names = ("four charts", *DASHBOARDS, *TABLES)
    parser = argparse.ArgumentParser(description="Our pages against the same in FigureWidgets, and their answers.")
    parser.add_argument("--visits", type=int, default=3, help="visits to each page (default: 3)")
    parser.add_argument("--pages", nargs="+", choices=names, default=names, help="some of them (default: all)")
    options = parser.parse_args()
    missed = False
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium(driver),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
        )
        for name in options.pages:
            with tempfile.TemporaryDirectory() as place:
                missed |= measure(browser, name, Path(place), options.visits)
        browser.close()
    return int(missed)


def measure(browser: Browser, name: str, folder: Path, visits: int) -> bool:
    """Measure one page and its FigureWidget version on a server of their own. Return whether a goal is missed."""
    missed = False
    shutil.copy(ROOT / "notebooks" / "index.ipynb", folder)
    count = 0 if name in TABLES else write_pair(folder, name)
    if name in TABLES:
        shutil.copy(ROOT / "notebooks" / "tables" / f"{name}.ipynb", folder / "new.ipynb")
    with kismet(folder / "log.txt", f"--notebooks={folder}") as server:
        if count:
            old, new = [], []
            for _ in range(visits):
                old.append(visit(browser, server.address("old.ipynb"), count))
                new.append(visit(browser, server.address("new.ipynb"), count))
            missed |= compare(name, old, new)
        if name in DASHBOARDS:
            missed |= answer(f"{name}: a slider", answers(browser, server.address("new.ipynb"), "[data-drawn]", MOVES))
        if name in TABLES:
            missed |= answer(
                f"{name}: a click", answers(browser, server.address("new.ipynb"), ".km-step-label b", CLICKS)
            )
    if name in DASHBOARDS or name in TABLES:
        (folder / "old.ipynb").unlink(missing_ok=True)
        with kismet(folder / "log.txt", f"--notebooks={folder}") as server:
            answers(browser, server.address("new.ipynb"), "[data-drawn], .km-step-label b", "() => []")
            missed |= memory(name, server)
    return missed


def write_pair(folder: Path, name: str) -> int:
    """Write both versions of a page as old.ipynb and new.ipynb. Return the number of charts on each."""
    if name not in DASHBOARDS:
        write(folder / "old.ipynb", FOUR_OLD)
        write(folder / "new.ipynb", FOUR_NEW)
        return 4
    write(folder / "old.ipynb", DASHBOARD_OLD.format(name=name, game=DASHBOARDS[name]))
    shutil.copy(ROOT / "notebooks" / "dashboards" / f"{name}.ipynb", folder / "new.ipynb")
    return len(
        importlib.import_module(f"widgets.games.{DASHBOARDS[name]}.dashboards.{name}").create_dashboard().pictures
    )


def write(path: Path, code: str) -> None:
    """Write a page of one cell."""
    entry = {"title": path.stem, "summary": "A page to be timed.", "kind": "dashboard", "minutes": 1, "level": "any"}
    nbformat.write(new_notebook(cells=[new_code_cell(code)], metadata={"kismet": entry}), path)


if __name__ == "__main__":
    sys.exit(main())
