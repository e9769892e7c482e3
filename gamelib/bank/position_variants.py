"""Position variants: positions that differ from a given position in one value.

A player with a partial view cannot distinguish a position from variants that differ elsewhere.
`positions_with_one_value_changed` lists such variants. In each variant, one value of the position text is changed a
little, removed, or replaced with a value from another position of the game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ..base_game import Game
from ..catalog import game as game_of
from ..position_text import build_without_diagnosis, parse_position
from ..state import State
from .rule_examples import rule_examples

Path = tuple[Any, ...]
MAX_OTHER_VALUES = 4
"""Maximum number of values from other positions to try in one place."""
MAX_REMOVED = 4
"""Maximum number of items to remove from one list, one at a time."""
STEPS = (1, -1, 10, -10)
"""Changes that are added to a number."""


def positions_with_one_value_changed(game: Game, text: str) -> Iterator[State[Any]]:
    """Yield the possible positions that differ from the position of a text in exactly one value."""
    said = parse_position(text)
    told = {text}
    for path, value in _others(game, said):
        other = json.loads(json.dumps(said))
        _put(other, path, value)
        made = json.dumps(other, sort_keys=True)
        if made in told:
            continue
        told.add(made)
        try:
            yield build_without_diagnosis(game, other)
        except ValueError:
            continue


_GONE = object()


def _others(game: Game, said: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield pairs of the path to a value in the position and a new value for this path."""
    seats, pool = said.get("seats", game.seats[0]), _pool(game.id)
    there = dict(_places((), said))
    for path, value in there.items():
        if path[0] in ("seats", *game.options):
            continue
        others = [one for one in pool.get(_pattern(path), ()) if one != value]
        yield path, _GONE
        if type(value) is bool:
            yield path, not value
        elif type(value) is int:
            for step in STEPS:
                yield path, value + step
            others = _ends(sorted((one for one in others if type(one) is int), key=lambda one: abs(one - value)))
        elif isinstance(value, list) and path[0] != "now":
            for n in range(min(len(value), MAX_REMOVED)):
                yield path, [*value[:n], *value[n + 1 :]]
            for one in _spread(pool.get((*_pattern(path), "*"), ())):
                yield path, [*value, one]
        for one in others[:MAX_OTHER_VALUES]:
            yield path, one
    for pattern, values in pool.items():
        if pattern[0] in ("seats", "now", *game.options) or any(_pattern(path) == pattern for path in there):
            continue
        for seat in range(seats) if "*" in pattern else (0,):
            for value in values[:MAX_OTHER_VALUES]:
                yield tuple(str(seat) if part == "*" else part for part in pattern), value


def _ends(by_distance: list[int]) -> list[int]:
    """Return the numbers with the smallest and the largest distances, because large changes may have other effects."""
    return [*by_distance[: MAX_OTHER_VALUES // 2], *by_distance[MAX_OTHER_VALUES // 2 :][-MAX_OTHER_VALUES // 2 :]]


def _spread(values: Sequence[Any]) -> Sequence[Any]:
    """Return some values from all parts of an ordered list."""
    return values[:: max(1, len(values) // MAX_OTHER_VALUES)][:MAX_OTHER_VALUES]


@cache
def _pool(id: str) -> Mapping[Path, tuple[Any, ...]]:
    """Return all values in the positions of the rule examples, by the pattern of the path to the value."""
    pool: dict[Path, list[Any]] = {}
    for example in rule_examples(game_of(id)).values():
        for path, value in _places((), parse_position(example.position)):
            kept = pool.setdefault(_pattern(path), [])
            if value not in kept:
                kept.append(value)
    return {pattern: tuple(values) for pattern, values in pool.items()}


def _places(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield each value of a position with its path: the values of mappings, the whole lists and the items of lists."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _places((*path, name), part)
        return
    if path:
        yield path, value
    if isinstance(value, list):
        for n, part in enumerate(value):
            yield from _places((*path, n), part)


def _pattern(path: Path) -> Path:
    """Return the path with "*" in place of each number."""
    return tuple("*" if isinstance(part, int) or str(part).isdecimal() else part for part in path)


def _put(said: Any, path: Path, value: Any) -> None:
    """Store a value in a position at the end of a path."""
    for part in path[:-1]:
        if isinstance(said, list):
            said = said[part]
            continue
        if not isinstance(said.get(part), dict | list):
            said[part] = {}
        said = said[part]
        if isinstance(said, list) and not isinstance(path[-1], int):
            return  # the list is already set as a whole
    if isinstance(said, list):
        if value is _GONE:
            del said[path[-1]]
        else:
            said[path[-1]] = value
    elif value is _GONE:
        said.pop(path[-1], None)
    else:
        said[path[-1]] = value
