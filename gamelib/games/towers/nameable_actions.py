"""List of all nameable actions in a position of Towers, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...nodes import Action
from .geometry import CELLS
from .steps import FLEE, PASS, STOP

if TYPE_CHECKING:
    from .state import TowersState


def nameable_actions(state: TowersState) -> Iterator[Action]:
    """Return all nameable actions: all cards on all cells of all towers, and all other verbs."""
    yield from (FLEE, PASS, STOP)
    for card in (*state.game.cards, "NO-CARD"):
        for suit in (*state.game.suits, "No"):
            yield from (Action("place", card, suit, cell) for cell in (*CELLS, "XX"))
