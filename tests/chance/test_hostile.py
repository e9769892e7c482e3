"""Lines and tables that mean harm or are half written: one sentence with a place, soon."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamelib
from gamelib.validation import parse_json

from .measured import assert_lines_run
from .models import MODELS

LINES = {
    "": "“2d6 : sum”. (character 1)",
    "2d6": "“2d6 : sum”. (character 4)",
    "2d6 : luck": "“luck”. (character 7)",
    "2d6 > 2 B : sum": "no bag with the name B yet. (character 7)",
    "2×d6 : sum": "no bag with the name ×d6 yet. (character 1)",
    "d{5..1} : sum": "goes down",
    "2d6 > d{red} : high": "“red” is a word. (character 16)",
    "[red: d6] : sum": "There is nothing before this branch",
    "bag{red*-1} : first": "(character 9)",
    "bag{red*0} : first": "(character 5)",
    "d99999 : sum": "1 to 1000 faces",
    "0d6 : sum": "from 1 to 1000, not 0",
    "99999999999999d6 : sum": "(character 1)",
    "d6 until : tries": "(character 10)",
    "d{1,2 : sum": "(character 7)",
    "bag{1 : sum": "(character 7)",
    "a=d6 > a=d6 : a > a": "Two parts have the name a.",
    "a=d6 > b=d6 : a > c": "No part has the name c",
    "2d6 : top": "“top” needs",
    "2 coin add0 : count H": "add0",
    "d6 > d6 > d6 > d6 > d6 > d6 > d6 : sum": "at most 6 parts",
    "bag{else} : last": "already has a meaning here",
    "bag{r} > [r: bag{r} > [r: bag{r} > [r: bag{r} > [r: bag{r} > [r: d6]]]]] : tries": "at most 4 levels deep",
    "__import__('os').system('x') : sum": "(character",
    "2d6 : sum in {2..5=0": "is never closed",
    "coin{a,b,c} : last": "two sides",
    "d6 : sum > 3 > 4": "I don’t know the question",
}


@pytest.mark.parametrize("line", LINES)
def test_a_bad_line_is_a_sentence_with_its_place(line: str) -> None:
    with pytest.raises(gamelib.ModelError) as caught:
        gamelib.model(line)
    assert LINES[line] in str(caught.value)
    assert isinstance(caught.value.place, int)


def test_a_byte_order_mark_is_no_part_of_a_text() -> None:
    """Windows programs put one before each text that they save."""
    assert gamelib.model("\ufeff2d6 : sum") == gamelib.model("2d6 : sum")
    assert parse_json('\ufeff{"a": 1}') == {"a": 1}


def cyclic() -> dict[str, Any]:
    chain: list[Any] = [{"n": 1, "dev": "d", "faces": [[1, 1]]}]
    chain.append({"if": [["1", chain]]})
    return {"chain": chain, "ask": {"what": "sum"}}


def deep() -> dict[str, Any]:
    chain: list[Any] = [{"n": 1, "dev": "coin"}]
    for _ in range(50_000):
        chain = [{"n": 1, "dev": "coin"}, {"if": [["H", chain]]}]
    return {"chain": chain, "ask": {"what": "tries"}}


DIE = {"n": 1, "dev": "d", "faces": [[1, 1], [2, 1]]}
TABLES: list[Any] = [
    cyclic(),
    deep(),
    {},
    {"chain": []},
    {"chain": [DIE]},
    {"chain": [DIE] * 7, "ask": {"what": "sum"}},
    {"chain": [DIE], "ask": {"what": "sum"}, "more": 1},
    {"chain": {"0": DIE}, "ask": {"what": "sum"}},
    *(
        {"chain": [DIE | change], "ask": {"what": "sum"}}
        for change in (
            {"n": -1},
            {"n": 10**400},
            {"n": True},
            {"n": 1.5},
            {"n": float("nan")},
            {"n": "2"},
            {"dev": "__class__"},
            {"faces": [[1, -1]]},
            {"faces": [[1, 10**18]]},
            {"faces": [[10**400, 1]]},
            {"faces": [[None, 1]]},
            {"faces": [[1]]},
            {"faces": [[k, 1] for k in range(2000)]},
            {"faces": []},
            {"faces": "123"},
            {"faces": [["a b", 1]]},
            {"faces": [["\ud800", 1]]},
            {"name": "a b"},
            {"name": []},
            {"draw": "add9999"},
            {"draw": {}},
            {"plus": 10**9},
            {"until": ["x" * 500]},
            {"until": [".".join("H" * 40)]},
            {"until": ["9999999*H"]},
            {"until": [5]},
            {"again": "x"},
            {"again": {}},
            {"x": 1},
        )
    ),
    *(
        {"chain": [DIE], "ask": ask}
        for ask in (
            {"what": "exec"},
            {"what": None},
            {"what": ["sum"]},
            {"what": "top", "arg": -1},
            {"what": "count", "arg": {}},
            {"what": "-", "arg": ["a", "b"]},
            {"what": "sum", "cmp": ["!=", 1]},
            {"what": "sum", "cmp": [">=", 10**12]},
            {"what": "sum", "cmp": ["in", [5, 1]]},
            {"what": "sum", "cmp": [["="], 1]},
            {"what": "sum", "table": [[1, 0, 1]]},
            {"what": "sum", "table": [[1, 2]]},
            {"what": "ends", "arg": "H..T"},
            {"what": "sum", "arg": 3},
        )
    ),
    None,
    7,
    [],
    b"2d6 : sum",
    "d6 : sum" * 10_000,
    "[" * 1999,
    "d6 > " * 390 + ": sum",
    "9" * 1990 + "d6 : sum",
    "d{" + "1," * 900 + ": sum",
]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_hostile_models_are_a_sentence(number: int) -> None:
    said = []

    def read() -> None:
        with pytest.raises(gamelib.ModelError) as caught:
            gamelib.model(TABLES[number])
        said.append(str(caught.value))

    assert_lines_run(read, 300_000)
    assert 10 < len(said[0]) < 420
    assert "Traceback" not in said[0]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["chain", "ask", "n", "dev", "faces", "if", "what", "arg", "cmp", "table", "until"]),
            inner,
            max_size=4,
        )
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.one_of(JSON, st.text(alphabet="2d6{}[]|:>=*.,+- abgincol/HT", max_size=40)))
def test_anything_at_all(value: Any) -> None:
    try:
        model = gamelib.model(value)
    except gamelib.ModelError:
        return
    assert gamelib.model(model.text) == model


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(MODELS)), st.integers(0, 200), st.text(alphabet="2d6{}[]|:>=*.,+- Hx", max_size=2))
def test_a_line_with_a_slip(name: str, at: int, put: str) -> None:
    line = MODELS[name].line
    line = line[: at % len(line)] + put + line[at % len(line) + 1 :]
    place: object = 1
    try:
        model = gamelib.model(line)
        assert gamelib.model(model.text) == model
    except gamelib.ModelError as error:
        place = error.place
    assert place in range(1, len(line) + 2), line
