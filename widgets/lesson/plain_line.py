"""A line of numbers in plain signs: names, words and notations of pupils become what `reckon` and `answers` read."""

from __future__ import annotations

import re
from decimal import Decimal

from ..page.typed_text import plain_text

RAISED_DOT = "[·∙⋅•]"
"""Times to some, and to others the point of a decimal."""
_ABOUT = (
    r"[≈~≃≅=]|(?:about|roughly|around|approx(?:imately)?|circa|ca|etwa|ungefähr|rund|environ|aprox)\b\.?"
    r"|I think\b|(?:it|that)(?: i|')s\b"
)
_NAME = (
    r"[^\W\d_]{1,3}(?: ?[(\[].*[)\]])? ?(?=[=:≈~≃≅])"
    r"|(?:the |my )?(?:answer|ans|chance|probability|mean|result|antwort|wahrscheinlichkeit)\b(?: is\b)?"
)
_START = re.compile(rf"(?:(?:{_NAME}) ?[=:]?|{_ABOUT}) ?", re.I)
"""What a pupil writes before the number: p =, P(A) =, about, the answer is."""
_END = re.compile(
    r" ?\(?\b(?:chance|probability|wahrscheinlichkeit|rounded|gerundet|coins?|points?|throws?|rolls?|tries|buses"
    r"|packets?|cards?|gems?|gold|Punkte|Würfe|Karten)\)?$",
    re.I,
)
_BAR = "[\u0304\u0305\u0307]"
_RECURRING = re.compile(
    rf"([0-9]*)[.,]([0-9]*?)(?:\(([0-9]{{1,12}})\)|\[([0-9]{{1,12}})\]|([0-9]{_BAR}(?:[0-9]*[0-9]{_BAR})*))(?![0-9])"
)
"""A decimal with bars or dots over the digits that recur, or with these digits in brackets."""
_PHRASES = [
    (re.compile(pattern, re.I), plain)
    for pattern, plain in (
        (r"(?<=[0-9)\]]) ?(?:(?:per|por|pour) ?c(?:i?ento?)|prozent|procent|pct|v\. ?h)\b\.?", "%"),
        (r"%[% ]*%", "%"),
        (r"^% ?([0-9.,]+)$", r"\1%"),
        (r"(?<=[^\W\d_)?]) ?[.?]+$|\?+$", ""),
        (r"(?<=[0-9)%]) (?:out of|in|over|aus|sur|divided by|(?:geteilt )?durch) (?=[0-9(])", "/"),
        (r"(?<=[0-9)%]) (?:von|de) (?=[0-9(])", " of "),
        (r"(?<=[0-9)%!]) ?(?:x|times|mal) ?(?=[0-9(])", "*"),
        (r"(?<=[0-9])'(?=[0-9])", ","),
        (r"^([0-9]+) ?([.,]) ?([0-9]+ ?%?)$", r"\1\2\3"),
    )
]
_SCIENTIFIC = re.compile(r"([0-9]+(?:[.,][0-9]+)?)e([-+]?[0-9]{1,2})(?![0-9.,])", re.I)


def plain_line(text: str) -> str:
    """A line as it was typed in plain signs, without what stands before and after the number, as in `p = 5/12`.

    A raised dot is a point behind a 0. A recurring decimal becomes its fraction.

    >>> plain_line("P(A) = ０·722."), plain_line("33⅓\u00a0Prozent"), plain_line("0.7(2)"), plain_line("7.22e-1")
    ('0.722', '33 1/3%', '(65/90)', '0.722')
    """
    said = _RECURRING.sub(_fraction, " ".join(plain_text(text).split()))
    for pattern, plain in _PHRASES:
        said = pattern.sub(plain, said)
    while start := _START.match(said):
        said = said[start.end() :]
    said = re.sub(r"(?<=[0-9%)!]) ?\.+(?= ?%?$)", "", _END.sub("", said))
    said = _SCIENTIFIC.sub(lambda n: f"{Decimal(n[0].replace(',', '.')):f}", said)
    return re.sub(rf"(?<![0-9.,·∙⋅•])0{RAISED_DOT}(?=[0-9])|^{RAISED_DOT}(?=[0-9])", "0.", said)


def _fraction(decimal: re.Match[str]) -> str:
    """A recurring decimal as a fraction in brackets."""
    whole, fixed, *marked = decimal.groups()
    recurring = re.sub(_BAR, "", next(filter(None, marked)))
    start = int(f"{whole}{fixed}" or 0)
    return f"({int(f'{start}{recurring}') - start}/{'9' * len(recurring)}{'0' * len(fixed)})"
