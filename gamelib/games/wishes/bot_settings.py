"""Priorities and limits for bots of The Sultan's Wishes. See gamelib/games/bot_settings.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ..bot_settings import Limit, Priority
from .round_end import day_points
from .wish_fulfilment import wish_points

if TYPE_CHECKING:
    from .state import OpenWish, WishesState

ACT, OFFER = ("act",), ("offer",)


def wish_after_adding_card(state: WishesState, seat: Seat, action: Action) -> OpenWish:
    """Return a wish with one more card."""
    card, wish = action.args
    entry = state.open_wish(wish)
    return wish, (*entry[1], (card, (seat,))), entry[2]


def fulfilled_points(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the points for a card that fulfils a wish, or 0."""
    entry = wish_after_adding_card(state, seat, action)
    return (
        wish_points(state, entry)[seat]
        if state.attached_hearts_or_cards(entry) >= state.needed_hearts_or_cards(entry[0])
        else 0.0
    )


def hearts_at_new_wish(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the number of hearts on a card if the seat has no Aide on its wish yet, otherwise 0."""
    card, wish = action.args
    new = not any(seat in aides for _, aides in state.open_wish(wish)[1])
    return state.game.hearts[card] if new else 0.0


def gems_gained(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the Gems that a card brings when it is used or attached to a wish."""
    if action.verb == "fulfil":
        paid = state.game.tables.constants["fulfil_gems_kind" if state.plate_effect() == "kind" else "fulfil_gems"]
    else:
        card = action.args[0]
        paid = state.game.effect_gems[card] if state.game.task_effects[card] == "gems" else 0
    return min(paid, state.game.gem_limit - state.gems[seat])


def card_hearts(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the hearts of a card for a wish."""
    return state.game.hearts[action.args[0]]


def orderly_kind_hearts_added(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the hearts that a card adds to the kind of the seat's Orderly."""
    card = action.args[0]
    return state.game.hearts[card] if state.game.tables.tasks[card].kind == state.orderly[seat] else 0.0


def is_entering_chart(state: WishesState, seat: Seat, action: Action) -> bool:
    """Return whether the Orderly enters the chart."""
    return not state.orderly[seat]


def ware_value(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the points of a ware for this seat by its score card and its other wares, at least 0.1."""
    own = state.wares[seat]
    days = day_points(state, seat, (*own, action.args[0])) - day_points(state, seat, own)
    return max(0.1, state.game.worth[state.secrets[seat]][action.args[0]] + days)


def is_wish_out_of_rivals_reach(state: WishesState, seat: Seat, action: Action, max_rival_hearts: int) -> bool:
    """Return whether a card fulfils the wish or leaves the wish too far from fulfilment for the rivals."""
    entry = wish_after_adding_card(state, seat, action)
    left = state.needed_hearts_or_cards(entry[0]) - state.attached_hearts_or_cards(entry)
    return left <= 0 or left > max_rival_hearts


def has_gem_reserve(state: WishesState, seat: Seat, action: Action, min_gems_left: int) -> bool:
    """Return whether enough Gems are left after the purchase."""
    return state.gems[seat] - state.game.tables.wares[action.args[0]].cost >= min_gems_left


PRIORITIES = (
    Priority("complete", ACT, ("fulfil",), fulfilled_points),
    Priority("join", ACT, ("fulfil",), hearts_at_new_wish),
    Priority("hearts", ACT, ("fulfil",), card_hearts),
    Priority("gems", ACT, ("use", "fulfil"), gems_gained),
    Priority("stack", ACT, ("stash",), orderly_kind_hearts_added),
    Priority("chart", ACT, ("orderly",), is_entering_chart),
    Priority("ware", OFFER, ("buy",), ware_value),
    Priority("lamp", OFFER, ("lamp",), lambda s, seat, action: 1.0),
)
LIMITS = (
    Limit("short", ACT, ("fulfil",), (0, 2, 4), is_wish_out_of_rivals_reach),
    Limit("purse", OFFER, ("buy",), (0, 1, 2, 4), has_gem_reserve),
)

CAREFUL_LIMITS = {"short": 2, "purse": 1}
"""Limits of a careful bot. The heuristic bot makes all other choices."""
