"""The budget of an exact answer: two seconds in a browser's Python, and a refusal within it (test_site.py)."""

from __future__ import annotations

import pytest

import gamelib
from gamelib import TooLarge

from .measured import times

MOST = 30
"""Times the work that `times` compares with: two seconds there. The longest of these lines takes some 13."""
ALLOWED = [
    "60 d6 : run",
    "500 coin : runs",
    "50 bag{r*50,b*50,g*50} : run r",
    "40d6 : pattern",
    "100 d12 : kinds",
    "365 d365 : differ",
    "300d6 : sum",
    "d365 until all : tries",
    "d8 until all : sum",
    "d300 until 1.2.3 : tries",
    "bag{r*500,b*500} until 100*r : tries",
    "400 bag{r*300,b*300} add1 : count r",
]
"""About as large as may be, each by another way to the answer."""
REFUSED = [
    "62 d6 : run",
    "100d6 : pattern",
    "d12 until all : sum",
    "60 bag{1..60} : run",
    "1000d1000 : sum",
    "30 d20 > 30 d30 > 30 d40 : top 40",
    "A=bag{r*50,b*50,g*50} > 100 A until 30*r : count b",
    "1000 deck{1..100*20} : top 50",
    "deck{1..1000} until 1 : sum",
    "500 deck{1..1000} : run",
    "d1000 until 1 : top 3",
]


@pytest.mark.parametrize("line", [*ALLOWED, *REFUSED])
def test_two_seconds(line: str) -> None:
    model = gamelib.model(line)

    def answer() -> None:
        if line in REFUSED:
            with pytest.raises(TooLarge, match="still runs"):
                model.exact()
        else:
            assert not model.exact().never

    assert times(answer) < MOST
