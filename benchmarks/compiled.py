"""Benchmark of the rules in plain Python and compiled (`make fast`), and of Court against C++ card games.

Each engine runs in a separate process. The two engines take turns, and the fastest round of each engine counts. Both
play the same games from the same seeds, and the final scores must be equal.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import gamelib
from gamelib.playouts import CommonRandomNumbers

from .engine import counted_game
from .timing import ROUNDS, fewest, heading, row

ROOT = Path(__file__).resolve().parent.parent
FAST = ROOT / ".fast"
GAMES, ROUND_SECONDS = fewest(10), fewest(50) / 100
GOAL, GOAL_SPIEL = 1.8, 2.0
PEERS = ("hearts", "crazy_eights")


def rates() -> dict[str, Any]:
    """Return the measured times by game.

    The times are seconds for random playouts, for applied steps and for a heuristic game. The result also contains the
    number of nodes and a check sum.
    """
    found: dict[str, Any] = {}
    for name, game in gamelib.all_games().items():
        rng = Random(name)
        counted = [counted_game(game, 3, rng) for _ in range(GAMES)]
        nodes = sum(len(choices) for _, choices in counted)
        ends: list[Any] = []

        def playouts(game: gamelib.Game = game, name: str = name, ends: list[Any] = ends) -> None:
            rng = Random(name)
            ends[:] = [gamelib.playout(game.start(3), [gamelib.random_bot] * 3, rng).scores for _ in range(GAMES)]

        def applied(game: gamelib.Game = game, counted: list[Any] = counted) -> None:
            for _, choices in counted:
                state = game.start(3)
                for choice in choices:
                    state.apply(choice)

        def thumbs(game: gamelib.Game = game, ends: list[Any] = ends) -> None:
            ends[:] = [gamelib.playout(game.start(3), [game.bots["thumb"]] * 3, CommonRandomNumbers(2)).scores]

        seconds = {}
        check = 0
        for what, work in (("playouts", playouts), ("applied", applied), ("thumb", thumbs)):
            seconds[what] = _shortest(work)
            check = crc32(repr(ends).encode(), check)
        found[name] = {"nodes": nodes, "check": check, **seconds}
    return found


def _shortest(work: Any) -> float:
    """Return the processor seconds of the fastest run of `work`. Repeat runs for about half a second, at least one."""
    best, spent = float("inf"), 0.0
    while spent < ROUND_SECONDS:
        start = time.process_time()
        work()
        taken = time.process_time() - start
        best, spent = min(best, taken), spent + taken
    return best


def _engine(*folders: Path) -> dict[str, Any]:
    """Return the result of `rates`, measured in a new process with the packages in these folders."""
    path = os.pathsep.join(map(str, folders))
    command = "import json; from benchmarks import compiled; print(json.dumps(compiled.rates()))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", command, *sys.argv[1:]],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,  # stderr is printed unchanged
        text=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    """Print the table. Return 1 if the two engines do not play the same games."""
    heading("pure and compiled", "pure, nodes/s", "compiled, nodes/s", "ratio", "goal")
    if not FAST.exists():
        print("There is no compiled engine: `make fast` makes one.")
        return 0
    best: list[dict[str, Any]] = [{}, {}]
    failed = 0
    for _ in range(max(1, ROUNDS // 2)):
        both = _engine(ROOT), _engine(FAST, ROOT)
        for name in both[0]:
            if both[0][name]["check"] != both[1][name]["check"]:
                print(f"{name}: the two engines do not play the same games.", file=sys.stderr)
                failed = 1
        for kept, found in zip(best, both, strict=True):
            for name, values in found.items():
                old = kept.setdefault(name, values)
                kept[name] = {what: min(old[what], value) for what, value in values.items()}
    for name in best[0]:
        for what, words in (("playouts", "random playouts"), ("applied", "applied"), ("thumb", "rule of thumb")):
            pure, compiled = (kept[name][what] for kept in best)
            nodes = best[0][name]["nodes"] if what != "thumb" else 1
            unit = "" if what != "thumb" else " games"
            row(
                f"{name}: {words}",
                f"{nodes / pure:,.0f}{unit}",
                f"{nodes / compiled:,.0f}{unit}",
                f"{pure / compiled:.2f}",
                f"{GOAL}" if what == "playouts" else "",
            )
    try:
        from .peers import spiel_game

        court = best[1]["harem"]
        for peer in PEERS:
            run = spiel_game(peer)
            _, nodes = run()
            rate = nodes / _shortest(run)
            ours = court["nodes"] / court["playouts"]
            row(
                f"Court, compiled / OpenSpiel {peer}",
                f"{rate:,.0f}",
                f"{ours:,.0f}",
                f"{ours / rate:.2f}",
                f"{GOAL_SPIEL}",
            )
    except ImportError as error:
        print(f"{error.name} is not installed; `make bench` installs it where it can be had.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
