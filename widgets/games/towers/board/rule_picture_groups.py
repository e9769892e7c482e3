"""Extra groups of items for rule pictures of Towers: players, turns, cards of a balance, cards that fit."""

from __future__ import annotations

from gamelib.games.towers.geometry import ALL_CELLS, CELL_NUMBER, CELLS
from gamelib.nodes import Seat

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import GroupJson
from . import card_content


def rule_picture_group(board: Board, id: str) -> GroupJson | None:
    """Return an extra group by its id, or None if the position has no such group.

    The ids are "players", "turns", "owed:0" (the cards of a balance), "fits:deck" (cards of the deck that fit
    somewhere), "fits:Keys" (alignments that fit on a tower) and "fits:Keys:LE" (at one of its cells).
    """
    head, _, rest = id.partition(":")
    if id == "players":
        return _players(board)
    if id == "turns":
        return _turns(board)
    if head == "owed" and rest.isdecimal() and int(rest) < board.view.seats:
        return _owed(board, int(rest))
    if id == "fits:deck":
        return _from_deck(board)
    suit, _, cell = rest.partition(":")
    if head == "fits" and suit in board.game.tower_number and (not cell or cell in CELL_NUMBER):
        return _alignments(board, suit, cell)
    return None


def _players(board: Board) -> Json:
    """Return the players."""
    items = [
        board.make_card(f"players:{seat}", icon="scroll", name=board.seat_name(seat))
        for seat in range(board.view.seats)
    ]
    return {"label": board.board_text("who_plays"), "look": "chips", "items": items}


def _owed(board: Board, seat: Seat) -> Json:
    """Return the cards of a balance, face down if their player has fled (TOW-6.4)."""
    s = board.view
    if s.fled[seat]:
        items = [
            board.make_card(
                f"turned:{seat}", back="owed", pile=True, name=board.board_text("face_down"), big=len(s.balances[seat])
            )
        ]
    else:
        items = [board.make_card(f"owed:{card}", **card_content.card_content(board, card)) for card in s.balances[seat]]
    return {"label": board.board_text("balance_of", who=seat), "items": items, "small": True}


def _turns(board: Board) -> Json | None:
    """Return the number of turns of each seat.

    The result is None after a seat has fled, because the game does not count turns any more.
    """
    s = board.view
    if any(s.fled):
        return None
    first: Seat = (
        (s.agenda_frames[0].seat - s.turn) % s.seats if s.agenda_frames else 0
    )  # the bottom frame of the agenda names the next seat
    items = [
        board.make_card(
            f"turns:{seat}",
            icon="scroll",
            name=board.seat_name(seat),
            big=(s.turn - (seat - first) % s.seats + s.seats - 1) // s.seats,
        )
        for seat in range(s.seats)
    ]
    return {"label": board.board_text("turns_of_each"), "look": "chips", "items": items}


def _from_deck(board: Board) -> Json:
    """Return the cards of the deck that a seat can place now. They can be inferred from the visible cards."""
    s = board.view
    cards = sorted(card for card in s.deck if any(s.total_open_cell_count(seat, card) for seat in s.active_seats()))
    items = [board.make_card(f"fits:deck:{card}", **card_content.card_content(board, card)) for card in cards]
    return {
        "label": board.board_text("fits_from_deck"),
        "items": items,
        "empty": board.board_text("none"),
        "small": True,
    }


def _alignments(board: Board, suit: str, cell: str) -> Json | None:
    """Return the alignments that fit on a tower or at a cell, as seen from side A.

    For a tower, the result has the number of remaining cards for each alignment.
    """
    s = board.view
    tower = s.game.tower_number[suit]
    if not s.is_tower_open(tower):
        return None
    left = [s.lying[seat][card] for seat in s.active_seats() for card in s.caches[seat]]
    left += [lying for card in s.deck for lying in {s.lying[seat][card] for seat in s.active_seats()}]
    items = []
    for lying in ALL_CELLS:
        cells = s.geometry.open_cell_masks[lying][s.masks[tower]]
        if cells >> CELL_NUMBER[cell] & 1 if cell else cells:
            said = "" if cell else board.board_text("of_it_left", n=left.count(lying))
            name = CELLS[lying]
            items.append(board.make_card(f"fits:{suit}:{cell}:{name}", icon="scroll", name=name, caption=said))
    label = board.board_text("fits_at_cell", cell=cell) if cell else board.board_text("fits_on_tower", suit=suit)
    return {"label": label, "look": "chips", "items": items, "empty": board.board_text("none")}
