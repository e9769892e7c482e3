"""Questions that the lesson has not answered before it asks them: what was shown, and which numbers are left to draw.

Each pupil draws numbers of one's own. What the lesson has told already, and the exit ticket of the teacher, are never
among them.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, product
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from gamelib import Question
from gamelib.number_format import NO_BREAK_SPACE, format_fixed

from .answers import apart
from .experiment import Cells, Sort, levels, told_answer
from .pictures import drawn_figure, explained
from .prose import plain
from .steps import steps

if TYPE_CHECKING:
    from .plan import Plan

LONG = 100
"""A whole number from here on tells an answer by itself; a smaller one may stand anywhere."""
Key = tuple[str, Hashable]
COUNTED = re.compile(r"(?<![\d./])(\d+) (?:of|in|out of) (?:the )?(\d+)(?![\d/])")
"""A share as it is counted: "3 of 8"; neither number stands there alone."""
NUMBER = re.compile(r"([−-]?)(\d+)(?:/([1-9]\d*)|\.(\d+))?")


def key(asks: Question, settings: Mapping[str, Any]) -> Key:
    """A question with its numbers."""
    return asks.id, tuple(asks.resolve_parameters(settings).items())


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


@dataclass(frozen=True, slots=True)
class Told:
    """The numbers that a text has in it, each kind as it is written there."""

    shares: frozenset[Fraction]
    """Fractions, and "3 of the 8"."""
    percents: frozenset[str]
    decimals: frozenset[str]
    wholes: frozenset[int]


@lru_cache(maxsize=2**14)
def _told(text: str) -> Told:
    pairs = re.findall(r"(?<![\d./])(\d+)/(\d+)(?![\d/])", text)
    pairs += COUNTED.findall(text)
    return Told(
        frozenset(Fraction(int(part), int(over)) for part, over in pairs if int(over)),
        frozenset(re.findall(r"(?<![\d.])(\d+(?:\.\d+)?) %", text.replace(NO_BREAK_SPACE, " "))),
        frozenset(re.findall(r"(?<![\d.,])(\d+\.\d+)(?!\d)", text)),
        frozenset(map(int, re.findall(r"(?<![\d.,/])(\d+)(?![\d/]|[.,]\d)", COUNTED.sub(" ", text)))),
    )


def tells(text: str, value: Fraction) -> bool:
    """Whether a text has this answer in it, as a fraction, a percentage, a decimal or a long number."""
    told, size = _told(text), abs(value)
    if value.denominator == 1:
        return size >= LONG and size.numerator in told.wholes
    return (
        size in told.shares
        or format_fixed(100 * size, 1) in told.percents
        or any(format_fixed(size, places) in told.decimals for places in (2, 3))
    )


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
        yield plan.question.prompt_text(**plan.settings)
    elif step.kind == "compare":
        yield str(plan.values["exact"])
        yield from (reply for _, _, reply in plan.question.wrong_answers(**plan.settings))
    elif step.kind == "why":
        yield from _why(plan)
    elif step.kind == "change":
        yield from (plain(said, plan.values) for said in (more["because"], *more["replies"].values()))
        yield told_answer(plan.question, plan.question.exact_value(**{**plan.settings, **more["setting"]}))


def _add_answers(shown: Shown, plan: Plan, step: Any) -> None:
    """The answers of other cases that a step gives."""
    more = step.more
    if step.kind == "example" and more["experiment"].question:
        _note(shown, more["experiment"].asks, [more["experiment"].answer(more["settings"])])
    elif step.kind in ("compare", "change"):
        _note(shown, plan.question, [plan.question.exact_value(**{**plan.settings, **more.get("setting", {})})])
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
        yield from (built.ask, *(cell.say for cell in built.cells))
    elif isinstance(built, Sort):
        yield from built.steps
    for level in levels(built) if built else ():
        yield from (level.ask, *level.options, *(reply for _, reply in level.wrong))
        yield from (twig.chance for twig in level.twigs)


def _length(value: Fraction) -> int:
    """How long a number is to work with."""
    return abs(value.numerator) + value.denominator


class Fresh:
    """The numbers that a check may be asked with: all settings that it has not answered, in an order by seed."""

    def __init__(self, plan: Plan) -> None:
        self.id, self.plan = plan.id, plan
        self.questions: tuple[Question, ...] = plan.step("check").more["questions"] if plan.has("check") else ()
        self.shown = shown_before(plan, "check")
        self.known: dict[Key, bool] = {}
        self.pictured: dict[Key, list[str]] = {}
        self.downwards: dict[Key, dict[str, Any] | None] = {}
        self.sayings: dict[Key, str] = {}
        self.drawn: dict[tuple[int, int], tuple[Iterator[dict[str, Any]], list[dict[str, Any]]]] = {}
        """Of each check of a pupil, by its number and the seed: cases to come, and those found so far."""
        self.ticket = self._ticket()

    @cached_property
    def pictured_before(self) -> set[Fraction]:
        """The chances that pictures before the checks tell, whatever they are chances of."""
        plan, chances = self.plan, set[Fraction]()
        for step in plan.steps:
            if step.kind == "example":
                dist = step.more["experiment"].outcomes(**step.more["settings"])
            elif step.kind in ("compare", "change"):
                dist = plan.experiment.outcomes(**{**plan.settings, **step.more.get("setting", {})})
            else:
                continue
            chances |= {dist.p(outcome) for outcome in dist}
        return chances

    @cached_property
    def explained(self) -> str:
        """What the picture of Why says, with its table."""
        if not self.plan.has("why"):
            return ""
        meta = explained(self.plan).layout.meta
        return " ".join([str(meta.get("text", "")), *(str(cell) for row in meta["table"]["rows"] for cell in row[1:])])

    def is_pictured(self, value: Fraction) -> bool:
        """Whether a picture before the checks tells this number; it is asked only where there is no other left."""
        return value in self.pictured_before or tells(self.explained, value)

    def fits(self, asks: Question, settings: dict[str, Any]) -> bool:
        """Whether the lesson has not answered this, every mistake is apart from it, and no hint or reply says it;
        what is sure is not asked."""
        name = key(asks, settings)
        if name not in self.known:
            exact, chance = asks.exact_value(**settings), asks.kind == "chance"
            told = name in self.shown.asked or self.shown.tells(asks, exact) or (chance and exact in (0, 1))
            wrong = [] if told else [value for _, value, _ in asks.wrong_answers(**settings)]
            fits = bool(wrong) and all(apart(exact, value, chance) for value in wrong)
            self.known[name] = fits and not tells(self._said(asks, settings), exact)
        return self.known[name]

    def _ticket(self) -> tuple[Question, dict[str, Any]] | None:
        """The exit ticket: of the check with the most numbers to draw from, one that no pupil is asked."""
        if not self.questions:
            return None
        asks = max(self.questions, key=lambda asks: prod(len(p.choices) for p in asks.parameters.values()))
        if prod(len(p.choices) for p in asks.parameters.values()) == 1:
            return None  # own questions have one case each, and that is the pupils'
        first = next(self._in_order(asks, f"{self.id} ticket"), None)
        if first is None:
            raise self._none_left(asks)
        return asks, first

    def _none_left(self, asks: Question) -> ValueError:
        if not asks.misconceptions:
            return ValueError(
                f"The question {asks.id} names no mistake, so nothing could be said to a wrong answer; "
                "a check needs one."
            )
        return ValueError(f"The lesson {self.id} answers every case of {asks.id} before it asks.")

    def _in_order(self, asks: Question, seed: str) -> Iterator[dict[str, Any]]:
        cases = list(product(*(parameter.choices for parameter in asks.parameters.values())))
        Random(seed).shuffle(cases)
        for case in cases:
            settings = dict(zip(asks.parameters, case, strict=True))
            if asks.is_offered(settings) and self.fits(asks, settings):
                yield settings

    def _said(self, asks: Question, settings: dict[str, Any]) -> str:
        """All that a question says at these settings: itself, hints, replies, steps on the way."""
        name = key(asks, settings)
        if name not in self.sayings:
            hints = (asks.hint_text(step, **settings) for step in range(len(asks.hints)))
            replies = (reply for _, _, reply in asks.wrong_answers(**settings))
            on_the_way = (step.ask for step in steps(asks, settings))
            self.sayings[name] = " ".join([asks.prompt_text(**settings), *hints, *replies, *on_the_way])
        return self.sayings[name]

    def draw(self, number: int, seed: int, draw: int) -> dict[str, Any]:
        """The numbers of a check for one pupil: `draw` counts how often it was asked anew; no two are the same."""
        cases = self._cases(number, seed, draw + 1)
        return cases[draw % len(cases)]

    def smaller(self, number: int, settings: Mapping[str, Any]) -> dict[str, Any] | None:
        """The same question with the smallest numbers at which a mistake still shows: those of the shortest fraction.

        Where these are the smallest, the next ones; None where there are no others.
        """
        asks = self.questions[number]
        if key(asks, settings) not in self.downwards:
            self.downwards[key(asks, settings)] = self._smallest(asks, settings)
        return self.downwards[key(asks, settings)]

    def _smallest(self, asks: Question, settings: Mapping[str, Any]) -> dict[str, Any] | None:
        smallest: tuple[int, dict[str, Any]] | None = None
        ticket = self.ticket and key(*self.ticket)
        for given in asks.offered_settings():
            value = asks.exact_value(**given)
            sure = asks.kind == "chance" and value in (0, 1)
            other = key(asks, given) not in (key(asks, settings), ticket) and value != asks.exact_value(**settings)
            if (not smallest or _length(value) < smallest[0]) and not sure and other and asks.wrong_answers(**given):
                smallest = _length(value), given
        return smallest and smallest[1]

    def is_smaller(self, number: int, one: Mapping[str, Any], than: Mapping[str, Any]) -> bool:
        """Whether these numbers of a question are easier to reckon with than those."""
        asks = self.questions[number]
        return _length(asks.exact_value(**one)) < _length(asks.exact_value(**than))

    def after(
        self, number: int, seed: int, draw: int, looked: Iterable[int], beside: Iterable[tuple[int, int]] = ()
    ) -> int | None:
        """The next draw that cannot be read off the pictures of the draws looked at; None where these tell them all.

        One that is told by the words of the checks beside it, or tells what these ask, comes only where no other is
        left. `beside`: their numbers and draws.
        """
        asks = self.questions[number]
        cells = [cell for seen in looked for cell in self._cells(asks, self.draw(number, seed, seen))]
        others = [(self.questions[n], self.draw(n, seed, its)) for n, its in beside]
        said = [(self._said(one, given), one.exact_value(**given)) for one, given in others]
        told = None
        for later in self._later(number, seed, draw):
            given = self.draw(number, seed, later)
            value, words = asks.exact_value(**given), self._said(asks, given)
            if can_be_read(cells, value):
                continue
            if not any(tells(text, value) or tells(words, other) for text, other in said):
                return later
            told = later if told is None else told
        return told

    def _later(self, number: int, seed: int, draw: int) -> Iterator[int]:
        """The draws after this one, up to where they begin anew; one at least."""
        yield draw + 1
        yield from range(draw + 2, draw + len(self._cases(number, seed)))

    def _cases(self, number: int, seed: int, most: int | None = None) -> list[dict[str, Any]]:
        """The cases of a check, in the order in which this pupil is asked them; the first ones at least, or all."""
        if (number, seed) not in self.drawn:
            self.drawn[number, seed] = self._own(number, seed), []
        to_come, cases = self.drawn[number, seed]
        cases += islice(to_come, None if most is None else max(0, most - len(cases)))
        if not cases:
            raise self._none_left(self.questions[number])
        return cases

    def _own(self, number: int, seed: int) -> Iterator[dict[str, Any]]:
        """The cases of a check whose answer stands in no picture before it, that neither tell what this pupil's checks
        before it ask, nor are told by them; the others only where there are no more of these."""
        asks = self.questions[number]
        ticket = self.ticket and key(*self.ticket)
        before = [(self.questions[n], self._cases(n, seed, 1)[0]) for n in range(number)]
        others = [(self._said(one, given), one.exact_value(**given)) for one, given in before]
        telling: list[dict[str, Any]] = []
        needed = self.plan.step("check").more["needed"]
        heavy: list[dict[str, Any]] = []
        for case in self._in_order(asks, f"{self.id} {seed} {number}"):
            if key(asks, case) == ticket:
                continue
            value, said = asks.exact_value(**case), self._said(asks, case)
            if self.is_pictured(value) or any(tells(text, value) or tells(said, other) for text, other in others):
                telling.append(case)
            elif number in needed and asks.is_laborious(case):
                heavy.append(case)
            else:
                yield case
        yield from (case for case in telling if not asks.is_laborious(case))
        yield from heavy
        yield from (case for case in telling if asks.is_laborious(case))

    def _cells(self, asks: Question, settings: dict[str, Any]) -> list[str]:
        """What a question's picture tells, without the names of its rows."""
        name = key(asks, settings)
        if name not in self.pictured:
            table = drawn_figure(asks, settings).layout.meta["table"]
            self.pictured[name] = [str(cell) for row in table["rows"] for cell in row[1:]]
        return self.pictured[name]
