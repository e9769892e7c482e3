"""Validation of untrusted input: strict JSON parsing, checks of form and size, and short error messages.

A link, a file, a card table or a message of a page can contain any value. These functions run before the engine uses
such a value. They ensure that the value has a limited depth and limited numbers, and that all its texts can be
encoded. An error is one sentence of at most `MAX_MESSAGE_LENGTH` characters.
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
"""Maximum number of characters of a file. A long game has about 30,000."""
MAX_DEPTH = 20
"""Maximum depth of nested lists. The files of the project need 8."""
MAX_NUMBER = 10**15
_MAX_NUMBER_DIGITS = 400
"""Maximum number of parsed digits. Numbers above `MAX_NUMBER` are refused later, with their place if it is known."""
FORMAT_ERRORS = (LookupError, TypeError, AttributeError, AssertionError, ArithmeticError, RecursionError)
"""Errors other than ValueError that a value of the wrong form can raise."""

_HALVES = re.compile(r"[\ud800-\udfff]")  # surrogate characters, which no file and no page can encode
_NO_BREAK = "\u00a0\u202f"
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ENCODED = re.compile(r"(?:%[0-9a-fA-F]{2})+")
ENCODINGS = 3
"""Maximum number of times that a link is encoded: by its page and by each program that forwards it."""
_OF_PYTHON = re.compile(r"to unpack|invalid literal|is not in (list|tuple|range)|\.index\(|dictionary update")
_short = Repr()
_short.maxstring = _short.maxother = _short.maxlong = 60
_short.maxlevel = 2


def short_repr(value: Any) -> str:
    """Return a value for an error message, short and on one line."""
    try:
        return replace_unprintable_characters(_short.repr(value))
    except ValueError:  # Python refuses to convert such a long number
        return "a very large number"


def validate_rng(rng: Any) -> None:
    """Raise ValueError unless the value is a random number generator."""
    if isinstance(rng, type) or not callable(getattr(rng, "random", None)):
        raise ValueError(f"A generator of random numbers such as Random(7) is needed, not {short_repr(rng)}.")


def validate_seed(seed: Any) -> None:
    """Raise ValueError unless the seed is an integer, a text, or None for a random seed."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | str)):
        raise ValueError(f"The seed is a whole number or a text, not {short_repr(seed)}.")


def replace_unprintable_characters(text: str) -> str:
    """Replace the characters of a text that cannot be displayed on one line. Keep no-break spaces."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in _NO_BREAK else "\ufffd" for letter in text)


def shorten_text(text: str, max_length: int = MAX_MESSAGE_LENGTH) -> str:
    """Return a text for an error message, cut to `max_length` characters."""
    text = replace_unprintable_characters(text)
    return text if len(text) <= max_length else text[: max_length - 2] + " …"


def error_reason(error: Exception) -> str:
    """Return the reason for a parsing error in plain words."""
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        return f"a part of it is missing or has the wrong form ({short_repr(error.args[0])})"
    if isinstance(error, ValueError) and not _OF_PYTHON.search(str(error)):
        return str(error)
    return "a part of it is missing or has the wrong form"


def validate_json(value: Any, largest: float = MAX_NUMBER, depth: int = 0) -> None:
    """Raise ValueError unless the value is plain JSON with limited depth and limited numbers."""
    kind = type(value)
    if kind is str:
        if _HALVES.search(value):
            raise ValueError("it has a text with half a character")
    elif kind is int or kind is float:
        if not -largest <= value <= largest:  # also refuses NaN
            raise ValueError(f"a number in it should lie between -{largest} and {largest}")
    elif kind is dict or kind is list or isinstance(value, Mapping | tuple | list):
        if depth == MAX_DEPTH:
            raise ValueError(f"it nests deeper than {MAX_DEPTH} levels")
        if kind is dict or isinstance(value, Mapping):
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
    """Parse a JSON text of at most `most` characters. Check the value with `validate_json`.

    Raise ValueError for an invalid text. For a syntax error, the error has the line number in `lineno`.
    """
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
    """Parse an integer of a JSON text. Reject thousands of digits, which are slow or raise an error in Python."""
    return int(digits) if len(digits) <= _MAX_NUMBER_DIGITS else MAX_NUMBER + 1


def normalize_pasted_link(text: str) -> str:
    r"""Decode a link, or its last part, and normalize its spaces.

    Mail programs and messengers break lines, insert zero-width characters and brackets, encode the link again, and
    treat the end of the sentence as a part of the link. `links.js` normalizes links in the same way.

    >>> normalize_pasted_link("<#m=2d6%2520:%2520\n sum>.")
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


def normalize_unspaced_link(text: str) -> str:
    r"""Decode a link that has no spaces.

    >>> normalize_unspaced_link("#game=AbC\n dEf")
    '#game=AbCdEf'
    """
    return normalize_pasted_link(text).replace(" ", "")


def _decoded(match: re.Match[str]) -> str:
    try:
        return unquote_to_bytes(match[0]).decode()
    except ValueError:
        return match[0]


# -- types of values -------------------------------------------------------------------------------


def to_python_value(value: Any) -> Any:
    """Convert a number, truth value or text of numpy to the Python type. Python integers have no size limit.

    Items of a tuple are converted too.
    """
    if type(value) is tuple:
        return tuple(map(to_python_value, value))
    return value.item() if getattr(value, "shape", None) == () and hasattr(value, "item") else value


def is_int(value: Any) -> bool:
    """Return whether the value is an integer. Booleans do not count as integers."""
    return isinstance(value, int) and not isinstance(value, bool)


def validate_int(value: object, label: str, minimum: int | None = None, maximum: int | None = None) -> None:
    """Raise ValueError unless the value is an integer from minimum to maximum. None means no bound."""
    if is_int(value):
        integer = cast(int, value)
        if (minimum is None or integer >= minimum) and (maximum is None or integer <= maximum):
            return
    wanted = "" if minimum is None else f" from {minimum} up" if maximum is None else f" from {minimum} to {maximum:,}"
    raise ValueError(f"{label} is a whole number{wanted}, not {short_repr(value)}.")
