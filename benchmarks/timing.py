"""Timing in rounds: everything that is compared runs in turn, and the best round of each counts."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping


def fewest(usual: int) -> int:
    """How often something is done: as usual, or once, to see that it runs (`--smallest`)."""
    return 1 if "--smallest" in sys.argv else usual


ROUNDS = fewest(5)


def best(work: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Seconds of processor time of each piece of work: its best of `rounds`, taken in turn."""
    seconds = dict.fromkeys(work, float("inf"))
    for _ in range(rounds):
        for name, run in work.items():
            start = time.process_time()
            run()
            seconds[name] = min(seconds[name], time.process_time() - start)
    return seconds


def calibration() -> None:
    """A fixed amount of plain interpreter work: 10^6 dictionary writes."""
    counts: dict[int, int] = {}
    for i in range(1_000_000):
        counts[i & 63] = i


def row(name: str, *cells: str) -> None:
    """One line of a table."""
    print(f"{name:<42}" + "".join(f"{cell:>22}" for cell in cells))


def heading(name: str, *cells: str) -> None:
    """The head of a table."""
    print()
    row(name, *cells)
    print("-" * (42 + 22 * len(cells)))
