"""The two pictures of the dashboard on fleeing that no other page needs: a decision region, and endings against what
fleeing brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from plotly.graph_objects import Bar, Figure, Heatmap, Scatter

from gamelib.numbers import full_fraction, number, some

from ...chart.look import ACCENT, EXACT, INK, PALETTE, PAPER, band95, categories, figure, ticks, uprights


def region_figure(
    gain: Sequence[Sequence[Fraction]], lasts: Sequence[int], closers: Sequence[int], marked: tuple[int, int]
) -> Figure:
    """Where fleeing is right: `gain[i][j]` coins better than staying, for `lasts[i]` and `closers[j]`; `marked` is
    framed."""

    def said(coins: Fraction) -> str:
        better = "as good as staying" if not coins else "better" if coins > 0 else "worse"
        return better if not coins else f"{number(abs(coins))} coins {better} than staying"

    i, j = lasts.index(marked[0]), closers.index(marked[1])
    labels = [[("+" if coins > 0 else "") + number(round(coins, 1)) for coins in row] for row in gain]
    names = [[f"the others end with {last}, {u} closers" for u in closers] for last in lasts]
    first = next((u for u in closers if gain[i][u] > 0), None)
    if first is None:
        title = "With so few cards coming you never flee: all numbers of your row are 0 or less"
    else:
        title = f"Flee where the number is above 0: in your row from {some(first, 'closer')} on"
    heat = Heatmap(
        z=[[(coins > 0) - (coins < 0) for coins in row] for row in gain],
        zmin=-1,
        zmax=1,
        text=[[f"<b>{label}</b>" if label.startswith("+") else label for label in row] for row in labels],
        texttemplate="%{text}",
        textfont={"color": INK, "size": 13},
        colorscale=[[0, PALETTE["ramp0"]], [1, PALETTE["ramp1"]]],
        showscale=False,
        xgap=2,
        ygap=2,
        hovertext=[
            [f"{name}<br>fleeing is {said(coins)}" for name, coins in zip(*row, strict=True)]
            for row in zip(names, gain, strict=True)
        ],
        hoverinfo="text",
        customdata=[[[last, u] for u in closers] for last in lasts],
    )
    frame = {"type": "rect", "x0": j - 0.46, "x1": j + 0.46, "y0": i - 0.44, "y1": i + 0.44,
             "line": {"color": INK, "width": 3}}  # fmt: skip
    return figure(
        [heat],
        title=title,
        text=f"A grid of coins by which fleeing is better. Marked: {names[i][j]}, fleeing is {said(gain[i][j])}.",
        columns=["others end with \\ closers", *map(str, closers)],
        rows=([str(last), *row] for last, row in zip(lasts, labels, strict=True)),
        xlabel="closers in the deck",
        ylabel="balance of the others",
        height=90 + 27 * len(lasts),
        shapes=[frame],
        xaxis={**categories(closers), "showline": False},
        yaxis={**categories(lasts), "showgrid": False},
    )


def ends_figure(exact: Mapping[int, int] | None, counts: Mapping[int, int], flee: int, title: str) -> Figure:
    """Coins at the end of staying against what fleeing brings: exact bars (coins -> weight) if there are any, runs
    (coins -> count) as dots with their band. ValueError without both."""
    exact, runs = exact or {}, sum(counts.values())
    total, coins = sum(exact.values()), sorted({*exact, *counts})
    if not coins:
        raise ValueError("There is neither an exact answer nor a run to show.")
    shares = {x: Fraction(n, total) for x, n in exact.items()}
    bands = {x: band95(counts.get(x, 0), runs) for x in coins} if runs else {}
    said = {x: [full_fraction(shares.get(x, Fraction(0)))] if exact else [] for x in coins}
    for x, (low, high) in bands.items():
        said[x].append(f"{counts.get(x, 0)} of {runs}, 95 % band {low:.3f} to {high:.3f}")
    hover = [f"{number(x)}: {', '.join(said[x])}" for x in coins]
    traces: list[Any] = []
    if exact:
        traces.append(_bars(coins, [float(shares.get(x, 0)) for x in coins], flee, hover))
    if runs:
        traces.append(_dots(coins, [counts.get(x, 0) / runs for x in coins], [bands[x] for x in coins], hover))
    weights, whole = (exact, total) if exact else (counts, runs)
    mean = Fraction(sum(x * n for x, n in weights.items()), whole)
    span = (min(coins[0], flee) - 1, max(coins[-1], flee) + 1)
    top = max([*map(float, shares.values()), *(high for x, (_, high) in bands.items() if counts.get(x))])
    kinds = [*(["exact"] if exact else []), *(["simulated"] if runs else [])]
    words = {
        "exact": "Bars: exact, hatched from fleeing on.",
        "simulated": f"Dots: {runs} runs with their 95 percent band.",
    }
    told = f"Fleeing brings {number(flee)}, staying {number(mean)} on average."
    return figure(
        traces,
        title=title,
        text=" ".join([*(words[kind] for kind in kinds), told]),
        columns=["coins at the end if you stay", *kinds],
        rows=([number(x), *said[x]] for x in coins),
        xlabel="coins at the end if you stay",
        ylabel="chance" if exact else "share of the runs",
        label_rows=2,
        xaxis=ticks([*coins, flee], span),
        yaxis={"tickformat": ".0%", "range": [0, 1.06 * top], "nticks": 5},
        **uprights([(flee, f"flee: {number(flee)}", "dash"), (float(mean), f"stay: {number(mean)} on average", "dot")]),
    )


def _bars(coins: Sequence[int], shares: Sequence[float], flee: int, hover: Sequence[str]) -> Bar:
    good = [x >= flee for x in coins]  # accented as everywhere else: what reaches the threshold
    return Bar(
        x=coins,
        y=shares,
        width=0.62,
        marker={
            "color": [ACCENT if reached else EXACT for reached in good],
            "line": {"width": 0},
            "pattern": {
                "shape": ["/" if reached else "" for reached in good],
                "fillmode": "overlay",
                "fgcolor": PAPER,
                "fgopacity": 1,
                "size": 8,
                "solidity": 0.2,
            },
        },
        hovertext=hover,
        hoverinfo="text",
        customdata=coins,
        name="exact",
    )


def _dots(coins: Sequence[int], shares: Sequence[float], bands: Sequence[tuple[float, float]], hover: Any) -> Scatter:
    seen = [share or None for share in shares]  # what has not come up has no dot
    return Scatter(
        x=coins,
        y=seen,
        mode="markers",
        marker={"symbol": "circle", "size": 9, "color": PAPER, "line": {"color": INK, "width": 2}},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [high - share for share, (_, high) in zip(shares, bands, strict=True)],
            "arrayminus": [share - low for share, (low, _) in zip(shares, bands, strict=True)],
            "color": INK,
            "thickness": 1.5,
            "width": 4,
        },
        hovertext=hover,
        hoverinfo="text",
        customdata=coins,
        name="simulated",
    )
