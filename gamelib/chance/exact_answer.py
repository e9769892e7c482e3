"""Exact answers of chance models.

If the order of the values does not matter, the answer is computed from counts of values. Otherwise, the draws are
processed one by one. Equal states are merged, and weights are integers with a common total.

For a waiting time without an upper bound, there are three methods. A finite Markov chain is solved exactly. A statistic
that only grows (the waiting time, the sum, the longest run) is computed value by value until the remaining probability
is below a millionth. A sum that can rise and fall is computed draw by draw.

Long computations raise an error before they start. The growth of the states in the first draws gives an estimate of the
number of steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import inf, lcm, log2
from typing import Any

from ..dist import Dist
from ..number_format import format_equal_or_approx, is_readable_fraction
from ..validation import to_python_value
from .absorbing_chains import positions_reaching_end, solve_absorbing_chain
from .errors import ModelError, model_texts, too_large_error, uncomputed_probability_error
from .levels import (
    LOST,
    TAIL_PRECISION,
    Levels,
    Row,
    solve_by_levels,
    solve_longest_run_by_records,
    wait_transition_rows,
)
from .model_data import (
    ModelSpec,
    StatisticSpec,
    Value,
    normalize_digits,
    normalized_identifier,
    normalized_repeat_pattern,
)
from .model_graph import END_POSITION, ModelGraph, Transition
from .orderless_statistics import orderless_value_weights
from .statistic_automaton import StatisticAutomaton

TRIAL_STEPS, MAX_STEPS = 15_000, 700_000
"""Steps before the rest is estimated, and maximum steps of an answer: about 2 s of Python in a browser."""
NEW_POSITION_COST = 6
ASKED = 10_000
"""Number of values outside the picture for which a condition is tested."""
MAX_GROWTH_BITS = 200
"""Maximum growth from the draws so far to all draws, as a power of 2, for which the steps are estimated."""
MAX_RATIO_BITS = 2_000_000
"""Maximum number of bits of a probability."""
MAX_CHAIN_POSITIONS = 2500
"""Maximum number of positions of a chain that is solved."""
MAX_FOLLOWED_DRAWS = 2000
"""Maximum number of draws of a waiting time that are followed."""


@dataclass(frozen=True)
class ExactAnswer:
    """Exact answer of a chance model.

    Attributes:
        dist: Distribution of the values that a chart displays, given that the run ends with one of them.
        tail: Probability of all values outside `dist`. If values rise and fall, `tail` is the probability of the
            unfinished runs (less than a millionth).
        never: Probability that a run does not end.
        mean: Exact mean including the tail. The mean is None if values are words, if a run may not end, or for the
            longest run of a waiting time.
        how: Name of the method.
        state_count: Number of states that were distinguished.
        ratio: Ratio of the probabilities of successive values outside `dist`, if this ratio is constant.
        step: Difference between successive values outside `dist`. The difference is negative if values fall, and 0 if
            values rise and fall.

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
    state_count: int
    ratio: Fraction | None = None
    step: int = 0

    def _facts(self) -> Iterator[str]:
        """Yield texts about the mean and the values outside the chart. Long fractions are rounded."""
        said = {"Mean": self.mean, "Beyond the picture": self.tail or None, "Without end": self.never or None}
        for name, value in said.items():
            if value is not None:
                yield f"{name}: {value if is_readable_fraction(value) else format_equal_or_approx(value)}"

    def __repr__(self) -> str:
        return f"<ExactAnswer: {'. '.join([repr(self.dist), *self._facts()])}>"

    def _repr_html_(self) -> str:
        return self.dist._repr_html_() + "".join(f"<p>{fact}</p>" for fact in self._facts())

    @cached_property
    def probability_of_displayed_values(self) -> Fraction:
        """Probability that a run ends with a value in `dist`.

        Example:
            >>> import gamelib
            >>> gamelib.model("2d6 : sum").exact().probability_of_displayed_values
            Fraction(1, 1)
        """
        return 1 - self.tail - self.never

    def p(self, event: Any) -> Fraction:
        """Return the probability of an event among all runs.

        True and 1 mean "yes", False and 0 mean "no", and "7" means 7. The numbers of a pattern may be in any order. A
        word may have other capitals if only one value matches. Beyond the values of `dist`, each probability is the
        previous one times `ratio`. A condition is tested for the values in `dist` and for the next 10,000 values. The
        condition must be constant for the last half of these values.

        Args:
            event: A value, several values or a condition.

        Raises:
            ModelError: The event needs values outside `dist`, and there is no `ratio`.

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
            return self.dist.p(event) * self.probability_of_displayed_values + self._p_beyond(event)
        if isinstance(event, str | bool) or not isinstance(event, Iterable):
            event = [event]
        values = {self._key(value) for value in event}
        beyond = sorted(number for value in values if (number := self._steps_beyond(value)))
        return self.dist.p(list(values)) * self.probability_of_displayed_values + sum(
            (self._p_steps(n) for n in beyond), Fraction(0)
        )

    @property
    def _last(self) -> Any:
        """Last value in the chart. The next values are outside the chart."""
        return min(self.dist) if self.step < 0 else max(self.dist)

    def _steps_beyond(self, value: Any) -> int:
        """Return the number of steps from the last value in the chart to this value.

        The number is 0 if the value is in the chart or impossible.
        """
        if not self.tail or not isinstance(value, int) or value in self.dist:
            return 0
        if not self.step:
            raise uncomputed_probability_error(value=value)
        steps, rest = divmod(value - self._last, self.step)
        return steps if steps > 0 and not rest else 0

    def _p_steps(self, steps: int) -> Fraction:
        """Return the probability of the value that is this number of steps outside the chart."""
        if self.ratio is None or steps * self.ratio.denominator.bit_length() > MAX_RATIO_BITS:
            raise uncomputed_probability_error(
                "value" if self.ratio is None else "long", value=self._last + steps * self.step
            )
        return self.dist.p(self._last) * self.probability_of_displayed_values * self.ratio**steps

    def _p_beyond(self, condition: Callable[[Any], Any]) -> Fraction:
        """Return the probability that the value is outside the chart and meets a condition."""
        if not self.tail:
            return Fraction(0)
        if not self.step:
            raise uncomputed_probability_error("condition")
        holds = [bool(condition(self._last + n * self.step)) for n in range(1, ASKED + 1)]
        changes = [n for n, (one, other) in enumerate(pairwise([False, *holds])) if one is not other]
        if changes and changes[-1] > max(0, ASKED // 2 if self.ratio is not None else 0):
            raise uncomputed_probability_error("condition")
        at_least = [self.tail * self.ratio**n if n and self.ratio is not None else self.tail for n in changes]
        return sum((p if number % 2 == 0 else -p for number, p in enumerate(at_least)), Fraction(0))

    def _key(self, value: Any) -> Any:
        """Return a value in the form that `dist` uses."""
        value = to_python_value(value)
        if isinstance(value, list | tuple):
            return normalized_repeat_pattern(value) or str(value)
        if set(self.dist) <= {"yes", "no"}:
            word = str(value).strip().lower()
            return {"true": "yes", "1": "yes", "false": "no", "0": "no"}.get(word, word)
        if value in self.dist or (isinstance(value, int) and self.tail):
            return value
        text = normalize_digits(str(value).strip()).replace("\N{MINUS SIGN}", "-")
        if re.fullmatch(r"[+-]?[0-9]+", text) and (int(text) in self.dist or self.tail):
            return int(text)
        word = normalized_repeat_pattern(text) or normalized_identifier(text) or text
        alike = [known for known in self.dist if str(known).casefold() == word.casefold()]
        return word if word in self.dist or len(alike) != 1 else alike[0]


def solve_exactly(spec: ModelSpec) -> ExactAnswer:
    """Solve a model. Raise TooLarge before a long computation, and ModelError if no run ends."""
    counts = orderless_value_weights(spec)
    if counts is not None:
        return _answer(spec.statistic, counts, len(counts), model_texts()["how"]["values"])
    statistic = StatisticAutomaton(spec.statistic)
    graph = ModelGraph(spec, statistic)
    return _endless(spec, graph) if graph.is_endless else _merged(spec, graph)


def _answer(ask: StatisticSpec, counts: dict[Any, int], states: int, how: str, **more: Any) -> ExactAnswer:
    finished = counts
    if ask.value_table or ask.comparison:
        finished = {}
        for value, weight in counts.items():
            told = ask.answer_of_statistic_value(value)
            finished[told] = finished.get(told, 0) + weight
    dist = Dist(finished)
    if "mean" not in more:
        more["mean"] = dist.mean if all(isinstance(value, int) for value in finished) else None
    tail, never = more.pop("tail", Fraction(0)), more.pop("never", Fraction(0))
    return ExactAnswer(dist, tail, never, more.pop("mean"), how, states, **more)


# -- computed draw by draw -----------------------------------------------------------------------------

PositionWeights = dict[int, dict[Any, int]]
"""Position -> state of the statistic -> weight."""


def _step(graph: ModelGraph, layer: PositionWeights) -> tuple[PositionWeights, dict[Any, int], int, int]:
    """Follow one more draw.

    Returns:
        The next layer, the ended runs, the growth factor of all weights, and the number of steps used.
    """
    statistic, spent, factor = graph.statistic, 0, 1
    outs: list[tuple[list[Transition], int]] = []
    for position in layer:
        arcs = graph.transitions(position)
        total = sum(arc.weight for arc in arcs)
        outs.append((arcs, total))
        factor = lcm(factor, total)
    after: PositionWeights = {}
    ended: dict[Any, int] = {}
    for states, (arcs, total) in zip(layer.values(), outs, strict=True):
        scale = factor // total
        for arc in arcs:
            weight, value, group, before = arc.weight * scale, arc.value, arc.group, arc.times_drawn_before
            into = ended if arc.target == END_POSITION else after.setdefault(arc.target, {})
            known = into.get
            if statistic.is_additive:
                gain = statistic.gain(value, group) + arc.offset
                for state, ways in states.items():
                    into[state + gain] = known(state + gain, 0) + ways * weight
            else:
                step = statistic.next_state
                for state, ways in states.items():
                    new = step(state, value, group, before)
                    into[new] = known(new, 0) + ways * weight
            spent += len(states)
    return after, ended, factor, spent


def _end_counts(graph: ModelGraph, done: list[tuple[dict[Any, int], int]], total: int) -> dict[Any, int]:
    """Return a mapping from values to weights over `total`.

    `done` contains, for each step, the runs that ended and the total weight at that step.
    """
    counts: dict[Any, int] = {}
    for ended, then in done:
        scale = total // then
        for state, weight in ended.items():
            value = graph.statistic.final_value(state)
            counts[value] = counts.get(value, 0) + weight * scale
    return counts


def _merged(spec: ModelSpec, graph: ModelGraph) -> ExactAnswer:
    """Solve a model in which every run ends."""
    statistic = graph.statistic
    return solve_from_position_weights(
        spec, graph, {0: {statistic.start + graph.plus if statistic.is_additive else statistic.start: 1}}
    )


def solve_from_position_weights(spec: ModelSpec, graph: ModelGraph, weights: PositionWeights) -> ExactAnswer:
    """Solve a model from weighted positions and states of the statistic. Raise TooLarge for a long computation."""
    most = graph.max_draws()
    done: list[tuple[dict[Any, int], int]] = []  # ended runs, and the total weight at that step
    total, states, spent, allowed = 1, 0, 0, TRIAL_STEPS
    sizes: list[int] = []
    while weights:
        states += sum(map(len, weights.values()))
        ahead = _ahead(graph, weights, allowed - spent)
        if spent + ahead > allowed:
            if allowed == MAX_STEPS or _estimate([*sizes, ahead], most) > MAX_STEPS:
                raise too_large_error()
            allowed = MAX_STEPS
        weights, ended, factor, _ = _step(graph, weights)
        total *= factor
        spent += ahead
        sizes.append(ahead)
        done.append((ended, total))
    counts = _end_counts(graph, done, total)
    return _answer(spec.statistic, counts, states, model_texts()["how"]["walk"])


def _ahead(graph: ModelGraph, layer: PositionWeights, most: int) -> int:
    """Return the cost of the next draw in steps.

    A new position adds a cost for each transition, and more if its transitions copy many rows of faces.
    """
    steps = 0
    for seen, (position, states) in enumerate(layer.items(), 1):
        new = position not in graph.known
        arcs = len(graph.transitions(position))
        steps += arcs * len(states) + NEW_POSITION_COST * new * graph.examination_cost(position, arcs)
        if steps > most:
            return steps * len(layer) // seen  # assume a similar cost for the remaining positions
    return steps


def _estimate(sizes: list[int], most: int) -> float:
    """Estimate the number of steps of all draws. The steps of draw number k are assumed to grow as a power of k."""
    have = len(sizes)
    if have < 3 or most <= have:
        return sum(sizes) * max(1, most / have) ** 3
    whole = log2(max(1, sizes[-1]) / max(1, sizes[have // 2 - 1])) / log2(have / (have // 2))
    latest = log2(max(1, sizes[-1]) / max(1, sizes[-2])) / log2(have / (have - 1))
    power = max(0.0, whole, latest)
    if power * log2(most / have) > MAX_GROWTH_BITS:
        return inf
    ahead = sizes[-1] * have * (float(most / have) ** (power + 1) - 1) / (power + 1)
    return sum(sizes) + float(ahead)


# -- unlimited waiting times ---------------------------------------------------------------------------


def _positions(graph: ModelGraph) -> list[list[Transition]]:
    """Return the transitions of all positions. Raise TooLarge if there are too many positions for a chain."""
    rows: list[list[Transition]] = []
    spent = 0
    while len(rows) < len(graph.keys):
        spent += graph.examination_cost(len(rows))
        if len(graph.keys) > MAX_CHAIN_POSITIONS or spent > 4 * MAX_CHAIN_POSITIONS:
            raise too_large_error("tangled")
        rows.append(graph.transitions(len(rows)))
    return rows


def _endless(spec: ModelSpec, graph: ModelGraph) -> ExactAnswer:
    ask, statistic = spec.statistic, graph.statistic
    if graph.has_growing_bag:
        raise too_large_error("tangled")
    plain = [sum_weights_by_target((arc.target, arc.weight) for arc in arcs) for arcs in _positions(graph)]
    living = positions_reaching_end(plain)
    if 0 not in living:
        raise ModelError(model_texts()["refusals"]["never"])
    never = Fraction(0)
    if len(living) < len(plain):
        rows = [row if position in living else {LOST: 1} for position, row in enumerate(plain)]
        never = solve_absorbing_chain(rows)[0].get(LOST, Fraction(0))
    if statistic.is_additive or ask.name == "runs":
        found = _climbed(spec, graph, living, never)
    elif ask.name == "run":
        bounds = _bounds(ask)
        last = None if bounds is None else max(bounds, default=0)
        found = _levelled(ask, solve_longest_run_by_records(graph, living, never, last), never, None)
    else:
        found = _solved(spec, graph, living)
    return found or _followed(spec, graph, living, never)


def _bounds(ask: StatisticSpec) -> list[int] | None:
    """Return the values at which the answer can change, or None if each value is a separate answer."""
    if ask.value_table:
        return [bound for low, high, _ in ask.value_table for bound in (low, high)]
    if ask.comparison is None:
        return None
    op, bound = ask.comparison
    return [] if isinstance(bound, str) else list(bound) if op == "in" else [bound]


def _climbed(spec: ModelSpec, graph: ModelGraph, living: set[int], never: Fraction) -> ExactAnswer | None:
    """Compute the answer value by value. Return None if the value of a run can both rise and fall."""
    ask, rows, mean = spec.statistic, wait_transition_rows(graph, living), None
    found = solve_by_levels(rows, graph.plus, never, _bounds(ask))
    if found is None:
        return None
    if not never and not ask.comparison and not ask.value_table:
        mean = _mean(rows) + graph.plus
    return _levelled(ask, found, never, mean)


def _mean(rows: list[Row]) -> Fraction:
    """Return the mean of the total gain of all draws."""
    gains = (Fraction(sum(weight * gain for (_, gain), weight in row.items()), sum(row.values())) for row in rows)
    return solve_absorbing_chain(
        [sum_weights_by_target((to, weight) for (to, _), weight in row.items()) for row in rows], list(gains)
    )[1]


def _levelled(ask: StatisticSpec, found: Levels, never: Fraction, mean: Fraction | None) -> ExactAnswer:
    tail = 1 - never - Fraction(sum(found.counts.values()), found.total)
    if not found.counts:
        raise too_large_error()
    more = {"mean": mean} if tail or never or mean is not None else {}
    how = model_texts()["how"]["levels"].format(values=len(found.counts))
    return _answer(
        ask, found.counts, len(found.counts), how, tail=tail, never=never, ratio=found.ratio, step=found.step, **more
    )


def sum_weights_by_target(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Add up the weights of each target."""
    out: dict[int, int] = {}
    for to, weight in pairs:
        out[to] = out.get(to, 0) + weight
    return out


def _solved(spec: ModelSpec, graph: ModelGraph, living: set[int]) -> ExactAnswer | None:
    """Solve the chain of positions and states of the statistic. Return None if the chain is too large."""
    statistic = graph.statistic
    ids: dict[tuple[int, Any], int] = {(0, statistic.start): 0}
    keys, rows, ends, spent = list(ids), [], {}, 0  # type: list[Any], list[dict[int, int]], dict[Value, int], int
    while len(rows) < len(keys):
        position, state = keys[len(rows)]
        row: dict[int, int] = {}
        if position not in living:
            rows.append({-1: 1})
            continue
        for arc in graph.transitions(position):
            spent += 1
            new = statistic.next_state(state, arc.value, arc.group, arc.times_drawn_before)
            if arc.target == END_POSITION:
                told = spec.statistic.answer_of_statistic_value(statistic.final_value(new))
                to = ends.setdefault(told, -2 - len(ends))
            else:
                key = arc.target, new
                if key not in ids:
                    ids[key] = len(keys)
                    keys.append(key)
                to = ids[key]
            row[to] = row.get(to, 0) + arc.weight
        rows.append(row)
        if len(keys) > MAX_CHAIN_POSITIONS or spent > 6 * MAX_CHAIN_POSITIONS:
            return None
    chances, _ = solve_absorbing_chain(rows)
    never = chances.pop(-1, Fraction(0))
    told_of = {to: value for value, to in ends.items()}
    size = lcm(*(chance.denominator for chance in chances.values()))
    counts = {told_of[to]: int(chance * size) for to, chance in chances.items()}
    more = {"mean": None} if never else {}
    return _answer(
        StatisticSpec(spec.statistic.name), counts, len(keys), model_texts()["how"]["chain"], never=never, **more
    )


def _still(rest: int, total: int, steps: int, draws: int) -> float:
    """Estimate the minimum number of remaining steps, if future draws end the same share of runs as past draws."""
    gone = max(1e-9, log2(total) - log2(rest)) / draws
    return steps * (log2(TAIL_PRECISION) / gone - draws)


def _followed(spec: ModelSpec, graph: ModelGraph, living: set[int], never: Fraction) -> ExactAnswer:
    """Follow the draws until less than a millionth of all runs continues. Raise TooLarge for a long computation.

    Unfinished runs can still reach any value, so they are not part of the chart.
    """
    statistic = graph.statistic
    layer: PositionWeights = {0: {statistic.start + graph.plus if statistic.is_additive else statistic.start: 1}}
    done: list[tuple[dict[Any, int], int]] = []
    total, states, spent, steps = 1, 0, 0, 0
    rest = 1
    while layer and rest * TAIL_PRECISION >= total:
        if (
            len(done) == MAX_FOLLOWED_DRAWS
            or spent > MAX_STEPS // 2
            or (spent > TRIAL_STEPS and _still(rest, total, steps, len(done)) > MAX_STEPS // 2)
            or spent + sum(len(graph.transitions(at)) * len(states) for at, states in layer.items()) > MAX_STEPS
        ):
            raise too_large_error()
        states += sum(map(len, layer.values()))
        layer, ended, factor, steps = _step(graph, layer)
        layer = {position: states for position, states in layer.items() if position in living}
        total *= factor
        spent += steps
        done.append((ended, total))
        rest = sum(sum(states.values()) for states in layer.values())
    counts = _end_counts(graph, done, total)
    tail, mean = 1 - never - Fraction(sum(counts.values()), total), None
    if statistic.is_additive and not never and not spec.statistic.comparison and not spec.statistic.value_table:
        mean = _mean(wait_transition_rows(graph, living)) + graph.plus
    how = model_texts()["how"]["layers"].format(steps=len(done))
    return _answer(spec.statistic, counts, states, how, tail=tail, never=never, mean=mean)
