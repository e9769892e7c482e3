"""Model of one tower as an absorbing Markov chain.

Cards are drawn one by one with independent, equally likely alignments. A card that fits goes to a random cell. Other
cards are lost. The states are the masks of taken cells, and a closed tower is absorbing. `lumped_states` merges masks
that are equal after a rotation or reflection.

All values are exact. The weights of each state are integers with the total `WEIGHT_TOTAL`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from random import Random
from typing import NamedTuple, TypeAlias

from ...dist import Dist
from .geometry import ALL_CELLS, PlacementGeometry, mask_to_cells

TowerMask: TypeAlias = int
"""Set of taken cells of a tower, one bit for each cell. It is a state of the chain."""
WEIGHT_TOTAL = 8 * lcm(1, 2, 3, 4, 5, 6, 7, 8)
"""The common total of all transition weights: eight alignments, up to eight cells."""


@dataclass(frozen=True, slots=True)
class RingSizeStats:
    """Statistics of the chain for one number of cards on the ring."""

    cards: int
    p_visited: Fraction
    """Probability that the tower is ever in a state of this size."""
    p_fits: Fraction
    """Probability that the next card fits, given that this size is reached. It is 0 for a closed tower."""
    mean_wait: Fraction
    """Mean number of cards shown at this size, over all towers."""


class FirstStepSolution(NamedTuple):
    """Values of an empty tower by first-step equations."""

    mean_cards: Fraction
    """Mean number of cards that are drawn until the tower is closed."""
    p_closed_with_seven: Fraction
    """Probability that the closed tower has 7 cards on its ring."""


class ClosedTower(NamedTuple):
    """Result of one simulated tower."""

    cards_shown: int
    """Number of cards that were drawn until the tower was closed."""
    cards_on_ring: int


class TowerChain:
    """Markov chain of one placement geometry."""

    def __init__(self, geometry: PlacementGeometry) -> None:
        self.geometry = geometry

    @cached_property
    def reachable_masks(self) -> tuple[TowerMask, ...]:
        """All reachable masks, sorted by number of cards and then by value."""
        return tuple(sorted(self.geometry.reachable_masks, key=lambda mask: (mask.bit_count(), mask)))

    @cached_property
    def transitions(self) -> dict[TowerMask, dict[TowerMask, int]]:
        """Transition weights by mask and next mask, with the total STEP. A closed tower does not change."""
        return {mask: self._moves(mask) for mask in self.reachable_masks}

    def _moves(self, mask: int) -> dict[int, int]:
        weights: dict[int, int] = {}
        for alignment in ALL_CELLS:
            cells = self.geometry.open_cell_masks[alignment][mask]
            count = cells.bit_count()
            if not count:
                weights[mask] = weights.get(mask, 0) + WEIGHT_TOTAL // 8
            for cell in ALL_CELLS:
                if cells >> cell & 1:
                    after = mask | 1 << cell
                    weights[after] = weights.get(after, 0) + WEIGHT_TOTAL // 8 // count
        return weights

    def p_fits(self, mask: int) -> Fraction:
        """Return the probability that the next card fits."""
        return 1 - Fraction(self.transitions[mask].get(mask, 0), WEIGHT_TOTAL)

    @cached_property
    def visit_probabilities(self) -> dict[TowerMask, Fraction]:
        """Return, for each state, the probability that the tower ever reaches it. Lost cards are ignored."""
        chances = dict.fromkeys(self.reachable_masks, Fraction(0))
        chances[0] = Fraction(1)
        for mask in self.reachable_masks:
            leaving = WEIGHT_TOTAL - self.transitions[mask].get(mask, 0)
            for after, weight in self.transitions[mask].items():
                if after != mask:
                    chances[after] += chances[mask] * Fraction(weight, leaving)
        return chances

    @cached_property
    def mean_cards_shown(self) -> Fraction:
        """Return the mean number of drawn cards until the tower closes. The mean wait in a state is 1 / P(fits)."""
        return sum(
            (
                p / self.p_fits(mask)
                for mask, p in self.visit_probabilities.items()
                if not self.geometry.is_closed_mask[mask]
            ),
            Fraction(0),
        )

    @cached_property
    def closing_size_probabilities(self) -> dict[int, Fraction]:
        """Return the probability of each number of cards on the ring when the tower closes."""
        chances: dict[int, Fraction] = {}
        for mask, p in self.visit_probabilities.items():
            if self.geometry.is_closed_mask[mask] and p:
                chances[mask.bit_count()] = chances.get(mask.bit_count(), Fraction(0)) + p
        return chances

    @property
    def mean_cards_on_ring(self) -> Fraction:
        """Mean number of cards on the ring of a closed tower."""
        return sum((cards * p for cards, p in self.closing_size_probabilities.items()), Fraction(0))

    def size_stats(self) -> list[RingSizeStats]:
        """Return the statistics for each number of cards on the ring from 0 to 8."""
        rows = []
        for cards in range(9):
            masks = [mask for mask in self.reachable_masks if mask.bit_count() == cards]
            here = sum((self.visit_probabilities[mask] for mask in masks), Fraction(0))
            fits = sum((self.visit_probabilities[mask] * self.p_fits(mask) for mask in masks), Fraction(0))
            wait = sum(
                (self.visit_probabilities[mask] / self.p_fits(mask) for mask in masks if self.p_fits(mask)), Fraction(0)
            )
            rows.append(RingSizeStats(cards, here, fits / here, wait))
        return rows

    def solve_first_step_equations(self) -> FirstStepSolution:
        """Return the mean number of cards and the probability of closing with 7 cards, by first-step equations.

        For each open state m, E(m) = 1 + sum over n of P(m, n) E(n). The equations for the probability have no term 1.
        A tower only grows, so the equations are solved from the fullest state down. This method does not use
        `visit_probabilities`.
        """
        shown: dict[int, Fraction] = {}
        seven: dict[int, Fraction] = {}
        for mask in sorted(
            (mask for mask in self.reachable_masks if not self.geometry.is_closed_mask[mask]), reverse=True
        ):
            cards, ends, leaves = Fraction(1), Fraction(0), Fraction(1)
            for after, weight in self.transitions[mask].items():
                p = Fraction(weight, WEIGHT_TOTAL)
                if self.geometry.is_closed_mask[after]:
                    ends += p * (after.bit_count() == 7)
                elif after == mask:
                    leaves -= p
                else:
                    cards += p * shown[after]
                    ends += p * seven[after]
            shown[mask], seven[mask] = cards / leaves, ends / leaves
        return FirstStepSolution(shown[0], seven[0])

    def survival_probabilities(self, max_cards: int) -> list[Fraction]:
        """Return the probability that the tower is still open after 0, 1, ..., `max_cards` cards."""
        return [
            Fraction(sum(weights.values()), WEIGHT_TOTAL**n)
            for n, weights in enumerate(self.open_state_weights(max_cards))
        ]

    def open_state_weights(self, max_cards: int) -> list[dict[TowerMask, int]]:
        """Return the weights of the open states after n = 0, 1, ..., `max_cards` cards, with the total STEP**n."""
        layers = [{0: 1}]
        for _ in range(max_cards):
            after: dict[int, int] = {}
            for mask, ways in layers[-1].items():
                for target, weight in self.transitions[mask].items():
                    if not self.geometry.is_closed_mask[target]:
                        after[target] = after.get(target, 0) + ways * weight
            layers.append(after)
        return layers

    @cached_property
    def mean_cards_to_come(self) -> dict[TowerMask, Fraction]:
        """Return the mean number of further cards from each state, computed backwards from the closed states."""
        means: dict[int, Fraction] = {}
        for mask in reversed(self.reachable_masks):  # each step adds a symbol
            jumps = {after: weight for after, weight in self.transitions[mask].items() if after != mask}
            rest = sum((weight * means[after] for after, weight in jumps.items()), Fraction(0))
            means[mask] = (WEIGHT_TOTAL + rest) / sum(jumps.values()) if jumps else Fraction(0)
        return means

    def simulate_until_closed(self, rng: Random) -> ClosedTower:
        """Simulate one tower until it is closed."""
        mask = shown = 0
        while not self.geometry.is_closed_mask[mask]:
            shown += 1
            cells = self.geometry.open_cell_masks[int(rng.random() * 8)][mask]
            if cells:
                free = [cell for cell in ALL_CELLS if cells >> cell & 1]
                mask |= 1 << free[int(rng.random() * len(free))]
        return ClosedTower(shown, mask.bit_count())

    # -- drawing of the chain ------------------------------------------------------------------

    def lumped_states(self) -> dict[TowerMask, TowerMask]:
        """Return, for each mask, the first mask of its symmetry class (eight rotations and reflections).

        All masks of a class behave alike, because all alignments are equally likely.
        """
        return {mask: min(_images(mask), key=lambda image: (image.bit_count(), image)) for mask in self.reachable_masks}

    def lumped_transitions(self) -> dict[TowerMask, dict[TowerMask, Fraction]]:
        """Return the transition probabilities of the lumped states."""
        names = self.lumped_states()
        rows: dict[int, dict[int, Fraction]] = {}
        for mask in self.reachable_masks:
            if names[mask] == mask:
                row: dict[int, Fraction] = {}
                for after, weight in self.transitions[mask].items():
                    row[names[after]] = row.get(names[after], Fraction(0)) + Fraction(weight, WEIGHT_TOTAL)
                rows[mask] = row
        return rows

    def visit_probability_by_lumped_state(self) -> dict[TowerMask, Fraction]:
        """Return, for each lumped state, the probability that the tower ever reaches it."""
        names = self.lumped_states()
        chances: dict[int, Fraction] = {}
        for mask, p in self.visit_probabilities.items():
            chances[names[mask]] = chances.get(names[mask], Fraction(0)) + p
        return chances

    def state_name(self, mask: int) -> str:
        """Return the name of a state: the codes of its cells, or "empty"."""
        return " ".join(mask_to_cells(mask)) or "empty"


def _images(mask: int) -> set[int]:
    """Return the images of a mask under eight symmetries: quarter turns (by two cells) and reflections of the ring."""
    mirrored = sum(1 << (8 - i) % 8 for i in ALL_CELLS if mask >> i & 1)
    return {_turn(m, 2 * quarter) for m in (mask, mirrored) for quarter in range(4)}


def _turn(mask: int, cells: int) -> int:
    return (mask << cells | mask >> (8 - cells)) & 255


def closed_tower_cards_received_dist(
    closes_with: Mapping[int, Fraction], opponents: int, opponent_index: int
) -> Dist[int]:
    """Return the distribution of the number of cards that one opponent gets from a closed tower (TOW-5.4).

    The opponent with index 0 is to the left of the closing seat.
    """
    shares: dict[int, Fraction] = {}
    for cards, p in closes_with.items():
        dealt = cards + 1  # with the foundation
        share = dealt // opponents + (opponent_index < dealt % opponents)
        shares[share] = shares.get(share, Fraction(0)) + p
    scale = lcm(*(p.denominator for p in shares.values()))
    return Dist({share: int(p * scale) for share, p in shares.items()})
