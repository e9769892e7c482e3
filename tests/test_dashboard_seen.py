"""Trials that are seen on dashboards, and marks that become settings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from widgets.chart.seen import Seen
from widgets.dashboard.widget import Dashboard
from widgets.games.emira.dashboards.caravans import Caravans
from widgets.games.hadara.dashboards.choice import Choice
from widgets.games.hadara.dashboards.growth import Growth
from widgets.games.harem.dashboards.gems import Gems
from widgets.games.harem.dashboards.raid import Raid
from widgets.games.towers.dashboards.flee import Flee

SEEN = [
    (Raid, "raids"),
    (Gems, "rolls"),
    (Flee, "draws"),
    (Caravans, "games"),
    (Choice, "draws"),
    (Growth, "buys"),
]


@pytest.mark.parametrize(("made", "name"), SEEN)
def test_what_is_seen_is_one_of_the_trials(made: type[Dashboard], name: str) -> None:
    """The same outcomes one by one as all at once, with things beside them, and nothing told of a thousand."""
    page = made(seed=1)
    runs = page.simulations[name]
    assert runs.see is not None
    watched = [runs.see(Random(n)) for n in range(800)]
    assert all(isinstance(one, Seen) and one.pieces and one.say for one in watched)
    quick = runs.trials(Random(1), 800)
    assert len(watched) == len(quick)
    mean, other = (sum(values) / 800 for values in ([one.outcome for one in watched], quick))
    spread = (sum((value - other) ** 2 for value in quick) / 800) ** 0.5
    assert abs(mean - other) <= 5 * (spread or 1) * (2 / 800) ** 0.5
    runs.run(10)
    assert runs.last is not None
    assert runs.total == 10
    assert runs.shown("")["seen"]["say"] == runs.last.say
    runs.run(1000)
    assert "seen" not in runs.shown("")


@pytest.mark.parametrize(
    ("made", "picture", "mark", "values"),
    [
        (Raid, "worth", {"x": 3}, {"modifier": 3}),
        (Gems, "curves", {"x": 4, "customdata": "3 gems"}, {"gems": 3, "cost": 7}),
        (Gems, "curves", {"x": 0, "customdata": "1 gem"}, {"gems": 1, "cost": 3}),
        (Caravans, "cash", {"x": 5}, {"left": 5}),
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
    page = Raid("guards=2&modifier=0")
    for seed in range(40):
        one = page._raid(Random(seed))
        mine, theirs = (sum(piece["die"] for piece in one.pieces if piece.get("own") is own) for own in (True, False))
        assert one.outcome == mine - theirs
        assert ("succeeds" in one.say) is (mine > theirs + 2)
