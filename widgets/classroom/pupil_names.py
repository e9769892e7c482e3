"""Names of pupils: validation, generated names, and a test whether two names look similar."""

from __future__ import annotations

import re
import secrets
import tomllib
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ..page.user_text import clean_text, is_invisible

COLOURS = ("Blue", "Red", "Green", "Gold", "Plum", "Rose", "Silver", "Sand")
ANIMALS = ("Camel", "Cat", "Penguin", "Hare", "Panda", "Fox", "Frog", "Mouse", "Lion", "Owl", "Koala", "Bear")
AVATAR_MARKS = ("", "Starry", "Dotted", "Ringed")
PLAIN_AVATAR_COUNT = len(COLOURS) * len(ANIMALS)
"""Number of avatars without a mark. They are assigned first."""
AVATAR_COUNT = PLAIN_AVATAR_COUNT * len(AVATAR_MARKS)
MAX_NAME_LENGTH = 24
_ALIKE = Path(__file__).with_name("alike.toml")
_RUDE = Path(__file__).with_name("rude.toml")
_LEET = str.maketrans("013457@$!", "oieastasi")
_PAIRS = {"I": "l", "1": "l", "|": "l", "0": "O"}  # similar ASCII signs
_JOINED = (("rn", "m"), ("vv", "w"))


def validate_name(text: Any) -> str:
    """Validate and clean a name. Raise ValueError if the text is empty or too long."""
    if not isinstance(text, str) or len(text) > 10 * MAX_NAME_LENGTH:
        raise ValueError(f"A name can have at most {MAX_NAME_LENGTH} characters.")
    name = clean_text(text)
    if not any(sign.isalnum() for sign in name):
        raise ValueError("Type a name, or take the one that was made up for you.")
    if len(name) > MAX_NAME_LENGTH:
        raise ValueError(f"A name can have at most {MAX_NAME_LENGTH} characters.")
    return name


def avatar_name(face: int) -> str:
    """Return the name of an avatar, such as "Sand Fox", or "Starry Sand Fox" for an avatar with a mark."""
    colour, animal = COLOURS[face % len(COLOURS)], ANIMALS[face // len(COLOURS) % len(ANIMALS)]
    return f"{AVATAR_MARKS[face // PLAIN_AVATAR_COUNT]} {colour} {animal}".strip()


def with_number_suffix(name: str, number: int) -> str:
    """Add a number to a name that another pupil already uses: "Anna", "Anna 2". A long name is shortened."""
    return name if number == 1 else f"{clean_text(name[: MAX_NAME_LENGTH - 3])} {number}"


def choose_free_avatar(used_avatars: Collection[int]) -> int:
    """Choose a random free avatar: a plain one if possible, then one with a mark, otherwise one already in use."""
    free = [face for face in range(AVATAR_COUNT) if face not in used_avatars]
    return secrets.choice([face for face in free if face < PLAIN_AVATAR_COUNT] or free or range(AVATAR_COUNT))


# -- similar names -------------------------------------------------------------------------------


@lru_cache(4096)
def appearance_keys(name: str) -> frozenset[str]:
    """Return keys for the appearance of a name as written, in lower case and in upper case.

    Readers of a board cannot distinguish two names with an equal key, such as "Anna", "ANNA", "Аnnа" with Cyrillic
    letters, "𝐀nna".
    """
    text = unicodedata.normalize("NFKC", name)
    return frozenset(_skeleton(each) for each in (text, text.lower(), text.upper()))


def is_similar_to_any(name: str, others: Iterable[str]) -> bool:
    """Return whether a name looks like one of the other names."""
    seen = appearance_keys(name)
    return any(seen & appearance_keys(other) for other in others)


def lowercase_appearance_key(name: str) -> str:
    """Return a key for the appearance of a name in lower case. Upper and lower case give the same key."""
    return _skeleton(unicodedata.normalize("NFKC", name).lower())


def _skeleton(text: str) -> str:
    """Return the skeleton of a text, as defined in Unicode Technical Standard 39.

    Characters that look alike become equal. Spaces and punctuation are omitted.
    """
    alike, skeleton = _alike(), ""
    for sign in unicodedata.normalize("NFKD", text):
        if (unicodedata.category(sign)[0] not in "CPZ" and not is_invisible(sign)) or sign in alike:
            skeleton += alike.get(sign, sign)
    for pair, one in _JOINED:
        skeleton = skeleton.replace(pair, one)
    return skeleton


@cache
def _alike() -> dict[str, str]:
    table = tomllib.loads(_ALIKE.read_text(encoding="utf-8-sig"))
    alike = {sign: _PAIRS.get(like, like) for like, signs in table.items() for sign in signs}
    return alike | _PAIRS


# -- blocked words ---------------------------------------------------------------------------------


def has_blocked_word(name: str) -> bool:
    """Return whether a name contains a blocked word in any spelling."""
    words, parts = _rude()
    text = _plain(name)
    for said in (text, re.sub(r"(\w)\1{2,}", r"\1\1", text), re.sub(r"(\w)\1+", r"\1", text)):
        whole = said.replace(" ", "")
        if not words.isdisjoint({*said.split(), whole}) or any(part in whole for part in parts):
            return True
    return False


def _plain(text: str) -> str:
    """Return the letters of a text in lower case without accents.

    A digit or sign that is used as a letter is replaced by this letter.
    """
    seen = unicodedata.normalize("NFKD", "".join(map(_latin, unicodedata.normalize("NFKC", text))))
    seen = seen.casefold().translate(_LEET)
    kinds = ((sign, unicodedata.category(sign)[0]) for sign in seen)
    return "".join(sign if kind == "L" else " " for sign, kind in kinds if kind in "LZPN")


def _latin(sign: str) -> str:
    like = sign if sign.isascii() else _alike().get(sign, sign)
    return like if like.isalpha() else sign


@cache
def _rude() -> tuple[frozenset[str], frozenset[str]]:
    table = tomllib.loads(_RUDE.read_text(encoding="utf-8-sig"))
    return _all(table, "words"), _all(table, "parts")


def _all(table: dict[str, dict[str, list[str]]], kind: str) -> frozenset[str]:
    return frozenset(_plain(word) for of in table.values() for word in of[kind])
