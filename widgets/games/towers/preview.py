"""What placing a card would do, before it is done: does the turn go on, what closes, who owes more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gamelib import Action
from gamelib.nodes import Seat
from gamelib.numbers import some

from ...page import Json

LEFT_OVER = ("chain_breaks", "nothing_fits")


def preview(s: Any, seat: Seat, action: Action, names: Sequence[str]) -> Json:
    """{steps: [{ok, text, rule}], piles: [{seat, now, add}]} of a legal placing."""
    words = s.game.words
    after = s.clone()
    after.viewer = None  # nothing is hidden but the order of the deck, so a view is the whole position
    after.apply(action)
    steps: list[Json] = []
    gets: Counter[Seat] = Counter()
    for event in after.events:
        values = event.values
        if event.code == "matched":
            steps.append(
                {
                    "ok": True,
                    "text": f"{values['suit']} on {values['tower']}: it matches, so you may go on.",
                    "rule": event.rule,
                }
            )
        elif event.code == "unmatched":
            steps.append(
                {"text": f"{values['suit']} on {values['tower']}: no match, so the turn ends here.", "rule": event.rule}
            )
        elif event.code == "closed":
            steps.append(
                {
                    "ok": True,
                    "text": f"{values['tower']} closes: {some(values['cards'], 'card')} for the others.",
                    "rule": event.rule,
                }
            )
        elif event.code == "gets":
            gets[event.seat] += len(values["cards"])
        elif event.code in LEFT_OVER and values["cards"]:
            told = ", ".join(words.card(card) for card in values["cards"])
            steps.append({"text": f"Left over, into your own pile: {told}.", "rule": event.rule})
        elif event.code == "cache_to_balance":
            gets[event.seat] += len(values["cards"])
    piles = [{"seat": other, "now": len(s.balances[other]), "add": gets[other]} for other in s.seated()]
    return {
        "title": f"{words.card(action.args[0])} on {action.args[1]}",
        "steps": steps,
        "piles": piles,
    }
