"""Small decision trees and probability trees, drawn from left to right."""

from __future__ import annotations

from plotly.graph_objects import Figure, Scatter

from gamelib.bank.question import TreeNode
from gamelib.number_format import format_equal_or_approx, format_fraction_of_any_length, is_readable_fraction

from ..page.translations import text_lookup
from .figure_style import ACCENT, EXACT_COLOUR, INK, MUTED, TRANSPARENT, label_annotation, styled_figure

chart_text = text_lookup("chart")

NODE_SYMBOLS = {"choice": "square", "chance": "circle", "end": "line-ns"}


def tree(root: TreeNode, *, title: str) -> Figure:
    """Return a small decision or probability tree. Squares are choices, and circles are chance nodes."""
    places: list[tuple[TreeNode, int, float, TreeNode | None]] = []
    next_row = 0

    def place(node: TreeNode, depth: int, parent: TreeNode | None) -> float:
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
        reached = ""
        if node.probability is not None:
            reached = (
                str(node.probability)
                if is_readable_fraction(node.probability)
                else format_equal_or_approx(node.probability)
            )
        if parent is not None:
            px, py = where[id(parent)]
            edges_x += [px, depth, None]
            edges_y += [py, row, None]
            if reached:
                notes.append(label_annotation(reached, (px + depth) / 2, (py + row) / 2, font={"color": MUTED}))
        said = "<br>".join(part for part in (node.label, f"<b>{node.value}</b>" if node.value else "") if part)
        if node.children:
            side = {
                "yanchor": "bottom",
                "yshift": 9,
                "xanchor": "center" if parent else "left",
                "xshift": -9 * (not parent),
            }
        else:
            side = {"yanchor": "middle", "xanchor": "left", "xshift": 8}
        notes.append(label_annotation(said, depth, row, align="left", bgcolor=TRANSPARENT, **side))
        chance = format_fraction_of_any_length(node.probability) if node.probability is not None else ""
        rows.append((parent.label if parent else "", node.label, chance, node.value))
    traces = [
        Scatter(x=edges_x, y=edges_y, mode="lines", line={"color": MUTED, "width": 1.5}, hoverinfo="skip"),
        Scatter(
            x=[depth for _, depth, _, _ in places],
            y=[row for _, _, row, _ in places],
            mode="markers",
            marker={
                "symbol": [NODE_SYMBOLS[node.kind] for node, *_ in places],
                "size": 14,
                "color": [ACCENT if node.kind == "choice" else EXACT_COLOUR for node, *_ in places],
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
    return styled_figure(
        traces,
        title=title,
        text=f"{chart_text('tree', root=root.label)} " + ". ".join(paths) + ".",
        columns=[chart_text("from"), chart_text("to"), chart_text("probability"), chart_text("value")],
        rows=rows,
        height=60 + 56 * next_row,
        annotations=notes,
        xaxis={**hidden, "range": [-0.12, deepest + 0.75]},
        yaxis={**hidden, "range": [next_row - 0.4, -0.9]},
    )
