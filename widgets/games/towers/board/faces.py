"""What each card of Towers shows."""

from __future__ import annotations

from ....page.protocol import Json
from ....table.scene import Board
from .pictures import SUITS, art


def face(board: Board, card: str) -> Json:
    """What the card itself shows."""
    suit, alignment = board.game.suit[card], board.game.alignment[card]
    icon, tone = SUITS[suit]
    return {
        "icon": icon,
        "tone": tone,
        "kind": suit,
        "art": art(suit, alignment),
        "name": board.game.texts.card_name(card),
        "big": alignment,
        "caption": alignment,
    }
