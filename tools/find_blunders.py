"""Find positions in which one action is far worse than another.

    python -m tools.find_blunders [game ...]

A long search compares the actions. For each position, `tests/blunders.toml` gets a link to the game so far, the bad
action, and the action that the search found better. `tests/test_review.py` checks whether a decision review finds these
blunders.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import gamelib
from gamelib import Decision, Record
from gamelib.games.monte_carlo_bot import SEED_RANGE, half_win_half_lead_value, play_out_in_place
from gamelib.playouts import apply_unchecked, choose_action
from gamelib.tools.confidence_interval import Estimate

FILE = Path(__file__).resolve().parent.parent / "tests" / "blunders.toml"
WANTED = 20
FAR = 5.0  # minimum loss by a bad action, in hundredths of a game: the lower bound of the long search must reach it
LONG, SHORT = 60, 8  # determinizations of the long search, and the number after which a hopeless search ends
AGAIN = 200  # determinizations that check an apparent blunder again, in case it was luck
TRIED, SCREENED = 5, 3  # actions to compare, and determinizations for each. The worst action is searched further
FROM = 900  # number of the first game. To test a changed review on new positions, choose another number
LATE, LOOKED_AT = 0.75, 30  # proportion of each game that is skipped, and number of steps that are examined


def long_search(state: Any, bad: Any, good: Any, seed: int, worlds: int = LONG, short: int = 0) -> Estimate:
    """Return the lead of action `good` over action `bad`, in hundredths of a game.

    With `short`, a hopeless search ends after so many determinizations.
    """
    rng, losses = Random(seed), []
    for number in range(worlds):
        if 0 < number == short and sum(losses) < FAR * short:
            break
        worth_of_bad, worth_of_good = one_guess(state, [bad, good], rng)
        losses.append(worth_of_good - worth_of_bad)
    return Estimate.from_values(losses)


def one_guess(state: Any, actions: list[Any], rng: Random) -> list[float]:
    """Return the value of each action in one determinization with common random numbers, in hundredths of a game."""
    seat = state.node.seat
    guess, luck = state.seen_by(seat).determinize(rng), int(rng.random() * SEED_RANGE)
    values = []
    for action in actions:
        trial = guess.clone()
        apply_unchecked(trial, action)
        values.append(100 * half_win_half_lead_value(play_out_in_place(trial, state.game.bots["thumb"], luck), seat))
    return values


def worst(state: Any, good: Any, rng: Random) -> Any:
    """Return the action with the lowest value in a few determinizations."""
    others = [action for action in state.legal if action is not good]
    few = rng.sample(others, min(TRIED, len(others)))
    totals = [0.0] * len(few)
    for _ in range(SCREENED):
        totals = [total + value for total, value in zip(totals, one_guess(state, few, rng), strict=True)]
    return few[totals.index(min(totals))]


def whole_game(name: str, number: int) -> Record:
    """Return a heuristic game."""
    game, rng = gamelib.game(name), Random(f"{name}/{number}")
    seats = [n for n in game.seats if n > 1]
    record = Record(game, seats[number % len(seats)])
    while record.state.agenda_frames:
        node = record.state.node
        thumb = isinstance(node, Decision)
        record.apply_and_append(choose_action(record.state, game.bots["thumb"], rng) if thumb else node.sample(rng))
    return record


def find(name: str) -> list[dict[str, Any]]:
    """Return `WANTED` blunders from the later part of several games, where less depends on chance."""
    game = gamelib.game(name)
    found: list[dict[str, Any]] = []
    number = FROM
    while len(found) < WANTED:
        record, rng = whole_game(name, number), Random(number)
        steps = range(int(LATE * len(record)), len(record))
        for step in sorted(rng.sample(steps, min(LOOKED_AT, len(steps)))):
            state, good = record.state_at(step), record.choices[step]
            if len(found) == WANTED or not isinstance(state.node, Decision) or len(state.legal) < 2:
                continue
            bad = worst(state, good, rng)
            looks = long_search(state, bad, good, number, short=SHORT).low >= FAR
            if looks and long_search(state, bad, good, -1 - number, AGAIN).mean >= FAR:
                found.append({"link": record.branch(step).to_link(), "bad": str(bad), "good": str(good)})
                print(name, len(found), game.describe(bad), "<", game.describe(good), flush=True)
        number += 1
    return found


def main() -> None:
    """Find the positions of the named games again, or of all games."""
    names = sys.argv[1:] or list(gamelib.all_games())
    for name in names:
        found = find(name)
        kept = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        kept[name] = found
        parts = ["# Far worse by a long search; written by python -m tools.find_blunders.\n"]
        for game in sorted(kept):
            for entry in kept[game]:
                parts.append(f"[[{game}]]\n" + "".join(f'{key} = "{value}"\n' for key, value in entry.items()))
        FILE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
