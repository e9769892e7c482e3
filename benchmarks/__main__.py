"""Run benchmarks: `python -m benchmarks [NAME ...] [--smallest]`. Without names, the default benchmarks run.

A benchmark is a module with a function `main`. It runs in a separate process with a time limit. With `--smallest`, each
benchmark does as little work as possible, only to check that it runs. Missed goals are then ignored.
"""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path

PARTS = (
    "engine",
    "odds",
    "chance",
    "tournaments",
    "peers",
    "compiled",
    "page",
    "load",
    "site",
    "classes",
    "thinking",
    "tables",
)
ASKED_FOR = ("ranks", "clicks")
"""Not among the usual parts: hours of matches, and a count that no machine changes."""
ALL = PARTS + ASKED_FOR
LIMIT, LIMIT_SMALLEST = 6 * 3600, 1200  # seconds for a part
OPTIONS = "--options"
MISSED, FAILED = 1, 2
"""Exit codes of a part that ran and missed a goal, and of one that did not run to its end."""


def run(name: str, smallest: bool) -> int:
    """Run a benchmark in a separate process and return its exit code. Print a message if it does not end normally."""
    asked = getattr(import_module(f"benchmarks.{name}"), "SMALLEST", ("--smallest",)) if smallest else ()
    limit = LIMIT_SMALLEST if smallest else LIMIT
    command = [sys.executable, "-m", "benchmarks", name, OPTIONS, *asked]
    with subprocess.Popen(command, cwd=Path(__file__).parent.parent, start_new_session=True) as part:
        try:
            code = part.wait(limit)
        except BaseException as error:
            os.killpg(part.pid, signal.SIGKILL)  # also ends the servers and browsers of the benchmark
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            print(f"The benchmark {name} had not ended after {limit} s.", file=sys.stderr)
            return FAILED
    return 0 if smallest and code == MISSED else code


def run_here(name: str, options: list[str]) -> int:
    """Run a benchmark in this process and report any exception with its traceback."""
    sys.argv = [name, *options]
    try:
        return import_module(f"benchmarks.{name}").main() or 0
    except SystemExit:
        raise
    except BaseException as error:  # a test server that fails to start raises a BaseException
        traceback.print_exc()
        print(f"The benchmark {name} did not run to its end. {type(error).__name__}: {error}", file=sys.stderr)
        return FAILED


def main() -> int:
    """Run the benchmarks named on the command line, or the default ones."""
    if OPTIONS in sys.argv:
        return run_here(sys.argv[1], sys.argv[3:])
    smallest = "--smallest" in sys.argv
    names = [name for name in sys.argv[1:] if name != "--smallest"] or PARTS
    for name in names:
        if name not in ALL:
            print(f"There is no benchmark {name!r}; there are {', '.join(ALL)}.", file=sys.stderr)
            return FAILED
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(FAILED))  # ends the running benchmark as well
    rounds = "best of 5 rounds in turn, processor time"
    print(f"Python {platform.python_version()}, {platform.machine()}; {rounds}.", flush=True)
    return max([run(name, smallest) for name in names])


if __name__ == "__main__":
    sys.exit(main())
