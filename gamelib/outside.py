"""What comes from outside: JSON read strictly, values checked for form and size, and sentences that stay short.

A link, a file, a card table or a message of a page may hold anything at all. Before the engine looks at the meaning
of such a value, it is certain here that it nests no deeper and has no larger numbers than any of our own, and that
all its texts can be written down again. What is wrong is told in one sentence of at most `MOST_SAID` characters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from reprlib import Repr
from typing import Any, cast

MOST_SAID = 300
MOST_TEXT = 1_000_000
"""Characters of a file. A long game takes some 30,000."""
DEEPEST = 20
"""Lists within lists. Our own files need 8."""
LARGEST = 10**15
WRONG_FORM = (LookupError, TypeError, AttributeError, AssertionError, ArithmeticError, RecursionError)
"""What reading a value of the wrong form can raise, besides ValueError."""

_HALVES = re.compile(r"[\ud800-\udfff]")  # of a character: no file and no page can hold them
_OF_PYTHON = re.compile(r"to unpack|invalid literal|is not in (list|tuple|range)|\.index\(|dictionary update")
_short = Repr()
_short.maxstring = _short.maxother = _short.maxlong = 60
_short.maxlevel = 2


def told(value: Any) -> str:
    """A value as it stands in an error: short, and on one line."""
    try:
        return clean(_short.repr(value))
    except ValueError:  # a number too long to be written down
        return "a very large number"


def random_source(rng: Any) -> None:
    """ValueError unless it is a generator of random numbers."""
    if isinstance(rng, type) or not callable(getattr(rng, "random", None)):
        raise ValueError(f"A generator of random numbers such as Random(7) is needed, not {told(rng)}.")


def check_seed(seed: Any) -> None:
    """ValueError unless it is a seed for libraries of numbers, or None: any."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or seed < 0):
        raise ValueError(f"The seed is a whole number from 0 up, or None, not {told(seed)}.")


def clean(text: str) -> str:
    """The text without what cannot be written on one line."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def sentence(text: str, most: int = MOST_SAID) -> str:
    """A text for an error, cut to `most` characters."""
    text = clean(text)
    return text if len(text) <= most else text[: most - 2] + " …"


def misfit(error: Exception) -> str:
    """What is wrong with a value that made reading it fail, in plain words."""
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        return f"a part of it is missing or has the wrong form ({told(error.args[0])})"
    if isinstance(error, ValueError) and not _OF_PYTHON.search(str(error)):
        return str(error)
    return "a part of it is missing or has the wrong form"


def check_plain(value: Any, largest: int = LARGEST, depth: int = 0) -> None:
    """ValueError unless this is plain JSON of sensible depth and size: texts, numbers, truth values, lists, tables."""
    kind = type(value)
    if kind is str:
        if _HALVES.search(value):
            raise ValueError("it has a text with half a character")
    elif kind is int or kind is float:
        if not -largest <= value <= largest:  # not a number is neither
            raise ValueError(f"a number in it should lie between -{largest} and {largest}")
    elif isinstance(value, Mapping | list | tuple):
        if depth == DEEPEST:
            raise ValueError(f"it nests deeper than {DEEPEST} levels")
        if isinstance(value, Mapping):
            for key, part in value.items():
                if type(key) is not str:
                    raise ValueError("the names in its tables should be texts")
                check_plain(key)
                check_plain(part, largest, depth + 1)
        else:
            for part in value:
                check_plain(part, largest, depth + 1)
    elif not (value is None or kind is bool):
        raise ValueError(f"a value of this kind has no place in it: {told(value)}")


def read_json(text: str) -> Any:
    """The value of a JSON text, checked by `check_plain`. ValueError; its `lineno` names the line, where one does."""
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise ValueError(f"it should be a text of at most {MOST_TEXT} characters")
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except RecursionError as error:
        raise ValueError(f"it nests deeper than {DEEPEST} levels") from error
    check_plain(value)
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


# -- what values may be ----------------------------------------------------------------------------


def is_whole(value: Any) -> bool:
    """Whether it is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(number: object, words: str, least: int | None = None, most: int | None = None) -> None:
    """ValueError unless a number is a whole one of least to most; None: no bound."""
    if is_whole(number):
        value = cast(int, number)
        if (least is None or value >= least) and (most is None or value <= most):
            return
    wanted = "" if least is None else f" from {least} up" if most is None else f" from {least} to {most:,}"
    raise ValueError(f"{words} is a whole number{wanted}, not {told(number)}.")


def known(word: object, words: str, names: Iterable[str]) -> None:
    """ValueError unless a word is one of those."""
    there = list(names)
    if not isinstance(word, str) or word not in there:
        more = f" is one of {', '.join(there)}" if len(there) <= 16 else f" is one of {there[0]} to {there[-1]}"
        raise ValueError(f"{words}{more}, not {told(word)}.")


def each_once(words: Collection[Any], what: str) -> None:
    """ValueError if a thing is named twice."""
    seen: set[Any] = set()
    for word in words:
        if word in seen:
            raise ValueError(f"{what} is named twice: {told(word)}.")
        seen.add(word)


def chance(value: object, words: str, below: bool = False) -> Fraction:
    """A chance as the exact fraction; a float counts as the decimal that it is written as: 0.1 is 1/10.

    ValueError unless it lies between 0 and 1; `below`: 1 itself is not taken.
    """
    right = isinstance(value, int | float | Fraction) and not isinstance(value, bool) and 0 <= value <= 1
    if not right or (below and value == 1):
        raise ValueError(f"{words} lies between 0 and 1{' and below 1' * below}, not at {told(value)}.")
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(cast("int | Fraction", value))


# -- the shape of a table --------------------------------------------------------------------------

class Shape:
    """The kinds of value at each place of a table, and the entries that each table there has; rows share places."""

    def __init__(self, value: Any, free: Iterable[tuple[str, ...]] = ()) -> None:
        """`free`: places that may hold any kind of value."""
        self.kinds: dict[tuple[str, ...], set[type]] = {}
        self.needs: dict[tuple[str, ...], set[str]] = {}
        self._note(value, ())
        for path in free:
            self.kinds.pop(path, None)

    def _note(self, value: Any, path: tuple[str, ...]) -> None:
        self.kinds.setdefault(path, set()).add(type(value))
        if isinstance(value, Mapping):
            self.needs[path] = self.needs.get(path, set(value)) & set(value)
        for key, part in _parts(value):
            self._note(part, (*path, key))

    def check(self, value: Any, path: tuple[str, ...] = (), where: str = "") -> None:
        """ValueError if a place lacks an entry or has a kind of value unknown there. Further places do no harm."""
        kinds = self.kinds.get(path)
        if kinds is None:
            return
        if type(value) not in kinds and not (type(value) is int and float in kinds):
            names = " or ".join(sorted(_NAMES[kind] for kind in kinds))
            raise ValueError(f"{where or 'this'} should be {names}, not {told(value)}")
        if isinstance(value, Mapping):
            for name in sorted(self.needs[path] - set(value)):
                raise ValueError(f"{where}: {name} is missing" if where else f"the table {name!r} is missing")
        for number, (key, part) in enumerate(_parts(value), 1):
            step = key
            if key == _ROW:
                called = part.get("id", part.get("name")) if isinstance(part, Mapping) else None
                step = f"row {number}" + (f" ({clean(called)})" if isinstance(called, str) else "")
            self.check(part, (*path, key), f"{where}{': ' if ' ' in where else ' ' * bool(where)}{step}")


_ROW = "*"
_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", list: "a list",
          dict: "a table"}


def _parts(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        return list(value.items())
    return [(_ROW, part) for part in value] if isinstance(value, list) else []
