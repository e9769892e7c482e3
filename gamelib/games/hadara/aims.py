"""What a bot of Hadara may want or never do; see gamelib/games/aims.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ..aims import Aim, Limit
from .bots import hunger
from .tables import TRACKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from .state import HadaraState

CARDS, BUY = ("keep", "pick"), ("buy",)


def steps(track: str) -> Callable[[HadaraState, Seat, Action], float]:
    """The steps that a card brings on a track."""
    place = TRACKS.index(track)
    return lambda s, seat, action: s.game.tables.cards[action.args[0]].steps[place]


def points(s: HadaraState, seat: Seat, action: Action) -> float:
    """The points printed on a card."""
    return s.game.tables.cards[action.args[0]].points


def sets(s: HadaraState, seat: Seat, action: Action) -> float:
    """Whether a card is of a colour of which the seat has fewest."""
    held = s.held[seat]
    return float(held[s.game.tables.cards[action.args[0]].colour] == min(held))


def feed(s: HadaraState, seat: Seat, action: Action) -> float:
    """The steps of food of a card, as long as there will be more cards than food."""
    return s.game.tables.cards[action.args[0]].steps[TRACKS.index("food")] if hunger(s, seat) > 1 else 0.0


def level(s: HadaraState, seat: Seat, action: Action) -> float:
    """The level of a colony."""
    return float(action.args[0])


def statue(s: HadaraState, seat: Seat, action: Action) -> float:
    """The points of a statue."""
    return s.game.tables.statues[action.args[0]].points


def cheap(s: HadaraState, seat: Seat, action: Action, most: int) -> bool:
    """Whether a card costs this seat at most so many coins."""
    return s.price(seat, action.args[0]) <= most


def purse(s: HadaraState, seat: Seat, action: Action, rest: int) -> bool:
    """Whether so many coins are left after buying."""
    return s.coins[seat] - s.price(seat, action.args[0]) >= rest


AIMS = (
    Aim("income", CARDS, BUY, steps("income")),
    Aim("military", CARDS, BUY, steps("military")),
    Aim("culture", CARDS, BUY, steps("culture")),
    Aim("feed", CARDS, BUY, feed),
    Aim("points", CARDS, BUY, points),
    Aim("sets", CARDS, BUY, sets),
    Aim("colony", ("colony",), ("colony", "colony_for"), level),
    Aim("statue", ("statue",), ("statue", "statue_for"), statue),
)
LIMITS = (
    Limit("price", CARDS, BUY, (99, 8, 6, 4, 2), cheap),
    Limit("purse", CARDS, BUY, (0, 2, 4, 8), purse),
)

CAREFUL = {"purse": 2}
"""The limits of a careful player; what it wants is left to the rule of thumb."""
