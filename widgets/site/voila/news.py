"""What a class's addresses refuse with, and how who waits for a room to change is woken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from ...classroom.store import GoneError, Store, StoreError

T = TypeVar("T")
_EVERY = 0.25  # seconds between looks for what other processes have written
_WAITING = 400  # who waits for news at once


class SaidError(Exception):
    """A refusal: status and sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class News:
    """Wakes who waits for a room to change, in this process or in another one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[int, tuple[int, int]] = {}
        self._asked: dict[int, int] = {}
        self._look, self._told = asyncio.Event(), asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Something was written here."""
        self._look.set()

    async def wait(self, id: int, which: int, known: int, patience: float) -> None:
        """Until a room's version (which: 0) or pace (1) is not the known one, the room is closed, or patience ends."""
        if sum(self._asked.values()) >= _WAITING:
            raise SaidError(503, "Too many are waiting for news. Try again in a moment.")
        self._asked[id] = self._asked.get(id, 0) + 1
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._watch())
        self._look.set()
        try:
            async with self._told:
                self._seen.pop(id, None)  # what was seen before this question may be old
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._told.wait_for(lambda: self._news(id, which, known)), patience)
        finally:
            self._asked[id] -= 1
            if not self._asked[id]:
                del self._asked[id]

    def _news(self, id: int, which: int, known: int) -> bool:
        return id in self._seen and self._seen[id][which] != known

    async def _watch(self) -> None:
        while self._asked:
            self._look.clear()
            rooms = list(self._asked)
            with suppress(StoreError):
                try:
                    found = await in_thread(self._store.versions, rooms)
                except GoneError:
                    found = {}
                async with self._told:
                    self._seen.update({id: found.get(id, (-1, -1)) for id in rooms})
                    self._told.notify_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), _EVERY)


async def in_thread(run: Callable[..., T], *arguments: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(None, partial(run, *arguments))
