"""Result codes: those of today and the first ones are read, and how sure one was comes along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lessons.visit import FIRST, IDS, Visit
from widgets.lesson import codes
from widgets.lesson.forms import first_form, form
from widgets.lesson.plan import CHIPS, Plan
from widgets.lesson.report import RIGHT, report
from widgets.lesson.score import Rated, spread

KEPT: dict[str, str] = json.loads((Path(__file__).parent / "codes_first.json").read_text(encoding="utf-8"))
"""A code of each lesson as they were written at first: two questions answered, an even spread, five runs of each."""
SECOND: dict[str, Any] = json.loads((Path(__file__).parent / "codes_second.json").read_text(encoding="utf-8"))
"""Codes of the second kind, of lessons that have changed since."""


@pytest.mark.parametrize("id", KEPT)
def test_a_first_code_is_read_as_it_was_meant(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    told, face = codes.read(KEPT[id], plan)
    shape = first_form(plan)
    assert face == list(KEPT).index(id)
    assert told["at"] == shape.kinds[-2]
    assert told["done"] == [kind for kind in shape.kinds[:-2] if kind in form(plan).kinds]
    assert told["chips"] == list(spread(shape.names, CHIPS).values())
    assert sum(told["counts"]) == 5 * len(shape.names)
    by_question = dict(zip((asks for asks, _ in form(plan).asked), told["answers"], strict=True))
    first, second = (by_question[asks] for asks, _ in shape.asked[:2])
    assert (first["first"], first["now"], first["sure"]) == (0, RIGHT, 25)
    assert second is None


@pytest.mark.parametrize("id", SECOND)
def test_a_second_code_is_read_though_its_lesson_asks_other_questions_now(id: str, plans: dict[str, Plan]) -> None:
    """All questions answered, each with the last mistake that the bank knew of it then."""
    told, face = codes.read(SECOND[id]["code"], plans[id])
    assert face == 5
    by_question = dict(zip((asks for asks, _ in form(plans[id]).asked), told["answers"], strict=True))
    for asks, first in SECOND[id]["first"].items():
        if asks in by_question:
            assert (by_question[asks]["first"], by_question[asks]["sure"]) == (first, 75), asks
    assert any(asks in by_question for asks in SECOND[id]["first"])


def test_a_code_says_what_was_shown_and_how_sure_one_was_in_all_lessons(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    visit.to("sum")
    rated = [Rated(95, True)] * 7 + [Rated(25, False)] * 2 + [Rated(50, True), Rated(50, False)]
    text = codes.code(report(visit.lesson.pupil), plans[FIRST], 3, rated)
    assert len(text) < codes.LONGEST
    told, face, back = codes.read_whole(text, plans[FIRST])
    assert (face, told["shown"]) == (3, ["why"])
    assert sorted(back, key=str) == sorted(rated, key=str)
    other = Visit(plans[IDS[0]])
    other.well("sureness", text=text)
    assert other.lesson.shown.elsewhere == back
    assert "slip" in other.refused("sureness", text=text[:-1] + ("7" if text[-1] != "7" else "8"))
    assert other.lesson.shown.elsewhere == back


def test_a_code_of_very_many_answers_tells_their_share(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    rated = [Rated(75, n % 3 > 0) for n in range(900)]
    back = codes.read_whole(codes.code(report(visit.lesson.pupil), plans[FIRST], 0, rated), plans[FIRST])[2]
    assert len(back) == codes.MOST_RATED
    assert sum(one.right for one in back) == round(codes.MOST_RATED * 2 / 3)
