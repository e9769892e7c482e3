"""Home tile of Towers: towers with their cards, and a small chart for its dashboard with numbers from `odds`."""

from __future__ import annotations

from gamelib.games.towers.flee_decision import should_flee
from gamelib.games.towers.odds import p_closer_drawn
from gamelib.games.towers.state import CACHE_SIZE

from ....chart import thumbnails
from ....table.icons import icon_path_data
from ....table.shapes import PAPER, Shape, compound_shape, path, rectangle
from .theme import SUIT_COLOURS, SUIT_ICONS

ICONS = {suit: icon_path_data(icon)[icon] for suit, (icon, _) in SUIT_ICONS.items()}


def suit_symbol(suit: str, x: float, y: float, size: float = 0.8) -> Shape:
    """Draw the symbol of a suit around (x, y). At size 1, the symbol is 24 wide."""
    return path(ICONS[suit], SUIT_COLOURS[suit][0], at=[x - 12 * size, y - 12 * size], size=size)


def card_picture(
    suit: str, x: float, y: float, symbol_dx: float, symbol_dy: float, edge: str = "#8d8264", turn: float = 0
) -> Shape:
    """Draw a card of 34 by 48 around (x, y), with its symbol at (symbol_dx, symbol_dy) from the centre."""
    return compound_shape(
        x,
        y,
        1,
        rectangle(-15.5, -21.5, 34, 48, "#0004", 4),
        rectangle(-17, -24, 34, 48, PAPER, 4, stroke=edge, width=2),
        rectangle(-15, -22, 30, 44, SUIT_COLOURS[suit][0], 3, opacity=0.16),
        suit_symbol(suit, symbol_dx, symbol_dy),
        turn=turn,
    )


def tower_picture(x: float, y: float, foundation: str, cards: list[tuple[str, int, int]]) -> Shape:
    """Draw a foundation with cards at its corners. Each card is (suit, x, y), where x and y are -1 or 1."""
    base = rectangle(-20, -28, 40, 56, "#ffe9b8", 5, stroke="#7b4e27", width=2)
    around = [card_picture(suit, 24 * i, 33 * j, 5 * i, 11 * j) for suit, i, j in cards]
    return compound_shape(x, y, 1, base, suit_symbol(foundation, 0, 0), *around)


COVER = {
    "ground": ["#3d6a79", "#16323f"],
    "shapes": [
        tower_picture(58, 88, "Hammers", [("Keys", -1, -1), ("Shields", 1, -1), ("Books", -1, 1), ("Stars", 1, 1)]),
        tower_picture(150, 88, "Keys", [("Shields", -1, -1), ("Books", 1, -1)]),
        tower_picture(242, 88, "Shields", [("Books", -1, -1), ("Stars", 1, -1), ("Crowns", -1, 1)]),
        tower_picture(334, 88, "Books", [("Stars", -1, -1), ("Crowns", 1, -1), ("Hammers", -1, 1), ("Keys", 1, 1)]),
        card_picture("Crowns", 186, 128, 5, 10, "#f2b632", 10),
    ],
}
TAGLINE = "Lay cards so that no symbol is hidden, and close towers on the others."
DECK_SIZE, TOWER_CARDS = 12, 8  # where the dashboard begins


def flee_decision_thumbnail() -> str:
    """Draw the region in which fleeing is right, by closers in the deck (columns) and debt of the others (rows)."""
    added = [CACHE_SIZE + TOWER_CARDS * p_closer_drawn(closers, DECK_SIZE) for closers in range(7)]
    return thumbnails.grid_thumbnail(
        [[should_flee(CACHE_SIZE, own, [last]) for own in added] for last in range(6)], "stay", "flee"
    )


CHART_THUMBNAILS = {"flee": (flee_decision_thumbnail, "Pay now, or hope?")}
