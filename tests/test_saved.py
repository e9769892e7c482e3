"""Whatever somebody plants in a saved file: a plain sentence refuses it, or it opens. Nothing else happens."""

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
from tests.hostile import deep, fine, played, positions
from tests.lessons.visit import Visit
from tests.test_messages import SENT, answers
from widgets import Builder, Lesson
from widgets.classroom.course import Courses
from widgets.classroom.keeping import Kept, written
from widgets.classroom.rehearsal import Actor
from widgets.classroom.room import new_secret
from widgets.classroom.said import PageWords, about
from widgets.classroom.server.class_service import Classroom
from widgets.classroom.slips import slips
from widgets.classroom.store import Store
from widgets.classroom.tray import Slip, Tray
from widgets.dashboard import report as runs
from widgets.games.harem.dashboards import gems
from widgets.lesson.codes import code, read_whole
from widgets.lesson.files import load
from widgets.lesson.report import checked, report
from widgets.page import reports
from widgets.page.folders import NOTEBOOKS
from widgets.page.protocol import NOT_UNDERSTOOD, PageWidget
from widgets.rules.widget import Rulebook
from widgets.site.gallery import dashboard_titles
from widgets.table.coached import FirstGame
from widgets.table.widget import Table

HUGE = 10**400
PLANTED = (
    *(HUGE, -HUGE, 10**5000, 10**300, -1, 0.5, float("inf"), float("nan")),
    *("x" * 2000, "9" * 5000, "²", "\ud800", None, [], {}, deep(200), deep(100_000)),
)


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values that are no lists and no tables; of a long list the first and the last part."""
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
    """A copy with another value at one place."""
    if not path:
        return value
    key, *rest = path
    copy = data.copy()
    copy[key] = with_value(data[key], tuple(rest), value)
    return copy


def planted(data: Any) -> Iterator[tuple[str, Any]]:
    """The data with each value at each place, and the place in words."""
    for path in leaves(data):
        for value in PLANTED:
            yield f"{path} {type(value).__name__}", with_value(data, path, value)


# -- what a browser keeps, through the widget that opens it --------------------------------------------


@cache
def lesson_progress(id: str) -> tuple[Visit, Any]:
    """A lesson that was worked through, and what its browser keeps."""
    visit = Visit(load(id))
    visit.to("sum")
    return visit, json.loads(json.dumps(visit.lesson.pupil.saved()))


def answered(widget: PageWidget, message: Any) -> list[str]:
    """The sentences that a page gets for a message; none of them says that something went wrong."""
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
            assert said == ["What this browser has kept does not fit this lesson; it begins anew."], place
            assert lesson.pupil.at == lesson.pupil.kinds[0]
    assert refused > 100


@pytest.mark.parametrize("make", [lambda: Table("towers", seed=1), lambda: FirstGame("harem", seed=1)])
def test_planted_games_open_or_the_game_starts_anew(make):
    table, refused = make(), 0
    heard = [
        each["data"] for each in answers(table, {"do": "hello", "link": "", "saved": None}) if each["kind"] == "keep"
    ]
    if isinstance(table, FirstGame):
        heard += [{"goal": 2, "taken": 1, "met": True}, {**Table("harem", seed=1).session.saved(), "free": True}]
    for saved in heard:
        for _, one in planted(saved):
            table = make() if isinstance(table, FirstGame) else table
            table._touched = False
            said = answered(table, {"do": "hello", "link": "", "saved": one})
            assert NOT_UNDERSTOOD not in said
            refused += bool(said)
    assert refused > 100


MESSAGES = {
    "dashboard": (
        lambda: gems.show(),
        [{"do": "set", "values": {name: 1}} for name in ("gems", "gold", "cost", "table")]
        + [{"do": "open", "link": "gems=3"}, {"do": "run", "id": "rolls", "n": 10}],
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
COURSES, OWN = Courses(NOTEBOOKS), PageWords(NOTEBOOKS)
PLAN = load(GEM)


@cache
def class_file() -> Any:
    """The file of a class with a round, a vote, a talk, a slip, and what three pupils have told."""
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "class.sqlite")
        rooms = Classroom(store, NOTEBOOKS, dashboard_titles, list, lambda: None)
        at, tray = rooms.open(GEM)[0], Tray(store)
        for number, name in enumerate(("Anna", "Ben")):
            me = rooms.join(at, name, new_secret())
            rooms.tell(me, GEM, 1, Actor(rooms.course(at), 5, number + 3).at(5))
            store.vote(me, 1, {"at": [0], "say": "one", "pieces": []})
        course = rooms.course(at)
        slip = slips(course, next(iter(store.reports(at.id, GEM).values())))[0]
        tray.put_back(me.id, at.id, Slip(1, 0, slip, 1, "", 1))
        tray.keep_plan(at.id, GEM, {"minutes": {"run": 5}, "notes": {"run": "Wait"}})
        pace = {"round": 2, "rounds": [[1, 1]], "votes": {"0": [2]}, "list": ["Anna"]}
        talk = {"number": 2, "question": "Why?", "ask": "vote", "slips": [1], "told": True}
        store.change(at.id, lambda room: (room.lesson, room.pace | pace | {"talks": [talk]}))
        data = json.loads(written(store, tray, store.room(at.id), {GEM}, 1.0))
        store.end()
    return data


@cache
def runs_report() -> Any:
    page = gems.show()
    page.simulations["rolls"].run(10)
    return runs.report(page.simulations["rolls"], "Enough?", "key")


def read_runs(data: Any) -> object:
    """A report as the server takes it from a page without its seal."""
    return reports.checked(parse_json(json.dumps(data)), "another key", lambda text: about(text, OWN))


def typed(data: Any) -> str:
    """The data as a text that somebody sends: JSON of Python has room for numbers that are none."""
    return json.dumps(data) if not isinstance(data, str) else data


FORMATS: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {
    "report": (lambda: report(lesson_progress(GEM)[0].lesson.pupil), lambda data: checked(data, PLAN)),
    "file of a class": (class_file, lambda data: Kept(typed(data), COURSES.get)),
    "runs": (runs_report, lambda data: read_runs(data)),
    "words of runs": (
        lambda: json.loads(runs_report()["about"]),
        lambda data: about(typed(data), OWN),
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
    good = code(report(lesson_progress(GEM)[0].lesson.pupil), PLAN)
    for text in (planted_text, good + planted_text, planted_text + good, good.replace("-", planted_text)):
        with pytest.raises(ValueError, match="code") as caught:
            read_whole(text, PLAN)
        fine(str(caught.value))


@pytest.mark.parametrize("value", ["1" + "0" * 400, "1e999", "NaN", "[" * 100])
def test_a_class_with_a_planted_number_is_left_aside_as_damaged(value, tmp_path):
    file = tmp_path / "class.sqlite"
    store = Store(file)
    rooms = Classroom(store, NOTEBOOKS, dashboard_titles, list, lambda: None)
    at = rooms.open(GEM)[0]
    me = rooms.join(at, "Anna", new_secret())
    rooms.tell(me, GEM, 1, Actor(rooms.course(at), 5, 3).at(5))
    store.end()
    with sqlite3.connect(file) as run:
        run.execute("UPDATE kismet_reports SET data = json_set(data, '$.counts', 0)")
        run.execute("UPDATE kismet_reports SET data = replace(data, '\"counts\":0', ?)", (f'"counts":{value}',))
    run.close()
    again = Store(file)
    assert again.look_over() == [file]
    again.end()
