"""Answers that are typed: fractions, decimals and percentages, judged as closely as they are written."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from gamelib.number_format import format_answer, is_readable_fraction, use_minus_sign

from .arithmetic import EXPRESSION_HELP, ExpressionError, evaluate_expression
from .limits import MAX_EXPRESSIONS
from .plain_line import RAISED_DOT, plain_line

CHANCE_HELP = "Type a number: a fraction such as 5/12, a decimal such as 0.42, or a percentage such as 42 %."
MEAN_HELP = "Type a number: a whole one, a decimal such as 3.42, or a fraction such as 41/12."
FRACTION_TOLERANCE = Fraction(1, 2000)
"""How far a fraction may be off, as a part of the answer or of one."""
COARSEST_DECIMAL_PLACE = {True: Fraction(1, 100), False: Fraction(1, 10)}
"""The last place that a decimal must have: hundredths (whole per cent) for a chance, tenths for a mean."""
PRECISION_HINT = {True: "to a whole per cent or closer", False: "with a decimal, or as a fraction"}
MAX_DIGITS = 60
MIN_WHOLE_MEAN = 100
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
class TypedAnswer:
    """A number as it was typed: its value, and its last decimal place; None for a fraction, which has none."""

    value: Fraction
    last_decimal_place: Fraction | None
    is_expression: bool = False
    """Whether it was worked out on the line: `1-(5/6)^4`."""


def parse_answer(
    text: str, chance: bool, reference: Fraction = ONE, outside: Collection[Fraction] | None = ()
) -> TypedAnswer:
    """The number that was typed. ValueError, in one sentence, for what is none or cannot be.

    1,333 is more than a thousand to some and less than two to others, 3·4 is 3.4 to some and 12 to others, and 3-1/2 is
    3 1/2 to some: each is read as what lies nearer to `near`. `outside`: numbers below 0 or above 1 to which a mistake
    leads. Of those that are no chance, only these are taken; None takes all.
    """
    text = plain_line(text)
    try:
        return _nearest(text, chance, reference, outside)
    except ValueError:
        parts = [re.sub(r"^([^(\[]*)[)\]]$", r"\1", part) for part in _SAME.split(text) if part]
        if len(parts) < 2:
            raise
    typed = [_nearest(plain_line(part), chance, reference, outside) for part in parts]
    best = min(typed, key=lambda one: one.last_decimal_place or 0)
    for part, one in zip(parts, typed, strict=True):
        if not can_stand_for(one, best.value):
            raise ValueError(f"“{parts[typed.index(best)]}” and “{part}” are two numbers. Type one of them.")
    return TypedAnswer(best.value, best.last_decimal_place)


def _nearest(text: str, chance: bool, reference: Fraction, outside: Collection[Fraction] | None) -> TypedAnswer:
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
    return min(typed, key=lambda one: abs(one.value - reference)) if typed else _read(readings[0], chance, outside)


def _read(text: str, chance: bool, outside: Collection[Fraction] | None) -> TypedAnswer:
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
        if per_cent and typed.last_decimal_place is None and typed.value < 1:
            raise ValueError(f"Type a fraction such as {body}, or a percentage such as 42 %, not both at once.")
        if per_cent:
            typed = TypedAnswer(typed.value / 100, typed.last_decimal_place and typed.last_decimal_place / 100)
        typed = TypedAnswer(sign * typed.value, typed.last_decimal_place)
    if (
        chance
        and outside is not None
        and not 0 <= typed.value <= 1
        and not any(can_be_wrong_answer(typed, n) for n in outside)
    ):
        meant = (
            f" Did you mean {body} %?" if 1 < typed.value <= 100 and not per_cent and not typed.is_expression else ""
        )
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


def _parsed(text: str) -> TypedAnswer | None:
    """A number in one of the forms that are no line of arithmetic; None for anything else."""
    for form, kind in _FORMS:
        match = form.fullmatch(text)
        if not match:
            continue
        parts = match.groups()
        if kind == "plain":
            return TypedAnswer(Fraction(text), Fraction(1, 10 ** len(text.partition(".")[2])))
        if not Fraction(parts[-1]):
            raise ValueError("Nothing can be divided by 0.")
        value = Fraction(parts[-2]) / Fraction(parts[-1])
        place = Fraction(1, int(parts[-1])) if re.fullmatch("100+", parts[-1]) and parts[-2].isdigit() else None
        return TypedAnswer(value + (int(parts[0]) if kind == "mixed" else 0), place)
    return None


def _worked_out(text: str, chance: bool) -> TypedAnswer:
    """A line of arithmetic. One with decimals in it is judged as if it were rounded as far as may be."""
    help = CHANCE_HELP if chance else MEAN_HELP
    if not any(sign.isdigit() for sign in text):
        raise ValueError(help)
    try:
        line = evaluate_expression(text)
    except ExpressionError as error:
        raise ValueError(f"{error}" if EXPRESSION_HELP in str(error) else f"{error} {help}") from error
    return TypedAnswer(line.value, COARSEST_DECIMAL_PLACE[chance] if line.has_decimals else None, True)


def expression_with_value_text(text: str, chance: bool) -> str:
    """A line with what it comes to, "3/8+1/8 = 1/2 (50.0 %)"; ValueError for what is none."""
    value = evaluate_expression(text).value
    return f"{text} = {format_answer(value, chance and 0 <= value <= 1)}"


def answer_display_text(text: str, chance: bool) -> str:
    """A try as it is told again: a line with what it comes to, anything else as it was typed."""
    return expression_with_value_text(text, chance) if parse_answer(text, chance, outside=None).is_expression else text


def check_answer(typed_answer: TypedAnswer, exact: Fraction, chance: bool) -> bool:
    """Whether the answer is right: exact, or rounded as far as the page accepts. No mistake is looked at before this.

    ValueError for one that may be the right one and is too coarse to tell; a coarse one that cannot be is wrong.
    """
    if typed_answer.value == exact:
        return True
    if (chance and not 0 <= typed_answer.value <= 1) or not can_stand_for(typed_answer, exact):
        return False
    coarse = (
        typed_answer.last_decimal_place is not None
        and typed_answer.last_decimal_place > COARSEST_DECIMAL_PLACE[chance]
        and (chance or abs(exact) < MIN_WHOLE_MEAN)
    )
    if chance and typed_answer.last_decimal_place and typed_answer.value in (0, 1):
        if coarse or not is_rounding_of(typed_answer, exact):
            return False
        raise ValueError(
            f"Rounded so far, that says “{'always' if typed_answer.value else 'never'}”. Say it more closely."
        )
    if coarse:
        raise ValueError(f"Say it more closely: {PRECISION_HINT[chance]}.")
    return True


def can_be_wrong_answer(typed: TypedAnswer, wrong_answer: Fraction) -> bool:
    """Whether a number that is not right may be this wrong answer: the very one, or it rounded."""
    return typed.value == wrong_answer or (typed.last_decimal_place is not None and is_rounding_of(typed, wrong_answer))


def can_stand_for(typed: TypedAnswer, value: Fraction) -> bool:
    """Whether a number that was typed may stand for this value: a decimal rounded or cut off, a fraction a hair off."""
    if typed.last_decimal_place is None:
        return abs(value - typed.value) <= FRACTION_TOLERANCE * max(Fraction(1), abs(value))
    cut = 0 <= abs(value) - abs(typed.value) < typed.last_decimal_place and value * typed.value >= 0
    return cut or is_rounding_of(typed, value)


def is_rounding_of(typed: TypedAnswer, value: Fraction) -> bool:
    """Whether this value, rounded as far as the number was written, is that number; a half may go either way."""
    return typed.last_decimal_place is not None and abs(value - typed.value) <= typed.last_decimal_place / 2


def are_distinguishable(exact: Fraction, wrong_answer: Fraction, chance: bool) -> bool:
    """Whether no number that the page takes as right is this wrong answer, written exactly or rounded as far."""
    place = Fraction(1) if not chance and abs(exact) >= MIN_WHOLE_MEAN else COARSEST_DECIMAL_PLACE[chance]
    if can_stand_for(TypedAnswer(wrong_answer, None), exact):
        return False
    while place >= abs(exact - wrong_answer) / 2:  # from there on, rounding cannot bring them together
        scaled = wrong_answer / place
        for near in {math.floor(scaled), math.ceil(scaled)}:
            typed = TypedAnswer(near * place, place)
            if is_rounding_of(typed, wrong_answer) and can_stand_for(typed, exact):
                return False
        place /= 10
    return True


def exact_fraction_sentence(exact: Fraction) -> str:
    """The fraction of an answer that is too long for a sentence: "Exactly 25884008/61379571."; empty for others.

    One that fills lines is left out as well: nobody reads it.
    """
    return "" if is_readable_fraction(exact) or len(str(exact)) > MAX_DIGITS else f"Exactly {use_minus_sign(exact)}."


def append_evaluated_expression(text: object, expressions: list[str], chance: bool) -> tuple[str, list[str]]:
    """A line of arithmetic with what it comes to, and the lines with it at their end. ValueError without a line."""
    if not isinstance(text, str) or not text.strip():
        raise ValueError("Type a line, such as 1-(5/6)^2.")
    line = text.strip()
    return expression_with_value_text(line, chance), [*(one for one in expressions if one != line), line][
        -MAX_EXPRESSIONS:
    ]
