"""Legal placements on a tower, computed from rectangles and stored in tables over masks of taken cells.

The coordinate system is the view from side A, with the symbol of the foundation at (0, 0), x to the right and y up. The
unit is the distance between symbol places. The eight *cells* around the foundation and the eight alignments have the
same codes and numbers: number i is at `CELL_OFFSETS[i]`, and its opposite is `(i + 4) % 8`. A *mask* is an integer
whose bit i is set if a symbol is on cell i. A card from side B is rotated by half a turn, so it shows the opposite
alignment (TOW-3.3). `lying` is the alignment that a card shows on the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

CELLS = ("LG", "NG", "CG", "CN", "CE", "NE", "LE", "LN")
"""Clockwise round the foundation (TOW-3.6: orthogonal neighbours are next in this ring)."""
CELL_OFFSETS = ((-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
CELL_NUMBER = {cell: i for i, cell in enumerate(CELLS)}
ALL_CELLS = range(8)
FULL_MASK = 255
EDGE_CELLS = (1, 3, 5, 7)


class Rectangle(NamedTuple):
    """Rectangle of a card in millimetres. The symbol of the foundation is at (0, 0), and y increases upwards."""

    left: float
    bottom: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CardSize:
    """Size of a card, distances of neighbouring symbol places, and radius of a symbol, in millimetres."""

    name: str
    width: float
    height: float
    symbol_spacing_x: float
    symbol_spacing_y: float
    radius: float

    def rectangle(self, centre: tuple[int, int]) -> Rectangle:
        """Return the rectangle of a card with this centre. The unit is the distance between symbol places."""
        x, y = centre[0] * self.symbol_spacing_x, centre[1] * self.symbol_spacing_y
        return Rectangle(x - self.width / 2, y - self.height / 2, self.width, self.height)

    def is_symbol_covered(self, centre: tuple[int, int], place: tuple[int, int]) -> bool:
        """Return whether a card with this centre overlaps the symbol at `place` (TOW-3.5)."""
        left, bottom, width, height = self.rectangle(centre)
        x, y = place[0] * self.symbol_spacing_x, place[1] * self.symbol_spacing_y
        dx = max(left - x, 0, x - left - width)
        dy = max(bottom - y, 0, y - bottom - height)
        return dx * dx + dy * dy < self.radius * self.radius


def card_centre(cell: int, alignment: int) -> tuple[int, int]:
    """Return the centre of a card with its symbol on `cell` (TOW-3.4)."""
    (px, py), (ax, ay) = CELL_OFFSETS[cell], CELL_OFFSETS[alignment]
    return px - ax, py - ay


CELLS_IN_MASK = tuple(tuple(i for i in ALL_CELLS if mask >> i & 1) for mask in range(256))
"""mask -> the numbers of its cells, clockwise from LG."""


def mask_to_cells(mask: int) -> tuple[str, ...]:
    """Return the codes of the cells in a mask, clockwise from LG."""
    return tuple(CELLS[i] for i in CELLS_IN_MASK[mask])


def cells_to_mask(cells: Iterable[str]) -> int:
    """Return the mask of some cells."""
    return sum(1 << CELL_NUMBER[cell] for cell in set(cells))


def half_turn_mask(mask: int) -> int:
    """Return a mask as seen from the other side of the table."""
    return mask >> 4 | (mask & 15) << 4


@dataclass(frozen=True, slots=True)
class PlacementFault:
    """Reason why a symbol may not be on a cell. `cells` are the cells whose symbols the card would hide."""

    code: str
    rule: str
    cells: tuple[str, ...] = ()


class CoveredCellTables(NamedTuple):
    """Two tables `[alignment][cell]` of the symbols that a card covers."""

    cell_masks: tuple[tuple[int, ...], ...]
    """The mask of the covered cells."""
    hides_foundation: tuple[tuple[bool, ...], ...]
    """Whether the symbol of the foundation is covered."""


def covered_cell_tables(size: CardSize) -> CoveredCellTables:
    """Return the tables of covered symbols for a card size.

    The masks omit the cell of the card itself. The symbol of the foundation stays visible exactly if the centre of the
    card is two steps away (TOW-3.7). Therefore a symbol never goes to the cell of its own alignment (TOW-A3).
    """
    centres = [[card_centre(cell, lying) for cell in ALL_CELLS] for lying in ALL_CELLS]
    hidden = tuple(
        tuple(
            sum(1 << q for q in ALL_CELLS if q != cell and size.is_symbol_covered(centre, CELL_OFFSETS[q]))
            for cell, centre in enumerate(row)
        )
        for row in centres
    )
    return CoveredCellTables(
        hidden, tuple(tuple(size.is_symbol_covered(centre, (0, 0)) for centre in row) for row in centres)
    )


NO_COVERED_CELLS = CoveredCellTables(((0,) * 8,) * 8, ((False,) * 8,) * 8)
"""With `body=free` only the cell itself must be empty (TOW-A2)."""


class PlacementGeometry:
    """Placement tables for one card size, type of adjacency and type of card body.

    Attributes:
        open_cell_masks: `[alignment][mask]`, the mask of the cells open to a card.
        fitting_alignment_masks: `[mask]`, the mask of the alignments that fit on at least one cell.
        is_closed_mask: `[mask]`, whether no alignment fits on any cell (TOW-5.1).
        packed_open_cell_counts: `[mask]`, the number of cells open to each alignment, one byte each, so that the counts
            of several towers can be added.
    """

    def __init__(self, size: CardSize, adjacency: str = "orthogonal", body: str = "geometric") -> None:
        self.size = size
        next_to = [1 << (i + 1) % 8 | 1 << (i - 1) % 8 for i in ALL_CELLS]
        if adjacency == "king":  # TOW-A4
            for i in EDGE_CELLS:
                next_to[i] |= 1 << (i + 2) % 8 | 1 << (i - 2) % 8
        self.neighbour_masks = tuple(next_to)
        self.covered_cell_masks, self.hides_foundation = (
            covered_cell_tables(size) if body == "geometric" else NO_COVERED_CELLS
        )
        self.open_cell_masks = [[0] * 256 for _ in ALL_CELLS]
        for lying in ALL_CELLS:
            for cell in ALL_CELLS:
                if not self.hides_foundation[lying][cell]:
                    blocked, near = self.covered_cell_masks[lying][cell] | 1 << cell, self.neighbour_masks[cell]
                    for mask in range(256):
                        if not mask & blocked and (mask & near or not mask):
                            self.open_cell_masks[lying][mask] |= 1 << cell
        self.fitting_alignment_masks = [
            sum(1 << a for a in ALL_CELLS if self.open_cell_masks[a][mask]) for mask in range(256)
        ]
        self.packed_open_cell_counts = [
            sum(self.open_cell_masks[a][mask].bit_count() << 8 * a for a in ALL_CELLS) for mask in range(256)
        ]
        # TOW-5.2, TOW-A7: no card fits on eight symbols, or on seven symbols if the free cell is an edge
        self.is_closed_mask = [not fitting for fitting in self.fitting_alignment_masks]

    def placement_faults(self, alignment: int, cell: int, mask: int) -> list[PlacementFault]:
        """Return all reasons against a cell in display order, or an empty list if the card fits."""
        faults = []
        if mask >> cell & 1:
            faults.append(PlacementFault("cell_taken", "TOW-3.8"))
        if self.hides_foundation[alignment][cell]:
            faults.append(PlacementFault("covers_foundation", "TOW-3.5"))
        if self.covered_cell_masks[alignment][cell] & mask:
            faults.append(
                PlacementFault(
                    "covers_symbol", "TOW-3.5", mask_to_cells(self.covered_cell_masks[alignment][cell] & mask)
                )
            )
        if mask and not self.neighbour_masks[cell] & mask:  # the foundation is no neighbour. The first card is exempt
            faults.append(PlacementFault("not_next_to_a_symbol", "TOW-3.6"))
        return faults

    @cached_property
    def reachable_masks(self) -> frozenset[int]:
        """Return each mask that is reachable from an empty tower: 58 masks, or 133 with king neighbours.

        By default, each mask is one arc of the ring (TOW-3.11). The ends of the arc decide which cards fit (TOW-3.12,
        TOW-3.13).
        """
        reached, edge = {0}, [0]
        while edge:
            mask = edge.pop()
            cells = 0
            for lying in ALL_CELLS:
                cells |= self.open_cell_masks[lying][mask]
            for cell in ALL_CELLS:
                after = mask | 1 << cell
                if cells >> cell & 1 and after not in reached:
                    reached.add(after)
                    edge.append(after)
        return frozenset(reached)
