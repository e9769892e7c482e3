"""Benchmark of each game's engine: random playouts, checked steps, clone, legal actions, import.

The column `x calibration` is the rate divided by the rate of a fixed loop in the same run. It allows comparisons
between machines and versions.
"""

from __future__ import annotations

import subprocess
import sys
import time
from random import Random
from typing import Any

import gamelib
from gamelib.step import DECISION

from .timing import ROUNDS, best, calibration, fewest, heading, row

GAMES = fewest(30)
LOOPS = fewest(100)
GOALS = {"harem": 500_000}
GOAL = 200_000  # goal in decisions per second for each game that is not listed


def counted_game(game: gamelib.Game, seats: int, rng: Random) -> tuple[int, list[Any]]:
    """Play a random game. Return the number of its decisions, and all its choices and outcomes."""
    state = game.start(seats)
    decisions, choices = 0, []
    while state.agenda_frames:
        frame = state.agenda_frames[-1]
        step = frame.step
        if step.kind == DECISION:
            decisions += 1
            moves = step.legal_actions(state, frame)
            choice = moves[int(rng.random() * len(moves))]
        else:
            choice = step.sample(state, frame, rng)
        choices.append(choice)
        state.apply(choice)
    return decisions, choices


def mid_game(game: gamelib.Game, choices: list[Any]) -> Any:
    """Return the first position after two thirds of a game in which a seat chooses."""
    state = game.start(3)
    for number, choice in enumerate(choices):
        if number >= len(choices) * 2 // 3 and state.agenda_frames[-1].step.kind == DECISION:
            break
        state.apply(choice)
    return state


def of_game(name: str, game: gamelib.Game) -> None:
    """Measure one game and print its rows."""
    rng = Random(name)
    games = [counted_game(game, 3, rng) for _ in range(GAMES)]
    decisions = sum(count for count, _ in games)

    def playouts() -> None:
        rng = Random(name)
        for _ in range(GAMES):
            gamelib.playout(game.start(3), [gamelib.random_bot] * 3, rng)

    def applied() -> None:
        for _, choices in games:
            state = game.start(3)
            for choice in choices:
                state.apply(choice)

    seconds = best({"calibration": calibration, "playouts": playouts, "applied": applied})
    base = 1_000_000 / seconds["calibration"]
    # the playouts draw the same random numbers as the counted games, so both have the same number of decisions
    for what, goal in (("playouts", GOALS.get(name, GOAL)), ("applied", 250_000)):
        rate = decisions / seconds[what]
        row(f"{name}: decisions, {what}", f"{rate:,.0f}", f"{rate / base:.4f}", f"{goal:,}")
    middles = [mid_game(game, choices) for _, choices in games]

    def clones() -> None:
        for _ in range(LOOPS):
            for state in middles:
                state.clone()

    def legals() -> None:
        for _ in range(LOOPS):
            for state in middles:
                _ = state.legal

    timed = best({"clone": clones, "legal": legals})
    for what, microseconds in (("clone", 2.5), ("legal", 1.0)):
        row(f"{name}: {what}, mid-game, us", f"{timed[what] / LOOPS / GAMES * 1e6:.2f}", "", f"{microseconds} us")


def main() -> None:
    """Print the table for every game, each with three seats."""
    heading("engine, 3 random seats", "a second", "x calibration", "goal a second")
    for name, game in gamelib.all_games().items():
        of_game(name, game)
    row("import gamelib, ms", f"{import_time() * 1e3:.0f}", "", "60 ms")


def import_time() -> float:
    """Return the seconds that `import gamelib` adds to the start of the interpreter: the minimum of a few runs."""
    times: dict[str, float] = {}
    for code in ("pass", "import gamelib"):
        runs = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            runs.append(time.perf_counter() - start)
        times[code] = min(runs)
    return times["import gamelib"] - times["pass"]


if __name__ == "__main__":
    sys.exit(main())
