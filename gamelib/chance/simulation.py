"""Simulation of chance models, for the pages and for cross-checks.

The module uses no part of the exact solution, such as positions or automata. The function `choose_face_index(values,
weights)` is an argument and returns the index of each drawn face.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from random import Random

from .model_data import (
    BranchStage,
    DrawStage,
    ModelSpec,
    StatisticSpec,
    Value,
    iter_draw_stages,
    make_condition_test,
    stop_kind,
)

FaceIndexChooser = Callable[[Sequence[Value], Sequence[int]], int]
MAX_DRAWS = 10_000
"""Maximum number of draws of one run. A longer run counts as unfinished."""


@dataclass(frozen=True, slots=True)
class StageResult:
    """Values of one stage in a run."""

    stage_id: str  # path in the dictionary, such as "chain[1]" or "chain[1].if[0][1][0]"
    group: str
    values: tuple[Value, ...]
    offset: int
    remaining_faces: tuple[tuple[Value, int], ...] | None  # remaining faces after the stage, if they change


@dataclass(frozen=True, slots=True)
class ModelRun:
    """Run of a model: the value of the statistic (None for an unfinished run) and the values of each stage."""

    value: Value | None
    stage_results: tuple[StageResult, ...]

    @property
    def draw_count(self) -> int:
        """Number of values in the run."""
        return sum(len(step.values) for step in self.stage_results)


class _EndlessError(Exception):
    pass


def run_model(spec: ModelSpec, choose_face_index: FaceIndexChooser, max_draws: int = MAX_DRAWS) -> ModelRun:
    """Simulate one run and return the values of each stage."""
    bags: dict[str, tuple[Sequence[Value], Sequence[int], int]] = {}
    steps: list[StageResult] = []
    drawn = 0

    def draw(stage: DrawStage, place: str) -> None:
        nonlocal drawn
        if stage.source_name:
            values, weights, more = bags[stage.source_name]
        else:
            values, weights, more = stage.values, stage.weights, stage.weight_change
            if more:
                weights = list(weights)
        if stage.name and not stage.source_name:
            bags[stage.name] = values, weights, more
        stops = [_stop(stop, values, weights) for stop in stage.stop_conditions]
        got: list[Value] = []
        try:
            while (stage.draw_count is None or len(got) < stage.draw_count) and any(weights):
                if drawn == max_draws:
                    raise _EndlessError
                at = choose_face_index(values, weights)
                got.append(values[at])
                if isinstance(weights, list):
                    weights[at] += more
                drawn += 1
                now = [met(values[at]) for met in stops]  # every stop condition has to see each value
                if any(now):
                    break
        finally:
            left = tuple(zip(values, weights, strict=True)) if more else None
            steps.append(StageResult(place, stage.group, tuple(got), stage.offset, left))

    def walk(chain: tuple[DrawStage | BranchStage, ...], path: str) -> None:
        for number, stage in enumerate(chain):
            place = f"{path}[{number}]"
            if isinstance(stage, DrawStage):
                draw(stage, place)
                continue
            last = next((step.values[-1] for step in reversed(steps) if step.values), None)
            for branch, (condition, inner) in enumerate(stage.branches):
                if make_condition_test(condition)(last):
                    walk(inner, f"{place}.if[{branch}][1]")
                    break

    try:
        walk(spec.stages, "chain")
    except _EndlessError:
        return ModelRun(None, tuple(steps))
    return ModelRun(spec.statistic.answer_of_statistic_value(evaluate_statistic(spec.statistic, steps)), tuple(steps))


def _stop(word: str, values: Sequence[Value], weights: Sequence[int]) -> Callable[[Value], bool]:
    """Return a function that gets each value in turn and returns whether the stop condition is met."""
    kind = stop_kind(word)
    if kind == "value":
        return make_condition_test(word)
    missing = {value for value, weight in zip(values, weights, strict=True) if weight}
    times, _, condition = word.partition("*")
    hit = make_condition_test(condition) if kind == "times" else make_condition_test("else")
    got: list[Value] = []
    seen: set[Value] = set()
    best, hits = -(10**9), 0

    def is_stop_met(value: Value) -> bool:
        nonlocal best, hits
        again, better = value in seen, isinstance(value, int) and value > best
        got.append(value)
        seen.add(value)
        missing.discard(value)
        best, hits = value if better and isinstance(value, int) else best, hits + hit(value)
        if kind == "all":
            return not missing
        if kind == "repeat":
            return again
        if kind == "record":
            return better and len(got) > int(word[6:])
        if kind == "times":
            return hits >= int(times)
        wanted = word.split(".")
        return list(map(str, got[-len(wanted) :])) == wanted

    return is_stop_met


def evaluate_statistic(statistic_spec: StatisticSpec, steps: Sequence[StageResult]) -> Value:
    """Compute the statistic of a run directly from its definition."""
    values = [value for step in steps for value in step.values]
    numbers = [value for value in values if isinstance(value, int)]
    what, arg = statistic_spec.name, statistic_spec.argument
    hit = make_condition_test(str(arg)) if arg is not None else make_condition_test("else")

    def side(name: str) -> int:
        mine = [step for step in steps if step.group == name]
        return sum(step.offset + sum(value for value in step.values if isinstance(value, int)) for step in mine)

    def counts() -> list[int]:
        return sorted(Counter(values).values(), reverse=True)

    def longest() -> int:
        groups = groupby(values, hit) if arg is not None else groupby(values)
        return max((len(list(group)) for key, group in groups if key or arg is None), default=0)

    def ends_with_pattern() -> Value:
        wanted = str(arg).split(".")
        return "yes" if list(map(str, values[-len(wanted) :])) == wanted else "no"

    def first_repeat_position() -> int:
        seen: set[Value] = set()
        for n, value in enumerate(values, 1):
            if value in seen:
                return n
            seen.add(value)
        return 0

    told: dict[str, Callable[[], Value]] = {
        "sum": lambda: sum(numbers) + sum(step.offset for step in steps),
        "tries": lambda: len(values),
        "high": lambda: max(numbers),
        "low": lambda: min(numbers),
        "range": lambda: max(numbers) - min(numbers),
        "mid": lambda: sorted(numbers)[len(numbers) // 2],
        "top": lambda: sum(sorted(numbers)[-int(str(arg)) :]),
        "differ": lambda: "yes" if len(set(values)) == len(values) else "no",
        "kinds": lambda: len(set(values)),
        "equal": first_repeat_position,
        "most": lambda: counts()[0],
        "pattern": lambda: "+".join(map(str, counts())),
        "ends": ends_with_pattern,
        "run": longest,
        "runs": lambda: sum(1 for _ in groupby(values)),
        "first": lambda: values[0],
        "last": lambda: values[-1],
        "count": lambda: sum(map(hit, values)),
        "-": lambda: side(arg[0]) - side(arg[1]) if isinstance(arg, tuple) else 0,
    }
    return told[what]()


class ModelSampler:
    """Simulator of one model with the random generator of the caller.

    The cumulative weights of devices that do not change are computed once.
    """

    def __init__(self, spec: ModelSpec) -> None:
        self.machine = spec
        self.tables: dict[int, list[int]] = {}  # cumulative weights of fixed devices, by the id of their weights
        for stage in iter_draw_stages(spec.stages):
            if stage.faces and not stage.weight_change:
                self.tables[id(stage.weights)] = list(accumulate(stage.weights))

    def run(self, rng: Random, longest: int = MAX_DRAWS) -> ModelRun:
        """Simulate one run of the model."""
        return run_model(self.machine, lambda values, weights: self._choose(weights, rng), longest)

    def _choose(self, weights: Sequence[int], rng: Random) -> int:
        sums = self.tables.get(id(weights)) or list(accumulate(weights))
        return bisect_right(sums, int(rng.random() * sums[-1]))
