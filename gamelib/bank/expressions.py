"""Expressions and placeholders in the entries of questions.

An expression is a line of arithmetic such as `"min(wishes, plates()) / 2"`. An expression can use parameters, numbers
of the template and the functions of `values.py`. Assignments, loops and attributes are not allowed.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import comb, gcd
from typing import Any

from ..number_format import (
    capitalize_first,
    format_chance,
    format_fixed,
    format_mean,
    format_modifier,
    format_number,
    format_precise_percent,
    join_words,
    use_minus_sign,
)

OPERATORS: Mapping[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Div: lambda a, b: Fraction(a) / b,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda a, b: a in b,
}
FUNCTIONS: Mapping[str, Any] = {
    function.__name__: function for function in (min, max, sum, round, len, range, sorted, comb, gcd, float)
}


def evaluate(expression: Any, names: Mapping[str, Any]) -> Any:
    """Return the value of an expression.

    Strings are evaluated as expressions, and lists and tables element by element. Numbers are returned unchanged.
    Division is exact. Raise ValueError for invalid syntax.

    >>> evaluate("min(1, draws * 3 / 4)", {"draws": 1})
    Fraction(3, 4)
    >>> evaluate("open('secrets')", {})
    Traceback (most recent call last):
    ...
    ValueError: the expression "open('secrets')" has no 'open' to use
    """
    if isinstance(expression, list):
        return tuple(evaluate(part, names) for part in expression)
    if isinstance(expression, Mapping):
        return {evaluate(key, names): evaluate(part, names) for key, part in expression.items()}
    if not isinstance(expression, str):
        return expression
    try:
        return _evaluate(_parse(expression), names)
    except SyntaxError:
        raise ValueError(f'"{expression}" is not an expression') from None
    except LookupError as error:
        raise ValueError(f'the expression "{expression}" has no {error.args[0]!r} to use') from None
    except ArithmeticError as error:
        raise ValueError(f'the expression "{expression}" has no value: {error}') from None


@cache
def _parse(expression: str) -> ast.expr:
    return ast.parse(expression, mode="eval").body


def _evaluate(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return names[name] if name in names else FUNCTIONS[name]
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return tuple(_evaluate(part, names) for part in parts)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_evaluate(left, names), _evaluate(right, names))
        case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_evaluate(operand, names))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
            return OPERATORS[type(op)](_evaluate(left, names), _evaluate(right, names))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _evaluate(body if _evaluate(test, names) else orelse, names)
        case ast.Subscript(value=value, slice=index):
            return _evaluate(value, names)[_evaluate(index, names)]
        case ast.Call(func=ast.Name() as function, args=args, keywords=[]):
            return _evaluate(function, names)(*(_evaluate(arg, names) for arg in args))
    raise LookupError(ast.unparse(node))


def fill_in(text: str, values: Mapping[str, TextValue], place: str) -> str:
    """Fill in the placeholders of a text. Raise ValueError with the location of the text if a placeholder has no value.

    >>> fill_in("{n:# card|# cards}", {"n": TextValue(1)}, "questions.toml")
    '1 card'
    """
    try:
        return text.format_map(values)
    except LookupError as error:
        raise ValueError(f"{place}: the placeholder {{{error.args[0]}}} has no value in “{text}”.") from None
    except (TypeError, ValueError) as error:
        raise ValueError(f"{place}: a placeholder has a wrong form in “{text}”: {error}.") from None


class TextValue:
    """Value with the formats that placeholders of question texts can use.

    `{p:probability}` is a fraction with its percentage, `{p:percent}` the percentage alone, `{x:mean}` a fraction with
    its decimal, `{x:1}` a number with one decimal. `{n:signed}` is a modifier with its sign, `{n:number}` has a real
    minus sign, `{word:capital}` begins with a capital. `{names:and}`, `{names:or}` and `{names:list}` are lists.

    `{n:card|cards}` selects the singular or the plural. In `{n:no card|# card|# cards}`, the first of three forms is
    for zero. `#` stands for the number. True selects the first of two forms, and False the second.

    >>> "{n:no cards|# card|# cards}".format(n=TextValue(0)), "{n:# card|# cards}".format(n=TextValue(2))
    ('no cards', '2 cards')
    """

    def __init__(self, value: Any) -> None:
        self.value = value

    def __getitem__(self, key: Any) -> TextValue:
        return TextValue(self.value[key])

    def __format__(self, form: str) -> str:
        value = self.value
        if form == "probability":
            return format_chance(Fraction(value))
        if form == "percent":
            return format_precise_percent(Fraction(value))
        if form == "mean":
            return format_mean(Fraction(value))
        if form == "signed":
            return format_modifier(value)
        if form == "capital":
            return capitalize_first(str(value))
        if form == "number":
            return format_number(value)
        if form.isdigit():
            return format_fixed(value, int(form))
        if form == "list":
            return ", ".join(map(str, value))
        if form == "and":
            return join_words([str(part) for part in value])
        if form == "or":
            *head, last = map(str, value)
            return f"{', '.join(head)} or {last}" if head else last
        if "|" in form:
            *zero, one, many = form.split("|")
            chosen = zero[0] if zero and not value else one if value in (1, -1) else many
            return chosen.replace("#", use_minus_sign(f"{value:,}") if isinstance(value, int) else str(value))
        return format(value, form)
