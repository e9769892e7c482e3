"""Random games of Court end, under every option. KISMET_GAMES=10000 plays that many of each kind."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from gamelib import playout, random_bot
from tests.conformance import option_sets
from tests.harem.build import GAME

GAMES = int(os.environ.get("KISMET_GAMES", "12"))
KINDS = [
    *option_sets(GAME),
    {"win_by": "kadines_only", "kadine_target": 1},
    {"win_by": "kadines_only", "kadine_target": 50},
    {"win_by": "kadines_only", "stall_rounds": 1},
    {"win_by": "kadines_only", "payment": "any", "gem_table": "B"},
    {"variant": "long", "win_by": "points_only"},
]


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", KINDS, ids=lambda options: "+".join(f"{k}={v}" for k, v in options.items()) or "-")
def test_random_games_end(seats, options):
    rng = Random(f"{seats}/{options}")
    reasons, turns = Counter(), 0
    for _ in range(GAMES):
        s = GAME.start(seats, **options)
        end = playout(s, [random_bot] * seats, rng)
        s.game.validate_position(s)
        assert s.result is end
        assert end.winners
        reasons[end.reason] += 1
        turns += s.turns
    assert sum(reasons.values()) == GAMES
    if options.get("win_by") == "kadines_only":
        assert "points" not in reasons
    if options.get("win_by") == "points_only" or options.get("kadine_target") == 50:
        assert "stars" not in reasons
    print(f"{seats} seats {options}: {dict(reasons)}, {turns / GAMES:.0f} turns on average")
