"""Own data beside a model: how often the model itself is as far off, against the exact chance."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import pytest

from tests.lessons.visit import Visit
from widgets.classroom.class_board import own_data_by_model
from widgets.classroom.class_lesson import LessonCatalog
from widgets.lesson.goodness_of_fit import (
    DEFAULT_SAMPLES,
    MAX_OWN_DATA,
    MAX_SIMULATED_VALUES,
    MIN_DATA,
    chi_square_statistic,
    compare_class_data_with_model,
    compare_pupil_data_with_model,
)
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.progress_report import build_report, validate_report
from widgets.page.paths import NOTEBOOKS_DIR

ID = "19-does-the-die-lie"
HALF = [Fraction(1, 2)] * 2


def test_how_far_data_are_from_a_model() -> None:
    assert chi_square_statistic([10, 10], HALF) == 0
    assert chi_square_statistic([12, 8], HALF) == Fraction(4, 5)
    assert chi_square_statistic([7] * 6, [Fraction(1, 6)] * 6) == 0


@pytest.mark.parametrize("heads", range(0, 41, 4))
def test_the_simulation_comes_near_the_exact_chance(heads: int) -> None:
    """For two outcomes it is a binomial: all that lies as far from the middle, on both sides."""
    exact = sum(comb(40, k) for k in range(41) if abs(k - 20) >= abs(heads - 20)) / 2**40
    found = compare_pupil_data_with_model([heads, 40 - heads], HALF)
    assert float(found.extreme_proportion) == pytest.approx(
        exact, abs=4.5 * (exact * (1 - exact) / DEFAULT_SAMPLES) ** 0.5 + 1e-9
    )
    assert ("fit the model" in found.verdict_text) is (found.extreme_proportion >= Fraction(1, 20))


@pytest.mark.parametrize("counts", [[], [0, 0], [1], [-1, 2], [1.5, 2], [True, 3], [MAX_OWN_DATA, 1], ["1", 2]])
def test_what_is_no_tally_is_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="Enter "):
        compare_pupil_data_with_model(counts, HALF)


def test_few_data_say_nothing() -> None:
    assert "Collect more" in compare_pupil_data_with_model([MIN_DATA - 1, 0], HALF).verdict_text


def test_own_data_in_the_lesson(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[ID])
    visit.to("data")
    assert visit.refused("next_step") == "Finish this step first."
    assert "Enter a whole number" in visit.refused("compare_data", model=0, counts=[1, 2])
    assert visit.refused("compare_data", model=9, counts=[1, 2])
    visit.well("compare_data", model=0, counts=[4, 6, 5, 4, 5, 30])
    step = visit.step("data")
    assert "one doubts" not in step["verdict"]
    assert "That is rare" in step["verdict"]
    assert [column["count"] for column in step["bench"]["columns"]] == [4, 6, 5, 4, 5, 30]
    told = build_report(visit.lesson.progress)
    assert told["data"] == [0, [4, 6, 5, 4, 5, 30]]
    assert validate_report(told, plans[ID]) == told
    other = Visit(plans[ID], 9)
    other.well("hello", saved=visit.lesson.progress.to_dict())
    assert other.step("data") == step
    visit.well("compare_data", model=1, counts=[20, 18])
    assert "fit the model" in visit.step("data")["verdict"]


def test_all_tallies_of_a_class_come_together_on_the_board(plans: dict[str, Plan]) -> None:
    """By model: counts added up, pupils counted, the verdict that of the sum; nothing for one nobody has tallied."""
    course = LessonCatalog(NOTEBOOKS_DIR).get(ID)
    rng, reports, sums = Random(19), [], {}
    for n in range(30):
        visit = Visit(plans[ID], n)
        visit.lesson.progress.navigation.unlock_all()
        visit.step("data")
        model = rng.choice((0, 2, 3))
        _, made = visit.lesson.progress.follow_up.models_for_own_data()[model]
        counts = [rng.randrange(1, 30) for _ in made.exact_distribution()]
        visit.well("compare_data", model=model, counts=counts)
        reports.append(validate_report(build_report(visit.lesson.progress), plans[ID]))
        before = sums.get(model, [0] * len(counts))
        sums[model] = [a + b for a, b in zip(before, counts, strict=True)]
    shown = own_data_by_model(
        course, [*reports, validate_report(build_report(Visit(plans[ID]).lesson.progress), plans[ID])]
    )
    models = list(plans[ID].require_step("data").extra_data["models"].items())
    assert [one["words"] for one in shown] == [models[n][0] for n in sorted(sums)]
    for one, n in zip(shown, sorted(sums), strict=True):
        assert one["counts"] == sums[n]
        assert one["total"] == sum(sums[n])
        assert one["pupils"] == sum(told["data"][0] == n for told in reports)
        assert sum(one["exact"]) == pytest.approx(1)
        dist = models[n][1].exact_distribution()
        verdict = compare_class_data_with_model(tuple(sums[n]), tuple(dist.p(outcome) for outcome in dist))
        assert one["says"] == verdict.verdict_text
        assert verdict.sample_size == one["total"]
        assert verdict.simulated_sample_count * verdict.sample_size <= 2 * MAX_SIMULATED_VALUES


def test_a_bag_with_and_without_putting_back_has_two_models(plans: dict[str, Plan]) -> None:
    words = {
        name: made.exact_distribution() for name, made in plans[ID].require_step("data").extra_data["models"].items()
    }
    (back,) = [dist for name, dist in words.items() if "put back" in name and "none put back" not in name]
    (kept,) = [dist for name, dist in words.items() if "none put back" in name]
    assert [back.p(n) for n in back] == [Fraction(3, 5), Fraction(2, 5)]
    assert [kept.p(n) for n in kept] == [Fraction(1, 10), Fraction(6, 10), Fraction(3, 10)]
