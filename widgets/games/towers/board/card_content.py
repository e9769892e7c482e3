"""Card content of Towers."""

from __future__ import annotations

from ....table.board import Board
from ....table.json_types import CardJson
from .theme import SUIT_ICONS, card_shapes


def card_content(board: Board, card: str) -> CardJson:
    """Return the content of a card."""
    suit, alignment = board.game.suit[card], board.game.alignment[card]
    icon, tone = SUIT_ICONS[suit]
    return {
        "icon": icon,
        "tone": tone,
        "kind": suit,
        "art": card_shapes(suit, alignment),
        "name": board.game.texts.card_name(card),
        "big": alignment,
        "caption": alignment,
    }
