"""Common style of all Plotly figures: colours from tokens.toml, number formats, layout and labels.

The colours are those of light pages. On a dark page, the chart widget replaces them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any, NamedTuple

from plotly.graph_objects import Figure

from gamelib.number_format import format_precise_percent

from ..page.tokens import COLOURS

PALETTE: dict[str, str] = {name: light for name, (light, _) in COLOURS.items()}
SERIES_COLOURS = [PALETTE[f"s{i}"] for i in (5, 6, 3, 7, 1, 2, 4, 8)]  # neighbours differ in hue and in lightness
LINE_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "cross", "star", "triangle-down")
EXACT_COLOUR, ACCENT, TRANSPARENT = PALETTE["s5"], PALETTE["accent"], "rgba(0,0,0,0)"
HIT, MISS = PALETTE["hit"], PALETTE["miss"]
INK, MUTED, LINE, PAPER = (PALETTE[name] for name in ("ink", "muted", "line", "paper"))
LABEL_ROW_HEIGHT = 19  # height in px of a row of labels above the plot
AXIS_DIVISIONS = (1000, 500, 200, 100, 50, 20, 10, 5, 4, 2)  # divisions of a probability axis, finest first
MAX_LABEL_LINE = 9  # maximum letters per line of a name under a bar on a phone


def styled_figure(
    traces: Iterable[Any],
    *,
    title: str,
    text: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    xlabel: str = "",
    ylabel: str = "",
    height: int = 320,
    label_rows: int = 0,
    **layout: Any,
) -> Figure:
    """Return a Plotly figure in the common style.

    `label_rows` is the number of rows of labels above the plot (see `vertical_lines`).
    """
    axis = {
        "fixedrange": True,
        "automargin": True,
        "zeroline": False,
        "gridcolor": LINE,
        "linecolor": MUTED,
        "tickfont": {"color": MUTED},
        "ticks": "",
    }
    own_x, own_y = layout.pop("xaxis", {}), layout.pop("yaxis", {})
    return Figure(
        data=list(traces),
        layout={
            "template": "none",
            "title": {"text": title, "automargin": True, "yref": "container", "x": 0, "font": {"color": INK}},
            "meta": {
                "text": f"{title}. {text}".replace("..", "."),
                "table": {
                    "columns": list(columns),
                    "rows": [[str(cell).replace("<br>", " ") for cell in row] for row in rows],
                },
            },
            "xaxis": {**axis, "title": {"text": xlabel, "standoff": 8}, "showgrid": False, "showline": True, **own_x},
            "yaxis": {**axis, "title": {"text": ylabel, "standoff": 8}, **own_y},
            "font": {"family": "Kismet Sans, system-ui, sans-serif", "size": 13, "color": INK},
            "paper_bgcolor": PAPER,
            "plot_bgcolor": PAPER,
            "margin": {"l": 8, "r": 12, "t": 10 + label_rows * LABEL_ROW_HEIGHT, "b": 8},
            "height": height + label_rows * LABEL_ROW_HEIGHT,
            "hoverlabel": {"bgcolor": PALETTE["raised"], "bordercolor": MUTED, "font": {"color": INK}, "align": "left"},
            "hovermode": "closest",
            "dragmode": False,
            "showlegend": False,
            "barmode": "overlay",
            **layout,
        },
    )


class DashedLineMark(NamedTuple):
    """Vertical line at x in a chart, with a label and Plotly's name for its dash style."""

    x: float
    label: str
    dash: str


def vertical_lines(marks: Iterable[DashedLineMark]) -> dict[str, Any]:
    """Return the shapes and labels of vertical lines. The labels are above the plot.

    The rightmost label is lowest, so that no line crosses another label.
    """
    shapes, notes = [], []
    for row, (x, label, dash) in enumerate(sorted(marks, key=lambda mark: -mark.x)):
        line = {"type": "line", "x0": x, "x1": x, "line": {"color": INK, "width": 1.5, "dash": dash}}
        pole = {"yref": "paper", "ysizemode": "pixel", "yanchor": 1, "y0": 0, "y1": (row + 0.8) * LABEL_ROW_HEIGHT}
        shapes += [{**line, "yref": "paper", "y0": 0, "y1": 1}, {**line, **pole}]
        notes.append(
            label_annotation(
                label, x, 1, yref="paper", yanchor="bottom", yshift=row * LABEL_ROW_HEIGHT, xanchor="left", xshift=2
            )
        )
    return {"shapes": shapes, "annotations": notes}


def label_annotation(label: str, x: Any, y: Any, **more: Any) -> dict[str, Any]:
    """Return a text label of a figure, without an arrow and with the background colour of the page.

    `more` contains further settings of the annotation. They replace the default settings.
    """
    return {"text": label, "x": x, "y": y, "showarrow": False, "bgcolor": PAPER, "borderpad": 1, **more}


def pointer_annotation(label: str, x: float, y: float, label_y: float, xanchor: str) -> dict[str, Any]:
    """Return a label at the height `label_y` with a thin line down to its mark at (x, y)."""
    arrow = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1, "arrowcolor": MUTED, "standoff": 3}
    return label_annotation(
        label, x, y, **arrow, ax=x, ay=label_y, axref="x", ayref="y", xanchor=xanchor, yanchor="bottom"
    )


def json_value(value: Any) -> Any:
    """Return an outcome as a JSON value."""
    return value if isinstance(value, str | int | float) else str(value)


def numeric_axis(values: Sequence[Any], span: tuple[float, float]) -> dict[str, Any]:
    """Return an axis with integer ticks if all values are integers.

    Each integer has a tick if the ticks fit on a phone. Otherwise Plotly selects the ticks.
    """
    every = all(float(v).is_integer() for v in values) and span[1] - span[0] <= 14
    return {"range": list(span), **({"dtick": 1, "tick0": 0} if every else {"nticks": 9})}


def percent_axis(top: float, low: float = 0.0, most: int = 5) -> dict[str, Any]:
    """Return a probability axis from `low` to `top` with about `most` ticks, labelled in the style "40%"."""
    every = next((n for n in AXIS_DIVISIONS if top * n <= most), AXIS_DIVISIONS[-1])
    marks = [Fraction(n, every) for n in range(every + 1)]
    told = [format_precise_percent(mark, min_decimals=int(every > 100)) for mark in marks]
    return {"range": [low, top], "tickvals": [float(mark) for mark in marks], "ticktext": told}


def wrapped_label(name: str) -> str:
    """Break a name into lines that fit under its bar on a phone."""
    return "<br>".join(wrap(name, MAX_LABEL_LINE, break_long_words=False))


def category_axis(names: Sequence[Any]) -> dict[str, Any]:
    """Return the settings of a chart axis with one tick for each name."""
    return {
        "tickvals": list(range(len(names))),
        "ticktext": [str(name) for name in names],
        "range": [-0.5, len(names) - 0.5],
    }
