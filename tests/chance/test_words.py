"""A model in words and in Python; why an answer is what it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import gamelib
from gamelib.chance.answer import Answer
from gamelib.chance.sentences import said_ask, said_chain
from gamelib.chance.why import AllNew, Chain, Grid, Waits, why
from widgets.builder import gallery

from .exported import assert_same_in_python
from .models import MODELS

SPELLED = [
    "b=2d6 > d8 : sum",
    "coin > d6 : sum",
    "class=d6 > b=d8 : class > b",
    "sum=2d6+1 > Dist=d8-2 : sum - Dist",
    "a=d6 > b=d6 : a - a",
    "a=d{1,red} > b=d6 : a > b",
    "été=2d6 > d8 : sum >= 9",
    "2 coin > 3d6 : sum",
    "d{नमस्ते,b} : first",
    "a=d6 until 6 > b=2d6 : a > b",
    "d6 : sum < 3",
    "3d6 : pattern is 1+2",
]
LINES = [*(known.line for known in MODELS.values()), *(entry["line"] for entry in gallery()), *SPELLED]


@pytest.mark.parametrize("line", LINES)
def test_the_same_in_python(line: str) -> None:
    """What the page shows as Python is run, and its last line gives the answer."""
    assert_same_in_python(gamelib.model(line))


def test_in_words() -> None:
    machine = gamelib.model("spin{0*3,3*2,6} > 2 bag{1*3,2*2,3} : sum").machine
    assert said_chain(machine) == "Spin, then take two from the bag"
    assert said_ask(machine.ask) == "What is the sum?"
    assert said_chain(gamelib.model("d6 until 6 : tries").machine) == "Roll a die until 6 comes"


@pytest.mark.parametrize("name", MODELS)
def test_every_model_has_a_sentence(name: str) -> None:
    machine = gamelib.model(MODELS[name].line).machine
    assert "{" not in said_chain(machine) + said_ask(machine.ask)
    assert said_ask(machine.ask).endswith("?")


def test_which_waits_come_one_after_the_other() -> None:
    seen = {
        line: why(gamelib.model(line).machine)
        for line in (
            "d6 until 6 : tries",
            "d6 until all : tries",
            "coin until H.H.T : tries",
            "d6 until 7 : tries",
            "bag{red,blue} add1 until red : tries",
            "bag{red,blue*3} until red : tries",
            "23 d365 : differ",
            "5 bag{1..9} : differ",
            "3 d{1*2,2} : differ",
            "8 d6 : differ",
        )
    }
    assert [line for line, found in seen.items() if isinstance(found, Waits | AllNew)] == [
        "d6 until 6 : tries",
        "d6 until all : tries",
        "23 d365 : differ",
    ]
    assert isinstance(seen["coin until H.H.T : tries"], Chain)  # a tail leads back
    assert seen["d6 until all : tries"] == Waits(tuple(Fraction(n, 6) for n in (6, 5, 4, 3, 2, 1)))


def test_a_wait_that_goes_back_and_forth() -> None:
    """Penney's game: what has come last and still counts, and my chance from there."""
    found = why(gamelib.model("coin until H.H.H/T.H.H : ends H.H.H").machine)
    assert isinstance(found, Chain)
    assert {place.label: place.worth for place in found.places} == {
        (): Fraction(1, 8),
        ("H",): Fraction(1, 4),
        ("T",): 0,
        ("H", "H"): Fraction(1, 2),
        ("T", "H"): 0,
    }
    assert found.places[3].arcs == (("H", Fraction(1, 2), "yes"), ("T", Fraction(1, 2), 2))
    for line in (
        "d6 until >=5 : last",
        "d20 until 2*>=15/2*<5 : tries",
        "d6 until repeat : tries",
        "coin until H.H.H.H.H.H.H.T : tries",
        "bag{red,blue} add1 until 2*red : tries",
    ):
        assert not isinstance(why(gamelib.model(line).machine), Chain), line


@pytest.mark.parametrize("line", ["a=2d6+2 > b=2d6+1 : a > b", "a=d6-3 > b=d8 : a > b", "a=3d6+1 > b=d20+4 : a > b"])
def test_a_grid_compares_what_stands_beside_it(line: str) -> None:
    """What is added to a side is in its numbers: a square says yes where its column is above its row."""
    model = gamelib.model(line)
    found = why(model.machine)
    assert isinstance(found, Grid)
    assert found.across == model_of(line, "a")
    assert found.up == model_of(line, "b")
    for a in found.across:
        for b in found.up:
            assert (found.answer(model.machine, int(a), int(b)) == "yes") is (int(a) > int(b))


def model_of(line: str, name: str) -> Any:
    """The sum of one side alone."""
    thing = line.split(" : ")[0].split(" > ")["ab".index(name)].removeprefix(f"{name}=")
    return gamelib.model(f"{thing} : sum").exact().dist


@pytest.mark.parametrize("name", MODELS)
def test_why_adds_up_to_the_answer(name: str) -> None:
    """A grid's cells and a tree's branches, added up, are the exact answer; waits add up to the mean, the chances of
    something new multiply to all different, and a place of a chain is worth the mean of where it leads."""
    model = gamelib.model(MODELS[name].line)
    found = why(model.machine)
    if found is None:
        return
    answer: Answer = model.exact()
    added: dict[Any, Fraction] = {}
    if isinstance(found, Grid):
        for a, wa in found.across.items():
            for b, wb in found.up.items():
                value = found.answer(model.machine, int(a), int(b))
                share = Fraction(wa * wb, found.across.total * found.up.total)
                added[value] = added.get(value, Fraction(0)) + share
    elif isinstance(found, Waits):
        assert found.mean == answer.mean
        return
    elif isinstance(found, Chain):
        known: dict[Any, Fraction] = {"yes": Fraction(1), "no": Fraction(0), "end": Fraction(0)}
        known |= {number: place.worth for number, place in enumerate(found.places)}
        for place in found.places:
            assert place.worth == found.mean + sum(chance * known[to] for _, chance, to in place.arcs)
        assert found.places[0].worth == (answer.mean if found.mean else answer.p("yes"))
        return
    elif isinstance(found, AllNew):
        assert found.still[-1] == answer.p("yes")
        return
    else:
        assert sum(branch.chance for branch in found) == 1
        for branch in found:
            for value in branch.answer.dist:
                added[value] = added.get(value, Fraction(0)) + branch.chance * branch.answer.p(value)
    assert added == {value: answer.p(value) for value in answer.dist}
