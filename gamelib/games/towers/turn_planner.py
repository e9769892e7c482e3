"""Search for the best plan of a single turn.

At the end, a seat with b cards in its balance has S - r * b coins, where r is the number of remaining seats and S the
number of cards in all balances (TOW-7.7). Therefore each card that a seat places is worth r - 1 coins. Each card of a
tower that the seat closes is worth 1 coin.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from ...nodes import Action, Seat
from .geometry import CELLS, FULL_MASK
from .placement_tables import Placement
from .state import TowersState, closed_tower_cards_by_opponent
from .steps import STOP

Row = Sequence[int]


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """Plan of one turn: the value in coins, and the placements in order."""

    value: float
    placements: tuple[Placement, ...]


def least_debt(
    masks: Sequence[int],
    cache: Sequence[str],
    rows: Mapping[str, Row],
    tower: Mapping[str, int],
    closed: Sequence[bool],
) -> int:
    """Return the smallest number of cards of a cache that must go to the balance.

    `tower` has the matching tower of each card.
    """
    best = len(cache)
    for i, card in enumerate(cache):
        rest = [*cache[:i], *cache[i + 1 :]]
        own = tower[card]
        fits = [number for number, mask in enumerate(masks) if rows[card][mask]]
        if not fits:
            continue
        best = min(best, len(rest))
        if own not in fits or not rest:
            continue
        cells = rows[card][masks[own]]
        while cells:
            bit = cells & -cells
            cells ^= bit
            after = list(masks)
            after[own] |= bit
            if closed[after[own]]:
                after[own] = FULL_MASK
            best = min(best, least_debt(after, rest, rows, tower, closed))
            if not best:
                return 0
    return best


class TurnPlanner:
    """Search for the best plan for a turn of one seat. `only` lists the allowed first actions."""

    def __init__(self, state: TowersState, seat: Seat, only: Container[Action] | None = None) -> None:
        self.state, self.only = state, only
        self.rows = state.rows[seat]
        self.closed = state.geometry.is_closed_mask
        self.own = state.game.matching_tower
        self.opponents = state.other_active_seats(seat)
        self.per_card = len(self.opponents)
        self.shown = [state.rows[other][card] for other in self.opponents for card in state.caches[other]]
        self.best = TurnPlan(-inf, ())
        must = state.agenda_frames[-1].step.name == "choose" or not state.options["voluntary_stop"]
        if only is not None:
            must = STOP not in only
        self._search(tuple(state.masks), state.caches[seat], 0, (), must)

    def _search(
        self, masks: tuple[int, ...], cache: tuple[str, ...], value: int, placed: tuple[Placement, ...], must: bool
    ) -> None:
        if not must:
            self._offer(masks, value, placed)
        room = len(cache)
        closable = sum(mask != FULL_MASK and mask.bit_count() + room >= 7 for mask in masks)
        if value + room * self.per_card + 9 * min(closable, room) <= self.best.value:
            return
        only = None if placed else self.only
        for i, card in enumerate(cache):
            row = self.rows[card]
            rest = cache[:i] + cache[i + 1 :]
            for tower, mask in enumerate(masks):
                cells = row[mask]
                while cells:
                    bit = cells & -cells
                    cells ^= bit
                    after = mask | bit
                    gain = self.per_card
                    if self.closed[after]:
                        gain += after.bit_count() + 1
                        after = FULL_MASK
                    on = (*masks[:tower], after, *masks[tower + 1 :])
                    step = (*placed, (card, tower, bit.bit_length() - 1))
                    if only is not None and placement_action(self.state, step[0]) not in only:
                        continue
                    if self.own[card] == tower and rest:
                        self._search(on, rest, value + gain, step, False)
                    else:
                        self._offer(on, value + gain, step)

    def _offer(self, masks: tuple[int, ...], value: int, placed: tuple[Placement, ...]) -> None:
        if value > self.best.value:  # the danger can only lower the value
            total = value - self._danger(masks)
            if total > self.best.value:
                self.best = TurnPlan(total, placed)

    def _danger(self, masks: tuple[int, ...]) -> float:
        """Estimate the cards from towers that an opponent can close with its visible cards, slightly discounted."""
        danger = 0.0
        for mask in masks:
            if mask != FULL_MASK and mask.bit_count() >= 6:
                for row in self.shown:
                    cells = row[mask]
                    if any(cells >> cell & 1 and self.closed[mask | 1 << cell] for cell in range(8)):
                        # The seat is an opponent of the closer. In the worst case it is the last opponent to get cards.
                        mine = closed_tower_cards_by_opponent(mask.bit_count() + 2, self.per_card)[-1]
                        danger += 0.5 * mine * self.per_card
                        break
        return danger


def placement_action(state: TowersState, step: Placement) -> Action:
    """Return the action of a planned placement."""
    card, tower, cell = step
    return Action("place", card, state.game.suits[tower], CELLS[cell])
