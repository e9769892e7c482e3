"""The form of a lesson on which its result codes rest."""

from __future__ import annotations

from dataclasses import dataclass

from gamelib import Question

from .plan import Plan


@dataclass(frozen=True, slots=True)
class CodeForm:
    """What a code rests on: steps, outcomes, those that are counted as hits, questions with how many mistakes each."""

    id: str
    kinds: list[str]
    names: list[str]
    hits: list[int]
    asked: list[tuple[str, int]]

    @property
    def about(self) -> str:
        """What sets it apart from other forms."""
        return "|".join([self.id, *self.kinds, *self.names, *(id for id, _ in self.asked)])


def form(plan: Plan) -> CodeForm:
    """The form of the codes of this lesson."""
    questions = [(asks.id, len(asks.misconceptions)) for asks in asked(plan)]
    return CodeForm(plan.id, [step.kind for step in plan.steps], plan.bets()[0], hit_places(plan), questions)


def asked(plan: Plan) -> tuple[Question, ...]:
    """The questions of its checks."""
    return tuple(plan.step("check").more["questions"]) if plan.has("check") else ()


def hit_places(plan: Plan) -> list[int]:
    """The places of the outcomes that a class counts: those asked for, or the upper half of what a mean is made of."""
    names = plan.bets()[0]
    yes = next(iter(plan.experiment.calls(plan.settings).values()))
    if plan.experiment.asked is None:
        return list(range(len(names) // 2, len(names)))
    return sorted({names.index(plan.bet(outcome)) for outcome in yes})
