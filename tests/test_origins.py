"""Values with an explanation: the figures in it add up to the value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import gamelib
from gamelib import Chance, Decision
from gamelib.games.emira.upkeep import upkeep_due
from gamelib.playouts import choose_action
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import make_board


def facts_of(game_id: str, seats: int, seed: int, bot: str = "thumb") -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Yield (state, facts of the own player area) of every tenth position in which the first seat has to choose."""
    game, rng = gamelib.game(game_id), Random(seed)
    state = game.start(seats)
    n = 0
    while state.agenda_frames:
        node = state.node
        if isinstance(node, Decision) and node.seat == 0:
            n += 1
            if n % 6 == 0:
                (mine,) = (
                    zone
                    for zone in make_board(state, 0, False, DEFAULT_PLAYER_NAMES).zones()
                    if zone["area"] == "mine" and zone["id"] == "seat:0"
                )
                yield state.clone(), mine["facts"]
        state.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(state, game.bots[bot], rng))


def numbers(text: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", text)]


def test_income_and_upkeep_of_emira_add_up_and_warn() -> None:
    warned = 0
    for bot in ("thumb", "random"):
        for state, facts in facts_of("emira", 4, 3, bot):
            income, upkeep = (fact for fact in facts if "origin" in fact)
            base, *caravans = income["origin"].split("; ")
            paid = numbers(base)[-1]
            for part in caravans:
                found = numbers(part)
                paid += found[0] * found[-1]
            assert str(paid) in income["value"]
            owed = upkeep_due(state, state.homes[0], state.surcharge[0])
            assert sum(numbers(upkeep["origin"])) == owed
            short = owed > state.gold[0] and 3 <= state.phase <= 7
            assert ("warns" in upkeep) is short
            if short:
                warned += 1
                assert str(owed - state.gold[0]) in upkeep["value"]
                assert str(owed - state.gold[0]) in upkeep["warns"]
    assert warned


def test_a_treasury_of_court_adds_up_and_gems_count_what_they_roll() -> None:
    gems = 0
    for state, facts in [one for bot in ("thumb", "random") for one in facts_of("harem", 3, 5, bot)]:
        (gold,) = (fact for fact in facts if "origin" in fact)
        told = numbers(gold["origin"])
        assert sum(told[:2]) == gold["value"]
        have = state.players[0].treasury.get("GEM", 0)
        gems += have
        assert ("average" in gold["origin"]) is bool(have)
    assert gems


def test_points_of_hadara_add_up() -> None:
    for _, facts in facts_of("hadara", 3, 2):
        for fact in facts:
            if "origin" in fact:
                assert sum(numbers(fact["origin"])) == fact["value"]
