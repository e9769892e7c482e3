"""Feature hashing: convert the named numbers of a view to a vector of fixed width, for learning libraries.

The named numbers come from `State.numeric_features`.
"""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

VECTOR_WIDTH = 2048
"""Default width of a vector, several times the number of names in a position."""


def hash_features(features: Mapping[str, float], width: int = VECTOR_WIDTH) -> list[float]:
    """Return a vector of `width` numbers.

    A checksum of each name gives its index and sign in the vector. Numbers with the same index are added.

    Source: Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009.
    """
    vector = [0.0] * width
    for name, number in features.items():
        place = crc32(name.encode())
        vector[place % width] += number if place >> 31 else -number
    return vector
