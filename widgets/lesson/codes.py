"""A report as a short code that can be read out, typed or pasted where no server joins pupil and teacher.

Like a game's link it is arithmetic: one number of mixed radix with a check sum, in 32 signs that nobody confuses
(no I, L, O, U). Reasons do not go in; of the runs, how many there were and how many of them came as asked. What is said
of sureness goes in for all lessons of a pupil, so that its picture outlives a tab.

The form of the lesson goes into the check sum: a code of a lesson that has changed since is refused.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from math import comb

from ..page.protocol import Json
from ..page.typed_text import plain_text
from .forms import CodeForm, form
from .limits import MOST_RUNS, SURE
from .plan import CHIPS, Plan
from .report import OTHER, checked
from .score import Rated

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LONGEST = 80
MOST_RATED = 63
"""Answers of each sureness that a code tells; of more, their share."""
_ALIKE = str.maketrans("ILO", "110")
_GROUP = 5
_CHECK = 1 << 20
_FACES = 96
_SURE = list(SURE)


def code(report: Json, plan: Plan, face: int = 0, rated: Sequence[Rated] = ()) -> str:
    """The code of a report: groups of five signs. `face`: the number of the made-up name that it goes by; `rated`: how
    sure the pupil was of answers, in all lessons, and whether they were right."""
    number, shape = 0, form(plan)
    for value, radix in reversed(list(_digits(report, shape, face, rated))):
        number = number * radix + value
    number = number * _CHECK + _check(shape, number)
    signs = ""
    while number:
        number, sign = divmod(number, len(SIGNS))
        signs = SIGNS[sign] + signs
    return "-".join(signs[i : i + _GROUP] for i in range(0, len(signs), _GROUP))


def _check(shape: CodeForm, number: int) -> int:
    """The check sum of a number in this form."""
    return zlib.crc32(f"{shape.about}|{number}".encode()) % _CHECK


def tidy(text: str) -> str:
    """A code as it was typed, without what does not count: it is a number, so zeros before it are none of it."""
    return re.sub(r"[-\s.,;:!<>()\"']", "", plain_text(text).upper()).translate(_ALIKE).lstrip("0")


def read(text: str, plan: Plan) -> tuple[Json, int]:
    """The report and the face of a code. ValueError for one that has a slip, or is of another lesson."""
    return read_whole(text, plan)[:2]


def read_whole(text: str, plan: Plan) -> tuple[Json, int, list[Rated]]:
    """Report, face, and how sure the pupil was in all lessons. ValueError as for `read`."""
    signs = tidy(text)
    if not signs or len(signs) > LONGEST or any(sign not in SIGNS for sign in signs):
        raise ValueError("A result code has letters and numbers in groups of five.")
    number = 0
    for sign in signs:
        number = number * len(SIGNS) + SIGNS.index(sign)
    number, check = divmod(number, _CHECK)
    shape = form(plan)
    if check != _check(shape, number):
        raise ValueError("This code has a slip in it, or is of another lesson. Read it once more.")
    report, face, rated = _Reader(number, shape).read()
    return checked(report, plan), face, rated


def _digits(report: Json, shape: CodeForm, face: int, rated: Sequence[Rated]) -> Iterator[tuple[int, int]]:
    """Every part as (value, radix), the first one lowest."""
    kinds = shape.kinds
    yield face % _FACES, _FACES
    yield kinds.index(report["at"]), len(kinds)
    for kind in kinds:
        yield int(kind in report["done"]), 2
    yield from _chips(report["chips"], len(shape.names))
    total, hits = sum(report["counts"]), sum(report["counts"][i] for i in shape.hits)
    yield total, MOST_RUNS + 1
    yield hits, total + 1
    for one, (_, mistakes) in zip(report["answers"], shape.asked, strict=True):
        yield (0 if one is None else 1), 2
        if one is not None:
            meant = mistakes - OTHER
            yield one["first"] - OTHER, meant
            yield one["now"] - OTHER, meant
            yield _SURE.index(one["sure"]), len(_SURE)
            yield int(one["told"]), 2
    for kind in kinds:
        yield int(kind in report.get("shown", [])), 2
    yield int(bool(rated)), 2
    for sure in _SURE if rated else ():
        right = [one.right for one in rated if one.sure == sure]
        n = min(len(right), MOST_RATED)
        yield n, MOST_RATED + 1
        yield round(n * sum(right) / len(right)) if right else 0, n + 1


def _chips(chips: list[int], columns: int) -> Iterator[tuple[int, int]]:
    """The prediction as its place among all of them; 0 for none."""
    place = 0
    left = CHIPS
    for column, n in enumerate(chips[:-1]):
        place += sum(comb(left - less + columns - column - 2, columns - column - 2) for less in range(n))
        left -= n
    yield (place + 1 if chips else 0), comb(CHIPS + columns - 1, columns - 1) + 1


def _counted(shape: CodeForm, total: int, hits: int) -> list[int]:
    """Runs of which only is known how many there were and how many were hits."""
    counts = [0] * len(shape.names)
    misses = [i for i in range(len(counts)) if i not in shape.hits]
    for places, n in ((shape.hits, hits), (misses, total - hits)):
        if n and places:
            counts[places[0]] += n
    return counts


class _Reader:
    """Takes a number apart again."""

    def __init__(self, number: int, shape: CodeForm) -> None:
        self.number, self.shape = number, shape

    def take(self, radix: int) -> int:
        self.number, value = divmod(self.number, radix)
        return value

    def read(self) -> tuple[Json, int, list[Rated]]:
        shape, kinds = self.shape, self.shape.kinds
        face = self.take(_FACES)
        at = kinds[self.take(len(kinds))]
        done = [kind for kind in kinds if self.take(2)]
        chips = self.chips(len(shape.names))
        total = self.take(MOST_RUNS + 1)
        counts = _counted(shape, total, self.take(total + 1))
        answers: list[Json | None] = []
        for _, mistakes in shape.asked:
            if not self.take(2):
                answers.append(None)
                continue
            meant = mistakes - OTHER
            first, now = self.take(meant) + OTHER, self.take(meant) + OTHER
            sure, told = _SURE[self.take(len(_SURE))], bool(self.take(2))
            tries = 1 if first == now else 2
            answers.append({"tries": tries, "first": first, "now": now, "sure": sure, "hints": 0, "told": told})
        shown = [kind for kind in kinds if self.take(2)]
        rated: list[Rated] = []
        for sure in _SURE if self.take(2) else ():
            n = self.take(MOST_RATED + 1)
            right = self.take(n + 1)
            rated += [Rated(sure, place < right) for place in range(n)]
        if self.number:
            raise ValueError("This code is too long.")
        report = {"at": at, "done": done, "chips": chips, "counts": counts, "trail": [], "guess": None}
        return {**report, "shown": shown, "answers": answers}, face, rated

    def chips(self, columns: int) -> list[int]:
        place = self.take(comb(CHIPS + columns - 1, columns - 1) + 1) - 1
        if place < 0:
            return []
        chips, left = [], CHIPS
        for column in range(columns - 1):
            n = 0
            while place >= (ways := comb(left - n + columns - column - 2, columns - column - 2)):
                place -= ways
                n += 1
            chips.append(n)
            left -= n
        return [*chips, left]
