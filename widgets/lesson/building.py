"""What a pupil builds in Why: the cells that count, a tree that grows level by level, steps in the order of a proof."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from gamelib.number_format import capitalize_first
from gamelib.validation import MAX_NUMBER, short_repr

from .experiment import Build, Cells, Grow, Sort, Space

LONGEST_LIST = 2000
MOST_ROWS = 200
Wrong = tuple[str, Fraction, str]
"""A mistake that the bank knows: its name, the answer that it leads to, the reply."""


def whole_number(value: Any) -> int:
    """A whole number from 0 to `MAX_NUMBER`; ValueError for anything else."""
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        raise ValueError(f"{short_repr(value)} is no whole number from 0 up.")
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
        self.rows: list[str] = []
        """What the pupil has written down of the sample space, where that is asked; of a grid, two lines of heads."""
        self.space: Space | None = None if isinstance(made, Sort) else made.space
        self.listed = self.space is None
        """Whether it is all there, each once."""
        self.rest = None if isinstance(made, Grow) or not made.then else Building(Grow("", made.then), seed, wrong)
        """What is asked when the cells, or the order, are found."""
        self.found = False
        """Whether they are."""
        self.done = False
        self.shown = False
        """Whether it was built for the pupil."""
        self.help = ""
        """What is said to work that is not right; empty for what is."""
        if isinstance(made, Sort):
            self.work = list(range(len(made.steps)))
            mix = Random(seed)
            while self.work == sorted(self.work):
                mix.shuffle(self.work)

    def put(self, work: Any) -> None:
        """Put down tapped cells, the number of the option taken at this level, or an order of steps."""
        if self.space and not self.listed:
            self._write(self.space, work)
        elif self.rest and self.found:
            self.rest.put(work)
            self.help, self.done = self.rest.help, self.rest.done
        elif isinstance(self.made, Cells):
            self._tap(self.made, work)
        elif isinstance(self.made, Grow):
            self._grow(self.made, whole_number(work))
        else:
            self._sort(self.made, work)

    def _write(self, space: Space, work: Any) -> None:
        """Own rows, or heads of a grid: which are none, which stand twice, whether some are missing; never how many."""
        asked = [(f"{words}: ", known) for words, known in space.heads] or [("", space.rows)]
        lines = work if space.heads else [work]
        if (
            not isinstance(lines, list)
            or len(lines) != len(asked)
            or not all(isinstance(line, str) and len(line) <= LONGEST_LIST for line in lines)
        ):
            raise ValueError("Write down rows, with spaces or lines between them.")
        written = [re.findall(r"[^\s,;]+", line.upper())[:MOST_ROWS] for line in lines]
        self.rows = [" ".join(rows) for rows in written] if space.heads else written[0]
        faults = [
            place + fault
            for (place, known), rows in zip(asked, written, strict=True)
            if (fault := _fault(rows, known, not space.heads))
        ]
        self.listed, self.help = not faults, " ".join(faults)

    def _tap(self, made: Cells, work: Any) -> None:
        if not isinstance(work, list) or not all(whole_number(n) < len(made.cells) for n in work):
            raise ValueError("Tap cells that are there.")
        tapped = set(work)
        self.work = sorted(tapped)
        if tapped == made.good:
            self._is_found()
            return
        share = made.share(tapped)
        more, less = sorted(tapped - made.good), len(made.good - tapped)
        fits = [
            f"The {made.of} that you tapped give {share}. If your idea was “{name}”: {reply}"
            for name, wrong, reply in self.wrong()
            if wrong == share and more
        ]  # a number alone shows no thought
        parts = fits if len(fits) == 1 else []
        if not tapped:
            parts.append("Tap the cells that count.")
        elif more:
            some = (
                "None of the cells that you tapped counts."
                if len(more) == len(tapped)
                else (
                    f"{len(more)} of the {len(tapped)} cells that you tapped {'does' if len(more) == 1 else 'do'} "
                    "not count."
                )
            )
            parts.append(f"{some} {capitalize_first(made.cells[more[0]].say)}")
        elif less:
            parts.append(
                f"All the cells that you tapped count, but {less} more {'is' if less == 1 else 'are'} missing."
            )
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
        first = next((place for place, n in enumerate(self.work) if n != place), None)
        if first is None:
            self._is_found()
            return
        early = made.steps[self.work[first]]
        stands = "" if not first else "The first stands right. " if first == 1 else f"The first {first} stand right. "
        self.help = (
            f"{stands}“{early}” comes too early: it rests on a step that you have put later. What can be said "
            f"{'next' if first else 'without any other step'}?"
        )

    def _is_found(self) -> None:
        """The cells, or the order, are right; now for the rest, if there is any."""
        self.found, self.done, self.help = True, self.rest is None, ""

    def finish(self) -> None:
        """Have it built."""
        self.listed = self.found = True
        if self.rest:
            self.rest.finish()
        if isinstance(self.made, Cells):
            self.work = sorted(self.made.good)
        elif isinstance(self.made, Grow):
            self.work = [0] * len(self.made.levels)
        else:
            self.work = sorted(self.work)
        self.done, self.help = True, ""

    def restore(self, work: Any, done: Any, rows: Any = "", then: Any = ()) -> None:
        """What was kept of `work`, `done`, own rows and the rest; who has tapped had all rows."""
        if rows and self.space and not self.listed:
            self.put(list(rows) if self.space.heads else " ".join(rows))
        self.listed |= bool(work)
        if done:
            self.finish()
        elif isinstance(self.made, Grow):
            for level in range(len(work)):
                self.put(self.mixed(level).index(0))
        elif work:
            self.put(work)
        if self.rest and self.found and not done:
            self.rest.restore(then, False)
            self.done = self.rest.done
        self.help = ""


def _fault(rows: list[str], known: tuple[str, ...], steps: bool) -> str:
    """What is wrong with a list of one's own beside what there is; empty for nothing. `steps`: rows have places."""
    none = [row for row in rows if row not in known]
    twice = [row for row, n in Counter(rows).items() if n > 1 and row in known]
    missing = [row for row in known if row not in rows]
    if not rows:
        return f"Start with any outcome, for example {known[0]}."
    if none:
        return f"“{none[0]}” isn’t a possible outcome. {known[0]} is one."
    if twice:
        return f"{', '.join(twice)} {'is' if len(twice) == 1 else 'are'} in your list more than once."
    if not missing:
        return ""
    like = next((row for row in rows if _apart(row, missing[0]) == 1), "") if steps else ""
    near = f" Look at {like}. What do you get if you change one letter?" if like else ""
    return f"Everything in your list is right, but some outcomes are missing.{near}"


def _apart(one: str, other: str) -> int:
    """In how many places two rows differ."""
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))


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
