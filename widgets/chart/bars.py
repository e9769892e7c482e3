"""Bar charts of a distribution and of two compared rolls. Predictions and simulations can be next to the bars."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from plotly.graph_objects import Bar, Figure, Scatter

from gamelib.number_format import (
    format_confidence_interval,
    format_fraction,
    format_fraction_and_decimal,
    format_fraction_of_any_length,
    format_number,
)
from gamelib.tools.confidence_interval import wilson_interval_95
from gamelib.validation import short_repr

from ..page.translations import text_lookup
from .figure_style import (
    EXACT_COLOUR,
    HIT,
    INK,
    MISS,
    PALETTE,
    PAPER,
    TRANSPARENT,
    DashedLineMark,
    category_axis,
    json_value,
    label_annotation,
    numeric_axis,
    percent_axis,
    pointer_annotation,
    styled_figure,
    vertical_lines,
    wrapped_label,
)

chart_text = text_lookup("chart")
PROBABILITY = chart_text("probability")
ROLL_DIFFERENCE = chart_text("roll_difference")

MIN_RUNS_FOR_INTERVAL = 30
"""Minimum number of trials for proportions with intervals. Fewer trials are drawn as one dot each."""
FAR = 10**300
"""Smallest number without a distinguishable place on an axis."""
MAX_COUNTED = 10**12
"""Limit for a chart of counts. Larger counts are hard to read, and finally too large for a float."""
AXIS_HEADROOM = 1.6
"""Height of the axis relative to the highest exact bar, in a chart with trials."""


def exact_bars(
    values: Mapping[Any, float], hit: Sequence[bool | None], width: float, hover: list[str], data: list[Any]
) -> Bar:
    """Return the Plotly trace of the exact bars, from a mapping of x values to heights.

    `hit` is True for filled bars (the event), False for hatched bars (its complement), and None without an event.
    """
    look = {None: (EXACT_COLOUR, ""), True: (HIT, ""), False: (MISS, "/")}
    colours, shapes = zip(*(look[wanted] for wanted in hit), strict=True)
    hatch = {"shape": shapes, "fillmode": "replace", "bgcolor": PAPER, "size": 7, "solidity": 0.25}
    return Bar(
        x=list(values),
        y=list(values.values()),
        width=width,
        marker={
            "color": colours,
            "line": {"width": [1.5 if shape else 0 for shape in shapes], "color": colours},
            **({"pattern": hatch} if any(shapes) else {}),
        },
        hovertext=hover,
        hoverinfo="text",
        customdata=data,
        name="exact",
    )


@dataclass(frozen=True)
class ChartLayer:
    """One series of a chart: its Plotly trace, its table column, the tops of its marks, and its label's offset."""

    trace: Bar | Scatter
    table_heading: str
    table_cells: list[str]
    label: str
    mark_heights: list[float]
    label_shift: float
    alt_text: str = ""


def simulated_layer(
    x: list[float], counts: list[int], names: list[str], data: list[Any], top: float, scale: int = 1
) -> ChartLayer:
    """Return the layer of a chart that shows the counts of a simulation.

    Few trials are drawn as stacked dots, and many trials as proportions with intervals.

    `top` is the height of the axis, independent of the trials. An arrow at the edge marks a proportion above the axis.
    `scale` is 1 for bars of probabilities, or the total count for bars of counts.
    """
    runs = sum(counts)
    return (_each_run if runs < MIN_RUNS_FOR_INTERVAL else _share_of_runs)(x, counts, names, data, top, scale)


def _each_run(x: list[float], counts: list[int], names: list[str], data: list[Any], top: float, _: int) -> ChartLayer:
    runs = sum(counts)
    dots = [(i, k) for i, count in enumerate(counts) for k in range(count)]
    trace = Scatter(
        x=[x[i] for i, _ in dots],
        y=[top * (k + 0.5) / MIN_RUNS_FOR_INTERVAL for _, k in dots],
        mode="markers",
        marker={"symbol": "circle", "size": 8, "color": PAPER, "line": {"color": INK, "width": 1.5}},
        hovertext=[chart_text("run_count", name=names[i], count=counts[i], runs=runs) for i, _ in dots],
        hoverinfo="text",
        customdata=[data[i] for i, _ in dots],
        name="simulated",
    )
    cells = [chart_text("share", count=count, runs=runs) for count in counts]
    tops = [top * count / MIN_RUNS_FOR_INTERVAL for count in counts]
    return ChartLayer(
        trace, chart_text("simulated"), cells, chart_text("trials", n=runs), tops, 0, chart_text("each_dot")
    )


def _share_of_runs(
    x: list[float], counts: list[int], names: list[str], data: list[Any], top: float, scale: int
) -> ChartLayer:
    runs = sum(counts)
    shares = [count / runs for count in counts]
    bands = [wilson_interval_95(count, runs) for count in counts]
    cells = [
        chart_text("share_interval", count=count, runs=runs, interval=format_confidence_interval(low, high))
        for count, (low, high) in zip(counts, bands, strict=True)
    ]
    heights = [min(scale * share, 0.98 * top) for share in shares]
    trace = Scatter(
        x=x,
        y=heights,
        mode="markers",
        marker={
            "symbol": ["triangle-up" if scale * share > top else "circle" for share in shares],
            "size": 9,
            "color": PAPER,
            "line": {"color": INK, "width": 2},
        },
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [max(0, scale * high - y) for (_, high), y in zip(bands, heights, strict=True)],
            "arrayminus": [max(0, y - scale * low) for (low, _), y in zip(bands, heights, strict=True)],
            "color": INK,
            "thickness": 1.5,
            "width": 4,
        },
        hovertext=[f"{name}: {cell}" for name, cell in zip(names, cells, strict=True)],
        hoverinfo="text",
        customdata=data,
        name="simulated",
    )
    words = chart_text("dots", runs=runs)
    label = chart_text("dots_legend", runs=runs)
    return ChartLayer(trace, chart_text("simulated"), cells, label, heights, 0, words)


def _predicted(x: list[float], chips: list[int], names: list[str], data: list[Any], gap: float) -> ChartLayer:
    total = sum(chips)
    cells = [format_fraction(Fraction(chip, total), total) for chip in chips]
    trace = Bar(
        x=x,
        y=[chip / total for chip in chips],
        width=0.86 * gap,
        marker={"color": TRANSPARENT, "line": {"color": PALETTE["s6"], "width": 2}},
        hovertext=[chart_text("predicted_bar", name=name, cell=cell) for name, cell in zip(names, cells, strict=True)],
        hoverinfo="text",
        customdata=data,
        name="predicted",
    )
    tops = [chip / total for chip in chips]
    return ChartLayer(
        trace, chart_text("predicted"), cells, chart_text("predicted"), tops, 0.37 * gap, chart_text("open_bars")
    )


def distribution(
    dist: Mapping[Any, int],
    *,
    title: str,
    xlabel: str,
    ylabel: str = PROBABILITY,
    mean: bool = True,
    threshold: tuple[Any, str] | None = None,
    asked: tuple[Collection[Any], str] | None = None,
    simulated: Mapping[Any, int] | None = None,
    prediction: Mapping[Any, int] | None = None,
) -> Figure:
    """Return a bar chart of an exact distribution.

    `dist` maps outcomes to integer weights. `threshold` is a pair of a value and a label. Bars at or above the value
    are filled, the others are hatched, and the chart displays the probability of the filled bars. For outcomes without
    an order, `asked` is a pair of a collection of outcomes and a label. `simulated` maps outcomes to counts, and
    `prediction` maps outcomes to chips. The chart draws both next to the exact answer. Raise ValueError for an empty
    distribution, and for a mean or a threshold of outcomes that are not numbers.
    """
    if not isinstance(dist, Mapping):
        raise ValueError(chart_text("no_distribution", value=short_repr(dist)))
    total = sum(dist.values())
    if total <= 0:
        raise ValueError(chart_text("no_weight"))
    sims, chips = simulated or {}, prediction or {}
    outcomes: list[Any] = list(dict.fromkeys([*dist, *sims, *chips]))
    numeric = all(
        isinstance(o, int | float | Fraction) and not isinstance(o, bool) and -FAR < o < FAR for o in outcomes
    )
    if numeric:
        outcomes.sort()
    elif mean or threshold:
        raise ValueError(chart_text("no_numbers"))
    x = [float(o) if numeric else float(i) for i, o in enumerate(outcomes)]
    gap = min((right - left for left, right in pairwise(x)), default=1.0)
    gap = min(gap, max(1.0, (x[-1] - x[0]) / 12))  # few outcomes with large gaps get narrow bars
    names, data = [format_number(o) for o in outcomes], [json_value(o) for o in outcomes]
    chance = [Fraction(dist.get(o, 0), total) for o in outcomes]
    hit = [o in asked[0] if asked else o >= threshold[0] if threshold else None for o in outcomes]
    cells = [format_fraction_of_any_length(p, total) for p in chance]
    hover = [f"{name}: {cell}" for name, cell in zip(names, cells, strict=True)]
    heights = [float(p) for p in chance]
    bars = exact_bars(dict(zip(x, heights, strict=True)), hit, 0.62 * gap, hover, data)
    layers = [ChartLayer(bars, chart_text("exact"), cells, chart_text("exact"), heights, -0.2 * gap)]
    if sum(sims.values()):
        layers.append(simulated_layer(x, [sims.get(o, 0) for o in outcomes], names, data, AXIS_HEADROOM * max(heights)))
    if sum(chips.values()):
        layers.append(_predicted(x, [chips.get(o, 0) for o in outcomes], names, data, gap))

    best = max(range(len(x)), key=lambda i: chance[i])
    peak = chart_text("peak", name=names[best], p=format_fraction(chance[best], total))
    said = [chart_text("bars", label=xlabel, first=names[0], last=names[-1], peak=peak)]
    marks: list[DashedLineMark] = []
    reached = sum((p for p, h in zip(chance, hit, strict=True) if h), Fraction(0))
    short, full = format_fraction_and_decimal(reached, total), format_fraction_of_any_length(reached, total)
    if threshold is not None:
        below = max((left for left in x if left < threshold[0]), default=-math.inf)
        edge = float(threshold[0]) - min(threshold[0] - below, gap) / 2  # left edge of the filled bars
        marks.append(DashedLineMark(edge, f"{threshold[1]}: {short}", "dash"))
        said.append(f"{threshold[1]}: {full}.")
    if mean:
        centre = sum(Fraction(o) * p for o, p in zip(outcomes, chance, strict=True))
        marks.append(DashedLineMark(float(centre), chart_text("mean_mark", mean=centre), "dot"))
        said.append(chart_text("mean", mean=centre))
    top = max(max(layer.mark_heights) for layer in layers)
    flags = vertical_lines(marks)
    if asked:
        words = chart_text("filled", event=asked[1], p=short)
        flags["annotations"].append(
            label_annotation(words, 0, 1, xref="paper", yref="paper", xanchor="left", yanchor="bottom")
        )
        said.append(f"{asked[1]}: {full}.")
    for note in flags["annotations"]:
        if short != full and short in note["text"]:
            note["hovertext"] = full
    if len(layers) > 1:
        flags["annotations"] += _name_layers(layers, x, 1.08 * top)
    span = (x[0] - gap / 2, x[-1] + gap / 2)
    height = max(AXIS_HEADROOM * max(heights) if len(layers) > 1 else 0, top * (1.35 if sum(chips.values()) else 1.06))
    return styled_figure(
        [layer.trace for layer in layers],
        title=title,
        text=" ".join([*said, *(layer.alt_text for layer in layers if layer.alt_text)]),
        columns=[xlabel, *(layer.table_heading for layer in layers)],
        rows=zip(names, *(layer.table_cells for layer in layers), strict=True),
        xlabel=xlabel,
        ylabel=ylabel,
        label_rows=len(marks) + bool(asked),
        xaxis=numeric_axis(outcomes, span) if numeric else category_axis([wrapped_label(name) for name in names]),
        yaxis=percent_axis(height),
        **flags,
    )


def _name_layers(layers: Sequence[ChartLayer], x: Sequence[float], height: float) -> list[dict[str, Any]]:
    """Return one label for each layer. It is above the tallest mark of the layer, in its own part of the axis."""
    part = len(x) / len(layers)
    places = []
    for i, layer in enumerate(layers):
        inside = range(int(i * part), max(int(i * part) + 1, int((i + 1) * part)))
        places.append(max((k for k in inside if k < len(x)), key=lambda k: layer.mark_heights[k], default=len(x) - 1))
    notes = []
    for i, (layer, j) in enumerate(zip(layers, places, strict=True)):
        if i and (i == len(layers) - 1 or places[i - 1] == j):  # two labels of the same mark go to different sides
            side = "left"
        else:
            side = "right" if not i and (j or places[1:2] == [j]) else "center"
        notes.append(pointer_annotation(layer.label, x[j] + layer.label_shift, layer.mark_heights[j], height, side))
    return notes


def difference_histogram(
    ways: Mapping[int, int],
    thresholds: Sequence[tuple[str, int]],
    *,
    title: str,
    chosen: int | None = None,
    xlabel: str = ROLL_DIFFERENCE,
    simulated: Mapping[int, int] | None = None,
) -> Figure:
    """Return a chart of the difference of two rolls, with the probability of each threshold.

    `ways` has the number of outcomes for each difference. `thresholds` has pairs of a label and a minimum difference.
    If the counts are too large, the chart displays probabilities. `chosen` is the minimum difference for the current
    setting. Bars that reach this difference are filled, and other bars are hatched. `simulated` maps differences to
    counts, which are scaled to the total number of `ways`.
    """
    total = sum(ways.values())
    is_counted = total < MAX_COUNTED
    heights = ways if is_counted else {difference: weight / total for difference, weight in ways.items()}
    scale, highest = (total, max(ways.values())) if is_counted else (1, max(heights.values()))
    first, last = min(ways), max(ways)
    order = sorted(thresholds, key=lambda item: item[1])
    chance = {least: Fraction(sum(w for d, w in ways.items() if d >= least), total) for _, least in order}
    said = [f"{label}: {format_fraction(chance[least], total)}" for label, least in order]
    marks = [
        DashedLineMark(
            least - 0.5,
            f"{label}: {format_fraction_and_decimal(chance[least], total)}",
            "dash" if chosen in (None, least) else "dot",
        )
        for label, least in order
    ]
    cells = {d: format_fraction(Fraction(w, total), total) for d, w in ways.items()}
    hover = [chart_text("difference_cell", difference=d, cell=cell) for d, cell in cells.items()]
    bars = exact_bars(heights, [None if chosen is None else d >= chosen for d in ways], 0.8, hover, list(ways))
    layers = [
        ChartLayer(bars, chart_text("exact"), list(cells.values()), chart_text("exact"), list(heights.values()), 0)
    ]
    if simulated and sum(simulated.values()):
        counts, names = [simulated.get(d, 0) for d in ways], [chart_text("difference", difference=d) for d in ways]
        layers.append(simulated_layer(list(ways), counts, names, list(ways), AXIS_HEADROOM * highest, scale))
    top = highest
    flags = vertical_lines(marks)
    if len(layers) > 1:
        sides = zip(layers, (first // 2, last // 2), ("right", "left"), strict=True)  # away from the thresholds
        for layer, d, side in sides:
            flags["annotations"].append(
                pointer_annotation(layer.label, d, layer.mark_heights[d - first], 1.25 * top, side)
            )
    reached = [", ".join(label for label, least in order if d >= least) or chart_text("none") for d in ways]
    most = (
        chart_text("outcome_count", n=highest, total=total)
        if is_counted
        else format_fraction(Fraction(max(ways.values()), total), total)
    )
    bars_told = chart_text("difference_bars", first=first, last=last, most=most)
    text = [bars_told, ". ".join(said) + "."]
    return styled_figure(
        [layer.trace for layer in layers],
        title=title,
        text=" ".join([*text, *(layer.alt_text for layer in layers if layer.alt_text)]),
        columns=[
            chart_text("difference_column"),
            chart_text("outcomes"),
            PROBABILITY,
            chart_text("reaches"),
            *(layer.table_heading for layer in layers[1:]),
        ],
        rows=zip(
            map(format_number, ways),
            ways.values(),
            cells.values(),
            reached,
            *(layer.table_cells for layer in layers[1:]),
            strict=True,
        ),
        xlabel=xlabel,
        ylabel=chart_text("outcomes_of", total=total) if is_counted else PROBABILITY,
        label_rows=len(order),
        xaxis={"range": [first - 0.5, last + 0.5], "dtick": 2, "tick0": 0},
        yaxis={"nticks": 5, "range": [0, top * (AXIS_HEADROOM if len(layers) > 1 else 1.06)]},
        **flags,
    )
