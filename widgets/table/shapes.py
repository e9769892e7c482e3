"""Shapes of a picture as data (see `shape` in widgets/table/board.py). The script page/drawing.js draws them."""

from __future__ import annotations

from typing import Any

Shape = dict[str, Any]
INK, PAPER, RIM = "#1e2140", "#fffdf6", "#cbbd9f"


def path(d: str, fill: str = "none", stroke: str = "none", width: float = 2, **more: Any) -> Shape:
    """Return a shape that is an SVG path. `at`, `size`, `turn` and `opacity` mean the same as for all shapes."""
    return {"path": d, "fill": fill, "stroke": stroke, "width": width, "at": [0, 0], **more}


def rectangle(x: float, y: float, w: float, h: float, fill: str, r: float = 0, **more: Any) -> Shape:
    """Return a rectangle with round corners."""
    across, down = w - 2 * r, h - 2 * r
    d = f"M{x + r} {y}h{across}q{r} 0 {r} {r}v{down}q0 {r} {-r} {r}h{-across}q{-r} 0 {-r} {-r}v{-down}q0 {-r} {r} {-r}Z"
    return path(d, fill, **more)


def circle(x: float, y: float, r: float, fill: str, **more: Any) -> Shape:
    """Return a circle."""
    return path(f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z", fill, **more)


def symbol_shape(name: str, x: float, y: float, size: float = 1, rotation: float = 0, **more: Any) -> Shape:
    """Return a symbol as a shape. page/drawing.js has a drawing for each symbol name."""
    return {"thing": name, "at": [x, y], "size": size, "turn": rotation, **more}


def compound_shape(x: float, y: float, size: float, *shapes: Shape, **more: Any) -> Shape:
    """Combine several shapes into one. Its key `move` can be "walk" or "spin"."""
    return {"parts": list(shapes), "at": [x, y], "size": size, **more}


def moved_shapes(x: float, y: float, size: float, shapes: list[Shape]) -> list[Shape]:
    """Return shapes that are drawn around the origin, moved to (x, y) and scaled."""
    return [
        {**shape, "at": [x + size * shape["at"][0], y + size * shape["at"][1]], "size": size * shape.get("size", 1)}
        for shape in shapes
    ]


def card_shape(x: float, y: float, rotation: float, label: str, **face: Any) -> Shape:
    """Return a card of 84 by 122 units with `person` or `deep`, `bright` and `art`. Its upper left corner is (x, y)."""
    return {"card": {"label": label, **face}, "at": [x, y], "turn": rotation}
