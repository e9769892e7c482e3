"""Waiting for the first hit, where every try has the same chance: an experiment that examples begin with."""

from __future__ import annotations

from random import Random

from gamelib import Dist

from .experiment import Experiment


def waiting(hits: int, of: int, late: int, what: str) -> Experiment:
    """Which try is the first hit, if `hits` of `of` cases are one each time; tries from `late` on are one outcome."""
    miss = of - hits
    first = {n: miss ** (n - 1) * hits * of ** (late - 1 - n) for n in range(1, late)}

    def trial(rng: Random) -> int:
        n = 1
        while n < late and rng.randrange(of) >= hits:
            n += 1
        return n

    return Experiment(
        outcomes=lambda: Dist(first | {late: miss ** (late - 1)}),
        trial=trial,
        what=what,
        names={n: str(n) for n in first} | {late: f"{late}+"},
    )
