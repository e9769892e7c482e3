"""Outcomes, paths and runs of each experiment agree with the bank."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from widgets.lesson import experiment as lessons

RUNS = 1000


def every_experiment() -> list[tuple[str, dict[str, Any]]]:
    cases: list[tuple[str, dict[str, Any]]] = []
    for name in lessons.experiment_names():
        made = lessons.experiment_by_name(name)
        if not made.question_id:
            cases.append((name, {}))
            continue
        asks, rng = made.custom_or_bank_question, Random(name)
        cases.append((name, asks.resolve_parameters({})))
        offered = asks.offered_settings()
        cases += [(name, rng.choice(offered)) for _ in range(3)]
    return cases


@pytest.mark.parametrize(("name", "settings"), every_experiment())
def test_outcomes_paths_and_runs_agree_with_the_bank(name: str, settings: dict[str, Any]) -> None:
    made = lessons.experiment_by_name(name)
    dist = made.exact_distribution(**settings)
    counts = dict.fromkeys(dist, 0)
    for outcome in lessons.simulate_outcomes(made, Random(f"{name} {settings}"), settings, RUNS):
        counts[outcome] += 1
    for outcome in dist:
        p = float(dist.p(outcome))
        assert abs(counts[outcome] / RUNS - p) <= 5 * max(1e-9, (p * (1 - p) / RUNS) ** 0.5)
    if made.question_id:
        exact = made.custom_or_bank_question.exact(**settings)
        assert made.exact_probability_or_mean(settings) == exact
        assert sum(path.value for path in made.answer_terms(**settings)) == exact


def test_names_of_experiments() -> None:
    for name in ("harem/nothing", "nothing", "towers/gem"):
        with pytest.raises(ValueError, match="no experiment"):
            lessons.experiment_by_name(name)
    with pytest.raises(ValueError, match="no question"):
        lessons.experiment_by_name("classics/two-coins").custom_or_bank_question  # noqa: B018
