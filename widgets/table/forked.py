"""Two lines of a game as a fork: what became of it one way and the other, side by side, from where they part.

    fork    {stem, sides: [{label, say, parts: [part], here}], facts: [{who, label, values: [text, text]}]}
            `parts` are the groups that lie otherwise (as in widgets/table/shown.py), `facts` what seats have otherwise
"""

from __future__ import annotations

from ..page.protocol import Json
from .scene import board_of
from .session import Session
from .shown import changes, differing
from .words import WORDS


def fork(play: Session, other: int) -> Json | None:
    """The line looked at and another one just after they part; None where one of them ends before that."""
    start = play.parting(other)
    lines = [play.lines[play.line], play.lines[other]]
    if any(len(line.record) <= start for line in lines):
        return None
    boards = [board_of(line.record.at(start + 1), play.viewer, play.everything, play.names) for line in lines]
    sides: list[Json] = []
    for i, (line, parts) in enumerate(zip(lines, differing(*boards), strict=True)):
        events = [event if play.everything else event.seen_by(play.viewer) for event in line.told[start + 1]]
        told = " ".join(str(play.game.say(event, play.names)) for event in events)
        sides.append({"label": line.label, "say": told, "parts": parts, "here": i == 0})
    facts = [{"who": one["who"], "label": one["label"], "values": [one["from"], one["to"]]}
             for one in changes(boards[0], boards[1], play.names)]
    return {"stem": WORDS["fork_stem"].format(step=start), "sides": sides, "facts": facts}
