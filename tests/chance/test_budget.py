"""The budget of an exact answer: two seconds in a browser's Python, and a refusal sooner (test_site.py)."""

from __future__ import annotations

import pytest

import gamelib
from gamelib import TooLarge

from ..conftest import sample_cases
from .measured import assert_lines_run

MOST = 10_000_000
"""Lines of Python: less than two seconds there. The longest of these answers takes some 7 million."""
SOON = 5_000_000
"""Lines until a refusal."""
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
    "d1000 until 1 : kinds",
    "d1000 until 1/2 : kinds",
    "d1000 until repeat : most",
    "d1000 until 1 : differ",
    "d365 until repeat : tries",
    "d100 until 1.1.1 : runs",
    "bag{1..1000} until 1/2 : count 2",
    "d6 until 50*6 : sum",
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
    "d1000 until repeat : sum",
    "bag{1..1000} until 1 : high",
    "bag{r*500,b*500} until 100*r : count b",
    "bag{r*500,b*500} until 100*r : run",
    "bag{r*300,b*300,g*300} until 50*r : kinds",
    "bag{1*300,2*300,3*300} until 100*2 : sum",
    "bag{r*400,b*400} add1 until 50*r : count b",
    "1000d2 > B=200 spin{1..100*20} add1 > 2 B : last",
]


@pytest.mark.parametrize("line", sample_cases([*ALLOWED, *REFUSED], 3))
def test_two_seconds(line: str) -> None:
    model = gamelib.model(line)

    def answer() -> None:
        if line in REFUSED:
            with pytest.raises(TooLarge, match="still run the model"):
                model.exact()
        else:
            assert not model.exact().never

    assert_lines_run(answer, SOON if line in REFUSED else MOST)
