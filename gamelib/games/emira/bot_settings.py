"""Priorities and limits for bots of Emira. See gamelib/games/bot_settings.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ..bot_settings import Limit, Priority
from .auction import item_price
from .heuristic_bot import total_worth_of_joining_princesses, worth_of_joiners_after
from .upkeep import upkeep_due

if TYPE_CHECKING:
    from .state import EmiraState

ACT, BUYS = ("act", "last"), ("caravan", "counter", "status", "section", "camel")


def purchase_price(state: EmiraState, seat: Seat, action: Action) -> int:
    """Return the price of a purchase."""
    return item_price(state, seat, action.args[0] if action.verb in ("caravan", "status") else action.verb)


def gain_from_joiners(state: EmiraState, seat: Seat, action: Action) -> float:
    """Return the increase in the value of joining artists through this purchase."""
    return worth_of_joiners_after(
        state, seat, action, purchase_price(state, seat, action)
    ) - total_worth_of_joining_princesses(state, seat)


def caravan_income(state: EmiraState, seat: Seat, action: Action) -> float:
    """Return the income of a caravan per round."""
    return state.game.tables.caravans[action.args[0]].income


def caravan_net_income(state: EmiraState, seat: Seat, action: Action) -> float:
    """Return the total income of a caravan minus its price."""
    caravan = state.game.tables.caravans[action.args[0]]
    return caravan.income * caravan.spaces - purchase_price(state, seat, action)


def status_card_points(state: EmiraState, seat: Seat, action: Action) -> float:
    """Return the points of a status card."""
    return state.game.tables.status[action.args[0]].points


def is_bid_within_share(state: EmiraState, seat: Seat, action: Action, max_percent: int) -> bool:
    """Return whether a bid, minus the discount of camels, is at most this percentage of the gold."""
    bid: int = action.args[0]
    return 100 * (bid - state.bid_discount(seat)) <= max_percent * state.gold[seat]


def has_upkeep_reserve(state: EmiraState, seat: Seat, action: Action, min_gold_left: int) -> bool:
    """Return whether the upkeep and an additional reserve of gold are left after the purchase."""
    return (
        state.gold[seat] - purchase_price(state, seat, action)
        >= upkeep_due(state, state.homes[seat], state.surcharge[seat]) + min_gold_left
    )


def constant_one(state: EmiraState, seat: Seat, action: Action) -> float:
    """Return 1 for every action, so that only the order of the priorities decides."""
    return 1.0


PRIORITIES = (
    Priority("join", ACT, BUYS, gain_from_joiners),
    Priority("income", ACT, ("caravan",), caravan_income),
    Priority("total", ACT, ("caravan",), caravan_net_income),
    Priority("section", ACT, ("section",), constant_one),
    Priority("counter", ACT, ("counter",), constant_one),
    Priority("status", ACT, ("status",), status_card_points),
    Priority("camel", ACT, ("camel",), constant_one),
    Priority("gold", (*ACT, "bid"), ("compensation",), constant_one),
)
LIMITS = (
    Limit("bid_share", ("bid", "last"), ("bid",), (100, 40, 20, 10, 5), is_bid_within_share),
    Limit("upkeep", ACT, BUYS, (-1000, 0, 100, 200), has_upkeep_reserve),
)

CAREFUL_LIMITS = {"bid_share": 40, "upkeep": 100}
"""Limits of a careful bot. The heuristic bot makes all other choices."""
