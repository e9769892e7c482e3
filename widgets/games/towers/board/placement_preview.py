"""Preview of a placement: whether the turn continues, which towers close, and the new debts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gamelib import Action, Decision
from gamelib.nodes import Seat

from .scene_types import DebtPile, PlacementPreview, PreviewStep

CHAIN_END_EVENTS = ("chain_breaks", "nothing_fits")


def placement_preview(s: Any, seat: Seat, action: Action) -> PlacementPreview:
    """Return texts for the consequences of a legal placement, step by step, and the debts of all seats."""
    words = s.game.texts
    after = s.clone()
    after.viewer = None  # only the order of the deck is hidden, so a view is the complete state
    after.apply(action)
    steps: list[PreviewStep] = []
    gets: Counter[Seat] = Counter()
    goes_on = isinstance(after.node, Decision) and after.node.step_name == "chain"
    kept = after.options["unplayed"] == "keep"
    for event in after.events:
        values = event.values
        if event.code == "matched":
            told = words.board_text(
                "matches" if goes_on else "matches_last", suit=values["suit"], tower=values["tower"]
            )
            steps.append({"ok": True, "text": told, "rule": event.rule})
        elif event.code == "unmatched":
            told = words.board_text("matches_not", suit=values["suit"], tower=values["tower"])
            steps.append({"text": told, "rule": event.rule})
        elif event.code == "closed":
            told = words.board_text("would_deal_out", tower=values["tower"], cards=values["cards"])
            steps.append({"ok": True, "text": told, "rule": event.rule})
        elif event.code == "gets":
            gets[event.seat] += len(values["cards"])
        elif event.code in CHAIN_END_EVENTS and values["cards"]:
            steps.append(
                {
                    "text": words.board_text(
                        "left_over_keep" if kept else "left_over_to_balance", cards=values["cards"]
                    ),
                    "rule": event.rule,
                }
            )
        elif event.code == "cache_to_balance":
            gets[event.seat] += len(values["cards"])
    piles: list[DebtPile] = [
        {"seat": other, "now": len(s.balances[other]), "add": gets[other]} for other in s.active_seats()
    ]
    return {
        "title": words.board_text("card_on_tower", card=action.args[0], tower=action.args[1]),
        "steps": steps,
        "piles": piles,
    }
