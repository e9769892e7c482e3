"""Counts: which cards there are and how many of each, where their order means nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from random import Random

Counts = dict[str, int]
T = TypeVar("T")


def add(counts: Counts, card: str, n: int = 1) -> None:
    """Put n copies of a card into a multiset."""
    counts[card] = counts.get(card, 0) + n


def take(counts: Counts, card: str) -> None:
    """Take one copy of a card out of a multiset; KeyError if there is none."""
    left = counts[card] - 1
    if left:
        counts[card] = left
    else:
        del counts[card]


def each(counts: Mapping[str, int]) -> list[str]:
    """Every card as often as it is there, one kind after the other."""
    return [card for card, n in counts.items() for _ in range(n)]


def dealt(cards: list[T], n: int, rng: Random) -> list[T]:
    """The first n of the cards, shuffled; the list given is used up. (`rng.sample` asks for more than `random()`.)"""
    if n > len(cards):
        raise ValueError(f"{n} cards cannot be dealt from {len(cards)}.")
    random, hand = rng.random, []
    for left in range(len(cards), len(cards) - n, -1):
        place = int(random() * left)
        hand.append(cards[place])
        cards[place] = cards[left - 1]
    return hand
