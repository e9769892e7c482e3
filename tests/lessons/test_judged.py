"""Every setting of every question: right is right in every form, and a thought is named by what shows it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Question
from tests.conftest import LONG, sample_cases
from widgets.classroom import class_lesson
from widgets.lesson import teacher_sheet
from widgets.lesson.arithmetic import MAX_EXPRESSION_LENGTH
from widgets.lesson.misconceptions import (
    applicable_misconceptions,
    is_proved_by_expression,
    matching_known_misconceptions,
    matching_misconceptions,
    read_answer,
)
from widgets.lesson.typed_answers import (
    COARSEST_DECIMAL_PLACE,
    MIN_WHOLE_MEAN,
    TypedAnswer,
    are_distinguishable,
    check_answer,
    parse_answer,
)

QUESTIONS = [asks for asks in gamelib.questions() if asks.kind != "distribution"]
each = pytest.mark.parametrize("asks", QUESTIONS, ids=lambda asks: asks.id)
DEEPEST = 5  # decimal places that are tried
TRIES = 100 if LONG else 5


@cache
def cases(id: str) -> list[tuple[dict[str, Any], Fraction]]:
    asks = next(one for one in QUESTIONS if one.id == id)
    every = asks.offered_settings()
    return [(settings, asks.exact_value(**settings)) for settings in every]


def decimals(value: Fraction, places: int) -> Iterator[Fraction]:
    """The value rounded to so many places: up from a half, or to the even digit."""
    scaled = abs(value) * 10**places
    sign = -1 if value < 0 else 1
    yield from {sign * Fraction(n, 10**places) for n in (math.floor(scaled + Fraction(1, 2)), round(scaled))}


def written(value: Fraction, places: int) -> str:
    whole, rest = divmod(int(abs(value) * 10**places), 10**places)
    return ("-" if value < 0 else "") + (f"{whole}.{rest:0{places}d}" if places else str(whole))


def forms(value: Fraction, chance: bool) -> Iterator[str]:
    """Every way in which an answer may be written that the page says it takes, and has room for."""
    every = (*_exact_forms(value), *_rounded_forms(value, chance))
    yield from (text for text in every if len(text) <= MAX_EXPRESSION_LENGTH)


def plain_forms(value: Fraction, chance: bool) -> Iterator[str]:
    """One fraction, and a decimal number for each number of places: how a number is written is tried elsewhere."""
    every = (str(value), *_rounded(value, chance))
    yield from (text for text in every if len(text) <= MAX_EXPRESSION_LENGTH)


def _exact_forms(value: Fraction) -> Iterator[str]:
    yield from (str(value), f"= {value}", f"{2 * value.numerator}/{2 * value.denominator}")
    if value > 0:
        yield from (f"{value.numerator} of {value.denominator}", f"{value.numerator} in {value.denominator}")
        yield from (f"1-{1 - value}" if value < 1 else f"{value - 1}+1", f"({value})*(2/2)")
        if value.denominator > 1 and value > 1:
            yield f"{value.numerator // value.denominator} {value - value.numerator // value.denominator}"


def _rounded(value: Fraction, chance: bool) -> Iterator[str]:
    first = 2 if chance else 0 if abs(value) >= MIN_WHOLE_MEAN else 1
    for places in range(first, DEEPEST + 1):
        for near in decimals(value, places):
            if chance and near in (0, 1):
                continue
            yield written(near, places)


def _rounded_forms(value: Fraction, chance: bool) -> Iterator[str]:
    for text in _rounded(value, chance):
        yield from (text, text.replace(".", ","), f"about {text}")
        if text.startswith("0."):
            yield text[1:]
        if chance:
            places = len(text.partition(".")[2])
            near = Fraction(text)
            percent = written(near * 100, places - 2) if places > 2 else str(near * 100)
            yield from (f"{percent} %", f"{percent}%", f"{percent} per cent")


@each
def test_the_right_answer_is_right_in_every_form(asks: Question) -> None:
    chance = asks.kind == "chance"
    for settings, value in sample_cases(cases(asks.id), 4):
        for text in forms(value, chance):
            assert check_answer(parse_answer(text, chance, value), value, chance), (settings, value, text)


@each
def test_a_mistake_that_is_drawn_is_never_right_and_is_found(asks: Question) -> None:
    """A pupil for each mistake, who writes its answer as a fraction and as decimals, is asked which thought it was."""
    chance = asks.kind == "chance"
    for settings, value in sample_cases(cases(asks.id), 4):
        known = applicable_misconceptions(asks, settings)
        for thought, wrong in known:
            if (chance and wrong in (0, 1)) or not are_distinguishable(value, wrong, chance):
                continue
            for text in plain_forms(wrong, chance):
                typed = read_answer(asks, settings, text)
                try:
                    assert not check_answer(typed, value, chance), (settings, value, text)
                except ValueError:  # a whole number, to which the answer might have been rounded
                    assert typed.last_decimal_place == 1
                    continue
                fits = matching_known_misconceptions(known, typed)
                assert thought.bank_index in [one.bank_index for one in fits], (settings, text)
                assert not is_proved_by_expression(typed, fits) or fits == [thought]


@each
def test_a_number_of_two_mistakes_names_neither(asks: Question) -> None:
    """Check each setting.

    A pupil who writes the number, also as an expression, is asked, a class can vote for it as another answer, and
    the teacher's sheet says to ask.
    """
    for settings, _ in cases(asks.id):
        by_number: dict[Fraction, set[int]] = {}
        for thought, wrong in applicable_misconceptions(asks, settings):
            by_number.setdefault(wrong, set()).add(thought.bank_index)
        rows = teacher_sheet._mistakes(asks, settings)
        assert rows.count("Ask how the pupil got there.") == sum(len(places) > 1 for places in by_number.values())
        voted = {meant for _, meant in class_lesson._options(asks, settings)}
        for wrong, places in by_number.items():
            fits = matching_misconceptions(asks, settings, TypedAnswer(wrong, None, is_expression=True))
            assert {thought.bank_index for thought in fits} == places
            assert is_proved_by_expression(TypedAnswer(wrong, None, is_expression=True), fits) is (len(places) == 1)
            assert voted & places == (places if len(places) == 1 else set()), settings


def test_a_pupil_at_random_is_told_no_thought() -> None:
    """Numbers at random at every setting, in any form but a line: nothing is claimed, whatever they happen to fit.

    KISMET_LONG=1 tries many more of them.
    """
    rng = Random(28)
    for asks in QUESTIONS:
        chance = asks.kind == "chance"
        for settings, value in cases(asks.id):
            known = applicable_misconceptions(asks, settings)
            for _ in range(TRIES):
                number = Fraction(rng.randrange(1, 100), 100) * (1 if chance else abs(value) or 1)
                text = rng.choice([str(number.limit_denominator(36)), written(next(decimals(number, 3)), 3)])
                try:
                    typed = read_answer(asks, settings, text)
                    right = check_answer(typed, value, chance)
                except ValueError:
                    continue
                assert right or not is_proved_by_expression(typed, matching_known_misconceptions(known, typed))


def test_what_is_too_coarse_is_asked_for_more_closely() -> None:
    assert COARSEST_DECIMAL_PLACE[True] == Fraction(1, 100)
    with pytest.raises(ValueError, match="more exact"):
        check_answer(parse_answer("0.1", True), Fraction(2, 17), True)
    assert check_answer(parse_answer("0.12", True), Fraction(2, 17), True)
    assert check_answer(parse_answer("12 %", True), Fraction(2, 17), True)
