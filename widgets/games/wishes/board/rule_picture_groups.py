"""Extra groups of The Sultan's Wishes for rule pictures: the revealed stack, and the places of the Orderlies."""

from __future__ import annotations

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import GroupJson
from . import card_content

AVERAGE_KEY = "caption"
"""Key of the average points of a kind in a row of the chart."""


def rule_picture_group(board: Board, id: str) -> GroupJson | None:
    """Return an extra group by its id, or None if the position has no such group."""
    match id:
        case "turned":
            return _turned(board)
        case "places":
            return _places(board)
    return None


def _turned(board: Board) -> Json | None:
    """Return the cards of the Extra Task stack that were just revealed, by kind. They are on the discard pile."""
    s = board.view
    many = next((event.values["cards"] for event in s.events if event.code == "chart_cleared"), 0)
    if not many:
        return None
    order = list(s.game.tables.tasks)
    cards = sorted(s.discard[-many:], key=order.index)
    items = [board.make_card(f"turned:{card}", **card_content.task_content(board, card)) for card in cards]
    return {"label": board.board_text("turned_up"), "items": items}


def _places(board: Board) -> Json | None:
    """Return the chart of the Extra Tasks without the kinds' average points, or None after the end of the game."""
    groups = (group for zone in board.zones() for group in zone["groups"])
    chart = next((group for group in groups if group["id"] == "chart"), None)
    if chart is None:
        return None
    items = [{name: value for name, value in card.items() if name != AVERAGE_KEY} for card in chart["items"]]
    return {"label": board.board_text("who_stands_where"), "look": chart["look"], "items": items}
