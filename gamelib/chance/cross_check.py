"""Cross-check of exact answers by enumeration of all runs or by simulated runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random

from .exact_answer import ExactAnswer
from .model_data import ModelSpec, Value
from .model_graph import ModelGraph
from .simulation import ModelSampler, run_model
from .statistic_automaton import StatisticAutomaton

MAX_ENUMERATED = 60_000
MAX_DRAWS = 100_000
"""Maximum number of draws of all runs together."""
MAX_DRAWS_IN_RUN = 2000
"""Maximum number of draws of one run."""


class _CutError(Exception):
    pass


EnumeratedProbabilities = dict[Value | None, Fraction]


def probabilities_by_enumeration(
    spec: ModelSpec, max_faces: int = MAX_ENUMERATED, max_draws: int | None = None
) -> EnumeratedProbabilities | None:
    """Return the probability of each value by enumeration of all runs, or None for more than `max_faces` faces.

    Runs stop after `max_draws` draws. Unfinished runs are counted under None.
    """
    out: EnumeratedProbabilities = {}
    todo: list[tuple[int, ...]] = [()]
    looked = 0
    while todo:
        way = list(todo.pop())
        at, chance = 0, Fraction(1)

        def choose(values: Sequence[Value], weights: Sequence[int], way: list[int] = way) -> int:
            nonlocal at, chance, looked
            if at == max_draws or looked > max_faces:
                raise _CutError
            looked += len(values)
            can = [place for place, weight in enumerate(weights) if weight]
            if at == len(way):
                todo.extend((*way, place) for place in can[1:])
                way.append(can[0])
            place = way[at]
            chance *= Fraction(weights[place], sum(weights))
            at += 1
            return place

        try:
            value = run_model(spec, choose).value
        except _CutError:
            value = None
        if looked > max_faces:
            return None
        out[value] = out.get(value, Fraction(0)) + chance
    return out


@dataclass(frozen=True, slots=True)
class CrossCheckResult:
    """Method of a cross-check, whether the answer was consistent, and the largest deviation in standard errors."""

    method: str  # "listed" or "runs"
    is_consistent: bool
    runs: int = 0
    max_deviation: float = 0.0


def cross_check(
    spec: ModelSpec, answer: ExactAnswer, rng: Random, runs: int = 2000, max_faces: int = MAX_ENUMERATED
) -> CrossCheckResult:
    """Compare an exact answer with an enumeration of all runs, or with simulated runs if there are too many runs.

    An answer is consistent with the runs if they deviate from it by less than five standard errors.
    """
    endless = ModelGraph(spec, StatisticAutomaton(spec.statistic)).is_endless
    ways = None if endless else probabilities_by_enumeration(spec, max_faces)
    if ways is not None:
        return CrossCheckResult("listed", ways == {value: answer.p(value) for value in answer.dist})
    seen: dict[Value | None, int] = {}
    dealer = ModelSampler(spec)
    made = drawn = 0
    while made < runs and drawn < MAX_DRAWS:
        run = dealer.run(rng, MAX_DRAWS_IN_RUN)
        seen[run.value] = seen.get(run.value, 0) + 1
        made, drawn = made + 1, drawn + run.draw_count
    cut = seen.pop(None, 0)  # unfinished runs, whose value is unknown
    beyond = sum(count for value, count in seen.items() if value not in answer.dist)
    inside = float(
        answer.probability_of_displayed_values
    )  # as a float, because fractions are very long for a long wait
    counted = [(seen.get(value, 0), weight / answer.dist.total * inside) for value, weight in answer.dist.items()]
    worst = 0.0
    for count, p in (*counted, (beyond, float(answer.tail))):
        if made * p > 8 and p < 1:
            off = max(count - made * p, made * p - count - cut, 0)
            worst = max(worst, off / sqrt(made * p * (1 - p)))
    known = (not beyond or bool(answer.tail)) and (not cut or bool(answer.never) or endless)
    return CrossCheckResult("runs", worst < 5 and known, made, worst)
