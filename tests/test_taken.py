"""Choices are made by clicks on cards. An action with several cards names each, and no action is only a button."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import gamelib
from gamelib import Decision, End
from gamelib.playouts import choose_action
from tests.conformance import TAUGHT
from tests.test_table import Page
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table import Table
from widgets.table.board import make_board, zone_cards

MOST_ALIKE = 3  # buttons beside the question that do the same with something else
EACH = 40  # positions of each kind that are laid out
ON_SEATS = {"pick"}  # another seat is no thing that lies before the one who chooses


@pytest.mark.parametrize("game_id", TAUGHT)
def test_what_takes_several_things_names_them_and_each_choice_is_another(game_id: str) -> None:
    game, asked = gamelib.game(game_id), Counter[str]()
    seen = Counter[str]()
    for seats in sorted(game.seats)[1:3]:
        for bot in ("random", "thumb")[: 1 + (game_id == "harem")]:
            state, rng = game.start(seats), Random(seats)
            while not isinstance(node := state.node, End):
                often = isinstance(node, Decision) and seen[node.step_name] >= EACH
                if isinstance(node, Decision) and len(state.legal) > 2 and not often:
                    seen[node.step_name] += 1
                    board = make_board(state, node.seat, False, DEFAULT_PLAYER_NAMES)
                    if any(board.multi_pick_item_ids(action) is not None for action in board.visible_actions):
                        asked[node.step_name] += 1
                        _check(board, ordered=node.step_name == "arrange")
                    alike = Counter(board.visible_actions[n].verb for n in board.build_scene()["bar"])
                    assert max(alike.values(), default=0) <= MOST_ALIKE or set(alike) <= ON_SEATS, alike
                state.apply(
                    choose_action(state, game.bots[bot], rng) if isinstance(node, Decision) else node.sample(rng)
                )
    expected = {"harem": {"spoils"}, "emira": {"arrange"}, "wishes": {"change"}}
    assert set(asked) == expected.get(game_id, set())


def _check(board: object, ordered: bool) -> None:
    scene = board.build_scene()  # type: ignore[attr-defined]
    sets = scene["sets"]
    counts = {card["id"]: card.get("count", 1) for zone in scene["zones"] for card in zone_cards(zone)}
    assert sets["label"]
    keys = [tuple(one["ids"]) if ordered else tuple(sorted(one["ids"])) for one in sets["of"]]
    assert len(set(keys)) == len(keys)
    shown = {action["n"] for action in scene["actions"]}
    for one in sets["of"]:
        assert one["n"] in shown
        assert all(counts[place] >= n for place, n in Counter(one["ids"]).items())


def test_draws_in_a_row_are_one_click_where_one_likes() -> None:
    page = Page(Table("harem", seats=3, seed=4, begun=True))
    play, rng = page.table.session, Random(4)
    for _ in range(200):
        controls = [one for one in page.table.scene["controls"] if one["do"] == "repeat_action"]
        if controls:
            break
        if page.table.scene["auto"] or not play.board().visible_actions:
            page.do("play_next_step")
        else:
            play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
            page.table._show()
    left, ask = play.state.node.values["left"], play.state.node.step_name
    assert str(left) in controls[0]["label"]
    before = sum(play.state.players[0].hand.values())
    page.do(what="repeat_action", n=controls[0]["n"], step=play.step, line=play.variation_index)
    drawn = [choice for choice in play.record.choices[-2 * left :] if str(choice).startswith("draw")]
    assert len(drawn) >= 2
    assert play.state.node.step_name != ask
    assert sum(play.state.players[0].hand.values()) >= before
