"""Questions about mood plates, wares, and the information that a purchase gives."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from ...dist import Dist
from ...games.wishes.odds import EXAMPLE_WARES, WishesOdds, published_odds
from ..entries import OwnCode

SEATS = 3
DisplayedPlatesCase: TypeAlias = Literal["none", "best", "forbidding"]
"""Which plates were displayed in earlier rounds: no plate, those with the most points, or those that forbid a wish."""


def plate_count_per_round(odds: WishesOdds = published_odds) -> int:
    """Return the number of plates in a round (WIS-1.7)."""
    return odds.tables.seats[SEATS].plates


def plate_names(odds: WishesOdds = published_odds) -> list[str]:
    """Return the names of all plates."""
    return sorted(odds.tables.plates)


# -- blocked by the mood ---------------------------------------------------------------------------------


def p_any_wanted_plate(left: int, wanted: int, drawn: int) -> Fraction:
    """Return the probability that at least one of the wanted plates is drawn."""
    return Dist.hypergeometric(left, wanted, drawn).p_at_least(1)


# -- close now or wait -------------------------------------------------------------------------------------


@lru_cache(8)
def plates_displayed_in_case(case: DisplayedPlatesCase, odds: WishesOdds = published_odds) -> tuple[str, ...]:
    """Return the plates that were displayed in earlier rounds."""
    plates = odds.tables.plates
    most = max(plate.extra_points for plate in plates.values())
    shown = {
        "none": [],
        "best": [name for name in plate_names(odds) if plates[name].extra_points == most],
        "forbidding": [name for name in plate_names(odds) if plates[name].effect == "nauseate"],
    }
    return tuple(shown[case])


def plates_still_to_come(case: DisplayedPlatesCase, odds: WishesOdds = published_odds) -> list[str]:
    """Return the plates that can still be drawn."""
    return [name for name in plate_names(odds) if name not in plates_displayed_in_case(case, odds)]


def remaining_plate_wish_bonuses(
    case: DisplayedPlatesCase = "none", odds: WishesOdds = published_odds
) -> list[int | None]:
    """Return the extra points for a wish under each plate that can still be drawn.

    The value is None for a plate that forbids the player to fulfil a wish.
    """
    plates = [odds.tables.plates[name] for name in plates_still_to_come(case, odds)]
    return [None if plate.effect == "nauseate" else plate.extra_points for plate in plates]


# -- cards added by plates -----------------------------------------------------------------------------------


def card_adding_plate_count(odds: WishesOdds = published_odds) -> int:
    """Return the number of plates that add a card to the stack."""
    return sum(plate.adds_card for plate in odds.tables.plates.values())


# -- information in a purchase--------------------------------------------------------------------------------------

OTHERS = ("K2", "K3", "K4", "K5", "K6")
STALLS = {"Left": "left", "Centre": "middle", "Right": "right"}


def net_ware_points(card: str, ware: str, odds: WishesOdds = published_odds) -> Fraction:
    """Return the points of a ware on a score card minus the price of the ware. Two Gems count as one point."""
    return odds.tables.ware_points(card, ware) - Fraction(odds.tables.wares[ware].cost, 2)


def ware_sold_at_stall(purchase: str, odds: WishesOdds = published_odds) -> str:
    """Return the ware that a stall sells."""
    return next(ware for ware in EXAMPLE_WARES if odds.tables.wares[ware].merchant == purchase)


OWN_CODE: dict[str, OwnCode] = {}
