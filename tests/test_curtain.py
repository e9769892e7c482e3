"""Several people at one screen: a curtain hides all cards between their turns, and nobody can look at other cards."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import gamelib
from tests.test_table import Page
from widgets.page.translations import load_texts
from widgets.table import Table
from widgets.table.players import HUMAN

TEXTS = load_texts("shown", "table")
NAMES = ["Ada", "Ben", "Cem", "Dia", "Eva", "Fay"]


def opened(game: str, seats: int, people: int, seed: int) -> Page:
    players = [HUMAN] * people + ["thumb"] * (seats - people)
    page = Page(Table(game, seats=seats, players=players, names=NAMES[:seats], seed=seed, curtain=True))
    page.do("hello", link="", saved=None)
    return page


def text_of_page(page: Page) -> str:
    """Return all that the page has of the game: the scene, the messages and the log."""
    messages = [message for message in page.heard if message["kind"] not in ("save_game", "done")]
    return json.dumps([page.table.scene, messages, page.log], sort_keys=True)


def click_at_random(page: Page, rng: Random) -> None:
    """Click a control or an action of the open curtain."""
    scene = page.table.scene
    if scene["kind"] == "chance":
        page.do(next(one["do"] for one in scene["controls"] if one["do"] in ("close_curtain", "resolve_chance")))
    elif scene["controls"] and scene["controls"][0]["do"] == "close_curtain":
        page.do("close_curtain")
    else:
        page.act(rng.randrange(len(page.table.session.board().visible_actions)))


def twin_page(page: Page, rng: Random) -> str | None:
    """Return the page for a game that differs only in cards hidden from the person who has closed the curtain."""
    session = page.table.session
    view = session.state.seen_by(session.viewer)
    try:
        other = view.determinize(rng)
    except ValueError:
        return None  # nothing is hidden
    if other.to_dict() == session.state.to_dict():
        return None
    record = session.record
    known, record.state = record.state, other
    try:
        page.do("hello", link="", saved=None)
        return text_of_page(page)
    finally:
        record.state = known


@pytest.mark.parametrize("game", gamelib.all_games())
def test_a_closed_curtain_depends_on_no_card(game: str) -> None:
    """Play games of all numbers of seats with random actions, and replace the hidden cards at each closed curtain."""
    compared = 0
    for seats in (count for count in gamelib.game(game).seats if count > 1):
        rng, people = Random(seats), max(2, seats - 1)
        page = opened(game, seats, people, seats)
        closed_for: list[int] = []
        last_choices: dict[int, int] = {}
        for _ in range(3000):
            session, scene = page.table.session, page.table.scene
            if scene.get("kind") == "end":
                break
            if "curtain" not in scene:
                assert not scene["everything"]
                assert scene["locked"]
                assert scene["viewer"] == session.viewer
                step = len(session.record)
                click_at_random(page, rng)
                if scene["kind"] == "decision" and len(session.record) > step:
                    last_choices[scene["viewer"]] = session.step_after_last_choice
                continue
            seat = session.state.node.seat
            assert session.players[seat] == HUMAN
            assert not closed_for or closed_for[-1] != seat
            closed_for.append(seat)
            assert scene == {
                "game": game,
                "title": session.game.title,
                "ask": TEXTS["curtain_ask"].format(who=session.direction_isolated_name(seat)),
                "curtain": scene["curtain"],
            }
            assert page.log == []
            if len(closed_for) < 20:
                page.do("hello", link="", saved=None)
                same, twin = text_of_page(page), twin_page(page, rng)
                compared += twin is not None
                assert twin in (None, same)
            page.do("open_curtain")
            assert page.table.scene["viewer"] == seat
            assert page.table.scene["began"] == last_choices.get(seat, 0)
            assert [line["s"] for line in page.log] == sorted(line["s"] for line in page.log)
        assert page.table.scene["kind"] == "end"
        assert set(closed_for) == set(range(people))
        assert not page.table.scene["locked"]
        assert not page.table.scene["undo"]
        page.do("set_view", everything=True)
        assert page.table.scene["everything"]
    assert bool(compared) == (game != "towers")  # in Towers, all placed cards are open


def at_open_curtain(game: str = "harem", seed: int = 1) -> Page:
    page = opened(game, 3, 2, seed)
    page.do("open_curtain")
    return page


def play_until_closed(page: Page, rng: Random) -> None:
    while "curtain" not in page.table.scene:
        click_at_random(page, rng)


def test_a_closed_curtain_refuses_all_requests_but_one() -> None:
    page = opened("harem", 3, 2, 1)
    names = set(page.table.message_handlers()) - {"hello", "open_curtain"}
    assert len(names) > 20
    for name in names:
        assert (
            page.refused(name, n=0, step=0, line=0, seat=0, values={}, text="", dialog="new")
            == (TEXTS["curtain_is_closed"])
        )


def test_nobody_looks_at_other_cards_or_changes_luck_before_the_end() -> None:
    page = at_open_curtain()
    scene = page.table.scene
    for request in (
        {"what": "set_view", "everything": True},
        {"what": "set_view", "seat": 1},
        {"what": "save_file"},
        {
            "what": "set_names_and_players",
            "values": {f"name{n}": NAMES[n] for n in range(3)}
            | {"player0": "human", "player1": "thumb", "player2": "thumb"},
        },
    ):
        assert page.refused(**request) == TEXTS["curtain_locked"]
    page.do("view_step", step=scene["step"] - 1)
    assert "branch_at_step" not in [control["do"] for control in page.table.scene["controls"]]
    assert page.refused("branch_at_step") == TEXTS["curtain_locked"]


@pytest.mark.parametrize("game", gamelib.all_games())
def test_the_next_person_cannot_undo_the_choice_of_the_last_one(game: str) -> None:
    rng, page = Random(2), at_open_curtain(game)
    closings = 0
    while page.table.scene.get("kind") != "end" and closings < 12:
        scene = page.table.scene
        if "curtain" in scene:
            closings += 1
            page.do("open_curtain")
            assert not page.table.scene["undo"]
        elif scene["undo"] and rng.random() < 0.3:
            page.do("undo")
            assert page.table.scene["viewer"] == scene["viewer"]
            click_at_random(page, rng)
        else:
            click_at_random(page, rng)
    assert closings > 3


def test_a_person_sees_the_own_roll_before_the_curtain_closes() -> None:
    """Play until a turn ends with a roll: the result is displayed, and the only button closes the curtain."""
    page, rng = at_open_curtain(), Random(1)
    for _ in range(500):
        controls = page.table.scene.get("controls", [])
        if [control["do"] for control in controls] == ["close_curtain"]:
            break
        if "curtain" in page.table.scene:
            page.do("open_curtain")
        else:
            click_at_random(page, rng)
    scene, session = page.table.scene, page.table.session
    assert any(not isinstance(choice, gamelib.Action) for choice in session.record.choices[scene["began"] :])
    assert scene["hint"] == TEXTS["curtain_turn_over"].format(who=session.direction_isolated_name(scene["asked"]))
    for request in ("resolve_chance", "play_until_human", "play_next_step"):
        assert page.refused(request) == TEXTS["too_late"]
    page.do("hello")
    assert [control["do"] for control in page.table.scene["controls"]] == ["close_curtain"]
    page.do("close_curtain")
    assert "curtain" in page.table.scene


def test_a_reload_closes_the_curtain_and_loses_nothing() -> None:
    page, rng = at_open_curtain(), Random(1)
    for _ in range(3):
        play_until_closed(page, rng)
        page.do("open_curtain")
    saved = page.table.session.to_dict()
    assert saved["curtain"][page.table.scene["viewer"]] != [0, 0]
    again = Page(Table("harem"))
    again.do("hello", link="", saved=json.loads(json.dumps(saved)))
    assert again.answer("save_game")["link"] == ""
    assert again.table.scene["curtain"]
    again.do("open_curtain")
    assert again.table.scene["zones"] == page.table.scene["zones"]
    assert again.table.session.to_dict() == saved
    for forged in ([[0, 0]], [[0, 10**6]] * 3, [[0]] * 3, "abc", [[0, -1]] * 3):
        other = Page(Table("harem", seed=1))
        other.do("hello", link="", saved={**saved, "curtain": forged})
        assert other.answer("notice")["text"] == TEXTS["no_saved"], forged


def test_the_dialog_for_a_new_game_offers_a_curtain_to_several_people() -> None:
    page = Page(Table("harem", seed=1))
    page.do("hello")
    page.do("open_dialog", dialog="new", values={})
    fields = {field["name"]: field for part in page.answer("dialog")["parts"] for field in part.get("fields", ())}
    assert "curtain" not in fields
    page.do("open_dialog", dialog="new", values={"player1": HUMAN})
    fields = {field["name"]: field for part in page.answer("dialog")["parts"] for field in part.get("fields", ())}
    values: dict[str, Any] = {name: field["value"] for name, field in fields.items()}
    assert values["curtain"] is True
    page.do("start_game", values=values)
    assert page.table.scene["curtain"]
    alone = Page(Table("harem", seed=1))
    alone.do("hello")
    alone.do("start_game", values={**values, "player1": "thumb"})
    assert "curtain" not in alone.table.scene
    with pytest.raises(ValueError, match="two people"):
        Table("harem", curtain=True)
