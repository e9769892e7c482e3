"""Fields: what a frame or a position holds, declared once as name -> Kind.

A Kind says how a value is written to JSON and how it is read and checked again. Steps and states list
their fields by name; saving, loading, checking and clones follow from that list, and a frame is read by the
same names: a step with `fields = {"seat": SEAT, "left": whole(1, 3)}` makes its frames by
`STEP.frame(seat, left)`, and `frame.left` is the number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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
"""Name of a function that clones -> the class that it clones, and its slots."""
MAX_INT = 10**9  # a number from a file has to stay one that can be worked with


class FieldError(ValueError):
    """What is wrong with a field, and its name as a position written down has it: players.0.hand."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class FieldPathContext:
    """Whatever is wrong with a value here is told with the name, or the number, of its place."""

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
    """ValueError if a table has a name that means nothing in it."""
    for name in names:
        if name not in known:
            raise ValueError(f"there is nothing called {short_repr(name)} in it; it has {', '.join(known)}")


class Field:
    """A kind of value. `load(state, save(value))` is the value; `description` names the kind in an error."""

    description = "a value"
    json_type: type = object
    """What holds such a value in JSON; `is_valid` and `parse` may rely on it."""
    is_shared = False
    """Whether clones share the value although it could be changed: it is replaced, never changed."""

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        """Source that makes a clone's value of `value`, itself source; `nested_clones` takes what that source calls.

        What cannot be changed is shared.
        """
        return value

    def save(self, value: Any) -> Any:
        """The value as plain JSON."""
        return value

    def load(self, state: Any, data: Any) -> Any:
        """The value that `save` wrote. ValueError for anything else."""
        if not isinstance(data, self.json_type) or not self.is_valid(state, data):
            raise ValueError(f"{short_repr(data)} is not {self.description}")
        return self.parse(state, data)

    def is_valid(self, state: Any, data: Any) -> bool:
        """Whether plain JSON of the right form is a value of this kind, as far as that shows at once."""
        return True

    def parse(self, state: Any, data: Any) -> Any:
        """The value itself, of data that fit."""
        return data


class PredicateField(Field):
    """A value that JSON has as it is; `test(state, data)` tells whether it is of this kind."""

    def __init__(self, description: str, test: Callable[[Any, Any], bool]) -> None:
        self.description, self._test = description, test

    def is_valid(self, state: Any, data: Any) -> bool:
        return self._test(state, data)


class IntField(Field):
    """A whole number of this range."""

    def __init__(self, minimum: int = 0, maximum: int = MAX_INT) -> None:
        self.least, self.most = minimum, maximum
        self.description = (
            f"a whole number from {minimum} to {maximum}" if maximum < MAX_INT else f"a whole number from {minimum} up"
        )

    def is_valid(self, state: Any, data: Any) -> bool:
        return type(data) is int and self.least <= data <= self.most

    def save(self, value: Any) -> Any:
        """What has grown past the largest number that a file may hold stays there, so that the file opens again."""
        return max(-MAX_INT, min(value, MAX_INT))


class ChoiceField(Field):
    """A word or number out of `values(state)`: `ChoiceField("a card", lambda s: s.game.cards)`."""

    def __init__(self, description: str, values: Callable[[Any], Collection[Any]]) -> None:
        self.description, self.values = description, values

    def is_valid(self, state: Any, data: Any) -> bool:
        return type(data) in (str, int) and data in self.values(state)


class OptionalField(Field):
    """A value of this kind, or `none`, which is null in a file."""

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
    """A tuple of values of this kind."""

    json_type = list
    container_type: ClassVar[type[tuple[Any, ...]] | type[list[Any]]] = tuple

    def __init__(self, item_type: Field, max_length: int = MAX_INT, distinct: bool = False) -> None:
        self.kind, self.most, self.distinct = item_type, max_length, distinct
        self.description = (
            "a list" + " without repeats" * distinct + (f" of at most {max_length}" if max_length < MAX_INT else "")
        )

    def save(self, value: Any) -> Any:
        return [self.kind.save(part) for part in value]

    def is_valid(self, state: Any, data: Any) -> bool:
        return len(data) <= self.most and not (self.distinct and any(part in data[:i] for i, part in enumerate(data)))

    def parse(self, state: Any, data: Any) -> Any:
        return self.container_type(_parts(repeat(self.kind), state, data))

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        inner = clone_expression_for(self.kind, "part", nested_clones)
        if inner != "part":
            made = f"[{inner} for part in {value}]"
            return f"tuple({made})" if self.container_type is tuple else made
        return value if self.container_type is tuple else f"{value}.copy()"


class ListField(TupleField):
    """A list, which is changed in place, of values of this kind."""

    container_type = list


class PerSeatField(ListField):
    """A list with a value of this kind for each seat."""

    def __init__(self, item_type: Field) -> None:
        super().__init__(item_type)
        self.description = "a list with one value a seat"

    def is_valid(self, state: Any, data: Any) -> bool:
        if len(data) != state.seats:
            raise ValueError(f"there are {len(data)} values for {state.seats} seats")
        return True


class FixedTupleField(Field):
    """A tuple with a value of each kind."""

    json_type = list

    def __init__(self, *kinds: Field) -> None:
        self.kinds = kinds
        self.description = f"a list of {len(kinds)} values"

    def save(self, value: Any) -> Any:
        return [kind.save(part) for kind, part in zip(self.kinds, value, strict=True)]

    def is_valid(self, state: Any, data: Any) -> bool:
        return len(data) == len(self.kinds)

    def parse(self, state: Any, data: Any) -> Any:
        return tuple(_parts(self.kinds, state, data))


def _parts(kinds: Iterable[Field], state: Any, data: list[Any]) -> Iterator[Any]:
    for place, (kind, part) in enumerate(zip(kinds, data)):  # noqa: B905  (one kind may stand for all)
        with FieldPathContext(place):
            yield kind.load(state, part)


class NamedTupleField(Field):
    """A tuple with a value of each kind; a file has their names."""

    description = "a table of values by name"
    json_type = Mapping
    makes: ClassVar[type[tuple[Any, ...]] | type[list[Any]]] = tuple

    def __init__(self, **kinds: Field) -> None:
        self.kinds = kinds

    def save(self, value: Any) -> Any:
        return {name: kind.save(part) for (name, kind), part in zip(self.kinds.items(), value, strict=True)}

    def parse(self, state: Any, data: Any) -> Any:
        reject_unknown_names(self.kinds, data)
        return self.makes(load_fields(self.kinds, state, data).values())

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        return value if self.makes is tuple else f"{value}.copy()"


class NamedListField(NamedTupleField):
    """A list, which is changed in place, with a value of each kind; a file has their names."""

    makes = list


class ObjectField(Field):
    """An object of this class that has these fields; `unsaved_slots`: slots that are copied, but not saved."""

    description = "a table of values by name"
    json_type = Mapping

    def __init__(self, make: type, fields: Fields, besides: Fields = MappingProxyType({})) -> None:
        self.make, self.kinds, self.unsaved_slots = make, fields, besides

    def save(self, value: Any) -> Any:
        return save_fields(self.kinds, value)

    def parse(self, state: Any, data: Any) -> Any:
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
    """A dict with keys (words) and values of these kinds."""

    description = "a table"
    json_type = Mapping

    def __init__(self, key: Field, value: Field) -> None:
        self.key, self.value = key, value

    def save(self, value: Any) -> Any:
        return {key: self.value.save(value[key]) for key in sorted(value)}

    def parse(self, state: Any, data: Any) -> Any:
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
    """A multiset: card -> how many."""

    description = "a table of cards and how many of each"

    def __init__(self, card: Field) -> None:
        super().__init__(card, IntField(1, 1000))


class DeckField(Field):
    """A Deck; `pile_only_cards(state)` are the kinds of card that are never hidden outside it."""

    description = "a pile of cards"
    json_type = Mapping

    def __init__(self, stays: Callable[[Any], frozenset[str]] = lambda state: frozenset()) -> None:
        self.pile_only_cards = stays

    def save(self, value: Deck) -> Any:
        return value.to_dict()

    def parse(self, state: Any, data: Any) -> Deck:
        _PILE.load(state, data)
        return Deck.from_dict(data, self.pile_only_cards(state))

    def clone_expression(self, value: str, nested_clones: CloneTargets) -> str:
        return f"{value}.clone()"


class TableField(Field):
    """A table with some values by name, and others that may be left out; a file's own form is kept."""

    description = "a table of values by name"
    json_type = Mapping

    def __init__(self, needs: Fields, may: Fields = MappingProxyType({})) -> None:
        self.needs, self.may = needs, may

    def parse(self, state: Any, data: Any) -> Any:
        reject_unknown_names((*self.needs, *self.may), data)
        load_fields({**self.needs, **{name: kind for name, kind in self.may.items() if name in data}}, state, data)
        return data


class _Bits(Field):
    """Seats as a bit mask, saved as a list of their numbers."""

    description = "a list of seats in order"
    json_type = list

    def save(self, value: int) -> list[int]:
        return [seat for seat in range(value.bit_length()) if value >> seat & 1]

    def is_valid(self, state: Any, data: Any) -> bool:
        return bool(data == sorted({SEAT.load(state, seat) for seat in data}))

    def parse(self, state: Any, data: Any) -> int:
        return sum(1 << seat for seat in data)


class _Action(Field):
    description = "the notation of an action"
    json_type = str

    def save(self, value: Action) -> str:
        return str(value)

    def is_valid(self, state: Any, data: Any) -> bool:
        return isinstance(self.parse(state, data), Action)

    def parse(self, state: Any, data: Any) -> Any:
        return state.game.parse_choice(data)


def one_of(*values: str | int) -> Field:
    """One of these words or numbers."""
    return ChoiceField(f"one of {', '.join(map(repr, values))}", lambda state: values)


def shared_field(field_type: Field) -> Field:
    """The same kind, of which clones share the value: whoever changes it makes a new one."""
    same = copy(field_type)
    same.is_shared = True
    return same


def clone_expression_for(field_type: Field, value: str, nested_clones: CloneTargets) -> str:
    """`Field.clone_expression`, where clones do not share the value."""
    return value if field_type.is_shared else field_type.clone_expression(value, nested_clones)


def subfields(field_type: Field | None) -> Fields:
    """The kinds of the named parts of a kind, or, as "", that of each seat's; none if it has no parts of its own."""
    if isinstance(field_type, PerSeatField):
        return {"": field_type.kind}
    return field_type.kinds if isinstance(field_type, NamedTupleField | ObjectField) else {}


SEAT: Field = PredicateField("the number of a seat", lambda state, data: type(data) is int and 0 <= data < state.seats)
FLAG: Field = PredicateField("true or false", lambda state, data: type(data) is bool)
TEXT: Field = PredicateField("a text", lambda state, data: type(data) is str)
SEAT_BITMASK: Field = _Bits()
ACTION: Field = _Action()
SHARED_FIELD: Field = Field()
"""What is never saved and never changed: tables, say, that a position looks things up in."""
SEATS: Field = TupleField(SEAT, distinct=True)
_PILE = TableField(
    {
        "loose": CountsField(TEXT),
        "parts": TupleField(TableField({"size": IntField(1)}, {"fixed": CountsField(TEXT), "seen": TupleField(SEAT)})),
    },
    {
        "aside": DictField(
            TEXT,
            TableField(
                {"size": IntField(), "known": TupleField(TableField({"card": TEXT}, {"seen": TupleField(SEAT)}))}, {}
            ),
        )
    },
)
"""The form of a pile in a file (`Deck.to_dict`)."""


def save_fields(fields: Fields, thing: Any) -> dict[str, Any]:
    """The fields of a frame or a state as plain JSON, by name."""
    return {name: kind.save(getattr(thing, name)) for name, kind in fields.items()}


def load_fields(fields: Fields, state: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    """The inverse of `save_fields`. ValueError names the field and says what is wrong."""
    values = {}
    for name, kind in fields.items():
        if name not in data:
            raise ValueError(f"{name} is missing")
        with FieldPathContext(name):
            values[name] = kind.load(state, data[name])
    return values


def make_clone_function(cls: type, fields: Fields, reset_slot: str = "") -> Callable[[Any], Any]:
    """A function that makes an independent copy of an object of this class, of which these slots are copied.

    It is written for the class, a line a slot, so it is as fast as one written by hand, and no slot can be forgotten.
    `reset_slot`: the name of a slot that starts as None. TypeError if a slot of the class is not among them.

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
    exec("\n".join(["def clone(thing):", " twin = _new(_kind)", *lines, " return twin"]), known)  # see frame_type
    return cast(Callable[[Any], Any], known["clone"])


def find_clone_function(cls: type, fields: Fields, reset_slot: str = "") -> Callable[[Any], Any]:
    """The same, as the compiled build has it beside the class (tools/clone_codegen.py), or else made now."""
    made: Callable[[Any], Any] | None = None
    with suppress(ModuleNotFoundError):
        beside = import_module(f"{cls.__module__.removesuffix('state')}clones")
        made = getattr(beside, f"clone_{cls.__name__}", None)
    return made or make_clone_function(cls, fields, reset_slot)


def clone_source_lines(cls: type, fields: Fields, reset_slot: str = "") -> tuple[list[str], CloneTargets]:
    """The lines that make `twin` a copy of `thing`, and what else is cloned in them."""
    slots = {name for base in cls.__mro__ for name in base.__dict__.get("__slots__", ())}
    if forgotten := sorted(slots - {*fields, reset_slot}):
        raise TypeError(f"{cls.__name__} does not say how its slot {forgotten[0]} is copied.")
    known: CloneTargets = {}
    lines = [f" twin.{name} = {clone_expression_for(each, f'thing.{name}', known)}" for name, each in fields.items()]
    return [*lines, f" twin.{reset_slot} = None"] if reset_slot else lines, known


class Frame:
    """What lies on the agenda: the values of the fields that a step declares; each step has a kind of its own. It is
    never changed."""

    __slots__ = ()
    step: ClassVar[StepProtocol]

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.step.fields}

    def _replace(self, **values: Any) -> Any:
        """A frame with other values in some fields, as a named tuple has it."""
        return self.step.make_frame(**{**self._values(), **values})

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self._values() == other._values())

    def __hash__(self) -> int:
        return hash((self.step.name, *self._values().values()))

    def __repr__(self) -> str:
        return f"{self.step.name}({', '.join(f'{name}={value!r}' for name, value in self._values().items())})"


def make_frame_factory(step: StepProtocol) -> Callable[..., Any]:
    """What makes the frames of a step, of the values of its fields, in order or by name."""
    kind = type(
        f"{type(step).__name__}Frame",
        (Frame,),
        {"__slots__": tuple(step.fields), "__doc__": f"A frame of {type(step).__name__}.", "step": step},
    )
    names = "".join(f"{name}, " for name in step.fields)
    lines = [f"def frame({names}_kind=kind):", " _made = _kind()"]
    lines += [f" _made.{name} = {name}" for name in step.fields]
    made: dict[str, Any] = {"kind": kind}
    exec("\n".join([*lines, " return _made"]), made)  # as a dataclass does it; such a function is faster than a class
    return cast(Callable[..., Any], made["frame"])


def numeric_features(data: Any, prefix: str = "") -> dict[str, float]:
    """The numbers of plain JSON by name, without the zeros; `prefix` is what all names begin with.

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
