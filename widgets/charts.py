"""Pure functions from numbers to Plotly figures, in one visual language.

Exact = filled bars; simulation = outlined dots with a 95 % band; prediction = open bars. Each figure's title is a
sentence that says what to see, and `layout.meta` holds {"text": the picture in words, "table": {"columns", "rows"}}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, Literal

from plotly.graph_objects import Bar, Figure, Heatmap, Scatter

from .look import (
    ACCENT,
    CLEAR,
    DASHES,
    EXACT,
    INK,
    MUTED,
    PALETTE,
    PAPER,
    PATTERNS,
    SERIES,
    SYMBOLS,
    band95,
    categories,
    figure,
    label_at,
    number,
    odds,
    percent,
    plain,
    pointer,
    ticks,
    upright,
)

# ---- bars ----------------------------------------------------------------------------------------


def distribution(
    dist: Mapping[Any, int],
    *,
    title: str,
    xlabel: str,
    ylabel: str = "chance",
    mean: bool = True,
    threshold: tuple[Any, str] | None = None,
    simulated: Mapping[Any, int] | None = None,
    prediction: Mapping[Any, int] | None = None,
) -> Figure:
    """An exact distribution as filled bars.

    `dist`: outcome -> integer weight. `threshold`: (value, words); bars at or above it are accented and their chance is written.
    `simulated`: outcome -> count, `prediction`: outcome -> chips; both are shown beside the exact answer, as shares.
    """
    total = sum(dist.values())
    if total <= 0:
        raise ValueError("A distribution needs at least one outcome with a positive weight.")
    sims, chips = dict(simulated or {}), dict(prediction or {})
    outcomes = [*dist, *(key for key in (*sims, *chips) if key not in dist)]
    numeric = all(isinstance(o, int | float | Fraction) and not isinstance(o, bool) for o in outcomes)
    if numeric:
        outcomes = sorted(set(outcomes))
    elif mean or threshold:
        raise ValueError("A mean or a threshold needs outcomes that are numbers.")
    else:
        outcomes = list(dict.fromkeys(outcomes))
    at = {o: float(o) if numeric else i for i, o in enumerate(outcomes)}
    chance = {o: Fraction(dist.get(o, 0), total) for o in outcomes}
    hit = {o: threshold is not None and o >= threshold[0] for o in outcomes}
    gap = min((at[b] - at[a] for a, b in pairwise(outcomes)), default=1)
    span = (at[outcomes[0]] - gap / 2, at[outcomes[-1]] + gap / 2)

    traces: list[Any] = [
        Bar(
            x=list(at.values()),
            y=[float(p) for p in chance.values()],
            width=0.62 * gap,
            marker={
                "color": [ACCENT if hit[o] else EXACT for o in outcomes],
                "line": {"width": 0},
                "pattern": {
                    "shape": ["/" if hit[o] else "" for o in outcomes],
                    "fgcolor": PAPER,
                    "size": 7,
                    "solidity": 0.25,
                },
            },
            hovertext=[f"{number(o)}: {odds(chance[o], total)}" for o in outcomes],
            hoverinfo="text",
            customdata=[plain(o) for o in outcomes],
            name="exact",
        )
    ]
    columns, cells = [xlabel, "exact"], {o: [number(o), odds(chance[o], total)] for o in outcomes}
    words: list[str] = []
    named = [("exact", max(outcomes, key=lambda o: chance[o]), chance)]
    top = max(chance.values())

    runs = sum(sims.values())
    if runs:
        share = {o: Fraction(sims.get(o, 0), runs) for o in outcomes}
        bands = [band95(sims.get(o, 0), runs) for o in outcomes]
        said = [
            f"{sims.get(o, 0)} of {runs}, 95 % band {lo:.3f} to {hi:.3f}"
            for o, (lo, hi) in zip(outcomes, bands, strict=True)
        ]
        traces.append(
            Scatter(
                x=list(at.values()),
                y=[float(s) for s in share.values()],
                mode="markers",
                marker={"symbol": "circle", "size": 9, "color": PAPER, "line": {"color": INK, "width": 2}},
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": [hi - float(share[o]) for o, (_, hi) in zip(outcomes, bands, strict=True)],
                    "arrayminus": [float(share[o]) - lo for o, (lo, _) in zip(outcomes, bands, strict=True)],
                    "color": INK,
                    "thickness": 1.5,
                    "width": 4,
                },
                hovertext=[f"{number(o)}: {line}" for o, line in zip(outcomes, said, strict=True)],
                hoverinfo="text",
                customdata=[plain(o) for o in outcomes],
                name="simulated",
            )
        )
        columns.append("simulated")
        for o, line in zip(outcomes, said, strict=True):
            cells[o].append(line)
        words.append(f"Dots: {runs} runs with their 95 percent band.")
        named.append(
            (f"{runs} run{'s' * (runs != 1)}, 95 % band", max(outcomes, key=lambda o: (share[o], at[o])), share)
        )
        top = max(top, Fraction(max(hi for _, hi in bands)))
    spread = sum(chips.values())
    if spread:
        guess = {o: Fraction(chips.get(o, 0), spread) for o in outcomes}
        traces.append(
            Bar(
                x=list(at.values()),
                y=[float(g) for g in guess.values()],
                width=0.86 * gap,
                marker={"color": CLEAR, "line": {"color": PALETTE["s6"], "width": 2}},
                hovertext=[f"{number(o)}: predicted {odds(guess[o], spread)}" for o in outcomes],
                hoverinfo="text",
                customdata=[plain(o) for o in outcomes],
                name="predicted",
            )
        )
        columns.append("predicted")
        for o in outcomes:
            cells[o].append(odds(guess[o], spread))
        words.append("Open bars: the prediction.")
        named.append(("your prediction", max(outcomes, key=lambda o: (guess[o], -at[o])), guess))
        top = max(top, *guess.values())

    uprights = []
    if mean:
        centre = sum(Fraction(o) * p for o, p in chance.items())
        words.insert(0, f"The mean is {number(centre)}.")
        uprights.append((float(centre), f"mean {number(centre)}", "dot"))
    if threshold is not None:
        reached = sum((chance[o] for o in outcomes if hit[o]), Fraction(0))
        words.insert(0, f"{threshold[1]}: {odds(reached, total)}.")
        edge = min((at[o] for o in outcomes if hit[o]), default=float(threshold[0])) - gap / 2
        uprights.append((edge, f"{threshold[1]}: {odds(reached, total)}", "dash"))
    lines = [upright(x, label, row, span, dash) for row, (x, label, dash) in enumerate(uprights)]
    notes = [note for _, note in lines]
    headroom = 1.06
    if len(named) > 1:
        headroom = 1.32
        named.sort(key=lambda item: at[item[1]])
        for i, (label, o, values) in enumerate(named):
            part = i / (len(named) - 1)
            tail = (span[0] + part * (span[1] - span[0]), float(top) * 1.2)
            notes.append(pointer(label, at[o], float(values[o]), tail, ("left", "center", "right")[round(2 * part)]))

    best = max(outcomes, key=lambda o: chance[o])
    first, last = number(outcomes[0]), number(outcomes[-1])
    return figure(
        traces,
        title=title,
        text=f"Bars of {xlabel} from {first} to {last}, highest at {number(best)} with {odds(chance[best], total)}. "
        + " ".join(words),
        columns=columns,
        rows=cells.values(),
        xlabel=xlabel,
        ylabel=ylabel,
        label_rows=len(lines),
        shapes=[shape for shape, _ in lines],
        annotations=notes,
        xaxis=ticks(outcomes, span) if numeric else categories(outcomes),
        yaxis={"tickformat": ".0%", "range": [0, float(top) * headroom], "nticks": 5},
    )


def difference_histogram(
    thresholds: Sequence[tuple[str, int]],
    *,
    title: str,
    xlabel: str = "first roll minus second roll",
    ylabel: str = "ways of 1296",
) -> Figure:
    """Two rolls of two dice compared: the ways of each difference, and for each (label, least difference) the chance of
    reaching it. Bars are patterned by how many of the thresholds they reach."""
    ways = dict.fromkeys(range(-10, 11), 0)
    for a, b, c, d in product(range(1, 7), repeat=4):
        ways[a + b - c - d] += 1
    total = sum(ways.values())
    order = sorted(thresholds, key=lambda item: item[1])
    reached = {d: sum(d >= least for _, least in order) for d in ways}
    chance = {least: Fraction(sum(w for d, w in ways.items() if d >= least), total) for _, least in order}
    span = (-10.5, 10.5)
    said = [f"{label}: {odds(chance[least], total)}" for label, least in order]
    lines = [
        upright(least - 0.5, text, row, span) for row, (text, (_, least)) in enumerate(zip(said, order, strict=True))
    ]
    shades = [EXACT, *([ACCENT] * len(order))]
    bars = Bar(
        x=list(ways),
        y=list(ways.values()),
        width=0.8,
        marker={
            "color": [shades[reached[d]] for d in ways],
            "line": {"width": 0},
            "pattern": {
                "shape": [PATTERNS[min(reached[d], len(PATTERNS) - 1)] for d in ways],
                "fgcolor": PAPER,
                "size": 7,
                "solidity": 0.25,
            },
        },
        hovertext=[f"difference {number(d)}: {odds(Fraction(w, total), total)}" for d, w in ways.items()],
        hoverinfo="text",
        customdata=list(ways),
        name="exact",
    )
    return figure(
        [bars],
        title=title,
        text=f"Bars from −10 to 10, highest at 0 with {ways[0]} of {total} ways. " + ". ".join(said) + ".",
        columns=["difference", "ways", "chance", "reaches"],
        rows=(
            (
                number(d),
                w,
                odds(Fraction(w, total), total),
                ", ".join(label for label, least in order if d >= least) or "none",
            )
            for d, w in ways.items()
        ),
        xlabel=xlabel,
        ylabel=ylabel,
        label_rows=len(lines),
        shapes=[shape for shape, _ in lines],
        annotations=[note for _, note in lines],
        xaxis={"range": list(span), "dtick": 2, "tick0": 0},
        yaxis={"nticks": 5},
    )


# ---- grids ---------------------------------------------------------------------------------------


def _grid(
    z: Sequence[Sequence[float]], labels: Sequence[Sequence[str]], hover: Sequence[Sequence[str]], data: Any
) -> Heatmap:
    return Heatmap(
        z=z,
        text=labels,
        texttemplate="%{text}",
        textfont={"color": INK, "size": 13},
        colorscale=[[0, PALETTE["ramp0"]], [1, PALETTE["ramp1"]]],
        showscale=False,
        xgap=2,
        ygap=2,
        hovertext=hover,
        hoverinfo="text",
        customdata=data,
    )


def _frame(column: int, row: int, dash: str = "solid") -> dict[str, Any]:
    """A frame around one cell."""
    return {
        "type": "rect",
        "x0": column - 0.46,
        "x1": column + 0.46,
        "y0": row - 0.44,
        "y1": row + 0.44,
        "line": {"color": INK, "width": 3, "dash": dash},
    }


def _grid_axes(columns: Sequence[Any], rows: Sequence[Any]) -> dict[str, Any]:
    upside = {**categories(rows), "range": [len(rows) - 0.5, -0.5]}
    return {"xaxis": {**categories(columns), "showline": False}, "yaxis": {**upside, "showgrid": False}}


def sample_space(
    values: Mapping[int, Any] | Callable[[int, int], Any],
    *,
    title: str,
    xlabel: str = "second die",
    ylabel: str = "first die",
    value: str = "value",
    marked: tuple[Callable[[Any], bool], str] | None = None,
) -> Figure:
    """The 36 equally likely pairs of two dice, each with its value (`values`: total -> value, or a function of both dice).

    `marked`: (test of a value, words); its cells are framed and their chance is written.
    """
    find = values if callable(values) else lambda a, b: values[a + b]
    faces = range(1, 7)
    grid = [[find(a, b) for b in faces] for a in faces]
    flat = [cell for row in grid for cell in row]
    kinds = sorted(set(flat), key=lambda v: (isinstance(v, str), v))
    numbers = all(isinstance(v, int | float | Fraction) for v in kinds)
    z = [[float(v) if numbers else float(kinds.index(v)) for v in row] for row in grid]
    hover = [
        [f"{a} and {b}: roll {a + b}, {value} {number(cell)}" for b, cell in zip(faces, row, strict=True)]
        for a, row in zip(faces, grid, strict=True)
    ]
    frames, notes, words = [], [], ""
    if marked:
        test, label = marked
        inside = [(i, j) for i in range(6) for j in range(6) if test(grid[i][j])]
        frames = [_frame(j, i) for i, j in inside]
        words = f" {label}: {odds(Fraction(len(inside), 36), 36)}."
        notes = [label_at(words.strip(" ."), 0, 1, xref="paper", yref="paper", xanchor="left", yanchor="bottom")]
    return figure(
        [_grid(z, [[number(v) for v in row] for row in grid], hover, [[plain(v) for v in row] for row in grid])],
        title=title,
        text=f"A grid of the 36 pairs of two dice, each cell with its {value}.{words}",
        columns=[value, "pairs", "chance"],
        rows=((number(v), flat.count(v), odds(Fraction(flat.count(v), 36), 36)) for v in kinds),
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
    """Chances in a grid, `fractions[i][j]` for `rows[i]`, `columns[j]`: percent in the cell, fraction on hover.

    `marked`: (row, column) of the cell to frame.
    """
    names = [[f"{ylabel} {number(r)}, {xlabel} {number(c)}" for c in columns] for r in rows]
    hover = [
        [f"{n}<br>{odds(p)}" for n, p in zip(ns, ps, strict=True)] for ns, ps in zip(names, fractions, strict=True)
    ]
    every = [(p, n) for ns, ps in zip(names, fractions, strict=True) for n, p in zip(ns, ps, strict=True)]
    low, high = min(every, key=lambda e: e[0]), max(every, key=lambda e: e[0])
    text = f"A grid of chances, from {odds(low[0])} ({low[1]}) to {odds(high[0])} ({high[1]})."
    frames = []
    if marked:
        i, j = list(rows).index(marked[0]), list(columns).index(marked[1])
        frames = [_frame(j, i)]
        text += f" Marked: {names[i][j]}, {odds(fractions[i][j])}."
    return figure(
        [
            _grid(
                [[float(p) for p in row] for row in fractions],
                [[percent(p) for p in row] for row in fractions],
                hover,
                [[[plain(r), plain(c)] for c in columns] for r in rows],
            )
        ],
        title=title,
        text=text,
        columns=[f"{ylabel} \\ {xlabel}", *(number(c) for c in columns)],
        rows=([number(r), *(odds(p) for p in row)] for r, row in zip(rows, fractions, strict=True)),
        xlabel=xlabel,
        ylabel=ylabel,
        height=70 + 44 * len(rows),
        shapes=frames,
        **_grid_axes([number(c) for c in columns], [number(r) for r in rows]),
    )


# ---- lines ---------------------------------------------------------------------------------------


def curves(
    series: Mapping[str, Sequence[tuple[float, Fraction]]],
    *,
    title: str,
    xlabel: str,
    ylabel: str = "chance",
    marked: tuple[float, str] | None = None,
) -> Figure:
    """Chances against a number, one curve a name. `marked`: (x, words) draws a line there and writes each curve's chance."""
    return _plot_lines(
        series,
        odds,
        title=title,
        xlabel=xlabel,
        ylabel=ylabel,
        marked=marked,
        yaxis={"tickformat": ".0%", "range": [0, 1.04], "nticks": 6},
    )


def lines(
    series: Mapping[str, Sequence[tuple[float, float | Fraction]]],
    *,
    title: str,
    xlabel: str,
    ylabel: str,
    zero: bool = True,
    step: bool = False,
    marks: Sequence[tuple[str, float, str]] = (),
    marked: tuple[float, str] | None = None,
) -> Figure:
    """Amounts against a number. `zero`: draw the zero line; `step`: hold each value until the next x.

    `marks`: (series name, x, words) put a labelled dot on a line; `marked`: (x, words) draws an upright line.
    """
    return _plot_lines(
        series, number, title=title, xlabel=xlabel, ylabel=ylabel, marked=marked, zero=zero, step=step, marks=marks
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
    yaxis: Mapping[str, Any] | None = None,
    **words: Any,
) -> Figure:
    if not series or not all(series.values()):
        raise ValueError("A line needs at least one point.")
    xs = sorted({x for points in series.values() for x, _ in points})
    values = {name: dict(points) for name, points in series.items()}
    traces = []
    for i, (name, points) in enumerate(series.items()):
        colour = SERIES[i % len(SERIES)]
        traces.append(
            Scatter(
                x=[x for x, _ in points],
                y=[float(y) for _, y in points],
                mode="lines+markers",
                name=name,
                line={
                    "color": colour,
                    "width": 2.5,
                    "dash": DASHES[i % len(DASHES)],
                    "shape": "hv" if step else "linear",
                },
                marker={"symbol": SYMBOLS[i % len(SYMBOLS)], "size": 7, "color": colour},
                hovertext=[f"{name}<br>{xlabel} {number(x)}: {say(y)}" for x, y in points],
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
            )
        )
    direct = len(series) <= 4
    notes = [_name_curve(name, values) for name in series] if direct else []
    notes += [
        label_at(label, x, float(values[name][x]), yanchor="top", yshift=-10, xanchor="left", xshift=6)
        for name, x, label in marks
    ]
    shapes, told = [], []
    pad = (xs[-1] - xs[0]) * 0.03 or 0.5
    span = (xs[0] - pad, xs[-1] + pad)
    if marked:
        shape, note = upright(marked[0], marked[1], 0, span)
        shapes.append(shape)
        notes.append(note)
        told = [f"{name} {say(points[marked[0]])}" for name, points in values.items() if marked[0] in points]
    if zero:
        shapes.append(
            {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": 0, "y1": 0, "line": {"color": INK, "width": 1.5}}
        )
    ends = [f"{name} from {say(points[0][1])} to {say(points[-1][1])}" for name, points in series.items()]
    said = [
        f"{len(series)} line{'s' * (len(series) != 1)} against {xlabel} from {number(xs[0])} to {number(xs[-1])}",
        *ends,
        *([f"{marked[1]}: " + ", ".join(told)] if marked else []),
        *(f"{name}, {label}" for name, _, label in marks),
    ]
    return figure(
        traces,
        text=". ".join(said) + ".",
        columns=[xlabel, *series],
        rows=([number(x), *(say(v[x]) if x in v else "" for v in values.values())] for x in xs),
        xlabel=xlabel,
        label_rows=1 if marked else 0,
        shapes=shapes,
        annotations=notes,
        showlegend=not direct,
        legend={"orientation": "h", "y": -0.25, "yanchor": "top", "x": 0},
        xaxis=ticks(xs, span),
        yaxis={**(yaxis or {"nticks": 6})},
        **words,
    )


def _name_curve(name: str, values: Mapping[str, Mapping[float, Any]]) -> dict[str, Any]:
    """The label of a curve, where the other curves are farthest from it."""
    own = values[name]
    others = [points for key, points in values.items() if key != name]
    xs = sorted(own)
    inner = xs[len(xs) // 8 : len(xs) - len(xs) // 8]

    def room(x: float) -> float:
        return min((abs(float(own[x] - points[x])) for points in others if x in points), default=0.0)

    x = max(inner, key=lambda x: (round(room(x), 9), x))
    return label_at(name, x, float(own[x]), xanchor="left", yanchor="bottom", xshift=4, yshift=3)


# ---- trees ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Branch:
    """A node of a tree: what it is (`label`), how it is reached (`chance`, None for a choice), what it is worth, what follows."""

    label: str
    chance: Fraction | None = None
    value: str = ""
    children: tuple[Branch, ...] = ()
    kind: Literal["choice", "chance", "end"] = "end"


NODES = {"choice": "square", "chance": "circle", "end": "line-ns"}


def tree(root: Branch, *, title: str) -> Figure:
    """A small decision or probability tree from left to right: squares are choices, circles are chance."""
    places: list[tuple[Branch, int, float, Branch | None]] = []
    next_row = 0

    def place(node: Branch, depth: int, parent: Branch | None) -> float:
        nonlocal next_row
        if node.children:
            rows = [place(child, depth + 1, node) for child in node.children]
            row = (rows[0] + rows[-1]) / 2
        else:
            row, next_row = float(next_row), next_row + 1
        places.append((node, depth, row, parent))
        return row

    place(root, 0, None)
    where = {id(node): (depth, row) for node, depth, row, _ in places}
    deepest = max(depth for _, depth, _, _ in places)
    places.sort(key=lambda item: (item[1], item[2]))
    edges_x: list[float | None] = []
    edges_y: list[float | None] = []
    notes, rows = [], []
    for node, depth, row, parent in places:
        reached = f"{node.chance}" if node.chance is not None else ""
        if parent is not None:
            px, py = where[id(parent)]
            edges_x += [px, depth, None]
            edges_y += [py, row, None]
            if reached:
                notes.append(label_at(reached, (px + depth) / 2, (py + row) / 2, font={"color": MUTED}))
        said = "<br>".join(part for part in (node.label, f"<b>{node.value}</b>" if node.value else "") if part)
        leaf = not node.children
        notes.append(
            label_at(
                said,
                depth,
                row,
                align="left",
                xanchor="left",
                bgcolor=CLEAR,
                yanchor="middle" if leaf else "bottom",
                xshift=8 if leaf else -8,
                yshift=0 if leaf else 10,
            )
        )
        chance = odds(node.chance) if node.chance is not None else ""
        rows.append((parent.label if parent else "", node.label, chance, node.value))
    traces = [
        Scatter(x=edges_x, y=edges_y, mode="lines", line={"color": MUTED, "width": 1.5}, hoverinfo="skip"),
        Scatter(
            x=[depth for _, depth, _, _ in places],
            y=[row for _, _, row, _ in places],
            mode="markers",
            marker={
                "symbol": [NODES[node.kind] for node, *_ in places],
                "size": 14,
                "color": [ACCENT if node.kind == "choice" else EXACT for node, *_ in places],
                "line": {"color": INK, "width": 1.5},
            },
            hovertext=["<br>".join(part for part in row[1:] if part) for row in rows],
            hoverinfo="text",
            customdata=[node.label for node, *_ in places],
        ),
    ]
    paths = [
        f"{parent}, {label}: {' '.join(filter(None, (chance, value)))}"
        for parent, label, chance, value in rows
        if parent
    ]
    hidden = {"visible": False}
    return figure(
        traces,
        title=title,
        text=f"A tree that starts at {root.label}. " + ". ".join(paths) + ".",
        columns=["from", "to", "chance", "value"],
        rows=rows,
        height=60 + 56 * next_row,
        annotations=notes,
        xaxis={**hidden, "range": [-0.12, deepest + 0.75]},
        yaxis={**hidden, "range": [next_row - 0.4, -0.9]},
    )
