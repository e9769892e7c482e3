"""What the home page shows of Towers: towers as they lie, and a small chart for its dashboard, with figures of
`odds`."""

from __future__ import annotations

from gamelib.games.towers.flee_decision import should_flee
from gamelib.games.towers.odds import p_closer_drawn
from gamelib.games.towers.state import CACHE_SIZE

from ....chart import small
from ....table.icons import icons
from ....table.shapes import PAPER, Shape, box, parts, path
from .pictures import COLOURS, SUITS

ICONS = {suit: icons(icon)[icon] for suit, (icon, _) in SUITS.items()}


def symbol(suit: str, x: float, y: float, size: float = 0.8) -> Shape:
    """The symbol of a suit, 24 wide at its own size."""
    return path(ICONS[suit], COLOURS[suit][0], at=[x - 12 * size, y - 12 * size], size=size)


def lying(suit: str, x: float, y: float, dx: float, dy: float, edge: str = "#8d8264", turn: float = 0) -> Shape:
    """A card of 34 by 48 around (x, y) with its symbol at (dx, dy) from its middle."""
    return parts(
        x,
        y,
        1,
        box(-15.5, -21.5, 34, 48, "#0004", 4),
        box(-17, -24, 34, 48, PAPER, 4, stroke=edge, width=2),
        box(-15, -22, 30, 44, COLOURS[suit][0], 3, opacity=0.16),
        symbol(suit, dx, dy),
        turn=turn,
    )


def tower(x: float, y: float, foundation: str, cards: list[tuple[str, int, int]]) -> Shape:
    """A foundation with cards at its corners: (suit, -1 or 1, -1 or 1)."""
    base = box(-20, -28, 40, 56, "#ffe9b8", 5, stroke="#7b4e27", width=2)
    around = [lying(suit, 24 * i, 33 * j, 5 * i, 11 * j) for suit, i, j in cards]
    return parts(x, y, 1, base, symbol(foundation, 0, 0), *around)


PICTURE = {
    "ground": ["#3d6a79", "#16323f"],
    "shapes": [
        tower(58, 88, "Hammers", [("Keys", -1, -1), ("Shields", 1, -1), ("Books", -1, 1), ("Stars", 1, 1)]),
        tower(150, 88, "Keys", [("Shields", -1, -1), ("Books", 1, -1)]),
        tower(242, 88, "Shields", [("Books", -1, -1), ("Stars", 1, -1), ("Crowns", -1, 1)]),
        tower(334, 88, "Books", [("Stars", -1, -1), ("Crowns", 1, -1), ("Hammers", -1, 1), ("Keys", 1, 1)]),
        lying("Crowns", 186, 128, 5, 10, "#f2b632", 10),
    ],
}
SAYS = "Lay cards so that no symbol is hidden, and close towers on the others."
UNSEEN, FROM_THE_TOWER = 12, 8  # where the dashboard begins


def flee() -> str:
    """Where fleeing is right: more closers in the deck to the right, a larger debt of the others downwards."""
    added = [CACHE_SIZE + FROM_THE_TOWER * p_closer_drawn(closers, UNSEEN) for closers in range(7)]
    return small.grid([[should_flee(CACHE_SIZE, own, [last]) for own in added] for last in range(6)], "stay", "flee")


CHARTS = {"flee": (flee, "Pay now, or hope?")}
