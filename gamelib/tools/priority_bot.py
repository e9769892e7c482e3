"""Priority bot: a bot that needs no code, only an ordered list of priorities and some limits.

    >>> import gamelib
    >>> from gamelib.tools.priority_bot import PriorityBot
    >>> miser = PriorityBot("harem", ("gold", "engage"), {"raid_chance": 60})
    >>> found = gamelib.tournament("harem", {"miser": miser, "thumb": "thumb"}, games=2, seed=1)

Each game lists its priorities and limits in `gamelib/games/<game>/bot_settings.py`. Their texts are in its
`words.toml`. A priority returns the gain of an action. A limit forbids actions. A higher level of a limit forbids
more actions. Priorities and limits use only the information that the deciding seat may have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from ..catalog import game as game_of
from ..games.bot_settings import Limit, Priority
from ..nodes import Action, Seat
from ..playouts import resolve_bot
from ..validation import short_repr

if TYPE_CHECKING:
    from ..base_game import Game

FALLBACKS = ("thumb", "random")
"""Bots that choose if no priority applies: the heuristic bot of the game, or the random bot."""


@dataclass(frozen=True)
class BotSettings:
    """Priorities and limits of a game by id, in display order."""

    game: str
    priorities: Mapping[str, Priority]
    limits: Mapping[str, Limit]
    careful_limits: Mapping[str, int]
    """Limits of a careful player, with their levels."""


def priority_label(game: Game, priority_id: str) -> str:
    """Return the label of a priority in the terms of the game."""
    return game.texts.format_text("aims", priority_id, {})


def limit_label(game: Game, limit: str) -> str:
    """Return the label of a limit in the terms of the game."""
    return game.texts.format_text("limits", limit, {})


def level_label(game: Game, limit: str, level: int) -> str:
    """Return the label of a level of a limit in the terms of the game."""
    free = level == bot_settings(game.id).limits[limit].levels[0]
    return game.texts.format_text("limits", f"{limit}_{'free' if free else 'level'}", {"level": level})


@cache
def bot_settings(game_id: str) -> BotSettings:
    """Return the priorities and limits of a game. Raise ValueError for an unknown game."""
    game_of(game_id)
    room = import_module(f"..games.{game_id}.bot_settings", __package__)
    return BotSettings(
        game_id,
        {aim.id: aim for aim in room.PRIORITIES},
        {limit.id: limit for limit in room.LIMITS},
        room.CAREFUL_LIMITS,
    )


def served_priorities(game_id: str, view: Any, action: Action) -> list[tuple[Priority, float]]:
    """Return the priorities that this action serves now, each with its gain, for texts about the action."""
    step, seat = _asked(view)
    served = [
        (aim, aim.gain_if_applicable(view, step, seat, action)) for aim in bot_settings(game_id).priorities.values()
    ]
    return [(aim, brings) for aim, brings in served if brings > 0]


def _asked(view: Any) -> tuple[str, Seat]:
    frame = view.agenda_frames[-1]
    return frame.step.name, frame.step.acting_seat(view, frame)


@dataclass(frozen=True)
class PriorityBot:
    """Bot that chooses actions by an ordered list of priorities and some limits.

    Among the actions that the limits allow, the bot maximizes the gain of the first priority that any action serves.
    Later priorities break ties. The heuristic bot breaks the remaining ties. If `fallback` is "random", they are
    broken at random. If the limits forbid all actions, the bot ignores the limits.

    `game` is the id of a game, and `limits` maps ids to levels. Raise ValueError for an unknown game, priority, limit
    or level, and for a repeated priority.
    """

    game: str
    priorities: tuple[str, ...] = ()
    limits: Mapping[str, int] = field(default_factory=dict)
    fallback: str = "thumb"

    fair = True
    """The bot uses only the information of its seat."""

    def __post_init__(self) -> None:
        known = bot_settings(self.game)
        for aim in self.priorities:
            if aim not in known.priorities:
                raise ValueError(f"There is no aim {short_repr(aim)}; there are {', '.join(known.priorities)}.")
        if len(set(self.priorities)) < len(self.priorities):
            raise ValueError("An aim can be named only once.")
        for limit, level in self.limits.items():
            if limit not in known.limits:
                raise ValueError(f"There is no limit {short_repr(limit)}; there are {', '.join(known.limits)}.")
            if level not in known.limits[limit].levels or isinstance(level, bool):
                levels = ", ".join(map(str, known.limits[limit].levels))
                raise ValueError(f"The limit {limit} is one of {levels}, not {short_repr(level)}.")
        if self.fallback not in FALLBACKS:
            raise ValueError(f"The rest is left to {' or '.join(FALLBACKS)}, not {short_repr(self.fallback)}.")

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """Return one of the actions in `legal`."""
        if len(legal) == 1:
            return legal[0]
        step, seat = _asked(view)
        left = self._allowed(view, step, seat, legal)
        known = bot_settings(self.game).priorities
        for name in self.priorities:
            aim = known[name]
            if step in aim.steps and len(left) > 1:
                brings = [aim.gain_if_applicable(view, step, seat, action) for action in left]
                best = max(brings)
                if best > 0:
                    left = [action for action, much in zip(left, brings, strict=True) if much == best]
        return left[0] if len(left) == 1 else self._rest(view, legal, left, rng)

    def _allowed(self, view: Any, step: str, seat: Seat, legal: list[Action]) -> list[Action]:
        left = legal
        for name, level in self.limits.items():
            limit = bot_settings(self.game).limits[name]
            if level == limit.levels[0] or step not in limit.steps:
                continue
            verbs = limit.verbs
            left = [
                a for a in left if (verbs and a.verb not in verbs) or limit.is_allowed(view, seat, a, level)
            ] or left
        return left

    def _rest(self, view: Any, legal: list[Action], left: list[Action], rng: Random) -> Action:
        if self.fallback == "random":
            return left[int(rng.random() * len(left))]
        thumb = resolve_bot(view.game, "thumb")
        for moves in (legal, left):  # a bot that plans a whole turn may choose an action that was filtered out
            choice = thumb(view, moves.copy(), rng)
            if choice in left:
                return choice
        return left[0]
