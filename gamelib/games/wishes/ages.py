"""Ages of cards that a seat does not see (WIS-15).

The task cards in each shuffled deck are public. Each hidden card has an *age*, which is the number of the deck from
which it was dealt. All arrangements of the unseen cards of one age are equally likely. The ages of the cards in a hand
become uncertain if one of them goes face down into the stack after a reshuffle. `past` has for each seat the public
observations since the start of the round:

    age + 1     a card of this age was drawn, or was in the hand at the start
    -1 - age    a card of this age left the hand visibly
    0           a card of the hand went face down into the stack

These observations determine the *cases*. Each case gives possible ages of the cards in the hand and in the stack, and
has a weight. The model assumes that each card of a hand is equally likely to be put into the stack or played.
"""

from __future__ import annotations

from functools import lru_cache

HIDDEN_CARD = "?"
Ages = tuple[int, ...]


@lru_cache(maxsize=1 << 12)
def hand_age_cases(
    hand_history: tuple[int, ...], known_stack_ages: tuple[int | None, ...]
) -> tuple[tuple[Ages, Ages, int], ...]:
    """Return a tuple for each case: ages of the hand, ages of the cards put into the stack, and weight.

    `known_stack_ages` has the age of each card that the seat put into the stack, or None if this age is unknown.
    """
    weights: dict[tuple[Ages, Ages], int] = {((), ()): 1}
    for step in hand_history:
        after: dict[tuple[Ages, Ages], int] = {}
        for (hand, given), weight in weights.items():
            if step > 0:
                after[tuple(sorted((*hand, step - 1))), given] = weight
                continue
            for age in (-1 - step,) if step < 0 else sorted(set(hand)):
                n = hand.count(age)
                if not n or (step == 0 and known_stack_ages[len(given)] not in (None, age)):
                    continue
                place = hand.index(age)
                case = hand[:place] + hand[place + 1 :], given if step else (*given, age)
                after[case] = after.get(case, 0) + weight * n
        weights = after
    return tuple((hand, given, weight) for (hand, given), weight in weights.items())
