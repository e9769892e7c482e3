"""Search: a bot that plays every promising action out in positions guessed from what its seat sees.

It knows no game. A game lends it a *policy*, a rule-of-thumb bot that plays for all seats, and may shorten the list of
actions. A policy must be `fair`: of the position that it is shown it reads only what the seat that is to choose may
know. Then it can be shown a guessed position as it is, and no view need be made at each decision of a playout: in a
guessed position what the seat holds is what the guess gave it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from .nodes import Action, End
from .play import Bot, advance, playout, random_bot

SEEDS = 1 << 53
SOLO = 50  # a score that is worth one half to somebody who plays alone


@dataclass
class Candidate:
    """An action, and what its playouts were worth; equal places of `values` had the same guess and the same chance."""

    action: Action
    values: list[float] = field(default_factory=list)

    def mean(self) -> float:
        return sum(self.values) / len(self.values)


@dataclass(frozen=True)
class MonteCarloBot:
    """Plays actions out with a policy for all seats, the promising ones more often, and takes the best.

    All actions are tried in the same guessed positions with the same chance, so that they differ by what they do and
    less by luck. After each round the worse half drops out (sequential halving); the policy's own choice stays to the
    end, and another one is taken only where its lead over that is `doubt` times its standard error, so that noise
    does not make a sound player worse. What a playout is worth: half the share in the win, half the lead in score.

    `playouts`: about how many are played for one move, in all. `policy`: a fair bot. The time for a move is the number
    of playouts times that of one game of the policy.
    """

    policy: Bot = random_bot
    playouts: int = 120
    doubt: float = 1.0

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """The action that the playouts speak for; the policy's own where they say too little."""
        if len(legal) == 1:
            return legal[0]
        own = self.policy(view, legal.copy(), rng)
        kept = {candidate.action: candidate for candidate in self.search(view, legal, own, rng)}
        chosen = kept[own]
        best = max(kept.values(), key=Candidate.mean)
        return best.action if lead(best, chosen) > self.doubt else own

    def candidates(self, view: Any, legal: list[Action]) -> list[Action]:
        """The actions worth a playout; all of them, unless a game knows better."""
        return legal

    def search(self, view: Any, legal: list[Action], own: Action, rng: Random) -> list[Candidate]:
        """The candidates of the last round, the policy's own choice among them."""
        rest = [Candidate(action) for action in self.candidates(view, legal) if action is not own]
        standing = Candidate(own)
        rounds = max(1, len(rest).bit_length())
        worlds: list[tuple[Any, int]] = []
        bots = [self.policy] * view.seats
        while True:
            tried = [standing, *rest]
            for _ in range(max(1, self.playouts // rounds // len(tried))):
                worlds.append((view.guess(rng), int(rng.random() * SEEDS)))
            for candidate in tried:
                for guess, seed in worlds[len(candidate.values) :]:
                    trial = guess.clone()
                    advance(trial, candidate.action)
                    end = playout(trial, bots, Random(seed), guessed=True)
                    candidate.values.append(worth(end, view.viewer))
            if len(rest) <= 1:
                return tried
            rest.sort(key=Candidate.mean, reverse=True)
            del rest[(len(rest) + 1) // 2 :]


def lead(one: Candidate, other: Candidate) -> float:
    """How many standard errors one candidate is ahead of another, playout by playout."""
    if one is other:
        return 0.0
    differences = [a - b for a, b in zip(one.values, other.values, strict=True)]
    n = len(differences)
    mean = sum(differences) / n
    spread = sum((difference - mean) ** 2 for difference in differences)
    return float(mean / ((spread + 0.1) / n / n) ** 0.5)  # as if one more playout had differed a little


def worth(end: End, seat: int) -> float:
    """What an end is worth to a seat, from 0 to 1; alone, the score counts."""
    if len(end.scores) == 1:
        return end.scores[seat] / (SOLO + abs(end.scores[seat]))
    share = (seat in end.winners) / len(end.winners)
    others = [score for s, score in enumerate(end.scores) if s != seat]
    ahead = end.scores[seat] - max(others, default=end.scores[seat])
    scale = 1 + (sum(map(abs, end.scores)) / len(end.scores)) / 4
    return 0.5 * share + 0.25 + 0.25 * ahead / (scale + abs(ahead))
