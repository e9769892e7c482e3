"""A simulation that runs while you watch: counts of trials for one setting, and what to say of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib.number_format import count_with_noun, finer, format_interval, format_number
from gamelib.tools.confidence_interval import wilson_interval_95

from ..chart.seen import Seen, missing
from ..page.reports import MOST_RUNS, TRAIL

ENOUGH = 30  # runs from which on a band and what is still missing are told
COURSE = 60  # points of a running share
WATCHED = 10  # trials at once that can be watched one by one
STAGES = frozenset(round(10 ** (6 * i / COURSE)) for i in range(COURSE + 1))
"""After how many runs the share so far is kept."""


@dataclass(frozen=True, slots=True)
class RunGoal:
    """What runs are compared with, as it was shown last: outcome -> weight; those wanted, their chance, their words."""

    exact: Mapping[Any, int] | None = None
    hits: Callable[[Any], bool] | None = None
    chance: Fraction | None = None
    words: str = ""


class Runs:
    """Counts of trials. `settle` forgets them when the setting they were made for has changed."""

    def __init__(
        self,
        trials: Callable[[Random, int], list[Any]],
        seed: int | None = None,
        see: Callable[[Random], Seen] | None = None,
    ) -> None:
        """`trials(rng, n)`: n outcomes for the present setting; `see(rng)`: one of them with what led to it."""
        self.counts: Counter[Any] = Counter()
        self.see = see
        self.last: Seen | None = None
        """The last trial, if it was one of a few that can be watched."""
        self.stages: list[Counter[Any]] = []
        self.first: list[Any] = []
        """The first outcomes, in order."""
        self.goal = RunGoal()
        self.trials = trials
        self.rng = Random(seed)
        self.setting: Hashable = None

    @property
    def total(self) -> int:
        return self.counts.total()

    def settle(self, setting: Hashable) -> None:
        if setting != self.setting:
            self.setting = setting
            self.clear()

    def clear(self) -> None:
        """Forget all trials."""
        self.counts.clear()
        self.stages.clear()
        self.first.clear()
        self.last = None

    def run(self, n: int | None) -> None:
        """n more trials; None: a fifth of those made so far, so that the dots settle at a steady pace."""
        wanted = n if n is not None else min(5_000, max(20, self.total // 5))
        wanted = min(wanted, MOST_RUNS - self.total)
        for n, outcome in enumerate(self._outcomes(wanted), self.total + 1):
            self.counts[outcome] += 1
            if n <= TRAIL:
                self.first.append(outcome)
            if n in STAGES:
                self.stages.append(self.counts.copy())

    def _outcomes(self, n: int) -> list[Any]:
        """n outcomes; a few are made one by one, so that the last of them can be seen."""
        if self.see is None or not 0 < n <= WATCHED:
            self.last = None
            return self.trials(self.rng, n)
        seen = [self.see(self.rng) for _ in range(n)]
        self.last = seen[-1]
        return [one.outcome for one in seen]

    def course(self, hits: Callable[[Any], bool]) -> list[tuple[int, float]]:
        """The share of hits after the first few runs, then after each time some more: (runs, share)."""
        points: list[tuple[int, float]] = []
        for seen in [*self.stages, self.counts]:
            runs = seen.total()
            if runs and (not points or runs > points[-1][0]):
                points.append((runs, sum(n for outcome, n in seen.items() if hits(outcome)) / runs))
        return points

    def shown(
        self,
        said: str,
        exact: Mapping[Any, int] | None = None,
        hits: Callable[[Any], bool] | None = None,
        chance: Fraction | None = None,
        words: str = "",
    ) -> dict[str, Any]:
        """What the page shows: `said`, and the outcomes of `exact` (outcome -> weight) never seen so far; with `hits`,
        the running share of those outcomes, in `words`, on its way to `chance`."""
        self.goal = RunGoal(exact, hits, chance, words)
        more: dict[str, Any] = {}
        if hits and chance is not None:
            more = {"course": self.course(hits), "exact": float(chance)}
        if self.last:
            more["seen"] = {"pieces": list(self.last.pieces), "say": self.last.say}
        return {
            "said": said,
            "missing": "" if exact is None or self.total < ENOUGH else missing(self.counts, exact),
            "total": self.total,
            "full": self.total >= MOST_RUNS,
            **more,
        }


def leave_empty(figure: Figure) -> Figure:
    """The figure without the dots of outcomes that have not come up: their bars stay visibly empty."""
    return figure.for_each_trace(
        lambda trace: trace.update(y=[height or None for height in trace.y]), selector={"name": "simulated"}
    )


def compare(hits: int, runs: int, exact: Fraction, what: str) -> str:
    """Say how the relative frequency of a hit compares with its exact probability.

    `what` is a sentence that tells what happened, such as "the raid succeeded". Few trials get no interval.
    """
    if runs < ENOUGH:
        expected = format_number(float(exact) * runs)
        return (
            f"{count_with_noun(runs, 'trial')}: {what} {count_with_noun(hits, 'time')}. The expected number is "
            f"{expected}. "
            f"After {ENOUGH} trials, you see an interval too."
        )
    low, high = wilson_interval_95(hits, runs)
    if low <= exact <= high:
        verdict = "The exact probability is inside the interval."
    else:
        verdict = "The exact probability is outside the interval. That happens to about 1 interval in 20."
    return (
        f"{count_with_noun(runs, 'trial')}: {what} {count_with_noun(hits, 'time')}. The relative frequency is "
        f"{finer(hits / runs)}, "
        f"{format_interval(low, high)}. The exact value is {finer(exact)}. {verdict}"
    )
