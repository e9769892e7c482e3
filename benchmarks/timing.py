"""Timing in rounds. In each round, all compared functions run once, and the fastest round of each one counts."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping


def fewest(usual: int) -> int:
    """Return the usual number of repetitions, or 1 with `--smallest`."""
    return 1 if "--smallest" in sys.argv else usual


ROUNDS = fewest(5)


def best(work: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the processor seconds of each function in `work`: the minimum over `rounds` rounds."""
    seconds = dict.fromkeys(work, float("inf"))
    for _ in range(rounds):
        for name, run in work.items():
            start = time.process_time()
            run()
            seconds[name] = min(seconds[name], time.process_time() - start)
    return seconds


def calibration() -> None:
    """Do a fixed amount of work in the plain interpreter: 10^6 dictionary writes."""
    counts: dict[int, int] = {}
    for i in range(1_000_000):
        counts[i & 63] = i


def row(name: str, *cells: str) -> None:
    """Print one line of a table."""
    print(f"{name:<42}" + "".join(f"{cell:>22}" for cell in cells))


def heading(name: str, *cells: str) -> None:
    """Print the header of a table."""
    print()
    row(name, *cells)
    print("-" * (42 + 22 * len(cells)))
