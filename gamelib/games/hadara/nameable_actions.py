"""List of all nameable actions in a position of Hadara, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...nodes import Action
from .card_tables import COLOURS, TRACKS

if TYPE_CHECKING:
    from .state import HadaraState


def nameable_actions(state: HadaraState) -> Iterator[Action]:
    """Yield all nameable actions, including many illegal ones."""
    tables = state.game.tables
    words = {
        "side": ("A", "B", "C"),
        "wheel": (*COLOURS, "black"),
        "buy": (*tables.cards, "Y1-?"),
        "sell": (*tables.cards, "X"),
        "tile": (*TRACKS, "x"),
        "statue": (*tables.statues, "S5"),
        "faceup": (*TRACKS, "x"),
        "facedown": (*TRACKS, "x"),
        "remove": (*tables.cards, "X"),
        "silver": (*TRACKS, "x"),
    }
    for verb, kinds in state.game.argument_type_letters_by_verb.items():
        if not kinds:
            yield Action(verb)
        elif verb in words:
            yield from (Action(verb, word) for word in words[verb])
    levels = (*(level.requirement for level in tables.levels), 0, 4)
    yield from (Action("colony", level) for level in levels)
    yield from (Action("colony_for", level, steps) for level in levels for steps in range(-1, 13))
    yield from (Action("statue_for", statue, steps) for statue in (*tables.statues, "S5") for steps in range(-1, 13))
    yield from (Action("keep", number) for number in range(-1, 9))
