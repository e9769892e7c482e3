"""Other seats: who plays them, the summary of their actions, and no question to a person for another seat."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest

import gamelib
from gamelib import Decision, End
from gamelib.playouts import choose_action, random_bot
from tests.conformance import TAUGHT
from tests.sample import Outbid
from tests.test_foresight import on_to_a_choice
from tests.test_table import Page
from widgets.page.translations import load_texts
from widgets.table import Table
from widgets.table.board import current_scores
from widgets.table.dialogs import variation_comparison_dialog
from widgets.table.players import HUMAN, available_bots, player_choices, player_description
from widgets.table.session import GameSession

WORDS = load_texts("shown", "table")


@pytest.mark.parametrize("game_id", TAUGHT)
def test_bots_are_named_for_how_they_play_in_three_strengths(game_id: str) -> None:
    """Check that each of them plays, also those of saved games."""
    game = gamelib.game(game_id)
    offered = player_choices(game, HUMAN, WORDS)
    labels = [one["label"] for one in offered]
    assert len(set(labels)) == len(labels) == 11  # a person, three times three, and anything
    assert {*game.bots} - {"calm"} <= {one["value"] for one in offered}
    known = available_bots(game)
    for one in offered[1:]:
        if one["value"].startswith("counting") or one["value"] == "monte_carlo":
            continue  # the search has its own tests, and takes its time
        play = GameSession(
            game, players=[one["value"]] * sorted(game.seats)[0], seats=sorted(game.seats)[0], rng=Random(1)
        )
        assert player_description(game, one["value"], WORDS) == one["label"]
        for _ in range(60):
            if isinstance(play.state.node, End):
                break
            play.play_next_step()
        assert play.step > 10
    assert {"careful", "greedy_1", "counting_2"} <= set(known)


def test_a_game_without_aims_has_the_bots_that_it_has() -> None:
    class Plain(Outbid):
        bots: ClassVar[Mapping[str, Any]] = {"random": random_bot}

    assert set(available_bots(Plain())) == {"random"}
    assert [one["value"] for one in player_choices(Plain(), HUMAN, WORDS)] == [HUMAN, "random"]


@pytest.mark.parametrize("game_id", TAUGHT)
def test_the_strip_tells_what_each_rival_did_since(game_id: str) -> None:
    page = Page(Table(game_id, seed=12, begun=True))
    play, rng = page.table.session, Random(13)
    told, reasons = 0, 0
    for _ in range(25):
        if not on_to_a_choice(play):
            break
        play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
        start = play.step
        if not on_to_a_choice(play):
            break
        scene = page.table._scene()
        for rival in scene["rivals"]:
            assert rival["seat"] != play.viewer
            idle = [deed for deed in rival["deeds"] if re.search("passes|doesn’t take an action", deed["text"])]
            assert not idle or len(rival["deeds"]) == 1, "passes are no news next to deeds"
            for deed in rival["deeds"]:
                assert play.step_after_last_choice < deed["step"] <= play.step
                assert deed["text"].strip()
                assert not re.search("draws? (a card|cards)|It is .*’s turn|It is the turn of", deed["text"])
                named = re.search(rf"\b{play.names[play.viewer]}\b", deed["text"])  # Adar is an artist
                assert deed.get("mine", False) == bool(named)
                reasons += "why" in deed
                told += 1
        if play.step > start and any(play.players[seat] != HUMAN for seat in range(play.record.seats)):
            assert "what do you want to do" not in scene["ask"] or scene["asked"] == scene["viewer"]
    assert told
    assert reasons or game_id == "towers"


def test_a_question_is_put_to_nobody_else() -> None:
    page = Page(Table("harem", seed=3, begun=True))
    play = page.table.session
    seen = 0
    for _ in range(80):
        if isinstance(play.state.node, End):
            break
        scene = page.table._scene()
        if isinstance(play.state.node, Decision) and scene["asked"] != scene["viewer"]:
            assert scene["ask"] == f"{play.names[scene['asked']]} chooses."
            (peek,) = page.do("peek_step", step=play.step)[:1]
            assert peek["scene"]["ask"] == scene["ask"]
            seen += 1
        if play.bot_to_move() is None and isinstance(play.state.node, Decision):
            play.play_or_branch(next(iter(play.state.legal)))
        else:
            play.play_next_step()
    assert seen


@pytest.mark.parametrize("game_id", gamelib.all_games())
def test_compare_and_the_end_tell_the_same_points(game_id: str) -> None:
    play = GameSession(gamelib.game(game_id), players=["thumb"] * 3, seats=3, rng=Random(4))
    play.play_until_human()
    node = play.state.node
    assert isinstance(node, End)
    assert current_scores(play.state) == list(node.scores)
    play.view_step(len(play.record) - 1)
    play.branch_at_current_step()
    stands = [
        part for part in variation_comparison_dialog(play, 0)["parts"] if part.get("rows") and len(part["columns"]) == 3
    ]
    assert [row[2] for row in stands[0]["rows"]] == [str(score).replace("-", "\u2212") for score in node.scores]
