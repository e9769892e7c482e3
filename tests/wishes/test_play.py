"""Whole games: what must hold in every position, whatever is played; legality, goldens."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from statistics import median

import pytest

from gamelib import Chance, MonteCarloBot, playout, random_bot, simulate
from gamelib.games.wishes.heuristic_bot import heuristic_bot
from gamelib.games.wishes.position_checks import validate_invariants
from gamelib.games.wishes.state import WishesState
from gamelib.playouts import choose_action
from gamelib.step import AUTO, CHANCE
from tests.conftest import LONG

from .. import conformance
from .build import GAME

GAMES = 10_000 if LONG else 120
SEATS = (1, 2, 3, 4)
OPTIONS = conformance.option_sets(GAME)


@pytest.mark.parametrize("seats", SEATS)
def test_every_position_of_random_games_is_sound(seats: int) -> None:
    """In some games every position is checked, in all of them the last one; each option in turn."""
    for number in range(GAMES):
        options = OPTIONS[number % len(OPTIONS)]
        rng = Random(f"{seats} {number}")
        s: WishesState = GAME.start(seats, **options)
        every = number % 40 == 0
        while s.agenda_frames:
            frame = s.agenda_frames[-1]
            step = frame.step
            if step.kind == AUTO:
                step.execute(s, frame, None)
                continue
            if every:
                validate_invariants(s)
            if step.kind == CHANCE:
                step.execute(s, frame, step.sample(s, frame, rng))
            else:
                step.execute_randomly(s, frame, rng)
        validate_invariants(s)
        assert s.result is not None
        assert len(s.result.scores) == seats
        assert max(s.gems) <= 7
        assert sum(s.gems) <= 28
        assert s.round == 3 or seats > 1
        assert s.stack == ()


@pytest.mark.parametrize("seats", SEATS)
def test_enough_wishes_lie_open_as_long_as_there_are_any(seats: int) -> None:
    for seed in range(6):
        for s in conformance.walk(GAME, seats, seed):
            if s.round and s.agenda_frames and s.agenda_frames[-1].step.name in ("plate", "act", "offer"):
                least = min(GAME.tables.seats[seats].revealed, len(s.open) + s.simple_down + s.final_down)
                final = any(GAME.tables.wishes[wish].final for wish, _, _ in s.open) or s.ending
                assert len(s.open) >= least or (final and not s.simple_down)


@pytest.mark.parametrize("seats", SEATS)
def test_a_playout_is_the_same_game_as_choosing_step_by_step(seats: int) -> None:
    for options in OPTIONS:
        one, two = Random(5), Random(5)
        first, second = GAME.start(seats, **options), GAME.start(seats, **options)
        playout(first, [random_bot] * seats, one)
        while second.agenda_frames:
            second.apply(conformance.choose(second, two))
        assert first == second


# -- bots --------------------------------------------------------------------------------------------


def test_the_rule_of_thumb_beats_chance() -> None:
    """In at least 95 of 100 games of two seats, first and second seat alike."""
    n = 40
    won = simulate(GAME, 2, ["thumb", "random"], n, 1).wins[0] + simulate(GAME, 2, ["random", "thumb"], n, 2).wins[1]
    assert won >= Fraction(95, 100) * 2 * n


@pytest.mark.parametrize(
    ("seats", "low", "high", "rounds"), [(1, 75, 97, 3.0), (2, 58, 78, 4.1), (3, 54, 74, 3.1), (4, 51, 71, 2.6)]
)
def test_scores_lie_in_the_band_of_the_calibration(seats: int, low: int, high: int, rounds: float) -> None:
    """The median of 30 games is near that of another greedy player on these tables: 83, 65, 61, 58 points."""
    scores, lengths = [], []
    for seed in range(30):
        s = GAME.start(seats)
        scores += playout(s, [heuristic_bot] * seats, Random(seed)).scores
        lengths.append(s.round)
    assert low <= median(scores) <= high
    assert abs(sum(lengths) / 30 - rounds) < 0.6


@pytest.mark.parametrize("seats", SEATS)
def test_the_search_bot_plays_legal_moves(seats: int) -> None:
    rng = Random(3)
    bot = MonteCarloBot(4, heuristic_bot)
    s = GAME.start(seats)
    asked = 0
    while asked < 5 and s.agenda_frames:
        if isinstance(s.node, Chance):
            s.apply(s.node.sample(rng))
        else:
            action = choose_action(s, bot, rng)
            assert action in s.legal
            s.apply(action)
            asked += 1


def test_alone_the_search_bot_looks_at_the_score() -> None:
    s = GAME.start(1)
    rng = Random(4)
    while isinstance(s.node, Chance) or s.node.step_name != "act":
        s.apply(conformance.choose(s, rng))
    legal = list(s.legal)
    tried = MonteCarloBot(40, heuristic_bot).search(s.seen_by(0), legal, legal[0], rng)
    assert len({candidate.mean() for candidate in tried}) > 1
