"""Call it: before chance decides, a guess how likely something is. Here stands what is asked, and whether it came.

call    {label, share, percent, need | below | at}    what its game asks of its own picture, or the likeliest bar;
        of what has come, also `hit`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamelib import Chance

from ..page.protocol import Json
from .board import Board


def forecast_target(board: Board, odds: Sequence[Json], texts: Mapping[str, str]) -> Json | None:
    """What is asked before the chance step of a position with these odds; None where its picture says nothing that
    could be asked, or where the viewer will not see what came."""
    assert isinstance(board.node, Chance)
    outcomes = list(board.node.dist())
    if any("at" not in (board.resolved_odds(outcome) or {}) for outcome in (outcomes[0], outcomes[-1])):
        return None
    due = pick_pending_odds(odds)
    if due is None:
        return None
    if (asked := board.forecast_target(due)) is not None:
        return asked
    bars = [bar for bar in due.get("bars", ()) if 0 < bar["share"] < 1]
    if not bars:
        return None
    best = max(bars, key=lambda bar: bar["share"])
    label = texts["call_bar"].format(title=due["title"], label=best["label"])
    return {"label": label, "share": best["share"], "percent": best["percent"], "at": due["bars"].index(best)}


def pick_pending_odds(odds: Sequence[Json]) -> Json | None:
    """Of the odds of a position those of the chance step that is due."""
    return odds[0] if odds else None


def public_target_fields(target: Json) -> Json:
    """What the page has to know of a question."""
    return {key: target[key] for key in ("label", "share", "percent")}


def has_target_occurred(target: Json, outcome_place: int) -> bool:
    """Whether it came, where chance has chosen this place of the picture."""
    if "at" in target:
        return bool(outcome_place == target["at"])
    return bool(outcome_place >= target["need"] if "need" in target else outcome_place < target["below"])
