"""Two lines of a game as a fork: what became of it one way and the other, side by side, from where they part.

    fork    {stem, when, sides: [{label, say, parts: [part], here}], facts: [{who, label, values: [text, text]}]}
            `parts` are the groups that lie otherwise (as in widgets/table/shown.py), `facts` what seats have otherwise,
            both at the first step from there on at which something does; `when` says which, where it is a later one
"""

from __future__ import annotations

from collections.abc import Iterator

from gamelib import Record

from ..page.protocol import Json
from .scene import Board, board_of
from .session import Session
from .shown import changes, differing
from .words import WORDS

MOST_AHEAD = 80
"""Steps behind the parting that are looked at for one at which the tables differ."""


def fork(play: Session, other: int) -> Json | None:
    """The line looked at and another one from where they part; None where one of them ends before that."""
    start = play.parting(other)
    lines = [play.lines[play.line], play.lines[other]]
    if any(len(line.record) <= start for line in lines):
        return None
    parts: tuple[list[Json], list[Json]] = ([], [])
    facts: list[Json] = []
    when = WORDS["fork_alike"]
    ahead = (_boards(play, line.record, start + 1) for line in lines)
    for step, boards in enumerate(zip(*ahead, strict=False), start + 1):
        parts, facts = differing(*boards), changes(boards[0], boards[1], play.names)
        if any(parts) or facts:
            when = WORDS["fork_later"].format(step=step) if step > start + 1 else ""
            break
    sides: list[Json] = []
    for i, line in enumerate(lines):
        events = [event if play.everything else event.seen_by(play.viewer) for event in line.told[start + 1]]
        told = " ".join(str(play.game.say(event, play.names)) for event in events)
        sides.append({"label": line.label, "say": told, "parts": parts[i], "here": i == 0})
    return {"stem": WORDS["fork_stem"].format(step=start), "when": when, "sides": sides,
            "facts": [{"who": one["who"], "label": one["label"], "values": [one["from"], one["to"]]} for one in facts]}


def _boards(play: Session, record: Record, first: int) -> Iterator[Board]:
    """What the table looks like at each step from this one on."""
    state = record.at(first)
    for step in range(first, min(first + MOST_AHEAD, len(record)) + 1):
        if step > first:
            state.apply(record.choices[step - 1])
        yield board_of(state.clone(), play.viewer, play.everything, play.names)
