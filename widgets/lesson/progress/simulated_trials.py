"""Simulated trials of one pupil after the prediction, and the exact answer.

`reveal_answer` raises an error until the pupil has submitted a prediction and run enough trials.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from ..experiment import Trial
from ..lesson_definition import Plan
from ..limits import (
    MAX_RUNNING_POINTS,
    MAX_TRIALS,
    MIN_TRIALS_BEFORE_ANSWER,
    PROGRESS_INTERVAL,
    REPORTED_TRIALS,
    TRIAL_BATCHES,
)
from .prediction import Prediction
from .step_navigation import StepNavigation


class SimulatedTrials:
    """Trials of one pupil. Methods raise ValueError for an action that is not possible now, and change nothing."""

    def __init__(self, plan: Plan, navigation: StepNavigation, prediction: Prediction, rng: Random) -> None:
        self._plan, self._navigation, self._prediction, self._rng = plan, navigation, prediction, rng
        self.counts_by_column: Counter[str] = Counter()
        self.last_batch_trials: list[tuple[str, Trial[Any]]] = []
        """Column and trial of each trial of the last small batch."""
        self.running_means: list[tuple[int, float]] = []
        """Number of trials, and the mean or proportion after them."""
        self.is_answer_revealed = False

    def run_trials(self, n: Any, on_progress: Callable[[int, int], None] | None = None) -> None:
        """Run n more trials. `on_progress(done, n)` is called during long runs."""
        if not self._prediction.is_submitted:
            raise ValueError("Make your prediction first.")
        if n not in TRIAL_BATCHES or isinstance(n, bool):
            raise ValueError("You can do 1, 10 or 1000 trials at a time.")
        if self.trial_count + n > MAX_TRIALS:
            raise ValueError(f"{MAX_TRIALS:,} trials are enough.")
        see, settings = self._plan.experiment.run_trial, self._plan.settings
        self.last_batch_trials = []
        worth = self._plan.column_values
        total = self.trial_count
        so_far = sum(worth[name] * k for name, k in self.counts_by_column.items())
        for done in range(n):
            seen = see(self._rng, **settings)
            name = self._plan.column_of_outcome(seen.outcome)
            self.counts_by_column[name] += 1
            so_far += worth[name]
            total += 1
            if n < 1000 or total % 10 == 0 or total <= REPORTED_TRIALS or done == n - 1:
                self.running_means.append((total, so_far / total))
            if n <= TRIAL_BATCHES[1]:
                self.last_batch_trials.append((name, seen))
            if on_progress and n > PROGRESS_INTERVAL and (done + 1) % PROGRESS_INTERVAL == 0:
                on_progress(done + 1, n)
        if len(self.running_means) > MAX_RUNNING_POINTS:  # thin out many points, but keep the first ones
            first, rest = self.running_means[:REPORTED_TRIALS], self.running_means[REPORTED_TRIALS:]
            step = -(-len(rest) // (MAX_RUNNING_POINTS - REPORTED_TRIALS))
            self.running_means = first + rest[::-step][::-1]

    @property
    def trial_count(self) -> int:
        """Number of trials so far."""
        return self.counts_by_column.total()

    def unseen_columns(self) -> list[str]:
        """Return the outcomes that have not occurred."""
        return [name for name in self._prediction.column_names if not self.counts_by_column[name]]

    def reveal_answer(self) -> None:
        """Reveal the exact answer."""
        if not self._prediction.is_submitted:
            raise ValueError("Make your prediction first.")
        if self.trial_count < MIN_TRIALS_BEFORE_ANSWER:
            raise ValueError(f"Do {MIN_TRIALS_BEFORE_ANSWER} trials first.")
        if not self._navigation.is_allowed_by_teacher("compare"):
            raise ValueError("Your teacher opens this for everybody.")
        self.is_answer_revealed = True
        self._navigation.current_step = "compare"
