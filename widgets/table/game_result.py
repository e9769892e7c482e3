"""Game result as a picture: points by source, points over the game, and luck compared with its expectation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gamelib import Chance, End
from gamelib.number_format import format_number

from ..page.protocol import Json
from .board import Board, PointSource, current_scores, make_board
from .session import GameSession

MAX_LEAD_CHANGES = 6  # maximum number of displayed changes of the lead
MIN_MARK_DISTANCE = 0.1  # minimum distance of two marks on the curve, as a proportion of the game's length
MAX_CURVE_POINTS = 400  # maximum number of points of a curve


def game_result(session: GameSession, board: Board, end: End) -> Json:
    """Return the result of a finished game, together with `score_history_and_luck`.

    {rows: [{seat, name, score, said, wins, parts: [{label, points, said, tone, of}]}], ledger, more: [part of an event
    summary]}
    """
    board.known_game_events = [
        event if session.is_full_view else event.seen_by(session.viewer)
        for events in session.variations[session.variation_index].events_by_step[: session.step + 1]
        for event in events
    ]
    winners = end.winners if session.record.seats > 1 else ()  # a single player has no opponent to beat
    rows = []
    for seat, score in enumerate(end.scores):
        parts = board.final_points_by_source(seat) or ([PointSource("points", score, "s5")] if score else [])
        rows.append(
            {
                "seat": seat,
                "name": session.names[seat],
                "score": score,
                "said": format_number(score),
                "wins": seat in winners,
                "parts": [
                    {
                        "label": part.label,
                        "points": part.points,
                        "tone": part.tone,
                        "said": format_number(part.points),
                        "of": _brought(part.item_points),
                    }
                    for part in parts
                ],
            }
        )
    ledger = board.final_payments()
    return {
        "rows": rows,
        "more": board.extra_result_sections(),
        **({"ledger": ledger} if ledger else {}),
        **score_history_and_luck(session),
    }


def _brought(of: Sequence[tuple[str, int]]) -> list[Json]:
    """Return the points that each item of a source brought, in scoring order."""
    return [{"label": label, "said": format_number(points)} for label, points in of]


def score_history_and_luck(session: GameSession) -> Json:
    """Return the points over the game and the luck of each seat, as far as the game provides them.

    The keys are {curve: {steps, points: [points by step for each seat], turns: [{step, seat, text}]}, luck: [{seat,
    name, cells}]}.

    For each seat, `luck` has two exact sums: `got` from the outcomes of rolls and draws, and the expected value before
    them. `more` is the difference. A game without data about luck has no key `luck`.
    """
    record, names = session.record, session.names
    state = record.new_initial_state()
    steps: list[int] = []
    points: list[list[int]] = []
    sums: dict[str, dict[int, list[Fraction]]] = {}
    for step, choice in enumerate(record.choices):
        node = state.node
        if isinstance(node, Chance):
            for entry in make_board(state, 0, True, names).luck_entries_of_outcome(choice):
                cell = sums.setdefault(entry.label, defaultdict(lambda: [Fraction(0), Fraction(0)]))[entry.seat]
                cell[0] += entry.actual
                cell[1] += entry.expected
        state.apply(choice)
        now = current_scores(state)
        if now is not None and (not points or now != points[-1]):
            steps.append(step + 1)
            points.append(now)
    told: Json = {}
    if len(points) > 1:
        turns = _turns(session, steps, points)
        keep = [
            *range(0, len(steps) - 1, 1 + len(steps) // MAX_CURVE_POINTS),
            len(steps) - 1,
        ]  # keep the last point, at the end of the game
        told["curve"] = {
            "steps": [steps[i] for i in keep],
            "turns": turns,
            "points": [[points[i][seat] for i in keep] for seat in range(record.seats)],
        }
    if sums:
        told["luck"] = [
            {"seat": seat, "name": name, "cells": [_cell(what, by[seat]) for what, by in sums.items()]}
            for seat, name in enumerate(names)
        ]
    return told


def _cell(what: str, sums: list[Fraction]) -> Json:
    got, expected = sums
    more = format_number(got - expected)
    return {
        "label": what,
        "got": format_number(got),
        "expected": format_number(expected),
        "more": more if got <= expected or more == "0" else f"+{more}",
    }


def _turns(play: GameSession, steps: list[int], points: list[list[int]]) -> list[Json]:
    """Return the steps at which the lead changed to another seat. If there are many, return only the last ones."""
    turns: list[Json] = []
    leader: int | None = None
    for step, now in zip(steps, points, strict=True):
        best = max(now)
        if now.count(best) > 1:
            continue
        seat = now.index(best)
        if leader is not None and seat != leader:
            events: Any = play.variations[play.variation_index].events_by_step[step]
            own = [event for event in events if event.seat == seat] or events
            known = own if play.is_full_view else [event.seen_by(play.viewer) for event in own]
            said = [play.game.describe(event, play.names) for event in known]
            if turns and step - turns[-1]["step"] < MIN_MARK_DISTANCE * steps[-1]:
                turns.pop()  # overlapping marks could not be distinguished
            turns.append({"step": step, "seat": seat, "text": " ".join(said[:2])})
        leader = seat
    return turns[-MAX_LEAD_CHANGES:]
