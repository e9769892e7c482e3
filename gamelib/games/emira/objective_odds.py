"""Counts of draws from the pile that contain the missing talents of an objective."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb

from .card_tables import TalentNeed, match_talents

Talents = tuple[int, ...]


@lru_cache(256)
def completion_ways(
    home: tuple[Talents, ...], wanted: tuple[TalentNeed, ...], unseen: tuple[tuple[Talents, int], ...], max_draws: int
) -> list[tuple[int, int]]:
    """Return the numbers of completing draws and of all draws, for 1, 2, ..., `max_draws` cards out of `unseen`.

    A draw is completing if its cards and `home` contain one of the `wanted` combinations. `unseen` has pairs of talents
    and the number of cards with exactly these talents.
    """
    size = sum(n for _, n in unseen)

    def draws(k: int, at: int = 0) -> Iterator[tuple[tuple[Talents, ...], int]]:
        if at == len(unseen):
            if not k:
                yield (), 1
            return
        talents, n = unseen[at]
        for taken in range(min(k, n) + 1):
            for rest, ways in draws(k - taken, at + 1):
                yield (talents,) * taken + rest, ways * comb(n, taken)

    rows = []
    for k in range(1, min(max_draws, size) + 1):
        good = sum(
            ways for drawn, ways in draws(k) if any(match_talents([*home, *drawn], need) is not None for need in wanted)
        )
        rows.append((good, comb(size, k)))
    return rows


def draws_with_hit_and_total(good: int, unseen: int, drawn: int) -> tuple[int, int]:
    """Return the number of draws with at least one of the `good` cards, and the number of all draws of this size."""
    drawn = min(drawn, unseen)
    return comb(unseen, drawn) - comb(unseen - good, drawn), comb(unseen, drawn)
