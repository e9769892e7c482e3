"""Questions about the two cards near the end of the game: Shuffle the Deck and Game Over."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

from ...dist import Dist
from ...games.harem.odds import HAND_SIZE, HaremOdds, published_odds
from ..entries import OwnCode
from .decks import master_deck_before_deal

# -- Shuffle the Deck ----------------------------------------------------------------------------


def replaced_card_count_step_by_step(seats: int, odds: HaremOdds = published_odds) -> Dist[int]:
    """Return the distribution of the number of At-once cards that the deal replaces, computed card by card."""
    at_once = sum(odds.game.card_kind[card] == "play_now" for card in master_deck_before_deal(seats, odds))
    states = {(HAND_SIZE * seats, 0): Fraction(1)}  # (cards still to deal, At-once cards drawn so far) -> probability
    met_when_done: dict[int, Fraction] = {}
    for drawn in range(HAND_SIZE * seats + at_once):
        after: dict[tuple[int, int], Fraction] = {}
        for (to_deal, met), chance in states.items():
            p = Fraction(at_once - met, len(master_deck_before_deal(seats, odds)) - drawn)
            for key, q in (((to_deal, met + 1), p), ((to_deal - 1, met), 1 - p)):
                if key[0]:
                    after[key] = after.get(key, Fraction(0)) + chance * q
                else:
                    met_when_done[key[1]] = met_when_done.get(key[1], Fraction(0)) + chance * q
        states = after
    common = comb(len(master_deck_before_deal(seats, odds)), at_once)
    return Dist({met: int(chance * common) for met, chance in met_when_done.items()})


def p_shuffle_within_draws_card_by_card(seats: int, draws: int, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the probability of a shuffle within `draws` draws by a second method.

    The method computes the deal card by card, and then the draws from the lower half of the deck.

    In the lower half, each draw is Shuffle the Deck with probability 1 / (cards left).
    """
    top, bottom = odds.deck_half_sizes(seats)
    dealt = replaced_card_count_step_by_step(seats, odds)
    chance = Fraction(0)
    for met, ways in dealt.items():
        into_bottom = draws - (top - HAND_SIZE * seats - met)
        still_away = Fraction(1)
        for drawn in range(max(0, min(bottom, into_bottom))):
            still_away *= 1 - Fraction(1, bottom - drawn)
        chance += Fraction(ways, dealt.total) * (1 - still_away)
    return chance


def simulate_draws_until_shuffle(rng: Random, seats: int, odds: HaremOdds = published_odds) -> int:
    """Simulate the setup and the deal, and count the draws until Shuffle the Deck."""
    game = odds.game
    cards = master_deck_before_deal(seats, odds)
    rng.shuffle(cards)
    top = len(cards) // 2
    lower = [*cards[top:], "PN-SHUFFLE"]
    rng.shuffle(lower)
    laid = [*cards[:top], *lower]
    dealt = used = 0
    while dealt < HAND_SIZE * seats:
        dealt += game.card_kind[laid[used]] != "play_now"
        used += 1
    return laid.index("PN-SHUFFLE") - used + 1


SHUFFLE_WITHIN = OwnCode(
    answer=lambda seats, draws, odds: odds.shuffle_draw_number(seats).p(range(draws + 1)),
    answer_by_second_method=p_shuffle_within_draws_card_by_card,
    run_trial=lambda rng, seats, draws, odds: simulate_draws_until_shuffle(rng, seats, odds) <= draws,
)


def mean_draws_until_shuffle_by_linearity(seats: int, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the mean number of draws by a second method, the linearity of the mean.

    The mean is the number of remaining cards in the top half, minus the mean number of replaced cards, plus the mean
    position in the lower half. Each At-once card comes before the last dealt card with the same probability.
    """
    top, bottom = odds.deck_half_sizes(seats)
    others = sum(odds.opening_hand_card_counts(seats).values())
    at_once = len(master_deck_before_deal(seats, odds)) - others
    return top - HAND_SIZE * seats - at_once * Fraction(HAND_SIZE * seats, others + 1) + Fraction(bottom + 1, 2)


SHUFFLE_WHEN = OwnCode(
    answer=lambda seats, odds: odds.shuffle_draw_number(seats).mean,
    answer_by_second_method=mean_draws_until_shuffle_by_linearity,
    run_trial=simulate_draws_until_shuffle,
    chart_data=lambda seats, odds: {"dist": odds.shuffle_draw_number(seats)},
)


# -- Game Over -----------------------------------------------------------------------------------


def simulate_game_over_place(rng: Random, cards: int) -> int:
    """Shuffle the cards and return the position of Game Over, counted from 1."""
    order = list(range(cards))  # 0 is Game Over
    rng.shuffle(order)
    return order.index(0) + 1


OWN_CODE: dict[str, OwnCode] = {"harem-shuffle-within": SHUFFLE_WITHIN, "harem-shuffle-when": SHUFFLE_WHEN}
