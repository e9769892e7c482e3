"""Model expressions as people type them on a phone: with a capital first letter, quotes and typographic signs."""

from __future__ import annotations

import re

from gamelib.chance.model_data import STATISTICS

from ..page.typed_text import replace_lookalike_signs

_WORDS = {
    *STATISTICS,
    "coin",
    "bag",
    "spin",
    "deck",
    "until",
    "from",
    "draw",
    "take",
    "roll",
    "throw",
    "back",
    "keep",
    "is",
    "in",
}
_DIE = re.compile(r"(?<!\w)([0-9]*)D(?=[0-9]+(?!\w)|\s*[{(])")
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("×∗⁎﹡", "*"),
        "⩾": ">=",
        "⩽": "<=",
        "≧": ">=",
        "≦": "<=",
        "›": ">",
        "﹥": ">",
        "﹤": "<",
        "﹦": "=",
        "‥": "..",
        "﹕": ":",
        "꞉": ":",
        '"': "",
        "'": "",
    }
)
_SWAPPED = re.compile(r"= ?([<>=])|([<>]) =")
"""A comparison with its signs apart or the other way round, or a double equals sign."""
_TIMES = re.compile(r"(?<!\w)([0-9]+) ?[*xX] ?(?=[dD][0-9{]|coin|spin)")
"""A sign of multiplication between the number of devices and the device."""
_DOT_IN_PATTERN = re.compile(r"(?<=\w)(?: ?[·∙⋅•] ?|\. +)(?=\w)")
_FACES = re.compile(r"(\{[^}]*\})")


def normalize_model_line(text: str) -> str:
    """Convert a typed line to the plain notation of models.

    Words of the notation become lower case. Names of faces stay the same.

    >>> normalize_model_line("２D6 : Most ≥ −1"), normalize_model_line("Bag{“Red”*3, blue} : Count Red")
    ('2d6 : most >= -1', 'bag{Red*3, blue} : count Red')
    """
    plain = replace_lookalike_signs(text).translate(_SIGNS).rstrip(" \n?;")
    plain = _SWAPPED.sub(lambda signs: (signs[1] or signs[2]).replace("<", "<=").replace(">", ">="), plain)
    plain = re.sub(r"\.{3,}", "..", plain)
    parts = _FACES.split(_DOT_IN_PATTERN.sub(".", plain[:-1] if re.search(r"[^.]\.$", plain) else plain))
    faces = {*re.findall(r"\w+", " ".join(parts[1::2]))}

    def small(word: re.Match[str]) -> str:
        return word[0].lower() if word[0].lower() in _WORDS and word[0] not in faces else word[0]

    parts[::2] = (_TIMES.sub(r"\1", re.sub(r"[^\W\d]\w*", small, part)) for part in parts[::2])
    return _DIE.sub(r"\1d", "".join(parts))
