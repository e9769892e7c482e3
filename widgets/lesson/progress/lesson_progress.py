"""Progress of one pupil in a lesson: mini-games, prediction, trials, explanation and answers.

The exact answer is revealed only after the prediction. Each part of the progress is a class in this package.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ..lesson_definition import Plan
from ..limits import SEED_COUNT
from ..question_variants import QuestionVariants
from .check_answers import CheckAnswers
from .explain_progress import ExplainTaskProgress
from .follow_up_tasks import FollowUpTasks
from .hands_on_play import HandsOnPlay
from .model_task_progress import ModelTaskProgress
from .prediction import Prediction
from .simulated_trials import SimulatedTrials
from .step_navigation import StepNavigation


class LessonProgress:
    """Progress of one pupil. An action that is not possible now raises ValueError and changes nothing."""

    def __init__(self, plan: Plan, seed: int | None = None) -> None:
        plan.require_complete()
        self.plan = plan
        self.rng = Random(seed)
        self.explain_task = plan.experiment.explain_task(**plan.settings) if plan.experiment.explain_task else None
        self._question_variants = QuestionVariants(plan)
        self._start(last_allowed_step=None)

    def restart(self) -> None:
        """Reset all progress, and draw new numbers for the questions. The teacher's limit on steps stays the same."""
        self._start(self.navigation.last_allowed_step)

    def _start(self, last_allowed_step: str | None) -> None:
        self.seed = self.rng.randrange(SEED_COUNT)
        self._create_parts(last_allowed_step)

    def _create_parts(self, last_allowed_step: str | None) -> None:
        """Create all parts of the progress without any work. `seed` determines the numbers of the questions."""
        is_work_done: dict[str, Callable[[], bool]] = {
            "play": lambda: self.hands_on.has_played,
            "machine": lambda: self.model_progress.is_solved_or_shown,
            "predict": lambda: self.prediction.is_submitted,
            "run": lambda: self.trials.is_answer_revealed,
            "change": lambda: self.follow_up.predicted_direction is not None,
            "data": lambda: self.follow_up.fit_result is not None,
            "rank": lambda: self.follow_up.is_order_submitted,
            "check": lambda: self.checks.are_required_questions_settled,
        }
        if self.explain_task is not None:
            is_work_done["why"] = lambda: self.explain_progress is not None and self.explain_progress.is_done
        plan, navigation = self.plan, StepNavigation(self.plan, is_work_done)
        navigation.last_allowed_step = last_allowed_step
        self.navigation = navigation
        self.hands_on = HandsOnPlay(plan, navigation, self.rng, self.seed)
        self.model_progress = ModelTaskProgress(plan, navigation)
        self.prediction = Prediction(plan, navigation)
        self.trials = SimulatedTrials(plan, navigation, self.prediction, self.rng)
        self.explain_progress = None if self.explain_task is None else ExplainTaskProgress(self.explain_task, self.seed)
        self.follow_up = FollowUpTasks(plan, navigation)
        self.checks = CheckAnswers(plan, navigation, self._question_variants, self.seed)

    @property
    def is_finished(self) -> bool:
        """Whether the pupil has finished the lesson.

        All required questions must be settled. If there are no questions, the pupil must have viewed the last step.
        """
        if self.checks.required_question_indices:
            return self.navigation.is_step_done("check")
        return self.trials.is_answer_revealed and self.navigation.current_step == self.navigation.step_kinds[-1]

    def submit_explanation(self, work: Any) -> None:
        """Submit a part of the explain task: selected cells, an option at the current level, or an order of steps."""
        self.navigation.require_open_step("why")
        if self.explain_progress is None or self.explain_progress.is_done:
            raise ValueError("There is nothing to build here.")
        self.explain_progress.apply_submission(work)

    def show_explanation_solution(self) -> None:
        """Show the solution of the explain task."""
        self.navigation.require_open_step("why")
        if self.explain_progress is None:
            raise ValueError("There is nothing to build here.")
        self.explain_progress.fill_in_solution()
        self.explain_progress.is_solution_shown = True

    def steps_with_shown_solution(self) -> list[str]:
        """Return the steps that are done only because the page showed a solution or an answer."""
        is_assisted = {
            "machine": self.model_progress.is_solution_shown,
            "why": self.explain_progress is not None and self.explain_progress.is_solution_shown,
            "check": self.checks.has_shown_answer,
        }
        return [kind for kind, assisted in is_assisted.items() if assisted and kind in self.navigation.step_kinds]
