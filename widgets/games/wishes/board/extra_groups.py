"""What no table of the Sultan's Wishes draws but a picture of a rule may: the stack turned up, who stands where."""

from __future__ import annotations

from ....page.protocol import Json
from ....table.board import Board
from . import card_content

AVERAGE_KEY = "caption"
"""Where a row of the chart says what a kind would pay on average."""


def extra_group(board: Board, id: str) -> Json | None:
    """A group by its id; None if there is none, or none now."""
    match id:
        case "turned":
            return _turned(board)
        case "places":
            return _places(board)
    return None


def _turned(board: Board) -> Json | None:
    """The cards of the Extra Task stack that has just been turned up, by kind; they lie on the discard pile."""
    s = board.view
    many = next((event.values["cards"] for event in s.events if event.code == "chart_cleared"), 0)
    if not many:
        return None
    order = list(s.game.tables.tasks)
    cards = sorted(s.discard[-many:], key=order.index)
    items = [board.make_card(f"turned:{card}", **card_content.task_content(board, card)) for card in cards]
    return {"label": board.board_text("turned_up"), "items": items}


def _places(board: Board) -> Json | None:
    """The chart, without what a kind would pay on average; none once the game is over."""
    groups = (group for zone in board.zones() for group in zone["groups"])
    chart = next((group for group in groups if group["id"] == "chart"), None)
    if chart is None:
        return None
    items = [{name: value for name, value in card.items() if name != AVERAGE_KEY} for card in chart["items"]]
    return {"label": board.board_text("who_stands_where"), "look": chart["look"], "items": items}
