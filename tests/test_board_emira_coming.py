"""Things to come at a table of Emira: talents of the objective, by a second count, and incomes of the caravans."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, Decision
from gamelib.games.emira.card_tables import SIDI, match_talents
from gamelib.games.emira.victory import alternative_talent_combinations
from gamelib.playouts import choose_action
from widgets.games.emira.board.goal_and_caravan_odds import missing_talent_odds, scheduled_income_chart
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import make_board

GAME = gamelib.game("emira")


def boards(seed: int) -> list[Any]:
    """Return the boards of seat 0 at each of its bids."""
    rng, state, found = Random(seed), GAME.start(4), []
    while isinstance(node := state.node, Decision | Chance) and len(found) < 60:
        if isinstance(node, Decision) and node.seat == 0 and node.step_name in ("bid", "act"):
            found.append(make_board(state.clone(), 0, False, DEFAULT_PLAYER_NAMES))
        state.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(state, GAME.bots["thumb"], rng))
    return found


@pytest.mark.rule("EMI-12.2", "EMI-12.3")
def test_the_goal_among_the_next_artists_is_counted_in_full() -> None:
    checked = 0
    for board in boards(5)[::7]:
        told = missing_talent_odds(board, 0)
        if told is None or not told["bars"]:
            continue
        s = board.view
        table = GAME.tables.princesses
        known = {card for part in s.pile.segments for card in part.fixed}
        loose = [card for card in s.pile.counts() if card not in known]
        unseen = [() if card == SIDI else tuple(table[card].talents) for card in loose]
        home = [tuple(table[name].talents) for name in s.homes[0]]
        wanted = alternative_talent_combinations(s, s.aims[0])
        for k in (1, 2, 3):
            draws = list(combinations(unseen, k))
            good = sum(any(match_talents([*home, *drawn], need) for need in wanted) for drawn in draws)
            assert Fraction(told["bars"][k - 1]["p"]) == Fraction(good, len(draws))
        checked += 1
    assert checked > 2


def test_caravans_bring_in_the_columns_what_stands_on_their_roads() -> None:
    tall = 0
    for board in boards(7):
        told = scheduled_income_chart(board, 0)
        assert told is not None
        cols = told["columns"]["cols"]
        assert all(column["total"] == sum(part["value"] for part in column["parts"]) for column in cols)
        base = cols[-1]["total"] if len(cols) == 4 and not any(board.view.pawns[0]) else None
        due = sum(
            GAME.tables.caravans[kind].income * sum(row)
            for kind, row in zip(("SS", "SF", "LS", "LF"), board.view.pawns[0], strict=True)
        )
        basic = sum(part["value"] for column in cols for part in column["parts"] if part["tone"] == "s4")
        assert sum(column["total"] for column in cols) == due + basic
        assert base is None or base == basic / len(cols)
        tall += due > 0
    assert tall
