"""Client of the fork server (see ``fork_server.py``), used by the web server.

Forking a process with loaded native libraries is safe with the C library of Linux. Forking was not tested on other
systems.
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
    """Forked kernel with the interface of ``subprocess.Popen``. Unlike a process id, its descriptor is never reused."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int, descriptor: int) -> None:
        self.pid = pid
        self._descriptor: int | None = descriptor

    def poll(self) -> int | None:
        """Return None while the process runs, otherwise 0, because only the fork server knows the exit code."""
        if self._descriptor is not None:
            if not select.select([self._descriptor], [], [], 0)[0]:
                return None
            os.close(self._descriptor)
            self._descriptor = None
        return 0

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process ends and return 0 as its exit code.

        Raises:
            subprocess.TimeoutExpired: The process did not end within `timeout` seconds.
        """
        if self._descriptor is not None and not select.select([self._descriptor], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("kernel", timeout or 0)
        return self.poll() or 0

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self._descriptor is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._descriptor, number)

    def kill(self) -> None:
        """End the process at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)


class ForkClient:
    """Client of the fork server (see ``fork_server.py``)."""

    is_supported = hasattr(os, "pidfd_open") and hasattr(socket, "send_fds")

    def __init__(self, folder: Path, paths: list[str], log: Path | None = None) -> None:
        self._folder, self._paths, self._log = folder, paths, log or Path(os.devnull)
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._ended = False
        self._turn = asyncio.Lock()  # one request at a time, and no request before the fork server is ready

    async def fork(self, argv: list[str], env: dict[str, str], cwd: str) -> ForkedProcess:
        """Fork a new kernel. Raise OSError on failure. After a failure, the next call starts a new fork server."""
        request = json.dumps({"argv": argv, "env": env, "cwd": cwd}).encode()
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(None, self._ask, request)

    async def start_fork_server(self) -> None:
        """Start the fork server in advance, so that the first visitor does not wait for it."""
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
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # a process with threads cannot be forked safely
                start_new_session=True,  # Ctrl-C must reach only the web server, which then ends this process
            )
        self._socket = ours
        if self._ended or not ours.recv(4096):
            raise OSError("the zygote could not start")

    def stop_fork_server(self) -> None:
        """Stop the fork server permanently and end all its kernels."""
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
