"""Texts that people type for others to read: what cannot be seen, or turns what stands beside it, is left out."""

from __future__ import annotations

import unicodedata
from typing import Any

DEFAULT_PLAYER_NAMES = ("Ada", "Ben", "Cem", "Dilek", "Emre", "Fay")
"""Who sits at a table, until they say what they are called."""
_HIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs"}  # control, direction, nothing, private, half a character
_JOINERS = "\u200c\u200d"  # not seen themselves, but in what they join: Persian words, families of emoji
_JOINED_SCRIPTS = (
    (0x600, 0x8FF),
    (0x1800, 0x18AF),
    (0xA840, 0xA87F),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x1E900, 0x1E95F),
)
"""Scripts whose letters are joined: Arabic, Syriac, N'Ko, Mongolian, Phags-pa, Adlam."""
_VIRAMA = 9  # the combining class of the sign that makes an Indic letter a part of the next one
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


def clean_text(text: Any) -> str:
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
        elif sign in _JOINERS or (kind not in _HIDDEN and marks <= _MARKS and not is_invisible(sign)):
            shown.append(sign)
    return " ".join(filter(None, map(_without_idle_joiners, "".join(shown).split())))


def _without_idle_joiners(word: str) -> str:
    """The word with joiners only where a script or an emoji needs them; elsewhere they make a name that looks like
    another one."""
    kept = ""
    for place, sign in enumerate(word):
        if sign not in _JOINERS or _is_joined(sign, kept[-1:], word[place + 1 : place + 2]):
            kept += sign
    return kept


def _is_joined(joiner: str, before: str, after: str) -> bool:
    """Whether a joiner changes how the signs before and after it look."""
    if not before:
        return False
    if _is_virama(before) or (after and _is_virama(after) and unicodedata.category(before).startswith("L")):
        return True
    if not after:
        return False
    if joiner == "\u200d" and _is_picture(before) and _is_picture(after):
        return True
    return all(any(first <= ord(sign) <= last for first, last in _JOINED_SCRIPTS) for sign in (before, after))


def _is_virama(sign: str) -> bool:
    return unicodedata.combining(sign) == _VIRAMA


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sk", "Sm") and not sign.isascii()


def is_invisible(sign: str) -> bool:
    """Whether a letter, mark or sign shows nothing."""
    return any(first <= ord(sign) <= last for first, last in _EMPTY)
