"""Models in three ways: the exact answer, known fractions, every way or runs, and icepool."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamelib
from gamelib.chance.cross_check import probabilities_by_enumeration
from gamelib.chance.errors import ModelError, TooLarge

from ..conftest import LONG
from .exported import assert_same_in_python
from .models import MODELS

LISTED = 30_000


def test_there_are_sixty() -> None:
    assert len(MODELS) >= 60
    assert sum(known.other is not None for known in MODELS.values()) >= 30


@pytest.mark.parametrize("name", MODELS)
def test_in_three_ways(name: str) -> None:
    known = MODELS[name]
    model = gamelib.model(known.line)
    assert gamelib.model(model.text) == model == gamelib.model(model.to_dict())
    answer = model.exact()
    chances = {value: answer.p(value) for value in answer.dist}
    assert sum(chances.values()) + answer.tail + answer.never == 1
    for value, chance in known.chances.items():
        assert chances.get(value, 0) == chance, value
    if known.mean is not None:
        assert answer.mean == known.mean
    if known.other:
        die = known.other()
        told = {
            ("yes" if x else "no") if isinstance(x, bool) else int(x): Fraction(die.quantity(x), die.denominator())
            for x in die.outcomes()
        }
        assert chances == {value: chance for value, chance in told.items() if chance}
    ways = (
        None
        if answer.tail or answer.never or model.exact().how == "chain solved"
        else probabilities_by_enumeration(model.spec, LISTED)
    )
    if ways is not None:
        assert ways == chances
    elif not answer.never:
        # what has ended after a few draws is a part of the answer; and runs lie in their band
        begun = probabilities_by_enumeration(model.spec, LISTED, 4)
        assert begun is None or all(
            chance <= chances.get(value, 0) for value, chance in begun.items() if value is not None
        )
        check = model.cross_check(Random(5), 400)
        assert check.is_consistent, check
    assert known.chances or known.mean is not None or known.other or ways is not None or not answer.never


def test_never_is_told() -> None:
    answer = gamelib.model(MODELS["may wait for ever"].line).exact()
    assert answer.never == Fraction(1, 4)
    assert answer.p("H") == Fraction(3, 4)
    assert answer.mean is None
    with pytest.raises(ModelError, match="wait forever"):
        gamelib.model("d6 until 7 : tries").exact()


def test_what_is_beyond_the_picture() -> None:
    answer = gamelib.model("d6 until 6 : tries").exact()
    assert answer.tail == Fraction(5, 6) ** len(answer.dist)
    assert answer.ratio == Fraction(5, 6)


WAITS = {
    "d365 until 1 : count 2": ({0: Fraction(1, 2), 5: Fraction(1, 64)}, 1, Fraction(1, 2)),
    "d20 until 20 : count 1": ({0: Fraction(1, 2)}, 1, Fraction(1, 2)),
    "d{0*999,5} until 5 : sum": ({5: Fraction(1)}, 5, None),
    "d{0*500,3,5} until 5 : sum": ({5: Fraction(1, 2), 8: Fraction(1, 4), 35: Fraction(1, 2048)}, 8, Fraction(1, 2)),
    "d{-5,0*999} until -5 : sum": ({-5: Fraction(1)}, -5, None),
    "d365 until 2*1 : count 1": ({2: Fraction(1)}, 2, None),
    "d365 until 1 : runs": ({1: Fraction(1, 365), 2: Fraction(1, 365)}, Fraction(132861, 365), Fraction(363, 364)),
    "d365 until 1 : run": ({1: Fraction(366, 730)}, None, None),
    "d100 until 100 : run 1": ({0: Fraction(1, 2)}, None, None),
    "d6 until 6 > d6 until 6 : tries": ({2: Fraction(1, 36), 3: Fraction(10, 216)}, 12, None),
    "bag{a,b} > [a: d9 until 9 | b: d4 until 1] : count 1": (
        {0: Fraction(1, 4), 1: Fraction(5, 8)},
        1,
        Fraction(1, 2),
    ),
    "coin{H*9,T} until T : run H >= 40": ({"yes": Fraction(9, 10) ** 40}, None, None),
    "d365 until 1 : count 2 in 1..2": ({"yes": Fraction(3, 8)}, None, None),
    "d365 until 1 : count 2 in {0=5,1..2=7}": ({5: Fraction(1, 2), 7: Fraction(3, 8), 0: Fraction(1, 8)}, None, None),
    "d6 until all : count 3 = 1": ({}, None, None),
    "d{0,1,1000000} until 0 : sum": ({0: Fraction(1, 3), 2: Fraction(1, 27)}, 1000001, None),
}


@pytest.mark.parametrize("line", WAITS)
def test_what_grows_now_and_then_while_one_waits(line: str) -> None:
    """No draw more changes the chance of a value, and the second method agrees."""
    chances, mean, ratio = WAITS[line]
    model = gamelib.model(line)
    answer = model.exact()
    assert {value: answer.p(value) for value in chances} == chances
    assert mean is None or answer.mean == mean
    assert answer.ratio == ratio
    assert answer.probability_of_displayed_values + answer.tail + answer.never == 1
    assert model.cross_check(Random(1), 300).is_consistent


@settings(max_examples=300 if LONG else 15, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), min_size=2, max_size=4),
    st.sampled_from(["", "2*", "0."]),
    st.sampled_from(["sum", "count", "tries", "runs", "run", "run of"]),
)
def test_waits_drawn_at_random(faces: list[tuple[int, int]], stop: str, what: str) -> None:
    """Beside a table of chances that is carried on draw by draw, until nothing is left to speak of."""
    weights = dict(faces)
    ends, asked, total = next(iter(weights)), list(weights)[-1], sum(weights.values())
    if stop == "0." and 0 not in weights:
        stop = ""
    ask = {"what": what.split()[0]} | ({"arg": asked} if what in ("count", "run of") else {})
    wait = {"n": None, "dev": "d", "faces": [list(face) for face in weights.items()], "until": [f"{stop}{ends}"]}
    answer = gamelib.model({"chain": [wait], "ask": ask}).exact()
    states: dict[tuple[int, object, int, int], float] = {(0, None, 0, 0): 1.0}  # hits, last, run now, value
    found: dict[int, float] = {}
    for _ in range(2000):
        after: dict[tuple[int, object, int, int], float] = {}
        for (hits, last, run, value), p in states.items():
            for face, weight in weights.items():
                on = face == asked if what == "run of" else face == last
                now = run + 1 if on else int(what == "run")
                add = {"sum": face, "count": face == asked, "tries": 1, "runs": face != last}.get(what, 0)
                new = max(value, now) if what.startswith("run") and what != "runs" else value + add
                done = face == ends and (not stop or (hits + 1 == 2 if stop == "2*" else last == 0))
                if done:
                    found[new] = found.get(new, 0) + p * weight / total
                else:
                    key = hits + (face == ends and stop == "2*"), face, now, new
                    after[key] = after.get(key, 0) + p * weight / total
        states = {key: p for key, p in after.items() if p > 1e-12}
        if not states:
            break
    assert all(abs(float(answer.p(value)) - found.get(value, 0)) < 1e-8 for value in answer.dist)


WORDS = st.sampled_from(["r", "b", "g"])
FACES = st.lists(st.tuples(st.integers(-2, 5), st.integers(1, 3)), min_size=1, max_size=4)


@st.composite
def chains(draw: st.DrawFn, depth: int = 0, names: tuple[str, ...] = ()) -> list[dict[str, object]]:
    out: list[dict[str, object]] = []
    for number in range(draw(st.integers(1, 2))):
        if (number or depth) and depth < 2 and draw(st.integers(0, 4)) == 0:
            condition = draw(st.sampled_from([">=2", "1", "<0", "else"]))
            out.append({"if": [[condition, draw(chains(depth + 1, names))]]})
            continue
        part: dict[str, object] = {"n": draw(st.integers(1, 3))}
        if names and draw(st.booleans()):
            part["again"] = draw(st.sampled_from(names))
        else:
            part["dev"] = draw(st.sampled_from(["d", "spin", "bag", "deck"]))
            part["faces"] = [list(face) for face in dict(draw(FACES)).items()]
            how = draw(st.sampled_from([None, None, "back", "add1", "add2"]))
            if how and not (how == "back" and part["dev"] in ("d", "spin")):
                part["draw"] = how
            if draw(st.booleans()):
                name = f"{'abcdef'[number]}{depth}{draw(st.integers(0, 9**6))}"
                part["name"] = name
                names = (*names, name)
        if draw(st.integers(0, 3)) == 0:
            part["plus"] = draw(st.integers(-3, 3)) or 1
        if draw(st.integers(0, 2)) == 0:
            part["until"] = draw(
                st.lists(
                    st.sampled_from(["all", "repeat", "record1", ">=3", "2*1", "1.2", "1.1"]),
                    min_size=1,
                    max_size=2,
                    unique=True,
                )
            )
        out.append(part)
    return out


ASKS = st.sampled_from(
    [
        {"what": "sum"},
        {"what": "high"},
        {"what": "low"},
        {"what": "range"},
        {"what": "mid"},
        {"what": "tries"},
        {"what": "top", "arg": 2},
        {"what": "count", "arg": 1},
        {"what": "count", "arg": ">=2"},
        {"what": "differ"},
        {"what": "kinds"},
        {"what": "most"},
        {"what": "pattern"},
        {"what": "runs"},
        {"what": "run"},
        {"what": "run", "arg": 1},
        {"what": "first"},
        {"what": "last"},
        {"what": "last", "cmp": ["=", 1]},
        {"what": "ends", "arg": "1.2"},
        {"what": "sum", "cmp": [">=", 3]},
        {"what": "sum", "table": [[0, 3, 1], [4, 9, 5]]},
    ]
)


@settings(max_examples=120, deadline=None)
@given(chains(), ASKS)
def test_models_drawn_at_random(chain: list[dict[str, object]], ask: dict[str, object]) -> None:
    model = gamelib.model({"chain": chain, "ask": ask})
    assert gamelib.model(model.text) == model == gamelib.model(model.to_dict())
    ways = probabilities_by_enumeration(model.spec, 8000)
    if ways is not None:
        answer = model.exact()
        assert {value: answer.p(value) for value in answer.dist} == ways
        assert_same_in_python(model)


NAMES = st.sampled_from(["", "", "a=", "b=", "Z=", "answer=", "class=", "Dist=", "gamelib=", "é=", "x1="])
THINGS = st.sampled_from(["d6", "3d6", "2 spin{0*3,-2,5}", "coin", "2 coin", "2 bag{1,4} back", "d{7}", "2 bag{1*2,3}"])
PLUS = st.sampled_from(["", "+2", "-3"])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(NAMES, THINGS, PLUS), min_size=1, max_size=3, unique_by=lambda part: part[0] or object()),
    st.sampled_from(["sum", "{0} - {1}", "{1} > {0}", "{0} >= {1}", "{0} - {0}", "high", "sum in {0..3=1,4..9=5}"]),
    st.sampled_from(["", " >= 3", " > -1", " = 4", " in 2..5", " < 0"]),
)
def test_sums_and_gaps_in_python(parts: list[tuple[str, str, str]], what: str, cmp: str) -> None:
    names = [name.rstrip("=") for name, _, _ in parts if name]
    if what.startswith("{") and len(names) < 2:
        what = "sum"
    text = " > ".join(map("".join, parts)) + " : " + (what.format(*names) if what.startswith("{") else what)
    try:
        model = gamelib.model(text + ("" if ">" in what else cmp))
    except ModelError:
        return
    assert_same_in_python(model)


MEANT = (
    "is in from d6 D6 d coin bag 2A class sum until back add1 else until2 all １ é cafe\u0301 नमस्ते ß _ A a top ² 5 x-"
)
ODD = st.sampled_from(MEANT.split())


@settings(max_examples=300, deadline=None)
@given(
    ODD,
    st.lists(ODD | st.integers(-3, 12), min_size=1, max_size=4),
    st.sampled_from(["{}", "2*{}", ">=3", "2*-1", "{}.{}", "-1.{}", "all", "record", "{}/repeat", ">=3/2*<=-1"]),
    st.sampled_from(["count", "run", "ends", "last", "-", "pattern", "sum"]),
    ODD | st.sampled_from([">=3", "-1", "1.-1", [2, 1], "1+2", 3]),
)
def test_what_can_be_built_can_be_written(name: Any, faces: list[Any], stop: str, what: str, arg: Any) -> None:
    """A model's line is read as the same model; what would be read otherwise is refused when it is built."""
    thing = {"name": name, "dev": "bag", "faces": [[face, 2] for face in faces], "until": [stop.format(*faces * 2)]}
    ask: dict[str, Any] = {"what": what}
    if what in ("count", "run", "ends"):
        ask["arg"] = arg
    elif what == "-":
        ask |= {"arg": [name, name], "cmp": [">", 0]}
    elif what in ("pattern", "last"):
        ask["cmp"] = ["=", arg]
    try:
        model = gamelib.model({"chain": [thing, {"n": 2, "again": name}, {"n": 1, "again": name}], "ask": ask})
    except ModelError:
        return
    assert gamelib.model(model.text) == model == gamelib.model(model.to_dict()), model.text


@pytest.mark.parametrize(
    "line",
    [
        "d6 until 6 : tries",
        "d20 until 20 : count 1",
        "d{-1*3,0} until 0 : sum",
        "d{2*3,-4} until -4 : sum",
        "d{2*5,4} until 4 : sum",
        "bag{r,b*3} back until r : count b",
    ],
)
def test_beyond_the_picture_the_ratio_goes_on(line: str) -> None:
    """What the values beyond add up to is the tail, so values, step and ratio fit together."""
    answer = gamelib.model(line).exact()
    assert answer.tail
    assert answer.ratio
    last = min(answer.dist) if answer.step < 0 else max(answer.dist)
    assert answer.p(last + answer.step) == answer.p(last) * answer.ratio
    assert answer.p(last + answer.step) / (1 - answer.ratio) == answer.tail
    far = [last + n * answer.step for n in (1, 7, 400)]
    assert answer.p([last, *far]) == answer.p(last) + sum(answer.p(value) for value in far)
    assert answer.p(str(far[-1])) == answer.p(far[-1])
    assert answer.p(lambda value: True) == 1 == answer.p(lambda value: value in answer.dist) + answer.tail
    assert answer.p(lambda value: (value - far[-1]) * answer.step >= 0) == answer.tail * answer.ratio**399
    assert answer.p("red") == answer.p(answer.step + 0.5) == 0
    assert abs(answer.step) == 1 or answer.p(last + 1) == 0
    for hard in (lambda value: value % 7 == 0, 10**9 * answer.step):
        with pytest.raises(ModelError):
            answer.p(hard)


@pytest.mark.parametrize("key", [True, np.True_, "yes", "Yes", " yes", "true", lambda value: value == "yes"])
def test_a_yes_in_the_words_of_a_reader(key: Any) -> None:
    answer = gamelib.model("2 bag{red*3,blue*5} : most = 2").exact()
    assert answer.p(key) == Fraction(13, 28)
    assert answer.p([key, "NO"] if isinstance(key, str) else [True, False]) == 1
    assert answer.p(2) == answer.p("red") == 0
    total = gamelib.model("2d6 : sum").exact()
    assert total.p("７") == total.p("+7") == total.p(["7"]) == Fraction(1, 6)
    assert gamelib.model("d{-2,3} : sum").exact().p("\N{MINUS SIGN}2") == Fraction(1, 2)
    coin = gamelib.model("coin : last").exact()
    assert (coin.p("h"), coin.p(["h", "t"]), coin.p("heads")) == (Fraction(1, 2), 1, 0)
    alike = gamelib.model("bag{Red*3,red,blue} : last").exact()
    assert (alike.p("red"), alike.p("RED"), alike.p("BLUE")) == (Fraction(1, 5), 0, Fraction(1, 5))


def test_a_wait_for_a_six() -> None:
    answer = gamelib.model("d6 until 6 : tries").exact()
    assert answer.p(200) == Fraction(5**199, 6**200)
    assert answer.p(lambda tries: tries > 500) == Fraction(5, 6) ** 500
    assert answer.p(lambda tries: tries <= 3) == answer.p(range(1, 4)) == Fraction(91, 216)


@pytest.mark.parametrize("line", ["d6 until 6.6 : tries", "d6 until 6 : sum", "coin until H.H : run"])
def test_beyond_the_picture_without_a_ratio_nothing_is_told(line: str) -> None:
    answer = gamelib.model(line).exact()
    assert answer.ratio is None
    last = max(answer.dist)
    with pytest.raises(ModelError, match=f"doesn’t show the value {last + 1},"):
        answer.p(last + 1)
    with pytest.raises(ModelError, match="condition"):
        answer.p(lambda value: value > last + 5)
    assert answer.p(lambda value: value > last) == answer.tail
    assert answer.p([0, last]) == answer.p(last)


def test_values_that_go_up_and_down_are_told_within_the_picture_alone() -> None:
    answer = gamelib.model("d{-1,1,3} until 3 : sum").exact()
    assert (answer.step, answer.p(3) > 0) == (0, True)
    for beyond in (max(answer.dist) + 1, min(answer.dist) - 1, lambda value: value > 0):
        with pytest.raises(ModelError, match=r"doesn’t show|condition"):
            answer.p(beyond)


@pytest.mark.parametrize("line", ["d365 until 1 : runs", "1000d6 : count 6"])
def test_fractions_of_thousands_of_digits_are_shown(line: str) -> None:
    """Python refuses to write such integers, and a notebook shows an answer by itself."""
    answer = gamelib.model(line).exact()
    for shown in (repr(answer), answer._repr_html_()):
        assert ("Beyond the picture: ≈ 0." in shown) is bool(answer.tail)
        assert "Mean: " in shown


def test_two_kinds_have_closed_forms() -> None:
    """How many of a kind are in a hand of hundreds, and in Pólya's urn."""
    red = gamelib.model("400 bag{red*300,blue*300} : count red").exact()
    assert red.p(200) == Fraction(comb(300, 200) * comb(300, 200), comb(600, 400))
    assert red.mean == 200
    assert gamelib.model("900 bag{red,blue} add1 : count red").exact().p(7) == Fraction(1, 901)


@pytest.mark.parametrize("told", ["3+2", "2+3", " 2 + 3 ", [2, 3], (3, 2)])
def test_a_pattern_has_no_order(told: Any) -> None:
    chain = [{"n": 5, "dev": "d", "faces": [[face, 1] for face in range(1, 7)]}]
    model = gamelib.model({"chain": chain, "ask": {"what": "pattern", "cmp": ["=", told]}})
    assert model.exact().p(True) == Fraction(25, 648)
    assert gamelib.model("5d6 : pattern").exact().p("2+3") == Fraction(25, 648)
    assert gamelib.model("5d6 : pattern").exact().p([told, "5"]) == Fraction(25, 648) + Fraction(1, 1296)
    assert gamelib.model("5d6 : pattern is 5").exact().p("yes") == Fraction(1, 1296)


def test_digits_and_words_of_any_script() -> None:
    assert gamelib.model("d{１,2,٣} : sum").exact().mean == 2
    assert gamelib.model("２d６ : sum") == gamelib.model("2d6 : sum")
    composed, apart = (gamelib.model(f"bag{{{word},b}} : first is {word}") for word in ("café", "cafe\u0301"))
    assert composed == apart
    assert gamelib.model("bag{नमस्ते,b} : first is नमस्ते").exact().p(True) == Fraction(1, 2)
    assert gamelib.model(
        {"chain": [{"n": np.int64(2), "dev": "d", "faces": [[np.int64(1), 1]]}], "ask": {"what": "sum"}}
    )


@pytest.mark.parametrize(
    "line",
    [
        "20 bag{1..40} : runs",
        "1000d1000 : sum",
        "10 bag{1..14} : runs",
        "60 bag{1..60} : run",
        "bag{1..20} until record7 : last is 20",
        "1000 coin : run",
        "1000 d1000 : range",
        "A=bag{r*50,b*50,g*50} > 100 A until 30*r : count b",
        "bag{r,b} add1 until 5*r : tries",
        "30 d20 > 30 d30 > 30 d40 : top 40",
        "900 d1000 : pattern",
        "900d6 : pattern",
        "100 d{8} > 5 d100 add7 > 1000 d100 : run",
    ],
)
def test_too_large_is_refused_and_runs(line: str) -> None:
    """By count of steps, so that the test needs no clock: what was followed before the refusal is a trial."""
    model = gamelib.model(line)
    with pytest.raises(TooLarge, match="still run the model"):
        model.exact()
    assert model.sample(Random(1)) is not None


def test_a_run_tells_what_each_thing_gave() -> None:
    run = gamelib.model("A=bag{red*2,blue} > [red: d6 until 6 | blue: 2 coin] : tries").play(Random(3))
    assert run.stage_results[0].stage_id == "chain[0]"
    assert run.stage_results[0].remaining_faces is not None
    assert sum(count for _, count in run.stage_results[0].remaining_faces) == 2
    assert run.value == sum(len(step.values) for step in run.stage_results)
    assert gamelib.model("d{X} until Y : last").sample(Random(1)) is None


@pytest.mark.parametrize(
    ("red", "blue", "hits", "most"), [(500, 500, 100, None), (3, 4, 2, None), (4, 9, 4, 6), (2, 3, 3, None)]
)
def test_waits_for_some_of_a_bag(red: int, blue: int, hits: int, most: int | None) -> None:
    answer = gamelib.model(f"{most or ''} bag{{r*{red},b*{blue}}} until {hits}*r : tries".strip()).exact()
    size, longest = red + blue, most or red + blue
    chances = (
        {t: Fraction(comb(t - 1, hits - 1) * comb(size - t, red - hits), comb(size, red)) for t in range(hits, longest)}
        if (hits <= red)
        else {}
    )
    chances[longest] = 1 - sum(chances.values())
    assert {value: answer.p(value) for value in answer.dist} == {value: p for value, p in chances.items() if p}
