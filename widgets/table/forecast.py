"""Forecast ("Call it"): before a roll or draw, the user estimates the probability of an event chosen by this module.

call    {label, share, need | below | at}    an event in the game's own picture, or the most likely bar. After
        the outcome, the object also has `hit`: whether the event occurred.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamelib import Chance

from ..page.protocol import Json
from .board import Board
from .json_types import ForecastTargetJson, OddsJson


def forecast_target(board: Board, odds: Sequence[OddsJson], texts: Mapping[str, str]) -> ForecastTargetJson | None:
    """Return the event that users forecast before the chance step of a position with these odds.

    The result is None if the odds contain no suitable event, or if the viewer may not see the outcome.
    """
    assert isinstance(board.node, Chance)
    outcomes = list(board.node.dist())
    if any("at" not in (board.odds_with_resolved_outcome(outcome) or {}) for outcome in (outcomes[0], outcomes[-1])):
        return None
    due = pick_pending_odds(odds)
    if due is None:
        return None
    if (asked := board.custom_forecast_target(due)) is not None:
        return asked
    bars = [bar for bar in due.get("bars", ()) if 0 < bar["share"] < 1]
    if not bars:
        return None
    best = max(bars, key=lambda bar: bar["share"])
    label = texts["call_bar"].format(title=due["title"], label=best["label"])
    return {"label": label, "share": best["share"], "at": due["bars"].index(best)}


def pick_pending_odds(odds: Sequence[Json]) -> Json | None:
    """Return the odds of the pending chance step, or None if the position has no odds."""
    return odds[0] if odds else None


def forecast_target_fields_for_page(target: Json) -> Json:
    """Return the fields of a forecast target that the page needs."""
    return {key: target[key] for key in ("label", "share")}


def has_target_occurred(target: Json, outcome_place: int) -> bool:
    """Return whether the forecast event occurred. `outcome_place` is the index of the outcome in the picture."""
    if "at" in target:
        return bool(outcome_place == target["at"])
    return bool(outcome_place >= target["need"] if "need" in target else outcome_place < target["below"])
