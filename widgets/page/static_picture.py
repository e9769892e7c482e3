"""Static SVG picture of a chart for exports: bars, lines and cells of a figure in our style, with its sentence below.

Front ends without scripts show this picture in place of the widget. Plotly itself needs a browser to draw a picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape, unescape
from itertools import pairwise
from textwrap import wrap
from typing import Any, NamedTuple
from zlib import crc32

from gamelib.number_format import format_number

from .tokens import COLOURS

Json = Mapping[str, Any]

INK, LINE, MUTED, PAPER, MARK = (COLOURS[name][0] for name in ("ink", "line", "muted", "paper", "s5"))
TRANSPARENT = "rgba(0,0,0,0)"
WIDTH = 640
LETTER_WIDTH = 7.2
"""Estimated px of a letter. Labels can be wider on other machines, so that they get some px more."""
ROW_HEIGHT = 18
TICK_COUNT = 6
CAPTION_LETTERS = 86
"""Letters in a line of the caption."""
DASHES = {"dash": "8 5", "dot": "2 4", "dashdot": "8 4 2 4", "longdash": "14 6", "longdashdot": "14 5 2 5"}
SYMBOL_PATHS = {
    "square": "M-1-1H1V1H-1Z",
    "diamond": "M0-1.3L1.3 0L0 1.3L-1.3 0Z",
    "triangle-up": "M0-1.2L1.2 1H-1.2Z",
    "triangle-down": "M0 1.2L1.2-1H-1.2Z",
    "x": "M-1-1L1 1M1-1L-1 1",
    "cross": "M0-1.2V1.2M-1.2 0H1.2",
    "star": "M0-1.2L.4-.4L1.2-.3L.6.3L.8 1.1L0 .7L-.8 1.1L-.6.3L-1.2-.3L-.4-.4Z",
    "line-ns": "M0-1V1",
    "line-ew": "M-1 0H1",
}
"""Marks of size 2 around (0, 0). All others are circles."""
ANCHORS = {"left": "start", "center": "middle", "right": "end"}


class StaticChart(NamedTuple):
    """Chart of an export: heading, sentence, table with columns and rows, and plain values of its Plotly figure."""

    title: str
    text: str
    table: Json
    figure: Json

    def lines(self) -> list[str]:
        """Return the title, sentence and table as lines of text."""
        rows = [self.table["columns"], *self.table["rows"]] if self.table else []
        return [self.title, self.text, *(" | ".join(str(cell).replace("\n", " ") for cell in row) for row in rows)]


def picture_svg(parts: Iterable[str | StaticChart]) -> str:
    """Return paragraphs and charts as one SVG, one below the other.

    >>> from widgets import Chart
    >>> from widgets.chart.figures import distribution
    >>> from gamelib import Dist
    >>> chart = Chart(distribution(Dist.die(6), title="A die", xlabel="points"))
    >>> picture_svg(["Roll it.", *chart.plain_paragraphs_and_charts()]).count("<rect ")  # the paper and six bars
    7
    """
    drawn, height = [], 0.0
    for part in parts:
        picture = _Picture(part if isinstance(part, StaticChart) else StaticChart("", part, {}, {}))
        bottom = picture.draw()
        drawn.append(f'<g transform="translate(0 {height:.0f})">{picture.group()}</g>')
        height += bottom
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" role="img" font-family="system-ui, sans-serif" font-size="13">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(drawn)}</svg>'
    )


class _Axis:
    """Axis: its range of values, and its range in px on the picture."""

    def __init__(self, layout: Json, values: Iterable[Any]) -> None:
        given = list(values)
        names = list(dict.fromkeys(value for value in given if isinstance(value, str)))
        self.place_by_name = {name: float(place) for place, name in enumerate(names)}
        self.layout, self.start, self.end = layout, 0.0, 1.0
        numbers = [self.number(value) for value in given if value is not None]
        low, high = min(numbers, default=0.0), max(numbers, default=1.0)
        space = 0.5 if names else (high - low) * 0.05 or 0.5
        span: tuple[float, float] = layout.get("range") or (low - space, high + space)
        self.low, self.high = span

    def number(self, value: Any) -> float:
        return self.place_by_name.get(value, 0.0) if isinstance(value, str) else float(value)

    def px(self, value: Any) -> float:
        share = (self.number(value) - self.low) / ((self.high - self.low) or 1)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the ticks in the range with their labels."""
        low, high = sorted((self.low, self.high))
        if "tickvals" in self.layout:
            found = zip(self.layout["tickvals"], self.layout.get("ticktext", self.layout["tickvals"]), strict=True)
            marks = [(self.number(value), _plain(label)) for value, label in found]
        elif self.place_by_name:
            marks = [(place, _plain(name)) for name, place in self.place_by_name.items()]
        else:
            step = self.layout.get("dtick") or _round_step((high - low) / TICK_COUNT)
            first = math.ceil(low / step - 1e-9)
            marks = [(n * step, format_number(n * step, 4)) for n in range(first, math.floor(high / step + 1e-9) + 1)]
        return [(value, label) for value, label in marks if low - 1e-9 <= value <= high + 1e-9]


def _round_step(step: float) -> float:
    """Return the smallest round number that is at least `step`: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step or 1))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step - 1e-9 * power)


def _plain(text: Any) -> str:
    """Return a label without tags. Lines are separated by newlines."""
    return unescape(re.sub(r"<[^>]+>", "", str(text).replace("<br>", "\n")))


def _at(value: Any, index: int, default: Any = None) -> Any:
    """Return the value of one mark: an item if the property is a list, otherwise the value common to all marks."""
    if isinstance(value, list):
        return value[index] if index < len(value) else default
    return default if value is None else value


class _Picture:
    """Picture of one figure. `parts` are the SVG elements in drawing order."""

    def __init__(self, chart: StaticChart) -> None:
        self.chart = chart
        self.data: Sequence[Json] = chart.figure.get("data", ())
        self.layout: Json = chart.figure.get("layout", {})
        self.id = f"km-{crc32((chart.title + chart.text).encode()):08x}"
        self.parts: list[str] = []
        self.hatches: dict[str, str] = {}
        self.x, self.y = (
            _Axis(self.layout.get(f"{name}axis", {}), (value for trace in self.data for value in _values(trace, name)))
            for name in "xy"
        )

    def group(self) -> str:
        """Return the drawn parts as elements of an SVG."""
        return f"<defs>{''.join(self.hatches.values())}</defs>{''.join(self.parts)}"

    def draw(self) -> float:
        """Draw all parts and return the height of the picture."""
        title_lines = wrap(self.chart.title, CAPTION_LETTERS - 10)
        self._write("\n".join(title_lines), 8, ROW_HEIGHT, weight="700")
        below = ROW_HEIGHT * len(title_lines) + 8.0
        if self.data:
            below = self._draw_plot(below)
        caption = wrap(self.chart.text, CAPTION_LETTERS)
        self._write("\n".join(caption), 8, below + ROW_HEIGHT, color=MUTED if self.data else INK)
        return below + ROW_HEIGHT * (len(caption) + 1)

    def _draw_plot(self, y: float) -> float:
        """Draw the plot below y and return the y below its axis."""
        top = y + float(self.layout.get("margin", {}).get("t", 10))
        top += ROW_HEIGHT * self._draw_legend(y + 4)
        height = top + max(120.0, float(self.layout.get("height", 320)) - 90)
        x_ticks, y_ticks = self.x.ticks(), self.y.ticks()
        shown = [axis.layout.get("visible", True) for axis in (self.x, self.y)]
        left = 38 + LETTER_WIDTH * max((len(label) for _, label in y_ticks), default=0) * shown[1]
        self.x.start, self.x.end, self.y.start, self.y.end = left, WIDTH - 16, height, top
        if shown[1]:
            self._draw_y_axis(y_ticks)
        for trace in self.data:
            if trace.get("type") == "heatmap":
                self._draw_cells(trace)
        self._draw_bars([trace for trace in self.data if trace.get("type") == "bar"])
        for shape in self.layout.get("shapes", ()):
            self._draw_shape(shape)
        for trace in self.data:
            if trace.get("type", "scatter") == "scatter":
                self._draw_points(trace)
        for note in self.layout.get("annotations", ()):
            self._draw_note(note)
        return self._draw_x_axis(x_ticks, height) if shown[0] else height + 10

    # -- elements ----------------------------------------------------------------------------

    def _write(
        self, text: str, x: float, y: float, color: str = INK, anchor: str = "start", weight: str = "400"
    ) -> None:
        for row, line in enumerate(text.split("\n")):
            self.parts.append(
                f'<text x="{x:.1f}" y="{y + row * ROW_HEIGHT:.1f}" fill="{color}" text-anchor="{anchor}" '
                f'font-weight="{weight}">{escape(line)}</text>'
            )

    def _line(self, x0: float, y0: float, x1: float, y1: float, color: str, width: Any = 1, dash: str = "") -> None:
        dashes = f' stroke-dasharray="{DASHES[dash]}"' if dash in DASHES else ""
        self.parts.append(
            f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{color}" '
            f'stroke-width="{width}"{dashes}/>'
        )

    def _rectangle(self, x: float, y: float, width: float, height: float, fill: str, name: str, line: str = "") -> None:
        self.parts.append(
            f'<rect class=\'{name}\' x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
            f'fill="{fill}"{line}/>'
        )

    def _mark(self, symbol: str, x: float, y: float, size: float, color: str, line: Json) -> None:
        name, is_open = symbol.removesuffix("-open"), symbol.endswith("-open")
        path, r = SYMBOL_PATHS.get(name), size / 2
        edge = line.get("color", color) if line.get("width") or is_open or name.startswith("line") else color
        width = float(_at(line.get("width"), 0, 0) or 1.5)
        edge = str(_at(edge, 0, color))
        fill = "none" if is_open else color
        if path is None:
            self.parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" stroke="{edge}" stroke-width="{width}"/>'
            )
        else:
            self.parts.append(
                f'<path d="{path}" transform="translate({x:.1f} {y:.1f}) scale({r:.2f})" fill="{fill}" '
                f'stroke="{edge}" stroke-width="{width / (r or 1):.3f}"/>'
            )

    def _hatch(self, color: str) -> str:
        name = f"{self.id}-{len(self.hatches)}" if color not in self.hatches else ""
        if name:
            self.hatches[color] = (
                f'<pattern id="{name}" width="7" height="7" patternUnits="userSpaceOnUse" '
                f'patternTransform="rotate(45)"><rect width="7" height="7" fill="{PAPER}"/>'
                f'<line x1="0" y1="0" x2="0" y2="7" stroke="{color}" stroke-width="3.5"/></pattern>'
            )
        return f"url(#{self.hatches[color].split(chr(34))[1]})"

    # -- axes and legend ---------------------------------------------------------------------

    def _draw_y_axis(self, ticks: list[tuple[float, str]]) -> None:
        for value, label in ticks:
            y = self.y.px(value)
            if self.y.layout.get("showgrid", True):
                self._line(self.x.start, y, self.x.end, y, LINE)
            self._write(label, self.x.start - 6, y + 4, MUTED, "end")
        title = self.y.layout.get("title", {}).get("text", "")
        if title:
            x, y = 14, (self.y.start + self.y.end) / 2
            self.parts.append(
                f'<text x="{x}" y="{y:.1f}" fill="{INK}" text-anchor="middle" transform="rotate(-90 {x} {y:.1f})">'
                f"{escape(_plain(title))}</text>"
            )

    def _draw_x_axis(self, ticks: list[tuple[float, str]], y: float) -> float:
        """Draw the axis below the plot and return the y below its title."""
        if self.x.layout.get("showline", True):
            self._line(self.x.start, y, self.x.end, y, MUTED)
        distance = (self.x.end - self.x.start) / max(len(ticks), 1)
        letters = max(4, int(distance / LETTER_WIDTH))
        labels = [(value, "\n".join(wrap(label, letters)) or label) for value, label in ticks]
        rows = max((label.count("\n") + 1 for _, label in labels), default=0)
        for value, label in labels:
            self._write(label, self.x.px(value), y + ROW_HEIGHT, MUTED, "middle")
        below = y + ROW_HEIGHT * rows + 8
        title = _plain(self.x.layout.get("title", {}).get("text", ""))
        if title:
            self._write(title, (self.x.start + self.x.end) / 2, below + ROW_HEIGHT - 4, INK, "middle")
            below += ROW_HEIGHT
        return below

    def _draw_legend(self, y: float) -> int:
        """Draw the names of the traces above the plot and return the number of rows."""
        named = [trace for trace in self.data if trace.get("name") and trace.get("showlegend", True)]
        if not self.layout.get("showlegend") or not named:
            return 0
        x, rows = 8.0, 1
        for trace in named:
            name = _plain(trace["name"]).replace("\n", " ")
            width = 30 + LETTER_WIDTH * len(name)
            if x > 8 and x + width > WIDTH:
                x, rows = 8.0, rows + 1
            color, middle = _trace_color(trace), y + ROW_HEIGHT * (rows - 1)
            if trace.get("type") == "bar":
                self._rectangle(x, middle - 6, 14, 12, color, "legend")
            else:
                line = trace.get("line", {})
                if "lines" in trace.get("mode", "lines"):
                    self._line(x, middle, x + 18, middle, color, line.get("width", 2), line.get("dash", ""))
                if "markers" in trace.get("mode", ""):
                    marker = trace.get("marker", {})
                    symbol = str(_at(marker.get("symbol"), 0, "circle"))
                    self._mark(symbol, x + 9, middle, 9, color, marker.get("line", {}))
            self._write(name, x + 23, middle + 4)
            x += width + 12
        return rows

    # -- traces ------------------------------------------------------------------------------

    def _draw_bars(self, traces: list[Json]) -> None:
        grouped = self.layout.get("barmode") == "group" and len(traces) > 1
        for place, trace in enumerate(traces):
            marker, pattern = trace.get("marker", {}), trace.get("marker", {}).get("pattern", {})
            for index, (x, y) in enumerate(zip(trace["x"], trace["y"], strict=True)):
                if x is None or y is None:
                    continue
                width = float(_at(trace.get("width"), index, 0.8))
                start = self.x.number(x) - width / 2
                if grouped:
                    width /= len(traces)
                    start += place * width
                base = float(_at(trace.get("base"), index, 0.0))
                ends = sorted((self.y.px(base), self.y.px(base + float(y))))
                color = str(_at(marker.get("color"), index, MARK))
                edge = marker.get("line", {})
                stroke = _at(edge.get("width"), index, 0)
                line = f' stroke="{_at(edge.get("color"), index, color)}" stroke-width="{stroke}"' if stroke else ""
                fill = (
                    self._hatch(color) if _at(pattern.get("shape"), index, "") else color.replace(TRANSPARENT, "none")
                )
                left, right = self.x.px(start), self.x.px(start + width)
                self._rectangle(left, ends[0], right - left, ends[1] - ends[0], fill, "bar", line)
                self._draw_error(trace.get("error_y", {}), index, (left + right) / 2, base + float(y))

    def _draw_error(self, error: Json, index: int, x: float, y: float) -> None:
        above = _at(error.get("array"), index)
        if above is None:
            return
        below = _at(error.get("arrayminus"), index, above)
        top, bottom = self.y.px(y + above), self.y.px(y - below)
        self._line(x, top, x, bottom, str(error.get("color", INK)), 1.2)
        for end in (top, bottom):
            self._line(x - 4, end, x + 4, end, str(error.get("color", INK)), 1.2)

    def _draw_points(self, trace: Json) -> None:
        mode, line, marker = trace.get("mode", "lines"), trace.get("line", {}), trace.get("marker", {})
        points = [
            None if x is None or y is None else (self.x.px(x), self.y.px(y))
            for x, y in zip(trace.get("x", ()), trace.get("y", ()), strict=False)
        ]
        if "lines" in mode and line.get("width", 2):
            path, is_pen_up = "", True
            for point in points:
                if point is None:
                    is_pen_up = True
                    continue
                way = "M" if is_pen_up else "L"
                path += (
                    f"H{point[0]:.1f}V{point[1]:.1f}"
                    if line.get("shape") == "hv" and way == "L"
                    else (f"{way}{point[0]:.1f} {point[1]:.1f}")
                )
                is_pen_up = False
            dash = DASHES.get(line.get("dash", ""))
            self.parts.append(
                f'<path d="{path}" fill="none" stroke="{_trace_color(trace)}" stroke-width="{line.get("width", 2)}"'
                f"{f' stroke-dasharray={chr(34)}{dash}{chr(34)}' if dash else ''}/>"
            )
        for index, point in enumerate(points):
            if point is None:
                continue
            if "markers" in mode:
                color = str(_at(marker.get("color"), index, _trace_color(trace)))
                edge = {name: _at(value, index) for name, value in marker.get("line", {}).items()}
                size = float(_at(marker.get("size"), index, 7))
                self._mark(str(_at(marker.get("symbol"), index, "circle")), *point, size, color, edge)
            if "text" in mode:
                self._write(_plain(_at(trace.get("text"), index, "")), point[0], point[1] - 8, INK, "middle")

    def _draw_cells(self, trace: Json) -> None:
        numbers = [value for row in trace["z"] for value in row if value is not None]
        low = trace.get("zmin", min(numbers, default=0))
        high = trace.get("zmax", max(numbers, default=1))
        columns = trace.get("x") or list(range(len(trace["z"][0])))
        rows = trace.get("y") or list(range(len(trace["z"])))
        for row, values in zip(rows, trace["z"], strict=True):
            for place, (column, value) in enumerate(zip(columns, values, strict=True)):
                x, y = self.x.number(column), self.y.number(row)
                left, right = sorted((self.x.px(x - 0.5), self.x.px(x + 0.5)))
                top, bottom = sorted((self.y.px(y - 0.5), self.y.px(y + 0.5)))
                if value is not None:
                    color = _scale_color(trace.get("colorscale", ()), (value - low) / ((high - low) or 1))
                    self._rectangle(left + 1, top + 1, right - left - 2, bottom - top - 2, color, "cell")
                label = _plain(_at(_at(trace.get("text"), rows.index(row), []), place, ""))
                middle = (top + bottom) / 2 + 4 - label.count("\n") * ROW_HEIGHT / 2
                self._write(label, (left + right) / 2, middle, INK, "middle")

    # -- shapes and notes --------------------------------------------------------------------

    def _place(self, axis: _Axis, value: Any, reference: str) -> float:
        if reference == "paper":
            return axis.start + float(value) * (axis.end - axis.start)
        return axis.px(value)

    def _draw_shape(self, shape: Json) -> None:
        xs = [self._place(self.x, shape[name], shape.get("xref", "x")) for name in ("x0", "x1")]
        ys = [self._place(self.y, shape[name], shape.get("yref", "y")) for name in ("y0", "y1")]
        if shape.get("ysizemode") == "pixel":
            anchor = self._place(self.y, shape.get("yanchor", 0), shape.get("yref", "y"))
            ys = [anchor - float(shape[name]) for name in ("y0", "y1")]
        line = shape.get("line", {})
        color, width, dash = line.get("color", INK), line.get("width", 1), line.get("dash", "")
        if shape["type"] == "line":
            self._line(xs[0], ys[0], xs[1], ys[1], color, width, dash)
            return
        dashes = f' stroke-dasharray="{DASHES[dash]}"' if dash in DASHES else ""
        edge = f' stroke="{color}" stroke-width="{width}"{dashes}'
        fill = str(shape.get("fillcolor", "none")).replace(TRANSPARENT, "none")
        self._rectangle(min(xs), min(ys), abs(xs[1] - xs[0]), abs(ys[1] - ys[0]), fill, "shape", edge)

    def _draw_note(self, note: Json) -> None:
        text = _plain(note.get("text", ""))
        x = self._place(self.x, note["x"], note.get("xref", "x")) + float(note.get("xshift", 0))
        y = self._place(self.y, note["y"], note.get("yref", "y")) - float(note.get("yshift", 0))
        if note.get("showarrow") and note.get("ayref") == "y":
            end = self.y.px(note["ay"])
            self._line(x, end, x, y - 3, MUTED)
            y = end
        rows = text.count("\n")
        above = {"bottom": -4 - rows * ROW_HEIGHT, "top": ROW_HEIGHT - 4}
        y += above.get(note.get("yanchor", "middle"), 4 - rows * ROW_HEIGHT / 2)
        anchor = ANCHORS.get(note.get("xanchor", "center"), "middle")
        half = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * LETTER_WIDTH * max(map(len, text.split("\n")))
        x = max(half + 4, min(x, WIDTH - 4 - LETTER_WIDTH * max(map(len, text.split("\n"))) + half))
        self._write(text, x, y, note.get("font", {}).get("color", INK), anchor)


def _values(trace: Json, name: str) -> list[Any]:
    """Return the values of a trace on one axis. Bars include the value 0. Cells without names are numbered."""
    if trace.get("type") == "heatmap" and not trace.get(name):
        return list(range(len(trace["z"][0] if name == "x" else trace["z"])))
    return [*(trace.get(name) or ()), *([0] if trace.get("type") == "bar" and name == "y" else [])]


def _trace_color(trace: Json) -> str:
    marker = trace.get("marker", {})
    color = trace.get("line", {}).get("color") or marker.get("color") or MARK
    found = str(_at(color, 0, MARK))
    return str(_at(marker.get("line", {}).get("color"), 0, INK)) if found == TRANSPARENT else found


def _scale_color(scale: Sequence[Sequence[Any]], share: float) -> str:
    """Return the colour at a position of a colour scale, from 0 to 1."""
    if not scale:
        return PAPER
    share = min(1.0, max(0.0, share))
    for (low, first), (high, second) in pairwise(scale):
        if share <= high:
            part = (share - low) / ((high - low) or 1)
            pairs = [(int(first[n : n + 2], 16), int(second[n : n + 2], 16)) for n in (1, 3, 5)]
            return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in pairs)
    return str(scale[-1][1])
