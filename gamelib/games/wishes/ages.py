"""The ages of cards that a seat does not see (WIS-15).

The task cards shuffled into each deck are public. Each hidden card has an *age*, the number of the deck that it was
dealt from. Among the unseen cards of one age each arrangement is equally likely. The ages of the cards of a hand become
uncertain when one of them goes face down into the stack after a reshuffle. `past` holds for each seat the public
observations since the round began (when all cards are known because the stack was revealed):

    age + 1     a card of this age was drawn (or, first, held from before)
    -1 - age    a card of this age left the hand openly
    0           a card of the hand went into the stack, face down

These observations determine the *cases*, each with its weight: the ages of the hand and of the cards in the stack. Each
card of a hand is equally likely to be put in or played, so the choice of a seat reveals nothing else.
"""

from __future__ import annotations

from functools import lru_cache

HIDDEN_CARD = "?"
Ages = tuple[int, ...]


@lru_cache(maxsize=1 << 12)
def hand_age_cases(
    hand_history: tuple[int, ...], known_stack_ages: tuple[int | None, ...]
) -> tuple[tuple[Ages, Ages, int], ...]:
    """Return (ages of the hand, ages of the cards put into the stack, weight) for each possible case.

    `known_stack_ages`: age of each card put in, in order, or None if it is unknown.
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
