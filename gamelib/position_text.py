"""Position texts: one line of text, or keywords, with the differences from the base position.

    >>> import gamelib
    >>> game = gamelib.game("harem")
    >>> state = game.position("2 seats; players.0.treasury {GOLD-2: 2}; players.0.hand {CON-01: 1}; plays 1")
    >>> state == game.position(seats=2, players={0: {"treasury": {"GOLD-2": 2}, "hand": {"CON-01": 1}}}, plays=1)
    True
    >>> game.position_text(state)
    '2 seats; now main; players.0.hand {CON-01: 1}; players.0.treasury {GOLD-2: 2}; plays 1; moved true'

A text is a list of statements between semicolons:

    3 seats                          the number of seats, by default the minimum
    now STEP > STEP(field: value)    the agenda, outermost frame first. Frames below a step can be omitted
    option value                     an option of the game; `options.name value` if a field has the same name
    field value                      a field as in a saved position; `a.0.b value` for a part of one

Values are words, numbers, true, false, null, lists `[a, b]` and tables `{a: 1, b: 2}`. Omitted values are the same as
at the beginning of an ordinary turn. Cards that are not mentioned are unseen in their piles. No value may be given
twice.

Seats are counted from 0 here, as everywhere in Python, in saved positions and in errors. (Texts for people use names.
The default name of seat 0 is Player 1.)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .fields import Field, FieldPathContext, load_fields, reject_unknown_names, subfields
from .number_format import count_with_noun
from .protocols import PositionTextGameProtocol
from .state import HEADER_KEYS, State
from .step import AUTO
from .validation import FORMAT_ERRORS, error_reason, short_repr, shorten_text, validate_json

_TOKEN = re.compile(r"\s*([\[\]{}(),:>;]|\"[^\"]*\"|[^\s\[\]{}(),:>;\"]+)")
_WORD = re.compile(r"[^\s\[\]{}(),:>;\"]+")
_MEANING: dict[str, Any] = {"true": True, "false": False, "null": None}


class _Reader:
    """Tokens of a text, read from the left."""

    def __init__(self, text: str) -> None:
        self.tokens = _TOKEN.findall(text)
        if re.sub(r"\s", "", "".join(self.tokens)) != re.sub(r"\s", "", text):
            raise ValueError("it has a quotation mark too many")

    def next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self, wanted: str = "") -> str:
        if not self.tokens or (wanted and self.tokens[0] != wanted):
            here = short_repr(self.next()) if self.tokens else "the end"
            raise ValueError(f"{here} stands where {wanted or 'a value'} should")
        return str(self.tokens.pop(0))

    def value(self) -> Any:
        token = self.take()
        if token == "[":
            values: list[Any] = []
            while self.next() != "]":
                values.append(self.value())
                if self.next() != "]":
                    self.take(",")
            self.take("]")
            return values
        if token == "{":
            return self.table("}")
        if token[0] in "])}(,:>;{":
            raise ValueError(f"{short_repr(token)} stands where a value should")
        return _word(token)

    def table(self, end: str) -> dict[str, Any]:
        table: dict[str, Any] = {}
        while self.next() != end:
            key = str(_word(self.take())) if self.next()[:1] == '"' else self.take()
            self.take(":")
            if key in table:
                raise ValueError(f"{short_repr(key)} is said twice in one table")
            table[key] = self.value()
            if self.next() != end:
                self.take(",")
        self.take(end)
        return table

    def agenda(self) -> list[dict[str, Any]]:
        """Read an agenda: STEP(field: value) > STEP ..."""
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


def parse_position(text: str) -> dict[str, Any]:
    """Parse a text to the keywords of `Game.position`. Raise ValueError for invalid input."""
    reader, said, whole = _Reader(text.removeprefix("\ufeff")), dict[str, Any](), set[str]()
    while reader.tokens:
        name = reader.take()
        if name == ";":
            continue
        if name.isdecimal() and reader.next() in ("seats", "seat"):
            _say(said, "seats", _word(name))
            reader.take()
        elif name == "now":
            _say(said, "now", reader.agenda())
        else:
            _say(said, name, reader.value(), whole)
        if reader.tokens:
            reader.take(";")
    return said


def _say(said: dict[str, Any], name: str, value: Any, whole: set[str] | None = None) -> None:
    """Store the value of a field or of a part of it.

    Raise ValueError if the value is given twice. `whole` collects the names of the fields given so far.
    """
    *path, last = name.split(".")
    place = said
    for number, part in enumerate(path, 1):
        if whole is not None and ".".join(path[:number]) in whole:
            raise ValueError(f"{short_repr(name)} is said twice")
        place = place.setdefault(part, {})
    if last in place:
        raise ValueError(f"{short_repr(name)} is said twice")
    place[last] = value
    if whole is not None:
        whole.add(name)


def format_position_value(value: Any) -> str:
    """Format a value in the notation of a position text."""
    if isinstance(value, list):
        return f"[{', '.join(map(format_position_value, value))}]"
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{format_position_value(key)}: {format_position_value(part)}" for key, part in value.items())
            + "}"
        )
    if isinstance(value, str):
        plain = _WORD.fullmatch(value) and _word(value) == value
        return value if plain else f'"{value}"'
    return {True: "true", False: "false", None: "null"}[value] if value is None or type(value) is bool else str(value)


def merge_field_changes(field_type: Field | None, saved_value: Any, changes: Any) -> Any:
    """Return a saved value with changed parts: items of a list by index, named parts of a table."""
    if not isinstance(changes, Mapping):
        return changes
    kinds = subfields(field_type)
    if isinstance(saved_value, list):
        changed = list(saved_value)
        for key, part in changes.items():
            if key not in map(str, range(len(saved_value))):
                places = f"the places are 0 to {len(saved_value) - 1}" if saved_value else "it has none"
                raise ValueError(f"there is no place {short_repr(key)}; {places}")
            with FieldPathContext(key):
                changed[int(key)] = merge_field_changes(kinds.get(""), saved_value[int(key)], part)
        return changed
    if not kinds or "" in kinds or not isinstance(saved_value, Mapping):
        return dict(changes)
    changed_parts = dict(saved_value)
    for key, part in changes.items():
        reject_unknown_names(kinds, (key,))
        with FieldPathContext(key):
            changed_parts[key] = merge_field_changes(kinds[key], saved_value.get(key), part)
    return changed_parts


def _texts(value: Any) -> Any:
    """Convert the keys of tables to texts, as in JSON."""
    if isinstance(value, Mapping):
        return {str(key): _texts(part) for key, part in value.items()}
    return [_texts(part) for part in value] if isinstance(value, list | tuple) else value


def build_position(game: PositionTextGameProtocol, field_values: Mapping[str, Any]) -> State[Any]:
    """Build a position. If the position is impossible, raise ValueError with one sentence about the reason."""
    try:
        return build_without_diagnosis(game, field_values)
    except ValueError as error:
        why = str(error).removeprefix(IMPOSSIBLE_PREFIX)
        named = re.match(r"[\w.]+: ", why) or any(
            re.search(rf"\b{re.escape(str(name))}\b", why) for name in field_values
        )
        blamed = "" if named else _blamed(game, field_values)
        if not blamed:
            raise
        raise ValueError(shorten_text(f"{IMPOSSIBLE_PREFIX}{blamed}: {why}")) from error


IMPOSSIBLE_PREFIX = "There can be no such position: "
MAX_BLAMED, MAX_TRIED = 3, 12
"""Maximum number of statements in a message about contradictory statements, and maximum number that are tried."""


def _blamed(game: PositionTextGameProtocol, said: Mapping[str, Any]) -> str:
    """Return each statement without which the position is possible, or "" if there is no such statement."""
    paths = [path for name in said for path in _paths(said[name], (name,)) if path != ("seats",)]
    blamed = []
    for path in paths if len(paths) <= MAX_TRIED else ():
        try:
            build_without_diagnosis(game, _without(said, path))
        except ValueError:
            continue
        blamed.append(".".join(map(str, path)))
    return f"{', '.join(blamed[:-1])} and {blamed[-1]}" if 1 < len(blamed) <= MAX_BLAMED else "".join(blamed[:1])


def _paths(value: Any, path: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return the path of each single statement."""
    if not isinstance(value, Mapping) or not value:
        return [path]
    return [deeper for key, part in value.items() for deeper in _paths(part, (*path, key))]


def _without(said: Mapping[Any, Any], path: tuple[Any, ...]) -> dict[Any, Any]:
    first, *rest = path
    left = {key: part for key, part in said.items() if key != first}
    inner = _without(said[first], tuple(rest)) if rest else None
    return {**left, first: inner} if inner else left


def build_without_diagnosis(game: PositionTextGameProtocol, field_values: Mapping[str, Any]) -> State[Any]:
    """Build a position. Raise ValueError without a search for the contradictory statements."""
    filled: dict[str, str] = {}
    try:
        rest = _texts(dict(field_values))
        validate_json(rest)
        seats, now, viewer = rest.pop("seats", game.seats[0]), rest.pop("now", None), rest.pop("viewer", None)
        options = rest.pop("options", {})
        if not isinstance(options, dict):
            raise ValueError(f"options: {short_repr(options)} is not a table of options by name")
        fields = game.state_type.fields
        for name in [name for name in rest if name in game.options and name not in fields]:
            if name in options:
                raise ValueError(f"{short_repr(name)} is said twice")
            options[name] = rest.pop(name)
        state: State[Any] = game.base_position(seats, **options)
        state.viewer = viewer
        saved, others = state.to_dict(), dict[str, Any]()
        for name, value in rest.items():
            if name in HEADER_KEYS or not (name in saved or name in fields):
                raise ValueError(f"there is nothing called {short_repr(name)}")
            with FieldPathContext(name):
                saved[name] = merge_field_changes(
                    fields.get(name), saved.get(name), game.resolve_place_names(name, value)
                )
                if name in fields or game.derived_fields:
                    state._load_field(name, saved[name])
                else:  # a value that a game saves in addition to its fields
                    others[name] = saved[name]
        if now is not None:
            given = {name: getattr(state, name) for name in rest if name in fields}
            state.agenda_frames = _agenda(game, state, now, filled)
            _require_kept_values(state, given)
        if not state.agenda_frames:
            raise ValueError("now: a position that is written down has something to do")
        if viewer is None:
            parts = {f"{name}.{key}" for name, value in rest.items() if isinstance(value, Mapping) for key in value}
            frames = state.to_dict()["todo"]
            game.fill_derived_fields(state, set(rest) | parts)
            if now is not None:
                _require_kept_frames(frames, state.to_dict()["todo"])
            filled |= {name: name for name in game.derived_fields if name not in rest}
        data = state.to_dict() | others
        if state.agenda_frames[-1].step.kind == AUTO:
            state = _settled(game.load_unsettled(data))
            data = state.to_dict()
        made: State[Any] = game.from_dict(data)
        made.events = state.events
    except (*FORMAT_ERRORS, ValueError) as error:
        why = error_reason(error).removeprefix("This position cannot be opened: ").removesuffix(".")
        why += _filled_in(why, filled)
        raise ValueError(shorten_text(f"{IMPOSSIBLE_PREFIX}{why}.")) from error
    return made


def _require_kept_values(state: State[Any], given: Mapping[str, Any]) -> None:
    """Raise ValueError if the pending step has changed a given value, for example the phase."""
    for name, value in given.items():
        if (kept := getattr(state, name)) != value:
            step = state.agenda_frames[-1].step.name
            raise ValueError(f"{name}: with the step {step} it is {short_repr(kept)}, not {short_repr(value)}")


def _require_kept_frames(given: list[Any], frames: list[Any]) -> None:
    """Raise ValueError if other given values have changed a given frame, for example the seat that decides."""
    for said, kept in zip(given, frames, strict=True):
        if said != kept:
            raise ValueError(f"now: with the other values it is {_write_frame(kept)}, not {_write_frame(said)}")


def _settled(state: State[Any]) -> State[Any]:
    """Run the automatic steps of a position. Raise ValueError if the pending step fails."""
    name = state.agenda_frames[-1].step.name
    state.log = []
    try:
        state._run_automatic_steps()
    except FORMAT_ERRORS as error:
        raise ValueError(f"{name} cannot be due in it") from error
    return state


def _agenda(game: PositionTextGameProtocol, state: State[Any], now: Any, filled: dict[str, str]) -> list[Any]:
    """Return the given agenda. If a step is given alone, add the frames below this step to `filled`."""
    frames = _Reader(now).agenda() if isinstance(now, str) else now
    if not isinstance(frames, list) or not all(isinstance(frame, Mapping) and "step" in frame for frame in frames):
        raise ValueError(
            f"now: {short_repr(now)} is neither a text nor a list of steps, each a table with the name 'step'"
        )
    for frame in frames:
        if not isinstance(frame["step"], str) or frame["step"] not in game.steps:
            raise ValueError(f"there is no step {short_repr(frame['step'])}")
    if len(frames) == 1:
        with FieldPathContext(frames[0]["step"]):  # the frames below the given frame are computed from its values
            fields = game.steps[frames[0]["step"]].fields
            load_fields({name: kind for name, kind in fields.items() if name in frames[0]}, state, frames[0])
        frames = game.complete_agenda_up_to_frame(state, frames[0])
        filled |= {frame["step"]: _write_frame(frame) for frame in frames[:-1]}
    return [game.load_frame(state, frame) for frame in frames]


def _filled_in(why: str, filled: Mapping[str, str]) -> str:
    """Return a note for an error message: the named part was not given but filled in."""
    named = [text for name, text in filled.items() if re.search(rf"(^|: ){name}[.:, ]", why)]
    return f" ({' and '.join(named)} {'were' if len(named) > 1 else 'was'} not said, but filled in)" if named else ""


def format_position(game: PositionTextGameProtocol, state: State[Any]) -> str:
    """Return the position text of an unfinished game.

    `build_position(game, parse_position(text))` is the same position.
    """
    if not state.agenda_frames:
        raise ValueError("This game is over; only a position with something to do can be written down.")
    data, plain = state.to_dict(), game.base_position(state.seats, **state.options).to_dict()
    frames = data.pop("todo")
    said: dict[str, Any] = {name: value for name, value in data.items() if plain.get(name) != value}
    for name in ("game", "cards", "seats", "options", "viewer"):
        said.pop(name, None)
    if state.viewer is None and game.derived_fields:
        said = _without_derived(game, state, frames, said)
    now = " > ".join(_write_frame(frame) for frame in frames)
    lines = [count_with_noun(state.seats, "seat")]
    for name, value in state.options.items():
        if value != game.option_defaults[name]:
            lines.append(f"{'options.' * (name in state.fields)}{name} {format_position_value(value)}")
    lines.append(f"now {_short_agenda(game, state, frames) or now}")
    if state.viewer is not None:
        lines.append(f"viewer {state.viewer}")
    for name, value in said.items():
        lines += _statements(name, state.fields.get(name), plain.get(name), value)
    return "; ".join(lines)


def _without_derived(
    game: PositionTextGameProtocol, state: State[Any], frames: list[Any], said: dict[str, Any]
) -> dict[str, Any]:
    """Remove the values that `fill_derived_fields` correctly computes from the other values."""
    whole = state.to_dict()
    names = {name for name in said if name not in game.derived_fields}
    while True:
        trial: State[Any] = game.base_position(state.seats, **dict(state.options))
        for name in names:
            trial._load_field(name, whole[name])
        trial.agenda_frames = [game.load_frame(trial, frame) for frame in frames]
        try:
            game.fill_derived_fields(trial, names)
        except (*FORMAT_ERRORS, ValueError):
            return said
        worked_out = trial.to_dict()
        wrong = {name for name in state.fields if worked_out.get(name) != whole.get(name)} - names
        if not wrong:
            return {name: value for name, value in whole.items() if name in names}
        names |= wrong


def _short_agenda(game: PositionTextGameProtocol, state: State[Any], frames: list[Any]) -> str:
    """Return the text of the top frame alone, if the frames below follow from the top frame."""
    try:
        under = game.complete_agenda_up_to_frame(state.clone(), frames[-1])
    except (*FORMAT_ERRORS, ValueError):
        return ""
    return _write_frame(frames[-1]) if under == frames else ""


def _write_frame(frame: Mapping[str, Any]) -> str:
    values = ", ".join(f"{name}: {format_position_value(value)}" for name, value in frame.items() if name != "step")
    return f"{frame['step']}({values})" if values else str(frame["step"])


def _statements(name: str, kind: Field | None, plain: Any, value: Any) -> list[str]:
    """Return one statement for each part of a field that differs from the base position."""
    kinds = subfields(kind)
    if isinstance(value, list) and isinstance(plain, list) and len(value) == len(plain) and "" in kinds:
        pairs = [(str(i), kinds[""], plain[i], part) for i, part in enumerate(value)]
    elif kinds and "" not in kinds and isinstance(value, Mapping) and isinstance(plain, Mapping):
        pairs = [(key, kinds[key], plain.get(key), part) for key, part in value.items()]
    else:
        return [f"{name} {format_position_value(value)}"]
    return [
        line
        for key, part, before, after in pairs
        if before != after
        for line in _statements(f"{name}.{key}", part, before, after)
    ]
