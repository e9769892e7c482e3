"""Links, records, positions and card tables that no page of ours would write.

Each starts from a real one. One to three of its fields get another value, of the same type or of another one. Digests
are corrected afterwards, so that the reader checks the meaning and not the checksum.
"""

from __future__ import annotations

import json
import tomllib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import gamelib
from gamelib import Chance, Record
from tests.conformance import choose, walk

JARGON = (
    "Traceback",
    "' object",
    "NoneType",
    "subscript",
    "unpack",
    "invalid literal",
    "iterable",
    "attribute",
    "index out",
    "codec",
    "hashable",
    "recursion",
    "__",
)


def deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


VALUES = [
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    5,
    7,
    -1,
    99,
    10**6,
    10**18,
    10**30,
    -(10**30),
    1.5,
    2.0,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x",
    "0",
    "GOLD-1",
    "CON-01",
    "GEM",
    "?",
    "\ud800",
    "\0",
    "\u202e",
    "x" * 5000,
    [],
    [1],
    ["x"],
    [[]],
    [None],
    {},
    {"GEM": 1},
    {"x": 1},
    {"size": 1},
    deep(15),
    deep(200),
]


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return every place in a JSON value."""
    yield path
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from paths(value, (*path, key))


def changed(data: Any, rng: Random) -> Any:
    """Return the value with one to three fields changed, omitted, repeated or exchanged."""
    data = json.loads(json.dumps(data))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = [path for path in paths(data) if path]
        if not places:
            break
        *way, last = rng.choice(places)
        place = data
        for key in way:
            place = place[key]
        if not isinstance(place, dict | list):
            continue
        how, old = rng.random(), place[last]
        if how < 0.1:
            del place[last]
        elif how < 0.2 and isinstance(place, list):
            place.insert(rng.randrange(len(place) + 1), old)
        elif how < 0.3 and isinstance(place, list):
            other = rng.randrange(len(place))
            place[last], place[other] = place[other], old
        elif how < 0.35 and isinstance(place, dict):
            place[rng.choice(("x", "\ud800", "GEM", "size", "0"))] = place.pop(last)
        elif how < 0.65 and type(old) is int:
            place[last] = old + rng.choice((-1, 1, 2, -2, 10))
        elif how < 0.65 and type(old) is str:
            place[last] = rng.choice(
                (old + "x", old[:-1], old.swapcase(), old.replace("1", "2"), old + "\ud800", *_neighbours(place, old))
            )
        elif how < 0.65 and type(old) is bool:
            place[last] = not old
        else:
            place[last] = json.loads(json.dumps(rng.choice(VALUES)))
    return data


def _neighbours(place: Any, old: str) -> list[str]:
    texts = [text for text in (place.values() if isinstance(place, dict) else place) if isinstance(text, str)]
    return [text for text in texts if text != old][:40]


@cache
def played(name: str, seed: int) -> Record:
    """Return a random game, whole or interrupted."""
    game, rng = gamelib.game(name), Random(f"hostile/{name}/{seed}")
    record = Record(game, rng.choice(list(game.seats)), {}, ())
    steps = (100_000, 0, 5, 40)[seed % 4]
    while record.state.agenda_frames and len(record) < steps:
        record.apply_and_append(choose(record.state, rng))
    return record


@cache
def positions(name: str) -> tuple[dict[str, Any], ...]:
    """Return positions of all kinds, and views of them."""
    game, found, seen = gamelib.game(name), [], set()
    for seed in range(8):
        for s in walk(game, game.seats[seed % len(game.seats)], f"hostile/{seed}"):
            key = s.node.reason if not s.agenda_frames else s.node.step_name
            if key not in seen or not s.agenda_frames:
                seen.add(key)
                found += [s.to_dict(), s.seen_by(s.seats - 1).to_dict()]
    return tuple(found)


def forge(text: bytes, number: int, tail: bytes = b"") -> str:
    """Return a link with this head and number, and with a digest that fits."""
    body = text + b"\0" + tail + number.to_bytes((number.bit_length() + 7) // 8, "big")
    return urlsafe_b64encode(body + crc32(body).to_bytes(4, "big")).decode().rstrip("=")


def head_and_number(record: Record) -> tuple[list[Any], int, int]:
    """Return the content of a link, computed from the choices alone, and the number of links with so many steps."""
    game, number, scale, state = record.game, 0, 1, record.new_initial_state()
    for choice in record.choices:
        possible = list(state.node.dist()) if isinstance(state.node, Chance) else list(state.legal)
        number += scale * possible.index(choice)
        scale *= len(possible)
        state.apply(choice)
    different = {name: value for name, value in record.options.items() if value != game.options[name].default}
    return (
        [1, game.id, game.card_set_digest, record.seats, different, list(record.seat_names), len(record)],
        number,
        scale,
    )


@cache
def link_parts(name: str, seed: int) -> tuple[list[Any], int, int]:
    return head_and_number(played(name, seed))


def link(name: str, rng: Random) -> str:
    """Return a forged link."""
    head, number, scale = link_parts(name, rng.randrange(12))
    how = rng.random()
    if how < 0.15:
        number = rng.choice(
            (
                0,
                number + 1,
                number + scale,
                number * 7 + 3,
                number << 3000,
                rng.getrandbits(rng.choice((8, 900, 9000, 60_000))),
            )
        )
    elif how < 0.3:
        head = [*head[:6], rng.choice((head[6] + 1, head[6] - 1, 10**30, -1, 9999, 10_000, 10_001, 300))]
    elif how < 0.4:
        game = gamelib.game(name)
        head = head[:]
        option = rng.choice(list(game.options))
        head[4] = {option: rng.choice([*game.options[option].choices, *VALUES])}
        if rng.random() < 0.5:
            head[6], number = rng.choice((0, 50, 2000)), rng.getrandbits(9000)
    elif how < 0.45:
        text = rng.choice(
            (
                b"",
                b"[",
                b"[" * 20_000,
                b"\xff\xfe",
                b"NaN",
                b"1",
                b"{}",
                b"[1,2]",
                b'"\\ud800"',
                b"[NaN]",
                json.dumps(head).encode("utf-16"),
            )
        )
        return forge(text, number)
    elif how < 0.5:
        return forge(json.dumps(head).encode(), number, rng.choice((b"\0", b"\1", b"\0" * 5000, b"\xff" * 99)))
    else:
        head = changed(head, rng)
    return forge(json.dumps(head).encode(), number)


def record(name: str, rng: Random) -> str:
    """Return the text of a forged record."""
    data = played(name, rng.randrange(12)).to_dict()
    how = rng.random()
    if how < 0.4:  # the choices: few of the fields, most of the text
        choices = data["choices"]
        for _ in range(rng.choice((1, 2, 5))):
            at = rng.randrange(len(choices) + 1)
            other = rng.choice(
                [
                    "=7",
                    "=-1",
                    "=1+2",
                    "=",
                    "=+",
                    "x()",
                    "raid(,)",
                    "=\u0663",
                    "=" + "9" * 400,
                    "a" * 5000,
                    *choices[:30],
                    *map(str, gamelib.game(name).argument_type_letters_by_verb),
                ]
            )
            if at == len(choices) or rng.random() < 0.3:
                choices.insert(at, other)
            elif rng.random() < 0.5:
                del choices[at]
            else:
                choices[at] = other
        if rng.random() < 0.02:
            data["choices"] = choices * 2000
        return json.dumps(data)
    text = json.dumps(changed(data, rng))
    return text if how < 0.95 else text.replace("[", "[" * 5000, 1) if how < 0.97 else text[: rng.randrange(len(text))]


def position(name: str, rng: Random) -> Any:
    """Return a forged position."""
    return changed(rng.choice(positions(name)), rng)


def fine(text: str) -> None:
    """Check that a refusal is one plain sentence."""
    assert 0 < len(text) <= 300, text
    assert "x" * 100 not in text, "what is repeated is shortened"
    assert text.isprintable(), text
    assert not any(word in text for word in JARGON), text


def refused(read: Callable[[], Any]) -> tuple[Any, str]:
    """Return the loaded object, or the refusal. Only ValueError is caught."""
    try:
        return read(), ""
    except ValueError as error:
        fine(str(error))
        return None, str(error)


def play_out(state: Any, rng: Random) -> None:
    """Play at random to the end, with checks and events."""
    for _ in range(20_000):
        if not state.agenda_frames:
            break
        state.apply(choose(state, rng))
    assert state.result.winners
    assert state.game.describe(state.result)


def survey(name: str, kind: str, n: int, seed: int = 0) -> int:
    """Try n forged objects of a kind and return the number that opened."""
    game, opened = gamelib.game(name), 0
    for number in range(n):
        rng = Random(f"{name}/{kind}/{seed}/{number}")
        read: Callable[[], Any]
        if kind == "link":
            text = link(name, rng)
            read = lambda text=text: Record.from_link(text, game).state  # noqa: E731
        elif kind == "record":
            text = record(name, rng)
            read = lambda text=text: Record.from_json(text, game).state  # noqa: E731
        else:
            data = position(name, rng)
            read = lambda data=data: game.from_dict(data)  # noqa: E731
        try:
            state, _ = refused(read)
            if state is not None:
                opened += 1
                assert game.describe(state.node)
                if state.viewer is None and (kind == "position" or opened % 20 == 0):
                    play_out(state, rng)
        except Exception as error:
            error.add_note(f"{kind} {number} of {name}, seed {seed}")
            raise
    return opened


# -- card tables ---------------------------------------------------------------------------------


def toml(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float):
        return str(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "")


def card_tables(name: str, rng: Random) -> str:
    """Return the text of a forged card table."""
    tables = tomllib.loads((gamelib.game(name).folder / "cards.toml").read_text(encoding="utf-8"))
    tables = changed(tables, rng)
    text = "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in tables.items())
    if rng.random() < 0.02:
        text += "\nx = " + "[" * 5000 + "]" * 5000
    return text.replace("null", "2000-01-01").encode(errors="replace").decode()


def survey_tables(name: str, n: int, folder: Path) -> int:
    """Try n forged card tables and return the number that opened. Each of these plays a game to its end."""
    opened = 0
    for number in range(n):
        rng = Random(f"{name}/tables/{number}")
        (folder / "cards.toml").write_text(card_tables(name, rng), encoding="utf-8")
        try:
            game, why = refused(lambda: type(gamelib.game(name))(cards=folder))
            if game is None:
                assert str(folder) in why
                continue
            opened += 1
            if opened % 4 == 0:
                for s in walk(game, game.seats[0], number):
                    assert game.describe(s.node)
        except Exception as error:
            error.add_note(f"card table {number} of {name}")
            raise
    return opened
