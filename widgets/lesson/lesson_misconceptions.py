"""Misconceptions that occur in several questions and lessons.

An answer is evidence of a misconception if its number fits exactly one mistake of the question, or if the pupil
confirmed the misconception. If there is only one such answer, the page says so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence, Set
from functools import cache
from typing import NamedTuple

import gamelib
from gamelib import Question
from gamelib.bank.misconception_list import misconception_list
from gamelib.number_format import join_words

from ..page.protocol import Json
from ..page.translations import text_lookup
from .experiment import experiment_by_name
from .lesson_notebooks import lesson_ids, lesson_title, read_lesson_notebook

OTHER_MISCONCEPTION = "other"
"""Mistakes of a single question, which say nothing about other questions."""
MIN_ANSWERS = 2
"""Number of answers from which they are more than a slip."""
_text = text_lookup("misconceptions")
EXPERIMENT_NAME = re.compile(r"[a-z]+/[a-z-]+")


class GivenAnswer(NamedTuple):
    """Answered question of a lesson: its possible misconceptions, and those that the answer shows."""

    lesson: str
    question: str
    """Title of the question."""
    typed: str
    """First typed answer, or "" if the report does not have it."""
    possible: frozenset[str]
    shown: frozenset[str]


def given_answers(lesson: str, questions: Sequence[Question], report: Json) -> list[GivenAnswer]:
    """Return the questions that a pupil has answered, from a progress report of a lesson."""
    typed = report.get("hand", {}).get("typed") or [[]] * len(questions)
    return [
        GivenAnswer(
            lesson,
            question.title,
            texts[0][1] if texts else "",
            frozenset(mistake.id for mistake in question.misconceptions) - {OTHER_MISCONCEPTION},
            frozenset(question.misconceptions[answer[when]].id for when in ("first", "now") if answer[when] >= 0)
            - {OTHER_MISCONCEPTION},
        )
        for question, answer, texts in zip(questions, report["answers"], typed, strict=False)
        if answer
    ]


def class_misconceptions(answers_by_pupil: Sequence[Sequence[GivenAnswer]]) -> Json:
    """Return the misconceptions that the answers of a class show. The ones of most pupils come first."""
    everything = [answer for answers in answers_by_pupil for answer in answers]
    rows, done = [], {answer.lesson for answer in everything}
    for id in _shown_ids(everything):
        evidence = [answer for answer in everything if id in answer.shown]
        counts = [sum(id in answer.shown for answer in answers) for answers in answers_by_pupil]
        repeated = sum(count >= MIN_ANSWERS for count in counts)
        pupils = sum(map(bool, counts))
        asked = sum(any(id in answer.possible for answer in answers) for answers in answers_by_pupil)
        row = _row(
            id,
            evidence,
            done,
            _text("class_count", pupils=pupils, asked=asked, lessons=_lessons(evidence)),
            _text("class_repeated", repeated=repeated, once=pupils - repeated)
            if len(evidence) >= MIN_ANSWERS
            else _text("class_one_answer"),
        )
        rows.append((len(evidence) < MIN_ANSWERS, -pupils, -len(evidence), row))
    return _summary("class", [row for *_, row in sorted(rows, key=lambda one: one[:3])])


def misconceptions_of_pupil(answers: Sequence[GivenAnswer], lesson_not_to_suggest: str) -> Json:
    """Return the misconceptions that one pupil's answers show. Those with the most answers come first.

    `lesson_not_to_suggest` is the lesson that the pupil has open now.
    """
    rows, done = [], {lesson_not_to_suggest, *(answer.lesson for answer in answers)}
    for id in _shown_ids(answers):
        evidence = [answer for answer in answers if id in answer.shown]
        possible = sum(id in answer.possible for answer in answers)
        count = _text("own_count", answers=len(evidence), possible=possible, lessons=_lessons(evidence))
        strength = "" if len(evidence) >= MIN_ANSWERS else _text("own_one_answer")
        rows.append((-len(evidence), _row(id, evidence, done, count, strength)))
    return _summary("own", [row for _, row in sorted(rows, key=lambda one: one[0])])


def _shown_ids(answers: Iterable[GivenAnswer]) -> list[str]:
    shown = {id for answer in answers for id in answer.shown}
    return [id for id in misconception_list() if id in shown]


def _summary(whose: str, rows: list[Json]) -> Json:
    return {
        "title": _text(f"{whose}_title"),
        "lead": _text(f"{whose}_lead" if rows else f"{whose}_none"),
        "rows": rows,
    }


def _row(id: str, evidence: Sequence[GivenAnswer], done: Set[str], count: str, strength: str) -> Json:
    """Return the data of a misconception's card: counts, the answers that show it, and the suggested next step."""
    by_question: dict[tuple[str, str], list[GivenAnswer]] = {}
    for answer in evidence:
        by_question.setdefault((answer.lesson, answer.question), []).append(answer)
    about = misconception_list()[id]
    return {
        "id": id,
        "name": about.name,
        "definition": about.definition,
        "count": count,
        "strength": strength,
        "answers_label": _text("answers_label"),
        "answers": [_answer_line(*place, answers) for place, answers in by_question.items()],
        "next": _next(id, done),
    }


def _answer_line(lesson: str, question: str, answers: Sequence[GivenAnswer]) -> str:
    typed = next((answer.typed for answer in answers if answer.typed), "")
    key = "class_answer_typed" if typed else "class_answer"
    return _text(key, question=question, lesson=lesson_title(lesson), answers=len(answers), typed=typed)


def _lessons(answers: Sequence[GivenAnswer]) -> str:
    return join_words([f"“{lesson_title(lesson)}”" for lesson in dict.fromkeys(answer.lesson for answer in answers)])


def _next(id: str, done: Set[str]) -> Json:
    """Return a sentence that suggests a lesson about a misconception, and this lesson.

    The result is empty if no other lesson shows the misconception.

    Lessons after the last finished lesson have priority over earlier ones.
    """
    bank = {question.id: question for question in gamelib.questions()}
    lessons = lesson_ids()
    place = max((lessons.index(lesson) for lesson in done if lesson in lessons), default=-1) + 1
    for lesson in (*lessons[place:], *lessons[:place]):
        asked = [] if lesson in done else [bank[one] for one in question_ids_of_lesson(lesson)]
        about = [question for question in asked if id in {mistake.id for mistake in question.misconceptions}]
        if about:
            is_own = about[0] is asked[0]
            words = _text("next_experiment") if is_own else _text("next_question", question=about[0].title)
            return {"text": words, "lesson": lesson, "title": lesson_title(lesson)}
    return {}


@cache
def question_ids_of_lesson(id: str) -> tuple[str, ...]:
    """Return the ids of a lesson's questions. The question of its experiment comes first.

    The questions are read from the code cells, without running them.

    >>> question_ids_of_lesson("00-one-die")
    ('classic-die', 'elsewhere-name')
    """
    names = [
        node.value
        for cell in read_lesson_notebook(id)["cells"]
        if cell["cell_type"] == "code"
        for node in ast.walk(ast.parse("".join(cell["source"])))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    bank = {question.id for question in gamelib.questions()}
    experiments = [experiment_by_name(name).question_id for name in names if EXPERIMENT_NAME.fullmatch(name)]
    return tuple(dict.fromkeys(name for name in (*experiments, *names) if name in bank))


@cache
def misconceptions_of_lesson(id: str) -> tuple[str, ...]:
    """Return the ids of the misconceptions that the questions of a lesson can show, in the order of the list."""
    bank = {question.id: question for question in gamelib.questions()}
    shown = {mistake.id for question in question_ids_of_lesson(id) for mistake in bank[question].misconceptions}
    return tuple(entry for entry in misconception_list() if entry in shown and entry != OTHER_MISCONCEPTION)
