"""What a seat knows as named numbers, for programs that learn.

A view becomes a table `name -> number` without the zeros. The names are the places of the saved position:

    players/0/hand/GEM    2    two gems in the hand of the first seat
    ring=red              1    the word "red" stands in the list `ring` (as often as the number says) ...
    ring=red@             3    ... and it is the third of it
    phase=A               1    the field `phase` is the word "A"
    moved                 1    a flag that is set

`hashed` folds them into a vector of fixed width.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

WIDTH = 2048
"""Numbers of a vector, unless said otherwise: several times the names that a position has at once."""


def named(data: Any, place: str = "") -> dict[str, float]:
    """The numbers of plain JSON by name; `place` is what all names begin with."""
    numbers: dict[str, float] = {}
    _add(numbers, place, data)
    return {name: number for name, number in numbers.items() if number}


def _add(numbers: dict[str, float], place: str, data: Any) -> None:
    match data:
        case None:
            numbers[f"{place}="] = 1.0
        case str():
            numbers[f"{place}={data}"] = 1.0
        case bool() | int() | float():
            numbers[place] = float(data)
        case Mapping():
            for key, part in data.items():
                _add(numbers, f"{place}/{key}" if place else str(key), part)
        case _:
            for number, part in enumerate(data):
                if isinstance(part, str):
                    name = f"{place}={part}"
                    numbers[name] = numbers.get(name, 0.0) + 1
                    numbers[f"{name}@"] = numbers.get(f"{name}@", 0.0) + number + 1
                else:
                    _add(numbers, f"{place}/{number}", part)


def hashed(features: Mapping[str, float], width: int = WIDTH) -> list[float]:
    """A vector of `width` numbers: each name has a place and a sign, by its checksum; what falls together adds up.

    Source: Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009.
    """
    vector = [0.0] * width
    for name, number in features.items():
        place = crc32(name.encode())
        vector[place % width] += number if place >> 31 else -number
    return vector
