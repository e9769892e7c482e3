"""Validation of the arguments of public functions.

    >>> @validate_args
    ... def half(number: int) -> float:
    ...     return number / 2
    >>> half("7")
    Traceback (most recent call last):
    ValueError: In half, number should be a whole number, not '7'.

`validate_args` reads the annotations of a function, so that the type of an argument is written only once. The function
itself validates the values with `validate_choice`, `parse_probability`, `validate_distinct` and the functions of
`gamelib.validation`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, wraps
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

from ..dist import Dist
from ..validation import is_int, short_repr, to_python_value

F = TypeVar("F", bound=Callable[..., Any])
INFINITIES = (float("inf"), float("-inf"))


class ArgType(NamedTuple):
    """Description of an argument type in words, with its check."""

    singular: str
    plural: str
    is_valid: Callable[[Any], bool]


_SIMPLE = {
    int: ArgType("a whole number", "whole numbers", is_int),
    float: ArgType(
        "a number", "numbers", lambda value: type(value) is float and value == value and value not in INFINITIES
    ),
    Fraction: ArgType("a fraction", "fractions", lambda value: isinstance(value, Fraction) or is_int(value)),
    bool: ArgType("true or false", "true or false", lambda value: isinstance(value, bool)),
    str: ArgType("a text", "texts", lambda value: isinstance(value, str)),
    NoneType: ArgType("None", "None", lambda value: value is None),
}


@cache
def _form(kind: Any) -> ArgType | None:
    """Return the argument type of an annotation, or None if each value is valid."""
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        forms = [_form(part) for part in parts]
        if None in forms:
            return None
        known = cast("list[ArgType]", forms)
        words = " or ".join(form.singular for form in known)
        return ArgType(words, words, lambda value: any(form.is_valid(value) for form in known))
    if origin is Literal:
        words = " or ".join(map(repr, parts))
        return ArgType(words, words, lambda value: type(value) in (str, int) and value in parts)
    inner = [_form(part) for part in parts if part is not ...]
    if origin is tuple:
        return _row(inner, ... in parts)
    if origin is Dist:
        return _all(Dist, "a distribution", inner[0])
    if origin is Mapping:
        return _mapping(inner[0], inner[1])
    if origin is Counter:
        return _counter(inner[0])
    if origin in (Collection, Iterable, Sequence):
        return _all(origin, "a list", inner[0])
    return None


def _counter(inner: ArgType | None) -> ArgType:
    """Return the type of a Counter with keys of one type."""

    def is_fitting(value: Any) -> bool:
        return isinstance(value, Counter) and all(
            (not inner or inner.is_valid(key)) and is_int(n) and n >= 0 for key, n in value.items()
        )

    return ArgType("a Counter", "Counters", is_fitting)


def _all(kind: Any, words: str, inner: ArgType | None) -> ArgType:
    """Return the type of a collection of one type.

    A string is not accepted as a collection of letters, and a mapping is not accepted as a collection of keys.
    """
    many = f"{words} of {inner.plural}" if inner else words
    wrong = (str, bytes) if kind is Dist else (str, bytes, Mapping)

    def is_fitting(value: Any) -> bool:
        return (
            isinstance(value, kind) and not isinstance(value, wrong) and (not inner or all(map(inner.is_valid, value)))
        )

    return ArgType(many, many, is_fitting)


def _mapping(key: ArgType | None, of: ArgType | None) -> ArgType:
    def is_fitting(value: Any) -> bool:
        return isinstance(value, Mapping) and all(
            (not key or key.is_valid(name)) and (not of or of.is_valid(part)) for name, part in value.items()
        )

    words = f"a table of {of.plural if of else 'values'}"
    return ArgType(words, words, is_fitting)


def _row(inner: list[ArgType | None], any_length: bool) -> ArgType:
    def is_fitting(value: Any) -> bool:
        if not isinstance(value, Sequence) or isinstance(value, str):
            return False
        forms = inner * len(value) if any_length else inner
        return len(value) == len(forms) and all(
            not form or form.is_valid(part) for form, part in zip(forms, value, strict=True)
        )

    words = "values" if any_length or not inner else f"{len(inner)} values"
    return ArgType(f"a row of {words}", f"rows of {words}", is_fitting)


def _without_numpy(value: Any) -> Any:
    """Convert numbers and arrays of numpy, also in lists and mappings, to Python values, which have no size limit."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(map(_without_numpy, value))
    if type(value) in (dict, Counter):
        return type(value)({_without_numpy(key): _without_numpy(of) for key, of in value.items()})
    return value


def validate_args(function: F) -> F:
    """Decorate a function so that it raises a ValueError for an argument of a wrong type.

    Numbers of numpy become Python numbers.
    An argument that is annotated as `Iterable` and is an iterator is passed to the function as a list. Only annotations
    with numbers, strings, booleans, collections, mappings and distributions are checked.
    """
    plan: list[tuple[list[str], list[tuple[str, ArgType, bool]]]] = []

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        if not plan:
            plan.append(_plan(function))
        names, forms = plan[0]
        given = dict(zip(names, arguments, strict=False)) | named
        for name, form, once in forms:
            if name not in given:
                continue
            value = given[name]
            if once and isinstance(value, Iterable) and not isinstance(value, Collection):
                value = list(value)
            if not form.is_valid(value):
                value = _without_numpy(value)
            if not form.is_valid(value):
                raise ValueError(
                    f"In {function.__name__}, {name} should be {form.singular}, not {short_repr(given[name])}."
                )
            if value is given[name]:
                continue
            if name in named:
                named[name] = value
            else:
                place = names.index(name)
                arguments = (*arguments[:place], value, *arguments[place + 1 :])
        return function(*arguments, **named)

    return cast(F, call)


def _plan(function: Any) -> tuple[list[str], list[tuple[str, ArgType, bool]]]:
    """Return all argument names, and for typed arguments the name, the type and whether it is an iterator."""
    names, forms = [], []
    for name, parameter in signature(function).parameters.items():
        names.append(name)
        kind = parameter.annotation
        if parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD) or kind is Parameter.empty:
            continue
        # do not evaluate other annotations, because their names may exist only for the type checker
        kind = eval(kind, function.__globals__) if isinstance(kind, str) else kind
        form = _form(kind)
        if form is not None:
            forms.append((name, form, get_origin(kind) is Iterable))
    return names, forms


# -- validation of values --------------------------------------------------------------------------


def validate_choice(value: object, label: str, names: Iterable[str]) -> None:
    """Raise ValueError unless the value is one of the names."""
    there = list(names)
    if not isinstance(value, str) or value not in there:
        more = f" is one of {', '.join(there)}" if len(there) <= 16 else f" is one of {there[0]} to {there[-1]}"
        raise ValueError(f"{label}{more}, not {short_repr(value)}.")


def validate_distinct(names: Collection[Any], label: str) -> None:
    """Raise ValueError if a name occurs twice."""
    seen: set[Any] = set()
    for word in names:
        if word in seen:
            raise ValueError(f"{label} is named twice: {short_repr(word)}.")
        seen.add(word)


def parse_probability(value: object, label: str, exclude_one: bool = False) -> Fraction:
    """Parse a probability as an exact fraction.

    A float has the value of its decimal notation: 0.1 is 1/10.

    Raise ValueError if the value is not from 0 to 1. With `exclude_one`, the value 1 is also an error.
    """
    value = to_python_value(value)
    right = isinstance(value, int | float | Fraction) and not isinstance(value, bool) and 0 <= value <= 1
    if not right or (exclude_one and value == 1):
        raise ValueError(f"{label} lies between 0 and 1{' and below 1' * exclude_one}, not at {short_repr(value)}.")
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(cast("int | Fraction", value))
