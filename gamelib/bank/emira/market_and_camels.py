"""Questions about the market: camels, auctions, event cards, counters and status cards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from random import Random

from ...games.emira.odds import EmiraOdds, auction_advantage, published_odds
from ..entries import OwnCode

LIMIT = 500  # both bidders value the lot between 0 and this limit


def camel_discount(camels: int, odds: EmiraOdds = published_odds) -> int:
    """Return the discount on a bid, in gold, for this number of camels.

    The discount for each camel is the first number on the camel disc.
    """
    return odds.tables.camel_track[0] * camels


# -- camels at an auction ------------------------------------------------------------------------


def integrate_by_simpson(f: Callable[[Fraction], Fraction], low: Fraction, high: Fraction) -> Fraction:
    """Return the exact integral of a polynomial of degree 3 at most."""
    return (high - low) / 6 * (f(low) + 4 * f((low + high) / 2) + f(high))


def mean_gain_from_camel_discount_by_integration(camels: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Compute the mean gain by a second method: integrate over both values piece by piece with Simpson's rule."""
    limit, s = Fraction(LIMIT), Fraction(camel_discount(camels, odds))

    def mean_gain_given_own_value(discount: Fraction, mine: Fraction) -> Fraction:
        """Return the mean gain over all values that the lot can have for the rival, given its value for the player."""
        top = min(limit, mine + discount)
        parts = pairwise([Fraction(0), min(discount, top), top])
        return (
            sum(
                (integrate_by_simpson(lambda v: mine - max(Fraction(0), v - discount), a, b) for a, b in parts),
                Fraction(0),
            )
            / limit
        )

    gain = Fraction(0)
    for discount, sign in ((s, 1), (Fraction(0), -1)):
        cuts = [Fraction(0), limit - discount, limit]
        for a, b in pairwise(cuts):
            gain += sign * integrate_by_simpson(partial(mean_gain_given_own_value, discount), a, b) / limit
    return gain


def draw_bidder_gain_from_camels(rng: Random, camels: int, odds: EmiraOdds = published_odds) -> float:
    """Draw a random value of the lot for the player and the rival, and return the gain from the camels."""
    mine, rival, discount = LIMIT * rng.random(), LIMIT * rng.random(), camel_discount(camels, odds)
    with_camels = mine - max(0.0, rival - discount) if mine + discount > rival else 0.0
    return with_camels - max(0.0, mine - rival)


CAMELS = OwnCode(
    answer=lambda camels, odds: auction_advantage(camel_discount(camels, odds), LIMIT).mean_gain,
    answer_by_second_method=mean_gain_from_camel_discount_by_integration,
    run_trial=draw_bidder_gain_from_camels,
    text_values=lambda camels, odds: {
        "limit": LIMIT,
        "discount": camel_discount(camels, odds),
        "won": auction_advantage(camel_discount(camels, odds), LIMIT).p_win,
    },
)


OWN_CODE: dict[str, OwnCode] = {"emira-camel-auction": CAMELS}
