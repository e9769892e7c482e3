"""How much there is to reckon by hand: the products that a person adds up for the answer of a question, about.

What everybody is asked has at most `MOST`; more is for who likes it, and says so. Questions that are not named here are
one fraction, or a few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb
from typing import Any

from ..games.emira.odds import EmiraOdds
from ..games.hadara.odds import HadaraOdds
from ..games.harem.odds import HaremOdds, difference, least_difference
from .hadara.draws import listed_values
from .question import Question

MOST = 6


def _raid(modifier: int, guards: int) -> int:
    """The differences that win, or those that lose."""
    won = sum(d >= least_difference(modifier, guards) for d in difference())
    return min(won, len(difference()) - won)


def _afford(deficit: int, gems: int, table: str, odds: HaremOdds) -> int:
    """The values of the gems before the last one, of hands that are enough or of those that fall short."""
    values = list(odds.gem(table))
    hope = sum(bool(odds.afford(deficit - value, gems - 1, table)) for value in values) if gems > 1 else 1
    short = sum(odds.afford(deficit - value, gems - 1, table) < 1 for value in values) if gems > 1 else 1
    return int(min(hope, short) ** max(1, gems - 1))


def _hands(card: str, size: int, odds: EmiraOdds) -> int:
    return comb(sum(odds.talent_classes().values()), size)


def _values(cards: str, odds: HadaraOdds) -> int:
    return len(set(listed_values(cards, odds))) - 1


PRODUCTS: Mapping[str, Callable[..., int]] = {
    "classic-birthday": lambda people: people // 2,  # factors, which a line takes
    "classic-sixes": lambda throws, many: min(many, throws - many + 1),
    "harem-raid": _raid,
    "harem-first-tie": lambda seats: 11,
    "harem-afford": _afford,
    "harem-cash": lambda gems, gold: 2 * gems,
    "harem-rolls-to-reach": lambda cost: cost,
    "emira-objective": _hands,
    "emira-double-talent": _hands,
    "hadara-choice-of-two": _values,
    "wishes-wait": lambda plates, gone: 3 * plates - 2,
    "wishes-cards-needed": lambda hearts: 2 * hearts,
    "towers-own-suit": lambda policy: comb(8, 4),
}
"""By question: how many products, or factors of one, at these settings."""


def products(asks: Question, settings: Mapping[str, Any]) -> int:
    """About how many products a person adds up for this answer."""
    count = PRODUCTS.get(asks.id)
    return asks.by_tables(count)(**settings) if count else 1


def much(asks: Question, settings: Mapping[str, Any]) -> bool:
    """Whether that is more than everybody is asked for."""
    return products(asks, settings) > MOST
