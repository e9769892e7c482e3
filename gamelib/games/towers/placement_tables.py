"""Placement tables: legal placements of each seat and card by the mask of a tower, computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...nodes import Action
from .geometry import CELLS, CELLS_IN_MASK, PlacementGeometry

Placement = tuple[str, int, int]
"""A card, the number of the tower and the number of the cell where it is placed."""


class SidePlacementTables:
    """Placement tables of all cards for one side of the table.

    `shown_alignment[card]`: number of the alignment that the card shows in the table frame.
    `open_cell_count_shifts[card]`: number of bits below its byte in `PlacementGeometry.packed_open_cell_counts`.
    `open_cell_masks[card][mask]`: mask of the cells that are open to the card on a tower.
    `placement_actions[card][tower][cells]`: placements for such a mask of cells.
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
    """Placement tables of all seats: one entry for each seat. See SidePlacementTables."""

    geometry: PlacementGeometry
    lying: tuple[dict[str, int], ...]
    shifts: tuple[dict[str, int], ...]
    rows: tuple[dict[str, list[int]], ...]
    actions: tuple[dict[str, tuple[dict[int, tuple[Action, ...]], ...]], ...]
