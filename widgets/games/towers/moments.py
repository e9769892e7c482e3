"""What has just happened at a table of Towers as scenes for the stage: a tower closes, somebody else flees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gamelib.nodes import Event
from gamelib.numbers import some

from ...page import Json

if TYPE_CHECKING:
    from .board import TowersBoard


def of(board: TowersBoard, events: Iterable[Event]) -> list[Json]:
    """What of these events deserves a scene, in their order."""
    found: list[Json] = []
    told = list(events)
    for i, event in enumerate(told):
        if event.code == "closed":
            gets = [one for one in told[i + 1 :] if one.code == "gets"]
            found.append(_closed(board, event, [one for one in gets if one.values["tower"] == event.values["tower"]]))
        elif event.code == "flees" and event.seat != board.viewer:
            found.append(_fled(board, event, [one for one in told[i + 1 :] if one.code == "pays"]))
    return found


def _closed(board: TowersBoard, event: Event, shares: list[Event]) -> Json:
    """The cards of a closed tower, dealt out: what each of the others gets and owes now."""
    tower, cards, mine = event.values["tower"], event.values["cards"], event.seat == board.viewer
    who = "You close" if mine else f"{board.name(event.seat or 0)} closes"
    most = max(share.values["balance"] for share in shares)
    rows = [
        {
            "seat": share.seat,
            "value": f"+{len(share.values['cards'])}",
            "share": share.values["balance"] / most,
            "first": (share.values["balance"] - len(share.values["cards"])) / most,
            "text": f"owes {share.values['balance']}",
        }
        for share in shares
    ]
    got = next((len(share.values["cards"]) for share in shares if share.seat == board.viewer), 0)
    return {
        "title": f"{who} {tower}",
        "rule": event.rule,
        "text": f"Its {cards} cards go to the others, one by one. Light: owed before. Full: added.",
        "parts": [{"rows": sorted(rows, key=lambda row: row["seat"] or 0)}],
        "verdict": f"You get {some(got, 'card')}." if got else "You get none.",
        "stop": bool(got),
    }


def _fled(board: TowersBoard, event: Event, payments: list[Event]) -> Json:
    """What somebody who flees pays to whom."""
    most = max((one.values["coins"] for one in payments), default=0) or 1
    rows = [
        {"seat": one.values["other"], "value": f"+{one.values['coins']}", "share": one.values["coins"] / most}
        for one in payments
    ]
    got = next((one.values["coins"] for one in payments if one.values["other"] == board.viewer), 0)
    paid = sum(one.values["coins"] for one in payments)
    return {
        "title": f"{board.name(event.seat or 0)} flees",
        "rule": event.rule,
        "text": f"The balance of {some(event.values['balance'], 'card')} is paid to each of the others, in coins.",
        "parts": [{"rows": sorted(rows, key=lambda row: row["seat"])}],
        "verdict": f"You get {got} of {some(paid, 'coin')}.",
        "stop": True,
    }
