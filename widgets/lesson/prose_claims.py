"""Check claims in prose: sums and comparisons, and statements about the change of an answer.

The module checks arithmetic (`1/2 + 1/4 = 3/4`, `half of 36 is 18`, `2/3 is more than 1/2`). In statements about how a
lesson's answer changes, it checks the direction (`the probability falls`), the factor (`the probability doubles`) and
both values (`the mean goes from 6 to 7.2`). It cannot check other claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from gamelib.number_format import round_half_up

from .arithmetic import ExpressionError, evaluate_expression

DIRECTION_VERBS = {
    "up": "goes up|moves up|rises|grows|increases|gets larger|becomes larger|gets higher|becomes higher|doubles|"
    "becomes likelier|becomes more likely|gets likelier|is larger now|is higher now|climbs|trebles|triples",
    "down": "goes down|moves down|falls|sinks|shrinks|drops|decreases|gets smaller|becomes smaller|gets lower|"
    "becomes lower|halves|becomes rarer|becomes less likely|gets rarer|is smaller now|is lower now|lessens",
    "same": "stays the same|stays as it is|stays as it was|does not change|does not move|is the same as before|"
    "is unchanged|remains the same",
}
"""Verbs for the direction in which the answer moves."""
DIRECTION_TEXTS = {"up": "goes up", "down": "goes down", "same": "stays the same"}
FRACTION_WORDS = {
    "half": "1/2",
    "a half": "1/2",
    "a third": "1/3",
    "two thirds": "2/3",
    "a quarter": "1/4",
    "three quarters": "3/4",
    "a fifth": "1/5",
    "a sixth": "1/6",
    "a tenth": "1/10",
    "twice": "2",
    "double": "2",
    "three times": "3",
    "four times": "4",
}
FACTOR_VERBS = {"doubles": "2", "halves": "1/2", "trebles": "3", "triples": "3"}
APPROXIMATE_TOLERANCE = Fraction(1, 8)
"""Maximum relative error of a number after "nearly" or "about"."""
_SUBJECT = r"\b(?:the answer|(?:the|this|that|its) (?:chance|probability|mean|expected value))"
_BESIDE = r"\s+(?:itself\s+|also\s+|then\s+|therefore\s+|now\s+|thus\s+|so\s+)?"
_CLAIM = {way: re.compile(rf"{_SUBJECT}{_BESIDE}(?:{verbs})\b", re.I) for way, verbs in DIRECTION_VERBS.items()}
_NEAR = r"(?P<near>(?:nearly|almost|about|roughly|more than|less than|over|under)\s+)?"
_TIMES = re.compile(rf"{_SUBJECT}{_BESIDE}{_NEAR}(?P<verb>doubles|halves|trebles|triples)\b", re.I)
_AS_MUCH = re.compile(
    rf"{_SUBJECT}{_BESIDE}(?:is|becomes|gets)\s+(?:now\s+)?{_NEAR}"
    r"(?P<verb>twice|half|a third|a quarter|three times|four times)\s+as\s+(?:large|high|great|much|"
    r"likely|long|small)\b(?! as (?!before|at first|it was))",
    re.I,
)
_NUMBER = r"[0-9]+(?:/[0-9]+|[.,][0-9]+)?(?:\s?%)?"
_TOLD = r"(?:\s\((?:≈\s?)?[0-9.,]+\s?%?\))?"
"""The number in a second form, as the page writes it after a fraction: "7/12 (58.3%)"."""
_LINE = rf"(?<![\w{{}}./])[0-9(](?:[0-9 /+*^().,×·−!%-]*[0-9)!%])?{_TOLD}"
_ENDS = re.compile(
    rf"{_SUBJECT}[^.;:]*?\bfrom\s+(?P<before>{_NUMBER}){_TOLD}\s+to\s+(?P<after>{_NUMBER})"
    rf"{_TOLD}(?![\w/])",
    re.I,
)
_SUM = re.compile(
    rf"(?P<line>{_LINE})\s*(?:=|(?<=[0-9)!%])\s(?:is|makes|gives|comes to)\s(?=[0-9]))\s*"
    rf"(?P<says>{_NUMBER})(?![\w/]|[.,]?[0-9]|\s(?:(?:of|in|out of) (?:the )?[0-9]|"
    r"(?:more|less|larger|smaller|times)\b|[+×·*^/−-]\s?[0-9]))"
)
_PART = re.compile(
    rf"\b(?P<part>{'|'.join(FRACTION_WORDS)})(?: of)? (?P<of>{_NUMBER}){_TOLD} (?:is|are|makes|make|comes to) "
    rf"(?P<says>{_NUMBER})(?![\w/]|[.,]?[0-9])",
    re.I,
)
_MORE = "more|larger|greater|higher|bigger"
_LESS = "less|smaller|lower"
_END = r"(?![\w/]|[.,]?[0-9]|\s(?:of|in|out|as)\b|\s[+×·*^/−-])"
_THAN = re.compile(
    rf"(?P<one>{_LINE})(?:,| is| are)? (?P<not>not )?(?P<how>{_MORE}|{_LESS}) than "
    rf"(?P<other>{_NUMBER}|half|a half|a third|two thirds|a quarter|three quarters){_END}",
    re.I,
)
_SIGN = re.compile(rf"(?P<one>{_LINE})\s*(?P<how>[<>≤≥])\s*(?P<other>{_NUMBER}){_END}")
_WORKED = re.compile(r"\s[+−×·*/^-]\s")
_PLAIN = re.compile(r"\s\((?:≈\s?)?[0-9.,]+\s?%?\)$")


def wrong_direction_phrase(text: str, true_direction: str) -> str:
    """Return the phrase that claims a direction of change other than `true_direction`, or an empty text."""
    for other, claim in _CLAIM.items():
        match = claim.search(" ".join(text.split()))
        if other != true_direction and match:
            return match[0]
    return ""


def false_change_phrase(text: str, before: Fraction, after: Fraction) -> str:
    """Return the first phrase with a false claim about the change of an answer, or an empty text.

    The true answer changes from `before` to `after`.

    >>> false_change_phrase("So the chance doubles.", Fraction(1, 4), Fraction(3, 8))
    'the chance doubles'
    """
    said = " ".join(text.split())
    way = wrong_direction_phrase(said, "up" if after > before else "down" if after < before else "same")
    if way:
        return way
    for match in (*_TIMES.finditer(said), *_AS_MUCH.finditer(said)):
        factor = evaluate_expression({**FRACTION_WORDS, **FACTOR_VERBS}[match["verb"].lower()]).value
        if not _matches_claim((match["near"] or "").strip().lower(), after, before * factor):
            return match[0]
    for match in _ENDS.finditer(said):
        if not (_is_rounded_value(match["before"], before) and _is_rounded_value(match["after"], after)):
            return match[0]
    return ""


def _matches_claim(reference: str, value: Fraction, meant: Fraction) -> bool:
    """Return whether a value has the claimed relation to `meant`: equal, about equal, more or less."""
    if reference in ("more than", "over"):
        return value > meant
    if reference in ("less than", "under"):
        return value < meant
    return value == meant if not reference else abs(value - meant) <= APPROXIMATE_TOLERANCE * abs(meant)


def _is_rounded_value(says: str, value: Fraction) -> bool:
    """Return whether a written number is this value, exactly or rounded to the written places."""
    per_cent, number = "%" in says, says.strip(" %\u00a0\u202f").replace(",", ".")
    told = evaluate_expression(number).value
    value = value * 100 if per_cent else value
    places = len(number.partition(".")[2])
    return told == value or ((per_cent or bool(places)) and round_half_up(value, places) == told)


def false_claim_message(text: str) -> str:
    """Return a sentence about the first false sum or comparison in a text, or an empty text if there is none.

    >>> false_claim_message("So 1/2 + 1/4 = 2/4.")
    '“1/2 + 1/4 = 2/4” is not so: 1/2 + 1/4 comes to 3/4.'
    >>> false_claim_message("2/3 is less than 1/2, so stay.")
    '“2/3 is less than 1/2” is not so: 2/3 is more than 1/2.'
    """
    return next(_false_claims(" ".join(text.split())), "")


def _false_claims(said: str) -> Iterator[str]:
    for match in _SUM.finditer(said):
        line, says = _PLAIN.sub("", match["line"]).strip(), match["says"]
        value = _value(line) if "=" in match[0] or _WORKED.search(line) else None  # "2/3 is 1 of three" is no sum
        if value is not None and not _is_rounded_value(says, value):
            places = len(re.split(r"[.,]", says.strip(" %"))[1]) if re.search(r"[.,]", says) else 0
            comes = f"{round_half_up(value * 100, places + 1)}%" if "%" in says else str(value)
            yield f"“{match[0]}” is not so: {line} comes to {comes}."
    for match in _PART.finditer(said):
        part, of = FRACTION_WORDS[match["part"].lower()], _value(match["of"])
        if of is not None and not _is_rounded_value(match["says"], evaluate_expression(part).value * of):
            yield f"“{match[0]}” is not so: it comes to {evaluate_expression(part).value * of}."
    for match in (*_THAN.finditer(said), *_SIGN.finditer(said)):
        one, other = (
            _value(_PLAIN.sub("", match["one"])),
            _value(FRACTION_WORDS.get(match["other"].lower(), match["other"])),
        )
        if one is None or other is None or ("not" in match.groupdict() and match["not"]):
            continue
        how = match["how"].lower()
        holds = {">": one > other, "<": one < other, "≥": one >= other, "≤": one <= other}.get(
            how, one > other if re.fullmatch(_MORE, how) else one < other
        )
        if not holds:
            really = "more than" if one > other else "less than" if one < other else "as much as"
            yield f"“{match[0]}” is not so: {match['one'].strip()} is {really} {match['other']}."


def _value(line: str) -> Fraction | None:
    """Return the value of an expression, or None if it is invalid."""
    try:
        return evaluate_expression(line.strip()).value
    except ExpressionError:
        return None
