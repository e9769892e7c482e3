"""Outcomes, paths and runs of each experiment agree with the bank."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from widgets.lesson import experiment as lessons

RUNS = 1000


def every_experiment() -> list[tuple[str, dict[str, Any]]]:
    cases: list[tuple[str, dict[str, Any]]] = []
    for name in lessons.names():
        made = lessons.experiment(name)
        if not made.question:
            cases.append((name, {}))
            continue
        asks, rng = made.asks, Random(name)
        cases.append((name, asks.resolve_parameters({})))
        offered = asks.offered_settings()
        cases += [(name, rng.choice(offered)) for _ in range(3)]
    return cases


@pytest.mark.parametrize(("name", "settings"), every_experiment())
def test_outcomes_paths_and_runs_agree_with_the_bank(name: str, settings: dict[str, Any]) -> None:
    made = lessons.experiment(name)
    dist = made.outcomes(**settings)
    counts = dict.fromkeys(dist, 0)
    for outcome in lessons.run(made, Random(f"{name} {settings}"), settings, RUNS):
        counts[outcome] += 1
    for outcome in dist:
        p = float(dist.p(outcome))
        assert abs(counts[outcome] / RUNS - p) <= 5 * max(1e-9, (p * (1 - p) / RUNS) ** 0.5)
    if made.question:
        exact = made.asks.exact(**settings)
        assert made.answer(settings) == exact
        assert sum(path.term for path in made.paths(**settings)) == exact


def test_names_of_experiments() -> None:
    for name in ("harem/nothing", "nothing", "towers/gem"):
        with pytest.raises(ValueError, match="no experiment"):
            lessons.experiment(name)
    with pytest.raises(ValueError, match="no question"):
        lessons.experiment("classics/two-coins").asks  # noqa: B018
