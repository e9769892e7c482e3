"""Scores of predictions: Brier, the order of several numbers, and what a person's own chances were worth."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations


def brier(said: Mapping[Hashable, Fraction], true: Mapping[Hashable, Fraction]) -> Fraction:
    """The Brier score that a prediction gets on average: the mean over what comes of sum (said - came)^2, 0 to 2.

    Both are shares by outcome that add up to 1. No prediction gets less than `true` itself does. ValueError if the
    shares do not add up.
    """
    for shares in (said, true):
        if sum(shares.values()) != 1:
            raise ValueError(f"The shares add up to {sum(shares.values())}, not to 1.")
    square = sum((p * p for p in said.values()), Fraction(0))
    hit = sum((said.get(outcome, Fraction(0)) * p for outcome, p in true.items()), Fraction(0))
    return square - 2 * hit + 1


def shares(chips: Mapping[Hashable, int]) -> dict[Hashable, Fraction]:
    """Chips as shares of all chips. ValueError if there are none."""
    total = sum(chips.values())
    if not total:
        raise ValueError("There are no chips.")
    return {outcome: Fraction(n, total) for outcome, n in chips.items()}


def spread(outcomes: Sequence[Hashable], chips: int) -> dict[Hashable, int]:
    """Chips spread as evenly as whole chips can be."""
    each, over = divmod(chips, len(outcomes))
    return {outcome: each + (i < over) for i, outcome in enumerate(outcomes)}


def in_order(values: Sequence[Fraction]) -> tuple[int, int]:
    """How many pairs of the values stand in rising order, and how many pairs there are; equals count as in order."""
    pairs = list(combinations(values, 2))
    return sum(a <= b for a, b in pairs), len(pairs)


@dataclass(frozen=True, slots=True)
class Said:
    """A chance that was said of something, and how often it came: 0 or 1, or a share of runs."""

    said: float
    came: float


BINS = ((0.0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01))


def calibration(predictions: Sequence[Said]) -> list[tuple[float, float, int]]:
    """Predictions in groups of nearby chances: (mean of what was said, mean of what came, how many)."""
    groups = []
    for low, high in BINS:
        inside = [p for p in predictions if low <= p.said < high]
        if inside:
            n = len(inside)
            groups.append((sum(p.said for p in inside) / n, sum(p.came for p in inside) / n, n))
    return groups
