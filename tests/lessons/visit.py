"""A lesson without a front end: what pupils do goes in as messages of a page."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.conftest import sample_cases
from widgets.lesson import scoring
from widgets.lesson.lesson_definition import PREDICTION_CHIPS, Plan
from widgets.lesson.lesson_notebooks import lesson_ids
from widgets.lesson.widget import Lesson
from widgets.page.paths import NOTEBOOKS_DIR

IDS = lesson_ids()


FIRST = "01-two-dice-and-a-gem"


each = pytest.mark.parametrize("id", IDS)
some = pytest.mark.parametrize("id", sample_cases(IDS, 3))  # for what is the same code in each lesson


def text_of(id: str) -> str:
    return (NOTEBOOKS_DIR / "lessons" / f"{id}.ipynb").read_text(encoding="utf-8")


def typed(value: Fraction) -> str:
    """An answer as one types it: a fraction, or a decimal if that is too long."""
    return str(value) if len(str(value)) < 40 else f"{float(value):.6f}"


class Visit:
    """A lesson and what it sends; messages go in as a page sends them."""

    def __init__(self, plan: Plan, seed: int = 1) -> None:
        self.lesson = Lesson(plan, seed)
        self.sent: list[dict[str, Any]] = []
        self.lesson.send = lambda content, buffers=None: self.sent.append(content)  # type: ignore[method-assign]
        self.seq = 0

    def do(self, do: str, **more: Any) -> list[dict[str, Any]]:
        """Send a message; returns what came back before "done"."""
        self.seq += 1
        self.sent.clear()
        self.lesson._receive(self.lesson, {"do": do, "seq": self.seq, **more}, [])
        assert self.sent[-1] == {"kind": "done", "seq": self.seq}
        return self.sent[:-1]

    def well(self, do: str, **more: Any) -> None:
        notices = [m["text"] for m in self.do(do, **more) if m["kind"] == "notice"]
        assert not notices, notices

    def refused(self, do: str, **more: Any) -> str:
        before = self.lesson.progress.to_dict()
        (notice,) = [m["text"] for m in self.do(do, **more) if m["kind"] == "notice"]
        assert self.lesson.progress.to_dict() == before
        return notice

    @property
    def at(self) -> str:
        return str(self.lesson.page["step"]["kind"])

    def step(self, kind: str) -> dict[str, Any]:
        """What the page shows of a step, by going there."""
        if self.at != kind:
            self.well("go_to_step", kind=kind)
        return dict(self.lesson.page["step"])

    def to(self, kind: str) -> dict[str, Any]:
        """Work on as a pupil does until this step, and stop there; what it shows."""
        while self.at != kind:
            self.finish()
        return dict(self.lesson.page["step"])

    def finish(self) -> None:
        """Do what the step asks for, and go on."""
        kind, pupil = self.at, self.lesson.progress
        if not pupil.navigation.is_step_done(kind):
            getattr(self, f"_{kind}", lambda: None)()
        if self.at == kind:
            self.well("next_step")

    def _play(self) -> None:
        if self.lesson.plan.experiment.mini_game_view is None:
            self.well("play_predicted_round", n=0)
        while not self.lesson.progress.hands_on.has_played:
            self.well("take_action", n=0)

    def _machine(self) -> None:
        """The model is put together in the Builder, which tells the lesson."""
        builder, wanted = self.lesson.builder, self.lesson.progress.model_progress.task
        assert builder is not None
        assert wanted is not None
        for made in (wanted.initial_model, wanted.solution):
            builder._receive(builder, {"do": "judge", "id": 1, "seq": 1, "model": made.to_dict()}, [])

    def _predict(self) -> None:
        self.well(
            "submit_prediction",
            chips=list(scoring.spread_evenly(self.lesson.progress.prediction.column_names, PREDICTION_CHIPS).values()),
            reason="I guess",
        )

    def _run(self) -> None:
        for n in (1, 1, 10, 10, 10):
            self.well("run_trials", n=n)
        self.well("reveal_answer")

    def _why(self) -> None:
        if self.lesson.progress.explain_progress is not None:
            self.well("show_solution")

    def write_space(self) -> None:
        """Write down the sample space that Why begins with, if it does."""
        self.to("why")
        space = self.lesson.progress.explain_progress and self.lesson.progress.explain_progress.sample_space_prompt
        if space:
            self.well(
                "submit_task",
                work=[" ".join(known) for _, known in space.grid_headings] or " ".join(space.required_outcomes),
            )

    def _data(self) -> None:
        _, made = self.lesson.progress.follow_up.models_for_own_data()[0]
        self.well("compare_data", model=0, counts=[7] * len(made.exact_distribution()))

    def _change(self) -> None:
        self.well("predict_direction", way="up")

    def _rank(self) -> None:
        self.well("submit_order", order=self.lesson.progress.follow_up.item_order)

    def _check(self) -> None:
        for n in range(len(self.lesson.progress.checks.current_attempts)):
            self.answer(n)

    def exact(self, n: int) -> Fraction:
        asks, settings = self.lesson.progress.checks.question_and_settings(n)
        answer = asks.exact(**settings)
        assert isinstance(answer, Fraction)
        return answer

    def answer(self, n: int, sure: int = 50) -> None:
        self.well("submit_answer", n=n, text=typed(self.exact(n)), sure=sure)
