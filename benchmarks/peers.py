"""Random games of other libraries, each played through its own Python API (needs the extra group `bench`).

The games are different, so only the order of magnitude can be compared. Measured are nodes (decisions and chance) per
second and decisions per second of one core.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

import gamelib

from .engine import counted_game
from .timing import best, fewest, heading, row

SPIEL = ("gin_rummy", "crazy_eights", "hearts", "python_block_dominoes")
GAMES = fewest(8)


def spiel_game(name: str) -> Callable[[], tuple[int, int]]:
    """Return a function that plays random games of OpenSpiel and returns (decisions, nodes)."""
    import pyspiel
    from open_spiel.python.games import block_dominoes  # noqa: F401  (registers the Python game)

    game = pyspiel.load_game(name)

    def run() -> tuple[int, int]:
        decisions = nodes = 0
        for i in range(GAMES):
            rng = Random(i)
            state = game.new_initial_state()
            while not state.is_terminal():
                nodes += 1
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    decisions += 1
                    state.apply_action(rng.choice(state.legal_actions()))
        return decisions, nodes

    return run


def uno_games() -> tuple[int, int]:
    """Play random games of uno in rlcard, without observations."""
    from rlcard.games.uno import Game

    decisions = 0
    for i in range(GAMES):
        rng = Random(i)
        game = Game()
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            decisions += 1
    return decisions, decisions


def court_games() -> tuple[int, int]:
    """Play random games of Court without events."""
    game = gamelib.game("harem")
    for i in range(GAMES):
        gamelib.playout(game.start(3), [gamelib.random_bot] * 3, Random(i))
    return 0, 0


def main() -> None:
    """Print the rates of all libraries, and how many times faster Court is than each other library."""
    heading("peers, random games", "decisions a second", "nodes a second", "Court / peer, nodes")
    counts = {"Court": (0, 0)}
    for i in range(GAMES):
        decisions, choices = counted_game(gamelib.game("harem"), 3, Random(i))
        counts["Court"] = counts["Court"][0] + decisions, counts["Court"][1] + len(choices)
    work: dict[str, Callable[[], object]] = {"Court": court_games}
    try:
        for name in SPIEL:
            run = spiel_game(name)
            counts[f"OpenSpiel {name}"] = run()
            work[f"OpenSpiel {name}"] = run
        counts["rlcard uno"] = uno_games()
        work["rlcard uno"] = uno_games
    except ImportError as error:
        print(f"{error.name} is not installed; `make bench` installs it where it can be had.")
    seconds = best(work)
    court = counts["Court"][1] / seconds["Court"]
    for name, (decisions, nodes) in counts.items():
        rate = nodes / seconds[name]
        row(name, f"{decisions / seconds[name]:,.0f}", f"{rate:,.0f}", f"{court / rate:.2f}")


if __name__ == "__main__":
    sys.exit(main())
