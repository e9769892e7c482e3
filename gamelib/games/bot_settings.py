"""What a bot may want, and what it may never do: small functions of a view and an action, which each game lists.

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
    """Something to want. `gain(view, seat, action)`: how much of it an action brings; 0 or less is nothing.

    It is only asked about actions with one of `verbs` at one of `steps`.
    """

    id: str
    steps: tuple[str, ...]
    verbs: tuple[str, ...]
    gain: Callable[[Any, Seat, Action], float]

    def gain_if_applicable(self, view: Any, step: str, seat: Seat, action: Action) -> float:
        """What an action brings; nothing where the aim has no say."""
        if step in self.steps and action.verb in self.verbs:
            return max(0.0, float(self.gain(view, seat, action)))
        return 0.0


@dataclass(frozen=True, slots=True)
class Limit:
    """Something never done. `levels`: what it may be set to; the first forbids nothing.

    `is_allowed(view, seat, action, level)` is only asked about actions with one of `verbs` (of any verb if there are
    none) at one of `steps`.
    """

    id: str
    steps: tuple[str, ...]
    verbs: tuple[str, ...]
    levels: tuple[int, ...]
    is_allowed: Callable[[Any, Seat, Action, int], bool]
