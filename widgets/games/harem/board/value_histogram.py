"""Histogram of possible numbers with a threshold, for the Builder and for forecasts ("Call it")."""

from __future__ import annotations

from ....page.protocol import Json
from ....table.board import make_success_chance
from ....table.odds_models import valid_model_text


def histogram_model_notation(steps: Json) -> str:
    """Return the model expression of the same event: numbers and a threshold. It is empty if the event is certain."""
    if not 0 < _reach(steps) < steps["total"]:
        return ""
    faces = [f"{steps['from'] + i}*{weight}" for i, weight in enumerate(steps["weights"]) if weight]
    sign = "<" if steps.get("below") else ">="
    return valid_model_text(f"d{{{','.join(faces)}}}:sum{sign}{steps['need']}", len(faces))


def threshold_event_chance(pending_odds: Json) -> Json | None:
    """Return the target of a forecast, to reach the threshold or to stay below it.

    The result is None if the event is certain or impossible.
    """
    steps = pending_odds["steps"]
    below, need, total = bool(steps.get("below")), steps["need"], steps["total"]
    weight = total - _reach(steps) if below else _reach(steps)
    if not 0 < weight < total:
        return None
    return {**make_success_chance(pending_odds["chance"]["label"], weight, total), "below" if below else "need": need}


def _reach(steps: Json) -> int:
    """Return the weight of all values that reach the threshold."""
    return sum(weight for x, weight in enumerate(steps["weights"], steps["from"]) if x >= steps["need"])
