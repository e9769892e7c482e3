"""Shapes for pictures of Hadara."""

from __future__ import annotations

from ....table.shapes import Shape, circle, moved_shapes, path, symbol_shape

SKIES = {  # dark enough for white text
    3: ("#2f6a72", "#f4c98a"),
    9: ("#2f5688", "#f0b07a"),
    15: ("#55467f", "#e8936a"),
    21: ("#403a78", "#d87660"),
    30: ("#2b2d63", "#b5527a"),
}
_PLACES = {3: (50,), 9: (36, 64), 15: (26, 74, 50), 21: (18, 82, 38, 62), 30: (12, 88, 30, 70, 50)}


def landscape(level: int) -> list[Shape]:
    """Draw a colony of a level, 100 wide and 82 high. Higher levels have more towers in front of the hills."""
    towns = [symbol_shape("tower", x, 58, 0.4 + 0.06 * i) for i, x in enumerate(_PLACES[level])]
    return [
        circle(78, 18, 9, "#fff4d0"),
        path("M0 58 20 34l16 14 22-28 26 30 16-12v44H0Z", "#3a2f5b", opacity=0.4),
        *towns,
        path("M0 72c22-9 42 2 62-2s28-3 38-5v17H0Z", "#4f6f3d"),
    ]


def light_star(x: float, y: float, size: float) -> list[Shape]:
    """Draw a star of light, for cards without a track."""
    return moved_shapes(
        x,
        y,
        size,
        [
            symbol_shape("star", 0, 0, 1.05, points=8),
            symbol_shape("star", 0, 0, 0.66, points=8, colour="#43287a"),
            circle(0, 0, 8, "#f8e0a4"),
        ],
    )


def badge(x: float, y: float, colour: str, icon: str) -> list[Shape]:
    """Draw a small round icon in a corner."""
    return [circle(x, y, 14, "#fffdf6"), circle(x, y, 12, colour), {"icon": icon, "at": [x, y], "size": 0.28}]


def bead_track(x: float, y: float, colour: str, value: int, length: int) -> list[Shape]:
    """Draw a track as a row of beads, `value` of them full."""
    return [circle(x + 11 * n, y, 4.4 if n < value else 2, colour if n < value else "#fff8") for n in range(length)]
