"""Texts that people type for others to read: what cannot be seen, or turns what stands beside it, is left out."""

from __future__ import annotations

import unicodedata
from typing import Any

NAMES = ("Ada", "Ben", "Cem", "Dilek", "Emre", "Fay")
"""Who sits at a table, until they say what they are called."""
_HIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs"}  # control, direction, nothing, private, half a character
_JOINERS = "\u200c\u200d"  # seen in what they join: Persian words, families of emoji
_EMPTY = (
    (0x34F, 0x34F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0000, 0xE0FFF),
)
"""Letters, marks and signs that show nothing (Default_Ignorable_Code_Point of Unicode, and the empty Braille cell)."""
_SPACES = {"Zs", "Zl", "Zp"}
_MARKS = 2  # accents in a row; more of them climb over the lines above


def seen(text: Any) -> str:
    """The text as it is shown: on one line, in normal form C, without signs that are not seen. "" for what is none."""
    if not isinstance(text, str):
        return ""
    shown: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in _SPACES or sign in "\t\n\r\v\f\x85":
            shown.append(" ")
        elif sign in _JOINERS or (kind not in _HIDDEN and marks <= _MARKS and not is_empty(sign)):
            shown.append(sign)
    words = "".join(shown).split()
    return " ".join(filter(None, (word.strip(_JOINERS) for word in words)))


def is_empty(sign: str) -> bool:
    """Whether a letter, mark or sign shows nothing."""
    return any(first <= ord(sign) <= last for first, last in _EMPTY)
