"""Positions for lessons from real games: bots play from fixed seeds up to the first suitable position.

The result of a search is cached, so the arguments must be hashable: module functions, or frozen dataclasses
with `__call__`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from gamelib import Chance, Decision, End, Record
from gamelib.playouts import Bot, choose_action

from ..page.card_overrides import game_with_served_cards

MAX_SEEDS = 400


def play_until(
    record: Record,
    rng: Random,
    bot: Bot,
    is_reached: Callable[[Any], bool],
    forced_choice: Callable[[Any], Any] | None = None,
) -> bool:
    """Let a bot play all seats until `is_reached(state)` is true. Return False if the game ends before.

    `forced_choice(state)` is a function that returns the outcome or action to apply, or None to let chance or the bot
    decide.
    """
    while not isinstance(record.state.node, End):
        if is_reached(record.state):
            return True
        forced = forced_choice(record.state) if forced_choice else None
        if forced is not None:
            record.apply_and_append(forced)
        elif isinstance(record.state.node, Chance):
            record.apply_and_append(record.state.node.sample(rng))
        else:
            record.apply_and_append(choose_action(record.state, bot, rng))
    return False


def is_first_seat_asked(state: Any, step_name: str) -> bool:
    """Return whether the first seat has to decide at this step."""
    node = state.node
    return isinstance(node, Decision) and node.seat == 0 and node.step_name == step_name


@cache
def find_position(
    game: str,
    seats: int,
    bot: Bot,
    is_wanted: Callable[[Any], bool],
    step_name: str,
    forced_choice: Callable[[Any], Any] | None = None,
    **options: Any,
) -> Record:
    """Return the first position that is wanted and in which the first seat decides at `step_name`.

    Raise LookupError if no game reaches such a position.
    """
    for seed in range(MAX_SEEDS):
        record = Record(game_with_served_cards(game), seats, options)
        if play_until(
            record,
            Random(seed),
            bot,
            lambda state: is_first_seat_asked(state, step_name) and is_wanted(state),
            forced_choice,
        ):
            return record
    raise LookupError("No game played by bots comes to this position.")


def with_choices(record: Record, *choices: Any) -> Record:
    """Return a copy of the record with these choices added."""
    longer = record.branch(len(record))
    for choice in choices:
        longer.apply_and_append(choice)
    return longer
