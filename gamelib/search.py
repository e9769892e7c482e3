"""Search."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from .nodes import Action, End
from .play import advance, playout, random_bot


@dataclass(frozen=True)
class MonteCarloBot:
    """Flat Monte Carlo: tries each action in `playouts` guessed positions, played on at random.

    Sees only what its seat may know: each playout starts from a guess at the hidden cards. The value
    of a playout is the share in the win, and a little of the lead in score, which tells losses apart.
    """

    playouts: int = 20

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """The action of the highest mean value; the first of equals."""
        return max(self.values(view, legal, rng).items(), key=lambda item: item[1])[0]

    def values(self, view: Any, legal: list[Action], rng: Random) -> dict[Action, float]:
        """The mean value of each action, over the same guessed positions."""
        if len(legal) == 1:
            return {legal[0]: 0.0}
        seat = view.viewer
        totals = dict.fromkeys(legal, 0.0)
        for _ in range(self.playouts):
            guess = view.guess(rng)
            for action in legal:
                trial = guess.clone()
                advance(trial, action)
                totals[action] += _value(playout(trial, [random_bot] * view.seats, rng), seat)
        return {action: total / self.playouts for action, total in totals.items()}


def _value(end: End, seat: int) -> float:
    share = (seat in end.winners) / len(end.winners)
    others = [score for s, score in enumerate(end.scores) if s != seat]
    lead = end.scores[seat] - max(others, default=end.scores[seat])
    return share + lead / (100 + 10 * abs(lead))
