"""Where a card may lie on a tower: derived from rectangles, then kept in tables over masks of taken cells.

The table frame is the view of side A, with the foundation's symbol at (0, 0), x to the right and y up,
one step from a symbol place to the next. The eight *cells* round it and the eight alignments share
their codes and numbers: number i stands at `OFFSETS[i]`, and its opposite is `(i + 4) % 8`. A *mask* is
a whole number whose bit i says that a symbol lies on cell i. A card of side B is turned by half a
circle, so it lies as the opposite alignment (TOW-3.3); `lying` below is the alignment as it lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

CELLS = ("LG", "NG", "CG", "CN", "CE", "NE", "LE", "LN")
"""Clockwise round the foundation (TOW-3.6: orthogonal neighbours are next in this ring)."""
OFFSETS = ((-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
NUMBER = {cell: i for i, cell in enumerate(CELLS)}
EVERY = range(8)
FULL = 255
EDGES = (1, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card in millimetres: size, distances of neighbouring symbol places, radius of a symbol."""

    name: str
    width: float
    height: float
    across: float
    up: float
    radius: float

    def body(self, centre: tuple[int, int]) -> tuple[float, float, float, float]:
        """The rectangle of a card: left, bottom, width, height, in millimetres from the foundation's symbol."""
        x, y = centre[0] * self.across, centre[1] * self.up
        return x - self.width / 2, y - self.height / 2, self.width, self.height

    def hides(self, centre: tuple[int, int], place: tuple[int, int]) -> bool:
        """Whether a card lying at `centre` overlaps the symbol at `place` (TOW-3.5)."""
        left, bottom, width, height = self.body(centre)
        x, y = place[0] * self.across, place[1] * self.up
        dx = max(left - x, 0, x - left - width)
        dy = max(bottom - y, 0, y - bottom - height)
        return dx * dx + dy * dy < self.radius * self.radius


def centre_of(cell: int, lying: int) -> tuple[int, int]:
    """The middle of a card whose symbol lies on `cell` (TOW-3.4)."""
    (px, py), (ax, ay) = OFFSETS[cell], OFFSETS[lying]
    return px - ax, py - ay


IN_MASK = tuple(tuple(i for i in EVERY if mask >> i & 1) for mask in range(256))
"""mask -> the numbers of its cells, clockwise from LG."""


def cells_of(mask: int) -> tuple[str, ...]:
    """The codes of the cells in a mask, clockwise from LG."""
    return tuple(CELLS[i] for i in IN_MASK[mask])


def mask_of(cells: Iterable[str]) -> int:
    """The mask of some cells."""
    return sum(1 << NUMBER[cell] for cell in set(cells))


def half_turn(mask: int) -> int:
    """A mask seen from the other side of the table."""
    return mask >> 4 | (mask & 15) << 4


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a symbol may not lie on a cell; `cells` are the symbols that would be hidden."""

    code: str
    rule: str
    cells: tuple[str, ...] = ()


def bodies(size: CardSize) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[bool, ...], ...]]:
    """What lies under a card: [lying][cell] -> mask of the other cells; and whether the foundation's symbol does.

    TOW-3.7: the foundation stays visible exactly where the middle of the card is two steps away; so a
    symbol never goes to the cell of its own alignment (TOW-A3).
    """
    centres = [[centre_of(cell, lying) for cell in EVERY] for lying in EVERY]
    hidden = tuple(
        tuple(
            sum(1 << q for q in EVERY if q != cell and size.hides(centre, OFFSETS[q]))
            for cell, centre in enumerate(row)
        )
        for row in centres
    )
    return hidden, tuple(tuple(size.hides(centre, (0, 0)) for centre in row) for row in centres)


NO_BODIES = (((0,) * 8,) * 8, ((False,) * 8,) * 8)
"""With `body=free` only the cell itself must be empty (TOW-A2)."""


class Geometry:
    """The placement tables of one card size, kind of adjacency and kind of body.

    `fits[lying][mask]`: the mask of the cells open to a card; `open_to[mask]`: the mask of alignments
    (as they lie) that find a cell; `closed[mask]`: whether none does (TOW-5.1); `room[mask]`: the number
    of cells open to each alignment, as it lies, in one byte each, so that the rooms of towers add up.
    """

    def __init__(self, size: CardSize, adjacency: str = "orthogonal", body: str = "geometric") -> None:
        self.size = size
        next_to = [1 << (i + 1) % 8 | 1 << (i - 1) % 8 for i in EVERY]
        if adjacency == "king":  # TOW-A4
            for i in EDGES:
                next_to[i] |= 1 << (i + 2) % 8 | 1 << (i - 2) % 8
        self.next_to = tuple(next_to)
        self.hidden, self.hides_foundation = bodies(size) if body == "geometric" else NO_BODIES
        self.fits = [[0] * 256 for _ in EVERY]
        for lying in EVERY:
            for cell in EVERY:
                if not self.hides_foundation[lying][cell]:
                    blocked, near = self.hidden[lying][cell] | 1 << cell, self.next_to[cell]
                    for mask in range(256):
                        if not mask & blocked and (mask & near or not mask):
                            self.fits[lying][mask] |= 1 << cell
        self.open_to = [sum(1 << a for a in EVERY if self.fits[a][mask]) for mask in range(256)]
        self.room = [sum(self.fits[a][mask].bit_count() << 8 * a for a in EVERY) for mask in range(256)]
        # TOW-5.2, TOW-A7: nothing fits on eight symbols, nor on seven where the free cell is an edge
        self.closed = [not fitting for fitting in self.open_to]

    def faults(self, lying: int, cell: int, mask: int) -> list[Fault]:
        """Every reason against a cell, in the order in which to tell them; empty if the card fits."""
        faults = []
        if mask >> cell & 1:
            faults.append(Fault("cell_taken", "TOW-3.8"))
        if self.hides_foundation[lying][cell]:
            faults.append(Fault("covers_foundation", "TOW-3.5"))
        if self.hidden[lying][cell] & mask:
            faults.append(Fault("covers_symbol", "TOW-3.5", cells_of(self.hidden[lying][cell] & mask)))
        if mask and not self.next_to[cell] & mask:  # the foundation does not count; the first card is free
            faults.append(Fault("not_next_to_a_symbol", "TOW-3.6"))
        return faults

    @cached_property
    def reachable(self) -> frozenset[int]:
        """Every mask that play from an empty tower can reach; 58, or 133 with king neighbours.

        By default each is one arc of the ring (TOW-3.11), and its ends decide what fits (TOW-3.12, TOW-3.13).
        """
        reached, edge = {0}, [0]
        while edge:
            mask = edge.pop()
            cells = 0
            for lying in EVERY:
                cells |= self.fits[lying][mask]
            for cell in EVERY:
                after = mask | 1 << cell
                if cells >> cell & 1 and after not in reached:
                    reached.add(after)
                    edge.append(after)
        return frozenset(reached)
