"""End of a game: points of single items add up to their source, and sources add up to the score."""

from __future__ import annotations

from random import Random

import pytest

import gamelib
from gamelib import Chance, Record
from gamelib.playouts import choose_action
from tests.conformance import TAUGHT
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import make_board
from widgets.table.widget import Table

NAMED = {"emira", "hadara", "harem", "wishes"}  # Towers counts coins alone


@pytest.mark.parametrize("game_id", TAUGHT)
def test_what_single_things_brought_adds_up(game_id: str) -> None:
    game, named = gamelib.game(game_id), 0
    for seed in range(3):
        seats, rng = sorted(game.seats)[1], Random(seed)
        record = Record(game, seats, {}, DEFAULT_PLAYER_NAMES[:seats])
        while record.state.agenda_frames:
            node = record.state.node
            bot = game.bots["thumb"]
            record.apply_and_append(
                node.sample(rng) if isinstance(node, Chance) else choose_action(record.state, bot, rng)
            )
        scene = Table(game_id, record=record).scene
        told = [
            event for events in Table(game_id, record=record).session.variations[0].events_by_step for event in events
        ]
        for row in scene["reckoning"]["rows"]:
            board = make_board(record.state, row["seat"], True, DEFAULT_PLAYER_NAMES)
            board.known_game_events = told
            parts = board.final_points_by_source(row["seat"])
            assert sum(part.points for part in parts) == row["score"]
            for part in parts:
                if part.item_points:
                    named += 1
                    assert sum(points for _, points in part.item_points) == part.points, (part, row)
                    assert all(name for name, _ in part.item_points)
    assert bool(named) is (game_id in NAMED)


def test_a_star_is_a_moment_of_its_own() -> None:
    """Check that the summary names the owner and the number of stars that are needed."""
    game, found = gamelib.game("harem"), 0
    for seed in range(6):
        state, rng = game.start(3), Random(seed)
        while state.agenda_frames:
            node = state.node
            state.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(state, game.bots["thumb"], rng))
            stars = [event for event in state.events if event.code == "star"]
            moments = make_board(state, 0, False, DEFAULT_PLAYER_NAMES).event_summaries(state.events)
            assert len(moments) == len(stars)
            for moment, event in zip(moments, stars, strict=True):
                found += 1
                assert moment["star"]
                assert DEFAULT_PLAYER_NAMES[event.seat or 0] in moment["text"]
                assert moment["card"]["person"]
    assert found
