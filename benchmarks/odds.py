"""Benchmark of exact answers to questions of this project, compared with icepool. Both must give the same number."""

from __future__ import annotations

import sys
from fractions import Fraction

from gamelib import Dist

from .timing import best, fewest, heading, row

GEM = {2: 0, 3: 0, 4: 0, 5: 0, 6: 2, 7: 3, 8: 4, 9: 5, 10: 6, 11: 7, 12: 8}
KINDS = {"gold": 20, "gem": 8, "jewelry": 6, "lesson": 18, "guard": 8, "raid": 21}
LOOPS = fewest(20)
GOAL = 5.0


def sums() -> Fraction:
    """Compute the probability that four gems cover a deficit of 6."""
    return Dist.dice(2, 6).map(GEM.__getitem__).times(4).p_at_least(6)


def opposed() -> list[Fraction]:
    """Compute the probabilities in a raid for each modifier and number of Guards."""
    difference = Dist.dice(2, 6) - Dist.dice(2, 6)
    return [difference.p_at_least(need - m) for m in range(-5, 6) for need in (0, 2, 3)]


def draws() -> Fraction:
    """Compute the probability of three golds, two gems and two Guards among seven of 81 cards, with six kinds."""
    return Dist.draws(KINDS, 7).p((3, 2, 0, 0, 2, 0))


def main() -> None:
    """Print how many times faster each answer is."""
    heading("exact answers", "gamelib, us", "icepool, us", "times faster", "goal")
    try:
        import icepool
    except ImportError:
        print(f"icepool does not run on Python {sys.version_info.major}.{sys.version_info.minor}; not compared.")
        return

    def icepool_sums() -> Fraction:
        return Fraction((4 @ (2 @ icepool.d6).map(GEM)).probability(">=", 6))

    def icepool_opposed() -> list[Fraction]:
        a, b = 2 @ icepool.d6, 2 @ icepool.d6
        return [Fraction((a - b).probability(">=", need - m)) for m in range(-5, 6) for need in (0, 2, 3)]

    class Counts(icepool.MultisetEvaluator):  # type: ignore[misc]
        """Evaluator for the number of cards of each kind."""

        def next_state(self, state, order, outcome, count):  # type: ignore[no-untyped-def]
            return (state or ()) + ((outcome, count),)

        def final_outcome(self, final_state, *_):  # type: ignore[no-untyped-def]
            counts = dict(final_state)
            return tuple(counts.get(kind, 0) for kind in KINDS)

    deck = icepool.Deck(KINDS)

    def icepool_draws() -> Fraction:
        return Fraction(Counts().evaluate(deck.deal(7)).probability("==", (3, 2, 0, 0, 2, 0)))

    pairs = {"sums": (sums, icepool_sums), "opposed rolls": (opposed, icepool_opposed), "draws": (draws, icepool_draws)}
    for name, (ours, theirs) in pairs.items():
        if ours() != theirs():
            raise AssertionError(f"{name}: {ours()} is not {theirs()}")
        seconds = best(
            {
                "ours": lambda f=ours: [f() for _ in range(LOOPS)],  # type: ignore[misc]
                "theirs": lambda f=theirs: [f() for _ in range(LOOPS)],
            }
        )  # type: ignore[misc]
        times = [seconds[who] / LOOPS * 1e6 for who in ("ours", "theirs")]
        row(name, f"{times[0]:,.0f}", f"{times[1]:,.0f}", f"{times[1] / times[0]:.1f}", f"{GOAL:.0f}")


if __name__ == "__main__":
    sys.exit(main())
