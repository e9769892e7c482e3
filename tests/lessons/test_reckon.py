"""A typed line of arithmetic: exact, limited, and nothing but arithmetic."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from widgets.lesson.arithmetic import MAX_BITS, MAX_EXPRESSION_LENGTH, ExpressionError, evaluate_expression


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1-(5/6)^6", 1 - Fraction(5, 6) ** 6),
        ("3/8+1/8", Fraction(1, 2)),
        ("4 choose 2", Fraction(6)),
        ("4C2", Fraction(6)),
        ("C(4,2)/2^4", Fraction(3, 8)),
        ("nCr(5; 2)", Fraction(10)),
        ("1 − 5/6 × 5/6", Fraction(11, 36)),
        ("(5/6)⁴", Fraction(625, 1296)),
        ("2^3^2", Fraction(512)),
        ("-2^2", Fraction(-4)),
        ("2*-3", Fraction(-6)),
        ("50% of 50%", Fraction(1, 4)),
        ("5!/3!", Fraction(20)),
        ("0,5*0.5", Fraction(1, 4)),
        ("12:4", Fraction(3)),
        ("6-2-1", Fraction(3)),
        ("8/2/2", Fraction(2)),
        ("1,250 + 1", Fraction(1251)),
        ("[1/2]**2", Fraction(1, 4)),
        ("2^-1 + 2⁻¹", Fraction(1)),
        ("P(A) = 1 - 0.(3)", Fraction(2, 3)),
    ],
)
def test_a_line_is_worked_out(text: str, value: Fraction) -> None:
    assert evaluate_expression(text).value == value


HOSTILE = [
    "9^9^9^9",
    "9^400^400",
    "999999!",
    "300!^300",
    "300!*300!*300!*300!",
    "(9^200)^200",
    "1/0",
    "0/0",
    "1/(1-1)",
    "0^-1",
    "2^0.5",
    "2^401",
    "(-3)!",
    "1.5!",
    "301 choose 2",
    "3 choose 1.5",
    "(" * 60 + "1" + ")" * 60,
    "-" * 100 + "1",
    "__import__('os')",
    "1 if 1 else 2",
    "lambda: 1",
    "x",
    "1;2",
    "1=1",
    "1 2",
    "()",
    "(1",
    "1)",
    "1+",
    "*1",
    "!",
    "%",
    "1e-99",
    "1e999",
    "1_000",
    "1\n+\x00",
    "'os'",
    "a.b",
    "os.system",
    "1" * (MAX_EXPRESSION_LENGTH + 1),
    "0." + "1" * 60,
    "9" * 118 + "^9",
    "^",
    "choose",
    "C",
    "C(9",
    "{exact}",
    "<b>1</b>",
    "1//2",
    "1***2",
    "∞",
    "π",
    "inf",
    "nan",
    "",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_line_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        evaluate_expression(text)
    said = str(refused.value)
    assert said.endswith(".")
    assert "\n" not in said


def test_no_line_at_random_does_anything_but_be_worked_out_or_refused() -> None:
    rng, signs = Random(7), "0123456789+-*/^()!%., Cchoose⁴×"
    worked = 0
    for _ in range(20_000):
        text = "".join(rng.choices(signs, k=rng.randrange(1, 24)))
        try:
            value = evaluate_expression(text).value
        except ExpressionError:
            continue
        worked += 1
        assert max(abs(value.numerator), value.denominator).bit_length() <= 2 * MAX_BITS
    assert worked > 300


def test_decimals_make_a_line_rounded() -> None:
    assert evaluate_expression("0.33*3").has_decimals
    assert evaluate_expression("1-33%").has_decimals
    assert not evaluate_expression("1/3*3").has_decimals
