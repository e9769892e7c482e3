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

from ..lesson.code_schema import counted_indices
from ..lesson.experiment import ExplainTask, answer_text
from ..lesson.lesson_definition import PREDICTION_CHIPS, STEP_LABELS, Plan
from ..lesson.lesson_notebooks import LESSONS_FOLDER, front_matter, lesson_ids, load_lesson_definition
from ..lesson.outcome_chart import column_probability_text
from ..lesson.page_data import integer_weights
from ..lesson.progress_report import CORRECT, OTHER_DIAGNOSIS, check_questions
from ..lesson.question_variants import QuestionVariants
from ..lesson.scoring import chip_proportions, spread_evenly, total_variation_in_chips
from ..lesson.teacher_sheet import SHEET_SEED, teacher_sheet_html
from ..page.user_text import DEFAULT_PLAYER_NAMES

_RIDDLES = 2
_TRIES = 3
_MAX_SAID = 2000  # questions with numbers of pupils, and predictions, that are kept
_DRAWS = 6  # of a question's numbers, among which each of its mistakes shows once
STEP_HINTS = {
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
class MisconceptionReply:
    """A likely wrong answer: what one thinks, and what to say to it."""

    name: str
    reply: str


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """A question of the lesson with numbers at which its mistakes show. `options`: what a class may vote for, by size,
    each with what it stands for."""

    title: str
    prompt: str
    exact: str
    misconceptions: tuple[MisconceptionReply, ...]
    options: tuple[tuple[str, int], ...]
    link: str = ""
    """Of a riddle about a position: its page, below the root of all pages."""


@dataclass(frozen=True, slots=True)
class ExactOutcomes:
    """What runs are counted by: the outcomes with their chances, and those that are wanted, by place."""

    outcome_names: list[str]
    probabilities: list[float]
    counted_indices: list[int]
    event_text: str
    """The wanted ones in words."""
    event_probability: float
    """The exact chance of them."""
    has_mean_answer: bool = False
    """Whether the exact answer is a mean: then no single run is right or wrong."""


@dataclass(frozen=True)
class ClassLesson:
    """A lesson as a board needs it."""

    id: str
    title: str
    definition: Plan
    folder: Path
    check_questions: tuple[ClassQuestion, ...] = field(default=())
    quiz_questions: tuple[ClassQuestion, ...] = field(default=())
    """Rule riddles of its game, for a vote of the class; pupils' pages do not ask them."""

    @cached_property
    def explain_task(self) -> ExplainTask | None:
        """What is built in Why."""
        made = self.definition.experiment
        return made.explain_task(**self.definition.settings) if made.explain_task else None

    @cached_property
    def _fresh(self) -> QuestionVariants:
        return QuestionVariants(self.definition)

    @cached_property
    def _said(self) -> dict[tuple[int, int, int], str]:
        return {}

    def pupil_question_text(self, question_index: int, seed: int, draw: int) -> str:
        """A question with the numbers that a pupil has got."""
        at = question_index, seed, draw
        if at not in self._said:
            if len(self._said) >= _MAX_SAID:
                self._said.clear()
            self._said[at] = str(
                self._fresh.questions[question_index].prompt_text(
                    **self._fresh.variant_settings(question_index, seed, draw)
                )
            )
        return self._said[at]

    @cached_property
    def _lying(self) -> dict[tuple[int, ...], tuple[Fraction, Fraction]]:
        return {}

    def distances_from_exact_and_even(self, chips: Sequence[int]) -> tuple[Fraction, Fraction]:
        """How many chips of a prediction lie wrong, beside the exact chances and beside an even spread. A board asks
        for those of the whole class each time that one of it has done something."""
        at = tuple(chips)
        if at not in self._lying:
            if len(self._lying) >= _MAX_SAID:
                self._lying.clear()
            names, exact = self.definition.columns_and_probabilities()
            said, even = (
                chip_proportions(dict(zip(names, at, strict=True))),
                chip_proportions(spread_evenly(names, PREDICTION_CHIPS)),
            )
            self._lying[at] = (
                total_variation_in_chips(said, exact, PREDICTION_CHIPS),
                total_variation_in_chips(said, even, PREDICTION_CHIPS),
            )
        return self._lying[at]

    @property
    def votable_questions(self) -> tuple[ClassQuestion, ...]:
        """All that a class may vote on, by number."""
        return self.check_questions + self.quiz_questions

    @cached_property
    def column_names(self) -> list[str]:
        """What chips are put on."""
        return self.definition.columns_and_probabilities()[0]

    @cached_property
    def exact_probabilities(self) -> list[Fraction]:
        """The chance of each, exactly."""
        return list(self.definition.columns_and_probabilities()[1].values())

    @cached_property
    def probabilities(self) -> list[float]:
        """The chance of each."""
        return [float(p) for p in self.exact_probabilities]

    @cached_property
    def probability_texts(self) -> list[str]:
        """The chance of each in words."""
        chances = self.definition.columns_and_probabilities()[1]
        total = sum(integer_weights(chances).values())
        return [column_probability_text(p, total) for p in chances.values()]

    @cached_property
    def step_kinds(self) -> list[str]:
        """Its steps in order."""
        return [step.kind for step in self.definition.steps]

    @property
    def has_mean_answer(self) -> bool:
        """Whether it asks for a mean, not for a chance."""
        return self.definition.experiment.is_favourable is None

    @cached_property
    def counted_indices(self) -> list[int]:
        """The places of the outcomes that are counted: those asked for, or the upper half."""
        return counted_indices(self.definition)

    @property
    def event_text(self) -> str:
        """These outcomes in words."""
        made, settings = self.definition.experiment, self.definition.settings
        return (
            made.event_and_complement_labels(settings)[0]
            if made.is_favourable
            else list(made.prediction_options(settings))[-1]
        )

    @cached_property
    def event_probability(self) -> float:
        """The exact chance of them."""
        return sum(self.probabilities[i] for i in self.counted_indices)

    @cached_property
    def exact_outcomes(self) -> ExactOutcomes:
        """What its runs are counted by."""
        return ExactOutcomes(
            self.column_names,
            self.probabilities,
            self.counted_indices,
            self.event_text,
            self.event_probability,
            self.has_mean_answer,
        )

    @property
    def step_summaries(self) -> list[dict[str, str]]:
        """Kind and label of each step, and a hint for who is stuck there."""
        return [{"kind": kind, "label": STEP_LABELS[kind], "nudge": STEP_HINTS[kind]} for kind in self.step_kinds]

    def teacher_sheet_html(self) -> str:
        """The teacher's sheet with the key, as a page."""
        return teacher_sheet_html(self.definition, front_matter(self.id, self.folder))


def _check(plan: Plan, number: int, question: Question) -> ClassQuestion:
    fresh = QuestionVariants(plan)
    draws = [fresh.variant_settings(number, SHEET_SEED, n) for n in range(_DRAWS)]
    replies: dict[str, str] = {}
    for settings in reversed(draws):  # those of the first draw stay
        replies |= {name: reply for name, _, reply in question.wrong_answers(**settings)}
    mistakes = tuple(MisconceptionReply(one.name, replies.get(one.name, "")) for one in question.misconceptions)
    settings = max(draws, key=lambda one: len(_options(question, one)))
    return ClassQuestion(
        question.title,
        question.prompt_text(**settings),
        answer_text(question, question.exact_value(**settings)),
        mistakes,
        _options(question, settings),
    )


def _riddles(plan: Plan) -> Iterator[ClassQuestion]:
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


def _riddle_check(made: QuizQuestion) -> ClassQuestion:
    """A riddle as a class votes on it."""
    game, rule = made.game, made.kind == "rule"
    wrong = [choice for n, choice in enumerate(made.answers) if n != made.correct_index]
    why = (
        f"{game.rules[made.rules[0]].text} {made.explanation}" if made.explanation.startswith("(") else made.explanation
    )
    mistakes = tuple(
        MisconceptionReply(one.text.rstrip("."), game.rules[one.represented_value].text if rule else why)
        for one in wrong
    )
    options = tuple((one.text, CORRECT if one not in wrong else wrong.index(one)) for one in made.answers)
    ask, link = made.prompt, ""
    if not rule:
        state = made.new_state()
        ask = f"{game.describe(state.node, DEFAULT_PLAYER_NAMES[: state.seats])} {ask}"
        link = f"tables/{game.slug}.ipynb#game={Record.from_position(game, made.position).to_link()}&step=0"
    return ClassQuestion("Rule riddle", ask, made.answers[made.correct_index].text.rstrip("."), mistakes, options, link)


def _options(question: Question, settings: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """The right value among the wrong ones, so that its place tells nothing; and any other.

    A number to which two mistakes lead is among the others: a vote for it tells of neither.
    """
    names, wrong = [one.name for one in question.misconceptions], question.wrong_answers(**settings)
    leading = Counter(value for _, value, _ in wrong)
    values = {value: names.index(name) for name, value, _ in wrong if leading[value] == 1}
    values[question.exact_value(**settings)] = CORRECT
    return (
        *((answer_text(question, value), values[value]) for value in sorted(values)),
        ("another answer", OTHER_DIAGNOSIS),
    )


class LessonCatalog:
    """The lessons of a folder, each read once, and again when its file has changed. Safe to be used by many threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[int, ClassLesson]] = {}
        """By id: when its file was written, and what it held."""
        self._lock = threading.Lock()

    def titles(self) -> dict[str, str]:
        """All lessons: id -> title."""
        return {id: str(front_matter(id, self._folder)["title"]) for id in lesson_ids(self._folder)}

    def get(self, id: str) -> ClassLesson:
        """A lesson. ValueError if there is none of this id."""
        with self._lock:
            title = str(front_matter(id, self._folder)["title"])
            written = (self._folder / LESSONS_FOLDER / f"{id}.ipynb").stat().st_mtime_ns
            if self._known.get(id, (None,))[0] != written:
                plan = load_lesson_definition(id, self._folder)
                checks = tuple(_check(plan, n, asks) for n, asks in enumerate(check_questions(plan)))
                self._known[id] = written, ClassLesson(id, title, plan, self._folder, checks, tuple(_riddles(plan)))
            return self._known[id][1]
