"""The exact value of an ending: backward induction, with means where cards are still drawn.

When the deck is empty nothing is left to chance, so the last turns are a small tree of choices: its
ends are worth the coins, and going back each seat takes what is best for itself. With two seats that is
minimax. With more it is what each does if all look only at their own coins; of equal choices the first
in the order of `legal` is taken. With cards in the deck a drawing is worth the mean of what follows.

Debts count, not cards: positions that differ only in which cards lie in the balances are solved once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...nodes import Action, Seat
from ...play import advance
from ...step import AUTO, CHANCE
from .state import TowersState

Coins = tuple[Fraction, ...]
"""The expected coins at the end, one entry a seat."""


class TooLargeError(ValueError):
    """The ending has more positions than the limit."""


@dataclass(frozen=True)
class Solution:
    """What an ending is worth, what each action of the seat to move is worth, and the best line."""

    coins: Coins
    seat: Seat | None
    """The seat to choose; None where a card is to be drawn or the game is over."""
    actions: dict[Action, Coins]
    line: tuple[Action, ...]
    """Best choices of all seats from here to the first draw or the end."""
    positions: int

    @property
    def best(self) -> Action | None:
        """The best action of the seat to move."""
        return self.line[0] if self.line else None


class Solver:
    """Solves positions, remembering those seen. One solver serves one game, seat count and set of options."""

    def __init__(self, limit: int = 200_000) -> None:
        self.limit = limit
        self.known: dict[Hashable, Coins] = {}

    def coins(self, s: TowersState) -> Coins:
        """The expected coins at the end from this position, which is left as it is. TooLargeError."""
        return self._value(s.clone())

    def _value(self, s: TowersState) -> Coins:
        """As `coins`, but `s` may be changed."""
        while s.todo and s.todo[-1].step.kind == AUTO:
            s.todo[-1].step.take(s, s.todo[-1], None)
        if s.result is not None:
            return tuple(map(Fraction, s.coins))
        key = (
            tuple(s.todo),
            tuple(tuple(sorted(cache)) for cache in s.caches),
            tuple(map(len, s.balances)),
            tuple(s.fled),
            tuple(s.masks),
            tuple(s.deck),
        )
        gained = self.known.get(key)
        if gained is None:
            if len(self.known) >= self.limit:
                raise TooLargeError(f"This ending has more than {self.limit} positions; it is too large to solve.")
            coins = self._choose(s)[0] if s.todo[-1].step.kind != CHANCE else self._mean(s)
            gained = tuple(after - now for after, now in zip(coins, s.coins, strict=True))
            self.known[key] = gained
        return tuple(now + more for now, more in zip(s.coins, gained, strict=True))

    def _mean(self, s: TowersState) -> Coins:
        total = [Fraction(0)] * s.seats
        for card in s.deck:
            after = s.clone()
            advance(after, card)
            for seat, coins in enumerate(self._value(after)):
                total[seat] += coins
        return tuple(coins / len(s.deck) for coins in total)

    def _choose(self, s: TowersState) -> tuple[Coins, Action]:
        frame = s.todo[-1]
        seat: Seat = frame.seat
        best: tuple[Coins, Action] | None = None
        for action in frame.step.moves(s, frame):
            coins = self.after(s, action)
            if best is None or coins[seat] > best[0][seat]:
                best = coins, action
        assert best is not None
        return best

    def after(self, s: TowersState, choice: Any) -> Coins:
        """The expected coins after a choice, which must be legal."""
        twin = s.clone()
        advance(twin, choice)
        return self._value(twin)

    def line(self, s: TowersState) -> tuple[Action, ...]:
        """Best choices up to the first draw or the end."""
        twin = s.clone()
        actions = []
        while twin.todo and twin.todo[-1].step.kind != CHANCE:
            frame = twin.todo[-1]
            choice = None
            if frame.step.kind != AUTO:
                choice = self._choose(twin)[1]
                actions.append(choice)
            frame.step.take(twin, frame, choice)
        return tuple(actions)


def solve(s: TowersState, limit: int = 200_000) -> Solution:
    """Solve the ending from a Decision, a Chance node or the end. TooLargeError beyond `limit` positions."""
    solver = Solver(limit)
    coins = solver.coins(s)
    actions: dict[Action, Coins] = {}
    seat = None
    if s.todo and s.todo[-1].step.kind != CHANCE:
        frame = s.todo[-1]
        seat = frame.seat
        actions = {action: solver.after(s, action) for action in frame.step.moves(s, frame)}
    return Solution(coins, seat, actions, solver.line(s), len(solver.known))
