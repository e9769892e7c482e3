"""The words of pages by id, in each language: a folder of `widgets/words` is a language, a file in it a family.

What a language lacks is said in English. What happens in a game is said by the engine, in its own words.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache

from .folders import WIDGETS

FOLDER = WIDGETS / "words"
ENGLISH = "en"


def words(*families: str, language: str = ENGLISH) -> dict[str, str]:
    """Id -> text, of these families in one, as far as the language has them, else in English; "lang" is the language,
    English for one that is not here.

    >>> from widgets.page.words import words
    >>> words("table")["undo"]
    'Undo'
    """
    told = language if language in languages() else ENGLISH
    found = {"lang": told}
    for family in families:
        found |= _family(family, ENGLISH) | _family(family, told)
    return found


@cache
def frame_words() -> str:
    """The words of the frame in all languages, as they stand in the head of a page for its script."""
    told = json.dumps({code: words("page", language=code) for code in languages()}, ensure_ascii=False)
    told = told.replace("<", "\\u003c")  # it stands in markup
    return f'<script type="application/json" id="km-words">{told}</script>'


@cache
def languages() -> Mapping[str, str]:
    """Code -> what menus call it, English first."""
    codes = sorted((file.parent.name for file in FOLDER.glob("*/page.toml")), key=lambda code: (code != ENGLISH, code))
    return {code: _family("page", code)["language_here"] for code in codes}


@cache
def _family(family: str, language: str) -> dict[str, str]:
    """What a file says; nothing for a family that another language than English lacks."""
    file = FOLDER / language / f"{family}.toml"
    if language != ENGLISH and not file.is_file():
        return {}
    return tomllib.loads(file.read_text(encoding="utf-8-sig"))
