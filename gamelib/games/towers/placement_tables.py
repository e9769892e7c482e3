"""Placement tables: precomputed legal placements of each seat and card for each mask of a tower."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...nodes import Action
from .geometry import CELLS, CELLS_IN_MASK, PlacementGeometry

Placement = tuple[str, int, int]
"""A card, the number of the tower and the number of the cell where it is placed."""


class SidePlacementTables:
    """Placement tables of all cards for one side of the table.

    `shown_alignment[card]` is the number of the alignment that the card shows. `open_cell_count_shifts[card]` is the
    position of the byte of this alignment in `PlacementGeometry.packed_open_cell_counts`. `open_cell_masks[card][mask]`
    is the mask of the cells on which the card fits. `placement_actions[card][tower][cells]` lists the placements on
    these cells.
    """

    def __init__(
        self, geometry: PlacementGeometry, numbers: Mapping[str, int], suits: Sequence[str], is_turned: bool
    ) -> None:
        self.shown_alignment = {card: (number + 4 * is_turned) % 8 for card, number in numbers.items()}  # TOW-3.3
        self.open_cell_count_shifts = {card: 8 * a for card, a in self.shown_alignment.items()}
        self.open_cell_masks = {card: geometry.open_cell_masks[a] for card, a in self.shown_alignment.items()}
        self.placement_actions = {card: tuple(self._actions(card, suit) for suit in suits) for card in numbers}

    def _actions(self, card: str, suit: str) -> dict[int, tuple[Action, ...]]:
        every = [Action("place", card, suit, cell) for cell in CELLS]
        return {cells: tuple(every[i] for i in CELLS_IN_MASK[cells]) for cells in set(self.open_cell_masks[card])}


@dataclass(frozen=True, slots=True)
class SeatPlacementTables:
    """Placement tables of all seats, with one entry for each seat (see `SidePlacementTables`)."""

    geometry: PlacementGeometry
    lying: tuple[dict[str, int], ...]
    shifts: tuple[dict[str, int], ...]
    rows: tuple[dict[str, list[int]], ...]
    actions: tuple[dict[str, tuple[dict[int, tuple[Action, ...]], ...]], ...]
