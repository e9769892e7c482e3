"""Misplaced chips, orders, calibration, and the pictures of these."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.lessons.visit import FIRST, Visit
from widgets.lesson import scoring
from widgets.lesson.figures import SimulatedMean, calibration_figure, ranking_figure
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.limits import CONFIDENCE_LEVELS
from widgets.lesson.page_data import sum_of_fractions_text


def test_misplaced_chips() -> None:
    true = {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)}
    assert scoring.total_variation_in_chips(true, true, 20) == 0
    assert scoring.total_variation_in_chips({"a": Fraction(0), "b": Fraction(0), "c": Fraction(1)}, true, 12) == 10
    assert scoring.total_variation_in_chips(scoring.chip_proportions({"a": 1, "b": 1, "c": 1}), true, 12) == 2


def test_spread_and_order() -> None:
    assert scoring.spread_evenly("abc", 20) == {"a": 7, "b": 7, "c": 6}
    assert scoring.ordered_and_total_pair_counts([1, 2, 2, 4]) == (6, 6)
    assert scoring.ordered_and_total_pair_counts([3, 2, 1]) == (0, 3)


def test_calibration_is_of_answers_alone_and_says_nothing_of_few(plans: dict[str, Plan]) -> None:
    rated = [scoring.ConfidenceRating(75, right) for right in (True, True, False, True)]
    assert scoring.calibration_groups(rated) == []
    assert scoring.calibration_groups(rated * 3) == [(0.75, 0.75, 12)]
    title = calibration_figure([scoring.CalibrationGroup(0.8, 0.5, 2)]).layout.title.text
    assert title == "What you say and what happens are 30 percentage points apart"
    with pytest.raises(ValueError, match="at least one"):
        calibration_figure([])
    assert max(CONFIDENCE_LEVELS) < 100
    visit = Visit(plans[FIRST])
    visit.well("hello", saved=None, elsewhere={"other": [[75, True]] * 5 + [[3, True]], "junk": [5]})
    assert "chart" not in visit.to("sum"), "five elsewhere and four here are too few"
    visit = Visit(plans[FIRST])
    visit.well("hello", saved=None, elsewhere={"other": [[75, True]] * 9})
    assert visit.to("sum")["chart"] == "calibration"
    visit = Visit(plans[FIRST])
    visit.well("hello", saved=None, elsewhere="junk")


def test_a_ranking_says_your_places() -> None:
    shown = ranking_figure(
        {"x": Fraction(1, 2), "y": Fraction(1, 3)},
        {"x": SimulatedMean(0.5, 0.4, 0.7), "y": SimulatedMean(0.0, 0.0, 0.2)},
        {"x": 1, "y": 2},
        title="t",
        xlabel="plan",
        ylabel="chance",
        chance=True,
    )
    assert [row[0] for row in shown.layout.meta["table"]["rows"]] == ["y", "x"]
    ends = shown.data[1].error_y
    assert (ends.array, ends.arrayminus) == (pytest.approx([0.2, 0.2]), pytest.approx([0.0, 0.1]))


def test_fractions_are_added_over_one_denominator() -> None:
    assert sum_of_fractions_text([Fraction(1, 6), Fraction(5, 36)]) == "6/36 + 5/36 = 11/36"
    assert sum_of_fractions_text([Fraction(1, 2), Fraction(1, 2)]) == "1/2 + 1/2 = 2/2 = 1"
    assert sum_of_fractions_text([Fraction(1, 10**7)] * 2) == "All 2 numbers add up to 0.0000."
