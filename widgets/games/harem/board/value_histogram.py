"""Whole numbers that dice may come to, as a picture with what is needed: for the Builder, and for Call it."""

from __future__ import annotations

from ....page.protocol import Json
from ....table.board import make_success_chance
from ....table.odds_models import valid_model_text


def histogram_model(steps: Json) -> str:
    """The same chance as a line for the Builder: numbers in a row, and how much is enough; empty where it is sure."""
    if not 0 < _reach(steps) < steps["total"]:
        return ""
    faces = [f"{steps['from'] + i}*{weight}" for i, weight in enumerate(steps["weights"]) if weight]
    sign = "<" if steps.get("below") else ">="
    return valid_model_text(f"d{{{','.join(faces)}}}:sum{sign}{steps['need']}", len(faces))


def forecast_target(pending_odds: Json) -> Json | None:
    """What is asked before these are thrown: that it reaches what is needed, or stays below; None where it is sure."""
    steps = pending_odds["steps"]
    below, need, total = bool(steps.get("below")), steps["need"], steps["total"]
    weight = total - _reach(steps) if below else _reach(steps)
    if not 0 < weight < total:
        return None
    return {**make_success_chance(pending_odds["chance"]["label"], weight, total), "below" if below else "need": need}


def _reach(steps: Json) -> int:
    """The weight of what reaches the number that is needed."""
    return sum(weight for x, weight in enumerate(steps["weights"], steps["from"]) if x >= steps["need"])
