"""Waiting for news of a class, and a database that waits: all others continue."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any

import pytest

from widgets.classroom import session_state
from widgets.classroom.class_store import ClassStore, StoreError
from widgets.classroom.server import change_notifier as module
from widgets.classroom.server.change_notifier import ApiError, ChangeNotifier, KnownVersion, run_in_thread


class Versions:
    """Store that only returns versions."""

    def __init__(self) -> None:
        self.of: dict[int, tuple[int, int]] = dict.fromkeys(range(session_state.MAX_ROOMS), (1, 1))

    def versions_by_room(self, rooms: list[int]) -> dict[int, tuple[int, int]]:
        return {id: self.of[id] for id in rooms}


def run(task: Coroutine[Any, Any, Any]) -> Any:
    """Run in a thread of its own, because browser tests of the same process may have a running loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, task).result()


def until(holds: Callable[[], bool]) -> Coroutine[Any, Any, None]:
    async def wait() -> None:
        while not holds():
            await asyncio.sleep(0.01)

    return asyncio.wait_for(wait(), 60)


def test_every_class_that_is_allowed_can_wait_with_everybody_in_it():
    """Let all pupils of all rooms wait in four tabs each, with the boards. A change reaches everybody in its room."""

    async def go() -> None:
        store = Versions()
        news = ChangeNotifier(store)
        waiting = {
            n: [
                asyncio.ensure_future(
                    news.wait_for_change(f"pupil {n} {k}", f"tab {tab}", KnownVersion(n, 1, 1), asyncio.Event())
                )
                for k in range(session_state.MAX_PUPILS)
                for tab in range(4)
            ]
            for n in range(session_state.MAX_ROOMS)
        }
        boards = [
            asyncio.ensure_future(
                news.wait_for_change(f"board {n}", f"board {k}", KnownVersion(n, 0, 1), asyncio.Event())
            )
            for n in range(session_state.MAX_ROOMS)
            for k in range(8)
        ]
        await asyncio.sleep(0)
        assert not any(each.done() for of in waiting.values() for each in of)
        store.of[3] = (1, 2)
        news.notify_change()
        await asyncio.wait_for(asyncio.gather(*waiting[3]), 60)
        assert not any(each.done() for n, of in waiting.items() for each in of if n != 3)
        for each in [*boards, *(each for of in waiting.values() for each in of)]:
            each.cancel()

    run(go())


def test_one_pupils_token_takes_four_places():
    async def go() -> None:
        news = ChangeNotifier(Versions())
        mine = [
            asyncio.ensure_future(news.wait_for_change("pupil 1", f"tab {n}", KnownVersion(1, 1, 1), asyncio.Event()))
            for n in range(4)
        ]
        await asyncio.sleep(0)
        for n in range(4, 500):
            with pytest.raises(ApiError, match="too many times"):
                await news.wait_for_change("pupil 1", f"tab {n}", KnownVersion(1, 1, 1), asyncio.Event())
        # A page that asks again does not wait twice; one that has gone leaves its place.
        again = asyncio.ensure_future(news.wait_for_change("pupil 1", "tab 0", KnownVersion(1, 1, 1), asyncio.Event()))
        await asyncio.wait_for(mine[0], 60)
        left = asyncio.Event()
        mine[1].cancel()
        await until(mine[1].done)
        other = asyncio.ensure_future(news.wait_for_change("pupil 1", "tab 9", KnownVersion(1, 1, 1), left))
        await asyncio.sleep(0)
        left.set()
        await asyncio.wait_for(other, 60)
        assert not again.done()
        for each in (*mine, again):
            each.cancel()

    run(go())


def test_a_store_that_waits_stops_nothing_else(monkeypatch):
    """Hold more than all its threads. Requests without the store continue, and the others are answered in time."""
    monkeypatch.setattr(module, "STORE_DEADLINE", 0.2)
    held, begun = threading.Event(), []

    def slow() -> None:
        begun.append(1)
        held.wait(60)

    async def go() -> None:
        asked = [asyncio.ensure_future(run_in_thread(slow)) for _ in range(40)]
        others = [asyncio.get_running_loop().run_in_executor(None, int, "7") for _ in range(40)]
        assert await asyncio.wait_for(asyncio.gather(*others), 60) == [7] * 40
        for each in asked:
            with pytest.raises(ApiError, match="isn’t answering") as told:
                await each
            assert told.value.status == 503
        held.set()
        monkeypatch.setattr(module, "STORE_DEADLINE", 60)
        assert await run_in_thread(int, "8") == 8
        assert len(begun) < 40, "what was not begun when its asker was told is not begun later"

    run(go())


def test_who_was_told_that_nothing_was_written_can_try_again(tmp_path):
    """Check the store while another program locks the database for long.

    A pupil who joins again is in the class once, and so is a class that is opened again.
    """
    store = ClassStore(tmp_path / "class.sqlite")
    at = store.open_room("111111", "a" * 32, "", session_state.new_session_state(), 1.0)
    ended = threading.Barrier(3)

    def join(token: str) -> Any:
        return store.add_pupil(at.id, "Anna", 1, token * 32, 2.0, 90)

    def open_room() -> Any:
        return store.open_room("222222", "b" * 32, "", session_state.new_session_state(), 1.0)

    def to_its_end(write: Callable[[], Any]) -> Any:
        with suppress(StoreError):
            write()
        ended.wait(60)

    async def go() -> None:
        with closing(sqlite3.connect(tmp_path / "class.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for write in (lambda: join("c"), open_room):
                with pytest.raises(ApiError, match="isn’t answering"):
                    await run_in_thread(to_its_end, write, seconds=0.1)
            other.execute("ROLLBACK")
        await asyncio.get_running_loop().run_in_executor(None, ended.wait, 60)
        assert (store.rooms(), store.pupils(at.id)) == ([store.room(at.id)], [])
        assert (await run_in_thread(join, "d")).name == "Anna"
        assert (await run_in_thread(open_room)).code == "222222"

    run(go())
    for each in store.rooms():
        store.delete_room(each.id)
    store.close()
