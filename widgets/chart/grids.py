"""Grid charts: the pairs of two dice, probabilities in cells, gains and losses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from plotly.graph_objects import Figure, Heatmap

from gamelib.number_format import format_fraction, format_fraction_of_any_length, format_number, format_percent

from ..page.translations import text_lookup
from .figure_style import INK, PALETTE, PAPER, category_axis, json_value, label_annotation, styled_figure

chart_text = text_lookup("chart")
FIRST_DIE, SECOND_DIE, VALUE, PROBABILITY = map(chart_text, ("first_die", "second_die", "value", "probability"))


def cell_grid(
    z: Sequence[Sequence[float | None]],
    labels: Sequence[Sequence[str]],
    hover: Sequence[Sequence[str]],
    data: Any,
    **more: Any,
) -> Heatmap:
    """Return the Plotly trace of a grid of labelled cells. The values `z` determine their colours.

    `data` has one entry (Plotly's `customdata`) for each cell. `more` has further arguments of the trace.
    """
    return Heatmap(
        z=z,
        text=labels,
        texttemplate="%{text}",
        textfont={"color": INK, "size": 13},
        showscale=False,
        xgap=2,
        ygap=2,
        hovertext=hover,
        hoverinfo="text",
        hoverongaps=False,
        customdata=data,
        **{"colorscale": [[0, PALETTE["ramp0"]], [1, PALETTE["ramp1"]]], **more},
    )


def gain_grid(
    gains: Sequence[Sequence[Fraction | int]],
    labels: Sequence[Sequence[str]],
    hover: Sequence[Sequence[str]],
    data: Any,
) -> Heatmap:
    """Return a grid of gains and losses. The sign determines the colour of a cell, and gains are bold."""
    bold = [
        [f"<b>{label}</b>" if gain > 0 else label for gain, label in zip(*row, strict=True)]
        for row in zip(gains, labels, strict=True)
    ]
    signs = [[(gain > 0) - (gain < 0) for gain in row] for row in gains]
    colours = [[0, PALETTE["ramp0"]], [0.5, PAPER], [1, PALETTE["ramp1"]]]
    return cell_grid(signs, bold, hover, data, zmin=-1, zmax=1, colorscale=colours)


def cell_frame(column: int, row: int, dash: str = "solid") -> dict[str, Any]:
    """Return a frame around one cell."""
    return {
        "type": "rect",
        "x0": column - 0.46,
        "x1": column + 0.46,
        "y0": row - 0.44,
        "y1": row + 0.44,
        "line": {"color": INK, "width": 3, "dash": dash},
    }


def _grid_axes(columns: Sequence[Any], rows: Sequence[Any]) -> dict[str, Any]:
    upside = {**category_axis(rows), "range": [len(rows) - 0.5, -0.5]}
    return {"xaxis": {**category_axis(columns), "showline": False}, "yaxis": {**upside, "showgrid": False}}


def sample_space(
    values: Mapping[int, Any] | Callable[[int, int], Any],
    *,
    title: str,
    xlabel: str = SECOND_DIE,
    ylabel: str = FIRST_DIE,
    value: str = VALUE,
    marked: tuple[Callable[[Any], bool], str] | None = None,
) -> Figure:
    """Return a grid of the 36 equally likely pairs of two dice, each with its value.

    `values` is a mapping from totals of the dice to values, or a function of both dice that returns a value.

    `marked` is a pair of a predicate on values and a label. The cells whose values satisfy it have a frame, and their
    probability is displayed.
    """
    find = values if callable(values) else lambda a, b: values[a + b]
    faces = range(1, 7)
    grid = [[find(a, b) for b in faces] for a in faces]
    flat = [cell for row in grid for cell in row]
    kinds = sorted(set(flat), key=lambda v: (isinstance(v, str), v))
    numbers = all(isinstance(v, int | float | Fraction) for v in kinds)
    z = [[float(v) if numbers else float(kinds.index(v)) for v in row] for row in grid]
    hover = [
        [chart_text("pair", a=a, b=b, total=a + b, name=value, value=cell) for b, cell in zip(faces, row, strict=True)]
        for a, row in zip(faces, grid, strict=True)
    ]
    frames, notes, words = [], [], ""
    if marked:
        test, label = marked
        inside = [(i, j) for i in range(6) for j in range(6) if test(grid[i][j])]
        frames = [cell_frame(j, i) for i, j in inside]
        words = f" {label}: {format_fraction(Fraction(len(inside), 36), 36)}."
        notes = [
            label_annotation(words.strip(" ."), 0, 1, xref="paper", yref="paper", xanchor="left", yanchor="bottom")
        ]
    return styled_figure(
        [
            cell_grid(
                z,
                [[format_number(v) for v in row] for row in grid],
                hover,
                [[json_value(v) for v in row] for row in grid],
            )
        ],
        title=title,
        text=chart_text("pair_grid", value=value) + words,
        columns=[value, chart_text("pairs"), PROBABILITY],
        rows=((format_number(v), flat.count(v), format_fraction(Fraction(flat.count(v), 36), 36)) for v in kinds),
        xlabel=xlabel,
        ylabel=ylabel,
        height=340,
        label_rows=len(notes),
        shapes=frames,
        annotations=notes,
        **_grid_axes(faces, faces),
    )


def heatmap(
    rows: Sequence[Any],
    columns: Sequence[Any],
    fractions: Sequence[Sequence[Fraction]],
    *,
    title: str,
    xlabel: str,
    ylabel: str,
    marked: tuple[Any, Any] | None = None,
) -> Figure:
    """Return a grid of probabilities as percentages. The fraction appears when the pointer is on a cell.

    `fractions[i][j]` is the probability for `rows[i]` and `columns[j]`. `marked` is the row and the column of the
    framed cell.
    """
    names = [[f"{ylabel} {format_number(r)}, {xlabel} {format_number(c)}" for c in columns] for r in rows]
    hover = [
        [f"{n}<br>{format_fraction_of_any_length(p)}" for n, p in zip(ns, ps, strict=True)]
        for ns, ps in zip(names, fractions, strict=True)
    ]
    every = [(p, n) for ns, ps in zip(names, fractions, strict=True) for n, p in zip(ns, ps, strict=True)]
    low, high = min(every, key=lambda e: e[0]), max(every, key=lambda e: e[0])
    text = chart_text(
        "grid", low=format_fraction(low[0]), low_name=low[1], high=format_fraction(high[0]), high_name=high[1]
    )
    frames = []
    if marked:
        i, j = list(rows).index(marked[0]), list(columns).index(marked[1])
        frames = [cell_frame(j, i)]
        text += " " + chart_text("grid_marked", name=names[i][j], p=format_fraction(fractions[i][j]))
    return styled_figure(
        [
            cell_grid(
                [[float(p) for p in row] for row in fractions],
                [[format_percent(p) for p in row] for row in fractions],
                hover,
                [[[json_value(r), json_value(c)] for c in columns] for r in rows],
            )
        ],
        title=title,
        text=text,
        columns=[f"{ylabel} \\ {xlabel}", *(format_number(c) for c in columns)],
        rows=(
            [format_number(r), *(format_fraction_of_any_length(p) for p in row)]
            for r, row in zip(rows, fractions, strict=True)
        ),
        xlabel=xlabel,
        ylabel=ylabel,
        height=70 + 44 * len(rows),
        shapes=frames,
        **_grid_axes([format_number(c) for c in columns], [format_number(r) for r in rows]),
    )
