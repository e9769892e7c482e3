"""Saved files with planted values: refused with a plain sentence or opened. Nothing else happens."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import gamelib
from gamelib import Record
from gamelib.validation import parse_json
from tests.conftest import LONG
from tests.hostile import deep, fine, played, positions
from tests.lessons.visit import Visit
from tests.test_messages import SENT, answers
from widgets import Builder, Lesson
from widgets.classroom.browser_report_validation import PageVocabulary, validate_exact_outcomes
from widgets.classroom.class_file import ClassFile, class_file_text
from widgets.classroom.class_lesson import LessonCatalog
from widgets.classroom.class_store import ClassStore, LessonAndSession
from widgets.classroom.sample_and_plan_store import SampleAndPlanStore, SelectedSample
from widgets.classroom.server.class_service import ClassService
from widgets.classroom.session_state import new_secret
from widgets.classroom.simulated_pupils import SimulatedPupil
from widgets.classroom.work_samples import work_samples_of_report
from widgets.dashboard import run_report as runs
from widgets.games.harem.dashboards import gems
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.progress_report import build_report, validate_report
from widgets.lesson.result_codes import decode_result_code, encode_result_code
from widgets.page import run_reports
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.page.protocol import UNKNOWN_REQUEST_TEXT, PageWidget
from widgets.rules.widget import Rulebook
from widgets.site.home_page import dashboard_titles
from widgets.table.tutorial import TutorialTable
from widgets.table.widget import Table

HUGE = 10**400
PLANTED = (
    *(HUGE, -HUGE, 10**5000, 10**300, -1, 0.5, float("inf"), float("nan")),
    *("x" * 2000, "9" * 5000, "²", "\ud800", None, [], {}, deep(200), deep(100_000)),
)


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the places of all values that are not lists or tables.

    Of a long list, the first and the last part count.
    """
    if isinstance(data, dict):
        parts = list(data.items())
    elif isinstance(data, list):
        parts = list(enumerate(data))
        parts = parts[:2] + parts[2:][-1:]
    else:
        yield path
        return
    yield path
    for key, value in parts:
        yield from leaves(value, (*path, key))


def with_value(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return a copy with another value at one place."""
    if not path:
        return value
    key, *rest = path
    copy = data.copy()
    copy[key] = with_value(data[key], tuple(rest), value)
    return copy


def planted(data: Any) -> Iterator[tuple[str, Any]]:
    """Yield the data with each value at each place, and the place in words. By default, a place has a third of them."""
    for n, path in enumerate(leaves(data)):
        for value in PLANTED if LONG else PLANTED[n % 3 :: 3]:
            yield f"{path} {type(value).__name__}", with_value(data, path, value)


# -- what a browser keeps, through the widget that opens it --------------------------------------------


@cache
def lesson_progress(id: str) -> tuple[Visit, Any]:
    """Return a finished lesson and the data that its browser stores."""
    visit = Visit(load_lesson_definition(id))
    visit.to("sum")
    return visit, json.loads(json.dumps(visit.lesson.progress.to_dict()))


def answered(widget: PageWidget, message: Any) -> list[str]:
    """Return the sentences that a page gets for a message. None of them reports an internal error."""
    said = [each["text"] for each in answers(widget, message) if each["kind"] == "notice"]
    return said


@pytest.mark.parametrize("id", ["01-two-dice-and-a-gem", "00-three-coins"])
def test_planted_progress_of_a_lesson_opens_or_the_lesson_starts_anew(id):
    visit, saved = lesson_progress(id)
    lesson, refused = Lesson(visit.lesson.plan, 1), 0
    for place, one in planted(saved):
        lesson._touched = False
        said = answered(lesson, {"do": "hello", "saved": one, "elsewhere": {"x": one}})
        if said:
            refused += 1
            assert said == ["The work saved in this browser doesn’t fit this lesson, so the lesson starts again."], (
                place
            )
            assert lesson.progress.navigation.current_step == lesson.progress.navigation.step_kinds[0]
    assert refused > 30


@pytest.mark.parametrize("make", [lambda: Table("towers", seed=1), lambda: TutorialTable("harem", seed=1)])
def test_planted_games_open_or_the_game_starts_anew(make):
    table, refused = make(), 0
    heard = [
        each["data"]
        for each in answers(table, {"do": "hello", "link": "", "saved": None})
        if each["kind"] == "save_game"
    ]
    if isinstance(table, TutorialTable):
        heard += [{"goal": 2, "taken": 1, "met": True}, {**Table("harem", seed=1).session.to_dict(), "free": True}]
    for saved in heard:
        for _, one in planted(saved):
            table = make() if isinstance(table, TutorialTable) else table
            table._touched = False
            said = answered(table, {"do": "hello", "link": "", "saved": one})
            assert UNKNOWN_REQUEST_TEXT not in said
            refused += bool(said)
    assert refused > 30


MESSAGES = {
    "dashboard": (
        lambda: gems.create_dashboard(),
        [{"do": "set", "values": {name: 1}} for name in ("gems", "gold", "cost", "table")]
        + [{"do": "open_file", "link": "gems=3"}, {"do": "resolve_chance_series", "id": "rolls", "n": 10}],
    ),
    "builder": (
        lambda: Builder("2d6 : sum"),
        [
            {"do": do, "model": gamelib.model("2 bag{red*3,blue*5} : most = 2").to_dict(), **more}
            for do, more in (("read", {}), ("run", {"n": 2}), ("exact", {}), ("between", {"low": 0, "high": 1}))
        ],
    ),
    "rulebook": (
        lambda: Rulebook("towers", seed=1),
        [
            {"do": "rule", "id": "TOW-1.1"},
            {"do": "meet", "met": ["TOW-1.1"]},
            {"do": "search", "text": "tower"},
            {"do": "pictures", "rules": ["TOW-1.1"]},
            {"do": "deals", "option": "x", "value": 1, "seats": 2},
            {"do": "answer", "n": 0},
        ],
    ),
    "table": (lambda: Table("harem", seats=2, seed=1), SENT),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_planted_messages_are_answered_in_a_sentence(name):
    make, messages = MESSAGES[name]
    widget = make()
    for message in messages:
        for _, one in planted(message):
            answered(widget, {"seq": 1, **one} if isinstance(one, dict) else one)


# -- what comes as a file, a link or a request -----------------------------------------------------------

GEM = "01-two-dice-and-a-gem"
COURSES, OWN = LessonCatalog(NOTEBOOKS_DIR), PageVocabulary(NOTEBOOKS_DIR)
PLAN = load_lesson_definition(GEM)


@cache
def class_file() -> Any:
    """Return the file of a class with a round, a vote, a talk, a work sample, and reports of three pupils."""
    with TemporaryDirectory() as folder:
        store = ClassStore(Path(folder) / "class.sqlite")
        rooms = ClassService(store, NOTEBOOKS_DIR, dashboard_titles, list, lambda: None)
        at, tray = rooms.open_room(GEM)[0], SampleAndPlanStore(store)
        for number, name in enumerate(("Anna", "Ben")):
            me = rooms.add_pupil(at, name, new_secret())
            rooms.save_report(
                me,
                GEM,
                1,
                SimulatedPupil(rooms.require_lesson(at), 5, number + 3).report_after_actions_until_finished(5),
            )
            store.save_vote(me, 1, {"at": [0], "say": "one", "pieces": []})
        course = rooms.require_lesson(at)
        slip = work_samples_of_report(course, next(iter(store.lesson_reports(at.id, GEM).values())))[0]
        tray.restore_sample(me.id, at.id, SelectedSample(1, 0, slip, 1, "", 1))
        tray.save_lesson_plan(at.id, GEM, {"minutes": {"run": 5}, "notes": {"run": "Wait"}})
        pace = {"round": 2, "rounds": [[1, 1]], "votes": {"0": [2]}, "list": ["Anna"]}
        talk = {"number": 2, "question": "Why?", "ask": "vote", "slips": [1], "told": True}
        store.update_lesson_and_session(
            at.id, lambda room: LessonAndSession(room.lesson, room.session_state | pace | {"talks": [talk]})
        )
        data = json.loads(class_file_text(store, tray, store.room(at.id), {GEM}, 1.0))
        store.close()
    return data


@cache
def runs_report() -> Any:
    page = gems.create_dashboard()
    page.simulations["rolls"].add_trials(10)
    return runs.build_run_report(page.simulations["rolls"], "Enough?", "key")


def read_runs(data: Any) -> object:
    """Read a report as the server does for a page without a signature."""
    return run_reports.validate_run_report(
        parse_json(json.dumps(data)), "another key", lambda text: validate_exact_outcomes(text, OWN)
    )


def typed(data: Any) -> str:
    """Return the data as a text that somebody sends. JSON of Python also has NaN and infinities."""
    return json.dumps(data) if not isinstance(data, str) else data


FORMATS: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {
    "report": (lambda: build_report(lesson_progress(GEM)[0].lesson.progress), lambda data: validate_report(data, PLAN)),
    "file of a class": (class_file, lambda data: ClassFile(typed(data), COURSES.get)),
    "runs": (runs_report, lambda data: read_runs(data)),
    "words of runs": (
        lambda: json.loads(runs_report()["about"]),
        lambda data: validate_exact_outcomes(typed(data), OWN),
    ),
    "record": (
        lambda: played("towers", 2).to_dict(),
        lambda data: Record.from_json(typed(data), gamelib.game("towers")),
    ),
    "record as a table": (
        lambda: played("towers", 2).to_dict(),
        lambda data: Record.from_dict(data, gamelib.game("towers")),
    ),
    "position": (lambda: positions("wishes")[3], lambda data: gamelib.game("wishes").from_dict(data)),
    "model": (lambda: gamelib.model("2 bag{red*3,blue*5} : most = 2").to_dict(), gamelib.model),
}


def as_text(data: Any) -> bool:
    try:
        json.dumps(data)
    except (ValueError, RecursionError):
        return False
    return True


@pytest.mark.parametrize("name", FORMATS)
def test_planted_files_open_or_are_refused_in_a_sentence(name):
    make, read = FORMATS[name]
    data = make()
    read(data)
    refused = opened = 0
    for place, one in planted(data):
        if name in ("file of a class", "runs", "words of runs", "record") and not as_text(one):
            continue  # nobody can send it
        try:
            read(one)
            opened += 1
        except ValueError as error:
            fine(str(error))
            refused += 1
        except BaseException as error:
            error.add_note(f"planted at {place}")
            raise
    assert refused > opened


def test_numbers_with_thousands_of_digits_are_refused_before_they_are_read():
    for text in (f'{{"a": {"9" * 5000}}}', f"[-{'9' * 5000}]", "[1e999]", "[NaN]", "[" * 100_000):
        with pytest.raises(ValueError, match=r"number|nests") as caught:
            parse_json(text)
        fine(str(caught.value))


@pytest.mark.parametrize("planted_text", ["9" * 5000, "²", "1" * 30, "x" * 2000, "\ud800"])
def test_planted_result_codes_are_refused_in_a_sentence(planted_text):
    good = encode_result_code(build_report(lesson_progress(GEM)[0].lesson.progress), PLAN)
    for text in (planted_text, good + planted_text, planted_text + good, good.replace("-", planted_text)):
        with pytest.raises(ValueError, match="code") as caught:
            decode_result_code(text, PLAN)
        fine(str(caught.value))


@pytest.mark.parametrize("value", ["1" + "0" * 400, "1e999", "NaN", "[" * 100])
def test_a_class_with_a_planted_number_is_left_aside_as_damaged(value, tmp_path):
    file = tmp_path / "class.sqlite"
    store = ClassStore(file)
    rooms = ClassService(store, NOTEBOOKS_DIR, dashboard_titles, list, lambda: None)
    at = rooms.open_room(GEM)[0]
    me = rooms.add_pupil(at, "Anna", new_secret())
    rooms.save_report(me, GEM, 1, SimulatedPupil(rooms.require_lesson(at), 5, 3).report_after_actions_until_finished(5))
    store.close()
    with sqlite3.connect(file) as run:
        run.execute("UPDATE kismet_reports SET data = json_set(data, '$.counts', 0)")
        run.execute("UPDATE kismet_reports SET data = replace(data, '\"counts\":0', ?)", (f'"counts":{value}',))
    run.close()
    again = ClassStore(file)
    assert again.switch_to_usable_file() == [file]
    again.close()
