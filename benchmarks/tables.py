"""Benchmark of ten tables that play the same deal: time from one person's action until the table's other pages have it.

A new server has ten tables, each with three simulated people, and the organiser's page. Each person whose turn it is
sends an action, and all tables play at the same time. The time is measured from sending an action until another page of
the same table has received the new scene. The benchmark prints the median and the 95% quantile.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

from .timing import fewest, heading, row

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.conftest import kismet  # noqa: E402

TABLES, PEOPLE, ACTIONS = fewest(10), 3, fewest(30)
GAME = "hadara"
PATIENCE = 40  # seconds for one answer


class Person:
    """Open page of a person with a seat. It records the time at which each step arrives."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self.socket = socket
        self.scene: dict[str, Any] = {}
        self.arrivals: dict[int, float] = {}
        self.changed = asyncio.Event()

    async def listen(self) -> None:
        """Receive messages until the connection ends."""
        while (text := await self.socket.read_message()) is not None:
            message = json.loads(text) if isinstance(text, str) else {}
            state = message.get("state") or message.get("data", {}).get("state", {})
            if "scene" in state:
                self.scene = state["scene"]
                self.arrivals.setdefault(self.scene["step"], time.perf_counter())
                self.changed.set()

    async def send(self, **request: Any) -> None:
        """Send a message as the page would do."""
        await self.socket.write_message(json.dumps(request))

    async def wait_for_step(self, step: int) -> None:
        """Wait until the page has received this step or a later one."""
        while self.scene.get("step", -1) < step:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), PATIENCE)


async def play_table(people: list[Person], rng: random.Random) -> list[float]:
    """Play some actions at a table. Return the seconds until each other page had received each action."""
    seconds: list[float] = []
    for _ in range(ACTIONS):
        acting = next((one for one in people if one.scene.get("controls") or one.scene.get("actions")), None)
        if acting is None:
            break
        step, began = acting.scene["step"], time.perf_counter()
        if acting.scene["kind"] == "chance":
            content = {"do": "resolve_chance", "seq": step}
        else:
            n = rng.randrange(len(acting.scene["actions"]))
            content = {"do": "play_action", "n": n, "step": step, "seq": step}
        await acting.send(do="model", content=content)
        for other in people:
            await other.wait_for_step(step + 1)
        later = [min(at for to, at in other.arrivals.items() if to > step) for other in people if other is not acting]
        seconds += [at - began for at in later]
    return seconds


async def measure(url: str) -> list[float]:
    """Open the tables, give each person a seat, and play."""
    address = url.replace("http", "ws")
    organiser = await websocket_connect(f"{address}tables/socket")
    settings = {"game": GAME, "seats": PEOPLE, "timer": 0, "tables": TABLES, "deals": 1, "mode": "same_luck"}
    await organiser.write_message(json.dumps({"do": "create", **settings}))
    board: dict[str, Any] = {}
    while board.get("kind") != "board":
        board = json.loads(str(await organiser.read_message()))
    tables: list[list[Person]] = []
    listening = []
    for table in board["tables"]:
        people = [Person(await websocket_connect(f"{address}table/socket")) for _ in range(PEOPLE)]
        for number, person in enumerate(people):
            listening.append(asyncio.create_task(person.listen()))
            await person.send(do="join", code=table["code"], name=f"Ada {'ABC'[number]}")
        tables.append(people)
    while not all(len(table["names"]) == PEOPLE for table in board["tables"]):
        board = json.loads(str(await organiser.read_message()))
    await organiser.write_message(json.dumps({"do": "start"}))
    for people in tables:
        for person in people:
            await person.wait_for_step(0)
    found = await asyncio.gather(*(play_table(people, random.Random(n)) for n, people in enumerate(tables)))
    for task in listening:
        task.cancel()
    return [seconds for table in found for seconds in table]


def main() -> None:
    """Print the median and the 95% quantile of the times."""
    with tempfile.TemporaryDirectory() as folder, kismet(Path(folder) / "log.txt", "table", GAME) as server:
        seconds = asyncio.run(measure(server.url))
    heading(f"{TABLES} tables, from an action to the other screens", "actions", "median (ms)", "95% (ms)")
    late = sorted(seconds)[int(0.95 * (len(seconds) - 1))]
    median = statistics.median(seconds)
    row(GAME, str(len(seconds) // (PEOPLE - 1)), f"{1000 * median:.0f}", f"{1000 * late:.0f}")


if __name__ == "__main__":
    sys.exit(main())
