"""Theme of Towers: two colours for each suit, and for each card nine places with one symbol."""

from __future__ import annotations

from typing import Any

from gamelib.games.towers.geometry import CELL_OFFSETS, CELLS

from ....table.shapes import circle

Json = dict[str, Any]

SUIT_ICONS = {  # suit -> icon, tone
    "Hammers": ("hammer", "s6"),
    "Keys": ("key", "s4"),
    "Shields": ("shield", "s5"),
    "Books": ("lesson", "s3"),
    "Stars": ("star", "s1"),
    "Crowns": ("crown", "s7"),
}
SUIT_COLOURS = {  # suit -> dark, bright and paper colour
    "Hammers": ("#a63c00", "#f2b48e", "#fbe3d4"),
    "Keys": ("#8a6100", "#f0cd7c", "#f9edcb"),
    "Shields": ("#0a548a", "#92c3e8", "#d9e8f4"),
    "Books": ("#00664c", "#8ed6bd", "#d5f0e5"),
    "Stars": ("#5b2a78", "#bf9ad6", "#e9dcf3"),
    "Crowns": ("#97346b", "#e5a5ca", "#f8e0ee"),
}
SYMBOL_OFFSETS = {"N": (0, 0), **dict(zip(CELLS, CELL_OFFSETS, strict=True))}

KIND_THEMES: dict[str, Json] = {
    suit: {"deep": deep, "bright": bright} for suit, (deep, bright, _) in SUIT_COLOURS.items()
}
CARD_BACKS: dict[str, Json] = {
    "deck": {"deep": "#16323f", "bright": "#a8c6cf", "emblem": "star"},
    "owed": {"deep": "#6b3410", "bright": "#e8c48a", "emblem": "scroll"},
}


def card_shapes(suit: str, alignment: str) -> list[Json]:
    """Draw the nine places of a card, with the symbol at the place that its alignment determines.

    The places are near the middle, because the edges of low and narrow pictures are cut off.
    """
    deep, _, paper = SUIT_COLOURS[suit]
    shapes = []
    for cell, (right, up) in SYMBOL_OFFSETS.items():
        x, y = 50 + 20 * right, 41 - 19 * up
        if cell == alignment:
            shapes += [
                circle(x, y, 10.5, paper),
                {"icon": SUIT_ICONS[suit][0], "at": [x, y], "size": 0.28, "fill": deep},
            ]
        else:
            shapes.append(circle(x, y, 6.5, "none", stroke="#fffdf6", width=1.4, opacity=0.55))
    return shapes
