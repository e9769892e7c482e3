"""Nothing is told before it is asked, and each pupil is asked with numbers of one’s own."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.lessons.visit import FIRST, IDS, Visit, each
from widgets.lesson.fresh import Fresh, can_be_read, key, tells
from widgets.lesson.pictures import drawn_figure
from widgets.lesson.plan import Plan
from widgets.lesson.pupil import Pupil


def everything_shown(visit: Visit) -> tuple[str, str]:
    """The words of a step, and the answers that its benches and pictures tell."""
    step = dict(visit.lesson.page["step"])
    benches = [step.pop("bench", None), *(half["bench"] for half in step.pop("both", []))]
    drawn = [chart.text for chart in visit.lesson.pictures.values() if chart.figure]
    notes = [bench["note"] for bench in benches if bench]
    return json.dumps(step, ensure_ascii=False), " ".join([*notes, *drawn])


@each
def test_what_is_shown_before_does_not_tell_what_is_asked(id: str, plans: dict[str, Plan]) -> None:
    """The prediction, the change, the order and every check, for several pupils: no answer stands on an earlier page.

    A number on a picture of another question is no answer: the same number may well come twice.
    """
    plan = plans[id]
    own = plan.question.id, *(step.more["question"].id for step in plan.steps if step.kind == "rank")
    for seed in (1, 2):
        visit, words, pictures = Visit(plan, seed), "", ""
        while visit.at not in ("back", "sum"):
            for question, value in asked_in(visit):
                assert not tells(words, value), (visit.at, value)
                if question in own:
                    assert not tells(pictures, value), (visit.at, value)
            kind = visit.at
            if not visit.lesson.pupil.done(kind):
                getattr(visit, f"_{kind}", lambda: None)()
            if visit.at == kind and kind != "check":
                said, drawn = everything_shown(visit)
                words, pictures = words + said, pictures + drawn
            if visit.at == kind:
                visit.finish()


def asked_in(visit: Visit) -> list[tuple[str, Fraction]]:
    """The answers that a step asks for, each with its question."""
    plan, kind = visit.lesson.plan, visit.at
    asks, settings = plan.question, plan.settings
    if kind == "predict":
        return [(asks.id, asks.exact(**settings))]
    if kind == "change":
        return [(asks.id, asks.exact(**{**settings, **plan.step("change").more["setting"]}))]
    if kind == "rank":
        more = plan.step("rank").more
        asks = more["question"]
        return [(asks.id, asks.exact(**more["settings"], **{more["parameter"]: choice})) for choice in more["choices"]]
    if kind == "check":
        return [(visit.lesson.pupil.asked(n)[0].id, visit.exact(n)) for n in range(len(visit.lesson.pupil.answers))]
    return []


@each
def test_every_case_that_can_be_drawn_is_fresh(id: str, plans: dict[str, Plan]) -> None:
    """Over all settings: what a check may ask with was not answered before, nor is it the ticket."""
    fresh = Fresh(plans[id])
    assert fresh.ticket is not None
    for number, asks in enumerate(fresh.questions):
        drawn = [fresh.draw(number, 5, draw) for draw in range(40)]
        for settings in drawn:
            assert key(asks, settings) not in fresh.shown.asked
            assert key(asks, settings) != key(*fresh.ticket)
            assert not fresh.shown.tells(asks, asks.exact(**settings))
            assert asks.wrong(**settings)
        assert len({str(settings) for settings in drawn[:2]}) == min(2, len({str(settings) for settings in drawn}))


def test_each_pupil_draws_own_numbers(plans: dict[str, Plan]) -> None:
    for id in IDS:
        asked = set()
        for seed in range(12):
            pupil = Pupil(plans[id], seed)
            asked.add(json.dumps([pupil.asked(n)[1] for n in range(len(pupil.answers))]))
        assert len(asked) > 3, id
    assert Pupil(plans[FIRST]).seed != Pupil(plans[FIRST]).seed


@pytest.mark.parametrize(("text", "value", "found"), [
    ("it is 7/12 here", Fraction(7, 12), True), ("21/36", Fraction(7, 12), True), ("17/12", Fraction(7, 12), False),
    ("58.3\N{NO-BREAK SPACE}%", Fraction(7, 12), True), ("690 "
                                                         "gold", Fraction(690), True), ("1690", Fraction(690), False),
    ("3 gems", Fraction(3), False), ("(3.97)", Fraction(143, 36), True), ("nothing", Fraction(1, 2), False),
])  # fmt: skip
def test_what_counts_as_told(text: str, value: Fraction, found: bool) -> None:
    assert tells(text, value) is found


@pytest.mark.parametrize(("cell", "value", "found"), [
    ("1/32 ≈ 0.0312", Fraction(1, 32), True), ("21/36 = 7/12 ≈ 0.583", Fraction(7, 12), True),
    ("0.31", Fraction(5, 16), True), ("−550", Fraction(-550), True), ("550", Fraction(-550), False),
    ("7", Fraction(36, 5), False), ("7.2", Fraction(36, 5), True), ("", Fraction(0), False),
    ("1,250", Fraction(1250), True),
])  # fmt: skip
def test_what_can_be_read_off_a_picture(cell: str, value: Fraction, found: bool) -> None:
    assert can_be_read([cell], value) is found


@each
def test_numbers_that_come_after_a_picture_do_not_stand_in_it(id: str, plans: dict[str, Plan]) -> None:
    fresh = Fresh(plans[id])
    for number, asks in enumerate(fresh.questions):
        assert fresh.after(number, 5, 0, []) == 1
        later = fresh.after(number, 5, 0, [0])
        if later is not None:
            table = drawn_figure(asks, fresh.draw(number, 5, 0)).layout.meta["table"]
            cells = [str(cell) for row in table["rows"] for cell in row[1:]]
            assert not can_be_read(cells, asks.exact(**fresh.draw(number, 5, later)))
