"""Shapes for pictures of Emira: a camel with its load, and a palace."""

from __future__ import annotations

from ....table.shapes import Shape, circle, moved_shapes, path, rectangle

_FUR = "#7a4a22"


def camel(x: float, y: float, size: float, load: str) -> list[Shape]:
    """Draw a camel with its load, 50 wide and 54 high. (x, y) is its upper left corner."""
    return moved_shapes(
        x,
        y,
        size,
        [
            path(
                "M14 30c-6-10 2-20 10-16 3-10 16-10 18 0 8-3 12 6 10 14l1 26h-5l-2-18H24l-3 "
                "18h-5l1-20c-7-1-12-7-14-14L0 "
                "16l-6 1c-3 0-3-5 0-6l9-2c3 0 5 2 6 5ZM28 36h5l2 18h-5ZM44 34l4 20h-5l-3-18Z",
                _FUR,
            ),
            path("M22 12h22l4 14H18Z", load),
            path("M20 19h26", stroke="#f4d58a", width=2.5),
            path("M22 27v6M30 27v7M38 27v7M45 27v5", stroke="#f2b632", width=2),
        ],
    )


def palace(x: float, y: float, size: float, roof: str, window: str = "#2c3560") -> list[Shape]:
    """Draw a palace, 160 wide and 116 high. (x, y) is the upper left corner of its hall."""
    wall = "#f7ead0"
    return moved_shapes(
        x,
        y,
        size,
        [
            rectangle(0, 42, 120, 52, wall),
            rectangle(-18, 20, 14, 74, wall),
            rectangle(124, 20, 14, 74, wall),
            path("M24 42c-8-22 16-30 36-50 20 20 44 28 36 50Z", roof),
            path("M-22 20c0-10 8-12 11-20 3 8 11 10 11 20ZM120 20c0-10 8-12 11-20 3 8 11 10 11 20Z", roof),
            path("M60-8v-12", stroke="#f2b632", width=3),
            circle(60, -22, 4, "#f2b632"),
            path(
                "M48 94V70c0-8 8-11 12-16 4 5 12 8 12 16v24ZM12 72c0-5 5-7 8-10 3 3 8 5 8 10v12H12ZM92 72c0-5 5-7 8-10 "
                "3 3 8 5 8 10v12H92Z",
                window,
            ),
            path("M0 48h120", stroke="#d8b56a", width=3),
        ],
    )
