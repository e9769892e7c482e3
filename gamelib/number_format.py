"""Number formats: fractions, decimals, percentages, percentage points, signs, plurals and lists.

The engine and the pages use these functions for all displayed numbers. Probabilities and means are Fractions. Negative
numbers have a real minus sign (U+2212).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

MAX_READABLE = 10**5
"""First number that is too long to read in a fraction."""
MAX_DENOMINATOR = 10**9
"""Maximum denominator in reference places such as tables and hover texts."""
MAX_CASES = 100
"""Maximum number of cases in a count, except for rolls of dice."""
FAMILIAR_FRACTIONS = sorted({Fraction(k, n) for n in (2, 3, 4, 5, 10) for k in range(1, n)})
"""Fractions that a reader knows from school, for approximate probabilities."""
FINEST = 20
"""Maximum number of decimals for a probability near 0 or 1."""
NO_BREAK_SPACE = "\u00a0"  # no line breaks here
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def is_readable_fraction(p: Fraction) -> bool:
    """Return whether a fraction is short enough to read. Longer fractions are displayed as decimals or percentages."""
    return p.denominator == 1 or max(abs(p.numerator), p.denominator) < MAX_READABLE


def format_number(value: Any, digits: int = 2) -> str:
    """Format a number for prose, with at most `digits` decimals. Other values are converted with `str`."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return str(value)
    short = f"{round_half_up(value, digits):.{digits}f}"
    return use_minus_sign(short.rstrip("0").rstrip(".") if digits else short)


def capitalize_first(text: str) -> str:
    """Capitalize the first letter and keep the other letters.

    >>> capitalize_first("one Gem")
    'One Gem'
    """
    return text[:1].upper() + text[1:]


def round_to_int(value: float | Fraction) -> int:
    """Round a number to the nearest integer, with halves away from zero: 2.5 to 3, −2.5 to −3."""
    return int(round_half_up(value))


def format_signed(value: float | Fraction, digits: int = 1) -> str:
    """Format a number with its sign and a fixed number of decimals: "+1.3", "−0.5", and "0.0" if it rounds to zero."""
    short = round_half_up(value, digits)
    return use_minus_sign(f"{short:+.{digits}f}") if short else f"{abs(short):.{digits}f}"


def format_modifier(n: int) -> str:
    """Format a modifier with its sign: "+2", "0", "−1"."""
    return use_minus_sign(f"{n:+d}") if n else "0"


def count_with_noun(n: int | Fraction, noun: str) -> str:
    """Format a number with its noun: "1 gem", "2 gems", "1,000 gems", "−3.5 coins"."""
    count = use_minus_sign(f"{n:,}") if isinstance(n, int) else format_number(n)
    return f"{count} {noun}{'' if abs(n) == 1 else 's'}"


def format_fixed(value: float | Fraction, digits: int = 3) -> str:
    """Format a number with a fixed number of decimals, for columns of numbers: "0.500", "−3.25".

    Halves are rounded away from zero.
    """
    return use_minus_sign(f"{round_half_up(value, digits):.{digits}f}")


def exact_fraction(value: float | Fraction) -> Fraction:
    """Convert a number to a fraction. A float counts as its decimal notation: 0.07 is 7/100."""
    return Fraction(value) if isinstance(value, Fraction | int) else Fraction(repr(float(value)))


def round_half_up(value: float | Fraction, digits: int = 0) -> Decimal:
    """Round a number to `digits` decimals, halves away from zero: 31.25 to 31.3.

    A float counts as its decimal notation.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return Decimal(value)
    exact = exact_fraction(value)
    scaled = math.floor(abs(exact) * Fraction(10) ** digits + Fraction(1, 2))
    return Decimal(-scaled if exact < 0 else scaled).scaleb(-digits)


def format_confidence_interval(low: float, high: float) -> str:
    """Format the 95% confidence interval of a proportion or a mean: "95% interval 0.120 to 0.180"."""
    return f"95% interval {format_decimal_probability(low)} to {format_decimal_probability(high)}"


# -- probabilities and means ---------------------------------------------------------------------


def format_percent(p: Fraction) -> str:
    """Format an integer percentage. Only the exact values 0 and 1 become 0% and 100%.

    >>> format_percent(Fraction(199, 200)).replace(NO_BREAK_SPACE, " ")
    '> 99%'
    """
    return _percent_text(p, round_to_int(100 * p))


def format_percents_with_sum(shares: Sequence[Fraction]) -> list[str]:
    """Format shares of a whole as integer percentages with the correct sum (largest remainder).

    The script `widgets/page/numbers.js` has the same method.

    >>> format_percents_with_sum([Fraction(1, 3)] * 3)
    ['34%', '33%', '33%']
    """
    whole = [math.floor(100 * share) for share in shares]
    missing = round_to_int(100 * sum(shares)) - sum(whole)
    for place in sorted(range(len(shares)), key=lambda i: whole[i] - 100 * shares[i])[:missing]:
        whole[place] += 1
    return [_percent_text(share, n) for share, n in zip(shares, whole, strict=True)]


def _percent_text(p: Fraction, rounded: int) -> str:
    if p > 0 and not rounded:
        return f"<{NO_BREAK_SPACE}1%"
    if p < 1 and rounded == 100:
        return f">{NO_BREAK_SPACE}99%"
    return f"{rounded}%"


def first_nonzero_decimal_place(x: Fraction) -> int:
    """Return the decimal place of the first nonzero digit of a positive number, or 0 if the number is at least 1."""
    place = max(0, math.floor(math.log10(x.denominator) - math.log10(x.numerator)) - 1)
    while x.numerator * 10**place < x.denominator:
        place += 1
    return place


def _from_certain(p: Fraction, certain: int = 1) -> int:
    """Return the number of decimals that distinguish a probability from 0 and from `certain`, which is 1 or 100."""
    return first_nonzero_decimal_place(min(p, certain - p)) if 0 < p < certain else 0


def format_decimal_probability(p: float | Fraction, digits: int = 3) -> str:
    """Format a probability with at least `digits` decimals, and with more if it would otherwise look like 0 or 1.

    >>> [format_decimal_probability(p) for p in (Fraction(1, 6), Fraction(1, 6**6), 1)]
    ['0.167', '0.00002', '1.000']
    """
    return _finer(exact_fraction(p), 1, digits) if math.isfinite(p) else format_fixed(p)


def format_precise_percent(p: Fraction, min_decimals: int = 1) -> str:
    """Format a percentage with at least `min_decimals`, and with more if it would otherwise look like 0 or 100."""
    return f"{_finer(100 * exact_fraction(p), 100, min_decimals)}%"


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


def probability_to_float(p: Fraction) -> float:
    """Convert a probability to a float. The float is 0 or 1 only if the probability is exactly 0 or 1."""
    least = math.ulp(0.0)
    return min(max(float(p), least), 1 - 2**-53) if 0 < p < 1 else float(p)


def format_percentage_points(difference: Fraction) -> str:
    """Format the absolute difference of two probabilities: "22 percentage points"."""
    whole = int(round_half_up(100 * abs(difference)))
    if difference and not whole:
        return "less than 1 percentage point"
    return count_with_noun(whole, "percentage point")


def format_count_of_total(p: Fraction, total: int) -> str:
    """Format a probability as a count: "9 of 27", or as a reduced fraction if the count is not an integer."""
    ways = p * total
    return f"{ways} of {total}" if ways.denominator == 1 else str(p)


def format_natural_frequency(weight: int, total: int) -> str:
    """Format a probability as a readable count.

    The count is exact for a total of at most 6**4 and for a short fraction. Otherwise, the result is a familiar
    fraction such as "about 4 in 5".

    >>> [format_natural_frequency(9, 27), format_natural_frequency(0, 1), format_natural_frequency(7891, 10000)]
    ['9 of 27', 'never', 'about 4 in 5']
    """
    p = Fraction(weight, total)
    if total == 1:
        return "always" if weight else "never"
    if total <= 6**4:
        return f"{weight} of {total}"
    if p.denominator == 1:
        return "always" if p else "never"
    if p.denominator <= MAX_CASES:
        return f"{p.numerator} of {p.denominator}"
    if Fraction(1, 10) <= p <= Fraction(9, 10):
        near = min(FAMILIAR_FRACTIONS, key=lambda familiar: abs(familiar - p))
        return f"about {near.numerator} in {near.denominator}"
    few = f"about 1 in {round_to_int(1 / min(p, 1 - p)):,}"
    return few if p < Fraction(1, 2) else f"all but {few}"


def format_chance(p: Fraction) -> str:
    """Format a probability as a fraction with its percentage: "7/12 (58.3%)".

    Fractions with many digits are omitted.
    """
    if p.denominator == 1:
        return str(p)
    told = format_precise_percent(p)
    return f"{p} ({told})" if is_readable_fraction(p) else _approximate(told)


def _approximate(told: str) -> str:
    """Return a rounded number with "≈". A number that is too near 0 or 1 already begins with "<" or ">"."""
    return told if told[0] in "<>" else f"≈ {told}"


def format_mean(x: Fraction) -> str:
    """Format a mean as a fraction with its decimal: "143/36 (3.97)". Fractions with many digits are omitted."""
    short = format_fixed(x, 2)
    return (
        use_minus_sign(x)
        if x.denominator == 1
        else f"{use_minus_sign(x)} ({short})"
        if is_readable_fraction(x)
        else f"≈ {short}"
    )


def format_answer(value: Fraction, is_probability: bool) -> str:
    """Format an answer: a probability with its percentage, or a mean with its decimal.

    Fractions with many digits are omitted.
    """
    if is_probability and 0 < value < 1 and not is_readable_fraction(value):
        return _approximate(format_precise_percent(value, 2))
    return format_chance(value) if is_probability else format_mean(value)


def format_equal_or_approx(p: Fraction) -> str:
    """Format a number as `= 0.5` if three decimals are exact, else as `≈ 0.278`.

    Probabilities near 0 or 1 get more decimals.

    >>> format_equal_or_approx(Fraction(1, 6**1000))
    '≈ 7.06 × 10⁻⁷⁷⁹'
    """
    small = min(abs(p), abs(1 - p)) or Fraction(1)
    place = first_nonzero_decimal_place(small)
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
    """Format a probability as `10/36 = 5/18 ≈ 0.278`: count out of `total`, reduced fraction and decimal.

    The count is omitted if `total` is missing or if the count and `total` cannot be reduced. Fractions with a
    denominator above `max_denominator` are omitted.
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


def format_fraction_of_any_length(p: Fraction, total: int | None = None) -> str:
    """Format a probability like `format_fraction`, but keep long fractions, for hover texts and tables."""
    return format_fraction(p, total, MAX_DENOMINATOR)


def format_fraction_and_decimal(p: Fraction, total: int) -> str:
    """Format a probability as `21/36 ≈ 0.583` for a label in a picture.

    The fraction is reduced to lowest terms if there are more than 1,296 outcomes (four dice).
    """
    if p.denominator == 1 or total > 6**4:
        return format_fraction(p)
    return f"{p * total}/{total} {format_equal_or_approx(p)}"


def format_fraction_above_decimal(p: Fraction) -> str:
    """Format a fraction above its decimal, for a narrow cell."""
    return format_fraction_of_any_length(p).replace(" ≈", "\n≈").replace(" =", "\n=")


# -- lists ---------------------------------------------------------------------------------------


def join_words(parts: Sequence[str]) -> str:
    """Join words as 'a', 'a and b', 'a, b and c'. No words give 'nothing'."""
    if len(parts) < 2:
        return "".join(parts) or "nothing"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def join_counted(words: Sequence[str]) -> str:
    """Join words like `join_words` and count repeated words: '2 × a and b'."""
    times: dict[str, int] = {}
    for word in words:
        times[word] = times.get(word, 0) + 1
    return join_words([word if n == 1 else f"{n} × {word}" for word, n in times.items()])


def use_minus_sign(text: object) -> str:
    """Replace hyphens with real minus signs: "−3"."""
    return str(text).replace("-", "−")
