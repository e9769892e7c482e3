"""Outcomes, paths and runs of each experiment agree with the bank, and replies agree with the answers."""

from __future__ import annotations

import re
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


def test_replies_say_what_to_do_instead() -> None:
    """Check replies to a sum in place of a product and the reverse, and the comparison for each wrong cell."""
    operations = compared = 0
    for name, settings in every_experiment():
        make_task = lessons.experiment_by_name(name).explain_task
        if not make_task:
            continue
        task = make_task(**settings)
        if isinstance(task, lessons.SelectCellsTask):
            for cell in task.cells:
                for negation, comparison, than in re.findall(r"(not )?(less|more) than (\d+)", cell.explanation):
                    compared += 1
                    value, limit = int(cell.label), int(than)
                    is_true = value < limit if comparison == "less" else value > limit
                    assert is_true != bool(negation), (name, cell)
        for level in lessons.choice_questions(task):
            right = level.correct_option
            for sign, other, verb in (("×", "+", "multiply"), ("+", "×", "add the")):
                for text, reply in level.distractors:
                    if sign in right and other not in right and other in text and sign not in text:
                        operations += 1
                        assert verb in reply.lower(), (name, text, reply)
    assert operations > 10
    assert compared > 10


def test_names_of_experiments() -> None:
    for name in ("harem/nothing", "nothing", "towers/gem"):
        with pytest.raises(ValueError, match="no experiment"):
            lessons.experiment_by_name(name)
    with pytest.raises(ValueError, match="no question"):
        lessons.experiment_by_name("classics/two-coins").custom_or_bank_question  # noqa: B018
