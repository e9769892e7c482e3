"""The form of a lesson on which its result codes rest."""

from __future__ import annotations

from dataclasses import dataclass

from gamelib import Question

from .lesson_definition import Plan


@dataclass(frozen=True, slots=True)
class CodeSchema:
    """What a code rests on: steps, outcomes, those that are counted as hits, questions with how many mistakes each."""

    id: str
    step_kinds: list[str]
    column_names: list[str]
    counted_indices: list[int]
    question_misconception_counts: list[tuple[str, int]]

    @property
    def fingerprint(self) -> str:
        """What sets it apart from other forms."""
        return "|".join(
            [self.id, *self.step_kinds, *self.column_names, *(id for id, _ in self.question_misconception_counts)]
        )


def current_schema(plan: Plan) -> CodeSchema:
    """The form of the codes of this lesson."""
    questions = [(asks.id, len(asks.misconceptions)) for asks in check_questions(plan)]
    return CodeSchema(
        plan.id,
        [step.kind for step in plan.steps],
        plan.columns_and_probabilities()[0],
        counted_indices(plan),
        questions,
    )


def check_questions(plan: Plan) -> tuple[Question, ...]:
    """The questions of its checks."""
    return tuple(plan.require_step("check").extra_data["questions"]) if plan.has_step("check") else ()


def counted_indices(plan: Plan) -> list[int]:
    """The places of the outcomes that a class counts: those asked for, or the upper half of what a mean is made of."""
    names = plan.columns_and_probabilities()[0]
    yes = next(iter(plan.experiment.prediction_options(plan.settings).values()))
    if plan.experiment.is_favourable is None:
        return list(range(len(names) // 2, len(names)))
    return sorted({names.index(plan.column_of_outcome(outcome)) for outcome in yes})
