"""Quiz themes of one game.

A question asks for the action with a given effect, the result of an action, or the change that makes an action legal.

The file `decisions.toml` in the folder of the game lists the themes:

    dull = ["wrong_kind"]        refusal codes of the game that teach nothing
    odd = ["colony_for"]         verbs without questions
    plain = ["end"]              verbs that are always legal
    decides = ["@coin"]          elements displayed with a question about winners, omitted if the table shows the leader
    needs = {too_dear = ["line:me"]}                        elements displayed with a refusal, by its code

    [[act]]                      question: which of these actions has the effect?
    id = "match"
    rules = ["TOW-4.1"]          the rule that decides, and other rules with examples whose positions are used
    verbs = ["place"]
    ask = "Which of these ...?"  filled with `who`, the seat that chooses
    brings = "matched"           the event or the next step that the right action causes
    positions = ["2 seats; coins.0 <4|5>; ..."]             more positions, with alternatives in some places
    least = "price"              or a number of that event: the right action has the smallest number. With `most`, the
                                 right action has the largest number, and with `none`, 0 or less
    tells = ["unmatched"]        feedback on a wrong action: the first of these events that it causes
    shown = ["@coin", "line:"]   extra facts by icon and groups by the start of their ids, "hand:me" only for the seat
                                 that chooses
    hides = {"gold:" = ["big"]}  parts of pieces that are not drawn, by the start of their ids, such as the answer

    [[what]]                     question: which result does one action have?
    id = "price"
    rules = ["HAD-6.1"]
    verbs = ["buy"]              or chance = true for the result of an outcome. `rather` lists preferred events
    ask = "What does {card:card} cost {who:seat}?"
    number = "price"             the number of the answer, {n} in answers, or seat = true for {who:seat}
    own = true                   only events of the seat that chooses
    step = 1                     difference between neighbouring numbers
    answers = {bought = "{n:|coin|coins}"}                  by result: event, step or reason for the end
    near = {cost = "Each card of its colour takes 1 off."}  other numbers, with their feedback
    also = {"Nothing." = "..."}                             other answers, with their feedback

    [[remedy]]                   question: which change makes an illegal action legal?
    id = "pays"
    rules = ["EMI-7.1"]
    verbs = ["section"]
    codes = ["cannot_pay"]       the refusals of the theme. where = {what = "section"} requires these values
    changes = [                  possible changes, each checked by the engine in the changed position
        {say = "{n} more gold", n = "missing", "gold.{me}" = "n"},
        {say = "{with:card} as well", with = "R1-08", "owned.{me}" = ["{with}"]},
    ]

A change names fields of a position, and items of lists by index or by value. A number is added to the current number,
and a list is appended to the current list. Other values, and values of names that end with "=", replace the current
value. "n" is the number `n`, and "-n" is its negative. If the number is not above 0, the change is skipped. Numbers
are values of the result or of the refusal. "cost-owned" is the difference of two values. Sentences contain the terms
of the game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from random import Random
from typing import Any

from ..base_game import Game
from ..nodes import Action, End, Ruling
from ..position_text import build_without_diagnosis, parse_position
from ..state import State
from ..validation import short_repr as short_repr
from . import content_folder

PositionChange = tuple[tuple[str, Any], ...]
"""Places of a position, and the value that is added or set at each place."""

ACTION_THEME, RESULT_THEME, REMEDY_THEME = "act", "what", "remedy"
_OTHERS = re.compile(r"<([^<>]*)>")
_PART = re.compile(r"([+*-]?)(\w+)")


@dataclass(frozen=True)
class QuizTheme:
    """Subject of quiz questions about a game."""

    game: Game
    kind: str
    entry: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Id of the theme."""
        return str(self.entry["id"])

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules in the questions."""
        return tuple(self.entry["rules"])

    @property
    def verbs(self) -> Collection[str]:
        """Verbs of the actions in the questions. The tuple is empty if the theme lists none."""
        return tuple(self.entry.get("verbs", ()))

    def listed_position_texts(self, rng: Random) -> list[str]:
        """Return the positions that the theme lists. Each list of alternatives is replaced with a random one."""
        return [
            _OTHERS.sub(lambda match: _one(match[1].split("|"), rng), text) for text in self.entry.get("positions", ())
        ]

    def all_position_texts(self) -> Iterator[str]:
        """Yield the positions that the theme lists, with every combination of the alternatives."""
        for text in self.entry.get("positions", ()):
            pieces = _OTHERS.split(text)
            for parts in product(*(piece.split("|") for piece in pieces[1::2])):
                yield "".join(map("".join, zip(pieces[::2], (*parts, ""), strict=True)))

    @property
    def visible_element_prefixes(self) -> tuple[str, ...]:
        """First parts of the ids of elements that are displayed with the question."""
        return tuple(self.entry.get("shown", ()))

    @property
    def hidden_parts_by_piece_prefix(self) -> Mapping[str, Collection[str]]:
        """Parts of pieces that are not drawn, by the first part of the ids of the pieces."""
        return dict(self.entry.get("hides", {}))

    def format_text(self, text: str, names: Sequence[str], **values: Any) -> str:
        """Return a sentence of this theme with its values filled in."""
        return self.game.texts.fill_template(text, values, names)

    # -- action themes -----------------------------------------------------------------------

    def match_score(self, state_after: State[Any]) -> float | None:
        """Return a score for the match of a result and the question (higher is better), or None for no match."""
        brings = self.entry["brings"]
        for name, sign in (("most", 1), ("least", -1)):
            if name in self.entry:
                values = next((event.values for event in state_after.events if event.code == brings), None)
                return None if values is None else sign * _number(self.entry[name], values)
        if "none" in self.entry:
            values = next((event.values for event in state_after.events if event.code == brings), None)
            return None if values is None else float(_number(self.entry["none"], values) <= 0)
        return float(brings == _asked(state_after) or any(event.code == brings for event in state_after.events))

    def wrong_action_feedback(self, state_after: State[Any], names: Sequence[str]) -> str:
        """Return the feedback on a wrong action."""
        for code in self.entry.get("tells", ()):
            for event in state_after.events:
                if event.code == code:
                    return str(self.game.describe(event, names))
        return str(self.game.describe(state_after.events[0], names)) if state_after.events else ""

    # -- remedy themes -----------------------------------------------------------------------

    def is_about_ruling(self, ruling: Ruling) -> bool:
        """Return whether the theme applies to a refusal."""
        where = self.entry.get("where", {})
        return ruling.code in self.entry["codes"] and all(ruling.values.get(name) == of for name, of in where.items())

    def possible_remedies(
        self, ruling: Ruling, names: Sequence[str], seat: int
    ) -> Iterator[tuple[str, PositionChange]]:
        """Yield the possible changes for a refusal, each as a text and as a position change."""
        for entry in self.entry["changes"]:
            number = _number(entry["n"], ruling.values) if "n" in entry else 0
            if "n" in entry and number <= 0:
                continue
            places = {**ruling.values, "me": seat, "with": entry.get("with")}
            numbers = {"n": number, "-n": -number}
            made = tuple(
                (path.format(**places), numbers[value] if value in ("n", "-n") else _filled(value, places))
                for path, value in entry.items()
                if path not in ("say", "n", "with")
            )
            yield self.format_text(entry["say"], names, **places, n=number), made

    # -- result themes -----------------------------------------------------------------------

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """Mapping from the id of each possible answer to its text."""
        return dict(self.entry["answers"])

    def result_code_and_values(self, state_after: State[Any], seat: int | None) -> tuple[str, dict[str, Any]] | None:
        """Return the code and the values of the result that matches the theme, or None.

        The values come from all events of the step. `seat` is the seat that chose the action.
        """
        values: dict[str, Any] = {"me": seat, **getattr(state_after.node, "values", {})}
        if isinstance(state_after.node, End):
            values["winners"] = state_after.node.winners
        for event in reversed(state_after.events):
            values |= event.values
        by_code = {
            event.code: event
            for own in (False, True)
            for event in reversed(state_after.events)
            if (event.seat == seat) is own
        }
        for code in self.answers:
            event = by_code.get(code)
            if event is not None and self.entry.get("own") and event.seat != seat:
                continue
            if event is not None:
                return code, {**values, **event.values, "who": event.seat}
            if code == _asked(state_after):
                return code, {**values, "who": getattr(state_after.node, "seat", None)}
        return None

    def prompt(self, step: Any, state_after: State[Any], names: Sequence[str], seat: int | None) -> str | None:
        """Return the question about a step, or None if no result matches the theme."""
        come = self.result_code_and_values(state_after, seat)
        if come is None:
            return None
        if isinstance(step, Action):
            act = "" if seat is None else self.game.describe_act(step, seat, names)
            return self.format_text(self.entry["ask"], names, **come[1], did=self.game.describe(step, names), act=act)
        return self.format_text(self.entry["ask"], names, **come[1], **{f"o{n}": part for n, part in enumerate(step)})

    def answer(self, state_after: State[Any], names: Sequence[str], seat: int | None) -> str | None:
        """Return the right answer, or None if no result matches the theme."""
        come = self.result_code_and_values(state_after, seat)
        return None if come is None else self._text(*come, names)

    def _text(self, code: str, values: dict[str, Any], names: Sequence[str], number: int | None = None) -> str:
        if number is None and "number" in self.entry and "{n" in self.answers[code]:
            number = _number(self.entry["number"], values)
        return self.format_text(self.answers[code], names, **values, n=number)

    def distractors_with_feedback(
        self, state_after: State[Any], names: Sequence[str], seat: int | None
    ) -> Iterator[tuple[str, str]]:
        """Yield other answers with their feedback. Named mistakes come first, then numbers near the right answer."""
        come = self.result_code_and_values(state_after, seat)
        if come is None:
            return
        code, values = come
        for text, note in self.entry.get("also", {}).items():
            yield self.format_text(text, names, **values), self.format_text(note, names, **values)
        if "number" in self.entry and "{n" in self.answers[code]:
            right, step = _number(self.entry["number"], values), int(self.entry.get("step", 1))
            for sum, note in self.entry.get("near", {}).items():
                number = _number(sum, values)
                if number >= 0:
                    yield self._text(code, values, names, number), self.format_text(note, names, **values)
            for number in (right + step, right - step):
                if number >= 0:
                    yield self._text(code, values, names, number), ""
        if self.entry.get("seat") and "{who" in self.answers[code]:
            for seat in range(len(names)):
                yield self._text(code, {**values, "who": seat}, names), ""
        for other, text in self.answers.items():
            if other != code and "{" not in text:
                yield text, ""


def _filled(value: Any, places: Mapping[str, Any]) -> Any:
    """Return a value of a position change after filling in the placeholders in its texts."""
    if isinstance(value, list):
        return [_filled(part, places) for part in value]
    if not isinstance(value, str) or value == "null":
        return None if value == "null" else value
    filled = value.format(**places)
    return int(filled) if filled.isdecimal() else filled


def position_with_change(state: State[Any], change: PositionChange) -> State[Any]:
    """Return a position with a change applied. Raise ValueError if the changed position is impossible."""
    said, now = parse_position(state.game.position_text(state)), state.to_dict()
    for path, value in change:
        field, *way = path.removesuffix("=").split(".")
        try:
            now[field] = _put(now[field], way, value, path[-1] != "=")
        except LookupError:
            raise ValueError(f"There is nothing at {path}.") from None
        said[field] = now[field]
    return build_without_diagnosis(state.game, said)


def _put(here: Any, way: Sequence[str], value: Any, adds: bool) -> Any:
    """Return the object after a value was added or set at the end of a path."""
    if way:
        key: Any = way[0]
        if isinstance(here, list):
            key = int(key) if key.isdecimal() else here.index(key)
        inner = here[key] if isinstance(here, list) or len(way) > 1 else here.get(key)
        here[key] = _put(inner, way[1:], value, adds)
        return here
    if adds and type(value) is int:
        return value + (here or 0)
    return [*(here or ()), *value] if adds and isinstance(value, list) else value


def _one(of: Sequence[str], rng: Random) -> str:
    return of[int(rng.random() * len(of))]


def _asked(state: State[Any]) -> str:
    """Return the name of the step that waits for a choice or outcome, or the reason for the end of the game."""
    node = state.node
    return node.reason if isinstance(node, End) else getattr(node, "step_name", "")


def _number(sum: str, values: Mapping[str, Any]) -> int:
    """Evaluate a sum of values. A tuple counts as its length, a missing value as 0."""
    total = 0
    for sign, name in _PART.findall(sum):
        value = int(name) if name.isdecimal() else values.get(name, 0)
        value = len(value) if isinstance(value, tuple) else value
        total = total * value if sign == "*" else total - value if sign == "-" else total + value
    return int(total)


@cache
def quiz_themes(game: Game) -> tuple[QuizTheme, ...]:
    """Return the quiz themes of a game."""
    data = _data(game.id)
    return tuple(
        QuizTheme(game, kind, entry)
        for kind in (ACTION_THEME, RESULT_THEME, REMEDY_THEME)
        for entry in data.get(kind, ())
    )


def quiz_theme(game: Game, id: str) -> QuizTheme:
    """Return the theme with this id. Raise LookupError if the game has no such theme."""
    for one in quiz_themes(game):
        if one.id == id:
            return one
    raise LookupError(f"{game.title} has no theme {short_repr(id)}.")


def refusal_picture_groups(game: Game, codes: Collection[str]) -> Collection[str]:
    """Return the elements that are displayed with refusals of these codes."""
    needs: Mapping[str, Collection[str]] = _data(game.id).get("needs", {})
    return tuple(dict.fromkeys(place for code in codes for place in needs.get(code, ())))


def codes_and_verbs_with_mark(game: Game, mark: str) -> Collection[str]:
    """Return the refusal codes or verbs of a game with a mark such as "dull", "plain", "odd" or "decides"."""
    return tuple(_data(game.id).get(mark, ()))


@cache
def _data(id: str) -> dict[str, Any]:
    path = content_folder(id) / "decisions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {}
