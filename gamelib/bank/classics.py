"""Questions without a game, about coins, dice, urns, spinners, birthdays and a board of pegs.

Each question is about one concept of probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb, perm
from random import Random
from typing import Any

from ..dist import Dist
from .entries import OwnCode

# -- distributions in lessons -------------------------------------------------------------------------

RED_BALLS = 3


def heads_count(coins: int) -> Dist[int]:
    """Return the distribution of the number of heads among fair coins."""
    return Dist({n: comb(coins, n) for n in range(coins + 1)})


def six_count(throws: int) -> Dist[int]:
    """Return the distribution of the number of sixes among throws of a fair die."""
    return Dist({n: comb(throws, n) * 5 ** (throws - n) for n in range(throws + 1)})


def deals_won_distribution(deals: int, wins_per_ten_deals: int) -> Dist[int]:
    """Return the distribution of the number of leads, with `wins_per_ten_deals` leads in 10 deals on average."""
    losses = 10 - wins_per_ten_deals
    return Dist({n: comb(deals, n) * wins_per_ten_deals**n * losses ** (deals - n) for n in range(deals + 1)})


def first_hit_throw(faces: int, hits: int, last_outcome: int) -> Dist[int]:
    """Return the distribution of the first throw with a hit. The throws from `last_outcome` on count as one outcome."""
    miss = faces - hits
    first = {n: miss ** (n - 1) * hits * faces ** (last_outcome - 1 - n) for n in range(1, last_outcome)}
    return Dist(first | {last_outcome: miss ** (last_outcome - 1)})


def first_hit_without_replacement(faces: int, hits: int) -> Dist[int]:
    """Return the distribution of the number of draws up to the first hit, without replacement."""
    return Dist({n: comb(faces - n, hits - 1) for n in range(1, faces - hits + 2)})


def coin_rows_with_heads(coins: int, heads: int) -> list[str]:
    """Return all rows of coins with exactly `heads` heads, each as a text of H and T."""
    return ["".join("H" if i in where else "T" for i in range(coins)) for where in combinations(range(coins), heads)]


# -- birthdays -----------------------------------------------------------------------------------

DAYS_PER_YEAR = 365


def p_all_different(people: int, days: int = DAYS_PER_YEAR) -> Fraction:
    """Return the probability that all people have different birthdays."""
    return Fraction(perm(days, people), days**people)


def _differ_step_by_step(people: int) -> Fraction:
    """Compute the answer by a second method: multiply the probabilities that each birthday is new."""
    p = Fraction(1)
    for met in range(people):
        p *= Fraction(DAYS_PER_YEAR - met, DAYS_PER_YEAR)
    return 1 - p


# -- different faces -------------------------------------------------------------------------------


def mean_throws_to_collect(faces: int, kinds: int) -> Fraction:
    """Return the mean number of throws until a given number of different faces have been thrown.

    The mean is the sum of the mean waiting times for each new face.
    """
    return sum((Fraction(faces, faces - got) for got in range(kinds)), Fraction(0))


def _collect_by_exclusion(faces: int, kinds: int) -> Fraction:
    """Compute the answer by a second method: inclusion and exclusion.

    The mean is the sum, over all throws, of the probability that fewer than `kinds` different faces have been thrown so
    far.
    """
    total = Fraction(0)
    for few in range(kinds):
        sign = (-1) ** (kinds - 1 - few)
        total += sign * comb(faces, few) * comb(faces - few - 1, faces - kinds) / (1 - Fraction(few, faces))
    return total


def _collected(rng: Random, faces: int, kinds: int) -> int:
    seen: set[int] = set()
    throws = 0
    while len(seen) < kinds:
        seen.add(rng.randrange(faces))
        throws += 1
    return throws


def _collect_line(values: Mapping[str, Any]) -> str:
    faces = values["faces"]
    waits = (f"spin{{new*{faces - had},old*{had}}} until new" for had in range(1, values["kinds"]))
    return " > ".join((f"d{faces}", *waits)) + " : tries"


OWN_CODE = {
    "classic-birthday": OwnCode(
        answer=lambda people: 1 - p_all_different(people),
        answer_by_second_method=_differ_step_by_step,
        run_trial=lambda rng, people: len({rng.randrange(DAYS_PER_YEAR) for _ in range(people)}) < people,
    ),
    "classic-collect": OwnCode(
        answer=mean_throws_to_collect,
        answer_by_second_method=_collect_by_exclusion,
        run_trial=_collected,
        chance_model=_collect_line,
    ),
}
