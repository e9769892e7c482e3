"""95% confidence intervals of shares and means.

`wilson_interval_95` is for the share of runs with a hit. `Estimate.from_values` is for the mean of any other values.
Both intervals assume a fixed number of runs. They are too narrow if somebody stops the runs as soon as
the interval looks favourable.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Z95 = 1.959964
"""Number of standard errors on either side of a mean that contain 95% of a normal distribution."""
UNIT = 1.0
"""Difference that an unseen value is assumed to have if values have no bounds: one point of a score."""


def wilson_interval_95(hits: int, runs: int) -> tuple[float, float]:
    """Return Wilson's 95% interval for a share.

    Args:
        hits: Number of runs with a hit.
        runs: Total number of runs, at least 1.

    Returns:
        Lower and upper end, from 0 to 1.

    Example:
        >>> [round(end, 3) for end in wilson_interval_95(10, 100)]
        [0.055, 0.174]
        >>> [round(end, 2) for end in wilson_interval_95(16, 16)]
        [0.81, 1.0]
    """
    share, z2 = hits / runs, Z95 * Z95
    middle = (share + z2 / (2 * runs)) / (1 + z2 / runs)
    half = Z95 * math.sqrt(share * (1 - share) / runs + z2 / (4 * runs * runs)) / (1 + z2 / runs)
    return max(0.0, middle - half), min(1.0, middle + half)


def student_t_95(degrees_of_freedom: int) -> float:
    """Return the two-sided 95% quantile of Student's t distribution.

    Args:
        degrees_of_freedom: Number of values minus 1, at least 1.

    Returns:
        Number of standard errors to either side of the mean. From 4 degrees of freedom on, the value comes from the
        Cornish-Fisher expansion, with an error below 0.05.
    """
    if degrees_of_freedom < 4:
        return (12.706, 4.303, 3.182)[degrees_of_freedom - 1]
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * degrees_of_freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees_of_freedom * degrees_of_freedom)
    )


def max_differing_share_95(values: int) -> float:
    """Return the largest share of differing values that is consistent with a sample of equal values.

    The result is the Clopper-Pearson bound. With a larger share, at least one value would differ with a probability
    above 97.5%.

    >>> round(max_differing_share_95(8), 3)
    0.369
    """
    return 1 - math.pow(0.025, 1 / values)


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% confidence interval."""

    mean: float
    low: float
    high: float
    std_dev: float
    """Standard deviation of the values."""

    @classmethod
    def from_values(cls, values: Sequence[float], bounds: tuple[float, float] | None = None) -> Estimate:
        """Estimate the mean of independent values.

        The interval is a t interval with a minimum width. The minimum width is needed because few values can be equal
        by chance. It assumes that a share `max_differing_share_95(len(values))` of all values is at a bound.

        Args:
            values: One value per run or deal, at least one.
            bounds: Lowest and highest possible value. Without bounds, unseen values are assumed to differ from the mean
                by one unit, and the interval of a single value is infinite.

        Returns:
            The mean, the interval inside the bounds, and the standard deviation.

        Example:
            >>> found = Estimate.from_values([1.0] * 8, (0.0, 1.0))
            >>> found.mean, round(found.low, 2), found.high
            (1.0, 0.63, 1.0)
        """
        n = len(values)
        mean = float(sum(values) / n)
        low, high = bounds or ((mean - UNIT, mean + UNIT) if n > 1 else (-math.inf, math.inf))
        alike = min(values) == max(values)  # because of rounding, equal values can have a standard deviation above 0
        spread = 0.0 if alike else math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1))
        half = 0.0 if alike else student_t_95(n - 1) * spread / math.sqrt(n)
        below, above = (max(half, max_differing_share_95(n) * abs(end - mean)) for end in (low, high))
        if bounds:
            return cls(mean, max(low, mean - below), min(high, mean + above), spread)
        return cls(mean, mean - below, mean + above, spread)


def estimate_mean(counts: Mapping[float, int], bounds: tuple[float, float] | None = None) -> Estimate:
    """Estimate the mean of values, given how often each value occurs.

    Args:
        counts: Number of occurrences of each value, at least 1 in total.
        bounds: Lowest and highest possible value, as for `Estimate.from_values`.

    Returns:
        The same estimate as from `Estimate.from_values`.

    Example:
        >>> estimate_mean({1: 8}, (0, 1)) == Estimate.from_values([1.0] * 8, (0, 1))
        True
    """
    return Estimate.from_values([value for value, times in counts.items() for _ in range(times)], bounds)


def binomial_probabilities(runs: int, p: float) -> list[float]:
    """Return the probabilities of 0, 1, ... hits in a number of runs.

    Args:
        runs: Number of runs.
        p: Probability of a hit in one run, from 0 to 1.

    Returns:
        One probability for each number of hits from 0 to `runs`.

    Example:
        >>> [round(chance, 4) for chance in binomial_probabilities(2, 0.5)]
        [0.25, 0.5, 0.25]
    """
    if not 0 < p < 1:
        return [float(hits == runs * p) for hits in range(runs + 1)]
    yes, no, ways = math.log(p), math.log1p(-p), math.lgamma(runs + 1)  # logarithms avoid an overflow of the counts
    return [
        math.exp(ways - math.lgamma(hits + 1) - math.lgamma(runs - hits + 1) + hits * yes + (runs - hits) * no)
        for hits in range(runs + 1)
    ]
