"""What the board knows of a lesson: its steps, its exact answer, its questions with their likely mistakes."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from gamelib import Question, Record
from gamelib.bank.quiz_generator import make_quiz_question, quiz_rules_for_topic
from gamelib.bank.quiz_question_types import PICTURE_TYPES, THEMED_TYPES, QuizQuestion

from ..lesson.bench import short
from ..lesson.experiment import Build, told_answer
from ..lesson.files import FOLDER, front_matter, ids, load
from ..lesson.forms import hit_places
from ..lesson.fresh import Fresh
from ..lesson.page import weights
from ..lesson.plan import CHIPS, LABELS, Plan
from ..lesson.report import OTHER, RIGHT, asked
from ..lesson.score import misplaced, shares, spread
from ..lesson.teacher import SHEET_SEED, sheet
from ..page.texts import NAMES

_RIDDLES = 2
_TRIES = 3
_MOST_SAID = 2000  # questions with numbers of pupils, and predictions, that are kept
_DRAWS = 6  # of a question's numbers, among which each of its mistakes shows once
NUDGES = {
    "example": "Look once more: what changes from one time to the next, and what stays?",
    "play": "Try it by hand once more, and count as you go.",
    "machine": "Say aloud what happens first, and what then. Which thing on the shelf does that?",
    "predict": "Begin with the outcome that you expect most often. How many of your chips would you put there?",
    "run": "Run it ten times, and ten times again. What comes back, and what does not?",
    "compare": "Which column surprised you most? What could make it higher or lower than you thought?",
    "why": "Take one outcome, and write down every way in which it can come.",
    "change": "Change one thing only, and say first: up, down, or the same?",
    "data": "Throw on, and put in what you have: what does the model say to twice as many?",
    "rank": "Which one is surely first, and which one surely last?",
    "check": "First write down what can happen, all equally likely; then count what you want.",
    "back": "Which number of this lesson helps you in the game?",
    "sum": "Say it in one sentence to somebody who was not here.",
}
"""What a teacher may send to a pupil who is stuck at a step; it tells nothing of the answer."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A likely wrong answer: what one thinks, and what to say to it."""

    name: str
    reply: str


@dataclass(frozen=True, slots=True)
class Check:
    """A question of the lesson with numbers at which its mistakes show. `options`: what a class may vote for, by size,
    each with what it stands for."""

    title: str
    ask: str
    exact: str
    mistakes: tuple[Mistake, ...]
    options: tuple[tuple[str, int], ...]
    link: str = ""
    """Of a riddle about a position: its page, below the root of all pages."""


@dataclass(frozen=True, slots=True)
class ClassGoal:
    """What runs are counted by: the outcomes with their chances, and those that are wanted, by place."""

    names: list[str]
    exact: list[float]
    hits: list[int]
    words: str
    """The wanted ones in words."""
    share: float
    """The exact chance of them."""
    mean: bool = False
    """Whether the exact answer is a mean: then no single run is right or wrong."""


@dataclass(frozen=True)
class Course:
    """A lesson as a board needs it."""

    id: str
    title: str
    plan: Plan
    folder: Path
    checks: tuple[Check, ...] = field(default=())
    riddles: tuple[Check, ...] = field(default=())
    """Rule riddles of its game, for a vote of the class; pupils' pages do not ask them."""

    @cached_property
    def build(self) -> Build | None:
        """What is built in Why."""
        made = self.plan.experiment
        return made.build(**self.plan.settings) if made.build else None

    @cached_property
    def _fresh(self) -> Fresh:
        return Fresh(self.plan)

    @cached_property
    def _said(self) -> dict[tuple[int, int, int], str]:
        return {}

    def asked(self, number: int, seed: int, draw: int) -> str:
        """A question with the numbers that a pupil has got."""
        at = number, seed, draw
        if at not in self._said:
            if len(self._said) >= _MOST_SAID:
                self._said.clear()
            self._said[at] = str(self._fresh.questions[number].prompt_text(**self._fresh.draw(number, seed, draw)))
        return self._said[at]

    @cached_property
    def _lying(self) -> dict[tuple[int, ...], tuple[Fraction, Fraction]]:
        return {}

    def lies(self, chips: Sequence[int]) -> tuple[Fraction, Fraction]:
        """How many chips of a prediction lie wrong, beside the exact chances and beside an even spread. A board asks
        for those of the whole class each time that one of it has done something."""
        at = tuple(chips)
        if at not in self._lying:
            if len(self._lying) >= _MOST_SAID:
                self._lying.clear()
            names, exact = self.plan.bets()
            said, even = shares(dict(zip(names, at, strict=True))), shares(spread(names, CHIPS))
            self._lying[at] = misplaced(said, exact, CHIPS), misplaced(said, even, CHIPS)
        return self._lying[at]

    @property
    def votable(self) -> tuple[Check, ...]:
        """All that a class may vote on, by number."""
        return self.checks + self.riddles

    @cached_property
    def names(self) -> list[str]:
        """What chips are put on."""
        return self.plan.bets()[0]

    @cached_property
    def chances(self) -> list[Fraction]:
        """The chance of each, exactly."""
        return list(self.plan.bets()[1].values())

    @cached_property
    def exact(self) -> list[float]:
        """The chance of each."""
        return [float(p) for p in self.chances]

    @cached_property
    def told(self) -> list[str]:
        """The chance of each in words."""
        chances = self.plan.bets()[1]
        total = sum(weights(chances).values())
        return [short(p, total) for p in chances.values()]

    @cached_property
    def kinds(self) -> list[str]:
        """Its steps in order."""
        return [step.kind for step in self.plan.steps]

    @property
    def mean(self) -> bool:
        """Whether it asks for a mean, not for a chance."""
        return self.plan.experiment.asked is None

    @cached_property
    def hits(self) -> list[int]:
        """The places of the outcomes that are counted: those asked for, or the upper half."""
        return hit_places(self.plan)

    @property
    def hit_words(self) -> str:
        """These outcomes in words."""
        made, settings = self.plan.experiment, self.plan.settings
        return made.sides(settings)[0] if made.asked else list(made.calls(settings))[-1]

    @cached_property
    def share(self) -> float:
        """The exact chance of them."""
        return sum(self.exact[i] for i in self.hits)

    @cached_property
    def goal(self) -> ClassGoal:
        """What its runs are counted by."""
        return ClassGoal(self.names, self.exact, self.hits, self.hit_words, self.share, self.mean)

    @property
    def steps(self) -> list[dict[str, str]]:
        """Kind and label of each step, and a hint for who is stuck there."""
        return [{"kind": kind, "label": LABELS[kind], "nudge": NUDGES[kind]} for kind in self.kinds]

    def sheet(self) -> str:
        """The teacher's sheet with the key, as a page."""
        return sheet(self.plan, front_matter(self.id, self.folder))


def _check(plan: Plan, number: int, asks: Question) -> Check:
    fresh = Fresh(plan)
    draws = [fresh.draw(number, SHEET_SEED, n) for n in range(_DRAWS)]
    replies: dict[str, str] = {}
    for settings in reversed(draws):  # those of the first draw stay
        replies |= {name: reply for name, _, reply in asks.wrong_answers(**settings)}
    mistakes = tuple(Mistake(one.name, replies.get(one.name, "")) for one in asks.misconceptions)
    settings = max(draws, key=lambda one: len(_options(asks, one)))
    return Check(
        asks.title,
        asks.prompt_text(**settings),
        told_answer(asks, asks.exact_value(**settings)),
        mistakes,
        _options(asks, settings),
    )


def _riddles(plan: Plan) -> Iterator[Check]:
    """Riddles about the rules that the lesson's question rests on: which rule says so, which needs no table, and one of
    each of a few other kinds, each with its position for all to see."""
    game = plan.game
    if game is None:
        return
    rng, about, seen = Random(SHEET_SEED), quiz_rules_for_topic(game, plan.question.rules), set[str]()
    kinds, themes = sorted((*PICTURE_TYPES, *THEMED_TYPES), key=lambda _: rng.random()), set[str]()
    for wanted, tried in ((_RIDDLES, ["rule"] * _RIDDLES * _TRIES), (2 * _RIDDLES, kinds)):
        for kind in tried:
            if len(seen) == wanted:
                break
            with suppress(LookupError):
                made = make_quiz_question(game, kind, rng, about, themes)
                if made.prompt not in seen:
                    seen.add(made.prompt)
                    themes.add(made.theme)
                    yield _riddle_check(made)


def _riddle_check(made: QuizQuestion) -> Check:
    """A riddle as a class votes on it."""
    game, rule = made.game, made.kind == "rule"
    wrong = [choice for n, choice in enumerate(made.answers) if n != made.correct_index]
    why = (
        f"{game.rules[made.rules[0]].text} {made.explanation}" if made.explanation.startswith("(") else made.explanation
    )
    mistakes = tuple(
        Mistake(one.text.rstrip("."), game.rules[one.represented_value].text if rule else why) for one in wrong
    )
    options = tuple((one.text, RIGHT if one not in wrong else wrong.index(one)) for one in made.answers)
    ask, link = made.prompt, ""
    if not rule:
        state = made.new_state()
        ask = f"{game.describe(state.node, NAMES[: state.seats])} {ask}"
        link = f"tables/{game.slug}.ipynb#game={Record.from_position(game, made.position).to_link()}&step=0"
    return Check("Rule riddle", ask, made.answers[made.correct_index].text.rstrip("."), mistakes, options, link)


def _options(asks: Question, settings: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """The right value among the wrong ones, so that its place tells nothing; and any other.

    A number to which two mistakes lead is among the others: a vote for it tells of neither.
    """
    names, wrong = [one.name for one in asks.misconceptions], asks.wrong_answers(**settings)
    leading = Counter(value for _, value, _ in wrong)
    values = {value: names.index(name) for name, value, _ in wrong if leading[value] == 1}
    values[asks.exact_value(**settings)] = RIGHT
    return (*((told_answer(asks, value), values[value]) for value in sorted(values)), ("another answer", OTHER))


class Courses:
    """The lessons of a folder, each read once, and again when its file has changed. Safe to be used by many threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[int, Course]] = {}
        """By id: when its file was written, and what it held."""
        self._lock = threading.Lock()

    def titles(self) -> dict[str, str]:
        """All lessons: id -> title."""
        return {id: str(front_matter(id, self._folder)["title"]) for id in ids(self._folder)}

    def get(self, id: str) -> Course:
        """A lesson. ValueError if there is none of this id."""
        with self._lock:
            title = str(front_matter(id, self._folder)["title"])
            written = (self._folder / FOLDER / f"{id}.ipynb").stat().st_mtime_ns
            if self._known.get(id, (None,))[0] != written:
                plan = load(id, self._folder)
                checks = tuple(_check(plan, n, asks) for n, asks in enumerate(asked(plan)))
                self._known[id] = written, Course(id, title, plan, self._folder, checks, tuple(_riddles(plan)))
            return self._known[id][1]
