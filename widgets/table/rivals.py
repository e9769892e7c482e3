"""What the others have done since a person last chose: one strip, a seat each, with its steps, so that it can be seen
again.

    rival   {seat, deeds: [{step, text, why}]}
"""

from __future__ import annotations

from gamelib import Action, Event

from ..page.protocol import Json
from .players import HUMAN
from .session import Session

MOST = 4  # deeds of a seat; the last ones, as what came of it matters more than how it began


def rivals(play: Session) -> list[Json]:
    """What each other seat has done since, in the order of play; empty before a first choice and in the past."""
    if play.past or not play.chosen:
        return []
    found: dict[int, list[Json]] = {}
    line = play.lines[play.line]
    for step in range(play.chosen + 1, play.step + 1):
        deed = isinstance(play.record.choices[step - 1], Action)
        events = [event if play.everything else event.seen_by(play.viewer) for event in line.told[step]]
        for event in _telling(events, deed):
            if event.seat in (None, play.viewer) or play.players[event.seat] == HUMAN:
                continue
            chooser, why = line.why.get(step, (None, ""))
            said = {"step": step, "text": play.game.say(event, play.names)}
            found.setdefault(event.seat, []).append({**said, "why": why} if why and chooser == event.seat else said)
    return [{"seat": seat, "deeds": deeds[-MOST:]} for seat, deeds in found.items()]


def _telling(events: list[Event], deed: bool) -> list[Event]:
    """Of a choice what was done, of chance what came of it."""
    return events[:1] if deed else events[-1:]
