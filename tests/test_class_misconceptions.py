"""What a class thinks, over lessons: made-up pupils have planted misconceptions, and the view names only these."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.lessons.visit import Visit, typed
from tests.pupils import worked
from widgets.classroom import session_state
from widgets.classroom.class_store import ClassStore
from widgets.classroom.server.class_service import ClassService
from widgets.classroom.server.teacher_service import TeacherService
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.lesson_misconceptions import OTHER_MISCONCEPTION, misconceptions_of_lesson, question_ids_of_lesson
from widgets.lesson.lesson_notebooks import lesson_ids, lesson_title, load_lesson_definition
from widgets.lesson.misconceptions import matching_misconceptions, read_answer
from widgets.lesson.progress_report import build_report
from widgets.lesson.result_codes import encode_result_code
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.home_page import dashboard_titles

PUPILS = 28
LESSONS = ("00-two-from-a-bag", "06-what-is-left-in-the-deck", "16-blocked-by-the-mood")
PLANTED = {"with-replacement": 12, "linearity": 7, "complement-forgotten": 4}
"""Number of pupils with each misconception. All others are right, or wrong in ways that no mistake explains."""


@pytest.fixture(scope="module")
def plans() -> dict[str, Plan]:
    return {id: load_lesson_definition(id) for id in LESSONS}


@pytest.fixture
def classroom(tmp_path: Path) -> Iterator[ClassService]:
    store = ClassStore(tmp_path / "class.sqlite")
    yield ClassService(store, NOTEBOOKS_DIR, dashboard_titles, list, lambda: None)
    for room in store.rooms():
        store.delete_room(room.id)
    store.close()


def answers(plan: Plan, seed: int, planted: str) -> tuple[tuple[str, ...], int]:
    """Return the answers of a pupil to all questions of a lesson, and how many of them show the planted idea."""
    pupil, rng, texts, shown = worked(plan, seed), Random(seed), [], 0
    for number in range(len(pupil.checks.current_attempts)):
        asks, settings = pupil.checks.question_and_settings(number)
        ids = {mistake.name: mistake.id for mistake in asks.misconceptions}
        wrong = [
            text
            for name, value, _ in asks.wrong_answers(**settings)
            for text in [typed(value)]
            if ids[name] == planted
            and (asks.kind != "chance" or value <= 1)
            and len(matching_misconceptions(asks, settings, read_answer(asks, settings, text))) == 1
        ]
        strange = [
            text
            for text in map(typed, (Fraction(97, 113), Fraction(89, 97), Fraction(13, 101)))
            if not matching_misconceptions(asks, settings, read_answer(asks, settings, text))
        ]
        shown += bool(wrong)
        texts.append(wrong[0] if wrong else strange[0] if rng.random() < 0.3 else typed(asks.exact_value(**settings)))
    return tuple(texts), shown


def evidence_of_class(classroom: ClassService, plans: dict[str, Plan]) -> tuple[Any, Counter[str], Counter[str]]:
    """Let the class work through all lessons. Return its room, and the pupils with any and with repeated evidence."""
    room, any_pupils, repeated = classroom.open_room(LESSONS[0])[0], Counter[str](), Counter[str]()
    minds = [id for id, count in PLANTED.items() for _ in range(count)]
    for n in range(PUPILS):
        mind = minds[n] if n < len(minds) else OTHER_MISCONCEPTION
        member, total = classroom.add_pupil(room, f"Pupil {n}", session_state.new_secret()), 0
        for lesson, plan in plans.items():
            texts, shown = answers(plan, n, mind if mind != OTHER_MISCONCEPTION else "")
            classroom.save_report(member, lesson, 1, build_report(worked(plan, n, texts)))
            total += shown
        any_pupils[mind] += total > 0
        repeated[mind] += total > 1
    return room, any_pupils, repeated


def test_the_view_names_the_planted_misconceptions_and_no_others(
    classroom: ClassService, plans: dict[str, Plan]
) -> None:
    room, any_pupils, repeated = evidence_of_class(classroom, plans)
    rows = {row["id"]: row for row in TeacherService(classroom).teacher_view_data(room)["misconceptions"]["rows"]}
    assert set(rows) == set(PLANTED)
    for id, row in rows.items():
        assert row["count"].startswith(f"{any_pupils[id]} of {PUPILS} pupils, in "), row["count"]
        once = any_pupils[id] - repeated[id]
        words = [f"{n or 'no'} pupil{'' if n in (0, 1) else 's'}" for n in (repeated[id], once)]
        shows = "show" if repeated[id] > 1 else "shows"
        assert row["strength"].casefold() == (
            f"{words[0]} {shows} it in two answers or more, and {words[1]} in one answer only."
        )
        assert all("for example" in answer for answer in row["answers"])
        following = row["next"]["lesson"]
        assert following not in LESSONS
        assert id in misconceptions_of_lesson(following)
    everywhere = rows["with-replacement"]["count"]
    assert all(lesson_title(lesson) in everywhere for lesson in LESSONS)
    table = list(csv.DictReader(io.StringIO(classroom.class_report_or_csv(room, include_names=True))))
    ids = {row[column] for row in table for column in row if column.startswith("misconception ")}
    assert ids == {"", *(id for id in PLANTED if id in misconceptions_of_lesson(LESSONS[0]))}


def test_a_single_answer_is_called_one(classroom: ClassService, plans: dict[str, Plan]) -> None:
    lesson = LESSONS[0]
    room = classroom.open_room(lesson)[0]
    member = classroom.add_pupil(room, "Ada", session_state.new_secret())
    texts, _ = answers(plans[lesson], 3, "with-replacement")
    report = build_report(worked(plans[lesson], 3, texts[:1]))
    classroom.save_report(member, lesson, 1, report)
    (row,) = TeacherService(classroom).teacher_view_data(room)["misconceptions"]["rows"]
    assert (row["id"], row["strength"]) == ("with-replacement", "Only one answer shows it, so this may be a slip.")


def own(visit: Visit, codes: str) -> dict[str, Any]:
    """What the page of a lesson says about result codes."""
    (data,) = [m["data"] for m in visit.do("summarize_result_codes", text=codes) if m["kind"] == "misconceptions"]
    return dict(data)


def test_a_pupil_sees_the_same_for_own_result_codes(plans: dict[str, Plan]) -> None:
    """The page computes it, without a class. A code of this very lesson counts once."""
    codes, shown = [], 0
    for lesson in LESSONS[1:]:
        texts, count = answers(plans[lesson], 5, "with-replacement")
        codes.append(encode_result_code(build_report(worked(plans[lesson], 5, texts)), plans[lesson]))
        shown += count
    visit = Visit(plans[LESSONS[0]])
    codes.append(encode_result_code(build_report(visit.lesson.progress), visit.lesson.plan))
    (row,) = own(visit, "\n".join(codes))["rows"]
    assert row["id"] == "with-replacement"
    assert row["count"].startswith(f"{shown} of your ")
    assert row["next"]["lesson"] not in LESSONS
    assert "mistake in this code" in visit.refused("summarize_result_codes", text=codes[0][:-1] + "7")
    empty = own(visit, "")
    assert empty["rows"] == []
    assert empty["lead"] == "None of your answers in these lessons shows an idea from the list."


def test_every_lesson_says_which_questions_it_asks() -> None:
    """The questions that are read from the cells are those that the lesson asks."""
    for id in lesson_ids():
        plan = load_lesson_definition(id)
        asked = {plan.question.id, *(one.id for one in plan.require_step("check").extra_data["questions"])}
        assert asked <= set(question_ids_of_lesson(id)), id
        assert question_ids_of_lesson(id)[0] == plan.question.id
