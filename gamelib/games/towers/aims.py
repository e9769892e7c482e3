"""What a bot of Towers may want or never do; see gamelib/games/aims.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ..aims import Aim, Limit

if TYPE_CHECKING:
    from .state import TowersState

PLAY, PLACE = ("choose", "chain"), ("place",)


def after(s: TowersState, action: Action) -> int:
    """The mask of the tower after a placement."""
    _, tower, cell = s.game.placings[action]
    return s.masks[tower] | 1 << cell


def close(s: TowersState, seat: Seat, action: Action) -> float:
    """The cards of the tower that a placement closes."""
    mask = after(s, action)
    return mask.bit_count() + 1 if s.geometry.closed[mask] else 0


def match(s: TowersState, seat: Seat, action: Action) -> float:
    """Whether the card matches its tower, so that the turn goes on."""
    card, tower, _ = s.game.placings[action]
    return float(s.game.own[card] == tower and len(s.caches[seat]) > 1)


def careful(s: TowersState, seat: Seat, action: Action) -> float:
    """The fewer symbols a tower then has, the farther others are from closing it; a closed one is safest."""
    mask = after(s, action)
    return 8.0 if s.geometry.closed[mask] else 8.0 - mask.bit_count()


def rare(s: TowersState, seat: Seat, action: Action) -> float:
    """The card that fits in the fewest cells goes first."""
    card = action.args[0]
    return 100.0 - s.open_cells(seat, card)


def debt(s: TowersState, seat: Seat, action: Action, most: int) -> bool:
    """Whether one would flee with so few cards to pay for."""
    return len(s.balances[seat]) + len(s.caches[seat]) <= most


def short(s: TowersState, seat: Seat, action: Action, most: int) -> bool:
    """No card on a tower that somebody else could close then."""
    mask = after(s, action)
    return s.geometry.closed[mask] or mask.bit_count() <= most


AIMS = (
    Aim("close", PLAY, PLACE, close),
    Aim("match", PLAY, PLACE, match),
    Aim("careful", PLAY, PLACE, careful),
    Aim("rare", PLAY, PLACE, rare),
    Aim("flee", ("choose",), ("flee",), lambda s, seat, action: 1.0),
    Aim("stop", ("chain",), ("stop",), lambda s, seat, action: 1.0),
)
LIMITS = (
    Limit("flee_debt", ("choose",), ("flee",), (54, 12, 8, 4, 0), debt),
    Limit("symbols", PLAY, PLACE, (8, 6, 5, 4), short),
)

CAREFUL = {"flee_debt": 12, "symbols": 6}
"""The limits of a careful player; what it wants is left to the rule of thumb."""
