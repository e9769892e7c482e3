"""Values for the questions without a game. An entry calls a function with its arguments, as in `day_gaps(days)`."""

from __future__ import annotations


def day_gaps(days: int) -> tuple[tuple[int, int], ...]:
    """Return the differences of two random days, each with its number of pairs of days."""
    return tuple((gap, days if gap == 0 else 2 * (days - gap)) for gap in range(days))


def offer_values(low: int, gap: int) -> tuple[int, ...]:
    """Return the four offers for a bicycle."""
    return tuple(low + n * gap for n in range(4))
