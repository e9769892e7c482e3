"""Data classes of chance models: a chain of stages that draw values, and one statistic of all values.

`parse_model_dict` creates a model from a plain dictionary (JSON) and validates its form, size and meaning.
`model_to_dict` returns this dictionary again. The parser of the notation (notation.py) creates the same dictionary, so
both inputs have the same error messages.

    {"chain": [{"n": 2, "dev": "bag", "faces": [["red", 3], ["blue", 5]]}], "ask": {"what": "most", "cmp": ["=", 2]}}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal
from unicodedata import category, decimal, normalize

from ..validation import short_repr as short
from ..validation import to_python_value
from .errors import ModelError, model_error

Value = int | str
Face = tuple[Value, int]
ValueTest = Callable[[Value | None], bool]

MAX_TEXT_LENGTH = 200  # maximum number of characters of a face, a word or a condition
MAX_STAGES, MAX_PARTS, MAX_DEPTH, MAX_BRANCHES = 6, 120, 4, 24
MAX_FACES, MAX_WEIGHT, MAX_COUNT, MAX_NUMBER = 1000, 10**6, 1000, 10**6
DEVICES = ("d", "coin", "spin", "bag", "deck")
NUMERIC_STATISTICS = ("sum", "high", "low", "range", "top", "mid")
PLAIN_STATISTICS = (
    "sum",
    "high",
    "low",
    "range",
    "mid",
    "tries",
    "differ",
    "kinds",
    "most",
    "pattern",
    "equal",
    "runs",
    "first",
    "last",
)
STATISTICS = (*PLAIN_STATISTICS, "top", "count", "run", "ends", "-")
RESERVED_WORDS = re.compile(r"else|all|repeat|record[0-9]*|until|back|is|in")
NAMED = re.compile(r"is|in|from|coin|spin|bag|deck|[dD][0-9]*")
"""Forbidden names of devices, because the notation gives them another meaning."""
LINE = 2000
"""Maximum number of characters of a line."""
LETTER = r"[^\x00-/:-@\[-^`{-\x7f\s]"
"""Letter, digit or mark of any script in the notation. The function `normalized_identifier` checks whole words."""
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "=": lambda a, b: a == b,
    "in": lambda a, b: b[0] <= a <= b[1],
}
_COMPARED = re.compile(r"(>=|<=|>|<|=)\s*(-?[0-9]{1,7})")


@dataclass(frozen=True)
class DrawStage:
    """Stage of a chain that draws values from its own device or from an earlier one."""

    draw_count: int | None  # number of values, or None if a stop condition decides
    device: str  # one of DEVICES, or "" for an earlier device
    faces: tuple[Face, ...] = ()
    name: str = ""
    source_name: str = ""
    replacement_mode: str = ""  # "": device default, "back": with replacement, "add1": replaced with one more
    offset: int = 0
    stop_conditions: tuple[str, ...] = ()

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Possible values."""
        return tuple(face for face, _ in self.faces)

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """Initial weight of each value."""
        return tuple(weight for _, weight in self.faces)

    @property
    def group(self) -> str:
        """Name of the group of values from this stage in `a > b`."""
        return self.name or self.source_name

    @property
    def weight_change(self) -> int:
        """Change in the weight of a drawn face: 0 with replacement, -1 without, and 1 or more if faces are added."""
        if self.replacement_mode[:3] == "add":
            return int(self.replacement_mode[3:])
        return -1 if not self.replacement_mode and self.device in ("bag", "deck") else 0


@dataclass(frozen=True, slots=True)
class BranchStage:
    """Stage at which the last value selects a branch.

    Without a matching branch, the chain continues after this stage.
    """

    branches: tuple[tuple[str, tuple[DrawStage | BranchStage, ...]], ...]


@dataclass(frozen=True, slots=True)
class StatisticSpec:
    """Statistic with an optional value table and an optional comparison. With a comparison, the answer is yes or no."""

    name: str
    argument: Value | tuple[str, str] | None = None
    value_table: tuple[tuple[int, int, Value], ...] = ()
    comparison: tuple[str, Any] | None = None

    def answer_of_statistic_value(self, x: Value) -> Value | Literal["yes", "no"]:
        """Apply the value table. If the model has a comparison, return "yes" or "no" instead of the value."""
        if self.value_table:
            x = next((worth for low, high, worth in self.value_table if isinstance(x, int) and low <= x <= high), 0)
        return x if self.comparison is None else "yes" if is_comparison_met(self.comparison, x) else "no"


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """Chain of stages with its statistic."""

    stages: tuple[DrawStage | BranchStage, ...]
    statistic: StatisticSpec


def is_comparison_met(comparison: tuple[str, Any], x: Value) -> bool:
    """Return whether a value meets a comparison such as `(">=", 5)`. Only numbers have an order."""
    op, bound = comparison
    return x == bound if op == "=" else isinstance(x, int) and COMPARISONS[op](x, bound)


def make_condition_test(condition: str) -> ValueTest:
    """Return a test for a condition on one value: a word, a number, ">=5", or "else"."""
    if condition == "else":
        return lambda value: True
    if match := _COMPARED.fullmatch(condition):
        op, bound = COMPARISONS[match[1]], int(match[2])
        return lambda value: isinstance(value, int) and op(value, bound)
    wanted = parse_value(condition)
    return lambda value: value == wanted


def parse_value(text: str) -> Value:
    """Return the text as an integer if it is one, otherwise the text itself."""
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else text


def iter_draw_stages(stages: tuple[DrawStage | BranchStage, ...]) -> Iterator[DrawStage]:
    """Yield all draw stages of a chain in order, including those of branches."""
    for stage in stages:
        if isinstance(stage, DrawStage):
            yield stage
        else:
            for _, branch in stage.branches:
                yield from iter_draw_stages(branch)


def normalize_digits(text: str) -> str:
    """Replace the digits of all scripts with 0 to 9."""
    return text if text.isascii() else "".join(str(decimal(sign)) if sign.isdecimal() else sign for sign in text)


def normalized_identifier(text: str) -> str | None:
    """Return a word in composed Unicode form, or None if it is invalid.

    A word consists of letters, marks, digits and _, but not only of digits.
    """
    word = normalize("NFC", normalize_digits(text))
    signs = all(sign == "_" or sign.isalnum() or category(sign)[0] == "M" or sign in "\u200c\u200d" for sign in word)
    return word if signs and 1 <= len(word) <= 24 and not word.isnumeric() and category(word[0])[0] != "M" else None


def normalized_repeat_pattern(value: Any) -> str | None:
    """Return a pattern of repeats, largest first: "3+2" for 2+3 or [2, 3]. Return None for anything else."""
    parts = value.split("+") if isinstance(value, str) else value if isinstance(value, list | tuple) else [value]
    if not parts or not all(re.fullmatch(r"\s*0*[1-9][0-9]{0,3}\s*", str(part), re.ASCII) for part in parts):
        return None
    return "+".join(map(str, sorted(map(int, parts), reverse=True)))


def stop_kind(stop: str) -> str:
    """Return the kind of a stop condition: "all", "repeat", "record", "times", "pattern" or "value"."""
    if stop in ("all", "repeat"):
        return stop
    if re.fullmatch(r"record[0-9]*", stop):
        return "record"
    return "times" if "*" in stop else "pattern" if "." in stop else "value"


# -- parsing a dictionary ----------------------------------------------------------------------------


class _Reader:
    def __init__(self) -> None:
        self.names: dict[str, DrawStage] = {}
        self.parts = 0
        self.open: list[int] = []

    def mapping(self, value: Any, where: str, allowed: tuple[str, ...]) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise model_error("form", where, where=where or "A model", need="a table")
        for key in value:
            if key not in allowed:
                raise model_error("unknown", where, where=where or "The model", told=short(key))
        return value

    def read_list(self, value: Any, where: str, most: int, error: ModelError) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise model_error("form", where, where=where, need="a list")
        if not 1 <= len(value) <= most:
            raise error
        return list(value)

    def read_integer(
        self, value: Any, where: str, least: int = -MAX_NUMBER, most: int = MAX_NUMBER, key: str = "number"
    ) -> int:
        value = to_python_value(value)
        if type(value) is not int or not least <= value <= most:
            raise model_error(key, where, least=least, most=most, told=short(value))
        return value

    def text(self, value: Any, where: str, need: str = f"a text of at most {MAX_TEXT_LENGTH} characters") -> str:
        if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH:
            raise model_error("form", where, where=where, need=need)
        return value

    def chain(self, value: Any, where: str, first: bool, depth: int) -> tuple[DrawStage | BranchStage, ...]:
        if depth > MAX_DEPTH:
            raise model_error("deep", where, most=MAX_DEPTH)
        if isinstance(value, list | tuple) and not value:
            raise model_error("empty_chain", where)
        columns = self.read_list(value, where, MAX_STAGES, model_error("columns", where, most=MAX_STAGES))
        if id(value) in self.open:
            raise model_error("cycle", where)
        self.open.append(id(value))
        out: list[DrawStage | BranchStage] = []
        for number, column in enumerate(columns):
            here = f"{where}[{number}]"
            self.parts += 1
            if self.parts > MAX_PARTS:
                raise model_error("parts", here, most=MAX_PARTS)
            if isinstance(column, Mapping) and "if" in column:
                out.append(self.fork(column, here, first and not number, depth))
            else:
                out.append(self.draw(column, here))
        self.open.pop()
        return tuple(out)

    def fork(self, value: Any, where: str, first: bool, depth: int) -> BranchStage:
        given = self.mapping(value, where, ("if",))["if"]
        if first:
            raise model_error("first", where)
        rows = self.read_list(given, f"{where}.if", MAX_BRANCHES, model_error("branches", where, most=MAX_BRANCHES))
        before = dict(self.names)
        branches = []
        for number, row in enumerate(rows):
            here = f"{where}.if[{number}]"
            if not isinstance(row, list | tuple) or len(row) != 2:
                raise model_error("branch", here)
            condition = self.condition(row[0], f"{here}[0]")
            self.names = dict(before)  # the device names of one branch are unknown in the other branches
            branches.append((condition, self.chain(row[1], f"{here}[1]", False, depth + 1)))
        self.names = before
        return BranchStage(tuple(branches))

    def condition(self, value: Any, where: str, key: str = "condition") -> str:
        condition = normalize_digits(re.sub(r"\s+", "", self.text(value, where)))
        if (condition == "else" and key == "condition") or _COMPARED.fullmatch(condition):
            return condition
        if re.fullmatch(r"-?[0-9]{1,7}", condition):
            return str(int(condition))
        word = normalized_identifier(condition)
        if word is None or RESERVED_WORDS.fullmatch(word):
            raise model_error(key, where, told=short(value).strip("'"))
        return word

    def value(self, value: Any, where: str) -> Value:
        value = to_python_value(value)
        if type(value) is int:
            return self.read_integer(value, where)
        word = normalized_identifier(value) if isinstance(value, str) else None
        if word is None:
            raise model_error("face", where, told=short(value).strip("'"))
        if RESERVED_WORDS.fullmatch(word):
            raise model_error("word", where, told=word)
        return word

    def faces(self, value: Any, where: str) -> tuple[Face, ...]:
        rows = self.read_list(value, where, MAX_FACES, model_error("faces", where, most=MAX_FACES))
        weights: dict[Value, int] = {}
        for number, row in enumerate(rows):
            here = f"{where}[{number}]"
            if not isinstance(row, list | tuple) or len(row) != 2:
                raise model_error("form", here, where=here, need="a face and how often it is there")
            face = self.value(row[0], here)
            weight = weights.get(face, 0) + self.read_integer(row[1], here, 1, MAX_WEIGHT, "weight")
            weights[face] = self.read_integer(weight, here, 1, MAX_WEIGHT, "weight")
        return tuple(weights.items())

    def draw(self, value: Any, where: str) -> DrawStage:
        row = self.mapping(value, where, ("n", "dev", "faces", "name", "again", "draw", "plus", "until"))
        name = "" if row.get("name") is None else row["name"]
        word = normalized_identifier(name) if isinstance(name, str) and name else name
        if not isinstance(word, str) or (word and (word[0].isnumeric() or NAMED.fullmatch(word))):
            raise model_error("name", f"{where}.name", told=short(name).strip("'"))
        name = word
        stops = [] if row.get("until") is None else row["until"]
        if isinstance(stops, str):
            stops = stops.split("/")
        n = to_python_value(row.get("n"))
        if n is not None or not stops:
            n = self.read_integer(1 if n is None else n, f"{where}.n", 1, MAX_COUNT, "times")
        plus = 0 if row.get("plus") is None else self.read_integer(row["plus"], f"{where}.plus")
        if "again" in row:
            source = self.find_device_by_name(row, where)
            return DrawStage(
                n,
                "",
                (),
                name,
                str(normalized_identifier(row["again"])),
                "",
                plus,
                self.stops(stops, f"{where}.until", source),
            )
        kind = row.get("dev")
        if kind not in DEVICES:
            raise model_error("device", where, told=short(kind).strip("'"))
        faces = self.faces(row.get("faces", [["H", 1], ["T", 1]] if kind == "coin" else None), f"{where}.faces")
        if kind == "coin" and len(faces) != 2:
            raise model_error("coin", f"{where}.faces")
        how = self.how(kind, row.get("draw"), f"{where}.draw")
        if name in self.names and name:
            raise model_error("taken", f"{where}.name", told=name)
        made = DrawStage(n, kind, faces, name, "", how, plus)
        made = DrawStage(n, kind, faces, name, "", how, plus, self.stops(stops, f"{where}.until", made))
        if name:
            self.names[name] = made
        return made

    def find_device_by_name(self, row: Mapping[str, Any], where: str) -> DrawStage:
        """Return the earlier device with this name. Raise ModelError if the row also has the key dev, faces or draw."""
        again = normalized_identifier(row["again"]) if isinstance(row["again"], str) else None
        if again is None or again not in self.names:
            raise model_error("again", where, told=short(row["again"]).strip("'"))
        if row.get("dev") is not None or row.get("faces") is not None or row.get("draw") is not None:
            raise model_error("unknown", where, where=where, told="draw" if "draw" in row else "faces")
        return self.names[again]

    def how(self, kind: str, value: Any, where: str) -> str:
        """Return the replacement mode, or "" for the default of the device."""
        match = re.fullmatch(r"keep|back|add([1-9][0-9]{0,3})", value) if isinstance(value, str) else None
        if value in (None, "") or value == ("keep" if kind in ("bag", "deck") else "back"):
            return ""
        if not match or value == "keep" or int(match[1] or 0) > MAX_COUNT:
            raise model_error("how", where, told=short(value).strip("'"), most=MAX_COUNT)
        return str(value)

    def stops(self, value: Any, where: str, source: DrawStage) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or len(value) > 8:
            raise model_error("form", where, where=where, need="a list of at most 8 stops")
        out = []
        for number, given in enumerate(value):
            stop, here = (
                re.sub(r"\s+", "", normalize_digits(self.text(given, f"{where}[{number}]"))),
                f"{where}[{number}]",
            )
            kind = stop_kind(stop)
            if kind == "record":
                after = int(stop[6:] or 1) if len(stop) < 11 else 0
                stop = f"record{self.read_integer(after, here, 1, MAX_COUNT)}"
                word = next((face for face, _ in source.faces if isinstance(face, str)), None)
                if word is not None:
                    raise model_error("numbers", here, what="record", told=word)
            elif kind == "times":
                times, _, condition = stop.partition("*")
                if not re.fullmatch(r"[0-9]{1,4}", times):
                    raise model_error("stop", here, told=stop[:40])
                stop = f"{self.read_integer(int(times), here, 1, MAX_COUNT)}*{self.condition(condition, here, 'stop')}"
            elif kind == "pattern":
                parts = stop.split(".")
                if len(parts) > 12:
                    raise model_error("stop", here, told=stop[:40])
                stop = ".".join(str(self.condition(part, here, "stop")) for part in parts)
                if any(_COMPARED.fullmatch(part) for part in parts):
                    raise model_error("stop", here, told=stop[:40])
            elif kind == "value":
                stop = self.condition(stop, here, "stop")
            if stop not in out:
                out.append(stop)
        return tuple(out)

    def ask(self, value: Any, where: str, chain: tuple[DrawStage | BranchStage, ...]) -> StatisticSpec:
        row = self.mapping(value, where, ("what", "arg", "cmp", "table"))
        what = row.get("what")
        if not isinstance(what, str) or what not in STATISTICS:
            raise model_error("ask", where, told=short(what).strip("'"))
        faces = [face for draw in iter_draw_stages(chain) for face, _ in draw.faces]
        word = next((face for face in faces if isinstance(face, str)), None)
        sums = what in ("sum", "-")
        if (
            word is not None
            and what in ("-", *NUMERIC_STATISTICS)
            and (not sums or all(isinstance(face, str) for face in faces))
        ):
            raise model_error("numbers", where, what="a - b" if what == "-" else what, told=word)
        arg = self.argument(what, row.get("arg"), where, chain)
        worths = self.worths(row.get("table"), f"{where}.table")
        return StatisticSpec(
            what, arg, worths, self.compare(row.get("cmp"), f"{where}.cmp", what == "pattern" and not worths)
        )

    def argument(self, what: str, arg: Any, where: str, chain: tuple[DrawStage | BranchStage, ...]) -> Any:
        """Return the argument of a statistic: group names, a number, a value or a pattern."""
        if what == "-":
            groups = {draw.group for draw in iter_draw_stages(chain)}
            if not isinstance(arg, list | tuple) or len(arg) != 2:
                raise model_error("argument", where, what="a - b", need="two names")
            names = [normalized_identifier(name) if isinstance(name, str) else None for name in arg]
            for name, word in zip(arg, names, strict=True):
                if not word or word not in groups:
                    raise model_error("group", where, told=short(name).strip("'"))
            return str(names[0]), str(names[1])
        arg = to_python_value(arg)
        if what == "top":
            if type(arg) is not int or not 1 <= arg <= MAX_COUNT:
                raise model_error("argument", where, what="top", need=f"a number from 1 to {MAX_COUNT}")
            return arg
        if what == "count" or (what == "run" and arg is not None):
            if type(arg) is int:
                return self.read_integer(arg, where)
            if isinstance(arg, str) and not (what == "run" and _COMPARED.fullmatch(re.sub(r"\s+", "", arg))):
                return parse_value(self.condition(arg, where))
            raise model_error("argument", where, what=what, need="a value to look for")
        if what == "ends":
            parts = arg.split(".") if isinstance(arg, str) else [str(arg)] if type(arg) is int else []
            if not 1 <= len(parts) <= 12 or any(_COMPARED.fullmatch(part) for part in parts):
                raise model_error("argument", where, what=what, need="a pattern such as H.H.T")
            return parse_value(".".join(self.condition(part, where, "stop") for part in parts))
        if arg is not None:
            raise model_error("no_argument", where, what=what, told=short(arg).strip("'"))
        return None

    def worths(self, value: Any, where: str) -> tuple[tuple[int, int, Value], ...]:
        if value is None or value == []:
            return ()
        rows = self.read_list(value, where, 200, model_error("table", where, told="…"))
        out = []
        for number, row in enumerate(rows):
            here = f"{where}[{number}]"
            if not isinstance(row, list | tuple) or len(row) != 3:
                raise model_error("table", here, told=short(row))
            low, high = self.read_integer(row[0], here), self.read_integer(row[1], here)
            if high < low:
                raise model_error("span", here, told=f"{low}..{high}")
            out.append((low, high, self.value(row[2], here)))
        return tuple(out)

    def compare(self, value: Any, where: str, pattern: bool) -> tuple[str, Any] | None:
        if value is None:
            return None
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise model_error("compare", where, told=short(value))
        op, bound = value
        if not isinstance(op, str) or op not in COMPARISONS:
            raise model_error("compare", where, told=short(value))
        if pattern:
            wanted = normalized_repeat_pattern(to_python_value(bound))
            if op != "=" or wanted is None:
                raise model_error("pattern", where, told=short(bound).strip("'"))
            return op, wanted
        if op == "in":
            if not isinstance(bound, list | tuple) or len(bound) != 2:
                raise model_error("compare", where, told=short(value))
            low, high = self.read_integer(bound[0], where), self.read_integer(bound[1], where)
            if high < low:
                raise model_error("span", where, told=f"{low}..{high}")
            return "in", (low, high)
        if op == "=" and isinstance(bound, str):
            return op, self.value(bound, where)
        return op, self.read_integer(bound, where)


def parse_model_dict(value: Any) -> ModelSpec:
    """Create a model from a plain dictionary. Raise ModelError with a path in the dictionary."""
    reader = _Reader()
    row = reader.mapping(value, "", ("chain", "ask"))
    for key in ("chain", "ask"):
        if key not in row:
            raise model_error("form", key, where="A model", need=f"a table with an entry “{key}”")
    chain = reader.chain(row["chain"], "chain", True, 0)
    return ModelSpec(chain, reader.ask(row["ask"], "ask", chain))


def model_to_dict(spec: ModelSpec) -> dict[str, Any]:
    """Return the plain dictionary of a model. `parse_model_dict` creates an equal model from it."""
    ask = spec.statistic
    asked: dict[str, Any] = {"what": ask.name}
    if ask.argument is not None:
        asked["arg"] = list(ask.argument) if isinstance(ask.argument, tuple) else ask.argument
    if ask.value_table:
        asked["table"] = [list(row) for row in ask.value_table]
    if ask.comparison:
        asked["cmp"] = [ask.comparison[0], list(ask.comparison[1]) if ask.comparison[0] == "in" else ask.comparison[1]]
    return {"chain": [_column(stage) for stage in spec.stages], "ask": asked}


def _column(stage: DrawStage | BranchStage) -> dict[str, Any]:
    if isinstance(stage, BranchStage):
        return {"if": [[condition, [_column(inner) for inner in branch]] for condition, branch in stage.branches]}
    row: dict[str, Any] = {"n": stage.draw_count}
    if stage.source_name:
        row["again"] = stage.source_name
    else:
        row |= {"dev": stage.device, "faces": [list(face) for face in stage.faces]}
    more = {
        "name": stage.name,
        "draw": stage.replacement_mode,
        "plus": stage.offset,
        "until": list(stage.stop_conditions),
    }
    return row | {key: value for key, value in more.items() if value}
