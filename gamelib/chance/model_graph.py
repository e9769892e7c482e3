"""Graph of a chance model: a transition is one draw, and equivalent states are merged.

A state contains the next stage, the remaining draws, the faces that have left the bags and the progress of each stop
condition. The state of the statistic is separate (statistic_automaton.py). Faces are merged if no condition and no
statistic distinguishes them. For example, 48 cards other than aces are one face of weight 48. If it matters only
whether a face was drawn before (birthdays, coupons), faces in the same state share one row with a count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .model_data import (
    BranchStage,
    DrawStage,
    ModelSpec,
    Value,
    ValueTest,
    iter_draw_stages,
    make_condition_test,
    stop_kind,
)
from .statistic_automaton import PatternMatcher, StatisticAutomaton

END_POSITION = -1
ROWS = 25
"""Number of rows of faces in a position that cost as much as one more transition."""
DeviceContents = tuple[int, tuple[int, ...], bool, int]
"""Class of faces, its count in every bag that changes, whether it was seen in this wait, how often it came."""
AllDeviceContents = tuple[tuple[DeviceContents, int], ...]
PositionKey = tuple[int, int | None, Value | None, AllDeviceContents, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Transition:
    """Draw with its weight, target position, face, group, and number of earlier draws of the face."""

    weight: int
    target: int
    value: Value
    group: str
    times_drawn_before: int
    offset: int  # sum of the offsets before the next draw


@dataclass(slots=True)
class _Op:
    """Pending operation: a draw, an addition, a branch, or a jump past the branches."""

    part: DrawStage | None = None
    device: int = 0
    plus: int = 0
    tests: list[tuple[ValueTest, int]] = field(default_factory=list)
    jump: int = 0


class ModelGraph:
    """Positions of a model, created on demand. Position 0 is the first."""

    def __init__(self, spec: ModelSpec, statistic: StatisticAutomaton) -> None:
        self.statistic = statistic
        self.ops: list[_Op] = []
        self.devices: list[DrawStage] = []
        self.used: list[int] = []  # last index in `ops` that draws from each device
        self._compile(spec.stages, {})
        self._classes(spec)
        self.stops = {id(op): [_Stop(word) for word in op.part.stop_conditions] for op in self.ops if op.part}
        self.keys: list[PositionKey] = []
        self.ids: dict[PositionKey, int] = {}
        self.known: dict[int, list[Transition]] = {}
        rows: AllDeviceContents = ()
        if self.changing or self.flagged or statistic.max_distinguished_count:
            start: dict[DeviceContents, int] = {}
            for number, _ in enumerate(self.values):
                row = number, tuple(self.weights[d][number] for d in self.changing), False, 0
                start[row] = start.get(row, 0) + self.times[number]
            rows = tuple(sorted(start.items()))
        first, self.plus = self._enter(0, None, rows)
        assert first == 0, "a chain begins with a draw"

    @property
    def is_endless(self) -> bool:
        """Whether some waiting time is unlimited: its device never runs out, and its draws have no maximum."""
        return any(
            stage.stop_conditions and stage.draw_count is None and self.devices[op.device].weight_change >= 0
            for op in self.ops
            if (stage := op.part)
        )

    @property
    def has_growing_bag(self) -> bool:
        """Whether an unlimited waiting time draws from a growing bag, which gives infinitely many positions."""
        return any(
            stage.stop_conditions and stage.draw_count is None and self.devices[op.device].weight_change > 0
            for op in self.ops
            if (stage := op.part)
        )

    def kind_index(self, value: Value) -> int:
        """Return the index of a face's kind. Faces of one kind differ only in their names."""
        return self.kinds[self.class_of[value]]

    def max_draws(self) -> int:
        """Return the maximum number of draws of a model without unlimited waiting times."""
        return sum(
            stage.draw_count if stage.draw_count is not None else sum(w for _, w in self.devices[op.device].faces)
            for op in self.ops
            if (stage := op.part)
        )

    # -- compilation -------------------------------------------------------------------------------

    def _compile(self, chain: tuple[DrawStage | BranchStage, ...], names: dict[str, int]) -> None:
        for stage in chain:
            if isinstance(stage, BranchStage):
                fork, jumps = _Op(), []
                self.ops.append(fork)
                for condition, branch in stage.branches:
                    fork.tests.append((make_condition_test(condition), len(self.ops)))
                    self._compile(branch, dict(names))
                    jumps.append(jump := _Op())
                    self.ops.append(jump)
                fork.tests.append((make_condition_test("else"), len(self.ops)))
                for jump in jumps:
                    jump.jump = len(self.ops)
                continue
            if stage.source_name:
                device = names[stage.source_name]
            else:
                device = len(self.devices)
                self.devices.append(stage)
                self.used.append(0)
                if stage.name:
                    names[stage.name] = device
            if stage.offset:
                self.ops.append(_Op(plus=stage.offset * self.statistic.sign(stage.group)))
            self.used[device] = len(self.ops)
            self.ops.append(_Op(part=stage, device=device))

    def _classes(self, spec: ModelSpec) -> None:
        """Divide the faces into classes by the conditions, the statistic and earlier draws."""
        conditions = {condition for op in self.ops for condition in _conditions(op.part)}
        conditions |= {condition for stage in spec.stages for condition in _fork_conditions(stage)}
        tests = [make_condition_test(condition) for condition in sorted(conditions)]
        words = {stop_kind(stop) for stage in iter_draw_stages(spec.stages) for stop in stage.stop_conditions}
        self.flagged = bool(words & {"all", "repeat"})
        apart = self.flagged or self.statistic.max_distinguished_count
        numbers = "record" in words
        weights = [dict(device.faces) for device in self.devices]
        faces = sorted({face for row in weights for face in row}, key=lambda v: (isinstance(v, str), v))  # type: ignore[operator, unused-ignore]
        classes: dict[tuple[Any, ...], int] = {}
        self.values: list[Value] = []
        self.times: list[int] = []  # number of faces in each class
        self.class_of: dict[Value, int] = {}
        self.weights: list[list[int]] = [[] for _ in weights]
        for face in faces:
            sign: tuple[Any, ...] = (
                *(t(face) for t in tests),
                self.statistic.equivalence_key(face),
                face if numbers else None,
            )
            if apart:
                sign = (*sign, *(row.get(face, 0) for row in weights))
            self.class_of[face] = classes.get(sign, len(self.values))
            if sign not in classes:
                classes[sign] = len(self.values)
                self.values.append(face)
                self.times.append(1)
                for have, row in zip(self.weights, weights, strict=True):
                    have.append(row.get(face, 0))
            elif apart:
                self.times[classes[sign]] += 1
            else:
                for have, row in zip(self.weights, weights, strict=True):
                    have[classes[sign]] += row.get(face, 0)
        alike: dict[tuple[Any, ...], int] = {}
        self.kinds = [
            alike.setdefault((*(t(face) for t in tests), *(row.get(face, 0) for row in weights)), number)
            for number, face in enumerate(self.values)
        ]
        self.changing = [number for number, device in enumerate(self.devices) if device.weight_change]
        if self.changing or apart or numbers:
            self.kinds = list(range(len(self.values)))
        self.slot = {device: place for place, device in enumerate(self.changing)}

    # -- positions -----------------------------------------------------------------------------------

    def _enter(self, at: int, last: Value | None, rows: AllDeviceContents) -> tuple[int, int]:
        """Return the position of the next draw, or END_POSITION, and the sum of the offsets before this draw."""
        plus = 0
        while at < len(self.ops):
            op = self.ops[at]
            if op.part is None:
                plus += op.plus
                at = next(to for met, to in op.tests if met(last)) if op.tests else op.jump or at + 1
                continue
            rows = self._forget(at, rows)
            if op.device in self.slot:
                place = self.slot[op.device]
                if not any(row[1][place] for row, _ in rows):  # an empty bag ends its stage
                    at += 1
                    continue
            if self.flagged:
                rows = self._fresh(op, rows)
            keep = last if op.part.source_name and self.devices[op.device].weight_change < 0 else None
            starts = tuple(stop.start for stop in self.stops[id(op)])
            return self._id((at, op.part.draw_count, keep, rows, starts)), plus
        return END_POSITION, plus

    def _forget(self, at: int, rows: AllDeviceContents) -> AllDeviceContents:
        """Remove the counts of bags that no later stage draws from."""
        if not rows or not any(self.used[device] < at for device in self.changing):
            return rows
        merged: dict[DeviceContents, int] = {}
        for (number, counts, seen, came), times in rows:
            live = (self.used[device] >= at for device in self.changing)
            kept = tuple(count if used else 0 for count, used in zip(counts, live, strict=True))
            merged[number, kept, seen, came] = merged.get((number, kept, seen, came), 0) + times
        return tuple(sorted(merged.items()))

    def _fresh(self, op: _Op, rows: AllDeviceContents) -> AllDeviceContents:
        """Start a new wait. Faces that are in the device count as unseen, and other faces need not be seen."""
        place = self.slot.get(op.device)
        watched = any(stop.kind in ("all", "repeat") for stop in self.stops[id(op)])
        merged: dict[DeviceContents, int] = {}
        for (number, counts, _, came), times in rows:
            there = self.weights[op.device][number] if place is None else counts[place]
            row = number, counts, watched and not there, came
            merged[row] = merged.get(row, 0) + times
        return tuple(sorted(merged.items()))

    def _id(self, key: PositionKey) -> int:
        number = self.ids.get(key)
        if number is None:
            number = self.ids[key] = len(self.keys)
            self.keys.append(key)
        return number

    def transitions(self, position: int) -> list[Transition]:
        """Return the transitions of one draw from a position."""
        out = self.known.get(position)
        if out is None:
            out = self.known[position] = self._out(position)
        return out

    def examination_cost(self, position: int, arcs: int | None = None) -> int:
        """Return the cost of examining a position, in steps.

        A transition costs more if it copies many rows of faces.
        """
        rows = len(self.keys[position][3])
        return (rows or len(self.values) if arcs is None else arcs) * (1 + rows // ROWS)

    def _out(self, position: int) -> list[Transition]:
        at, left, _, rows, states = self.keys[position]
        op = self.ops[at]
        stage, device = op.part, self.devices[op.device]
        assert stage is not None, "a position waits for a draw"
        place, stops = self.slot.get(op.device), self.stops[id(op)]
        group, out = stage.group, []
        static = self.weights[op.device]
        choices: list[tuple[int, DeviceContents | None, int]]
        if rows:
            choices = [(row[0], row, times) for row, times in rows]
        else:
            choices = [(number, None, 1) for number in range(len(self.values))]
        watched = self.flagged and any(stop.kind in ("all", "repeat") for stop in stops)
        for number, row, times in choices:
            weight = static[number] if place is None or row is None else row[1][place]
            if not weight:
                continue
            value, after, before, seen = self.values[number], rows, 0, False
            if row is not None:
                _, counts, seen, before = row
                if place is not None:
                    counts = (*counts[:place], weight + device.weight_change, *counts[place + 1 :])
                came = (
                    min(before + 1, self.statistic.max_distinguished_count)
                    if self.statistic.max_distinguished_count
                    else 0
                )
                new = number, counts, seen or watched, came
                if new != row:
                    changed = dict(rows)
                    if changed[row] == 1:
                        del changed[row]
                    else:
                        changed[row] -= 1
                    changed[new] = changed.get(new, 0) + 1
                    after = tuple(sorted(changed.items()))
            met, now = False, []
            for stop, state in zip(stops, states, strict=True):
                done, state = stop.step(state, value, seen, after)
                met = met or done
                now.append(state)
            n = None if left is None else left - 1
            empty = place is not None and not any(other[1][place] for other, _ in after)
            if met or n == 0 or empty:
                to, plus = self._enter(at + 1, value, after)
            else:
                to, plus = self._id((at, n, None, after, tuple(now))), 0
            out.append(Transition(weight * times, to, value, group, before, plus))
        return out


def _conditions(stage: DrawStage | None) -> set[str]:
    named: set[str] = set()
    for stop in stage.stop_conditions if stage else ():
        kind = stop_kind(stop)
        named |= {"value": {stop}, "times": {stop.partition("*")[2]}, "pattern": set(stop.split("."))}.get(kind, set())
    return named


def _fork_conditions(stage: DrawStage | BranchStage) -> set[str]:
    if isinstance(stage, DrawStage):
        return set()
    inner = (deeper for _, branch in stage.branches for deeper in branch)
    return {condition for condition, _ in stage.branches}.union(*map(_fork_conditions, inner))


class _Stop:
    """Stop condition as a small automaton."""

    def __init__(self, word: str) -> None:
        self.kind = stop_kind(word)
        self.start: Any = None
        if self.kind == "record":
            self.after, self.start = int(word[6:]), (0, None)
        elif self.kind == "times":
            times, _, condition = word.partition("*")
            self.most, self.met, self.start = int(times), make_condition_test(condition), 0
        elif self.kind == "pattern":
            self.pattern, self.start = PatternMatcher(word), 0
        elif self.kind == "value":
            self.met = make_condition_test(word)

    def step(self, state: Any, value: Value, seen: bool, rows: AllDeviceContents) -> tuple[bool, Any]:
        """Return whether this draw ends the wait, and the new state of the stop condition."""
        if self.kind == "value":
            return self.met(value), None
        if self.kind == "times":
            state += self.met(value)
            return state >= self.most, state
        if self.kind == "pattern":
            state = self.pattern.next_matched_length(state, value)
            return state == len(self.pattern.parts), state
        if self.kind == "record":
            have, best = state
            better = best is None or value > best
            return have >= self.after and better, (min(have + 1, self.after), value if better else best)
        return seen if self.kind == "repeat" else all(row[2] for row, _ in rows), None
