"""What comes from outside: JSON read strictly, values checked for form and size, and sentences that stay short.

A link, a file, a card table or a message of a page may hold anything at all. Before the engine looks at the meaning
of such a value, it is certain here that it nests no deeper and has no larger numbers than any of our own, and that
all its texts can be written down again. What is wrong is told in one sentence of at most `MAX_MESSAGE_LENGTH`
characters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from reprlib import Repr
from typing import Any, cast
from urllib.parse import unquote_to_bytes

MAX_MESSAGE_LENGTH = 300
MAX_FILE_LENGTH = 1_000_000
"""Characters of a file. A long game takes some 30,000."""
MAX_DEPTH = 20
"""Lists within lists. Our own files need 8."""
MAX_NUMBER = 10**15
_MAX_NUMBER_DIGITS = 400
"""Digits that are read at all; what has more than `MAX_NUMBER` is refused later, with its place where there is one."""
FORMAT_ERRORS = (LookupError, TypeError, AttributeError, AssertionError, ArithmeticError, RecursionError)
"""What reading a value of the wrong form can raise, besides ValueError."""

_HALVES = re.compile(r"[\ud800-\udfff]")  # of a character: no file and no page can hold them
_NO_BREAK = "\u00a0\u202f"
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ENCODED = re.compile(r"(?:%[0-9a-fA-F]{2})+")
ENCODINGS = 3
"""How often a link may be encoded: once by its page, and again by each program that passed it on."""
_OF_PYTHON = re.compile(r"to unpack|invalid literal|is not in (list|tuple|range)|\.index\(|dictionary update")
_short = Repr()
_short.maxstring = _short.maxother = _short.maxlong = 60
_short.maxlevel = 2


def short_repr(value: Any) -> str:
    """A value as it stands in an error: short, and on one line."""
    try:
        return printable_text(_short.repr(value))
    except ValueError:  # a number too long to be written down
        return "a very large number"


def validate_rng(rng: Any) -> None:
    """ValueError unless it is a generator of random numbers."""
    if isinstance(rng, type) or not callable(getattr(rng, "random", None)):
        raise ValueError(f"A generator of random numbers such as Random(7) is needed, not {short_repr(rng)}.")


def check_seed(seed: Any) -> None:
    """ValueError unless it is a seed: a whole number or a text, or None for any."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | str)):
        raise ValueError(f"The seed is a whole number or a text, not {short_repr(seed)}.")


def printable_text(text: str) -> str:
    """The text without what cannot be written on one line. Spaces that hold words together stay."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in _NO_BREAK else "\ufffd" for letter in text)


def shorten_text(text: str, max_length: int = MAX_MESSAGE_LENGTH) -> str:
    """A text for an error, cut to `max_length` characters."""
    text = printable_text(text)
    return text if len(text) <= max_length else text[: max_length - 2] + " …"


def error_reason(error: Exception) -> str:
    """What is wrong with a value that made reading it fail, in plain words."""
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        return f"a part of it is missing or has the wrong form ({short_repr(error.args[0])})"
    if isinstance(error, ValueError) and not _OF_PYTHON.search(str(error)):
        return str(error)
    return "a part of it is missing or has the wrong form"


def validate_json(value: Any, largest: float = MAX_NUMBER, depth: int = 0) -> None:
    """ValueError unless this is plain JSON of sensible depth and size: texts, numbers, truth values, lists, tables."""
    kind = type(value)
    if kind is str:
        if _HALVES.search(value):
            raise ValueError("it has a text with half a character")
    elif kind is int or kind is float:
        if not -largest <= value <= largest:  # not a number is neither
            raise ValueError(f"a number in it should lie between -{largest} and {largest}")
    elif isinstance(value, Mapping | list | tuple):
        if depth == MAX_DEPTH:
            raise ValueError(f"it nests deeper than {MAX_DEPTH} levels")
        if isinstance(value, Mapping):
            for key, part in value.items():
                if type(key) is not str:
                    raise ValueError("the names in its tables should be texts")
                validate_json(key)
                validate_json(part, largest, depth + 1)
        else:
            for part in value:
                validate_json(part, largest, depth + 1)
    elif not (value is None or kind is bool):
        raise ValueError(f"a value of this kind has no place in it: {short_repr(value)}")


def parse_json(text: str, most: int = MAX_FILE_LENGTH) -> Any:
    """The value of a JSON text of at most `most` characters, checked by `validate_json`. ValueError; its `lineno` names
    the line, where one does."""
    if not isinstance(text, str) or len(text) > most:
        raise ValueError(f"it should be a text of at most {most} characters")
    try:
        value = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_constant, parse_int=_read_int)
    except RecursionError as error:
        raise ValueError(f"it nests deeper than {MAX_DEPTH} levels") from error
    validate_json(value)
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _read_int(digits: str) -> int:
    """A whole number of a JSON text. One with thousands of digits would take Python long, or it would refuse."""
    return int(digits) if len(digits) <= _MAX_NUMBER_DIGITS else MAX_NUMBER + 1


def plain_link(text: str) -> str:
    """The text of a link, or of its last part, as its page wrote it, but decoded and with single spaces.

    Mail programs and messengers break lines, put characters without width and brackets into links, encode them once
    more and take the end of the sentence for a part of them. `links.js` does the same.

    >>> plain_link("<#m=2d6%2520:%2520\\n sum>.")
    '#m=2d6 : sum'
    """
    text = UNSEEN.sub("", text)
    if _ENCODED.search(text):
        text = re.sub(r"\s+", "", text)
    for _ in range(ENCODINGS):
        text = UNSEEN.sub("", _ENCODED.sub(_decoded, text))
    text = re.sub(r"\s+", " ", text.replace("&amp;", "&"))
    text = re.sub("^[ <\"'“‘(]+|[ >\"'”’.,;:!?]+$", "", text)
    return re.sub(r"[ >\"'”’.,;:!?]*\)[ >\"'”’.,;:!?)]*$", "", text) if "(" not in text else text


def joined_link(text: str) -> str:
    """The same for a link that has no spaces.

    >>> joined_link("#game=AbC\\n dEf")
    '#game=AbCdEf'
    """
    return plain_link(text).replace(" ", "")


def _decoded(match: re.Match[str]) -> str:
    try:
        return unquote_to_bytes(match[0]).decode()
    except ValueError:
        return match[0]


# -- what values may be ----------------------------------------------------------------------------


def native(value: Any) -> Any:
    """A number, truth value or text of numpy as Python's own, which grows without bound; in tuples too."""
    if type(value) is tuple:
        return tuple(map(native, value))
    return value.item() if getattr(value, "shape", None) == () and hasattr(value, "item") else value


def is_int(value: Any) -> bool:
    """Whether it is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def validate_int(value: object, label: str, minimum: int | None = None, maximum: int | None = None) -> None:
    """ValueError unless a number is a whole one of least to most; None: no bound."""
    if is_int(value):
        integer = cast(int, value)
        if (minimum is None or integer >= minimum) and (maximum is None or integer <= maximum):
            return
    wanted = "" if minimum is None else f" from {minimum} up" if maximum is None else f" from {minimum} to {maximum:,}"
    raise ValueError(f"{label} is a whole number{wanted}, not {short_repr(value)}.")
