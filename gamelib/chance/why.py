"""Why an answer is what it is, for models that are small enough to be drawn: a grid of two sides, waits one after the
other, draws that must all be new, a wait that goes back and forth, or a tree."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from operator import mul

from ..dist import Dist
from .answer import Answer, from_layer, gathered
from .chains import live, solve
from .data import Draw, Machine, Value
from .errors import TooLarge
from .statistic import Statistic
from .values import side
from .walk import END, MachineGraph

MOST_BRANCHES = 8
MOST_SIDE = 24
MOST_WAITS = 12
MOST_NEW = 60
MOST_PLACES = 7


@dataclass(frozen=True)
class Grid:
    """Two things compared: the totals of each, with what is added to them, and the model's answer where they meet."""

    across: Dist[Value]
    up: Dist[Value]
    names: tuple[str, str]

    def answer(self, machine: Machine, a: int, b: int) -> Value:
        """The model's answer where the first side has this total and the second that."""
        return machine.ask.finish(a - b)


@dataclass(frozen=True)
class FirstValue:
    """One value of the first draw, its chance, and the answer of what follows."""

    label: Value
    chance: Fraction
    answer: Answer


@dataclass(frozen=True)
class Waits:
    """A wait in parts, one after the other: the chance that the next draw ends each; the parts' means add up."""

    ends: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """How long it is on average, all parts together."""
        return sum((1 / end for end in self.ends), Fraction(0))


@dataclass(frozen=True)
class AllNew:
    """So many draws of so many equally likely faces, which must all differ."""

    faces: int
    draws: int

    @property
    def still(self) -> list[Fraction]:
        """The chance that all differ after each draw: each must miss all before it, and these chances multiply."""
        misses = (Fraction(self.faces - before, self.faces) for before in range(self.draws))
        return list(accumulate(misses, mul))


@dataclass(frozen=True)
class WaitPlace:
    """One place of a wait: the draws that still count there, where the next one leads, and what is to come."""

    label: tuple[Value, ...]
    arcs: tuple[tuple[Value, Fraction, int | str], ...]
    """What comes, its chance, and the number of the next place, or "yes", "no", "end" where the wait is over."""
    worth: Fraction
    """The chance of a yes from here, or how long it still takes on average."""


@dataclass(frozen=True)
class Chain:
    """A wait that goes back and forth between few places; the first is the start."""

    places: tuple[WaitPlace, ...]
    mean: bool
    """Whether `worth` is a mean, not a chance."""


Why = Grid | Waits | AllNew | Chain | list[FirstValue]


def why(machine: Machine) -> Why | None:
    """The picture that explains a model; None where it would be too large to read.

    >>> import gamelib
    >>> why(gamelib.model("coin until 2*H : tries").machine)
    Waits(ends=(Fraction(1, 2), Fraction(1, 2)))
    """
    return grid(machine) or waits(machine) or all_new(machine) or chain(machine) or tree(machine)


def waits(machine: Machine) -> Waits | None:
    """Where one thing is drawn until something comes, and each draw stays where it is or leads one step on."""
    ask = machine.ask
    if ask.what != "tries" or ask.cmp or ask.table or len(machine.chain) != 1:
        return None
    walk = MachineGraph(machine, Statistic(ask))
    position, ends = 0, list[Fraction]()
    while walk.endless and position != END and len(ends) < MOST_WAITS:
        arcs = walk.arcs(position)
        on = {arc.to for arc in arcs} - {position}
        if len(on) != 1:
            return None
        total = sum(arc.weight for arc in arcs)
        ends.append(Fraction(sum(arc.weight for arc in arcs if arc.to != position), total))
        position = on.pop()
        if position != END and position < len(ends):
            return None
    return Waits(tuple(ends)) if ends and position == END else None


def all_new(machine: Machine) -> AllNew | None:
    """Where equally likely faces, each drawn anew, must all differ."""
    part = machine.chain[0]
    if machine.ask.what != "differ" or len(machine.chain) != 1 or not isinstance(part, Draw) or part.until:
        return None
    walk = MachineGraph(machine, Statistic(machine.ask))
    device = walk.devices[0]
    have = len(device.faces)
    if device.step or len({weight for _, weight in device.faces}) > 1 or not part.n or part.n > min(have, MOST_NEW):
        return None
    return AllNew(have, part.n)


def chain(machine: Machine) -> Chain | None:
    """Where one thing is drawn until something comes, and what is asked is how long it takes, or a yes or no."""
    ask, walk = machine.ask, MachineGraph(machine, Statistic(machine.ask))
    mean = ask.what == "tries" and not ask.cmp and not ask.table
    if len(machine.chain) != 1 or not walk.endless or walk.grows or walk.flagged or (walk.statistic.adds and not mean):
        return None
    if len({_label(walk, value) for value in walk.values}) < len(walk.values):
        return None  # the table has a column for each
    ways: dict[tuple[int, object], tuple[Value, ...]] = {(0, None if mean else walk.statistic.start): ()}
    table: list[list[tuple[Value, int, int | str]]] = []
    while len(table) < len(ways):
        (position, state), way = list(ways.items())[len(table)]
        row: list[tuple[Value, int, int | str]] = []
        for arc in walk.arcs(position):
            after = None if mean else walk.statistic.step(state, arc.value, arc.group, arc.before)
            label = _label(walk, arc.value)
            if arc.to != END:
                ways.setdefault((arc.to, after), (*way, label))
                row.append((label, arc.weight, list(ways).index((arc.to, after))))
                continue
            told = "end" if mean else ask.finish(walk.statistic.end(after))
            if told not in ("end", "yes", "no"):
                return None
            row.append((label, arc.weight, str(told)))
        table.append(row)
        if len(ways) > MOST_PLACES:
            return None
    ends = {"yes": -1, "no": -2, "end": -3}
    arcs = [gathered((to if isinstance(to, int) else ends[to], weight) for _, weight, to in row) for row in table]
    if len(live(arcs)) < len(arcs):
        return None
    places = []
    for number, (way, row) in enumerate(zip(ways.values(), table, strict=True)):
        swap = {number: 0, 0: number}  # solved from here, so this place is the first
        rows = [{swap.get(to, to): weight for to, weight in arcs[swap.get(at, at)].items()} for at in range(len(arcs))]
        told_of, gained = solve(rows, [Fraction(1)] * len(rows))
        total = sum(weight for _, weight, _ in row)
        leads = tuple((value, Fraction(weight, total), to) for value, weight, to in row)
        places.append(WaitPlace(way, leads, gained if mean else told_of.get(ends["yes"], Fraction(0))))
    return Chain(tuple(places), mean)


def grid(machine: Machine) -> Grid | None:
    """Where two separate things are compared by `a > b` or `a - b`."""
    arg = machine.ask.arg
    parts = [part for part in machine.chain if isinstance(part, Draw) and not part.until and not part.again]
    if not isinstance(arg, tuple) or len(parts) != 2 or len(machine.chain) != 2:
        return None
    by_name = {part.group: part for part in parts}
    if set(by_name) != set(arg):
        return None
    across, up = (Dist(side(by_name[name])) for name in arg)
    if max(len(across), len(up)) > MOST_SIDE:
        return None
    return Grid(across, up, arg)


def tree(machine: Machine) -> list[FirstValue] | None:
    """By the first draw: values that nothing tells apart are one branch."""
    walk = MachineGraph(machine, Statistic(machine.ask))
    arcs = walk.arcs(0)
    if walk.endless or not 2 <= len(arcs) <= MOST_BRANCHES:
        return None
    total = sum(arc.weight for arc in arcs)
    out = []
    try:
        for arc in arcs:
            start = walk.statistic.start
            if walk.statistic.adds:
                state = start + walk.plus + walk.statistic.gain(arc.value, arc.group) + arc.plus
            else:
                state = walk.statistic.step(start, arc.value, arc.group, arc.before)
            if arc.to == END:
                value = machine.ask.finish(walk.statistic.end(state))
                answer = Answer(Dist([value]), Fraction(0), Fraction(0), None, "", 1)
            else:
                answer = from_layer(machine, walk, {arc.to: {state: 1}})
            out.append(FirstValue(_label(walk, arc.value), Fraction(arc.weight, total), answer))
    except TooLarge:
        return None
    return out


def _label(walk: MachineGraph, value: Value) -> Value:
    """A value that stands for itself alone, else "other"."""
    number = walk.values.index(value)
    alike = [face for face, _ in walk.devices[0].faces if walk.class_of[face] == number]
    return alike[0] if len(alike) == 1 else "other" if len(alike) > 3 else "/".join(map(str, alike))
