"""The exact answer of a machine: which way leads there, and whether it leads there in time.

Without an order, through the values. Else the draws are followed, states merged, weights kept as whole numbers over
one total a draw. Where a wait may go on without end: a finite chain is solved; what grows without bound (how long, the
sum until, the longest run) is found from value to value until less than a millionth is left beyond; a sum that goes up
and down is followed draw by draw. What takes too long is refused before it is done: some draws are followed, and the
rest is told from how the states grow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm, log2
from typing import Any

from ..dist import Dist
from ..outside import native
from .chains import live, solve
from .data import Ask, Machine, Value, pattern_of, word_of
from .errors import ModelError, beyond, too_large, words
from .levels import LOST, SLACK, Levels, Row, by_levels, by_records, rows_of
from .statistic import Statistic
from .values import through_values
from .walk import END, Arc, MachineGraph

TRIAL, FULL = 15_000, 700_000
"""Steps followed before the rest is estimated, and steps that an answer may take: some 2 s of a browser's Python."""
NEW = 6
ASKED = 10_000
"""Values beyond the picture of which a condition is asked."""
LONGEST = 2_000_000
"""Bits of a chance that is told."""
CHAIN = 2500
"""Positions of a chain that is solved."""
FOLLOWED = 2000
"""Draws of a wait that are followed."""


@dataclass(frozen=True)
class Answer:
    """Exact answer of a chance model.

    Attributes:
        dist: Distribution of the values, given that the run ends and the value is inside the picture. tail:
        Probability of all values outside the picture. For a value that goes up and down, the probability of the runs
            that are not followed further (less than a millionth).
        never: Probability that a run does not end.
        mean: Exact mean including the tail. None if values are words, if a run may not end, or for the longest run of a
            waiting time.
        how: Name of the method.
        states: Number of states that were distinguished.
        ratio: Ratio of the probabilities of successive values outside the picture, if it is constant.
        step: Distance of these values. It is negative if they fall, and 0 for a value that goes up and down.

    Example:
        >>> import gamelib
        >>> answer = gamelib.model("d6 until 6 : tries").exact()
        >>> answer.mean, answer.never
        (Fraction(6, 1), Fraction(0, 1))
    """

    dist: Dist[Value]
    tail: Fraction
    never: Fraction
    mean: Fraction | None
    how: str
    states: int
    ratio: Fraction | None = None
    step: int = 0

    def _repr_html_(self) -> str:
        said = {"Mean": self.mean, "Beyond the picture": self.tail or None, "Without end": self.never or None}
        below = "".join(f"<p>{name}: {value}</p>" for name, value in said.items() if value is not None)
        return self.dist._repr_html_() + below

    @cached_property
    def inside(self) -> Fraction:
        """Probability of all values inside the picture.

        Example:
            >>> import gamelib
            >>> gamelib.model("2d6 : sum").exact().inside
            Fraction(1, 1)
        """
        return 1 - self.tail - self.never

    def p(self, event: Any) -> Fraction:
        """Return the probability of an event among all runs.

        True and False are yes and no, "7" is 7, and a pattern may have any order. Outside the picture, a probability
        follows from `ratio`. A condition is tested for the picture and for the next 10,000 values. It must be
        constant for the last half of them.

        Args:
            event: A value, several values or a condition.

        Raises:
            ModelError: The event needs values outside the picture, and there is no `ratio`.

        Example:
            >>> import gamelib
            >>> answer = gamelib.model("d6 until 6 : tries").exact()
            >>> answer.p(3), answer.p(1000) == answer.p(999) * answer.ratio
            (Fraction(25, 216), True)
            >>> answer.p(lambda tries: tries > 2)
            Fraction(25, 36)
            >>> gamelib.model("2 bag{red*3,blue*5} : most = 2").exact().p(True)
            Fraction(13, 28)
        """
        if callable(event):
            return self.dist.p(event) * self.inside + self._p_beyond(event)
        if isinstance(event, str | bool) or not isinstance(event, Iterable):
            event = [event]
        values = {self._key(value) for value in event}
        beyond = sorted(number for value in values if (number := self._steps_beyond(value)))
        return self.dist.p(list(values)) * self.inside + sum((self._p_steps(n) for n in beyond), Fraction(0))

    @property
    def _last(self) -> Any:
        """The value of the picture after which those beyond come."""
        return min(self.dist) if self.step < 0 else max(self.dist)

    def _steps_beyond(self, value: Any) -> int:
        """How many values beyond the picture this one is; 0 for one that is in it or cannot come up."""
        if not self.tail or not isinstance(value, int) or value in self.dist:
            return 0
        if not self.step:
            raise beyond(value=value)
        steps, rest = divmod(value - self._last, self.step)
        return steps if steps > 0 and not rest else 0

    def _p_steps(self, steps: int) -> Fraction:
        """The chance of the value so many steps beyond the picture."""
        if self.ratio is None or steps * self.ratio.denominator.bit_length() > LONGEST:
            raise beyond("value" if self.ratio is None else "long", value=self._last + steps * self.step)
        return self.dist.p(self._last) * self.inside * self.ratio**steps

    def _p_beyond(self, condition: Callable[[Any], Any]) -> Fraction:
        """The chance that the value is beyond the picture and meets a condition."""
        if not self.tail:
            return Fraction(0)
        if not self.step:
            raise beyond("condition")
        holds = [bool(condition(self._last + n * self.step)) for n in range(1, ASKED + 1)]
        changes = [n for n, (one, other) in enumerate(pairwise([False, *holds])) if one is not other]
        if changes and changes[-1] > max(0, ASKED // 2 if self.ratio is not None else 0):
            raise beyond("condition")
        at_least = [self.tail * self.ratio**n if n and self.ratio is not None else self.tail for n in changes]
        return sum((p if number % 2 == 0 else -p for number, p in enumerate(at_least)), Fraction(0))

    def _key(self, value: Any) -> Any:
        """A value as the answer has it."""
        value = native(value)
        if isinstance(value, bool) and set(self.dist) <= {"yes", "no"}:
            return "yes" if value else "no"
        if value in self.dist or (isinstance(value, int) and self.tail):
            return value
        text = str(value).strip()
        if re.fullmatch(r"-?[0-9]+", text) and (int(text) in self.dist or self.tail):
            return int(text)
        return pattern_of(text) or word_of(text) or value


def exact(machine: Machine) -> Answer:
    """The exact answer. TooLarge before the work is done; ModelError if no run ends."""
    counts = through_values(machine)
    if counts is not None:
        return _answer(machine.ask, counts, len(counts), words()["how"]["values"])
    statistic = Statistic(machine.ask)
    walk = MachineGraph(machine, statistic)
    return _endless(machine, walk) if walk.endless else _merged(machine, walk)


def _answer(ask: Ask, counts: dict[Any, int], states: int, how: str, **more: Any) -> Answer:
    finished = counts
    if ask.table or ask.cmp:
        finished = {}
        for value, weight in counts.items():
            told = ask.finish(value)
            finished[told] = finished.get(told, 0) + weight
    dist = Dist(finished)
    if "mean" not in more:
        more["mean"] = dist.mean if all(isinstance(value, int) for value in finished) else None
    tail, never = more.pop("tail", Fraction(0)), more.pop("never", Fraction(0))
    return Answer(dist, tail, never, more.pop("mean"), how, states, **more)


# -- followed draw by draw -----------------------------------------------------------------------------

Layer = dict[int, dict[Any, int]]
"""Position -> state of the statistic -> weight."""


def _step(walk: MachineGraph, layer: Layer) -> tuple[Layer, dict[Any, int], int, int]:
    """One draw more: the next layer, what has ended, by how much all weights have grown, and the steps it took."""
    statistic, spent, factor = walk.statistic, 0, 1
    outs: list[tuple[list[Arc], int]] = []
    for position in layer:
        arcs = walk.arcs(position)
        total = sum(arc.weight for arc in arcs)
        outs.append((arcs, total))
        factor = lcm(factor, total)
    after: Layer = {}
    ended: dict[Any, int] = {}
    for states, (arcs, total) in zip(layer.values(), outs, strict=True):
        scale = factor // total
        for arc in arcs:
            weight, value, group, before = arc.weight * scale, arc.value, arc.group, arc.before
            into = ended if arc.to == END else after.setdefault(arc.to, {})
            known = into.get
            if statistic.adds:
                gain = statistic.gain(value, group) + arc.plus
                for state, ways in states.items():
                    into[state + gain] = known(state + gain, 0) + ways * weight
            else:
                step = statistic.step
                for state, ways in states.items():
                    new = step(state, value, group, before)
                    into[new] = known(new, 0) + ways * weight
            spent += len(states)
    return after, ended, factor, spent


def _end_counts(walk: MachineGraph, done: list[tuple[dict[Any, int], int]], total: int) -> dict[Any, int]:
    """Value -> weight of `total`. `done`: for each step what ended with it, and the weight of everything then."""
    counts: dict[Any, int] = {}
    for ended, then in done:
        scale = total // then
        for state, weight in ended.items():
            value = walk.statistic.end(state)
            counts[value] = counts.get(value, 0) + weight * scale
    return counts


def _merged(machine: Machine, walk: MachineGraph) -> Answer:
    """A machine that ends by itself."""
    statistic = walk.statistic
    return from_layer(machine, walk, {0: {statistic.start + walk.plus if statistic.adds else statistic.start: 1}})


def from_layer(machine: Machine, walk: MachineGraph, layer: Layer) -> Answer:
    """What follows from these positions and states of the statistic, weighted. TooLarge."""
    most = walk.most()
    done: list[tuple[dict[Any, int], int]] = []  # what ended, and the weight of everything then
    total, states, spent, allowed = 1, 0, 0, TRIAL
    sizes: list[int] = []
    while layer:
        states += sum(map(len, layer.values()))
        ahead = _ahead(walk, layer, allowed - spent)
        if spent + ahead > allowed:
            if allowed == FULL or _estimate([*sizes, ahead], most) > FULL:
                raise too_large()
            allowed = FULL
        layer, ended, factor, _ = _step(walk, layer)
        total *= factor
        spent += ahead
        sizes.append(ahead)
        done.append((ended, total))
    counts = _end_counts(walk, done, total)
    return _answer(machine.ask, counts, states, words()["how"]["walk"])


def _ahead(walk: MachineGraph, layer: Layer, most: int) -> int:
    """What the next draw costs, in steps; a position looked at for the first time costs some for each arc,
    and more if its arcs have many rows of faces to copy."""
    steps = 0
    for seen, (position, states) in enumerate(layer.items(), 1):
        new = position not in walk.known
        arcs = len(walk.arcs(position))
        steps += arcs * len(states) + NEW * new * walk.cost(position, arcs)
        if steps > most:
            return steps * len(layer) // seen  # the others will be much the same
    return steps


def _estimate(sizes: list[int], most: int) -> float:
    """How many steps all draws will take, told from those that were followed: they grow by a power of the draws."""
    have = len(sizes)
    if have < 3 or most <= have:
        return sum(sizes) * max(1, most / have) ** 3
    whole = log2(max(1, sizes[-1]) / max(1, sizes[have // 2 - 1])) / log2(have / (have // 2))
    latest = log2(max(1, sizes[-1]) / max(1, sizes[-2])) / log2(have / (have - 1))
    power = max(0.0, whole, latest)
    ahead = sizes[-1] * have * (float(most / have) ** (power + 1) - 1) / (power + 1)
    return sum(sizes) + float(ahead)


# -- waits without an end ------------------------------------------------------------------------------


def _positions(walk: MachineGraph) -> list[list[Arc]]:
    """All positions there are. TooLarge if they are more than a chain may have."""
    rows: list[list[Arc]] = []
    spent = 0
    while len(rows) < len(walk.keys):
        spent += walk.cost(len(rows))
        if len(walk.keys) > CHAIN or spent > 4 * CHAIN:
            raise too_large("tangled")
        rows.append(walk.arcs(len(rows)))
    return rows


def _endless(machine: Machine, walk: MachineGraph) -> Answer:
    ask, statistic = machine.ask, walk.statistic
    if walk.grows:
        raise too_large("tangled")
    plain = [gathered((arc.to, arc.weight) for arc in arcs) for arcs in _positions(walk)]
    living = live(plain)
    if 0 not in living:
        raise ModelError(words()["refusals"]["never"])
    never = Fraction(0)
    if len(living) < len(plain):
        rows = [row if position in living else {LOST: 1} for position, row in enumerate(plain)]
        never = solve(rows)[0].get(LOST, Fraction(0))
    if statistic.adds or ask.what == "runs":
        found = _climbed(machine, walk, living, never)
    elif ask.what == "run":
        bounds = _bounds(ask)
        last = None if bounds is None else max(bounds, default=0)
        found = _levelled(ask, by_records(walk, living, never, last), never, None)
    else:
        found = _solved(machine, walk, living)
    return found or _followed(machine, walk, living, never)


def _bounds(ask: Ask) -> list[int] | None:
    """The values at which an answer may change; None where each value is an answer of its own."""
    if ask.table:
        return [bound for low, high, _ in ask.table for bound in (low, high)]
    if ask.cmp is None:
        return None
    op, bound = ask.cmp
    return [] if isinstance(bound, str) else list(bound) if op == "in" else [bound]


def _climbed(machine: Machine, walk: MachineGraph, living: set[int], never: Fraction) -> Answer | None:
    """From value to value; None where values go both up and down."""
    ask, rows, mean = machine.ask, rows_of(walk, living), None
    found = by_levels(rows, walk.plus, never, _bounds(ask))
    if found is None:
        return None
    if not never and not ask.cmp and not ask.table:
        mean = _mean(rows) + walk.plus
    return _levelled(ask, found, never, mean)


def _mean(rows: list[Row]) -> Fraction:
    """What all draws together add on average."""
    gains = (Fraction(sum(weight * gain for (_, gain), weight in row.items()), sum(row.values())) for row in rows)
    return solve([gathered((to, weight) for (to, _), weight in row.items()) for row in rows], list(gains))[1]


def _levelled(ask: Ask, found: Levels, never: Fraction, mean: Fraction | None) -> Answer:
    tail = 1 - never - Fraction(sum(found.counts.values()), found.total)
    if not found.counts:
        raise too_large()
    more = {"mean": mean} if tail or never or mean is not None else {}
    how = words()["how"]["levels"].format(values=len(found.counts))
    return _answer(
        ask, found.counts, len(found.counts), how, tail=tail, never=never, ratio=found.ratio, step=found.step, **more
    )


def gathered(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Weights by where they lead."""
    out: dict[int, int] = {}
    for to, weight in pairs:
        out[to] = out.get(to, 0) + weight
    return out


def _solved(machine: Machine, walk: MachineGraph, living: set[int]) -> Answer | None:
    """The chain of positions and states of the statistic, solved; None where they are too many."""
    statistic = walk.statistic
    ids: dict[tuple[int, Any], int] = {(0, statistic.start): 0}
    keys, rows, ends, spent = list(ids), [], {}, 0  # type: list[Any], list[dict[int, int]], dict[Value, int], int
    while len(rows) < len(keys):
        position, state = keys[len(rows)]
        row: dict[int, int] = {}
        if position not in living:
            rows.append({-1: 1})
            continue
        for arc in walk.arcs(position):
            spent += 1
            new = statistic.step(state, arc.value, arc.group, arc.before)
            if arc.to == END:
                told = machine.ask.finish(statistic.end(new))
                to = ends.setdefault(told, -2 - len(ends))
            else:
                key = arc.to, new
                if key not in ids:
                    ids[key] = len(keys)
                    keys.append(key)
                to = ids[key]
            row[to] = row.get(to, 0) + arc.weight
        rows.append(row)
        if len(keys) > CHAIN or spent > 6 * CHAIN:
            return None
    chances, _ = solve(rows)
    never = chances.pop(-1, Fraction(0))
    told_of = {to: value for value, to in ends.items()}
    size = lcm(*(chance.denominator for chance in chances.values()))
    counts = {told_of[to]: int(chance * size) for to, chance in chances.items()}
    more = {"mean": None} if never else {}
    return _answer(Ask(machine.ask.what), counts, len(keys), words()["how"]["chain"], never=never, **more)


def _still(rest: int, total: int, steps: int, draws: int) -> float:
    """How many steps are still to be made at least, if the draws to come end as many runs as those before."""
    gone = max(1e-9, log2(total) - log2(rest)) / draws
    return steps * (log2(SLACK) / gone - draws)


def _followed(machine: Machine, walk: MachineGraph, living: set[int], never: Fraction) -> Answer:
    """Draw by draw, until less than a millionth of all runs goes on. TooLarge where that takes too long.

    What goes on may still add to any value, so it is told apart from the picture.
    """
    statistic = walk.statistic
    layer: Layer = {0: {statistic.start + walk.plus if statistic.adds else statistic.start: 1}}
    done: list[tuple[dict[Any, int], int]] = []
    total, states, spent, steps = 1, 0, 0, 0
    rest = 1
    while layer and rest * SLACK >= total:
        if (
            len(done) == FOLLOWED
            or spent > FULL // 2
            or (spent > TRIAL and _still(rest, total, steps, len(done)) > FULL // 2)
            or spent + sum(len(walk.arcs(at)) * len(states) for at, states in layer.items()) > FULL
        ):
            raise too_large()
        states += sum(map(len, layer.values()))
        layer, ended, factor, steps = _step(walk, layer)
        layer = {position: states for position, states in layer.items() if position in living}
        total *= factor
        spent += steps
        done.append((ended, total))
        rest = sum(sum(states.values()) for states in layer.values())
    counts = _end_counts(walk, done, total)
    tail, mean = 1 - never - Fraction(sum(counts.values()), total), None
    if statistic.adds and not never and not machine.ask.cmp and not machine.ask.table:
        mean = _mean(rows_of(walk, living)) + walk.plus
    how = words()["how"]["layers"].format(steps=len(done))
    return _answer(machine.ask, counts, states, how, tail=tail, never=never, mean=mean)
