"""Questions that the lesson has not answered before it asks them: what was shown, and which numbers are left to draw.

Each pupil draws numbers of one's own. What the lesson has told already, and the exit ticket of the teacher, are never
among them.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from gamelib import Question
from gamelib.numbers import NARROW

from .experiment import Cells, Grow, told_answer
from .pictures import drawn_figure
from .prose import plain

if TYPE_CHECKING:
    from .plan import Plan

LONG = 100
"""A whole number from here on tells an answer by itself; a smaller one may stand anywhere."""
Key = tuple[str, Hashable]
NUMBER = re.compile(r"([−-]?)(\d+)(?:/([1-9]\d*)|\.(\d+))?")


def key(asks: Question, settings: Mapping[str, Any]) -> Key:
    """A question with its numbers."""
    return asks.id, tuple(asks.settings(settings).items())


@dataclass
class Shown:
    """What a pupil has been shown: texts, and questions whose answers were given."""

    texts: list[str] = field(default_factory=list)
    answers: dict[str, set[Fraction]] = field(default_factory=dict)
    """By question: the answers given. They tell nothing of another question, where the same number may come."""
    asked: set[Key] = field(default_factory=set)

    def tells(self, asks: Question, value: Fraction) -> bool:
        """Whether this answer of the question has been told."""
        return value in self.answers.get(asks.id, ()) or tells(" ".join(self.texts), value)


def tells(text: str, value: Fraction) -> bool:
    """Whether a text has this answer in it, as a fraction, a percentage or a long number."""
    if value.denominator == 1:
        return abs(value) >= LONG and bool(re.search(rf"(?<![\d.,/]){abs(value.numerator)}(?![\d/]|[.,]\d)", text))
    pairs = re.findall(r"(?<![\d./])(\d+)/(\d+)(?![\d/])", text)
    if any(int(over) and Fraction(int(part), int(over)) == abs(value) for part, over in pairs):
        return True
    per_cent = re.escape(f"{float(100 * abs(value)):.1f} %")
    if re.search(rf"(?<![\d.]){per_cent}", text.replace(NARROW, " ")):
        return True
    return f"({float(abs(value)):.2f})" in text


def can_be_read(cells: Iterable[str], value: Fraction) -> bool:
    """Whether one of a picture's numbers is this one, as a fraction, a whole number or a decimal cut to its places."""
    for cell in cells:
        for sign, whole, over, places in NUMBER.findall(cell.replace(",", "")):
            shown = Fraction(int(whole), int(over or 1)) + Fraction(int(places or 0), 10 ** len(places))
            if abs(value - (-shown if sign else shown)) <= (Fraction(1, 2 * 10 ** len(places)) if places else 0):
                return True
    return False


def shown_before(plan: Plan, kind: str) -> Shown:
    """Everything that the page shows every pupil before the step of this kind."""
    shown = Shown()
    for step in plan.steps:
        if step.kind == kind:
            break
        shown.texts += [plain(step.text, plan.values), *_texts(plan, step)]
        _add_answers(shown, plan, step)
        if step.kind == "example" and step.more["experiment"].question:
            shown.asked.add(key(step.more["experiment"].asks, step.more["settings"]))
        elif step.kind == "compare":
            shown.asked.add(key(plan.question, plan.settings))
        elif step.kind == "change":
            shown.asked.add(key(plan.question, {**plan.settings, **step.more["setting"]}))
        elif step.kind == "rank":
            for choice in step.more["choices"]:
                shown.asked.add(key(step.more["question"], {**step.more["settings"], step.more["parameter"]: choice}))
    return shown


def _texts(plan: Plan, step: Any) -> Iterator[str]:
    """What a step tells besides its prose."""
    more = step.more
    if step.kind == "example":
        yield more["title"].format_map(plan.values)
    elif step.kind == "predict":
        yield plan.question.ask(**plan.settings)
    elif step.kind == "compare":
        yield str(plan.values["exact"])
    elif step.kind == "why":
        yield from _why(plan)
    elif step.kind == "change":
        yield plain(more["because"], plan.values)
        yield told_answer(plan.question, plan.question.value(**{**plan.settings, **more["setting"]}))


def _add_answers(shown: Shown, plan: Plan, step: Any) -> None:
    """The answers of other cases that a step gives."""
    more = step.more
    if step.kind == "example" and more["experiment"].question:
        _note(shown, more["experiment"].asks, [more["experiment"].answer(more["settings"])])
    elif step.kind in ("compare", "change"):
        _note(shown, plan.question, [plan.question.value(**{**plan.settings, **more.get("setting", {})})])
    elif step.kind == "rank":
        asks, name = more["question"], more["parameter"]
        _note(shown, asks, (asks.exact(**more["settings"], **{name: choice}) for choice in more["choices"]))


def _note(shown: Shown, asks: Question, values: Iterable[Fraction]) -> None:
    shown.answers.setdefault(asks.id, set()).update(values)


def _why(plan: Plan) -> Iterator[str]:
    made, settings = plan.experiment, plan.settings
    for path in made.paths(**settings) if made.paths else []:
        yield from (path.label, path.sum, path.detail, str(path.term))
    built = made.build(**settings) if made.build else None
    if isinstance(built, Cells):
        yield built.ask
    elif isinstance(built, Grow):
        for level in built.levels:
            yield from (level.ask, *level.options, *(reply for _, reply in level.wrong))
            yield from (twig.chance for twig in level.twigs)
    elif built:
        yield from built.steps


class Fresh:
    """The numbers that a check may be asked with: all settings that it has not answered, in an order by seed."""

    def __init__(self, plan: Plan) -> None:
        self.id = plan.id
        self.questions: tuple[Question, ...] = plan.step("check").more["questions"] if plan.has("check") else ()
        self.shown = shown_before(plan, "check")
        self.known: dict[Key, bool] = {}
        self.pictured: dict[Key, list[str]] = {}
        self.ticket = self._ticket()

    def fits(self, asks: Question, settings: dict[str, Any]) -> bool:
        """Whether the lesson has not answered this, and a mistake leads to another answer."""
        name = key(asks, settings)
        if name not in self.known:
            told = name in self.shown.asked or self.shown.tells(asks, asks.value(**settings))
            self.known[name] = not told and bool(asks.wrong(**settings))
        return self.known[name]

    def _ticket(self) -> tuple[Question, dict[str, Any]] | None:
        """The exit ticket: of the check with the most numbers to draw from, one that no pupil is asked."""
        if not self.questions:
            return None
        asks = max(self.questions, key=lambda asks: prod(len(p.choices) for p in asks.parameters.values()))
        first = next(self._in_order(asks, f"{self.id} ticket"), None)
        if first is None:
            raise ValueError(f"The lesson {self.id} answers every case of {asks.id} before it asks.")
        return asks, first

    def _in_order(self, asks: Question, seed: str) -> Iterator[dict[str, Any]]:
        cases = list(product(*(parameter.choices for parameter in asks.parameters.values())))
        Random(seed).shuffle(cases)
        for case in cases:
            settings = dict(zip(asks.parameters, case, strict=True))
            if self.fits(asks, settings):
                yield settings

    def draw(self, number: int, seed: int, draw: int) -> dict[str, Any]:
        """The numbers of a check for one pupil: `draw` counts how often it was asked anew; no two are the same."""
        found = self._cases(number, seed, draw + 1)
        return found[draw % len(found)]

    def after(self, number: int, seed: int, draw: int, looked: Iterable[int]) -> int | None:
        """The next draw that cannot be read off the pictures of the draws looked at; None where these tell them all."""
        asks = self.questions[number]
        cells = [cell for seen in looked for cell in self._cells(asks, self.draw(number, seed, seen))]
        if not cells:
            return draw + 1
        for later in range(draw + 1, draw + len(self._cases(number, seed))):
            if not can_be_read(cells, asks.value(**self.draw(number, seed, later))):
                return later
        return None

    def _cases(self, number: int, seed: int, most: int | None = None) -> list[dict[str, Any]]:
        """The cases of a check, in the order in which this pupil is asked them; the first ones, or all."""
        asks = self.questions[number]
        ticket = self.ticket and key(*self.ticket)
        cases = (case for case in self._in_order(asks, f"{self.id} {seed} {number}") if key(asks, case) != ticket)
        found = list(islice(cases, most))
        if not found:
            raise ValueError(f"The lesson {self.id} answers every case of {asks.id} before it asks.")
        return found

    def _cells(self, asks: Question, settings: dict[str, Any]) -> list[str]:
        """What a question's picture tells, without the names of its rows."""
        name = key(asks, settings)
        if name not in self.pictured:
            table = drawn_figure(asks, settings).layout.meta["table"]
            self.pictured[name] = [str(cell) for row in table["rows"] for cell in row[1:]]
        return self.pictured[name]
