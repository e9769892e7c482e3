"""Real positions with other values of the same types, so that they pass the type checks and test the meaning.

A position that can be loaded is played to its end by random seats, with and without events. Any other position is
refused with one sentence.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import gamelib
from gamelib import fields
from gamelib.fields import ACTION, FLAG, SEAT, SEAT_BITMASK, TEXT
from gamelib.state import play_randomly
from tests.conformance import choose, option_sets, walk

PLAYED = 150
"""Number of steps with events and views before the rest is played without them."""


@cache
def whole_positions(name: str) -> tuple[Any, ...]:
    """Return positions with every kind of decision, for many options and numbers of seats."""
    game, found, rng = gamelib.game(name), [], Random(f"mutated/{name}")
    sets = option_sets(game)
    for index in range(14):
        options = {} if index % 2 else sets[index * len(sets) // 14]
        seen: dict[Any, int] = {}
        for s in walk(game, game.seats[index % len(game.seats)], f"mutated/{index}", **options):
            key = s.node.step_name if s.agenda_frames else "end"
            seen[key] = seen.get(key, 0) + 1
            if seen[key] < 3 or rng.random() < 0.03:
                found.append(s.clone())
    return tuple(found)


def other_value(kind: Any, s: Any, data: Any, rng: Random) -> Any:
    """Return another value of the type of `data`, as in a file."""
    if kind in SIMPLE:
        return SIMPLE[kind](s, data, rng)
    return next(OTHERS[base] for base in type(kind).__mro__ if base in OTHERS)(kind, s, data, rng)


def _other_number(kind: Any, s: Any, data: Any, rng: Random) -> int:
    most = min(kind.most, 60)
    near = (data or 0) + rng.choice((-1, 1, 1, 2, -2, 5, -5, 10, -10, 50, -50)) if type(data) is int else 0
    return max(kind.least, min(most, rng.choice((near, near, 0, kind.least, rng.randint(kind.least, most)))))


def _other_maybe(kind: Any, s: Any, data: Any, rng: Random) -> Any:
    return None if data is not None and rng.random() < 0.4 else other_value(kind.kind, s, data, rng)


def _other_of_seats(kind: Any, s: Any, data: Any, rng: Random) -> list[Any]:
    data = list(data)
    place = rng.randrange(len(data))
    if rng.random() < 0.3 and len(data) > 1:
        other = rng.randrange(len(data))
        data[place], data[other] = data[other], data[place]
    else:
        data[place] = other_value(kind.kind, s, data[place], rng)
    return data


def _other_list(kind: Any, s: Any, data: Any, rng: Random) -> list[Any]:
    data = list(data or ())
    how = rng.random()
    if data and how < 0.3:
        del data[rng.randrange(len(data))]
    elif data and how < 0.55:
        place = rng.randrange(len(data))
        data[place] = other_value(kind.kind, s, data[place], rng)
    elif data and how < 0.65:
        rng.shuffle(data)
    elif data and how < 0.7:
        data = []
    else:
        data.insert(rng.randrange(len(data) + 1), new_value(kind.kind, s, rng))
    return data


def _other_row(kind: Any, s: Any, data: Any, rng: Random) -> list[Any]:
    data = list(data)
    place = rng.randrange(len(data))
    data[place] = other_value(kind.kinds[place], s, data[place], rng)
    return data


def _other_named(kind: Any, s: Any, data: Any, rng: Random) -> dict[str, Any]:
    part = rng.choice(list(kind.kinds))
    return {**data, part: other_value(kind.kinds[part], s, data[part], rng)}


def _other_mapping(kind: Any, s: Any, data: Any, rng: Random) -> dict[str, Any]:
    data = dict(data)
    if data and rng.random() < 0.4:
        del data[rng.choice(list(data))]
    elif data and rng.random() < 0.4:
        key = rng.choice(list(data))
        data[key] = other_value(kind.value, s, data[key], rng)
    else:
        data[rng.choice(list(kind.key.values(s)))] = new_value(kind.value, s, rng)
    return data


def _other_counts(kind: Any, s: Any, data: Any, rng: Random) -> dict[str, int]:
    data = dict(data)
    card = rng.choice(list(data) if data and rng.random() < 0.5 else list(kind.key.values(s)))
    data[card] = max(0, data.get(card, 0) + rng.choice((1, 1, -1, 2)))
    return {card: n for card, n in data.items() if n}


def _other_pile(kind: Any, s: Any, data: Any, rng: Random) -> Any:
    data = json.loads(json.dumps(data))
    cards = [*data["loose"], *(card for part in data["parts"] for card in part.get("fixed", {}))]
    how = rng.random()
    if how < 0.3 and data["parts"]:
        part = rng.choice(data["parts"])
        part["size"] += rng.choice((-1, 1))
    elif how < 0.6 and cards:
        card = rng.choice(cards)
        data["loose"][card] = data["loose"].get(card, 0) + rng.choice((-1, 1))
        data["loose"] = {name: n for name, n in data["loose"].items() if n > 0}
    elif how < 0.8 and cards and data["parts"]:
        rng.choice(data["parts"]).setdefault("fixed", {})[rng.choice(cards)] = 1
    else:
        rng.shuffle(data["parts"])
    return data


SIMPLE = {
    SEAT: lambda s, data, rng: rng.randrange(s.seats),
    FLAG: lambda s, data, rng: not data,
    TEXT: lambda s, data, rng: rng.choice((data, "", "x", data)),
    SEAT_BITMASK: lambda s, data, rng: sorted(rng.sample(range(s.seats), rng.randint(0, s.seats))),
    ACTION: lambda s, data, rng: str(rng.choice(list(s.game.nameable(s)) or ["pass"])) if s.agenda_frames else data,
}
OTHERS = {
    fields.IntField: _other_number,
    fields.ChoiceField: lambda kind, s, data, rng: rng.choice(list(kind.values(s))),
    fields.OptionalField: _other_maybe,
    fields.PerSeatField: _other_of_seats,
    fields.TupleField: _other_list,
    fields.FixedTupleField: _other_row,
    fields.NamedTupleField: _other_named,
    fields.ObjectField: _other_named,
    fields.DictField: _other_mapping,
    fields.CountsField: _other_counts,
    fields.DeckField: _other_pile,
}


def new_value(kind: Any, s: Any, rng: Random) -> Any:
    """Return a random value of a type."""
    match kind:
        case fields.FixedTupleField():
            return [new_value(part, s, rng) for part in kind.kinds]
        case fields.NamedTupleField() | fields.ObjectField():
            return {part: new_value(of, s, rng) for part, of in kind.kinds.items()}
        case fields.PerSeatField():
            return [new_value(kind.kind, s, rng) for _ in range(s.seats)]
        case fields.TupleField():
            return [new_value(kind.kind, s, rng) for _ in range(rng.choice((0, 1, 1, 2)))]
        case fields.DictField():
            return other_value(kind, s, {}, rng)
        case fields.DeckField():
            return {"loose": {}, "parts": []}
    if kind is FLAG:
        return rng.random() < 0.5
    return other_value(kind, s, None if kind is not TEXT else "", rng)


def new_frame(s: Any, rng: Random) -> dict[str, Any]:
    """Return a frame of a random step with values of the right types."""
    step = rng.choice(list(s.game.steps.values()))
    return {"step": step.name, **{name: new_value(kind, s, rng) for name, kind in step.fields.items()}}


def mutated(s: Any, rng: Random) -> dict[str, Any]:
    """Return the arguments of `Game.position` for a position with one to three changed values."""
    data = json.loads(json.dumps(s.to_dict()))
    frames = data.pop("todo")
    for name in ("game", "cards", "result"):
        data.pop(name, None)
    kinds = s.fields
    names = [name for name in kinds if name not in s.game.derived_fields]
    changed = set()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        how = rng.random()
        if how < 0.2 and frames:
            frame = rng.choice(frames)
            step = s.game.steps[frame["step"]]
            if step.fields:
                part = rng.choice(list(step.fields))
                frame[part] = other_value(step.fields[part], s, frame[part], rng)
        elif how < 0.35:
            frames = [new_frame(s, rng)]
        elif how < 0.4 and frames:
            frames.append(new_frame(s, rng))
        elif how < 0.42 and len(frames) > 1:
            frames.pop()
        elif how < 0.44:
            for option, wanted in s.game.options.items():
                if rng.random() < 0.1 and wanted.choices:
                    data["options"][option] = rng.choice(wanted.choices)
        else:
            name = rng.choice(names)
            data[name] = other_value(kinds[name], s, data[name], rng)
            changed.add(name)
    if rng.random() < 0.7:  # fields that follow from others are computed again
        for name in s.game.derived_fields:
            data.pop(name, None)
    return {**data, "now": frames, "changed": changed}


def play_out(s: Any, rng: Random) -> None:
    """Play at random to the end, at first with events and views, then without."""
    game = s.game
    s = s.clone()
    for step in range(PLAYED):
        if not s.agenda_frames:
            break
        assert game.describe(s.node)
        if step % 10 == 0:
            s.seen_by(step // 10 % s.seats).determinize(rng)
        for event in s.apply(choose(s, rng)):
            assert game.describe(event)
    play_randomly(s, rng, 100_000)
    assert not s.agenda_frames
    assert s.result.winners
    assert game.describe(s.result)
