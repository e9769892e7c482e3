"""Figure of the dashboard on purchases: current probabilities and earlier ones as bars."""

from __future__ import annotations

from collections.abc import Mapping

from plotly.graph_objects import Bar, Figure

from gamelib.dist import Dist
from gamelib.number_format import format_fraction_of_any_length, format_percent

from ....chart.bars import ChartLayer, exact_bars, simulated_layer
from ....chart.figure_style import PALETTE, TRANSPARENT, category_axis, label_annotation, percent_axis, styled_figure
from ....page.translations import text_lookup

text = text_lookup("dashboard_purchase")

TOP = 1.0
"""The axis never moves, so that the bars do."""


def probabilities_before_after_figure(
    names: list[str], now: Dist[str], before: Dist[str] | None, counts: Mapping[str, int], *, title: str, xlabel: str
) -> Figure:
    """Draw exact bars for the current probabilities and open bars for the earlier ones.

    `counts` maps outcomes to counts in simulated runs, which are drawn as dots.
    """
    x = [float(place) for place in range(len(names))]
    chances = [now.p(name) for name in names]
    cells = [format_fraction_of_any_length(p) for p in chances]
    hover = [f"{name}: {cell}" for name, cell in zip(names, cells, strict=True)]
    bars = exact_bars(dict(zip(x, map(float, chances), strict=True)), [None] * len(x), 0.5, hover, list(names))
    layers = [ChartLayer(bars, text("now"), cells, "", [], 0)]
    said = text("filled_now")
    if before is not None:
        old = [format_fraction_of_any_length(before.p(name)) for name in names]
        open_bars = Bar(
            x=x,
            y=[float(before.p(name)) for name in names],
            width=0.8,
            name=text("before"),
            marker={"color": TRANSPARENT, "line": {"color": PALETTE["s6"], "width": 2}},
            customdata=names,
            hovertext=[text("bar_before", name=name, cell=cell) for name, cell in zip(names, old, strict=True)],
            hoverinfo="text",
        )
        layers.append(ChartLayer(open_bars, text("before"), old, "", [], 0))
        said = text("filled_open")
    if sum(counts.values()):
        layers.append(simulated_layer(x, [counts.get(name, 0) for name in names], names, list(names), TOP))
    notes = [
        label_annotation(format_percent(p), place, float(p), yanchor="bottom", yshift=2)
        for place, p in zip(x, chances, strict=True)
    ]
    notes.append(label_annotation(said, 0, 1, xref="paper", yref="paper", xanchor="left", yanchor="bottom"))
    return styled_figure(
        [layer.trace for layer in layers],
        title=title,
        text=" ".join([said, *hover, *(layer.alt_text for layer in layers if layer.alt_text)]),
        columns=[xlabel, *(layer.table_heading for layer in layers)],
        rows=zip(names, *(layer.table_cells for layer in layers), strict=True),
        xlabel=xlabel,
        ylabel=text("probability"),
        label_rows=1,
        xaxis=category_axis(names),
        yaxis=percent_axis(TOP, most=6),
        annotations=notes,
    )
