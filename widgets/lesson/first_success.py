"""Experiment for worked examples: the number of the first hit, if each try has the same probability."""

from __future__ import annotations

from random import Random

from gamelib.bank.classics import first_hit_throw

from .experiment import Experiment, Trial, TrialItem


def first_success_experiment(
    favourable_cases: int, of: int, last_outcome: int, outcome_label: str, is_die: bool = False
) -> Experiment:
    """Return the experiment: the number of the first hit, if `favourable_cases` of `of` cases are a hit at each try.

    All numbers from `last_outcome` on are one outcome. `is_die` is true if the tries are throws of a die whose high
    faces are hits. Otherwise they are cards that are hits or not.
    """
    miss = of - favourable_cases
    first = range(1, last_outcome)

    def see(rng: Random) -> Trial[int]:
        pieces: list[TrialItem] = []
        while len(pieces) < last_outcome:
            got = rng.randrange(of)
            hit = got >= miss
            pieces.append({"die": got + 1, "own": hit} if is_die else {"round": str(len(pieces) + 1), "hit": hit})
            if hit:
                break
        n = len(pieces)
        return Trial(
            n,
            tuple(pieces),
            f"it came with number {n}" if n < last_outcome else f"it came later than {last_outcome - 1}",
        )

    return Experiment(
        exact_distribution=lambda: first_hit_throw(of, favourable_cases, last_outcome),
        run_trial=see,
        run_button_label="Try",
        outcome_label=outcome_label,
        outcome_names={n: str(n) for n in first} | {last_outcome: f"{last_outcome}+"},
    )
