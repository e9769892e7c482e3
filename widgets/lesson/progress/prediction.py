"""Prediction of one pupil: chips or a slider, the reason, and the misconceptions that match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gamelib.number_format import round_half_up

from ..arithmetic import evaluate_expression
from ..lesson_definition import PREDICTION_CHIPS, Plan
from ..limits import truncate_reason
from ..misconceptions import (
    OTHER_DIAGNOSIS,
    IndexedMisconception,
    ambiguous_misconceptions,
    collect_misconception_evidence,
    misconception_supported_by_chips_and_reason,
)
from ..scoring import chip_proportions
from ..typed_answers import append_evaluated_expression
from .step_navigation import StepNavigation


class Prediction:
    """Prediction of one pupil. An action that is not possible now raises ValueError and changes nothing."""

    def __init__(self, plan: Plan, navigation: StepNavigation) -> None:
        self._plan, self._navigation = plan, navigation
        self.column_names, self.exact_probabilities = plan.columns_and_probabilities()
        self.chips = [0] * len(self.column_names)
        self.reason = self.revised_reason = ""
        self.draft_expressions: list[str] = []
        """Expressions that the pupil evaluated before the prediction."""
        self.is_submitted = False
        self.confirmed_misconception: int | None = None
        """Misconception that the pupil named as the reason for the prediction."""

    def set_chips_and_reason(self, chips: Any, reason: Any = None, must_place_all: bool = False) -> None:
        """Set the chips and the reason. This is possible only before the prediction is submitted.

        If `must_place_all` is true, all chips must be placed.
        """
        self._navigation.require_open_step("predict")
        if self.is_submitted:
            raise ValueError("Your prediction is fixed. Start the lesson again to make another.")
        fits = isinstance(chips, list) and len(chips) == len(self.column_names)
        if (
            not fits
            or not all(type(n) is int and 0 <= n <= PREDICTION_CHIPS for n in chips)
            or sum(chips) > PREDICTION_CHIPS
        ):
            raise ValueError(f"Spread {PREDICTION_CHIPS} chips over the {len(self.column_names)} outcomes.")
        if must_place_all and not any(chips) and self._plan.prediction_mode == "fraction":
            raise ValueError("Move the slider first, or choose fifty-fifty.")
        if must_place_all and sum(chips) < PREDICTION_CHIPS:
            raise ValueError(
                f"{PREDICTION_CHIPS - sum(chips)} of your {PREDICTION_CHIPS} chips are left. Put them all down."
            )
        self.chips = list(chips)
        self.reason = truncate_reason(reason)

    def evaluate_and_store_draft_expression(self, text: Any) -> str:
        """Before the prediction, evaluate an expression that the pupil typed, and store it.

        If the prediction has a slider and the value is a probability, the slider moves to this value.
        """
        self._navigation.require_open_step("predict")
        if self.is_submitted:
            raise ValueError("Your prediction is fixed.")
        worked, self.draft_expressions = append_evaluated_expression(
            text, self.draft_expressions, self._plan.experiment.is_favourable is not None
        )
        value = evaluate_expression(self.draft_expressions[-1]).value
        if self._plan.prediction_mode == "fraction" and 0 <= value <= 1:
            mine = int(round_half_up(value * PREDICTION_CHIPS))
            self.set_chips_and_reason([mine, PREDICTION_CHIPS - mine], self.reason)
        return worked

    def submit(self, chips: Any, reason: Any = None) -> None:
        """Submit the prediction. All chips must be placed."""
        self.set_chips_and_reason(chips, reason, must_place_all=True)
        self.is_submitted = True
        self._navigation.go_to_step_if_allowed("run")

    def predicted_distribution(self) -> dict[Any, Fraction]:
        """Return the prediction as proportions. Raise ValueError before the first prediction."""
        return chip_proportions(dict(zip(self.column_names, self.chips, strict=True)))

    def implied_answer(self) -> Fraction:
        """Return the answer to the lesson's question that the prediction implies."""
        made, said = self._plan.experiment, self.predicted_distribution()
        outcomes = {
            self._plan.column_of_outcome(outcome): outcome for outcome in made.exact_distribution(**self._plan.settings)
        }
        if made.is_favourable is None:
            return sum(
                (said[name] * made.value_in_mean(o, self._plan.settings) for name, o in outcomes.items()), Fraction(0)
            )
        asked = (name for name, o in outcomes.items() if made.is_favourable(o, **self._plan.settings))
        return sum((said[name] for name in asked), Fraction(0))

    def ambiguous_misconceptions(self) -> list[IndexedMisconception]:
        """Return the misconceptions that match the prediction, or none once the pupil has confirmed one."""
        return ambiguous_misconceptions(self._plan, self.predicted_distribution(), self.implied_answer(), self.reason)

    def evident_misconception(self) -> IndexedMisconception | None:
        """Return the misconception on which number, chips and reason of the prediction agree, or None."""
        return misconception_supported_by_chips_and_reason(
            collect_misconception_evidence(
                self._plan, self.predicted_distribution(), self.implied_answer(), self.reason
            )
        )

    def confirm_misconception(self, misconception_index: Any) -> None:
        """Confirm the misconception behind the prediction by its index in the bank, or OTHER_DIAGNOSIS."""
        self._navigation.require_open_step("compare")
        if not self.is_submitted or (
            misconception_index != OTHER_DIAGNOSIS
            and misconception_index not in [one.bank_index for one in self.ambiguous_misconceptions()]
        ):
            raise ValueError("Choose one of the options.")
        self.confirmed_misconception = misconception_index

    def set_revised_reason(self, reason: Any) -> None:
        """Set the revised version of the earlier reason."""
        self._navigation.require_open_step("why")
        self.revised_reason = truncate_reason(reason)
