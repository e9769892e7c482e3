"""The end of a game as a picture: points by source, points over the game, what chance gave against its expectation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gamelib import Chance, End
from gamelib.number_format import format_number

from ..page.protocol import Json
from .scene import Board, board_of, standing_of
from .session import Session

MOST_TURNS = 6  # changes of the lead that are marked
APART = 0.1  # of the game, between two marks
POINTS = 400  # places of a curve; of more, only every second, third, ... is drawn


def reckoning(play: Session, board: Board, end: End) -> Json:
    """{rows: [{seat, name, score, said, wins, parts: [{label, points, said, tone, of}]}], ledger, more: [part of a
    moment]}, with `course`."""
    board.told = [
        event if play.everything else event.seen_by(play.viewer)
        for events in play.lines[play.line].told[: play.step + 1]
        for event in events
    ]
    winners = end.winners if play.record.seats > 1 else ()  # alone there is nobody to win against
    rows = []
    for seat, score in enumerate(end.scores):
        parts = board.reckoning(seat) or [{"label": "points", "points": score, "tone": "s5"}]
        rows.append(
            {
                "seat": seat,
                "name": play.names[seat],
                "score": score,
                "said": format_number(score),
                "wins": seat in winners,
                "parts": [
                    {**part, "said": format_number(part["points"]), "of": _brought(part.get("of", ()))}
                    for part in parts
                ],
            }
        )
    ledger = board.ledger()
    return {"rows": rows, "more": board.afterwards(), **({"ledger": ledger} if ledger else {}), **course(play)}


def _brought(of: Sequence[tuple[str, int]]) -> list[Json]:
    """What each single thing brought, in the order of the count."""
    return [{"label": label, "said": format_number(points)} for label, points in of]


def course(play: Session) -> Json:
    """{curve: {steps, points: [of a seat], turns: [{step, seat, text}]}, luck: [{seat, name, cells}]}, as far as known.

    `luck` sums, seat by seat and exactly, what rolls and draws gave (`got`) and what was to be expected of them;
    `more` is the difference. Where a game says nothing of either, it is left out.
    """
    record, names = play.record, play.names
    state = record.new_initial_state()
    steps: list[int] = []
    points: list[list[int]] = []
    sums: dict[str, dict[int, list[Fraction]]] = {}
    for step, choice in enumerate(record.choices):
        node = state.node
        if isinstance(node, Chance):
            for what, seat, got, expected in board_of(state, 0, True, names).fortune(choice):
                cell = sums.setdefault(what, defaultdict(lambda: [Fraction(0), Fraction(0)]))[seat]
                cell[0] += got
                cell[1] += expected
        state.apply(choice)
        now = standing_of(state)
        if now is not None and (not points or now != points[-1]):
            steps.append(step + 1)
            points.append(now)
    told: Json = {}
    if len(points) > 1:
        turns = _turns(play, steps, points)
        keep = [*range(0, len(steps) - 1, 1 + len(steps) // POINTS), len(steps) - 1]  # it ends where the game did
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


def _turns(play: Session, steps: list[int], points: list[list[int]]) -> list[Json]:
    """Where the lead passed from one seat to another, the last changes first if there are many."""
    turns: list[Json] = []
    leader: int | None = None
    for step, now in zip(steps, points, strict=True):
        best = max(now)
        if now.count(best) > 1:
            continue
        seat = now.index(best)
        if leader is not None and seat != leader:
            events: Any = play.lines[play.line].told[step]
            own = [event for event in events if event.seat == seat] or events
            known = own if play.everything else [event.seen_by(play.viewer) for event in own]
            said = [play.game.describe(event, play.names) for event in known]
            if turns and step - turns[-1]["step"] < APART * steps[-1]:
                turns.pop()  # two marks in one place could not be told apart
            turns.append({"step": step, "seat": seat, "text": " ".join(said[:2])})
        leader = seat
    return turns[-MOST_TURNS:]
