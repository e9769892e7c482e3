"""What a bot of The Sultan's Wishes may want or never do; see gamelib/games/aims.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ..aims import Aim, Limit
from .extra import day_points
from .granting import points

if TYPE_CHECKING:
    from .state import Open, WishesState

ACT, OFFER = ("act",), ("offer",)


def laid(s: WishesState, seat: Seat, action: Action) -> Open:
    """A wish with one more card at it."""
    card, wish = action.args
    entry = s.entry(wish)
    return wish, (*entry[1], (card, (seat,))), entry[2]


def complete(s: WishesState, seat: Seat, action: Action) -> float:
    """The points of a wish that the card fulfils."""
    entry = laid(s, seat, action)
    return points(s, entry)[seat] if s.has(entry) >= s.need(entry[0]) else 0.0


def join(s: WishesState, seat: Seat, action: Action) -> float:
    """The hearts of a card at a wish at which the seat has no Aide yet."""
    card, wish = action.args
    new = not any(seat in aides for _, aides in s.entry(wish)[1])
    return s.game.hearts[card] if new else 0.0


def gems(s: WishesState, seat: Seat, action: Action) -> float:
    """The Gems that a card brings when it is used or laid at a wish."""
    if action.verb == "fulfil":
        paid = s.game.tables.constants["fulfil_gems_kind" if s.does() == "kind" else "fulfil_gems"]
    else:
        card = action.args[0]
        paid = s.game.effect_gems[card] if s.game.task_does[card] == "gems" else 0
    return min(paid, s.game.gem_limit - s.gems[seat])


def hearts(s: WishesState, seat: Seat, action: Action) -> float:
    """The hearts of a card at a wish."""
    return s.game.hearts[action.args[0]]


def stack(s: WishesState, seat: Seat, action: Action) -> float:
    """The hearts that a card adds where the own Orderly stands."""
    card = action.args[0]
    return s.game.hearts[card] if s.game.tables.tasks[card].kind == s.orderly[seat] else 0.0


def chart(s: WishesState, seat: Seat, action: Action) -> float:
    """Whether the Orderly comes to stand on the chart, where it did not."""
    return float(not s.orderly[seat])


def ware(s: WishesState, seat: Seat, action: Action) -> float:
    """The points that a ware is worth to this seat, by its score card and with those it has; at least a little."""
    own = s.wares[seat]
    days = day_points(s, seat, (*own, action.args[0])) - day_points(s, seat, own)
    return max(0.1, s.game.worth[s.secrets[seat]][action.args[0]] + days)


def safe(s: WishesState, seat: Seat, action: Action, on: int) -> bool:
    """Not a card after which somebody else may fulfil the wish with one more: it is short of at most so many hearts."""
    entry = laid(s, seat, action)
    left = s.need(entry[0]) - s.has(entry)
    return left <= 0 or left > on


def purse(s: WishesState, seat: Seat, action: Action, rest: int) -> bool:
    """Whether so many Gems are left after buying."""
    return s.gems[seat] - s.game.tables.wares[action.args[0]].cost >= rest


AIMS = (
    Aim("complete", ACT, ("fulfil",), complete),
    Aim("join", ACT, ("fulfil",), join),
    Aim("hearts", ACT, ("fulfil",), hearts),
    Aim("gems", ACT, ("use", "fulfil"), gems),
    Aim("stack", ACT, ("stash",), stack),
    Aim("chart", ACT, ("orderly",), chart),
    Aim("ware", OFFER, ("buy",), ware),
    Aim("lamp", OFFER, ("lamp",), lambda s, seat, action: 1.0),
)
LIMITS = (
    Limit("short", ACT, ("fulfil",), (0, 2, 4), safe),
    Limit("purse", OFFER, ("buy",), (0, 1, 2, 4), purse),
)

CAREFUL = {"short": 2, "purse": 1}
"""The limits of a careful player; what it wants is left to the rule of thumb."""
