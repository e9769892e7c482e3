"""A dashboard of four charts against the same page built with Plotly's FigureWidget: bytes over the websocket, and time
until every chart shows marks.

    python benchmarks/page.py [--visits 3]

Starts one Voila server on two pages made in a temporary folder, visits them in turn with a fresh browser profile each
time, prints medians and ratios, and exits with 1 if a ratio misses its goal.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, WebSocket, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.chromium import chromium  # noqa: E402

GOAL_BYTES, GOAL_TIME = 0.1, 0.35
PATIENCE = 120  # seconds for one page
FIGURES = """
from fractions import Fraction
import ipywidgets
from widgets import charts
ways = {t: 6 - abs(t - 7) for t in range(2, 13)}
figures = [
    charts.distribution(ways, title="Seven is the likeliest sum", xlabel="sum", threshold=(9, "9 or more")),
    charts.difference_histogram([("no guard", 0), ("one guard", 2), ("two guards", 3)], title="Guards move the mark"),
    charts.distribution(ways, title="Runs come close", xlabel="sum", simulated={7: 20, 6: 14, 8: 12, 2: 4}),
    charts.distribution({1: 1, 2: 2, 4: 1}, title="Two is the likeliest", xlabel="value"),
]
"""
PAGES = {
    "figurewidget": FIGURES
    + "from plotly.graph_objects import FigureWidget\nipywidgets.VBox([FigureWidget(figure) for figure in figures])",
    "chart": FIGURES + "from widgets.chart import Chart\nipywidgets.VBox([Chart(figure) for figure in figures])",
}
BARS = 11 + 21 + 11 + 3  # what both pages must show
DRAWN = f"document.querySelectorAll('.bars .point path').length === {BARS}"


@dataclass(frozen=True)
class Visit:
    """Bytes received over the websocket; seconds from asking for the page, and from its arrival, to the last mark."""

    received: int
    seconds: float
    browser_seconds: float


@contextmanager
def voila(folder: Path) -> Iterator[str]:
    """A Voila server on `folder`; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "voila", str(folder), "--no-browser", f"--port={port}"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
    url = f"http://127.0.0.1:{port}/"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urlopen(url, timeout=5).close()
                break
            except (URLError, ConnectionError, TimeoutError):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit(f"Voila does not answer:\n{(folder / 'server.log').read_text()}") from None
                time.sleep(0.2)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


def visit(browser: Browser, url: str) -> Visit:
    """Open the page once, with nothing cached, and wait for the last mark."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, sizes = context.new_page(), []

    def watch(websocket: WebSocket) -> None:
        websocket.on(
            "framereceived", lambda data: sizes.append(len(data if isinstance(data, bytes) else data.encode()))
        )

    page.on("websocket", watch)
    start = time.monotonic()
    page.goto(url, wait_until="domcontentloaded")
    arrived = time.monotonic()
    page.wait_for_function(DRAWN, timeout=1000 * PATIENCE)
    done = time.monotonic()
    context.close()
    return Visit(sum(sizes), done - start, done - arrived)


def main() -> int:
    parser = argparse.ArgumentParser(description="Four charts: our chart widget against FigureWidget.")
    parser.add_argument("--visits", type=int, default=3, help="visits to each page (default: 3)")
    visits = parser.parse_args().visits
    found: dict[str, list[Visit]] = {name: [] for name in PAGES}
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        folder = Path(place)
        for name, code in PAGES.items():
            nbformat.write(new_notebook(cells=[new_code_cell(code)]), folder / f"{name}.ipynb")
        browser = driver.chromium.launch(
            executable_path=chromium(driver),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
        )
        with voila(folder) as url:
            for _ in range(visits):
                for name in PAGES:
                    found[name].append(visit(browser, f"{url}voila/render/{name}.ipynb"))
        browser.close()

    def median(name: str, what: str) -> float:
        return statistics.median(getattr(each, what) for each in found[name])

    print(f"four charts, median of {visits} visits{'FigureWidget':>18}{'Chart':>12}{'ratio':>9}{'goal':>7}")
    missed = False
    for label, what, scale, unit, goal in (
        ("websocket bytes received", "received", 1e6, "MB", GOAL_BYTES),
        ("page asked to all drawn", "seconds", 1, "s ", GOAL_TIME),
        ("of which in the browser", "browser_seconds", 1, "s ", None),
    ):
        old, new = median("figurewidget", what), median("chart", what)
        missed |= goal is not None and new / old > goal
        print(f"{label:<37}{old / scale:>9.2f} {unit}{new / scale:>9.2f} {unit}{new / old:>9.3f}{goal or '':>7}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
