"""Finite automata that compute a statistic draw by draw with minimal states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .model_data import StatisticSpec, Value, ValueTest, make_condition_test

State = Any
Automaton = tuple[State, Callable[[State, Any, str, int], State], Callable[[State], Value]]
UNLIMITED = 10**9


class StatisticAutomaton:
    """Automaton of a statistic with `start`, `next_state(state, value, group, before)` and `final_value(state)`.

    For additive statistics, `gain` replaces `next_state`.
    """

    def __init__(self, spec: StatisticSpec) -> None:
        self.ask, what, arg = spec, spec.name, spec.argument
        self.is_additive = what in ("sum", "-", "count", "tries")
        self.max_distinguished_count = {
            "differ": 1,
            "equal": 1,
            "kinds": 1,
            "most": UNLIMITED,
            "pattern": UNLIMITED,
        }.get(what, 0)
        """Maximum number of earlier draws of a value that the statistic distinguishes."""
        self.is_counted: ValueTest = (
            make_condition_test(str(arg))
            if what == "count" or (what == "run" and arg is not None)
            else make_condition_test("else")
        )
        self.places = str(arg).split(".") if what == "ends" else []
        made: Automaton = _automaton(self) if not self.is_additive else (0, _no_step, _same)
        self.start, self.next_state, self.final_value = made
        self.is_numeric = what in ("sum", "-", "high", "low", "range", "top", "mid")

    def sign(self, group: str) -> int:
        """Return the sign of a value of this group in a sum or a difference."""
        if isinstance(self.ask.argument, tuple):
            return (group == self.ask.argument[0]) - (group == self.ask.argument[1])
        return int(self.ask.name == "sum")

    def gain(self, value: Value, group: str) -> int:
        """Return the number that a draw adds to an additive statistic."""
        if self.ask.name == "tries":
            return 1
        if self.ask.name == "count":
            return int(self.is_counted(value))
        return self.sign(group) * value if isinstance(value, int) else 0

    def equivalence_key(self, value: Value) -> object:
        """Return a key of the value. Values with the same key are equivalent for the statistic."""
        ask, what = self.ask, self.ask.name
        if what == "tries" or self.max_distinguished_count:
            return None
        if what == "count" or (what == "run" and ask.argument is not None):
            return self.is_counted(value)
        if what == "ends":
            return str(value) if str(value) in self.places else None
        if what in ("first", "last") and ask.comparison and not ask.value_table:
            return ask.answer_of_statistic_value(value)
        if what in ("sum", "-"):
            return value if isinstance(value, int) else 0
        return value


def _no_step(state: State, value: Value, group: str, before: int) -> State:
    raise AssertionError("a statistic that adds up has no step")


def _same(state: State) -> Value:
    return state  # type: ignore[no-any-return]


def _repeats(state: State, v: Value, g: str, b: int) -> State:
    counts = list(state)
    if b:
        counts.remove(b)
    return tuple(sorted((*counts, b + 1), reverse=True))


def _longer(state: State, v: Value, g: str, b: int) -> State:
    now = state[1] + 1 if state[0] == v else 1
    return v, now, max(state[2], now)


def _counted(state: State, v: Value, g: str, b: int) -> State:
    counts = dict(state)
    counts[v] = counts.get(v, 0) + 1
    return tuple(sorted(counts.items()))


def _middle(state: State) -> Value:
    return _highest(state, sum(n for _, n in state) - sum(n for _, n in state) // 2)[0][0]  # type: ignore[no-any-return]


def _highest(state: State, most: int) -> State:
    """Return the counts of the highest values. The counts add up to `most` at most."""
    kept: list[tuple[Value, int]] = []
    for value, n in reversed(state):
        if not most:
            break
        kept.append((value, min(n, most)))
        most -= kept[-1][1]
    return tuple(reversed(kept))


_PLAIN: dict[str, Automaton] = {
    "high": (None, lambda s, v, g, b: v if s is None or v > s else s, _same),
    "low": (None, lambda s, v, g, b: v if s is None or v < s else s, _same),
    "range": (None, lambda s, v, g, b: (v, v) if s is None else (min(s[0], v), max(s[1], v)), lambda s: s[1] - s[0]),
    "mid": ((), _counted, _middle),
    "first": (None, lambda s, v, g, b: v if s is None else s, _same),
    "last": (None, lambda s, v, g, b: v, _same),
    "runs": ((None, 0), lambda s, v, g, b: (v, s[1] + (s[0] != v)), lambda s: s[1]),
    "run": ((None, 0, 0), _longer, lambda s: s[2]),
    "differ": (True, lambda s, v, g, b: s and not b, lambda s: "yes" if s else "no"),
    # number of the first draw that repeats a value, 0 if all differ
    "equal": ((0, 0), lambda s, v, g, b: s if s[1] else (s[0] + 1, (s[0] + 1) * bool(b)), lambda s: s[1]),
    "kinds": (0, lambda s, v, g, b: s + (not b), _same),
    "most": (0, lambda s, v, g, b: max(s, b + 1), _same),
    "pattern": ((), _repeats, lambda s: "+".join(map(str, s))),
}
"""Statistic -> its automaton, for statistics without an argument."""


def _automaton(statistic: StatisticAutomaton) -> Automaton:
    arg: Any = statistic.ask.argument
    hit = statistic.is_counted
    if statistic.ask.name == "top":
        return (), lambda s, v, g, b: _highest(_counted(s, v, g, b), arg), lambda s: sum(v * n for v, n in s)
    if statistic.ask.name == "ends":
        pattern = PatternMatcher(str(arg))
        return (
            0,
            lambda s, v, g, b: pattern.next_matched_length(s, v),
            lambda s: "yes" if s == len(pattern.parts) else "no",
        )
    if statistic.ask.name == "run" and arg is not None:

        def hits(state: State, v: Value, g: str, b: int) -> State:
            now = state[0] + 1 if hit(v) else 0
            return now, max(state[1], now)

        return (0, 0), hits, lambda s: s[1]
    return _PLAIN[statistic.ask.name]


class PatternMatcher:
    """Matcher for a pattern such as H.H.T. The state is the length of the pattern prefix that the last draws match."""

    def __init__(self, pattern: str) -> None:
        self.parts = pattern.split(".")

    def next_matched_length(self, have: int, value: Value) -> int:
        """Return the length of the matched prefix after one more draw."""
        seen = [*self.parts[:have], str(value)]
        for length in range(min(len(seen), len(self.parts)), 0, -1):
            if seen[-length:] == self.parts[:length]:
                return length
        return 0
