"""Scores: the total variation distance of chips, the order of several numbers, and the calibration of confidence."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple


def total_variation_in_chips(prediction: Mapping[Any, Fraction], exact: Mapping[Any, Fraction], chips: int) -> Fraction:
    """Return the total variation distance in chips: 0 if the chips equal the exact probabilities, at most `chips`."""
    return chips * sum((max(Fraction(0), prediction[outcome] - exact[outcome]) for outcome in prediction), Fraction(0))


def chip_proportions(chips: Mapping[Hashable, int]) -> dict[Hashable, Fraction]:
    """Return the proportion of the chips on each outcome. Raise ValueError if there are no chips."""
    total = sum(chips.values())
    if not total:
        raise ValueError("There are no chips.")
    return {outcome: Fraction(n, total) for outcome, n in chips.items()}


def spread_evenly(outcomes: Sequence[Hashable], chip_count: int) -> dict[Hashable, int]:
    """Spread chips as evenly as possible."""
    each, over = divmod(chip_count, len(outcomes))
    return {outcome: each + (i < over) for i, outcome in enumerate(outcomes)}


def ordered_and_total_pair_counts(values: Sequence[Fraction]) -> tuple[int, int]:
    """Return the number of pairs in ascending order and the number of all pairs. Equal values count as ordered."""
    pairs = list(combinations(values, 2))
    return sum(a <= b for a, b in pairs), len(pairs)


@dataclass(frozen=True, slots=True)
class ConfidenceRating:
    """Confidence in an answer, in percent, and whether the answer was right."""

    confidence: int
    is_correct: bool


MIN_RATED_ANSWERS = 10
"""Minimum number of answers for a calibration."""


class CalibrationGroup(NamedTuple):
    """Answers with the same stated confidence."""

    stated: float
    """Stated confidence, from 0 to 1."""
    observed: float
    """Proportion of right answers, from 0 to 1."""
    answer_count: int


def calibration_groups(rated: Sequence[ConfidenceRating]) -> list[CalibrationGroup]:
    """Group answers by confidence. The result is empty for too few answers."""
    if len(rated) < MIN_RATED_ANSWERS:
        return []
    groups = []
    for sure in sorted({one.confidence for one in rated}):
        right = [one.is_correct for one in rated if one.confidence == sure]
        groups.append(CalibrationGroup(sure / 100, sum(right) / len(right), len(right)))
    return groups
