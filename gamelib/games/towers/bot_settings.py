"""Priorities and limits for bots of Towers. See gamelib/games/bot_settings.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ..bot_settings import Limit, Priority

if TYPE_CHECKING:
    from .state import TowersState

PLAY, PLACE = ("choose", "chain"), ("place",)


def tower_mask_after(state: TowersState, action: Action) -> int:
    """Return the mask of the tower after a placement."""
    _, tower, cell = state.game.placements_by_action[action]
    return state.masks[tower] | 1 << cell


def closed_tower_size(state: TowersState, seat: Seat, action: Action) -> float:
    """Return the number of cards of the tower that a placement closes, or 0."""
    mask = tower_mask_after(state, action)
    return mask.bit_count() + 1 if state.geometry.is_closed_mask[mask] else 0


def chain_continuation_score(state: TowersState, seat: Seat, action: Action) -> float:
    """Return 1.0 if the card matches its tower and another card can continue the chain, else 0.0."""
    card, tower, _ = state.game.placements_by_action[action]
    return float(state.game.matching_tower[card] == tower and len(state.caches[seat]) > 1)


def short_or_closed_tower_score(state: TowersState, seat: Seat, action: Action) -> float:
    """Return 8 if an action closes the tower, else 8 minus the number of symbols on the tower after it."""
    mask = tower_mask_after(state, action)
    return 8.0 if state.geometry.is_closed_mask[mask] else 8.0 - mask.bit_count()


def placement_rarity(state: TowersState, seat: Seat, action: Action) -> float:
    """Return the rarity of a card. The rarity is higher if the card fits on fewer cells of all towers."""
    card = action.args[0]
    return 100.0 - state.total_open_cell_count(seat, card)


def is_flee_debt_allowed(state: TowersState, seat: Seat, action: Action, max_cards: int) -> bool:
    """Return whether the debt of the seat (balance and cache) is small enough for fleeing."""
    return len(state.balances[seat]) + len(state.caches[seat]) <= max_cards


def is_tower_safe(state: TowersState, seat: Seat, action: Action, max_symbols: int) -> bool:
    """Return whether an action closes the tower or leaves at most `max_symbols` symbols on it."""
    mask = tower_mask_after(state, action)
    return state.geometry.is_closed_mask[mask] or mask.bit_count() <= max_symbols


PRIORITIES = (
    Priority("close", PLAY, PLACE, closed_tower_size),
    Priority("match", PLAY, PLACE, chain_continuation_score),
    Priority("careful", PLAY, PLACE, short_or_closed_tower_score),
    Priority("rare", PLAY, PLACE, placement_rarity),
    Priority("flee", ("choose",), ("flee",), lambda s, seat, action: 1.0),
    Priority("stop", ("chain",), ("stop",), lambda s, seat, action: 1.0),
)
LIMITS = (
    Limit("flee_debt", ("choose",), ("flee",), (54, 12, 8, 4, 0), is_flee_debt_allowed),
    Limit("symbols", PLAY, PLACE, (8, 6, 5, 4), is_tower_safe),
)

CAREFUL_LIMITS = {"flee_debt": 12, "symbols": 6}
"""Limits of a careful bot. The heuristic bot makes all other choices."""
