"""A tournament by one process and by two: what a second core brings, the same games either way."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor

import gamelib

from .timing import heading, row

GAMES = 240
GOAL = 1.8  # times as fast with two processes, where two cores are free


def main() -> None:
    """Print the table of every game."""
    heading(f"tournament of {GAMES} games", "1 process, s", "2 processes, s", "x as fast", "goal")
    for name in gamelib.games():
        times = []
        for workers in (1, 2):
            with ProcessPoolExecutor(workers) as pool:
                _play(name, 4 * workers, pool)  # the processes are there, and have read the game
                start = time.perf_counter()
                _play(name, GAMES, pool)
                times.append(time.perf_counter() - start)
        row(name, f"{times[0]:.1f}", f"{times[1]:.1f}", f"{times[0] / times[1]:.2f}", str(GOAL))


def _play(name: str, games: int, pool: ProcessPoolExecutor) -> None:
    gamelib.tournament(name, ["thumb", "random"], games, seed=1, executor=pool)
