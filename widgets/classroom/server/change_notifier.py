"""Errors of the class endpoints, and notification of clients that wait for changes of a room."""

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
from typing import Any, NamedTuple, TypeVar

from ..class_store import ClassStore, GoneError, RoomVersions, StoreError, is_awaited

T = TypeVar("T")
_EVERY = 0.25  # seconds between checks for changes by other processes
_PAGES = (8, 4)  # maximum number of waiting pages of one board and of one pupil
PATIENCE = 20.0  # maximum seconds until a waiting client gets a response
STORE_DEADLINE = 8.0  # maximum seconds that a request waits for the store
PROMPT = 0.7  # seconds without an answer of the store after which the page gets the last board
_THREADS = ThreadPoolExecutor(8, "class")
READERS = ThreadPoolExecutor(4, "class-reads")
"""Threads for reads of a board. They stay free when another program locks the database and all writing threads wait."""


class ApiError(Exception):
    """Error for a refused request, with a status code and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class KnownVersion(NamedTuple):
    """Version of a room that a page already has."""

    room_id: int
    kind: int
    """Kind 0 is the version of the room, kind 1 the session version."""
    version: int


@dataclass(slots=True)
class _Waiter:
    known: KnownVersion
    woken: asyncio.Event


class ChangeNotifier:
    """Notifier for clients that wait for changes of a room. This or another process can change the room.

    The number of waiting pages of each pupil and each board is limited. Only the last request of each page waits.
    """

    def __init__(self, store: ClassStore) -> None:
        self._store = store
        self._waiting: dict[str, dict[str, _Waiter]] = {}  # client -> page -> waiter
        self.answered = 0.0
        """Time of the last answer of the store about the waiting rooms, by the monotonic clock."""
        self._look = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def notify_change(self) -> None:
        """Record that this process has changed a room."""
        self._look.set()

    async def wait_for_change(self, waiter_key: str, page: str, known: KnownVersion, wake_event: asyncio.Event) -> None:
        """Wait until a room has changed or is closed, at most `PATIENCE` seconds.

        If `wake_event` is set, the wait ends early. Raise ApiError if too many pages wait.
        """
        pages = self._waiting.setdefault(waiter_key, {})
        if page in pages:
            pages[page].woken.set()
        elif len(pages) >= _PAGES[known.kind]:
            raise ApiError(429, "This page is open too many times. Close the others.")
        mine = pages[page] = _Waiter(known, wake_event)
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
            asked = [each for pages in self._waiting.values() for each in pages.values()]  # excludes later clients
            rooms = list({each.known.room_id for each in asked})
            versions: dict[int, RoomVersions] | None = {}
            try:
                versions = await run_in_thread(self._store.versions_by_room, rooms, seconds=PROMPT, threads=READERS)
                self.answered = time.monotonic()
            except GoneError:
                pass
            except (StoreError, ApiError):
                versions = None
            for each in asked:
                if versions is None:
                    is_news = each.known.kind == 0  # boards display the age of their data, pupils continue to wait
                else:
                    is_news = versions.get(each.known.room_id, (-1, -1))[each.known.kind] != each.known.version
                if is_news:
                    each.woken.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), _EVERY)


async def run_in_thread(
    function: Callable[..., T], *arguments: Any, seconds: float = STORE_DEADLINE, threads: ThreadPoolExecutor = _THREADS
) -> T:
    """Run a function that uses the store, in a thread pool that only the store uses.

    Raise ApiError if the function takes longer than `seconds`. After this time, the function writes nothing.
    """
    is_late, context = Event(), copy_context()
    context.run(is_awaited.set, lambda: not is_late.is_set())
    asked = asyncio.get_running_loop().run_in_executor(threads, partial(context.run, function, *arguments))
    try:
        return await asyncio.wait_for(asked, seconds)
    except TimeoutError:
        is_late.set()
        raise ApiError(503, "The database of the class isn’t answering. Try again in a moment.") from None
