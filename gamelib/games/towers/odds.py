"""Exact odds of the deal: the cards of a cache, the start player, the cost of going first, the draw of a closer.

A random cache is three of the 48 playing cards. Distributions are `Dist` objects. Probabilities and means are
Fractions.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, cast

from ...dist import Dist
from ...validation import validate_int
from ..argument_validation import validate_args
from ..odds import GameOdds, cached_method
from .geometry import CELL_NUMBER
from .state import CACHE_SIZE

if TYPE_CHECKING:
    from . import Towers
    from .placement_tables import SeatPlacementTables

CARD_COUNT, CARDS_PER_SUIT, SUIT_COUNT = 48, 8, 6
CORNER_CELLS, EDGE_CELLS = 5, 3  # TOW-3.7
CORNER_CARDS = 24


@validate_args
def cards_of_suits(suits: int = 1) -> Dist[int]:
    """Return the number of cards of a cache that belong to `suits` given suits (1 to 6)."""
    validate_int(suits, "The number of suits", 1, SUIT_COUNT)
    return Dist.hypergeometric(CARD_COUNT, CARDS_PER_SUIT * suits, CACHE_SIZE)


def different_suits() -> Dist[int]:
    """Return the number of different suits in a cache: choose the suits, then a card of each."""
    three = comb(SUIT_COUNT, 3) * CARDS_PER_SUIT**3
    two = SUIT_COUNT * (SUIT_COUNT - 1) * comb(CARDS_PER_SUIT, 2) * CARDS_PER_SUIT
    return Dist({1: SUIT_COUNT * comb(CARDS_PER_SUIT, 3), 2: two, 3: three})


def corner_cards() -> Dist[int]:
    """Return the number of cards of a cache with the symbol in a corner."""
    return Dist.hypergeometric(CARD_COUNT, CORNER_CARDS, CACHE_SIZE)


def opening_plays() -> Dist[int]:
    """Return the number of placements of a cache on six empty towers."""
    return corner_cards().map(lambda k: SUIT_COUNT * (CORNER_CELLS * k + EDGE_CELLS * (CACHE_SIZE - k)))


@validate_args
def starting_title_rank(seats: int) -> Dist[int]:
    """Return the alphabetical rank of the title that starts: the smallest of 3 cards a seat (TOW-1.8)."""
    validate_int(seats, "The number of seats", 2, 5)
    dealt = CACHE_SIZE * seats
    return Dist({rank: comb(CARD_COUNT - rank, dealt - 1) for rank in range(1, CARD_COUNT - dealt + 2)})


@validate_args
def caches_per_seat(seats: int) -> list[int]:
    """Return the number of caches of each seat if nobody flees, the starter first (TOW-9.1). The total is 16."""
    validate_int(seats, "The number of seats", 2, 5)
    caches = CARD_COUNT // CACHE_SIZE
    return [caches // seats + (place < caches % seats) for place in range(seats)]


@validate_args
def first_mover_coins(seats: int, debt: Fraction | int, coin_value: int = 1) -> list[Fraction]:
    """Return the coins of each seat, starter first, if each turn adds `debt` cards and no tower closes (TOW-7.7).

    `coin_value`: coins for a card, as the option says (TOW-6.3).
    """
    validate_int(coin_value, "The coins for a card", 1)
    if debt < 0:
        raise ValueError(f"A turn adds cards to the balance or none, not {debt}.")
    balances = [count * Fraction(debt) * coin_value for count in caches_per_seat(seats)]
    return [sum(balances, Fraction(0)) - seats * balance for balance in balances]


@validate_args
def p_closer_drawn(closers: int, unseen: int, drawn: int = CACHE_SIZE) -> Fraction:
    """Return the probability of at least one of `closers` among `drawn` of `unseen` cards."""
    validate_int(unseen, "The number of unseen cards", 0, CARD_COUNT)
    validate_int(closers, "The number of closers", 0, unseen)
    validate_int(drawn, "The number of cards drawn", 0, unseen)
    return 1 - Fraction(comb(unseen - closers, drawn), comb(unseen, drawn))


class TowersOdds(GameOdds):
    """Odds that read the card tables."""

    game: Towers

    def two_seat_tables(self) -> SeatPlacementTables:
        """Return the placement tables of two seats by the default rules: [0] is side A, [1] is side B."""
        game = self.game
        return game.seat_tables(2, {name: option.default for name, option in game.options.items()})

    @cached_method(None)
    def all_caches(self) -> tuple[tuple[str, str, str], ...]:
        """Return all 17,296 caches."""
        return tuple(cast("tuple[str, str, str]", held) for held in combinations(self.game.playing_cards, CACHE_SIZE))

    # -- by listing all caches ---------------------------------------------------------------------

    @cached_method(None)
    def cache_suit_counts(self) -> Counter[tuple[int, ...]]:
        """Return all caches by their cards of each suit, in the order of the row."""
        game = self.game
        return Counter(
            tuple(sum(game.suit[card] == suit for card in held) for suit in game.suits) for held in self.all_caches()
        )

    @cached_method(None)
    def cache_corner_counts(self) -> Counter[int]:
        """Return all caches by their number of cards with the symbol in a corner."""
        game = self.game
        return Counter(sum(CELL_NUMBER[game.alignment[card]] % 2 == 0 for card in held) for held in self.all_caches())


published_odds = TowersOdds()


def __getattr__(name: str) -> Any:
    """Return odds of the published card tables."""
    return getattr(published_odds, name)


def __dir__() -> list[str]:
    return dir(published_odds)
