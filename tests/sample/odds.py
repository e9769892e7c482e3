"""Exact chances of Outbid."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gamelib.games.asked import asked


@asked
def below(values: Sequence[int], value: int) -> Fraction:
    """The chance that one of the cards with these values, drawn at random, is below a value (OUT-2.1).

    ValueError without a card.

    >>> below([1, 2, 3, 3], 3)
    Fraction(1, 2)
    """
    if not values:
        raise ValueError("There is no card to draw.")
    return Fraction(sum(each < value for each in values), len(values))
