"""Questions about card draws: the probability of a particular card, and the value of a choice of two cards."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ...games.hadara.odds import HadaraOdds, p_card_in_own_pair, published_odds
from ..entries import OwnCode


def epoch_card_count_of_colour(cards: str, odds: HadaraOdds = published_odds) -> int:
    """Return the number of cards of a colour in an epoch, starred ones included."""
    return len(odds.cards_of_colour(1, cards))


# -- 3 a card among the player's own two -------------------------------------------------------------


def cards_left_before_turn(place: int, cards: str, odds: HadaraOdds = published_odds) -> int:
    """Return the number of cards that remain just before the player at this place in the turn order draws two."""
    return epoch_card_count_of_colour(cards, odds) - 2 * (place - 1)


def p_card_in_own_pair_turn_by_turn(place: int, cards: str, odds: HadaraOdds = published_odds) -> Fraction:
    """Compute the probability by a second method: the card is still in the deck at your turn, and you draw it."""
    left = cards_left_before_turn(place, cards, odds)
    return Fraction(left, epoch_card_count_of_colour(cards, odds)) * Fraction(2, left)


OWN_TWO = OwnCode(
    answer=lambda place, cards, odds: p_card_in_own_pair(epoch_card_count_of_colour(cards, odds)),
    answer_by_second_method=p_card_in_own_pair_turn_by_turn,
    run_trial=lambda rng, place, cards, odds: (
        0 in rng.sample(range(epoch_card_count_of_colour(cards, odds)), 2 * place)[-2:]
    ),
)


# -- 4 the better of two cards -----------------------------------------------------------------------


@lru_cache(64)
def sorted_card_values(cards: str, odds: HadaraOdds = published_odds) -> tuple[int, ...]:
    """Return the values of the cards in order."""
    if cards == "ranks":
        return tuple(range(1, 11))
    red = odds.cards_of_colour(int(cards[-1]), "red")
    return tuple(sorted(card.points if cards.startswith("points") else card.steps[1] for card in red))


OWN_CODE: dict[str, OwnCode] = {"hadara-own-two": OWN_TWO}
