"""What a bot of Outbid may want or never do; see gamelib/games/bot_settings.py."""

from __future__ import annotations

from typing import Any

from gamelib.games.bot_settings import Limit, Priority
from gamelib.nodes import Action, Seat


def high(s: Any, seat: Seat, action: Action) -> float:
    """The value of the card."""
    return float(s.game.values[action.args[0]])


def low(s: Any, seat: Seat, action: Action) -> float:
    """The lower the card, the more."""
    return float(max(s.game.values.values())) + 1 - high(s, seat, action)


def least(s: Any, seat: Seat, action: Action, level: int) -> bool:
    """No card below this value, where there is a better one."""
    return high(s, seat, action) >= min(level, max(s.game.values[card] for card in s.hands[seat]))


PRIORITIES = (
    Priority("high", ("choose",), ("show",), high),
    Priority("low", ("choose",), ("show",), low),
)
LIMITS = (Limit("least", ("choose",), ("show",), (1, 2, 3), least),)

CAREFUL_LIMITS = {"least": 2}
"""The limits of a careful player; what it wants is left to the rule of thumb."""
