"""Comparison of a pupil's data with a model, by simulation: how often does the model itself deviate as much?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from gamelib.number_format import count_with_noun, format_percent

DEFAULT_SAMPLES = 1000
"""Number of samples from the model, each as large as the data."""
MAX_OWN_DATA = 600
"""Maximum number of observations of one pupil."""
MAX_SIMULATED_VALUES = 600_000
"""Maximum number of observations in all samples together. With more data there are fewer samples."""
MIN_SAMPLES = 100
MIN_DATA = 20
"""Minimum number of observations for a verdict about the model."""
RARE_PROPORTION = Fraction(1, 20)
"""Proportion of equally extreme samples below which the model is doubtful."""


@dataclass(frozen=True, slots=True)
class FitResult:
    """Result of a simulation: `extreme_sample_count` samples of the model deviated at least as much as the data."""

    sample_size: int
    extreme_sample_count: int
    simulated_sample_count: int = DEFAULT_SAMPLES

    @property
    def extreme_proportion(self) -> Fraction:
        """Proportion of samples that deviate at least as much as the data."""
        return Fraction(self.extreme_sample_count, self.simulated_sample_count)

    @property
    def verdict_text(self) -> str:
        """Verdict in a few sentences."""
        made = (
            f"The page made {count_with_noun(self.simulated_sample_count, 'sample')} of "
            f"{count_with_noun(self.sample_size, 'thing')} with the model. {self.extreme_sample_count:,} "
            f"({format_percent(self.extreme_proportion)}) of them were at least as far from the exact values as "
            "yours."
        )
        if self.sample_size < MIN_DATA:
            return f"{made} But with fewer than {MIN_DATA} results, nearly everything fits. Collect more."
        if self.extreme_proportion >= RARE_PROPORTION:
            return (
                f"{made} That is not rare, so your data fit the model. This proves nothing, because other models may "
                "fit too."
            )
        return (
            f"{made} That is rare. Either something unusual happened by chance, or the model is wrong. Collect new "
            "data and see."
        )


def chi_square_statistic(counts: Sequence[int], probabilities: Sequence[Fraction]) -> Fraction:
    """Return the chi-square statistic: squared differences divided by the expected counts, added up.

    `counts` has the observed count of each outcome. `probabilities` are the probabilities of the model, which must not
    be 0. The result is 0 for data equal to the expected counts.
    """
    n = sum(counts)
    return sum(((Fraction(k) - n * p) ** 2 / (n * p) for k, p in zip(counts, probabilities, strict=True)), Fraction(0))


def compare_pupil_data_with_model(counts: Sequence[int], probabilities: Sequence[Fraction]) -> FitResult:
    """Compare the counts of one pupil with samples of the model. The same counts give the same result.

    Raise ValueError if there are no data or too many data, or if a count is invalid.
    """
    if sum(count for count in counts if type(count) is int) > MAX_OWN_DATA:
        raise ValueError(f"Enter some results first, but at most {MAX_OWN_DATA}.")
    return compare_class_data_with_model(tuple(counts), tuple(probabilities))


@lru_cache(maxsize=64)
def compare_class_data_with_model(counts: tuple[int, ...], probabilities: tuple[Fraction, ...]) -> FitResult:
    """Compare the combined counts of a class with samples of the model. For larger counts, use fewer samples.

    Raise ValueError if there are no data, or if a count is invalid.
    """
    if not all(type(k) is int and k >= 0 for k in counts) or len(counts) != len(probabilities):
        raise ValueError("Enter a whole number from 0 up for each outcome.")
    n = sum(counts)
    if not n:
        raise ValueError(f"Enter some results first, but at most {MAX_OWN_DATA}.")
    rng, places, weights = Random(f"fit {list(counts)}"), range(len(counts)), [float(p) for p in probabilities]
    expected = [n * p for p in weights]
    limit = float(chi_square_statistic(counts, probabilities)) - 1e-9
    far, times = 0, max(MIN_SAMPLES, min(DEFAULT_SAMPLES, math.ceil(MAX_SIMULATED_VALUES / n)))
    for _ in range(times):
        came = Counter(rng.choices(places, weights, k=n))
        far += sum((came[i] - mean) ** 2 / mean for i, mean in enumerate(expected)) >= limit
    return FitResult(n, far, times)
