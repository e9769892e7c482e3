"""Current work of a pupil: typed answers, explain task, model, mini-game, and the latest feedback of the page.

The teacher sees this work while the pupil is still working. `current_work_json` creates the data from the progress of
a pupil. `validate_current_work` validates data of unknown origin.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import gamelib

from ..page.protocol import Json
from ..page.user_text import clean_text
from .experiment import BuildTreeTask, ExplainTask, MiniGameView, SelectCellsTask
from .lesson_definition import Plan
from .limits import (
    MAX_ANSWER_LENGTH,
    MAX_MINI_GAME_ACTIONS,
    MAX_MINI_GAMES,
    MAX_PREVIOUS_VARIANTS,
    MAX_TYPED_ANSWERS,
    SEED_COUNT,
)
from .progress.explain_progress import MAX_WRITTEN_OUTCOMES
from .progress.saved_progress import RestorableLessonProgress

MAX_REPORTED_ANSWERS = 6
"""Maximum number of reported answers to a question, the last ones."""
MAX_FEEDBACK_LENGTH = 300
_MAX_ROWS_LENGTH = 1200  # maximum characters of a sample space in a report
_MAX_MODEL_LENGTH = 1000
EMPTY_WORK: Json = {"seed": 0, "typed": [], "built": [], "rows": [], "machine": [], "game": [], "help": ""}
"""Current work of a report without it, such as a result code."""


def current_work_json(pupil: RestorableLessonProgress) -> Json:
    """Return the current work of a pupil.

    `typed` has [number of the variant, text] for each question. `built` has the selected cells, an order, or the levels
    of a tree. `rows` has the rows of a sample space. `machine` is [model text, number of tries]. `game` is [number of
    the mini-game, its actions].
    """
    built, machine = pupil.explain_progress, pupil.model_progress.task
    begun = machine is not None and (
        pupil.model_progress.check_count > 0 or pupil.model_progress.model_text != machine.initial_model.text
    )
    game = pupil.hands_on.mini_game_actions[-1]
    return {
        "seed": pupil.seed,
        "typed": [_typed(pupil, number) for number in range(len(pupil.checks.current_attempts))],
        "built": list(built.submission)
        if built and (built.is_sample_space_complete or isinstance(built.task, BuildTreeTask))
        else [],
        "rows": _whole(built.written_outcomes) if built else [],
        "machine": [pupil.model_progress.model_text, pupil.model_progress.check_count] if begun else [],
        "game": [len(pupil.hands_on.mini_game_actions), list(game)] if game else [],
        "help": clean_text(_said_last(pupil))[:MAX_FEEDBACK_LENGTH],
    }


def _typed(pupil: RestorableLessonProgress, question_index: int) -> list[list[Any]]:
    answers = (*pupil.checks.previous_attempts[question_index], pupil.checks.current_attempts[question_index])
    return [[answer.variant_index, clean_text(text)] for answer in answers for text in answer.typed_answers][
        -MAX_REPORTED_ANSWERS:
    ]


def _whole(rows: list[str]) -> list[str]:
    """Return as many complete rows as fit into a report."""
    kept, left = [], _MAX_ROWS_LENGTH
    for row in rows:
        left -= len(row)
        if left < 0:
            break
        kept.append(row)
    return kept


def _said_last(pupil: RestorableLessonProgress) -> str:
    """Return the feedback of the page to the last try in the current step."""
    if pupil.navigation.current_step == "machine":
        return pupil.model_progress.feedback
    if pupil.navigation.current_step == "why" and pupil.explain_progress is not None:
        return pupil.explain_progress.feedback
    if pupil.navigation.current_step == "check":
        return next(
            (
                pupil.checks.feedback_by_question[n]
                for n in sorted(pupil.checks.feedback_by_question)
                if not pupil.checks.is_settled(n)
            ),
            "",
        )
    return ""


# -- validation ----------------------------------------------------------------------------------


def validate_current_work(data: Any, plan: Plan, questions: int) -> Json:
    """Validate the current work of a pupil in this lesson. Raise ValueError for invalid input."""
    if data is None:
        return dict(EMPTY_WORK)
    if not isinstance(data, dict):
        raise ValueError("The current work of a pupil must be an object.")
    seed = data.get("seed")
    if type(seed) is not int or not 0 <= seed < SEED_COUNT:
        raise ValueError("A report needs the seed of its numbers.")
    made = plan.experiment.explain_task(**plan.settings) if plan.experiment.explain_task else None
    return {
        "seed": seed,
        "typed": _checked_typed(data.get("typed"), questions),
        "built": _checked_built(data.get("built"), made),
        "rows": _checked_rows(data.get("rows")),
        "machine": _checked_machine(data.get("machine"), plan),
        "game": _checked_game(data.get("game"), plan, seed),
        "help": clean_text(data.get("help") if isinstance(data.get("help"), str) else "")[:MAX_FEEDBACK_LENGTH],
    }


def _checked_typed(value: Any, questions: int) -> list[list[list[Any]]]:
    if value == []:
        return []
    fits = isinstance(value, list) and len(value) == questions
    fits = fits and all(isinstance(of, list) and len(of) <= MAX_REPORTED_ANSWERS for of in value)
    if not fits or not all(
        isinstance(one, list)
        and len(one) == 2
        and type(one[0]) is int
        and 0 <= one[0] <= MAX_PREVIOUS_VARIANTS + MAX_TYPED_ANSWERS
        and isinstance(one[1], str)
        and len(one[1]) <= MAX_ANSWER_LENGTH
        for of in value
        for one in of
    ):
        raise ValueError("The typed answers must be a few short texts for each question.")
    return [[[draw, clean_text(text)] for draw, text in of] for of in value]


def _checked_built(value: Any, made: ExplainTask | None) -> list[int]:
    if value == []:
        return []
    most = (
        0
        if made is None
        else len(made.cells)
        if isinstance(made, SelectCellsTask)
        else (len(made.questions) if isinstance(made, BuildTreeTask) else len(made.steps))
    )
    fits = isinstance(value, list) and len(value) <= most and all(type(n) is int and 0 <= n < most for n in value)
    if not fits or (not isinstance(made, BuildTreeTask) and len(set(value)) < len(value)):
        raise ValueError("A model can have only the parts of its list.")
    return list(value)


def _checked_rows(value: Any) -> list[str]:
    fits = isinstance(value, list) and len(value) <= MAX_WRITTEN_OUTCOMES and all(isinstance(row, str) for row in value)
    if not fits or sum(map(len, value)) > _MAX_ROWS_LENGTH:
        raise ValueError("A sample space can have only a few rows.")
    return [text for row in value if (text := clean_text(row))]


def _checked_machine(value: Any, plan: Plan) -> list[Any]:
    if value == []:
        return []
    fits = isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and plan.has_step("machine")
    if (
        not fits
        or len(value[0]) > _MAX_MODEL_LENGTH
        or type(value[1]) is not int
        or not 0 <= value[1] <= MAX_TYPED_ANSWERS
    ):
        raise ValueError("A model must be one line of text.")
    return [gamelib.model(value[0]).text, value[1]]


def _checked_game(value: Any, plan: Plan, seed: int) -> list[Any]:
    if value == []:
        return []
    fits = isinstance(value, list) and len(value) == 2 and type(value[0]) is int and 0 < value[0] <= MAX_MINI_GAMES
    fits = fits and isinstance(value[1], list) and 0 < len(value[1]) <= MAX_MINI_GAME_ACTIONS
    if (
        not fits
        or not all(type(n) is int and 0 <= n < 400 for n in value[1])
        or replay_mini_game(plan, seed, value) is None
    ):
        raise ValueError("A mini-game must be a list of moves.")
    return [value[0], list(value[1])]


def replay_mini_game(plan: Plan, seed: int, game_and_actions: list[Any]) -> MiniGameView | None:
    """Return the view of a mini-game after these actions. Return None if the actions are not possible."""
    mini = plan.experiment.mini_game_view
    with suppress(ValueError, IndexError, KeyError):
        if mini is not None:
            for n, move in enumerate(game_and_actions[1]):
                if move >= len(
                    mini(
                        Random(f"{seed} game {game_and_actions[0]}"), tuple(game_and_actions[1][:n]), **plan.settings
                    ).action_labels
                ):
                    return None
            return mini(Random(f"{seed} game {game_and_actions[0]}"), tuple(game_and_actions[1]), **plan.settings)
    return None
