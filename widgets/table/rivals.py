"""What the others have done since a person last chose: one strip, a seat each, with its steps, so that it can be seen
again.

    rival   {seat, deeds: [{step, text, why, mine}]}    `mine`: it names who looks on

What a game's board calls quiet, such as a draw or a turn that begins, is left out: what the others *did* matters.
"""

from __future__ import annotations

import re

from gamelib import Action, Event

from ..page.protocol import Json
from .players import HUMAN
from .scene import board_type
from .session import Session

MOST = 5  # deeds of a seat; the last ones, as what came of it matters more than how it began


def rivals(play: Session) -> list[Json]:
    """What each other seat has done since, in the order of play; empty before a first choice and in the past."""
    if play.past or not play.chosen:
        return []
    return _deeds(play, play.chosen, own=False)


def since(play: Session, step: int) -> list[Json]:
    """What every seat has chosen since a step, a person too: what a first game has left out."""
    return _deeds(play, step, own=True)


def _deeds(play: Session, after: int, own: bool) -> list[Json]:
    """By seat what was done behind that step; with one's `own` deeds, only what was chosen."""
    by_seat: dict[int, list[Json]] = {}
    line, quiet = play.lines[play.line], board_type(play.game.id).quiet
    me = re.compile(rf"(?<!\w){re.escape(play.names[play.viewer])}(?!\w)")
    for step in range(after + 1, play.step + 1):
        deed = isinstance(play.record.choices[step - 1], Action)
        if own and not deed:
            continue
        events = [event if play.everything else event.seen_by(play.viewer) for event in line.told[step]]
        for event in _telling([event for event in events if event.code not in quiet], deed):
            if event.seat is None or (not own and (event.seat == play.viewer or play.players[event.seat] == HUMAN)):
                continue
            chooser, why = line.why.get(step, (None, ""))
            said: Json = {"step": step, "text": play.game.describe(event, play.names)}
            if why and chooser == event.seat:
                said["why"] = why
            if me.search(said["text"]):
                said["mine"] = True
            by_seat.setdefault(event.seat, []).append(said)
    return [{"seat": seat, "deeds": deeds if own else deeds[-MOST:]} for seat, deeds in by_seat.items()]


def _telling(events: list[Event], deed: bool) -> list[Event]:
    """Of a choice what was done, of chance what came of it."""
    return events[:1] if deed else events[-1:]
