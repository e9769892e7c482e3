"""Cleaning of texts that other users read.

Invisible characters and characters that change the text direction are removed.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import cycle
from typing import Any

DEFAULT_PLAYER_NAMES = ("Ada", "Ben", "Cem", "Dilek", "Emre", "Fay")
"""Default names of the players."""
_HIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs"}  # control, format, unassigned, private use, surrogate
_JOINERS = "\u200c\u200d"  # invisible, but they change adjacent characters: Persian words, emoji families
_EMOJI_STYLE = "\ufe0f"  # invisible, but it turns the sign before it into a coloured emoji, for example a red heart
_KEYCAP = "\u20e3"
_EMOJI = re.compile(
    "[©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪⛰-⛵⛷-⛺⛽"
    "✂✅✈-✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗➡➰➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙\U0001f000-\U0001faff]"
)
_FLAG = re.compile(
    "(\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|"
    "\U000e0077\U000e006c\U000e0073)\U000e007f)"
)
"""Flags of England, Scotland and Wales: a black flag and the region in invisible tags. Unicode recommends no others."""
_JOINED_SCRIPTS = (
    (0x600, 0x8FF),
    (0x1800, 0x18AF),
    (0xA840, 0xA87F),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x1E900, 0x1E95F),
)
"""Scripts with joined letters: Arabic, Syriac, N'Ko, Mongolian, Phags-pa, Adlam."""
_VIRAMA = 9  # combining class of the virama, which joins an Indic letter with the next one
_EMPTY = (
    (0x34F, 0x34F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0x13441, 0x13442),
    (0x16FE4, 0x16FE4),
    (0x1D159, 0x1D159),
    (0xE0000, 0xE0FFF),
)
"""Invisible letters, marks and signs (Default_Ignorable_Code_Point of Unicode, and empty ones such as in Braille)."""
_SPACES = {"Zs", "Zl", "Zp"}
_MARKS = 2  # maximum number of combining marks in a row. More marks would cover the lines above


def clean_text(text: Any) -> str:
    """Clean a text for display: one line, normal form C, no invisible characters.

    The result is "" if the argument is not a text.
    """
    if not isinstance(text, str):
        return ""
    parts = _FLAG.split(unicodedata.normalize("NFC", text))
    shown = "".join(part if is_flag else _visible_signs(part) for part, is_flag in zip(parts, cycle((False, True))))
    return " ".join(filter(None, map(_without_idle_signs, shown.split())))


def _visible_signs(text: str) -> str:
    shown, marks = "", 0
    for sign in text:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in _SPACES or sign in "\t\n\r\v\f\x85":
            shown += " "
        elif sign in (*_JOINERS, _EMOJI_STYLE) or (kind not in _HIDDEN and marks <= _MARKS and not is_invisible(sign)):
            shown += sign
    return shown


def _without_idle_signs(word: str) -> str:
    """Remove joiners and emoji styles that have no effect. Otherwise different names could look the same."""
    kept = ""
    for place, sign in enumerate(word):
        after = word[place + 1 : place + 2]
        if sign == _EMOJI_STYLE:
            is_needed = _is_picture(kept[-1:]) or (after == _KEYCAP and kept[-1:] in tuple("0123456789#*"))
        else:
            is_needed = sign not in _JOINERS or _does_joiner_change_text(sign, kept, after)
        kept += sign if is_needed else ""
    return kept


def _does_joiner_change_text(joiner: str, text: str, after: str) -> bool:
    """Return whether a joiner between a text and the next character changes how these two look."""
    before = text[-1:]
    if not before:
        return False
    if _is_virama(before) or (after and _is_virama(after) and unicodedata.category(before).startswith("L")):
        return True
    if not after:
        return False
    if joiner == "\u200d" and _is_picture(text.removesuffix(_EMOJI_STYLE)[-1:]) and _is_picture(after):
        return True
    return all(any(first <= ord(sign) <= last for first, last in _JOINED_SCRIPTS) for sign in (before, after))


def _is_virama(sign: str) -> bool:
    return unicodedata.combining(sign) == _VIRAMA


def _is_picture(sign: str) -> bool:
    return _EMOJI.fullmatch(sign) is not None


def is_invisible(sign: str) -> bool:
    """Return whether a letter, mark or sign is invisible."""
    return any(first <= ord(sign) <= last for first, last in _EMPTY)
