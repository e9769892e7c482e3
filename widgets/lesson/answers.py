"""Answers that are typed: fractions, decimals and percentages, judged as closely as they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gamelib.numbers import is_read

CHANCE_HELP = "Type a number: a fraction such as 5/12, a decimal such as 0.42, or a percentage such as 42 %."
MEAN_HELP = "Type a number: a whole one, a decimal such as 3.42, or a fraction such as 41/12."
EXACTLY = Fraction(1, 2000)
"""How far a fraction may be off, as a part of the answer or of one."""
COARSEST = {True: Fraction(1, 100), False: Fraction(1, 10)}
"""The last place that a decimal must have: hundredths (whole per cent) for a chance, tenths for a mean."""
MOST_DIGITS = 60
FROM_WHOLE = 100
"""Means from here on may be whole numbers."""
_NUMBER = r"\d+(?:\.\d+)?|\.\d+"
_FORMS = (
    (re.compile(rf"({_NUMBER})\s*(?:/|in|of|out of)\s*({_NUMBER})"), "ratio"),
    (re.compile(r"(\d+)\s+(\d+)\s*/\s*(\d+)"), "mixed"),
    (re.compile(rf"({_NUMBER})"), "plain"),
)


@dataclass(frozen=True, slots=True)
class Typed:
    """A number as it was typed: its value, and its last decimal place; None for a fraction, which has none."""

    value: Fraction
    place: Fraction | None


def read(text: str, chance: bool) -> Typed:
    """The number that was typed. ValueError, in one sentence, for what is none or cannot be."""
    said = " ".join(text.replace("−", "-").replace("\u202f", " ").replace("\u00a0", " ").split()).lower()
    said = re.sub(r"^(≈|~|=|about |roughly )\s*", "", said)
    said = re.sub(r"\s*(per cent|percent|%)$", "%", said)
    sign, said = (-1, said[1:].lstrip()) if said.startswith("-") else (1, said.removeprefix("+"))
    body, per_cent = said.removesuffix("%"), said.endswith("%")
    found = _parsed(_decimal(body), chance)
    if per_cent and not chance:
        raise ValueError(f"This is a mean and no chance. {MEAN_HELP}")
    if per_cent:
        found = Typed(found.value / 100, found.place and found.place / 100)
    found = Typed(sign * found.value, found.place)
    if chance and not 0 <= found.value <= 1:
        meant = f" Did you mean {body} %?" if 1 < found.value <= 100 and not per_cent else ""
        raise ValueError(f"A chance lies from 0 to 1, that is from 0 % to 100 %.{meant}")
    return found


def _decimal(text: str) -> str:
    """Commas as a reader means them: 1,250 is a thousand and more, 0,25 a quarter."""
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?", text):
        return text.replace(",", "")
    return text.replace(",", ".") if text.count(",") == 1 else text


def _parsed(text: str, chance: bool) -> Typed:
    for form, kind in _FORMS:
        match = form.fullmatch(text)
        if not match:
            continue
        parts = match.groups()
        if kind == "plain":
            return Typed(Fraction(text), Fraction(1, 10 ** len(text.partition(".")[2])))
        if not Fraction(parts[-1]):
            raise ValueError("Nothing can be divided by 0.")
        value = Fraction(parts[-2]) / Fraction(parts[-1])
        return Typed(value + (int(parts[0]) if kind == "mixed" else 0), None)
    raise ValueError(CHANCE_HELP if chance else MEAN_HELP)


def judge(typed: Typed, exact: Fraction, wrong: Sequence[Fraction], chance: bool) -> Fraction | None:
    """The answer that was meant: `exact`, one of the wrong ones, or None. ValueError for one that may be the right one,
    and is too coarse to tell; a coarse one that cannot be is a mistake like any other."""
    answers: list[Fraction] = [exact, *wrong]
    near: Fraction = min(answers, key=lambda answer: (abs(answer - typed.value), answer != exact))
    if near == typed.value:
        return near
    if chance and typed.place and typed.value in (0, 1):
        return None
    whole_enough = not chance and abs(exact) >= FROM_WHOLE
    if typed.place and typed.place > COARSEST[chance] and not whole_enough and says(typed, exact):
        closer = "to a whole per cent or closer" if chance else "with a decimal, or as a fraction"
        raise ValueError(f"Say it more closely: {closer}.")
    return near if says(typed, near) else None


def says(typed: Typed, value: Fraction) -> bool:
    """Whether a number that was typed may stand for this value: a decimal rounded or cut off, a fraction a hair off."""
    off = abs(value - typed.value)
    if typed.place is None:
        return off <= EXACTLY * max(Fraction(1), abs(value))
    return off <= typed.place / 2 or 0 <= abs(value) - abs(typed.value) < typed.place


def full(exact: Fraction) -> str:
    """The fraction of an answer that is too long for a sentence: "Exactly 25884008/61379571."; empty for others.

    One that fills lines is left out as well: nobody reads it.
    """
    return "" if is_read(exact) or len(str(exact)) > MOST_DIGITS else f"Exactly {exact}.".replace("-", "−")
