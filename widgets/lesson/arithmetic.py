"""Exact evaluation of a typed arithmetic expression, such as `1-(5/6)^6`, `3/8 + 1/8` or `4 choose 2`, with Fractions.

    sum     = product (("+" | "-") product)*
    product = signed (("*" | "/") signed)*
    signed  = "-" signed | power
    power   = choice ["^" signed]
    choice  = atom [("choose" | "C") atom]
    atom    = (number | "(" sum ")") ("!" | "%")*

The parser accepts no names and no function calls, and executes no code. It rejects operations with possibly large
results before it computes them, so that each expression takes little time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial

from gamelib.number_format import use_minus_sign

from .typed_number_text import RAISED_DOTS, plain_number_text

MAX_EXPRESSION_LENGTH = 120
"""Characters of an expression."""
MAX_NESTING = 12
"""Nested brackets and signs."""
MAX_BITS = 2000
"""Bits of a numerator or denominator of intermediate results, about 600 digits."""
MAX_EXPONENT = 400
MAX_FACTORIAL = 300
"""In a factorial or a binomial coefficient."""
MAX_DECIMALS = 30
SIGN_REPLACEMENTS = str.maketrans(
    {**dict.fromkeys("×∗✕✖⨯" + RAISED_DOTS, "*"), **dict.fromkeys("÷:⧸\\", "/"), "[": "(", "]": ")"}
)
SUPERSCRIPT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
EXPRESSION_HELP = "You can use numbers, + − × /, ( ), ^ for a power, ! and “choose”."
_TOKEN = re.compile(
    r"(?P<number>[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)|(?P<word>(?:choose|nCr|C|of)(?![^\W\d_]))|(?P<sign>[-+*/^()!%])",
    re.I,
)
_UNREAD = re.compile(r"[^\W\d_]+|..?(?<=[\u0304\u0305\u0307])|.")
_WORDS = {"choose": "choose", "ncr": "choose", "c": "choose", "of": "*"}


class ExpressionError(ValueError):
    """Error for an expression that is invalid or too large. The message is one sentence that names the place."""


@dataclass(frozen=True, slots=True)
class ExpressionValue:
    """Value of an expression.

    `has_decimals` is true if the expression contains a decimal or a percentage. Its value can then be rounded.
    """

    value: Fraction
    has_decimals: bool


def evaluate_expression(text: str) -> ExpressionValue:
    """Evaluate an expression. Raise ExpressionError, a ValueError, if the expression is invalid.

    >>> evaluate_expression("1 - (5/6)^2").value
    Fraction(11, 36)
    >>> evaluate_expression("4 choose 2").value
    Fraction(6, 1)
    """
    if len(text) > MAX_EXPRESSION_LENGTH:
        raise ExpressionError(f"A calculation has at most {MAX_EXPRESSION_LENGTH} characters.")
    return _Reader(_tokens(text)).line()


def _tokens(text: str) -> list[str]:
    said = re.sub(
        "⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda raised: f"^{raised[0].translate(SUPERSCRIPT_DIGITS)}", plain_number_text(text)
    ).translate(SIGN_REPLACEMENTS)
    said = re.sub(r"(?<![0-9.,])([0-9]+) ([0-9]+/[0-9]+)(?![0-9.,])", r"(\1+\2)", said)
    said = re.sub(r"(?i)\bn?C[r]?\s*\(\s*([0-9]+)\s*[,;]\s*([0-9]+)\s*\)", r"(\1 choose \2)", said).replace("**", "^")
    said = re.sub(r"(?<![0-9.])([1-9][0-9]{0,2})((?:,[0-9]{3})+)(?![0-9,])", lambda n: n[0].replace(",", ""), said)
    tokens, at = [], 0
    while at < len(said):
        if said[at].isspace():
            at += 1
            continue
        match = _TOKEN.match(said, at)
        if match is None:
            unread = _UNREAD.match(said, max(0, at - (unicodedata.combining(said[at]) > 0)))
            raise ExpressionError(f"I can’t read “{unread[0] if unread else said[at]}” here. {EXPRESSION_HELP}")
        at = match.end()
        word = match[0].lower()
        tokens.append(match[0].replace(",", ".") if match.lastgroup == "number" else _WORDS.get(word, word))
    return tokens


class _Reader:
    """Recursive descent parser. Each method reads tokens and stops after the last token of its part."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at, self.deep, self.rounded = tokens, 0, 0, False

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.next
        self.at += 1
        return token

    def line(self) -> ExpressionValue:
        value = self.sum()
        if self.next:
            raise ExpressionError(f"There is “{self.next}” where + − × / or the end should be.")
        return ExpressionValue(value, self.rounded)

    def sum(self) -> Fraction:
        value = self.product()
        while self.next in ("+", "-"):
            minus = self.take() == "-"
            other = self.product()
            value = _bounded(value - other if minus else value + other)
        return value

    def product(self) -> Fraction:
        value = self.signed_number()
        while self.next in ("*", "/"):
            over = self.take() == "/"
            other = self.signed_number()
            if over and not other:
                raise ExpressionError("You can’t divide by 0.")
            value = _bounded(value / other if over else value * other)
        return value

    def signed_number(self) -> Fraction:
        if self.next not in ("-", "+"):
            return self.power()
        minus = self.take() == "-"
        value = self.read_nested(self.signed_number)
        return -value if minus else value

    def power(self) -> Fraction:
        base = self.choice()
        if self.next != "^":
            return base
        self.take()
        exponent = _whole(self.read_nested(self.signed_number), "An exponent", MAX_EXPONENT, -MAX_EXPONENT)
        if exponent < 0 and not base:
            raise ExpressionError("You can’t divide by 0.")
        size = max(abs(base.numerator), base.denominator).bit_length() * abs(exponent)
        if size > MAX_BITS:
            raise ExpressionError("This power is too large.")
        return base**exponent

    def choice(self) -> Fraction:
        value = self.atom()
        if self.next != "choose":
            return value
        self.take()
        things, taken = (_whole(n, "In a choice, a number", MAX_FACTORIAL) for n in (value, self.atom()))
        return Fraction(comb(things, taken))

    def atom(self) -> Fraction:
        token = self.take()
        if token == "(":
            value = self.read_nested(self.sum)
            if self.take() != ")":
                raise ExpressionError("A bracket is not closed.")
        elif token[:1].isdigit() or token[:1] == ".":
            self.rounded |= "." in token
            if len(token.partition(".")[2]) > MAX_DECIMALS:
                raise ExpressionError(f"A decimal has at most {MAX_DECIMALS} places.")
            value = _bounded(Fraction(token))
        elif token:
            raise ExpressionError(f"There is “{token}” where a number should be.")
        else:
            raise ExpressionError("The calculation ends where a number should be.")
        while self.next in ("!", "%"):
            if self.take() == "%":
                value, self.rounded = value / 100, True
            else:
                value = Fraction(factorial(_whole(value, "Before “!”, a number", MAX_FACTORIAL)))
        return _bounded(value)

    def read_nested(self, read: Callable[[], Fraction]) -> Fraction:
        """Read a part that is nested one level deeper."""
        self.deep += 1
        if self.deep > MAX_NESTING:
            raise ExpressionError(f"There are more than {MAX_NESTING} brackets or signs inside each other.")
        value = read()
        self.deep -= 1
        return value


def _whole(value: Fraction, what: str, most: int, least: int = 0) -> int:
    if value.denominator != 1 or not least <= value <= most:
        raise ExpressionError(f"{what} has to be a whole number from {use_minus_sign(least)} to {most}.")
    return value.numerator


def _bounded(value: Fraction) -> Fraction:
    if max(abs(value.numerator), value.denominator).bit_length() > MAX_BITS:
        raise ExpressionError("The numbers in this calculation are too large.")
    return value
