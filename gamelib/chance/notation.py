"""Notation of chance models.

The module parses a line to the dictionary of model_data.py, and formats a model as a line.

    2d6 : sum                                      a chain, a colon, a statistic
    spin{car,goat*2} > [car: d{goat} | goat: d{car}] : last is car
    coin until H.H.T/T.H.H : ends H.H.T

Two alternative forms of simple models are valid: `2d6 + 1 > 2d6` and `draw 3 from bag(4 red, 5 blue); count red`.
"""

from __future__ import annotations

import re
from typing import Any

from ..validation import short_repr as short
from .errors import ModelError, model_error
from .model_data import (
    LETTER,
    LINE,
    MAX_NUMBER,
    STATISTICS,
    BranchStage,
    DrawStage,
    ModelSpec,
    StatisticSpec,
    Value,
    normalize_digits,
    parse_model_dict,
)

_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"-?[0-9]+")
_WORD = re.compile(f"{LETTER}+")
_CONDITION = re.compile(rf"(?:(?:>=|<=|>|<|=)\s*)?-?{LETTER}+(?:\.-?{LETTER}+)*")
_STOP = re.compile(rf"(?:[0-9]+\s*\*\s*)?{_CONDITION.pattern}")
_OP = re.compile(r">=|<=|>|<|=")
_CHAIN = re.compile(r"(?<=\s)>\s+")
_NOT_FACES = ("bag", "spin", "deck", "coin", "d")


class _Line:
    """Text of a line with the current position, and the position in the text of each part of the dictionary."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.places: dict[str, int] = {}

    def skip(self) -> None:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at

    def is_sign_taken(self, sign: str) -> bool:
        self.skip()
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def match(self, pattern: re.Pattern[str]) -> str:
        self.skip()
        match = pattern.match(self.text, self.at)
        if not match:
            return ""
        self.at = match.end()
        return match[0]

    def peek(self, pattern: re.Pattern[str]) -> str:
        at = self.at
        text = self.match(pattern)
        self.at = at
        return text

    def rest(self) -> str:
        """Return the text from the current position to the next sign that ends a part."""
        self.skip()
        match = re.compile(r"[^\s>|:;\]},]*").match(self.text, self.at)
        return (match[0] if match else "") or self.text[self.at : self.at + 12]

    def note(self, path: str) -> str:
        self.skip()
        self.places[path] = self.at + 1
        return path

    def wrong(self, key: str, **values: Any) -> ModelError:
        return model_error(key, min(self.at + 1, len(self.text) + 1), **values)


def _whole(line: _Line, least: int = -MAX_NUMBER) -> int:
    at = line.at
    digits = line.match(_NUMBER)
    if not digits or len(digits) > 8 or not least <= int(digits) <= MAX_NUMBER:
        line.at = at
        line.skip()
        raise line.wrong("number", least=least, most=MAX_NUMBER, told=short(digits or line.rest()))
    return int(digits)


def _value(line: _Line) -> Value:
    """Parse a face: a number or a word."""
    line.skip()
    at, word = line.at, line.match(_WORD)
    if (word and not word.isascii()) or re.search("[^0-9]", word):
        return word
    line.at = at
    return _whole(line)


def _faces(line: _Line, path: str) -> list[list[Any]]:
    """Parse faces such as `{1*3,2..4}` or `(4 red, 5 blue)`."""
    start, counted = line.at, line.is_sign_taken("(")
    if not counted and not line.is_sign_taken("{"):
        raise line.wrong("device", told=line.rest())
    close, out = (")", []) if counted else ("}", [])  # type: tuple[str, list[list[Any]]]
    while True:
        line.note(f"{path}[{len(out)}]")
        if counted and line.peek(re.compile(rf"[0-9]+\s+{LETTER}")):
            weight = _whole(line, 1)
            out.append([_value(line), weight])
        else:
            line.skip()
            at, first = line.at, _value(line)
            last = first
            if line.is_sign_taken(".."):
                last = _whole(line)
                if not isinstance(first, int) or last < first:
                    line.at = at
                    raise line.wrong("span", told=f"{first}..{last}")
                if last - first >= 1000:
                    raise line.wrong("faces", most=1000)
            weight = _whole(line, 0) if line.is_sign_taken("*") else 1
            for value in range(first, last + 1) if isinstance(first, int) and isinstance(last, int) else [first]:
                line.places[f"{path}[{len(out)}]"] = at + 1
                out.append([value, weight])
            if len(out) > 1000:
                raise line.wrong("faces", most=1000)
        if line.is_sign_taken(close):
            return out
        if not line.is_sign_taken(","):
            if line.at >= len(line.text):
                line.at = start
                raise line.wrong("open", sign=line.text[start : start + 1])
            raise line.wrong("face", told=line.rest())


def _draw(line: _Line, path: str) -> dict[str, Any]:
    line.note(path)
    row: dict[str, Any] = {}
    if line.peek(re.compile(rf"{LETTER}+\s*=(?!=)")):
        line.note(f"{path}.name")
        row["name"] = line.match(_WORD)
        line.is_sign_taken("=")
    line.match(re.compile(r"(draw|take|roll|throw)(?=\s+[0-9])"))
    line.note(f"{path}.n")
    if line.peek(re.compile(r"[0-9]")):
        row["n"] = _whole(line, 0)
    line.match(re.compile(r"from\b"))
    row |= _device(line, f"{path}.faces")
    line.note(f"{path}.draw")
    if how := line.match(re.compile(r"back\b|add[0-9]*\b|keep\b", re.ASCII)):
        row["draw"] = how
    line.note(f"{path}.plus")
    if sign := line.match(re.compile(r"[+-](?=\s*[0-9])")):
        row["plus"] = _whole(line, 0) * (1 if sign == "+" else -1)
    line.note(f"{path}.until")
    if line.match(re.compile(r"until\b")):
        row["until"] = _stops(line, f"{path}.until")
    row.setdefault("n", None if "until" in row else 1)
    return row


def _device(line: _Line, path: str) -> dict[str, Any]:
    """Parse a device: a die, a coin, a bag with its faces, or the name of an earlier device."""
    line.note(path)
    thing = line.at
    word = line.match(_WORD)
    if re.fullmatch(r"d[0-9]+", word, re.ASCII):
        sides = int(word[1:]) if len(word) < 6 else 0
        if not 1 <= sides <= 1000:
            line.at = thing
            raise line.wrong("faces", most=1000)
        return {"dev": "d", "faces": [[face, 1] for face in range(1, sides + 1)]}
    opened = line.peek(re.compile(r"[{(]"))
    if word == "coin":
        return {"dev": "coin", "faces": _faces(line, path)} if opened else {"dev": "coin"}
    if word in _NOT_FACES:
        return {"dev": word, "faces": _faces(line, path)}
    if not word or (opened and not word[0].isupper()):
        line.at = thing
        raise line.wrong("device", told=line.rest())
    return {"again": word}


def _stops(line: _Line, path: str) -> list[str]:
    stops: list[str] = []
    while True:
        line.note(f"{path}[{len(stops)}]")
        stop = line.match(_STOP)
        if not stop:
            raise line.wrong("stop", told=line.rest())
        stops.append(stop)
        if not line.is_sign_taken("/"):
            return stops


def _chain(line: _Line, path: str, depth: int = 0) -> list[dict[str, Any]]:
    line.note(path)
    if depth > 8:
        raise line.wrong("deep", most=4)
    out: list[dict[str, Any]] = []
    while True:
        here = line.note(f"{path}[{len(out)}]")
        if len(out) > 200:
            raise line.wrong("columns", most=6)
        out.append(_fork(line, here, depth) if line.is_sign_taken("[") else _draw(line, here))
        line.skip()
        match = _CHAIN.match(line.text, line.at)
        if not match:
            return out
        line.at = match.end()


def _fork(line: _Line, path: str, depth: int) -> dict[str, Any]:
    start, rows = line.at - 1, []  # type: int, list[list[Any]]
    while True:
        here = f"{path}.if[{len(rows)}]"
        line.note(here)
        line.note(f"{here}[0]")
        condition = line.match(_CONDITION)
        if not condition:
            raise line.wrong("condition", told=line.rest())
        if not line.is_sign_taken(":"):
            raise line.wrong("branch")
        rows.append([condition, _chain(line, f"{here}[1]", depth + 1)])
        if line.is_sign_taken("]"):
            return {"if": rows}
        if not line.is_sign_taken("|"):
            if line.at >= len(line.text):
                line.at = start
                raise line.wrong("open", sign="[")
            raise line.wrong("device", told=line.rest())


def _worths(line: _Line, path: str) -> list[list[Any]]:
    start, out = line.at - 1, []  # type: int, list[list[Any]]
    while True:
        line.note(f"{path}[{len(out)}]")
        low = _whole(line)
        high = _whole(line) if line.is_sign_taken("..") else low
        if not line.is_sign_taken("="):
            raise line.wrong("table", told=line.rest())
        out.append([low, high, _value(line)])
        if line.is_sign_taken("}"):
            return out
        if not line.is_sign_taken(","):
            if line.at >= len(line.text):
                line.at = start
                raise line.wrong("open", sign="{")
            raise line.wrong("table", told=line.rest())


def _ask(line: _Line) -> dict[str, Any]:
    line.note("ask")
    start = line.at
    word = line.match(_WORD)
    ask: dict[str, Any] = {}
    at = line.at
    sign = line.match(re.compile(r"-|>=|<=|>|<|="))
    other = line.match(re.compile(rf"(?![0-9]){LETTER}+")) if sign else ""
    if word and other and other not in ("is", "in"):
        ask = {"what": "-", "arg": [word, other]}
        if sign != "-":
            ask["cmp"] = [sign, 0]
    else:
        line.at = at
        ask["what"] = word
        if not word or word not in STATISTICS:
            line.at = start
            raise line.wrong("ask", told=line.rest())
        if word in ("count", "run", "top", "ends"):
            condition = line.peek(_CONDITION)
            if condition and condition not in ("is", "in") and not (word == "run" and condition[0] in "<>="):
                line.match(_CONDITION)
                ask["arg"] = int(condition) if re.fullmatch(r"-?[0-9]{1,8}", condition) else condition
    while True:
        line.note("ask.cmp")
        if "table" not in ask and "cmp" not in ask and line.match(re.compile(r"in\s*\{")):
            ask["table"] = _worths(line, "ask.table")
        elif "cmp" not in ask and line.match(re.compile(r"in\b")):
            low = _whole(line)
            if not line.is_sign_taken(".."):
                raise line.wrong("compare", told=line.rest())
            ask["cmp"] = ["in", [low, _whole(line)]]
        elif "cmp" not in ask and line.match(re.compile(r"is\b")):
            ask["cmp"] = ["=", _answer(line)]
        elif "cmp" not in ask and (sign := line.match(_OP)):
            ask["cmp"] = [sign, _answer(line) if sign == "=" else _whole(line)]
        else:
            break
    line.skip()
    if line.at < len(line.text):
        raise line.wrong("ask", told=line.text[line.at : line.at + 20])
    return ask


def _answer(line: _Line) -> Value:
    """Parse a value of a statistic: a value, or a pattern such as 3+2."""
    return line.match(re.compile(r"[0-9]+(?:\s*\+\s*[0-9]+)+")) or _value(line)


def _sides(line: _Line) -> dict[str, Any]:
    """Parse a comparison of two devices, such as `2d6 + 1 > 2d6`."""
    first = _draw(line, "chain[0]")
    line.note("ask")
    sign = line.match(_OP)
    second = _draw(line, "chain[1]")
    line.skip()
    if not sign or line.at < len(line.text):
        raise line.wrong("line")
    first, second = {"name": "a"} | first, {"name": "b"} | second
    return {"chain": [first, second], "ask": {"what": "-", "arg": [first["name"], second["name"]], "cmp": [sign, 0]}}


def parse_line(text: str) -> ModelSpec:
    """Parse a line to a model. Raise ModelError with the number of the invalid character, counted from 1."""
    if not isinstance(text, str):
        raise model_error("text")
    if len(text) > LINE:
        raise model_error("long", most=f"{LINE:,}", have=f"{len(text):,}")
    text = normalize_digits(text.removeprefix("\ufeff"))
    line = _Line(text)
    if not text.strip():
        raise model_error("line", 1)
    if ":" not in text and ";" not in text and _OP.search(re.sub(r"\{[^}]*\}|until\s*[<>=]+", "", text)):
        made = _sides(line)
    else:
        chain = _chain(line, "chain")
        if not line.is_sign_taken(":") and not line.is_sign_taken(";"):
            line.skip()
            if line.at < len(text) and text[line.at] not in ":;":
                raise line.wrong("device", told=line.rest())
            raise line.wrong("line")
        made = {"chain": chain, "ask": _ask(line)}
    try:
        return parse_model_dict(made)
    except ModelError as error:
        path = str(error.place or "")
        while path and path not in line.places:
            path = re.sub(r"(\[\d+\]|\.?\w+)$", "", path) if re.search(r"(\[\d+\]|\.?\w+)$", path) else ""
        raise ModelError(error.message, line.places.get(path, 1)) from None


# -- formatting --------------------------------------------------------------------------------------


def _said_faces(draw: DrawStage) -> str:
    faces = list(draw.faces)
    if draw.device == "d" and faces == [(face + 1, 1) for face in range(len(faces))]:
        return f"d{len(faces)}"
    if draw.device == "coin" and faces == [("H", 1), ("T", 1)]:
        return "coin"
    runs: list[tuple[Value, Value, int]] = []
    for value, weight in faces:
        if runs and isinstance(value, int) and isinstance(runs[-1][1], int) and (value - 1, weight) == runs[-1][1:]:
            runs[-1] = runs[-1][0], value, weight
        else:
            runs.append((value, value, weight))
    parts = [
        f"{low}"
        if low == high
        else f"{low},{high}"
        if isinstance(low, int) and high == low + 1 and weight == 1
        else f"{low}..{high}"
        for low, high, weight in runs
    ]
    starred = (part + (f"*{weight}" if weight > 1 else "") for part, (_, _, weight) in zip(parts, runs, strict=True))
    return f"{draw.device}{{{','.join(starred)}}}"


def _said_part(stage: DrawStage | BranchStage) -> str:
    if isinstance(stage, BranchStage):
        return "[" + " | ".join(f"{condition}: {_said_chain(branch)}" for condition, branch in stage.branches) + "]"
    thing = stage.source_name or _said_faces(stage)
    alone = stage.draw_count is None or (stage.draw_count == 1 and not stage.stop_conditions)
    count = "" if alone else f"{stage.draw_count}{'' if thing[1:].isdigit() else ' '}"
    return (
        (f"{stage.name}=" if stage.name else "")
        + count
        + thing
        + (f" {stage.replacement_mode}" if stage.replacement_mode else "")
        + (f"{stage.offset:+d}" if stage.offset else "")
        + (f" until {'/'.join(stage.stop_conditions)}" if stage.stop_conditions else "")
    )


def _said_chain(chain: tuple[DrawStage | BranchStage, ...]) -> str:
    return " > ".join(map(_said_part, chain))


def format_statistic(statistic: StatisticSpec) -> str:
    """Return the statistic in the notation after the colon."""
    if isinstance(statistic.argument, tuple):
        if (
            statistic.comparison
            and statistic.comparison[0] != "in"
            and statistic.comparison[1] == 0
            and not statistic.value_table
        ):
            return f" {statistic.comparison[0]} ".join(statistic.argument)
        text = " - ".join(statistic.argument)
    else:
        text = statistic.name if statistic.argument is None else f"{statistic.name} {statistic.argument}"
    if statistic.value_table:
        rows = (
            f"{low}={worth}" if low == high else f"{low}..{high}={worth}" for low, high, worth in statistic.value_table
        )
        text += f" in {{{','.join(rows)}}}"
    if statistic.comparison:
        op, bound = statistic.comparison
        text += f" in {bound[0]}..{bound[1]}" if op == "in" else f" is {bound}" if op == "=" else f" {op} {bound}"
    return text


def format_line(spec: ModelSpec) -> str:
    """Return the notation of a model. `parse_line` parses the notation to an equal model."""
    return f"{_said_chain(spec.stages)} : {format_statistic(spec.statistic)}"
