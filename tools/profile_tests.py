"""Print the cost of tests for each file: `python -m pytest -p tools.profile_tests tests/browser/test_home.py`.

The cost is the processor time of pytest and of all processes that it started (servers, kernels, browsers, Node), and
the number of these processes. Time in which the machine does other work does not count.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
#: text in the command of a process -> kind of the process. The first text that occurs counts
KINDS = {
    "widgets.site.voila.fork_server": "kernel",
    "ipykernel": "kernel",
    "widgets.site.command_line": "server",
    "--type=": "",  # parts of a browser
    "crashpad": "",
    "chrom": "browser",
}

seconds: dict[str, float] = defaultdict(float)
started: dict[str, Counter[str]] = defaultdict(Counter)
_known: dict[int, Process] = {}


class Process(NamedTuple):
    """Descendant of this process. `waited` is the processor time of ended children for which it has waited."""

    parent: int
    began: str
    own: float
    waited: float
    command: str


def processes(root: int) -> dict[int, Process]:
    """Return this process and all its descendants, by process id."""
    children: dict[int, list[int]] = defaultdict(list)
    found, below = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, ValueError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                own, waited = (sum(int(ticks) for ticks in fields[n : n + 2]) / TICKS for n in (11, 13))
                found[int(folder.name)] = Process(int(fields[1]), fields[19], own, waited, command)
                children[int(fields[1])].append(int(folder.name))
    waiting = [root]
    while waiting:
        number = waiting.pop()
        waiting += children[number]
        if number in found:
            below[number] = found[number]
    return below


def used_since() -> tuple[float, Counter[str]]:
    """Return the processor time since the last call, and the number of new processes by kind.

    When a process ends, the system adds its time to its parent. Such time is not counted twice.
    """
    now = processes(os.getpid())
    fresh = {number for number, one in now.items() if number not in _known or _known[number].began != one.began}
    counted: dict[int, float] = defaultdict(float)
    for number, one in _known.items():
        if number not in now or number in fresh:  # ended
            parent = one.parent
            while parent in _known and (parent not in now or parent in fresh):
                parent = _known[parent].parent
            counted[parent] += one.own + one.waited
    total, kinds = 0.0, Counter[str]()
    for number, one in now.items():
        before = _known[number] if number not in fresh else one._replace(own=0, waited=0)
        total += one.own - before.own + max(0.0, one.waited - before.waited - counted[number])
        if number in fresh:
            kind = next((kind for part, kind in KINDS.items() if part in one.command), "")
            kinds[kind] += bool(kind)
    _known.clear()
    _known.update(now)
    return total, kinds


def note(file: str) -> None:
    """Add the processor time since the last call to the total of this test file."""
    total, kinds = used_since()
    seconds[file] += total
    started[file] += kinds


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Add the time of a test to its file."""
    note("(collection)" if not seconds else item.location[0])
    result = yield
    note(item.location[0])
    return result


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the time and the started processes of each file."""
    for file, used in sorted(seconds.items(), key=lambda entry: -entry[1]):
        counts = ", ".join(f"{n} {kind}s" for kind, n in sorted(started[file].items()) if n)
        terminalreporter.write_line(f"{used:8.1f} s  {file}  {counts}")
