"""Answers that are typed: fractions, decimals and percentages, judged as closely as they are written."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from gamelib.number_format import format_answer, is_readable_fraction, use_minus_sign

from .limits import MOST_LINES
from .plain_line import RAISED_DOT, plain_line
from .reckon import HELP, LineError, reckon

CHANCE_HELP = "Type a number: a fraction such as 5/12, a decimal such as 0.42, or a percentage such as 42 %."
MEAN_HELP = "Type a number: a whole one, a decimal such as 3.42, or a fraction such as 41/12."
EXACTLY = Fraction(1, 2000)
"""How far a fraction may be off, as a part of the answer or of one."""
COARSEST = {True: Fraction(1, 100), False: Fraction(1, 10)}
"""The last place that a decimal must have: hundredths (whole per cent) for a chance, tenths for a mean."""
CLOSER = {True: "to a whole per cent or closer", False: "with a decimal, or as a fraction"}
MOST_DIGITS = 60
FROM_WHOLE = 100
"""Means from here on may be whole numbers."""
ONE = Fraction(1)
_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}[.,][0-9]{3}")
_SAME = re.compile(
    r" ?(?:[=-]?>|[=≈~≃≅→⇒;])[=> ]*|,? (?:or|oder|ou|bzw\.?|so|that is|i\. ?e\.|d\. ?h\.|das heißt) |, "
    r"| \([=≈]? ?(?=[^()]*\)$)| ?\[(?=[^\[\]]*\]$)"
)
"""Between two forms of one number: 26/36 = 13/18 ≈ 0.72."""
_ODDS = re.compile(r"([0-9]{1,9}) ?(?::| to | zu | against | gegen ) ?([0-9]{1,9})", re.I)
_HALF_OR_ONE = re.compile(r"50 ?%? ?[-/:] ?50 ?%?")
"""What many write for one half, and what is 1, or 0, to others."""
_NUMBER = r"\d+(?:\.\d+)?|\.\d+"
_FORMS = (
    (re.compile(rf"({_NUMBER})\s*(?:/|of)\s*({_NUMBER})"), "ratio"),
    (re.compile(r"(\d+)\s+(\d+)\s*/\s*(\d+)"), "mixed"),
    (re.compile(rf"({_NUMBER})"), "plain"),
)


@dataclass(frozen=True, slots=True)
class Typed:
    """A number as it was typed: its value, and its last decimal place; None for a fraction, which has none."""

    value: Fraction
    place: Fraction | None
    line: bool = False
    """Whether it was worked out on the line: `1-(5/6)^4`."""


def read(text: str, chance: bool, near: Fraction = ONE, outside: Collection[Fraction] | None = ()) -> Typed:
    """The number that was typed. ValueError, in one sentence, for what is none or cannot be.

    1,333 is more than a thousand to some and less than two to others, 3·4 is 3.4 to some and 12 to others, and 3-1/2 is
    3 1/2 to some: each is read as what lies nearer to `near`. `outside`: numbers below 0 or above 1 to which a mistake
    leads. Of those that are no chance, only these are taken; None takes all.
    """
    text = plain_line(text)
    try:
        return _nearest(text, chance, near, outside)
    except ValueError:
        parts = [re.sub(r"^([^(\[]*)[)\]]$", r"\1", part) for part in _SAME.split(text) if part]
        if len(parts) < 2:
            raise
    typed = [_nearest(plain_line(part), chance, near, outside) for part in parts]
    best = min(typed, key=lambda one: one.place or 0)
    for part, one in zip(parts, typed, strict=True):
        if not says(one, best.value):
            raise ValueError(f"“{parts[typed.index(best)]}” and “{part}” are two numbers. Type one of them.")
    return Typed(best.value, best.place)


def _nearest(text: str, chance: bool, near: Fraction, outside: Collection[Fraction] | None) -> Typed:
    """The reading of a number that lies nearest to `near`, where it can be read in several ways."""
    readings = [text]
    if _THOUSANDS.fullmatch(text):
        readings = [re.sub("[.,]", "", text), text.replace(",", ".")]
    elif re.fullmatch(r"[0-9]+-[0-9]+/[0-9]+", text):
        readings = [text, text.replace("-", " ")]
    elif re.fullmatch(rf"[-+]?[0-9]+{RAISED_DOT}[0-9]+ ?%?", text):
        readings = [re.sub(RAISED_DOT, sign, text) for sign in ".*"]
    elif text.endswith("!"):
        readings = [text, text.rstrip("!")]
    if len(readings) == 1:
        return _read(text, chance, outside)
    typed = []
    for one in readings:
        try:
            typed.append(_read(one, chance, outside))
        except ValueError:
            continue
    return min(typed, key=lambda one: abs(one.value - near)) if typed else _read(readings[0], chance, outside)


def _read(text: str, chance: bool, outside: Collection[Fraction] | None) -> Typed:
    if chance:
        _check_meaning(text)
    sign, said = (-1, text[1:].lstrip()) if text.startswith("-") else (1, text.removeprefix("+"))
    body, per_cent = said.removesuffix("%").rstrip(), said.endswith("%")
    typed = _parsed(_decimal(body))
    if typed is None:
        typed = _worked_out(text, chance)
    else:
        if per_cent and not chance:
            raise ValueError(f"This is a mean and no chance. {MEAN_HELP}")
        if per_cent and typed.place is None and typed.value < 1:
            raise ValueError(f"Type a fraction such as {body}, or a percentage such as 42 %, not both at once.")
        if per_cent:
            typed = Typed(typed.value / 100, typed.place and typed.place / 100)
        typed = Typed(sign * typed.value, typed.place)
    if chance and outside is not None and not 0 <= typed.value <= 1 and not any(stands_for(typed, n) for n in outside):
        meant = f" Did you mean {body} %?" if 1 < typed.value <= 100 and not per_cent and not typed.line else ""
        raise ValueError(f"A chance lies from 0 to 1, that is from 0 % to 100 %.{meant}")
    return typed


def _check_meaning(text: str) -> None:
    """ValueError for what is one probability to some and another one to others."""
    if _HALF_OR_ONE.fullmatch(text):
        raise ValueError(f"“{text}” can mean one half, or 1. Type 1/2 or 50 % for one half.")
    if odds := _ODDS.fullmatch(text):
        first, second = map(int, odds.groups())
        raise ValueError(
            f"“{text}” can mean the fraction {first}/{second}, or odds, which are {first}/{first + second}. "
            "Type the fraction that you mean."
        )


def _decimal(text: str) -> str:
    """Commas as a reader means them: 1,250 is a thousand and more, 0,25 a quarter."""
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?", text):
        return text.replace(",", "")
    if re.fullmatch(r"[1-9]\d{0,2}(\.\d{3})+,\d+", text):
        return text.replace(".", "").replace(",", ".")
    return text.replace(",", ".") if text.count(",") == 1 else text


def _parsed(text: str) -> Typed | None:
    """A number in one of the forms that are no line of arithmetic; None for anything else."""
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
        place = Fraction(1, int(parts[-1])) if re.fullmatch("100+", parts[-1]) and parts[-2].isdigit() else None
        return Typed(value + (int(parts[0]) if kind == "mixed" else 0), place)
    return None


def _worked_out(text: str, chance: bool) -> Typed:
    """A line of arithmetic. One with decimals in it is judged as if it were rounded as far as may be."""
    help = CHANCE_HELP if chance else MEAN_HELP
    if not any(sign.isdigit() for sign in text):
        raise ValueError(help)
    try:
        line = reckon(text)
    except LineError as error:
        raise ValueError(f"{error}" if HELP in str(error) else f"{error} {help}") from error
    return Typed(line.value, COARSEST[chance] if line.rounded else None, True)


def shown_line(text: str, chance: bool) -> str:
    """A line with what it comes to, "3/8+1/8 = 1/2 (50.0 %)"; ValueError for what is none."""
    value = reckon(text).value
    return f"{text} = {format_answer(value, chance and 0 <= value <= 1)}"


def worked(text: str, chance: bool) -> str:
    """A try as it is told again: a line with what it comes to, anything else as it was typed."""
    return shown_line(text, chance) if read(text, chance, outside=None).line else text


def judge(typed: Typed, exact: Fraction, chance: bool) -> bool:
    """Whether the answer is right: exact, or rounded as far as the page accepts. No mistake is looked at before this.

    ValueError for one that may be the right one and is too coarse to tell; a coarse one that cannot be is wrong.
    """
    if typed.value == exact:
        return True
    if (chance and not 0 <= typed.value <= 1) or not says(typed, exact):
        return False
    coarse = typed.place is not None and typed.place > COARSEST[chance] and (chance or abs(exact) < FROM_WHOLE)
    if chance and typed.place and typed.value in (0, 1):
        if coarse or not rounds(typed, exact):
            return False
        raise ValueError(f"Rounded so far, that says “{'always' if typed.value else 'never'}”. Say it more closely.")
    if coarse:
        raise ValueError(f"Say it more closely: {CLOSER[chance]}.")
    return True


def stands_for(typed: Typed, wrong: Fraction) -> bool:
    """Whether a number that is not right may be this wrong answer: the very one, or it rounded."""
    return typed.value == wrong or (typed.place is not None and rounds(typed, wrong))


def says(typed: Typed, value: Fraction) -> bool:
    """Whether a number that was typed may stand for this value: a decimal rounded or cut off, a fraction a hair off."""
    if typed.place is None:
        return abs(value - typed.value) <= EXACTLY * max(Fraction(1), abs(value))
    cut = 0 <= abs(value) - abs(typed.value) < typed.place and value * typed.value >= 0
    return cut or rounds(typed, value)


def rounds(typed: Typed, value: Fraction) -> bool:
    """Whether this value, rounded as far as the number was written, is that number; a half may go either way."""
    return typed.place is not None and abs(value - typed.value) <= typed.place / 2


def apart(exact: Fraction, wrong: Fraction, chance: bool) -> bool:
    """Whether no number that the page takes as right is this wrong answer, written exactly or rounded as far."""
    place = Fraction(1) if not chance and abs(exact) >= FROM_WHOLE else COARSEST[chance]
    if says(Typed(wrong, None), exact):
        return False
    while place >= abs(exact - wrong) / 2:  # from there on, rounding cannot bring them together
        scaled = wrong / place
        for near in {math.floor(scaled), math.ceil(scaled)}:
            typed = Typed(near * place, place)
            if rounds(typed, wrong) and says(typed, exact):
                return False
        place /= 10
    return True


def full(exact: Fraction) -> str:
    """The fraction of an answer that is too long for a sentence: "Exactly 25884008/61379571."; empty for others.

    One that fills lines is left out as well: nobody reads it.
    """
    return "" if is_readable_fraction(exact) or len(str(exact)) > MOST_DIGITS else f"Exactly {use_minus_sign(exact)}."


def worked_out(text: object, lines: list[str], chance: bool) -> tuple[str, list[str]]:
    """A line of arithmetic with what it comes to, and the lines with it at their end. ValueError without a line."""
    if not isinstance(text, str) or not text.strip():
        raise ValueError("Type a line, such as 1-(5/6)^2.")
    line = text.strip()
    return shown_line(line, chance), [*(one for one in lines if one != line), line][-MOST_LINES:]
