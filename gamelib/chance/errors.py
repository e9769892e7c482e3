"""Errors of chance models. The message is one sentence of words.toml with the location of the error."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from ..validation import shorten_text


@cache
def model_texts() -> dict[str, dict[str, str]]:
    """Return all error sentences of this package, by section and id."""
    read: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).with_name("words.toml")).read_text("utf-8-sig"))
    return read


class ModelError(ValueError):
    """Error for an invalid model, or for a model without an exact answer.

    `place` is the location of the error: the number of a character of the line, counted from 1, a path in the
    dictionary such as "chain[0].faces", or None.

    >>> import gamelib
    >>> try:
    ...     gamelib.model("2d6 : summ")
    ... except gamelib.ModelError as error:
    ...     error.place
    7
    """

    def __init__(self, text: str, place: int | str | None = None) -> None:
        self.message, self.place = shorten_text(text), place
        at = "" if place in (None, "") else f" (character {place})" if isinstance(place, int) else f" (at {place})"
        super().__init__(self.message + at)


class TooLarge(ModelError):  # noqa: N818 (name of the public contract)
    """Error for an exact answer that would take too long, raised before the computation.

    The model can still be simulated.

    >>> import gamelib
    >>> gamelib.model("300 deck{1..60*5} : kinds").exact()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    gamelib.chance.errors.TooLarge: There are too many possibilities here for an exact answer. You can still run the ...
    """


def model_error(key: str, place: int | str | None = None, /, **values: Any) -> ModelError:
    """Return the error with this id in words.toml."""
    return ModelError(model_texts()["errors"][key].format(**values), place)


def uncomputed_probability_error(key: str = "value", **values: Any) -> ModelError:
    """Return the error for a value whose probability was not computed."""
    return ModelError(model_texts()["beyond"][key].format(**values))


def too_large_error(key: str = "large") -> TooLarge:
    """Return the error for a model that is too large for an exact answer."""
    return TooLarge(model_texts()["refusals"][key])
