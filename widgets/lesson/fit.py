"""Does the model fit? Own data beside what a model would give: how often it is itself this far off, by simulation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from gamelib.number_format import count_with_noun, format_percent

TIMES = 1000
"""Samples of the model, each as large as the data."""
MOST = 600
"""Things that one pupil can tally."""
MOST_THROWN = 600_000
"""Things that all samples have together; of more data there are fewer samples."""
LEAST_TIMES = 100
LEAST = 20
"""Things below which nothing is said of the model."""
RARE = Fraction(1, 20)
"""The share of samples as far off below which one doubts the model."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What a simulation says: `far` of `times` samples of the model were as far off as the data, or farther."""

    n: int
    far: int
    times: int = TIMES

    @property
    def share(self) -> Fraction:
        """How often the model itself is as far off."""
        return Fraction(self.far, self.times)

    @property
    def says(self) -> str:
        """The answer in a few sentences."""
        made = (
            f"The page has made {count_with_noun(self.times, 'sample')} of {count_with_noun(self.n, 'thing')} "
            "with the model. Of these "
            f"{self.far:,} ({format_percent(self.share)}) lay as far from it as yours, or farther."
        )
        if self.n < LEAST:
            return f"{made} But with fewer than {LEAST} nearly everything fits: go on."
        if self.share >= RARE:
            return f"{made} That is not rare: your data fit the model. It proves nothing: others may fit as well."
        return f"{made} That is rare. Either you had rare luck, or the model is wrong. Collect anew, and see."


def off(counts: Sequence[int], chances: Sequence[Fraction]) -> Fraction:
    """How far data are from a model: squares of the differences, each as a part of what the model expects, added up.

    `counts`: how often each outcome came; `chances`: the model's, none of them 0. 0 for data just as expected.
    """
    n = sum(counts)
    return sum(((Fraction(k) - n * p) ** 2 / (n * p) for k, p in zip(counts, chances, strict=True)), Fraction(0))


def fit(counts: Sequence[int], chances: Sequence[Fraction]) -> Fit:
    """How often samples of the model are as far off as these counts; the same counts get the same answer.

    ValueError for no data, for too many, or for what is no count.
    """
    if sum(count for count in counts if type(count) is int) > MOST:
        raise ValueError(f"Tally some first, and at most {MOST}.")
    return fit_of_all(tuple(counts), tuple(chances))


@lru_cache(maxsize=64)
def fit_of_all(counts: tuple[int, ...], chances: tuple[Fraction, ...]) -> Fit:
    """The same for the tallies of many together, of any number: the more there are, the fewer samples are made.

    ValueError for no data, or for what is no count.
    """
    if not all(type(k) is int and k >= 0 for k in counts) or len(counts) != len(chances):
        raise ValueError("A tally has a whole number, from 0 up, for each outcome.")
    n = sum(counts)
    if not n:
        raise ValueError(f"Tally some first, and at most {MOST}.")
    rng, places, weights = Random(f"fit {list(counts)}"), range(len(counts)), [float(p) for p in chances]
    expected = [n * p for p in weights]
    limit = float(off(counts, chances)) - 1e-9
    far, times = 0, max(LEAST_TIMES, min(TIMES, math.ceil(MOST_THROWN / n)))
    for _ in range(times):
        came = Counter(rng.choices(places, weights, k=n))
        far += sum((came[i] - mean) ** 2 / mean for i, mean in enumerate(expected)) >= limit
    return Fit(n, far, times)
