"""Questions about the deal: the content of a cache, the first player, and the draw of a card that closes a tower."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ...games.towers.odds import TowersOdds, published_odds
from ...games.towers.state import CACHE_SIZE
from ..entries import OwnCode


def draw_random_cards(rng: Random, cards: int = CACHE_SIZE, odds: TowersOdds = published_odds) -> list[str]:
    """Return distinct random playing cards."""
    return rng.sample(odds.game.playing_cards, cards)


# -- 4 the advantage of the first player ----------------------------------------------------------


def _starter_by_payments(seats: int, debt: int, odds: TowersOdds = published_odds) -> Fraction:
    """Compute the coins of the first player by a second method.

    Compute the payment of each pair of players from the difference of their balances (TOW-7.6).
    """
    balances = [count * debt for count in odds.played_cache_count_by_seat(seats)]
    return Fraction(sum(other - balances[0] for other in balances[1:]))


def _starter_trial(rng: Random, seats: int, debt: int, odds: TowersOdds = published_odds) -> int:
    balances = [
        sum(debt - 1 + int(rng.random() * 3) for _ in range(count)) for count in odds.played_cache_count_by_seat(seats)
    ]
    return sum(balances) - seats * balances[0]


GOING_FIRST = OwnCode(
    answer=lambda seats, debt, odds: odds.coins_by_turn_order(seats, debt)[0],
    answer_by_second_method=_starter_by_payments,
    run_trial=_starter_trial,
)

OWN_CODE: dict[str, OwnCode] = {"towers-going-first": GOING_FIRST}
