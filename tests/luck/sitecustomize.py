"""Fixed random numbers for pages under test.

A generator that a page makes without a seed gets seed 1, the next one 2, and so on. Python imports this file at the
start of a server, because its folder is in PYTHONPATH (see tests/conftest.py).
"""

import random
import sys
from itertools import count

_seeds = count(1)
_PAGES = ("gamelib", "widgets")


class FixedRandom(random.Random):
    """Random generator with the next number as its seed if a page gives none."""

    def __init__(self, seed: object = None) -> None:
        if seed is None and sys._getframe(1).f_globals.get("__name__", "").partition(".")[0] in _PAGES:
            seed = next(_seeds)
        super().__init__(seed)  # type: ignore[arg-type]


random.Random = FixedRandom  # type: ignore[misc]
