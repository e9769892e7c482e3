"""What all rings share: the project's folder and a way to run Kismet as a visitor's machine would."""

from __future__ import annotations

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
LUCK = ROOT / "tests" / "luck"  # a page deals the same cards in each run
LONG = bool(os.environ.get("KISMET_LONG"))
T = TypeVar("T")

if os.environ.get("KISMET_FAST"):  # the compiled package (`make fast`) in place of the sources
    sys.path.insert(0, str(ROOT / ".fast"))
    import gamelib  # noqa: F401  (at once, for pytest puts the sources before it)

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # as in widgets/site/command_line.py

# A shell that runs the tests in the background has Ctrl-C ignored, and every server started here would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no fault: no example has a time limit.
settings.register_profile("kismet", deadline=None)
settings.load_profile("kismet")


def pytest_configure(config: pytest.Config) -> None:
    if LONG:
        config.option.timeout = 0


def sample_cases(cases: Iterable[T], every: int) -> list[T]:
    """Return every n-th case, for cases that check the same code on different pages; all with KISMET_LONG=1."""
    return list(cases)[:: 1 if LONG else every]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A failure is named at once: a run that is cut short still tells what went wrong until then."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        told = f"\n{report.when} of {report.nodeid} failed:\n{report.longreprtext[-1500:]}"
        print(told, file=sys.__stderr__, flush=True)


#: what stands in a file of tests that needs signals, forks, locks of files, or a shell with make
UNIX = re.compile(r"\bkismet\(|\bfcntl\b|killpg|SIGKILL|fork_server|tests\.(site|pupils)\b|\[\"(make|sh|bash)\"|/bin/")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Windows has none of them: there such a file is left out, as a whole."""
    if sys.platform != "win32" or collection_path.suffix != ".py":
        return None
    return bool(UNIX.search(collection_path.read_text(encoding="utf-8"))) or None


@dataclass(frozen=True)
class Server:
    """A running server: ``url`` ends with a slash, ``log`` is what it has printed, ``process`` is the server itself."""

    url: str
    process: subprocess.Popen[str]
    log: Path

    def address(self, path: str = "index.ipynb", query: str = "") -> str:
        """The address of a notebook page on a Kismet (Voila) server."""
        return f"{self.url}voila/render/{path}{query}"

    @property
    def key(self) -> str:
        """What it has printed for who runs it; "" where it prints none."""
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
    """Wait until ``url`` answers; fail with the server's own words if it ends or stays silent."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(url, timeout=120) as answer:
                answer.read()
                return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    pytest.fail(f"{url} does not answer (exit code {process.poll()}):\n{log.read_text()}")


#: asked of a server that is to answer before its pages are ready, where nothing that it does then has to be quick
FILE = "voila/static/voila.js"


def start_process(
    command: list[str], log: Path, *, cwd: Path = ROOT, env: Mapping[str, str] | None = None, mode: str = "w"
) -> subprocess.Popen[str]:
    """A process in a session of its own, which writes all that it says into `log`."""
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
    """Run ``kismet`` with these arguments on a free port or on this one; end it by Ctrl-C, which must be clean.

    It is up when it answers to ``asked``, else with the home page, for which it starts a kernel that nobody comes to.
    """
    port = port or free_port()
    command = [sys.executable, "-m", module, "--no-browser", f"--port={port}", f"--base-url={base_url}"]
    process = start_process(
        [*command, *arguments],
        log,
        env={
            **os.environ,
            "JUPYTER_CONFIG_DIR": str(log.parent / "jupyter"),
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
    # JupyterLab starts a kernel too many and interrupts it again; if that one is still importing, it complains.
    assert "lab" in arguments or "Traceback" not in printed, printed
