"""Lesson data for the board: steps, exact answer, and questions with their misconceptions."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from gamelib import Question, Record
from gamelib.bank.quiz_generator import action_rules_in_topic_sections, make_quiz_question
from gamelib.bank.quiz_question_types import PICTURE_TYPES, THEMED_TYPES, QuizQuestion

from ..lesson.code_schema import counted_outcome_indices
from ..lesson.experiment import ExplainTask, answer_text
from ..lesson.lesson_definition import PREDICTION_CHIPS, STEP_LABELS, Plan
from ..lesson.lesson_notebooks import LESSONS_FOLDER, front_matter, lesson_ids, load_lesson_definition
from ..lesson.outcome_chart import column_probability_texts
from ..lesson.progress_report import CORRECT, OTHER_DIAGNOSIS, check_questions
from ..lesson.question_variants import QuestionVariants
from ..lesson.scoring import chip_proportions, spread_evenly, total_variation_in_chips
from ..lesson.teacher_sheet import SHEET_SEED, lesson_answer_key_html, worksheet_html
from ..page.paths import NOTEBOOKS_DIR
from ..page.user_text import DEFAULT_PLAYER_NAMES

_RIDDLES = 2
_TRIES = 3
_MAX_SAID = 2000  # maximum number of cached question texts and distances
_DRAWS = 6  # number of variants that are tried, to find a question whose answers differ
STEP_HINTS = {
    "example": "Look again: what changes from one trial to the next, and what stays the same?",
    "play": "Try it by hand again, and count as you go.",
    "machine": "Say aloud what happens first and what happens next. Which part in the list does that?",
    "predict": "Begin with the outcome that you expect most often. How many of your chips would you put there?",
    "run": "Do ten trials, then ten more. Which results are the same, and which are not?",
    "compare": "Which column surprised you most? What could make it higher or lower than you thought?",
    "why": "Choose one result, and write down all the outcomes that give it.",
    "change": "Change one thing only, and say first: up, down, or the same?",
    "data": "Roll more often and enter your results. What does the model say about twice as many?",
    "rank": "Which one is certainly first, and which one is certainly last?",
    "check": "First write down all equally likely outcomes. Then count those that you want.",
    "back": "Which number of this lesson helps you in the game?",
    "sum": "Say it in one sentence to someone who wasn’t here.",
}
"""Hints that a teacher can send to a pupil who is stuck at a step. They reveal nothing about the answer."""


@dataclass(frozen=True, slots=True)
class MisconceptionReply:
    """A misconception: its name, and the reply that explains it."""

    name: str
    reply: str
    id: str = ""
    """Id in the list of misconceptions, or "" for a quiz question about a rule."""


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """Question of a lesson. Its numbers are chosen so that each misconception gives a different answer.

    `options` are the answers for a vote, ordered by size, each with its diagnosis.
    """

    title: str
    prompt: str
    exact: str
    misconceptions: tuple[MisconceptionReply, ...]
    options: tuple[tuple[str, int], ...]
    link: str = ""
    """For a quiz question about a position: its page, relative to the root of all pages."""


@dataclass(frozen=True, slots=True)
class ExactOutcomes:
    """Outcomes and exact probabilities to compare with trials, and the indices of the favourable outcomes."""

    outcome_names: list[str]
    probabilities: list[float]
    counted_outcome_indices: list[int]
    event_text: str
    """Label of the favourable outcomes."""
    event_probability: float
    """Exact probability of the favourable outcomes."""
    has_mean_answer: bool = False
    """Whether the exact answer is a mean, so that no single trial is a hit or a miss."""


@dataclass(frozen=True)
class ClassLesson:
    """A lesson with the data that a board needs."""

    id: str
    title: str
    definition: Plan
    folder: Path
    minutes: int | None
    """Announced minutes of the whole lesson, or None if its notebook does not say."""
    check_questions: tuple[ClassQuestion, ...] = field(default=())
    quiz_questions: tuple[ClassQuestion, ...] = field(default=())
    """Quiz questions about the rules of the game, for votes of the class. The pages of pupils do not ask them."""

    @cached_property
    def explain_task(self) -> ExplainTask | None:
        """Explain task of the Why step, if there is one."""
        made = self.definition.experiment
        return made.explain_task(**self.definition.settings) if made.explain_task else None

    @cached_property
    def _fresh(self) -> QuestionVariants:
        return QuestionVariants(self.definition)

    @cached_property
    def _said(self) -> dict[tuple[int, int, int], str]:
        return {}

    def pupil_question_text(self, question_index: int, seed: int, draw: int) -> str:
        """Return a text of a question with the numbers of one pupil."""
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
        """Return how many chips must move to match the exact probabilities, and to match an even spread.

        Results are cached, because a board needs the results of the whole class after each change.
        """
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
        """All questions on which a class can vote, by number."""
        return self.check_questions + self.quiz_questions

    @cached_property
    def column_names(self) -> list[str]:
        """Names of the outcome columns on which chips are placed."""
        return self.definition.columns_and_probabilities()[0]

    @cached_property
    def exact_probabilities(self) -> list[Fraction]:
        """Exact probability of each column."""
        return list(self.definition.columns_and_probabilities()[1].values())

    @cached_property
    def probabilities(self) -> list[float]:
        """Probability of each column as a float."""
        return [float(p) for p in self.exact_probabilities]

    @cached_property
    def probability_texts(self) -> list[str]:
        """Probability of each column as text."""
        return column_probability_texts(list(self.definition.columns_and_probabilities()[1].values()))

    @cached_property
    def step_kinds(self) -> list[str]:
        """Kinds of the steps in order."""
        return [step.kind for step in self.definition.steps]

    @property
    def has_mean_answer(self) -> bool:
        """Whether the lesson asks for a mean, not for a probability."""
        return self.definition.experiment.is_favourable is None

    @cached_property
    def counted_outcome_indices(self) -> list[int]:
        """Indices of the outcomes that count as hits: the favourable outcomes, or the upper half if there are none."""
        return counted_outcome_indices(self.definition)

    @property
    def event_text(self) -> str:
        """Label of the outcomes that count as hits."""
        made, settings = self.definition.experiment, self.definition.settings
        return (
            made.event_and_complement_labels(settings)[0]
            if made.is_favourable
            else list(made.prediction_options(settings))[-1]
        )

    @cached_property
    def event_probability(self) -> float:
        """Exact probability of the outcomes that count as hits."""
        return sum(self.probabilities[i] for i in self.counted_outcome_indices)

    @cached_property
    def exact_outcomes(self) -> ExactOutcomes:
        """Outcomes and exact probabilities that are compared with the trials."""
        return ExactOutcomes(
            self.column_names,
            self.probabilities,
            self.counted_outcome_indices,
            self.event_text,
            self.event_probability,
            self.has_mean_answer,
        )

    @property
    def step_summaries(self) -> list[dict[str, str]]:
        """Kind, label and hint of each step."""
        return [{"kind": kind, "label": STEP_LABELS[kind], "nudge": STEP_HINTS[kind]} for kind in self.step_kinds]

    def lesson_answer_key_html(self) -> str:
        """Return the teacher's sheet with the answer key, as an HTML page."""
        return lesson_answer_key_html(self.definition, front_matter(self.id, self.folder))

    def worksheet_html(self) -> str:
        """Return the worksheet for pupils, as an HTML page."""
        return worksheet_html(self.definition, self.title)


def _check(fresh: QuestionVariants, number: int, question: Question) -> ClassQuestion:
    draws = [fresh.variant_settings(number, SHEET_SEED, n) for n in range(_DRAWS)]
    replies: dict[str, str] = {}
    for settings in reversed(draws):  # if two variants have different replies, the first variant has priority
        replies |= {name: reply for name, _, reply in question.wrong_answers(**settings)}
    mistakes = tuple(MisconceptionReply(one.name, replies.get(one.name, ""), one.id) for one in question.misconceptions)
    settings = max(draws, key=lambda one: len(_options(question, one)))
    return ClassQuestion(
        question.title,
        question.prompt_text(**settings),
        answer_text(question, question.exact_value(**settings)),
        mistakes,
        _options(question, settings),
    )


def _riddles(plan: Plan) -> Iterator[ClassQuestion]:
    """Yield quiz questions about the game rules that the question of the lesson uses.

    The first questions ask for a rule and need no table. The others have different kinds and show a position.
    """
    game = plan.game
    if game is None:
        return
    rng, about, seen = Random(SHEET_SEED), action_rules_in_topic_sections(game, plan.question.rules), set[str]()
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
    """Convert a quiz question to a class question for a vote."""
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
    return ClassQuestion(
        "Rule question", ask, made.answers[made.correct_index].text.rstrip("."), mistakes, options, link
    )


def _options(question: Question, settings: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """Return the answer options: the correct value and wrong values, ordered by size, and "another answer".

    If two misconceptions give the same wrong value, it is not an option and counts as "another answer". A vote for it
    would not show the misconception.
    """
    names, wrong = [one.name for one in question.misconceptions], question.wrong_answers(**settings)
    leading = Counter(value for _, value, _ in wrong)
    values = {value: names.index(name) for name, value, _ in wrong if leading[value] == 1}
    values[question.exact_value(**settings)] = CORRECT
    return (
        *((answer_text(question, value), values[value]) for value in sorted(values)),
        ("another answer", OTHER_DIAGNOSIS),
    )


def make_class_lesson(definition: Plan, about: Mapping[str, Any], folder: Path = NOTEBOOKS_DIR) -> ClassLesson:
    """Return a lesson with its questions for a board. Raise ValueError if a question has nothing to ask.

    `about` is the front matter of the lesson's notebook and can be incomplete.
    """
    title, minutes = str(about.get("title", definition.id)), about.get("minutes")
    fresh = QuestionVariants(definition)
    checks = tuple(_check(fresh, number, asks) for number, asks in enumerate(check_questions(definition)))
    return ClassLesson(definition.id, title, definition, folder, minutes, checks, tuple(_riddles(definition)))


class LessonCatalog:
    """Lessons of a folder, loaded on demand and again after a change of their file. The class is thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[int, ClassLesson]] = {}
        """Modification time of the file and lesson, by id."""
        self._lock = threading.Lock()

    def titles(self) -> dict[str, str]:
        """Return the titles of all lessons by id."""
        return {id: str(front_matter(id, self._folder)["title"]) for id in lesson_ids(self._folder)}

    def get(self, id: str) -> ClassLesson:
        """Return the lesson with this id. Raise ValueError if there is no such lesson."""
        with self._lock:
            about = front_matter(id, self._folder)
            written = (self._folder / LESSONS_FOLDER / f"{id}.ipynb").stat().st_mtime_ns
            if self._known.get(id, (None,))[0] != written:
                plan = load_lesson_definition(id, self._folder)
                self._known[id] = written, make_class_lesson(plan, about, self._folder)
            return self._known[id][1]
