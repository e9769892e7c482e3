"""Shared parts of all tests: the folder of the project, servers, and options of pytest."""

from __future__ import annotations

import gc
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import TypeVar
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
LUCK = ROOT / "tests" / "luck"  # pages deal the same cards in each run
LONG = bool(os.environ.get("KISMET_LONG"))
T = TypeVar("T")

if os.environ.get("KISMET_FAST"):  # the compiled package (`make fast`) in place of the sources
    sys.path.insert(0, str(ROOT / ".fast"))
    import gamelib  # noqa: F401  (at once, for pytest puts the sources before it)

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # as in widgets/site/command_line.py

# A shell that runs the tests in the background ignores Ctrl-C, and every server started here would inherit this.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Examples have no time limit, because a slow machine is not a fault.
settings.register_profile("kismet", deadline=None)
settings.load_profile("kismet")

# Modules and tests stay until the end, and the garbage collector would visit them again and again.
gc.disable()


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    if LONG:
        config.option.timeout = 0


def sample_cases(cases: Iterable[T], every: int) -> list[T]:
    """Return every n-th case, for cases that check the same code on different pages. KISMET_LONG=1 returns all."""
    return list(cases)[:: 1 if LONG else every]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Print a failure at once, so that an interrupted run has reported it."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        told = f"\n{report.when} of {report.nodeid} failed:\n{report.longreprtext[-1500:]}"
        print(told, file=sys.__stderr__, flush=True)


#: texts in a file of tests that needs signals, forks, file locks, or a shell with make
UNIX = re.compile(r"\bkismet\(|\bfcntl\b|killpg|SIGKILL|fork_server|tests\.(site|pupils)\b|\[\"(make|sh|bash)\"|/bin/")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Ignore files that need Unix on Windows."""
    if sys.platform != "win32" or collection_path.suffix != ".py":
        return None
    return bool(UNIX.search(collection_path.read_text(encoding="utf-8"))) or None


@dataclass(frozen=True)
class Server:
    """Running server.

    ``url`` ends with a slash, ``log`` contains its output, and ``process`` is the process of the server.
    """

    url: str
    process: subprocess.Popen[str]
    log: Path

    def address(self, path: str = "index.ipynb", query: str = "") -> str:
        """Return the address of a notebook page on a Kismet (Voila) server."""
        return f"{self.url}voila/render/{path}{query}"

    @property
    def key(self) -> str:
        """Return the key that the server has printed for its owner, or ""."""
        printed = re.search(r"#key=([-\w]+)", self.log.read_text())
        return printed[1] if printed else ""


def free_port() -> int:
    """Return a free port of the loopback address.

    It is below the ports that the system hands out, because a kernel that starts at the same time could get one of
    those.
    """
    while True:
        port = SystemRandom().randrange(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def wait_for(url: str, process: subprocess.Popen[str], log: Path, seconds: float = 120) -> None:
    """Wait until ``url`` answers. Fail with the output of the server if it ends or does not answer in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(url, timeout=120) as answer:
                answer.read()
                return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    pytest.fail(f"{url} does not answer (exit code {process.poll()}):\n{log.read_text()}")


#: address that a server answers before its pages are ready, for tests that do not need a fast first page
FILE = "voila/static/voila.js"


def start_process(
    command: list[str], log: Path, *, cwd: Path = ROOT, env: Mapping[str, str] | None = None, mode: str = "w"
) -> subprocess.Popen[str]:
    """Start a process in its own session. Its output goes to `log`."""
    with log.open(mode) as out:
        return subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )


@contextmanager
def kismet(
    log: Path,
    *arguments: str,
    base_url: str = "/",
    port: int | None = None,
    asked: str = "",
    module: str = "widgets.site.command_line",
    **environment: str,
) -> Iterator[Server]:
    """Run ``kismet`` with these arguments on a free port or the given one.

    At the end it is stopped by Ctrl-C, which must be clean. The server is up when it answers at ``asked``. The
    default is the home page, for which it starts a kernel that nobody uses.
    """
    port = port or free_port()
    command = [sys.executable, "-m", module, "--no-browser", f"--port={port}", f"--base-url={base_url}"]
    process = start_process(
        [*command, *arguments],
        log,
        env={
            **os.environ,
            "JUPYTER_CONFIG_DIR": str(log.parent / "jupyter"),
            "XDG_STATE_HOME": str(log.parent / "state"),  # classes of another test do not go on here
            "PYTHONPATH": os.pathsep.join(filter(None, [str(LUCK), os.environ.get("PYTHONPATH")])),
            **environment,
        },
    )
    url = f"http://127.0.0.1:{port}{base_url}"
    try:
        wait_for(f"{url}{asked}?token={environment.get('JUPYTER_TOKEN', '')}", process, log)
        yield Server(url, process, log)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            pytest.fail(f"Ctrl-C did not end {command}:\n{log.read_text()}")
    printed = log.read_text()
    assert code == 0, f"exit code {code}: {printed}"
    # JupyterLab starts one kernel too many and interrupts it. If this kernel is still importing, it prints an error.
    assert "lab" in arguments or "Traceback" not in printed, printed
