"""Actions of the opponents since the last choice of a person. The page displays a row for each seat.

    rival   {seat, deeds: [{step, text, why, mine}]}    `mine`: the text names the viewer

Events whose code is in `Board.unreported_event_codes` are omitted, for example draws and beginnings of turns.
Events whose code is in `Board.idle_event_codes` are listed only if a seat did nothing else, and then only once.
"""

from __future__ import annotations

import re

from gamelib import Action, Event

from ..page.protocol import Json
from .board import board_class
from .players import HUMAN
from .session import GameSession

MAX_ACTIONS = 5  # maximum number of entries per seat. The last ones are kept, because they contain the results


def opponent_actions_since_last_choice(session: GameSession) -> list[Json]:
    """Return the actions of each opponent since the last choice of a person, in the order of play.

    The result is empty before the first choice of a person, and at a past step.
    """
    if session.is_in_past or not session.step_after_last_choice:
        return []
    return _deeds(session, session.step_after_last_choice, own=False)


def all_choices_since_step(session: GameSession, step: int) -> list[Json]:
    """Return the choices of every seat since a step, including people.

    A tutorial displays these choices for the steps that it skipped.
    """
    return _deeds(session, step, own=True)


def _deeds(play: GameSession, after: int, own: bool) -> list[Json]:
    """Return the log entries after a step, by seat.

    If `own` is true, the viewer and other people are included, but only with actions, not with chance steps.
    """
    by_seat: dict[int, list[Json]] = {}
    idle_steps: set[int] = set()
    line, board = play.variations[play.variation_index], board_class(play.game.id)
    me = re.compile(rf"(?<!\w){re.escape(play.names[play.viewer])}(?!\w)")
    for step in range(after + 1, play.step + 1):
        deed = isinstance(play.record.choices[step - 1], Action)
        if own and not deed:
            continue
        events = [event if play.is_full_view else event.seen_by(play.viewer) for event in line.events_by_step[step]]
        for event in _telling([event for event in events if event.code not in board.unreported_event_codes], deed):
            is_own = event.seat == play.viewer or (
                event.seat is not None and play.players[event.seat] == HUMAN and not play.has_curtain()
            )
            if event.seat is None or (not own and is_own):
                continue
            chooser, why = line.bot_reasons.get(step, (None, ""))
            said: Json = {"step": step, "text": play.game.describe(event, play.names)}
            if why and chooser == event.seat:
                said["why"] = why
            if me.search(said["text"]):
                said["mine"] = True
            if event.code in board.idle_event_codes:
                idle_steps.add(step)
            by_seat.setdefault(event.seat, []).append(said)
    told = {
        seat: [deed for deed in deeds if deed["step"] not in idle_steps] or deeds[-1:]
        for seat, deeds in by_seat.items()
    }
    return [{"seat": seat, "deeds": deeds if own else deeds[-MAX_ACTIONS:]} for seat, deeds in told.items()]


def _telling(events: list[Event], deed: bool) -> list[Event]:
    """Return the most informative event: the first event of an action, or the last event of a chance step."""
    return events[:1] if deed else events[-1:]
