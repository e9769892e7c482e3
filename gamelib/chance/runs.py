"""One run of a machine, read straight from its chain: what the page plays, and what the second method lists.

Nothing of the exact answer is used here: no positions, no automata. `choose(values, weights)` decides each draw and
returns a place in them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from random import Random

from .data import Ask, Draw, Fork, Machine, Value, draws, stop_kind, test

Choose = Callable[[Sequence[Value], Sequence[int]], int]
LONGEST = 10_000
"""Draws of one run; a run that is longer is told as one that did not end."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one thing of the chain gave in a run."""

    place: str  # its path in the table, as "chain[1]" or "chain[1].if[0][1][0]"
    group: str
    values: tuple[Value, ...]
    plus: int
    left: tuple[tuple[Value, int], ...] | None  # what was left in it afterwards, where that changes


@dataclass(frozen=True, slots=True)
class Run:
    """One run: the value of the statistic, None if it did not end, and what each thing gave on the way."""

    value: Value | None
    steps: tuple[Step, ...]


class _EndlessError(Exception):
    pass


def play(machine: Machine, choose: Choose, longest: int = LONGEST) -> Run:
    """One run, with what each thing gave."""
    bags: dict[str, tuple[list[Value], list[int], int]] = {}
    steps: list[Step] = []
    drawn = 0

    def draw(part: Draw, place: str) -> None:
        nonlocal drawn
        if part.again:
            values, weights, more = bags[part.again]
        else:
            values, weights, more = [face for face, _ in part.faces], [weight for _, weight in part.faces], part.step
        if part.name and not part.again:
            bags[part.name] = values, weights, more
        there = [value for value, weight in zip(values, weights, strict=True) if weight]
        got: list[Value] = []
        try:
            while (part.n is None or len(got) < part.n) and any(weights):
                if drawn == longest:
                    raise _EndlessError
                at = choose(values, weights)
                got.append(values[at])
                weights[at] += more
                drawn += 1
                if part.until and any(_met(stop, got, there) for stop in part.until):
                    break
        finally:
            left = tuple(zip(values, weights, strict=True)) if more else None
            steps.append(Step(place, part.group, tuple(got), part.plus, left))

    def walk(chain: tuple[Draw | Fork, ...], path: str) -> None:
        for number, part in enumerate(chain):
            place = f"{path}[{number}]"
            if isinstance(part, Draw):
                draw(part, place)
                continue
            last = next((step.values[-1] for step in reversed(steps) if step.values), None)
            for branch, (condition, inner) in enumerate(part.branches):
                if test(condition)(last):
                    walk(inner, f"{place}.if[{branch}][1]")
                    break

    try:
        walk(machine.chain, "chain")
    except _EndlessError:
        return Run(None, tuple(steps))
    return Run(machine.ask.finish(statistic(machine.ask, steps)), tuple(steps))


def _met(stop: str, got: list[Value], there: list[Value]) -> bool:
    kind = stop_kind(stop)
    if kind == "all":
        return set(got) >= set(there)
    if kind == "repeat":
        return got[-1] in got[:-1]
    if kind == "record":
        best: int = max((value for value in got[:-1] if isinstance(value, int)), default=-(10**9))
        return len(got) > int(stop[6:]) and isinstance(got[-1], int) and got[-1] > best
    if kind == "times":
        times, _, condition = stop.partition("*")
        return sum(map(test(condition), got)) >= int(times)
    if kind == "pattern":
        wanted = stop.split(".")
        return list(map(str, got[-len(wanted) :])) == wanted
    return test(stop)(got[-1])


def statistic(ask: Ask, steps: Sequence[Step]) -> Value:
    """The statistic of a run straight from its definition, on all that came."""
    values = [value for step in steps for value in step.values]
    numbers = [value for value in values if isinstance(value, int)]
    what, arg = ask.what, ask.arg
    hit = test(str(arg)) if arg is not None else test("else")

    def side(name: str) -> int:
        mine = [step for step in steps if step.group == name]
        return sum(step.plus + sum(value for value in step.values if isinstance(value, int)) for step in mine)

    def counts() -> list[int]:
        return sorted((values.count(value) for value in set(values)), reverse=True)

    def longest() -> int:
        groups = groupby(values, hit) if arg is not None else groupby(values)
        return max((len(list(group)) for key, group in groups if key or arg is None), default=0)

    def ends() -> Value:
        wanted = str(arg).split(".")
        return "yes" if list(map(str, values[-len(wanted) :])) == wanted else "no"

    def again() -> int:
        return next((n for n, value in enumerate(values, 1) if value in values[: n - 1]), 0)

    told: dict[str, Callable[[], Value]] = {
        "sum": lambda: sum(numbers) + sum(step.plus for step in steps), "tries": lambda: len(values),
        "high": lambda: max(numbers), "low": lambda: min(numbers), "range": lambda: max(numbers) - min(numbers),
        "mid": lambda: sorted(numbers)[len(numbers) // 2], "top": lambda: sum(sorted(numbers)[-int(str(arg)) :]),
        "differ": lambda: "yes" if len(set(values)) == len(values) else "no", "kinds": lambda: len(set(values)),
        "equal": again,
        "most": lambda: counts()[0], "pattern": lambda: "+".join(map(str, counts())), "ends": ends, "run": longest,
        "runs": lambda: sum(1 for _ in groupby(values)), "first": lambda: values[0], "last": lambda: values[-1],
        "count": lambda: sum(map(hit, values)),
        "-": lambda: side(arg[0]) - side(arg[1]) if isinstance(arg, tuple) else 0,
    }
    return told[what]()


class Dealer:
    """Runs of one machine with the caller's generator. Devices that always go back are thrown from tables made once."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.tables: dict[tuple[int, ...], list[int]] = {}
        for part in draws(machine.chain):
            if part.faces and not part.step:
                weights = tuple(weight for _, weight in part.faces)
                self.tables[weights] = list(accumulate(weights))

    def run(self, rng: Random, longest: int = LONGEST) -> Run:
        return play(self.machine, lambda values, weights: self._choose(weights, rng), longest)

    def _choose(self, weights: Sequence[int], rng: Random) -> int:
        sums = self.tables.get(tuple(weights)) or list(accumulate(weights))
        return bisect_right(sums, int(rng.random() * sums[-1]))
