"""What of a lesson's form its result codes and kept progress rest on, today and as it was at first.

`codes_first.json` keeps the first forms of our lessons, `codes_second.json` what the second ones asked where that has
changed, so that lessons may change and what was saved still opens.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from gamelib import Question

from .plan import Plan

UNTOLD = ("machine",)
"""Steps that came when codes were in use already: no code tells of them, so that older ones still open."""


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
    """The form of codes of this lesson today."""
    questions = [(asks.id, len(asks.misconceptions)) for asks in asked(plan)]
    kinds = [step.kind for step in plan.steps if step.kind not in UNTOLD]
    return CodeForm(plan.id, kinds, plan.bets()[0], hit_places(plan), questions)


@cache
def _kept(name: str) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads((Path(__file__).parent / name).read_text(encoding="utf-8-sig"))
    return kept


def second_form(plan: Plan) -> CodeForm:
    """The form of the second kind of codes of this lesson: other questions were asked then in some."""
    now, kept = form(plan), _kept("codes_second.json").get(plan.id)
    return now if kept is None else replace(now, asked=[(id, n) for id, n in kept])


def first_form(plan: Plan) -> CodeForm:
    """The form of the first codes of this lesson: as it was then, or as it is for a lesson that is not ours."""
    kept = _kept("codes_first.json").get(plan.id)
    if kept is None:
        return form(plan)
    return CodeForm(plan.id, kept["kinds"], kept["names"], kept["hits"], [(id, n) for id, n in kept["asked"]])


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
