"""Teacher's desk without a browser: work samples and talks, the plan, a rehearsal, grade books and the file of a class.

A pupil sees none of it.
"""

from __future__ import annotations

import csv
import io
import json
import re
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
from widgets.classroom import class_list, gradebook, lesson_plan, session_state
from widgets.classroom.class_file import ClassFile, class_file_text
from widgets.classroom.class_lesson import LessonCatalog
from widgets.classroom.class_store import GIVEN, REFUSED, ClassStore, GoneError, Member
from widgets.classroom.discussion import MAX_DISCUSSED_SAMPLES, discussion_update, validate_discussion_reply
from widgets.classroom.network import device_part_of_address
from widgets.classroom.room_access import WaitingError
from widgets.classroom.sample_and_plan_store import SLOT_COUNT, SampleAndPlanStore, class_visible_sample
from widgets.classroom.server.change_notifier import ApiError
from widgets.classroom.server.class_service import ClassService
from widgets.classroom.server.rehearsals import Rehearsal, RehearsalRunner
from widgets.classroom.server.teacher_service import TeacherService
from widgets.classroom.simulated_pupils import PUPIL_COUNT, SimulatedPupil
from widgets.classroom.work_samples import has_pupil_name, validate_work_sample, work_samples_of_report
from widgets.lesson.current_work import current_work_json, validate_current_work
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.limits import MAX_PREVIOUS_VARIANTS
from widgets.lesson.progress_report import build_report, validate_report
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.home_page import dashboard_titles

GEM, RAID = "01-two-dice-and-a-gem", "03-the-raid"
MARKUP = "<img src=x onerror=x>"
_LESSONS = LessonCatalog(NOTEBOOKS_DIR)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ClassStore]:
    kept = ClassStore(tmp_path / "class.sqlite")
    yield kept
    for each in kept.rooms():
        kept.delete_room(each.id)
    kept.close()


@pytest.fixture
def classroom(store: ClassStore) -> ClassService:
    return ClassService(store, NOTEBOOKS_DIR, dashboard_titles, list, lambda: None)


def opened_room(classroom: ClassService, lesson: str = GEM) -> Any:
    return classroom.open_room(lesson)[0]


def came(classroom: ClassService, at: Any, name: str, told: Any = None) -> Member:
    me = classroom.add_pupil(at, name, session_state.new_secret())
    if told is not None:
        classroom.save_report(me, at.lesson, 1, json.loads(json.dumps(told)))
    return next(one for one in classroom.store.pupils(at.id) if one.id == me.id)


# -- what is in hand, and what becomes of it -------------------------------------------------


@pytest.mark.parametrize("lesson", ["00-three-coins", GEM, RAID, "04-more-than-one-gem", "07-when-does-the-end-come"])
def test_a_made_up_pupil_works_through_a_lesson_and_each_report_can_be(lesson: str) -> None:
    """Check that the server accepts each report of each act, and that a file accepts the work samples."""
    course, kinds = _LESSONS.get(lesson), set()
    for number in (0, 9):
        actor, place = SimulatedPupil(course, 3, number), 0
        while (told := actor.report_after_actions_until_finished(place)) is not None:
            assert validate_report(json.loads(json.dumps(told)), course.definition) == told
            place += 1
        for slip in work_samples_of_report(course, actor.reports[-1]):
            kinds.add(slip["kind"])
            assert validate_work_sample(json.loads(json.dumps(slip))) == slip
            assert not {"name", "face", "exact", "n"} & slip.keys()
        assert actor.reports[-1]["at"] == course.step_kinds[-1]
    assert {"chips", "words", "answer"} <= kinds
    again = SimulatedPupil(course, 3, 9)
    assert [again.report_after_actions_until_finished(n) for n in range(place)] == actor.reports, (
        "from one seed comes one pupil"
    )


def test_what_is_in_hand_tells_cells_that_are_tapped_and_what_the_page_said() -> None:
    plan = load_lesson_definition(GEM)
    pupil = worked(plan, 1)
    pupil.trials.reveal_answer()
    pupil.navigation.advance()
    assert pupil.explain_progress
    pupil.explain_progress.is_sample_space_complete = True
    pupil.submit_explanation([0, 1])
    hand = current_work_json(pupil)
    assert hand["built"] == [0, 1]
    assert hand["help"]
    assert validate_current_work(hand, plan, len(pupil.checks.current_attempts)) == hand
    course = _LESSONS.get(GEM)
    built = next(slip for slip in work_samples_of_report(course, build_report(pupil)) if slip["key"] == "built")
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
    plan = load_lesson_definition(RAID)
    good = current_work_json(worked(plan, 1))
    told = {**good, **wrong} if isinstance(wrong, dict) else wrong
    with pytest.raises(ValueError, match=r"\.$|model|luck"):
        validate_current_work(told, plan, 4)


def test_a_report_of_an_older_page_tells_nothing_in_hand() -> None:
    plan = load_lesson_definition(GEM)
    told = build_report(worked(plan, 1))
    del told["hand"]
    assert validate_report(told, plan)["hand"]["typed"] == []
    work_samples_of_report(_LESSONS.get(GEM), validate_report(told, plan))


# -- the tray and the talk -------------------------------------------------------------------


def test_slips_lie_in_an_order_with_notes_and_names_only_with_a_yes(classroom: ClassService) -> None:
    at, plan = opened_room(classroom), load_lesson_definition(GEM)
    anna, ben = (
        came(classroom, at, name, build_report(worked(plan, n))) for n, name in enumerate((MARKUP[:20], "Ben"))
    )
    tray, desk = classroom.sample_store, TeacherService(classroom)
    first, second = desk.place_sample(at, 1, "chips", 1), desk.place_sample(at, 2, "reason", 2)
    tray.swap_sample_into_slot(at.id, second, 1)
    assert [(one.id, one.slot) for one in tray.samples_of_room(at.id)] == [(second, 1), (first, 2)]
    tray.set_sample_note(at.id, first, "Ask for the 7")
    assert desk.place_sample(at, 1, "chips", 3) == first, "the same slip moves, and is not made twice"
    assert next(one for one in tray.samples_of_room(at.id) if one.id == first).note == "Ask for the 7"
    # a name stands beside it with a yes alone, and goes with a no
    slip = tray.samples_of_room(at.id)[0]
    with pytest.raises(GoneError):
        tray.save_name_consent(ben.id, at.id, second, is_given=True)
    tray.set_name_consent_request(at.id, second, is_requested=True)
    assert "name" not in class_visible_sample(slip, "Ben", 3)
    with pytest.raises(GoneError):
        tray.save_name_consent(anna.id, at.id, second, is_given=True)
    for yes, state in ((True, GIVEN), (False, REFUSED)):
        tray.save_name_consent(ben.id, at.id, second, is_given=yes)
        assert next(one for one in tray.samples_of_room(at.id) if one.id == second).consent == state
    # who is taken out takes the slips along
    classroom.room_access.delete_pupils(at.id, [2])
    assert [one.id for one in tray.samples_of_room(at.id)] == [first]
    with pytest.raises(ValueError, match="at most 4 work samples"):
        desk.place_sample(at, 1, "reason", SLOT_COUNT + 1)


def test_a_talk_shows_slips_without_names_and_keeps_what_was_said(classroom: ClassService) -> None:
    at, plan = opened_room(classroom), load_lesson_definition(GEM)
    anna, ben = (came(classroom, at, name, build_report(worked(plan, n))) for n, name in enumerate(("Anna", "Ben")))
    ids = [TeacherService(classroom).place_sample(at, n, "chips", n) for n in (1, 2)]
    classroom.change_session_or_lesson(
        at, {"pace": {"talk": {"question": "Where is the 7?", "ask": "vote", "slips": ids}}}
    )
    seen = classroom.pupil_session_data(anna)
    assert "Ben" not in json.dumps(seen)
    assert [slip["kind"] for slip in seen["talk"]["slips"]] == ["chips", "chips"]
    number = seen["talk"]["number"]
    classroom.discussion_service.save_reply(anna, {"number": number, "slip": ids[0]})
    classroom.discussion_service.save_reply(anna, {"number": number, "slip": ids[1]})
    board = classroom.board_data(classroom.store.room(at.id))
    assert (board["talk"]["n"], board["talk"]["votes"]) == (1, []), "hidden while it is asked"
    classroom.change_session_or_lesson(at, {"pace": {"talk": {"told": True}}})
    assert classroom.board_data(classroom.store.room(at.id))["talk"]["votes"] == [0, 1]
    with pytest.raises(ValueError, match="closed"):
        classroom.discussion_service.save_reply(ben, {"number": number, "slip": ids[0]})
    classroom.change_session_or_lesson(
        at, {"pace": {"talk": {"question": "Say why", "ask": "sentence", "slips": ids[:1]}}}
    )
    now = classroom.store.room(at.id)
    with pytest.raises(ValueError, match="different words"):
        classroom.discussion_service.save_reply(ben, {"number": now.session_state["talk"]["number"], "text": "shit"})
    classroom.discussion_service.save_reply(ben, {"number": now.session_state["talk"]["number"], "text": MARKUP})
    shown = TeacherService(classroom).teacher_view_data(classroom.store.room(at.id))
    assert [talk["said"] for talk in shown["talks"]] == [[{"n": 1, "slip": ids[1]}], [{"n": 2, "text": MARKUP}]]
    assert MARKUP not in json.dumps(classroom.board_data(classroom.store.room(at.id))), "sentences are not on the board"
    assert any(slip["key"].startswith("said:") for slip in shown["made"]["2"])
    classroom.change_session_or_lesson(at, {"pace": {"talk": None}})
    assert [talk["question"] for talk in classroom.store.room(at.id).session_state["talks"]] == [
        "Where is the 7?",
        "Say why",
    ]


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
        {"question": "x", "ask": "", "slips": list(range(MAX_DISCUSSED_SAMPLES + 1))},
        {"question": "x", "ask": "", "slips": ["1"]},
        {"question": "x", "ask": "", "slips": [True]},
        {"told": False},
        7,
    ],
)
def test_a_talk_that_cannot_be_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        discussion_update(session_state.new_session_state(), wrong)


def test_a_voice_that_cannot_be_is_refused() -> None:
    talk = {"number": 4, "ask": "vote", "slips": [7], "told": False, "question": "x"}
    for said in ({}, {"number": 3, "slip": 7}, {"number": 4, "slip": 8}, {"number": 4, "slip": True}):
        with pytest.raises(ValueError, match=r"\.$"):
            validate_discussion_reply(talk, said)
    with pytest.raises(ValueError, match="characters"):
        validate_discussion_reply(talk | {"ask": "sentence"}, {"number": 4, "text": "x" * 201})


def test_the_desk_tells_where_a_name_of_the_class_stands_in_what_was_written() -> None:
    slip = {"kind": "words", "text": "As Anna said"}
    assert has_pupil_name(slip, ["Anna"])
    assert not has_pupil_name(slip, ["An", "Ben"])


def test_a_file_has_room_for_the_classes_of_one_teacher_and_a_database_for_those_of_a_school(
    classroom: ClassService, monkeypatch: pytest.MonkeyPatch
) -> None:
    while len(classroom.store.rooms()) < session_state.MAX_ROOMS:
        classroom.open_room()
    with pytest.raises(ApiError, match="There are 12 open classes here"):
        classroom.open_room()
    monkeypatch.setattr(ClassStore, "file", property(lambda store: None))
    classroom.open_room()
    assert len(classroom.store.rooms()) == session_state.MAX_ROOMS + 1


def test_boards_that_ask_within_a_moment_get_the_same_and_who_asks_anew_the_newest(
    classroom: ClassService, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, clock = opened_room(classroom, RAID), [100.0]
    monkeypatch.setattr("widgets.classroom.server.class_service.time.monotonic", lambda: clock[0])
    first = classroom.board_data(at)
    came(classroom, at, "Anna", build_report(worked(load_lesson_definition(RAID), 1)))
    now = classroom.store.room(at.id)
    assert len(classroom.board_data(now, cached_if_newer_than=now.version - 1)["pupils"]) == 0, (
        "another board was given this just now"
    )
    assert len(classroom.board_data(now, cached_if_newer_than=first["version"])["pupils"]) == 1, (
        "but who has that gets the new one"
    )
    came(classroom, now, "Ben", build_report(worked(load_lesson_definition(RAID), 2)))
    later = classroom.store.room(at.id)
    assert len(classroom.board_data(later)["pupils"]) == 2, "who waits for nothing gets the newest"
    came(classroom, later, "Cem", build_report(worked(load_lesson_definition(RAID), 3)))
    clock[0] += 1
    assert (
        len(classroom.board_data(classroom.store.room(at.id), cached_if_newer_than=first["version"])["pupils"]) == 3
    ), "a moment is short"
    classroom.delete_room(at.id)
    assert classroom.board_data(opened_room(classroom, RAID))["pupils"] == []


# -- the plan --------------------------------------------------------------------------------


def test_a_plan_changes_in_parts_and_prints(classroom: ClassService) -> None:
    at = opened_room(classroom)
    desk, before = TeacherService(classroom), TeacherService(classroom).lesson_plan(at)
    about = before["abouts"][1]
    group = about["rows"][1]["group"]
    desk.merge_lesson_plan_change(at, {"minutes": {"why": 9}})
    desk.merge_lesson_plan_change(
        at, {"expect": {about["about"]: {group: 8}}, "asks": {about["about"]: {group: MARKUP}}}
    )
    desk.merge_lesson_plan_change(at, {"expect": {about["about"]: {"right": 3}}})
    plan = desk.lesson_plan(classroom.store.room(at.id))
    own = next(step["own"] for step in plan["steps"] if step["kind"] == "why")
    assert plan["total"] == before["total"] - own + 9
    assert plan["expect"][about["about"]] == {group: 8, "right": 3}
    paper = desk.lesson_plan_html(at)
    assert MARKUP not in paper
    assert "&lt;img" in paper
    first = desk.default_lesson_plan_html(GEM)
    assert _LESSONS.get(GEM).title in first
    assert "&lt;img" not in first, "as it is before any class"
    with pytest.raises(ValueError, match="lesson"):
        desk.default_lesson_plan_html("nothing")
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
            lesson_plan.validate_plan_change(_LESSONS.get(GEM), wrong)


def test_every_lesson_has_a_plan_with_mistakes_to_expect() -> None:
    for id in (GEM, RAID, "19-does-the-die-lie"):
        course = _LESSONS.get(id)
        plan = lesson_plan.build_lesson_plan(course, {})
        assert [step["kind"] for step in plan["steps"]] == course.step_kinds
        assert plan["total"] > 15
        assert all(one["rows"] for one in plan["abouts"])
        assert plan["ready"]


# -- a rehearsal -----------------------------------------------------------------------------


def test_a_rehearsal_works_votes_waits_and_goes_on_after_a_restart(classroom: ClassService) -> None:
    at, _ = RehearsalRunner(classroom).open_rehearsal_room(GEM, seed=5)
    assert (at.session_state["locked"], at.session_state["rehearsal"]) == (True, 5)
    cast, now = Rehearsal(classroom, at.id), 0.0

    def look(seconds: int) -> None:
        nonlocal now
        for _ in range(seconds):
            now += 1
            cast.run_due_actions(now)

    look(PUPIL_COUNT)
    assert len(classroom.store.pupils(at.id)) == PUPIL_COUNT
    classroom.change_session_or_lesson(at, {"pace": {"upto": "predict"}})
    look(60)
    there = classroom.store.pupils(at.id)
    assert {one.step for one in there} <= {"example", "play", "predict"}, "nobody passes the gate"
    assert any(one.step == "predict" for one in there)
    classroom.change_session_or_lesson(at, {"pace": {"upto": None, "vote": "0"}})
    look(40)
    pace = classroom.store.room(at.id).session_state
    assert len(classroom.store.activity_results(at.id, pace["vote"]["number"])) == PUPIL_COUNT
    classroom.change_session_or_lesson(at, {"pace": {"vote": None, "round": 1}})
    look(40)
    assert (
        len(classroom.store.activity_results(at.id, classroom.store.room(at.id).session_state["rounds"][-1][0]))
        == PUPIL_COUNT
    )
    classroom.change_session_or_lesson(at, {"pace": {"round": 0, "paused": True}})
    before = classroom.store.lesson_reports(at.id, GEM)
    look(30)
    assert classroom.store.lesson_reports(at.id, GEM) == before, "a pause is a pause"
    classroom.change_session_or_lesson(at, {"pace": {"paused": False}})
    cast = Rehearsal(classroom, at.id)  # as after a restart
    look(30)
    after = classroom.store.lesson_reports(at.id, GEM)
    assert all(len(after[id]["done"]) >= len(told["done"]) for id, told in before.items()), "nobody begins anew"
    board = classroom.board_data(classroom.store.room(at.id))
    assert len(board["predictions"]["shapes"]) >= 3, "they think in several ways"


# -- after the hour --------------------------------------------------------------------------


@pytest.fixture
def full(classroom: ClassService) -> Any:
    at, course = opened_room(classroom), _LESSONS.get(GEM)
    for number, name in enumerate(("Anna Smith", "ben", MARKUP[:20])):
        actor, place = SimulatedPupil(course, 5, number + 3), 0
        while actor.report_after_actions_until_finished(place) is not None:
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
def test_a_class_list_is_joined_by_name(classroom: ClassService, full: Any, pasted: str, names: list[str]) -> None:
    found = TeacherService(classroom).match_class_list_to_pupils(full, {"list": pasted})
    assert [line["name"] for line in found["lines"]] == names
    assert [line["n"] for line in found["lines"]] == [1, 2]
    assert found["left"] == [3]
    key = found["lines"][1]["key"]
    for number in (3, 0):
        chosen = TeacherService(classroom).match_class_list_to_pupils(full, {"list": pasted, "chosen": {key: number}})
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
        "Select all,First name / Last name,Roles,Groups,Last access to course,Status",
        "Vorname / Nachname,E-Mail-Adresse,Rollen,Gruppen,Letzter Zugriff auf den Kurs,Status",
        "Prénom / Nom,Adresse de courriel,Rôles,Groupes,Dernier accès au cours,Statut",
        "Nombre / Apellidos,Roles,Grupos,Último acceso al curso",
    ],
    "Canvas": [
        "Student Name,Student ID,Student SIS ID,Section Name",
        "Name,Anmelde-ID,SIS-ID,Abschnitt,Rolle,Letzte Aktivität",
        "Élève,ID,Identifiant SIS,Identifiant de connexion SIS,Section",
        "Étudiant·e·s,ID,ID utilisateur SIS,ID de connexion SIS,Section",
        "Estudiante,Id.,Id. de usuario de SIS,Id. de inicio de sesión en SIS,Sección",
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
        "Full name,Join time,Leave time,Duration,Email,Role,Participant ID (UPN)",
        "Name,Erster Beitritt,Letztes Verlassen,E-Mail,Teilnehmer-ID (UPN),Rolle",
        "Nom,Première connexion,Adresse e-mail,ID du participant (UPN),Rôle",
        "Nombre,Primera unión,Correo electrónico,Id. de participante (UPN),Rol",
        "Username,First name,Last name,Display name",
    ],
    "schools": [
        "Legal First Name,Legal Last Name,Student Email",
        "Student Last,Student First",
        "Given name(s),Family name(s)",
        "Name der Schülerin / des Schülers,Klasse",
        "Vor- und Zuname,Klasse",
        "Lernende,Klasse",
        "Schüler_innen,Klasse",
        "Élève (nom et prénom),Classe",
        "Prénom de l’élève,Nom de l’élève,Adresse mél",
        "NOM,PRENOM,MEL",
        "Apellido 1,Apellido 2,Nombre,Correo institucional",
        "Nombre del alumno/a,Grupo",
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
        (one,) = class_list.parse_class_list(f"\ufeff{head.replace(',', mark)}\n{mark.join(row)}\n")
        assert one.name == "Anna Smith"
        assert one.about.get("email", "a@x.example") == "a@x.example"
    assert ("email" in columns) == bool(re.search(r"mail|courr|correo|\bm[eé]l\b", head, re.I))


def test_rows_about_tasks_are_no_pupils() -> None:
    pasted = "Nom,Prénom,Adresse e-mail,Dés\nDate,,,1/2/2026\nPoints,,,10\nPoints,Anna,a@x.example,7\n"
    assert [one.name for one in class_list.parse_class_list(pasted)] == ["Anna Points"]
    canvas = 'Student,ID,SIS Login ID\nA,1,a\n"Student, Test",9,0123456789abcdef\n'
    assert [one.name for one in class_list.parse_class_list(canvas)] == ["A"]
    assert [one.name for one in class_list.parse_class_list("Student,ID\n    Punkte möglich,\nA,1\n")] == ["A"]


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
        "Email address\nanna.berg@x.org\nben.cole@x.org",
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
    "Student A, Student B": ["Student A\nStudent B", "Student A; Student B"],
    "Pupil 1, Pupil 2": ["Pupil 1\nPupil 2", "Names\nPupil 1\nPupil 2"],
    "Student Y, Student La": ["Student Y\nStudent La"],
    "Anna, Ben, Zoë": [
        "Anna, Ben, Zoë",
    ],
}


@pytest.mark.parametrize(("names", "pasted"), [(names, text) for names, texts in PASTED.items() for text in texts])
def test_lists_are_read_as_they_are_pasted(names: str, pasted: str) -> None:
    listed = class_list.parse_class_list(pasted)
    called = names.split("; " if ";" in names else ", ")
    assert [one.name for one in listed] == called
    assert ["@" in one.about.get("email", "") for one in listed] == ["@" in pasted] * len(listed)
    pace = session_state.apply_session_change(
        session_state.new_session_state(), {"names": "list", "list": pasted.split("\n")}, 0.0
    )
    assert pace["list"] == called


def who_is_who(pasted: str, there: str, chosen: dict[str, int] | None = None) -> tuple[dict[str, str], list[str]]:
    """Return line -> pupil, and the ambiguous lines."""
    pupils = [
        Member(n, 1, n, name, n, 0, 0, 0, "", 0, has_joined_by_result_code=False)
        for n, name in enumerate(there.split(", "), 1)
    ]
    listed = class_list.parse_class_list(pasted)
    keys = {one.name: one.key for one in listed}
    who, doubtful = gradebook.match_listed_to_pupils(
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
    anew = [
        class_list.parse_class_list(line)[0].key for line in ("Anna Smith", "Smith, Anna", "ANNA SMITH", "anna  smith")
    ]
    assert len({*anew}) == 1
    assert class_list.parse_class_list("Smith Anna")[0].key not in anew  # this may be another pupil
    smith = {class_list.parse_class_list("Anna Smith")[0].key: 1}  # she is Anna Smith, who is not in the second list
    pupils = [Member(1, 1, 1, "Anna", 1, 0, 0, 0, "", 0, has_joined_by_result_code=False)]
    for pasted, found in (("Anna Jones\nAnna Smith", ({1: pupils[0]}, set())), ("Anna Jones\nBen", ({}, {0}))):
        assert gradebook.match_listed_to_pupils(class_list.parse_class_list(pasted), pupils, smith) == found
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
    pupils = [
        Member(n, 1, n, name, n, 0, 0, 0, "", 0, has_joined_by_result_code=False)
        for n, name in enumerate(("Anna", "Cem"), 1)
    ]
    chosen = {class_list.parse_class_list(before)[0].key: 2}
    listed = class_list.parse_class_list(after)
    who, doubtful = gradebook.match_listed_to_pupils(listed, pupils, chosen)
    annas = [line for line, one in enumerate(listed) if one.name == "Anna"]
    assert [who[line].name for line in annas if line in who] == ([pupil] if pupil else [])
    assert doubtful == set() if pupil else doubtful == {*annas}
    # the last choice counts, in whatever list it was made
    anew = chosen | {listed[annas[0]].key: 0}
    assert annas[0] not in gradebook.match_listed_to_pupils(listed, pupils, anew).member_by_line
    if pupil == "Cem":
        assert (
            0 not in gradebook.match_listed_to_pupils(class_list.parse_class_list(before), pupils, anew).member_by_line
        )


def test_a_line_whose_pupil_has_left_goes_to_nobody_else() -> None:
    there = [
        Member(n, 1, n, name, n, 0, 0, 0, "", 0, has_joined_by_result_code=False)
        for n, name in enumerate(("Anna", "Ben"), 1)
    ]
    listed = class_list.parse_class_list("Anna\nBen")
    joined = gradebook.match_listed_to_pupils(listed, there, {listed[0].key: 3})
    assert joined == ({1: there[1]}, {0})
    for strange in ("", "/", "///", "1/1/1/", "a/b/c/d/e", "1/1/1/x/=/="):
        assert gradebook.match_listed_to_pupils(listed, there, {strange: 2}) == (
            {0: there[0]},
            {1},
        )  # for nobody of this list


def test_an_address_has_at_most_half_of_the_places_until_it_is_admitted(classroom: ClassService) -> None:
    at, door, now = opened_room(classroom), classroom.room_access, 1000.0
    keys = [door.address_key(at, address) for address in ("192.0.2.7", "192.0.2.8")]

    def join(key: str, seconds: float) -> Member:
        name = session_state.new_secret()[:20]
        return door.join(classroom.store.room(at.id), name, 1, session_state.new_secret(), now + seconds, 20, key, name)

    for n in range(10):
        join(keys[0], 20 * n)
    with pytest.raises(WaitingError):
        join(keys[0], 1000)
    assert door.waiting_devices_by_address(at) == []
    for n in range(5):
        join(keys[1], 1000 + n)
    with pytest.raises(WaitingError):
        join(keys[1], 1059)
    join(keys[1], 1061)
    door.wait(at, keys[0], "ticket" * 4, "Anna")
    assert door.is_waiting(at, keys[0], "ticket" * 4)
    door.set_address_admission(at.id, keys[0], "all")
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
    assert (device_part_of_address(one) == device_part_of_address(other)) is same


def test_the_number_of_one_who_was_taken_out_is_given_to_nobody(classroom: ClassService) -> None:
    at = opened_room(classroom)
    came(classroom, at, "Anna")
    ben = came(classroom, at, "Ben")
    classroom.room_access.delete_pupils(at.id, [ben.number])
    assert came(classroom, at, "Cem").number == ben.number + 1


@pytest.mark.parametrize(
    ("book", "heads"),
    [
        ("moodle", ["First name", "Last name", "ID number", "Email address", "Gems (Real)", "Gems (Feedback)"]),
        ("canvas", ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Gems"]),
        ("google", ["Last Name", "First Name", "Email Address", "Gems", "Points", "Note"]),
    ],
)
def test_tables_for_grade_books(classroom: ClassService, full: Any, book: str, heads: list[str]) -> None:
    pasted = CANVAS if book == "canvas" else MOODLE
    table = TeacherService(classroom).match_class_list_to_pupils(full, {"list": pasted, "book": book, "title": "Gems"})[
        "table"
    ]
    rows = list(csv.DictReader(io.StringIO(table)))
    told = classroom.store.lesson_reports(full.id, GEM)
    got, most = gradebook.earned_and_maximum_points(_LESSONS.get(GEM), next(iter(told.values())))
    assert list(rows[0]) == heads
    if book == "canvas":
        assert (rows[0]["Student"], rows[0]["Gems"], rows[1]["ID"]) == ("    Points Possible", str(most), "4711")
    else:
        assert rows[0]["Email address" if book == "moodle" else "Email Address"] == "anna@school.example"
    right = rows[-2]["Gems (Real)" if book == "moodle" else "Gems"]
    assert right == str(round(100 * got / most) if book == "moodle" else got)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("", "The list is empty"),
        ("x" * 40_001, "40,001 characters, but at most 40,000 can be read"),
        ("\n".join("x" * 321), "321 pupils, but at most 320 can be read"),
        ("\n".join(["name", *"x" * 321]), "321 pupils, but at most 320 can be read"),
    ],
)
def test_a_list_that_is_none_is_refused(wrong: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        class_list.parse_class_list(wrong)
    assert len(class_list.parse_class_list("\n".join(["name", *"x" * 320]))) == 320
    with pytest.raises(ValueError, match="too long"):
        class_list.parse_class_list("name,email\n" + "x" * 200 + ",y")


def test_formulas_of_a_list_are_texts_in_a_table(classroom: ClassService, full: Any) -> None:
    table = TeacherService(classroom).match_class_list_to_pupils(
        full, {"list": "name,email\n=1+1,@x\n", "book": "google"}
    )["table"]
    assert "'=1+1" in table or "'=" in table
    assert "'@x" in table
    wide = "name\n" + "\n".join(f"{sign}1 A" for sign in "＝＋－＠=+-@")  # some spreadsheets take full width, too
    for book in gradebook.GRADEBOOKS:
        cells = [
            cell
            for row in csv.reader(
                io.StringIO(
                    TeacherService(classroom).match_class_list_to_pupils(full, {"list": wide, "book": book})["table"]
                )
            )
            for cell in row
        ]
        assert not [cell for cell in cells if cell.startswith(tuple("＝＋－＠=+-@"))]


def test_an_empty_class_has_no_table(classroom: ClassService) -> None:
    with pytest.raises(ApiError, match="Nobody is in this class"):
        classroom.class_report_or_csv(opened_room(classroom), include_names=True)


def test_a_page_for_each_pupil_has_no_markup_of_theirs(classroom: ClassService, full: Any) -> None:
    page = TeacherService(classroom).pupil_reports_html(full, "today")
    assert page.count('<section class="one">') == 3
    assert "<img" not in page
    assert "without help" in page


def test_a_class_comes_back_from_its_file(classroom: ClassService, full: Any) -> None:
    classroom.change_session_or_lesson(full, {"pace": {"vote": "0"}})
    me = classroom.store.pupils(full.id)[0]
    number = classroom.store.room(full.id).session_state["vote"]["number"]
    classroom.save_vote(me, {"number": number, "option": 0, "sure": 95})
    ids = [TeacherService(classroom).place_sample(full, n, "chips", n) for n in (1, 2)]
    classroom.sample_store.set_sample_note(full.id, ids[0], "first")
    classroom.change_session_or_lesson(
        full, {"pace": {"talk": {"question": "Which?", "ask": "sentence", "slips": ids}}}
    )
    talk = classroom.store.room(full.id).session_state["talk"]["number"]
    classroom.discussion_service.save_reply(me, {"number": talk, "text": "Both."})
    TeacherService(classroom).merge_lesson_plan_change(full, {"minutes": {"why": 9}})
    before = TeacherService(classroom).teacher_view_data(classroom.store.room(full.id))
    text = TeacherService(classroom).class_file_text(classroom.store.room(full.id))
    for one in classroom.store.pupils(full.id):
        assert "token" not in text, one
    again, _ = TeacherService(classroom).open_room_from_file(text)
    assert again.session_state["locked"], "nobody can come in by the new code before the teacher opens the door"
    after = TeacherService(classroom).teacher_view_data(again)
    for part in ("predictions", "answers", "rolls", "plan"):
        assert after[part] == before[part], part
    assert [one["name"] for one in after["pupils"]] == [one["name"] for one in before["pupils"]]
    assert [talk["said"] for talk in after["talks"]] == [[{"n": 1, "text": "Both."}]]
    assert [slip["note"] for slip in after["tray"] if slip["place"]] == ["first", ""]
    assert (
        session_state.result_code_without_room_code(f"{full.code}/7KQ2M", (again.code, *again.session_state["codes"]))
        == "7KQ2M"
    )
    # and its shares come into another plan
    pupil_count = TeacherService(classroom).add_past_class_to_plan(again, text)
    assert pupil_count == 3
    assert sum(TeacherService(classroom).lesson_plan(classroom.store.room(again.id))["past"]["chips"].values()) == 3


def test_a_forged_file_is_refused_and_leaves_no_room(classroom: ClassService, full: Any) -> None:
    """Change any value of a file. The file opens a class with a board, or it is refused with a sentence."""
    TeacherService(classroom).place_sample(full, 1, "chips", 1)
    good = json.loads(TeacherService(classroom).class_file_text(full))
    rng, rooms, said = Random(1), len(classroom.store.rooms()), list[str]()
    for text in ("", "[]", "{}", "nul", "[" * 100_000, json.dumps({**good, "version": 9}), json.dumps({"kind": "x"})):
        with pytest.raises(ValueError, match=r"\.$"):
            TeacherService(classroom).open_room_from_file(text)
    for _ in range(600 if LONG else 30):
        data = json.loads(json.dumps(good))
        _forge(data, rng)
        try:
            at, _ = TeacherService(classroom).open_room_from_file(json.dumps(data))
        except ValueError as error:
            said.append(str(error))
        else:
            json.dumps(TeacherService(classroom).teacher_view_data(at))
            classroom.store.delete_room(at.id)
        assert len(classroom.store.rooms()) == rooms
    assert said
    assert not [sentence for sentence in said if not sentence.endswith((".", "?"))]


def _forge(data: Any, rng: Random) -> None:
    """Change some value."""
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


def test_a_class_is_deleted_when_its_time_is_over(classroom: ClassService) -> None:
    short, _ = classroom.open_room(GEM, days=1)
    week, _ = classroom.open_room(GEM)
    now = time.time()
    assert classroom.delete_expired_rooms(now + 0.5 * session_state.SECONDS_PER_DAY) == 0
    assert classroom.delete_expired_rooms(now + 1.5 * session_state.SECONDS_PER_DAY) == 1
    assert [one.id for one in classroom.store.rooms()] == [week.id]
    classroom.change_session_or_lesson(week, {"pace": {"until": now + 30 * session_state.SECONDS_PER_DAY}})
    assert classroom.delete_expired_rooms(now + 20 * session_state.SECONDS_PER_DAY) == 0
    assert (
        session_state.room_deletion_time(5.0, session_state.new_session_state())
        == 5.0 + 7 * session_state.SECONDS_PER_DAY
    ), "of an older room: a week after it was opened"
    for wrong in (now - 1, now + 900 * session_state.SECONDS_PER_DAY, "x", True):
        with pytest.raises(ValueError, match=r"\.$"):
            session_state.apply_session_change(session_state.new_session_state(), {"until": wrong}, now)
    with pytest.raises(ValueError, match="days"):
        classroom.open_room(GEM, days=0)
    assert short.session_state["until"] < week.session_state["until"]


def test_homework_of_another_class_is_told_so() -> None:
    assert session_state.result_code_without_room_code("7KQ2M-ABCDE", ("123456",)) == "7KQ2M-ABCDE"
    assert session_state.result_code_without_room_code("123456/7KQ2M", ("123456",)) == "7KQ2M"
    for other in ("654321/7KQ2M", "x/7KQ2M", "/"):
        with pytest.raises(ValueError, match="another class"):
            session_state.result_code_without_room_code(other, ("123456",))


def test_bounds_of_draws_hold() -> None:
    assert MAX_PREVIOUS_VARIANTS > 10
    assert validate_current_work(None, load_lesson_definition(GEM), 4)["seed"] == 0


def test_kept_reads_what_written_wrote(classroom: ClassService, full: Any) -> None:
    text = class_file_text(classroom.store, SampleAndPlanStore(classroom.store), full, {GEM}, 1.0)
    kept = ClassFile(text, _LESSONS.get)
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
    teacher, plan = Line(server.url, secret), load_lesson_definition(GEM)
    anna, _ = come(server.url, code, "Anna")
    ben, me = come(server.url, code, "Ben")
    told = build_report(worked(plan, 1)) | {"reason": "Nobody may know this."}
    anna.good("save-report", lesson=GEM, number=1, data=told)
    deeds = {
        "place-or-move-sample": {"pupil": 1, "key": "reason", "place": 1},
        "save-sample-note": {"slip": 1, "text": "x"},
        "set-name-request": {"slip": 1, "ask": True},
        "merge-lesson-plan-change": {"minutes": {"why": 1}},
        "add-past-class-to-plan": {"file": "{}"},
        "open-rehearsal-room": {},
        "reopen-class": {"file": "{}"},
        "match-class-list": {"list": "x"},
        "create-phone-link": {},
    }
    for line in (ben, Line(server.url), Line(server.url, "x" * 30)):
        for name in ("poll-teacher-view", "lesson-plan-html", "class-file-text", "pupil-reports-html"):
            assert line.ask(name)[0] == 403, name
        for name, said in deeds.items():
            assert line.tell(name, **said)[0] == 403, name
    slip = teacher.good("place-or-move-sample", pupil=1, key="reason", place=1)["slip"]
    assert "Nobody may know" not in json.dumps(ben.ask("poll-session-state")), "what lies in the tray is the teacher's"
    assert "Nobody may know" not in json.dumps(teacher.ask("poll-board")), "and not on the projector"
    assert "Nobody may know" in json.dumps(teacher.ask("poll-teacher-view"))
    teacher.good("change-session", pace={"talk": {"question": "Why?", "ask": "", "slips": [slip]}})
    seen = json.dumps(ben.ask("poll-session-state"))
    assert "Nobody may know" in seen
    assert "Anna" not in seen
    teacher.good("set-name-request", slip=slip, ask=True)
    assert ben.tell("save-name-consent", slip=slip, yes=True)[0] == 409
    assert "Anna" not in json.dumps(ben.ask("poll-session-state"))
    anna.good("save-name-consent", slip=slip, yes=True)
    assert "Anna" in json.dumps(ben.ask("poll-session-state"))
    anna.good("save-name-consent", slip=slip, yes=False)
    assert "Anna" not in json.dumps(ben.ask("poll-session-state"))
    assert me["number"] == 2
    phone = teacher.good("create-phone-link")
    assert phone["picture"].startswith("<svg")
    other = Line(server.url, phone["address"].partition("#")[2])
    assert other.ask("poll-teacher-view")[0] == 200
    # a file is larger than anything else; only the teacher's is read so far
    status, text = teacher.ask("class-file-text")
    assert status == 200
    long = text + " " * 500_000
    assert teacher.send("POST", "class/reopen-class", long, {})[0] == 200
    assert teacher.send("POST", "class/reopen-class", "{}", {})[0] == 400
    with suppress(ConnectionError):
        assert Line(server.url, ben.key).send("POST", "class/reopen-class", long, {})[0] in (400, 403, 413)
    assert ben.ask("poll-session-state")[0] == 200, "the server is well"


# -- the first requests -------------------------------------------------------------------------

FIRST = """
import sys, threading
from pathlib import Path
from widgets.classroom.class_store import ClassStore
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.classroom.server.class_service import ClassService
from widgets.site.home_page import dashboard_titles
sys.setswitchinterval(1e-5)
made, failed = ClassService(ClassStore(Path(sys.argv[1])), NOTEBOOKS_DIR, dashboard_titles, list, lambda: None), []
def asked():
    made.import_lesson_modules()
    from widgets.lesson import result_codes, progress_report
    from widgets.lesson.progress import saved_progress
def first(run):
    try:
        run()
    except BaseException as error:
        failed.append(repr(error))
runs = lambda: made.preload_lessons("03-the-raid"), asked, asked
threads = [threading.Thread(target=first, args=(run,)) for run in runs]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(failed, made.has_lessons)
"""


def test_first_requests_may_come_at_once(tmp_path: Path) -> None:
    """Open a board while lessons are imported in the background. Both import modules that depend on each other."""
    run = subprocess.run(
        [sys.executable, "-c", FIRST, str(tmp_path / "class.sqlite")],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        cwd=ROOT,
    )
    assert run.stdout.split("\n")[0] == "[] True"
