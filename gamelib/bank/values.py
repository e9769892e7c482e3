"""Functions that entries of questions without a game can call by name, as in `day_gaps(days)`."""

from __future__ import annotations


def day_gaps(days: int) -> tuple[tuple[int, int], ...]:
    """Return the differences of two random days, each with its number of pairs of days."""
    return tuple((gap, days if gap == 0 else 2 * (days - gap)) for gap in range(days))


def equal_faces(faces: int) -> tuple[tuple[int, int], ...]:
    """Return a mapping of the numbers 1 to `faces` to the weight 1."""
    return tuple((face, 1) for face in range(1, faces + 1))


def face_weights(faces: int) -> dict[int, int]:
    """Return pairs of the numbers 1 to `faces` and the weight 1."""
    return dict(equal_faces(faces))


def offer_values(low: int, gap: int) -> tuple[int, ...]:
    """Return the four offers for a bicycle."""
    return tuple(low + n * gap for n in range(4))
