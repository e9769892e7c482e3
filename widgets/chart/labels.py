"""Where the labels in a picture of lines stand: each beside its own line, clear of the other lines and labels.

Reckoned in pixels of the smallest plot, that of a phone. A label keeps its size and its anchor when the picture grows,
so what is free there is free everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any

from .look import CLEAR, label_at

WIDE, HIGH = 250, 235  # px of the plot on a phone
MARGIN = 10  # px that are free right of the plot
ABOVE = 8  # px that are free over the plot if no flag stands there
LETTER, ROW = 8, 18  # px a label takes
COLUMN = 4  # px; lines are known by their lowest and highest place in each column
THICK = 4  # px of half a line with its markers
MOST_NAMED = 4  # lines with their names beside them; more get a legend
ENOUGH = 12  # px between a label and what it does not name
NEAR = 4  # px between a point and the label beside it
DOT = 8  # px of half a marked dot

Line = Mapping[int, tuple[float, float]]  # column -> lowest and highest place, in px
Spot = tuple[float, float]


def line_labels(
    values: Mapping[str, Mapping[float, Any]],
    ranges: tuple[tuple[float, float], tuple[float, float]],
    marks: Sequence[tuple[str, float, str]],
    marked: tuple[float, str] | None,
    zero: bool,
    step: bool,
) -> tuple[list[dict[str, Any]], bool]:
    """The words at the marks, with the names of the lines if all find room; and whether they do."""
    room = FilledPlot(*ranges)
    lines = {name: [(x, float(y)) for x, y in sorted(points.items())] for name, points in values.items()}
    drawn = {name: room.line(points, step) for name, points in lines.items()}
    if zero:
        room.line([(ranges[0][0], 0), (ranges[0][1], 0)])
    if marked:
        room.upright(marked[0])
    dots = [((x, float(values[name][x])), label, drawn[name]) for name, x, label in marks]
    for spot, *_ in dots:
        room.dot(spot)
    told = [room.tell(label, spot, own) for spot, label, own in dots if label]
    if len(lines) <= MOST_NAMED:
        placed = room.place([*told, *(room.name(name, points, drawn[name]) for name, points in lines.items())])
        if all(clear for _, clear in placed[len(told) :]):
            return [note for note, _ in placed], True
    return [note for note, _ in room.place(told)], False


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class LabelSpot:
    """Where a label may stand; `far`: px off what it names."""

    box: Box
    note: dict[str, Any]
    far: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """A label that is to be placed: where it may stand, the line that it belongs to, whether it is the line's name."""

    places: Sequence[LabelSpot]
    own: Line
    names: bool


class FilledPlot:
    """A plot that fills with lines, dots and labels. `xs`, `ys`: the ranges of its axes."""

    def __init__(self, xs: Spot, ys: Spot) -> None:
        self.xs, self.ys = xs, ys
        self.high: float = HIGH + ABOVE
        self.lines: list[Line] = []
        self.boxes: list[Box] = []

    def _px(self, spot: Spot) -> Spot:
        (x, y), (left, right), (low, high) = spot, self.xs, self.ys
        return WIDE * (x - left) / (right - left), HIGH * (y - low) / (high - low)

    # -- what is there -----------------------------------------------------------------------------

    def line(self, points: Sequence[Spot], step: bool = False) -> Line:
        """Add a line through the points; `step`: it holds each height until the next x."""
        if step:
            points = [points[0], *(spot for (_, y), (x, then) in pairwise(points) for spot in ((x, y), (x, then)))]
        spans: dict[int, tuple[float, float]] = {}
        for (x0, y0), (x1, y1) in pairwise(map(self._px, points)):
            for column in range(int(x0 // COLUMN), int(x1 // COLUMN) + 1):
                ends = (max(x0, column * COLUMN), min(x1, (column + 1) * COLUMN))
                heights = [y0 + (y1 - y0) * (x - x0) / (x1 - x0) for x in ends] if x1 > x0 else [y0, y1]
                low, high = spans.get(column, (math.inf, -math.inf))
                spans[column] = min(low, *heights), max(high, *heights)
        self.lines.append(spans)
        return spans

    def upright(self, x: float) -> None:
        """Add an upright line, with a flag over the plot."""
        self.lines.append({int(self._px((x, self.ys[0]))[0] // COLUMN): (0, HIGH)})
        self.high = HIGH

    def dot(self, spot: Spot) -> None:
        x, y = self._px(spot)
        self.boxes.append(Box(x - DOT, y - DOT, x + DOT, y + DOT))

    # -- labels ------------------------------------------------------------------------------------

    def name(self, text: str, points: Sequence[Spot], own: Line) -> Label:
        """The label of a line: beside it, never on it, where it would hide marks."""
        halves = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in pairwise(points)]
        return Label([place for spot in (*points, *halves) for place in self._around(text, spot, NEAR)], own, True)

    def tell(self, text: str, spot: Spot, own: Line) -> Label:
        """The label of a dot: beside it."""
        beside = self._around(text, spot, DOT)
        return Label([*beside, *(replace(place, far=ROW) for place in self._around(text, spot, DOT + ROW))], own, False)

    def _around(self, text: str, spot: Spot, off: int) -> list[LabelSpot]:
        x, y = self._px(spot)
        wide, places = LETTER * len(text), []
        for side, up in product((1, -1, 0), (1, -1)):
            across, rise = side * (off + 1), up * (off - 1 if side else off + 3)
            left = x + across - (wide if side < 0 else 0 if side else wide / 2)
            bottom = y + rise - (0 if up > 0 else ROW)
            anchors = {"xanchor": ("center", "left", "right")[side], "yanchor": "bottom" if up > 0 else "top"}
            note = label_at(text, *spot, bgcolor=CLEAR, xshift=across, yshift=rise, **anchors)
            places.append(LabelSpot(Box(left, bottom, left + wide, bottom + ROW), note))
        return places

    def place(self, labels: Sequence[Label]) -> list[tuple[dict[str, Any], bool]]:
        """The labels, each where it stands best, and whether it stands clear there."""
        ranked = [self._ranked(label) for label in labels]
        chosen: dict[int, WeighedSpot] = {}

        def boxes(i: int) -> list[Box]:
            return [*self.boxes, *(other.place.box for j, other in chosen.items() if j != i)]

        for _ in range(2):  # the second time each knows where all the others stand
            for i, candidates in enumerate(ranked):
                chosen[i] = _best(candidates, boxes(i))
        return [(chosen[i].place.note, chosen[i].clear(boxes(i)) >= 0) for i in range(len(labels))]

    def _ranked(self, label: Label) -> list[WeighedSpot]:
        """The places of a label, those first that could be worth most."""
        candidates = []
        for place in label.places:
            box = place.box
            outside = max(0, -box.left, box.right - WIDE - MARGIN, -box.bottom, box.top - self.high)
            off = abs((box.left + box.right) / 2 - WIDE / 2)
            costs = place.far + 4 * outside + 0.01 * off
            candidates.append(WeighedSpot(place, label, self.lines, costs, inside=outside <= NEAR))
        return sorted(candidates, key=lambda candidate: candidate.costs)


@dataclass(slots=True)
class WeighedSpot:
    """A place, weighed: what it costs for certain, and, once it is asked for, its room beside the lines."""

    place: LabelSpot
    label: Label
    lines: Sequence[Line]
    costs: float
    inside: bool = True
    beside: float | None = None
    hides: float = 0

    def look(self) -> float:
        """The room that the lines leave, up to what is enough; less than 0 if it touches what it does not name, or if a
        name stands outside the plot or nearer to another line than to its own."""
        if self.beside is None:
            box, own = self.place.box, _above(self.place.box, self.label.own)
            others = min((_above(box, line) for line in self.lines if line is not self.label.own), default=math.inf)
            misnames = not self.inside or (self.label.names and others <= own)
            self.beside = -ENOUGH if misnames else min(ENOUGH, others)
            self.hides = 4 * max(0, -own)
        return self.beside

    def clear(self, boxes: Sequence[Box]) -> float:
        """The room that lines and boxes leave."""
        beside = self.look()
        return min([beside, *(_between(self.place.box, box) for box in boxes)]) if beside > -ENOUGH else beside


def _best(candidates: Sequence[WeighedSpot], boxes: Sequence[Box]) -> WeighedSpot:
    """The candidate worth most. They come in the order of their costs, so most need not be looked at."""
    best, most = candidates[0], -math.inf
    for candidate in candidates:
        if ENOUGH - candidate.costs <= most:
            break
        if candidate.look() - candidate.hides - candidate.costs > most:
            worth = candidate.clear(boxes) - candidate.hides - candidate.costs
            if worth > most:
                best, most = candidate, worth
    return best


def _above(box: Box, line: Line) -> float:
    """The free height between a box and a line, less than 0 where it lies in the box."""
    bottom, top, least = box.bottom, box.top, math.inf
    for column in range(int((box.left - THICK) // COLUMN), int((box.right + THICK) // COLUMN) + 1):
        passed = line.get(column)
        if passed is not None:
            low, high = passed
            free = low - top if low - top > bottom - high else bottom - high
            if free < least:
                least = free
    return least - THICK


def _between(one: Box, other: Box) -> float:
    """The free space between two boxes, less than 0 where they overlap."""
    return max(one.left - other.right, other.left - one.right, one.bottom - other.top, other.bottom - one.top)
