"""How long something takes, told by other work of the same machine beside it: seconds would say how busy it is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import process_time


def _fixed() -> None:
    sums: dict[int, int] = {0: 1}
    for _ in range(120):
        grown: dict[int, int] = {}
        for total, ways in sums.items():
            for face in range(1, 7):
                grown[total + face] = grown.get(total + face, 0) + ways
        sums = grown
    assert sum(Fraction(ways, 6**120) for ways in sums.values()) == 1


def times(work: Callable[[], object]) -> float:
    """How many times the processor time of a fixed piece of work this takes."""
    spent = []
    for run in (_fixed, work, _fixed):
        begun = process_time()
        run()
        spent.append(process_time() - begun)
    return spent[1] / max(spent[0], spent[2])
