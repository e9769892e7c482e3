"""Benchmark of a class with pages that run in the browsers of the pupils, for several numbers of pupils.

    python -m benchmarks.classes [--sizes 30 100 300] [--site FOLDER] [--browsers 2] [--each 0.6]

FOLDER was built by `kismet site`. Without `--site`, the benchmark uses a stored build or builds the pages. For each
class size, it starts a new server (`kismet class --in-browser`), a class board in Chromium, a second board, and
simulated pupils that start `each` seconds apart. A simulated pupil is a script. The script joins, requests the lesson
and each file of a first visit ("first page": from the request to the last byte), sends a report, waits for changes, and
votes within half a minute. The time of a vote is measured until a board has its count: until a script receives it, and
until Chromium displays it. Some pupils are Chromium browsers on the same processors. The memory is the maximum of all
server processes together, with shared memory counted once (PSS). The benchmark prints medians and 95% quantiles. The
exit code is 1 if a goal is missed or a request fails.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
from playwright.async_api import Browser, Page, async_playwright
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.chromium import chromium  # noqa: E402
from tests.browser.conftest import FLAGS  # noqa: E402
from tests.conftest import Server, kismet  # noqa: E402
from tests.pupils import device, opened, worked  # noqa: E402
from widgets.lesson.lesson_notebooks import load_lesson_definition  # noqa: E402
from widgets.lesson.progress_report import build_report  # noqa: E402
from widgets.page.paths import NOTEBOOKS_DIR  # noqa: E402
from widgets.site.static_site import prebuilt_site  # noqa: E402

LESSON = "01-two-dice-and-a-gem"
SMALLEST = ("--sizes", "2", "--browsers", "1")
GOAL_VOTE, GOAL_MEMORY = 0.3, 1024  # seconds, MiB
THINKING = 30.0  # seconds within which all pupils vote
FAILED = 2  # exit code if a request failed, whether or not the goals are met
PATIENCE = 300  # seconds for one request
WATCH = """() => { window.counted = []; new MutationObserver(() => {
    const n = /(\\d+) of \\d+ pupils have voted/.exec(document.body.innerText)?.[1];
    if (n && Number(n) > (counted.at(-1)?.[0] ?? 0)) counted.push([Number(n), Date.now() / 1000]);
}).observe(document.body, { childList: true, subtree: true, characterData: true }); }"""


class Wire:
    """Open connection to the server. It sends the requests that a page would send."""

    def __init__(self, url: str, key: str = "", source: str = "") -> None:
        self.parts, self.key, self.cookie = urlsplit(url), key, ""
        self._source = (source, 0) if source else None
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, told: Any = None) -> Any:
        """Return the response, decoded if it is JSON. Raise RuntimeError if the server refuses the request."""
        async with asyncio.timeout(PATIENCE):
            try:
                status, kind, body = await self._send(path, told)
            except (ConnectionError, asyncio.IncompleteReadError):  # the server closes connections that idle for long
                self._streams = None
                status, kind, body = await self._send(path, told)
        if status != 200:
            raise RuntimeError(f"{path}: {status} {body[:200]!r}")
        return json.loads(body) if "json" in kind else body

    async def _send(self, path: str, told: Any) -> tuple[int, str, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                self.parts.hostname, self.parts.port, limit=1 << 20, local_addr=self._source
            )
        reader, writer = self._streams
        body = b"" if told is None else json.dumps(told).encode()
        lines = [
            f"{'GET' if told is None else 'POST'} /{path} HTTP/1.1",
            f"Host: {self.parts.netloc}",
            "X-Kismet-Class: 1",
            f"Content-Length: {len(body)}",
        ]
        lines += [f"X-Kismet-Key: {self.key}"] if self.key else []
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:])}
        if fields.get("set-cookie", "").startswith("kismet-browser="):
            self.cookie = fields["set-cookie"].partition(";")[0]
        return int(head[0].split()[1]), fields.get("content-type", ""), await self._body(reader, fields)

    async def _body(self, reader: asyncio.StreamReader, fields: dict[str, str]) -> bytes:
        if fields.get("transfer-encoding") != "chunked":
            return await reader.readexactly(int(fields.get("content-length", 0)))
        found = b""
        while size := int(await reader.readline(), 16):
            found += await reader.readexactly(size)
            await reader.readexactly(2)
        await reader.readexactly(2)
        return found

    def close(self) -> None:
        """Close the connection."""
        if self._streams:
            self._streams[1].close()


class Hour:
    """Results of one class."""

    def __init__(self, server: Server, pupils: int) -> None:
        self.server, self.pupils = server, pupils
        self.code, self.secret = opened(server.log)
        self.files: list[str] = []
        self.first: list[float] = []
        self.drawn: list[float] = []
        self.sent: list[float] = []
        self.counted: dict[str, list[tuple[int, float]]] = {"script": [], "drawn": []}
        self.failed: list[str] = []
        self.most = self.busy = 0.0
        self.over = asyncio.Event()
        plan = load_lesson_definition(LESSON)
        self.reports = [build_report(worked(plan, seed)) for seed in range(12)]

    async def pupil(self, n: int, delay: float) -> None:
        """Simulate the requests of one pupil, from joining to the vote."""
        await asyncio.sleep(delay)
        wire = Wire(self.server.url, source=device())
        try:
            await wire.ask("join")
            await wire.ask("class/join-name-options", {"code": self.code})
            wire.key = (await wire.ask("class/join-room", {"code": self.code, "name": ""}))["token"]
            start = time.time()
            for path in (f"voila/render/lessons/{LESSON}.ipynb", *self.files):
                await wire.ask(path)
            self.first.append(time.time() - start)
            told = {"lesson": LESSON, "number": 1, "data": self.reports[n % len(self.reports)]}
            await wire.ask("class/save-report", told)
            await self._vote(wire)
        except (OSError, RuntimeError, TimeoutError, asyncio.IncompleteReadError) as error:
            self.failed.append(f"{type(error).__name__}: {error}")
        wire.close()

    async def _vote(self, wire: Wire) -> None:
        pace = await wire.ask("class/poll-session-state")
        while not pace["vote"]:
            pace = await wire.ask(f"class/poll-session-state?at={pace['at']}&page=p")
        await asyncio.sleep(random.uniform(0, THINKING))
        self.sent.append(time.time())
        voice = {"number": pace["vote"]["number"], "option": random.randrange(len(pace["vote"]["options"])), "sure": 75}
        await wire.ask("class/save-vote", voice)
        while not self.over.is_set():
            pace = await wire.ask(f"class/poll-session-state?at={pace['at']}&page=p")

    async def board(self) -> None:
        """Simulate the second board."""
        wire = Wire(self.server.url, self.secret)
        data = await wire.ask("class/poll-board")
        while not self.over.is_set():
            data = await wire.ask(f"class/poll-board?at={data['version']}&page=b")
            votes = data["answers"][0]["votes"]
            if votes and votes[-1]["n"] > (self.counted["script"] or [(0, 0.0)])[-1][0]:
                self.counted["script"].append((votes[-1]["n"], time.time()))
        wire.close()

    def watch_memory(self, done: threading.Event) -> None:
        """Record the maximum memory that all server processes use together."""
        while not done.wait(0.5):
            total = 0
            with suppress(psutil.Error, OSError):
                mine = psutil.Process(self.server.process.pid)
                for each in (mine, *mine.children(recursive=True)):
                    lines = Path(f"/proc/{each.pid}/smaps_rollup").read_text().splitlines()
                    total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
            self.most = max(self.most, total / 1024)

    def ways(self, who: str) -> list[float]:
        """Return the seconds from sending a vote until a board has received its count, for each vote."""
        found, counted = [], iter(self.counted[who])
        n, when = 0, 0.0
        for k, sent in enumerate(sorted(self.sent), 1):
            while n < k:
                n, when = next(counted, (len(self.sent), float("nan")))
            found.append(when - sent)
        return [each for each in found if each == each]


async def come(browser: Browser, hour: Hour, asked: list[str] | None = None) -> Page:
    """Simulate a pupil with a page in Chromium. The paths of all requests are added to `asked`."""
    context = await browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = await context.new_page()
    if asked is not None:
        context.on("request", lambda request: asked.append(urlsplit(request.url).path.lstrip("/")))
    await page.goto(f"{hour.server.url}join?class={hour.code}")
    await page.get_by_role("button", name="That’s me").click()
    start = time.time()
    await page.locator(".km-lesson-foot").first.wait_for(timeout=1000 * PATIENCE)
    hour.drawn.append(time.time() - start)
    return page


async def play(hour: Hour, chrome: str, browsers: int, each: float) -> None:
    """Run the class from the first pupil to the last vote."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chrome, args=FLAGS)
        try:
            await _play(hour, browser, browsers, each)
        finally:
            await browser.close()


async def _play(hour: Hour, browser: Browser, browsers: int, each: float) -> None:
    wire, asked, scripts = Wire(hour.server.url, hour.secret), [], hour.pupils - browsers
    await until_read(wire)
    board = await browser.new_page(viewport={"width": 1280, "height": 720})
    await board.goto(f"{hour.server.url}class#{hour.secret}")
    await board.get_by_role("button", name="Answers").click()
    pages = [await come(browser, hour, asked)]
    hour.files = sorted({path for path in asked if path.startswith("voila/render/kismet/")})
    tasks = [asyncio.ensure_future(hour.pupil(n, n * each)) for n in range(scripts)]
    for _ in range(1, browsers):
        await asyncio.sleep(each * scripts / browsers)
        pages.append(await come(browser, hour))
    while len(hour.first) + len(hour.failed) < scripts:
        await asyncio.sleep(0.2)
    boards = asyncio.ensure_future(hour.board())
    await board.evaluate(WATCH)
    await wire.ask("class/change-session", {"pace": {"vote": "0"}})
    await board.get_by_role("button", name="Vote", exact=True).click()
    while len(hour.sent) + len(hour.failed) < scripts:
        await asyncio.sleep(0.2)
    with suppress(TimeoutError):
        async with asyncio.timeout(30):
            while not hour.counted["script"] or hour.counted["script"][-1][0] < len(hour.sent):
                await asyncio.sleep(0.2)
    await board.wait_for_timeout(2000)  # by then, the board has drawn the last vote
    hour.counted["drawn"] = [(n, when) for n, when in await board.evaluate("window.counted")]
    hour.over.set()
    await wire.ask("class/change-session", {"pace": {"vote": None}})
    await asyncio.gather(boards, *tasks, return_exceptions=True)
    for page in pages:
        await page.context.close()


async def until_read(wire: Wire) -> None:
    """Wait until the lesson has been imported."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(RuntimeError):
                await wire.ask("class/poll-board")
                return
            await asyncio.sleep(0.2)


def spread(label: str, seconds: list[float], goal: float = 0.0) -> bool:
    """Print one row with the median. Return whether the median misses its goal."""
    if not seconds:
        print(f"  {label:<44}      none")
        return bool(goal)
    cuts = statistics.quantiles(seconds, n=20, method="inclusive") if len(seconds) > 1 else seconds * 19
    middle = statistics.median(seconds)
    aim = f"   goal {goal}" if goal else ""
    print(f"  {label:<44}{middle:>8.2f} s median {cuts[-1]:>8.2f} s 95%{aim}", flush=True)
    return bool(goal) and middle > goal


def compare(pupils: int, site: Path, chrome: str, browsers: int, each: float) -> int:
    """Run a class of one size. Return 1 if a goal is missed, or FAILED if a request failed or no vote arrived."""
    with (
        tempfile.TemporaryDirectory() as place,
        kismet(
            Path(place) / "log.txt",
            f"--class-data={Path(place) / 'class.sqlite'}",
            f"--site={site}",
            "--in-browser",
            "class",
            LESSON,
            PYTHONPATH=str(ROOT),
        ) as server,
    ):
        hour, done = Hour(server, pupils), threading.Event()
        watch = threading.Thread(target=hour.watch_memory, args=(done,))
        watch.start()
        try:
            asyncio.run(play(hour, chrome, browsers, each))
        finally:
            done.set()
            watch.join()
        used = psutil.Process(server.process.pid).cpu_times()
        hour.busy = used.user + used.system
    size = sum((site / path.removeprefix("voila/render/")).stat().st_size for path in hour.files) / 1e6
    print(
        f"{pupils} pupils, {browsers} of them in a Chromium; a first page of {len(hour.files)} files with {size:.1f} "
        f"MB as they lie there; {len(hour.failed)} failed {hour.failed[:1]}; load {psutil.getloadavg()[0]:.1f}"
    )
    spread("first page, script: all files are there", hour.first)
    spread("first page, Chromium: drawn", hour.drawn)
    missed = spread("a vote on the board, script", hour.ways("script"), GOAL_VOTE)
    missed |= spread("a vote on the board, drawn", hour.ways("drawn"), GOAL_VOTE)
    print(f"  {'memory of the server at its most':<44}{hour.most:>8.0f} MiB{'':>26}   goal {GOAL_MEMORY}", flush=True)
    print(
        f"  {'processor time of the server, a pupil':<44}{hour.busy / pupils:>8.2f} s, from its start to its end",
        flush=True,
    )
    is_counted = hour.ways("script") and hour.ways("drawn")
    return (missed or hour.most > GOAL_MEMORY) | FAILED * bool(hour.failed or not is_counted)


def main() -> int:
    """Run the benchmark. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="A class in pupils' own browsers, at several sizes.")
    parser.add_argument("--sizes", nargs="+", type=int, default=[30, 100, 300], help="pupils (default: 30 100 300)")
    parser.add_argument("--site", type=Path, help="a folder that `kismet site` has built (default: the one kept)")
    parser.add_argument("--browsers", type=int, default=2, help="so many of them in a Chromium, 1 or more (default: 2)")
    parser.add_argument("--each", type=float, default=0.6, help="seconds between two who come (default: 0.6)")
    options = parser.parse_args()
    site = (options.site or prebuilt_site.ensure_prebuilt_site(NOTEBOOKS_DIR)).resolve()
    with sync_playwright() as driver:
        chrome = chromium(driver)
    missed = 0
    for size in options.sizes:
        missed |= compare(size, site, chrome, options.browsers, options.each)
    return missed


if __name__ == "__main__":
    sys.exit(main())
