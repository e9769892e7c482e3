"""Values for the questions of Towers. An entry calls a function with its arguments, as in `cache_size()`.

The functions use the card tables or the engine. The loader adds `odds`, the odds object of the game.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ...games.towers import odds as towers_odds
from ...games.towers.geometry import cells_to_mask
from ...games.towers.odds import CARD_COUNT, CARDS_PER_SUIT, SUIT_COUNT, TowersOdds
from ...games.towers.state import CACHE_SIZE
from .tower_building import tower_chain_for


def deck_size() -> int:
    """Return the number of playing cards."""
    return CARD_COUNT


def suit_size() -> int:
    """Return the number of cards of one suit."""
    return CARDS_PER_SUIT


def suit_sizes() -> tuple[int, ...]:
    """Return the number of cards of each suit."""
    return (CARDS_PER_SUIT,) * SUIT_COUNT


def cache_size() -> int:
    """Return the number of cards in a cache."""
    return CACHE_SIZE


def p_cache_has_suits(number: int) -> Fraction:
    """Return the probability that a cache has this number of different suits."""
    return towers_odds.different_suits().p(number)


def cache_count_by_seat(seats: int) -> list[int]:
    """Return the number of caches that each seat plays, the starter first."""
    return list(towers_odds.caches_per_seat(seats))


def mean_last_seat_coins(seats: int, debt: int) -> Fraction:
    """Return the expected coins of the last seat with this number of cards of debt a turn."""
    return towers_odds.first_mover_coins(seats, debt)[-1]


def p_closer_drawn(closers: int, unseen: int) -> Fraction:
    """Return the probability that a closer is among the three cards that a player draws."""
    return towers_odds.p_closer_drawn(closers, unseen)


def fitting_alignment_count(odds: TowersOdds, row: str) -> int:
    """Return the number of the eight alignments that fit on a tower with these symbols."""
    return odds.two_seat_tables().geometry.fitting_alignment_masks[cells_to_mask(row.split())].bit_count()


def mean_cards_on_ring(odds: TowersOdds, adjacency: str) -> Fraction:
    """Return the mean number of cards on a tower when it closes."""
    return tower_chain_for(adjacency, odds).mean_cards_on_ring


@lru_cache(8)
def cards_until_half_closed(odds: TowersOdds, adjacency: str) -> int:
    """Return the number of cards after which half of all towers are closed."""
    points = tower_chain_for(adjacency, odds).survival_probabilities(60)
    return next(n for n, p in enumerate(points) if p <= Fraction(1, 2))
