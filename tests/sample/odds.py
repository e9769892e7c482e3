"""Exact chances of Outbid."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gamelib.games.argument_validation import validate_args
from gamelib.games.odds import GameOdds
from gamelib.validation import short_repr


@validate_args
def below(values: Sequence[int], value: int) -> Fraction:
    """The chance that one of the cards with these values, drawn at random, is below a value (OUT-2.1).

    ValueError without a card.

    >>> below([1, 2, 3, 3], 3)
    Fraction(1, 2)
    """
    if not values:
        raise ValueError("There is no card to draw.")
    return Fraction(sum(each < value for each in values), len(values))


class OutbidOdds(GameOdds):
    """Those that read the card tables."""

    @validate_args
    def lower(self, card: str) -> Fraction:
        """The chance that a card drawn at random from all is lower than this one (OUT-2.1).

        ValueError for a card that there is not.

        >>> published_odds.lower("high")
        Fraction(1, 2)
        """
        values: dict[str, int] = self.game.values
        if card not in values:
            raise ValueError(f"There is no card {short_repr(card)}, only {', '.join(values)}.")
        return below([*values.values()], values[card])


published_odds = OutbidOdds()


def __getattr__(name: str) -> Any:
    """Asked of the module, they are those of the published card tables."""
    return getattr(published_odds, name)


def __dir__() -> list[str]:
    return dir(published_odds)
