"""What the home page shows of Outbid: three cards of its values."""

from __future__ import annotations

from widgets.table.shapes import card_shape

COLOURS = {"deep": "#16323f", "bright": "#a8c6cf"}

COVER = {
    "ground": ["#31708a", "#13303f"],
    "shapes": [
        card_shape(30 + 90 * n, 34, 8 * n - 8, label, **COLOURS) for n, label in enumerate(("Low", "High", "Top"))
    ],
}
TAGLINE = "Choose a card together, and be the only one with the highest."
