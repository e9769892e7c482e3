"""Benchmark of pages without a server, compared with the same pages from our server, and on a simulated slow phone.

    python -m benchmarks.site [--site FOLDER] [--visits 3] [--pages tables/court dashboards/gems]

FOLDER was built by `kismet site`. Without `--site`, the benchmark builds it. Each page is visited on both servers:
first with a new browser profile (cold), then with the same profile (warm, and on our server with a warm kernel). The
benchmark measures the time until the page is drawn, the time from a click or slider movement to the new drawing, the
bytes of a first visit, and the memory of the page, including its kernel on our server. The simulated phone has a width
of 390 pixels, a quarter of the processor speed, and a connection of 20 Mbit per second. The benchmark prints medians
and ratios. The exit code is 1 if a ratio misses its goal.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.chromium import chromium  # noqa: E402
from tests.browser.test_site import KEPT  # noqa: E402
from tests.conftest import Server, free_port, kismet  # noqa: E402
from tests.pupils import few_pages  # noqa: E402
from widgets.page.paths import NOTEBOOKS_DIR  # noqa: E402
from widgets.site.static_site.build import build_site  # noqa: E402
from widgets.site.static_site.npm import BuildError, require_node  # noqa: E402
from widgets.site.static_site.static_server import FolderFileHandler  # noqa: E402
from widgets.site.static_site.static_server import StaticServer as Files  # noqa: E402

from .page import CLICKS, MOVES, WARM_UP  # noqa: E402

SMALLEST = ("--visits", "1", "--pages", "dashboards/gems")
GOAL_COLD, GOAL_WARM, GOAL_ANSWER, GOAL_MB, GOAL_MEMORY = 1.1, 1.0, 2.0, 22, 1.5
PHONE_FIRST, PHONE_AGAIN = 20, 8  # seconds
PHONE_LINE = 20e6 / 8  # bytes a second
SLOWER = 4
SLICE = 0.02  # seconds that a process runs until it is paused again
PATIENCE = 240  # seconds for one page
PAGES = {"tables/court": ".km-table:not([aria-busy]) .km-step-label b", "dashboards/gems": "[data-drawn]"}
"""Page -> what is there when it is drawn."""


class Counting(FolderFileHandler):
    """File server that counts the bytes that it sends, and limits their rate."""

    sent = 0
    line = 0.0  # rate limit in bytes per second, 0 for no limit
    _turn = threading.Lock()

    def _send(self, *told: Any) -> None:
        self.wfile = _Line(self.wfile)  # type: ignore[assignment]
        super()._send(*told)
        self.wfile = self.wfile.end  # type: ignore[attr-defined]


class _Line:
    """Writer that passes its bytes to `end`. All instances share the rate limit."""

    PART = 16_384

    def __init__(self, end: Any) -> None:
        self.end = end

    def write(self, content: bytes) -> int:
        for at in range(0, len(content), self.PART):
            part = content[at : at + self.PART]
            with Counting._turn:
                Counting.sent += len(part)
                if Counting.line:
                    time.sleep(len(part) / Counting.line)
            self.end.write(part)
        return len(content)

    def flush(self) -> None:
        self.end.flush()


@contextmanager
def files(folder: Path) -> Iterator[str]:
    """Serve the folder with a plain server and return its address."""
    port = free_port()
    with Files(("127.0.0.1", port), partial(Counting, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{port}/"
        server.shutdown()


def drawn(page: Page, url: str, sign: str) -> float:
    """Request a page. Return the seconds until it is drawn."""
    start = time.monotonic()
    page.goto(url, wait_until="commit")
    page.wait_for_function("(sign) => document.querySelector(sign)", arg=sign)
    return time.monotonic() - start


def fresh(browser: Browser, width: int = 1280) -> BrowserContext:
    """Return a new browser context with a long timeout."""
    context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(1000 * PATIENCE)
    return context


def renderers() -> list[psutil.Process]:
    """Return the renderer processes of this benchmark's browsers."""
    found = []
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if "--type=renderer" in each.cmdline():
                found.append(each)
    return found


def largest(processes: Any) -> float:
    """Return the memory of the largest renderer process in MiB."""
    sizes = [0.0]
    for each in processes:
        with suppress(psutil.Error):
            sizes.append(each.memory_info().rss / 2**20)
    return max(sizes)


def told(label: str, site: float, server: float, unit: str, goal: float) -> bool:
    """Print one row. Return whether the ratio misses its goal."""
    print(f"  {label:<35}{server:>9.2f} {unit}{site:>9.2f} {unit}{site / server:>9.2f}{goal:>7}", flush=True)
    return site / server > goal


def compare(browser: Browser, name: str, site: str, server: Server, visits: int) -> bool:
    """Compare one page on both servers. Return whether a goal is missed."""
    sign, script = PAGES[name], CLICKS if name.startswith("tables/") else MOVES
    urls = {"site": f"{site}{name}.html", "server": server.address(f"{name}.ipynb")}
    times: dict[tuple[str, str], list[float]] = {}
    first, memory = 0, {}
    for _ in range(visits):
        for who, url in urls.items():
            context = fresh(browser)
            for visit in ("cold", "warm"):
                time.sleep(WARM_UP if who == "server" else 1)
                page = context.new_page()
                Counting.sent = 0
                times.setdefault((who, visit), []).append(drawn(page, url, sign))
                if visit == "warm":
                    times.setdefault((who, "answer"), []).extend(page.evaluate(script))
                    kernels = psutil.Process(server.process.pid).children(recursive=True) if who == "server" else []
                    memory[who] = largest(renderers()) + largest(kernels)
                elif who == "site":
                    page.evaluate(KEPT)
                    first = Counting.sent
                page.close()
            context.close()
    print(f"{f'{name}, median of {visits} visits':<37}{'server':>11}{'site':>11}{'ratio':>9}{'goal':>7}")
    missed = False
    for visit, goal in (("cold", GOAL_COLD), ("warm", GOAL_WARM), ("answer", GOAL_ANSWER)):
        scale = 1000 if visit == "answer" else 1
        found = (statistics.median(times[who, visit]) / scale for who in ("site", "server"))
        missed |= told({"answer": "asked to drawn anew"}.get(visit, f"open to drawn, {visit}"), *found, "s ", goal)
    missed |= told("memory of page (and kernel)", memory["site"], memory["server"], "MiB", GOAL_MEMORY)
    print(f"  {'bytes of a first visit':<35}{first / 1e6:>23.1f} MB{GOAL_MB:>15}", flush=True)
    return missed or first > GOAL_MB * 1e6


@contextmanager
def held_up() -> Iterator[None]:
    """Slow the browsers of this benchmark down to a quarter of their speed."""
    over = threading.Event()

    def hold() -> None:
        while not over.is_set():
            found = renderers()
            for _ in range(10):
                for sign, seconds in ((signal.SIGSTOP, SLICE * (SLOWER - 1)), (signal.SIGCONT, SLICE)):
                    for each in found:
                        with suppress(psutil.Error):
                            each.send_signal(sign)
                    time.sleep(seconds)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def phone(browser: Browser, name: str, site: str) -> bool:
    """Visit a page twice on the simulated phone. Return whether a visit takes too long."""
    Counting.line = PHONE_LINE
    context = fresh(browser, 390)
    page = context.new_page()
    page.add_init_script("""window.seen = new Set(); setInterval(() => {
        const bar = document.getElementById("loading_part");
        if (bar && !bar.hidden) seen.add(Math.round(bar.value * 20));
    }, 50)""")
    with held_up():
        first = drawn(page, f"{site}{name}.html", PAGES[name])
        steps = page.evaluate("seen.size")
    page.evaluate(KEPT)
    page.close()
    page = context.new_page()
    with held_up():
        again = drawn(page, f"{site}{name}.html", PAGES[name])
    context.close()
    Counting.line = 0.0
    print(f"{f'{name} on a slow phone':<37}{'seconds':>11}{'goal':>27}")
    print(f"  {f'first visit, {steps} steps of progress':<35}{first:>11.1f}{PHONE_FIRST:>27}")
    print(f"  {'second visit':<35}{again:>11.1f}{PHONE_AGAIN:>27}", flush=True)
    return first > PHONE_FIRST or again > PHONE_AGAIN or steps < 2


def main() -> int:
    """Run the benchmark. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="Pages without a server beside the same from our server.")
    parser.add_argument("--site", type=Path, help="a folder that `kismet site` has built (default: build one)")
    parser.add_argument("--visits", type=int, default=3, help="visits to each page (default: 3)")
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES), help="some of them (default: all)")
    options = parser.parse_args()
    try:
        require_node()
    except BuildError as error:
        print(f"Left out: {error}")
        return 0
    missed = False
    print(f"\nLoad of this machine: {psutil.getloadavg()[0]:.1f} on {psutil.cpu_count()} cores.")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        folder = options.site or Path(place) / "site"
        notebooks = NOTEBOOKS_DIR  # if the command line names some pages, only these are built and served
        if len(options.pages) < len(PAGES):
            notebooks = few_pages(Path(place) / "pages", *(f"{name}.ipynb" for name in options.pages))
        if not options.site:
            build_site(folder, notebooks, with_teacher_sheets=notebooks == NOTEBOOKS_DIR)
        browser = driver.chromium.launch(
            executable_path=chromium(driver),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
        )
        with files(folder) as site:
            with kismet(Path(place) / "log.txt", f"--notebooks={notebooks}") as server:
                for name in options.pages:
                    missed |= compare(browser, name, site, server, options.visits)
            for name in options.pages:
                missed |= phone(browser, name, site)
        browser.close()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
