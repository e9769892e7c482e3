"""Answers that are typed: understood, refused in a sentence, judged as closely as they are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from widgets.lesson.misconceptions import unmatched_answer_reply
from widgets.lesson.typed_answers import can_be_wrong_answer, check_answer
from widgets.lesson.typed_answers import parse_answer as read_answer

SEVEN = Fraction(7, 12)


MEAN = Fraction(143, 36)


@pytest.mark.parametrize(
    "text",
    [
        "7/12",
        "21/36",
        "0.583",
        "0.58",
        "0,58",
        ".583",
        "58 %",
        "58%",
        "58.3 %",
        "58,3 %",
        "21 of 36",
        "7 in 12",
        "58 per cent",
        "about 58 percent",
        "≈ 58%",
        "= 7 / 12",
        "1-5/12",
        "1/3 + 1/4",
        "7*(1/12)",
        "0.5 + 0.083",
        "21/(6*6)",
        "58.3%*1",
    ],
)
def test_a_chance_is_understood(text: str) -> None:
    assert check_answer(read_answer(text, True), SEVEN, True)


@pytest.mark.parametrize("text", ["143/36", "3.97", "3,97", "3 35/36", "4.0", "3.9"])
def test_a_mean_is_understood(text: str) -> None:
    assert check_answer(read_answer(text, False), MEAN, False)


def test_large_and_negative_means_are_understood() -> None:
    assert check_answer(read_answer("1,250", False, Fraction(1250)), Fraction(1250), False)
    assert check_answer(read_answer("1,250", False, Fraction(5, 4)), Fraction(5, 4), False)
    assert not check_answer(read_answer("2.0", False), Fraction(-2), False)
    assert check_answer(read_answer("−250", False), Fraction(-250), False)
    assert check_answer(read_answer("691", False), Fraction(69123, 100), False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Type a number"),
        ("gem", "Type a number"),
        ("1/0", "divide by 0"),
        ("58", "Did you mean 58%"),
        ("-0.5", "from 0 to 1"),
        ("120 %", "from 0 to 1"),
        ("1+1/2/", "ends where"),
        ("2+1", "from 0 to 1"),
        ("0.5.5", "Type a number"),
    ],
)
def test_what_is_no_chance_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_answer(text, True)


def test_answers_are_judged_as_closely_as_they_are_written() -> None:
    assert not check_answer(read_answer("1/2", True), SEVEN, True)
    assert not check_answer(read_answer("0.59", True), SEVEN, True)
    with pytest.raises(ValueError, match="more exact"):
        check_answer(read_answer("0.6", True), SEVEN, True)
    with pytest.raises(ValueError, match="more exact"):
        check_answer(read_answer("4", False), MEAN, False)
    assert not check_answer(read_answer("0", True), Fraction(1, 500), True), "seldom is not never"
    with pytest.raises(ValueError, match="Rounded like this, your answer says “always”"):
        check_answer(read_answer("100 %", True), Fraction(499, 500), True)
    with pytest.raises(ValueError, match="not a probability"):
        read_answer("5 %", False)


def test_a_number_stands_for_a_mistake_only_as_closely_as_it_is_written() -> None:
    near = Fraction(47, 100)
    assert can_be_wrong_answer(read_answer("0.5", True), near)
    assert can_be_wrong_answer(read_answer("47/100", True), near)
    assert not can_be_wrong_answer(read_answer("0.48", True), near)
    assert not can_be_wrong_answer(read_answer("1/2", True), near)
    with pytest.raises(ValueError, match="more exact"):
        check_answer(read_answer("0.4", True), Fraction(427, 1000), True)


@pytest.mark.parametrize(
    ("text", "exact", "chance", "reply"),
    [
        ("0.5", SEVEN, True, "Your answer is one half"),
        ("0.42", SEVEN, True, "the probability that it doesn’t happen"),
        ("5/12", SEVEN, True, "the probability that it doesn’t happen"),
        ("0", SEVEN, True, "never happens"),
        ("100 %", SEVEN, True, "always happens"),
        ("0.9", SEVEN, True, "about 90 times out of 100. That is too often"),
        ("0.11", SEVEN, True, "about 11 times out of 100. That is too rarely"),
        ("-250", Fraction(250), False, "a gain or a loss"),
        ("2", MEAN, False, "20 together in 10 tries. That is too little"),
    ],
)
def test_slips_that_anybody_makes_get_a_reply(text: str, exact: Fraction, chance: bool, reply: str) -> None:
    assert reply in unmatched_answer_reply(read_answer(text, chance), exact, chance)
