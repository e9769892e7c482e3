"""A report as a short code that can be read out, typed or pasted where no server joins pupil and teacher.

Like a game's link it is arithmetic: one number of mixed radix with a check sum, in 32 signs that nobody confuses
(no I, L, O, U). Reasons do not go in; of the runs, how many there were and how many of them came as asked.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from math import comb

from ..page import Json
from .plan import CHIPS, Plan
from .pupil import MOST_RUNS, SURE
from .report import OTHER, asked, checked

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LONGEST = 60
_ALIKE = str.maketrans("ILO", "110")
_GROUP = 5
_CHECK = 1 << 20
_FACES = 96
_SURE = list(SURE)


def code(report: Json, plan: Plan, face: int = 0) -> str:
    """The code of a report: groups of five signs. `face`: the number of the made-up name that it goes by."""
    number = 0
    for value, radix in reversed(list(_digits(report, plan, face))):
        number = number * radix + value
    number = number * _CHECK + _check(number, plan)
    signs = ""
    while number:
        number, sign = divmod(number, len(SIGNS))
        signs = SIGNS[sign] + signs
    return "-".join(signs[i : i + _GROUP] for i in range(0, len(signs), _GROUP))


def read(text: str, plan: Plan) -> tuple[Json, int]:
    """The report and the face of a code. ValueError for one that has a slip, or is of another lesson."""
    signs = "".join(text.upper().replace("-", " ").split()).translate(_ALIKE)
    if not signs or len(signs) > LONGEST or any(sign not in SIGNS for sign in signs):
        raise ValueError("A result code has letters and numbers in groups of five.")
    number = 0
    for sign in signs:
        number = number * len(SIGNS) + SIGNS.index(sign)
    number, check = divmod(number, _CHECK)
    if check != _check(number, plan):
        raise ValueError("This code has a slip in it, or is of another lesson. Read it once more.")
    return _Reader(number, plan).read()


def _check(number: int, plan: Plan) -> int:
    about = "|".join([plan.id, *(step.kind for step in plan.steps), *plan.bets()[0], *(q.id for q in asked(plan))])
    return zlib.crc32(f"{about}|{number}".encode()) % _CHECK


def _digits(report: Json, plan: Plan, face: int) -> Iterator[tuple[int, int]]:
    """Every part as (value, radix), the first one lowest."""
    kinds = [step.kind for step in plan.steps]
    yield face % _FACES, _FACES
    yield kinds.index(report["at"]), len(kinds)
    for kind in kinds:
        yield int(kind in report["done"]), 2
    yield from _chips(report["chips"], len(plan.bets()[0]))
    total, hits = _runs(report, plan)
    yield total, MOST_RUNS + 1
    yield hits, total + 1
    for one, asks in zip(report["answers"], asked(plan), strict=True):
        yield (0 if one is None else 1), 2
        if one is not None:
            meant = len(asks.misconceptions) - OTHER
            yield one["first"] - OTHER, meant
            yield one["now"] - OTHER, meant
            yield _SURE.index(one["sure"]), len(_SURE)
            yield int(one["told"]), 2


def _chips(chips: list[int], columns: int) -> Iterator[tuple[int, int]]:
    """The prediction as its place among all of them; 0 for none."""
    place = 0
    left = CHIPS
    for column, n in enumerate(chips[:-1]):
        place += sum(comb(left - less + columns - column - 2, columns - column - 2) for less in range(n))
        left -= n
    yield (place + 1 if chips else 0), comb(CHIPS + columns - 1, columns - 1) + 1


def _runs(report: Json, plan: Plan) -> tuple[int, int]:
    """Runs in all, and those that came as asked (for a mean: on the first half of the outcomes)."""
    hits = sum(report["counts"][i] for i in hit_places(plan))
    return sum(report["counts"]), hits


def hit_places(plan: Plan) -> list[int]:
    """The places of the outcomes that a class counts: those asked for, or the upper half of what a mean is made of."""
    names = plan.bets()[0]
    yes = next(iter(plan.experiment.calls(plan.settings).values()))
    if plan.experiment.asked is None:
        return list(range(len(names) // 2, len(names)))
    return sorted({names.index(plan.bet(outcome)) for outcome in yes})


class _Reader:
    """Takes a number apart again."""

    def __init__(self, number: int, plan: Plan) -> None:
        self.number, self.plan = number, plan

    def take(self, radix: int) -> int:
        self.number, value = divmod(self.number, radix)
        return value

    def read(self) -> tuple[Json, int]:
        plan, columns = self.plan, len(self.plan.bets()[0])
        kinds = [step.kind for step in plan.steps]
        face = self.take(_FACES)
        at = kinds[self.take(len(kinds))]
        done = [kind for kind in kinds if self.take(2)]
        chips = self.chips(columns)
        total = self.take(MOST_RUNS + 1)
        hits = self.take(total + 1)
        counts = [0] * columns
        hit = hit_places(plan)
        miss = [i for i in range(columns) if i not in hit]
        for places, n in ((hit, hits), (miss, total - hits)):
            if n and places:
                counts[places[0]] += n
        answers: list[Json | None] = []
        for asks in asked(plan):
            if not self.take(2):
                answers.append(None)
                continue
            meant = len(asks.misconceptions) - OTHER
            first, now = self.take(meant) + OTHER, self.take(meant) + OTHER
            sure, told = _SURE[self.take(len(_SURE))], bool(self.take(2))
            tries = 1 if first == now else 2
            answers.append({"tries": tries, "first": first, "now": now, "sure": sure, "hints": 0, "told": told})
        if self.number:
            raise ValueError("This code is too long.")
        found = {"at": at, "done": done, "chips": chips, "counts": counts, "trail": [], "guess": None}
        return checked({**found, "answers": answers}, plan), face

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

