"""Exact effect of an action near the end of a game, computed without random numbers or determinizations.

The computation follows all choices to the end of the game. Chance has its exact distribution, and the seat chooses its
best action. Choices of other seats are unknown and give a minimum and a maximum.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from gamelib import Action, Chance, Decision, End
from gamelib.nodes import Seat
from gamelib.state import State

MOST_FOLLOWED, MOST_DEEP = 4000, 60
"""Positions that are looked at for one act, and how many one behind the other."""


class Worth(NamedTuple):
    """Value of an action: the probability of a win, where a shared win counts in part, and the expected points.

    Larger is better.
    """

    wins: Fraction
    points: Fraction


class Outlook(NamedTuple):
    """Minimum and maximum value of an action, over all possible choices of other seats."""

    least: Worth
    most: Worth


class NotCountedError(ValueError):
    """Raised if there are too many positions to follow."""


def outlook(state: State[Any], action: Action, most: int = MOST_FOLLOWED) -> Outlook:
    """Return the outlook of an action of the seat that has to choose. Raise NotCountedError for too many positions."""
    assert isinstance(state.node, Decision)
    return _Counter(state.node.seat, most).follow(state.child(action))


class _Counter:
    def __init__(self, seat: Seat, left: int) -> None:
        self.seat, self.left = seat, left

    def follow(self, state: State[Any], deep: int = 0) -> Outlook:
        self.left -= 1
        if self.left < 0 or deep > MOST_DEEP:
            raise NotCountedError
        node = state.node
        if isinstance(node, End):
            share = Fraction(self.seat in node.winners, max(1, len(node.winners)))
            return Outlook(*2 * (Worth(share, Fraction(node.scores[self.seat])),))
        if isinstance(node, Chance):
            dist = node.dist()
            found = [
                (Fraction(weight, dist.total), self.follow(state.child(outcome), deep + 1))
                for outcome, weight in dist.items()
            ]
            return Outlook(
                *(
                    Worth(*(sum((chance * one[end][part] for chance, one in found), Fraction()) for part in (0, 1)))
                    for end in (0, 1)
                )
            )
        assert isinstance(node, Decision)
        found_here = [self.follow(state.child(action), deep + 1) for action in state.legal]
        least = (max if node.seat == self.seat else min)(one.least for one in found_here)
        return Outlook(least, max(one.most for one in found_here))
