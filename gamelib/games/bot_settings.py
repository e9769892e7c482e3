"""Priorities and limits of bots: small functions of a view and an action, listed by each game.

`gamelib/games/<game>/bot_settings.py` has those of a game, `gamelib/tools/priority_bot.py` the bots that are made of
them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..nodes import Action, Seat


@dataclass(frozen=True, slots=True)
class Priority:
    """Priority of a bot. `gain(view, seat, action)` is the amount that an action brings.

    A gain of 0 or less counts as nothing.

    It is only asked about actions with one of `verbs` at one of `steps`.
    """

    id: str
    steps: tuple[str, ...]
    verbs: tuple[str, ...]
    gain: Callable[[Any, Seat, Action], float]

    def gain_if_applicable(self, view: Any, step: str, seat: Seat, action: Action) -> float:
        """Return the gain of an action, or 0 if the priority does not apply."""
        if step in self.steps and action.verb in self.verbs:
            return max(0.0, float(self.gain(view, seat, action)))
        return 0.0


@dataclass(frozen=True, slots=True)
class Limit:
    """Limit of a bot. `levels` lists the possible settings, and the first one forbids nothing.

    `is_allowed(view, seat, action, level)` is only asked about actions with one of `verbs` (of any verb if there are
    none) at one of `steps`.
    """

    id: str
    steps: tuple[str, ...]
    verbs: tuple[str, ...]
    levels: tuple[int, ...]
    is_allowed: Callable[[Any, Seat, Action, int], bool]
