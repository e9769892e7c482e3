"""The words of pages by id, in each language: a folder of `widgets/translations` is a language, a file in it a family.

What a language lacks is said in English. What happens in a game is said by the engine, in its own words.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache

from .paths import WIDGETS_DIR

TRANSLATIONS_DIR = WIDGETS_DIR / "translations"
DEFAULT_LANGUAGE = "en"


def load_texts(*text_files: str, language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
    """Id -> text, of these families in one, as far as the language has them, else in English; "lang" is the language,
    English for one that is not here.

    >>> from widgets.page.translations import load_texts
    >>> load_texts("table")["undo"]
    'Undo'
    """
    told = language if language in available_languages() else DEFAULT_LANGUAGE
    found = {"lang": told}
    for family in text_files:
        found |= _family(family, DEFAULT_LANGUAGE) | _family(family, told)
    return found


@cache
def frame_texts_script() -> str:
    """The words of the frame in all languages, as they stand in the head of a page for its script."""
    told = json.dumps({code: load_texts("page", language=code) for code in available_languages()}, ensure_ascii=False)
    told = told.replace("<", "\\u003c")  # it stands in markup
    return f'<script type="application/json" id="km-words">{told}</script>'


@cache
def available_languages() -> Mapping[str, str]:
    """Code -> what menus call it, English first."""
    codes = sorted(
        (file.parent.name for file in TRANSLATIONS_DIR.glob("*/page.toml")),
        key=lambda code: (code != DEFAULT_LANGUAGE, code),
    )
    return {code: _family("page", code)["language_here"] for code in codes}


@cache
def _family(family: str, language: str) -> dict[str, str]:
    """What a file says; nothing for a family that another language than English lacks."""
    file = TRANSLATIONS_DIR / language / f"{family}.toml"
    if language != DEFAULT_LANGUAGE and not file.is_file():
        return {}
    return tomllib.loads(file.read_text(encoding="utf-8-sig"))
