"""Visible items of one trial (dice, coins, cards) and their description. chart/outcome_chart.js draws them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gamelib.number_format import format_decimal_probability, format_number

from ..page.translations import text_lookup

chart_text = text_lookup("chart")

MAX_LISTED_OUTCOMES = 8
"""Unseen outcomes that a text lists."""

OutcomeT = TypeVar("OutcomeT", bound=Hashable, covariant=True)
TrialItem = dict[str, Any]
"""One visible item of a trial.

{"die": 5}, {"card": words}, {"coin": side}, {"ball": colour}, {"round": words} or {"gap": True}. "hit": whether it
counts. "own": whether it belongs to the pupil. "tint": the colour of a card. A mini-game also has {"row": pieces next
to each other}, {"track": spaces, each {"text", "hit"} or {}}, {"account": amount, "from": minimum, "to": maximum,
"unit": words} and {"grid": cells row by row, each {"text", "state": "taken", "middle" or "", "move": its number},
"name": words}.
"""


@dataclass(frozen=True, slots=True)
class Trial(Generic[OutcomeT]):
    """One trial: its outcome, its visible items and a description."""

    outcome: OutcomeT
    items: tuple[TrialItem, ...] = ()
    description: str = ""


def dice_items(*eyes: int, own: bool = True) -> tuple[TrialItem, ...]:
    """Return dice items for these numbers."""
    return tuple({"die": n, "own": own} for n in eyes)


GAP: TrialItem = {"gap": True}


def unseen_outcomes_text(counts: Mapping[Any, int], exact: Mapping[Any, int]) -> str:
    """Return a text with the outcomes that have not occurred, each with the probability that it is missing."""
    runs, total = sum(counts.values()), sum(exact.values())
    unseen = [outcome for outcome in exact if not counts.get(outcome)]
    if not unseen:
        return chart_text("all_seen")
    unseen.sort(key=lambda outcome: exact[outcome])
    named = [
        f"{format_number(o)} ({decimal_probability_text((1 - exact[o] / total) ** runs)})"
        for o in unseen[:MAX_LISTED_OUTCOMES]
    ]
    return chart_text(
        "unseen" if len(unseen) <= MAX_LISTED_OUTCOMES else "more_unseen",
        outcomes=named,
        more=len(unseen) - MAX_LISTED_OUTCOMES,
    )


def decimal_probability_text(p: float) -> str:
    """Return a probability as text with three digits, or "less than 0.001"."""
    return chart_text("under_0_001") if p < 0.0005 else format_decimal_probability(p)
