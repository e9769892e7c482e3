"""Figures of the growth dashboard: gains and losses as bars, and a heat map with a line at zero."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from plotly.graph_objects import Figure

from gamelib.number_format import format_mean, format_number

from ....chart.bars import exact_bars
from ....chart.figure_style import INK, PALETTE, category_axis, label_annotation, styled_figure, wrapped_label
from ....chart.grids import cell_frame, gain_grid
from ....page.translations import text_lookup

text = text_lookup("dashboard_growth")

PlotlyShape: TypeAlias = dict[str, Any]
"""Entry of the list `shapes` of a Plotly layout."""


def gain_bars_figure(
    amounts: Sequence[tuple[str, Fraction]],
    *,
    title: str,
    ylabel: str,
    framed_index: int | None = None,
    name_heading: str = "name",
) -> Figure:
    """Draw named amounts as bars above and below zero. Gains are filled, other bars are hatched.

    `framed_index` is the index of the framed bar. `name_heading` is the heading of the table column with the names.
    """
    heights = {i: float(gain) for i, (_, gain) in enumerate(amounts)}
    hover = [f"{name}: {format_mean(gain)}" for name, gain in amounts]
    bars = exact_bars(heights, [gain > 0 for _, gain in amounts], 0.62, hover, list(heights))
    low, high = min(0.0, *heights.values()), max(0.0, *heights.values())
    air = 0.16 * (high - low) or 1.0
    notes = [
        label_annotation(
            _signed(gain), i, heights[i], yanchor="bottom" if gain >= 0 else "top", yshift=2 if gain >= 0 else -2
        )
        for i, (_, gain) in enumerate(amounts)
    ]
    zero = {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": 0, "y1": 0, "line": {"color": INK, "width": 1.5}}
    shapes = [zero]
    if framed_index is not None:
        shapes.append(
            {
                "type": "rect",
                "x0": framed_index - 0.45,
                "x1": framed_index + 0.45,
                "y0": low - 0.9 * air,
                "y1": high + 0.9 * air,
                "line": {"color": INK, "width": 2},
            }
        )
    said = ", ".join(f"{name} {_signed(gain)}" for name, gain in amounts)
    return styled_figure(
        [bars],
        title=title,
        text=text("bars", said=said),
        columns=[name_heading, ylabel],
        rows=((name, format_mean(gain)) for name, gain in amounts),
        ylabel=ylabel,
        height=300,
        shapes=shapes,
        annotations=notes,
        xaxis={**category_axis([wrapped_label(name) for name, _ in amounts]), "showline": False, "tickangle": 0},
        yaxis={"range": [low - air, high + air], "nticks": 6},
    )


def _signed(gain: Fraction | int) -> str:
    return ("+" if gain > 0 else "") + format_number(gain)


def profit_heatmap_figure(
    profits: Sequence[Sequence[int]],
    names: Sequence[Sequence[str]],
    rows: Sequence[str],
    columns: Sequence[str],
    cell_marks: Sequence[Sequence[Any]],
    *,
    title: str,
    ylabel: str,
    framed_cell: tuple[int, int],
) -> Figure:
    """Draw net coins by card (row) and time (column), with a line between gains and losses.

    `names` has a description of each cell, `cell_marks` has the data of each cell, and `framed_cell` is the cell with a
    frame.
    """
    labels = [[_signed(net) for net in row] for row in profits]
    hover = [
        [text("cell_net", name=name, label=label) for name, label in zip(*row, strict=True)]
        for row in zip(names, labels, strict=True)
    ]
    i, j = framed_cell
    counts = [sum(row[k] > 0 for row in profits) for k in range(len(columns))]
    told = ", ".join(f"{column} {count}" for column, count in zip(columns, counts, strict=True))
    return styled_figure(
        [gain_grid(profits, labels, hover, cell_marks)],
        title=title,
        text=text("grid", gains=told, name=names[i][j], net=labels[i][j]),
        columns=[text("grid_heading", ylabel=ylabel), *columns],
        rows=([row, *cells] for row, cells in zip(rows, labels, strict=True)),
        xlabel=text("bought_in"),
        ylabel=ylabel,
        height=90 + 27 * len(rows),
        shapes=[cell_frame(j, i), *gain_loss_cell_borders(profits)],
        xaxis={**category_axis(columns), "showline": False},
        yaxis={**category_axis(rows), "range": [len(rows) - 0.5, -0.5], "showgrid": False},
    )


def gain_loss_cell_borders(net_coins_by_cell: Sequence[Sequence[int]]) -> list[PlotlyShape]:
    """Draw the edges between cells with a gain and cells without one."""
    line = {"color": PALETTE["hit"], "width": 3}
    edges = []
    for i, row in enumerate(net_coins_by_cell):
        for j, net in enumerate(row):
            if j + 1 < len(row) and (net > 0) != (row[j + 1] > 0):
                edges.append({"type": "line", "x0": j + 0.5, "x1": j + 0.5, "y0": i - 0.5, "y1": i + 0.5, "line": line})
            if i + 1 < len(net_coins_by_cell) and (net > 0) != (net_coins_by_cell[i + 1][j] > 0):
                edges.append({"type": "line", "x0": j - 0.5, "x1": j + 0.5, "y0": i + 0.5, "y1": i + 0.5, "line": line})
    return edges
