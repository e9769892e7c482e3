"""What a class's addresses refuse with, and how who waits for a room to change is woken."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any, TypeVar

from ..class_store import ClassStore, GoneError, StoreError, is_awaited

T = TypeVar("T")
_EVERY = 0.25  # seconds between looks for what other processes have written
_PAGES = (8, 4)  # that may wait for one board's news, and for one pupil's
PATIENCE = 20.0  # seconds that who waits for news is left without an answer
STORE_DEADLINE = 8.0  # seconds that anybody waits for the store
PROMPT = 0.7  # seconds after which a board is shown as it was, where the store does not answer
_THREADS = ThreadPoolExecutor(8, "class")
READERS = ThreadPoolExecutor(4, "class-reads")
"""Threads for what a board reads: where another program locks the database, those that write wait, all of them."""


class ApiError(Exception):
    """A refusal: status and sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(slots=True)
class _Waiter:
    room: int
    which: int
    known: int
    woken: asyncio.Event


class ChangeNotifier:
    """Wakes who waits for a room to change, in this process or in another one. Each pupil and each board may wait with
    few pages, so there is room for all that rooms may hold; of one page only the last question waits."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store
        self._waiting: dict[str, dict[str, _Waiter]] = {}  # who -> page -> what for
        self.answered = 0.0
        """When the store last told how all that wait for it stand, by the monotonic clock."""
        self._look = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def notify_change(self) -> None:
        """Something was written here."""
        self._look.set()

    async def wait_for_change(
        self, waiter_key: str, page: str, known_version: tuple[int, int, int], wake_event: asyncio.Event
    ) -> None:
        """Until a room's version (which: 0) or pace (1) is not the known one, the room is closed, or patience ends.
        `known_version`: (room, which, known); `wake_event`: ends it before. SaidError for one page too many."""
        pages = self._waiting.setdefault(waiter_key, {})
        if page in pages:
            pages[page].woken.set()
        elif len(pages) >= _PAGES[known_version[1]]:
            raise ApiError(429, "This is open too many times. Close the other ones.")
        mine = pages[page] = _Waiter(*known_version, wake_event)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._watch())
        self._look.set()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(wake_event.wait(), PATIENCE)
        finally:
            if pages.get(page) is mine:
                del pages[page]
            if not pages and self._waiting.get(waiter_key) is pages:
                del self._waiting[waiter_key]

    async def _watch(self) -> None:
        while self._waiting:
            self._look.clear()
            asked = [each for pages in self._waiting.values() for each in pages.values()]  # who comes later asks anew
            rooms = list({each.room for each in asked})
            versions: dict[int, tuple[int, int]] | None = {}
            try:
                versions = await run_in_thread(self._store.versions, rooms, seconds=PROMPT, threads=READERS)
                self.answered = time.monotonic()
            except GoneError:
                pass
            except (StoreError, ApiError):
                versions = None
            for each in asked:
                if versions is None:
                    is_news = each.which == 0  # a board tells how old it is, pupils wait on
                else:
                    is_news = versions.get(each.room, (-1, -1))[each.which] != each.known
                if is_news:
                    each.woken.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), _EVERY)


async def run_in_thread(
    function: Callable[..., T], *arguments: Any, seconds: float = STORE_DEADLINE, threads: ThreadPoolExecutor = _THREADS
) -> T:
    """What asks the store, in threads that nothing else of the server needs. SaidError if it takes longer than this;
    then nothing more is written."""
    is_late, context = Event(), copy_context()
    context.run(is_awaited.set, lambda: not is_late.is_set())
    asked = asyncio.get_running_loop().run_in_executor(threads, partial(context.run, function, *arguments))
    try:
        return await asyncio.wait_for(asked, seconds)
    except TimeoutError:
        is_late.set()
        raise ApiError(503, "The database of the class does not answer just now. Try again in a moment.") from None
