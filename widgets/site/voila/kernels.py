"""The kernels of the pages: how they start, how long one may be silent, and how they end.

A kernel is a copy of the zygote where the system can copy a process, and a process of its own elsewhere. It holds
nothing that its page has not saved, so it is ended at once whenever it has to go.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections import OrderedDict
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from weakref import WeakSet

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from tornado.ioloop import PeriodicCallback
from traitlets import observe

from .admission import Admission

#: what a page shows where a widget has failed; the page itself goes on
TROUBLE = "Something went wrong here. Reload the page to go on."
TIME_LIMIT = 30.0  # seconds in which a kernel must say something about a message
_WATCH_EVERY = 1.0  # seconds
# seconds without a page after which a kernel is ended: its page was there, never came, others wait for room
_LEFT, _NEVER_CAME, _CROWDED = 600.0, 120.0, 60.0
_REMEMBERED = 1000  # ended kernels whose reason is still told
_log = logging.getLogger("kismet")


@dataclass(slots=True)
class Visit:
    """The request that a kernel is started for: where it comes from, and then which kernel it is."""

    address: str
    kernel_id: str = ""


#: the visit that the running task serves
visit: ContextVar[Visit | None] = ContextVar("visit", default=None)


class ForkedProcess:
    """A kernel that the zygote has forked, as ``subprocess.Popen`` shows a process. The descriptor, unlike the number,
    never comes to mean another process."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int, descriptor: int) -> None:
        self.pid = pid
        self._descriptor: int | None = descriptor

    def poll(self) -> int | None:
        """None while it runs; how it ended only the zygote could tell."""
        if self._descriptor is not None:
            if not select.select([self._descriptor], [], [], 0)[0]:
                return None
            os.close(self._descriptor)
            self._descriptor = None
        return 0

    def wait(self, timeout: float | None = None) -> int:
        if self._descriptor is not None and not select.select([self._descriptor], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("kernel", timeout or 0)
        return self.poll() or 0

    def send_signal(self, number: int) -> None:
        if self._descriptor is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._descriptor, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class Zygote:
    """The server's end of the process that kernels are forked from (see ``zygote.py``)."""

    #: copying a process that has loaded native libraries is safe with the C library of Linux, and only there tried
    possible = sys.platform == "linux" and hasattr(os, "pidfd_open") and hasattr(socket, "send_fds")

    def __init__(self, folder: Path, paths: list[str], log: Path | None = None) -> None:
        self._folder, self._paths, self._log = folder, paths, log or Path(os.devnull)
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._ended = False
        self._turn = asyncio.Lock()  # one question at a time; also: nobody asks before it is ready

    async def fork(self, argv: list[str], env: dict[str, str], cwd: str) -> ForkedProcess:
        """A new kernel. OSError if there is none to be had; the next call then starts a new zygote."""
        request = json.dumps({"argv": argv, "env": env, "cwd": cwd}).encode()
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(None, self._ask, request)

    async def warm(self) -> None:
        """Start it, so that the first visitor need not wait for it."""
        async with self._turn:
            try:
                await asyncio.get_running_loop().run_in_executor(None, self._start)
            except OSError as error:
                self._stop()
                _log.error("Each page starts a process of its own: %s.", error)

    def _ask(self, request: bytes) -> ForkedProcess:
        try:
            self._start()
            assert self._socket is not None
            self._socket.send(request)
            answer, descriptors, _, _ = socket.recv_fds(self._socket, 4096, 1)
        except OSError:
            self._stop()
            raise
        if not descriptors:
            if not answer:
                self._stop()
            raise OSError(json.loads(answer)["error"] if answer else "the zygote has ended")
        return ForkedProcess(json.loads(answer)["pid"], descriptors[0])

    def _start(self) -> None:
        if self._socket is not None:
            return
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "widgets.site.voila.zygote", str(its.fileno()), str(self._folder)]
        with its, self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, *self._paths],
                pass_fds=[its.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # a process with threads is not to be copied
                start_new_session=True,  # Ctrl-C is for the server, which then ends this one
            )
        self._socket = ours
        if self._ended or not ours.recv(4096):
            raise OSError("the zygote could not start")

    def end(self) -> None:
        """End it for good, and with it every kernel that it has forked."""
        self._ended = True
        self._stop()

    def _stop(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class PageProvisioner(LocalProvisioner):
    """Starts kernels from the zygote, if there is one."""

    zygote: Zygote | None = None
    _running: WeakSet[Any] = WeakSet()

    @classmethod
    def end_all(cls) -> None:
        """Kill every kernel at once."""
        for process in list(cls._running):
            process.kill()

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        if self.zygote is not None:
            try:
                process = await self.zygote.fork(cmd[2:], kwargs["env"], str(kwargs.get("cwd") or Path.cwd()))
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
    waited_for: float | None = None

    async def _async_pre_start_kernel(self, **kw: Any) -> tuple[list[str], dict[str, Any]]:
        self.kernel_id = self.kernel_id or kw.pop("kernel_id", str(uuid.uuid4()))
        if self.provisioner is None:
            spec = self.kernel_spec
            self.provisioner = PageProvisioner(kernel_id=self.kernel_id, kernel_spec=spec, parent=self)
        return await super()._async_pre_start_kernel(**kw)

    async def _async_interrupt_kernel(self) -> None:
        """Jupyter interrupts a kernel before it ends it. One that is still starting would answer with a traceback in
        the terminal, and there is nothing of a page to interrupt."""

    @observe("execution_state")
    def _answers(self, change: Any) -> None:
        self.waited_for = time.monotonic() if change.new == "busy" else None

    @observe("last_activity")
    def _lives(self, _: Any) -> None:
        if self.waited_for is not None:
            self.waited_for = time.monotonic()

    @property
    def traceback_replacement_message(self) -> str:
        """The connection asks the kernel for this setting of the kernels."""
        return TROUBLE


class PageKernels(AsyncMappingKernelManager):
    """The kernels of all pages."""

    time_limit = TIME_LIMIT
    admission: Admission | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reasons: OrderedDict[str, str] = OrderedDict()
        self._addresses: dict[str, str] = {}
        self._met: set[str] = set()  # kernels whose page has come
        self._alone: dict[str, float] = {}  # kernel -> since when it has no page
        self._watch = PeriodicCallback(self.watch, 1000 * _WATCH_EVERY)
        self._watch.start()

    async def _async_start_kernel(self, **kwargs: Any) -> str:
        mine = visit.get()
        kernel_id: str = await super()._async_start_kernel(**kwargs)
        if mine is not None:
            mine.kernel_id = kernel_id
            if self.admission is not None:
                self._addresses[kernel_id] = mine.address
                self.admission.entered(mine.address)
        return kernel_id

    start_kernel = cast(Any, _async_start_kernel)

    def remove_kernel(self, kernel_id: str) -> Any:
        address = self._addresses.pop(kernel_id, None)
        self._met.discard(kernel_id)
        self._alone.pop(kernel_id, None)
        gone = super().remove_kernel(kernel_id)
        if address is not None and self.admission is not None:
            self.admission.left(address)
        return gone

    async def watch(self) -> None:
        """End the kernels that hang and those whose page is gone."""
        await self._end_hung()
        await self._end_left()

    async def _end_left(self) -> None:
        """A page that was cut off may come back; if others wait for room, or it has never come, only for a while."""
        now = time.monotonic()
        crowded = self.admission is not None and self.admission.crowded
        for kernel_id in list(self._addresses):
            if self._kernel_connections.get(kernel_id, 0) > 0:
                self._met.add(kernel_id)
                self._alone.pop(kernel_id, None)
                continue
            limit = _LEFT if kernel_id in self._met else _NEVER_CAME
            if now - self._alone.setdefault(kernel_id, now) > (min(limit, _CROWDED) if crowded else limit):
                await self.end(kernel_id, "This page was away for too long and was ended.")

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Jupyter looks for idle kernels in a list that it made before: a page may have ended its own since then,
        which would bring a traceback to the terminal."""
        if kernel_id in self:
            await super().cull_kernel_if_idle(kernel_id)

    async def _end_hung(self) -> None:
        """End each kernel that owes an answer for longer than the time limit; its page asks for the reason."""
        late = time.monotonic() - self.time_limit
        for kernel_id, kernel in list(self._kernels.items()):
            if kernel.waited_for is not None and kernel.waited_for < late:
                kernel.waited_for = None
                _log.error("A page did not answer for %g seconds and was ended.", self.time_limit)
                await self.end(kernel_id, f"This page did not answer for {self.time_limit:g} seconds and was ended.")

    async def end(self, kernel_id: str, reason: str) -> None:
        """End a kernel at once and remember why."""
        self.reasons[kernel_id] = reason
        while len(self.reasons) > _REMEMBERED:
            self.reasons.popitem(last=False)
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)


class QuietKernelSpecs(KernelSpecManager):
    """Kernels that keep their advice about transports to themselves (here they only talk to their own parent) and no
    history of what was run."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [*spec.argv, "--log-level=ERROR", "--HistoryManager.enabled=False"]
        return spec
