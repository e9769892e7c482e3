"""Fields: typed values of a frame or a state.

A `Field` is a type that can save a value as JSON, load it and validate it. Steps and states list their fields by name.
Saving, loading, validation and cloning follow from this list. The attributes of a frame have the names of the fields.
For example, a step with `fields = {"seat": SEAT, "left": IntField(1, 3)}` creates a frame with `STEP.make_frame(seat,
left)`, and `frame.left` is an integer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from copy import copy
from importlib import import_module
from itertools import repeat
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias, cast

from .deck import Deck
from .nodes import Action
from .protocols import StepProtocol
from .validation import FORMAT_ERRORS, error_reason, short_repr

Fields: TypeAlias = Mapping[str, "Field"]
CloneTargets: TypeAlias = dict[str, tuple[type, Fields]]
"""Name of a clone function -> the class that it clones, and the slots of that class."""
MAX_INT = 10**9  # limit for numbers from files, so that computations stay small


class FieldError(ValueError):
    """Error in a field, with its path as in a position text, for example players.0.hand."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class FieldPathContext:
    """Context manager that adds a field name or a list index to the path of each error raised inside it."""

    __slots__ = ("part",)

    def __init__(self, field_name: str | int) -> None:
        self.part = field_name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, FieldError):
            raise FieldError(f"{self.part}.{error.path}", error.reason) from error
        if isinstance(error, (*FORMAT_ERRORS, ValueError)):
            raise FieldError(str(self.part), error_reason(error)) from error


def reject_unknown_names(known: Collection[str], names: Iterable[str]) -> None:
    """Raise ValueError if a table has an unknown name."""
    for name in names:
        if name not in known:
            raise ValueError(f"there is nothing called {short_repr(name)} in it; it has {', '.join(known)}")


class Field:
    """Base class for the type of a field.

    `load(state, save(value))` equals `value`. `description` names the type in error messages.
    """

    description = "a value"
    json_type: type = object
    """Type of such a value in JSON. `has_valid_form` and `from_valid_json` may rely on it."""
    is_shared = False
    """Whether clones share the value although it is mutable. Code replaces such a value and never changes it in place.
    """

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        """Return source code that clones the value of the source expression `value`.

        Clones share immutable values. The method adds the clone functions that the generated code calls to
        `nested_clones`.
        """
        return value

    def save(self, value: Any) -> Any:
        """Return the value as plain JSON."""
        return value

    def load(self, state: Any, data: Any) -> Any:
        """Return the value that `save` wrote. Raise ValueError for any other data."""
        if not isinstance(data, self.json_type) or not self.has_valid_form(state, data):
            raise ValueError(f"{short_repr(data)} is not {self.description}")
        return self.from_valid_json(state, data)

    def has_valid_form(self, state: Any, data: Any) -> bool:
        """Return whether plain JSON of the right type has the form of a value. `from_valid_json` checks its parts."""
        return True

    def from_valid_json(self, state: Any, data: Any) -> Any:
        """Return the value for JSON of a valid form. Raise ValueError if a part of it is invalid."""
        return data


class PredicateField(Field):
    """Field whose value is the same in JSON. `test(state, data)` returns whether the data is valid."""

    def __init__(self, description: str, test: Callable[[Any, Any], bool]) -> None:
        self.description, self._test = description, test

    def load(self, state: Any, data: Any) -> Any:
        return data if self._test(state, data) else super().load(state, data)

    def has_valid_form(self, state: Any, data: Any) -> bool:
        return self._test(state, data)


class IntField(Field):
    """Field for an integer in a range."""

    def __init__(self, minimum: int = 0, maximum: int = MAX_INT) -> None:
        self.least, self.most = minimum, maximum
        self.description = (
            f"a whole number from {minimum} to {maximum}" if maximum < MAX_INT else f"a whole number from {minimum} up"
        )

    def load(self, state: Any, data: Any) -> Any:
        return data if type(data) is int and self.least <= data <= self.most else super().load(state, data)

    def has_valid_form(self, state: Any, data: Any) -> bool:
        return type(data) is int and self.least <= data <= self.most

    def save(self, value: Any) -> Any:
        """Return the integer, clipped to `MAX_INT`, so that the saved file can be loaded again."""
        return max(-MAX_INT, min(value, MAX_INT))


class ChoiceField(Field):
    """Field for a word or number from `values(state)`, for example `ChoiceField("a card", lambda s: s.game.cards)`."""

    def __init__(self, description: str, values: Callable[[Any], Collection[Any]]) -> None:
        self.description, self.values = description, values

    def has_valid_form(self, state: Any, data: Any) -> bool:
        return type(data) in (str, int) and data in self.values(state)


class OptionalField(Field):
    """Field for a value of `value_type` or for `none_value`, which is null in JSON."""

    def __init__(self, value_type: Field, none_value: Any = None) -> None:
        self.kind, self.none = value_type, none_value
        self.description = f"{value_type.description} or null"

    def save(self, value: Any) -> Any:
        return None if value == self.none else self.kind.save(value)

    def load(self, state: Any, data: Any) -> Any:
        return self.none if data is None else self.kind.load(state, data)

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        inner = clone_expression_for(self.kind, value, nested_clones)
        return value if inner == value else f"(None if {value} is None else {inner})"


class TupleField(Field):
    """Field for a tuple of values of one type."""

    json_type = list
    container_type: ClassVar[type[tuple[Any, ...]] | type[list[Any]]] = tuple

    def __init__(self, item_type: Field, max_length: int = MAX_INT, distinct: bool = False) -> None:
        self.kind, self.most, self.distinct = item_type, max_length, distinct
        self.description = (
            "a list" + " without repeats" * distinct + (f" of at most {max_length}" if max_length < MAX_INT else "")
        )

    def save(self, value: Any) -> Any:
        return [self.kind.save(part) for part in value]

    def has_valid_form(self, state: Any, data: Any) -> bool:
        return len(data) <= self.most and not (self.distinct and any(part in data[:i] for i, part in enumerate(data)))

    def from_valid_json(self, state: Any, data: Any) -> Any:
        return self.container_type(_parts(repeat(self.kind), state, data))

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        inner = clone_expression_for(self.kind, "part", nested_clones)
        if inner != "part":
            made = f"[{inner} for part in {value}]"
            return f"tuple({made})" if self.container_type is tuple else made
        return value if self.container_type is tuple else f"{value}.copy()"


class ListField(TupleField):
    """Field for a mutable list of values of one type."""

    container_type = list


class PerSeatField(ListField):
    """Field for a list with one value for each seat."""

    def __init__(self, item_type: Field) -> None:
        super().__init__(item_type)
        self.description = "a list with one value a seat"

    def has_valid_form(self, state: Any, data: Any) -> bool:
        if len(data) != state.seats:
            raise ValueError(f"there are {len(data)} values for {state.seats} seats")
        return True


class FixedTupleField(Field):
    """Field for a tuple with one value of each type."""

    json_type = list

    def __init__(self, *kinds: Field) -> None:
        self.kinds = kinds
        self.description = f"a list of {len(kinds)} values"

    def save(self, value: Any) -> Any:
        return [kind.save(part) for kind, part in zip(self.kinds, value, strict=True)]

    def has_valid_form(self, state: Any, data: Any) -> bool:
        return len(data) == len(self.kinds)

    def from_valid_json(self, state: Any, data: Any) -> Any:
        return tuple(_parts(self.kinds, state, data))


def _parts(kinds: Iterable[Field], state: Any, data: list[Any]) -> list[Any]:
    loaded: list[Any] = []
    try:  # one context manager for all parts, because one for each part would take most of the time
        for kind, part in zip(kinds, data):  # noqa: B905  (one type can apply to all parts)
            loaded.append(kind.load(state, part))
    except (*FORMAT_ERRORS, ValueError):
        with FieldPathContext(len(loaded)):
            raise
    return loaded


class NamedTupleField(Field):
    """Field for a tuple with one value of each type, saved by name."""

    description = "a table of values by name"
    json_type = Mapping
    makes: ClassVar[type[tuple[Any, ...]] | type[list[Any]]] = tuple

    def __init__(self, **kinds: Field) -> None:
        self.kinds = kinds

    def save(self, value: Any) -> Any:
        return {name: kind.save(part) for (name, kind), part in zip(self.kinds.items(), value, strict=True)}

    def from_valid_json(self, state: Any, data: Any) -> Any:
        reject_unknown_names(self.kinds, data)
        return self.makes(load_fields(self.kinds, state, data).values())

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        return value if self.makes is tuple else f"{value}.copy()"


class NamedListField(NamedTupleField):
    """Field for a mutable list with one value of each type, saved by name."""

    makes = list


class ObjectField(Field):
    """Field for an object of a class with these fields. `unsaved_slots` are cloned but not saved."""

    description = "a table of values by name"
    json_type = Mapping

    def __init__(self, make: type, fields: Fields, besides: Fields = MappingProxyType({})) -> None:
        self.make, self.kinds, self.unsaved_slots = make, fields, besides

    def save(self, value: Any) -> Any:
        return save_fields(self.kinds, value)

    def from_valid_json(self, state: Any, data: Any) -> Any:
        reject_unknown_names(self.kinds, data)
        made = self.make()
        for name, value in load_fields(self.kinds, state, data).items():
            setattr(made, name, value)
        return made

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        name = f"clone_{self.make.__name__}"
        nested_clones[name] = self.make, {**self.kinds, **self.unsaved_slots}
        return f"{name}({value})"


class DictField(Field):
    """Field for a dictionary with string keys and values of a given type."""

    description = "a table"
    json_type = Mapping

    def __init__(self, key: Field, value: Field) -> None:
        self.key, self.value = key, value

    def save(self, value: Any) -> Any:
        return {key: self.value.save(value[key]) for key in sorted(value)}

    def from_valid_json(self, state: Any, data: Any) -> Any:
        loaded = {}
        for key, part in sorted(data.items()):
            name = self.key.load(state, key)
            with FieldPathContext(name):
                loaded[name] = self.value.load(state, part)
        return loaded

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        inner = clone_expression_for(self.value, "part", nested_clones)
        return f"{value}.copy()" if inner == "part" else f"{{name: {inner} for name, part in {value}.items()}}"


class CountsField(DictField):
    """Field for a multiset: a dictionary from cards to counts."""

    description = "a table of cards and how many of each"

    def __init__(self, card: Field) -> None:
        super().__init__(card, IntField(1, 1000))


class DeckField(Field):
    """Field for a `Deck`. The kinds of card in `pile_only_cards(state)` are never hidden outside the pile."""

    description = "a pile of cards"
    json_type = Mapping

    def __init__(self, stays: Callable[[Any], frozenset[str]] = lambda state: frozenset()) -> None:
        self.pile_only_cards = stays

    def save(self, value: Deck) -> Any:
        return value.to_dict()

    def from_valid_json(self, state: Any, data: Any) -> Deck:
        _PILE.load(state, data)
        return Deck.from_dict(data, self.pile_only_cards(state))

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        return f"{value}.clone()"


class NamedValuesField(Field):
    """Field for a mapping with required and optional named values. The value is plain JSON."""

    description = "a table of values by name"
    json_type = Mapping

    def __init__(self, required: Fields, optional: Fields = MappingProxyType({})) -> None:
        self.required, self.optional = required, optional

    def from_valid_json(self, state: Any, data: Any) -> Any:
        reject_unknown_names((*self.required, *self.optional), data)
        load_fields(
            {**self.required, **{name: kind for name, kind in self.optional.items() if name in data}}, state, data
        )
        return data


class _Bits(Field):
    """Seats as a bit mask, saved as a list of seat numbers."""

    description = "a list of seats in order"
    json_type = list

    def save(self, value: int) -> list[int]:
        return [seat for seat in range(value.bit_length()) if value >> seat & 1]

    def has_valid_form(self, state: Any, data: Any) -> bool:
        return bool(data == sorted({SEAT.load(state, seat) for seat in data}))

    def from_valid_json(self, state: Any, data: Any) -> int:
        return sum(1 << seat for seat in data)


class _Action(Field):
    description = "the notation of an action"
    json_type = str

    def save(self, value: Action) -> str:
        return str(value)

    def has_valid_form(self, state: Any, data: Any) -> bool:
        return isinstance(self.from_valid_json(state, data), Action)

    def from_valid_json(self, state: Any, data: Any) -> Any:
        return state.game.parse_choice(data)


def one_of(*values: str | int) -> Field:
    """Return a field for one of these words or numbers."""
    return ChoiceField(f"one of {', '.join(map(repr, values))}", lambda state: values)


def field_shared_by_clones(field_type: Field) -> Field:
    """Return a copy of the field whose value is shared by clones.

    Code that changes the field must replace the value and never change it in place.
    """
    same = copy(field_type)
    same.is_shared = True
    return same


def clone_expression_for(field_type: Field, value: str, nested_clones: CloneTargets) -> str:
    """Return source code that clones the value of a field, or `value` if clones share it."""
    return value if field_type.is_shared else field_type.clone_expression(value, nested_clones)


def subfields(field_type: Field | None) -> Fields:
    """Return the fields of the named parts of a field.

    For a `PerSeatField`, the field of one seat has the name "". A field without parts returns an empty mapping.
    """
    if isinstance(field_type, PerSeatField):
        return {"": field_type.kind}
    return field_type.kinds if isinstance(field_type, NamedTupleField | ObjectField) else {}


SEAT: Field = PredicateField("the number of a seat", lambda state, data: type(data) is int and 0 <= data < state.seats)
FLAG: Field = PredicateField("true or false", lambda state, data: type(data) is bool)
TEXT: Field = PredicateField("a text", lambda state, data: type(data) is str)
SEAT_BITMASK: Field = _Bits()
ACTION: Field = _Action()
SHARED_FIELD: Field = Field()
"""Value that is never saved and never changed, for example lookup tables of a state."""
SEATS: Field = TupleField(SEAT, distinct=True)
_PILE = NamedValuesField(
    {
        "loose": CountsField(TEXT),
        "parts": TupleField(
            NamedValuesField({"size": IntField(1)}, {"fixed": CountsField(TEXT), "seen": TupleField(SEAT)})
        ),
    },
    {
        "aside": DictField(
            TEXT,
            NamedValuesField(
                {"size": IntField(), "known": TupleField(NamedValuesField({"card": TEXT}, {"seen": TupleField(SEAT)}))},
                {},
            ),
        )
    },
)
"""Format of a pile in a file (`Deck.to_dict`)."""


def save_fields(fields: Fields, thing: Any) -> dict[str, Any]:
    """Return the fields of a frame or a state as plain JSON, by name."""
    return {name: kind.save(getattr(thing, name)) for name, kind in fields.items()}


def load_fields(fields: Fields, state: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    """Load the output of `save_fields`. Raise ValueError with the name of the field and the reason for invalid data."""
    for name in fields:
        if name not in data:
            raise ValueError(f"{name} is missing")
    values, name = dict[str, Any](), ""
    try:
        for name, kind in fields.items():
            values[name] = kind.load(state, data[name])
    except (*FORMAT_ERRORS, ValueError):
        with FieldPathContext(name):
            raise
    return values


def make_clone_function(cls: type, fields: Fields, reset_slot: str = "") -> Callable[[Any], Any]:
    """Create a function that makes an independent copy of an object of a class with these slots.

    The generated code has one line per slot, so it is as fast as handwritten code. `reset_slot` is the name of a slot
    that is None in a copy. Raise TypeError if a slot of the class is in neither argument.

    >>> class Pair:
    ...     __slots__ = ("left", "right")
    >>> pair = Pair()
    >>> pair.left, pair.right = "a", ["b"]
    >>> twin = make_clone_function(Pair, {"left": TEXT, "right": ListField(TEXT)})(pair)
    >>> twin.right == pair.right, twin.right is pair.right
    (True, False)
    """
    lines, inner = clone_source_lines(cls, fields, reset_slot)
    known: dict[str, Any] = {"_kind": cls, "_new": cls.__new__}
    known |= {name: make_clone_function(*of) for name, of in inner.items()}
    exec("\n".join(["def clone(thing):", " twin = _new(_kind)", *lines, " return twin"]), known)  # see below
    return cast(Callable[[Any], Any], known["clone"])


def find_clone_function(cls: type, fields: Fields, reset_slot: str = "") -> Callable[[Any], Any]:
    """Return the clone function from the compiled build (`clone_codegen.py` in `gamelib/tools`), or create it."""
    made: Callable[[Any], Any] | None = None
    with suppress(ModuleNotFoundError):
        beside = import_module(f"{cls.__module__.removesuffix('state')}clones")
        made = getattr(beside, f"clone_{cls.__name__}", None)
    return made or make_clone_function(cls, fields, reset_slot)


def clone_source_lines(cls: type, fields: Fields, reset_slot: str = "") -> tuple[list[str], CloneTargets]:
    """Return the lines of code that make `twin` a copy of `thing`, and the nested clone functions that they call."""
    slots = {name for base in cls.__mro__ for name in base.__dict__.get("__slots__", ())}
    if forgotten := sorted(slots - {*fields, reset_slot}):
        raise TypeError(f"{cls.__name__} does not say how its slot {forgotten[0]} is copied.")
    known: CloneTargets = {}
    lines = [f" twin.{name} = {clone_expression_for(each, f'thing.{name}', known)}" for name, each in fields.items()]
    return [*lines, f" twin.{reset_slot} = None"] if reset_slot else lines, known


class Frame:
    """Entry of the agenda with the values of the fields of its step. Each step has its own frame class.

    Frames are immutable.
    """

    __slots__ = ()
    step: ClassVar[StepProtocol]

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.step.fields}

    def _replace(self, **values: Any) -> Any:
        """Return a frame with new values in some fields, like `_replace` of a named tuple."""
        return self.step.make_frame(**{**self._values(), **values})

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self._values() == other._values())

    def __hash__(self) -> int:
        return hash((self.step.name, *self._values().values()))

    def __repr__(self) -> str:
        return f"{self.step.name}({', '.join(f'{name}={value!r}' for name, value in self._values().items())})"


def make_frame_factory(step: StepProtocol) -> Callable[..., Any]:
    """Return a function that creates the frames of a step from the values of its fields, by position or by name."""
    kind = type(
        f"{type(step).__name__}Frame",
        (Frame,),
        {"__slots__": tuple(step.fields), "__doc__": f"A frame of {type(step).__name__}.", "step": step},
    )
    names = "".join(f"{name}, " for name in step.fields)
    lines = [f"def frame({names}_kind=kind):", " _made = _kind()"]
    lines += [f" _made.{name} = {name}" for name in step.fields]
    made: dict[str, Any] = {"kind": kind}
    exec("\n".join([*lines, " return _made"]), made)  # exec as in dataclasses. Such functions are faster than classes
    return cast(Callable[..., Any], made["frame"])


def numeric_features(data: Any, prefix: str = "") -> dict[str, float]:
    """Return all numbers of nested JSON data except zeros, each by its path. All names begin with `prefix`.

    >>> numeric_features({"players": [{"hand": {"GEM": 2}}]})
    {'players/0/hand/GEM': 2.0}
    >>> numeric_features({"ring": ["red"], "phase": "A", "moved": True})  # a word: how often, and where in its list
    {'ring=red': 1.0, 'ring=red@': 1.0, 'phase=A': 1.0, 'moved': 1.0}
    """
    numbers: dict[str, float] = {}
    _add_named(numbers, prefix, data)
    return {name: number for name, number in numbers.items() if number}


def _add_named(numbers: dict[str, float], place: str, data: Any) -> None:
    match data:
        case None:
            numbers[f"{place}="] = 1.0
        case str():
            numbers[f"{place}={data}"] = 1.0
        case bool() | int() | float():
            numbers[place] = float(data)
        case Mapping():
            for key, part in data.items():
                _add_named(numbers, f"{place}/{key}" if place else str(key), part)
        case _:
            for number, part in enumerate(data):
                if isinstance(part, str):
                    name = f"{place}={part}"
                    numbers[name] = numbers.get(name, 0.0) + 1
                    numbers[f"{name}@"] = numbers.get(f"{name}@", 0.0) + number + 1
                else:
                    _add_named(numbers, f"{place}/{number}", part)
