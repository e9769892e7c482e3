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

from .figure_style import TRANSPARENT, label_annotation

PLOT_WIDTH, PLOT_HEIGHT = 250, 235  # px of the plot on a phone
MARGIN = 10  # px that are free right of the plot
TOP_MARGIN = 8  # px that are free over the plot if no flag stands there
LETTER_WIDTH, LABEL_HEIGHT = 8, 18  # px a label takes
COLUMN_WIDTH = 4  # px; lines are known by their lowest and highest place in each column
HALF_LINE_WIDTH = 4  # px of half a line with its markers
MAX_LABELLED_LINES = 4  # lines with their names beside them; more get a legend
ENOUGH_CLEARANCE = 12  # px between a label and what it does not name
POINT_DISTANCE = 4  # px between a point and the label beside it
DOT_RADIUS = 8  # px of half a marked dot

Line = Mapping[int, tuple[float, float]]  # column -> lowest and highest place, in px
Spot = tuple[float, float]


def place_line_labels(
    values: Mapping[str, Mapping[float, Any]],
    ranges: tuple[tuple[float, float], tuple[float, float]],
    marks: Sequence[tuple[str, float, str]],
    marked: tuple[float, str] | None,
    zero: bool,
    step: bool,
) -> tuple[list[dict[str, Any]], bool]:
    """The words at the marks, with the names of the lines if all find room; and whether they do."""
    room = LabelPlacer(*ranges)
    lines = {name: [(x, float(y)) for x, y in sorted(points.items())] for name, points in values.items()}
    drawn = {name: room.add_line(points, step) for name, points in lines.items()}
    if zero:
        room.add_line([(ranges[0][0], 0), (ranges[0][1], 0)])
    if marked:
        room.add_vertical_line(marked[0])
    dots = [((x, float(values[name][x])), label, drawn[name]) for name, x, label in marks]
    for spot, *_ in dots:
        room.add_dot(spot)
    told = [room.dot_label(label, spot, own) for spot, label, own in dots if label]
    if len(lines) <= MAX_LABELLED_LINES:
        placed = room.place_labels(
            [*told, *(room.line_label(name, points, drawn[name]) for name, points in lines.items())]
        )
        if all(clear for _, clear in placed[len(told) :]):
            return [note for note, _ in placed], True
    return [note for note, _ in room.place_labels(told)], False


@dataclass(frozen=True, slots=True)
class PixelBox:
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class LabelCandidate:
    """Where a label may stand; `far`: px off what it names."""

    box: PixelBox
    annotation: dict[str, Any]
    mark_distance: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """A label that is to be placed: where it may stand, the line that it belongs to, whether it is the line's name."""

    candidates: Sequence[LabelCandidate]
    own_line: Line
    is_line_name: bool


class LabelPlacer:
    """A plot that fills with lines, dots and labels. `xs`, `ys`: the ranges of its axes."""

    def __init__(self, xs: Spot, ys: Spot) -> None:
        self.xs, self.ys = xs, ys
        self.top_limit: float = PLOT_HEIGHT + TOP_MARGIN
        self.lines: list[Line] = []
        self.occupied_boxes: list[PixelBox] = []

    def _px(self, spot: Spot) -> Spot:
        (x, y), (left, right), (low, high) = spot, self.xs, self.ys
        return PLOT_WIDTH * (x - left) / (right - left), PLOT_HEIGHT * (y - low) / (high - low)

    # -- what is there -----------------------------------------------------------------------------

    def add_line(self, points: Sequence[Spot], step: bool = False) -> Line:
        """Add a line through the points; `step`: it holds each height until the next x."""
        if step:
            points = [points[0], *(spot for (_, y), (x, then) in pairwise(points) for spot in ((x, y), (x, then)))]
        spans: dict[int, tuple[float, float]] = {}
        for (x0, y0), (x1, y1) in pairwise(map(self._px, points)):
            for column in range(int(x0 // COLUMN_WIDTH), int(x1 // COLUMN_WIDTH) + 1):
                ends = (max(x0, column * COLUMN_WIDTH), min(x1, (column + 1) * COLUMN_WIDTH))
                heights = [y0 + (y1 - y0) * (x - x0) / (x1 - x0) for x in ends] if x1 > x0 else [y0, y1]
                low, high = spans.get(column, (math.inf, -math.inf))
                spans[column] = min(low, *heights), max(high, *heights)
        self.lines.append(spans)
        return spans

    def add_vertical_line(self, x: float) -> None:
        """Add an upright line, with a flag over the plot."""
        self.lines.append({int(self._px((x, self.ys[0]))[0] // COLUMN_WIDTH): (0, PLOT_HEIGHT)})
        self.top_limit = PLOT_HEIGHT

    def add_dot(self, spot: Spot) -> None:
        x, y = self._px(spot)
        self.occupied_boxes.append(PixelBox(x - DOT_RADIUS, y - DOT_RADIUS, x + DOT_RADIUS, y + DOT_RADIUS))

    # -- labels ------------------------------------------------------------------------------------

    def line_label(self, text: str, points: Sequence[Spot], own: Line) -> Label:
        """The label of a line: beside it, never on it, where it would hide marks."""
        halves = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in pairwise(points)]
        return Label(
            [place for spot in (*points, *halves) for place in self._around(text, spot, POINT_DISTANCE)], own, True
        )

    def dot_label(self, text: str, spot: Spot, own: Line) -> Label:
        """The label of a dot: beside it."""
        beside = self._around(text, spot, DOT_RADIUS)
        return Label(
            [
                *beside,
                *(
                    replace(place, mark_distance=LABEL_HEIGHT)
                    for place in self._around(text, spot, DOT_RADIUS + LABEL_HEIGHT)
                ),
            ],
            own,
            False,
        )

    def _around(self, text: str, spot: Spot, off: int) -> list[LabelCandidate]:
        x, y = self._px(spot)
        wide, places = LETTER_WIDTH * len(text), []
        for side, up in product((1, -1, 0), (1, -1)):
            across, rise = side * (off + 1), up * (off - 1 if side else off + 3)
            left = x + across - (wide if side < 0 else 0 if side else wide / 2)
            bottom = y + rise - (0 if up > 0 else LABEL_HEIGHT)
            anchors = {"xanchor": ("center", "left", "right")[side], "yanchor": "bottom" if up > 0 else "top"}
            note = label_annotation(text, *spot, bgcolor=TRANSPARENT, xshift=across, yshift=rise, **anchors)
            places.append(LabelCandidate(PixelBox(left, bottom, left + wide, bottom + LABEL_HEIGHT), note))
        return places

    def place_labels(self, labels: Sequence[Label]) -> list[tuple[dict[str, Any], bool]]:
        """The labels, each where it stands best, and whether it stands clear there."""
        ranked = [self._ranked(label) for label in labels]
        chosen: dict[int, ScoredCandidate] = {}

        def boxes(i: int) -> list[PixelBox]:
            return [*self.occupied_boxes, *(other.candidate.box for j, other in chosen.items() if j != i)]

        for _ in range(2):  # the second time each knows where all the others stand
            for i, candidates in enumerate(ranked):
                chosen[i] = _best(candidates, boxes(i))
        return [(chosen[i].candidate.annotation, chosen[i].clearance(boxes(i)) >= 0) for i in range(len(labels))]

    def _ranked(self, label: Label) -> list[ScoredCandidate]:
        """The places of a label, those first that could be worth most."""
        candidates = []
        for place in label.candidates:
            box = place.box
            outside = max(0, -box.left, box.right - PLOT_WIDTH - MARGIN, -box.bottom, box.top - self.top_limit)
            off = abs((box.left + box.right) / 2 - PLOT_WIDTH / 2)
            costs = place.mark_distance + 4 * outside + 0.01 * off
            candidates.append(
                ScoredCandidate(place, label, self.lines, costs, is_inside_plot=outside <= POINT_DISTANCE)
            )
        return sorted(candidates, key=lambda candidate: candidate.placement_cost)


@dataclass(slots=True)
class ScoredCandidate:
    """A place, weighed: what it costs for certain, and, once it is asked for, its room beside the lines."""

    candidate: LabelCandidate
    label: Label
    lines: Sequence[Line]
    placement_cost: float
    is_inside_plot: bool = True
    cached_line_clearance: float | None = None
    own_line_penalty: float = 0

    def line_clearance(self) -> float:
        """The room that the lines leave, up to what is enough; less than 0 if it touches what it does not name, or if a
        name stands outside the plot or nearer to another line than to its own."""
        if self.cached_line_clearance is None:
            box, own = self.candidate.box, _above(self.candidate.box, self.label.own_line)
            others = min(
                (_above(box, line) for line in self.lines if line is not self.label.own_line), default=math.inf
            )
            misnames = not self.is_inside_plot or (self.label.is_line_name and others <= own)
            self.cached_line_clearance = -ENOUGH_CLEARANCE if misnames else min(ENOUGH_CLEARANCE, others)
            self.own_line_penalty = 4 * max(0, -own)
        return self.cached_line_clearance

    def clearance(self, boxes: Sequence[PixelBox]) -> float:
        """The room that lines and boxes leave."""
        beside = self.line_clearance()
        return (
            min([beside, *(_between(self.candidate.box, box) for box in boxes)])
            if beside > -ENOUGH_CLEARANCE
            else beside
        )


def _best(candidates: Sequence[ScoredCandidate], boxes: Sequence[PixelBox]) -> ScoredCandidate:
    """The candidate worth most. They come in the order of their costs, so most need not be looked at."""
    best, most = candidates[0], -math.inf
    for candidate in candidates:
        if ENOUGH_CLEARANCE - candidate.placement_cost <= most:
            break
        if candidate.line_clearance() - candidate.own_line_penalty - candidate.placement_cost > most:
            worth = candidate.clearance(boxes) - candidate.own_line_penalty - candidate.placement_cost
            if worth > most:
                best, most = candidate, worth
    return best


def _above(box: PixelBox, line: Line) -> float:
    """The free height between a box and a line, less than 0 where it lies in the box."""
    bottom, top, least = box.bottom, box.top, math.inf
    for column in range(
        int((box.left - HALF_LINE_WIDTH) // COLUMN_WIDTH), int((box.right + HALF_LINE_WIDTH) // COLUMN_WIDTH) + 1
    ):
        passed = line.get(column)
        if passed is not None:
            low, high = passed
            free = low - top if low - top > bottom - high else bottom - high
            if free < least:
                least = free
    return least - HALF_LINE_WIDTH


def _between(one: PixelBox, other: PixelBox) -> float:
    """The free space between two boxes, less than 0 where they overlap."""
    return max(one.left - other.right, other.left - one.right, one.bottom - other.top, other.bottom - one.top)
