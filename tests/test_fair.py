"""Fairness page: counts while bots play, the prepared results, and the reader's own games next to them."""

from __future__ import annotations

import csv
import io
from random import Random

import pytest

import gamelib
from tests.conformance import PACKAGES
from widgets.dashboard.lab.fairness import FairnessDashboard, first_seat_advantage_answer, prepared_versus_own_figure
from widgets.dashboard.lab.game_statistics import (
    GameStatistics,
    SimulatedGameSetting,
    add_simulated_games,
    load_prepared_statistics,
    nondefault_option_choices,
    statistics_table_rows,
)


@pytest.mark.parametrize("name", PACKAGES)
def test_watched_games_are_the_engines_own(name):
    game = gamelib.game(name)
    seats = game.seats[-1]
    seen, again = GameStatistics(), GameStatistics()
    for into in (seen, again):
        add_simulated_games(SimulatedGameSetting(name, seats, "", "random"), 4, Random(1), into)
    assert seen == again
    assert seen.games == sum(seen.ending_counts.values()) == len(seen.lead_change_counts) == 4
    assert sum(seen.wins) == pytest.approx(4)
    assert min(seen.lengths) > 5
    assert seen.ending_counts.keys() <= set(game.texts.sections["ends"])


def test_the_lead_changes_as_often_as_another_seat_alone_is_first(monkeypatch):
    """Check five positions: lead of seat 0, then 1, a tie, 1 again, then 0. These are two changes."""
    told = iter([[1, 0], [1, 2], [2, 2], [2, 3], [9, 3]])
    monkeypatch.setattr(type(gamelib.game("towers")), "points_if_ended_now", lambda game, state: next(told, None))
    seen = GameStatistics()
    add_simulated_games(SimulatedGameSetting("towers", 2, "", "random"), 1, Random(2), seen)
    assert seen.lead_change_counts == [2]


def test_a_game_without_an_end_is_given_up(monkeypatch):
    monkeypatch.setattr("widgets.dashboard.lab.game_statistics.MAX_DECISIONS", 3)
    seen = GameStatistics()
    add_simulated_games(SimulatedGameSetting("towers", 4, "", "random"), 2, Random(2), seen)
    assert (seen.lengths, seen.ending_counts, seen.wins) == ([3, 3], {"no_end": 2}, [0.5] * 4)


@pytest.mark.parametrize("name", PACKAGES)
def test_every_setting_that_is_offered_can_be_played(name):
    page = FairnessDashboard(f"game={name}&bot=random", seed=1)
    for option in ("", *nondefault_option_choices(page.selected_game)):
        page.set_control_values(option=option)
        assert [f"{key}={value}" for key, value in page.setting().options().items()] == [option] * bool(option)
    page._receive(page, {"do": "run", "id": "own", "n": 1, "seq": 1}, [])
    assert page.own.completed_count == 1
    page.set_control_values(option="")
    assert page.own.completed_count == 0, "games of another setting are forgotten"
    with pytest.raises(ValueError, match="no option “x=1”"):
        SimulatedGameSetting(name, page.selected_game.seats[-1], "x=1").options()


def test_the_prepared_figures_hold_together():
    found = load_prepared_statistics()
    assert {one.game for one in found} == set(PACKAGES)
    for one, (seen, day, seed) in found.items():
        assert one.seats in gamelib.game(one.game).seats
        one.options()
        assert seen.games == sum(seen.ending_counts.values()) == len(seen.lead_change_counts)
        assert sum(seen.wins) == pytest.approx(seen.games)
        assert (len(seen.wins), len(day), seed) == (one.seats, 10, 1)
    table = statistics_table_rows(found)
    assert len(table) == len(found)
    assert {type(value) for row in table for value in row.values()} <= {int, str, float}
    page = FairnessDashboard()
    seen = found[page.setting()][0] if page.setting() in found else None
    assert seen is not None, "the page opens with something to see"
    assert f"of {seen.games:,} games" in page.block_data("answer")["lead"]
    assert "Simulated in advance with seed 1 on 20" in page.block_data("answer")["more"]
    assert len(list(csv.DictReader(io.StringIO(page.block_data("csv")["text"])))) == len(found)


def test_what_is_said_of_the_first_seat():
    def seen(wins, games):
        return GameStatistics([wins, games - wins], [9] * games, [0] * games, {"x": games})

    assert "advantage" in first_seat_advantage_answer(seen(80, 100), 2)["big"]
    assert "disadvantage" in first_seat_advantage_answer(seen(20, 100), 2)["big"]
    assert "Fair" in first_seat_advantage_answer(seen(50, 100), 2)["big"]
    assert "more games" in first_seat_advantage_answer(seen(5, 12), 2)["big"]
    lead = first_seat_advantage_answer(seen(50, 100), 2)["lead"]
    assert lead == "The first of 2 seats wins 50% (40 to 60%) of 100 games."
    assert "Play" in first_seat_advantage_answer(GameStatistics(), 2)["big"]
    last = first_seat_advantage_answer(GameStatistics([100, 100, 80, 120], [9] * 400, [0] * 400, {"x": 400}), 4)
    assert last["big"] == "The first player wins about as often as expected"
    assert "But seat 3 wins 20% (16 to 24%) and seat 4 wins 30%" in last["more"]


def test_endings_are_told_in_words():
    page = FairnessDashboard("game=towers")
    figure = page._ends(load_prepared_statistics()[page.setting()][0], GameStatistics())
    assert "when all<br>cards are<br>used up" in figure.layout.xaxis.ticktext
    assert "when all cards are used up" in [row[0] for row in figure.layout.meta["table"]["rows"]]


def test_own_games_stand_beside_the_prepared_ones():
    figure = prepared_versus_own_figure(["a", "b"], [[10, 30], [1, 3]], (40, 4), "title", "what")
    assert [bar.name for bar in figure.data] == ["prepared", "your own"]
    assert [list(bar.y) for bar in figure.data] == [[0.25, 0.75], [0.25, 0.75]]
    assert figure.data[1].error_y.array[0] > figure.data[0].error_y.array[0], "few games, a wide band"
    assert len(prepared_versus_own_figure(["a"], [[0], [0]], (0, 0), "title", "what").data) == 0
