"""Scores: chips that lie wrong, the order of several numbers, and how often one is right when one is sure."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any


def total_variation_in_chips(prediction: Mapping[Any, Fraction], exact: Mapping[Any, Fraction], chips: int) -> Fraction:
    """How many of the chips lie where the exact chances have none of them: 0 for the exact chances, `chips` at most."""
    return chips * sum((max(Fraction(0), prediction[outcome] - exact[outcome]) for outcome in prediction), Fraction(0))


def chip_proportions(chips: Mapping[Hashable, int]) -> dict[Hashable, Fraction]:
    """Chips as shares of all chips. ValueError if there are none."""
    total = sum(chips.values())
    if not total:
        raise ValueError("There are no chips.")
    return {outcome: Fraction(n, total) for outcome, n in chips.items()}


def spread_evenly(outcomes: Sequence[Hashable], chip_count: int) -> dict[Hashable, int]:
    """Chips spread as evenly as whole chips can be."""
    each, over = divmod(chip_count, len(outcomes))
    return {outcome: each + (i < over) for i, outcome in enumerate(outcomes)}


def ordered_and_total_pair_counts(values: Sequence[Fraction]) -> tuple[int, int]:
    """How many pairs of the values stand in rising order, and how many pairs there are; equals count as in order."""
    pairs = list(combinations(values, 2))
    return sum(a <= b for a, b in pairs), len(pairs)


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """How sure somebody was of an answer, in per cent, and whether it was right."""

    confidence: int
    is_correct: bool


MIN_RATED_ANSWERS = 10
"""Answers below which nothing is said about a person's sureness."""


def calibration_groups(rated: Sequence[RatedAnswer]) -> list[tuple[float, float, int]]:
    """Answers by how sure one was: (what was said, the share that was right, how many); empty for too few."""
    if len(rated) < MIN_RATED_ANSWERS:
        return []
    groups = []
    for sure in sorted({one.confidence for one in rated}):
        right = [one.is_correct for one in rated if one.confidence == sure]
        groups.append((sure / 100, sum(right) / len(right), len(right)))
    return groups
