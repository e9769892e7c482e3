"""Navigation of one pupil through the steps of a lesson.

One step is open at a time. The next step opens when the previous one is done. A teacher can open all steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..lesson_definition import Plan
from ..limits import READING_STEPS


class StepNavigation:
    """Steps of a lesson: the current one, and which ones are open and done."""

    def __init__(self, plan: Plan, is_work_done: Mapping[str, Callable[[], bool]]) -> None:
        """Start at the first step.

        `is_work_done` maps each step with work to a function that returns whether the pupil has finished this work. A
        step without an entry is done when the pupil continues to the next step. The Play step needs both: the pupil
        must play and then continue.
        """
        self._is_work_done = is_work_done
        self._reading_steps = {*READING_STEPS} | ({"why"} - is_work_done.keys())
        self.step_kinds = [step.kind for step in plan.steps]
        self.optional_steps = {step.kind for step in plan.steps if step.extra_data.get("optional")}
        self.current_step = self.step_kinds[0]
        self.passed_reading_steps: set[str] = set()
        self.is_unlocked = False
        self.last_allowed_step: str | None = None
        """Last step that the teacher allows, or None without a limit. A restart does not change it."""
        self.start_step: str | None = None
        """Step at which the class was when this pupil joined, or None. Nobody needs the earlier steps to go on."""

    def is_step_done(self, kind: str) -> bool:
        """Return whether a step is done."""
        return kind in self.passed_reading_steps if kind in self._reading_steps else self._is_work_done[kind]()

    def is_step_open(self, kind: str) -> bool:
        """Return whether a step is open: the teacher allows it, and earlier steps are done or all are unlocked."""
        place, start = self.step_kinds.index(kind), self.step_kinds.index(self.start_step or self.step_kinds[0])
        before = self.step_kinds[start:place] if place > start else []
        if kind == "sum" and self._is_work_done["run"]():  # after the exact answer, the pupil may stop
            return self.is_allowed_by_teacher(kind)
        return self.is_allowed_by_teacher(kind) and (
            self.is_unlocked or all(one in self.optional_steps or self.is_step_done(one) for one in before)
        )

    def is_allowed_by_teacher(self, kind: str) -> bool:
        """Return whether the teacher allows this step."""
        return self.last_allowed_step is None or self.step_kinds.index(kind) <= self.step_kinds.index(
            self.last_allowed_step
        )

    def set_last_allowed_step(self, kind: Any) -> None:
        """Set the last step that the teacher allows (None removes the limit).

        Pupils in later steps return to this step.
        """
        if kind is not None and kind not in self.step_kinds:
            raise ValueError("This lesson has no such step.")
        self.last_allowed_step = kind
        if not self.is_allowed_by_teacher(self.current_step):
            self.current_step = str(kind)

    def bring_to_start_step(self, kind: Any) -> None:
        """Bring a late pupil to the step of the class. All earlier steps open too."""
        if kind not in self.step_kinds:
            raise ValueError("This lesson has no such step.")
        self.start_step = kind
        if self.step_kinds.index(self.current_step) < self.step_kinds.index(kind):
            self.go_to_step_if_allowed(kind)

    @property
    def can_skip_to_summary(self) -> bool:
        """Whether the pupil may postpone the other steps: the summary is open from the Compare step on."""
        return (
            "sum" in self.step_kinds[self.step_kinds.index(self.current_step) + 2 :]
            and self.current_step != "run"
            and self.is_step_open("sum")
        )

    def go_to_step(self, kind: Any) -> None:
        """Go to a step."""
        self.require_open_step(kind)
        self.current_step = kind

    def advance(self) -> None:
        """Go to the next step."""
        if self.current_step == "play" and not self._is_work_done["play"]() and not self.is_unlocked:
            raise ValueError("Finish this step first.")
        if self.current_step in self._reading_steps:
            self.passed_reading_steps.add(self.current_step)
        if (
            not self.is_step_done(self.current_step)
            and self.current_step not in self.optional_steps
            and not self.is_unlocked
        ):
            raise ValueError("Finish this step first.")
        place = self.step_kinds.index(self.current_step)
        self.go_to_step_if_allowed(self.step_kinds[min(place + 1, len(self.step_kinds) - 1)])

    def go_to_step_if_allowed(self, step_kind: str) -> None:
        """Go to a step if the teacher already allows it."""
        if self.is_allowed_by_teacher(step_kind):
            self.current_step = step_kind

    def unlock_all(self) -> None:
        """Unlock all steps for a teacher."""
        self.is_unlocked = True

    def require_open_step(self, kind: Any) -> None:
        """Raise ValueError unless the lesson has this step and it is open."""
        if kind not in self.step_kinds or not self.is_step_open(kind):
            raise ValueError("This step opens when you have finished the steps before it.")
