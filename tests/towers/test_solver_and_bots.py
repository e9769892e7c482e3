"""The solver against brute force, and what bots do."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from gamelib import MonteCarloBot
from gamelib.bank.towers.endings import example_ending
from gamelib.games.towers.bots import greedy_bot, greedy_stay_bot, random_stay_bot
from gamelib.games.towers.endgame_solver import EndgameSolver, TooLargeError, solve_endgame
from gamelib.games.towers.flee_decision import estimate_debts_if_staying
from gamelib.games.towers.steps import CONTINUE_CHAIN, FLEE, PASS
from gamelib.games.towers.turn_planner import TurnPlanner, least_debt
from gamelib.nodes import Chance, Decision, End
from gamelib.playouts import choose_action, playout, random_bot, simulate
from tests.rules import rule
from tests.towers.build import GAME, give, gone, occupy, owe, table


def near_the_end(seats: int, deck: int, seed: int, **options: Any) -> Any:
    """A position of a random game without flight, at a turn with at most `deck` cards left to draw."""
    rng = Random(seed)
    s = GAME.start(seats, **options)
    while not (isinstance(s.node, Decision) and s.node.step_name == "choose" and len(s.deck) <= deck):
        if isinstance(s.node, End):
            return None
        s.apply(s.node.sample(rng) if isinstance(s.node, Chance) else greedy_stay_bot(s, list(s.legal), rng))
    return s


def brute_force(s: Any) -> tuple[Fraction, ...]:
    """Expected coins by trying everything, one position after another, with nothing remembered."""
    node = s.node
    if isinstance(node, End):
        return tuple(map(Fraction, node.scores))
    if isinstance(node, Chance):
        values = [brute_force(s.child(card)) for card in node.dist()]
        return tuple(sum(coins) / len(values) for coins in zip(*values, strict=True))
    return max((brute_force(s.child(action)) for action in s.legal), key=lambda coins: coins[node.seat])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"unplayed": "keep"}, {"adjacency": "king"}], ids=["default", "keep", "king"])
def test_small_endings_agree_with_brute_force(seats: int, options: dict[str, Any]) -> None:
    tried = 0
    for seed in range(60):
        s = near_the_end(seats, 0, seed, **options)
        if s is None:
            continue
        before = s.to_dict()
        try:
            solved = solve_endgame(s, limit=150)
        except TooLargeError:
            continue
        assert solved.coins == brute_force(s)
        assert solved.seat == s.node.seat
        assert set(solved.actions) == set(s.legal)
        assert solved.coins == solved.actions[solved.best]
        assert max(coins[solved.seat] for coins in solved.actions.values()) == solved.coins[solved.seat]
        assert sum(solved.coins) == 0
        assert s.to_dict() == before
        for action in solved.line:
            s.apply(action)
        assert s.node.scores == solved.coins
        tried += 1
        if tried == 8:
            break
    assert tried >= 3


def test_endings_with_cards_to_draw_are_means() -> None:
    """Three unseen cards, all drawn by one seat: six orders, one mean."""
    tried = 0
    for seed in range(200):
        s = near_the_end(2, 3, seed)
        if s is None or len(s.deck) != 3 or len(s.legal) > 4:
            continue
        try:
            solved = solve_endgame(s, limit=400)
        except TooLargeError:
            continue
        assert solved.coins == brute_force(s)
        tried += 1
        if tried == 3:
            break
    assert tried == 3


def test_a_chance_node_and_an_end_have_a_value_too() -> None:
    s = example_ending()
    after = s.child(PASS)
    assert solve_endgame(after).coins == (-12, 12)
    end = s.child(FLEE)
    solved = solve_endgame(end)
    assert (solved.coins, solved.seat, solved.actions, solved.line, solved.best) == ((-11, 11), None, {}, (), None)
    s.agenda_frames.pop()
    s.push_step("refill", 0, 1)
    s.deck = [s.balances[1][0]]
    s.balances[1] = s.balances[1][1:]
    s.caches[0] = s.caches[0][:2]
    drawn = solve_endgame(s)
    assert drawn.seat is None
    assert drawn.coins == EndgameSolver().coins(s)


@rule("TOW-2.4", "TOW-5.3", "TOW-6.2", "TOW-7.6")
def test_w19_fleeing_beats_staying_by_one_coin() -> None:
    solved = solve_endgame(example_ending())
    assert {str(action): coins for action, coins in solved.actions.items()} == {"pass": (-12, 12), "flee": (-11, 11)}
    assert solved.best is FLEE


def test_an_ending_that_is_too_large_is_said_to_be() -> None:
    with pytest.raises(TooLargeError, match="more than 50 positions"):
        solve_endgame(near_the_end(2, 24, 1), limit=50)


# -- planning and bots -----------------------------------------------------------------------------


def test_the_plan_of_a_turn_is_the_best_by_brute_force() -> None:
    """Without danger from others the plan's value is the best gain over all courses of the turn."""

    def gain(s: Any) -> int:
        """Cards placed, and cards dealt to the other seat."""
        return 3 - len(s.caches[0]) - len(s.balances[0]) + len(s.balances[1])

    def best(s: Any) -> int:
        courses = [s.child(action) for action in s.legal if action.verb == "place"]
        return max(
            max(gain(after), best(after) if after.agenda_frames[-1].step is CONTINUE_CHAIN else 0) for after in courses
        )

    rng = Random(12)
    compared = 0
    for _ in range(20):
        s = table(2)
        give(s, 0, *rng.sample(GAME.playing_cards, 3))
        for suit in GAME.suits:
            occupy(s, suit, rng.choice(["LG NG CG CN CE", "NG CG CN CE NE LE", "CG", "NG CG CN", "CE NE LE LN"]))
        if not s.has_playable_card(0):
            assert TurnPlanner(s, 0).best.placements == ()
            continue
        assert TurnPlanner(s, 0).best.value == best(s)
        compared += 1
    assert compared >= 10


def test_the_least_debt_of_a_cache() -> None:
    s = table(2)
    own = {card: GAME.tower_number[GAME.suit[card]] for card in GAME.playing_cards}
    closed = s.geometry.is_closed_mask
    assert least_debt([0] * 6, ("KEY-LG", "STAR-NE", "STAR-LG"), s.rows[0], own, closed) == 0
    assert least_debt([255] * 6, ("KEY-LG", "STAR-NE", "STAR-LG"), s.rows[0], own, closed) == 3
    assert least_debt([255] * 5 + [0], ("KEY-LG", "STAR-NE", "STAR-LG"), s.rows[0], own, closed) == 2


def test_bots_are_named_and_take_legal_actions() -> None:
    assert {"random", "thumb", "monte_carlo"} <= set(GAME.bots)
    rng = Random(3)
    for name, bot in GAME.bots.items():
        s = near_the_end(3, 9, 5)
        for _ in range(4):
            if isinstance(s.node, Chance):
                s.apply(s.node.sample(rng))
            elif isinstance(s.node, Decision):
                action = choose_action(s, MonteCarloBot(2) if name == "monte_carlo" else bot, rng)
                assert action in s.legal
                s.apply(action)


def test_the_calm_bot_flees_only_if_it_has_to() -> None:
    rng = Random(1)
    assert all(random_stay_bot(None, [PASS, FLEE], rng) is PASS for _ in range(20))
    assert random_stay_bot(None, [FLEE], rng) is FLEE


def test_the_thumb_bot_flees_where_it_should_and_beats_random_play() -> None:
    s = table(2)
    give(s, 0, "KEY-NG", "STAR-NE", "BOOK-LN")
    give(s, 1, "KEY-LE", "STAR-NG", "BOOK-NG")  # side B closes Hammers by an LE card at LE
    occupy(s, "Hammers", "LG NG CG CN CE NE")
    gone(s, *GAME.suits[1:])
    owe(s, 0, len(s.deck))
    s.balances = [s.balances[0] + s.balances[1], ()]  # the own debt does not count
    assert set(s.legal) == {PASS, FLEE}
    assert estimate_debts_if_staying(s, 0).added_debt == 3 + 8
    assert greedy_bot(s.seen_by(0), list(s.legal), Random(1)) is FLEE
    assert greedy_stay_bot(s.seen_by(0), list(s.legal), Random(1)) is PASS
    assert solve_endgame(s).best is FLEE
    tally = simulate(GAME, 2, [greedy_bot, random_stay_bot], 30, "thumb")
    assert tally.win_rate(0)[0] > 0.8


def test_simulations_repeat_whatever_the_number_of_workers() -> None:
    assert simulate(GAME, 3, random_bot, 45, "x") == simulate(GAME, 3, random_bot, 45, "x")
    end = playout(GAME.start(4), [greedy_stay_bot] * 4, Random(3))
    assert end.reason != "alone"


def test_the_thumb_bot_takes_the_best_of_what_it_is_offered() -> None:
    """Without its own choice it takes the placement that the best of the other plans begins with."""
    rng, compared = Random(5), 0
    for _ in range(6):
        s = GAME.start(3)
        while s.agenda_frames and compared < 40:
            if not isinstance(s.node, Decision):
                s.apply(s.node.dist().sample(rng))
                continue
            legal, seat = list(s.legal), s.node.seat
            own = greedy_bot(s, legal, rng)
            left = [action for action in legal if action.verb == "place" and action is not own]
            if len(left) > 1:
                worth = {action: TurnPlanner(s, seat, [action]).best.value for action in left}
                if len(set(worth.values())) > 1:
                    left.sort(key=worth.__getitem__)  # the best last, so that the first will not do
                    assert worth[greedy_bot(s, left, rng)] == max(worth.values())
                    compared += 1
            s.apply(own)
    assert compared >= 20
