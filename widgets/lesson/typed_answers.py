"""Typed answers: parsing of fractions, decimals and percentages, and a check that depends on their precision."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from gamelib.number_format import format_answer, is_readable_fraction, use_minus_sign

from .arithmetic import EXPRESSION_HELP, ExpressionError, evaluate_expression
from .limits import MAX_EXPRESSIONS
from .typed_number_text import RAISED_DOT, plain_number_text

CHANCE_HELP = "Type a number: a fraction such as 5/12, a decimal such as 0.42, or a percentage such as 42%."
MEAN_HELP = "Type a number: a whole number, a decimal such as 3.42, or a fraction such as 41/12."
FRACTION_TOLERANCE = Fraction(1, 2000)
"""Maximum error of a fraction, relative to the answer or to 1."""
COARSEST_DECIMAL_PLACE = {True: Fraction(1, 100), False: Fraction(1, 10)}
"""Coarsest last decimal place: hundredths (whole percent) for a probability, tenths for a mean."""
PRECISION_HINT = {True: "at least to a whole percent", False: "with a decimal, or as a fraction"}
MAX_DIGITS = 60
MIN_WHOLE_MEAN = 100
"""Smallest mean for which an integer is accurate enough."""
ONE = Fraction(1)
_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}[.,][0-9]{3}")
_GROUPED = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3})+|(?: [0-9]{3})+)(?![0-9.,])")
"""Whole number with a sign between thousands, in a longer text such as 671/1,296."""
_SAME = re.compile(
    r" ?(?:[=-]?>|[=≈~≃≅→⇒;])[=> ]*|,? (?:or|oder|ou|bzw\.?|so|that is|i\. ?e\.|d\. ?h\.|das heißt) |, "
    r"| \([=≈]? ?(?=[^()]*\)$)| ?\[(?=[^\[\]]*\]$)"
)
"""Separator of two forms of one number: 26/36 = 13/18 ≈ 0.72."""
_ODDS = re.compile(r"([0-9]{1,9}) ?(?::| to | zu | against | gegen ) ?([0-9]{1,9})", re.I)
_HALF_OR_ONE = re.compile(r"50 ?%? ?[-/:] ?50 ?%?")
"""Ambiguous text: one half for many pupils, but also 1, or 0."""
_NUMBER = r"\d+(?:\.\d+)?|\.\d+"
_FORMS = (
    (re.compile(rf"({_NUMBER})\s*(?:/|of)\s*({_NUMBER})"), "ratio"),
    (re.compile(r"(\d+)\s+(\d+)\s*/\s*(\d+)"), "mixed"),
    (re.compile(rf"({_NUMBER})"), "plain"),
)


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """Typed number: its value, and its last decimal place (None for a fraction)."""

    value: Fraction
    last_decimal_place: Fraction | None
    is_expression: bool = False
    """Whether it is an arithmetic expression such as `1-(5/6)^4`."""


def parse_answer(
    text: str, chance: bool, reference: Fraction = ONE, outside: Collection[Fraction] | None = ()
) -> TypedAnswer:
    """Parse a typed number. Raise ValueError if the input is invalid or out of range.

    Some texts are ambiguous: 1,333 can be more than a thousand or less than two, also in 1/1,333. Likewise, 3·4 can be
    3.4 or 12, and 3-1/2 can mean 3 1/2. The function chooses the value nearest to `reference`. `outside` contains wrong
    answers below 0 or above 1 that come from misconceptions. For a probability, no other numbers outside 0 to 1 are
    accepted. If `outside` is None, all numbers are accepted.
    """
    text = plain_number_text(text)
    try:
        return _nearest(text, chance, reference, outside)
    except ValueError:
        parts = [re.sub(r"^([^(\[]*)[)\]]$", r"\1", part) for part in _SAME.split(text) if part]
        if len(parts) < 2:
            raise
    typed = [_nearest(plain_number_text(part), chance, reference, outside) for part in parts]
    best = min(typed, key=lambda one: one.last_decimal_place or 0)
    for part, one in zip(parts, typed, strict=True):
        if not can_stand_for(one, best.value):
            raise ValueError(f"“{parts[typed.index(best)]}” and “{part}” are two numbers. Type one of them.")
    return TypedAnswer(best.value, best.last_decimal_place)


def _nearest(text: str, chance: bool, reference: Fraction, outside: Collection[Fraction] | None) -> TypedAnswer:
    """Return the reading of an ambiguous number that is nearest to `reference`."""
    readings = [text]
    if _THOUSANDS.fullmatch(text):
        readings = [re.sub("[.,]", "", text), text.replace(",", ".")]
    elif re.fullmatch(r"[0-9]+-[0-9]+/[0-9]+", text):
        readings = [text, text.replace("-", " ")]
    elif re.fullmatch(rf"[-+]?[0-9]+{RAISED_DOT}[0-9]+ ?%?", text):
        readings = [re.sub(RAISED_DOT, sign, text) for sign in ".*"]
    elif _GROUPED.search(text):
        readings = [_GROUPED.sub(lambda number: re.sub("[., ]", "", number[0]), text), text]
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
            raise ValueError(f"This is a mean, not a probability. {MEAN_HELP}")
        if per_cent and typed.last_decimal_place is None and typed.value < 1:
            raise ValueError(f"Type a fraction such as {body}, or a percentage such as 42%, not both at once.")
        if per_cent:
            typed = TypedAnswer(typed.value / 100, typed.last_decimal_place and typed.last_decimal_place / 100)
        typed = TypedAnswer(sign * typed.value, typed.last_decimal_place)
    if (
        chance
        and outside is not None
        and not 0 <= typed.value <= 1
        and not any(can_be_wrong_answer(typed, n) for n in outside)
    ):
        raise ValueError(_out_of_range(typed, body, per_cent))
    return typed


def _out_of_range(typed: TypedAnswer, body: str, per_cent: bool) -> str:
    """Return a sentence that says why a number is not a probability."""
    told = f"A probability is a number from 0 to 1, and {body}{'%' if per_cent else ''} is "
    if typed.value < 0:
        return f"{told}less than 0."
    part, _, whole = body.partition("/")
    if part.isdigit() and whole.isdigit():
        return f"{told}more than 1: {part} out of {whole} can’t be. Is it the other way round, or is the whole larger?"
    meant = "" if per_cent or typed.is_expression or typed.value > 100 else f" Did you mean {body}%?"
    return f"{told}more than 1.{meant}"


def _check_meaning(text: str) -> None:
    """Raise ValueError for a text that can mean two different probabilities."""
    if _HALF_OR_ONE.fullmatch(text):
        raise ValueError(f"“{text}” can mean one half, or 1. Type 1/2 or 50% for one half.")
    if odds := _ODDS.fullmatch(text):
        first, second = map(int, odds.groups())
        raise ValueError(
            f"“{text}” can mean the fraction {first}/{second}, or odds, which are {first}/{first + second}. "
            "Type the fraction that you mean."
        )


def _decimal(text: str) -> str:
    """Convert commas of a number: 1,250 has a thousands separator, and 0,25 has a decimal comma."""
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?", text):
        return text.replace(",", "")
    if re.fullmatch(r"[1-9]\d{0,2}(\.\d{3})+,\d+", text):
        return text.replace(".", "").replace(",", ".")
    return text.replace(",", ".") if text.count(",") == 1 else text


def _parsed(text: str) -> TypedAnswer | None:
    """Parse a single number. The result is None for an arithmetic expression or other text."""
    for form, kind in _FORMS:
        match = form.fullmatch(text)
        if not match:
            continue
        parts = match.groups()
        if kind == "plain":
            return TypedAnswer(Fraction(text), Fraction(1, 10 ** len(text.partition(".")[2])))
        if not Fraction(parts[-1]):
            raise ValueError("You can’t divide by 0.")
        value = Fraction(parts[-2]) / Fraction(parts[-1])
        tenths = 10 ** len(parts[-2].partition(".")[2])
        place = Fraction(1, int(parts[-1]) * tenths) if re.fullmatch("10+", parts[-1]) else None
        if place and place > COARSEST_DECIMAL_PLACE[True]:
            place = None
        return TypedAnswer(value + (int(parts[0]) if kind == "mixed" else 0), place)
    return None


def _worked_out(text: str, chance: bool) -> TypedAnswer:
    """Evaluate an arithmetic expression. A value from decimals counts as rounded to the coarsest accepted place."""
    help = CHANCE_HELP if chance else MEAN_HELP
    if not any(sign.isdigit() for sign in text):
        raise ValueError(help)
    try:
        line = evaluate_expression(text)
    except ExpressionError as error:
        raise ValueError(f"{error}" if EXPRESSION_HELP in str(error) else f"{error} {help}") from error
    return TypedAnswer(line.value, COARSEST_DECIMAL_PLACE[chance] if line.has_decimals else None, True)


def expression_with_value_text(text: str, chance: bool) -> str:
    """Return an expression with its value, "3/8+1/8 = 1/2 (50.0%)". Raise ValueError for invalid input."""
    value = evaluate_expression(text).value
    return f"{text} = {format_answer(value, chance and 0 <= value <= 1)}"


def append_value_to_expression(text: str, chance: bool) -> str:
    """Return a typed answer for display: an expression with its value, other texts unchanged."""
    return expression_with_value_text(text, chance) if parse_answer(text, chance, outside=None).is_expression else text


def check_answer(typed_answer: TypedAnswer, exact: Fraction, chance: bool) -> bool:
    """Return whether the answer is right: exact, or rounded within the accepted precision.

    Callers look for misconceptions only after this check. Raise ValueError if the answer can be right but is too
    coarse. A coarse answer that cannot be right counts as wrong.
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
            f"Rounded like this, your answer says “{'always' if typed_answer.value else 'never'}”. Give a more "
            "exact number."
        )
    if coarse:
        raise ValueError(f"Give a more exact number, {PRECISION_HINT[chance]}.")
    return True


def can_be_wrong_answer(typed: TypedAnswer, wrong_answer: Fraction) -> bool:
    """Return whether a number can be this wrong answer, exact or rounded."""
    return typed.value == wrong_answer or (typed.last_decimal_place is not None and is_rounding_of(typed, wrong_answer))


def can_stand_for(typed: TypedAnswer, value: Fraction) -> bool:
    """Return whether a typed number can mean this value: a rounded or truncated decimal, or a nearly equal fraction."""
    if typed.last_decimal_place is None:
        return abs(value - typed.value) <= FRACTION_TOLERANCE * max(Fraction(1), abs(value))
    cut = 0 <= abs(value) - abs(typed.value) < typed.last_decimal_place and value * typed.value >= 0
    return cut or is_rounding_of(typed, value)


def is_rounding_of(typed: TypedAnswer, value: Fraction) -> bool:
    """Return whether the typed number is this value, rounded to as many places as the number has.

    A value halfway between two numbers rounds to either.
    """
    return typed.last_decimal_place is not None and abs(value - typed.value) <= typed.last_decimal_place / 2


def are_distinguishable(exact: Fraction, wrong_answer: Fraction, chance: bool) -> bool:
    """Return whether no number accepted as right can also be this wrong answer, written exactly or rounded."""
    place = Fraction(1) if not chance and abs(exact) >= MIN_WHOLE_MEAN else COARSEST_DECIMAL_PLACE[chance]
    if can_stand_for(TypedAnswer(wrong_answer, None), exact):
        return False
    while place >= abs(exact - wrong_answer) / 2:  # at finer places, no rounded number can mean both answers
        scaled = wrong_answer / place
        for near in {math.floor(scaled), math.ceil(scaled)}:
            typed = TypedAnswer(near * place, place)
            if is_rounding_of(typed, wrong_answer) and can_stand_for(typed, exact):
                return False
        place /= 10
    return True


def unreadable_fraction_sentence(exact: Fraction) -> str:
    """Return a sentence with an exact fraction that is too long to read easily, such as "Exactly 25884008/61379571.".

    The result is empty for short fractions, and for extremely long ones.
    """
    return "" if is_readable_fraction(exact) or len(str(exact)) > MAX_DIGITS else f"Exactly {use_minus_sign(exact)}."


def append_evaluated_expression(text: object, expressions: list[str], chance: bool) -> tuple[str, list[str]]:
    """Evaluate an expression.

    Return the expression with its value, and the list with this expression added. Raise ValueError for an empty text.
    """
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"Type a calculation. {EXPRESSION_HELP}")
    line = text.strip()
    return expression_with_value_text(line, chance), [*(one for one in expressions if one != line), line][
        -MAX_EXPRESSIONS:
    ]
