"""The process that kernels are forked from: what a page needs is imported, and each page has been rehearsed, once.

A new kernel is then a copy that shares the memory of all others until it writes, and is there in some hundredths of a
second. This process is as plain as can be: one thread, no event loop, no socket but the one to the server, over which
each message is a JSON object {argv, env, cwd} and is answered by {pid} and a descriptor of the new process, or {error}.
It ends when the server does, and its kernels end with it, however that came about.
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

MAX_REQUEST = 1 << 17  # bytes; an environment takes most of it
_REHEARSAL = 20  # seconds at most for one page
_NICE = 5  # the server answers before any kernel computes
_MEMORY = 1 << 30  # bytes of its own that a kernel may take; then it fails alone
_PR_SET_PDEATHSIG = 1
#: what a kernel imports while it starts
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
"""The server's own side, and what needs more than is installed."""


def main(descriptor: int, folder: Path, paths: list[str]) -> None:
    """Rehearse the first page at ``paths`` in ``folder``, say so, then fork a kernel for each message; the other pages
    are rehearsed while nobody asks, so that a visitor waits for one of them at most."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries the dead; the server watches their descriptors
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
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # no page needs a debugger, and it is half of a kernel
    for name in _FOR_KERNELS:  # first: then widgets register with the kernels' own manager of comms
        importlib.import_module(name)
    import ipywidgets

    import gamelib
    import widgets

    ipywidgets.register_comm_target()  # which it does by itself only where a kernel runs already

    for package in (gamelib, widgets):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(_NOT_IMPORTED):
                importlib.import_module(module.name)
    gamelib.all_games()


def _rehearse_next(folder: Path, rest: Iterator[str]) -> bool:
    """Rehearse one more page; False after the last."""
    path = next(rest, None)
    if path is not None:
        _rehearse(folder, path)
    gc.collect()
    gc.freeze()  # a collection in a kernel must not write to pages of memory that all share
    return path is not None


def _rehearse(folder: Path, path: str) -> None:
    """Run a page's cells once, so that what they import and work out is there. What they show is thrown away; a page
    that cannot be run here says so to its visitor, where the same error comes again."""
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
    """What the command ``argv`` would do in a fresh process. Does not return."""
    code = 1
    try:
        parent = os.getppid()
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended between the fork and the line above
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
