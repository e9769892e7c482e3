"""Bots for Outbid."""

from __future__ import annotations

from random import Random
from typing import Any

from gamelib.nodes import Action


def high_bot(view: Any, legal: list[Action], rng: Random) -> Action:
    """The rule of thumb: the highest card."""
    return max(legal, key=lambda action: view.game.values[action.args[0]] if action.args else 0)
