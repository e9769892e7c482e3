"""Distribution of a kind's rank in the Extra Tasks with unknown cards in the stack (WIS-12.2 to WIS-12.4)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from ...dist import Dist

if TYPE_CHECKING:
    from .card_tables import CardTables

MAX_KINDS = 64  # larger than the number of kinds of task in any card table
PoolCardCounts = tuple[int, ...]
KindHeartPairs = tuple[tuple[int, int], ...]
"""Unseen cards as pairs (number of the kind, hearts)."""


@lru_cache(1 << 10)
def place_dist(
    pools: tuple[KindHeartPairs, ...],
    counts: PoolCardCounts,
    base: PoolCardCounts,
    kind: int,
    kinds_ahead_on_ties: frozenset[int],
    has_zero_heart_places: bool,
) -> Dist[int]:
    """Return the distribution of a kind's rank after a number of unknown cards from each pool is revealed.

    Rank 0 means no rank. `base` has the known hearts of each kind in the stack. The kind loses ties against the kinds
    in `kinds_ahead_on_ties` and wins other ties. With `has_zero_heart_places`, kinds without a heart are ranked too
    (WIS-A17). For each total of the kind, the function adds the other kinds one by one. A state is a number that
    encodes the cards used from each pool and the number of kinds ahead.
    """
    rows = [hearts_by_cards_taken(pools, counts, number) for number in range(len(base))]
    fits = frozenset(_code(used, counts) for used in product(*(range(n + 1) for n in counts)))
    every = _code(counts, counts)
    mine: dict[int, dict[int, int]] = {}
    for used, hearts in rows[kind].items():
        for added, n in hearts.items():
            mine.setdefault(base[kind] + added, {})[used * MAX_KINDS] = n
    places: Counter[int] = Counter()
    for total, states in mine.items():
        for number, row in enumerate(rows):
            if number == kind:
                continue
            split: dict[int, int] = {}
            for used, hearts in row.items():
                for added, n in hearts.items():
                    other = base[number] + added
                    beats = (other > 0 or has_zero_heart_places) and (
                        other > total or (other == total and number in kinds_ahead_on_ties)
                    )
                    step = used * MAX_KINDS + beats
                    split[step] = split.get(step, 0) + n
            after: dict[int, int] = {}
            for state, count in states.items():
                for step, n in split.items():
                    if (state + step) // MAX_KINDS in fits:
                        after[state + step] = after.get(state + step, 0) + count * n
            states = after
        for state, count in states.items():
            if state // MAX_KINDS == every:
                places[state % MAX_KINDS + 1 if total or has_zero_heart_places else 0] += count
    return Dist(dict(sorted(places.items())))


def _code(used: PoolCardCounts, counts: PoolCardCounts) -> int:
    """Encode numbers of cards as one number. Two such numbers can be added digit by digit without a carry."""
    code = 0
    for n, most in zip(used, counts, strict=True):
        code = code * (2 * most + 1) + n
    return code


@lru_cache(1 << 10)
def hearts_by_cards_taken(
    pools: tuple[KindHeartPairs, ...], counts: PoolCardCounts, kind: int
) -> dict[int, dict[int, int]]:
    """Return a dictionary: encoded card counts taken from the pools -> {sum of hearts: number of ways}."""
    by_used: dict[PoolCardCounts, dict[int, int]] = {(0,) * len(pools): {0: 1}}
    for at, cards in enumerate(pools):
        for _, hearts in (card for card in cards if card[0] == kind):
            for used, row in sorted(by_used.items(), key=lambda item: -item[0][at]):
                if used[at] == counts[at]:
                    continue
                more = by_used.setdefault((*used[:at], used[at] + 1, *used[at + 1 :]), {})
                for total, n in row.items():
                    more[total + hearts] = more.get(total + hearts, 0) + n
    return {_code(used, counts): row for used, row in by_used.items()}


def mean_points_over_places(tables: CardTables, place_dist_of_kind: Dist[int]) -> Fraction:
    """Return the mean points of a random rank, without the Gem."""
    pay = dict(enumerate((points for points, _ in tables.places), 1))
    return Fraction(place_dist_of_kind.map(lambda number: pay.get(number, 0)).mean)
