"""Previews of actions: they come true in whole games and hide what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, Decision, End, Record
from gamelib.playouts import choose_action
from tests.conformance import TAUGHT
from tests.test_table import Page
from widgets.page.translations import load_texts
from widgets.table import Table
from widgets.table.action_preview import assign_fact_ids, preview_action_sequence
from widgets.table.board import zone_cards
from widgets.table.players import HUMAN
from widgets.table.session import GameSession

WORDS = load_texts("shown", "table")
SHOWN = 25  # choices of a game that are looked at


def courses(game_id: str, seed: int) -> GameSession:
    """Return a game against bots at the first choice of a person."""
    play = GameSession(gamelib.game(game_id), rng=Random(seed))
    play.play_until_human()
    return play


def on_to_a_choice(play: GameSession) -> bool:
    """Play bots and chance, and return whether a person has to choose."""
    while not isinstance(node := play.state.node, End):
        if isinstance(node, Decision) and play.players[node.seat] == HUMAN:
            return True
        play.resolve_chance() if isinstance(node, Chance) else play.play_next_step()
    return False


def facts(play: GameSession) -> dict[str, str]:
    """Return the present values of the facts and of the elements with a number."""
    zones = play.board().zones()
    assign_fact_ids(zones)
    said = {fact["id"]: str(fact["value"]) for zone in zones for fact in zone.get("facts", ())}
    return said | {card["id"]: str(card["big"]) for zone in zones for card in zone_cards(zone) if "big" in card}


@pytest.mark.parametrize("game_id", TAUGHT)
def test_what_is_foreseen_comes_true(game_id: str) -> None:
    """Check that each previewed number appears after the action if nobody else acts in between."""
    seed = 8 if game_id == "emira" else 3  # a course in which a seat chooses twice in a row
    play, rng = courses(game_id, seed), Random(4)
    play.should_play_forced_actions = False
    told = 0
    for _ in range(SHOWN):
        if not on_to_a_choice(play):
            break
        before = play.record.state.to_dict()
        found = {action: preview_action_sequence(play, [action]) for action in rng.sample(list(play.state.legal), 1)}
        assert play.record.state.to_dict() == before
        action = choose_action(play.state, play.game.bots["thumb"], rng)
        ahead = found.get(action) or preview_action_sequence(play, [action])
        seat, viewer = play.state.node.seat, play.viewer
        play.play_or_branch(action)
        same = isinstance(play.state.node, Decision) and play.state.node.seat == seat and play.viewer == viewer
        if same and not ahead["final"]:
            now = facts(play)
            for place, to in ahead["would"].items():
                if place in now:
                    assert now[place] == to, (play.game.describe(action, play.names), place)
                    told += 1
    assert told or game_id == "towers" or game_id not in TAUGHT  # there every act draws a card


@pytest.mark.parametrize("game_id", gamelib.all_games())
def test_each_act_that_changes_what_one_has_shows_it(game_id: str) -> None:
    """Check one action of each kind in whole games.

    The preview is in the action bar or on the button, and it does not mention rows that were only displayed for the
    choice.
    """
    play, rng = courses(game_id, 7), Random(8)
    shown = 0
    for _ in range(SHOWN):
        if not on_to_a_choice(play):
            break
        board, seat = play.board(), play.state.node.seat
        before, kinds = own(play, play.state, seat), set()
        for n, action in enumerate(board.visible_actions):
            if action.verb in kinds:
                continue
            kinds.add(action.verb)
            ahead = preview_action_sequence(play, [action])
            after = play.state.child(action)
            offer: Any = next((one for one in board.build_scene()["actions"] if one["n"] == n), {})
            if own(play, after, seat) != before:
                assert ahead["changes"] or offer.get("would"), play.game.describe(action, play.names)
                shown += 1
            left = {group.get("label") for zone in play.board(after).zones() for group in zone["groups"]}
            gone = [one["text"] for one in ahead["changes"] if one.get("text", "").startswith(LEAVES)]
            groups = [group for zone in board.zones() for group in zone["groups"] if group.get("label")]
            laid = {
                LEAVES + group["label"]
                for group in groups
                if group["label"] not in left and len(list(zone_cards({"groups": [group]}))) > 1
            }
            assert not laid & set(gone)
        play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
    assert shown or game_id == "towers" or game_id not in TAUGHT


LEAVES = WORDS["leaves_place"].partition("{")[0]


def own(play: GameSession, state: Any, seat: int) -> list[tuple[str, str]]:
    """Return the facts of a seat on the table."""
    zones = [zone for zone in play.board(state).zones() if zone.get("seat") == seat]
    return [(fact["label"], str(fact["value"])) for zone in zones for fact in zone.get("facts", ())]


@pytest.mark.parametrize("game_id", gamelib.all_games())
def test_what_is_foreseen_tells_nothing_hidden(game_id: str) -> None:
    """Check that a position with the same view for the seat has the same preview."""
    play, rng = courses(game_id, 5), Random(6)
    for _ in range(SHOWN // 2):
        if not on_to_a_choice(play):
            break
        action = choose_action(play.state, play.game.bots["thumb"], rng)
        here = preview_action_sequence(play, [action])
        real = play.record.state
        play.record.state = real.seen_by(play.state.node.seat).determinize(rng)
        assert preview_action_sequence(play, [action]) == here
        play.record.state = real
        play.play_or_branch(action)


def test_a_first_touch_shows_and_a_second_does() -> None:
    page = Page(Table("harem", seed=1))
    page.do("play_until_human")
    scene = page.table.scene
    raids = [action["n"] for action in scene["actions"] if action.get("chance")]
    harmless = [action["n"] for action in scene["actions"] if action["label"].startswith("Put Gold")]
    step = scene["step"]
    assert len(raids) == 2
    assert harmless
    for n in raids:
        page.do("preview_or_play", n=n, step=step, line=0)
        assert page.table.scene["step"] == step
        assert page.answer("action_preview")["final"] == WORDS["final_chance"]
    for n in raids[:1]:
        page.do("preview_or_play", n=n, step=step, line=0, seen=True)
        assert page.table.scene["step"] == step, "what spends a card is never done by a first touch"
    for n in harmless[:1]:
        page.do("preview_or_play", n=n, step=step, line=0)
        assert page.table.scene["step"] > step
        assert page.table.scene["undo"]


@pytest.mark.parametrize("game_id", gamelib.all_games())
def test_nobody_is_asked_what_has_one_answer(game_id: str) -> None:
    """Check that a single answer is given automatically, unless the player wants to stop before each step."""
    play, rng = courses(game_id, 8), Random(9)
    while on_to_a_choice(play):
        assert len(play.state.legal) > 1
        play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))


@pytest.mark.parametrize("game_id", TAUGHT)
def test_undo_goes_back_until_something_hidden_or_random_came(game_id: str) -> None:
    play, rng = courses(game_id, 10), Random(11)
    undone = 0
    for _ in range(SHOWN):
        if not on_to_a_choice(play):
            break
        before, step = play.record.state.to_dict(), play.step
        play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
        try:
            to = play.undo_target()
        except ValueError:
            continue
        assert to == step
        play.undo()
        assert play.record.state.to_dict() == before
        undone += 1
        play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
    assert undone or game_id != "harem"


@pytest.mark.parametrize("game_id", gamelib.all_games())
def test_bars_that_can_no_longer_come_are_known_die_by_die(game_id: str) -> None:
    """Check that the remaining outcomes shrink with each die and always contain the final one."""
    page = Page(Table(game_id, seed=14, begun=True))
    play, rng = page.table.session, Random(15)
    rolled = 0
    while not isinstance(play.state.node, End) and rolled < 8 and play.step < 400:
        if on_to_a_choice(play):
            play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
        came = page.table._came()
        if not came or "rolls" not in came:
            continue
        rolled += 1
        faces, still = came["falls"]["faces"], came["falls"]["open"]
        assert [sum(pair) for pair in faces] == came["rolls"]
        assert len(still) == 2 * len(faces) - 1
        for before, after in zip([None, *still], still, strict=False):
            assert came["at"] in after
            assert before is None or set(after) <= set(before)
    assert rolled or game_id != "harem"


@pytest.mark.parametrize("game_id", gamelib.all_games())
def test_what_came_could_have_been_otherwise(game_id: str) -> None:
    """Check that another variation begins with the requested outcome and that the first one stays as it was."""
    page = Page(Table(game_id, seed=16, begun=True))
    play, rng = page.table.session, Random(17)
    tried = 0
    while not isinstance(play.state.node, End) and tried < 3 and play.step < 300:
        if on_to_a_choice(play):
            play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
        scene = page.table._scene()
        came = scene["came"]
        if not came or "at" not in came or play.is_in_past:
            continue
        places = (
            [came["steps"]["from"] + i for i, w in enumerate(came["steps"]["weights"]) if w]
            if "steps" in came
            else [i for i, bar in enumerate(came.get("bars", ())) if bar["share"]]
        )
        other = next((place for place in places if place != came["at"]), None)
        if other is None:
            continue
        step, line, lines = play.step, play.record.to_link(), len(play.variations)
        answers = page.do("replace_outcome", place=other, step=step)
        if any(answer.get("text") == WORDS["had_not"] for answer in answers):
            assert play.record.to_link() == line
            assert play.step == step
            tried += 1
            continue
        assert len(play.variations) == lines + 1
        assert play.variations[0].record.to_link() == line
        assert (
            page.table.session.board(play.record.state_at(came["step"] - 1)).odds_with_resolved_outcome(
                play.record.choices[came["step"] - 1]
            )["at"]
            == other
        )
        play.switch_variation(0)
        play.view_step(len(play.record))
        tried += 1
    assert tried or game_id == "towers" or game_id not in TAUGHT


@pytest.mark.parametrize("princess", ["Noor", "Yasmine"])
def test_gold_that_lies_hidden_is_not_foretold(princess: str) -> None:
    """Check the effect of an action, and the seat that an artist who looks for gold would join (EMI-17.1)."""
    game = gamelib.game("emira")
    text = (
        "3 seats; gold_hidden true; now look_keep(seat: 0, deck: fates); round 2; first 1; done.0 declined; "
        f"done.1 declined; done.2 declined; looked [vermin]; active [{princess}]; gold [310, 930, 470]"
    )
    play = GameSession(game, 3)
    play.load_record(Record.from_position(game, text))
    assert not play.is_full_view
    said = str(
        (
            preview_action_sequence(play, [game.parse_choice("keep(vermin)")]),
            play.board().build_scene(),
            play.board().current_odds(),
        )
    )
    assert "310" in said
    assert not [gold for gold in ("930", "880", "470", "420") if gold in said]
    assert ("it depends on hidden gold" in said) is (princess == "Yasmine")
