"""Results of chance in every game with a table: on the distribution, as luck, and as points by source."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, Decision, End, Record
from gamelib.playouts import choose_action
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import Board, board_class, make_board
from widgets.table.game_result import game_result
from widgets.table.session import GameSession


def tables() -> Iterator[str]:
    for name in gamelib.all_games():
        with suppress(ValueError):
            board_class(name)
            yield name


def played(name: str, seed: int, seats: int | None = None) -> Record:
    """Return a whole heuristic game in which one of five choices is random."""
    game, rng = gamelib.game(name), Random(seed)
    seats = seats or game.seats[-1]
    record = Record(game, seats, {}, DEFAULT_PLAYER_NAMES[:seats])
    while isinstance(node := record.state.node, Decision | Chance):
        if isinstance(node, Chance):
            record.apply_and_append(node.sample(rng))
        else:
            record.apply_and_append(
                choose_action(record.state, game.bots["random" if rng.random() < 0.2 else "thumb"], rng)
            )
    return record


@pytest.fixture(scope="module", params=list(tables()))
def record(request: pytest.FixtureRequest) -> Record:
    return played(request.param, 3)


def needs(record: Record, *names: str) -> None:
    """Skip a game whose board does not have this."""
    kind = board_class(record.game.id)
    if any(getattr(kind, name) is getattr(Board, name) for name in names):
        pytest.skip(f"{record.game.title} does not tell this")


def chances(record: Record) -> Iterator[tuple[Any, Any]]:
    """Yield each chance position with its outcome."""
    state = record.new_initial_state()
    for choice in record.choices:
        if isinstance(state.node, Chance):
            yield state, choice
        state.apply(choice)


def test_what_came_lies_on_its_distribution_and_is_told_to_no_seat_that_may_not_know(record: Record) -> None:
    needs(record, "odds_with_resolved_outcome")
    told = 0
    for state, outcome in chances(record):
        for seat in range(record.seats):
            came = make_board(state, seat, False, record.seat_names).odds_with_resolved_outcome(outcome)
            if came is None:
                continue
            told += 1
            json.dumps(came)
            assert "choose" not in came
            if "bars" in came:
                assert 0 <= came["at"] < len(came["bars"])
            else:
                steps = came["steps"]
                assert steps["from"] <= came["at"] < steps["from"] + len(steps["weights"])
            after = state.child(outcome).seen_by(seat)
            # a card that is shown is one that the seat has seen; backs are public
            if isinstance(outcome, str) and came.get("card") and state.node.step_name != "back":
                others = state.seen_by(seat)
                assert outcome in json.dumps(after.to_dict()) or outcome in json.dumps(others.to_dict())
    assert told


def test_luck_is_exact(record: Record) -> None:
    """Check that the values of a chance step, weighted by its distribution, give the expected value."""
    needs(record, "luck_entries_of_outcome")
    checked = 0
    for state, outcome in chances(record):
        board = make_board(state, 0, True, record.seat_names)
        told = board.luck_entries_of_outcome(outcome)
        if not told or checked == 12:
            continue
        checked += 1
        dist = state.node.dist()
        means: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
        for one, weight in dist.items():
            for what, seat, got, _ in board.luck_entries_of_outcome(one):
                means[what, seat] += got * Fraction(weight, dist.total)
        for what, seat, _, expected in told:
            assert means[what, seat] == expected, (state.node, what)
    assert checked


def test_only_a_score_without_sources_is_a_source_of_its_own(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    play = GameSession(record.game, record.seats)
    play.load_record(record)
    end, board = play.state.node, play.board()
    assert isinstance(end, End)
    monkeypatch.setattr(board, "final_points_by_source", lambda seat: ())
    scores = (0, *range(2, record.seats + 1))
    told = game_result(play, board, replace(end, scores=scores))
    assert [[part["points"] for part in row["parts"]] for row in told["rows"]] == [[n] if n else [] for n in scores]


def test_the_reckoning_adds_up(record: Record) -> None:
    needs(record, "luck_entries_of_outcome", "final_points_by_source")
    play = GameSession(record.game, record.seats)
    play.load_record(record)
    end = play.state.node
    assert isinstance(end, End)
    told = game_result(play, play.board(), end)
    json.dumps(told)
    for row in told["rows"]:
        assert sum(part["points"] for part in row["parts"]) == row["score"]
    assert len(told["luck"]) == record.seats
    curve = told.get("curve", {"steps": [], "points": []})
    assert curve["steps"] == sorted(curve["steps"])
    assert all(len(row) == len(curve["steps"]) for row in curve["points"])
    assert curve["steps"] or play.game.points_if_ended_now(play.state) is None
    ledger = told.get("ledger", {})
    if ledger:
        for seat, pile in enumerate(play.state.balances):
            assert all(one["now"] == len(pile) for one in ledger["piles"] if one["seat"] == seat)
        gains = [
            sum(pay["n"] * ((pay["to"] == seat) - (pay["from"] == seat)) for pay in ledger["pays"])
            for seat in range(record.seats)
        ]
        settled = [
            sum(part["points"] for part in row["parts"] if part["label"] == "Debts at the end") for row in told["rows"]
        ]
        assert gains == settled


@pytest.mark.rule("TOW-5.3", "TOW-5.4")
def test_a_tower_that_closes_is_a_scene_and_stops_whom_it_hits() -> None:
    found = 0
    for seed in range(6):
        record = played("towers", seed, 3)
        state = record.new_initial_state()
        for choice in record.choices:
            before = [len(pile) for pile in state.balances]
            state.apply(choice)
            if not any(event.code == "closed" for event in state.events) or isinstance(state.node, End):
                continue
            found += 1
            for seat in range(3):
                (scene,) = make_board(state, seat, False, record.seat_names).event_summaries(state.events)
                got = len(state.balances[seat]) - before[seat]
                hit = any(event.code == "gets" and event.seat == seat for event in state.events)
                assert scene["stop"] == hit
                assert not hit or f"You get {got} card" in scene["verdict"]
                rows = {row["seat"]: row["value"] for row in scene["parts"][0]["rows"]}
                assert all(0 <= row["first"] <= row["share"] <= 1 for row in scene["parts"][0]["rows"])
                assert rows.get(seat, "+0") == f"+{got}" or not hit
    assert found


def test_nobody_plays_on_over_what_is_to_be_read() -> None:
    """Check that bots stop before the turn of a person if the cards of a tower go to that person."""
    for seed in range(30):
        play = GameSession(gamelib.game("towers"), 4, rng=Random(seed))
        while not isinstance(play.state.node, End):
            if play.bot_to_move() is None and isinstance(play.state.node, Decision):
                play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], play.rng))
                continue
            play.play_until_human()
            if play.bot_to_move() is not None and any(scene.get("stop") for scene in play.event_summaries()):
                step = play.step
                play.play_until_human()  # once it has been read
                assert play.step > step
                return
    pytest.fail("no tower closed on the first seat in 30 games")
