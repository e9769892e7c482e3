"""Line charts: probabilities and amounts as functions of a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from plotly.graph_objects import Figure, Scatter

from gamelib.number_format import format_fraction_of_any_length, format_number

from ..page.translations import text_lookup
from .figure_style import (
    INK,
    LINE_DASHES,
    PAPER,
    SERIES_COLOURS,
    SYMBOLS,
    DashedLineMark,
    numeric_axis,
    percent_axis,
    styled_figure,
    vertical_lines,
)
from .label_placement import place_line_labels

chart_text = text_lookup("chart")
PROBABILITY = chart_text("probability")


def probability_curves(
    series: Mapping[str, Sequence[tuple[float, Fraction]]],
    *,
    title: str,
    xlabel: str,
    ylabel: str = PROBABILITY,
    marks: Sequence[tuple[str, float, str]] = (),
    marked: tuple[float, str] | None = None,
) -> Figure:
    """Return a chart of probabilities as functions of a number, with one named curve for each function.

    Each entry (curve, x, label) of `marks` draws a labelled dot on a curve. `marked` is the x value and the label of a
    vertical line.
    """
    highest = max((float(p) for points in series.values() for _, p in points), default=0)
    top = 1.25 * highest if 0 < highest < 0.4 else 1.08  # small probabilities use the whole height
    return _plot_lines(
        series,
        format_fraction_of_any_length,
        title=title,
        xlabel=xlabel,
        ylabel=ylabel,
        marks=marks,
        marked=marked,
        yaxis=percent_axis(top, most=6),
    )


def amount_lines(
    series: Mapping[str, Sequence[tuple[float, float | Fraction]]],
    *,
    title: str,
    xlabel: str,
    ylabel: str,
    zero: bool = True,
    step: bool = False,
    marks: Sequence[tuple[str, float, str]] = (),
    marked: tuple[float, str] | None = None,
    known: Sequence[str] = (),
) -> Figure:
    """Return a chart of amounts as functions of a number.

    With `zero`, the zero line is drawn. With `step`, lines keep each value until the next x. `known` lists all possible
    series, so that each name always has the same colour.

    Each entry (series name, x, label) of `marks` draws a dot on a line. The label may be empty. `marked` is the x value
    and the label of a vertical line.
    """
    return _plot_lines(
        series,
        format_number,
        title=title,
        xlabel=xlabel,
        ylabel=ylabel,
        marked=marked,
        zero=zero,
        step=step,
        marks=marks,
        known=known,
    )


def _plot_lines(
    series: Mapping[str, Sequence[tuple[float, Any]]],
    say: Callable[[Any], str],
    *,
    xlabel: str,
    marked: tuple[float, str] | None,
    zero: bool = False,
    step: bool = False,
    marks: Sequence[tuple[str, float, str]] = (),
    known: Sequence[str] = (),
    yaxis: Mapping[str, Any] | None = None,
    **words: Any,
) -> Figure:
    if not series or not all(series.values()):
        raise ValueError(chart_text("no_points"))
    xs = sorted({x for points in series.values() for x, _ in points})
    values = {name: dict(points) for name, points in series.items()}
    traces = []
    for name, points in series.items():
        i = list(known or series).index(name)
        colour = SERIES_COLOURS[i % len(SERIES_COLOURS)]
        traces.append(
            Scatter(
                x=[x for x, _ in points],
                y=[float(y) for _, y in points],
                mode="lines+markers",
                name=name,
                line={
                    "color": colour,
                    "width": 2.5,
                    "dash": LINE_DASHES[i % len(LINE_DASHES)],
                    "shape": "hv" if step else "linear",
                },
                marker={"symbol": SYMBOLS[i % len(SYMBOLS)], "size": 7, "color": colour},
                hovertext=[f"{name}<br>{xlabel} {format_number(x)}: {say(y)}" for x, y in points],
                hoverinfo="text",
                customdata=[name] * len(points),
            )
        )
    for name, x, label in marks:
        traces.append(
            Scatter(
                x=[x],
                y=[float(values[name][x])],
                mode="markers",
                marker={"symbol": "circle", "size": 13, "color": PAPER, "line": {"color": INK, "width": 2.5}},
                hovertext=[f"{name}<br>{label}"],
                hoverinfo="text",
                customdata=[name],
                name=label,
                showlegend=False,
            )
        )
    told = [f"{name} {say(points[marked[0]])}" for name, points in values.items() if marked and marked[0] in points]
    pad = (xs[-1] - xs[0]) * 0.03 or 0.5
    span = (xs[0] - pad, xs[-1] + pad)
    yaxis = yaxis or {"nticks": 6, "range": _air(series, zero)}
    notes, direct = place_line_labels(values, (span, yaxis["range"]), marks, marked, zero, step)
    flags = vertical_lines([DashedLineMark(*marked, "dash")] if marked else [])
    flags["annotations"] += notes
    if zero:
        flags["shapes"].append(
            {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": 0, "y1": 0, "line": {"color": INK, "width": 1.5}}
        )
    ends = [
        chart_text("line_ends", name=name, first=say(points[0][1]), last=say(points[-1][1]))
        for name, points in series.items()
    ]
    said = [
        chart_text("lines", n=len(series), label=xlabel, first=xs[0], last=xs[-1]),
        *ends,
        *([f"{marked[1]}: " + ", ".join(told)] if marked else []),
        *(f"{name}, {label}" if label else chart_text("line_mark", name=name, x=x) for name, x, label in marks),
    ]
    return styled_figure(
        traces,
        text=". ".join(said) + ".",
        columns=[xlabel, *series],
        rows=([format_number(x), *(say(v[x]) if x in v else "" for v in values.values())] for x in xs),
        xlabel=xlabel,
        height=320 if direct else 360,
        label_rows=1 if marked else 0,
        showlegend=not direct,
        legend={"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom", "x": 0},
        xaxis=numeric_axis(xs, span),
        yaxis=yaxis,
        **flags,
        **words,
    )


def _air(series: Mapping[str, Sequence[tuple[float, Any]]], zero: bool) -> tuple[float, float]:
    """Return the range of the y axis, with some space above and below the lines."""
    heights = [float(y) for points in series.values() for _, y in points] + [0.0] * zero
    air = 0.08 * (max(heights) - min(heights)) or 1
    return min(heights) - air, max(heights) + air
