"""What the board of a class says is what its pupils did: recomputed from the raw answers of random classes."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from gamelib.number_format import format_percent
from widgets.classroom.class_board import most_likely_outcome_text, prediction_summary, question_summaries
from widgets.classroom.class_lesson import ClassLesson, LessonCatalog
from widgets.lesson.lesson_definition import PREDICTION_CHIPS
from widgets.lesson.progress.saved_progress import RestorableLessonProgress
from widgets.lesson.progress_report import CORRECT, OTHER_DIAGNOSIS, build_report, validate_report
from widgets.page.paths import NOTEBOOKS_DIR

CLASSES = 200
LESSONS = ("00-three-coins", "03-the-raid", "07-when-does-the-end-come", "16-blocked-by-the-mood")
Raw = dict[str, Any]


@pytest.fixture(scope="module")
def courses() -> list[ClassLesson]:
    known = LessonCatalog(NOTEBOOKS_DIR)
    return [known.get(id) for id in LESSONS]


def heap(rng: Random, columns: int) -> list[int]:
    chips = [0] * columns
    for _ in range(PREDICTION_CHIPS):
        chips[rng.randrange(rng.choice((1, columns)))] += 1
    return chips


def pupil(rng: Random, course: ClassLesson) -> Raw:
    """What somebody did: chips, and of each question the goes, one after another, as what they stand for."""
    goes = []
    for check in course.check_questions:
        meant = (CORRECT, OTHER_DIAGNOSIS, *range(len(check.misconceptions)))
        goes.append([[rng.choice(meant) for _ in range(rng.randint(1, 3))] for _ in range(rng.randint(0, 3))])
    return {
        "chips": heap(rng, len(course.column_names)) if rng.random() < 0.9 else [],
        "goes": goes,
        "sure": [rng.choice((25, 50, 75, 95)) for _ in course.check_questions],
    }


def told(raw: Raw, course: ClassLesson) -> dict[str, Any]:
    """The report of what was done."""
    given = []
    for goes, sure in zip(raw["goes"], raw["sure"], strict=True):
        gave_up = any(go[-1] != CORRECT for go in goes[:-1])
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
    return validate_report(
        {
            "at": course.step_kinds[0],
            "done": [],
            "chips": raw["chips"],
            "counts": [0] * len(course.column_names),
            "trail": [],
            "guess": None,
            "answers": given,
        },
        course.definition,
    )


def off(chips: list[Fraction], exact: list[Fraction]) -> Fraction:
    return sum((max(Fraction(0), a - b) for a, b in zip(chips, exact, strict=True)), Fraction(0)) * 100


def test_every_headline_of_random_classes(courses: list[ClassLesson]) -> None:
    rng = Random(200)
    for _ in range(CLASSES):
        course = rng.choice(courses)
        exact = list(course.definition.columns_and_probabilities()[1].values())
        raw = [pupil(rng, course) for _ in range(rng.randint(1, 24))]
        again = {n: {"chips": heap(rng, len(course.column_names))} for n, _ in enumerate(raw) if rng.random() < 0.5}
        reports = [told(one, course) for one in raw]
        shown = prediction_summary(course, reports, [{}, again] if again else [])
        for heaps, said in (
            ([one["chips"] for one in raw if one["chips"]], shown),
            ([one["chips"] for one in again.values()], shown["after"]),
        ):
            assert said["put"] == len(heaps)
            shares = [[Fraction(n, PREDICTION_CHIPS) for n in chips] for chips in heaps]
            if shares:
                together = [sum(column) / len(shares) for column in zip(*shares, strict=True)]
                assert said["off"] == pytest.approx(float(off(together, exact)), abs=0.501)
                alone = sum(off(one, exact) for one in shares) / len(shares)
                assert said["own"] == pytest.approx(float(alone), abs=0.501)
                assert said["own"] >= said["off"] - 1
        if again:
            assert f" {shown['own']} of a pupil’s" in shown["came"]
            assert f"now {shown['after']['own']} are" in shown["came"]
        top = [name for name, p in zip(course.column_names, exact, strict=True) if p == max(exact)]
        assert format_percent(max(exact)) in shown["most"]
        assert ("All of them are equally common" in shown["most"]) is (len(top) == len(exact))
        assert len(top) == len(exact) or all(f"“{name}”" in shown["most"] for name in top)
        assert not any("exact" in group["words"] for group in shown["shapes"]), "told before the exact chances"
        for groups in ("shapes", "groups"):
            assert sum(group["n"] for group in shown[groups]) == shown["put"]
        for number, found in enumerate(question_summaries(course, reports)[: len(course.check_questions)]):
            tried = [(one["goes"][number], one["sure"][number]) for one in raw if one["goes"][number]]
            assert found["tried"] == len(tried)
            assert found["right"] == sum(goes[0][0] == CORRECT for goes, _ in tried)
            assert found["after"] == sum(goes[-1][-1] == CORRECT for goes, _ in tried)
            assert found["told"] == sum(any(go[-1] != CORRECT for go in goes[:-1]) for goes, _ in tried)
            assert found["sure_wrong"] == sum(goes[0][0] != CORRECT and sure >= 75 for goes, sure in tried)
            assert sum(len(row["sure"]) for row in found["rows"]) == len(tried)


def test_no_outcome_is_said_to_come_most_where_several_do(courses: list[ClassLesson]) -> None:
    assert most_likely_outcome_text(courses[0]) == "“1” and “2” are the most common: 38% each."


def test_another_like_it_does_not_wipe_out_the_first_go(courses: list[ClassLesson]) -> None:
    course = courses[0]
    one = RestorableLessonProgress(course.definition, 5)
    one.navigation.unlock_all()
    one.checks.submit_and_grade_answer(0, "0.001", 95)
    one.checks.submit_and_grade_answer(0, "0.999", 95)
    one.checks.show_answer(0)
    one.checks.start_next_variant(0)
    asks, settings = one.checks.question_and_settings(0)
    one.checks.submit_and_grade_answer(0, str(asks.exact_value(**settings)), 25)
    one.checks.add_expression(0, "1/2+1/4")
    kept = build_report(one)["answers"][0]
    assert (kept["first"], kept["now"], kept["sure"], kept["told"], kept["more"]) == (
        OTHER_DIAGNOSIS,
        CORRECT,
        95,
        True,
        1,
    )
    assert kept["lines"] == ["1/2+1/4"]
    assert build_report(one)["shown"] == ["check"]
    (shown, *_) = question_summaries(course, [build_report(one)])
    assert (shown["tried"], shown["right"], shown["after"], shown["told"]) == (1, 0, 1, 1)
    assert next(row for row in shown["rows"] if row["words"] == "Another answer")["lines"] == ["1/2+1/4"]
    back = RestorableLessonProgress(course.definition, 6)
    back.restore_or_restart(one.to_dict())
    assert build_report(back) == build_report(one)
