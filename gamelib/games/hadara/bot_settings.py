"""Priorities and limits for bots of Hadara. See gamelib/games/bot_settings.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ..bot_settings import Limit, Priority
from .card_tables import TRACKS
from .heuristic_bot import food_step_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from .state import HadaraState

CARDS, BUY = ("keep", "pick"), ("buy",)


def steps(track: str) -> Callable[[HadaraState, Seat, Action], float]:
    """Return a function for the steps of a card on a track."""
    place = TRACKS.index(track)
    return lambda state, seat, action: state.game.tables.cards[action.args[0]].steps[place]


def points(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the points printed on a card."""
    return state.game.tables.cards[action.args[0]].points


def sets(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return 1.0 if the seat has the fewest cards of the colour, else 0.0."""
    held = state.held[seat]
    return float(held[state.game.tables.cards[action.args[0]].colour] == min(held))


def feed(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the steps of food of a card while cards will outnumber food."""
    return (
        state.game.tables.cards[action.args[0]].steps[TRACKS.index("food")] if food_step_value(state, seat) > 1 else 0.0
    )


def level(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the level of a colony."""
    return float(action.args[0])


def statue(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the points of a statue."""
    return state.game.tables.statues[action.args[0]].points


def is_price_at_most(state: HadaraState, seat: Seat, action: Action, max_price: int) -> bool:
    """Return whether the price of a card for this seat is at most `max_price` coins."""
    return state.card_price(seat, action.args[0]) <= max_price


def has_coin_reserve(state: HadaraState, seat: Seat, action: Action, min_coins_left: int) -> bool:
    """Return whether enough coins are left after the purchase."""
    return state.coins[seat] - state.card_price(seat, action.args[0]) >= min_coins_left


PRIORITIES = (
    Priority("income", CARDS, BUY, steps("income")),
    Priority("military", CARDS, BUY, steps("military")),
    Priority("culture", CARDS, BUY, steps("culture")),
    Priority("feed", CARDS, BUY, feed),
    Priority("points", CARDS, BUY, points),
    Priority("sets", CARDS, BUY, sets),
    Priority("colony", ("colony",), ("colony", "colony_for"), level),
    Priority("statue", ("statue",), ("statue", "statue_for"), statue),
)
LIMITS = (
    Limit("price", CARDS, BUY, (99, 8, 6, 4, 2), is_price_at_most),
    Limit("purse", CARDS, BUY, (0, 2, 4, 8), has_coin_reserve),
)

CAREFUL_LIMITS = {"purse": 2}
"""Limits of a careful bot. The heuristic bot makes all other choices."""
