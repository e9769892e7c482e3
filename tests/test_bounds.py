"""Limits of the data that a visitor can make the server store, and of the work for one visitor, with a real server."""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from tests.browser.test_serving import Wire, started
from tests.conftest import FILE, Server, kismet
from tests.pupils import Line, few_pages
from widgets.site.voila import kernels
from widgets.site.voila.kernels import PAGE_AWAY_TEXT, PageKernelManager

TABLE = "tables/towers.ipynb"
LARGE = """
import base64, ipywidgets, random
[ipywidgets.HTML(base64.b64encode(random.Random(n).randbytes(4 << 20)).decode()) for n in range(5)]"""
"""Page with five widgets as large as the FigureWidget of Plotly. Their states come in one message."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("bounds")
    pages = few_pages(folder / "pages", TABLE, "lessons/03-the-raid.ipynb")
    large = json.loads((pages / TABLE).read_text(encoding="utf-8"))
    large["cells"] = [{**large["cells"][-1], "source": LARGE}]
    (pages / "large.ipynb").write_text(json.dumps(large), encoding="utf-8")
    kept = f"--class-data={folder / 'class.sqlite'}"
    with kismet(folder / "log.txt", f"--notebooks={pages}", kept, asked=FILE) as running:
        yield running


class Channel:
    """Stream of answers of a kernel."""

    def __init__(self) -> None:
        self.socket = self
        self.closed = False
        self.say: Callable[[list[bytes]], None] | None = None

    def on_recv(self, say: Callable[[list[bytes]], None] | None) -> None:
        self.say = say

    def close(self) -> None:
        self.closed = True


async def settled() -> None:
    """Wait until all pending callbacks have run."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_answers_for_a_page_that_has_gone_are_kept_up_to_a_bound(monkeypatch):
    """Check the limit for one page and for all. Above the second limit, the kernel with most data is ended."""
    ended: list[tuple[str, str]] = []

    async def end(self: PageKernelManager, kernel_id: str, reason: str) -> None:
        ended.append((kernel_id, reason))

    monkeypatch.setattr(PageKernelManager, "end_kernel", end)
    monkeypatch.setattr(PageKernelManager, "__contains__", lambda *_: True)

    async def go() -> None:
        house = PageKernelManager()
        channels = {name: Channel() for name in ("a", "b", *map(str, range(40)))}
        for name, channel in channels.items():
            house.start_buffering(name, f"session {name}", {"iopub": channel})
        channels["a"].say([b"x" * 1000] * 3)
        for _ in range(9):
            channels["b"].say([b"x" * (1 << 19)])
        await settled()
        assert ended == [("b", PAGE_AWAY_TEXT)]
        found = house.get_buffer("a", "session a")
        assert found["buffer"] == [("iopub", [b"x" * 1000] * 3)]
        for n in range(40):
            for _ in range(7):
                channels[str(n)].say([b"x" * (1 << 18)])
        await settled()
        assert len(ended) > 2
        kept = [parts for each in house._kernel_buffers.values() for _, parts in each["buffer"]]
        assert sum(len(part) for parts in kept for part in parts) <= kernels._KEPT_IN_ALL

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, go()).result()


def test_pings_count_as_messages(server):
    wire = Wire(server, started(server, TABLE), True)
    with pytest.raises(ConnectionClosed):  # noqa: PT012
        for _ in range(20_000):
            wire.socket.ping()
        wire.socket.recv(timeout=120)
    assert wire.socket.protocol.close_rcvd.code == 1008


def test_an_address_that_is_too_long_is_answered(server):
    line = Line(server.url)
    for path in (f"voila/render/{TABLE}", "class/teacher-permissions", "", "no/such/page"):
        assert line.send("GET", f"{path}?x={'y' * 20_000}", None, {})[0] == 414
    assert line.send("GET", f"voila/render/index.ipynb?x={'y' * 7000}", None, {})[0] == 200


def test_no_cookies_where_nothing_is_remembered(server):
    """Check that cookies exist only at the join page of a class. Changes need a header that other pages do not know."""
    parts = urlsplit(server.url)
    for path in (
        "/",
        f"/voila/render/{TABLE}",
        "/class",
        "/class/teacher-permissions",
        "/class/qr.svg?path=join",
        "/voila/plotly.js",
        "/nowhere",
        f"/voila/turn/{'0' * 32}",
    ):
        line = HTTPConnection(parts.hostname or "", parts.port, timeout=120)
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        assert answer.headers.get_all("Set-Cookie") is None, path
        line.close()
    line = HTTPConnection(parts.hostname or "", parts.port, timeout=120)
    line.request("GET", "/join")  # where guesses are counted by browser, since a school has one address
    (cookie,) = line.getresponse().headers.get_all("Set-Cookie")
    assert cookie.startswith("kismet-browser=")
    assert "SameSite=Lax" in cookie
    line.close()


def test_a_page_that_is_left_ends_its_kernel(server):
    kernel = started(server, TABLE)
    line = Line(server.url)
    assert line.send("POST", f"voila/api/shutdown/{kernel}", "", {})[0] == 204
    assert line.send("GET", f"api/kernels/{kernel}", None, {})[0] == 404


def test_a_large_page_arrives(server):
    """Check that a visitor who reads more than 16 MiB stays connected and gets all later messages."""
    wire, comm = Wire(server, started(server, "large.ipynb"), True), uuid.uuid4().hex
    asks = {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}}
    wire.send("comm_open", asks, version="1.0.0")
    wire.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
    assert len(wire.answers("update_states")) > 20 << 20
    last = wire.send("kernel_info_request", {})
    assert last in wire.answers(last, "kernel_info_reply")


JARGON = ("Traceback", "site-packages", "TraitError", "File \\", ".py", "literal", "NoneType", "No such comm")


def test_no_forged_message_brings_the_words_of_python_to_a_page(server):
    """Send messages with unknown comms and targets, states of no widget, and states of each widget of the page."""
    wire = Wire(server, started(server, TABLE), True)
    asked = wire.send("comm_info_request", {})
    there = set(re.findall(r'"([0-9a-f]{32})": ?\{"target_name"', wire.answers(asked, "comm_info_reply")))
    assert there
    new, wrong = (lambda: uuid.uuid4().hex), ("x", None, [], {"value": 7}, {"_esm": 1}, {"layout": "IPY_MODEL_x"})
    for target in ("jupyter.widget", "jupyter.widget.control", "jupyter.widget.version", "none"):
        for data in ({}, {"state": {}}, {"state": {"_model_module": "os"}}, {"method": "request_states", "x": []}):
            wire.send("comm_open", {"comm_id": new(), "target_name": target, "target_module": "os", "data": data})
    for comm in (*sorted(there), new()):
        for state in wrong:
            wire.send("comm_msg", {"comm_id": comm, "data": {"method": "update", "state": state}})
        wire.send("comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": {"do": []}}})
        wire.send("comm_msg", {"comm_id": comm, "data": {"method": 3}})
    wire.send("comm_close", {"comm_id": new()})
    last = wire.send("comm_info_request", {})
    heard = wire.answers(last, "comm_info_reply")
    said = re.sub(r'"_esm": "(\\.|[^"\\])*"', "", heard)
    for word in JARGON:
        assert word not in said, said[max(0, said.find(word) - 300) :][:700]
