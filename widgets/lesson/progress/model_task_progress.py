"""Model task: compose a given chance model in the Builder."""

from __future__ import annotations

from gamelib.chance import Model

from ..lesson_definition import Plan
from ..model_task import MIN_CHECKS_BEFORE_SOLUTION, ModelTask
from .step_navigation import StepNavigation


class ModelTaskProgress:
    """Work of one pupil on the model task. Without such a task, each action raises ValueError."""

    def __init__(self, plan: Plan, navigation: StepNavigation) -> None:
        self._navigation = navigation
        self.task: ModelTask | None = None
        self.model_text = self.feedback = ""
        """Current model on the canvas."""
        self.is_solved = self.is_solution_shown = False
        self.check_count = 0
        if plan.has_step("machine"):
            task: ModelTask = plan.require_step("machine").extra_data["machine"]
            self.task, self.model_text = task, task.initial_model.text

    @property
    def is_solved_or_shown(self) -> bool:
        """Whether the pupil's model is right, or the page has shown the solution."""
        return self.is_solved or self.is_solution_shown

    def save_unchecked_model(self, model: Model) -> None:
        """Save the current model on the canvas of the Builder without checking it."""
        self._navigation.require_open_step("machine")
        if model.text != self.model_text:
            self.model_text, self.feedback = model.text, ""

    def submit_model(self, model: Model) -> str:
        """Check whether the model is right for the experiment. Return feedback on a wrong model, or ""."""
        self.save_unchecked_model(model)
        assert self.task is not None, "there is such a step"
        self.feedback = self.task.mismatch_feedback(model)
        self.check_count += 1
        self.is_solved = self.is_solved or not self.feedback
        return self.feedback

    def show_solution(self) -> None:
        """Show the solution of the model task. This is possible only after several tries."""
        self._navigation.require_open_step("machine")
        if self.task is None or self.is_solved or self.check_count < MIN_CHECKS_BEFORE_SOLUTION:
            raise ValueError(f"Try {MIN_CHECKS_BEFORE_SOLUTION} times first.")
        self.model_text, self.feedback, self.is_solution_shown = self.task.solution.text, "", True
