"""What is seen of one trial: dice, coins, cards, and what they say; drawn by chart/bench.js on every page."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from gamelib.number_format import finer, format_number

MAX_LISTED_OUTCOMES = 8
"""Unseen outcomes that are named."""

TrialItem = dict[str, Any]
"""One thing that is seen in a run: {"die": 5}, {"card": words}, {"coin": side}, {"ball": colour}, {"round": words} or
{"gap": True}; "hit": whether it is one that counts; "own": whether it is the pupil's; "tint": a card's colour. On a
mini-table also {"row": pieces side by side}, {"track": spaces, each {"text", "hit"} or {}}, {"account": amount, "from":
least, "to": most, "unit": words} and {"grid": cells row by row, each {"text", "state": "taken", "middle" or "",
"move": its number}, "name": words}."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One run: its outcome, the things that led to it, and what they say."""

    outcome: Hashable
    items: tuple[TrialItem, ...] = ()
    description: str = ""


def dice_items(*eyes: int, own: bool = True) -> tuple[TrialItem, ...]:
    """Dice as they lie."""
    return tuple({"die": n, "own": own} for n in eyes)


GAP: TrialItem = {"gap": True}


def unseen_outcomes_text(counts: Mapping[Any, int], exact: Mapping[Any, int]) -> str:
    """The outcomes not seen, and how likely it is that so many trials miss each."""
    runs, total = sum(counts.values()), sum(exact.values())
    unseen = [outcome for outcome in exact if not counts.get(outcome)]
    if not unseen:
        return "Every outcome has come up."
    unseen.sort(key=lambda outcome: exact[outcome])
    named = [
        f"{format_number(o)} ({short_probability((1 - exact[o] / total) ** runs)})"
        for o in unseen[:MAX_LISTED_OUTCOMES]
    ]
    more = f" and {len(unseen) - MAX_LISTED_OUTCOMES} more" if len(unseen) > MAX_LISTED_OUTCOMES else ""
    return f"Not seen yet, each with the probability that it is missing after so many trials: {', '.join(named)}{more}."


def short_probability(p: float) -> str:
    """A chance with three digits, or as less than that."""
    return "under 0.001" if p < 0.0005 else finer(p)
