"""A whole hour of a class.

It has a plan, 30 scripted pupils and two in browsers, a gate, a vote, work samples, a talk, a killed server, a grade
book and a file. It runs once with kernels and once in the browsers of the pupils. KISMET_LONG=1 runs it.
KISMET_HOUR=FOLDER saves a picture of each moment.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, NewPage, drawn, sideways
from tests.conftest import LONG, Server, free_port, start_process, wait_for
from tests.pupils import Line, come, few_pages, opened
from widgets.classroom.class_lesson import LessonCatalog
from widgets.classroom.network import lan_addresses
from widgets.classroom.simulated_pupils import SimulatedPupil
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.static_site.build import build_site

GEM = "01-two-dice-and-a-gem"
PUPILS = 30
LOST = ("Failed to load resource", "ERR_", "WebSocket")  # while the server is away
pytestmark = pytest.mark.skipif(not LONG, reason="an hour; KISMET_LONG=1 plays it")


class Script:
    """Pupil without a browser who works through the lesson over the protocol."""

    def __init__(self, url: str, code: str, actor: SimulatedPupil) -> None:
        self.line, self.me = come(url, code)
        self.actor, self.place, self.told = actor, 0, 0

    def work(self, upto: str) -> None:
        """Work until this step is done."""
        kinds = self.actor.course.step_kinds
        while (told := self.actor.report_after_actions_until_finished(self.place)) is not None and kinds.index(
            told["at"]
        ) <= kinds.index(upto):
            self.place += 1
            self.told = self.place
        if self.place:
            self.line.good("save-report", lesson=GEM, number=self.told, data=self.actor.reports[self.place - 1])

    def vote(self) -> None:
        """Answer the question of the vote."""
        pace: dict[str, Any] = self.line.ask("poll-session-state")[1]
        if pace["vote"]:
            self.line.good(
                "save-vote", number=pace["vote"]["number"], **self.actor.draw_vote("0", is_second_vote=False)
            )
        if pace["talk"] and pace["talk"]["ask"]:
            asked = {"ask": pace["talk"]["ask"], "slips": [slip["id"] for slip in pace["talk"]["slips"]]}
            self.line.good(
                "save-discussion-reply", number=pace["talk"]["number"], **self.actor.draw_discussion_reply(asked)
            )


@contextmanager
def running(folder: Path, port: int, host: str, *options: str) -> Iterator[Server]:
    """Start a class server that may be killed."""
    log = folder / "log.txt"
    command = [
        sys.executable,
        "-m",
        "widgets.site.command_line",
        "--no-browser",
        f"--port={port}",
        *options,
        f"--notebooks={folder / 'pages'}",
        f"--class-data={folder / 'class.sqlite'}",
        "class",
        GEM,
    ]
    process = start_process(command, log)
    try:
        wait_for(f"http://127.0.0.1:{port}/class/teacher-permissions", process, log)
        yield Server(f"http://{host}:{port}/", process, log)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.parametrize("where", ["kernels", "browsers"])
def test_an_hour(where: str, tmp_path: Path, new_page: NewPage) -> None:
    course, port = LessonCatalog(NOTEBOOKS_DIR).get(GEM), free_port()
    shots = Path(os.environ["KISMET_HOUR"]) / where if os.environ.get("KISMET_HOUR") else None
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    pages, host, options = few_pages(tmp_path / "pages", f"lessons/{GEM}.ipynb"), "127.0.0.1", ()
    if where == "browsers":  # asked for as pupils do: over plain HTTP, at an address of the network
        build_site(tmp_path / "site", pages)
        host, options = next(iter(lan_addresses()), host), ("--in-browser", f"--site={tmp_path / 'site'}")

    def look(name: str, **pages: Page) -> None:
        for who, page in pages.items():
            assert sideways(page) <= 0, (name, who)
            if shots:
                page.screenshot(path=shots / f"{name}-{who}.png")

    with running(tmp_path, port, host, *options) as server:
        code, secret = opened(server.log)
        teacher = Line(server.url, secret)
        desk, board = new_page(1366, allow=LOST), new_page(1280, allow=LOST)
        board.set_viewport_size({"width": 1280, "height": 720})
        desk.goto(f"{server.url}desk#{secret}")
        board.goto(f"{server.url}class#{secret}")
        # minute 0: the plan, with counters
        desk.get_by_role("button", name="Plan", exact=True).click()
        desk.get_by_role("button", name="spread evenly: one more").click()
        expect(desk.get_by_label("1 expected")).to_be_visible()
        look("00-plan", desk=desk, board=board)
        # minute 3: they come in
        with ThreadPoolExecutor(6) as threads:
            scripts = list(threads.map(lambda n: Script(server.url, code, SimulatedPupil(course, 7, n)), range(PUPILS)))
        pupil, second = new_page(NARROW, allow=LOST), new_page(1366, allow=LOST)
        for page in (pupil, second):
            page.goto(f"{server.url}join?class={code}")
            page.get_by_role("button", name="That’s me").click()
            page.wait_for_url(f"**/lessons/{GEM}.ipynb")
            drawn(page, 180)
        expect(board.get_by_text(f"{PUPILS + 2} have joined").first).to_be_visible()
        look("03-join", board=board, phone=pupil, laptop=second)
        # minute 8: held at the runs, all predictions are down
        board.keyboard.press("2")
        teacher.good("change-session", pace={"upto": "run"})
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(lambda one: one.work("run"), scripts))
        expect(desk.locator("body")).to_be_visible()
        desk.get_by_role("button", name="Pupils", exact=True).click()
        expect(desk.get_by_text("reason:").first).to_be_visible()
        look("08-predict", desk=desk, board=board, phone=pupil)
        board.keyboard.press("3")
        board.keyboard.press("r")
        look("12-guesses", board=board)
        # minute 15: the tray, and a talk
        desk.get_by_role("button", name="Tray", exact=True).click()
        for place, key in enumerate(("chips", "reason"), 1):
            desk.locator(f".km-teacher-groups [data-key$=':{key}']").nth(place).focus()
            desk.keyboard.press("Enter")
            desk.keyboard.press(str(place))
            expect(desk.locator(f"[data-place='{place}'] figure")).to_be_visible()
        desk.get_by_label("The question about the work samples").fill("What do both count?")
        desk.get_by_label("What pupils do").select_option("sentence")
        desk.get_by_role("button", name="Show them to the class").click()
        expect(board.get_by_role("heading", name="What do both count?")).to_be_visible()
        expect(pupil.get_by_role("form", name="Class discussion")).to_be_visible()
        for one in scripts:
            one.vote()
        expect(board.get_by_text(f"{PUPILS} of {PUPILS + 2} have written a sentence.")).to_be_visible()
        look("15-talk", desk=desk, board=board, phone=pupil)
        # minute 22: all go on, and the server is killed
        teacher.good("change-session", pace={"talk": None, "upto": None})
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(lambda one: one.work("why"), scripts))
        before = teacher.ask("poll-teacher-view")[1]
        os.killpg(server.process.pid, signal.SIGKILL)
        server.process.wait(30)
    with running(tmp_path, port, host, *options) as server:
        status, after = Line(server.url, secret).ask("poll-teacher-view")
        assert status == 200, after
        same = ("predictions", "answers", "rolls", "made", "tray", "talks", "plan", "pupils")
        assert {name: after[name] for name in same} == {name: before[name] for name in same}, "nothing is lost"
        teacher = Line(server.url, secret)
        expect(board.get_by_text("The server isn’t answering.")).to_be_hidden(timeout=120_000)
        # minute 28: a vote, with pages that were there before
        board.keyboard.press("4")
        teacher.good("change-session", pace={"vote": "0"})
        board.get_by_role("button", name="Vote", exact=True).click()
        expect(second.get_by_role("form", name="Class vote")).to_be_visible(timeout=120_000)
        for one in scripts:
            one.vote()
        expect(board.get_by_text(re.compile(f"{PUPILS} of {PUPILS + 2} have voted"))).to_be_visible()
        look("28-vote", board=board, laptop=second)
        teacher.good("change-session", pace={"vote": None})
        look("30-voted", board=board)
        # minute 40: to the end
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(lambda one: one.work(course.step_kinds[-1]), scripts))
        board.keyboard.press("2")
        desk.get_by_role("button", name="Pupils", exact=True).click()
        expect(desk.get_by_text("without help").first).to_be_visible()
        look("40-own-work", desk=desk, board=board)
        board.keyboard.press("5")
        look("42-rolls", board=board)
        board.keyboard.press("7")
        desk.get_by_role("button", name="After", exact=True).click()
        desk.get_by_label("The class list").fill("\n".join(one.me["name"] for one in scripts))
        desk.get_by_role("button", name="Match names with pupils").click()
        expect(desk.get_by_text(f"{PUPILS} of {PUPILS} are in the class.")).to_be_visible()
        look("45-after", desk=desk, board=board)
        text = teacher.ask("class-file-text")[1]
        kept = json.loads(text) if isinstance(text, str) else text
        assert len(kept["pupils"]) == PUPILS + 2
        assert all(len(one["reports"][GEM]["done"]) >= 8 for one in kept["pupils"][:PUPILS])
