"""Histogram of possible numbers with a threshold, for the Builder and for forecasts ("Call it")."""

from __future__ import annotations

from ....table.board import make_success_chance
from ....table.json_types import ForecastTargetJson, OddsJson
from ....table.odds_models import valid_model_text
from .scene_types import ValueHistogram


def histogram_model_notation(histogram: ValueHistogram) -> str:
    """Return the Builder's model expression for the event of the histogram: numbers and a threshold.

    The result is empty if the event is certain or impossible.
    """
    if not 0 < _reach(histogram) < histogram["total"]:
        return ""
    faces = [f"{histogram['from'] + i}*{weight}" for i, weight in enumerate(histogram["weights"]) if weight]
    sign = "<" if histogram.get("below") else ">="
    return valid_model_text(f"d{{{','.join(faces)}}}:sum{sign}{histogram['need']}", len(faces))


def threshold_forecast_target(pending_odds: OddsJson) -> ForecastTargetJson | None:
    """Return the event that the player forecasts: the value reaches the threshold, or stays below it.

    The result is None if the event is certain or impossible.
    """
    steps = pending_odds["steps"]
    below, need, total = bool(steps.get("below")), steps["need"], steps["total"]
    weight = total - _reach(steps) if below else _reach(steps)
    if not 0 < weight < total:
        return None
    return {**make_success_chance(pending_odds["chance"]["label"], weight, total), "below" if below else "need": need}


def _reach(steps: ValueHistogram) -> int:
    """Return the total weight of the values that reach the threshold."""
    return sum(weight for x, weight in enumerate(steps["weights"], steps["from"]) if x >= steps["need"])
