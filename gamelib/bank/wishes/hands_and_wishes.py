"""Questions about hands and wishes: playable cards, the number of cards for a wish, and the closing card."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from random import Random

from ...games.wishes.odds import WishesOdds, published_odds
from ..entries import OwnCode


def task_card_count(odds: WishesOdds = published_odds) -> int:
    """Return the number of task cards."""
    return len(odds.tables.tasks)


def hand_size(odds: WishesOdds = published_odds) -> int:
    """Return the number of cards in a hand."""
    return odds.tables.constants["hand"]


def p_no_wanted_card_drawn(total: int, wanted: int, cards: int) -> Fraction:
    """Return the probability that several drawn cards contain no wanted card."""
    return prod((Fraction(total - wanted - i, total - i) for i in range(cards)), start=Fraction(1))


# -- the probability of a playable hand ----------------------------------------------------------------


@lru_cache(16)
def p_hand_playable_by_listing(wishes: int, odds: WishesOdds = published_odds) -> Fraction:
    """Compute the probability by a second method: for each set of wishes, count the hands without a matching card."""
    cards = [wish.value for wish in odds.tables.simple.values()]
    missed = Fraction(0)
    for chosen in combinations(cards, wishes):
        fitting = sum(odds.kind_counts()[str(kind)] for kind in set(chosen))
        missed += p_no_wanted_card_drawn(task_card_count(odds), fitting, hand_size(odds))
    return 1 - missed / comb(len(cards), wishes)


def is_simulated_hand_playable(rng: Random, wishes: int, odds: WishesOdds = published_odds) -> bool:
    """Turn up wishes, deal a hand, and return whether a card of the hand is playable."""
    asked = {odds.tables.simple[name].value for name in rng.sample(sorted(odds.tables.simple), wishes)}
    return any(odds.tables.tasks[card].kind in asked for card in rng.sample(sorted(odds.tables.tasks), hand_size(odds)))


PLAYABLE = OwnCode(
    answer=lambda wishes, odds: odds.p_hand_can_fulfil(wishes),
    answer_by_second_method=p_hand_playable_by_listing,
    run_trial=is_simulated_hand_playable,
)

# -- the number of cards for a wish --------------------------------------------------------------------


def mean_same_kind_cards_for_hearts(hearts: int, odds: WishesOdds = published_odds) -> Fraction:
    """Return the mean number of random cards of one kind that are needed for this number of hearts."""
    return odds.cards_needed(hearts).mean


def mean_same_kind_cards_for_hearts_by_tail_sums(hearts: int, odds: WishesOdds = published_odds) -> Fraction:
    """Compute the mean by a second method: add up, for every k, the probability that k cards have too few hearts."""
    cards = odds.hearts_of_kind()
    tails = (
        Fraction(sum(sum(chosen) < hearts for chosen in combinations(cards, k)), comb(len(cards), k))
        for k in range(len(cards))
    )
    return sum(tails, Fraction(0))


def draw_same_kind_cards_for_hearts(rng: Random, hearts: int, odds: WishesOdds = published_odds) -> int:
    """Draw tea cards until they have enough hearts, and return the number of cards."""
    total, cards = 0, odds.hearts_of_kind()
    for number, value in enumerate(rng.sample(cards, len(cards)), 1):
        total += value
        if total >= hearts:
            return number
    raise AssertionError("all tea cards together are enough")


NEEDED = OwnCode(
    answer=mean_same_kind_cards_for_hearts,
    answer_by_second_method=mean_same_kind_cards_for_hearts_by_tail_sums,
    run_trial=draw_same_kind_cards_for_hearts,
    chart_data=lambda hearts, odds: {"dist": odds.cards_needed(hearts)},
)

# -- the probability that a rival closes the wish first ------------------------------------------------


CLOSES = OwnCode(
    chart_data=lambda missing, rivals, odds: {
        "rows": [1, 2, 3, 4],
        "columns": [1, 2, 3],
        "fractions": [[odds.p_rival_fulfils_wish(m, r) for r in (1, 2, 3)] for m in (1, 2, 3, 4)],
        "marked": (missing, rivals),
    },
)

OWN_CODE: dict[str, OwnCode] = {"wishes-playable": PLAYABLE, "wishes-cards-needed": NEEDED, "wishes-closes": CLOSES}
