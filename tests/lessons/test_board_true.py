"""What the board of a class says is what its pupils did: recomputed from the raw answers of random classes."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from gamelib.number_format import format_percent
from widgets.classroom.board import answers, most, predictions
from widgets.classroom.course import Course, Courses
from widgets.lesson.plan import CHIPS
from widgets.lesson.pupil import Pupil
from widgets.lesson.report import OTHER, RIGHT, checked, report
from widgets.page.folders import NOTEBOOKS

CLASSES = 200
LESSONS = ("00-three-coins", "03-the-raid", "07-when-does-the-end-come", "16-blocked-by-the-mood")
Raw = dict[str, Any]


@pytest.fixture(scope="module")
def courses() -> list[Course]:
    known = Courses(NOTEBOOKS)
    return [known.get(id) for id in LESSONS]


def heap(rng: Random, columns: int) -> list[int]:
    chips = [0] * columns
    for _ in range(CHIPS):
        chips[rng.randrange(rng.choice((1, columns)))] += 1
    return chips


def pupil(rng: Random, course: Course) -> Raw:
    """What somebody did: chips, and of each question the goes, one after another, as what they stand for."""
    goes = []
    for check in course.checks:
        meant = (RIGHT, OTHER, *range(len(check.mistakes)))
        goes.append([[rng.choice(meant) for _ in range(rng.randint(1, 3))] for _ in range(rng.randint(0, 3))])
    return {
        "chips": heap(rng, len(course.names)) if rng.random() < 0.9 else [],
        "goes": goes,
        "sure": [rng.choice((25, 50, 75, 95)) for _ in course.checks],
    }


def told(raw: Raw, course: Course) -> dict[str, Any]:
    """The report of what was done."""
    given = []
    for goes, sure in zip(raw["goes"], raw["sure"], strict=True):
        gave_up = any(go[-1] != RIGHT for go in goes[:-1])
        given.append(
            {
                "tries": len(goes[0]),
                "first": goes[0][0],
                "now": goes[-1][-1],
                "sure": sure,
                "hints": 0,
                "told": gave_up,
                "more": len(goes) - 1,
            }
            if goes
            else None
        )
    return checked(
        {
            "at": course.kinds[0],
            "done": [],
            "chips": raw["chips"],
            "counts": [0] * len(course.names),
            "trail": [],
            "guess": None,
            "answers": given,
        },
        course.plan,
    )


def off(chips: list[Fraction], exact: list[Fraction]) -> Fraction:
    return sum((max(Fraction(0), a - b) for a, b in zip(chips, exact, strict=True)), Fraction(0)) * 100


def test_every_headline_of_random_classes(courses: list[Course]) -> None:
    rng = Random(200)
    for _ in range(CLASSES):
        course = rng.choice(courses)
        exact = list(course.plan.bets()[1].values())
        raw = [pupil(rng, course) for _ in range(rng.randint(1, 24))]
        again = {n: {"chips": heap(rng, len(course.names))} for n, _ in enumerate(raw) if rng.random() < 0.5}
        reports = [told(one, course) for one in raw]
        shown = predictions(course, reports, [{}, again] if again else [])
        for heaps, said in (
            ([one["chips"] for one in raw if one["chips"]], shown),
            ([one["chips"] for one in again.values()], shown["after"]),
        ):
            assert said["put"] == len(heaps)
            shares = [[Fraction(n, CHIPS) for n in chips] for chips in heaps]
            if shares:
                together = [sum(column) / len(shares) for column in zip(*shares, strict=True)]
                assert said["off"] == pytest.approx(float(off(together, exact)), abs=0.501)
                alone = sum(off(one, exact) for one in shares) / len(shares)
                assert said["own"] == pytest.approx(float(alone), abs=0.501)
                assert said["own"] >= said["off"] - 1
        if again:
            assert f" {shown['own']} lay" in shown["came"]
            assert f"and {shown['after']['own']} do now" in shown["came"]
        top = [name for name, p in zip(course.names, exact, strict=True) if p == max(exact)]
        assert format_percent(max(exact)) in shown["most"]
        assert ("All come equally often" in shown["most"]) is (len(top) == len(exact))
        assert len(top) == len(exact) or all(f"“{name}”" in shown["most"] for name in top)
        assert not any("exact" in group["words"] for group in shown["shapes"]), "told before the exact chances"
        for groups in ("shapes", "groups"):
            assert sum(group["n"] for group in shown[groups]) == shown["put"]
        for number, found in enumerate(answers(course, reports)[: len(course.checks)]):
            tried = [(one["goes"][number], one["sure"][number]) for one in raw if one["goes"][number]]
            assert found["tried"] == len(tried)
            assert found["right"] == sum(goes[0][0] == RIGHT for goes, _ in tried)
            assert found["after"] == sum(goes[-1][-1] == RIGHT for goes, _ in tried)
            assert found["told"] == sum(any(go[-1] != RIGHT for go in goes[:-1]) for goes, _ in tried)
            assert found["sure_wrong"] == sum(goes[0][0] != RIGHT and sure >= 75 for goes, sure in tried)
            assert sum(len(row["sure"]) for row in found["rows"]) == len(tried)


def test_no_outcome_is_said_to_come_most_where_several_do(courses: list[Course]) -> None:
    assert most(courses[0]) == "“1” and “2” come most often: each with 38\u00a0%."


def test_another_like_it_does_not_wipe_out_the_first_go(courses: list[Course]) -> None:
    course = courses[0]
    one = Pupil(course.plan, 5)
    one.open_all()
    one.answer(0, "0.001", 95)
    one.answer(0, "0.999", 95)
    one.tell(0)
    one.again(0)
    asks, settings = one.asked(0)
    one.answer(0, str(asks.exact_value(**settings)), 25)
    one.line(0, "1/2+1/4")
    kept = report(one)["answers"][0]
    assert (kept["first"], kept["now"], kept["sure"], kept["told"], kept["more"]) == (OTHER, RIGHT, 95, True, 1)
    assert kept["lines"] == ["1/2+1/4"]
    assert report(one)["shown"] == ["check"]
    (shown, *_) = answers(course, [report(one)])
    assert (shown["tried"], shown["right"], shown["after"], shown["told"]) == (1, 0, 1, 1)
    assert next(row for row in shown["rows"] if row["words"] == "Another answer")["lines"] == ["1/2+1/4"]
    back = Pupil(course.plan, 6)
    back.restore(one.saved())
    assert report(back) == report(one)
