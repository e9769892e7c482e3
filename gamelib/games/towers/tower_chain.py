"""One tower as an absorbing Markov chain.

Cards come one by one. Each of the eight alignments is equally likely and independent of the others. A card that fits
goes to one of its cells, all equally likely. Other cards are lost. The states are the masks of taken cells, and a
closed tower is absorbing. With `lumped_states`, masks that a rotation or a reflection of the table maps onto each other
are one state, named by the first of them.

All values are exact. Weights are integers over one total for each state, `WEIGHT_TOTAL`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from random import Random

from ...dist import Dist
from .geometry import ALL_CELLS, PlacementGeometry, mask_to_cells

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


class TowerChain:
    """The chain of one geometry."""

    def __init__(self, geometry: PlacementGeometry) -> None:
        self.geometry = geometry

    @cached_property
    def states(self) -> tuple[int, ...]:
        """Every mask that can be reached, by number of cards and then by value."""
        return tuple(sorted(self.geometry.reachable_masks, key=lambda mask: (mask.bit_count(), mask)))

    @cached_property
    def transitions(self) -> dict[int, dict[int, int]]:
        """Transitions: mask -> next mask -> weight over STEP. A closed tower stays as it is."""
        return {mask: self._moves(mask) for mask in self.states}

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
    def visit_probabilities(self) -> dict[int, Fraction]:
        """Return the probability that each state is ever reached, computed along the jumps without lost cards."""
        chances = dict.fromkeys(self.states, Fraction(0))
        chances[0] = Fraction(1)
        for mask in self.states:
            leaving = WEIGHT_TOTAL - self.transitions[mask].get(mask, 0)
            for after, weight in self.transitions[mask].items():
                if after != mask:
                    chances[after] += chances[mask] * Fraction(weight, leaving)
        return chances

    @cached_property
    def mean_cards_shown(self) -> Fraction:
        """Return the mean number of cards until the tower closes: each state waits 1 / P(fits) cards."""
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
        """The mean number of cards on the ring of a closed tower."""
        return sum((cards * p for cards, p in self.closing_size_probabilities.items()), Fraction(0))

    def size_stats(self) -> list[RingSizeStats]:
        """Return the mean waits for 0 to 8 cards on the ring."""
        rows = []
        for cards in range(9):
            masks = [mask for mask in self.states if mask.bit_count() == cards]
            here = sum((self.visit_probabilities[mask] for mask in masks), Fraction(0))
            fits = sum((self.visit_probabilities[mask] * self.p_fits(mask) for mask in masks), Fraction(0))
            wait = sum(
                (self.visit_probabilities[mask] / self.p_fits(mask) for mask in masks if self.p_fits(mask)), Fraction(0)
            )
            rows.append(RingSizeStats(cards, here, fits / here, wait))
        return rows

    def solve_first_step_equations(self) -> tuple[Fraction, Fraction]:
        """Return the mean number of cards and the probability to close with 7, by first-step equations.

        For each open state: E(m) = 1 + sum of P(m, n) E(n). The equations of the probability have no 1. A tower only
        grows, so the equations are solved from the fullest state down. The method is independent of
        `visit_probabilities`, which goes up.
        """
        shown: dict[int, Fraction] = {}
        seven: dict[int, Fraction] = {}
        for mask in sorted((mask for mask in self.states if not self.geometry.is_closed_mask[mask]), reverse=True):
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
        return shown[0], seven[0]

    def survival_probabilities(self, max_cards: int) -> list[Fraction]:
        """Return the probability that the tower is still open after 0, 1, ..., `max_cards` cards."""
        return [
            Fraction(sum(weights.values()), WEIGHT_TOTAL**n)
            for n, weights in enumerate(self.open_state_weights(max_cards))
        ]

    def open_state_weights(self, max_cards: int) -> list[dict[int, int]]:
        """Return the open states after n = 0, 1, ..., `max_cards` cards: mask -> weight over STEP**n."""
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
    def mean_cards_to_come(self) -> dict[int, Fraction]:
        """Return the mean number of further cards from each state, computed back from the closed ones."""
        means: dict[int, Fraction] = {}
        for mask in reversed(self.states):  # a move adds a symbol
            jumps = {after: weight for after, weight in self.transitions[mask].items() if after != mask}
            rest = sum((weight * means[after] for after, weight in jumps.items()), Fraction(0))
            means[mask] = (WEIGHT_TOTAL + rest) / sum(jumps.values()) if jumps else Fraction(0)
        return means

    def simulate_once(self, rng: Random) -> tuple[int, int]:
        """Simulate one tower: number of cards until it closed, and number of cards on its ring."""
        mask = shown = 0
        while not self.geometry.is_closed_mask[mask]:
            shown += 1
            cells = self.geometry.open_cell_masks[int(rng.random() * 8)][mask]
            if cells:
                free = [cell for cell in ALL_CELLS if cells >> cell & 1]
                mask |= 1 << free[int(rng.random() * len(free))]
        return shown, mask.bit_count()

    # -- the chain drawn -----------------------------------------------------------------------

    def lumped_states(self) -> dict[int, int]:
        """Return, for each mask, the first mask of its symmetry class (eight rotations and reflections).

        All masks of a lumped state have the same behaviour because all alignments are equally likely. Tests check it
        against `transitions`.
        """
        return {mask: min(_images(mask), key=lambda image: (image.bit_count(), image)) for mask in self.states}

    def lumped_transitions(self) -> dict[int, dict[int, Fraction]]:
        """Return the chain on lumped states: state -> next state -> probability."""
        names = self.lumped_states()
        rows: dict[int, dict[int, Fraction]] = {}
        for mask in self.states:
            if names[mask] == mask:
                row: dict[int, Fraction] = {}
                for after, weight in self.transitions[mask].items():
                    row[names[after]] = row.get(names[after], Fraction(0)) + Fraction(weight, WEIGHT_TOTAL)
                rows[mask] = row
        return rows

    def lumped_visit_probabilities(self) -> dict[int, Fraction]:
        """Return the probability that each lumped state is ever reached."""
        names = self.lumped_states()
        chances: dict[int, Fraction] = {}
        for mask, p in self.visit_probabilities.items():
            chances[names[mask]] = chances.get(names[mask], Fraction(0)) + p
        return chances

    def state_name(self, mask: int) -> str:
        """Return a state in words: its cells, or `empty`."""
        return " ".join(mask_to_cells(mask)) or "empty"


def _images(mask: int) -> set[int]:
    """Return a mask in its eight symmetries: a quarter turn moves a cell by two, a reflection reverses the ring."""
    mirrored = sum(1 << (8 - i) % 8 for i in ALL_CELLS if mask >> i & 1)
    return {_turn(m, 2 * quarter) for m in (mask, mirrored) for quarter in range(4)}


def _turn(mask: int, cells: int) -> int:
    return (mask << cells | mask >> (8 - cells)) & 255


def closing_cost(closes_with: Mapping[int, Fraction], opponents: int, opponent_index: int) -> Dist[int]:
    """Return the cards of a tower for the opponent at `opponent_index` (0: at the closer's left) (TOW-5.4)."""
    shares: dict[int, Fraction] = {}
    for cards, p in closes_with.items():
        dealt = cards + 1  # with the foundation
        share = dealt // opponents + (opponent_index < dealt % opponents)
        shares[share] = shares.get(share, Fraction(0)) + p
    scale = lcm(*(p.denominator for p in shares.values()))
    return Dist({share: int(p * scale) for share, p in shares.items()})
