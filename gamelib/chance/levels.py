"""Exact answers for unlimited waiting times whose value only rises or only falls, computed value by value.

Draws that do not change the value are summed first, so each step changes the value. Therefore each computed probability
is final. The remaining probability is the tail. For the longest run, a step is a new record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from math import gcd, lcm

from .absorbing_chains import solve_absorbing_chain
from .errors import too_large_error
from .model_graph import END_POSITION, ModelGraph

LOST = -2
"""Target of a run that can no longer end."""
NODES, ARCS, STEPS = 2500, 10_000, 700_000
"""Maximum nodes and arcs of a wait, and steps with integers. Steps with long numbers count more."""
VALUES = 2000
"""Maximum number of values."""
LONG = 1500
"""Number of bits for which a number costs one more step."""
CHAINS = 60_000
"""Maximum number of arcs of all chains that are solved for the longest run."""
TAIL_PRECISION = 10**6
"""Values are computed until less than one part in this number remains."""
FEW_ROWS = 20
"""Maximum number of nodes for which the true minimum values are computed. Then some draws gain nothing, which takes
time."""

Row = Mapping[tuple[int, int], int]
"""Possible draws of a node: (next node, END_POSITION or LOST; gain of the value) -> weight."""


@dataclass(frozen=True)
class Levels:
    """Weights of the values, out of `total`.

    `ratio` is the ratio of successive probabilities after the last value. `step` is the difference between successive
    values.
    """

    counts: dict[int, int]
    total: int
    ratio: Fraction | None = None
    step: int = 1


def wait_transition_rows(graph: ModelGraph, living: set[int]) -> list[Row]:
    """Return the states of a waiting time: its positions with the state of the statistic.

    Raise TooLarge if there are too many states.
    """
    keys: list[tuple[int, int | None]] = [(0, None)]
    ids = {keys[0]: 0}
    rows: list[Row] = []
    arcs = 0
    while len(rows) < len(keys):
        position, memory = keys[len(rows)]
        row: dict[tuple[int, int], int] = {}
        for weight, to, gain, kept in _draws(graph, position, memory) if position in living else [(1, LOST, 0, None)]:
            if to >= 0:
                if (to, kept) not in ids:
                    ids[to, kept] = len(keys)
                    keys.append((to, kept))
                to = ids[to, kept]
            row[to, gain] = row.get((to, gain), 0) + weight
        rows.append(row)
        arcs += len(row)
        if len(keys) > NODES or arcs > ARCS:
            raise too_large_error("tangled")
    return rows


def _draws(graph: ModelGraph, position: int, memory: int | None) -> Iterator[tuple[int, int, int, int | None]]:
    """Yield the weight, the target, the gain and the memory of each draw."""
    if graph.statistic.is_additive:
        for arc in graph.transitions(position):
            yield arc.weight, arc.target, graph.statistic.gain(arc.value, arc.group) + arc.offset, None
    else:
        for weight, to, goes_on, kept in _streaks(graph, position, memory):
            yield weight, to, int(not goes_on), kept


def _streaks(graph: ModelGraph, position: int, memory: int | None) -> Iterator[tuple[int, int, bool, int | None]]:
    """Yield the weight, the target, whether the run continues, and the kind of face of each draw.

    Faces of one kind differ only in their names. The last drawn face is separate from the other faces of its kind.
    """
    if graph.statistic.ask.argument is not None:
        for arc in graph.transitions(position):
            yield arc.weight, arc.target, graph.statistic.is_counted(arc.value), None
        return
    kinds: dict[tuple[int, int], list[int]] = {}
    for arc in graph.transitions(position):
        kinds.setdefault((arc.target, graph.kind_index(arc.value)), []).append(arc.weight)
    for (to, kind), weights in kinds.items():
        if kind == memory:
            yield weights.pop(), to, True, kind
        if weights:
            yield sum(weights), to, False, kind


# -- values that only grow -----------------------------------------------------------------------------


def _least(rows: Sequence[Row], start: int) -> dict[int, int] | None:
    """Return a lower bound of the value at each node and at END_POSITION, or None if there is none."""
    grows = all(gain >= 0 for row in rows for _, gain in row)
    if grows and len(rows) > FEW_ROWS:
        return dict.fromkeys([*range(len(rows)), END_POSITION], start)
    least, todo = {0: start}, [0]
    for node in todo:
        for to, gain in rows[node]:
            if to != LOST and (to not in least or least[node] + gain < least[to]):
                least[to] = least[node] + gain
                if to >= 0:
                    todo.append(to)
        if len(todo) > 20 * len(rows) + 100:
            return dict.fromkeys([*range(len(rows)), END_POSITION], start) if grows else None
    return least


def solve_by_levels(rows: Sequence[Row], start: int, never: Fraction, bounds: Sequence[int] | None) -> Levels | None:
    """Return the weights of all values, starting with the first, or None if values both rise and fall.

    All values above every bound in `bounds` are equivalent, so their weights are added up in one value. If `bounds` is
    None, the remaining values (the tail) are omitted. Raise TooLarge for a long computation.
    """
    sign = 1
    least = _least(rows, start)
    if least is None:
        sign = -1
        rows = [{(to, -gain): weight for (to, gain), weight in row.items()} for row in rows]
        least = _least(rows, -start)
        if least is None:
            return None
        bounds = bounds and [-bound for bound in bounds]
    steps = [
        {(to, 0 if to == LOST else least[node] + gain - least[to]): weight for (to, gain), weight in row.items()}
        for node, row in enumerate(rows)
    ]
    unit = gcd(*(gain for row in steps for _, gain in row)) or 1
    laws, common = _without_pauses([{(to, gain // unit): w for (to, gain), w in row.items()} for row in steps])
    first = least[END_POSITION]
    last = None if bounds is None else max(-1, (max(bounds, default=first - 1) - first) // unit)
    found = _climb(laws, common, never, last)
    counts = {sign * (first + unit * n): weight for n, weight in found.counts.items()}
    return Levels(counts, found.total, found.ratio, sign * unit)


def _without_pauses(rows: list[dict[tuple[int, int], int]]) -> tuple[list[Row], int]:
    """Eliminate the draws that add nothing, and return the rows with weights over a common total.

    Raises:
        TooLarge: The computation would take too long.
    """
    laws = [{to: Fraction(weight, sum(row.values())) for to, weight in row.items()} for row in rows]
    into: dict[int, set[int]] = {}
    for node, row in enumerate(rows):
        for to, gain in row:
            if to >= 0 and not gain:
                into.setdefault(to, set()).add(node)
    spent = 0
    for node in range(len(rows) - 1, -1, -1):
        law = laws[node]
        stay = 1 - law.pop((node, 0), Fraction(0))
        if stay != 1:
            law = laws[node] = {to: share / stay for to, share in law.items()}
        for before in into.get(node, ()):
            if before == node:
                continue
            over = laws[before]
            times = over.pop((node, 0))
            for key, share in law.items():
                over[key] = over[key] + times * share if key in over else times * share
                if key[0] >= 0 and not key[1]:
                    into.setdefault(key[0], set()).add(before)
            spent += len(law)
            if spent > STEPS:
                raise too_large_error("tangled")
    entered = {0} | {to for law in laws for to, gain in law if to >= 0 and gain}
    common = lcm(*(share.denominator for node in entered for share in laws[node].values()))
    return [
        {to: int(share * common) for to, share in law.items()} if node in entered else {}
        for node, law in enumerate(laws)
    ], common


Weight = tuple[int, int]
"""Integer numerator, and the exponent of the common denominator."""


def _climb(laws: Sequence[Row], common: int, never: Fraction, last: int | None) -> Levels:
    """Compute the levels from the lowest on. All values after `last` count as one value."""
    powers = [1]

    def power(n: int) -> int:
        while len(powers) <= n:
            powers.append(powers[-1] * common)
        return powers[n]

    def add(one: Weight, other: Weight) -> Weight:
        (a, m), (b, n) = one, other
        return (a + b * power(m - n), m) if m >= n else (a * power(n - m) + b, n)

    ahead: dict[int, dict[int, Weight]] = {0: {0: (1, 0)}}
    order, passed, done, spent = [0], [], (0, 0), 0.0  # type: list[int], list[tuple[int, dict[int, Weight]]], Weight, float
    left, ends = never.denominator - never.numerator, never.denominator
    rest, long = left, common.bit_length() / LONG
    while order and rest and (last is None or order[0] <= last):
        if last is None and rest * TAIL_PRECISION < power(done[1]) * ends:
            break
        if len(passed) == VALUES or spent > STEPS:
            if last is not None:
                raise too_large_error()
            break
        level = heappop(order)
        here = ahead.pop(level)
        passed.append((level, here))
        for node, (weight, e) in list(here.items()):
            if node == END_POSITION:
                continue
            spent += len(laws[node]) * (1 + e * long)
            for (to, gain), share in laws[node].items():
                if to == LOST:
                    continue
                if not gain:
                    into = here
                elif level + gain in ahead:
                    into = ahead[level + gain]
                else:
                    into = ahead[level + gain] = {}
                    heappush(order, level + gain)
                into[to] = add(into[to], (weight * share, e + 1)) if to in into else (weight * share, e + 1)
        done = add(done, here.get(END_POSITION, (0, 0)))
        rest = left * power(done[1]) - done[0] * ends  # over power(done[1]) * ends
    most = done[1]
    counts = {
        level: here[END_POSITION][0] * power(most - here[END_POSITION][1])
        for level, here in passed
        if END_POSITION in here
    }
    if last is None or not rest:
        window = max((gain for law in laws for _, gain in law), default=0)
        return Levels(counts, power(most), _constant(passed[-window - 1 :], window, common) if rest else None)
    counts = {level: weight * ends for level, weight in counts.items()}
    counts[last + 1] = rest
    return Levels(counts, power(most) * ends)


def _constant(passed: Sequence[tuple[int, dict[int, Weight]]], window: int, common: int) -> Fraction | None:
    """Return the ratio of successive weights if this ratio is equal at all nodes, otherwise None.

    All later weights then have the same ratio.
    """
    if not 0 < window < len(passed) or passed[-1][0] - passed[0][0] != window:
        return None
    ratios = set()
    for (_, old), (_, new) in pairwise(passed):
        if old.keys() != new.keys():
            return None
        for node, (weight, e) in old.items():
            ratios.add(Fraction(new[node][0], weight) * Fraction(common) ** (e - new[node][1]))
    return ratios.pop() if len(ratios) == 1 else None


# -- the longest run -------------------------------------------------------------------------------------


def solve_longest_run_by_records(graph: ModelGraph, living: set[int], never: Fraction, last: int | None) -> Levels:
    """Return the weights of the longest run.

    Runs longer than `last` count as `last` + 1. If `last` is None, longer runs are omitted. Raise TooLarge for a long
    computation.
    """
    upto: list[Fraction] = []
    spent = 0.0
    while not upto or (1 - never - upto[-1]) * TAIL_PRECISION >= 1 or (last is not None and upto[-1] < 1 - never):
        if last is not None and len(upto) > last + 1:
            break
        rows = _up_to(graph, living, len(upto))
        spent += sum(map(len, rows)) * (1 + len(upto) / 20)
        if spent > CHAINS:
            if last is None and upto and upto[-1]:
                break
            raise too_large_error()
        upto.append(solve_absorbing_chain(rows)[0].get(END_POSITION, Fraction(0)))
    if last is not None:
        upto = [*upto[: last + 1], 1 - never]
    total = lcm(*(chance.denominator for chance in upto))
    whole = [int(chance * total) for chance in upto]
    return Levels({n: b - a for n, (a, b) in enumerate(pairwise([0, *whole])) if a != b}, total)


def _up_to(graph: ModelGraph, living: set[int], longest: int) -> list[dict[int, int]]:
    """Return the chain of a waiting time in which a run longer than `longest` leads to the state LOST."""
    restart = 0 if graph.statistic.ask.argument is not None else 1
    keys: list[tuple[int, int | None, int]] = [(0, None, 0)]
    ids = {keys[0]: 0}
    rows: list[dict[int, int]] = []
    while len(rows) < len(keys):
        position, kind, length = keys[len(rows)]
        row: dict[int, int] = {}
        for weight, to, goes_on, kept in _streaks(graph, position, kind) if position in living else ():
            now = length + 1 if goes_on else restart
            if now > longest:
                to = LOST
            elif to != END_POSITION:
                key = to, kept, now
                if key not in ids:
                    ids[key] = len(keys)
                    keys.append(key)
                to = ids[key]
            row[to] = row.get(to, 0) + weight
        rows.append(row or {LOST: 1})
        if len(keys) > NODES:
            raise too_large_error("tangled")
    return rows
