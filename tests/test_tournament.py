"""Tournaments: seats and random numbers are shared evenly, intervals are right, and workers do not matter."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from random import Random

import distributed
import pytest

import gamelib
from gamelib import simulate, tournament
from gamelib.tools.confidence_interval import Z95, Estimate, binomial_probabilities, student_t_95, wilson_interval_95
from gamelib.tools.tournament import games_needed_for_difference
from tests.conformance import PACKAGES


@pytest.mark.parametrize("name", PACKAGES)
def test_every_bot_sits_at_every_seat_of_every_deal(name):
    game = gamelib.game(name)
    seats = game.seats[-1]
    bots = {"a": "thumb", "b": "random", "c": "random"} if seats > 2 else {"a": "thumb", "b": "random"}
    found = tournament(name, bots, 2, seed=4, seats=seats)
    assert len(found.games_played) == len(bots)  # whole deals only
    met = Counter((seat, bot) for one in found.games_played for seat, bot in enumerate(one.bots))
    assert set(met) == {(seat, bot) for seat in range(seats) for bot in range(len(bots))}
    assert set(met.values()) == {1}
    for one in found.games_played:
        assert sum(one.win_shares) == 1
        assert len(one.scores) == seats


@pytest.mark.parametrize("name", PACKAGES)
def test_a_game_can_be_seen_again(name):
    found = tournament(name, ["thumb", "random"], 4, seed=7)
    for number, one in enumerate(found.games_played):
        record = found.game_record(number)
        end = record.state.result
        assert (end.scores, end.reason) == (one.scores, one.reason)
        assert record.seat_names == tuple(found.names[bot] for bot in one.bots)
    with pytest.raises(ValueError, match="There is no game 4; there are 0 to 3"):
        found.game_record(4)


@pytest.mark.parametrize("name", PACKAGES)
def test_a_bot_against_itself_is_exactly_even(name):
    """Check that with common random numbers only the seats change."""
    seats = gamelib.game(name).seats[0]
    twins = {str(n): "thumb" for n in range(max(2, seats))}
    found = tournament(name, twins, 6, seed=1)
    for one, other in zip(twins, list(twins)[1:], strict=False):
        lead = found.win_share_lead(one, other)
        assert (lead.mean, lead.std_dev) == (0, 0)
        assert lead.low < 0 < lead.high, "few equal deals do not prove that all are equal"
        assert found.games_needed(one, other) is None


def test_a_sound_bot_is_found_out_by_its_interval():
    found = tournament("harem", ["random", "thumb"], 60, seed=2)
    best, worst = found.ranking()
    assert (best.name, worst.name) == ("thumb", "random")
    assert best.low > 0.5 > worst.high
    assert best.score_lead.low > 0 > worst.score_lead.high
    lead = found.win_share_lead("thumb", "random")
    assert lead.mean == pytest.approx(best.win_share - worst.win_share)
    assert found.win_share_lead("random", "thumb").mean == -lead.mean
    enough = found.games_needed("thumb", "random")
    assert 4 <= enough < 60
    assert enough % 2 == 0


def test_so_many_games_show_a_difference_in_four_of_five_matches():
    assert games_needed_for_difference(1.0, 0.2) == 2 * 197
    assert games_needed_for_difference(1.0, -0.1, 3) == pytest.approx(
        1.5 * 4 * games_needed_for_difference(1.0, 0.2), rel=0.02
    )
    rng, matches = Random(1), 500
    deals = games_needed_for_difference(1.0, 0.5) // 2
    shown = [Estimate.from_values([rng.gauss(0.5, 1.0) for _ in range(deals)]).low > 0 for _ in range(matches)]
    assert 0.75 < sum(shown) / matches < 0.85


def test_an_interval_by_hand():
    found = Estimate.from_values([0.0, 1.0, 1.0, 2.0])
    assert found.mean == 1
    assert found.std_dev == pytest.approx((2 / 3) ** 0.5)
    assert (found.low, found.high) == pytest.approx((1 - 3.182 * (1 / 6) ** 0.5, 1 + 3.182 * (1 / 6) ** 0.5))
    assert Estimate.from_values([3.0]) == Estimate(3, -math.inf, math.inf, 0), "one value says nothing about the others"


def test_equal_values_have_an_interval():
    """Check sixteen of sixteen against Clopper and Pearson. No share exceeds 1."""
    found = Estimate.from_values([1.0] * 16, (0, 1))
    assert (found.mean, found.high, found.std_dev) == (1, 1, 0)
    assert found.low == pytest.approx(0.025 ** (1 / 16)) == pytest.approx(0.794, abs=0.001)
    assert wilson_interval_95(16, 16)[0] == pytest.approx(0.806, abs=0.001)
    assert Estimate.from_values([7.0] * 16).low < 7 < Estimate.from_values([7.0] * 16).high
    assert isinstance(Estimate.from_values([Fraction(7)] * 16).mean, float), "a chart cannot draw a fraction"
    for values in itertools.product((0.0, 0.5, 1.0), repeat=4):
        found = Estimate.from_values(values, (0, 1))
        assert 0 <= found.low <= found.mean <= found.high <= 1
        assert found.low < found.high


DRAWS = {
    "even": (0.5, lambda rng: float(rng.random() < 0.5)),
    "one in ten": (0.1, lambda rng: float(rng.random() < 0.1)),
    "nearly always": (0.97, lambda rng: float(rng.random() < 0.97)),
    "shared deals": (0.5, lambda rng: rng.choice((0.0, 0.5, 0.5, 0.5, 1.0))),
    "rarely shared": (0.95, lambda rng: 0.5 if rng.random() < 0.1 else 1.0),
}
"""True mean, and a function that draws a value from 0 to 1 of a deal."""


def test_intervals_cover_the_true_mean():
    """Check fixed numbers of deals.

    The coverage is at least 95% on average and nowhere much less, because values have steps.
    """
    covered = {}
    for (name, (true, draw)), count in itertools.product(DRAWS.items(), (8, 30, 100)):
        rng = Random(f"{name} {count}")
        found = [Estimate.from_values([draw(rng) for _ in range(count)], (0, 1)) for _ in range(1000)]
        covered[name, count] = sum(one.low <= true <= one.high for one in found) / len(found)
    assert min(covered.values()) >= 0.91, covered
    assert sum(covered.values()) / len(covered) >= 0.945, covered


@pytest.mark.parametrize("share", [0.5, 0.9, 0.97])
def test_bands_of_shares_cover_the_true_share(share):
    """Compute the coverage exactly over all counts.

    Wilson's interval has 95% on average and a little less at some shares.
    """
    covered = [
        sum(
            p
            for hits, p in enumerate(binomial_probabilities(runs, share))
            if wilson_interval_95(hits, runs)[0] <= share <= wilson_interval_95(hits, runs)[1]
        )
        for runs in range(16, 60)
    ]
    assert sum(covered) / len(covered) >= 0.945
    assert min(covered) >= 0.88


def test_scores_without_bounds_are_covered():
    rng, matches = Random(3), 1500
    found = [Estimate.from_values([float(round(rng.gauss(3, 5))) for _ in range(8)]) for _ in range(matches)]
    assert sum(one.low <= 3 <= one.high for one in found) / matches >= 0.935


def test_few_values_make_a_wide_interval():
    """Compare the quantiles with tables of Student's distribution."""
    for free, quantile in ((1, 12.706), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (99, 1.984)):
        assert student_t_95(free) == pytest.approx(quantile, abs=0.05)
    assert student_t_95(10**9) == pytest.approx(Z95)


def test_how_the_lead_has_run():
    found = tournament("towers", ["thumb", "random"], 40, seed=1)
    course = found.lead_history("thumb", "random", max_points=8)
    assert [games for games, _ in course] == [6, 12, 18, 24, 30, 36, 40]
    assert course[-1][1] == found.win_share_lead("thumb", "random")
    assert course[1][1] == tournament("towers", ["thumb", "random"], 12, seed=1).win_share_lead("thumb", "random")
    assert tournament("towers", ["thumb", "random"], 2, seed=1).lead_history("thumb", "random") == []


def test_what_the_same_luck_saves_by_hand():
    """Compute the lead from game to game and the mean of the two games of a deal by hand."""
    found = tournament("towers", {"one": lambda view, legal, rng: legal[0], "two": "random"}, 60, seed=3, seats=3)
    rows = found.seat_result_rows()
    leads = []
    for number in range(60):
        shares = {
            name: [row["share"] for row in rows if row["game"] == number and row["bot"] == name] for name in found.names
        }
        one, two = (sum(all_) / len(all_) for all_ in shares.values())
        leads.append(one - two)
    by_deal = Estimate.from_values(
        [
            a.mean - b.mean
            for a, b in (
                (
                    Estimate.from_values([row["share"] for row in rows if row["deal"] == deal and row["bot"] == name])
                    for name in found.names
                )
                for deal in range(30)
            )
        ]
    )
    assert found.win_share_lead("one", "two").mean == pytest.approx(by_deal.mean)
    assert found.win_share_lead("one", "two").std_dev == pytest.approx(by_deal.std_dev)
    assert by_deal.std_dev > 0
    assert found.variance_reduction("one", "two") == pytest.approx(
        Estimate.from_values(leads).std_dev ** 2 / 2 / by_deal.std_dev**2
    )


def test_any_worker_gives_the_same():
    told = []
    here = tournament("towers", ["thumb", "random"], 60, seed="x", progress=lambda *n: told.append(n))
    assert told[-1] == (60, 60)
    for pool in (ThreadPoolExecutor(3), ProcessPoolExecutor(2)):
        with pool as executor:
            there = tournament("towers", ["thumb", "random"], 60, seed="x", executor=executor)
        assert there.games_played == here.games_played
    assert tournament("towers", ["thumb", "random"], 60, seed="y").games_played != here.games_played
    more = tournament("towers", ["thumb", "random"], 90, seed="x")
    assert more.games_played[:60] == here.games_played  # more games go on where fewer stopped
    assert here.with_more_games(29) == more, "whole deals, and the same ones"
    for wrong in (0, True, 10**6 - 59):
        with pytest.raises(ValueError, match="whole number from 1 to 999,940"):
            here.with_more_games(wrong)


def test_a_cluster_of_machines_gives_the_same():
    """Use the executor of dask.distributed with two local processes."""
    here = tournament("towers", ["thumb", "random"], 60, seed="x")
    games = simulate("towers", 2, ["thumb", "random"], 60, seed="x")
    told = []
    with (
        distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        there = tournament(
            "towers", ["thumb", "random"], 60, seed="x", executor=executor, progress=lambda *n: told.append(n)
        )
        assert simulate("towers", 2, ["thumb", "random"], 60, seed="x", executor=executor) == games
    assert there.games_played == here.games_played
    assert told[-1] == (60, 60)


def test_rows_are_plain():
    rows = tournament("wishes", ["thumb", "random"], 2, seed=1).seat_result_rows()
    assert len(rows) == 4
    assert [row["seat"] for row in rows] == [0, 1, 0, 1]
    assert {type(value) for row in rows for value in row.values()} <= {int, str, float}
    assert sum(Fraction(row["share"]) for row in rows) == 2


@pytest.mark.parametrize(
    ("bots", "more", "why"),
    [
        (["thumb"], {}, "2 bots, not 1"),
        (["thumb", "random", "thumb"], {}, "Two bots are called 'thumb'"),
        ({str(n): "thumb" for n in range(9)}, {}, "seats"),
        (["thumb", "genius"], {}, "has no bot 'genius'"),
        ("thumb", {}, "a list, or a table of names"),
        (["thumb", "random"], {"games": 0}, "whole number from 1"),
        (["thumb", "random"], {"games": True}, "whole number from 1"),
        (["thumb", "random"], {"seats": 7}, "seats"),
        (["thumb", "random"], {"colour": "red"}, "no option"),
    ],
)
def test_what_cannot_be_played_is_refused(bots, more, why):
    with pytest.raises(ValueError, match=why):
        tournament("harem", bots, **{"games": 4, "seed": 1, **more})
    with pytest.raises(ValueError, match="No bot 'c' played"):
        tournament("towers", ["thumb", "random"], 2, seed=1).bot_result("c")


@pytest.mark.parametrize("seed", [None, 1.5, True, [1]])
def test_a_seed_is_a_number_or_a_text(seed):
    with pytest.raises(ValueError, match=r"^The seed is a whole number or a text, not "):
        tournament("towers", ["random", "thumb"], 2, seed)
