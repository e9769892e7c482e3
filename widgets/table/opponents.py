"""What the others have done since a person last chose: one strip, a seat each, with its steps, so that it can be seen
again.

    rival   {seat, deeds: [{step, text, why, mine}]}    `mine`: it names who looks on

What a game's board calls quiet, such as a draw or a turn that begins, is left out: what the others *did* matters.
"""

from __future__ import annotations

import re

from gamelib import Action, Event

from ..page.protocol import Json
from .board import board_class
from .players import HUMAN
from .session import GameSession

MAX_ACTIONS = 5  # deeds of a seat; the last ones, as what came of it matters more than how it began


def opponent_actions_since_last_choice(session: GameSession) -> list[Json]:
    """What each other seat has done since, in the order of play; empty before a first choice and in the past."""
    if session.is_in_past or not session.step_after_last_choice:
        return []
    return _deeds(session, session.step_after_last_choice, own=False)


def all_actions_since(session: GameSession, step: int) -> list[Json]:
    """What every seat has chosen since a step, a person too: what a first game has left out."""
    return _deeds(session, step, own=True)


def _deeds(play: GameSession, after: int, own: bool) -> list[Json]:
    """By seat what was done behind that step; with one's `own` deeds, only what was chosen."""
    by_seat: dict[int, list[Json]] = {}
    line, quiet = play.variations[play.variation_index], board_class(play.game.id).unreported_event_codes
    me = re.compile(rf"(?<!\w){re.escape(play.names[play.viewer])}(?!\w)")
    for step in range(after + 1, play.step + 1):
        deed = isinstance(play.record.choices[step - 1], Action)
        if own and not deed:
            continue
        events = [event if play.is_full_view else event.seen_by(play.viewer) for event in line.events_by_step[step]]
        for event in _telling([event for event in events if event.code not in quiet], deed):
            if event.seat is None or (not own and (event.seat == play.viewer or play.players[event.seat] == HUMAN)):
                continue
            chooser, why = line.bot_reasons.get(step, (None, ""))
            said: Json = {"step": step, "text": play.game.describe(event, play.names)}
            if why and chooser == event.seat:
                said["why"] = why
            if me.search(said["text"]):
                said["mine"] = True
            by_seat.setdefault(event.seat, []).append(said)
    return [{"seat": seat, "deeds": deeds if own else deeds[-MAX_ACTIONS:]} for seat, deeds in by_seat.items()]


def _telling(events: list[Event], deed: bool) -> list[Event]:
    """Of a choice what was done, of chance what came of it."""
    return events[:1] if deed else events[-1:]
