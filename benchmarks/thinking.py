"""Benchmark of bots, the lab and the game review: Python in a browser compared with Python on this machine.

    python -m benchmarks.thinking [--games harem emira hadara towers wishes] [--moves 8]

A temporary site has one page for each game and task, and Chromium opens these pages. The tasks are moves of the search
bot (mean of `moves` moves, with three seats if possible), 100 games of the lab with its default setting, and a game
review up to its first decision (mean for a good and a random player). The same code also runs on this machine. The
benchmark prints processor seconds and also the elapsed time. In the browser, the processor seconds are those of the
renderer minus those of an empty page, so that other work of the machine has little effect. The exit code is 1 if a goal
is missed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import nbformat
import psutil
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.chromium import chromium  # noqa: E402
from tests.browser.conftest import FLAGS  # noqa: E402
from tests.site import Folder  # noqa: E402
from widgets.page.paths import NOTEBOOKS_DIR  # noqa: E402
from widgets.site.static_site.build import build_site  # noqa: E402

PARTS = {"moves": 1.0, "lab": 20.0, "review": 10.0}
"""What is measured, and how many seconds it may take."""
SMALLEST = ("--games", "wishes", "--moves", "1")
NOTHING = "nothing"
GAMES = ("harem", "emira", "hadara", "towers", "wishes")
PATIENCE = 1800  # seconds for one game
MEASURE = '''
import json, time
from gamelib import game, simulate, tournament
from widgets.dashboard.lab.strategies import A, B, StrategyDashboard, create_bot
from widgets.table.decision_review import DecisionReviewTask


class Enough(Exception):
    """So many moves were timed."""


class Timed:
    def __init__(self, bot, most):
        self.bot, self.most, self.took = bot, most, []

    def __call__(self, view, legal, rng):
        start = time.perf_counter()
        chosen = self.bot(view, legal, rng)
        if len(legal) > 1:
            self.took.append(time.perf_counter() - start)
        if len(self.took) >= self.most:
            raise Enough
        return chosen


def moves(name, most):
    seats, seed = min(3, max(game(name).seats)), 0
    searching = Timed(game(name).bots["monte_carlo"], most)
    while len(searching.took) < most:
        seed += 1
        try:
            simulate(name, seats, [searching, "thumb", "thumb"][:seats], games=1, seed=seed)
        except Enough:
            pass
    return sorted(searching.took)[most // 2], max(searching.took)


def lab(name, most):
    values = {control.name: control.default for control in StrategyDashboard.controls_for_game(name)}
    start = time.perf_counter()
    tournament(name, {A: create_bot(name, A, values), B: "thumb"}, 100, 1)
    return (time.perf_counter() - start,) * 2


def review(name, most):
    took = []
    for seat in (0, 1):
        record = tournament(name, ["thumb", "random"], games=2, seed=3).game_record(0)
        start = time.perf_counter()
        reviewing = DecisionReviewTask(record, seat)
        while not reviewing.finished_reviews and not reviewing.is_finished:
            reviewing.advance()
        took.append(time.perf_counter() - start)
    return took
'''
CELL = """
{code}
import js
if not hasattr(js, "process"):  # not where the page is built
    print("measured", json.dumps({call}), "end")
"""


def pages(folder: Path, names: list[str], moves: int) -> None:
    """Write the home page, a page for each game and task, and a page that measures nothing."""
    (folder / "dashboards").mkdir(parents=True)
    shutil.copy(NOTEBOOKS_DIR / "index.ipynb", folder)
    calls = {f"{name}-{part}": f"{part}({name!r}, {moves})" for name in names for part in PARTS} | {NOTHING: "[0, 0]"}
    for title, call in calls.items():
        about = {"title": title, "summary": "Measures.", "kind": "dashboard", "minutes": 1, "level": "any"}
        cells = [new_markdown_cell(f"# {title}"), new_code_cell(CELL.format(code=MEASURE, call=call))]
        nbformat.write(new_notebook(cells=cells, metadata={"kismet": about}), folder / "dashboards" / f"{title}.ipynb")


def busy() -> float:
    """Return the processor seconds of all pages of our browsers."""
    found = 0.0
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if "--type=renderer" in each.cmdline():
                found += sum(each.cpu_times()[:2])
    return found


def in_browser(browser: Browser, address: str) -> tuple[float, list[float]]:
    """Return the processor seconds of the page at this address, and the times that the page itself measured."""
    context = browser.new_context()
    before = busy()
    page = context.new_page()
    page.goto(address)
    page.get_by_text("measured [").wait_for(timeout=1000 * PATIENCE)
    said = page.locator("body").inner_text()
    took = busy() - before
    context.close()
    return took, json.loads(said[said.index("measured [") + 9 : said.index("] end") + 1])


def main() -> int:
    """Run the benchmark. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="Bots, the lab and a review in a browser's own Python.")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), help="some of them (default: all)")
    parser.add_argument("--moves", type=int, default=8, help="moves of the searching bot (default: 8)")
    options = parser.parse_args()
    here: dict[str, Any] = {}
    exec(MEASURE, here)
    missed = False
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        pages(Path(place) / "pages", options.games, options.moves)
        build_site(Path(place) / "site", Path(place) / "pages")
        server = Folder(Path(place) / "site")
        browser = driver.chromium.launch(executable_path=chromium(driver), args=FLAGS)
        print(f"Load of this machine: {psutil.getloadavg()[0]:.1f} on {psutil.cpu_count()} cores.")
        print(f"{'':<18}{'browser':>10}{'here':>10}{'ratio':>7}{'goal':>7}   clock in the browser: median, longest")
        in_browser(browser, f"{server.url}dashboards/{NOTHING}.html")
        nothing, _ = in_browser(browser, f"{server.url}dashboards/{NOTHING}.html")
        for name in options.games:
            for part, goal in PARTS.items():
                each = options.moves if part == "moves" else 2 if part == "review" else 1
                start = time.process_time()
                here[part](name, options.moves)  # first here: if the code fails, no page waits for it
                own = (time.process_time() - start) / each
                took, clock = in_browser(browser, f"{server.url}dashboards/{name}-{part}.html")
                there = (took - nothing) / each
                print(
                    f"{name:<8}{part:<10}{there:>8.2f} s{own:>8.2f} s{there / own:>7.1f}{goal:>7g}   "
                    f"{clock[0]:.1f} s, {clock[1]:.1f} s",
                    flush=True,
                )
                missed |= there > goal
        browser.close()
        server.end()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
