"""Card counts: the number of each card in collections without an order."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from random import Random

CardCounts = dict[str, int]
T = TypeVar("T")


def add_cards(counts: CardCounts, card: str, n: int = 1) -> None:
    """Add n copies of a card to a multiset."""
    counts[card] = counts.get(card, 0) + n


def insert_sorted(counts: CardCounts, card: str) -> None:
    """Add a card to a sorted multiset.

    >>> hand = {"gold": 1, "wrath": 1}
    >>> insert_sorted(hand, "guard")
    >>> hand
    {'gold': 1, 'guard': 1, 'wrath': 1}
    """
    if card in counts:
        counts[card] += 1
        return
    cards, pop = list(counts), counts.pop
    counts[card] = 1
    for other in cards[bisect(cards, card) :]:
        counts[other] = pop(other)


def remove_card(counts: CardCounts, card: str) -> None:
    """Remove one copy of a card from a multiset. Raise KeyError if the multiset does not contain the card."""
    left = counts[card] - 1
    if left:
        counts[card] = left
    else:
        del counts[card]


def card_list(counts: Mapping[str, int]) -> list[str]:
    """Return a list with all copies of each card, grouped by card."""
    return [card for card, n in counts.items() for _ in range(n)]


def sorted_counts(counts: CardCounts) -> CardCounts:
    """Return the same multiset with sorted cards, so that equal multisets have the same iteration order.

    >>> sorted_counts({"wrath": 1, "gold": 2})
    {'gold': 2, 'wrath': 1}
    """
    return dict(sorted(counts.items())) if len(counts) > 1 else counts


def deal_cards(scratch_cards: list[T], n: int, rng: Random) -> list[T]:
    """Return n of the cards in random order. The function changes the order and content of the given list.

    The function does not use `rng.sample`, which calls other methods than `random()`.
    """
    if n > len(scratch_cards):
        raise ValueError(f"{n} cards cannot be dealt from {len(scratch_cards)}.")
    random, hand = rng.random, []
    for left in range(len(scratch_cards), len(scratch_cards) - n, -1):
        place = int(random() * left)
        hand.append(scratch_cards[place])
        scratch_cards[place] = scratch_cards[left - 1]
    return hand
