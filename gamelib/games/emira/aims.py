"""What a bot of Emira may want or never do; see gamelib/games/aims.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ..aims import Aim, Limit
from .auction import price
from .bots import gathered, harvest
from .upkeep import due

if TYPE_CHECKING:
    from .state import EmiraState

ACT, BUYS = ("act", "last"), ("caravan", "counter", "status", "section", "camel")


def cost(s: EmiraState, seat: Seat, action: Action) -> int:
    return price(s, seat, action.args[0] if action.verb in ("caravan", "status") else action.verb)


def joins(s: EmiraState, seat: Seat, action: Action) -> float:
    """What the artists who would join are worth more once this is bought."""
    return gathered(s, seat, action, cost(s, seat, action)) - harvest(s, seat)


def income(s: EmiraState, seat: Seat, action: Action) -> float:
    """What a caravan pays a round."""
    return s.game.tables.caravans[action.args[0]].income


def total(s: EmiraState, seat: Seat, action: Action) -> float:
    """What a caravan pays in all, less its price."""
    caravan = s.game.tables.caravans[action.args[0]]
    return caravan.income * caravan.spaces - cost(s, seat, action)


def status(s: EmiraState, seat: Seat, action: Action) -> float:
    """The points of a status card."""
    return s.game.tables.status[action.args[0]].points


def bid_share(s: EmiraState, seat: Seat, action: Action, most: int) -> bool:
    """Whether a bid, less what camels pay of it, is at most so many hundredths of one's gold."""
    bid: int = action.args[0]
    return 100 * (bid - s.discount(seat)) <= most * s.gold[seat]


def upkeep(s: EmiraState, seat: Seat, action: Action, rest: int) -> bool:
    """Whether the upkeep and so much gold besides are left after buying."""
    return s.gold[seat] - cost(s, seat, action) >= due(s, s.homes[seat], s.surcharge[seat]) + rest


def one(s: EmiraState, seat: Seat, action: Action) -> float:
    return 1.0


AIMS = (
    Aim("join", ACT, BUYS, joins),
    Aim("income", ACT, ("caravan",), income),
    Aim("total", ACT, ("caravan",), total),
    Aim("section", ACT, ("section",), one),
    Aim("counter", ACT, ("counter",), one),
    Aim("status", ACT, ("status",), status),
    Aim("camel", ACT, ("camel",), one),
    Aim("gold", (*ACT, "bid"), ("compensation",), one),
)
LIMITS = (
    Limit("bid_share", ("bid", "last"), ("bid",), (100, 40, 20, 10, 5), bid_share),
    Limit("upkeep", ACT, BUYS, (-1000, 0, 100, 200), upkeep),
)

CAREFUL = {"bid_share": 40, "upkeep": 100}
"""The limits of a careful player; what it wants is left to the rule of thumb."""
