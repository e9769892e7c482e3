"""Event summaries of Towers for the main panel: closed towers, and flights of other seats."""

from __future__ import annotations

from collections.abc import Iterable

from gamelib.nodes import Event

from ....page.protocol import Json
from ....table.board import Board


def event_summaries(board: Board, events: Iterable[Event]) -> list[Json]:
    """Return the event summaries for these events, in order."""
    scenes: list[Json] = []
    told = list(events)
    for i, event in enumerate(told):
        if event.code == "closed":
            gets = [one for one in told[i + 1 :] if one.code == "gets"]
            scenes.append(_closed(board, event, [one for one in gets if one.values["tower"] == event.values["tower"]]))
        elif event.code == "flees" and event.seat != board.viewer:
            scenes.append(_fled(board, event, [one for one in told[i + 1 :] if one.code == "pays"]))
    return scenes


def _closed(board: Board, event: Event, shares: list[Event]) -> Json:
    """Return the summary of a closed tower: its cards, and the new debt of each other seat."""
    tower, cards, mine = event.values["tower"], event.values["cards"], event.seat == board.viewer
    most = max(share.values["balance"] for share in shares)
    rows = [
        {
            "seat": share.seat,
            "value": f"+{len(share.values['cards'])}",
            "share": share.values["balance"] / most,
            "first": (share.values["balance"] - len(share.values["cards"])) / most,
            "text": board.board_text("owes", cards=share.values["balance"]),
        }
        for share in shares
    ]
    got = next((len(share.values["cards"]) for share in shares if share.seat == board.viewer), 0)
    return {
        "title": board.board_text("you_close" if mine else "closes_who", who=event.seat or 0, tower=tower),
        "rule": event.rule,
        "text": board.board_text("cards_go_to_others", cards=cards),
        "parts": [{"rows": sorted(rows, key=lambda row: row["seat"] or 0)}],
        "verdict": board.board_text("you_get_cards", got=got) if got else board.board_text("you_get_none"),
        "stop": bool(got),
    }


def _fled(board: Board, event: Event, payments: list[Event]) -> Json:
    """Return the summary of the payments that a seat makes when it flees."""
    most = max((one.values["coins"] for one in payments), default=0) or 1
    rows = [
        {"seat": one.values["other"], "value": f"+{one.values['coins']}", "share": one.values["coins"] / most}
        for one in payments
    ]
    got = next((one.values["coins"] for one in payments if one.values["other"] == board.viewer), 0)
    paid = sum(one.values["coins"] for one in payments)
    return {
        "title": board.board_text("flees_who", who=event.seat or 0),
        "rule": event.rule,
        "text": board.board_text("balance_is_paid", balance=event.values["balance"]),
        "parts": [{"rows": sorted(rows, key=lambda row: row["seat"])}],
        "verdict": board.board_text("you_get_coins", got=got, paid=paid),
        "stop": True,
    }
