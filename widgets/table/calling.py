"""Call it: before chance decides, a guess how likely something is. Here stands what is asked, and whether it came.

call    {label, share, percent, need | below | at}    what its game asks of its own picture, or the likeliest bar;
        of what has come, also `hit`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamelib import Chance

from ..page.protocol import Json
from .scene import Board


def question(board: Board, odds: Sequence[Json], words: Mapping[str, str]) -> Json | None:
    """What is asked before the chance step of a position with these odds; None where its picture says nothing that
    could be asked, or where the viewer will not see what came."""
    assert isinstance(board.node, Chance)
    outcomes = list(board.node.dist())
    if any("at" not in (board.came(outcome) or {}) for outcome in (outcomes[0], outcomes[-1])):
        return None
    due = due_of(odds)
    if due is None:
        return None
    if (asked := board.called(due)) is not None:
        return asked
    bars = [bar for bar in due.get("bars", ()) if 0 < bar["share"] < 1]
    if not bars:
        return None
    best = max(bars, key=lambda bar: bar["share"])
    label = words["call_bar"].format(title=due["title"], label=best["label"])
    return {"label": label, "share": best["share"], "percent": best["percent"], "at": due["bars"].index(best)}


def due_of(odds: Sequence[Json]) -> Json | None:
    """Of the odds of a position those of the chance step that is due."""
    return odds[0] if odds else None


def to_call(call: Json) -> Json:
    """What the page has to know of a question."""
    return {key: call[key] for key in ("label", "share", "percent")}


def came_in(call: Json, at: int) -> bool:
    """Whether it came, where chance has chosen this place of the picture."""
    if "at" in call:
        return bool(at == call["at"])
    return bool(at >= call["need"] if "need" in call else at < call["below"])
