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


def track_steps_function(track: str) -> Callable[[HadaraState, Seat, Action], float]:
    """Return a function that returns the number of steps of a card on a track."""
    place = TRACKS.index(track)
    return lambda state, seat, action: state.game.tables.cards[action.args[0]].steps[place]


def card_points(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the points printed on a card."""
    return state.game.tables.cards[action.args[0]].points


def is_helping_complete_set(state: HadaraState, seat: Seat, action: Action) -> bool:
    """Return whether no colour of the seat has fewer cards than the colour of this card."""
    held = state.held[seat]
    return bool(held[state.game.tables.cards[action.args[0]].colour] == min(held))


def card_food_steps_if_short(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the food steps of a card, or 0 if the seat will have enough food."""
    return (
        state.game.tables.cards[action.args[0]].steps[TRACKS.index("food")] if food_step_value(state, seat) > 1 else 0.0
    )


def colony_level_of_action(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the level of the colony that an action takes."""
    return float(action.args[0])


def statue_points_of_action(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the points of the statue that an action carves."""
    return state.game.tables.statues[action.args[0]].points


def is_price_at_most(state: HadaraState, seat: Seat, action: Action, max_price: int) -> bool:
    """Return whether the price of a card for this seat is at most `max_price` coins."""
    return state.card_price(seat, action.args[0]) <= max_price


def has_coin_reserve(state: HadaraState, seat: Seat, action: Action, min_coins_left: int) -> bool:
    """Return whether enough coins are left after the purchase."""
    return state.coins[seat] - state.card_price(seat, action.args[0]) >= min_coins_left


PRIORITIES = (
    Priority("income", CARDS, BUY, track_steps_function("income")),
    Priority("military", CARDS, BUY, track_steps_function("military")),
    Priority("culture", CARDS, BUY, track_steps_function("culture")),
    Priority("feed", CARDS, BUY, card_food_steps_if_short),
    Priority("points", CARDS, BUY, card_points),
    Priority("sets", CARDS, BUY, is_helping_complete_set),
    Priority("colony", ("colony",), ("colony", "colony_for"), colony_level_of_action),
    Priority("statue", ("statue",), ("statue", "statue_for"), statue_points_of_action),
)
LIMITS = (
    Limit("price", CARDS, BUY, (99, 8, 6, 4, 2), is_price_at_most),
    Limit("purse", CARDS, BUY, (0, 2, 4, 8), has_coin_reserve),
)

CAREFUL_LIMITS = {"purse": 2}
"""Limits of a careful bot. The heuristic bot makes all other choices."""
