"""Progress report: small, plain JSON about one pupil, for the teacher's view of the class.

Each report contains the whole progress, so the loss of one report does no harm.

`build_report` creates a report from the progress of a pupil. `validate_report` validates a report of unknown origin,
but it cannot detect numbers that are false but possible. The pupil's own texts in a report are two reasons, the current
work (`hand`) and arithmetic expressions. All of them are validated. A misconception is given by its index in the list
of its question.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gamelib import Question

from ..page.protocol import Json
from ..page.user_text import clean_text
from .code_schema import check_questions as check_questions
from .current_work import current_work_json, validate_current_work
from .goodness_of_fit import MAX_OWN_DATA
from .lesson_definition import PREDICTION_CHIPS, Plan
from .limits import (
    CONFIDENCE_LEVELS,
    DIRECTIONS,
    MAX_EXPRESSIONS,
    MAX_PREVIOUS_VARIANTS,
    MAX_REASON_LENGTH,
    MAX_TRIALS,
    MAX_TYPED_ANSWERS,
    REPORTED_TRIALS,
)
from .misconceptions import OTHER_DIAGNOSIS as OTHER_DIAGNOSIS
from .misconceptions import matching_misconceptions, read_answer
from .progress.question_attempt import QuestionAttempt
from .progress.saved_progress import RestorableLessonProgress
from .typed_answers import append_value_to_expression, check_answer, expression_with_value_text

CORRECT = -1
"""Diagnosis of a right answer. The misconceptions of a question have the diagnoses from 0 on."""
_ROUND = 1e-4  # rounding error of the proportions


def build_report(pupil: RestorableLessonProgress) -> Json:
    """Return the progress report of a pupil."""
    return {
        "at": pupil.navigation.current_step,
        "done": [kind for kind in pupil.navigation.step_kinds if pupil.navigation.is_step_done(kind)],
        "shown": pupil.steps_with_shown_solution(),
        "chips": list(pupil.prediction.chips) if pupil.prediction.is_submitted else [],
        "counts": [pupil.trials.counts_by_column[name] for name in pupil.prediction.column_names],
        "trail": [
            round(value, 4)
            for place, (n, value) in enumerate(pupil.trials.running_means, 1)
            if n == place <= REPORTED_TRIALS
        ],
        "guess": pupil.follow_up.predicted_direction,
        "data": [pupil.follow_up.data_model_index, pupil.follow_up.own_counts] if pupil.follow_up.fit_result else [],
        "reason": pupil.prediction.reason if pupil.prediction.is_submitted else "",
        "lines": list(pupil.prediction.draft_expressions) if pupil.prediction.is_submitted else [],
        "revised": pupil.prediction.revised_reason,
        "answers": [_answer(pupil, number) for number in range(len(pupil.checks.current_attempts))],
        "hand": current_work_json(pupil),
    }


def _answer(pupil: RestorableLessonProgress, question_index: int) -> Json | None:
    """Return the report on one check question, with the diagnoses of its first and its last answer.

    `sure` is the confidence before the first answer. `more` is the number of variants after the first one. `said` says
    whether the pupil confirmed the misconception behind the first answer. The result is None if the pupil has not
    answered.
    """
    whole = [
        answer
        for answer in (*pupil.checks.previous_attempts[question_index], pupil.checks.current_attempts[question_index])
        if answer.typed_answers
    ]
    if not whole:
        return None
    first, last = whole[0], whole[-1]
    asks = pupil.checks.question_variants.questions[question_index]
    lines = [text for answer in whole for text in (*answer.typed_answers, *answer.expressions)]
    return {
        "tries": len(first.typed_answers),
        "first": _meant(pupil, question_index, first, 0),
        "now": CORRECT if last.is_correct else _meant(pupil, question_index, last, -1),
        "sure": first.confidence,
        "hints": first.hint_count,
        "told": any(answer.is_answer_shown for answer in whole),
        "more": len(whole) - 1,
        "said": first.confirmed_misconceptions[0] is not None,
        "lines": [text for text in lines if _is_line(text, asks)][-MAX_EXPRESSIONS:],
    }


def _thinking(value: Any) -> list[str]:
    """Validate the expressions before the prediction."""
    with suppress(ValueError):
        if isinstance(value, list) and len(value) <= MAX_EXPRESSIONS and all(isinstance(text, str) for text in value):
            return [text for text in value if expression_with_value_text(text, chance=True)]
    raise ValueError("This isn’t a calculation.")


def _is_line(text: Any, question: Question) -> bool:
    """Return whether a text is an arithmetic expression."""
    try:
        return isinstance(text, str) and append_value_to_expression(text, question.kind == "chance") != text
    except ValueError:
        return False


def _meant(pupil: RestorableLessonProgress, question_index: int, answer: QuestionAttempt, place: int) -> int:
    """Return the diagnosis of an answer: the misconception confirmed by the pupil, otherwise the only matching one."""
    asks, settings = (
        pupil.checks.question_variants.questions[question_index],
        pupil.checks.question_variants.variant_settings(question_index, pupil.seed, answer.variant_index),
    )
    exact, chance = asks.exact_value(**settings), asks.kind == "chance"
    typed = read_answer(asks, settings, answer.typed_answers[place])
    if check_answer(typed, exact, chance):
        return CORRECT
    chosen = answer.confirmed_misconceptions[place]
    fits = [thought.bank_index for thought in matching_misconceptions(asks, settings, typed)]
    return chosen if chosen is not None else fits[0] if len(fits) == 1 else OTHER_DIAGNOSIS


# -- validation ----------------------------------------------------------------------------------


def validate_report(data: Any, plan: Plan) -> Json:
    """Validate a report of this lesson. Raise ValueError for invalid input."""
    if not isinstance(data, dict):
        raise ValueError("A report must be an object.")
    kinds, names = [step.kind for step in plan.steps], plan.columns_and_probabilities()[0]
    questions = check_questions(plan)
    done = data.get("done")
    if data.get("at") not in kinds or not isinstance(done, list) or not all(kind in kinds for kind in done):
        raise ValueError("A report can have only steps of its lesson.")
    chips = _numbers(data.get("chips"), (0, len(names)), PREDICTION_CHIPS)
    if chips and sum(chips) != PREDICTION_CHIPS:
        raise ValueError(f"A prediction has {PREDICTION_CHIPS} chips.")
    counts = _numbers(data.get("counts"), (len(names),), MAX_TRIALS)
    trail, answers, guess = data.get("trail"), data.get("answers"), data.get("guess")
    worth = plan.column_values.values()
    if not isinstance(trail, list) or len(trail) > min(REPORTED_TRIALS, sum(counts)):
        raise ValueError(f"A report tells at most {REPORTED_TRIALS} of its runs one by one.")
    if not all(_is_number(value) and min(worth) - _ROUND <= value <= max(worth) + _ROUND for value in trail):
        raise ValueError("A share or a mean lies between what single runs can be.")
    if guess is not None and guess not in DIRECTIONS:
        raise ValueError("A guess is up, same or down.")
    if not isinstance(answers, list) or len(answers) != len(questions):
        raise ValueError(f"This lesson has {len(questions)} questions.")
    shown = data.get("shown", [])
    if not isinstance(shown, list) or not all(kind in kinds for kind in shown):
        raise ValueError("A report can have only steps of its lesson.")
    return {
        "at": data["at"],
        "done": [kind for kind in kinds if kind in done],
        "chips": chips,
        "counts": counts,
        "shown": [kind for kind in kinds if kind in shown],
        "trail": [float(value) for value in trail],
        "guess": guess,
        "data": _data(data.get("data", []), plan),
        "lines": _thinking(data.get("lines", [])),
        "reason": _text(data.get("reason")),
        "revised": _text(data.get("revised")),
        "answers": [_checked(one, asks) for one, asks in zip(answers, questions, strict=True)],
        "hand": validate_current_work(data.get("hand"), plan, len(questions)),
    }


def _checked(data: Any, question: Question) -> Json | None:
    if data is None:
        return None
    if not isinstance(data, dict):
        raise ValueError("An answer must be an object.")
    most = {"tries": MAX_TYPED_ANSWERS, "hints": len(question.hints)}
    answer: Json = {name: data.get(name) for name in ("tries", "first", "now", "sure", "hints", "told")}
    meant = range(OTHER_DIAGNOSIS, len(question.misconceptions))
    fits = all(type(answer[name]) is int and 0 <= answer[name] <= n for name, n in most.items())
    fits = fits and all(type(answer[name]) is int and answer[name] in meant for name in ("first", "now"))
    if (
        not fits
        or type(answer["sure"]) is not int
        or answer["sure"] not in CONFIDENCE_LEVELS
        or type(answer["told"]) is not bool
    ):
        raise ValueError("An answer tells tries, mistakes and sureness.")
    if not answer["tries"]:
        raise ValueError("An answer has been tried.")
    more, said, lines = data.get("more", 0), data.get("said", False), data.get("lines", [])
    if type(more) is not int or not 0 <= more <= MAX_PREVIOUS_VARIANTS + 1 or type(said) is not bool:
        raise ValueError("An answer tells how often it was asked again.")
    if (
        not isinstance(lines, list)
        or len(lines) > MAX_EXPRESSIONS
        or not all(_is_line(text, question) for text in lines)
    ):
        raise ValueError("This isn’t a calculation.")
    return answer | {"more": more, "said": said, "lines": list(lines)}


def _numbers(values: Any, lengths: tuple[int, ...], most: int) -> list[int]:
    fits = isinstance(values, list) and len(values) in lengths
    if not fits or not all(type(n) is int and 0 <= n <= most for n in values) or sum(values) > most:
        raise ValueError("A report needs a number for each outcome.")
    return list(values)


def _data(value: Any, plan: Plan) -> list[Any]:
    """Validate the pupil's own data: the index of a model, and how often each outcome of this model occurred.

    The result is empty if the pupil has no own data.
    """
    if value == []:
        return []
    models = list(plan.require_step("data").extra_data["models"].values()) if plan.has_step("data") else []
    fits = isinstance(value, list) and len(value) == 2 and type(value[0]) is int and 0 <= value[0] < len(models)
    if not fits:
        raise ValueError("Own data must belong to a model of the lesson.")
    return [value[0], _numbers(value[1], (len(models[value[0]].exact_distribution()),), MAX_OWN_DATA)]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _text(value: Any) -> str:
    if not isinstance(value, str | None):
        raise ValueError("A reason must be a text.")
    return clean_text(value)[:MAX_REASON_LENGTH]
