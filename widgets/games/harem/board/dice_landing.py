"""Dice that land one after another: their faces, and the results that are still possible after each die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from gamelib.nodes import Outcome

from .scene_types import DiceLandingSequence

DIE_FACES = range(1, 7)


def dice_pair_with_sum(total: int, variant_seed: int) -> tuple[int, int]:
    """Return two faces with this sum.

    Equal arguments give equal faces, because the game's chance event decides only the sum.
    """
    pairs = [(a, total - a) for a in DIE_FACES if total - a in DIE_FACES]
    return pairs[(7 * variant_seed + total) % len(pairs)]


def dice_faces_and_possible_places(
    rolls: Sequence[int], variant_seed: int, outcome_place: Callable[[Outcome], int]
) -> DiceLandingSequence:
    """Return the faces of two dice for each sum, and the possible chart places after each die except the last.

    `outcome_place` is the place of an outcome. The dice land in order, with the two dice of a sum one after the other.
    """
    pairs = [dice_pair_with_sum(total, variant_seed + i) for i, total in enumerate(rolls)]
    faces = [face for pair in pairs for face in pair]
    still: list[list[int]] = []
    for landed in range(1, len(faces)):
        sums = [_sums(faces[2 * i : max(2 * i, min(2 * i + 2, landed))]) for i in range(len(pairs))]
        still.append(sorted({outcome_place(tuple(each) if len(each) > 1 else each[0]) for each in product(*sums)}))
    return {"faces": [list(pair) for pair in pairs], "open": still}


def _sums(known: Sequence[int]) -> list[int]:
    """Return the sums of two dice that are possible if some of the dice are known."""
    if len(known) == 2:
        return [sum(known)]
    return [known[0] + face for face in DIE_FACES] if known else list(range(2, 13))
