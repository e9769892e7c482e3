"""Exact probabilities of the deal: cards of a cache, first player, and cards that close a tower.

A random cache has three of the playing cards. Distributions are `Dist` objects. Probabilities and means are Fractions.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, cast

from ...dist import Dist
from ...validation import validate_int
from ..argument_validation import validate_args, validate_choice
from ..odds import GameOdds, cached_method
from .geometry import CELL_NUMBER, CELLS
from .state import CACHE_SIZE

if TYPE_CHECKING:
    from . import Towers
    from .placement_tables import SeatPlacementTables

MAX_UNSEEN = 1000


@validate_args
def p_closer_drawn(closers: int, unseen: int, drawn: int = CACHE_SIZE) -> Fraction:
    """Return the probability that `drawn` of `unseen` cards contain at least one of `closers` closing cards."""
    validate_int(unseen, "The number of unseen cards", 0, MAX_UNSEEN)
    validate_int(closers, "The number of closers", 0, unseen)
    validate_int(drawn, "The number of cards drawn", 0, unseen)
    return 1 - Fraction(comb(unseen - closers, drawn), comb(unseen, drawn))


class TowersOdds(GameOdds):
    """Probabilities for one card set of Towers."""

    game: Towers

    def suit_count(self) -> int:
        """Return the number of suits, which is also the number of towers."""
        return len(self.game.suits)

    def card_count(self) -> int:
        """Return the number of playing cards."""
        return len(self.game.playing_cards)

    def cards_per_suit(self) -> int:
        """Return the number of playing cards of each suit, which is also the number of cells."""
        return self.card_count() // self.suit_count()

    def corner_card_count(self) -> int:
        """Return the number of playing cards with the symbol in a corner."""
        return sum(number % 2 == 0 for number in self.game.alignment_number.values())

    @validate_args
    def cells_on_empty_tower(self, alignment: str) -> int:
        """Return the number of cells of an empty tower on which a card with this alignment fits (TOW-3.7)."""
        validate_choice(alignment, "An alignment", CELLS)
        return self.game.geometry().open_cell_masks[CELL_NUMBER[alignment]][0].bit_count()

    @validate_args
    def cards_of_suits_in_cache(self, suits: int = 1) -> Dist[int]:
        """Return the distribution of the number of cards of some suits in a cache. `suits` is the number of suits."""
        validate_int(suits, "The number of suits", 1, self.suit_count())
        return Dist.hypergeometric(self.card_count(), self.cards_per_suit() * suits, CACHE_SIZE)

    def different_suits(self) -> Dist[int]:
        """Return the distribution of the number of different suits in a cache."""
        suits, cards = self.suit_count(), self.cards_per_suit()
        two = suits * (suits - 1) * comb(cards, 2) * cards
        return Dist({1: suits * comb(cards, 3), 2: two, 3: comb(suits, 3) * cards**3})

    def corner_cards_in_cache(self) -> Dist[int]:
        """Return the distribution of the number of cards in a cache with the symbol in a corner."""
        return Dist.hypergeometric(self.card_count(), self.corner_card_count(), CACHE_SIZE)

    def legal_opening_placement_count(self) -> Dist[int]:
        """Return the distribution of the number of legal placements of a cache on empty towers."""
        towers, corner, edge = self.suit_count(), self.cells_on_empty_tower("CG"), self.cells_on_empty_tower("NG")
        return self.corner_cards_in_cache().map(lambda k: towers * (corner * k + edge * (CACHE_SIZE - k)))

    @validate_args
    def rank_of_first_dealt_title(self, seats: int) -> Dist[int]:
        """Return the distribution of the alphabetical rank of the first title among the dealt cards (TOW-1.8)."""
        validate_int(seats, "The number of seats", 2, 5)
        dealt, cards = CACHE_SIZE * seats, self.card_count()
        return Dist({rank: comb(cards - rank, dealt - 1) for rank in range(1, cards - dealt + 2)})

    @validate_args
    def played_cache_count_by_seat(self, seats: int) -> list[int]:
        """Return the number of caches of each seat in turn order if nobody flees (TOW-9.1)."""
        validate_int(seats, "The number of seats", 2, 5)
        caches = self.card_count() // CACHE_SIZE
        return [caches // seats + (place < caches % seats) for place in range(seats)]

    @validate_args
    def coins_by_turn_order(self, seats: int, debt: Fraction | int, coin_value: int = 1) -> list[Fraction]:
        """Return the coins of each seat in turn order if each turn adds `debt` cards and no tower closes (TOW-7.7).

        `coin_value` is the number of coins per card (TOW-6.3).
        """
        validate_int(coin_value, "The coins for a card", 1)
        if debt < 0:
            raise ValueError(f"A turn adds cards to the balance or none, not {debt}.")
        balances = [count * Fraction(debt) * coin_value for count in self.played_cache_count_by_seat(seats)]
        return [sum(balances, Fraction(0)) - seats * balance for balance in balances]

    def two_seat_placement_tables(self) -> SeatPlacementTables:
        """Return the placement tables of two seats by the default rules: [0] is side A, [1] is side B."""
        game = self.game
        return game.card_placement_tables_by_seat(2, {name: option.default for name, option in game.options.items()})

    @cached_method(None)
    def all_caches(self) -> tuple[tuple[str, str, str], ...]:
        """Return all caches: 17,296 of the published cards."""
        return tuple(cast("tuple[str, str, str]", held) for held in combinations(self.game.playing_cards, CACHE_SIZE))

    # -- by listing all caches ---------------------------------------------------------------------

    @cached_method(None)
    def cache_suit_counts(self) -> Counter[tuple[int, ...]]:
        """Return all caches, each as its numbers of cards per suit."""
        game = self.game
        return Counter(
            tuple(sum(game.suit[card] == suit for card in held) for suit in game.suits) for held in self.all_caches()
        )

    @cached_method(None)
    def cache_corner_counts(self) -> Counter[int]:
        """Return all caches, each as its number of cards with the symbol in a corner."""
        game = self.game
        return Counter(sum(CELL_NUMBER[game.alignment[card]] % 2 == 0 for card in held) for held in self.all_caches())


published_odds = TowersOdds()


def __getattr__(name: str) -> Any:
    """Return odds of the published card tables."""
    return getattr(published_odds, name)


def __dir__() -> list[str]:
    return dir(published_odds)
