"""Normalization of typed numbers to the syntax of `evaluate_expression` and `typed_answers`.

Pupils write numbers in many notations, among names and words.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import partial

from ..page.typed_text import replace_lookalike_signs
from .number_words import replace_number_words

RAISED_DOTS = "·∙⋅•‧・･˙․ꞏ"
"""Multiplication signs, or decimal points, depending on the pupil."""
RAISED_DOT = f"[{RAISED_DOTS}]"
_ABOUT = (
    r"[≈~≃≅=Ø€£$]|(?:about|roughly|around|approx(?:imately)?|circa|ca|etwa|ungefähr|rund|environ|env|aprox"
    r"|alrededor de)\b\.?"
    r"|(?:I think|I guess|I got|I(?:'d| would) say|maybe|ich glaube|vielleicht|on average"
    r"|im (?:Schnitt|Mittel|Durchschnitt)"
    r"|(?:it|that|there)(?: i|')s|das ist|es ist|an?(?= [0-9])|eine (?:Chance|Wahrscheinlichkeit) von)\b|[a-d]\)"
)
_NAME = (
    r"(?:[^\W\d_]{1,3}|x\u0304)(?: ?[(\[].*[)\]])? ?(?=[=:≈~≃≅])"
    r"|(?:the |my |an )?(?:answer|ans|chance|prob(?:ability)?|mean|average|result|antwort|wahrscheinlichkeit|mittelwert"
    r"|réponse|probabilité|respuesta|probabilidad)\b"
    r"(?: is\b(?: an?\b)?)?"
)
_START = re.compile(rf"^(?:(?:{_NAME}) ?[=:]?|{_ABOUT}) ?", re.I)
"""Text that a pupil writes before the number: p =, P(A) =, about, the answer is."""
_END = re.compile(
    r" ?\(?\b(?:chances?|probability|wahrscheinlich(?:keit)?|likely|rounded|gerundet|approx(?:imately)?|ca"
    r"|maybe|vielleicht|I think|I guess|on average|im (?:Schnitt|Mittel|Durchschnitt)"
    r"|(?:chance|probability|wahrscheinlichkeit) (?:of|to|that|for|auf|für) [^0-9]*"
    r"|(?:of|in) (?:the |all )?(?:time|times|cases)|der Fälle|(?:per|pro) [^\W\d_]+"
    r"|(?:gold |possible )?(?:coins?|points?|throws?|rolls?|tries|times|buses|packets?|cards?|gems?|draws?|turns?"
    r"|rounds?|dice|pips|stars?|plates?|players?|outcomes?|cases|possibilities|ways)"
    r"|gold|mal|Punkte|Augen|Würfe|Karten|Münzen|Züge|Runden|Fällen?|Möglichkeiten|Versuche)\.?\)?$"
    r"|[^\w\s.,()\[\]!%+*/^-]+$",
    re.I,
)
_QUOTED = re.compile('^(["\'`´]+|[*_]+)(?P<line>[^"`´]*[^*])(?:["\'`´]+|[*_]+)$')
"""Quotation marks, or the asterisks of a word processor, around the whole line."""
_LATEX = [
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"\\[()\[\]]|\$|\\(?:left|right|displaystyle|text|mathrm)(?![a-z])|\\[!]", ""),
        (r"\\[,;: ]|~", " "),
        (r"\{,\}", ","),
        (r"\\%", "%"),
        (r"\\(?:cdot|times|ast)(?![a-z])", "*"),
        (r"\\div(?![a-z])", "/"),
        (r"\\(?:approx|sim|simeq)(?![a-z])", "≈"),
    )
]
_LATEX_PAIR = re.compile(r" ?\\[dtc]?(frac|binom) ?(?:\{([^{}]*)\}|([0-9])) ?(?:\{([^{}]*)\}|([0-9]))")
_BAR = "[\u0304\u0305\u0307]"
_RECURRING = re.compile(
    rf"([0-9]*)[.,]([0-9]*?)(?:\(([0-9]{{1,12}})\)|\[([0-9]{{1,12}})\]|([0-9]{_BAR}(?:[0-9]*[0-9]{_BAR})*))(?![0-9])"
)
"""Decimal with bars or dots over the recurring digits, or with these digits in brackets."""
_PHRASES = [
    (re.compile(pattern, re.I), plain)
    for pattern, plain in (
        (
            r"(?<=[0-9)\]])[ -]?(?:(?:per|por|pour) ?c(?:i?ento?)s?|prozent(?:ige?[nrs]?)?"
            r"|procent|pct|p\. ?c|v\.? ?h)\b\.?",
            "%",
        ),
        (r"(?<=%) ?-?ige?[nrs]?\b", ""),
        (r"(?<=[0-9]) ?(?:(?:per|pro) ?mille?|promille|pour mille|por mil)\b\.?", "‰"),
        (r"(?<=[0-9])(/ ?[0-9]+) ?(?:ths?|tel|stel)$", r"\1"),
        (r"%[% ]*%", "%"),
        (r" ?%(?= ?/ ?100$)", ""),
        (r"^‰ ?([0-9.,]+)$", r"\1‰"),
        (r"^% ?([0-9.,]+)$", r"\1%"),
        (r"(?<=[^\W\d_)?]) ?[.?]+$|\?+$", ""),
        (
            r"(?<=[0-9)%])(?: (?:chances?|cases|times|outcomes|ways))?[ -]"
            r"(?:out of(?: the)?|in|from|over|aus|auf|sur|per|divided by|(?:geteilt )?durch)[ -](?=[0-9(])",
            "/",
        ),
        (r"(?<=[0-9)%]) (?:von(?: den)?|de|of the) (?=[0-9(])", " of "),
        (r"(?<=[0-9)%!]) ?(?:x|times|mal) ?(?=[0-9(])", "*"),
        (r"(?<=[0-9)]) über (?=[0-9(])", " choose "),
        (r"⅟ ?(?=[0-9])", "1/"),
        (r"! ?(?=[0-9(])", "!*"),
        (r"(?<=[0-9])['´`](?=[0-9])", ","),
        (r"\) ?(?=\()", ")*"),
        (r"^([0-9]+) ?([.,]) ?([0-9]+ ?[%‰]?)$", r"\1\2\3"),
        (r"(?<=[.,][0-9]{3}) (?=[0-9]{1,3}(?![0-9]))", ""),
        (r"^([1-9][0-9]{0,2}) ([0-9]{3})(?=[.,][0-9]+$|$)", r"\1\2"),
        (r"(?<=[0-9%)])[ ,;:=]+$", ""),
    )
]
_PER_MILLE = re.compile(r"([0-9]+(?:[.,][0-9]+)?) ?‰()")
_SCIENTIFIC = re.compile(r"([0-9]+(?:[.,][0-9]+)?)e([-+]?[0-9]{1,2})(?![0-9.,])", re.I)


def plain_number_text(typed_answer: str) -> str:
    r"""Return a typed line in plain characters, without text before and after the number, as in `p = 5/12`.

    A raised dot after a 0 is a decimal point. A recurring decimal becomes its fraction.

    >>> [plain_number_text(line) for line in ("P(A) = ０·722.", "33⅓\u00a0Prozent", "0.7(2)", "7.22e-1")]
    ['0.722', '33 1/3%', '(65/90)', '0.722']
    >>> [plain_number_text(line) for line in (r"$\frac{13}{18}$", "“five sixths”", "722 ‰")]
    ['13/18', '5/6', '0.722']
    """
    said = replace_number_words(_plain_latex(" ".join(replace_lookalike_signs(typed_answer).split())))
    said = _RECURRING.sub(_fraction, said)
    before = ""
    while said != before:
        before = said
        said = _QUOTED.sub(r"\g<line>", said).strip()
        for pattern, plain in _PHRASES:
            said = pattern.sub(plain, said)
        for number, power in ((_SCIENTIFIC, 0), (_PER_MILLE, -3)):
            said = number.sub(partial(_as_decimal, power=power), said)
        said = _END.sub("", _START.sub("", said))
        said = re.sub(r"(?<=[0-9%‰)!]) ?\.+(?= ?%?$)", "", said)
    return re.sub(rf"(?<![0-9.,{RAISED_DOTS}])0{RAISED_DOT}(?=[0-9])|^{RAISED_DOT}(?=[0-9])", "0.", said)


def _plain_latex(text: str) -> str:
    """Convert fractions and symbols of LaTeX to plain characters."""
    if "\\" not in text and "{" not in text and "$" not in text:
        return text
    for pattern, plain in _LATEX:
        text = pattern.sub(plain, text)
    before = ""
    while text != before:
        before, text = text, _LATEX_PAIR.sub(_pair, text)
    text = re.sub(r"\^\{([^{}]*)\}", r"^(\1)", text).strip()
    return re.sub(r"^\{?([0-9]+ )?\(([0-9]+/[0-9]+)\)\}?$", r"\1\2", " ".join(text.split()))


def _as_decimal(number: re.Match[str], power: int) -> str:
    """Convert a number with an exponent, or per mille, to a decimal with all its places."""
    return f"{Decimal(number[1].replace(',', '.')).scaleb(power + int(number[2] or 0)):f}"


def _pair(match: re.Match[str]) -> str:
    kind, *parts = match.groups()
    first, second = (f"{part}" if part.isdigit() else f"({part})" for part in parts if part is not None)
    return f" ({first}/{second})" if kind == "frac" else f" ({first} choose {second})"


def _fraction(decimal: re.Match[str]) -> str:
    """Convert a recurring decimal to a fraction in brackets."""
    whole, fixed, *marked = decimal.groups()
    recurring = re.sub(_BAR, "", next(filter(None, marked)))
    start = int(f"{whole}{fixed}" or 0)
    return f"({int(f'{start}{recurring}') - start}/{'9' * len(recurring)}{'0' * len(fixed)})"
