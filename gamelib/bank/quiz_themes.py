"""What riddles ask of one game: which act brings something about, what comes of an act, what would allow one.

`decisions.toml` in a game's folder here lists them:

    dull = ["wrong_kind"]        codes of its refusals that teach nothing
    odd = ["colony_for"]         verbs that are not asked about
    plain = ["end"]              verbs that nobody has to think about
    decides = ["@coin"]          what is shown with who has won (see `shown`); none where it says who leads
    needs = {too_dear = ["line:me"]}                        what is shown with a refusal, by its code

    [[act]]                      which of some acts does it?
    id = "match"
    rules = ["TOW-4.1"]          the rule that decides, and others from whose shows positions come
    verbs = ["place"]
    ask = "Which of these ...?"  filled with `who`, who chooses
    brings = "matched"           the event, or the question after it, that the right one brings
    positions = ["2 seats; coins.0 <4|5>; ..."]             more positions, with what may stand in one place
    least = "price"              or a number of that event: the right one has the least; `most`: the most, `none`:
                                 0 or less of it
    tells = ["unmatched"]        what is said of a wrong one: the first of these events
    shown = ["@coin", "line:"]   facts by icon and groups by how their ids begin, shown besides what decides; of who
                                 chooses alone "hand:me"
    hides = {"gold:" = ["big"]}  what is not drawn of pieces, by how their ids begin: the sum that is asked for

    [[what]]                     what comes of one act?
    id = "price"
    rules = ["HAD-6.1"]
    verbs = ["buy"]              or chance = true: of what chance brings; `rather`: events that it should bring mostly
    ask = "What does {card:card} cost {who:seat}?"
    number = "price"             what is asked for, called {n} in answers; or seat = true, for {who:seat}
    own = true                   only of who chooses
    step = 1                     from one number to the next
    answers = {bought = "{n:|coin|coins}"}                  by what comes: an event, a question, the reason of an end
    near = {cost = "Each card of its colour takes 1 off."}  other numbers, with what is said of them
    also = {"Nothing." = "..."}                             other answers

    [[remedy]]                   one act is refused: what would allow it?
    id = "pays"
    rules = ["EMI-7.1"]
    verbs = ["section"]
    codes = ["cannot_pay"]       the refusals that are asked about; where = {what = "section"}: with these values
    changes = [                  what might be otherwise: with all of it the engine is asked again
        {say = "{n} more gold", n = "missing", "gold.{me}" = "n"},
        {say = "{with:card} as well", with = "R1-08", "owned.{me}" = ["{with}"]},
    ]

A change names places of a position, those of a list by number or by what lies there. A number is added to what is
there, a list put behind it; anything else, and all behind a name with "=" at its end, is put in its place. "n" is the
number `n`, "-n" as much less: if that is not above 0, the change is not thought of. Numbers are values of what comes or
of what is refused, "cost-owned" also what is counted from two. Sentences have the terms of the game.
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
"""Places of a position, and what is added to them or put there."""

ACTION_THEME, RESULT_THEME, REMEDY_THEME = "act", "what", "remedy"
_OTHERS = re.compile(r"<([^<>]*)>")
_PART = re.compile(r"([+*-]?)(\w+)")


@dataclass(frozen=True)
class QuizTheme:
    """One thing that riddles of a game ask."""

    game: Game
    kind: str
    entry: Mapping[str, Any]

    @property
    def id(self) -> str:
        return str(self.entry["id"])

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.entry["rules"])

    @property
    def verbs(self) -> Collection[str]:
        return tuple(self.entry.get("verbs", ()))

    def positions(self, rng: Random) -> list[str]:
        """The positions that it lists, one of the alternatives in each place."""
        return [
            _OTHERS.sub(lambda match: _one(match[1].split("|"), rng), text) for text in self.entry.get("positions", ())
        ]

    def all_position_texts(self) -> Iterator[str]:
        """All of the positions that it lists, with each of the alternatives."""
        for text in self.entry.get("positions", ()):
            pieces = _OTHERS.split(text)
            for parts in product(*(piece.split("|") for piece in pieces[1::2])):
                yield "".join(map("".join, zip(pieces[::2], (*parts, ""), strict=True)))

    @property
    def visible_groups(self) -> tuple[str, ...]:
        return tuple(self.entry.get("shown", ()))

    @property
    def hidden_groups(self) -> Mapping[str, Collection[str]]:
        return dict(self.entry.get("hides", {}))

    def format_text(self, text: str, names: Sequence[str], **values: Any) -> str:
        """A sentence of this theme, filled in."""
        return self.game.texts.fill_template(text, values, names)

    # -- which act ---------------------------------------------------------------------------

    def measure(self, state_after: State[Any]) -> float | None:
        """How much what came is what is asked for: the more the better; None if it is not to be counted here."""
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
        """What is said of an act that is not the right one."""
        for code in self.entry.get("tells", ()):
            for event in state_after.events:
                if event.code == code:
                    return str(self.game.describe(event, names))
        return str(self.game.describe(state_after.events[0], names)) if state_after.events else ""

    # -- what would allow it -----------------------------------------------------------------

    def is_about_ruling(self, ruling: Ruling) -> bool:
        """Whether it asks what would allow an act that is refused in this way."""
        where = self.entry.get("where", {})
        return ruling.code in self.entry["codes"] and all(ruling.values.get(name) == of for name, of in where.items())

    def possible_remedies(
        self, ruling: Ruling, names: Sequence[str], seat: int
    ) -> Iterator[tuple[str, PositionChange]]:
        """What might be otherwise where an act is refused: in words, and as it is put into the position."""
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

    # -- what comes of it --------------------------------------------------------------------

    @cached_property
    def answers(self) -> Mapping[str, str]:
        return dict(self.entry["answers"])

    def theme_result(self, state_after: State[Any], seat: int | None) -> tuple[str, dict[str, Any]] | None:
        """What came, of what is asked about: its code, and its values with those of all that came. `seat`: who
        chose."""
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
        """What is asked of a step; None if nothing came that is asked about."""
        come = self.theme_result(state_after, seat)
        if come is None:
            return None
        if isinstance(step, Action):
            act = "" if seat is None else self.game.describe_act(step, seat, names)
            return self.format_text(self.entry["ask"], names, **come[1], did=self.game.describe(step, names), act=act)
        return self.format_text(self.entry["ask"], names, **come[1], **{f"o{n}": part for n, part in enumerate(step)})

    def answer(self, state_after: State[Any], names: Sequence[str], seat: int | None) -> str | None:
        """The right answer; None if nothing came that is asked about."""
        come = self.theme_result(state_after, seat)
        return None if come is None else self._text(*come, names)

    def _text(self, code: str, values: dict[str, Any], names: Sequence[str], number: int | None = None) -> str:
        if number is None and "number" in self.entry and "{n" in self.answers[code]:
            number = _number(self.entry["number"], values)
        return self.format_text(self.answers[code], names, **values, n=number)

    def distractors_with_feedback(
        self, state_after: State[Any], names: Sequence[str], seat: int | None
    ) -> Iterator[tuple[str, str]]:
        """Other answers, with what is said of them: mistakes that have a name, then what is near."""
        come = self.theme_result(state_after, seat)
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
    """A value of a change, with what stands for something in its texts filled in."""
    if isinstance(value, list):
        return [_filled(part, places) for part in value]
    if not isinstance(value, str) or value == "null":
        return None if value == "null" else value
    filled = value.format(**places)
    return int(filled) if filled.isdecimal() else filled


def rules_affected_by_option(state: State[Any], change: PositionChange) -> State[Any]:
    """A position with some of it otherwise. ValueError if there can be no such position."""
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
    """What lies at the end of a way, with this added to it or in its place."""
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
    """What is asked now; at the end of a game its reason."""
    node = state.node
    return node.reason if isinstance(node, End) else getattr(node, "step_name", "")


def _number(sum: str, values: Mapping[str, Any]) -> int:
    """A number that is counted from values; of cards, how many. A value that is not there counts nothing."""
    total = 0
    for sign, name in _PART.findall(sum):
        value = int(name) if name.isdecimal() else values.get(name, 0)
        value = len(value) if isinstance(value, tuple) else value
        total = total * value if sign == "*" else total - value if sign == "-" else total + value
    return int(total)


@cache
def quiz_themes(game: Game) -> tuple[QuizTheme, ...]:
    """What riddles ask of a game."""
    data = _data(game.id)
    return tuple(
        QuizTheme(game, kind, entry)
        for kind in (ACTION_THEME, RESULT_THEME, REMEDY_THEME)
        for entry in data.get(kind, ())
    )


def quiz_theme(game: Game, id: str) -> QuizTheme:
    """The theme of this id; LookupError if there is none."""
    for one in quiz_themes(game):
        if one.id == id:
            return one
    raise LookupError(f"{game.title} has no theme {short_repr(id)}.")


def refusal_picture_groups(game: Game, codes: Collection[str]) -> Collection[str]:
    """What is shown with refusals of these codes."""
    needs: Mapping[str, Collection[str]] = _data(game.id).get("needs", {})
    return tuple(dict.fromkeys(place for code in codes for place in needs.get(code, ())))


def codes_and_verbs_with_mark(game: Game, mark: str) -> Collection[str]:
    """What is noted of a game's refusals and acts: "dull", "plain", "odd", "decides" or so."""
    return tuple(_data(game.id).get(mark, ()))


@cache
def _data(id: str) -> dict[str, Any]:
    path = content_folder(id) / "decisions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {}
