"""Questions about objective cards: required talents, talents counted twice, and the card of a rival."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import NamedTuple

from ...games.emira.card_tables import TALENTS, TalentNeed, match_talents
from ...games.emira.odds import EmiraOdds, published_odds
from ..entries import OwnCode
from .princesses import draw_talents, talents_of_all_princesses

# -- objectives ----------------------------------------------------------------------------------


class FulfilmentProbabilities(NamedTuple):
    """Probability that an objective is fulfilled, and the same probability if each double talent counted twice."""

    fulfilled: Fraction
    counting_twice: Fraction


@lru_cache(64)
def fulfilment_probabilities(card: str, n: int, odds: EmiraOdds = published_odds) -> FulfilmentProbabilities:
    """Return the probabilities that n random princesses fulfil the objective.

    The function adds the princesses one by one. The state of a hand contains the number of each talent. It also
    contains the missing talents for each way to use the talents of the princesses.
    """
    needs = odds.alternative_talent_combinations(card)
    most = tuple(max(need[t] for need in needs) for t in range(4))
    hands: dict[tuple[int, frozenset[TalentNeed], tuple[int, ...]], int] = {(0, frozenset(needs), (0, 0, 0, 0)): 1}
    for able in talents_of_all_princesses(odds):
        after = dict(hands)
        for (size, missing, have), ways in hands.items():
            if size == n:
                continue
            left = set(missing)
            for need in missing:
                for talent in able:
                    if need[talent]:
                        less = (*need[:talent], need[talent] - 1, *need[talent + 1 :])
                        left.add((less[0], less[1], less[2], less[3]))
            more = tuple(min(most[t], have[t] + (t in able)) for t in range(4))
            key = (size + 1, frozenset(left), more)
            after[key] = after.get(key, 0) + ways
        hands = after
    total = comb(len(talents_of_all_princesses(odds)), n)
    real = sum(ways for (size, missing, _), ways in hands.items() if size == n and (0, 0, 0, 0) in missing)
    twice = sum(
        ways
        for (size, _, have), ways in hands.items()
        if size == n and any(all(a >= b for a, b in zip(have, need, strict=True)) for need in needs)
    )
    return FulfilmentProbabilities(Fraction(real, total), Fraction(twice, total))


def p_objective_fulfilled_princess_by_princess(card: str, size: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Compute the probability by a second method: draw princesses one by one, and try both uses of a double talent."""
    return fulfilment_probabilities(card, size, odds).fulfilled


def is_objective_fulfilled(card: str, talents: list[tuple[int, ...]], odds: EmiraOdds = published_odds) -> bool:
    """Return whether each required talent can be assigned to a different artist."""
    return any(match_talents(talents, need) is not None for need in odds.alternative_talent_combinations(card))


def is_fulfilled_counting_twice(card: str, talents: list[tuple[int, ...]], odds: EmiraOdds = published_odds) -> bool:
    """Return whether the talents would suffice if an artist with two talents counted twice."""
    have = [sum(t in able for able in talents) for t in range(4)]
    return any(
        all(a >= b for a, b in zip(have, need, strict=True)) for need in odds.alternative_talent_combinations(card)
    )


def p_talents_in_listed_order(card: str, size: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Return the probability that the first cards have the required talents in the listed order."""
    need = odds.alternative_talent_combinations(card)[0]
    if sum(need) > size:
        return Fraction(0)
    units = [t for t in range(4) for _ in range(need[t])]
    answer, drawn = Fraction(1), [0, 0, 0, 0]
    for place, talent in enumerate(units):
        answer *= Fraction(
            odds.talent_count(TALENTS[talent]) - drawn[talent], len(talents_of_all_princesses(odds)) - place
        )
        drawn[talent] += 1
    return answer


OBJECTIVE = OwnCode(
    answer=lambda card, size, odds: odds.p_objective_met(card, size),
    answer_by_second_method=p_objective_fulfilled_princess_by_princess,
    run_trial=lambda rng, card, size, odds: is_objective_fulfilled(card, draw_talents(rng, size, odds), odds),
    mistakes={"order-ignored": p_talents_in_listed_order},
)


def p_fulfilled_only_if_counted_twice_princess_by_princess(
    card: str, size: int, odds: EmiraOdds = published_odds
) -> Fraction:
    """Compute, by a second method, P(fulfilled if double talents count twice) minus P(fulfilled)."""
    real, twice = fulfilment_probabilities(card, size, odds)
    return twice - real


def is_simulated_objective_fulfilled_only_if_counted_twice(
    rng: Random, card: str, size: int, odds: EmiraOdds = published_odds
) -> bool:
    """Draw artists and return whether the objective is fulfilled only if double talents count twice."""
    hand = draw_talents(rng, size, odds)
    return is_fulfilled_counting_twice(card, hand, odds) and not is_objective_fulfilled(card, hand, odds)


OVERCOUNT = OwnCode(
    answer=lambda card, size, odds: odds.p_objective_double_counting(card, size) - odds.p_objective_met(card, size),
    answer_by_second_method=p_fulfilled_only_if_counted_twice_princess_by_princess,
    run_trial=is_simulated_objective_fulfilled_only_if_counted_twice,
)


OWN_CODE: dict[str, OwnCode] = {"emira-objective": OBJECTIVE, "emira-double-talent": OVERCOUNT}
