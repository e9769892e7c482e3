"""Drawings for The Sultan's Wishes: tasks, wares, moods, a lamp, an Aide.

Each drawing is a list of shapes. It is 100 wide and 82 high, unless its docstring names another size.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from ....table.shapes import Shape, circle, moved_shapes, path, rectangle, symbol_shape

PALE, GOLD, DARK = "#fffdf6", "#f2b632", "#1e2140"
GUARD_SHAPES: list[Shape] = [symbol_shape("watch", 50, 44)]
HEART_PATH = "M50 72C22 51 14 39 14 27a18 18 0 0 1 36-5 18 18 0 0 1 36 5c0 12-8 24-36 45Z"


def star(points: int, outer: float, inner: float, x: float, y: float, fill: str) -> Shape:
    """Draw a star with its centre at (x, y)."""
    corners = []
    for i in range(2 * points):
        angle, radius = (i / points - 0.5) * pi, inner if i % 2 else outer
        corners.append(f"{round(x + radius * cos(angle), 2)} {round(y + radius * sin(angle), 2)}")
    return path(f"M{'L'.join(corners)}Z", fill)


def ellipse(x: float, y: float, across: float, down: float, fill: str, **more: Any) -> Shape:
    """Draw an ellipse by its centre and its half axes."""
    return path(
        f"M{x - across} {y}a{across} {down} 0 1 0 {2 * across} 0a{across} {down} 0 1 0 {-2 * across} 0Z", fill, **more
    )


def stroke_path(d: str, stroke: str, width: float) -> Shape:
    """Draw a path without a fill."""
    return path(d, stroke=stroke, width=width)


# -- the six kinds of tasks ----------------------------------------------------------------------------


def tea() -> list[Shape]:
    """Draw a steaming cup of tea."""
    return [
        path("M24 34h42v18c0 18-42 18-42 0Z", PALE),
        stroke_path("M66 37c14 0 14 17-1 17", PALE, 5),
        ellipse(45, 34, 21, 5, "#b5652a"),
        stroke_path("M20 70h50", PALE, 5),
        stroke_path("M36 26c-5-8 5-9 0-18M50 26c-5-8 5-9 0-18", "#ffffffdd", 3),
    ]


def food() -> list[Shape]:
    """Draw a covered dish."""
    return [
        ellipse(50, 58, 36, 11, PALE),
        path("M20 55c0-30 60-30 60 0Z", "#e0a030"),
        stroke_path("M20 55c0-30 60-30 60 0", "#fff3c9", 3),
        circle(50, 27, 5, "#7d5300"),
        stroke_path("M30 48c2-9 8-13 14-14", "#fff3c9", 3),
    ]


def sleep() -> list[Shape]:
    """Draw moon and stars."""
    return [
        path("M62 12A30 30 0 1 0 78 58 25 25 0 0 1 62 12Z", "#ffe9a8"),
        star(4, 6, 2, 76, 24, "#ffffff"),
        star(4, 4, 1.3, 86, 42, "#ffffff"),
        star(4, 3.5, 1.2, 24, 16, "#ffffff"),
    ]


def entertainment() -> list[Shape]:
    """Draw a juggler."""
    return [
        circle(30, 24, 9, GOLD),
        circle(70, 24, 9, "#58b9ad"),
        circle(50, 12, 8, "#d23b57"),
        path("M24 74c2-20 12-26 26-26s24 6 26 26Z", PALE),
        circle(50, 40, 12, "#d39868"),
        path("M38 38c0-14 24-14 24 0-8-5-16-5-24 0Z", "#43261a"),
        stroke_path("M30 62 22 44M70 62l8-18", PALE, 7),
        stroke_path("M45 43q5 4 10 0", "#5a2415", 2),
    ]


def fan_wave() -> list[Shape]:
    """Draw a fan of feathers."""
    feathers: list[Shape] = []
    for i, turn in enumerate((-60, -36, -12, 12, 36, 60)):
        colour = GOLD if i % 2 else PALE
        feathers.append(path("M0 0C-12-22-12-44 0-58 12-44 12-22 0 0Z", colour, "#0d4a70", 1, turn=turn))
        feathers.append(path("M-5-42a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z", "#14618f", turn=turn))
    return [*moved_shapes(50, 66, 1, feathers), rectangle(47, 62, 6, 20, "#7a3a1c", 3)]


def music() -> list[Shape]:
    """Draw a lute."""
    lute = [
        rectangle(-3.5, -40, 7, 38, "#5a3216"),
        rectangle(-8, -42, 16, 7, "#3d200d", 1),
        ellipse(0, 14, 20, 23, "#b5752f", stroke="#5a3216", width=2.5),
        circle(0, 6, 6, "#3d200d"),
        stroke_path("M-1.5-36v68M1.5-36v68", "#f6e6c0", 1),
    ]
    return [{**shape, "at": [47, 44], "turn": 35} for shape in lute]


def golden_heart() -> list[Shape]:
    """Draw a large golden heart."""
    return [path(HEART_PATH, GOLD, "#fff6dc", 3), stroke_path("M26 30a8 8 0 0 1 8-8", "#fff6dc", 3)]


# -- wares ------------------------------------------------------------------------------------------------


def spice() -> list[Shape]:
    """Draw a bowl of spice."""
    return [
        path("M20 66c2-34 58-34 60 0Z", "#d5502f"),
        stroke_path("M28 60c4-20 40-20 44 0", "#f6b184", 3),
        path("M14 64h72l-6 13H20Z", "#7a4a1c"),
    ]


def pottery() -> list[Shape]:
    """Draw a jar."""
    return [
        path("M38 12h24l-3 10c22 14 20 42 2 50H39C21 64 19 36 41 22Z", "#c4622a"),
        path("M27 40h46M30 51h40", stroke="#fff0c2", width=4),
    ]


def carpet() -> list[Shape]:
    """Draw a carpet with fringes."""
    return [
        rectangle(16, 20, 68, 44, "#b3225f"),
        path("M22 26h56v32H22Z", stroke=GOLD, width=3),
        star(8, 13, 9, 50, 42, GOLD),
        stroke_path("M13 24v36M87 24v36", PALE, 3),
    ]


def silk() -> list[Shape]:
    """Draw two lengths of silk."""
    return [
        path("M18 18c20-14 30 10 64-2v18c-34 12-44-12-64 2Z", PALE),
        path("M18 38c20-14 30 10 64-2v24c-34 12-44-12-64 2Z", "#df93bd"),
    ]


def jewel() -> list[Shape]:
    """Draw a cut stone."""
    return [symbol_shape("gem", 50, 36, 1.05)]


# -- moods: brows, eyes and a mouth -----------------------------------------------------------------------

MOOD_FEATURES = {  # effect of a plate -> mouth, left brow, right brow, size of the eyes, colour of the cheeks
    "lovely": ("M-14 8q14 13 28 0", "M-19-12q7-6 14-1", "M5-13q7-5 14 1", 0.9, "#e98a9e"),
    "kind": ("M-12 9q12 9 24 0", "M-19-10q7-7 14-1", "M5-11q7-6 14 1", 1.0, "#efaf80"),
    "nauseate": ("M-14 13q5-7 9-1t9-1 9-1", "M-19-8q8-4 15-3", "M4-11q8-1 15 3", 0.7, "#8fb46a"),
    "demanding": ("M-11 12h22", "M-20-15l16 5", "M4-10l16-5", 1.0, ""),
    "hungry": ("M-10 7q10 4 20 0q0 11-10 11T-10 7Z", "M-19-13q8-4 15 0", "M4-13q8-4 15 0", 1.15, ""),
    "happy": ("M-15 6q15 18 30 0Z", "M-19-13q8-6 14 0", "M5-13q8-6 14 0", 1.0, "#e98a9e"),
    "uncertain": ("M-15 12q6-7 12-2t12-2q4-2 7 1", "M-19-11q8-5 15 0", "M5-15q8-2 15 4", 1.0, ""),
    "mean": ("M-12 13q12-7 24-3", "M-20-16l17 8", "M3-8l17-8", 0.8, ""),
    "afraid": ("M-9 15q9-11 18 0", "M-19-10q6-6 14-7", "M5-17q8 1 14 7", 1.3, ""),
    "sad": ("M-12 15q12-11 24 0", "M-20-9q8-5 16-7", "M4-16q8 2 16 7", 0.95, ""),
}


def mood_face(mood: str) -> list[Shape]:
    """Draw the face of a mood: a turban, brows, eyes and a mouth."""
    mouth, left, right, eyes, cheeks = MOOD_FEATURES[mood]
    skin = "#cfd39a" if mood == "nauseate" else "#f3cf86"
    open_mouth = mouth.endswith("Z")
    face = [
        circle(0, 8, 33, skin, stroke="#a87410", width=2.5),
        *([circle(-19, 14, 5.5, cheeks), circle(19, 14, 5.5, cheeks)] if cheeks else []),
        ellipse(-11, 2, 3.4 * eyes, 4.4 * eyes, DARK),
        ellipse(11, 2, 3.4 * eyes, 4.4 * eyes, DARK),
        path(mouth, "#7a1f2e" if open_mouth else "none", DARK, 3, at=[0, 8]),
        stroke_path(left, DARK, 2.8),
        stroke_path(right, DARK, 2.8),
        *([path("M-11 8c-4 5-4 8 0 8s4-3 0-8Z", "#6cc0ee")] if mood == "sad" else []),
        path("M-33-2C-32-38 32-38 33-2 20-17-20-17-33-2Z", PALE, "#a87410", 2.2),
        stroke_path("M-27-12C-16-28 16-28 27-12M-18-21C-7-30 7-30 18-21", "#d9c290", 1.8),
        circle(0, -25, 5, "#d23b57", stroke="#8a1730", width=1.5),
    ]
    return moved_shapes(50, 40, 0.98, face)


# -- pieces ----------------------------------------------------------------------------------------------


def lamp(x: float, y: float, size: float, awake: bool = True) -> list[Shape]:
    """Draw a lamp, 40 wide and 32 high, with its upper left corner at (x, y). It burns if the lamp is awake."""
    metal = "#e0a020" if awake else "#a79f92"
    return moved_shapes(
        x,
        y,
        size,
        [
            *([path("M34 2c4 3 4 7 1 10-3-3-3-7-1-10Z", "#ff9b2e", "#a63c00", 1)] if awake else []),
            path(
                "M2 14c4 0 6 2 8 3 4-5 16-5 19-1 2-2 5-3 8-3-1 5-6 12-14 12h-6c-6 0-8-4-9-7-2-1-4-3-6-4Z",
                metal,
                "#6d4a00",
                1.5,
            ),
            path("M12 27h14l2 3H10Z", "#b47a0a" if awake else "#8b8478"),
            circle(19, 11, 2.5, "#b47a0a"),
        ],
    )


def aide(x: float, y: float, size: float, colour: str) -> list[Shape]:
    """Draw a pawn, 24 wide and 32 high, with its upper left corner at (x, y)."""
    return moved_shapes(x, y, size, [path(PAWN_PATH, colour, DARK, 2)])


PAWN_PATH = "M12 2a6 6 0 0 1 4 10.500c3 2 5 7 6 17.500H2C3 19.500 5 14.500 8 12.500A6 6 0 0 1 12 2Z"
