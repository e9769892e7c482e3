"""Who may come in: how many kernels start at once, how many there may be in all, and whose turn is next.

Cores limit the first, free memory the second. Who has to wait holds a ticket and asks for its place from time to time;
a ticket that nobody asks about any more is dropped. Of those who wait, the one whose address has the fewest kernels is
next, counting those of its tickets that stand before; then the one who came first, and whoever asks is before who has
fallen silent. So a visitor who opens many pages is the one who waits. So it is with the queue itself: when it is full,
the address with the most tickets gives one up.
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

import psutil

_ROOM = 300 << 20  # bytes of memory that stay free
_FORGET_AFTER = 20.0  # seconds without a question about a ticket
_SILENT_AFTER = 5.0  # seconds; a page that waits asks more than once a second
_WAITING = 500  # tickets in all; beyond, nobody is even written down
_CGROUP = Path("/sys/fs/cgroup")


def free_memory() -> int:
    """Bytes that new kernels may take: those of the machine, or of the container if it has fewer."""
    free = int(psutil.virtual_memory().available)
    try:
        limit = (_CGROUP / "memory.max").read_text().strip()
        if limit != "max":
            free = min(free, int(limit) - int((_CGROUP / "memory.current").read_text()))
    except (OSError, ValueError):
        pass  # no container, or none of this kind
    return free


class QueueFullError(Exception):
    """More are waiting than can be written down."""


@dataclass(slots=True)
class _Ticket:
    address: str
    came: float
    asked: float
    called: asyncio.Event = field(default_factory=asyncio.Event)


class KernelQueue:
    """The door. ``size`` is the memory of one kernel in bytes, ``kernels`` tells how many there are,
    ``most`` limits them in all whatever the memory."""

    def __init__(self, size: int, kernels: Callable[[], int], at_once: int | None = None, most: int | None = None):
        self._size, self._kernels = size, kernels
        self._at_once = at_once or max(2, os.cpu_count() or 1)
        self._most = most or math.inf
        self._inside: Counter[str] = Counter()  # address -> kernels of its visitors
        self._starting: set[str] = set()
        self._waiting: dict[str, _Ticket] = {}

    async def wait_for_start(self, ticket: str, address: str, max_wait: float) -> int:
        """Ask to start a kernel and wait for it at most ``max_wait`` seconds. 0: come in, and say ``started`` when the
        page is made; otherwise the place in the queue, 1 being next. FullError if the queue is full."""
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
                await asyncio.wait_for(mine.called.wait(), min(left, 0.5))  # memory gets free without a word
            if self._waiting.get(ticket) is not mine:
                raise QueueFullError

    def _drop_one_for(self, address: str) -> None:
        """The last ticket of the address with the most. FullError if that would be no better."""
        tickets = Counter(each.address for each in self._waiting.values())
        most, count = max(tickets.items(), key=lambda item: item[1])
        dropped = [ticket for ticket in self._order() if self._waiting[ticket].address == most]
        if count <= tickets[address] + 1 or not dropped:
            raise QueueFullError
        del self._waiting[max(dropped, key=lambda ticket: self._waiting[ticket].came)]

    def next_blocked_ticket(self) -> tuple[str, float] | None:
        """The address of who is next and lacks a place, and for how many seconds; None if nobody does."""
        self._call()
        order = self._order()
        if not order or self._has_place(1):
            return None
        mine = self._waiting[order[0]]
        return mine.address, time.monotonic() - mine.came

    def queue_position(self, ticket: str) -> int:
        """The place of a ticket in the queue; 0 if it may come in, or is not known and may ask anew."""
        self._call()
        if ticket not in self._waiting or self._waiting[ticket].called.is_set():
            return 0
        self._waiting[ticket].asked = time.monotonic()
        return self._order().index(ticket) + 1

    async def wait_for_position_change(self, ticket: str, known_position: str, max_wait: float) -> int:
        """The place of a ticket as soon as it is not the ``known_position`` one, or after so many seconds."""
        end = time.monotonic() + max_wait
        while str(place := self.queue_position(ticket)) == known_position and place and time.monotonic() < end:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._waiting[ticket].called.wait(), 0.5)
        return place

    def cancel_ticket(self, ticket: str) -> None:
        """Who holds this ticket does not wait any more."""
        self._waiting.pop(ticket, None)
        self._starting.discard(ticket)

    def record_page_done(self, ticket: str) -> None:
        """The page of this ticket is made, or has failed."""
        self._starting.discard(ticket)
        self._call()

    def record_kernel_start(self, address: str) -> None:
        """A kernel was started for a visitor from this address."""
        self._inside[address] += 1

    def record_kernel_end(self, address: str) -> None:
        """Such a kernel has ended."""
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]
        self._call()

    @property
    def is_page_starting(self) -> bool:
        """Whether a page is being made."""
        return bool(self._starting)

    @property
    def has_waiting(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    def _order(self) -> list[str]:
        """The tickets that were not called yet, next one first."""
        silent = time.monotonic() - _SILENT_AFTER
        before = self._inside + Counter(each.address for each in self._waiting.values() if each.called.is_set())
        waiting = [(ticket, each) for ticket, each in self._waiting.items() if not each.called.is_set()]
        rank: dict[str, int] = {}
        for ticket, each in sorted(waiting, key=lambda pair: pair[1].asked < silent):
            rank[ticket] = before[each.address]
            before[each.address] += 1
        return sorted(rank, key=rank.__getitem__)

    def _call(self) -> None:
        """Drop the tickets nobody asks about, and call as many as there is room for."""
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
        """Whether there is memory, and leave, for so many more kernels."""
        return self._kernels() + more <= self._most and free_memory() - _ROOM > self._size * more
