"""Drawing of the Markov chain of one tower: states by number of symbols, from top to bottom, with transitions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from plotly.graph_objects import Figure, Scatter

from gamelib.games.towers.geometry import CELL_OFFSETS
from gamelib.number_format import format_fraction, format_fraction_of_any_length

from ....chart.figure_style import ACCENT, EXACT_COLOUR, INK, MUTED, PAPER, TRANSPARENT, label_annotation, styled_figure

CELL, STRIDE = 9, 11  # size of a cell of the small ring, and distance between cells, in px
ROOM = 24  # distance from the middle of a ring to the ends of its arrows, in px
LEVEL = 84  # distance between levels, in px


@dataclass(frozen=True)
class TowerChainState:
    """State of the chain: its name, its taken cells, the probability of staying, and whether the tower is closed."""

    name: str
    cells: frozenset[int]
    stay_probability: Fraction
    is_closed: bool


def chain_figure(
    nodes: Mapping[Any, TowerChainState], moves: Mapping[tuple[Any, Any], Fraction], *, title: str
) -> Figure:
    """Draw each state as a small ring of cells, in which the taken cells are filled.

    An arrow is a transition with its probability per card.
    """
    levels: dict[int, list[Hashable]] = {}
    for state, node in nodes.items():
        levels.setdefault(len(node.cells), []).append(state)
    where = {state: (2 * i - (len(row) - 1), -level) for level, row in levels.items() for i, state in enumerate(row)}
    widest = max(x for x, _ in where.values())
    shapes, notes = [], []
    for state, node in nodes.items():
        shapes += _ring(*where[state], node)
        notes.append(_stays(*where[state], node))
    for (state, after), p in moves.items():
        (x0, y0), (x1, y1) = where[state], where[after]
        notes.append(
            label_annotation(
                "",
                x1,
                y1,
                showarrow=True,
                ax=x0,
                ay=y0,
                axref="x",
                ayref="y",
                arrowhead=2,
                arrowsize=1,
                arrowwidth=1.3,
                arrowcolor=MUTED,
                standoff=ROOM,
                startstandoff=ROOM,
            )
        )
        notes.append(label_annotation(str(p), (x0 + x1) / 2, (y0 + y1) / 2))
    dots = Scatter(
        x=[x for x, _ in where.values()],
        y=[y for _, y in where.values()],
        mode="markers",
        marker={"size": 3 * STRIDE, "color": TRANSPARENT},
        hovertext=[_said(node) for node in nodes.values()],
        hoverinfo="text",
    )
    rows = [
        (_called(nodes[state]), _called(nodes[after]), format_fraction_of_any_length(p))
        for (state, after), p in moves.items()
    ]
    rows += [
        (_called(node), "the same", format_fraction_of_any_length(node.stay_probability))
        for node in nodes.values()
        if node.stay_probability
    ]
    closed = [_called(node) for node in nodes.values() if node.is_closed]
    hidden = {"visible": False}
    return styled_figure(
        [dots],
        title=title,
        text=f"A chain of {len(nodes)} states from {_called(next(iter(nodes.values())))} to {' or '.join(closed)}. "
        "Each arrow leads to a state with one more symbol. No arrow leaves a closed state.",
        columns=["state", "next state", "chance a card"],
        rows=rows,
        height=60 + LEVEL * len(levels),
        shapes=shapes,
        annotations=notes,
        xaxis={**hidden, "range": [-widest - 1, widest + 1]},
        yaxis={**hidden, "range": [-len(levels) + 0.5, 0.5]},
    )


def _called(node: TowerChainState) -> str:
    return f"{node.name} (closed)" if node.is_closed else node.name


def _said(node: TowerChainState) -> str:
    return f"{node.name}<br>" + (
        "closed: no card fits" if node.is_closed else f"a card fits with {format_fraction(1 - node.stay_probability)}"
    )


def _ring(x: int, y: int, node: TowerChainState) -> list[dict[str, Any]]:
    """Draw eight small cells around a point, in pixels, with the taken cells filled."""
    cells = []
    for number, (right, up) in enumerate(CELL_OFFSETS):
        left, bottom = right * STRIDE - CELL / 2, up * STRIDE - CELL / 2
        cells.append(
            {
                "type": "rect",
                "xsizemode": "pixel",
                "ysizemode": "pixel",
                "xanchor": x,
                "yanchor": y,
                "x0": left,
                "x1": left + CELL,
                "y0": bottom,
                "y1": bottom + CELL,
                "fillcolor": (ACCENT if node.is_closed else EXACT_COLOUR) if number in node.cells else PAPER,
                "line": {"color": INK, "width": 1},
            }
        )
    return cells


def _stays(x: int, y: int, node: TowerChainState) -> dict[str, Any]:
    """Return the label with the probability that a state stays the same, next to the ring and away from arrows."""
    words = (
        "<b>closed</b>"
        if node.is_closed
        else f"stays {node.stay_probability}"
        if node.stay_probability
        else "never stays"
    )
    side = {"xanchor": "right", "xshift": -ROOM} if x < 0 else {"xanchor": "left", "xshift": ROOM}
    return label_annotation(words, x, y, font={"color": INK if node.is_closed else MUTED, "size": 12}, **side)
