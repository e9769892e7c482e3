"""Answers that are typed: understood, refused in a sentence, judged as closely as they are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.lessons.visit import IDS
from widgets.lesson.answers import judge
from widgets.lesson.answers import read as read_answer
from widgets.lesson.files import load
from widgets.lesson.fresh import Fresh
from widgets.lesson.thoughts import slip

SEVEN = Fraction(7, 12)


MEAN = Fraction(143, 36)


@pytest.mark.parametrize("text", [
    "7/12", "21/36", "0.583", "0.58", "0,58", ".583", "58 %", "58%", "58.3 %", "58,3 %", "21 of 36", "7 in 12",
    "58 per cent", "about 58 percent", "≈ 58\N{NO-BREAK SPACE}%", "= 7 / 12",
])  # fmt: skip
def test_a_chance_is_understood(text: str) -> None:
    assert judge(read_answer(text, True), SEVEN, [Fraction(1, 2)], True) == SEVEN


@pytest.mark.parametrize("text", ["143/36", "3.97", "3,97", "3 35/36", "4.0", "3.9"])
def test_a_mean_is_understood(text: str) -> None:
    assert judge(read_answer(text, False), MEAN, [Fraction(3)], False) == MEAN


def test_large_and_negative_means_are_understood() -> None:
    assert judge(read_answer("1,250", False), Fraction(1250), [], False) == 1250
    assert judge(read_answer("−250", False), Fraction(-250), [Fraction(250)], False) == -250
    assert judge(read_answer("691", False), Fraction(69123, 100), [], False) == Fraction(69123, 100)


@pytest.mark.parametrize(("text", "says"), [
    ("", "Type a number"), ("gem", "Type a number"), ("1/0", "divided by 0"), ("58", "Did you mean 58 "
                                                                                     "%"), ("-0.5", "from 0 to 1"),
    ("120 %", "from 0 to 1"), ("1/2/3", "Type a number"), ("0.5.5", "Type a number"), ("½", "Type a number"),
])  # fmt: skip
def test_what_is_no_chance_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_answer(text, True)


def test_answers_are_judged_as_closely_as_they_are_written() -> None:
    half = Fraction(1, 2)
    assert judge(read_answer("1/2", True), SEVEN, [half], True) == half
    assert judge(read_answer("0.59", True), SEVEN, [half], True) is None
    with pytest.raises(ValueError, match="more closely"):
        judge(read_answer("0.6", True), SEVEN, [half], True)
    with pytest.raises(ValueError, match="more closely"):
        judge(read_answer("4", False), MEAN, [], False)
    assert judge(read_answer("0", True), Fraction(1, 500), [], True) is None, "seldom is not never"
    assert judge(read_answer("100 %", True), Fraction(499, 500), [], True) is None
    with pytest.raises(ValueError, match="no chance"):
        read_answer("5 %", False)


def test_no_mistake_of_the_bank_is_taken_for_the_answer() -> None:
    """Over all lessons: who types a wrong answer as a percentage with one digit is never told that it is right."""
    for id in IDS:
        fresh = Fresh(load(id))
        for number, asks in enumerate(fresh.questions):
            for draw in range(8):
                settings = fresh.draw(number, 3, draw)
                exact, chance = asks.exact(**settings), asks.kind == "chance"
                wrong = [value for _, value, _ in asks.wrong(**settings) if not chance or 0 <= value <= 1]
                for value in wrong:
                    assert judge(read_answer(str(value), chance), exact, wrong, chance) == value


@pytest.mark.parametrize(("text", "found"), [("0.5", Fraction(47, 100)), ("0.43", Fraction(427, 1000)), ("0.9", None)])
def test_a_coarse_answer_that_cannot_be_right_is_a_mistake_like_any_other(text: str, found: Fraction | None) -> None:
    exact, wrong = Fraction(427, 1000), [Fraction(47, 100)]
    assert judge(read_answer(text, True), exact, wrong, True) == found
    with pytest.raises(ValueError, match="more closely"):
        judge(read_answer("0.4", True), exact, wrong, True)


@pytest.mark.parametrize(("text", "exact", "chance", "reply"), [
    ("0.5", SEVEN, True, "Half and half"), ("0.42", SEVEN, True, "the chance that it does not happen"),
    ("5/12", SEVEN, True, "the chance that it does not happen"), ("0", SEVEN, True, "never happens"),
    ("100 %", SEVEN, True, "always happens"), ("0.9", SEVEN, True, "too much"), ("0.11", SEVEN, True, "too little"),
    ("-250", Fraction(250), False, "a gain or a loss"), ("2", MEAN, False, "too little"),
])  # fmt: skip
def test_slips_that_anybody_makes_get_a_reply(text: str, exact: Fraction, chance: bool, reply: str) -> None:
    assert reply in slip(read_answer(text, chance), exact, chance)
