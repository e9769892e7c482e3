"""Live simulation: counts of trials for one setting of the controls, and texts about the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib.number_format import format_confidence_interval, format_decimal_probability
from gamelib.tools.confidence_interval import wilson_interval_95

from ..chart.trial import Trial, unseen_outcomes_text
from ..page.run_reports import MAX_RUNNING_SHARES, MAX_RUNS
from ..page.translations import text_lookup

text = text_lookup("dashboard")

MIN_TRIALS_FOR_INTERVAL = 30  # trials needed for a confidence interval and for a text about missing outcomes
FREQUENCY_POINTS = 60  # number of points on the line of the running frequency
MAX_VISIBLE_TRIALS = 10  # maximum number of visible trials per click
STAGE_TRIALS = frozenset(round(10 ** (6 * i / FREQUENCY_POINTS)) for i in range(FREQUENCY_POINTS + 1))
"""Numbers of trials after which the counts are saved."""


@dataclass(frozen=True, slots=True)
class ExactReference:
    """Exact values with which the trials are compared.

    `weights` maps outcomes to weights. The other fields describe the event, which is the set of favourable outcomes.
    """

    weights: Mapping[Any, int] | None = None
    is_favourable: Callable[[Any], bool] | None = None
    event_probability: Fraction | None = None
    event_text: str = ""


class LiveSimulation:
    """Counter of simulated trials for one setting of the controls. `reset_if_changed` clears old counts."""

    def __init__(
        self,
        trials: Callable[[Random, int], list[Any]],
        seed: int | None = None,
        run_visible_trial: Callable[[Random], Trial[Any]] | None = None,
    ) -> None:
        """`trials(rng, n)` is a function that returns n outcomes for the current setting.

        `run_visible_trial(rng)` is a function that returns one trial with its visible items.
        """
        self.counts: Counter[Any] = Counter()
        self.run_visible_trial = run_visible_trial
        self.last_visible_trial: Trial[Any] | None = None
        """Last trial, if it was visible."""
        self.checkpoint_counts: list[Counter[Any]] = []
        self.first_outcomes: list[Any] = []
        """First outcomes, in order."""
        self.reference = ExactReference()
        self.run_trials = trials
        self.rng = Random(seed)
        self.setting: Hashable = None

    @property
    def completed_count(self) -> int:
        """Number of trials that were run."""
        return self.counts.total()

    def reset_if_changed(self, setting: Hashable) -> None:
        """Delete the counts if the setting of the controls has changed."""
        if setting != self.setting:
            self.setting = setting
            self.clear()

    def clear(self) -> None:
        """Clear all trials."""
        self.counts.clear()
        self.checkpoint_counts.clear()
        self.first_outcomes.clear()
        self.last_visible_trial = None

    def add_trials(self, count: int | None) -> None:
        """Run more trials, without an update of the display.

        If the number is None, a fifth of the trials so far is added, so that the chart converges at a steady speed.
        """
        wanted = count if count is not None else min(5_000, max(20, self.completed_count // 5))
        wanted = min(wanted, MAX_RUNS - self.completed_count)
        for n, outcome in enumerate(self._outcomes(wanted), self.completed_count + 1):
            self.counts[outcome] += 1
            if n <= MAX_RUNNING_SHARES:
                self.first_outcomes.append(outcome)
            if n in STAGE_TRIALS:
                self.checkpoint_counts.append(self.counts.copy())

    def _outcomes(self, n: int) -> list[Any]:
        """Return n outcomes. If n is small, run the trials one by one, so that the last trial is visible."""
        if self.run_visible_trial is None or not 0 < n <= MAX_VISIBLE_TRIALS:
            self.last_visible_trial = None
            return self.run_trials(self.rng, n)
        seen = [self.run_visible_trial(self.rng) for _ in range(n)]
        self.last_visible_trial = seen[-1]
        return [one.outcome for one in seen]

    def running_frequency(self, is_favourable: Callable[[Any], bool]) -> list[tuple[int, float]]:
        """Return the relative frequency of hits at several times, as pairs (number of trials, frequency)."""
        points: list[tuple[int, float]] = []
        for seen in [*self.checkpoint_counts, self.counts]:
            runs = seen.total()
            if runs and (not points or runs > points[-1][0]):
                points.append((runs, sum(n for outcome, n in seen.items() if is_favourable(outcome)) / runs))
        return points

    def update_block_data(
        self,
        comparison: str,
        weights: Mapping[Any, int] | None = None,
        is_favourable: Callable[[Any], bool] | None = None,
        event_probability: Fraction | None = None,
        event_text: str = "",
    ) -> dict[str, Any]:
        """Return the data of the simulation block: `comparison`, and the outcomes of `weights` without a trial.

        `weights` maps outcomes to weights. With `is_favourable`, the data has the running frequency of the favourable
        outcomes and their exact probability. `event_text` is the label of this event.
        """
        self.reference = ExactReference(weights, is_favourable, event_probability, event_text)
        more: dict[str, Any] = {}
        if is_favourable and event_probability is not None:
            more = {"course": self.running_frequency(is_favourable), "exact": float(event_probability)}
        if self.last_visible_trial:
            more["seen"] = {"pieces": list(self.last_visible_trial.items), "say": self.last_visible_trial.description}
        return {
            "said": comparison,
            "missing": ""
            if weights is None or self.completed_count < MIN_TRIALS_FOR_INTERVAL
            else unseen_outcomes_text(self.counts, weights),
            "total": self.completed_count,
            "full": self.completed_count >= MAX_RUNS,
            **more,
        }


def hide_unseen_dots(figure: Figure) -> Figure:
    """Hide the dots for outcomes that have not occurred, so that their bars have no dot at 0."""
    return figure.for_each_trace(
        lambda trace: trace.update(y=[height or None for height in trace.y]), selector={"name": "simulated"}
    )


def frequency_comparison_text(
    success_count: int, trial_count: int, exact_probability: Fraction, event_text: str
) -> str:
    """Return a text that compares the relative frequency of an event with its exact probability.

    `event_text` is a sentence about the event, such as "the raid succeeded". The text has a confidence interval only
    if there are many trials.
    """
    values = {"trials": trial_count, "event": event_text, "times": success_count}
    if trial_count < MIN_TRIALS_FOR_INTERVAL:
        expected = float(exact_probability) * trial_count
        return text("few_trials", **values, expected=expected, least=MIN_TRIALS_FOR_INTERVAL)
    low, high = wilson_interval_95(success_count, trial_count)
    return text(
        "many_trials",
        **values,
        frequency=format_decimal_probability(success_count / trial_count),
        interval=format_confidence_interval(low, high),
        exact=format_decimal_probability(exact_probability),
        verdict=text("inside_interval" if low <= exact_probability <= high else "outside_interval"),
    )
