"""The teacher's desk without a browser: slips and talks, the plan, a rehearsal, grade books, the file of a class, and
that a pupil sees nothing of it."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conftest import LONG, ROOT, Server, kismet
from tests.pupils import Line, come, few_pages, opened, worked
from widgets.classroom import class_list, grades, planned, room
from widgets.classroom.course import Courses
from widgets.classroom.door import WaitingError
from widgets.classroom.keeping import Kept, written
from widgets.classroom.network import device_network
from widgets.classroom.rehearsal import PUPILS, Actor
from widgets.classroom.server.change_notifier import SaidError
from widgets.classroom.server.class_service import Classroom
from widgets.classroom.server.rehearsals import Rehearsal, Rehearsals
from widgets.classroom.server.teacher_service import Desk
from widgets.classroom.slips import checked_slip, names_somebody, slips
from widgets.classroom.store import NO, YES, GoneError, Member, Store
from widgets.classroom.talk import MOST_SIDES, talked, voice
from widgets.classroom.tray import PLACES, Tray, shown_slip
from widgets.lesson.files import load
from widgets.lesson.hand import at_hand, checked_hand
from widgets.lesson.limits import MOST_PAST
from widgets.lesson.report import checked, report
from widgets.page.folders import NOTEBOOKS
from widgets.site.gallery import dashboard_titles

GEM, RAID = "01-two-dice-and-a-gem", "03-the-raid"
MARKUP = "<img src=x onerror=x>"
_LESSONS = Courses(NOTEBOOKS)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(tmp_path / "class.sqlite")
    yield kept
    for each in kept.rooms():
        kept.close_room(each.id)
    kept.end()


@pytest.fixture
def classroom(store: Store) -> Classroom:
    return Classroom(store, NOTEBOOKS, dashboard_titles, list, lambda: None)


def opened_room(classroom: Classroom, lesson: str = GEM) -> Any:
    return classroom.open(lesson)[0]


def came(classroom: Classroom, at: Any, name: str, told: Any = None) -> Member:
    me = classroom.join(at, name, room.new_secret())
    if told is not None:
        classroom.tell(me, at.lesson, 1, json.loads(json.dumps(told)))
    return next(one for one in classroom.store.pupils(at.id) if one.id == me.id)


# -- what is in hand, and what becomes of it -------------------------------------------------


@pytest.mark.parametrize("lesson", ["00-three-coins", GEM, RAID, "04-more-than-one-gem", "07-when-does-the-end-come"])
def test_a_made_up_pupil_works_through_a_lesson_and_each_report_can_be(lesson: str) -> None:
    """Each report of each deed is one that a server takes as it is, and gives slips that a file takes as they are."""
    course, kinds = _LESSONS.get(lesson), set()
    for number in (0, 9):
        actor, place = Actor(course, 3, number), 0
        while (told := actor.at(place)) is not None:
            assert checked(json.loads(json.dumps(told)), course.plan) == told
            place += 1
        for slip in slips(course, actor.reports[-1]):
            kinds.add(slip["kind"])
            assert checked_slip(json.loads(json.dumps(slip))) == slip
            assert not {"name", "face", "exact", "n"} & slip.keys()
        assert actor.reports[-1]["at"] == course.kinds[-1]
    assert {"chips", "words", "answer"} <= kinds
    again = Actor(course, 3, 9)
    assert [again.at(n) for n in range(place)] == actor.reports, "from one seed comes one pupil"


def test_what_is_in_hand_tells_cells_that_are_tapped_and_what_the_page_said() -> None:
    plan = load(GEM)
    pupil = worked(plan, 1)
    pupil.reveal()
    pupil.next()
    assert pupil.building
    pupil.building.listed = True
    pupil.build([0, 1])
    hand = at_hand(pupil)
    assert hand["built"] == [0, 1]
    assert hand["help"]
    assert checked_hand(hand, plan, len(pupil.answers)) == hand
    course = _LESSONS.get(GEM)
    built = next(slip for slip in slips(course, report(pupil)) if slip["key"] == "built")
    assert (built["tapped"], len(built["cells"]), built["what"]) == ([0, 1], 36, "built: 2 of 36")


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        7,
        {"seed": -1},
        {"seed": True},
        {"typed": [["x"]]},
        {"typed": [[[0, "x" * 500]]] * 4},
        {"built": [0, 0]},
        {"built": [99]},
        {"built": "0"},
        {"rows": ["x" * 2000]},
        {"rows": [1]},
        {"machine": ["2d6 : luck", 1]},
        {"machine": [1]},
        {"game": [1, [99]]},
        {"game": [0, [0]]},
        {"game": [1, [0] * 900]},
    ],
)
def test_nonsense_in_hand_is_refused(wrong: Any) -> None:
    plan = load(RAID)
    good = at_hand(worked(plan, 1))
    told = {**good, **wrong} if isinstance(wrong, dict) else wrong
    with pytest.raises(ValueError, match=r"\.$|model|luck"):
        checked_hand(told, plan, 4)


def test_a_report_of_an_older_page_tells_nothing_in_hand() -> None:
    plan = load(GEM)
    told = report(worked(plan, 1))
    del told["hand"]
    assert checked(told, plan)["hand"]["typed"] == []
    slips(_LESSONS.get(GEM), checked(told, plan))


# -- the tray and the talk -------------------------------------------------------------------


def test_slips_lie_in_an_order_with_notes_and_names_only_with_a_yes(classroom: Classroom) -> None:
    at, plan = opened_room(classroom), load(GEM)
    anna, ben = (came(classroom, at, name, report(worked(plan, n))) for n, name in enumerate((MARKUP[:20], "Ben")))
    tray, desk = classroom.tray, Desk(classroom)
    first, second = desk.lay(at, 1, "chips", 1), desk.lay(at, 2, "reason", 2)
    tray.move(at.id, second, 1)
    assert [(one.id, one.place) for one in tray.slips(at.id)] == [(second, 1), (first, 2)]
    tray.note(at.id, first, "Ask for the 7")
    assert desk.lay(at, 1, "chips", 3) == first, "the same slip moves, and is not made twice"
    assert next(one for one in tray.slips(at.id) if one.id == first).note == "Ask for the 7"
    # a name stands beside it with a yes alone, and goes with a no
    slip = tray.slips(at.id)[0]
    with pytest.raises(GoneError):
        tray.answer(ben.id, at.id, second, yes=True)
    tray.ask(at.id, second, ask=True)
    assert "name" not in shown_slip(slip, "Ben", 3)
    with pytest.raises(GoneError):
        tray.answer(anna.id, at.id, second, yes=True)
    for yes, state in ((True, YES), (False, NO)):
        tray.answer(ben.id, at.id, second, yes=yes)
        assert next(one for one in tray.slips(at.id) if one.id == second).consent == state
    # who is taken out takes the slips along
    classroom.door.take_out(at.id, [2])
    assert [one.id for one in tray.slips(at.id)] == [first]
    with pytest.raises(ValueError, match="places"):
        desk.lay(at, 1, "reason", PLACES + 1)


def test_a_talk_shows_slips_without_names_and_keeps_what_was_said(classroom: Classroom) -> None:
    at, plan = opened_room(classroom), load(GEM)
    anna, ben = (came(classroom, at, name, report(worked(plan, n))) for n, name in enumerate(("Anna", "Ben")))
    ids = [Desk(classroom).lay(at, n, "chips", n) for n in (1, 2)]
    classroom.change(at, {"pace": {"talk": {"question": "Where is the 7?", "ask": "vote", "slips": ids}}})
    seen = classroom.pace(anna)
    assert "Ben" not in json.dumps(seen)
    assert [slip["kind"] for slip in seen["talk"]["slips"]] == ["chips", "chips"]
    number = seen["talk"]["number"]
    classroom.talks.say(anna, {"number": number, "slip": ids[0]})
    classroom.talks.say(anna, {"number": number, "slip": ids[1]})
    board = classroom.board(classroom.store.room(at.id))
    assert (board["talk"]["n"], board["talk"]["votes"]) == (1, []), "hidden while it is asked"
    classroom.change(at, {"pace": {"talk": {"told": True}}})
    assert classroom.board(classroom.store.room(at.id))["talk"]["votes"] == [0, 1]
    with pytest.raises(ValueError, match="closed"):
        classroom.talks.say(ben, {"number": number, "slip": ids[0]})
    classroom.change(at, {"pace": {"talk": {"question": "Say why", "ask": "sentence", "slips": ids[:1]}}})
    now = classroom.store.room(at.id)
    with pytest.raises(ValueError, match="other words"):
        classroom.talks.say(ben, {"number": now.pace["talk"]["number"], "text": "shit"})
    classroom.talks.say(ben, {"number": now.pace["talk"]["number"], "text": MARKUP})
    shown = Desk(classroom).shown(classroom.store.room(at.id))
    assert [talk["said"] for talk in shown["talks"]] == [[{"n": 1, "slip": ids[1]}], [{"n": 2, "text": MARKUP}]]
    assert MARKUP not in json.dumps(classroom.board(classroom.store.room(at.id))), "sentences are not on the board"
    assert any(slip["key"].startswith("said:") for slip in shown["made"]["2"])
    classroom.change(at, {"pace": {"talk": None}})
    assert [talk["question"] for talk in classroom.store.room(at.id).pace["talks"]] == ["Where is the 7?", "Say why"]


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"question": "x"},
        {"question": "x", "ask": "sing", "slips": [1]},
        {"question": "", "ask": "vote", "slips": [1]},
        {"question": "x", "ask": "", "slips": []},
        {"question": "x", "ask": "", "slips": [1, 1]},
        {"question": "x" * 200, "ask": "", "slips": [1]},
        {"question": "x", "ask": "", "slips": list(range(MOST_SIDES + 1))},
        {"question": "x", "ask": "", "slips": ["1"]},
        {"question": "x", "ask": "", "slips": [True]},
        {"told": False},
        7,
    ],
)
def test_a_talk_that_cannot_be_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        talked(room.new_pace(), wrong)


def test_a_voice_that_cannot_be_is_refused() -> None:
    talk = {"number": 4, "ask": "vote", "slips": [7], "told": False, "question": "x"}
    for said in ({}, {"number": 3, "slip": 7}, {"number": 4, "slip": 8}, {"number": 4, "slip": True}):
        with pytest.raises(ValueError, match=r"\.$"):
            voice(talk, said)
    with pytest.raises(ValueError, match="characters"):
        voice(talk | {"ask": "sentence"}, {"number": 4, "text": "x" * 201})


def test_the_desk_tells_where_a_name_of_the_class_stands_in_what_was_written() -> None:
    slip = {"kind": "words", "text": "As Anna said"}
    assert names_somebody(slip, ["Anna"])
    assert not names_somebody(slip, ["An", "Ben"])


def test_a_file_has_room_for_the_classes_of_one_teacher_and_a_database_for_those_of_a_school(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    while len(classroom.store.rooms()) < room.MOST_ROOMS:
        classroom.open()
    with pytest.raises(SaidError, match="12 classes are open here"):
        classroom.open()
    monkeypatch.setattr(Store, "file", property(lambda store: None))
    classroom.open()
    assert len(classroom.store.rooms()) == room.MOST_ROOMS + 1


def test_boards_that_ask_within_a_moment_get_the_same_and_who_asks_anew_the_newest(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, clock = opened_room(classroom, RAID), [100.0]
    monkeypatch.setattr("widgets.classroom.server.class_service.time.monotonic", lambda: clock[0])
    first = classroom.board(at)
    came(classroom, at, "Anna", report(worked(load(RAID), 1)))
    now = classroom.store.room(at.id)
    assert len(classroom.board(now, known=now.version - 1)["pupils"]) == 0, "another board was given this just now"
    assert len(classroom.board(now, known=first["version"])["pupils"]) == 1, "but who has that gets the new one"
    came(classroom, now, "Ben", report(worked(load(RAID), 2)))
    later = classroom.store.room(at.id)
    assert len(classroom.board(later)["pupils"]) == 2, "who waits for nothing gets the newest"
    came(classroom, later, "Cem", report(worked(load(RAID), 3)))
    clock[0] += 1
    assert len(classroom.board(classroom.store.room(at.id), known=first["version"])["pupils"]) == 3, "a moment is short"
    classroom.close(at.id)
    assert classroom.board(opened_room(classroom, RAID))["pupils"] == []


# -- the plan --------------------------------------------------------------------------------


def test_a_plan_changes_in_parts_and_prints(classroom: Classroom) -> None:
    at = opened_room(classroom)
    desk, before = Desk(classroom), Desk(classroom).plan(at)
    about = before["abouts"][1]
    group = about["rows"][1]["group"]
    desk.change_plan(at, {"minutes": {"why": 9}})
    desk.change_plan(at, {"expect": {about["about"]: {group: 8}}, "asks": {about["about"]: {group: MARKUP}}})
    desk.change_plan(at, {"expect": {about["about"]: {"right": 3}}})
    plan = desk.plan(classroom.store.room(at.id))
    own = next(step["own"] for step in plan["steps"] if step["kind"] == "why")
    assert plan["total"] == before["total"] - own + 9
    assert plan["expect"][about["about"]] == {group: 8, "right": 3}
    paper = desk.plan_paper(at)
    assert MARKUP not in paper
    assert "&lt;img" in paper
    first = desk.first_plan(GEM)
    assert _LESSONS.get(GEM).title in first
    assert "&lt;img" not in first, "as it is before any class"
    with pytest.raises(ValueError, match="lesson"):
        desk.first_plan("nothing")
    for wrong in (
        {},
        7,
        {"minutes": {"dance": 1}},
        {"minutes": {"why": -1}},
        {"expect": {"0": {"nobody": 1}}},
        {"expect": {"0": {"right": True}}},
        {"asks": {"0": {"right": "x" * 300}}},
        {"notes": []},
    ):
        with pytest.raises(ValueError, match=r"\.$"):
            planned.tidy_plan(_LESSONS.get(GEM), wrong)


def test_every_lesson_has_a_plan_with_mistakes_to_expect() -> None:
    for id in (GEM, RAID, "19-does-the-die-lie"):
        course = _LESSONS.get(id)
        plan = planned.plan_of(course, {})
        assert [step["kind"] for step in plan["steps"]] == course.kinds
        assert plan["total"] > 15
        assert all(one["rows"] for one in plan["abouts"])
        assert plan["ready"]


# -- a rehearsal -----------------------------------------------------------------------------


def test_a_rehearsal_works_votes_waits_and_goes_on_after_a_restart(classroom: Classroom) -> None:
    at, _ = Rehearsals(classroom).open(GEM, seed=5)
    assert (at.pace["locked"], at.pace["rehearsal"]) == (True, 5)
    cast, now = Rehearsal(classroom, at.id), 0.0

    def look(seconds: int) -> None:
        nonlocal now
        for _ in range(seconds):
            now += 1
            cast.look(now)

    look(PUPILS)
    assert len(classroom.store.pupils(at.id)) == PUPILS
    classroom.change(at, {"pace": {"upto": "predict"}})
    look(60)
    there = classroom.store.pupils(at.id)
    assert {one.step for one in there} <= {"example", "play", "predict"}, "nobody passes the gate"
    assert any(one.step == "predict" for one in there)
    classroom.change(at, {"pace": {"upto": None, "vote": "0"}})
    look(40)
    pace = classroom.store.room(at.id).pace
    assert len(classroom.store.plays(at.id, pace["vote"]["number"])) == PUPILS
    classroom.change(at, {"pace": {"vote": None, "round": 1}})
    look(40)
    assert len(classroom.store.plays(at.id, classroom.store.room(at.id).pace["rounds"][-1][0])) == PUPILS
    classroom.change(at, {"pace": {"round": 0, "paused": True}})
    before = classroom.store.reports(at.id, GEM)
    look(30)
    assert classroom.store.reports(at.id, GEM) == before, "a pause is a pause"
    classroom.change(at, {"pace": {"paused": False}})
    cast = Rehearsal(classroom, at.id)  # as after a restart
    look(30)
    after = classroom.store.reports(at.id, GEM)
    assert all(len(after[id]["done"]) >= len(told["done"]) for id, told in before.items()), "nobody begins anew"
    board = classroom.board(classroom.store.room(at.id))
    assert len(board["predictions"]["shapes"]) >= 3, "they think in several ways"


# -- after the hour --------------------------------------------------------------------------


@pytest.fixture
def full(classroom: Classroom) -> Any:
    at, course = opened_room(classroom), _LESSONS.get(GEM)
    for number, name in enumerate(("Anna Smith", "ben", MARKUP[:20])):
        actor, place = Actor(course, 5, number + 3), 0
        while actor.at(place) is not None:
            place += 1
        came(classroom, at, name, actor.reports[-1])
    return at


MOODLE = "First name,Last name,ID number,Email address\nAnna,Smith,17,anna@school.example\nBen,Jones,18,ben@x.example\n"
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
    '"Smith, Anna",4711,s1,anna,5b\n"Jones, Ben",4712,s2,ben,5b\n'
)


@pytest.mark.parametrize(
    ("pasted", "names"),
    [
        (MOODLE, ["Anna Smith", "Ben Jones"]),
        (CANVAS, ["Smith, Anna", "Jones, Ben"]),
        ("Anna Smith\nBen\n\n", ["Anna Smith", "Ben"]),
        (MOODLE.replace(",", "\t"), ["Anna Smith", "Ben Jones"]),
        (MOODLE.replace(",", ";"), ["Anna Smith", "Ben Jones"]),
        ("Anna Smith, a@x.example\nBen, b@x.example", ["Anna Smith", "Ben"]),
    ],
)
def test_a_class_list_is_joined_by_name(classroom: Classroom, full: Any, pasted: str, names: list[str]) -> None:
    found = Desk(classroom).graded(full, {"list": pasted})
    assert [line["name"] for line in found["lines"]] == names
    assert [line["n"] for line in found["lines"]] == [1, 2]
    assert found["left"] == [3]
    key = found["lines"][1]["key"]
    for number in (3, 0):
        chosen = Desk(classroom).graded(full, {"list": pasted, "chosen": {key: number}})
        assert [line["n"] for line in chosen["lines"]] == [1, number]


LISTS = {
    "Moodle": [
        "First name,Last name,ID number,Institution,Department,Email address,Groups",
        "Vorname,Nachname,ID-Nummer,Institution,Abteilung,E-Mail-Adresse,Gruppen",
        "Prénom,Nom de famille,Numéro d'identification,Institution,Département,Adresse de courriel,Groupes",
        "Nombre,Apellido(s),Número de ID,Institución,Departamento,Dirección de correo,Grupos",
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade",
        "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung",
        "Identifiant,Nom complet,Adresse de courriel,Statut,Note,Note maximale",
        "Identificador,Nombre completo,Dirección de correo,Estatus,Calificación,Calificación máxima",
    ],
    "Canvas": [
        "Student,ID,SIS User ID,SIS Login ID,Section",
        "Studierende,ID,SIS-Benutzer-ID,SIS-Anmelde-ID,Abschnitt",
        "Étudiant,ID,ID utilisateur SIG,ID de connexion SIG,Section",
        "Estudiante,ID,ID de usuario del SIS,ID de inicio de sesión del SIS,Sección",
    ],
    "Google Classroom": [
        "Last Name,First Name,Email Address",
        "Nachname,Vorname,E-Mail-Adresse",
        "Nom,Prénom,Adresse e-mail",
        "Apellidos,Nombre,Dirección de correo electrónico",
    ],
    "Teams": [
        "First Name,Last Name,Email Address,Points,Feedback",
        "Vorname,Nachname,E-Mail-Adresse,Punkte,Feedback",
        "Prénom,Nom,Adresse de courrier,Points,Commentaires",
        "Nombre,Apellidos,Dirección de correo electrónico,Puntos,Comentarios",
    ],
    "WebUntis": [
        "name,longName,foreName,gender,birthDate,klasse.name,id,externKey,address.email",
        "Short name,Last name,First name,Class",
        "Kurzname,Langname,Vorname,Klasse",
        "Name,Vorname,Klasse",
        "Nom abrégé,Nom de famille,Prénom,Classe",
        "Nombre corto,Apellido,Nombre,Clase",
    ],
}


@pytest.mark.parametrize(("book", "head"), [(book, head) for book, heads in LISTS.items() for head in heads])
def test_columns_of_grade_books_are_known_in_four_languages(book: str, head: str) -> None:
    columns = class_list._heads(head.split(","))
    values = {"first": "Anna", "last": "Smith", "full": "Anna Smith", "email": "a@x.example"}
    row = [values.get(column, f"value {place}") for place, column in enumerate(columns)]
    for mark in ",;\t":
        (one,) = class_list.read_list(f"\ufeff{head.replace(',', mark)}\n{mark.join(row)}\n")
        assert one.name == "Anna Smith"
        assert one.about.get("email", "a@x.example") == "a@x.example"
    assert ("email" in columns) == any(sign in head.lower() for sign in ("mail", "courr", "correo"))


def test_rows_about_tasks_are_no_pupils() -> None:
    pasted = "Nom,Prénom,Adresse e-mail,Dés\nDate,,,1/2/2026\nPoints,,,10\nPoints,Anna,a@x.example,7\n"
    assert [one.name for one in class_list.read_list(pasted)] == ["Anna Points"]
    canvas = 'Student,ID,SIS Login ID\nA,1,a\n"Student, Test",9,0123456789abcdef\n'
    assert [one.name for one in class_list.read_list(canvas)] == ["A"]
    assert [one.name for one in class_list.read_list("Student,ID\n    Punkte möglich,\nA,1\n")] == ["A"]


PASTED = {
    "Anna Berg, Ben Cole": [
        "| Name | Class |\n|:-----|------:|\n| Anna Berg | 9a |\n| Ben Cole | 9a |",
        "**Name** | Class\n--- | ---\nAnna Berg | 9a\nBen Cole | 9a",
        "+------+-------+\n| Name | Class |\n+======+=======+\n| Anna Berg | 9a |\n| Ben Cole | 9a |",
        "## Class 9a\n\n|First name|Last name|E-mail|\n|---|---|---|\n|Anna|Berg|a@x.org|\n|Ben|Cole|b@x.org|",
        "| Anna Berg |\n| Ben Cole |",
        "Class 9a\nName\tClass\nAnna Berg\t9a\nBen Cole\t9a",
        "\tName\tClass\t\n1\tAnna Berg\t9a\t\n2\tBen Cole\t9a\t",
        "1\tAnna Berg\t9a\n2\tBen Cole\t9a",
        "Anna\tBerg\nBen\tCole",
        "Name;Punkte\nAnna Berg;3\nBen Cole;5\nSumme;8",
        "1. Anna Berg\n2. Ben Cole",
        "1)\tAnna Berg\n2)\tBen Cole",
        "(1) Anna Berg\n(2) Ben Cole",
        "1 Anna Berg\n2 Ben Cole",
        "- [ ] Anna Berg\n- [x] Ben Cole",
        "• Anna Berg\n• Ben Cole",
        "Anna Berg <a@x.org>\nBen Cole <b@x.org>",
        "Anna Berg a@x.org\nBen Cole (b@x.org)",
        "1. Anna Berg <a@x.org>,\n2. Ben Cole <b@x.org>",
        "Anna Berg <a@x.org>; Ben Cole <b@x.org>;",
        "Anna Berg <a@x.org>, Ben Cole <b@x.org>",
        "a@x.org, Anna Berg\nb@x.org, Ben Cole",
        "anna.berg@x.org\nben.cole@x.org",
        "Anna Berg,\nBen Cole",
        "Anna Berg\tanna@x.org\tStudent\nBen Cole\tben@x.org\tStudent",
        "Schüler:innen\nAnna Berg\nBen Cole",
        "Élèves\nAnna Berg\nBen Cole",
        "#\tSurname\tFirst names\n1\tBerg\tAnna\n2\tCole\tBen",
        "Nom usuel;Prénom usuel\nBerg;Anna\nCole;Ben",
        "Anna Berg; Ben Cole",
    ],
    "Berg, Anna; Cole, Ben": [
        '"Berg, Anna"\n"Cole, Ben"',
        '"Berg, Anna" <a@x.org>; "Cole, Ben" <b@x.org>',
        '"Berg, Anna","a@x.org","9a"\n"Cole, Ben","b@x.org","9a"',
        "“Berg, Anna”\n“Cole, Ben”",
        '"Berg, Anna\nCole, Ben"',
        "1. Berg, Anna\n2. Cole, Ben",
        "Berg;Anna;9a\nCole;Ben;9a",
    ],
    "Anna, Ben": [
        "```\nAnna\nBen\n```",
    ],
    "Anna 2, Ben": [
        "Anna 2\nBen",
    ],
    "Anna, Ben, Zoë": [
        "Anna, Ben, Zoë",
    ],
}


@pytest.mark.parametrize(("names", "pasted"), [(names, text) for names, texts in PASTED.items() for text in texts])
def test_lists_are_read_as_they_are_pasted(names: str, pasted: str) -> None:
    listed = class_list.read_list(pasted)
    called = names.split("; " if ";" in names else ", ")
    assert [one.name for one in listed] == called
    assert ["@" in one.about.get("email", "") for one in listed] == ["@" in pasted] * len(listed)
    pace = room.changed_pace(room.new_pace(), {"names": "list", "list": pasted.split("\n")}, 0.0)
    assert pace["list"] == called


def who_is_who(pasted: str, there: str, chosen: dict[str, int] | None = None) -> tuple[dict[str, str], list[str]]:
    """Line -> pupil, and the lines that are not clear."""
    pupils = [Member(n, 1, n, name, n, 0, 0, 0, "", 0, coded=False) for n, name in enumerate(there.split(", "), 1)]
    listed = class_list.read_list(pasted)
    keys = {one.name: one.key for one in listed}
    who, doubtful = grades.join_pupils(
        listed, pupils, {keys[name]: n for name, n in (chosen or {}).items() if name in keys}
    )
    assert not doubtful & who.keys()
    return {listed[line].name: one.name for line, one in sorted(who.items())}, [
        listed[line].name for line in sorted(doubtful)
    ]


ANNAS = "First name,Last name\nAnna,Smith\nAnna,Jones\n"


@pytest.mark.parametrize(
    ("pasted", "there", "who", "doubtful"),
    [
        (ANNAS, "Anna", {}, ["Anna Smith", "Anna Jones"]),
        (ANNAS, "Anna Smith, Anna", {"Anna Smith": "Anna Smith", "Anna Jones": "Anna"}, []),
        (ANNAS, "Anna, Anna 2", {}, ["Anna Smith", "Anna Jones"]),
        ("Anna\nBen", "Anna, Anna 2, Ben", {"Ben": "Ben"}, ["Anna"]),
        ("Anna\nAnna 2", "Anna, Anna 2", {"Anna": "Anna", "Anna 2": "Anna 2"}, []),
        ("Anna\nAnna\nBen", "Anna, Ben", {"Ben": "Ben"}, ["Anna", "Anna"]),
        ("Anna Smith\nBen", "Ann, Ben", {"Ben": "Ben"}, []),
        ("Anna Smith\nBen", "Anna, Ben", {"Anna Smith": "Anna", "Ben": "Ben"}, []),
        ("Anna Smith\nAnna Jones", "Anna", {}, ["Anna Smith", "Anna Jones"]),
        ("Anna Smith\nAnna Jones", "Anna S., ANNA J", {"Anna Smith": "Anna S.", "Anna Jones": "ANNA J"}, []),
        ("Anna Smith\nAnna Stone", "Anna S", {}, ["Anna Smith", "Anna Stone"]),
        (ANNAS, "Smith Anna, Jones Anna", {"Anna Smith": "Smith Anna", "Anna Jones": "Jones Anna"}, []),
        ("Zoë Lena Berg\nBen", "Zoe, Ben", {"Zoë Lena Berg": "Zoe", "Ben": "Ben"}, []),
    ],
)
def test_lines_that_fit_two_pupils_stay_open(pasted: str, there: str, who: dict[str, str], doubtful: list[str]) -> None:
    assert who_is_who(pasted, there) == (who, doubtful)
    lines = pasted.splitlines()
    heads, names = (lines[:1], lines[1:]) if "," in pasted else ([], lines)
    assert who_is_who("\n".join([*heads, *reversed(names)]), there)[0] == who  # whatever the order


def test_a_choice_by_hand_belongs_to_a_pupil_and_not_to_a_line() -> None:
    chosen = {"Cem": 1, "Dora": 0}
    assert who_is_who("Ben\nCem\nDora", "Anna, Ben, Dora", chosen)[0] == {"Ben": "Ben", "Cem": "Anna"}
    assert who_is_who("Dora\nEva\nBen\nCem", "Anna, Ben, Dora", chosen)[0] == {"Ben": "Ben", "Cem": "Anna"}
    assert who_is_who("Ben\nEva", "Anna, Ben, Dora", chosen)[0] == {"Ben": "Ben"}
    anew = [class_list.read_list(line)[0].key for line in ("Anna Smith", "Smith, Anna", "ANNA SMITH", "anna  smith")]
    assert len({*anew}) == 1
    assert class_list.read_list("Smith Anna")[0].key not in anew  # this may be another pupil
    twice = {"Ben": 1, "Cem": 1}  # one pupil has one line
    assert who_is_who("Ben\nCem", "Anna", twice)[0] == {"Ben": "Anna"}


@pytest.mark.parametrize(
    ("before", "after", "pupil"),
    [
        ("Anna\nBen", "Name,Email\nBen,b@x.org\nAnna,a@x.org", "Cem"),
        ("Name,Email\nAnna,a@x.org\nBen,b@x.org", "Ben\nAnna", "Cem"),
        ("Name,Email\nAnna,a@x.org\nBen,b@x.org", "Name,Email\nAnna,A@X.org\nBen,b@x.org", "Cem"),
        ("Name,Email\nAnna,a@x.org\nBen,b@x.org", "Name,Email,ID number\nAnna,a@x.org,7\nBen,b@x.org,8", "Cem"),
        ("Name,ID number\nAnna,7\nBen,8", "Name,Email\nAnna,a@x.org\nBen,b@x.org", "Cem"),
        # this may be another one
        ("Name,Email\nAnna,a@x.org\nBen,b@x.org", "Name,Email\nAnna,other@x.org\nBen,b@x.org", "Anna"),
        ("Anna\nBen", "Name,Email\nAnna,a@x.org\nAnna,b@x.org", ""),
        ("Name,Email\nAnna,a@x.org\nAnna,b@x.org", "Anna\nBen", "Anna"),
        ("Anna\nAnna", "Anna", "Anna"),
    ],
)
def test_a_choice_by_hand_outlives_a_column_that_comes_or_goes(before: str, after: str, pupil: str) -> None:
    pupils = [Member(n, 1, n, name, n, 0, 0, 0, "", 0, coded=False) for n, name in enumerate(("Anna", "Cem"), 1)]
    chosen = {class_list.read_list(before)[0].key: 2}
    listed = class_list.read_list(after)
    who, doubtful = grades.join_pupils(listed, pupils, chosen)
    annas = [line for line, one in enumerate(listed) if one.name == "Anna"]
    assert [who[line].name for line in annas if line in who] == ([pupil] if pupil else [])
    assert doubtful == set() if pupil else doubtful == {*annas}
    # the last choice counts, in whatever list it was made
    anew = chosen | {listed[annas[0]].key: 0}
    assert annas[0] not in grades.join_pupils(listed, pupils, anew).who
    if pupil == "Cem":
        assert 0 not in grades.join_pupils(class_list.read_list(before), pupils, anew).who


def test_a_line_whose_pupil_has_left_goes_to_nobody_else() -> None:
    there = [Member(n, 1, n, name, n, 0, 0, 0, "", 0, coded=False) for n, name in enumerate(("Anna", "Ben"), 1)]
    listed = class_list.read_list("Anna\nBen")
    joined = grades.join_pupils(listed, there, {listed[0].key: 3})
    assert joined == ({1: there[1]}, {0})
    for strange in ("", "/", "///", "1/1/1/", "a/b/c/d/e", "1/1/1/x/=/="):
        assert grades.join_pupils(listed, there, {strange: 2}).who == {0: there[0], 1: there[1]}


def test_an_address_has_at_most_half_of_the_places_until_it_is_admitted(classroom: Classroom) -> None:
    at, door, now = opened_room(classroom), classroom.door, 1000.0
    keys = [door.address_key(at, address) for address in ("192.0.2.7", "192.0.2.8")]

    def join(key: str, seconds: float) -> Member:
        name = room.new_secret()[:20]
        return door.join(classroom.store.room(at.id), name, 1, room.new_secret(), now + seconds, 20, key, name)

    for n in range(10):
        join(keys[0], 20 * n)
    with pytest.raises(WaitingError):
        join(keys[0], 1000)
    assert door.waiting(at) == []
    for n in range(5):
        join(keys[1], 1000 + n)
    with pytest.raises(WaitingError):
        join(keys[1], 1059)
    join(keys[1], 1061)
    door.wait(at, keys[0], "ticket" * 4, "Anna")
    assert door.is_waiting(at, keys[0], "ticket" * 4)
    door.admit(at.id, keys[0], "all")
    assert not door.is_waiting(at, keys[0], "ticket" * 4)
    for _ in range(4):
        join(keys[0], 1062)
    with pytest.raises(OverflowError):
        join(keys[0], 1063)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),  # one device gives itself as many as it likes
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("a socket", "a socket", True),
    ],
)
def test_what_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (device_network(one) == device_network(other)) is same


def test_the_number_of_one_who_was_taken_out_is_given_to_nobody(classroom: Classroom) -> None:
    at = opened_room(classroom)
    came(classroom, at, "Anna")
    ben = came(classroom, at, "Ben")
    classroom.door.take_out(at.id, [ben.number])
    assert came(classroom, at, "Cem").number == ben.number + 1


@pytest.mark.parametrize(
    ("book", "heads"),
    [
        ("moodle", ["First name", "Last name", "ID number", "Email address", "Gems (Real)", "Gems (Feedback)"]),
        ("canvas", ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Gems"]),
        ("google", ["Last Name", "First Name", "Email Address", "Gems", "Points", "Note"]),
    ],
)
def test_tables_for_grade_books(classroom: Classroom, full: Any, book: str, heads: list[str]) -> None:
    pasted = CANVAS if book == "canvas" else MOODLE
    table = Desk(classroom).graded(full, {"list": pasted, "book": book, "title": "Gems"})["table"]
    rows = list(csv.DictReader(io.StringIO(table)))
    assert list(rows[0]) == heads
    if book == "canvas":
        assert (rows[0]["Student"], rows[0]["Gems"], rows[1]["ID"]) == ("    Points Possible", "4", "4711")
    else:
        assert rows[0]["Email address" if book == "moodle" else "Email Address"] == "anna@school.example"
    right = rows[-2]["Gems (Real)" if book == "moodle" else "Gems"]
    told = classroom.store.reports(full.id, GEM)
    got = grades.points(_LESSONS.get(GEM), next(iter(told.values())))
    assert right == str(got[0] * 25 if book == "moodle" else got[0])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("", "The list is empty"),
        ("x" * 40_001, "40,001 characters, and 40,000 are read"),
        ("\n".join("x" * 321), "321 pupils, and 320 are read"),
        ("\n".join(["name", *"x" * 321]), "321 pupils, and 320 are read"),
    ],
)
def test_a_list_that_is_none_is_refused(wrong: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        class_list.read_list(wrong)
    assert len(class_list.read_list("\n".join(["name", *"x" * 320]))) == 320
    with pytest.raises(ValueError, match="too long"):
        class_list.read_list("name,email\n" + "x" * 200 + ",y")


def test_formulas_of_a_list_are_texts_in_a_table(classroom: Classroom, full: Any) -> None:
    table = Desk(classroom).graded(full, {"list": "name,email\n=1+1,@x\n", "book": "google"})["table"]
    assert "'=1+1" in table or "'=" in table
    assert "'@x" in table
    wide = "name\n" + "\n".join(f"{sign}1 A" for sign in "＝＋－＠=+-@")  # some spreadsheets take full width, too
    for book in grades.BOOKS:
        cells = [
            cell
            for row in csv.reader(io.StringIO(Desk(classroom).graded(full, {"list": wide, "book": book})["table"]))
            for cell in row
        ]
        assert not [cell for cell in cells if cell.startswith(tuple("＝＋－＠=+-@"))]


def test_an_empty_class_has_no_table(classroom: Classroom) -> None:
    with pytest.raises(SaidError, match="Nobody is in this class"):
        classroom.paper(opened_room(classroom), names=True)


def test_a_page_for_each_pupil_has_no_markup_of_theirs(classroom: Classroom, full: Any) -> None:
    page = Desk(classroom).each(full, "today")
    assert page.count('<section class="one">') == 3
    assert "<img" not in page
    assert "by own work" in page or "own work" in page


def test_a_class_comes_back_from_its_file(classroom: Classroom, full: Any) -> None:
    classroom.change(full, {"pace": {"vote": "0"}})
    me = classroom.store.pupils(full.id)[0]
    number = classroom.store.room(full.id).pace["vote"]["number"]
    classroom.vote(me, {"number": number, "option": 0, "sure": 95})
    ids = [Desk(classroom).lay(full, n, "chips", n) for n in (1, 2)]
    classroom.tray.note(full.id, ids[0], "first")
    classroom.change(full, {"pace": {"talk": {"question": "Which?", "ask": "sentence", "slips": ids}}})
    talk = classroom.store.room(full.id).pace["talk"]["number"]
    classroom.talks.say(me, {"number": talk, "text": "Both."})
    Desk(classroom).change_plan(full, {"minutes": {"why": 9}})
    before = Desk(classroom).shown(classroom.store.room(full.id))
    text = Desk(classroom).kept(classroom.store.room(full.id))
    for one in classroom.store.pupils(full.id):
        assert "token" not in text, one
    again, _ = Desk(classroom).reopen(text)
    assert again.pace["locked"], "nobody can come in by the new code before the teacher opens the door"
    after = Desk(classroom).shown(again)
    for part in ("predictions", "answers", "rolls", "plan"):
        assert after[part] == before[part], part
    assert [one["name"] for one in after["pupils"]] == [one["name"] for one in before["pupils"]]
    assert [talk["said"] for talk in after["talks"]] == [[{"n": 1, "text": "Both."}]]
    assert [slip["note"] for slip in after["tray"] if slip["place"]] == ["first", ""]
    assert room.homework_code(f"{full.code}/7KQ2M", (again.code, *again.pace["codes"])) == "7KQ2M"
    # and its shares come into another plan
    told = Desk(classroom).as_before(again, text)
    assert told == {"pupils": 3}
    assert sum(Desk(classroom).plan(classroom.store.room(again.id))["past"]["chips"].values()) == 3


def test_a_forged_file_is_refused_and_leaves_no_room(classroom: Classroom, full: Any) -> None:
    """Whatever is changed in a file: it opens a class whose board can be drawn, or it is refused in a sentence."""
    Desk(classroom).lay(full, 1, "chips", 1)
    good = json.loads(Desk(classroom).kept(full))
    rng, rooms, said = Random(1), len(classroom.store.rooms()), list[str]()
    for text in ("", "[]", "{}", "nul", "[" * 100_000, json.dumps({**good, "version": 9}), json.dumps({"kind": "x"})):
        with pytest.raises(ValueError, match=r"\.$"):
            Desk(classroom).reopen(text)
    for _ in range(600 if LONG else 30):
        data = json.loads(json.dumps(good))
        _forge(data, rng)
        try:
            at, _ = Desk(classroom).reopen(json.dumps(data))
        except ValueError as error:
            said.append(str(error))
        else:
            json.dumps(Desk(classroom).shown(at))
            classroom.store.close_room(at.id)
        assert len(classroom.store.rooms()) == rooms
    assert said
    assert not [sentence for sentence in said if not sentence.endswith((".", "?"))]


def _forge(data: Any, rng: Random) -> None:
    """Another value somewhere."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(data[key], dict | list) and data[key] and rng.random() < 0.85:
            data = data[key]
            continue
        data[key] = rng.choice([None, -1, 10**9, True, "x", MARKUP, [], {}, 0.5, "9" * 3000])
        return


def test_a_class_is_deleted_when_its_time_is_over(classroom: Classroom) -> None:
    short, _ = classroom.open(GEM, days=1)
    week, _ = classroom.open(GEM)
    now = time.time()
    assert classroom.forget(now + 0.5 * room.DAY) == 0
    assert classroom.forget(now + 1.5 * room.DAY) == 1
    assert [one.id for one in classroom.store.rooms()] == [week.id]
    classroom.change(week, {"pace": {"until": now + 30 * room.DAY}})
    assert classroom.forget(now + 20 * room.DAY) == 0
    assert room.kept_until(5.0, room.new_pace()) == 5.0 + 7 * room.DAY, "of an older room: a week after it was opened"
    for wrong in (now - 1, now + 900 * room.DAY, "x", True):
        with pytest.raises(ValueError, match=r"\.$"):
            room.changed_pace(room.new_pace(), {"until": wrong}, now)
    with pytest.raises(ValueError, match="days"):
        classroom.open(GEM, days=0)
    assert short.pace["until"] < week.pace["until"]


def test_homework_of_another_class_is_told_so() -> None:
    assert room.homework_code("7KQ2M-ABCDE", ("123456",)) == "7KQ2M-ABCDE"
    assert room.homework_code("123456/7KQ2M", ("123456",)) == "7KQ2M"
    for other in ("654321/7KQ2M", "x/7KQ2M", "/"):
        with pytest.raises(ValueError, match="another class"):
            room.homework_code(other, ("123456",))


def test_bounds_of_draws_hold() -> None:
    assert MOST_PAST > 10
    assert checked_hand(None, load(GEM), 4)["seed"] == 0


def test_kept_reads_what_written_wrote(classroom: Classroom, full: Any) -> None:
    text = written(classroom.store, Tray(classroom.store), full, {GEM}, 1.0)
    kept = Kept(text, _LESSONS.get)
    assert (kept.lesson, len(kept.pupils), kept.codes) == (GEM, 3, [full.code])


# -- over the wire ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    log = tmp_path_factory.mktemp("desk") / "log.txt"
    pages = few_pages(log.parent / "pages", f"lessons/{GEM}.ipynb")
    with kismet(log, f"--notebooks={pages}", f"--class-data={log.parent / 'class.sqlite'}", "class", GEM) as running:
        yield running


def test_a_pupil_sees_nothing_of_the_desk_and_does_nothing_there(server: Server) -> None:
    code, secret = opened(server.log)
    teacher, plan = Line(server.url, secret), load(GEM)
    anna, _ = come(server.url, code, "Anna")
    ben, me = come(server.url, code, "Ben")
    told = report(worked(plan, 1)) | {"reason": "Nobody may know this."}
    anna.good("report", lesson=GEM, number=1, data=told)
    deeds = {
        "lay": {"pupil": 1, "key": "reason", "place": 1},
        "note": {"slip": 1, "text": "x"},
        "byname": {"slip": 1, "ask": True},
        "plan": {"minutes": {"why": 1}},
        "past": {"file": "{}"},
        "rehearse": {},
        "reopen": {"file": "{}"},
        "grades": {"list": "x"},
        "phone": {},
    }
    for line in (ben, Line(server.url), Line(server.url, "x" * 30)):
        for name in ("desk", "planpaper", "keep", "each"):
            assert line.ask(name)[0] == 403, name
        for name, said in deeds.items():
            assert line.tell(name, **said)[0] == 403, name
    slip = teacher.good("lay", pupil=1, key="reason", place=1)["slip"]
    assert "Nobody may know" not in json.dumps(ben.ask("pace")), "what lies in the tray is the teacher's"
    assert "Nobody may know" not in json.dumps(teacher.ask("board")), "and not on the projector"
    assert "Nobody may know" in json.dumps(teacher.ask("desk"))
    teacher.good("change", pace={"talk": {"question": "Why?", "ask": "", "slips": [slip]}})
    seen = json.dumps(ben.ask("pace"))
    assert "Nobody may know" in seen
    assert "Anna" not in seen
    teacher.good("byname", slip=slip, ask=True)
    assert ben.tell("mine", slip=slip, yes=True)[0] == 409
    assert "Anna" not in json.dumps(ben.ask("pace"))
    anna.good("mine", slip=slip, yes=True)
    assert "Anna" in json.dumps(ben.ask("pace"))
    anna.good("mine", slip=slip, yes=False)
    assert "Anna" not in json.dumps(ben.ask("pace"))
    assert me["number"] == 2
    phone = teacher.good("phone")
    assert phone["picture"].startswith("<svg")
    other = Line(server.url, phone["address"].partition("#")[2])
    assert other.ask("desk")[0] == 200
    # a file is larger than anything else; only the teacher's is read so far
    status, text = teacher.ask("keep")
    assert status == 200
    long = text + " " * 500_000
    assert teacher.send("POST", "class/reopen", long, {})[0] == 200
    assert teacher.send("POST", "class/reopen", "{}", {})[0] == 400
    with suppress(ConnectionError):
        assert Line(server.url, ben.key).send("POST", "class/reopen", long, {})[0] in (400, 403, 413)
    assert ben.ask("pace")[0] == 200, "the server is well"


# -- the first requests -------------------------------------------------------------------------

FIRST = """
import sys, threading
from pathlib import Path
from widgets.classroom.store import Store
from widgets.page.folders import NOTEBOOKS
from widgets.classroom.server.class_service import Classroom
from widgets.site.gallery import dashboard_titles
sys.setswitchinterval(1e-5)
made, failed = Classroom(Store(Path(sys.argv[1])), NOTEBOOKS, dashboard_titles, list, lambda: None), []
def asked():
    made.import_lessons()
    from widgets.lesson import codes, pupil, report
def first(run):
    try:
        run()
    except BaseException as error:
        failed.append(repr(error))
threads = [threading.Thread(target=first, args=(run,)) for run in (lambda: made.prepare("03-the-raid"), asked, asked)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(failed, made.has_lessons)
"""


def test_first_requests_may_come_at_once(tmp_path: Path) -> None:
    """While lessons are read in the background, a board is opened: both import, and their modules form a circle."""
    run = subprocess.run(
        [sys.executable, "-c", FIRST, str(tmp_path / "class.sqlite")],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        cwd=ROOT,
    )
    assert run.stdout.split("\n")[0] == "[] True"
