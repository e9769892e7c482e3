"""What a pupil builds in Why: the cells that count, a tree that grows level by level, steps in the order of a proof."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from .experiment import Build, Cells, Grow, Sort

Wrong = tuple[str, Fraction, str]
"""A mistake that the bank knows: its name, the answer that it leads to, the reply."""


def whole_number(value: Any) -> int:
    """A whole number from 0 up; ValueError for anything else."""
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no whole number from 0 up.")
    return value


class Building:
    """How far one pupil has come with `made`. Work that is not possible raises ValueError and changes nothing."""

    def __init__(self, made: Build, seed: int, wrong: Callable[[], list[Wrong]]) -> None:
        """`seed`: of the order in which steps and options are shown; `wrong`: the known mistakes of the question."""
        self.made = made
        self.seed = seed
        self.wrong = wrong
        self.work: list[int] = []
        """Tapped cells, a 0 for each level grown, or an order of steps."""
        self.done = False
        self.help = ""
        """What is said to work that is not right; empty for what is."""
        if isinstance(made, Sort):
            self.work = list(range(len(made.steps)))
            mix = Random(seed)
            while self.work == sorted(self.work):
                mix.shuffle(self.work)

    def put(self, work: Any) -> None:
        """Put down tapped cells, the number of the option taken at this level, or an order of steps."""
        if isinstance(self.made, Cells):
            self._tap(self.made, work)
        elif isinstance(self.made, Grow):
            self._grow(self.made, whole_number(work))
        else:
            self._sort(self.made, work)

    def _tap(self, made: Cells, work: Any) -> None:
        if not isinstance(work, list) or not all(whole_number(n) < len(made.cells) for n in work):
            raise ValueError("Tap cells that are there.")
        tapped = set(work)
        self.work = sorted(tapped)
        self.done = tapped == made.good
        if self.done:
            self.help = ""
            return
        share = made.share(tapped)
        thought = [(name, reply) for name, wrong, reply in self.wrong() if wrong == share]
        more, less = sorted(tapped - made.good), len(made.good - tapped)
        parts = [f"Perhaps you thought: “{name}”. {reply}" for name, reply in thought[:1]]
        if not tapped:
            parts.append("Tap the cells that count.")
        elif more:
            parts.append(f"{len(more)} of your {len(tapped)} do not count. {_upper(made.cells[more[0]].say)}")
        elif less:
            parts.append(f"All that you tapped count, but {less} {'is' if less == 1 else 'are'} missing.")
            parts.append(_overlooked(made, tapped))
        self.help = " ".join(filter(None, parts))

    def _grow(self, made: Grow, choice: int) -> None:
        level = made.levels[len(self.work)]
        if choice >= len(level.options):
            raise ValueError("Choose one of those that are there.")
        right = self.mixed(len(self.work))[choice]
        if right:
            self.help = level.wrong[right - 1][1]
            return
        self.help = ""
        self.work = [*self.work, 0]
        self.done = len(self.work) == len(made.levels)

    def mixed(self, level: int) -> list[int]:
        """In which order the options of a level of a tree are shown; option 0 is the right one."""
        assert isinstance(self.made, Grow)
        order = list(range(len(self.made.levels[level].options)))
        Random(f"{self.seed} {level}").shuffle(order)
        return order

    def _sort(self, made: Sort, work: Any) -> None:
        if not isinstance(work, list) or sorted(map(whole_number, work)) != sorted(self.work):
            raise ValueError("Each step has one place.")
        self.work = list(work)
        self.done = self.work == sorted(self.work)
        first = next((place for place, n in enumerate(self.work) if n != place), None)
        if first is None:
            self.help = ""
            return
        early = made.steps[self.work[first]]
        stands = f"The first {first} stand right. " if first else ""
        self.help = (f"{stands}“{early}” comes too early: it rests on a step that you have put later. What can be said "
                     f"{'next' if first else 'without any other step'}?")  # fmt: skip

    def finish(self) -> None:
        """Have it built."""
        if isinstance(self.made, Cells):
            self.work = sorted(self.made.good)
        elif isinstance(self.made, Grow):
            self.work = [0] * len(self.made.levels)
        else:
            self.work = sorted(self.work)
        self.done, self.help = True, ""

    def restore(self, work: Any, done: Any) -> None:
        """What was kept of `work` and `done`."""
        if done:
            self.finish()
        elif isinstance(self.made, Grow):
            for level in range(len(work)):
                self.put(self.mixed(level).index(0))
        elif work:
            self.put(work)
        self.help = ""


def _overlooked(made: Cells, tapped: set[int]) -> str:
    """What those have in common who miss just these cells of a square of pairs: twins, or doubles."""
    if not made.rows or made.rows != made.columns:
        return ""
    side = len(made.rows)
    missing = [divmod(n, side) for n in made.good - tapped]
    if all(row == column for row, column in missing):
        return "Both may show the same, too."
    if all(column * side + row in tapped for row, column in missing):
        a, b = (_last(made.rows[n]) for n in missing[0])
        return f"{a} and {b} is another roll than {b} and {a}: each has a square of its own."
    return ""


def _last(text: str) -> str:
    return text.rpartition(" ")[2]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
