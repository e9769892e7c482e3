"""Conversion of number words to digits in four languages: "five sixths", "ein Halb", "zero point four"."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

_WORDS = Path(__file__).with_name("number_words.toml")
_LETTER = r"[^\W\d_]"


class _NumberWords(NamedTuple):
    """Patterns of all languages, and the digits of each word in lower case."""

    numbers: dict[str, str]
    parts: dict[str, str]
    number: re.Pattern[str]
    fraction: re.Pattern[str]
    point: re.Pattern[str]


def replace_number_words(text: str) -> str:
    """Return the text with number words replaced by digits.

    >>> replace_number_words("Five sixths"), replace_number_words("ein Halb"), replace_number_words("13 eighteenths")
    ('5/6', '1/2', '13/18')
    >>> replace_number_words("three and a half"), replace_number_words("zero point four two")
    ('3 1/2', '0.42')
    """
    if not re.search(_LETTER, text):
        return text
    words = _number_words()

    def fraction(match: re.Match[str]) -> str:
        count = (match["count"] or "").lower()
        part = (match["part"] or match["glued"] or match["alone"]).lower()
        return f"{words.numbers.get(count, count) or 1}/{words.parts.get(part) or re.sub('[^0-9]', '', part)}"

    said = words.fraction.sub(fraction, text)
    said = words.number.sub(lambda match: words.numbers[match[0].lower()], said)
    said = re.sub(r"(?i)(?<=[0-9])[ -](?:and|und|et|y)[ -](?=[0-9]+/[0-9])", " ", said)
    return words.point.sub(lambda match: f"{match[1]}.{match[2].replace(' ', '')}", said)


@cache
def _number_words() -> _NumberWords:
    numbers: dict[str, str] = {}
    named_parts: dict[str, str] = {}
    parts: dict[str, str] = {}
    ones: list[str] = []
    points: list[str] = []
    for language in tomllib.loads(_WORDS.read_text(encoding="utf-8-sig")).values():
        units = dict(enumerate(language["units"].split()))
        tens = dict(enumerate(language["tens"].split(), 2))
        called = {**units, **{10 * n: ten for n, ten in tens.items()}}
        own = {word: str(n) for n, word in called.items()}
        own |= {
            form.format(ten=ten, unit=units[unit]): str(10 * n + unit)
            for n, ten in tens.items()
            for unit in range(1, 10)
            for form in language["compounds"]
        }
        own |= {word: n for n, of in language.get("others", {}).items() for word in of}
        named_parts |= {word: n for n, of in language["parts"].items() for word in of.split()}
        stems = {(stem, n) for word, n in own.items() if n.isdigit() for stem in (word, word.removesuffix("e"))}
        parts |= {stem + ending: n for stem, n in stems for ending in language["endings"] if int(n) > 1}
        numbers |= own
        ones += language["one"].split()
        points.append(language["point"])
    parts |= named_parts
    count = rf"(?:(?:{_any(ones)})|(?P<count>[0-9]+|{_any(numbers)}))"
    part = rf"(?P<part>{_any(parts)}|[0-9]+ ?(?:ths?|s?tel|i?èmes?|avos?))"
    named = _any(named_parts)
    return _NumberWords(
        numbers,
        parts,
        re.compile(rf"(?<!{_LETTER})(?:{_any(numbers)})(?!{_LETTER})", re.I),
        re.compile(
            rf"(?<!{_LETTER})(?:{count}(?:[ -]{part}|(?P<glued>{named}))|(?P<alone>{named}))(?!{_LETTER})", re.I
        ),
        re.compile(rf"([0-9]+) (?:{_any(points)}) ([0-9](?: ?[0-9])*)", re.I),
    )


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
