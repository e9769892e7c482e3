"""Forecasts ("Call it"): the probability of the question is the one that is told afterwards, in every game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import gamelib
from gamelib import Chance, End
from gamelib.playouts import choose_action
from tests.conformance import TAUGHT
from tests.test_table import Page
from widgets.page.translations import load_texts
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table import Table
from widgets.table.board import make_board
from widgets.table.forecast import forecast_target, has_target_occurred

EACH = 12  # positions of each kind of step


@pytest.mark.parametrize("game_id", TAUGHT)
def test_what_is_asked_comes_as_often_as_is_told(game_id: str) -> None:
    game, seen, asked = gamelib.game(game_id), Counter[str](), Counter[str]()
    for seed in range(2):
        state, rng = game.start(sorted(game.seats)[1]), Random(seed)
        while not isinstance(node := state.node, End):
            if isinstance(node, Chance):
                seen[node.step_name] += 1
                if seen[node.step_name] <= EACH:
                    asked[node.step_name] += _check(state)
                state.apply(node.sample(rng))
            else:
                state.apply(choose_action(state, game.bots["random"], rng))
    assert sum(asked.values()) > 8, asked


def _check(state: object) -> bool:
    node = state.node  # type: ignore[attr-defined]
    board = make_board(state, node.seat or 0, True, DEFAULT_PLAYER_NAMES)  # type: ignore[arg-type]
    call = forecast_target(board, board.current_odds(), load_texts("table"))
    if call is None:
        return False
    hits = 0
    for outcome, weight in node.dist().items():
        came = board.odds_with_resolved_outcome(outcome)
        if came is None or "at" not in came:
            continue
        hits += weight * has_target_occurred(call, came["at"])
    share = Fraction(hits, node.dist().total)
    assert 0 < share < 1
    assert abs(call["share"] - share) < 1e-4, call
    return True


def test_the_table_asks_before_a_roll_and_says_what_came() -> None:
    page = Page(Table("harem", seats=2, seed=3))
    first = page.table.scene
    assert first["kind"] == "chance"
    assert first["call"]["label"]
    page.do("resolve_chance")
    scene = page.table.scene
    call = scene["came"]["call"]
    assert {**first["call"], "hit": call["hit"]} == call
    assert scene["born"] == first["born"]
    saved = page.table.session.to_dict()
    again = Page(Table("harem", seats=2))
    again.table.session.restore(saved)
    assert again.table.session.game_instance_id == first["born"]
    for born in (None, "x"):
        with pytest.raises(ValueError, match="doesn’t fit the rules here"):
            again.table.session.restore({**saved, "born": born})
    assert again.table.session.game_instance_id == first["born"]
