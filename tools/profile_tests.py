"""Print the cost of tests for each file: `python -m pytest -p tools.profile_tests tests/browser/test_axe.py`.

The cost is the processor time of pytest and of all processes that it started (servers, kernels, browsers, Node), and
their number. Time in which the machine is busy with other work does not count.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
#: text in the command of a process -> its kind. The first match counts
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
_known: dict[tuple[int, str], float] = {}


def descendants(root: int) -> Iterator[tuple[int, str, float, str]]:
    """Yield every process below this one and itself: its number, start, seconds and command."""
    parents: dict[int, list[int]] = defaultdict(list)
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, ValueError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                # Its own time, and that of its children that have ended and were waited for.
                found[int(folder.name)] = fields[19], sum(int(ticks) for ticks in fields[11:15]) / TICKS, command
                parents[int(fields[1])].append(int(folder.name))
    waiting = [root]
    while waiting:
        number = waiting.pop()
        waiting += parents[number]
        if number in found:
            yield number, *found[number]


def note(file: str) -> None:
    """Add the time since the last note to this test file."""
    total = 0.0
    for number, began, used, command in descendants(os.getpid()):
        if (number, began) not in _known:
            kind = next((kind for part, kind in KINDS.items() if part in command), "")
            started[file][kind] += bool(kind)
        total += used - _known.get((number, began), 0.0)
        _known[number, began] = used
    seconds[file] += max(0.0, total)


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
