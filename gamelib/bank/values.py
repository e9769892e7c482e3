"""Functions that entries of questions without a game can call by name, as in `day_gap_weights(days)`."""

from __future__ import annotations


def day_gap_weights(days: int) -> tuple[tuple[int, int], ...]:
    """Return the possible differences of two random days, each with the number of pairs that have it."""
    return tuple((gap, days if gap == 0 else 2 * (days - gap)) for gap in range(days))


def equal_face_weight_pairs(faces: int) -> tuple[tuple[int, int], ...]:
    """Return pairs of each number from 1 to `faces` and the weight 1."""
    return tuple((face, 1) for face in range(1, faces + 1))


def face_weights(faces: int) -> dict[int, int]:
    """Return pairs of each number from 1 to `faces` and the weight 1."""
    return dict(equal_face_weight_pairs(faces))


def bicycle_offers(low: int, gap: int) -> tuple[int, ...]:
    """Return the four offers for a bicycle."""
    return tuple(low + n * gap for n in range(4))
