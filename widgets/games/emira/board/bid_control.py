"""Control for a bid: the player types a number, moves a slider, or taps a number in a list."""

from __future__ import annotations

from itertools import pairwise

from gamelib.games.emira.bid_shortlist import shortlisted_legal_actions
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.board import Board


def bid_control(board: Board) -> Json | None:
    """Return the control for a bid, or for the price that the last bidding seat pays, or None if there is none."""
    bids = {n: int(action.args[0]) for n, action in enumerate(board.visible_actions) if action.verb == "bid"}
    seat = board.asked_seat
    if not bids or seat is None:
        return None
    (first, least), amounts = next(iter(bids.items())), [*bids.values()]
    step = amounts[1] - least if len(bids) > 1 else 1
    if [*bids] != [*range(first, first + len(bids))] or any(b - a != step for a, b in pairwise(amounts)):
        raise ValueError("Bids do not follow each other evenly.")
    s, free = board.view, board.question_id == "last"
    off = s.bid_discount(seat)
    says = board.board_text("pays_to_be_rid" if free else "pays_to_be_first")
    if off:
        says = board.board_text("camels_take_off", off=off, says=says)
    return {
        "id": "entry:bid",
        "verb": "bid",
        "first": first,
        "least": least,
        "most": amounts[-1],
        "step": step,
        "unit": board.board_text("unit_gold"),
        "less": off,
        "have": s.gold[seat],
        "free": free,
        "label": board.board_text(
            "pay_bid_your_own" if free else "your_bid", below=s.game.tables.prices["compensation_below"]
        ),
        "button": board.board_text("pay" if free else "bid"),
        "says": capitalize_first(says),
        "ladder": [action.args[0] for action in shortlisted_legal_actions(s) if action.verb == "bid"],
    }
