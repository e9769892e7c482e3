"""Placement of labels in a line chart. Each label is next to its own line and away from other lines and labels.

The positions are computed in pixels for the smallest plot, on a phone. A label keeps its size and its anchor when the
chart grows, so a position that is free on a phone is free on every screen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any, NamedTuple

from .figure_style import TRANSPARENT, label_annotation

PLOT_WIDTH, PLOT_HEIGHT = 250, 235  # size in px of the plot on a phone
MARGIN = 10  # free space in px to the right of the plot
TOP_MARGIN = 8  # free space in px above the plot if there is no label of a vertical line
LETTER_WIDTH, LABEL_HEIGHT = 8, 18  # width of a letter and height of a label, in px
COLUMN_WIDTH = 4  # in px. A line is stored as its lowest and highest position in each column of this width
HALF_LINE_WIDTH = 4  # half the width of a line with its markers, in px
MAX_LABELLED_LINES = 4  # maximum number of lines with names next to them. With more lines, the chart has a legend
ENOUGH_CLEARANCE = 12  # sufficient distance between a label and other elements, in px
POINT_DISTANCE = 4  # distance between a point and its label, in px
DOT_RADIUS = 8  # radius of a marked dot in px

Line = Mapping[int, tuple[float, float]]  # column -> lowest and highest position, in px
Spot = tuple[float, float]


def place_line_labels(
    values: Mapping[str, Mapping[float, Any]],
    ranges: tuple[tuple[float, float], tuple[float, float]],
    marks: Sequence[tuple[str, float, str]],
    marked: tuple[float, str] | None,
    zero: bool,
    step: bool,
) -> tuple[list[dict[str, Any]], bool]:
    """Return the placed labels of marks and lines, and whether there was space for the labels of the lines.

    If the space is not sufficient, line labels are omitted.
    """
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
    told = [room.unplaced_dot_label(label, spot, own) for spot, label, own in dots if label]
    if len(lines) <= MAX_LABELLED_LINES:
        placed = room.place_labels(
            [*told, *(room.unplaced_line_label(name, points, drawn[name]) for name, points in lines.items())]
        )
        if all(clear for _, clear in placed[len(told) :]):
            return [note for note, _ in placed], True
    return [note for note, _ in room.place_labels(told)], False


@dataclass(frozen=True, slots=True)
class PixelBox:
    """Rectangle in pixels of the plot."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class LabelCandidate:
    """Possible position of a label. `mark_distance` is the distance between the label and its mark in pixels."""

    box: PixelBox
    annotation: dict[str, Any]
    mark_distance: int = 0


@dataclass(frozen=True, slots=True)
class UnplacedLabel:
    """Label without a position yet: its candidate positions, its line, and whether it is the name of this line."""

    candidates: Sequence[LabelCandidate]
    own_line: Line
    is_line_name: bool


class LabelPlacer:
    """Plot area to which lines, dots and labels are added. `xs` and `ys` are the ranges of its axes."""

    def __init__(self, xs: Spot, ys: Spot) -> None:
        self.xs, self.ys = xs, ys
        self.top_limit: float = PLOT_HEIGHT + TOP_MARGIN
        self.lines: list[Line] = []
        self.occupied_boxes: list[PixelBox] = []

    def _px(self, spot: Spot) -> Spot:
        (x, y), (left, right), (low, high) = spot, self.xs, self.ys
        return PLOT_WIDTH * (x - left) / (right - left), PLOT_HEIGHT * (y - low) / (high - low)

    # -- lines and dots ----------------------------------------------------------------------------

    def add_line(self, points: Sequence[Spot], step: bool = False) -> Line:
        """Add a line through these points. With `step`, the line keeps each height until the next x value."""
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
        """Add a vertical line with a label above the plot."""
        self.lines.append({int(self._px((x, self.ys[0]))[0] // COLUMN_WIDTH): (0, PLOT_HEIGHT)})
        self.top_limit = PLOT_HEIGHT

    def add_dot(self, spot: Spot) -> None:
        """Add a dot, so that no label covers it."""
        x, y = self._px(spot)
        self.occupied_boxes.append(PixelBox(x - DOT_RADIUS, y - DOT_RADIUS, x + DOT_RADIUS, y + DOT_RADIUS))

    # -- labels ------------------------------------------------------------------------------------

    def unplaced_line_label(self, text: str, points: Sequence[Spot], own_line: Line) -> UnplacedLabel:
        """Return the label of a line with its candidate positions next to the line."""
        halves = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in pairwise(points)]
        return UnplacedLabel(
            [place for spot in (*points, *halves) for place in self._around(text, spot, POINT_DISTANCE)],
            own_line,
            True,
        )

    def unplaced_dot_label(self, text: str, spot: Spot, own_line: Line) -> UnplacedLabel:
        """Return the label of a dot with its candidate positions next to the dot."""
        beside = self._around(text, spot, DOT_RADIUS)
        return UnplacedLabel(
            [
                *beside,
                *(
                    replace(place, mark_distance=LABEL_HEIGHT)
                    for place in self._around(text, spot, DOT_RADIUS + LABEL_HEIGHT)
                ),
            ],
            own_line,
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

    def place_labels(self, labels: Sequence[UnplacedLabel]) -> list[tuple[dict[str, Any], bool]]:
        """Return the labels at their best positions, and for each label whether it is clear of other elements."""
        ranked = [self._ranked(label) for label in labels]
        chosen: dict[int, ScoredCandidate] = {}

        def boxes(i: int) -> list[PixelBox]:
            return [*self.occupied_boxes, *(other.candidate.box for j, other in chosen.items() if j != i)]

        for _ in range(2):  # in the second pass, the positions of all other labels are known
            for i, candidates in enumerate(ranked):
                chosen[i] = _best(candidates, boxes(i))
        return [(chosen[i].candidate.annotation, chosen[i].clearance(boxes(i)) >= 0) for i in range(len(labels))]

    def _ranked(self, label: UnplacedLabel) -> list[ScoredCandidate]:
        """Return the candidate positions of a label, lowest cost first."""
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


class LineScore(NamedTuple):
    """Score of a candidate position of a label: its distances from the lines of the chart.

    The clearance from other lines is at most `ENOUGH_CLEARANCE`. It is negative if the label touches another
    line, or if a line name is outside the plot or nearer to another line.
    """

    capped_clearance: float
    own_line_penalty: float


@dataclass(slots=True)
class ScoredCandidate:
    """Candidate position with its fixed cost, and its score for the distance from lines, computed on demand."""

    candidate: LabelCandidate
    label: UnplacedLabel
    lines: Sequence[Line]
    placement_cost: float
    is_inside_plot: bool = True
    cached_line_score: LineScore | None = None

    def line_score(self) -> LineScore:
        """Return the capped clearance of a label from other lines, and the penalty if it overlaps its own line."""
        if self.cached_line_score is None:
            box, own = self.candidate.box, _above(self.candidate.box, self.label.own_line)
            others = min(
                (_above(box, line) for line in self.lines if line is not self.label.own_line), default=math.inf
            )
            misnames = not self.is_inside_plot or (self.label.is_line_name and others <= own)
            self.cached_line_score = LineScore(
                -ENOUGH_CLEARANCE if misnames else min(ENOUGH_CLEARANCE, others), 4 * max(0, -own)
            )
        return self.cached_line_score

    def clearance(self, boxes: Sequence[PixelBox]) -> float:
        """Return the distance of a box from the nearest line or box."""
        beside = self.line_score().capped_clearance
        return (
            min([beside, *(_between(self.candidate.box, box) for box in boxes)])
            if beside > -ENOUGH_CLEARANCE
            else beside
        )


def _best(candidates: Sequence[ScoredCandidate], boxes: Sequence[PixelBox]) -> ScoredCandidate:
    """Return the best candidate position. The candidates are sorted by fixed cost, so the search can end early."""
    best, most = candidates[0], -math.inf
    for candidate in candidates:
        if ENOUGH_CLEARANCE - candidate.placement_cost <= most:
            break
        score = candidate.line_score()
        if score.capped_clearance - score.own_line_penalty - candidate.placement_cost > most:
            worth = candidate.clearance(boxes) - score.own_line_penalty - candidate.placement_cost
            if worth > most:
                best, most = candidate, worth
    return best


def _above(box: PixelBox, line: Line) -> float:
    """Return the free height between a box and a line. It is negative if the line crosses the box."""
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
    """Return the free space between two boxes. It is negative if the boxes overlap."""
    return max(one.left - other.right, other.left - one.right, one.bottom - other.top, other.bottom - one.top)
