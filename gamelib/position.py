"""Positions written down: one line of text, or keywords, that say what differs from an ordinary position.

    >>> import gamelib
    >>> game = gamelib.game("harem")
    >>> state = game.position("2 seats; players.0.treasury {GOLD-2: 2}; players.0.hand {CON-01: 1}; plays 1")
    >>> state == game.position(seats=2, players={0: {"treasury": {"GOLD-2": 2}, "hand": {"CON-01": 1}}}, plays=1)
    True
    >>> game.written(state)
    '2 seats; now main; players.0.hand {CON-01: 1}; players.0.treasury {GOLD-2: 2}; plays 1'

A text is a list of statements between semicolons:

    3 seats                          the number of seats (else the fewest)
    now STEP > STEP(field: value)    what is to be done, outermost first; what must lie under a step may be left out
    option value                     an option of the game; `options.name value` if a field has the same name
    field value                      a field as a saved position has it; `a.0.b value` for a part of one

Values are words, numbers, true, false, null, lists `[a, b]` and tables `{a: 1, b: 2}`. What is not said is as at the
beginning of an ordinary turn; cards that nobody mentions lie in their piles, unseen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .fields import Kind, parts_of
from .numbers import some
from .outside import WRONG_FORM, check_plain, misfit, sentence, told
from .protocols import Written
from .state import AUTO, State

_TOKEN = re.compile(r"\s*([\[\]{}(),:>;]|\"[^\"]*\"|[^\s\[\]{}(),:>;\"]+)")
_WORD = re.compile(r"[^\s\[\]{}(),:>;\"]+")
_HEAD = ("game", "cards", "options", "todo", "result")
_MEANING: dict[str, Any] = {"true": True, "false": False, "null": None}


class _Reader:
    """The tokens of a text, read from the left."""

    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)
        if re.sub(r"\s", "", "".join(self.tokens)) != re.sub(r"\s", "", text):
            raise ValueError("it has a quotation mark too many")

    def next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self, wanted: str = "") -> str:
        if not self.tokens or (wanted and self.tokens[0] != wanted):
            found = told(self.next()) if self.tokens else "the end"
            raise ValueError(f"{found} stands where {wanted or 'a value'} should")
        return str(self.tokens.pop(0))

    def value(self) -> Any:
        token = self.take()
        if token == "[":
            found: list[Any] = []
            while self.next() != "]":
                found.append(self.value())
                if self.next() != "]":
                    self.take(",")
            self.take("]")
            return found
        if token == "{":
            return self.table("}")
        if token[0] in "])}(,:>;{":
            raise ValueError(f"{token!r} stands where a value should")
        return _word(token)

    def table(self, end: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self.next() != end:
            key = str(_word(self.take())) if self.next()[:1] == '"' else self.take()
            self.take(":")
            found[key] = self.value()
            if self.next() != end:
                self.take(",")
        self.take(end)
        return found

    def agenda(self) -> list[dict[str, Any]]:
        """STEP(field: value) > STEP ..."""
        frames = []
        while True:
            frame = {"step": self.take()}
            if self.next() == "(":
                self.take("(")
                frame.update(self.table(")"))
            frames.append(frame)
            if self.next() != ">":
                return frames
            self.take(">")


def _word(token: str) -> Any:
    if token[0] == '"':
        return token[1:-1]
    if token in _MEANING:
        return _MEANING[token]
    return int(token) if re.fullmatch(r"-?\d{1,15}", token) else token


def read(text: str) -> dict[str, Any]:
    """What a text says, as the keywords of `Game.position`. ValueError if it cannot be read."""
    reader, said = _Reader(text), dict[str, Any]()
    while reader.tokens:
        name = reader.take()
        if name == ";":
            continue
        if name.isdecimal() and reader.next() in ("seats", "seat"):
            said["seats"] = int(name)
            reader.take()
        elif name == "now":
            said["now"] = reader.agenda()
        else:
            *path, last = name.split(".")
            place = said
            for part in path:
                place = place.setdefault(part, {})
                if not isinstance(place, dict):
                    raise ValueError(f"{told(name)} is said twice")
            place[last] = reader.value()
        if reader.tokens:
            reader.take(";")
    return said


def write_value(value: Any) -> str:
    """A value as a text has it."""
    if isinstance(value, list):
        return f"[{', '.join(map(write_value, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{write_value(key)}: {write_value(part)}" for key, part in value.items()) + "}"
    if isinstance(value, str):
        plain = _WORD.fullmatch(value) and _word(value) == value
        return value if plain else f'"{value}"'
    return {True: "true", False: "false", None: "null"}[value] if value is None or type(value) is bool else str(value)


def overlay(kind: Kind | None, base: Any, said: Any) -> Any:
    """A saved value with parts of it said anew: seats of a list by number, named parts of a table."""
    if not isinstance(said, Mapping):
        return said
    if isinstance(base, list):
        changed = list(base)
        for key, part in said.items():
            if not str(key).isdecimal() or int(key) >= len(base):
                raise ValueError(f"there is no place {told(key)}; the places are 0 to {len(base) - 1}")
            changed[int(key)] = overlay(parts_of(kind).get(""), base[int(key)], part)
        return changed
    kinds = parts_of(kind)
    if not kinds or "" in kinds or not isinstance(base, Mapping):
        return dict(said)
    return {**base, **{key: overlay(kinds.get(key), base.get(key), part) for key, part in said.items()}}


def _texts(value: Any) -> Any:
    """Tables with texts as names, as JSON has them."""
    if isinstance(value, Mapping):
        return {str(key): _texts(part) for key, part in value.items()}
    return [_texts(part) for part in value] if isinstance(value, list | tuple) else value


def build(game: Written, said: Mapping[str, Any]) -> State[Any]:
    """The position that is said. ValueError tells in one sentence what is impossible."""
    try:
        rest = _texts(dict(said))
        check_plain(rest)
        seats, now, viewer = rest.pop("seats", game.seats[0]), rest.pop("now", None), rest.pop("viewer", None)
        options = rest.pop("options", {})
        fields = game.state_type.fields
        options |= {name: rest.pop(name) for name in list(rest) if name in game.options and name not in fields}
        state: State[Any] = game.ordinary(seats, **options)
        state.viewer = viewer
        saved, others = state.to_dict(), dict[str, Any]()
        for name, value in rest.items():
            if name in _HEAD or not (name in saved or name in fields):
                raise ValueError(f"there is nothing called {told(name)}")
            try:
                saved[name] = overlay(fields.get(name), saved.get(name), game.numbered(name, value))
                if name in fields or game.derived:
                    state._set(name, saved[name])
                else:  # what a game saves besides its fields
                    others[name] = saved[name]
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from error
        if now is not None:
            frames = _Reader(now).agenda() if isinstance(now, str) else list(now)
            for frame in frames:
                if frame["step"] not in game.steps:
                    raise ValueError(f"there is no step {told(frame['step'])}")
            if len(frames) == 1:
                frames = game.agenda_under(state, frames[0])
            state.todo = [game.load_frame(state, frame) for frame in frames]
        if viewer is None:
            game.complete(state, set(rest))
        if state.todo[-1].step.kind == AUTO:
            state.log = []
            state._settle()
        made: State[Any] = game.from_dict(state.to_dict() | others)
        made.events = state.events
    except (*WRONG_FORM, ValueError) as error:
        why = misfit(error).removeprefix("This position cannot be opened: ").removesuffix(".")
        raise ValueError(sentence(f"There can be no such position: {why}.")) from error
    return made


def write(game: Written, state: State[Any]) -> str:
    """The text of a position that is not over; `build(game, read(text))` is the position again."""
    if not state.todo:
        raise ValueError("This game is over; only a position with something to do can be written down.")
    data, plain = state.to_dict(), game.ordinary(state.seats, **state.options).to_dict()
    frames = data.pop("todo")
    said: dict[str, Any] = {name: value for name, value in data.items() if plain.get(name) != value}
    for name in ("game", "cards", "seats", "options", "viewer"):
        said.pop(name, None)
    if state.viewer is None:
        said = _without_piles(game, state, frames, said)
    now = " > ".join(_write_frame(frame) for frame in frames)
    lines = [some(state.seats, "seat")]
    for name, value in state.options.items():
        if value != game.defaults[name]:
            lines.append(f"{'options.' * (name in state.fields)}{name} {write_value(value)}")
    lines.append(f"now {_short_agenda(game, state, frames) or now}")
    if state.viewer is not None:
        lines.append(f"viewer {state.viewer}")
    for name, value in said.items():
        lines += _statements(name, state.fields.get(name), plain.get(name), value)
    return "; ".join(lines)


def _without_piles(game: Written, state: State[Any], frames: list[Any], said: dict[str, Any]) -> dict[str, Any]:
    """Leave out what follows from the rest."""
    if not game.derived:
        return said
    whole = state.to_dict()
    options = dict(state.options)
    trial: State[Any] = game.ordinary(state.seats, **options)
    for name, value in said.items():
        if name not in game.derived:
            trial._set(name, value)
    trial.todo = [game.load_frame(trial, frame) for frame in frames]
    try:
        game.complete(trial, set(said) - set(game.derived))
    except (*WRONG_FORM, ValueError):
        return said
    found = trial.to_dict()
    wrong = {name for name in game.derived if found[name] != whole[name]}
    # what is said in full keeps the others from being worked out of it
    kept = wrong | (set(said) - set(game.derived))
    return {name: value for name, value in whole.items() if name in kept}


def _short_agenda(game: Written, state: State[Any], frames: list[Any]) -> str:
    """The top frame alone, if what lies under it follows."""
    try:
        under = game.agenda_under(state.clone(), frames[-1])
    except (*WRONG_FORM, ValueError):
        return ""
    return _write_frame(frames[-1]) if under == frames else ""


def _write_frame(frame: Mapping[str, Any]) -> str:
    values = ", ".join(f"{name}: {write_value(value)}" for name, value in frame.items() if name != "step")
    return f"{frame['step']}({values})" if values else str(frame["step"])


def _statements(name: str, kind: Kind | None, plain: Any, value: Any) -> list[str]:
    """One statement for each part of a field that differs."""
    kinds = parts_of(kind)
    if isinstance(value, list) and isinstance(plain, list) and len(value) == len(plain) and "" in kinds:
        pairs = [(str(i), kinds[""], plain[i], part) for i, part in enumerate(value)]
    elif kinds and "" not in kinds and isinstance(value, Mapping) and isinstance(plain, Mapping):
        pairs = [(key, kinds[key], plain.get(key), part) for key, part in value.items()]
    else:
        return [f"{name} {write_value(value)}"]
    return [line for key, part, before, after in pairs if before != after
            for line in _statements(f"{name}.{key}", part, before, after)]  # fmt: skip


