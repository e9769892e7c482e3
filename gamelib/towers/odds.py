"""Exact odds of the deal: what a cache holds, who starts, what going first costs, who draws a closer.

A random cache is three of the 48 playing cards. Distributions are `Dist`s, chances and means Fractions.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, cast

from ..dist import Dist
from .geometry import NUMBER
from .state import CACHE

if TYPE_CHECKING:
    from . import Towers
    from .tables import SeatTables

CARDS, SUIT, SUITS = 48, 8, 6
CORNER_CELLS, EDGE_CELLS = 5, 3  # TOW-3.7
CORNER_CARDS = 24


def towers() -> Towers:
    """The game with its own card tables."""
    from .. import game

    return cast("Towers", game("towers"))


def tables() -> SeatTables:
    """What two seats, one on each side, can do by the default rules: [0] is side A, [1] side B."""
    game = towers()
    return game.seat_tables(2, {name: option.default for name, option in game.options.items()})


def check_range(value: int, least: int, most: int, words: str) -> None:
    """ValueError with a plain sentence unless least <= value <= most."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{words} is a whole number from {least} to {most}, not {value!r}.")


@cache
def all_caches() -> tuple[tuple[str, str, str], ...]:
    """All 17,296 caches."""
    return tuple(cast("tuple[str, str, str]", held) for held in combinations(towers().playing, CACHE))


def cards_of_suits(suits: int = 1) -> Dist[int]:
    """How many cards of a cache belong to `suits` given suits (1 to 6)."""
    check_range(suits, 1, SUITS, "The number of suits")
    return Dist.hypergeometric(CARDS, SUIT * suits, CACHE)


def different_suits() -> Dist[int]:
    """How many different suits a cache shows: choose the suits, then a card of each."""
    three = comb(SUITS, 3) * SUIT**3
    two = SUITS * (SUITS - 1) * comb(SUIT, 2) * SUIT
    return Dist({1: SUITS * comb(SUIT, 3), 2: two, 3: three})


def corner_cards() -> Dist[int]:
    """How many cards of a cache have their symbol in a corner."""
    return Dist.hypergeometric(CARDS, CORNER_CARDS, CACHE)


def opening_plays() -> Dist[int]:
    """How many placements a cache has on six empty towers."""
    return corner_cards().map(lambda k: SUITS * (CORNER_CELLS * k + EDGE_CELLS * (CACHE - k)))


def start_rank(seats: int) -> Dist[int]:
    """The alphabetical place of the title that starts: the least of 3 cards a seat (TOW-1.8)."""
    check_range(seats, 2, 5, "The number of seats")
    dealt = CACHE * seats
    return Dist({rank: comb(CARDS - rank, dealt - 1) for rank in range(1, CARDS - dealt + 2)})


def caches_by_turn(seats: int) -> list[int]:
    """How many of the 16 caches each seat plays if nobody flees, the starter first (TOW-9.1)."""
    check_range(seats, 2, 5, "The number of seats")
    caches = CARDS // CACHE
    return [caches // seats + (place < caches % seats) for place in range(seats)]


def first_mover_coins(seats: int, debt: Fraction | int) -> list[Fraction]:
    """The coins of each seat, the starter first, if every turn adds `debt` cards and no tower closes (TOW-7.7)."""
    balances = [count * Fraction(debt) for count in caches_by_turn(seats)]
    return [sum(balances, Fraction(0)) - seats * balance for balance in balances]


def closer_among(closers: int, unseen: int, drawn: int = CACHE) -> Fraction:
    """The chance that at least one of `closers` is among `drawn` of `unseen` cards."""
    check_range(unseen, 0, CARDS, "The number of unseen cards")
    check_range(closers, 0, unseen, "The number of closers")
    check_range(drawn, 0, unseen, "The number of cards drawn")
    return 1 - Fraction(comb(unseen - closers, drawn), comb(unseen, drawn))


# -- by listing all caches ---------------------------------------------------------------------


@cache
def listed_suits() -> Counter[tuple[int, ...]]:
    """All caches by their cards of each suit, in the order of the row."""
    game = towers()
    return Counter(tuple(sum(game.suit[card] == suit for card in held) for suit in game.suits) for held in all_caches())


@cache
def listed_corners() -> Counter[int]:
    """All caches by their number of cards with the symbol in a corner."""
    game = towers()
    return Counter(sum(NUMBER[game.alignment[card]] % 2 == 0 for card in held) for held in all_caches())
