"""The kernels of the pages: how they start, how long one may be silent, and how they end.

A kernel is a copy of the zygote where the system can copy a process, and a process of its own elsewhere. It holds
nothing that its page has not saved, so it is ended at once whenever it has to go.
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

if sys.platform == "linux":  # elsewhere each kernel is a process of its own
    from .fork_client import ForkClient

    CAN_COPY = ForkClient.is_supported
else:
    CAN_COPY = False

#: what a page shows where a widget has failed; the page itself goes on
KERNEL_FAILED_TEXT = "Something went wrong here. Reload the page to go on."
KERNEL_UNUSED_TEXT = "Nobody used this page for a while, and others were waiting."
PAGE_AWAY_TEXT = "This page was away for too long and was ended."
TIME_LIMIT = 30.0  # seconds in which a kernel must say something about a message
_WATCH_EVERY = 1.0  # seconds
# seconds without a page after which a kernel is ended: its page was there, never came, others wait for room
_LEFT, _NEVER_CAME, _CROWDED = 600.0, 120.0, 60.0
# seconds without a sign of a person after which a place is given to who waits: from another address, from any; and
# seconds that somebody without a place waits for one of an address that has more than its share
_UNUSED, _LONG_UNUSED, _SHARE_AFTER = 60.0, 600.0, 10.0
#: bytes of answers that are kept for a page that has gone and may come back: for one, and in all
_KEPT, _KEPT_IN_ALL = 4 << 20, 64 << 20
_A_MESSAGE = 1000  # bytes that a kept message takes besides its own
_REMEMBERED = 1000  # ended kernels whose reason is still told
_log = logging.getLogger("kismet")


@dataclass(slots=True)
class KernelRequest:
    """The request that a kernel is started for: where it comes from, and then which kernel it is."""

    address: str
    kernel_id: str = ""


#: the visit that the running task serves
current_request: ContextVar[KernelRequest | None] = ContextVar("visit", default=None)


class KernelForker(Protocol):
    """Where kernels are copied from: a ``ForkClient``."""

    async def fork(self, argv: list[str], env: dict[str, str], cwd: str) -> Any: ...
    async def start_fork_server(self) -> None: ...
    def stop_fork_server(self) -> None: ...


def create_kernel_forker(folder: Path, paths: list[str], log: Path | None) -> KernelForker | None:
    """Where the kernels of these pages are copied from; None where the system cannot copy a running process."""
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
    """The kernel whose place goes to somebody from `address` who waits for one for so many seconds; None if none does.
    `idle_seconds`: kernel -> seconds without a sign of a person; `kernel_addresses`: kernel -> address;
    `kernel_counts`: address -> its kernels.

    Places that nobody uses go first to addresses with fewer; who has none gets one of an address that has more than
    its share, used or not.
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
    """Starts kernels from the zygote, if there is one."""

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
                self.process = cast(Any, process)  # it answers to what the provisioner asks of a Popen
                self.pid = self.pgid = process.pid  # it leads a session of its own
                self.cwd = kwargs.get("cwd", Path.cwd())
                return self.connection_info
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        info = await super().launch_kernel(cmd, **{**kwargs, **silent})
        self._running.add(self.process)
        return info


class PageKernel(ServerKernelManager):
    """The kernel of a page."""

    #: since when it owes the page an answer (monotonic seconds), or None
    waiting_since: float | None = None
    #: when its page last did something (monotonic seconds)
    last_used_at: float

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._asked: deque[int] = deque()  # bytes of the page's messages that it has not answered
        self.last_used_at = time.monotonic()
        self._told = 0.0  # when it last said that it is busy or not

    async def _async_pre_start_kernel(self, **kw: Any) -> tuple[list[str], dict[str, Any]]:
        self.kernel_id = self.kernel_id or kw.pop("kernel_id", str(uuid.uuid4()))
        if self.provisioner is None:
            spec = self.kernel_spec
            self.provisioner = PageKernelProvisioner(kernel_id=self.kernel_id, kernel_spec=spec, parent=self)
        return await super()._async_pre_start_kernel(**kw)

    async def _async_interrupt_kernel(self) -> None:
        """Jupyter interrupts a kernel before it ends it. One that is still starting would answer with a traceback in
        the terminal, and there is nothing of a page to interrupt."""

    @property
    def unanswered_bytes(self) -> int:
        """Bytes of the page's messages that wait for it. A kernel that is idle for a while has answered all."""
        if self.execution_state != "busy" and time.monotonic() - self._told > 1:
            self._asked.clear()
        return sum(self._asked)

    def record_message(self, size: int) -> None:
        """A message of so many bytes was passed on to it."""
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
        """The connection asks the kernel for this setting of the kernels."""
        return KERNEL_FAILED_TEXT


class PageKernelManager(AsyncMappingKernelManager):
    """The kernels of all pages."""

    time_limit = TIME_LIMIT
    start_queue: KernelQueue | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reasons: OrderedDict[str, str] = OrderedDict()
        self._addresses: dict[str, str] = {}
        self._met: set[str] = set()  # kernels whose page has come
        self._alone: dict[str, float] = {}  # kernel -> since when it has no page
        self._kept: Counter[str] = Counter()  # kernel -> bytes of answers that wait for its page; -1: too many
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

    # -- answers for a page that was cut off and may come back ----------------------------------

    def start_buffering(self, kernel_id: str, session_key: str, channels: dict[str, Any]) -> None:
        """Jupyter keeps them without an end. Here a page that has gone and goes on causing answers is ended."""
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

    # -- ends ------------------------------------------------------------------------------------

    async def end_unneeded_kernels(self) -> None:
        """End the kernels that hang and those whose page is gone."""
        await self._end_hung()
        await self._end_left()
        await self._make_room()

    async def _end_left(self) -> None:
        """A page that was cut off may come back; if others wait for room, or it has never come, only for a while."""
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
        """One place a look, for somebody who waits for one."""
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
        """Jupyter looks for idle kernels in a list that it made before: a page may have ended its own since then,
        which would bring a traceback to the terminal."""
        if kernel_id in self:
            await super().cull_kernel_if_idle(kernel_id)

    async def _end_hung(self) -> None:
        """End each kernel that owes an answer for longer than the time limit; its page asks for the reason."""
        late = time.monotonic() - self.time_limit
        for kernel_id, kernel in list(self._kernels.items()):
            if kernel.waiting_since is not None and kernel.waiting_since < late:
                kernel.waiting_since = None
                _log.error("A page did not answer for %g seconds and was ended.", self.time_limit)
                await self.end_kernel(
                    kernel_id, f"This page did not answer for {self.time_limit:g} seconds and was ended."
                )

    async def end_kernel(self, kernel_id: str, reason: str) -> None:
        """End a kernel at once and remember why."""
        self.reasons[kernel_id] = reason
        while len(self.reasons) > _REMEMBERED:
            self.reasons.popitem(last=False)
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)


class QuietKernelSpecManager(KernelSpecManager):
    """Kernels that keep their advice about transports to themselves (here they only talk to their own parent) and no
    history of what was run."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [*spec.argv, "--log-level=ERROR", "--HistoryManager.enabled=False"]
        return spec
