"""What is seen of one trial: dice, coins, cards, and what they say; drawn by static/bench.js on every page."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

Piece = dict[str, Any]
"""One thing that is seen in a run: {"die": 5}, {"card": words}, {"coin": side}, {"ball": colour}, {"round": words} or
{"gap": True}; "hit": whether it is one that counts; "own": whether it is the pupil's; "tint": a card's colour. On a
mini-table also {"row": pieces side by side}, {"track": spaces, each {"text", "hit"} or {}}, {"account": amount, "from":
least, "to": most, "unit": words} and {"grid": cells row by row, each {"text", "state": "taken", "middle" or "",
"move": its number}, "name": words}."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One run: its outcome, the things that led to it, and what they say."""

    outcome: Hashable
    pieces: tuple[Piece, ...] = ()
    say: str = ""


def dice(*eyes: int, own: bool = True) -> tuple[Piece, ...]:
    """Dice as they lie."""
    return tuple({"die": n, "own": own} for n in eyes)


GAP: Piece = {"gap": True}
