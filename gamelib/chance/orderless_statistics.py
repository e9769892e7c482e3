"""Exact answers for statistics that do not depend on the order of the drawn values.

The algorithm processes each face once and counts the draws that show this face. For a bag of 49 different balls, the
algorithm takes 49 steps. A list of all sequences would have 49 x 48 x ... entries. Weights count sequences. If k of the
n draws of a pool show a face of weight w, there are C(n, k) w (w + s) ... (w + (k - 1) s) ways. Here s is 0 with
replacement, -1 without replacement, and positive if faces are added.

A distribution of sums is a polynomial. Each polynomial is packed into one integer, so that Python multiplies
polynomials in one operation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product
from math import comb, gcd, perm, prod

from .errors import too_large_error
from .model_data import (
    MAX_NUMBER,
    BranchStage,
    DrawStage,
    ModelSpec,
    StatisticSpec,
    Value,
    make_condition_test,
    stop_kind,
)

ValueWeights = dict[Value, int]
ORDERLESS_STATISTICS = (
    "sum",
    "-",
    "count",
    "tries",
    "high",
    "low",
    "range",
    "top",
    "mid",
    "differ",
    "kinds",
    "most",
    "pattern",
    "first",
    "last",
)
MAX_BITS = 3_000_000
TRIAL_STEPS = 40_000
"""Steps before the rest is estimated from the share of the processed faces."""
MAX_STEPS = 400_000
MAX_VALUES = 50_000
MAX_BAG_SIZE = 5000
"""Maximum size of a bag for the waiting time until some faces have come."""


@dataclass(frozen=True, slots=True)
class DrawPool:
    """Draws from one device: weights of its faces, number of draws, weight change of a drawn face, and group."""

    weights: dict[Value, int]
    draw_count: int
    weight_change: int
    group: str

    @property
    def size(self) -> int:
        """Total weight of all faces."""
        return sum(self.weights.values())

    def count_sequences(self, allowed_weight: int, n: int) -> int:
        """Count the sequences of n draws that all show faces with this total weight."""
        if not self.weight_change:
            return int(allowed_weight**n)
        return (
            perm(allowed_weight, n)
            if self.weight_change < 0
            else prod(range(allowed_weight, allowed_weight + n * self.weight_change, self.weight_change))
        )

    def ways_by_occurrence_count(self, value: Value) -> list[int]:
        """Count the ways in which 0, 1, 2 ... draws show this face, up to the maximum."""
        weight = self.weights.get(value, 0)
        most = 0 if not weight else min(self.draw_count, weight) if self.weight_change < 0 else self.draw_count
        return [self.count_sequences(weight, k) for k in range(most + 1)]

    @property
    def sequence_count(self) -> int:
        """Number of all sequences of draws."""
        return self.count_sequences(self.size, self.draw_count)


def draw_pools(spec: ModelSpec) -> list[DrawPool] | None:
    """Return the draw pools of a model whose statistic ignores the order, or None if the order matters."""
    ask = spec.statistic
    if ask.name not in ORDERLESS_STATISTICS:
        return None
    made: dict[str, DrawPool] = {}
    for number, stage in enumerate(spec.stages):
        if isinstance(stage, BranchStage) or stage.stop_conditions:
            return None
        if stage.source_name:
            source = next(key for key, pool in made.items() if key.startswith(f"{stage.source_name} "))
            pool = made[source]
            if (ask.name == "-" and pool.group != stage.group) or ask.name == "last":
                return None
            n = pool.draw_count + (stage.draw_count or 1)
            made[source] = DrawPool(
                pool.weights, min(n, pool.size) if pool.weight_change < 0 else n, pool.weight_change, pool.group
            )
        else:
            made[f"{stage.name} {number}"] = stage_pool(stage)
    return list(made.values())


def stage_pool(stage: DrawStage) -> DrawPool:
    """Return the draw pool of one stage. Draws without replacement end when the bag is empty."""
    weights, n = dict(stage.faces), stage.draw_count or 1
    return DrawPool(
        weights, min(n, sum(weights.values())) if stage.weight_change < 0 else n, stage.weight_change, stage.group
    )


def stage_total_weights(stage: DrawStage) -> ValueWeights:
    """Return the weights of the totals of one stage, with its offset."""
    return _added([(stage_pool(stage), lambda value: value if isinstance(value, int) else 0)], stage.offset)


def total_offset(spec: ModelSpec) -> int:
    """Return the total offset of the chain for a sum or a difference."""
    ask = spec.statistic
    return sum(stage.offset * _sign(ask, stage.group) for stage in spec.stages if isinstance(stage, DrawStage))


def _sign(ask: StatisticSpec, group: str) -> int:
    if isinstance(ask.argument, tuple):
        return (group == ask.argument[0]) - (group == ask.argument[1])
    return int(ask.name == "sum")


def orderless_value_weights(spec: ModelSpec) -> ValueWeights | None:
    """Return the weight of each value of the statistic, or None if the order matters.

    The function does not apply the value table and the comparison.

    Raise TooLarge for a long computation.
    """
    waits = _wait_for_hits(spec)
    if waits is not None:
        return waits
    made = draw_pools(spec)
    if made is None:
        return None
    ask = spec.statistic
    what = ask.name
    if what == "tries":
        return {sum(pool.draw_count for pool in made): 1}
    if what in ("first", "last"):  # at every place, the draw of one device has the same distribution
        return dict(made[0 if what == "first" else -1].weights)
    if what in ("sum", "-", "count"):
        return _added([(pool, _gain(ask, pool.group)) for pool in made], total_offset(spec))
    if what in ("high", "low"):
        return _extreme(made, what == "high")
    if what == "range":
        return _range(made)
    if what == "mid":
        return _middle(made)
    if what == "differ" and len(made) == 1:
        return _differ(made[0])
    if what == "top" and len(made) == 1 and isinstance(ask.argument, int):
        return _top(made[0], min(ask.argument, made[0].draw_count))
    return _profile(ask, made)


def _wait_for_hits(spec: ModelSpec) -> ValueWeights | None:
    """Return the distribution of the number of draws until a number of hits have left a bag (negative hypergeometric).

    Return None for any other model.
    """
    stage = spec.stages[0]
    if (
        len(spec.stages) > 1
        or isinstance(stage, BranchStage)
        or spec.statistic.name != "tries"
        or stage.weight_change >= 0
    ):
        return None
    if len(stage.stop_conditions) != 1 or (kind := stop_kind(stage.stop_conditions[0])) not in ("value", "times"):
        return None
    times, _, condition = (
        stage.stop_conditions[0].partition("*") if kind == "times" else ("1", "", stage.stop_conditions[0])
    )
    needed, hit = int(times), make_condition_test(condition)
    size = sum(weight for _, weight in stage.faces)
    hits = sum(weight for face, weight in stage.faces if hit(face))
    longest = size if stage.draw_count is None else min(stage.draw_count, size)
    if size > MAX_BAG_SIZE or needed > hits:
        return {longest: 1} if needed > hits else None
    out: ValueWeights = {}
    ways = comb(size - needed, hits - needed)  # ways to place all hits, with the last needed hit at draw `tries`
    for tries in range(needed, size - hits + needed + 1):
        end = min(tries, longest)
        out[end] = out.get(end, 0) + ways
        misses = tries - needed + 1
        ways = ways * tries * (size - hits - misses + 1) // (misses * (size - tries)) if tries < size else 0
    return out


def _gain(ask: StatisticSpec, group: str) -> Callable[[Value], int]:
    if ask.name == "count":
        hit = make_condition_test(str(ask.argument))
        return lambda value: int(hit(value))
    sign = _sign(ask, group)
    return lambda value: sign * value if isinstance(value, int) else 0


# -- sums --------------------------------------------------------------------------------------------


def _added(made: list[tuple[DrawPool, Callable[[Value], int]]], plus: int) -> ValueWeights:
    """Return the distribution of the sum of the gains of all draws."""
    lumped: list[
        tuple[DrawPool, dict[int, int], int]
    ] = []  # pool, mapping from the gain above the minimum to its weight, number of draws
    for pool, gain in made:
        gains: dict[int, int] = {}
        for value, weight in pool.weights.items():
            gains[gain(value)] = gains.get(gain(value), 0) + weight
        least = min(gains)
        plus += pool.draw_count * least
        if len(gains) > 1:
            lumped.append((pool, {x - least: weight for x, weight in gains.items()}, pool.draw_count))
    if not lumped:
        return {plus: 1}
    if len(lumped) == 1 and len(lumped[0][1]) == 2 and lumped[0][0].weight_change:
        return _two_kinds(*lumped[0], plus)
    unit = reduce(gcd, (x for _, gains, _ in lumped for x in gains))
    span = sum(max(gains) // unit * n for _, gains, n in lumped)
    width = (prod(pool.sequence_count for pool, _, _ in lumped).bit_length() + 7) // 8
    if 8 * width * (span + 1) > MAX_BITS or span > MAX_VALUES:
        return _added_apart(lumped, plus)
    packed = 1
    for pool, gains, n in lumped:
        packed *= _power(pool, {x // unit: weight for x, weight in gains.items()}, n, 8 * width)
    raw = packed.to_bytes(width * (span + 1), "little")
    sums: ValueWeights = {}
    for place in range(span + 1):
        if weight := int.from_bytes(raw[place * width : place * width + width], "little"):
            sums[plus + place * unit] = weight
    return sums


def _two_kinds(pool: DrawPool, gains: dict[int, int], n: int, plus: int) -> ValueWeights:
    """Return the sums of draws with two possible gains: hypergeometric, or Pólya's urn if faces are added."""
    low, (gain, high) = gains[0], max(gains.items())

    def rising(weight: int) -> list[int]:
        """Count the ways in which 0, 1, 2 ... successive draws show faces of this weight."""
        ways = [1]
        for k in range(n):
            ways.append(ways[-1] * max(0, weight + k * pool.weight_change))
        return ways

    lows, highs = rising(low), rising(high)
    return _kept({plus + k * gain: comb(n, k) * highs[k] * lows[n - k] for k in range(n + 1)})


def _power(pool: DrawPool, gains: dict[int, int], n: int, bits: int) -> int:
    """Pack the sums of n draws into one number, with the weight of sum x at bit `bits * x`."""
    if not pool.weight_change:
        once = sum(weight << x * bits for x, weight in gains.items())
        return int(once**n)
    long = pool.draw_count * max(gains) * bits  # each step computes with numbers of this length
    if len(gains) * n * n * (1 + long / 100_000) > MAX_STEPS:
        raise too_large_error()
    ways = [1, *[0] * n]  # indexed by the number of draws that have shown a processed face
    for x, weight in gains.items():
        most = min(weight, n) if pool.weight_change < 0 else n
        shown = [pool.count_sequences(weight, k) for k in range(most + 1)]
        ways = [
            sum(comb(have, k) * shown[k] * ways[have - k] << x * k * bits for k in range(min(have, most) + 1))
            for have in range(n + 1)
        ]
    return ways[n]


def _added_apart(lumped: list[tuple[DrawPool, dict[int, int], int]], plus: int) -> ValueWeights:
    """Return the distribution of the sum without packed integers, for few sums with large gaps."""
    sizes = [comb(n + len(gains) - 1, n) if n * len(gains) < 10_000 else MAX_STEPS for _, gains, n in lumped]
    steps = sum(size * n * len(gains) for size, (_, gains, n) in zip(sizes, lumped, strict=True))
    if prod(sizes) > MAX_VALUES or steps > MAX_STEPS:
        raise too_large_error()
    sums: dict[int, int] = {plus: 1}
    for pool, gains, n in lumped:
        states: dict[tuple[int, int], int] = {(0, 0): 1}
        for x, weight in gains.items():
            after: dict[tuple[int, int], int] = {}
            for (have, so_far), ways in states.items():
                for k in range(n - have + 1):
                    if shown := pool.count_sequences(weight, k):
                        key = have + k, so_far + k * x
                        after[key] = after.get(key, 0) + ways * shown * comb(n - have, k)
            states = after
        merged: dict[int, int] = {}
        for (have, more), ways in states.items():
            if have == n:
                for before, times in sums.items():
                    merged[before + more] = merged.get(before + more, 0) + times * ways
        sums = merged
    return {value: weight for value, weight in sums.items()}  # noqa: C416 (its keys may be of any kind)


# -- the highest, the lowest, the middle ---------------------------------------------------------------


def _numbers(made: list[DrawPool]) -> list[int]:
    return sorted({value for pool in made for value in pool.weights if isinstance(value, int)})


def _upto(made: list[DrawPool], values: list[int]) -> list[list[int]]:
    """Return, for each value and each pool, the total weight of the faces that are at most this value."""
    return [[sum(w for face, w in pool.weights.items() if int(face) <= value) for pool in made] for value in values]


def _extreme(made: list[DrawPool], high: bool) -> ValueWeights:
    values = _numbers(made)
    below = _upto(made, values)
    if not high:
        sizes = [pool.size for pool in made]
        below = [[size - w for size, w in zip(sizes, row, strict=True)] for row in ([0] * len(made), *below[:-1])]
        values, below = values[::-1], below[::-1]
    out: ValueWeights = {}
    before = 0
    for value, row in zip(values, below, strict=True):
        upto = prod(pool.count_sequences(weight, pool.draw_count) for pool, weight in zip(made, row, strict=True))
        if upto > before:
            out[value] = upto - before
        before = upto
    return out


def _range(made: list[DrawPool]) -> ValueWeights:
    values = _numbers(made)
    if len(values) ** 2 * len(made) > MAX_STEPS:
        raise too_large_error()
    upto = [[0] * len(made), *_upto(made, values)]

    def inside(low: int, high: int) -> int:
        """Count the sequences in which all draws are between the values with these indexes."""
        if low > high:
            return 0
        return prod(
            pool.count_sequences(b - a, pool.draw_count)
            for pool, a, b in zip(made, upto[low], upto[high + 1], strict=True)
        )

    spans = [[inside(low, high) for high in range(len(values))] for low in range(len(values))]
    out: ValueWeights = {}
    for low, row in enumerate(spans):
        for high in range(low, len(values)):
            ways = row[high] - (spans[low + 1][high] if low < high else 0) - (row[high - 1] if low < high else 0)
            if high - low > 1:
                ways += spans[low + 1][high - 1]
            if ways:
                out[values[high] - values[low]] = out.get(values[high] - values[low], 0) + ways
    return out


def _middle(made: list[DrawPool]) -> ValueWeights:
    """Return the distribution of the median. If there are two middle values, the higher one counts."""
    values, n = _numbers(made), sum(pool.draw_count for pool in made)
    if len(values) * n * n > MAX_STEPS:
        raise too_large_error()
    out: ValueWeights = {}
    before = 0
    for value, row in zip(values, _upto(made, values), strict=True):
        ways = [1]  # indexed by the number of draws that are at most this value
        for pool, weight in zip(made, row, strict=True):
            high = pool.size - weight
            here = [_mixed(pool, weight, k, high, pool.draw_count - k) for k in range(pool.draw_count + 1)]
            after = [0] * (len(ways) + pool.draw_count)
            for i, a in enumerate(ways):
                for k, b in enumerate(here):
                    after[i + k] += a * b
            ways = after
        upto = sum(ways[n // 2 + 1 :])
        if upto > before:
            out[value] = upto - before
        before = upto
    return out


def _mixed(pool: DrawPool, low: int, k: int, high: int, rest: int) -> int:
    return comb(k + rest, k) * pool.count_sequences(low, k) * pool.count_sequences(high, rest)


def _top(pool: DrawPool, places: int) -> ValueWeights:
    """Return the distribution of the sum of the highest draws.

    The faces are processed from the highest down until all counted draws are found.
    """
    out: ValueWeights = {}
    states: dict[tuple[int, int], int] = {(0, 0): 1}  # places taken, their sum
    below, spent, cost = pool.size, 0, 1 + pool.sequence_count.bit_length() // 100  # long numbers take longer
    for value in reversed(_numbers([pool])):
        weight = pool.weights[value]
        below -= weight
        after: dict[tuple[int, int], int] = {}
        for (taken, so_far), ways in states.items():
            left, free = pool.draw_count - taken, places - taken
            enough = pool.count_sequences(weight + below, left)
            spent += free * cost
            if spent > MAX_STEPS:
                raise too_large_error()
            for k in range(free):  # k draws show this face, and later faces take places too
                here = comb(left, k) * pool.count_sequences(weight, k)
                enough -= here * pool.count_sequences(below, left - k)
                if here:
                    key = taken + k, so_far + k * value
                    after[key] = after.get(key, 0) + ways * here
            if enough:
                out[so_far + free * value] = out.get(so_far + free * value, 0) + ways * enough
        states = after
    return out


# -- statistics of repeated values -------------------------------------------------------------------------


def _differ(pool: DrawPool) -> ValueWeights:
    """Return the weights of "all draws are different". Faces of equal weight are processed together."""
    alike: dict[int, int] = {}
    for weight in pool.weights.values():
        alike[weight] = alike.get(weight, 0) + 1
    if (len(alike) - 1) * pool.draw_count**2 > MAX_STEPS:
        raise too_large_error()
    *some, last = alike.items()
    ways = [1, *[0] * pool.draw_count]

    def with_(weight: int, faces: int, have: int) -> int:
        """Count the ways in which `have` draws are different, after the faces of this weight are included."""
        return sum(
            comb(have, k) * perm(faces, k) * weight**k * ways[have - k]
            for k in range(min(have, faces) + 1)
            if ways[have - k]
        )

    for weight, faces in some:
        ways = [with_(weight, faces, have) for have in range(pool.draw_count + 1)]
    yes = with_(*last, pool.draw_count)
    return _kept({"yes": yes, "no": pool.sequence_count - yes})


def _kept(counts: ValueWeights) -> ValueWeights:
    return {value: ways for value, ways in counts.items() if ways}


def _profile(ask: StatisticSpec, made: list[DrawPool]) -> ValueWeights:
    """Return the distribution of the sum of the highest draws of several pools, or of a statistic of repeats.

    The function processes the faces from the highest down.
    """
    what, n = ask.name, sum(pool.draw_count for pool in made)
    faces = {value for pool in made for value in pool.weights}
    order = sorted(faces, key=lambda value: value if isinstance(value, int) else -MAX_NUMBER - 1, reverse=True)
    if len(order) * n > MAX_STEPS / 8:
        raise too_large_error()
    start, put, end = _kept_of(what, min(n, ask.argument) if isinstance(ask.argument, int) else n)
    left = tuple(pool.draw_count for pool in made)
    states: dict[tuple[tuple[int, ...], object], int] = {(left, start): 1}
    choose = cache(comb)
    # longer numbers take more time, and so do patterns, which are sorted at each step
    spent, allowed, cost = 0, TRIAL_STEPS, (1 + n * n // 20_000) * (3 if what == "pattern" else 1)
    finals = [next(value for value in reversed(order) if value in pool.weights) for pool in made]
    for place, value in enumerate(order):
        shown = [pool.ways_by_occurrence_count(value) for pool in made]
        last = [value == final for final in finals]
        after: dict[tuple[tuple[int, ...], object], int] = {}
        for number, ((rest, kept), ways) in enumerate(states.items()):
            if spent > allowed:
                if allowed > TRIAL_STEPS or spent * len(order) / (place + number / len(states)) > MAX_STEPS / 2:
                    raise too_large_error()
                allowed = MAX_STEPS
            for shows in _shows(rest, shown, last):
                spent += cost
                weight, total = ways, 0
                for i, k in enumerate(shows):
                    if k:
                        weight *= shown[i][k] * choose(rest[i], k)
                        total += k
                if total:
                    left = tuple(a - b for a, b in zip(rest, shows, strict=True))
                    key = left, put(kept, value, total)
                else:
                    key = rest, kept
                after[key] = after.get(key, 0) + weight
        states = after
    out: ValueWeights = {}
    for (rest, kept), ways in states.items():
        if not any(rest):
            out[end(kept)] = out.get(end(kept), 0) + ways
    return out


def _shows(rest: tuple[int, ...], shown: list[list[int]], last: list[bool]) -> Iterator[tuple[int, ...]]:
    """Yield the possible numbers of draws that show this face, with one number for each pool.

    The last face of a pool takes all remaining draws.
    """
    if len(rest) == 1:
        most = min(rest[0], len(shown[0]) - 1)
        if last[0]:
            return iter([(rest[0],)] if most == rest[0] else [])
        return iter([(k,) for k in range(most + 1)])
    ranges = []
    for have, row, final in zip(rest, shown, last, strict=True):
        most = min(have, len(row) - 1)
        ranges.append(range(have, most + 1) if final else range(most + 1))
    return product(*ranges)


def _kept_of(what: str, places: int) -> tuple[object, Callable[..., object], Callable[..., Value]]:
    """Return the start state, the update function for a face, and the final value function of a statistic."""
    if what == "top":

        def put_top(kept: tuple[int, int], value: int, k: int) -> tuple[int, int]:
            counted = min(k, kept[0])
            return kept[0] - counted, kept[1] + counted * value

        return (places, 0), put_top, lambda kept: kept[1]
    if what == "kinds":
        return 0, lambda kept, value, k: kept + 1, lambda kept: kept
    if what == "most":
        return 0, lambda kept, value, k: max(kept, k), lambda kept: kept
    if what == "differ":
        return True, lambda kept, value, k: kept and k < 2, lambda kept: "yes" if kept else "no"
    return (), lambda kept, value, k: tuple(sorted((*kept, k), reverse=True)), lambda kept: "+".join(map(str, kept))
