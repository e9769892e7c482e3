"""A shared game: people choose at their own seats, bots play the free ones, and no hidden card leaves its seat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Action, Chance, Decision, End, Record
from gamelib.record import format_choice, possible_choices
from widgets.classroom.shared_table.seat_table import LIVE_REQUESTS, REQUESTS_AT_END, SeatTable
from widgets.classroom.shared_table.shared_game import SharedGame
from widgets.page.protocol import Json

GAMES = ["harem", "towers", "emira", "hadara", "wishes"]
NAMES = ["Ada", "Ben", "Cem"]


class OpenPage:
    """One open page of a seat, which stores all that the server sends to it."""

    def __init__(self, shared: SharedGame, seat: int) -> None:
        self.sent: list[str] = []
        self.table = SeatTable(shared, seat, self.receive)
        self.receive({"method": "open", "state": {"scene": self.table.scene}}, ())
        self.ask({"do": "hello"})

    def receive(self, message: Json, buffers: Sequence[bytes]) -> None:
        self.sent.append(json.dumps(message, sort_keys=True))

    def ask(self, request: Json) -> None:
        self.table.receive_from_page({**request, "seq": len(self.sent)})

    def notices(self) -> list[str]:
        messages = [json.loads(text) for text in self.sent]
        return [one["content"]["text"] for one in messages if one.get("content", {}).get("kind") == "notice"]

    @property
    def scene(self) -> Json:
        return self.table.scene


def shared_game(game: str, seed: int = 1, people: int = 2) -> SharedGame:
    players = ["human"] * people + ["thumb"] * (3 - people)
    return SharedGame(gamelib.game(game), players, NAMES, rng=Random(seed))


def act_at_random(page: OpenPage, rng: Random) -> None:
    """Click one of the controls or actions of a page whose turn it is."""
    scene = page.scene
    if scene["kind"] == "chance":
        assert [control["do"] for control in scene["controls"]] == ["resolve_chance"]
        page.ask({"do": "resolve_chance"})
        return
    board = page.table.session.board()
    assert board.visible_actions
    n = rng.randrange(len(board.visible_actions))
    page.ask({"do": "play_action", "n": n, "step": scene["step"]})


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_bot_play_a_game_to_its_end(game: str) -> None:
    shared, rng = shared_game(game), Random(3)
    pages = [OpenPage(shared, 0), OpenPage(shared, 1)]
    for _ in range(3000):
        if isinstance(shared.session.state.node, End):
            break
        seat = shared.awaited_seat()
        assert seat in (0, 1)
        before = len(shared.record)
        act_at_random(pages[seat], rng)
        assert len(shared.record) > before
        for page in pages:
            assert page.scene["step"] == page.scene["steps"] == len(shared.record)
    assert isinstance(shared.session.state.node, End)
    assert pages[0].notices() == pages[1].notices() == []
    assert pages[0].scene["reckoning"]["rows"] == pages[1].scene["reckoning"]["rows"]
    state = shared.record.new_initial_state()
    for choice in shared.record.choices:
        state.apply(choice)
    assert state == shared.record.state


@pytest.mark.parametrize("game", ["harem", "emira", "wishes"])  # in the others, persons roll or draw rarely
def test_who_waits_can_call_the_roll_of_another_person(game: str) -> None:
    shared, rng = shared_game(game), Random(3)
    pages = [OpenPage(shared, 0), OpenPage(shared, 1)]
    calls: list[Json] = []
    while not isinstance(shared.session.state.node, End):
        roller = shared.awaited_seat()
        assert roller is not None
        waiting = pages[1 - roller]
        step, call = len(shared.record), waiting.scene.get("call")
        assert call is None or "resolve_chance" not in [control["do"] for control in waiting.scene["controls"]]
        act_at_random(pages[roller], rng)
        came = waiting.scene.get("came") or {}
        if call and came.get("step") == step + 1:
            assert type(came["call"].pop("hit")) is bool
            assert came["call"] == call
            calls.append(call)
    assert calls
    assert all(0 < call["share"] < 1 for call in calls)


def twin_choices(state: Any, rng: Random) -> tuple[Any, Any] | None:
    """Return two choices that seat 0 cannot tell apart, if the node has such choices and is not that of seat 0."""
    node = state.node
    if isinstance(node, End) or node.seat == 0:
        return None
    choices = list(possible_choices(state))
    rng.shuffle(choices)
    seen: dict[str, Any] = {}
    for choice in choices[:8]:
        child = state.child(choice)
        view = json.dumps([child.seen_by(0).to_dict(), repr([event.seen_by(0) for event in child.events])], default=str)
        if view in seen:
            return seen[view], choice
        seen[view] = choice
    return None


def frames_of_seat_0(record: Record, choice: Any) -> list[str]:
    """Return what seat 0 receives when another seat makes a choice, or chance comes to it."""
    branch = record.branch(len(record))
    branch.seat_names = tuple(NAMES)
    shared = SharedGame(record.game, ["human"] * 3, NAMES)
    shared.session.load_record(branch, None, ["human"] * 3)
    shared.session.game_instance_id = "same"
    page = OpenPage(shared, 0)
    page.sent.clear()
    shared.session.play_scripted_choice(choice)
    page.table.on_shared_game_change()
    assert page.sent
    return page.sent


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_receives_the_same_bytes_for_choices_that_it_cannot_tell_apart(game: str) -> None:
    rng, compared = Random(4), 0
    record = Record(gamelib.game(game), 3, names=NAMES)
    while not isinstance(record.state.node, End) and compared < 12:
        twins = twin_choices(record.state, rng)
        if twins is not None and (compared < 3 or rng.random() < 0.2):
            assert frames_of_seat_0(record, twins[0]) == frames_of_seat_0(record, twins[1]), record.state.node
            compared += 1
        record.apply_and_append(rng.choice(list(possible_choices(record.state))))
    assert compared >= (0 if game == "towers" else 3)


def test_the_comparison_of_bytes_finds_an_open_card() -> None:
    record = Record(gamelib.game("towers"), 3, names=NAMES)
    while record.state.node.seat == 0:
        record.apply_and_append(possible_choices(record.state)[0])
    first, second = list(possible_choices(record.state))[:2]
    assert frames_of_seat_0(record, first) != frames_of_seat_0(record, second)


def at_a_decision(game: str, seat: int, seed: int = 1) -> tuple[SharedGame, list[OpenPage]]:
    """Play until a seat has to choose between several actions."""
    shared, rng = shared_game(game, seed), Random(seed)
    pages = [OpenPage(shared, 0), OpenPage(shared, 1)]
    while not (isinstance(shared.session.state.node, Decision) and shared.awaited_seat() == seat):
        act_at_random(pages[shared.awaited_seat()], rng)
    return shared, pages


@pytest.mark.parametrize("game", GAMES)
def test_a_request_of_the_wrong_seat_changes_nothing(game: str) -> None:
    shared, pages = at_a_decision(game, 0)
    before, scene = list(shared.record.choices), pages[0].scene
    requests = [
        {"do": "play_action", "n": 0, "step": scene["step"]},
        {"do": "preview_or_play", "n": 0, "step": scene["step"]},
        {"do": "resolve_chance"},
        {"do": "play_next_step"},
        {"do": "play_until_human"},
        {"do": "branch_at_step"},
        {"do": "choose_outcome", "values": ["1"], "step": scene["step"]},
        {"do": "undo"},
        {"do": "set_view", "everything": True},
        {"do": "set_names_and_players", "values": {}},
        {"do": "start_game", "values": {"seats": 2}},
        {"do": "open_file", "text": "{}"},
        {"do": "open_link", "values": {"link": shared.record.to_link()}},
        {"do": "save_file"},
        {"do": "review_decisions", "begin": True},
        {"do": "open_dialog", "dialog": "link", "values": {}},
        {"do": "set_vocabulary", "values": {"vocabulary": "rulebook"}},
    ]
    for request in requests:
        told = len(pages[1].notices())
        pages[1].ask(request)
        assert list(shared.record.choices) == before, request
        assert len(pages[1].notices()) == told + 1, request
        assert not pages[1].scene["everything"]
    assert not any('"download_file"' in text or ("lines" in text and '"link"' in text) for text in pages[1].sent)


def test_each_request_of_a_table_is_allowed_or_refused_on_purpose() -> None:
    _, pages = at_a_decision("towers", 0)
    whole = set(super(SeatTable, pages[0].table).message_handlers())
    refused = {
        "choose_outcome", "replace_outcome", "play_next_step", "play_until_human", "resolve_chance_series",
        "branch_at_step", "switch_variation", "set_chance_stop", "set_names_and_players", "set_vocabulary",
        "start_game", "open_file", "open_link", "open_day_deal", "play_day_deal_again", "continue_day_bots",
    }  # fmt: skip
    assert whole == refused | set(LIVE_REQUESTS) | set(REQUESTS_AT_END)


def test_a_choice_at_the_wrong_time_names_the_person_who_chooses() -> None:
    shared, pages = at_a_decision("towers", 0)
    with pytest.raises(ValueError, match="Ada"):
        shared.play_until_next_person(1, next(iter(shared.session.state.legal)))
    with pytest.raises(ValueError, match="gone on"):
        shared.resolve_chance(0)
    assert "Ada" in pages[1].scene["hint"]
    assert pages[1].scene["controls"] == []


def test_a_typed_action_of_another_seat_tells_nothing_about_its_cards() -> None:
    shared, pages = at_a_decision("harem", 0)
    state = shared.session.state
    typed = [format_choice(action) for action in state.legal]
    for text in (*typed, "play(maiden)", "fetch(gold)"):
        pages[1].sent.clear()
        pages[1].ask({"do": "play_typed_action", "text": text, "id": 1})
        assert [notice.split(".")[0] for notice in pages[1].notices()] == ["The game has gone on"], text
        assert len(pages[1].sent) == 2  # the notice and the end of the request
    pages[0].ask({"do": "view_step", "step": len(shared.record) - 1})
    pages[0].sent.clear()
    pages[0].ask({"do": "play_typed_action", "text": typed[0], "id": 1})
    assert pages[0].notices()[0].startswith("The game has gone on")


def test_a_bot_replaces_a_person_who_leaves_and_gives_the_seat_back() -> None:
    shared, pages = at_a_decision("towers", 1)
    shared.replace_player(1, "thumb")
    assert shared.awaited_seat() == 0
    assert pages[0].scene["roles"][1] != ""
    shared.replace_player(1, "human")
    assert pages[0].scene["roles"][1] == ""
    while shared.awaited_seat() == 0:
        act_at_random(pages[0], Random(2))
    assert shared.awaited_seat() == 1


def test_a_bot_moves_once_for_a_person_who_is_awaited() -> None:
    shared, _ = at_a_decision("towers", 1)
    before = len(shared.record)
    shared.let_bot_replace_awaited_person()
    assert len(shared.record) > before
    assert shared.players == ["human", "human", "thumb"]


def test_only_the_own_last_choice_is_undone_and_only_before_anybody_else_moves() -> None:
    shared, pages = at_a_decision("hadara", 0)
    undone = 0
    for seed in range(60):
        if isinstance(shared.session.state.node, End):
            break
        seat = shared.awaited_seat()
        before = list(shared.record.choices)
        act_at_random(pages[seat], Random(seed))
        if isinstance(before and shared.record.choices[len(before)], Action) and pages[seat].scene["undo"]:
            assert not pages[1 - seat].scene["undo"]
            pages[seat].ask({"do": "undo"})
            assert list(shared.record.choices) == before
            assert [page.scene["step"] for page in pages] == [len(before)] * 2
            undone += 1
            act_at_random(pages[seat], Random(seed))
    assert undone


def test_a_page_that_looks_at_the_past_stays_there_while_the_game_goes_on() -> None:
    shared, pages = at_a_decision("towers", 0)
    pages[1].ask({"do": "view_step", "step": 3})
    act_at_random(pages[0], Random(1))
    assert pages[1].scene["step"] == 3
    assert [control["do"] for control in pages[1].scene["controls"]] == ["view_step"]
    pages[1].ask({"do": "view_step", "step": len(shared.record)})
    assert pages[1].scene["step"] == len(shared.record)


def test_a_closed_page_follows_no_more() -> None:
    shared, pages = at_a_decision("towers", 0)
    pages[1].table.close()
    pages[1].sent.clear()
    act_at_random(pages[0], Random(1))
    assert pages[1].sent == []
    assert len(shared.followers) == 1


def test_all_cards_are_open_after_the_end_only() -> None:
    shared, pages = at_a_decision("towers", 0)
    for page in pages:
        page.ask({"do": "set_view", "everything": True})
        assert not page.scene["everything"]
    while not isinstance(shared.session.state.node, End):
        act_at_random(pages[shared.awaited_seat()], Random(5))
    pages[0].ask({"do": "set_view", "everything": True})
    assert pages[0].scene["everything"]
    before = list(shared.record.choices)
    for page in pages:
        assert not page.scene["undo"]
        page.ask({"do": "undo"})
    assert list(shared.record.choices) == before
    assert not isinstance(shared.session.state.node, Chance)
