"""Queue for kernels: the number of simultaneous starts, the total number of kernels, and the order of waiting pages.

The number of cores limits how many kernels start at the same time. Free memory limits the total number. A waiting page
has a ticket and regularly asks for its position. A ticket whose page no longer asks is dropped.

The next ticket is one of the address with the fewest kernels. Earlier tickets of the same address count as its kernels.
Between equals, the earlier ticket comes first. Tickets whose page has asked recently come before silent ones. Therefore
a visitor who opens many pages waits longest. When the queue is full, the address with the most tickets loses one
ticket.
"""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import psutil

_ROOM = 300 << 20  # memory in bytes that new kernels must leave free
_FORGET_AFTER = 20.0  # a ticket is dropped if its page has not asked for so many seconds
_SILENT_AFTER = 5.0  # a ticket is silent after so many seconds. A waiting page asks more than once a second
_WAITING = 500  # maximum number of tickets
_CGROUP = Path("/sys/fs/cgroup")


def free_memory() -> int:
    """Return the free memory for new kernels in bytes: of the machine, or of its container if that has less."""
    free = int(psutil.virtual_memory().available)
    try:
        limit = (_CGROUP / "memory.max").read_text().strip()
        if limit != "max":
            free = min(free, int(limit) - int((_CGROUP / "memory.current").read_text()))
    except (OSError, ValueError):
        pass  # this process is not in a container with cgroup limits
    return free


class QueueFullError(Exception):
    """Raised if the queue is full."""


@dataclass(slots=True)
class _Ticket:
    address: str
    came: float
    asked: float
    called: asyncio.Event = field(default_factory=asyncio.Event)


class BlockedTicket(NamedTuple):
    """Ticket that cannot start yet: address of the visitor, and waiting time in seconds."""

    address: str
    waited_seconds: float


class KernelQueue:
    """Queue of pages that wait for a kernel.

    ``size`` is the memory that one kernel needs, in bytes. ``kernels`` is called to get the number of running kernels.
    ``most`` is the maximum number of kernels, whatever the memory.
    """

    def __init__(self, size: int, kernels: Callable[[], int], at_once: int | None = None, most: int | None = None):
        self._size, self._kernels = size, kernels
        self._at_once = at_once or max(2, os.cpu_count() or 1)
        self._most = most or math.inf
        self._inside: Counter[str] = Counter()  # address of visitors -> number of their kernels
        self._starting: set[str] = set()
        self._waiting: dict[str, _Ticket] = {}

    async def wait_for_start(self, ticket: str, address: str, max_wait: float) -> int:
        """Request to start the kernel of this ticket's page, and wait at most ``max_wait`` seconds.

        Return 0 if the page may start its kernel. The caller must then call ``record_page_done`` as soon as the page is
        ready. Otherwise return the position of the page in the queue, counted from 1. Raise QueueFullError if the queue
        is full.
        """
        if ticket not in self._waiting:
            self._call()
            if len(self._waiting) >= _WAITING:
                self._drop_one_for(address)
            self._waiting[ticket] = _Ticket(address, time.monotonic(), time.monotonic())
        mine = self._waiting[ticket]
        end = time.monotonic() + max_wait
        while True:
            mine.asked = time.monotonic()
            self._call()
            if mine.called.is_set():
                del self._waiting[ticket]
                return 0
            left = end - time.monotonic()
            if left <= 0:
                return self.queue_position(ticket)
            with suppress(TimeoutError):
                await asyncio.wait_for(mine.called.wait(), min(left, 0.5))  # no event signals free memory
            if self._waiting.get(ticket) is not mine:
                raise QueueFullError

    def _drop_one_for(self, address: str) -> None:
        """Make place for `address`: drop the last ticket of the address with most tickets.

        Raise QueueFullError if this would not make the numbers of tickets more equal.
        """
        tickets = Counter(each.address for each in self._waiting.values())
        most, count = max(tickets.items(), key=lambda item: item[1])
        dropped = [ticket for ticket in self._order() if self._waiting[ticket].address == most]
        if count <= tickets[address] + 1 or not dropped:
            raise QueueFullError
        del self._waiting[max(dropped, key=lambda ticket: self._waiting[ticket].came)]

    def next_blocked_ticket(self) -> BlockedTicket | None:
        """Return the next ticket if it must wait for memory or for the end of another kernel.

        The result is None if no ticket is blocked.
        """
        self._call()
        order = self._order()
        if not order or self._has_place(1):
            return None
        mine = self._waiting[order[0]]
        return BlockedTicket(mine.address, time.monotonic() - mine.came)

    def queue_position(self, ticket: str) -> int:
        """Return the position of a ticket in the queue.

        The position is 0 if the page may start. It is also 0 for an unknown ticket, whose page may ask to start again.
        """
        self._call()
        if ticket not in self._waiting or self._waiting[ticket].called.is_set():
            return 0
        self._waiting[ticket].asked = time.monotonic()
        return self._order().index(ticket) + 1

    async def wait_for_position_change(self, ticket: str, known_position: str, max_wait: float) -> int:
        """Wait until the position differs from ``known_position``, at most ``max_wait`` seconds, and return it."""
        end = time.monotonic() + max_wait
        while str(place := self.queue_position(ticket)) == known_position and place and time.monotonic() < end:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._waiting[ticket].called.wait(), 0.5)
        return place

    def cancel_ticket(self, ticket: str) -> None:
        """Remove the ticket of a page that no longer waits."""
        self._waiting.pop(ticket, None)
        self._starting.discard(ticket)

    def record_page_done(self, ticket: str) -> None:
        """Record that the page of this ticket is ready or has failed."""
        self._starting.discard(ticket)
        self._call()

    def record_kernel_start(self, address: str) -> None:
        """Record the start of a kernel for a visitor from this address."""
        self._inside[address] += 1

    def record_kernel_end(self, address: str) -> None:
        """Record the end of a kernel for a visitor from this address."""
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]
        self._call()

    @property
    def is_page_starting(self) -> bool:
        """Whether a page is starting."""
        return bool(self._starting)

    @property
    def has_waiting(self) -> bool:
        """Whether a page is waiting."""
        return bool(self._waiting)

    def _order(self) -> list[str]:
        """Return the waiting tickets in queue order. Tickets that may already start are left out."""
        silent = time.monotonic() - _SILENT_AFTER
        before = self._inside + Counter(each.address for each in self._waiting.values() if each.called.is_set())
        waiting = [(ticket, each) for ticket, each in self._waiting.items() if not each.called.is_set()]
        rank: dict[str, int] = {}
        for ticket, each in sorted(waiting, key=lambda pair: pair[1].asked < silent):
            rank[ticket] = before[each.address]
            before[each.address] += 1
        return sorted(rank, key=rank.__getitem__)

    def _call(self) -> None:
        """Drop tickets whose pages no longer ask, and let as many of the next pages start as possible."""
        late = time.monotonic() - _FORGET_AFTER
        for ticket in [ticket for ticket, each in self._waiting.items() if each.asked < late]:
            del self._waiting[ticket]
            self._starting.discard(ticket)
        for ticket in self._order() if self._has_room() else ():
            if not self._has_room():
                return
            self._starting.add(ticket)
            self._waiting[ticket].called.set()

    def _has_room(self) -> bool:
        starting = len(self._starting)
        return starting < self._at_once and self._has_place(starting + 1)

    def _has_place(self, more: int) -> bool:
        """Return whether memory and the maximum number allow `more` further kernels."""
        return self._kernels() + more <= self._most and free_memory() - _ROOM > self._size * more
