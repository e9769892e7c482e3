"""Benchmark of the server when a class arrives, compared with the same server without a fork server (`kismet --spawn`).

    python -m benchmarks.load [--arrivals 30] [--within 60] [--rush 60] [--only ours spawn]

Simulated visitors send the same requests as a page: request the page, wait in the queue if necessary, open the
websocket and request the state of all widgets ("open"), then click and wait for the answer ("click"). All visitors stay
until the last one is done. In the first run, `arrivals` visitors arrive evenly within `within` seconds. In the second
run, with a new server, `rush` visitors arrive at the same time. Meanwhile an earlier visitor continues to click and
another client sends invalid frames. The benchmark prints median and 95% quantile of each time, the memory per visitor
(of the kernel alone, and with its share of shared memory), and ratios. The exit code is 1 if a visitor gets no page or
a ratio misses its goal.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import psutil
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.conftest import Server, kismet  # noqa: E402

PAGE = "lessons/03-the-raid.ipynb"
V1 = "v1.kernel.websocket.jupyter.org"
SMALLEST = ("--arrivals", "1", "--within", "1", "--rush", "1")
GOAL_OPEN, GOAL_MEMORY = 1 / 3, 70
FAILED = 2  # exit code if a visitor got no page, whether or not the goals are met
PATIENCE = 600  # seconds for one visitor
MODES = {"ours": (), "spawn": ("--spawn",)}


@dataclass
class Class:
    """Results of the visitors of one run: seconds to open and to click, the number who waited, and failures."""

    opened: list[float] = field(default_factory=list)
    clicked: list[float] = field(default_factory=list)
    clicked_before: list[float] = field(default_factory=list)
    waited: int = 0
    failed: list[str] = field(default_factory=list)
    own: float = 0.0
    share: float = 0.0


async def get(server: Server, path: str, cookie: str = "") -> tuple[int, str]:
    """Return status and body of one request."""
    parts = urlsplit(server.url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    head = f"GET {path} HTTP/1.0\r\nHost: {parts.netloc}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    answer = (await reader.read()).decode("utf-8", "replace")
    writer.close()
    return int(answer.split(" ", 2)[1]), answer


async def page(server: Server, found: Class) -> str:
    """Request the page until it is ready, and wait in between as the server says. Return the id of its kernel."""
    cookie = ""
    while True:
        status, body = await get(server, f"/voila/render/{PAGE}", cookie)
        if status == 200:
            return str(re.search(r'"kernelId": "([-\w]+)"', body)[1])
        if status != 503:
            raise RuntimeError(f"status {status}")
        found.waited += not cookie
        ticket = re.search(r'ticket = "(\w+)"', body)[1]
        place = 1
        while place:
            turn = await get(server, f"/voila/turn/{ticket}?at={place}")
            place = json.loads(turn[1].split("\r\n\r\n")[-1])["place"]
        cookie = f"kismet_turn={ticket}"


def message(kind: str, content: dict) -> bytes:
    """Return a kernel message in the format of the websocket."""
    header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": "s", "username": "", "version": "5.3"}
    header["date"] = "2026-01-01T00:00:00Z"
    parts = [header, {}, {"version": "1.0.0"}, content]
    return serialize_msg_to_ws_v1([json.dumps(part).encode() for part in parts], "shell")


async def hear(socket: ClientConnection, wanted: bytes) -> bytes:
    """Receive messages until one of them contains the wanted bytes. Return this message."""
    while wanted not in (heard := await socket.recv()):
        pass
    return heard


async def wire(server: Server, kernel: str) -> ClientConnection:
    """Open the websocket of a kernel."""
    url = f"{server.url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels?session_id={uuid.uuid4().hex}"
    return await connect(url, subprotocols=[V1], max_size=None, open_timeout=PATIENCE, ping_interval=None)


async def states(socket: ClientConnection) -> str:
    """Request the state of all widgets on the page. Return the id of one widget."""
    await socket.send(message("kernel_info_request", {}))
    await hear(socket, b"kernel_info_reply")
    comm = {"comm_id": uuid.uuid4().hex, "data": {}}
    await socket.send(message("comm_open", {**comm, "target_name": "jupyter.widget.control"}))
    await socket.send(message("comm_msg", {**comm, "data": {"method": "request_states"}}))
    heard = await hear(socket, b"update_states")
    return re.search(rb'"(\w{32})": \{"model_name": "AnyModel"', heard)[1].decode()


async def click(socket: ClientConnection, model: str) -> float:
    """Click on a widget. Return the seconds until it has answered."""
    start = time.monotonic()
    await socket.send(message("comm_msg", {"comm_id": model, "data": {"method": "request_state"}}))
    await hear(socket, b'"method": "update"')
    return time.monotonic() - start


async def visit(server: Server, found: Class, delay: float, all_done: asyncio.Event) -> None:
    """Open a page after a delay and click on it. Record the times, or the failure, in `found`."""
    await asyncio.sleep(delay)
    start = time.monotonic()
    try:
        async with asyncio.timeout(PATIENCE):
            socket = await wire(server, await page(server, found))
            model = await states(socket)
            found.opened.append(time.monotonic() - start)
            found.clicked.append(await click(socket, model))
    except Exception as error:
        found.failed.append(f"{type(error).__name__}: {error}")
        return
    reading = asyncio.ensure_future(drain(socket))
    await all_done.wait()
    reading.cancel()
    await socket.close()


async def drain(socket: ClientConnection) -> None:
    """Receive messages until the connection is closed."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()


async def click_on(server: Server, found: Class, all_done: asyncio.Event) -> None:
    """Simulate an earlier visitor who clicks until all others are done."""
    socket = await wire(server, await page(server, Class()))
    model = await states(socket)
    while not all_done.is_set():
        found.clicked_before.append(await click(socket, model))
        await asyncio.sleep(0.5)
    await socket.close()


async def attack(server: Server, all_done: asyncio.Event) -> None:
    """Simulate a client that sends invalid frames."""
    kernel = await page(server, Class())
    frames = [b"\xff" * 8, b"\0" * 500_000, b"[" * 1000, serialize_msg_to_ws_v1([b"{", b"{", b"{", b"["], "shell")]
    while not all_done.is_set():
        for frame in frames:
            with suppress(ConnectionClosed, OSError):
                async with await wire(server, kernel) as socket:
                    await socket.send(frame)
                    await drain(socket)


def memory(server: Server) -> tuple[float, float]:
    """Return the mean memory per visitor in MiB: of the kernel alone, and including its share of shared memory."""
    own, share, kernels = 0, 0, 0
    for process in psutil.Process(server.process.pid).children(recursive=True):
        with suppress(OSError):
            lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()[1:]
            sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines}
            share += sizes["Pss"]
            if not process.children():
                own += sizes["Private_Dirty"] + sizes["Private_Clean"]
                kernels += 1
    return own / 1024 / max(kernels, 1), share / 1024 / max(kernels, 1)


async def run(server: Server, visitors: int, within: float, beside: bool) -> Class:
    """Let visitors arrive evenly within a number of seconds. Return the measured times."""
    found, all_done = Class(), asyncio.Event()
    for _ in range(3):
        await page(server, Class())  # first visits, because the server does some work only once
    others = [asyncio.ensure_future(click_on(server, found, all_done))] if beside else []
    if beside:
        others.append(asyncio.ensure_future(attack(server, all_done)))
        await asyncio.sleep(2)
    tasks = [asyncio.ensure_future(visit(server, found, i * within / visitors, all_done)) for i in range(visitors)]
    while len(found.opened) + len(found.failed) < visitors:
        await asyncio.sleep(0.1)
    found.own, found.share = memory(server)
    all_done.set()
    await asyncio.gather(*tasks, *others, return_exceptions=True)
    return found


def spread(label: str, seconds: list[float]) -> None:
    """Print the median and the 95 % quantile of times."""
    cuts = statistics.quantiles(seconds, n=20, method="inclusive") if len(seconds) > 1 else seconds * 19
    print(f"  {label:<34}{statistics.median(seconds):>8.2f} s median {cuts[-1]:>8.2f} s 95%", flush=True)


def compare(title: str, visitors: int, within: float, modes: list[str], beside: bool) -> int:
    """Let visitors arrive in the same way on each server in turn.

    Return 1 if a goal is missed, or FAILED if a visitor got no page.
    """
    medians, missed = {}, 0
    for mode in modes:
        with (
            tempfile.TemporaryDirectory() as place,
            kismet(Path(place) / "log.txt", *MODES[mode], PYTHONPATH=str(ROOT)) as server,
        ):
            found = asyncio.run(run(server, visitors, within, beside))
        print(f"{title}: {mode}; {found.waited} waited for their turn, {len(found.failed)} failed {found.failed[:1]}")
        missed |= FAILED * bool(found.failed)
        if found.opened:
            medians[mode] = statistics.median(found.opened)
            spread("open", found.opened)
            spread("click", found.clicked)
        if found.clicked_before:
            spread("click of one who was there before", found.clicked_before)
        print(f"  {'a visitor, MiB':<34}{found.own:>8.0f} alone {found.share:>8.0f} with its share", flush=True)
        missed |= mode == "ours" and found.own > GOAL_MEMORY
    if len(medians) == 2:
        ratio = medians["ours"] / medians["spawn"]
        print(f"  open, ours : spawn = {ratio:.2f} (goal {GOAL_OPEN:.2f})", flush=True)
        missed |= ratio > GOAL_OPEN
    return missed


def main() -> int:
    """Run the benchmark. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="A class arrives at our server, and at one without a zygote.")
    parser.add_argument("--arrivals", type=int, default=30, help="visitors who come evenly (default: 30)")
    parser.add_argument("--within", type=float, default=60, help="seconds in which they come (default: 60)")
    parser.add_argument("--rush", type=int, default=60, help="visitors who come at once (default: 60)")
    parser.add_argument("--only", nargs="+", choices=list(MODES), default=list(MODES), help="one server only")
    options = parser.parse_args()
    missed = 0
    if options.arrivals:
        title = f"{options.arrivals} arrivals in {options.within:g} s"
        missed |= compare(title, options.arrivals, options.within, options.only, beside=False)
    if options.rush:
        missed |= compare(f"{options.rush} at once", options.rush, 0, options.only, beside=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
