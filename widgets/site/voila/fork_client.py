"""The server's end of the process that kernels are forked from (see ``zygote.py``).

Copying a process that has loaded native libraries is safe with the C library of Linux, and only there tried.
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
from contextlib import suppress
from pathlib import Path

assert sys.platform == "linux"

_log = logging.getLogger("kismet")


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


class ForkClient:
    """The server's end of the process that kernels are forked from (see ``zygote.py``)."""

    is_supported = hasattr(os, "pidfd_open") and hasattr(socket, "send_fds")

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

    async def start_fork_server(self) -> None:
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
        command = [sys.executable, "-m", "widgets.site.voila.fork_server", str(its.fileno()), str(self._folder)]
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

    def stop_fork_server(self) -> None:
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
