"""Validation of simulation results that a pupil's browser computed (untrusted input without a kernel's signature).

The module checks the form and the ranges of the data and marks unsigned results with `said`. The texts of unsigned
results may contain only words of Kismet's pages. For a model that the teacher sent, the texts come from the server.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection
from math import isclose
from pathlib import Path
from typing import Any

import gamelib
from gamelib.validation import parse_json

from ..page.paths import WIDGETS_DIR
from ..page.protocol import Json
from ..page.run_reports import MAX_DESCRIPTION_LENGTH, UNKNOWN_REPORT_TEXT
from ..page.user_text import clean_text

_KEYS = {"ask", "names", "exact", "hits", "words", "share"}
_MAX_NAMES, _MAX_NAME_LENGTH, _MAX_ASK_LENGTH = 64, 80, 400
_CLOSE = 1e-6  # tolerance for sums of probabilities
_WORD = re.compile(r"[^\W\d_]+")
_SOURCES = (".py", ".toml", ".js")
_RUDE = {"rude.toml", "alike.toml"}


def validate_exact_outcomes(
    text: str, are_page_words: Callable[[set[str]], bool], shared_models: Collection[str] = ()
) -> Json:
    """Parse and validate the description of a pupil's trials, a JSON text from a browser.

    `are_page_words` returns whether all these words occur in our pages. `shared_models` are the models that the teacher
    sent. Raise ValueError if the description is invalid.
    """
    try:
        told = parse_json(text, MAX_DESCRIPTION_LENGTH)
    except ValueError:
        told = None
    if not isinstance(told, dict) or told.keys() - {"line"} != _KEYS:
        raise ValueError(UNKNOWN_REPORT_TEXT)
    names, exact, hits = told["names"], told["exact"], told["hits"]
    texts = [told["ask"], told["words"], *(names if isinstance(names, list) else [None])]
    if not all(isinstance(each, str) and each == clean_text(each) for each in texts):
        raise ValueError(UNKNOWN_REPORT_TEXT)
    if not 1 <= len(names) <= _MAX_NAMES or len(set(names)) != len(names):
        raise ValueError("Each outcome needs a name.")
    if max(map(len, (*names, told["words"]))) > _MAX_NAME_LENGTH or len(told["ask"]) > _MAX_ASK_LENGTH:
        raise ValueError("The texts of these trials are too long.")
    if (
        not isinstance(exact, list)
        or len(exact) != len(names)
        or not all(map(_is_probability, [*exact, told["share"]]))
    ):
        raise ValueError("Each outcome needs a probability from 0 to 1.")
    if sum(exact) > 1 + _CLOSE:
        raise ValueError("The probabilities must add up to 1.")
    if not isinstance(hits, list) or not all(type(n) is int and 0 <= n < len(names) for n in hits):
        raise ValueError("The counted event must be one of the outcomes.")
    if hits != sorted(set(hits)) or not isclose(sum(exact[n] for n in hits), told["share"], abs_tol=_CLOSE):
        raise ValueError("The probability of the counted event must fit its outcomes.")
    if "line" in told:
        from ..lesson.exact_outcomes_validation import validate_model_outcomes  # only needed in class mode

        return validate_model_outcomes(told, shared_models)
    if not are_page_words({word for each in texts for word in _WORD.findall(each.casefold())}):
        raise ValueError("These trials contain texts that no page of Kismet has.")
    return told


def _is_probability(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1 + _CLOSE


class PageVocabulary:
    """Words that occur on Kismet's pages, from the page sources and the notebooks. They are loaded at first use."""

    def __init__(self, notebooks: Path) -> None:
        self._notebooks, self._lock = notebooks, threading.Lock()
        self._found: set[str] = set()

    def __call__(self, words: set[str]) -> bool:
        """Return whether all words of the text are in the vocabulary."""
        with self._lock:
            if not self._found:
                self._found = self._read()
        return words <= self._found

    def _read(self) -> set[str]:
        rooms = (WIDGETS_DIR, Path(gamelib.__file__).parent)
        files = [file for room in rooms for file in room.rglob("*") if file.suffix in _SOURCES]
        files += self._notebooks.rglob("*.ipynb")
        texts = (file.read_text(encoding="utf-8") for file in files if file.name not in _RUDE)
        return {word for text in texts for word in _WORD.findall(text.casefold())}
