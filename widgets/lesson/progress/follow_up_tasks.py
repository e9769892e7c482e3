"""Tasks after the explanation: predict the direction of a change, compare own data, and order items."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..experiment import Experiment
from ..goodness_of_fit import FitResult, compare_pupil_data_with_model
from ..lesson_definition import Plan
from ..limits import DIRECTIONS
from .explain_progress import require_whole_number
from .step_navigation import StepNavigation


class LabelledExperiment(NamedTuple):
    """Experiment with its label, as a model for the pupil's own data."""

    label: str
    """Label of the device, such as "a die"."""
    experiment: Experiment


class FollowUpTasks:
    """Work of one pupil on the Change, Own data and Order steps.

    If an action is not possible now, the method raises ValueError and changes nothing.
    """

    def __init__(self, plan: Plan, navigation: StepNavigation) -> None:
        self._plan, self._navigation = plan, navigation
        self.predicted_direction: str | None = None
        self.data_model_index = 0
        """Index of the selected model in the Own data step."""
        self.own_counts: list[int] = []
        self.fit_result: FitResult | None = None
        self.item_order: list[int] = []
        self.is_order_submitted = False
        if plan.has_step("rank"):
            self.item_order = list(range(len(plan.require_step("rank").extra_data["choices"])))

    def predict_direction(self, direction: Any) -> None:
        """Predict once in which direction the answer moves."""
        self._navigation.require_open_step("change")
        if direction not in DIRECTIONS or self.predicted_direction:
            raise ValueError("Say whether the answer goes up, stays the same or goes down.")
        self.predicted_direction = direction

    def models_for_own_data(self) -> list[LabelledExperiment]:
        """Return the experiments that can be models for the pupil's own data."""
        return [LabelledExperiment(*one) for one in self._plan.require_step("data").extra_data["models"].items()]

    def compare_own_data(self, model_index: Any, counts: Any) -> None:
        """Compare the pupil's own data with a model."""
        self._navigation.require_open_step("data")
        models = self.models_for_own_data()
        if require_whole_number(model_index) >= len(models) or not isinstance(counts, list):
            raise ValueError("Choose one of the options.")
        dist = models[model_index].experiment.exact_distribution()
        self.fit_result = compare_pupil_data_with_model(counts, [dist.p(outcome) for outcome in dist])
        self.data_model_index, self.own_counts = model_index, list(counts)

    def set_item_order(self, order: Any) -> None:
        """Set the pupil's order of the items."""
        self._navigation.require_open_step("rank")
        if (
            self.is_order_submitted
            or not isinstance(order, list)
            or sorted(map(require_whole_number, order)) != sorted(self.item_order)
        ):
            raise ValueError("Each plan has one place.")
        self.item_order = list(order)

    def submit_order(self, order: Any) -> None:
        """Submit the final order."""
        self.set_item_order(order)
        self.is_order_submitted = True
