"""The exact answers, against the dossier's figures, other methods and simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

import gamelib
from gamelib.bank.towers.endings import example_ending, mean_cards_added_if_staying
from gamelib.bank.towers.tower_building import tower_chain_with_adjacency
from gamelib.games.towers import board_odds, odds
from gamelib.games.towers.bots import greedy_stay_bot
from gamelib.games.towers.flee_decision import (
    estimate_debts_if_staying,
    flee_decision_table,
    flee_price,
    should_flee,
    simulate_stay,
)
from gamelib.games.towers.geometry import ALL_CELLS, CELL_NUMBER, CELL_OFFSETS
from gamelib.games.towers.tower_chain import WEIGHT_TOTAL, closed_tower_cards_received_dist
from tests.rules import rule
from tests.towers.build import GAME, give, occupy, owe, play, table

F = Fraction


def chances(dist) -> list[Fraction]:
    return [dist.p(outcome) for outcome in dist]


def test_the_cards_of_a_suit_in_a_cache() -> None:
    assert chances(odds.cards_of_suits_in_cache()) == [F(1235, 2162), F(390, 1081), F(70, 1081), F(7, 2162)]
    found = [odds.cards_of_suits_in_cache(k).p_at_least(1) for k in range(1, 6)]
    assert found == [F(927, 2162), F(771, 1081), F(83, 94), F(1046, 1081), F(2155, 2162)]
    assert chances(odds.different_suits()) == [
        F(21, 1081),
        F(420, 1081),
        F(640, 1081),
    ]
    assert chances(odds.corner_cards_in_cache()) == [F(11, 94), F(18, 47), F(18, 47), F(11, 94)]
    assert odds.legal_opening_placement_count().mean == 72
    assert set(odds.legal_opening_placement_count()) == {54, 66, 78, 90}


@rule("TOW-1.8")
def test_the_rank_of_the_starter() -> None:
    assert [odds.rank_of_first_dealt_title(n).mean for n in (2, 3, 4, 5)] == [7, F(49, 10), F(49, 13), F(49, 16)]
    assert [odds.rank_of_first_dealt_title(n).p(1) for n in (2, 3, 4, 5)] == [
        F(1, 8),
        F(3, 16),
        F(1, 4),
        F(5, 16),
    ]
    small = Counter(min(marks) for marks in combinations(range(1, 11), 3))  # the same law on 10 places
    assert sum(rank * n for rank, n in small.items()) / F(sum(small.values())) == F(11, 4)


@rule("TOW-9.1")
def test_going_first() -> None:
    assert odds.coins_by_turn_order(3, 1) == [-2, 1, 1]
    assert odds.coins_by_turn_order(5, 2) == [-8, 2, 2, 2, 2]
    assert odds.coins_by_turn_order(2, 7) == [0, 0]
    assert odds.coins_by_turn_order(4, F(7, 4)) == [0, 0, 0, 0]


@rule("TOW-4.2", "TOW-4.3")
@pytest.mark.parametrize("turned", [False, True], ids=["A", "B"])
def test_every_first_cache_can_be_emptied(turned: bool) -> None:
    debts = board_odds.min_opening_debt_dist(turned)
    assert dict(debts) == {0: 17296}


def test_what_fits_beside_one_symbol() -> None:
    assert len(board_odds.alignments_fitting_single_symbol("NG")) == 6
    assert len(board_odds.alignments_fitting_single_symbol("CG")) == 2
    assert board_odds.p_second_card_fits() == F(13, 30)
    assert board_odds.first_card_cell().p(["LG", "CG", "CE", "LE"]) == F(19, 30)


@pytest.mark.parametrize(
    ("kind", "turned", "expected", "mean"),
    [
        ("edge", False, [F(1821, 2870), F(909, 2870), F(27, 574), F(1, 574)], F(597, 1435)),
        ("edge", True, [F(51, 82), F(27, 82), F(27, 574), F(1, 574)], F(3, 7)),
        ("corner", False, [F(34, 287), F(528, 1435), F(459, 2870), F(29, 82)], F(717, 410)),
        ("corner", True, [F(104, 1435), F(117, 410), F(414, 1435), F(29, 82)], F(552, 287)),
    ],
)
def test_the_debt_of_a_turn(kind: str, turned: bool, expected: list[Fraction], mean: Fraction) -> None:
    found = board_odds.min_debt_dist_of_random_cache(kind, turned)
    assert found.total == 11480
    assert chances(found) == expected
    assert found.mean == mean
    assert board_odds.random_cache_debt_by_engine(kind, turned) == found


@rule("TOW-5.2")
def test_the_life_of_a_tower_exactly() -> None:
    life = tower_chain_with_adjacency()
    assert life.mean_cards_shown == F(126, 5)
    assert life.mean_cards_on_ring == F(29, 4)
    assert life.closing_size_probabilities == {7: F(3, 4), 8: F(1, 4)}
    fits = [1, F(13, 30), F(1, 2), F(11, 32), F(3, 8), F(1, 6), F(1, 4), F(1, 32), 0]
    waits = [1, F(136, 45), 2, F(17, 5), F(8, 3), F(64, 9), 4, 2, 0]
    assert [size.p_fits for size in life.size_stats()] == fits
    assert [size.mean_wait for size in life.size_stats()] == waits
    assert sum(waits) == F(126, 5)


def test_the_life_of_a_tower_with_king_neighbours() -> None:
    life = tower_chain_with_adjacency("king")
    assert life.mean_cards_shown == F(5971159, 259200)
    assert life.mean_cards_on_ring == F(1757, 240)
    assert life.closing_size_probabilities == {7: F(163, 240), 8: F(77, 240)}


@pytest.mark.parametrize("adjacency", ["orthogonal", "king"])
def test_four_ways_to_the_life_of_a_tower(adjacency: str) -> None:
    life = tower_chain_with_adjacency(adjacency)
    assert life.solve_first_step_equations() == (life.mean_cards_shown, life.closing_size_probabilities[7])
    assert life.mean_cards_to_come[0] == life.mean_cards_shown
    survival = life.survival_probabilities(400)
    assert abs(float(sum(survival)) - float(life.mean_cards_shown)) < 1e-9  # E[T] is the sum of P(T > n)
    rng = Random(1)
    runs = [life.simulate_until_closed(rng) for _ in range(4000)]
    assert abs(sum(shown for shown, _ in runs) / 4000 - life.mean_cards_shown) < 1
    assert abs(sum(ring == 7 for _, ring in runs) / 4000 - life.closing_size_probabilities[7]) < 0.04


def test_the_median_life() -> None:
    survival = tower_chain_with_adjacency().survival_probabilities(30)
    assert survival[22] > F(1, 2) >= survival[23]


@pytest.mark.parametrize("adjacency", ["orthogonal", "king"])
def test_the_chain_is_one_and_may_be_lumped(adjacency: str) -> None:
    life = tower_chain_with_adjacency(adjacency)
    names = life.lumped_states()
    lumped = life.lumped_transitions()
    for mask, row in life.transitions.items():
        assert sum(row.values()) == WEIGHT_TOTAL
        image: dict[int, Fraction] = {}
        for after, weight in row.items():
            image[names[after]] = image.get(names[after], F(0)) + F(weight, WEIGHT_TOTAL)
        assert image == lumped[names[mask]]  # whatever mask stands for the state
    assert len(lumped) == (13 if adjacency == "orthogonal" else 27)
    assert life.visit_probability_by_lumped_state()[0] == 1
    assert life.state_name(0) == "empty"
    assert life.state_name(3) == "LG NG"
    means: dict[int, Fraction] = {}
    for state in sorted(lumped, key=lambda mask: -mask.bit_count()):
        stay = lumped[state].get(state, F(0))
        rest = sum((p * means[after] for after, p in lumped[state].items() if after != state), F(0))
        means[state] = F(0) if stay == 1 else (1 + rest) / (1 - stay)
    assert means[0] == life.mean_cards_shown


@rule("TOW-5.4")
def test_what_a_closing_costs() -> None:
    ends = tower_chain_with_adjacency().closing_size_probabilities
    found = [[closed_tower_cards_received_dist(ends, k, place).mean for place in range(k)] for k in (1, 2, 3)]
    assert found == [[F(33, 4)], [F(17, 4), 4], [3, 3, F(9, 4)]]


def test_whether_a_closer_comes() -> None:
    found = {(u, m): odds.p_closer_drawn(u, m) for m in (6, 12, 24) for u in (1, 2, 3)}
    assert [found[u, 12] for u in (1, 2, 3)] == [F(1, 4), F(5, 11), F(34, 55)]
    assert [found[u, 6] for u in (1, 2, 3)] == [F(1, 2), F(4, 5), F(19, 20)]
    assert [found[u, 24] for u in (1, 2, 3)] == [F(1, 8), F(11, 46), F(347, 1012)]
    assert odds.p_closer_drawn(0, 0, 0) == 0
    with pytest.raises(ValueError, match="closers is a whole number from 0 to 6"):
        odds.p_closer_drawn(7, 6)
    with pytest.raises(ValueError, match="seats is a whole number from 2 to 5"):
        odds.rank_of_first_dealt_title(1)


def test_a_suit_on_its_own_tower() -> None:
    ahead = board_odds.suit_cards_fitting_own_tower()
    assert {k: ahead.p(k) for k in ahead} == {4: F(83, 2520), 5: F(5, 9), 6: F(65, 168), 7: F(31, 1260)}
    assert ahead.mean == F(1702, 315)
    assert board_odds.suit_cards_fitting_own_tower(is_turned=True) == ahead
    assert board_odds.SuitPlacementProcess("best").mean_final_card_count() == F(187, 40)
    assert board_odds.SuitPlacementProcess("random").mean_final_card_count() == F(1263151, 302400)
    for policy in ("best", "random"):
        player = board_odds.SuitPlacementProcess(policy)
        assert (
            player.mean_final_card_count()
            == player.mean_final_card_count_forward()
            == board_odds.SuitPlacementProcess(policy, is_turned=True).mean_final_card_count()
        )
    rng = Random(4)
    for _ in range(200):
        order = rng.sample(ALL_CELLS, 8)
        assert 4 <= board_odds.max_suit_cards_on_tower(order) <= 7
    with pytest.raises(ValueError, match="no policy"):
        board_odds.SuitPlacementProcess("worst")


@rule("TOW-6.2")
def test_when_to_flee() -> None:
    assert mean_cards_added_if_staying(2, 12, 8) == F(73, 11)
    assert should_flee(3, F(73, 11), [3])
    assert not should_flee(3, F(73, 11), [4])
    assert should_flee(3, 11, [7])
    assert not should_flee(3, 11, [8])  # a tie is no reason
    assert should_flee(3, 11, [2, 12])
    grid = flee_decision_table(3, [3, 7, 11], [0, 3, 5, 8])
    assert grid == [[False] * 4, [True, True, False, False], [True, True, True, False]]


def test_the_rule_of_flight_is_the_difference_of_coins() -> None:
    """Own balance b drops out: stay is sum B - (r-1)(b + D), flee is -(r-1)(b + c)."""
    rng = Random(9)
    for _ in range(500):
        b, c, d = rng.randint(0, 20), rng.randint(0, 3), rng.randint(0, 12)
        others = [rng.randint(0, 20) for _ in range(rng.randint(1, 3))]
        stay = sum(others) - len(others) * (b + d)
        assert should_flee(c, d, others) is (-len(others) * (b + c) > stay)


def test_price_and_forecast_of_a_seat() -> None:
    s = table(3, coin_value=2)
    give(s, 0, "KEY-LG", "STAR-NE", "BOOK-NE")
    give(s, 1, "KEY-CG")
    owe(s, 0, 4)
    assert flee_price(s, 0) == 2 * 7 * 2
    assert -s.child(GAME.parse_choice("flee")).coins[0] == flee_price(s, 0)
    found = []
    for shown in ("KEY-CG", "KEY-NG"):  # a CG card at LE would close the tower, eight cards for two
        s = table(3)
        give(s, 1, shown)
        occupy(s, "Hammers", "LG NG CG CN CE NE")
        found.append(estimate_debts_if_staying(s, 0))
    assert 3.5 <= found[0].added_debt - found[1].added_debt <= 4.5
    assert (
        3 <= found[0].final_balances_of_others[1] - found[1].final_balances_of_others[1] <= 4.5
    )  # seat 2, the other opponent
    assert found[0].final_balances_of_others[0] < found[0].final_balances_of_others[1]
    assert found[0].later_flee_price == 2 * found[0].added_debt


def test_the_outlook_of_an_ending_is_certain_where_nothing_is_left_to_choose() -> None:
    s = example_ending()
    found = simulate_stay(s, 0, greedy_stay_bot, 5, Random(1))
    assert found.added_debt_counts == {11: 5}
    assert found.final_balance_counts_of_others == {7: 5}
    assert found.final_coin_counts == {-12: 5}
    assert found.coins_if_fleeing_now == -11
    assert found.should_flee
    gone = table(3)
    give(gone, 0, "KEY-LG")
    give(gone, 1, "KEY-CE")
    play(gone, "flee")
    with pytest.raises(ValueError, match="Seat 0 has left the game"):
        simulate_stay(gone, 0, greedy_stay_bot, 1, Random(1))


def test_the_questions_rest_on_rules_that_exist() -> None:
    asked = gamelib.questions(GAME)
    assert len(asked) == len({question.id for question in asked}) == 15
    assert all(name in GAME.rules for question in asked for name in question.rules)


def test_corner_cards_of_a_cache_are_those_whose_symbol_lies_across_both_ways() -> None:
    """Corners and edges are as many, so a count alone would not tell them apart."""
    corners = [card for card in GAME.playing_cards if all(CELL_OFFSETS[CELL_NUMBER[GAME.alignment[card]]])]
    assert len(corners) == 24
    assert {CELL_NUMBER[GAME.alignment[card]] % 2 for card in corners} == {0}
    assert odds.cache_corner_counts() == {k: comb(24, k) * comb(24, 3 - k) for k in range(4)}
