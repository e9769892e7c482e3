"""Reference games of all kinds. Any change of a rule, a probability or a sentence shows. See golden.py."""

from __future__ import annotations

import pytest

import gamelib

from .conformance import TAUGHT, option_sets
from .golden import compare, compare_digests, course

GAMES = gamelib.all_games()
READ = {
    "harem": [(2, 0, {"kadine_target": 1}), (3, 10, {"variant": "short"}), (4, 10, {"variant": "short"})],
    "towers": [(2, 0, {}), (3, 5, {}), (5, 9, {})],
    "emira": [(3, 5, {"advanced": True, "max_rounds": 8}), (4, 4, {"max_rounds": 6}), (5, 5, {"max_rounds": 3})],
    "hadara": [(2, 8, {}), (2, 7, {"deck_set": "advanced"}), (3, 10, {})],
    "wishes": [(1, 2, {}), (2, 5, {}), (3, 7, {})],
}
"""Seats, seed and options of the games that are stored as text. They are short for their kind."""
COURSES = [
    (name, seats, bot, option_sets(game)[(2 * place + number) % len(option_sets(game))])
    for name, game in GAMES.items()
    for place, seats in enumerate(game.seats)
    for number, bot in enumerate(("random", "thumb"))
]


@pytest.mark.parametrize(("name", "number"), [(name, number) for name in READ for number in range(3)])
def test_game_as_text(name, number):
    seats, seed, options = READ[name][number]
    compare(f"{name}_{number + 1}", list(course(GAMES[name], seats, "thumb", seed, False, **options)))


@pytest.mark.parametrize(("name", "seats", "bot", "options"), COURSES)
def test_game_as_digests(name, seats, bot, options):
    compare_digests(f"{name}_{seats}_{bot}", list(course(GAMES[name], seats, bot, 1, True, **options)))


def test_every_game_is_kept():
    assert set(READ) == set(TAUGHT)
