"""Functions that question entries about The Sultan's Wishes can call by name, as in `plate_count()`.

The functions use the card tables or the rules engine. The loader of the questions adds the argument `odds`, the odds
object of the game.
"""

from __future__ import annotations

from fractions import Fraction

from ...games.wishes.odds import EXAMPLE_HAND, EXAMPLE_STACK, EXAMPLE_WARES, WishesOdds
from ...number_format import format_number
from . import extra_task_stack as stack_questions
from . import plates_and_wares as plate_questions

# -- task cards and wishes -------------------------------------------------------------------------


def task_card_count(odds: WishesOdds) -> int:
    """Return the number of task cards."""
    return len(odds.tables.tasks)


def hand_size(odds: WishesOdds) -> int:
    """Return the number of cards in a hand."""
    return odds.tables.constants["hand"]


def guard_count(odds: WishesOdds) -> int:
    """Return the number of Guards in the deck."""
    return odds.tables.guards


def kind_count(odds: WishesOdds) -> int:
    """Return the number of kinds of task."""
    return len(odds.tables.kinds)


def card_count_per_kind(odds: WishesOdds) -> int:
    """Return the number of cards of each kind, or 0 if the kinds have different numbers."""
    counts = set(odds.kind_counts().values())
    return counts.pop() if len(counts) == 1 else 0


def card_count_of_first_kinds(odds: WishesOdds, number: int) -> int:
    """Return the number of task cards of the first `number` kinds."""
    counts = odds.kind_counts()
    return sum(counts[kind] for kind in odds.tables.kinds[:number])


def first_kinds(odds: WishesOdds, number: int) -> list[str]:
    """Return the names of the first kinds in the card table."""
    return [kind.lower() for kind in odds.tables.kinds[:number]]


def p_hand_has_any_of_first_kinds(odds: WishesOdds, kinds: int) -> Fraction:
    """Return the probability that a hand contains a card of one of the first `kinds` kinds."""
    return odds.p_hand_has_kind(kinds)


def hearts_of_first_kind_cards(odds: WishesOdds) -> list[int]:
    """Return the hearts of the cards of the first kind."""
    return odds.hearts_of_kind()


def simple_wish_count(odds: WishesOdds) -> int:
    """Return the number of simple wishes."""
    return len(odds.tables.simple)


def wish_count_texts(odds: WishesOdds) -> list[str]:
    """Return texts with the number of simple wishes for each kind."""
    counts: dict[str, int] = {}
    for wish in odds.tables.simple.values():
        counts[str(wish.value)] = counts.get(str(wish.value), 0) + 1
    return [f"{kind.lower()} {n} times" if n > 1 else f"{kind.lower()} once" for kind, n in counts.items()]


def unseen_task_card_count(odds: WishesOdds) -> int:
    """Return the number of unseen task cards in the question about closing a wish."""
    return odds.unseen_card_count()


def hearts_of_matching_unseen_cards(odds: WishesOdds) -> list[int]:
    """Return the hearts of the unseen cards that match the wish of the question, in order."""
    return sorted(odds.hearts_of_matching_unseen_cards())


def wish_closing_card_count(odds: WishesOdds, missing: int) -> int:
    """Return the number of unseen cards with enough hearts to close the wish."""
    return sum(hearts >= missing for hearts in odds.hearts_of_matching_unseen_cards())


def final_wish_count(odds: WishesOdds) -> int:
    """Return the number of final wishes."""
    return len(odds.tables.final)


def final_wish_count_of_type(odds: WishesOdds, by: str) -> int:
    """Return the number of final wishes of a type."""
    return sum(wish.criterion == by for wish in odds.tables.final.values())


# -- plates and wares ------------------------------------------------------------------------------


def plate_count(odds: WishesOdds) -> int:
    """Return the number of plates."""
    return len(odds.tables.plates)


def plate_count_per_round(odds: WishesOdds) -> int:
    """Return the number of plates in a round."""
    return plate_questions.plate_count_per_round(odds)


def card_adding_plate_count(odds: WishesOdds) -> int:
    """Return the number of plates that add a card to the stack."""
    return plate_questions.card_adding_plate_count(odds)


def wish_bonus_by_remaining_plate(odds: WishesOdds, case: plate_questions.DisplayedPlatesCase) -> tuple[int, ...]:
    """Return the extra points for a wish under each plate that can still be drawn.

    The value is 0 for a plate that forbids the player to fulfil a wish.
    """
    return tuple(extra or 0 for extra in plate_questions.remaining_plate_wish_bonuses(case, odds))


def forbidding_plate_count(odds: WishesOdds, case: plate_questions.DisplayedPlatesCase) -> int:
    """Return the number of plates that can still be drawn and that forbid the player to fulfil a wish."""
    return plate_questions.remaining_plate_wish_bonuses(case, odds).count(None)


def ware_count_by_icon(odds: WishesOdds) -> tuple[int, ...]:
    """Return the number of wares with each icon."""
    return tuple(odds.icon_counts().values())


def rival_score_card_weights() -> tuple[int, ...]:
    """Return the weights of the score cards that the rival may have. All weights are equal."""
    return (1,) * len(plate_questions.OTHERS)


def offered_ware_count() -> int:
    """Return the number of wares that the rival can buy, one at each stall."""
    return len(EXAMPLE_WARES)


def net_ware_points_text(odds: WishesOdds) -> str:
    """Return, for each score card that the rival may have, the points of the three wares minus their price."""
    gains = (
        (card, (plate_questions.net_ware_points(card, ware, odds) for ware in EXAMPLE_WARES))
        for card in plate_questions.OTHERS
    )
    return "; ".join(f"{card}: {', '.join(map(format_number, points))}" for card, points in gains)


def p_rival_buys_by_score_card(
    odds: WishesOdds, stall: str, error_percent: int, first_score_card: str
) -> tuple[Fraction, ...]:
    """Return, for each score card that the rival may have, the probability that the rival buys the ware of a stall.

    The probability for `first_score_card` comes first.
    """
    ware = plate_questions.ware_sold_at_stall(stall, odds)
    cards = sorted(plate_questions.OTHERS, key=lambda name: name != first_score_card)
    return tuple(
        Fraction(odds.purchase_probabilities(name, EXAMPLE_WARES, Fraction(error_percent, 100))[ware]) for name in cards
    )


# -- the stack -------------------------------------------------------------------------------------


def points_of_ranks(odds: WishesOdds) -> list[int]:
    """Return the points for each rank, starting with the first."""
    return list(stack_questions.points_by_rank(odds).values())


def p_own_kind_has_rank(odds: WishesOdds, cards: int, ahead: str, place: int) -> Fraction:
    """Return the probability that your kind has this rank in a stack with this number of unknown cards."""
    return stack_questions.own_kind_rank_dist(cards, ahead, odds).p(place)


def own_stack_hearts(odds: WishesOdds) -> int:
    """Return the number of hearts on your card in the stack."""
    return stack_questions.total_hearts(EXAMPLE_STACK, odds)


def unseen_task_count(odds: WishesOdds) -> int:
    """Return the number of task cards that are neither in your hand nor put into the stack by you."""
    return task_card_count(odds) - len({*EXAMPLE_STACK, *EXAMPLE_HAND})


def unseen_task_count_of_kind(odds: WishesOdds, kind: str) -> int:
    """Return the number of unseen task cards of one kind."""
    return stack_questions.unseen_task_counts_by_kind_in_example(odds)[kind]


def total_of_heart_numbers(own_hearts: stack_questions.PlusSeparatedHearts) -> int:
    """Return the total number of hearts in a choice such as "4+3"."""
    return sum(map(int, own_hearts.split("+")))


def mean_orderly_points_without_peek(odds: WishesOdds, stack_size: int) -> Fraction:
    """Return the mean points of an Orderly whose player has not looked at the stack."""
    return odds.mean_orderly_points_without_peek(stack_size)
