"""A page reports a fault and continues.

The faults are a widget that raises, a kernel that hangs or is killed, a cut connection and a full server. No message of
one visitor reaches another one.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell
from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.browser.cable import Cable
from tests.browser.conftest import BLOCKED, drawn
from tests.browser.test_serving import Wire, ask, started, write
from tests.conftest import LONG, Server, free_port, kismet

TROUBLE = """
import os, ipywidgets as w
out = w.Label("nothing yet")
def button(name, action):
    made = w.Button(description=name)
    made.on_click(action)
    return made
def raises(_):
    sesame = {}
    return sesame["open"]
def hangs(_):
    while True:
        pass
def greets(_):
    out.value = f"Hello {len(out.value)}"
buttons = [button("Raise", raises), button("Hang", hangs), button("Greet", greets)]
w.VBox([*buttons, w.Label(f"process {os.getpid()}"), out])
"""
#: the kernel ends while the page is being made; where the page is only rehearsed, there is no kernel yet
ENDS = """
import os
from IPython import get_ipython
if get_ipython():
    os._exit(1)
"""
#: a widget that the front end cannot find: always, or at the first visit only
MISSING = """
from pathlib import Path
import ipywidgets as w
from IPython.display import display
from IPython import get_ipython
visits = Path({visits!r})
if get_ipython():
    visits.write_text(visits.read_text() + "x" if visits.exists() else "x")
    if {always} or len(visits.read_text()) == 1:
        display({{"application/vnd.jupyter.widget-view+json": {{"model_id": "0" * 32, "version_major": 2,
                 "version_minor": 0}}, "text/plain": ""}}, raw=True)
    display(w.Label("Here it is."))
"""
#: what a browser says on its console of a connection that is gone
GONE = ("404", "WebSocket", "Failed to load resource", "Connection lost", "503")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    write(folder, "index.ipynb", new_markdown_cell("# Tests"), title="Kismet", kind="home")
    write(folder, "tables/ends.ipynb", new_code_cell(ENDS), title="Ends", kind="table")
    write(folder, "tables/trouble.ipynb", new_code_cell(TROUBLE), title="Trouble", kind="table")
    for name in ("heals", "missing"):
        cell = MISSING.format(visits=str(folder / f"{name}.txt"), always=name == "missing")
        write(folder, f"tables/{name}.ipynb", new_code_cell(cell), title=name.title(), kind="table")
    return folder


@pytest.fixture(scope="module")
def server(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with kismet(tmp_path_factory.mktemp("log") / "log.txt", f"--notebooks={pages}", "--time-limit=4") as running:
        yield running


@pytest.fixture
def page(open_page, server):
    return open_page("tables/trouble.ipynb", server=server, allow=GONE)


def greet(page) -> None:
    """Check that the page answers a click."""
    before = page.get_by_text("Hello").all_inner_texts() or ["nothing yet"]
    page.get_by_role("button", name="Greet").click()
    page.get_by_text(f"Hello {len(before[0])}", exact=True).wait_for()


def reload_by(strip) -> None:
    strip.get_by_role("button", name="Reload").click()


def test_a_widget_that_raises_is_told_and_the_page_goes_on(page, shot):
    page.get_by_role("button", name="Raise").click()
    strip = page.get_by_role("alert")
    strip.get_by_text("Something went wrong here.").wait_for()
    shot(page, "raised")
    assert "sesame" not in page.content()
    greet(page)
    strip.get_by_role("button", name="Close").click()
    strip.wait_for(state="hidden")
    greet(page)


def test_a_kernel_that_hangs_is_ended_and_told(page, shot, server):
    page.get_by_role("button", name="Hang").click()
    strip = page.get_by_role("alert")
    strip.get_by_text("This page didn’t answer for 4 seconds and was stopped.").wait_for(timeout=120_000)
    shot(page, "hung")
    reload_by(strip)
    drawn(page)
    greet(page)


def test_a_killed_kernel_is_told(page):
    os.kill(int(page.get_by_text("process").inner_text().split()[1]), signal.SIGKILL)
    strip = page.get_by_role("alert")
    strip.get_by_text("Connection lost. Your game is saved in this browser.").wait_for(timeout=120_000)
    reload_by(strip)
    drawn(page)
    greet(page)


def test_a_page_comes_back_by_itself_when_the_server_is_started_again(new_page, pages, tmp_path):
    options, port = (f"--notebooks={pages}", f"--class-data={tmp_path / 'class.sqlite'}"), free_port()
    with kismet(tmp_path / "first.txt", *options, port=port) as server:
        page = new_page(allow=(*GONE, "ERR_"))
        page.goto(server.address("tables/trouble.ipynb"))
        drawn(page)
        greet(page)
    page.get_by_role("alert").get_by_text("Connection lost.").wait_for(timeout=120_000)
    with kismet(tmp_path / "second.txt", *options, port=port):
        page.get_by_text("nothing yet").wait_for(timeout=120_000)
        drawn(page)
        greet(page)
        assert not page.get_by_role("alert").is_visible()


def test_a_widget_that_is_not_found_is_looked_for_once_more(open_page, server, pages):
    page = open_page("tables/heals.ipynb", server=server, allow=("model not found", "Error"))
    page.get_by_text("Here it is.").wait_for()
    assert (pages / "heals.txt").read_text() == "xx"
    assert not page.get_by_role("alert").is_visible()


LATE = """async () => {
    const manager = await jupyterapp.widgetManagerPromise.promise;
    const now = Date.now;
    Date.now = () => now() + (Date.now.asked = (Date.now.asked ?? 0) + 1) * 3000;  // its patience ends at once
    const asked = manager.get_model("late");
    manager.register_model("late", Promise.resolve({ once() {}, found: true }));
    Date.now = now;
    return (await asked).found;
}"""


def test_a_widget_that_comes_in_the_last_moment_is_found(page):
    assert page.evaluate(LATE)


def test_a_widget_that_is_never_found_is_told(open_page, server, pages):
    page = open_page("tables/missing.ipynb", server=server, allow=("model not found", "Error"))
    page.get_by_role("alert").get_by_text("A part of this page couldn’t be shown.").wait_for()
    assert page.get_by_text("Here it is.").is_visible()
    assert not page.get_by_text("Error displaying widget").is_visible()
    assert (pages / "missing.txt").read_text() == "xx"


def test_a_kernel_that_ends_while_the_page_is_made_is_told(server):
    status, body = ask(server, "GET", "/voila/render/tables/ends.ipynb")
    assert status == 200
    assert "This page could not start." in body
    for leak in ("Voil", "exception", "Error"):
        assert leak not in body.split('id="km-cells"')[1].split("</main>")[0]


def test_a_cut_connection_comes_back_by_itself(new_page, server):
    with Cable(server) as cable:
        page = new_page(allow=(*GONE, "ERR_"))
        page.goto(cable.address("tables/trouble.ipynb"))
        drawn(page)
        greet(page)
        cable.cut()
        strip = page.get_by_role("alert")
        strip.get_by_text("Connection lost.").wait_for(timeout=120_000)
        if LONG:
            page.wait_for_timeout(60_000)
        cable.mend()
        strip.wait_for(state="hidden", timeout=180_000)
        greet(page)


def test_hostile_frames_leave_another_visitor_alone(page, server):
    kernel = started(server, "tables/trouble.ipynb")
    stop, sent = threading.Event(), []

    def attack(newer: bool, frame: bytes | str) -> None:
        while not stop.is_set():
            with suppress(ConnectionClosed, OSError, TimeoutError):
                wire = Wire(server, kernel, newer)
                for _ in range(1000):
                    wire.socket.send(frame)
                    sent.append(1)

    frames = [(True, b"\xff" * 8), (False, b"\xff" * 4), (True, b"\0" * 900_000), (False, "[" * 100_000)]
    attackers = [threading.Thread(target=attack, args=frame) for frame in frames]
    for each in attackers:
        each.start()
    try:
        for _ in range(5):
            greet(page)
    finally:
        stop.set()
        for each in attackers:
            each.join()
    assert len(sent) > 10


@pytest.mark.parametrize("newer", [True, False], ids=["v1", "legacy"])
def test_a_bad_frame_closes_its_own_connection(server, newer):
    wire = Wire(server, started(server, "tables/trouble.ipynb"), newer)
    wire.socket.send(b"\xff" * 8)
    with suppress(ConnectionClosed):
        while wire.socket.recv(timeout=120):
            pass
    assert wire.socket.close_code == 1007


def test_10_000_messages_in_a_row_leave_another_visitor_alone(page, server):
    """Send valid messages. The server reads them at the pace of a page and not of the sender."""
    wire = Wire(server, started(server, "tables/trouble.ipynb"), True)

    def flood() -> None:
        with suppress(ConnectionClosed):
            for _ in range(10_000):
                wire.send("kernel_info_request", {})

    sender = threading.Thread(target=flood, daemon=True)
    sender.start()
    for _ in range(5):
        greet(page)
    wire.socket.socket.close()
    sender.join()


def test_a_session_of_a_strange_name_is_refused(server):
    kernel = started(server, "tables/trouble.ipynb")
    for name in ("x" * 300, "%F0%9F%82%A1", "a b"):
        url = f"{server.url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels?session_id={name}"
        with pytest.raises(Exception, match="400"):
            connect(url, legacy=True)


def test_a_name_that_was_lent_to_this_address_opens_nothing(server):
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""):
        status, body = ask(server, "GET", "/voila/render/index.ipynb", Host=host)
        assert status == 421
        assert "Kismet does not go by this name" in body
    for host in ("localhost", "LOCALHOST:8866", "127.0.0.1", "[::1]:80", "192.168.1.7"):
        assert ask(server, "GET", "/voila/plotly.js", Host=host)[0] == 200


def test_what_a_visitor_asked_for_is_told_to_nobody(server):
    kernel = started(server, "tables/trouble.ipynb?game=mine")
    assert ask(server, "GET", f"/voila/query/{kernel}")[0] == 404
    with pytest.raises(Exception, match="404"):
        connect(f"{server.url.replace('http', 'ws', 1)}voila/query/{kernel}", legacy=True)


def test_who_comes_to_a_full_house_waits_and_then_comes_in(new_page, pages, tmp_path, shot):
    options = (f"--notebooks={pages}", "--visitors=1")
    with kismet(tmp_path / "log.txt", *options, asked="voila/plotly.js") as server:
        first, second, third = (new_page(allow=GONE) for _ in range(3))
        third.add_init_script(BLOCKED)
        first.goto(server.address("tables/trouble.ipynb"))
        drawn(first)
        second.goto(server.address("tables/trouble.ipynb"))
        second.get_by_role("status").get_by_text("You are next.").wait_for()
        assert second.locator("h1").inner_text() == "Please wait"
        third.goto(server.address("tables/trouble.ipynb"))
        third.get_by_role("status").get_by_text("You are 2nd.").wait_for()
        expect(third.get_by_text("This browser blocks cookies.")).to_be_visible()
        expect(second.get_by_text("This browser blocks cookies.")).to_be_hidden()
        shot(third, "waiting")
        first.goto("about:blank")
        drawn(second)
        greet(second)
        third.get_by_role("status").get_by_text("You are next.").wait_for()
        second.goto("about:blank")
        drawn(third)
        greet(third)
        told = third.locator("#km-connection-lost")
        expect(told).to_contain_text("Your work is kept only in this tab, until you close it.")
        told.get_by_role("button", name="Close").click()
        expect(told).to_be_hidden()
