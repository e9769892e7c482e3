"""Benchmark of tournaments with one process and with two: the gain of a second core. Both play the same games."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from resource import RUSAGE_CHILDREN, getrusage

import gamelib

from .timing import fewest, heading, row

GAMES, ROUNDS = 2 * fewest(300), fewest(3)
GOAL = 1.8  # factor by which two processes must be faster, if two cores are free


def main() -> None:
    """Print the best round of every game. The additional work of two processes limits the gain."""
    heading(f"tournament of {GAMES} games", "1 process, s", "2 processes, s", "x as fast", "goal", "work of 2 / of 1")
    for name in gamelib.all_games():
        best = [(float("inf"), float("inf"))] * 2
        for _ in range(ROUNDS):
            best = [_least(old, _timed(name, workers)) for workers, old in enumerate(best, 1)]
        (one, work), (two, both) = best
        row(name, f"{one:.2f}", f"{two:.2f}", f"{one / two:.2f}", str(GOAL), f"{both / work:.2f}")


def _least(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return min(one[0], other[0]), min(one[1], other[1])


def _timed(name: str, workers: int) -> tuple[float, float]:
    """Return the seconds of a tournament without the start of its processes, and the processor time with it."""
    before = _worked()
    with ProcessPoolExecutor(workers) as pool:
        _play(name, 8 * workers, pool)  # start the processes and let them load the game
        start = time.perf_counter()
        _play(name, GAMES, pool)
        taken = time.perf_counter() - start
    return taken, _worked() - before


def _worked() -> float:
    """Return the processor seconds of all child processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _play(name: str, games: int, pool: ProcessPoolExecutor) -> None:
    gamelib.tournament(name, ["thumb", "random"], games, seed=1, executor=pool)


if __name__ == "__main__":
    sys.exit(main())
