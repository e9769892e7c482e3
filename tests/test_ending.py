"""End of the server: nothing of it remains, however and whenever it ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from tests.conftest import ROOT, free_port, wait_for
from tests.pupils import few_pages

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the processes are found in /proc")


class Running:
    """Server that can be distinguished from all others by a mark in its environment, which its kernels inherit."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.temporary = tempfile.TemporaryDirectory(prefix="km", dir="/tmp")  # a short name, as for sockets
        self.mark = f"KISMET_MARK={uuid.uuid4().hex}"
        self.log = folder / "log.txt"
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/"
        name, value = self.mark.split("=")
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "widgets.site.command_line", "--no-browser", f"--port={port}", *arguments],
                cwd=ROOT,
                env={**os.environ, name: value, "JUPYTER_CONFIG_DIR": str(folder), "TMPDIR": self.temporary.name},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def ready(self) -> None:
        wait_for(f"{self.url}voila/plotly.js", self.process, self.log, 120)

    def page(self) -> None:
        with suppress(OSError):
            urlopen(f"{self.url}voila/render/lessons/03-the-raid.ipynb", timeout=120).read()

    def processes(self) -> list[int]:
        """Return all processes with the mark that are not dead."""
        found = []
        for folder in Path("/proc").iterdir():
            with suppress(OSError):
                if folder.name.isdigit() and self.mark.encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
        return found

    def nothing_stays(self) -> None:
        deadline = time.monotonic() + 120
        while (left := self.processes()) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not left
        assert list(Path(self.temporary.name).iterdir()) == []

    def kill(self) -> None:
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.temporary.cleanup()


@pytest.fixture
def start(tmp_path: Path) -> Iterator:
    running: list[Running] = []
    pages = few_pages(tmp_path / "pages", "lessons/03-the-raid.ipynb")

    def go(*arguments: str) -> Running:
        running.append(Running(tmp_path, f"--notebooks={pages}", *arguments))
        return running[-1]

    yield go
    for each in running:
        each.kill()
        each.process.wait()


def kernels(server: Running, count: int) -> None:
    """Wait until this number of kernels runs besides the server, the fork server and the cleanup process."""
    deadline = time.monotonic() + 120
    while len(server.processes()) < count + 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(server.processes()) >= count + 3


@pytest.mark.parametrize(
    ("moment", "how"),
    [
        ("at once", signal.SIGINT),
        ("the first page is being made", signal.SIGINT),
        ("three pages are open", signal.SIGTERM),
    ],
)
def test_it_ends_cleanly(start, moment, how):
    server = start()
    server.ready()
    if moment == "the first page is being made":
        threading.Thread(target=server.page, daemon=True).start()
        kernels(server, 1)
    elif moment == "three pages are open":
        for _ in range(3):
            server.page()
    server.process.send_signal(how)
    assert server.process.wait(timeout=120) == 0
    server.nothing_stays()
    key = rf"To open a class, for you alone: {server.url}#key=[-\w]{{24}}\n"
    assert re.fullmatch(rf"Kismet is at {server.url}\n{key}Ctrl-C ends it.\n", server.log.read_text())


@pytest.mark.parametrize("arguments", [(), ("--spawn",)], ids=["copied", "spawned"])
def test_killed_it_leaves_nothing_either(start, arguments):
    server = start(*arguments)
    server.ready()
    server.page()
    kernels(server, 0 if arguments else 1)
    server.process.kill()
    server.nothing_stays()


def test_spawned_kernels_end_with_it(start):
    server = start("--spawn")
    server.ready()
    server.page()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(timeout=120) == 0
    server.nothing_stays()


def test_without_its_zygote_it_starts_another(start):
    server = start()
    server.ready()
    server.page()
    kernels(server, 1)
    (zygote,) = (
        each for each in psutil.Process(server.process.pid).children() if "fork_server" in " ".join(each.cmdline())
    )
    zygote.kill()
    answer = urlopen(f"{server.url}voila/render/index.ipynb", timeout=120)
    assert "kernelId" in answer.read().decode()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(timeout=120) == 0
    server.nothing_stays()
