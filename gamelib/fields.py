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
from .outside import WRONG_FORM, misfit, told
from .protocols import Stepping

Fields: TypeAlias = Mapping[str, "Kind"]
Cloned: TypeAlias = dict[str, tuple[type, Fields]]
"""Name of a function that clones -> the class that it clones, and its slots."""
MOST_WHOLE = 10**9  # a number from a file has to stay one that can be worked with


class FieldError(ValueError):
    """What is wrong with a field, and its name as a position written down has it: players.0.hand."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path, self.why = path, why


class named_after:
    """Whatever is wrong with a value here is told with the name, or the number, of its place."""

    __slots__ = ("part",)

    def __init__(self, part: str | int) -> None:
        self.part = part

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, FieldError):
            raise FieldError(f"{self.part}.{error.path}", error.why) from error
        if isinstance(error, (*WRONG_FORM, ValueError)):
            raise FieldError(str(self.part), misfit(error)) from error


def no_others(known: Collection[str], names: Iterable[str]) -> None:
    """ValueError if a table has a name that means nothing in it."""
    for name in names:
        if name not in known:
            raise ValueError(f"there is nothing called {told(name)} in it; it has {', '.join(known)}")


class Kind:
    """A kind of value. `load(state, save(value))` is the value; `what` names the kind in an error."""

    what = "a value"
    form: type = object
    """What holds such a value in JSON; `fits` and `read` may rely on it."""
    shared = False
    """Whether clones share the value although it could be changed: it is replaced, never changed."""

    def copied(self, value: str, known: Cloned) -> str:
        """Source that makes a clone's value of `value`, itself source; `known` takes what that source calls.

        What cannot be changed is shared.
        """
        return value

    def save(self, value: Any) -> Any:
        """The value as plain JSON."""
        return value

    def load(self, state: Any, data: Any) -> Any:
        """The value that `save` wrote. ValueError for anything else."""
        if not isinstance(data, self.form) or not self.fits(state, data):
            raise ValueError(f"{told(data)} is not {self.what}")
        return self.read(state, data)

    def fits(self, state: Any, data: Any) -> bool:
        """Whether plain JSON of the right form is a value of this kind, as far as that shows at once."""
        return True

    def read(self, state: Any, data: Any) -> Any:
        """The value itself, of data that fit."""
        return data


class fitting(Kind):
    """A value that JSON has as it is; `test(state, data)` tells whether it is of this kind."""

    def __init__(self, what: str, test: Callable[[Any, Any], bool]) -> None:
        self.what, self._test = what, test

    def fits(self, state: Any, data: Any) -> bool:
        return self._test(state, data)


class whole(Kind):
    """A whole number of this range."""

    def __init__(self, least: int = 0, most: int = MOST_WHOLE) -> None:
        self.least, self.most = least, most
        self.what = f"a whole number from {least} to {most}" if most < MOST_WHOLE else f"a whole number from {least} up"

    def fits(self, state: Any, data: Any) -> bool:
        return type(data) is int and self.least <= data <= self.most

    def save(self, value: Any) -> Any:
        """What has grown past the largest number that a file may hold stays there, so that the file opens again."""
        return max(-MOST_WHOLE, min(value, MOST_WHOLE))


class among(Kind):
    """A word or number out of `values(state)`: `among("a card", lambda s: s.game.cards)`."""

    def __init__(self, what: str, values: Callable[[Any], Collection[Any]]) -> None:
        self.what, self.values = what, values

    def fits(self, state: Any, data: Any) -> bool:
        return type(data) in (str, int) and data in self.values(state)


class maybe(Kind):
    """A value of this kind, or `none`, which is null in a file."""

    def __init__(self, kind: Kind, none: Any = None) -> None:
        self.kind, self.none = kind, none
        self.what = f"{kind.what} or null"

    def save(self, value: Any) -> Any:
        return None if value == self.none else self.kind.save(value)

    def load(self, state: Any, data: Any) -> Any:
        return self.none if data is None else self.kind.load(state, data)

    def copied(self, value: str, known: Cloned) -> str:
        inner = copied(self.kind, value, known)
        return value if inner == value else f"(None if {value} is None else {inner})"


class many(Kind):
    """A tuple of values of this kind."""

    form = list
    makes: ClassVar[type[tuple[Any, ...]] | type[list[Any]]] = tuple

    def __init__(self, kind: Kind, most: int = MOST_WHOLE, distinct: bool = False) -> None:
        self.kind, self.most, self.distinct = kind, most, distinct
        self.what = "a list" + " without repeats" * distinct + (f" of at most {most}" if most < MOST_WHOLE else "")

    def save(self, value: Any) -> Any:
        return [self.kind.save(part) for part in value]

    def fits(self, state: Any, data: Any) -> bool:
        return len(data) <= self.most and not (self.distinct and any(part in data[:i] for i, part in enumerate(data)))

    def read(self, state: Any, data: Any) -> Any:
        return self.makes(_parts(repeat(self.kind), state, data))

    def copied(self, value: str, known: Cloned) -> str:
        inner = copied(self.kind, "part", known)
        if inner != "part":
            made = f"[{inner} for part in {value}]"
            return f"tuple({made})" if self.makes is tuple else made
        return value if self.makes is tuple else f"{value}.copy()"


class listed(many):
    """A list, which is changed in place, of values of this kind."""

    makes = list


class each_seat(listed):
    """A list with a value of this kind for each seat."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        self.what = "a list with one value a seat"

    def fits(self, state: Any, data: Any) -> bool:
        if len(data) != state.seats:
            raise ValueError(f"there are {len(data)} values for {state.seats} seats")
        return True


class row(Kind):
    """A tuple with a value of each kind."""

    form = list

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
        self.what = f"a list of {len(kinds)} values"

    def save(self, value: Any) -> Any:
        return [kind.save(part) for kind, part in zip(self.kinds, value, strict=True)]

    def fits(self, state: Any, data: Any) -> bool:
        return len(data) == len(self.kinds)

    def read(self, state: Any, data: Any) -> Any:
        return tuple(_parts(self.kinds, state, data))


def _parts(kinds: Iterable[Kind], state: Any, data: list[Any]) -> Iterator[Any]:
    for place, (kind, part) in enumerate(zip(kinds, data)):  # noqa: B905  (one kind may stand for all)
        with named_after(place):
            yield kind.load(state, part)


class named(Kind):
    """A tuple with a value of each kind; a file has their names."""

    what = "a table of values by name"
    form = Mapping
    makes: ClassVar[type[tuple[Any, ...]] | type[list[Any]]] = tuple

    def __init__(self, **kinds: Kind) -> None:
        self.kinds = kinds

    def save(self, value: Any) -> Any:
        return {name: kind.save(part) for (name, kind), part in zip(self.kinds.items(), value, strict=True)}

    def read(self, state: Any, data: Any) -> Any:
        no_others(self.kinds, data)
        return self.makes(load_fields(self.kinds, state, data).values())

    def copied(self, value: str, known: Cloned) -> str:
        return value if self.makes is tuple else f"{value}.copy()"


class named_list(named):
    """A list, which is changed in place, with a value of each kind; a file has their names."""

    makes = list


class holding(Kind):
    """An object of this class that has these fields; `besides`: slots that are copied, but not saved."""

    what = "a table of values by name"
    form = Mapping

    def __init__(self, make: type, fields: Fields, besides: Fields = MappingProxyType({})) -> None:
        self.make, self.kinds, self.besides = make, fields, besides

    def save(self, value: Any) -> Any:
        return save_fields(self.kinds, value)

    def read(self, state: Any, data: Any) -> Any:
        no_others(self.kinds, data)
        made = self.make()
        for name, value in load_fields(self.kinds, state, data).items():
            setattr(made, name, value)
        return made

    def copied(self, value: str, known: Cloned) -> str:
        name = f"clone_{self.make.__name__}"
        known[name] = self.make, {**self.kinds, **self.besides}
        return f"{name}({value})"


class mapping(Kind):
    """A dict with keys (words) and values of these kinds."""

    what = "a table"
    form = Mapping

    def __init__(self, key: Kind, value: Kind) -> None:
        self.key, self.value = key, value

    def save(self, value: Any) -> Any:
        return {key: self.value.save(value[key]) for key in sorted(value)}

    def read(self, state: Any, data: Any) -> Any:
        loaded = {}
        for key, part in sorted(data.items()):
            name = self.key.load(state, key)
            with named_after(name):
                loaded[name] = self.value.load(state, part)
        return loaded

    def copied(self, value: str, known: Cloned) -> str:
        inner = copied(self.value, "part", known)
        return f"{value}.copy()" if inner == "part" else f"{{name: {inner} for name, part in {value}.items()}}"


class counts(mapping):
    """A multiset: card -> how many."""

    what = "a table of cards and how many of each"

    def __init__(self, card: Kind) -> None:
        super().__init__(card, whole(1, 1000))


class pile(Kind):
    """A Deck; `stays(state)` are the kinds of card that are never hidden outside it."""

    what = "a pile of cards"
    form = Mapping

    def __init__(self, stays: Callable[[Any], frozenset[str]] = lambda state: frozenset()) -> None:
        self.stays = stays

    def save(self, value: Deck) -> Any:
        return value.to_dict()

    def read(self, state: Any, data: Any) -> Deck:
        _PILE.load(state, data)
        return Deck.from_dict(data, self.stays(state))

    def copied(self, value: str, known: Cloned) -> str:
        return f"{value}.clone()"


class parted(Kind):
    """A table with some values by name, and others that may be left out; a file's own form is kept."""

    what = "a table of values by name"
    form = Mapping

    def __init__(self, needs: Fields, may: Fields = MappingProxyType({})) -> None:
        self.needs, self.may = needs, may

    def read(self, state: Any, data: Any) -> Any:
        no_others((*self.needs, *self.may), data)
        load_fields({**self.needs, **{name: kind for name, kind in self.may.items() if name in data}}, state, data)
        return data


class _Bits(Kind):
    """Seats as a bit mask, saved as a list of their numbers."""

    what = "a list of seats in order"
    form = list

    def save(self, value: int) -> list[int]:
        return [seat for seat in range(value.bit_length()) if value >> seat & 1]

    def fits(self, state: Any, data: Any) -> bool:
        return bool(data == sorted({SEAT.load(state, seat) for seat in data}))

    def read(self, state: Any, data: Any) -> int:
        return sum(1 << seat for seat in data)


class _Action(Kind):
    what = "the notation of an action"
    form = str

    def save(self, value: Action) -> str:
        return str(value)

    def fits(self, state: Any, data: Any) -> bool:
        return isinstance(self.read(state, data), Action)

    def read(self, state: Any, data: Any) -> Any:
        return state.game.parse(data)


def one_of(*values: str | int) -> Kind:
    """One of these words or numbers."""
    return among(f"one of {', '.join(map(repr, values))}", lambda state: values)


def replaced(kind: Kind) -> Kind:
    """The same kind, of which clones share the value: whoever changes it makes a new one."""
    same = copy(kind)
    same.shared = True
    return same


def copied(kind: Kind, value: str, known: Cloned) -> str:
    """`Kind.copied`, where clones do not share the value."""
    return value if kind.shared else kind.copied(value, known)


def parts_of(kind: Kind | None) -> Fields:
    """The kinds of the named parts of a kind, or, as "", that of each seat's; none if it has no parts of its own."""
    if isinstance(kind, each_seat):
        return {"": kind.kind}
    return kind.kinds if isinstance(kind, named | holding) else {}


SEAT: Kind = fitting("the number of a seat", lambda state, data: type(data) is int and 0 <= data < state.seats)
FLAG: Kind = fitting("true or false", lambda state, data: type(data) is bool)
TEXT: Kind = fitting("a text", lambda state, data: type(data) is str)
BITS: Kind = _Bits()
ACTION: Kind = _Action()
ANYTHING: Kind = Kind()
"""What is never saved and never changed: tables, say, that a position looks things up in."""
SEATS: Kind = many(SEAT, distinct=True)
_PILE = parted(
    {"loose": counts(TEXT), "parts": many(parted({"size": whole(1)}, {"fixed": counts(TEXT), "seen": many(SEAT)}))},
    {
        "aside": mapping(
            TEXT, parted({"size": whole(), "known": many(parted({"card": TEXT}, {"seen": many(SEAT)}))}, {})
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
        with named_after(name):
            values[name] = kind.load(state, data[name])
    return values


def clone_maker(kind: type, fields: Fields, fresh: str = "") -> Callable[[Any], Any]:
    """A function that makes an independent copy of an object of this class, of which these slots are copied.

    It is written for the class, a line a slot, so it is as fast as one written by hand, and no slot can be forgotten.
    `fresh`: the name of a slot that starts as None. TypeError if a slot of the class is not among them.

    >>> class Pair:
    ...     __slots__ = ("left", "right")
    >>> pair = Pair()
    >>> pair.left, pair.right = "a", ["b"]
    >>> twin = clone_maker(Pair, {"left": TEXT, "right": listed(TEXT)})(pair)
    >>> twin.right == pair.right, twin.right is pair.right
    (True, False)

    """
    lines, inner = clone_lines(kind, fields, fresh)
    known: dict[str, Any] = {"_kind": kind, "_new": kind.__new__}
    known |= {name: clone_maker(*of) for name, of in inner.items()}
    exec("\n".join(["def clone(thing):", " twin = _new(_kind)", *lines, " return twin"]), known)  # see frame_type
    return cast(Callable[[Any], Any], known["clone"])


def cloner(kind: type, fields: Fields, fresh: str = "") -> Callable[[Any], Any]:
    """The same, as the compiled build has it beside the class (tools/clones.py), or else made now."""
    made: Callable[[Any], Any] | None = None
    with suppress(ModuleNotFoundError):
        beside = import_module(f"{kind.__module__.removesuffix('state')}clones")
        made = getattr(beside, f"clone_{kind.__name__}", None)
    return made or clone_maker(kind, fields, fresh)


def clone_lines(kind: type, fields: Fields, fresh: str = "") -> tuple[list[str], Cloned]:
    """The lines that make `twin` a copy of `thing`, and what else is cloned in them."""
    slots = {name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ())}
    if forgotten := sorted(slots - {*fields, fresh}):
        raise TypeError(f"{kind.__name__} does not say how its slot {forgotten[0]} is copied.")
    known: Cloned = {}
    lines = [f" twin.{name} = {copied(each, f'thing.{name}', known)}" for name, each in fields.items()]
    return [*lines, f" twin.{fresh} = None"] if fresh else lines, known


class Frame:
    """What lies on the agenda: the values of the fields that a step declares; each step has a kind of its own. It is
    never changed."""

    __slots__ = ()
    step: ClassVar[Stepping]

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.step.fields}

    def _replace(self, **values: Any) -> Any:
        """A frame with other values in some fields, as a named tuple has it."""
        return self.step.frame(**{**self._values(), **values})

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self._values() == other._values())

    def __hash__(self) -> int:
        return hash((self.step.name, *self._values().values()))

    def __repr__(self) -> str:
        return f"{self.step.name}({', '.join(f'{name}={value!r}' for name, value in self._values().items())})"


def frame_type(step: Stepping) -> Callable[..., Any]:
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


def as_numbers(data: Any, place: str = "") -> dict[str, float]:
    """The numbers of plain JSON by name, without the zeros; `place` is what all names begin with.

    >>> as_numbers({"players": [{"hand": {"GEM": 2}}]})
    {'players/0/hand/GEM': 2.0}
    >>> as_numbers({"ring": ["red"], "phase": "A", "moved": True})  # a word: how often, and where in its list
    {'ring=red': 1.0, 'ring=red@': 1.0, 'phase=A': 1.0, 'moved': 1.0}
    """
    numbers: dict[str, float] = {}
    _add_named(numbers, place, data)
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
