"""Schema of a lesson: the data on which the format of its result codes depends."""

from __future__ import annotations

from dataclasses import dataclass

from gamelib import Question

from .lesson_definition import Plan


@dataclass(frozen=True, slots=True)
class CodeSchema:
    """Schema of a result code: steps, outcomes, counted outcomes, and number of misconceptions of each question."""

    id: str
    step_kinds: list[str]
    column_names: list[str]
    counted_outcome_indices: list[int]
    question_misconception_counts: list[tuple[str, int]]

    @property
    def fingerprint(self) -> str:
        """Text that identifies this schema."""
        return "|".join(
            [self.id, *self.step_kinds, *self.column_names, *(id for id, _ in self.question_misconception_counts)]
        )


def result_code_schema(plan: Plan) -> CodeSchema:
    """Return the schema of the result codes of this lesson."""
    questions = [(asks.id, len(asks.misconceptions)) for asks in check_questions(plan)]
    return CodeSchema(
        plan.id,
        [step.kind for step in plan.steps],
        plan.columns_and_probabilities()[0],
        counted_outcome_indices(plan),
        questions,
    )


def check_questions(plan: Plan) -> tuple[Question, ...]:
    """Return the questions of the Check step."""
    return tuple(plan.require_step("check").extra_data["questions"]) if plan.has_step("check") else ()


def counted_outcome_indices(plan: Plan) -> list[int]:
    """Return the indices of the outcomes that count as hits: the favourable ones, or the upper half for a mean."""
    names = plan.columns_and_probabilities()[0]
    yes = next(iter(plan.experiment.prediction_options(plan.settings).values()))
    if plan.experiment.is_favourable is None:
        return list(range(len(names) // 2, len(names)))
    return sorted({names.index(plan.column_of_outcome(outcome)) for outcome in yes})
