"""Saved progress of one pupil as plain JSON. To restore and validate it, the pupil's actions are repeated."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import Any

import gamelib
from gamelib.validation import FORMAT_ERRORS, validate_json

from ..limits import (
    CONFIDENCE_LEVELS,
    MAX_EXPRESSIONS,
    MAX_PREVIOUS_VARIANTS,
    MAX_ROUNDS,
    MAX_RUNNING_POINTS,
    MAX_TRIALS,
    MAX_TYPED_ANSWERS,
    MAX_VIEWED_FIGURES,
    READING_STEPS,
    TRIAL_BATCHES,
    truncate_reason,
)
from ..scoring import ConfidenceRating
from .explain_progress import require_whole_number
from .lesson_progress import LessonProgress
from .question_attempt import QuestionAttempt


class RestorableLessonProgress(LessonProgress):
    """Lesson progress that can be saved (`to_dict`) and restored (`restore`)."""

    def to_dict(self) -> dict[str, Any]:
        """Return all data that is needed after a reload of the page, as plain JSON."""
        return {
            "names": self.prediction.column_names,
            "seed": self.seed,
            "at": self.navigation.current_step,
            "seen": sorted(self.navigation.passed_reading_steps),
            "all_open": self.navigation.is_unlocked,
            "finished": self.is_finished,
            "goes": [list(go) for go in self.hands_on.predicted_rounds],
            "games": self.hands_on.mini_game_actions,
            "machine": [
                self.model_progress.model_text,
                self.model_progress.check_count,
                self.model_progress.is_solved,
                self.model_progress.is_solution_shown,
            ],
            "chips": self.prediction.chips,
            "reason": self.prediction.reason,
            "thinking": self.prediction.draft_expressions,
            "revised": self.prediction.revised_reason,
            "locked": self.prediction.is_submitted,
            "counts": [self.trials.counts_by_column[name] for name in self.prediction.column_names],
            "trail": [list(point) for point in self.trials.running_means],
            "revealed": self.trials.is_answer_revealed,
            "work": self.explain_progress.submission if self.explain_progress else [],
            "rows": self.explain_progress.written_outcomes if self.explain_progress else [],
            "then": self.explain_progress.follow_up_progress.submission
            if self.explain_progress and self.explain_progress.follow_up_progress
            else [],
            "built": self.explain_progress is not None and self.explain_progress.is_done,
            "shown": self.explain_progress is not None and self.explain_progress.is_solution_shown,
            "thought": self.prediction.confirmed_misconception,
            "guess": self.follow_up.predicted_direction,
            "data": [self.follow_up.data_model_index, self.follow_up.own_counts] if self.follow_up.fit_result else [],
            "order": self.follow_up.item_order,
            "ranked": self.follow_up.is_order_submitted,
            "asked": [asks.id for asks in self.checks.question_variants.questions],
            "answers": [self._saved(number, answer) for number, answer in enumerate(self.checks.current_attempts)],
            "past": [
                [self._saved(number, one) for one in answers]
                for number, answers in enumerate(self.checks.previous_attempts)
            ],
            "rated": [[rated.confidence, rated.is_correct] for rated in self.checks.rated_answers],
        }

    def restore_or_restart(self, data: Any) -> None:
        """Restore data from `to_dict`. If the data do not fit this lesson, reset all progress and raise ValueError."""
        try:
            validate_json(data)
            if data["names"] != self.prediction.column_names:
                raise ValueError("The lesson has changed.")
            self.restart()
            self.seed = require_whole_number(data["seed"])
            self._create_parts(self.navigation.last_allowed_step)
            self.navigation.is_unlocked = True  # only during restoring, which repeats the pupil's actions
            self.navigation.passed_reading_steps = {
                kind for kind in data["seen"] if kind in READING_STEPS or kind == "why"
            }
            self._restore_runs(data)
            self._restore_rest(data)
            self.navigation.is_unlocked = bool(data["all_open"])
            self._come_back(data["at"])
        except (ValueError, *FORMAT_ERRORS) as error:
            self.restart()
            raise ValueError(
                "The work saved in this browser doesn’t fit this lesson, so the lesson starts again."
            ) from error

    def _come_back(self, kind: Any) -> None:
        """Go to this step, or to the last open step before it. Questions can have other numbers after a restore."""
        upto = self.navigation.step_kinds[: self.navigation.step_kinds.index(kind) + 1]
        self.navigation.go_to_step([one for one in upto if self.navigation.is_step_open(one)][-1])

    def _restore_runs(self, data: Any) -> None:
        goes = [(require_whole_number(called), require_whole_number(came)) for called, came in data["goes"]]
        if len(goes) > MAX_ROUNDS or any(max(go) >= len(self.hands_on.prediction_options) for go in goes):
            raise ValueError("These rounds are impossible.")
        self.hands_on.predicted_rounds = goes
        self._restore_games(data["games"])
        self._restore_machine(data["machine"])
        for line in data["thinking"][:MAX_EXPRESSIONS]:
            self.prediction.evaluate_and_store_draft_expression(line)
        self.prediction.set_chips_and_reason(data["chips"], data["reason"])
        if not data["locked"]:
            if any(data["counts"]) or data["revealed"]:
                raise ValueError("There can be no trials before the prediction.")
            return
        self.prediction.submit(data["chips"], data["reason"])
        counts = [require_whole_number(n) for n in data["counts"]]
        if len(counts) != len(self.prediction.column_names) or sum(counts) > MAX_TRIALS:
            raise ValueError("These trials are impossible.")
        self.trials.counts_by_column = Counter(dict(zip(self.prediction.column_names, counts, strict=True)))
        self.trials.running_means = [(require_whole_number(n), float(value)) for n, value in data["trail"]][
            : MAX_RUNNING_POINTS + max(TRIAL_BATCHES)
        ]
        low, high = min(self.plan.column_values.values()), max(self.plan.column_values.values())
        if not all(n <= self.trials.trial_count and low <= value <= high for n, value in self.trials.running_means):
            raise ValueError("These proportions are impossible.")
        if data["revealed"]:
            self.trials.reveal_answer()

    def _restore_games(self, games: Any) -> None:
        for number, moves in enumerate(
            games if self.plan.experiment.mini_game_view and "play" in self.navigation.step_kinds else []
        ):
            if number:
                self.hands_on.start_another_mini_game()
            for move in moves:
                self.hands_on.take_action(move)

    def _restore_machine(self, kept: Any) -> None:
        """Restore the model."""
        if self.model_progress.task is None:
            return
        line, tries, fits, shown = kept
        made = gamelib.model(line)
        self.model_progress.model_text, self.model_progress.check_count, self.model_progress.is_solution_shown = (
            made.text,
            min(require_whole_number(tries), MAX_TYPED_ANSWERS),
            bool(shown),
        )
        self.model_progress.is_solved = bool(fits) and not shown
        if made == self.model_progress.task.initial_model or self.model_progress.check_count == 0:
            self.model_progress.is_solved = False
        elif self.model_progress.is_solved and self.model_progress.task.mismatch_feedback(made):
            self.model_progress.model_text = (
                self.model_progress.task.solution.text
            )  # the pupil solved the task and changed the model later

    def _restore_rest(self, data: Any) -> None:
        self.prediction.revised_reason = truncate_reason(data["revised"])
        if self.explain_progress is not None and "why" in self.navigation.step_kinds:
            self.explain_progress.restore(data["work"], data["built"], data["rows"], data["then"])
            self.explain_progress.is_solution_shown = bool(data["shown"]) and self.explain_progress.is_done
        thought = data["thought"]
        if thought is not None and self.trials.is_answer_revealed:
            self.prediction.confirm_misconception(thought)
        if data["guess"]:
            self.follow_up.predict_direction(data["guess"])
        if data["data"]:
            self.follow_up.compare_own_data(*data["data"])
        if self.follow_up.item_order:
            self.follow_up.set_item_order(data["order"])
            self.follow_up.is_order_submitted = bool(data["ranked"])
        for id, kept, before in zip(data["asked"], data["answers"], data["past"], strict=True):
            number = next((n for n, asks in enumerate(self.checks.question_variants.questions) if asks.id == id), None)
            if number is None:  # the lesson no longer contains this question
                continue
            for one in before[: MAX_PREVIOUS_VARIANTS + 1]:
                if self._restore_answer(number, one):
                    self.checks.previous_attempts[number].append(self.checks.current_attempts[number])
            self._restore_answer(number, kept)
        self.checks.rated_answers = [
            ConfidenceRating(sure, bool(right)) for sure, right in data["rated"] if sure in CONFIDENCE_LEVELS
        ]

    def _saved(self, question_index: int, answer: QuestionAttempt) -> list[Any]:
        """Return an attempt as plain JSON. If it has answers, add the numbers of its question."""
        return [
            *answer.to_json_list(),
            self._numbers(question_index, answer.variant_index) if answer.typed_answers else [],
        ]

    def _numbers(self, question_index: int, draw: int) -> list[int]:
        """Return the numbers of a check question as indices of the parameter's choices."""
        asks, settings = (
            self.checks.question_variants.questions[question_index],
            self.checks.question_variants.variant_settings(question_index, self.seed, draw),
        )
        return [parameter.choices.index(settings[name]) for name, parameter in asks.parameters.items()]

    def _restore_answer(self, question_index: int, kept: Any) -> bool:
        """Restore one attempt at a question. Return whether the attempt was restored.

        If the numbers of the question have changed since the last save, the attempt counts in two cases: its answer is
        right with the new numbers, or the solution was shown. Otherwise the question starts again.
        """
        draw, tries, sure, hints, told, looked, thoughts, lines, (downwards, small), numbers = kept
        draw, sure = require_whole_number(draw), sure if tries else 0
        if len(looked) > MAX_VIEWED_FIGURES or len(lines) > MAX_EXPRESSIONS or len(tries) > MAX_TYPED_ANSWERS:
            raise ValueError("These answers are impossible.")
        self.checks.current_attempts[question_index] = QuestionAttempt(
            draw, viewed_figure_variants=[require_whole_number(seen) for seen in looked]
        )
        same = not tries or numbers == self._numbers(question_index, draw)
        try:
            self._answer_again(question_index, tries, sure, thoughts)
        except ValueError:
            if same:
                raise
        if not same and not self.checks.is_settled(question_index):
            self.checks.current_attempts[question_index] = QuestionAttempt(
                draw,
                viewed_figure_variants=self.checks.current_attempts[question_index].viewed_figure_variants,
                is_answer_shown=bool(told),
            )
            return bool(told)
        for line in lines:
            self.checks.add_expression(question_index, line)
        if downwards and not self.checks.is_settled(question_index):
            self.checks.open_sub_questions(question_index)
            self._restore_small(question_index, small)
        for _ in range(min(require_whole_number(hints), 9)):
            self.checks.show_next_hint(question_index)
        if told and not self.checks.is_settled(question_index):
            self.checks.show_answer(question_index)
        return True

    def _restore_small(self, question_index: int, small: Any) -> None:
        """Restore the answers to sub-questions."""
        for text in small:
            self.checks.answer_sub_question(question_index, text)

    def _answer_again(self, question_index: int, tries: Any, confidence: Any, thoughts: Any) -> None:
        for text, chosen in zip_longest(tries, thoughts):
            self.checks.submit_and_grade_answer(question_index, text, confidence)
            if question_index in self.checks.misconception_choices and chosen is not None:
                self.checks.confirm_misconception(question_index, chosen)
