"""What people type: numbers of every script, signs of phones and word processors, in answers, codes and models."""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction

import pytest

import gamelib
from tests.test_keyboard import DENO
from widgets.builder.typed_line import plain_model
from widgets.classroom.room import read_code
from widgets.lesson.answers import judge, read
from widgets.lesson.codes import tidy
from widgets.page.folders import WIDGETS
from widgets.page.typed_text import plain_text

ANSWERS = [
    ("0·722", "13/18"),
    ("0•722", "13/18"),
    ("·722", "13/18"),
    ("0,722", "13/18"),
    ("０．７２２", "13/18"),
    ("0.722.", "13/18"),
    ("0,722。", "13/18"),
    ("٠٫٧٢٢", "13/18"),
    ("०.७२२", "13/18"),
    ("72 %.", "13/18"),
    ("72%", "13/18"),
    ("72\u00a0%", "13/18"),
    ("72\u202f%", "13/18"),
    ("７２％", "13/18"),
    ("٧٢٪", "13/18"),
    ("72 per cent", "13/18"),
    ("\u200e13/18", "13/18"),
    ("13⁄18", "13/18"),
    ("13∕18.", "13/18"),
    ("⅜", "3/8"),
    ("3⁄8", "3/8"),
    ("37·5\u00a0%", "3/8"),
    ("33⅓ %", "1/3"),
    ("33⅓%", "1/3"),
    ("1 − 33⅓ %", "2/3"),
    ("1‐1/3", "2/3"),
    ("5/6·5/6", "25/36"),
]


@pytest.mark.parametrize(("text", "exact"), ANSWERS)
def test_answers_are_read_as_they_are_meant(text: str, exact: str) -> None:
    value = Fraction(exact)
    assert judge(read(text, True, value), value, True)


@pytest.mark.parametrize(
    ("text", "mean"), [("3½", "7/2"), ("−3", "-3"), ("3·5", "7/2"), ("3·5", "15"), ("１２．５", "25/2")]
)
def test_means_are_read_as_they_are_meant(text: str, mean: str) -> None:
    value = Fraction(mean)
    assert judge(read(text, False, value), value, False)


@pytest.mark.parametrize("text", ["7K2QD–X4M9P", "7k2qd\u2011x4m9p.", "７Ｋ２ＱＤ\u00a0Ｘ４Ｍ９Ｐ", "7K2QD − X4M9P\n"])
def test_a_result_code_survives_a_word_processor(text: str) -> None:
    assert tidy(text) == "7K2QDX4M9P"


@pytest.mark.parametrize("text", ["123456", "１２３４５６", "١٢٣ ٤٥٦", "123–456."])
def test_the_code_of_a_class_is_read(text: str) -> None:
    assert read_code(text) == "123456"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("D6 : high", "d6 : high"),
        ("2D6 : Sum ≥ 7", "2d6 : sum >= 7"),
        ("２d６ − 1 : sum", "2d6 - 1 : sum"),
        ("Coin until H.H.T : ends H.H.T", "coin until H.H.T : ends H.H.T"),
        ("2 Bag{“Red”*3,blue*5} : Most = 2", "2 bag{Red*3,blue*5} : most = 2"),
        ("Draw 3 from bag(4 red, 5 blue); count red", "draw 3 from bag(4 red, 5 blue); count red"),
        ("d{1…4} : last ≤ 2", "d{1..4} : last <= 2"),
        ("bag{Most,few} : count Most", "bag{Most,few} : count Most"),
    ],
)
def test_models_typed_on_a_phone(typed: str, line: str) -> None:
    assert plain_model(typed) == line
    assert gamelib.model(plain_model(typed)) == gamelib.model(line)


def test_pages_and_kernel_read_the_same() -> None:
    texts = [text for text, _ in ANSWERS] + ["x", "D6 ≥ −2", "𝟙𝟚", "᪀᪙", "a … b", "１２３"]
    script = (
        f'import {{ plainText }} from "{(WIDGETS / "page/numbers.js").as_uri()}";'
        f"console.log(JSON.stringify({json.dumps(texts)}.map(plainText)));"
    )
    run = subprocess.run([DENO, "eval", script], capture_output=True, text=True, timeout=120, check=True)
    read_by_pages = [" ".join(text.split()) for text in json.loads(run.stdout)]
    assert read_by_pages == [" ".join(plain_text(text).split()) for text in texts]
