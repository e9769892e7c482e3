"""Explanations of exact answers for models small enough to draw.

An explanation is a grid of two totals, a sequence of waiting times, draws that must all be different, a chain of
waiting states, or a tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from operator import mul

from ..dist import Dist
from .absorbing_chains import positions_reaching_end, solve_absorbing_chain
from .errors import TooLarge
from .exact_answer import ExactAnswer, solve_from_position_weights, sum_weights_by_target
from .model_data import DrawStage, ModelSpec, Value
from .model_graph import END_POSITION, ModelGraph
from .orderless_statistics import stage_total_weights
from .statistic_automaton import StatisticAutomaton

MAX_BRANCHES = 8
MAX_GRID_SIDE = 24
MAX_WAIT_STAGES = 12
MAX_DIFFERENT_DRAWS = 60
MAX_CHAIN_STATES = 7


@dataclass(frozen=True)
class ComparisonGrid:
    """Grid that compares two totals. Each cell contains the answer of the model."""

    horizontal_totals: Dist[Value]
    vertical_totals: Dist[Value]
    names: tuple[str, str]

    def answer(self, spec: ModelSpec, a: int, b: int) -> Value:
        """Return the answer of the model if the first total is `a` and the second is `b`."""
        return spec.statistic.answer_of_statistic_value(a - b)


@dataclass(frozen=True)
class FirstDrawBranch:
    """Value of the first draw with its probability and the exact answer after this draw."""

    label: Value
    chance: Fraction
    answer: ExactAnswer


@dataclass(frozen=True)
class WaitSequence:
    """Waiting time as a sequence of parts, with the probability that a draw ends each part. The means add up."""

    success_probabilities: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """Mean of the total waiting time."""
        return sum((1 / end for end in self.success_probabilities), Fraction(0))


@dataclass(frozen=True)
class AllDifferent:
    """Number of draws from equally likely faces. All drawn faces must be different."""

    faces: int
    draws: int

    @property
    def p_different_after_each_draw(self) -> list[Fraction]:
        """Probability after each draw that all values are different.

        The value is the product of the probabilities that each draw differs from all earlier values.
        """
        misses = (Fraction(self.faces - before, self.faces) for before in range(self.draws))
        return list(accumulate(misses, mul))


@dataclass(frozen=True)
class ChainState:
    """State of a waiting time: the last draws that matter, the next states, and the remaining mean."""

    label: tuple[Value, ...]
    arcs: tuple[tuple[Value, Fraction, int | str], ...]
    """Value, its probability, and the number of the next state, or "yes", "no", "end" if the wait is over."""
    mean_or_probability: Fraction
    """Probability of a yes from this state, or the mean of the remaining waiting time."""


@dataclass(frozen=True)
class WaitingTimeMarkovChain:
    """Waiting time as a Markov chain that moves back and forth between a few states. The first state is the start."""

    states: tuple[ChainState, ...]
    is_mean: bool
    """Whether `mean_or_probability` is a mean."""


Explanation = ComparisonGrid | WaitSequence | AllDifferent | WaitingTimeMarkovChain | list[FirstDrawBranch]


def explain(spec: ModelSpec) -> Explanation | None:
    """Return the explanation of a model, or None if it would be too large to read.

    >>> import gamelib
    >>> explain(gamelib.model("coin until 2*H : tries").spec)
    WaitSequence(success_probabilities=(Fraction(1, 2), Fraction(1, 2)))
    """
    return (
        explain_as_grid(spec)
        or explain_as_wait_sequence(spec)
        or explain_all_different(spec)
        or explain_as_markov_chain(spec)
        or explain_by_first_draw(spec)
    )


def explain_as_wait_sequence(spec: ModelSpec) -> WaitSequence | None:
    """Explain repeated draws of one device until a stop condition is met.

    Each draw must keep the waiting process in its state or move the process to the next state.
    """
    ask = spec.statistic
    if ask.name != "tries" or ask.comparison or ask.value_table or len(spec.stages) != 1:
        return None
    graph = ModelGraph(spec, StatisticAutomaton(ask))
    position, ends = 0, list[Fraction]()
    while graph.is_endless and position != END_POSITION and len(ends) < MAX_WAIT_STAGES:
        arcs = graph.transitions(position)
        on = {arc.target for arc in arcs} - {position}
        if len(on) != 1:
            return None
        total = sum(arc.weight for arc in arcs)
        ends.append(Fraction(sum(arc.weight for arc in arcs if arc.target != position), total))
        position = on.pop()
        if position != END_POSITION and position < len(ends):
            return None
    return WaitSequence(tuple(ends)) if ends and position == END_POSITION else None


def explain_all_different(spec: ModelSpec) -> AllDifferent | None:
    """Explain draws with replacement of equally likely faces that must all be different."""
    stage = spec.stages[0]
    if (
        spec.statistic.name != "differ"
        or len(spec.stages) != 1
        or not isinstance(stage, DrawStage)
        or stage.stop_conditions
    ):
        return None
    graph = ModelGraph(spec, StatisticAutomaton(spec.statistic))
    device = graph.devices[0]
    have = len(device.faces)
    if (
        device.weight_change
        or len({weight for _, weight in device.faces}) > 1
        or not stage.draw_count
        or stage.draw_count > min(have, MAX_DIFFERENT_DRAWS)
    ):
        return None
    return AllDifferent(have, stage.draw_count)


def explain_as_markov_chain(spec: ModelSpec) -> WaitingTimeMarkovChain | None:
    """Explain repeated draws of one device until a stop condition. The answer is a waiting time, or yes or no."""
    ask, graph = spec.statistic, ModelGraph(spec, StatisticAutomaton(spec.statistic))
    mean = ask.name == "tries" and not ask.comparison and not ask.value_table
    if (
        len(spec.stages) != 1
        or not graph.is_endless
        or graph.has_growing_bag
        or graph.flagged
        or (graph.statistic.is_additive and not mean)
    ):
        return None
    if len({_label(graph, value) for value in graph.values}) < len(graph.values):
        return None  # each column of the table needs its own label
    ways: dict[tuple[int, object], tuple[Value, ...]] = {(0, None if mean else graph.statistic.start): ()}
    table: list[list[tuple[Value, int, int | str]]] = []
    while len(table) < len(ways):
        (position, state), way = list(ways.items())[len(table)]
        row: list[tuple[Value, int, int | str]] = []
        for arc in graph.transitions(position):
            after = None if mean else graph.statistic.next_state(state, arc.value, arc.group, arc.times_drawn_before)
            label = _label(graph, arc.value)
            if arc.target != END_POSITION:
                ways.setdefault((arc.target, after), (*way, label))
                row.append((label, arc.weight, list(ways).index((arc.target, after))))
                continue
            told = "end" if mean else ask.answer_of_statistic_value(graph.statistic.final_value(after))
            if told not in ("end", "yes", "no"):
                return None
            row.append((label, arc.weight, str(told)))
        table.append(row)
        if len(ways) > MAX_CHAIN_STATES:
            return None
    ends = {"yes": -1, "no": -2, "end": -3}
    arcs = [
        sum_weights_by_target((to if isinstance(to, int) else ends[to], weight) for _, weight, to in row)
        for row in table
    ]
    if len(positions_reaching_end(arcs)) < len(arcs):
        return None
    places = []
    for number, (way, row) in enumerate(zip(ways.values(), table, strict=True)):
        swap = {number: 0, 0: number}  # swap the states, so that the chain is solved from this one
        rows = [{swap.get(to, to): weight for to, weight in arcs[swap.get(at, at)].items()} for at in range(len(arcs))]
        told_of, gained = solve_absorbing_chain(rows, [Fraction(1)] * len(rows))
        total = sum(weight for _, weight, _ in row)
        leads = tuple((value, Fraction(weight, total), to) for value, weight, to in row)
        places.append(ChainState(way, leads, gained if mean else told_of.get(ends["yes"], Fraction(0))))
    return WaitingTimeMarkovChain(tuple(places), mean)


def explain_as_grid(spec: ModelSpec) -> ComparisonGrid | None:
    """Explain the comparison of two separate devices by `a > b` or `a - b`."""
    arg = spec.statistic.argument
    parts = [
        stage
        for stage in spec.stages
        if isinstance(stage, DrawStage) and not stage.stop_conditions and not stage.source_name
    ]
    if not isinstance(arg, tuple) or len(parts) != 2 or len(spec.stages) != 2:
        return None
    by_name = {stage.group: stage for stage in parts}
    if set(by_name) != set(arg):
        return None
    across, up = (Dist(stage_total_weights(by_name[name])) for name in arg)
    if max(len(across), len(up)) > MAX_GRID_SIDE:
        return None
    return ComparisonGrid(across, up, arg)


def explain_by_first_draw(spec: ModelSpec) -> list[FirstDrawBranch] | None:
    """Explain a model as a tree by the first draw. Equivalent values share a branch."""
    graph = ModelGraph(spec, StatisticAutomaton(spec.statistic))
    arcs = graph.transitions(0)
    if graph.is_endless or not 2 <= len(arcs) <= MAX_BRANCHES:
        return None
    total = sum(arc.weight for arc in arcs)
    out = []
    try:
        for arc in arcs:
            start = graph.statistic.start
            if graph.statistic.is_additive:
                state = start + graph.plus + graph.statistic.gain(arc.value, arc.group) + arc.offset
            else:
                state = graph.statistic.next_state(start, arc.value, arc.group, arc.times_drawn_before)
            if arc.target == END_POSITION:
                value = spec.statistic.answer_of_statistic_value(graph.statistic.final_value(state))
                answer = ExactAnswer(Dist([value]), Fraction(0), Fraction(0), None, "", 1)
            else:
                answer = solve_from_position_weights(spec, graph, {arc.target: {state: 1}})
            out.append(FirstDrawBranch(_label(graph, arc.value), Fraction(arc.weight, total), answer))
    except TooLarge:
        return None
    return out


def _label(graph: ModelGraph, value: Value) -> Value:
    """Return the label of a value: the value alone, the joined values of its class, or "other"."""
    number = graph.values.index(value)
    alike = [face for face, _ in graph.devices[0].faces if graph.class_of[face] == number]
    return alike[0] if len(alike) == 1 else "other" if len(alike) > 3 else "/".join(map(str, alike))
