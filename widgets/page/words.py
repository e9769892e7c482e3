"""The words of pages by id, in each language: a folder of `widgets/words` is a language, a file in it a family.

What a language lacks is said in English. What happens in a game is said by the engine, in its own words.
"""

from __future__ import annotations

import tomllib
from functools import cache

from .folders import WIDGETS

FOLDER = WIDGETS / "words"
ENGLISH = "en"


def words(*families: str, language: str = ENGLISH) -> dict[str, str]:
    """Id -> text, of these families in one: `words("shown", "table")`. FileNotFoundError for a family that English
    lacks.

    >>> from widgets.page.words import words
    >>> words("table")["undo"]
    'Undo'
    """
    return {id: text for family in families for id, text in _family(family, language).items()}


@cache
def _family(family: str, language: str) -> dict[str, str]:
    file = FOLDER / language / f"{family}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
