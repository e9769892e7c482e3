"""What a seat knows as a vector, for programs that learn: the named numbers of its view (`State.numeric_features`),
folded."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

VECTOR_WIDTH = 2048
"""Numbers of a vector, unless said otherwise: several times the names that a position has at once."""


def hash_features(features: Mapping[str, float], width: int = VECTOR_WIDTH) -> list[float]:
    """A vector of `width` numbers: each name has a place and a sign, by its checksum; what falls together adds up.

    Source: Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009.
    """
    vector = [0.0] * width
    for name, number in features.items():
        place = crc32(name.encode())
        vector[place % width] += number if place >> 31 else -number
    return vector
