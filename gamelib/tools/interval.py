"""How far a figure of a simulation may be off. Knows no game."""

from __future__ import annotations

import math

Z95 = 1.959964
"""Standard errors to either side of a mean that hold 95 % of a normal distribution."""


def band95(count: int, runs: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share seen `count` times in `runs` (at least one), as (low, high) in [0, 1].

    >>> [round(end, 3) for end in band95(10, 100)]
    [0.055, 0.174]
    """
    share, z2 = count / runs, Z95 * Z95
    middle = (share + z2 / (2 * runs)) / (1 + z2 / runs)
    half = Z95 * math.sqrt(share * (1 - share) / runs + z2 / (4 * runs * runs)) / (1 + z2 / runs)
    return max(0.0, middle - half), min(1.0, middle + half)


def binomial(runs: int, chance: float) -> list[float]:
    """The chances of 0, 1, ... hits in so many runs, each a hit with this chance.

    >>> [round(chance, 4) for chance in binomial(2, 0.5)]
    [0.25, 0.5, 0.25]
    """
    if not 0 < chance < 1:
        return [float(hits == runs * chance) for hits in range(runs + 1)]
    yes, no, ways = math.log(chance), math.log1p(-chance), math.lgamma(runs + 1)  # the ways are too many for a float
    return [
        math.exp(ways - math.lgamma(hits + 1) - math.lgamma(runs - hits + 1) + hits * yes + (runs - hits) * no)
        for hits in range(runs + 1)
    ]
