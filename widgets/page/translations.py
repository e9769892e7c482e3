"""Texts of pages by id. Each language has a folder in `widgets/translations` with one file per group of pages.

Texts that a translation lacks are in English. The engine has its own texts for the events of games.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cache

from gamelib.bank.expressions import TextValue, fill_in

from .paths import WIDGETS_DIR

TRANSLATIONS_DIR = WIDGETS_DIR / "translations"
DEFAULT_LANGUAGE = "en"


def load_texts(*text_files: str, language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
    """Return the texts of some translation files by id. Texts that a translation lacks are in English.

    The entry "lang" of the result is the language code. For an unknown language, it is English.

    >>> from widgets.page.translations import load_texts
    >>> load_texts("table")["undo"]
    'Undo'
    """
    told = language if language in available_languages() else DEFAULT_LANGUAGE
    found = {"lang": told}
    for family in text_files:
        found |= _family(family, DEFAULT_LANGUAGE) | _family(family, told)
    return found


def text_lookup(text_file: str) -> Callable[..., str]:
    """Return a function that returns an English text of a file by its id, with the placeholders filled in.

    Placeholders have the formats of `gamelib.bank.expressions.TextValue`.

    >>> from widgets.page.translations import text_lookup
    >>> text = text_lookup("misconceptions")
    >>> text("class_count", pupils=3, asked=24, lessons="one lesson")
    '3 of 24 pupils, in one lesson'
    """
    texts = load_texts(text_file)

    def text(id: str, /, **values: object) -> str:
        return fill_in(texts[id], {name: TextValue(value) for name, value in values.items()}, text_file)

    return text


@cache
def all_frame_texts_json_element() -> str:
    """Return the texts of the page frame in all languages, as a script element for the head of a page."""
    told = json.dumps({code: load_texts("page", language=code) for code in available_languages()}, ensure_ascii=False)
    told = told.replace("<", "\\u003c")  # escaped for HTML
    return f'<script type="application/json" id="km-words">{told}</script>'


@cache
def class_texts_script() -> str:
    """Return the texts of the class pages as a script element. It precedes the scripts of the page."""
    told = json.dumps(load_texts("classroom"), ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="km-class-texts">{told}</script>'


@cache
def available_languages() -> Mapping[str, str]:
    """Return the language codes with their names in menus, English first."""
    codes = sorted(
        (file.parent.name for file in TRANSLATIONS_DIR.glob("*/page.toml")),
        key=lambda code: (code != DEFAULT_LANGUAGE, code),
    )
    return {code: _family("page", code)["language_here"] for code in codes}


@cache
def _family(family: str, language: str) -> dict[str, str]:
    """Return the texts of a file in one language. The result is empty if the file exists only in English."""
    file = TRANSLATIONS_DIR / language / f"{family}.toml"
    if language != DEFAULT_LANGUAGE and not file.is_file():
        return {}
    return tomllib.loads(file.read_text(encoding="utf-8-sig"))
