"""Exact value of an ending by backward induction.

With an empty deck, nothing depends on chance, so the last turns are a small tree of choices. The value of a leaf is the
final coins of the seats. At each earlier node, the seat takes the best action for itself. With two seats, this is
minimax. With more seats, each seat maximizes its own coins and takes the first of equal actions. The value of a draw is
the mean over its outcomes.

Only the number of cards in each balance matters, not which cards they are. Therefore positions that differ only in
these cards are solved once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...nodes import Action, Seat
from ...playouts import apply_unchecked
from ...step import AUTO, CHANCE
from .state import TowersState

ExpectedCoins = tuple[Fraction, ...]
"""The expected coins at the end, one entry a seat."""


class TooLargeError(ValueError):
    """Error for an ending with more positions than the limit."""


@dataclass(frozen=True)
class EndgameSolution:
    """Value of an ending, value of each action of the current seat, and the best line."""

    coins: ExpectedCoins
    seat: Seat | None
    """Seat that chooses, or None if a card is due to be drawn or the game is over."""
    actions: dict[Action, ExpectedCoins]
    line: tuple[Action, ...]
    """Best choices of all seats from here to the first draw or the end."""
    positions: int

    @property
    def best(self) -> Action | None:
        """Best action of the current seat."""
        return self.line[0] if self.line else None


class EndgameSolver:
    """Solver with a cache of position values. Each solver belongs to one game, number of seats and set of options."""

    def __init__(self, limit: int = 200_000) -> None:
        self.limit = limit
        self.known: dict[Hashable, ExpectedCoins] = {}

    def coins(self, state: TowersState) -> ExpectedCoins:
        """Return the expected final coins of each seat from this position.

        Raise TooLargeError for too many positions.
        """
        return self._value(state.clone())

    def _value(self, state: TowersState) -> ExpectedCoins:
        """Return the same value as `coins`. The method may change `state`."""
        while state.agenda_frames and state.agenda_frames[-1].step.kind == AUTO:
            state.agenda_frames[-1].step.execute(state, state.agenda_frames[-1], None)
        if state.result is not None:
            return tuple(map(Fraction, state.coins))
        key = (
            tuple(state.agenda_frames),
            tuple(tuple(sorted(cache)) for cache in state.caches),
            tuple(map(len, state.balances)),
            tuple(state.fled),
            tuple(state.masks),
            tuple(state.deck),
        )
        gained = self.known.get(key)
        if gained is None:
            if len(self.known) >= self.limit:
                raise TooLargeError(f"This ending has more than {self.limit} positions; it is too large to solve.")
            coins = self._choose(state)[0] if state.agenda_frames[-1].step.kind != CHANCE else self._mean(state)
            gained = tuple(after - now for after, now in zip(coins, state.coins, strict=True))
            self.known[key] = gained
        return tuple(now + more for now, more in zip(state.coins, gained, strict=True))

    def _mean(self, state: TowersState) -> ExpectedCoins:
        total = [Fraction(0)] * state.seats
        for card in state.deck:
            after = state.clone()
            apply_unchecked(after, card)
            for seat, coins in enumerate(self._value(after)):
                total[seat] += coins
        return tuple(coins / len(state.deck) for coins in total)

    def _choose(self, state: TowersState) -> tuple[ExpectedCoins, Action]:
        frame = state.agenda_frames[-1]
        seat: Seat = frame.seat
        best: tuple[ExpectedCoins, Action] | None = None
        for action in frame.step.legal_actions(state, frame):
            coins = self.expected_coins_after(state, action)
            if best is None or coins[seat] > best[0][seat]:
                best = coins, action
        assert best is not None
        return best

    def expected_coins_after(self, state: TowersState, choice: Any) -> ExpectedCoins:
        """Return the expected coins after a legal choice."""
        twin = state.clone()
        apply_unchecked(twin, choice)
        return self._value(twin)

    def best_choices_until_draw(self, state: TowersState) -> tuple[Action, ...]:
        """Return the best choices up to the first draw or the end."""
        twin = state.clone()
        actions = []
        while twin.agenda_frames and twin.agenda_frames[-1].step.kind != CHANCE:
            frame = twin.agenda_frames[-1]
            choice = None
            if frame.step.kind != AUTO:
                choice = self._choose(twin)[1]
                actions.append(choice)
            frame.step.execute(twin, frame, choice)
        return tuple(actions)


def solve_endgame(state: TowersState, limit: int = 200_000) -> EndgameSolution:
    """Solve an ending from any position. Raise TooLargeError for more than `limit` positions."""
    solver = EndgameSolver(limit)
    coins = solver.coins(state)
    actions: dict[Action, ExpectedCoins] = {}
    seat = None
    if state.agenda_frames and state.agenda_frames[-1].step.kind != CHANCE:
        frame = state.agenda_frames[-1]
        seat = frame.seat
        actions = {
            action: solver.expected_coins_after(state, action) for action in frame.step.legal_actions(state, frame)
        }
    return EndgameSolution(coins, seat, actions, solver.best_choices_until_draw(state), len(solver.known))
