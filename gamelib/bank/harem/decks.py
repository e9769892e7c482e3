"""Questions about the decks: opening hands and companions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

from ...games.harem.odds import CARDS_REMOVED_BEFORE_DEAL, HAND_SIZE, HaremOdds, published_odds
from ..entries import OwnCode

KIND = {"gold": "Gold cards", "sultans_wrath": "raid cards", "gem": "gems", "guard": "Guards"}


def master_deck_before_deal(seats: int, odds: HaremOdds = published_odds) -> list[str]:
    """Return the cards of the master deck before the deal, card by card, without Shuffle the Deck and Game Over."""
    cards = dict(odds.game.master_counts)
    cards["GUARD"] -= seats
    return [card for card, n in cards.items() if card not in CARDS_REMOVED_BEFORE_DEAL for _ in range(n)]


def deal_opening_hand(rng: Random, seats: int, odds: HaremOdds = published_odds) -> list[str]:
    """Deal all opening hands and return one of them."""
    game = odds.game
    cards = master_deck_before_deal(seats, odds)
    rng.shuffle(cards)
    dealt = [card for card in cards if game.card_kind[card] != "play_now"][: HAND_SIZE * seats]
    return dealt[::seats]


def opening_pile_kind_and_total(seats: int, kind: str, odds: HaremOdds = published_odds) -> tuple[int, int]:
    """Return the number of cards of one kind in the pile for opening hands, and the size of the whole pile."""
    cards = odds.opening_hand_card_counts(seats)
    return sum(n for card, n in cards.items() if odds.game.card_kind[card] == kind), sum(cards.values())


# -- opening hands -------------------------------------------------------------------------------


OPENING_NONE = OwnCode(
    run_trial=lambda rng, seats, kind, odds: all(
        odds.game.card_kind[card] != kind for card in deal_opening_hand(rng, seats, odds)
    ),
)


def mean_hand_gold_over_hands(seats: int, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the mean gold of a hand by a second method.

    List all combinations of Gold cards, and weight the gold of each one by its number of hands.
    """
    game, cards = odds.game, odds.opening_hand_card_counts(seats)
    others = sum(n for card, n in cards.items() if card not in game.gold_cards)
    total = 0
    for held in product(*(range(min(HAND_SIZE, cards[card]) + 1) for card in game.gold_cards)):
        if sum(held) <= HAND_SIZE:
            ways = comb(others, HAND_SIZE - sum(held))
            for card, n in zip(game.gold_cards, held, strict=True):
                ways *= comb(cards[card], n)
            total += ways * sum(game.payment_value[card] * n for card, n in zip(game.gold_cards, held, strict=True))
    return Fraction(total, comb(sum(cards.values()), HAND_SIZE))


OPENING_GOLD = OwnCode(
    answer_by_second_method=mean_hand_gold_over_hands,
    run_trial=lambda rng, seats, odds: sum(
        odds.game.payment_value.get(c, 0) for c in deal_opening_hand(rng, seats, odds) if c in odds.game.gold_cards
    ),
)


# -- companions ----------------------------------------------------------------------------------


COMPANION_CHEAP = OwnCode(
    chart_data=lambda draws, cost, odds: {"dist": odds.cheapest_companion_cost(draws)},
)


OWN_CODE: dict[str, OwnCode] = {
    "harem-opening-none": OPENING_NONE,
    "harem-opening-gold": OPENING_GOLD,
    "harem-companion-cheap": COMPANION_CHEAP,
}
