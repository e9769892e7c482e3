"""Call it: before chance decides, a guess how likely something is. Here stands what is asked, and whether it came.

    call    {label, share, percent, weight, total, need | below | at}    what is wanted of a picture with steps, or its
            likeliest bar; of what has come, also `hit`
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelib import Chance
from gamelib.numbers import minus

from ..page.protocol import Json
from .scene import Board, stake
from .words import WORDS


def question(board: Board, odds: Sequence[Json]) -> Json | None:
    """What is asked before the chance step of a position with these odds; None where its picture says nothing that
    could be asked, or where the viewer will not see what came."""
    assert isinstance(board.node, Chance)
    outcomes = list(board.node.dist())
    if any("at" not in (board.came(outcome) or {}) for outcome in (outcomes[0], outcomes[-1])):
        return None
    due = due_of(odds)
    if due is None:
        return None
    if due.get("steps"):
        return _of_steps(due)
    bars = [bar for bar in due.get("bars", ()) if 0 < bar["share"] < 1]
    if not bars:
        return None
    best = max(bars, key=lambda bar: bar["share"])
    label = WORDS["call_bar"].format(title=due["title"], label=best["label"])
    return {"label": label, "share": best["share"], "percent": best["percent"], "at": due["bars"].index(best)}


def due_of(odds: Sequence[Json]) -> Json | None:
    """Of the odds of a position those of the chance step that is due."""
    return next((one for one in odds if "act" not in one and not one.get("on")), None)


def _of_steps(due: Json) -> Json | None:
    """That it reaches what is needed; where nothing is, a number that it reaches in about half of the cases."""
    steps = due["steps"]
    values = range(steps["from"], steps["from"] + len(steps["weights"]))
    below, need = bool(steps.get("below")), steps.get("need")
    if need is None:
        need = next(x for x in values if 2 * _weight(steps, x) <= steps["total"])
    weight = _weight(steps, need)
    weight = steps["total"] - weight if below else weight
    if not 0 < weight < steps["total"]:
        return None
    word = "call_less" if below else "call_more"
    said = WORDS[word].format(label=steps["label"], n=minus(need - below))
    wanted = stake(due["chance"]["label"] if due.get("chance") and steps.get("need") is not None else said,
                   weight, steps["total"])
    return {**wanted, "below" if below else "need": need}


def _weight(steps: Json, need: int) -> int:
    """The weight of what reaches a number."""
    return sum(weight for x, weight in enumerate(steps["weights"], steps["from"]) if x >= need)


def to_call(call: Json) -> Json:
    """What the page has to know of a question."""
    return {key: call[key] for key in ("label", "share", "percent")}


def came_in(call: Json, at: int) -> bool:
    """Whether it came, where chance has chosen this place of the picture."""
    if "at" in call:
        return bool(at == call["at"])
    return bool(at >= call["need"] if "need" in call else at < call["below"])
