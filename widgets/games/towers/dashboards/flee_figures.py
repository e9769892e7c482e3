"""Figures of the dashboard on fleeing: a decision region, and the final coins compared with those after fleeing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from plotly.graph_objects import Figure

from gamelib.number_format import format_fraction_of_any_length, format_number, round_half_up

from ....chart.bars import AXIS_HEADROOM, ChartLayer, exact_bars, simulated_layer
from ....chart.figure_style import (
    DashedLineMark,
    category_axis,
    numeric_axis,
    percent_axis,
    styled_figure,
    vertical_lines,
)
from ....chart.grids import cell_frame, gain_grid
from ....page.translations import text_lookup

text = text_lookup("dashboard_flee")


def decision_region_figure(
    flee_advantage: Sequence[Sequence[Fraction]],
    other_balances: Sequence[int],
    closers: Sequence[int],
    framed_cell: tuple[int, int],
) -> Figure:
    """Draw the region in which fleeing is the better choice.

    `flee_advantage[i][j]` is the advantage of fleeing, in coins, for `other_balances[i]` and `closers[j]`.
    `framed_cell` is the cell with a frame.
    """

    def comparison_text(coins: Fraction) -> str:
        return text("equal" if not coins else "better" if coins > 0 else "worse", coins=abs(coins))

    i, j = other_balances.index(framed_cell[0]), closers.index(framed_cell[1])
    labels = [[_label(coins) for coins in row] for row in flee_advantage]
    names = [[text("cell", last=last, u=u) for u in closers] for last in other_balances]
    first = next((u for u in closers if flee_advantage[i][u] > 0), None)
    title = text("region_title_never") if first is None else text("region_title", n=first)
    hover = [
        [text("cell_hover", name=name, comparison=comparison_text(coins)) for name, coins in zip(*row, strict=True)]
        for row in zip(names, flee_advantage, strict=True)
    ]
    data = [[[last, u] for u in closers] for last in other_balances]
    return styled_figure(
        [gain_grid(flee_advantage, labels, hover, data)],
        title=title,
        text=text("region", name=names[i][j], comparison=comparison_text(flee_advantage[i][j])),
        columns=[text("region_heading"), *map(str, closers)],
        rows=([str(last), *row] for last, row in zip(other_balances, labels, strict=True)),
        xlabel=text("region_axis"),
        ylabel=text("region_y_axis"),
        height=90 + 27 * len(other_balances),
        shapes=[cell_frame(j, i)],
        xaxis={**category_axis(closers), "showline": False},
        yaxis={**category_axis(other_balances), "showgrid": False},
    )


def _label(coins: Fraction) -> str:
    """Return the number in a cell as text. A tie has its own label."""
    if not coins:
        return text("tie")
    short = round_half_up(coins, 1) or round_half_up(coins, 2)
    return (
        ("+" if coins > 0 else "") + format_number(Fraction(short)) if short else ("+" if coins > 0 else "−") + "0.01"
    )


def ending_coins_figure(
    exact: Mapping[int, int] | None, counts: Mapping[int, int], final_coins_if_fleeing: int, title: str
) -> Figure:
    """Draw the final coins after staying, compared with the coins after fleeing.

    `exact` has the weight of each number of coins, if it is known. `counts` has the count of each number of coins in
    simulated runs. Bars for results at least as good as fleeing are filled. Raise ValueError if both are empty.
    """
    exact, runs = exact or {}, sum(counts.values())
    total, coins = sum(exact.values()), sorted({*exact, *counts})
    if not coins:
        raise ValueError(text("nothing_to_show"))
    names, x = [format_number(c) for c in coins], [float(c) for c in coins]
    shares = [Fraction(exact.get(c, 0), total or 1) for c in coins]
    top = max([*map(float, shares), *(n / runs for n in counts.values() if not exact)])
    layers = []
    if exact:
        cells = [format_fraction_of_any_length(share) for share in shares]
        hover = [f"{name}: {cell}" for name, cell in zip(names, cells, strict=True)]
        bars = exact_bars(
            dict(zip(x, map(float, shares), strict=True)),
            [c >= final_coins_if_fleeing for c in coins],
            0.62,
            hover,
            coins,
        )
        layers.append(ChartLayer(bars, "exact", cells, "", [], 0, text("exact_bars")))
    height = top * (AXIS_HEADROOM if runs else 1.06)
    if runs:
        layers.append(simulated_layer(x, [counts.get(c, 0) for c in coins], names, coins, height))
    weights, whole = (exact, total) if exact else (counts, runs)
    mean = Fraction(sum(c * n for c, n in weights.items()), whole)
    fled = format_number(final_coins_if_fleeing)
    told = text("ends", fled=fled, mean=mean)
    return styled_figure(
        [layer.trace for layer in layers],
        title=title,
        text=" ".join([*(layer.alt_text for layer in layers), told]),
        columns=[text("ends_axis"), *(layer.table_heading for layer in layers)],
        rows=zip(names, *(layer.table_cells for layer in layers), strict=True),
        xlabel=text("ends_axis"),
        ylabel=text("probability") if exact else text("frequency"),
        label_rows=2,
        xaxis=numeric_axis(
            [*coins, final_coins_if_fleeing],
            (min(coins[0], final_coins_if_fleeing) - 1, max(coins[-1], final_coins_if_fleeing) + 1),
        ),
        yaxis=percent_axis(height),
        **vertical_lines(
            [
                DashedLineMark(final_coins_if_fleeing, text("flee_mark", coins=final_coins_if_fleeing), "dash"),
                DashedLineMark(float(mean), text("stay_mark", mean=mean), "dot"),
            ]
        ),
    )
