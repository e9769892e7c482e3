"""Links to the Builder at the tables: the model of each displayed probability gives the same number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, End
from widgets.games.harem.board.odds import ROLL_DIFFERENCE, raid_model_notation
from widgets.table.board import make_board
from widgets.table.odds_models import with_builder_models

GAMES = sorted(gamelib.all_games())


def every(odds: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in odds:
        yield one
        yield from every(list(one.get("acts", {}).values()))


def seen(game: str, seed: int, steps: int) -> Iterator[dict[str, Any]]:
    """Return the odds in a game that have a model."""
    made, rng = gamelib.game(game), Random(seed)
    state = made.start(seats=min(made.seats))
    for _ in range(steps):
        node = state.node
        if isinstance(node, End):
            return
        board = make_board(state, 0, True, ["Ada", "Ben", "Cem", "Dan", "Eva", "Fay"])
        yield from (one for one in every(with_builder_models(board.current_odds())) if one.get("model"))
        state.apply(node.sample(rng) if isinstance(node, Chance) else rng.choice(list(state.legal)))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_number_comes_out(game: str) -> None:
    checked, lines = 0, set()
    for one in seen(game, 3, 60):
        if one["model"] in lines:
            continue
        lines.add(one["model"])
        answer = gamelib.model(one["model"]).exact()
        if set(answer.dist) <= {"yes", "no"}:
            stake = one["chance"]
            assert answer.p("yes") == Fraction(stake["weight"], stake["total"]), one["title"]
        else:
            wanted = sorted(Fraction(bar["p"]) for bar in one["bars"])
            assert sorted(answer.p(value) for value in answer.dist) == wanted, one["title"]
        checked += 1
    assert checked >= (1 if game == "towers" else 2), game


def test_every_raid_is_two_rolls_with_what_is_added() -> None:
    for added in range(-3, 6):
        for guarding in range(4):
            for need in (guarding - added, guarding - added + 1, guarding - added + 2):
                wins = Fraction(
                    sum(weight for d, weight in ROLL_DIFFERENCE.items() if d >= need), ROLL_DIFFERENCE.total
                )
                for held in (False, True):
                    line = raid_model_notation(added, guarding, need, held)
                    assert gamelib.model(line).exact().p("yes") == (1 - wins if held else wins), line
    assert raid_model_notation(2, 1, 0, False) == "a=2d6+2 > b=2d6+1 : a > b"


def test_what_is_no_model_has_none() -> None:
    sure = {"title": "x", "bars": [{"label": "a", "p": "1"}]}
    alike = {"title": "x", "bars": [{"label": "a b", "p": "1/2"}, {"label": "a-b", "p": "1/2"}]}
    never = {"title": "x", "steps": {"from": 0, "need": 9, "weights": [1, 1], "total": 2}}
    assert with_builder_models([sure, alike, never]) == [sure, alike, never]
