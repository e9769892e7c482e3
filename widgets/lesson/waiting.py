"""Waiting for the first hit, where every try has the same chance: an experiment that examples begin with."""

from __future__ import annotations

from random import Random

from gamelib.bank.classics import first_hit_throw

from .experiment import Experiment, Piece, Seen


def waiting(hits: int, of: int, late: int, what: str, die: bool = False) -> Experiment:
    """Which try is the first hit, if `hits` of `of` cases are one each time; tries from `late` on are one outcome.

    `die`: the tries are throws of a die whose high faces hit; else cards that fit or do not.
    """
    miss = of - hits
    first = range(1, late)

    def see(rng: Random) -> Seen:
        pieces: list[Piece] = []
        while len(pieces) < late:
            got = rng.randrange(of)
            hit = got >= miss
            pieces.append({"die": got + 1, "own": hit} if die else {"round": str(len(pieces) + 1), "hit": hit})
            if hit:
                break
        n = len(pieces)
        return Seen(n, tuple(pieces), f"it came with number {n}" if n < late else f"it came later than {late - 1}")

    return Experiment(
        outcomes=lambda: first_hit_throw(of, hits, late),
        see=see,
        go="Try",
        what=what,
        names={n: str(n) for n in first} | {late: f"{late}+"},
    )
