"""How numbers are told: fractions, decimals, per cent, percentage points, signs, plurals, lists. Every sentence, label
and figure of the engine and of the pages gets its numbers here.

A chance p and a mean x are Fractions. A minus sign is a real one, a percentage never parts from its sign.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

MAX_READABLE = 10**5
"""The first number that is too long to be read in a fraction."""
MAX_DENOMINATOR = 10**9
"""Of fractions that are looked up, in tables and behind marks."""
MAX_CASES = 100
"""A count is told of so many cases at most, where they are no rolls of dice."""
FINEST = 20
"""Digits behind the point that are told at most where a chance is nearly 0 or 1."""
NO_BREAK_SPACE = "\u00a0"  # no line breaks here
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def is_readable_fraction(p: Fraction) -> bool:
    """Whether a fraction is short enough to be read; a longer one is told as a decimal or in per cent."""
    return p.denominator == 1 or max(abs(p.numerator), p.denominator) < MAX_READABLE


def format_number(value: Any, digits: int = 2) -> str:
    """A number in prose: whole, or with at most so many decimals; anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return str(value)
    short = f"{round_half_up(value, digits):.{digits}f}"
    return use_minus_sign(short.rstrip("0").rstrip(".") if digits else short)


def capitalize_first(text: str) -> str:
    """The text with its first letter as a capital; the others stay as they are.

    >>> capitalize_first("one Gem")
    'One Gem'
    """
    return text[:1].upper() + text[1:]


def round_to_int(value: float | Fraction) -> int:
    """The whole number nearest to a number, as schools round: 2.5 to 3, −2.5 to −3."""
    return int(round_half_up(value))


def format_signed(value: float | Fraction, digits: int = 1) -> str:
    """A number with its sign and so many digits: "+1.3", "−0.5", "0.0" for what rounds to nought."""
    short = round_half_up(value, digits)
    return use_minus_sign(f"{short:+.{digits}f}") if short else f"{abs(short):.{digits}f}"


def format_modifier(n: int) -> str:
    """A modifier with its sign: "+2", "0", "−1"."""
    return use_minus_sign(f"{n:+d}") if n else "0"


def count_with_noun(n: int | Fraction, noun: str) -> str:
    """A number of things: "1 gem", "2 gems", "1,000 gems", "−3.5 coins"."""
    count = use_minus_sign(f"{n:,}") if isinstance(n, int) else format_number(n)
    return f"{count} {noun}{'' if abs(n) == 1 else 's'}"


def format_fixed(value: float | Fraction, digits: int = 3) -> str:
    """A number with so many digits behind the point, as it stands beside others: "0.500", "−3.25"; 5 goes up, as in
    schools."""
    return use_minus_sign(f"{round_half_up(value, digits):.{digits}f}")


def exactly(value: float | Fraction) -> Fraction:
    """A number as a fraction; a float counts as the decimal that it is written as: 0.07 is 7/100."""
    return Fraction(value) if isinstance(value, Fraction | int) else Fraction(repr(float(value)))


def round_half_up(value: float | Fraction, digits: int = 0) -> Decimal:
    """A number rounded to so many digits as schools do: a half away from nought, 31.25 to 31.3.

    A float counts as the decimal that it is written as.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return Decimal(value)
    exact = exactly(value)
    scaled = math.floor(abs(exact) * Fraction(10) ** digits + Fraction(1, 2))
    return Decimal(-scaled if exact < 0 else scaled).scaleb(-digits)


def format_interval(low: float, high: float) -> str:
    """Where a share or a mean lies with 95 %: "95 % interval 0.120 to 0.180"."""
    return f"95{NO_BREAK_SPACE}% interval {finer(low)} to {finer(high)}"


# -- chances and means ---------------------------------------------------------------------------


def format_percent(p: Fraction) -> str:
    """A whole percentage, but never 0 or 100 for what is not.

    >>> format_percent(Fraction(199, 200)).replace(NO_BREAK_SPACE, " ")
    '> 99 %'
    """
    said = round_half_up(100 * p)
    if p > 0 and not said:
        return f"<{NO_BREAK_SPACE}1{NO_BREAK_SPACE}%"
    if p < 1 and said == 100:
        return f">{NO_BREAK_SPACE}99{NO_BREAK_SPACE}%"
    return f"{said}{NO_BREAK_SPACE}%"


def first_digit(x: Fraction) -> int:
    """At which place behind the point a number from 0 up has its first digit, 0 if it has one before; however small."""
    place = max(0, math.floor(math.log10(x.denominator) - math.log10(x.numerator)) - 1)
    while x.numerator * 10**place < x.denominator:
        place += 1
    return place


def _from_certain(p: Fraction, certain: int = 1) -> int:
    """The digits that tell a chance from 0 and from `certain`, which is 1 or 100."""
    return first_digit(min(p, certain - p)) if 0 < p < certain else 0


def finer(p: float | Fraction, digits: int = 3) -> str:
    """A chance with at least so many digits behind the point, more where 0 or 1 would be said of what is not.

    >>> finer(Fraction(1, 6)), finer(Fraction(1, 6**6)), finer(1)
    ('0.167', '0.00002', '1.000')
    """
    return _finer(exactly(p), 1, digits) if math.isfinite(p) else format_fixed(p)


def format_precise_percent(p: Fraction, min_decimals: int = 1) -> str:
    """A percentage with at least so many digits behind the point, more where 0 or 100 would be said of what is not."""
    return f"{_finer(100 * exactly(p), 100, min_decimals)}{NO_BREAK_SPACE}%"


def _finer(p: Fraction, certain: int, least: int) -> str:
    digits = max(least, _from_certain(p, certain))
    if digits <= max(least, FINEST):
        return format_fixed(p, digits)
    near = Fraction(1, 10**FINEST)
    return (
        f"<{NO_BREAK_SPACE}{format_fixed(near, FINEST)}"
        if 2 * p < certain
        else f">{NO_BREAK_SPACE}{format_fixed(certain - near, FINEST)}"
    )


def chance_float(p: Fraction) -> float:
    """A chance as a float that is 0 or 1 only where the chance is."""
    least = math.ulp(0.0)
    return min(max(float(p), least), 1 - 2**-53) if 0 < p < 1 else float(p)


def format_percentage_points(difference: Fraction) -> str:
    """A difference of two chances: "22 percentage points"; its sign is for the sentence to say."""
    whole = int(round_half_up(100 * abs(difference)))
    if difference and not whole:
        return "less than 1 percentage point"
    return count_with_noun(whole, "percentage point")


def format_count_of_total(p: Fraction, total: int) -> str:
    """How many of how many: "9 of 27"; the reduced fraction where the total does not fit."""
    ways = p * total
    return f"{ways} of {total}" if ways.denominator == 1 else str(p)


def format_natural_frequency(weight: int, total: int) -> str:
    """A chance as a count that can be read: "9 of 27" as far as two rolls of two dice go, else "about 2 in 9"."""
    p = Fraction(weight, total)
    if total <= 6**4:
        return f"{weight} of {total}"
    if p.denominator <= MAX_CASES:
        return f"{p.numerator} of {p.denominator}"
    near = p.limit_denominator(MAX_CASES // 5)
    if 0 < near < 1:
        return f"about {near.numerator} in {near.denominator}"
    few = f"about 1 in {round_to_int(1 / min(p, 1 - p)):,}"
    return few if p < Fraction(1, 2) else f"all but {few}"


def format_chance(p: Fraction) -> str:
    """A chance as a fraction with its percentage: "7/12 (58.3 %)"; in per cent alone if the fraction is too long."""
    if p.denominator == 1:
        return str(p)
    told = format_precise_percent(p)
    return f"{p} ({told})" if is_readable_fraction(p) else f"≈ {told}"


def format_mean(x: Fraction) -> str:
    """A mean as a fraction with its decimal: "143/36 (3.97)"; as a decimal alone if the fraction is too long."""
    short = format_fixed(x, 2)
    return (
        use_minus_sign(x)
        if x.denominator == 1
        else f"{use_minus_sign(x)} ({short})"
        if is_readable_fraction(x)
        else f"≈ {short}"
    )


def format_answer(value: Fraction, is_probability: bool) -> str:
    """An answer: a chance with its percentage, or a mean with its decimal. A fraction too long to read is left out."""
    if is_probability and 0 < value < 1 and not is_readable_fraction(value):
        return f"≈ {format_precise_percent(value, 2)}"
    return format_chance(value) if is_probability else format_mean(value)


def format_equal_or_approx(p: Fraction) -> str:
    """`= 0.5` where three digits are exact, else `≈ 0.278`; a chance near 0 or 1 gets the digits that tell it apart.

    >>> format_equal_or_approx(Fraction(1, 6**1000))
    '≈ 7.06 × 10⁻⁷⁷⁹'
    """
    small = min(abs(p), abs(1 - p)) or Fraction(1)
    place = first_digit(small)
    if place > FINEST:
        mantissa = round_half_up(small * 10**place, 2)
        if mantissa == 10:
            mantissa, place = Decimal("1.00"), place - 1
        power = f"{mantissa} × 10⁻{str(place).translate(_RAISED)}"
        return f"≈ {'1 − ' if 2 * abs(p) > 1 else use_minus_sign('-') if p < 0 else ''}{power}"
    digits = max(3, place + (2 if 2 * abs(p) < 1 else 1))
    short = f"{round_half_up(p, digits):.{digits}f}"
    if Fraction(short) != p:
        return f"≈ {short}"
    return f"= {short.rstrip('0').rstrip('.')}"


def format_fraction(p: Fraction, total: int | None = None, max_denominator: int = MAX_READABLE - 1) -> str:
    """`10/36 = 5/18 ≈ 0.278`: counted out of `total` (if given and not already reduced), reduced, decimal.

    For words and labels: a fraction over more than `max_denominator` is left out.
    """
    if p.denominator == 1:
        reduced = str(p.numerator)
    elif p.denominator > max_denominator:
        return format_equal_or_approx(p)
    else:
        reduced = f"{p} {format_equal_or_approx(p)}"
    if total and total % p.denominator == 0 and p.denominator < total <= max_denominator:
        return f"{p.numerator * (total // p.denominator)}/{total} = {reduced}"
    return reduced


def format_full_fraction(p: Fraction, total: int | None = None) -> str:
    """The same with long fractions, for what is looked up: hover and tables."""
    return format_fraction(p, total, MAX_DENOMINATOR)


def format_short_fraction(p: Fraction, total: int) -> str:
    """`21/36 ≈ 0.583` for a label in the picture: counted as far as two rolls of two dice go, else reduced."""
    if p.denominator == 1 or total > 6**4:
        return format_fraction(p)
    return f"{p * total}/{total} {format_equal_or_approx(p)}"


def format_stacked_fraction(p: Fraction) -> str:
    """A fraction over its decimal, for a narrow cell."""
    return format_full_fraction(p).replace(" ≈", "\n≈").replace(" =", "\n=")


# -- lists ---------------------------------------------------------------------------------------


def join_words(parts: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'; 'nothing' if there are none."""
    if len(parts) < 2:
        return "".join(parts) or "nothing"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def join_counted(words: Sequence[str]) -> str:
    """As `join_words`, but repeated words are counted: '2 × a and b'."""
    times: dict[str, int] = {}
    for word in words:
        times[word] = times.get(word, 0) + 1
    return join_words([word if n == 1 else f"{n} × {word}" for word, n in times.items()])


def use_minus_sign(text: object) -> str:
    """A number, or words with one, with real minus signs: "−3"."""
    return str(text).replace("-", "−")
