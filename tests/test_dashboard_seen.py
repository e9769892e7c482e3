"""Visible trials on dashboards, and chart marks that become settings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from widgets.chart.trial import Trial
from widgets.dashboard.widget import Dashboard
from widgets.games.emira.dashboards.caravans import CaravanDashboard
from widgets.games.hadara.dashboards.choice import BetterOfTwoDashboard
from widgets.games.hadara.dashboards.growth import GrowthDashboard
from widgets.games.harem.dashboards.gems import GemDashboard
from widgets.games.harem.dashboards.raid import RaidDashboard
from widgets.games.towers.dashboards.flee import FleeDashboard

SEEN = [
    (RaidDashboard, "raids"),
    (GemDashboard, "rolls"),
    (FleeDashboard, "draws"),
    (CaravanDashboard, "games"),
    (BetterOfTwoDashboard, "draws"),
    (GrowthDashboard, "buys"),
]


@pytest.mark.parametrize(("made", "name"), SEEN)
def test_what_is_seen_is_one_of_the_trials(made: type[Dashboard], name: str) -> None:
    """Check that single trials and many trials have the same outcomes. Only single trials display items."""
    page = made(seed=1)
    runs = page.simulations[name]
    assert runs.run_visible_trial is not None
    watched = [runs.run_visible_trial(Random(n)) for n in range(800)]
    assert all(isinstance(one, Trial) and one.items and one.description for one in watched)
    quick = runs.run_trials(Random(1), 800)
    assert len(watched) == len(quick)
    mean, other = (sum(values) / 800 for values in ([one.outcome for one in watched], quick))
    spread = (sum((value - other) ** 2 for value in quick) / 800) ** 0.5
    assert abs(mean - other) <= 5 * (spread or 1) * (2 / 800) ** 0.5
    runs.add_trials(10)
    assert runs.last_visible_trial is not None
    assert runs.completed_count == 10
    assert runs.update_block_data("")["seen"]["say"] == runs.last_visible_trial.description
    runs.add_trials(1000)
    assert "seen" not in runs.update_block_data("")


@pytest.mark.parametrize(
    ("made", "picture", "mark", "values"),
    [
        (RaidDashboard, "worth", {"x": 3}, {"modifier": 3}),
        (GemDashboard, "curves", {"x": 4, "customdata": "3 gems"}, {"gems": 3, "cost": 7}),
        (GemDashboard, "curves", {"x": 0, "customdata": "1 gem"}, {"gems": 1, "cost": 3}),
        (CaravanDashboard, "cash", {"x": 5}, {"left": 5}),
    ],
)
def test_a_mark_that_is_picked_becomes_the_setting(
    made: type[Dashboard], picture: str, mark: dict[str, Any], values: dict[str, Any]
) -> None:
    page = made()
    click = {"kind": "click", "curve": 0, "index": 0, "y": 0, "customdata": None, **mark}
    page.pictures[picture]._receive(page.pictures[picture], click, [])
    assert {name: page.values[name] for name in values} == values


def test_a_raid_that_is_seen_says_whether_it_succeeds() -> None:
    page = RaidDashboard("guards=2&modifier=0")
    for seed in range(40):
        one = page._raid(Random(seed))
        mine, theirs = (sum(piece["die"] for piece in one.items if piece.get("own") is own) for own in (True, False))
        assert one.outcome == mine - theirs
        assert ("succeeds" in one.description) is (mine > theirs + 2)
