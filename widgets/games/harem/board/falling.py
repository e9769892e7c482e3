"""Dice as they land, one after the other: which faces they show, and what can still come after each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from gamelib.nodes import Outcome

from ....page.protocol import Json

FACES = range(1, 7)


def pair_of(total: int, salt: int) -> tuple[int, int]:
    """Two faces with this sum, the same ones at each look; only the sum has been decided by chance."""
    pairs = [(a, total - a) for a in FACES if total - a in FACES]
    return pairs[(7 * salt + total) % len(pairs)]


def falls(rolls: Sequence[int], salt: int, lands: Callable[[Outcome], int]) -> Json:
    """The faces of two dice for each sum, and after each die but the last the places where the ball may still fall.

    `lands`: the place of an outcome. The dice land in their order, the two of a sum after each other.
    """
    pairs = [pair_of(total, salt + i) for i, total in enumerate(rolls)]
    faces = [face for pair in pairs for face in pair]
    still: list[list[int]] = []
    for landed in range(1, len(faces)):
        sums = [_sums(faces[2 * i : max(2 * i, min(2 * i + 2, landed))]) for i in range(len(pairs))]
        still.append(sorted({lands(tuple(each) if len(each) > 1 else each[0]) for each in product(*sums)}))
    return {"faces": [list(pair) for pair in pairs], "open": still}


def _sums(known: Sequence[int]) -> list[int]:
    """The sums that two dice can still make, of which these are known."""
    if len(known) == 2:
        return [sum(known)]
    return [known[0] + face for face in FACES] if known else list(range(2, 13))
