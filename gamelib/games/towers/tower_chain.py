"""One tower as an absorbing Markov chain.

Cards come one by one, each of the eight alignments equally likely and independent of the others. A
card that fits goes to one of its cells, all equally likely; one that does not is lost. The states are
the masks of taken cells; a closed tower absorbs. With `lump`, masks that a turn or a mirroring of the
table maps onto each other are one state, named by the first of them.

Everything is exact. Weights are whole numbers over one total for each state, `STEP`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from random import Random

from ...dist import Dist
from .geometry import EVERY, Geometry, cells_of

STEP = 8 * lcm(1, 2, 3, 4, 5, 6, 7, 8)
"""The common total of all transition weights: eight alignments, up to eight cells."""


@dataclass(frozen=True, slots=True)
class Size:
    """The chain seen by the number of cards on the ring."""

    cards: int
    visited: Fraction
    """The chance that the tower is ever in a state of this size."""
    fits: Fraction
    """The chance that the next card fits, given that this size is reached; 0 for a closed tower."""
    wait: Fraction
    """The mean number of cards shown at this size, over all towers."""


class TowerChain:
    """The chain of one geometry."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    @cached_property
    def states(self) -> tuple[int, ...]:
        """Every mask that can be reached, by number of cards and then by value."""
        return tuple(sorted(self.geometry.reachable, key=lambda mask: (mask.bit_count(), mask)))

    @cached_property
    def moves(self) -> dict[int, dict[int, int]]:
        """mask -> next mask -> weight over STEP. A closed tower stays as it is."""
        return {mask: self._moves(mask) for mask in self.states}

    def _moves(self, mask: int) -> dict[int, int]:
        weights: dict[int, int] = {}
        for alignment in EVERY:
            cells = self.geometry.fits[alignment][mask]
            count = cells.bit_count()
            if not count:
                weights[mask] = weights.get(mask, 0) + STEP // 8
            for cell in EVERY:
                if cells >> cell & 1:
                    after = mask | 1 << cell
                    weights[after] = weights.get(after, 0) + STEP // 8 // count
        return weights

    def p_fits(self, mask: int) -> Fraction:
        """The chance that the next card fits."""
        return 1 - Fraction(self.moves[mask].get(mask, 0), STEP)

    @cached_property
    def visited(self) -> dict[int, Fraction]:
        """The chance that each state is ever reached: along the jumps, lost cards left out."""
        chances = dict.fromkeys(self.states, Fraction(0))
        chances[0] = Fraction(1)
        for mask in self.states:
            leaving = STEP - self.moves[mask].get(mask, 0)
            for after, weight in self.moves[mask].items():
                if after != mask:
                    chances[after] += chances[mask] * Fraction(weight, leaving)
        return chances

    @cached_property
    def cards_shown(self) -> Fraction:
        """The mean number of cards shown until the tower closes: each state waits 1 / P(fits) cards."""
        return sum(
            (p / self.p_fits(mask) for mask, p in self.visited.items() if not self.geometry.closed[mask]), Fraction(0)
        )

    @cached_property
    def closes_with(self) -> dict[int, Fraction]:
        """How many cards lie on the ring when the tower closes, and how likely that is."""
        chances: dict[int, Fraction] = {}
        for mask, p in self.visited.items():
            if self.geometry.closed[mask] and p:
                chances[mask.bit_count()] = chances.get(mask.bit_count(), Fraction(0)) + p
        return chances

    @property
    def cards_on_ring(self) -> Fraction:
        """The mean number of cards on the ring of a closed tower."""
        return sum((cards * p for cards, p in self.closes_with.items()), Fraction(0))

    def sizes(self) -> list[Size]:
        """The staircase of waits, for 0 to 8 cards on the ring."""
        rows = []
        for cards in range(9):
            masks = [mask for mask in self.states if mask.bit_count() == cards]
            here = sum((self.visited[mask] for mask in masks), Fraction(0))
            fits = sum((self.visited[mask] * self.p_fits(mask) for mask in masks), Fraction(0))
            wait = sum((self.visited[mask] / self.p_fits(mask) for mask in masks if self.p_fits(mask)), Fraction(0))
            rows.append(Size(cards, here, fits / here, wait))
        return rows

    def first_steps(self) -> tuple[Fraction, Fraction]:
        """Cards shown, and the chance to close with 7, by the equations of first steps.

        For each open state: E(m) = 1 + sum of P(m, n) E(n), and likewise for the chance without the 1. A tower only
        grows, so they are solved from the fullest state down. Independent of `visited`, which goes up.
        """
        shown: dict[int, Fraction] = {}
        seven: dict[int, Fraction] = {}
        for mask in sorted((mask for mask in self.states if not self.geometry.closed[mask]), reverse=True):
            cards, ends, leaves = Fraction(1), Fraction(0), Fraction(1)
            for after, weight in self.moves[mask].items():
                p = Fraction(weight, STEP)
                if self.geometry.closed[after]:
                    ends += p * (after.bit_count() == 7)
                elif after == mask:
                    leaves -= p
                else:
                    cards += p * shown[after]
                    ends += p * seven[after]
            shown[mask], seven[mask] = cards / leaves, ends / leaves
        return shown[0], seven[0]

    def survival(self, most: int) -> list[Fraction]:
        """The chance that the tower is still open after 0, 1, ..., `most` cards."""
        return [Fraction(sum(weights.values()), STEP**n) for n, weights in enumerate(self.still_open(most))]

    def still_open(self, most: int) -> list[dict[int, int]]:
        """The open states after n = 0, 1, ..., `most` cards: mask -> weight over STEP**n."""
        layers = [{0: 1}]
        for _ in range(most):
            after: dict[int, int] = {}
            for mask, ways in layers[-1].items():
                for target, weight in self.moves[mask].items():
                    if not self.geometry.closed[target]:
                        after[target] = after.get(target, 0) + ways * weight
            layers.append(after)
        return layers

    @cached_property
    def to_come(self) -> dict[int, Fraction]:
        """The mean number of cards still shown from each state, from the closed ones back."""
        means: dict[int, Fraction] = {}
        for mask in reversed(self.states):  # a move adds a symbol
            jumps = {after: weight for after, weight in self.moves[mask].items() if after != mask}
            rest = sum((weight * means[after] for after, weight in jumps.items()), Fraction(0))
            means[mask] = (STEP + rest) / sum(jumps.values()) if jumps else Fraction(0)
        return means

    def run(self, rng: Random) -> tuple[int, int]:
        """One tower: cards shown until it closed, cards on its ring then."""
        mask = shown = 0
        while not self.geometry.closed[mask]:
            shown += 1
            cells = self.geometry.fits[int(rng.random() * 8)][mask]
            if cells:
                free = [cell for cell in EVERY if cells >> cell & 1]
                mask |= 1 << free[int(rng.random() * len(free))]
        return shown, mask.bit_count()

    # -- the chain drawn -----------------------------------------------------------------------

    def lump(self) -> dict[int, int]:
        """mask -> the first mask that a quarter turn or a mirroring maps it onto (eight symmetries).

        A lumped state behaves the same whatever mask it stands for, since all alignments are equally
        likely; tests check it against `moves`.
        """
        return {mask: min(_images(mask), key=lambda image: (image.bit_count(), image)) for mask in self.states}

    def lumped_moves(self) -> dict[int, dict[int, Fraction]]:
        """The chain on lumped states: state -> next state -> chance."""
        names = self.lump()
        rows: dict[int, dict[int, Fraction]] = {}
        for mask in self.states:
            if names[mask] == mask:
                row: dict[int, Fraction] = {}
                for after, weight in self.moves[mask].items():
                    row[names[after]] = row.get(names[after], Fraction(0)) + Fraction(weight, STEP)
                rows[mask] = row
        return rows

    def lumped_visited(self) -> dict[int, Fraction]:
        """The chance that each lumped state is ever reached."""
        names = self.lump()
        chances: dict[int, Fraction] = {}
        for mask, p in self.visited.items():
            chances[names[mask]] = chances.get(names[mask], Fraction(0)) + p
        return chances

    def name(self, mask: int) -> str:
        """A state in words: its cells, or `empty`."""
        return " ".join(cells_of(mask)) or "empty"


def _images(mask: int) -> set[int]:
    """A mask in its eight positions: quarter turns move a cell on by two, mirroring reverses the ring."""
    mirrored = sum(1 << (8 - i) % 8 for i in EVERY if mask >> i & 1)
    return {_turn(m, 2 * quarter) for m in (mask, mirrored) for quarter in range(4)}


def _turn(mask: int, cells: int) -> int:
    return (mask << cells | mask >> (8 - cells)) & 255


def closing_cost(closes_with: Mapping[int, Fraction], opponents: int, place: int) -> Dist[int]:
    """Cards that the opponent at `place` (0: at the closer's left) gets from a tower (TOW-5.4)."""
    shares: dict[int, Fraction] = {}
    for cards, p in closes_with.items():
        dealt = cards + 1  # with the foundation
        share = dealt // opponents + (place < dealt % opponents)
        shares[share] = shares.get(share, Fraction(0)) + p
    scale = lcm(*(p.denominator for p in shares.values()))
    return Dist({share: int(p * scale) for share, p in shares.items()})
