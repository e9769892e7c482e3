"""Fork server: a process with all imports loaded and all pages executed once, from which kernels are forked.

A new kernel shares unchanged memory with all other kernels and starts in a few hundredths of a second. The fork server
has one thread, no event loop, and only one socket: the one to the web server. Each message on it is a JSON object
{argv, env, cwd}. The answer is {pid} with a descriptor of the new process, or {error}. The fork server ends when the
web server ends. Its kernels always end with it.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import io
import json
import os
import pkgutil
import random
import resource
import select
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

assert sys.platform == "linux"

MAX_REQUEST = 1 << 17  # maximum size in bytes. Most of a request is the environment
_REHEARSAL = 20  # maximum time to execute one page, in seconds
_NICE = 5  # the server has priority over kernels
_MEMORY = 1 << 30  # maximum memory of a kernel in bytes. If a kernel needs more, only this kernel fails
_PR_SET_PDEATHSIG = 1
#: modules that a kernel imports at its start
_FOR_KERNELS = (
    "ipykernel.ipkernel",
    "ipykernel.debugger",
    "ipykernel.displayhook",
    "ipykernel.kernelapp",
    "ipykernel.zmqshell",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.extensions.storemagic",
    "anywidget",
    "ipywidgets",
    "pdb",
    "tornado.platform.asyncio",
)
_NOT_IMPORTED = ("widgets.site", "widgets.classroom", "gamelib.tools.adapters")
"""Packages that are not imported: code of the server, and code with further dependencies."""


def main(descriptor: int, folder: Path, paths: list[str]) -> None:
    """Execute the first page at ``paths`` in ``folder``, report readiness, then fork a kernel for each message.

    The other pages are executed between messages. A visitor waits for at most one of them.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system removes ended kernels. The server watches descriptors
    server = socket.socket(fileno=descriptor)
    _import_everything()
    rest = iter(paths)
    more = _rehearse_next(folder, rest)
    server.send(json.dumps({"ready": True}).encode())
    while True:
        while more and not select.select([server], [], [], 0)[0]:
            more = _rehearse_next(folder, rest)
        request = server.recv(MAX_REQUEST)
        if not request:
            return
        answer: dict[str, Any]
        watch: list[int] = []
        try:
            wish = json.loads(request)
            pid = os.fork()
            if not pid:
                server.close()
                _become_kernel(**wish)
            watch = [os.pidfd_open(pid)]
            answer = {"pid": pid}
        except OSError as error:
            answer = {"error": str(error)}
        socket.send_fds(server, [json.dumps(answer).encode()], watch)
        for each in watch:
            os.close(each)


def _import_everything() -> None:
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # not needed, and half of a kernel's memory
    for name in _FOR_KERNELS:  # first, so that widgets register with the comm manager of the kernel
        importlib.import_module(name)
    import ipywidgets

    import gamelib
    import widgets

    ipywidgets.register_comm_target()  # ipywidgets registers by itself only if a kernel is already running

    for package in (gamelib, widgets):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(_NOT_IMPORTED):
                importlib.import_module(module.name)
    gamelib.all_games()


def _rehearse_next(folder: Path, rest: Iterator[str]) -> bool:
    """Execute the next page once. Return False after the last one."""
    path = next(rest, None)
    if path is not None:
        _rehearse(folder, path)
    gc.collect()
    gc.freeze()  # garbage collection in a kernel must not write to shared memory
    return path is not None


def _rehearse(folder: Path, path: str) -> None:
    """Execute the cells of a page once to load its imports and fill its caches. Discard the output.

    Errors of the page are ignored here, because the visitor of the page gets the same error.
    """
    from ipywidgets import Widget

    notebook = json.loads((folder / path).read_text(encoding="utf-8-sig"))
    here = Path.cwd()
    names: dict[str, Any] = {"__name__": "__main__"}

    def too_long(*_: object) -> None:
        raise TimeoutError

    try:
        signal.signal(signal.SIGALRM, too_long)
        signal.alarm(_REHEARSAL)
        os.chdir((folder / path).parent)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), path, "exec"), names)
    except (Exception, SystemExit):
        pass
    finally:
        signal.alarm(0)
        os.chdir(here)
        Widget.close_all()


def _become_kernel(argv: list[str], env: dict[str, str], cwd: str) -> None:
    """Run a kernel in this forked process as the command ``argv`` would do. This function does not return."""
    code = 1
    try:
        parent = os.getppid()
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent process ended before the call above took effect
            os._exit(1)
        os.setsid()
        os.nice(_NICE)
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(env)
        os.chdir(cwd)
        random.seed()
        if numpy := sys.modules.get("numpy"):
            numpy.random.seed()
        from ipykernel.kernelapp import IPKernelApp

        sys.argv = argv
        application = IPKernelApp.instance()
        application.initialize(argv[1:])
        application.start()
        code = 0
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    finally:
        os._exit(code)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
