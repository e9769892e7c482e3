"""Figures of the dashboard on the choice of two: the triangle of all pairs, and two draws on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from plotly.graph_objects import Figure, Scatter

from gamelib.number_format import format_fraction, format_fraction_of_any_length, format_number, format_percent

from ....chart.bars import AXIS_HEADROOM, ChartLayer, exact_bars, simulated_layer
from ....chart.figure_style import (
    INK,
    DashedLineMark,
    category_axis,
    label_annotation,
    numeric_axis,
    percent_axis,
    styled_figure,
    vertical_lines,
)
from ....chart.grids import cell_grid
from ....dashboard.widget import column_heads
from ....page.translations import text_lookup

text = text_lookup("dashboard_choice")


def pair_triangle_figure(values: Sequence[int], min_wanted_value: int, title: str) -> Figure:
    """Draw all pairs of cards with their better value.

    `min_wanted_value` is the smallest wanted value. Each mark has its value as a label.
    """
    span = range(len(values))
    below = [[j if j < i else None for j in span] for i in span]
    kept = [[None if j is None else max(values[i], values[j]) for j in row] for i, row in enumerate(below)]
    names = [
        ["" if j is None else text("pair_kept", a=values[i], b=values[j], best=kept[i][j]) for j in row]
        for i, row in enumerate(below)
    ]
    flat = [value for row in kept for value in row if value is not None]
    hits = sum(value >= min_wanted_value for value in flat)
    told = text("reached", need=min_wanted_value, p=format_fraction(Fraction(hits, len(flat)), len(flat)))
    held = [[None if value is None else int(value >= min_wanted_value) for value in row] for row in kept]
    labels = [["" if value is None else _bold(value, min_wanted_value) for value in row] for row in kept]
    counts = sorted(set(flat))
    return styled_figure(
        [cell_grid(held, labels, names, kept, zmin=0, zmax=1)],
        title=title,
        text=text("triangle", pairs=len(flat), cards=len(values), reached=told),
        columns=column_heads(text("triangle_columns")),
        rows=(
            (value, flat.count(value), format_fraction_of_any_length(Fraction(flat.count(value), len(flat))))
            for value in counts
        ),
        xlabel=text("one_card"),
        ylabel=text("other_card"),
        height=360,
        xaxis={**category_axis(values[:-1]), "showline": False},
        yaxis={
            **category_axis(values),
            "range": [len(values) - 0.5, 0.5],
            "showgrid": False,
        },
    )


def _bold(value: int, need: int) -> str:
    return f"<b>{value}</b>" if value >= need else str(value)


def value_distribution_figure(
    dist: Mapping[int, int],
    *,
    title: str,
    xlabel: str,
    min_wanted_value: int,
    value_range: tuple[int, int],
    max_height: float,
    simulated: Mapping[int, int] | None = None,
    single_card_dist: Mapping[int, int] | None = None,
) -> Figure:
    """Draw the distribution of the value of a card. Bars from `min_wanted_value` on are filled.

    `value_range` is the range of values and `max_height` the highest bar of all compared figures. The figures have the
    same scale. `single_card_dist` is the distribution of a single card, drawn as a stroke at each
    value.
    """
    total, values = sum(dist.values()), range(value_range[0], value_range[1] + 1)
    chances = {value: Fraction(dist.get(value, 0), total) for value in values}
    cells = [format_fraction_of_any_length(chance, total) for chance in chances.values()]
    names = [format_number(value) for value in values]
    hover = [f"{name}: {cell}" for name, cell in zip(names, cells, strict=True)]
    heights = {value: float(chance) for value, chance in chances.items()}
    bars = exact_bars(heights, [value >= min_wanted_value for value in values], 0.7, hover, list(values))
    layers = [ChartLayer(bars, "exact", cells, "exact", list(heights.values()), 0)]
    notes = []
    if single_card_dist:
        layers.append(
            _strokes(
                {value: Fraction(single_card_dist.get(value, 0), sum(single_card_dist.values())) for value in values}
            )
        )
        notes.append(
            label_annotation(
                text("strokes_note"),
                value_range[0] - 0.5,
                0.98 * AXIS_HEADROOM * max_height,
                xanchor="left",
                yanchor="top",
            )
        )
    height = AXIS_HEADROOM * max_height
    if simulated:
        layers.append(
            simulated_layer(
                [float(value) for value in values],
                [simulated.get(value, 0) for value in values],
                names,
                list(values),
                height,
            )
        )
    reached = sum((chance for value, chance in chances.items() if value >= min_wanted_value), Fraction(0))
    mean = sum((value * chance for value, chance in chances.items()), Fraction(0))
    edge = min(max(min_wanted_value - 0.5, value_range[0] - 0.5), value_range[1] + 0.5)
    told = text("distribution", xlabel=xlabel, mean=mean, need=min_wanted_value, p=format_fraction(reached, total))
    marks = [
        DashedLineMark(edge, text("reached_mark", need=min_wanted_value, p=format_percent(reached)), "dash"),
        DashedLineMark(float(mean), text("mean_mark", mean=mean), "dot"),
    ]
    flags = vertical_lines(marks)
    flags["annotations"] += notes
    return styled_figure(
        [layer.trace for layer in layers],
        title=title,
        text=" ".join([told, *(layer.alt_text for layer in layers)]),
        columns=[xlabel, *(layer.table_heading for layer in layers)],
        rows=zip(names, *(layer.table_cells for layer in layers), strict=True),
        xlabel=xlabel,
        ylabel=text("probability"),
        height=290,
        label_rows=2,
        xaxis=numeric_axis([*values], (value_range[0] - 0.6, value_range[1] + 0.6)),
        yaxis=percent_axis(height),
        **flags,
    )


def _strokes(chances: Mapping[int, Fraction]) -> ChartLayer:
    """Draw probabilities as short horizontal lines on top of the bars of other probabilities."""
    shown = {value: chance for value, chance in chances.items() if chance}
    cells = [format_fraction_of_any_length(chance) for chance in chances.values()]
    trace = Scatter(
        x=list(shown),
        y=[float(chance) for chance in shown.values()],
        mode="markers",
        marker={"symbol": "line-ew-open", "size": 22, "color": INK, "line": {"width": 3, "color": INK}},
        hovertext=[
            text("stroke", value=value, chance=format_fraction_of_any_length(chance)) for value, chance in shown.items()
        ],
        hoverinfo="text",
        customdata=list(shown),
        name=text("one_card"),
    )
    return ChartLayer(trace, text("one_card"), cells, "", [], 0, text("strokes"))
