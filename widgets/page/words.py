"""The words of pages by id, in each language: a folder of `widgets/words` is a language, a file in it a family.

What a language lacks is said in English. What happens in a game is said by the engine, in its own words.
"""

from __future__ import annotations

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
    return tomllib.loads(file.read_text(encoding="utf-8"))
