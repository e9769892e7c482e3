"""Parts of the variance of tables that play the same deals, rotation of deals, and the step at which tables diverge."""

from __future__ import annotations

from random import Random

import pytest

from gamelib import game
from gamelib.record import Record
from gamelib.tools.deal_comparison import deal_by_sitting_and_table, divergence, variance_parts

EXAMPLE = [[10, 14, 12, 16], [4, 8, 6, 10], [7, 13, 9, 11]]


def simulated_results(rng: Random, deal: float, table: float, rest: float) -> list[list[float]]:
    """Return results of 30 deals at 30 tables with known standard deviations of the parts."""
    skills = [rng.gauss(0, table) for _ in range(30)]
    return [[luck + skill + rng.gauss(0, rest) for skill in skills] for luck in (rng.gauss(0, deal) for _ in range(30))]


def test_the_example_has_the_parts_that_a_calculation_by_hand_gives() -> None:
    parts = variance_parts(EXAMPLE)
    assert [round(part, 2) for part in (parts.deal, parts.table, parts.rest)] == [8.78, 5.78, 0.89]
    assert round(parts.reliability(1), 2) == 0.87
    assert round(parts.reliability(1, same_deals=False), 2) == 0.37
    assert (parts.deals_needed(), parts.deals_needed(same_deals=False)) == (1, 7)
    assert sum(parts.shares) == pytest.approx(1)


def test_the_parts_of_simulated_tables_are_those_that_were_put_in() -> None:
    rng = Random(3)
    samples = [variance_parts(simulated_results(rng, 3, 2, 1)) for _ in range(30)]
    for name, variance in (("deal", 9), ("table", 4), ("rest", 1)):
        assert sum(getattr(parts, name) for parts in samples) / 30 == pytest.approx(variance, rel=0.15), name
    covered = sum(parts.deal_interval.low <= 9 / 14 <= parts.deal_interval.high for parts in samples)
    assert covered >= 24


def test_equal_results_have_no_parts_and_no_ranking() -> None:
    parts = variance_parts([[5, 5], [5, 5], [5, 5]])
    assert parts.shares == (0, 0, 0)
    assert parts.reliability(4) == 0
    assert parts.deals_needed() is None


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (EXAMPLE[:2], "at least 3 deals, not 2"),
        ([[1], [2], [3]], "at least 2 tables, not 1"),
        ([[1, 2], [1], [1, 2]], "Deal 2"),
        ([[1, 2], [1, 2], [1, float("nan")]], "Deal 3"),
    ],
)
def test_incomplete_results_are_refused(results: list[list[float]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        variance_parts(results)


@pytest.mark.parametrize("tables", range(3, 13))
@pytest.mark.parametrize("deals", range(3, 8))
def test_each_table_plays_each_deal_and_neighbours_play_different_ones(tables: int, deals: int) -> None:
    sittings = deal_by_sitting_and_table(tables, deals)
    assert all(sorted(column) == list(range(deals)) for column in zip(*sittings, strict=True))
    for sitting in sittings:
        assert all(sitting[table] != sitting[table - 1] for table in range(tables))


def test_a_rotation_of_two_deals_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 3"):
        deal_by_sitting_and_table(4, 2)


def random_game(seed: int, choices: list[object], length: int) -> Record:
    """Continue a game of Towers at random."""
    record, rng = Record(game("towers"), 2, choices=choices), Random(seed)
    while len(record) < length:
        node = record.state.node
        record.apply_and_append(node.sample(rng) if hasattr(node, "sample") else rng.choice(list(record.state.legal)))
    return record


def test_tables_diverge_at_their_first_different_choice() -> None:
    first, second = random_game(1, [], 20), None
    for seed in range(2, 9):
        second = random_game(seed, first.choices[:9], 20)
        found = divergence(first, second)
        expected = next(n for n in range(20) if first.choices[n] != second.choices[n])
        assert found.step == expected
        assert found.is_chance == (not hasattr(first.choices[expected], "verb"))
        assert found.chance_step is None or first.choices[found.chance_step] != second.choices[found.chance_step]
    assert divergence(first, first) == (None, False, None)
    assert divergence(first, Record(game("towers"), 2, choices=first.choices[:7])).step == 7


def test_games_with_other_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="same game, seats"):
        divergence(Record(game("towers"), 2), Record(game("towers"), 3))
