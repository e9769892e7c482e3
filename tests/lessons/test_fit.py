"""Own data beside a model: how often the model itself is as far off, against the exact chance."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import pytest

from tests.lessons.visit import Visit
from widgets.classroom.board import data
from widgets.classroom.course import Courses
from widgets.lesson.fit import LEAST, MOST, MOST_THROWN, TIMES, fit, fit_of_all, off
from widgets.lesson.plan import Plan
from widgets.lesson.report import checked, report
from widgets.page.folders import NOTEBOOKS

ID = "19-does-the-die-lie"
HALF = [Fraction(1, 2)] * 2


def test_how_far_data_are_from_a_model() -> None:
    assert off([10, 10], HALF) == 0
    assert off([12, 8], HALF) == Fraction(4, 5)
    assert off([7] * 6, [Fraction(1, 6)] * 6) == 0


@pytest.mark.parametrize("heads", range(0, 41, 4))
def test_the_simulation_comes_near_the_exact_chance(heads: int) -> None:
    """For two outcomes it is a binomial: all that lies as far from the middle, on both sides."""
    exact = sum(comb(40, k) for k in range(41) if abs(k - 20) >= abs(heads - 20)) / 2**40
    found = fit([heads, 40 - heads], HALF)
    assert float(found.share) == pytest.approx(exact, abs=4.5 * (exact * (1 - exact) / TIMES) ** 0.5 + 1e-9)
    assert ("fit the model" in found.says) is (found.share >= Fraction(1, 20))


@pytest.mark.parametrize("counts", [[], [0, 0], [1], [-1, 2], [1.5, 2], [True, 3], [MOST, 1], ["1", 2]])
def test_what_is_no_tally_is_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="ally"):
        fit(counts, HALF)


def test_few_data_say_nothing() -> None:
    assert "go on" in fit([LEAST - 1, 0], HALF).says


def test_own_data_in_the_lesson(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[ID])
    visit.to("data")
    assert visit.refused("next") == "Finish this step first."
    assert "ally" in visit.refused("data", model=0, counts=[1, 2])
    assert visit.refused("data", model=9, counts=[1, 2])
    visit.well("data", model=0, counts=[4, 6, 5, 4, 5, 30])
    step = visit.step("data")
    assert "one doubts" not in step["verdict"]
    assert "That is rare" in step["verdict"]
    assert [column["count"] for column in step["bench"]["columns"]] == [4, 6, 5, 4, 5, 30]
    told = report(visit.lesson.pupil)
    assert told["data"] == [0, [4, 6, 5, 4, 5, 30]]
    assert checked(told, plans[ID]) == told
    other = Visit(plans[ID], 9)
    other.well("hello", saved=visit.lesson.pupil.saved())
    assert other.step("data") == step
    visit.well("data", model=1, counts=[20, 18])
    assert "fit the model" in visit.step("data")["verdict"]


def test_all_tallies_of_a_class_come_together_on_the_board(plans: dict[str, Plan]) -> None:
    """By model: counts added up, pupils counted, the verdict that of the sum; nothing for one nobody has tallied."""
    course = Courses(NOTEBOOKS).get(ID)
    rng, reports, sums = Random(19), [], {}
    for n in range(30):
        visit = Visit(plans[ID], n)
        visit.lesson.pupil.open_all()
        visit.step("data")
        model = rng.choice((0, 2, 3))
        _, made = visit.lesson.pupil.models()[model]
        counts = [rng.randrange(1, 30) for _ in made.outcomes()]
        visit.well("data", model=model, counts=counts)
        reports.append(checked(report(visit.lesson.pupil), plans[ID]))
        before = sums.get(model, [0] * len(counts))
        sums[model] = [a + b for a, b in zip(before, counts, strict=True)]
    shown = data(course, [*reports, checked(report(Visit(plans[ID]).lesson.pupil), plans[ID])])
    models = list(plans[ID].step("data").more["models"].items())
    assert [one["words"] for one in shown] == [models[n][0] for n in sorted(sums)]
    for one, n in zip(shown, sorted(sums), strict=True):
        assert one["counts"] == sums[n]
        assert one["total"] == sum(sums[n])
        assert one["pupils"] == sum(told["data"][0] == n for told in reports)
        assert sum(one["exact"]) == pytest.approx(1)
        dist = models[n][1].outcomes()
        verdict = fit_of_all(tuple(sums[n]), tuple(dist.p(outcome) for outcome in dist))
        assert one["says"] == verdict.says
        assert verdict.n == one["total"]
        assert verdict.times * verdict.n <= 2 * MOST_THROWN


def test_a_bag_with_and_without_putting_back_has_two_models(plans: dict[str, Plan]) -> None:
    words = {name: made.outcomes() for name, made in plans[ID].step("data").more["models"].items()}
    (back,) = [dist for name, dist in words.items() if "put back" in name and "none put back" not in name]
    (kept,) = [dist for name, dist in words.items() if "none put back" in name]
    assert [back.p(n) for n in back] == [Fraction(3, 5), Fraction(2, 5)]
    assert [kept.p(n) for n in kept] == [Fraction(1, 10), Fraction(6, 10), Fraction(3, 10)]
