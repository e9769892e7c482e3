"""Pupils who come back: a closed tab, a second tab, another device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import Server, kismet
from tests.pupils import Line, come, device, few_pages, opened, worked
from tests.test_class_server import at_the_door, board_of, browser
from widgets.classroom import pupil_return
from widgets.classroom.class_choice import choose_class
from widgets.classroom.class_store import ClassStore, Room
from widgets.classroom.pupil_return import MAX_SAVED_WORK
from widgets.classroom.server.class_service import ClassService
from widgets.classroom.session_state import new_secret, new_session_state
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.progress_report import build_report
from widgets.page.paths import NOTEBOOKS_DIR

RAID = "03-the-raid"
PLACE = f"kismet:lesson:{RAID}:/voila/render/lessons/{RAID}.ipynb"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    log = tmp_path_factory.mktemp("return") / "log.txt"
    pages = few_pages(log.parent / "pages", f"lessons/{RAID}.ipynb")
    with kismet(log, f"--notebooks={pages}", f"--class-data={log.parent / 'class.sqlite'}", "class", RAID) as running:
        yield running


def test_a_pupil_continues_elsewhere_with_the_work_and_without_a_ghost(server: Server) -> None:
    code, secret = opened(server.log)
    anna, me = come(server.url, code, "Anna")
    _, ben = come(server.url, code, "Ben")
    work = worked(load_lesson_definition(RAID), 1)
    saved = {"place": PLACE, "saved": work.to_dict()}
    anna.good("save-report", lesson=RAID, number=7, data=build_report(work), work=saved)
    before = board_of(server, secret)["pupils"]

    code_of_anna = me["return_code"]
    assert [one["return_code"] for one in before] == [code_of_anna, ben["return_code"]]
    phone = Line(server.url, source=device())
    back = phone.good("return-to-room", code=code, return_code=f" {code_of_anna[:3]}-{code_of_anna[3:]} ")
    assert {name: back[name] for name in ("name", "number", "face", "return_code")} == {
        name: me[name] for name in ("name", "number", "face", "return_code")
    }
    assert (back["work"], back["told"]) == ([saved], 7)
    assert board_of(server, secret)["pupils"] == before

    status, said = anna.ask("poll-session-state")
    assert status == 410
    assert "in another tab or on another device" in said["error"]
    assert anna.tell("save-report", lesson=RAID, number=8, data=build_report(work))[0] == 410
    here = Line(server.url, back["token"])
    assert here.ask("poll-session-state")[1]["name"] == "Anna"
    assert here.tell("save-report", lesson=RAID, number=1, data=build_report(work))[1]["number"] == 7
    again = phone.good("return-to-room", code=code, return_code=code_of_anna)
    assert here.ask("poll-session-state")[0] == 410
    assert Line(server.url, again["token"]).ask("poll-session-state")[0] == 200

    # nobody comes back with the code of a pupil who was removed
    Line(server.url, secret).good("remove-pupil", pupil=ben["number"])
    status, said = phone.tell("return-to-room", code=code, return_code=ben["return_code"])
    assert (status, said["error"]) == (409, "No pupil of this class has this code. Ask your teacher for your code.")
    assert phone.tell("return-to-room", code=code, return_code="")[0] == 409
    assert phone.tell("return-to-room", code=code)[0] == 400


def test_the_join_page_knows_the_pupils_of_its_browser_and_asks_about_a_name(server: Server) -> None:
    code, _ = opened(server.log)
    mine = browser(server)
    _, me = at_the_door(server, mine, code=code, name="Zoë", is_first=True)
    assert at_the_door(server, mine, "join-name-options", code=code)[1]["known"] == ["Zoë"]
    other = browser(server)
    assert at_the_door(server, other, "join-name-options", code=code)[1]["known"] == []
    assert at_the_door(server, other, code=code, name="zoë", is_first=True) == (200, {"taken": True})
    assert at_the_door(server, other, code=code, name="zoë")[1]["name"] == "zoë 2"
    at_the_door(server, other, "return-to-room", code=code, return_code=me["return_code"])
    assert at_the_door(server, mine, "join-name-options", code=code)[1]["known"] == []
    assert at_the_door(server, other, "join-name-options", code=code)[1]["known"] == ["Zoë", "zoë 2"]


def test_who_guesses_return_codes_waits(server: Server) -> None:
    code, _ = opened(server.log)
    mine = browser(server)

    def guess(_: int) -> int:
        return at_the_door(server, mine, "return-to-room", code=code, return_code="000000")[0]

    with ThreadPoolExecutor(9) as at_once:
        tried = list(at_once.map(guess, range(9)))
    assert {*tried} == {409, 429}
    pupil = come(server.url, code)[1]
    there = at_the_door(server, browser(server), "return-to-room", code=code, return_code=pupil["return_code"])
    assert there[0] == 200, "others are not kept out"


@pytest.mark.parametrize(
    "work", [[], {"place": PLACE}, {"place": "kismet:class", "saved": {}}, {"place": 1, "saved": 2}]
)
def test_work_that_is_none_is_refused(server: Server, work: object) -> None:
    code, _ = opened(server.log)
    pupil, _ = come(server.url, code)
    report = build_report(worked(load_lesson_definition(RAID), 1))
    assert pupil.tell("save-report", lesson=RAID, number=1, data=report, work=work)[0] == 400


def test_work_that_is_too_long_is_left_out_and_the_report_is_kept(server: Server) -> None:
    code, _ = opened(server.log)
    pupil, me = come(server.url, code)
    report = build_report(worked(load_lesson_definition(RAID), 1))
    long = {"place": PLACE, "saved": "x" * MAX_SAVED_WORK}
    pupil.good("save-report", lesson=RAID, number=1, data=report, work=long)
    assert Line(server.url).good("return-to-room", code=code, return_code=me["return_code"])["work"] == []


def test_two_pupils_of_a_class_never_have_one_return_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([42, 42, 42, 7])
    monkeypatch.setattr(pupil_return, "randbelow", lambda most: next(drawn))
    store = ClassStore(tmp_path / "class.sqlite")
    service = ClassService(store, NOTEBOOKS_DIR, dict, list, lambda: None)
    room, _ = service.open_room("")
    door = ("address", new_secret())
    pupils = [service.add_pupil(room, name, new_secret(), None, "", door) for name in ("Anna", "Ben")]
    assert [service.pupil_return.return_codes(room.id)[one.id] for one in pupils] == ["000042", "000007"]
    store.close()


def test_a_class_belongs_to_the_data_folder_and_not_to_the_port(tmp_path: Path) -> None:
    pages = few_pages(tmp_path / "pages", f"lessons/{RAID}.ipynb")
    codes = []
    for number in range(2):
        log = tmp_path / f"log{number}.txt"
        with kismet(log, f"--notebooks={pages}", "class", RAID) as running:
            codes.append(opened(log)[0])
            if not number:
                come(running.url, codes[0])
    assert codes[0] == codes[1]
    assert re.search(rf"The class of \d+ \w+, \d\d:\d\d \({RAID}, 1 pupil\) goes on\.", log.read_text())


NOW = 1_000_000.0
HOUR = 3600.0


def room(hours: float, lesson: str = RAID, rehearsal: int | None = None) -> Room:
    state = new_session_state() | {"rehearsal": rehearsal}
    return Room(int(hours), f"{int(hours):06}", lesson, state, NOW - hours * HOUR, 1, 1)


OLD, MORNING, RECENT = room(30), room(4), room(1)


@pytest.mark.parametrize(
    ("rooms", "typed", "chosen", "asked"),
    [
        ([], [], None, 0),
        ([RECENT], [], RECENT, 0),
        ([OLD], [""], None, 1),
        ([OLD], ["1"], OLD, 1),
        ([MORNING, RECENT], [""], RECENT, 1),
        ([OLD, MORNING, RECENT], ["3"], OLD, 1),
        ([MORNING, RECENT], ["N"], None, 1),
        ([MORNING, RECENT], ["0", "9", " 2 "], MORNING, 3),
        ([room(1, rehearsal=5), room(2, "01-two-dice-and-a-gem")], [], None, 0),
    ],
)
def test_the_owner_chooses_among_several_classes(
    rooms: list[Room], typed: list[str], chosen: Room | None, asked: int
) -> None:
    questions: list[str] = []

    def answer(question: str) -> str:
        questions.append(question)
        return typed[len(questions) - 1]

    assert choose_class(rooms, RAID, NOW, lambda one: one.code, answer) is chosen
    assert len(questions) == asked
    assert not questions or all(one.code in questions[0] for one in rooms)
    latest = max((one for one in rooms if one in (MORNING, RECENT)), key=lambda one: one.opened_at, default=None)
    assert choose_class(rooms, RAID, NOW, lambda one: one.code, None) is latest
