"""Kernels of pages: their start, their time limits, and their end.

Where the system supports it, a kernel is forked from the fork server. On other systems it is a separate process. Pages
have saved all data of their kernels, so the server can end a kernel at any time.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import time
import uuid
from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast
from weakref import WeakSet

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from tornado.ioloop import IOLoop, PeriodicCallback
from traitlets import observe

from .kernel_queue import KernelQueue

if sys.platform == "linux":  # on other systems each kernel is a separate process
    from .fork_client import ForkClient

    CAN_COPY = ForkClient.is_supported
else:
    CAN_COPY = False

#: text in place of a failed widget. The rest of the page still works
KERNEL_FAILED_TEXT = "Something went wrong here. Reload the page to go on."
KERNEL_UNUSED_TEXT = "Nobody used this page for a while, and others were waiting."
PAGE_AWAY_TEXT = "This page was away for too long and was ended."
TIME_LIMIT = 30.0  # seconds within which a kernel must react to a message
_WATCH_EVERY = 1.0  # seconds
# seconds until a kernel without a page is ended: if the page has left, never connected, or if other pages wait
_LEFT, _NEVER_CAME, _CROWDED = 600.0, 120.0, 60.0
# seconds without user activity until a waiting page gets a kernel's place: of another address, of any address, and
# seconds of waiting until an address without a kernel gets the place of an address above its share
_UNUSED, _LONG_UNUSED, _SHARE_AFTER = 60.0, 600.0, 10.0
#: bytes of answers kept for disconnected pages: per page, and in total
_KEPT, _KEPT_IN_ALL = 4 << 20, 64 << 20
_A_MESSAGE = 1000  # overhead of a kept message in bytes
_REMEMBERED = 1000  # number of ended kernels whose reason is stored
_log = logging.getLogger("kismet")


@dataclass(slots=True)
class KernelRequest:
    """HTTP request that starts a kernel: address of the visitor, and later the id of the kernel."""

    address: str
    kernel_id: str = ""


#: HTTP request that the current asyncio task handles
current_request: ContextVar[KernelRequest | None] = ContextVar("visit", default=None)


class KernelForker(Protocol):
    """Interface for objects that fork kernels, such as ``ForkClient``."""

    async def fork(self, argv: list[str], env: dict[str, str], cwd: str) -> Any:
        """Return a new process with this command line, environment and working folder."""

    async def start_fork_server(self) -> None:
        """Start the fork server."""

    def stop_fork_server(self) -> None:
        """End the fork server."""


def create_kernel_forker(folder: Path, paths: list[str], log: Path | None) -> KernelForker | None:
    """Create the object that forks kernels for these pages, or return None if the system does not support forking."""
    if sys.platform == "linux":
        return ForkClient(folder, paths, log) if CAN_COPY else None
    return None


def choose_kernel_to_end(
    idle_seconds: Mapping[str, float],
    kernel_addresses: Mapping[str, str],
    kernel_counts: Counter[str],
    address: str,
    waiting_seconds: float,
) -> str | None:
    """Choose a kernel to end for a visitor from `address` who has waited `waiting_seconds`. Return None without one.

    `idle_seconds` maps a kernel to the seconds since the last user activity. `kernel_addresses` maps a kernel to the
    address of its visitor. `kernel_counts` maps an address to its number of kernels.

    First, an unused kernel of an address with more kernels is chosen, then any kernel unused for longer. For an address
    without a kernel, it may also be a kernel in use whose address has more than its share.
    """
    richer = {
        kernel: left
        for kernel, left in idle_seconds.items()
        if kernel_counts[kernel_addresses[kernel]] > kernel_counts[address] + 1
    }
    for those, limit in ((richer, _UNUSED), (idle_seconds, _LONG_UNUSED)):
        first = max(those, key=those.__getitem__, default=None)
        if first is not None and those[first] >= limit:
            return first
    share = kernel_counts.total() / (len(kernel_counts.keys() | {address}))
    above = {kernel: left for kernel, left in richer.items() if kernel_counts[kernel_addresses[kernel]] > share}
    if kernel_counts[address] or waiting_seconds < _SHARE_AFTER:
        return None
    return max(above, key=above.__getitem__, default=None)


class PageKernelProvisioner(LocalProvisioner):
    """Provisioner that forks a kernel from the fork server, if there is a fork server."""

    kernel_forker: KernelForker | None = None
    _running: WeakSet[Any] = WeakSet()

    @classmethod
    def end_all(cls) -> None:
        """Kill every kernel at once."""
        for process in list(cls._running):
            process.kill()

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        if self.kernel_forker is not None:
            try:
                process = await self.kernel_forker.fork(cmd[2:], kwargs["env"], str(kwargs.get("cwd") or Path.cwd()))
            except OSError as error:
                _log.error("A kernel could not be copied (%s) and starts by itself.", error)
            else:
                self._running.add(process)
                self.process = cast(Any, process)  # has the methods that the provisioner uses
                self.pid = self.pgid = process.pid  # the process is the leader of its own session
                self.cwd = kwargs.get("cwd", Path.cwd())
                return self.connection_info
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        info = await super().launch_kernel(cmd, **{**kwargs, **silent})
        self._running.add(self.process)
        return info


class PageKernel(ServerKernelManager):
    """Kernel of a page."""

    #: time in monotonic seconds since which the kernel owes an answer, or None
    waiting_since: float | None = None
    #: time of the last message from its page, in monotonic seconds
    last_used_at: float

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._asked: deque[int] = deque()  # sizes in bytes of unanswered messages of the page
        self.last_used_at = time.monotonic()
        self._told = 0.0  # time of the last message about the execution state

    async def _async_pre_start_kernel(self, **kw: Any) -> tuple[list[str], dict[str, Any]]:
        self.kernel_id = self.kernel_id or kw.pop("kernel_id", str(uuid.uuid4()))
        if self.provisioner is None:
            spec = self.kernel_spec
            self.provisioner = PageKernelProvisioner(kernel_id=self.kernel_id, kernel_spec=spec, parent=self)
        return await super()._async_pre_start_kernel(**kw)

    async def _async_interrupt_kernel(self) -> None:
        """Do nothing, although Jupyter interrupts a kernel before it ends the kernel.

        A starting kernel would print a traceback in the terminal, and a page has no computation to interrupt.
        """

    @property
    def unanswered_bytes(self) -> int:
        """Bytes of messages that the kernel has not answered: 0 if the kernel has been idle for a while."""
        if self.execution_state != "busy" and time.monotonic() - self._told > 1:
            self._asked.clear()
        return sum(self._asked)

    def record_message(self, size: int) -> None:
        """Record a message of this size that was passed to the kernel."""
        self.last_used_at = time.monotonic()
        if self.waiting_since is None:
            self.waiting_since = self.last_used_at
        if not self._asked:
            self._told = self.last_used_at
        self._asked.append(size)

    @observe("execution_state")
    def _answers(self, change: Any) -> None:
        self._told = time.monotonic()
        self.waiting_since = self._told if change.new == "busy" else None
        if change.new != "busy" and self._asked:
            self._asked.popleft()

    @observe("last_activity")
    def _lives(self, _: Any) -> None:
        if self.waiting_since is not None:
            self.waiting_since = time.monotonic()

    @property
    def traceback_replacement_message(self) -> str:
        """Text that replaces a traceback. The connection reads this property of the kernel."""
        return KERNEL_FAILED_TEXT


class PageKernelManager(AsyncMappingKernelManager):
    """Kernels of all pages."""

    time_limit = TIME_LIMIT
    start_queue: KernelQueue | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reasons: OrderedDict[str, str] = OrderedDict()
        self._addresses: dict[str, str] = {}
        self._met: set[str] = set()  # kernels whose page has been connected at least once
        self._alone: dict[str, float] = {}  # kernel -> time at which its page disconnected
        self._kept: Counter[str] = Counter()  # kernel -> bytes of answers kept for its page, -1 if too many
        self._watch = PeriodicCallback(self.end_unneeded_kernels, 1000 * _WATCH_EVERY)
        self._watch.start()

    async def _async_start_kernel(self, **kwargs: Any) -> str:
        mine = current_request.get()
        kernel_id: str = await super()._async_start_kernel(**kwargs)
        if mine is not None:
            mine.kernel_id = kernel_id
            if self.start_queue is not None:
                self._addresses[kernel_id] = mine.address
                self.start_queue.record_kernel_start(mine.address)
        return kernel_id

    start_kernel = cast(Any, _async_start_kernel)

    def remove_kernel(self, kernel_id: str) -> Any:
        address = self._addresses.pop(kernel_id, None)
        self._met.discard(kernel_id)
        self._alone.pop(kernel_id, None)
        self._kept.pop(kernel_id, None)
        gone = super().remove_kernel(kernel_id)
        if address is not None and self.start_queue is not None:
            self.start_queue.record_kernel_end(address)
        return gone

    # -- answers for a disconnected page --------------------------------------------------------

    def start_buffering(self, kernel_id: str, session_key: str, channels: dict[str, Any]) -> None:
        """Keep answers of the kernel for a disconnected page, up to a limit.

        Jupyter itself sets no limit. A kernel whose answers exceed the limit is ended.
        """
        super().start_buffering(kernel_id, session_key, channels)
        kept: list[Any] = self._kernel_buffers[kernel_id]["buffer"]

        def keep(channel: str, parts: list[bytes]) -> None:
            if self._kept[kernel_id] < 0:
                return
            self._kept[kernel_id] += _A_MESSAGE + sum(map(len, parts))
            kept.append((channel, parts))
            if self._kept[kernel_id] > _KEPT:
                self._keep_no_more(kernel_id)
            elif self._kept.total() > _KEPT_IN_ALL:
                self._keep_no_more(max(self._kept, key=self._kept.__getitem__))

        for channel, stream in channels.items():
            stream.on_recv(partial(keep, channel))

    def _keep_no_more(self, kernel_id: str) -> None:
        if kernel_id in self._kernel_buffers:
            self._kernel_buffers[kernel_id]["buffer"].clear()
        self._kept[kernel_id] = -1
        IOLoop.current().add_callback(self.end_kernel, kernel_id, PAGE_AWAY_TEXT)

    def get_buffer(self, kernel_id: str, session_key: str) -> Any:
        buffer = super().get_buffer(kernel_id, session_key)
        self._kept.pop(kernel_id, None)
        return buffer

    def stop_buffering(self, kernel_id: str) -> None:
        super().stop_buffering(kernel_id)
        self._kept.pop(kernel_id, None)

    # -- end of kernels --------------------------------------------------------------------------

    async def end_unneeded_kernels(self) -> None:
        """End kernels that do not respond, kernels without a page, and unused kernels if pages wait."""
        await self._end_hung()
        await self._end_left()
        await self._make_room()

    async def _end_left(self) -> None:
        """End kernels whose page has been disconnected for longer than a time limit.

        The time limit is shorter if other pages wait, or if the page never connected.
        """
        now = time.monotonic()
        crowded = self.start_queue is not None and self.start_queue.has_waiting
        for kernel_id in list(self._addresses):
            if self._kernel_connections.get(kernel_id, 0) > 0:
                self._met.add(kernel_id)
                self._alone.pop(kernel_id, None)
                continue
            limit = _LEFT if kernel_id in self._met else _NEVER_CAME
            if now - self._alone.setdefault(kernel_id, now) > (min(limit, _CROWDED) if crowded else limit):
                await self.end_kernel(kernel_id, PAGE_AWAY_TEXT)

    async def _make_room(self) -> None:
        """End at most one kernel per check for a waiting page."""
        wanting = self.start_queue.next_blocked_ticket() if self.start_queue is not None else None
        if wanting is None:
            return
        now, held = time.monotonic(), Counter(self._addresses.values())
        idle = {
            kernel_id: now - self._kernels[kernel_id].last_used_at for kernel_id in self._addresses if kernel_id in self
        }
        unused = choose_kernel_to_end(idle, self._addresses, held, *wanting)
        if unused is not None:
            await self.end_kernel(unused, KERNEL_UNUSED_TEXT)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Cull a kernel only if it still exists.

        Jupyter passes kernels from an older list. If a kernel has ended since then, culling it would print a traceback
        in the terminal.
        """
        if kernel_id in self:
            await super().cull_kernel_if_idle(kernel_id)

    async def _end_hung(self) -> None:
        """End each kernel that has not answered within the time limit. Its page asks the server for the reason."""
        late = time.monotonic() - self.time_limit
        for kernel_id, kernel in list(self._kernels.items()):
            if kernel.waiting_since is not None and kernel.waiting_since < late:
                kernel.waiting_since = None
                _log.error("A page did not answer for %g seconds and was stopped.", self.time_limit)
                await self.end_kernel(
                    kernel_id, f"This page didn’t answer for {self.time_limit:g} seconds and was stopped."
                )

    async def end_kernel(self, kernel_id: str, reason: str) -> None:
        """End a kernel at once and store the reason."""
        self.reasons[kernel_id] = reason
        while len(self.reasons) > _REMEMBERED:
            self.reasons.popitem(last=False)
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)


class QuietKernelSpecManager(KernelSpecManager):
    """Kernel specifications for kernels without a history and without log messages about transports.

    These messages give advice that is not needed, because kernels communicate only with their server.
    """

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [*spec.argv, "--log-level=ERROR", "--HistoryManager.enabled=False"]
        return spec
