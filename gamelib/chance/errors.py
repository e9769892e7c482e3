"""What a chance model refuses, in one sentence with the place; the sentences stand in words.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from ..validation import shorten_text


@cache
def model_texts() -> dict[str, dict[str, str]]:
    """Every sentence of this room, by section and id."""
    read: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).with_name("words.toml")).read_text("utf-8-sig"))
    return read


class ModelError(ValueError):
    """Why there is no such model, or no exact answer: one sentence, with the place where there is one.

    `place`: the number of a character of the line, from 1; or the path in the table, as "chain[0].faces"; or None.

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


class TooLarge(ModelError):  # noqa: N818 (its name is what it says)
    """The exact answer would take too long: said before the work is done. The model still runs.

    >>> import gamelib
    >>> gamelib.model("300 deck{1..60*5} : kinds").exact()
    Traceback (most recent call last):
        ...
    gamelib.chance.errors.TooLarge: The exact answer has to keep too many possibilities apart here. It still runs.
    """


def model_error(key: str, place: int | str | None = None, /, **values: Any) -> ModelError:
    """The error with this id of words.toml."""
    return ModelError(model_texts()["errors"][key].format(**values), place)


def beyond_picture_error(key: str = "value", **values: Any) -> ModelError:
    """The chance lies beyond the picture, where none is known by itself."""
    return ModelError(model_texts()["beyond"][key].format(**values))


def too_large_error(key: str = "large") -> TooLarge:
    return TooLarge(model_texts()["refusals"][key])
