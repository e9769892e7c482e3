"""Exact solution of absorbing Markov chains: the probabilities of the final states, and the mean gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

Transitions = Mapping[int, int]
"""Transitions of a position: next position -> weight. Negative numbers are ends."""


def positions_reaching_end(transitions: Sequence[Transitions]) -> set[int]:
    """Return the positions from which a final state can be reached."""
    into: dict[int, set[int]] = {}
    for position, out in enumerate(transitions):
        for to in out:
            into.setdefault(to, set()).add(position)
    reaching: set[int] = set()
    todo = [to for to in into if to < 0]
    while todo:
        for position in into.get(todo.pop(), ()):
            if position not in reaching:
                reaching.add(position)
                todo.append(position)
    return reaching


def solve_absorbing_chain(
    transitions: Sequence[Transitions], gains: Sequence[Fraction] | None = None
) -> tuple[dict[int, Fraction], Fraction]:
    """Return the probability of each final state from position 0, and the mean gain until the end.

    If no transition leads back, the function propagates the probabilities forward. If transitions lead back, it
    eliminates the positions one by one. Callers must first remove positions that reach no final state
    (`positions_reaching_end`).
    """
    order = forward_order(transitions)
    if order is not None:
        return _carry(transitions, order, gains)
    rows: dict[int, dict[int, Fraction]] = {}
    into: dict[int, set[int]] = {}
    for position, out in enumerate(transitions):
        total = sum(out.values())
        rows[position] = {to: Fraction(weight, total) for to, weight in out.items()}
        for to in out:
            into.setdefault(to, set()).add(position)
    gathered = dict(enumerate(gains or ()))
    for position in range(len(transitions) - 1, -1, -1):
        row = rows.pop(position)
        stay = 1 - row.pop(position, Fraction(0))
        if stay != 1:
            row = {to: weight / stay for to, weight in row.items()}
        if gains:
            gathered[position] /= stay
        for before in into.get(position, ()):
            if before >= position or before not in rows:
                continue
            over = rows[before]
            share = over.pop(position)
            if gains:
                gathered[before] += share * gathered[position]
            for to, weight in row.items():
                if to in over:
                    over[to] += share * weight
                else:
                    over[to] = share * weight
                    into.setdefault(to, set()).add(before)
        if not position:
            return row, gathered.get(0, Fraction(0))
    raise AssertionError("a chain has a first position")


def forward_order(transitions: Sequence[Transitions]) -> list[int] | None:
    """Return a topological order of the positions, or None if there is none.

    Transitions from a position to itself are allowed.
    """
    into = [0] * len(transitions)
    for position, out in enumerate(transitions):
        for to in out:
            if to >= 0 and to != position:
                into[to] += 1
    order = [position for position, ways in enumerate(into) if not ways]
    for position in order:
        for to in transitions[position]:
            if to >= 0 and to != position:
                into[to] -= 1
                if not into[to]:
                    order.append(to)
    return order if len(order) == len(transitions) else None


def _carry(
    transitions: Sequence[Transitions], order: Sequence[int], gains: Sequence[Fraction] | None
) -> tuple[dict[int, Fraction], Fraction]:
    """Solve a chain without transitions back, one position after the other in the given order."""
    chances, gained = {0: Fraction(1)}, Fraction(0)
    for position in order:
        chance = chances.pop(position, None)
        if chance is None:
            continue
        out = transitions[position]
        stay = out.get(position, 0)
        share = chance / (sum(out.values()) - stay)
        if gains:
            gained += share * sum(out.values()) * gains[position]
        for to, weight in out.items():
            if to != position:
                chances[to] = chances.get(to, Fraction(0)) + share * weight
    return chances, gained
