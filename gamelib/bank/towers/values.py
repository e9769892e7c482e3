"""Functions that entries of Towers' questions can call by name, as in `cache_size()`.

The functions use the card tables or the rules engine. The loader of the questions adds the argument `odds`, the odds
object of the game.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ...games.towers import odds as towers_odds
from ...games.towers.geometry import CELLS, cells_to_mask
from ...games.towers.odds import TowersOdds
from ...games.towers.state import CACHE_SIZE
from .tower_building import tower_chain_with_adjacency


def suit_count(odds: TowersOdds) -> int:
    """Return the number of suits, which is also the number of towers."""
    return odds.suit_count()


def deck_size(odds: TowersOdds) -> int:
    """Return the number of playing cards."""
    return odds.card_count()


def cards_per_suit(odds: TowersOdds) -> int:
    """Return the number of cards of one suit."""
    return odds.cards_per_suit()


def corner_card_count(odds: TowersOdds) -> int:
    """Return the number of playing cards with the symbol in a corner."""
    return odds.corner_card_count()


def ring_cell_count() -> int:
    """Return the number of cells around the symbol of a tower, which is also the number of alignments."""
    return len(CELLS)


def fitting_cell_count_on_empty_tower(odds: TowersOdds, alignment: str) -> int:
    """Return the number of cells of an empty tower on which a card with this alignment fits."""
    return odds.cells_on_empty_tower(alignment)


def suit_sizes(odds: TowersOdds) -> tuple[int, ...]:
    """Return the number of cards of each suit."""
    return (odds.cards_per_suit(),) * odds.suit_count()


def cache_size() -> int:
    """Return the number of cards in a cache."""
    return CACHE_SIZE


def deck_size_in_caches(odds: TowersOdds) -> int:
    """Return the number of caches in the deck."""
    return odds.card_count() // CACHE_SIZE


def p_cache_has_suit_count(odds: TowersOdds, number: int) -> Fraction:
    """Return the probability that a cache has this number of different suits."""
    return odds.different_suits().p(number)


def caches_played_by_seat(odds: TowersOdds, seats: int) -> list[int]:
    """Return the number of caches that each seat plays, in turn order."""
    return odds.played_cache_count_by_seat(seats)


def mean_last_seat_coins(odds: TowersOdds, seats: int, debt_growth_per_turn: int) -> Fraction:
    """Return the expected coins of the last seat if its debt grows by this number of cards per turn."""
    return odds.coins_by_turn_order(seats, debt_growth_per_turn)[-1]


def p_closer_drawn(closers: int, unseen: int) -> Fraction:
    """Return the probability that a closer is among the three cards that a player draws."""
    return towers_odds.p_closer_drawn(closers, unseen)


def fitting_alignment_count(odds: TowersOdds, covered_cells: str) -> int:
    """Return the number of the eight alignments that fit on a tower with these symbols, for example "LG NG"."""
    return (
        odds.two_seat_placement_tables()
        .geometry.fitting_alignment_masks[cells_to_mask(covered_cells.split())]
        .bit_count()
    )


def mean_cards_on_closed_tower(odds: TowersOdds, adjacency: str) -> Fraction:
    """Return the mean number of cards on a tower when it closes."""
    return tower_chain_with_adjacency(adjacency, odds).mean_cards_on_ring


@lru_cache(8)
def cards_until_half_closed(odds: TowersOdds, adjacency: str) -> int:
    """Return the number of cards after which half of all towers are closed."""
    points = tower_chain_with_adjacency(adjacency, odds).survival_probabilities(60)
    return next(n for n, p in enumerate(points) if p <= Fraction(1, 2))
