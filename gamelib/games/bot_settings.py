"""Priorities and limits from which users build a bot. Both are functions of a view and an action.

The priorities and limits of a game are in `gamelib/games/<game>/bot_settings.py`. The bots built from them are in
`gamelib/tools/priority_bot.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..nodes import Action, Seat


@dataclass(frozen=True, slots=True)
class Priority:
    """Priority of a bot.

    `gain(view, seat, action)` returns the benefit of an action. The bot ignores a benefit of 0 or less.

    The function is called only for actions with one of `verbs` at one of `steps`.
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
    """Limit that forbids actions of a bot. `levels` lists the possible settings. The first setting forbids nothing.

    `is_allowed(view, seat, action, level)` is called only for actions with one of `verbs` at one of `steps`. An empty
    `verbs` means every verb.
    """

    id: str
    steps: tuple[str, ...]
    verbs: tuple[str, ...]
    levels: tuple[int, ...]
    is_allowed: Callable[[Any, Seat, Action, int], bool]
