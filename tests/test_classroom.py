"""A class without its server: stored data, limits of a room, reports and their codes, the board, and printed pages."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from csv import reader as csv_reader
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamelib
from gamelib import Record
from tests.conftest import LONG, ROOT, sample_cases
from tests.pupils import worked
from widgets.classroom import browser_report_validation, class_report, pupil_names, session_state
from widgets.classroom.class_board import (
    PREDICTION_GROUPS,
    class_running_frequency,
    dashboard_trials_by_setting,
    lesson_board_data,
    prediction_group,
)
from widgets.classroom.class_lesson import ClassLesson, LessonCatalog
from widgets.classroom.class_store import (
    GIVEN,
    NOT_ASKED,
    REQUESTED,
    ClassStore,
    GoneError,
    LessonAndSession,
    Member,
    NameOrCodeTakenError,
    Room,
    StoreError,
)
from widgets.classroom.room_access import PupilRemovedError, RateLimiter, RoomAccess
from widgets.dashboard import run_report as runs_report
from widgets.dashboard.controls import Choice, Slider
from widgets.dashboard.widget import Dashboard
from widgets.games.harem.dashboards.raid import RaidDashboard
from widgets.lesson import Lesson, result_codes
from widgets.lesson.lesson_definition import PREDICTION_CHIPS
from widgets.lesson.lesson_notebooks import lesson_ids
from widgets.lesson.progress.saved_progress import RestorableLessonProgress
from widgets.lesson.progress_report import CORRECT, OTHER_DIAGNOSIS, build_report, validate_report
from widgets.page import run_reports
from widgets.page.paths import NOTEBOOKS_DIR, TEACHER_KEY_ENV
from widgets.page.user_text import DEFAULT_PLAYER_NAMES

RAID = "03-the-raid"
WORDS = browser_report_validation.PageVocabulary(NOTEBOOKS_DIR)
SECRET = "secret" * 5
_LESSONS = LessonCatalog(NOTEBOOKS_DIR)


@pytest.fixture(scope="module")
def courses() -> LessonCatalog:
    return _LESSONS


@pytest.fixture(scope="module")
def raid(courses: LessonCatalog) -> ClassLesson:
    return courses.get(RAID)


# -- what is kept ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a PostgreSQL server from the packages of the machine and return its address."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    programs = found[-1].parent if found else Path(shutil.which("initdb") or "/nowhere/initdb").parent
    if not (programs / "initdb").exists():
        pytest.skip("no PostgreSQL is installed (Debian: apt install postgresql)")
    folder = tmp_path_factory.mktemp("postgresql")
    run = _as_nobody(folder)
    data, place = folder / "data", folder / "socket"
    run("mkdir", str(place))
    made = run(str(programs / "initdb"), "--auth=trust", "--username=kismet", "--no-sync", "-D", str(data))
    assert made.returncode == 0, made.stdout
    options = f"-c listen_addresses='' -c unix_socket_directories='{place}' -c fsync=off"
    command = [str(programs / "pg_ctl"), "-D", str(data), "-w"]
    started = run(*command, "-o", options, "-l", str(folder / "log"), "start")
    assert started.returncode == 0, started.stdout
    yield f"postgresql://kismet@/postgres?host={place}"
    run(*command, "-m", "immediate", "stop")


def _as_nobody(folder: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command as another user, because PostgreSQL refuses to start as root."""
    lent = []
    if os.geteuid() == 0:
        lent = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for each in (folder, *folder.parents):
            if each.stat().st_uid == 0 and each != Path("/") and str(each) not in ("/tmp", "/var", "/var/tmp"):
                each.chmod(each.stat().st_mode | 0o711)
        shutil.chown(folder, 65534, 65534)

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        out = folder / "said"
        with out.open("w") as said:  # not a pipe, which the server would keep open
            done = subprocess.run([*lent, *command], stdout=said, stderr=said, stdin=subprocess.DEVNULL, check=False)
        return subprocess.CompletedProcess(command, done.returncode, out.read_text())

    return run


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClassStore]:
    place = tmp_path / "class.sqlite" if request.param == "sqlite" else request.getfixturevalue("postgresql")
    kept = ClassStore(place)
    yield kept
    for each in kept.rooms():
        kept.delete_room(each.id)
    kept.close()


def opened(store: ClassStore, code: str = "123456", secret: str = SECRET) -> Room:
    return store.open_room(code, secret, RAID, session_state.new_session_state(), 1.0)


def joined(store: ClassStore, at: Room, name: str, token: str, now: float = 2.0) -> Member:
    return store.add_pupil(at.id, name, 5, token, now, session_state.MAX_PUPILS)


def test_what_is_told_is_kept_and_the_newest_stays(store):
    at = opened(store)
    anna = joined(store, at, "Anna", "a" * 30)
    store.save_report(anna, RAID, 2, "run", {"n": 2}, 3.0)
    assert store.save_report(anna, RAID, 1, "play", {"n": 1}, 4.0) == 2, "one that was late hears what is kept"
    assert store.lesson_reports(at.id, RAID) == {anna.id: {"n": 2}}
    assert store.pupil_by_token("a" * 30).step == "run"
    assert store.save_report(anna, RAID, 3, "why", {"n": 3}, 5.0) == 3
    me = store.pupil_by_token("a" * 30)
    assert (me.step, me.step_reached_at, me.last_report_at) == ("why", 5.0, 5.0)
    assert store.lesson_reports(at.id, RAID) == {anna.id: {"n": 3}}
    assert store.versions_by_room([at.id, 999]) == {at.id: (5, 1)}, "four changes, none of which pupils are to hear of"


def test_newer_data_under_the_number_of_a_lost_answer_are_kept(store):
    at = opened(store)
    anna = joined(store, at, "Anna", "a" * 30)
    for n in (1, 2):
        assert store.save_report(anna, RAID, 1, "run", {"n": n}, 3.0) == 1
    assert store.lesson_reports(at.id, RAID) == {anna.id: {"n": 2}}


def test_of_two_changes_at_once_none_is_lost(store):
    """Let each change add to the value that it reads.

    A change that reads before another one has written would lose it.
    """
    at, pairs = opened(store), 500 if LONG else 40

    def more(name: str) -> None:
        def how(now: Room) -> LessonAndSession:
            changes = {name: now.session_state.get(name, 0) + 1, "round": now.session_state["round"] + 1}
            return LessonAndSession(now.lesson, now.session_state | changes)

        store.update_lesson_and_session(at.id, how)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(more, ("one", "other") * pairs))
    pace = store.room(at.id).session_state
    assert (pace["one"], pace["other"], pace["round"]) == (pairs, pairs, 2 * pairs)
    before = store.room(at.id)
    with pytest.raises(ValueError, match="no such"):
        store.update_lesson_and_session(at.id, _refuse)
    assert store.room(at.id) == before


def _refuse(_: Room) -> LessonAndSession:
    raise ValueError("no such step")


def test_rooms_do_not_see_each_other(store):
    one, two = opened(store), opened(store, "654321", "other" * 6)
    anna, ben = joined(store, one, "Anna", "a" * 30), joined(store, two, "Anna", "b" * 30)
    store.save_report(anna, RAID, 1, "run", {"n": 1}, 3.0)
    assert [store.pupils(each.id) for each in (one, two)] == [[store.pupil_by_token("a" * 30)], [ben]]
    assert store.lesson_reports(two.id, RAID) == {}
    with pytest.raises(GoneError):
        store.set_consent(two.id, 2, REQUESTED, (NOT_ASKED,))
    store.delete_room(two.id)
    with pytest.raises(GoneError):
        store.pupil_by_token("b" * 30)
    assert store.lesson_reports(one.id, RAID) == {anna.id: {"n": 1}}


def test_names_and_codes_are_taken_once(store):
    at = opened(store)
    joined(store, at, "Anna", "a" * 30)
    with pytest.raises(NameOrCodeTakenError):
        joined(store, at, "ANNA", "b" * 30)
    for twin in ("Аnnа", "𝐀𝐧𝐧𝐚", "An\u200dna", "Ａｎｎａ", "ANNA."):  # Cyrillic, mathematical, wide letters
        with pytest.raises(NameOrCodeTakenError):
            joined(store, at, twin, "d" * 30)
    with pytest.raises(NameOrCodeTakenError):
        opened(store, secret="other" * 6)
    with pytest.raises(OverflowError):
        store.add_pupil(at.id, "Ben", 1, "c" * 30, 2.0, most=1)
    assert len(store.pupils(at.id)) == 1


def test_a_closed_room_is_gone_for_good(store):
    at = opened(store)
    anna = joined(store, at, "Anna", "a" * 30)
    store.delete_room(at.id)
    asks = [
        lambda: store.save_report(anna, RAID, 1, "run", {}, 3.0),
        lambda: joined(store, at, "Ben", "b" * 30),
        lambda: store.room_by_secret(SECRET),
        lambda: store.room_by_code("123456"),
        lambda: store.pupil_by_token("a" * 30),
    ]
    for ask in asks:
        with pytest.raises(GoneError):
            ask()
    assert store.rooms() == []


def test_a_round_gives_each_pupil_one_go(store):
    at = opened(store)
    anna = joined(store, at, "Anna", "a" * 30)
    assert store.save_round_result_once(anna, 1, {"at": [0]}) == {"at": [0]}
    assert store.save_round_result_once(anna, 1, {"at": [2]}) == {"at": [0]}
    assert store.activity_results(at.id, 1) == {anna.id: {"at": [0]}}
    assert store.activity_results(at.id, 2) == {}


def test_the_last_voice_counts(store):
    at = opened(store)
    anna = joined(store, at, "Anna", "a" * 30)
    for meant in (0, -1):
        store.save_vote(anna, 1, {"meant": meant})
    assert store.activity_results(at.id, 1) == {anna.id: {"meant": -1}}


def test_a_hint_goes_to_one_pupil(store):
    at, other = opened(store), opened(store, "654321", "other" * 6)
    anna, _ = joined(store, at, "Anna", "a" * 30), joined(store, at, "Ben", "b" * 30)
    store.save_hint(at.id, 1, "Count pairs.")
    store.save_hint(at.id, 1, "Count pairs, not totals.")
    assert store.hint_by_pupil_id(at.id) == {anna.id: ("Count pairs, not totals.", False)}
    store.mark_hint_read(anna)
    assert store.hint_by_pupil_id(at.id) == {anna.id: ("Count pairs, not totals.", True)}
    with pytest.raises(GoneError):
        store.save_hint(other.id, 1, "nobody is here")
    RoomAccess(store).delete_pupils(at.id, [1])
    assert store.hint_by_pupil_id(at.id) == {}


def test_who_was_taken_out_stays_out_until_let_in(store):
    at, door = opened(store), RoomAccess(store)
    anna, ben = joined(store, at, "Anna", "a" * 30), joined(store, at, "Ben", "b" * 30)
    door.save_pupil_browser(anna.id, at.id, "browser")
    door.delete_pupils(at.id, [1])
    with pytest.raises(PupilRemovedError) as caught:
        door.require_not_removed("a" * 30)
    assert not caught.value.welcome
    door.require_not_removed("b" * 30)
    assert [
        door.is_blocked(at.id, *who) for who in (("browser", ""), ("", "a" * 30), ("other", "b" * 30), ("", ""))
    ] == [
        True,
        True,
        False,
        False,
    ]
    assert [one.name for one in door.blocked_pupils(at.id)] == ["Anna"]
    door.allow_return(at.id, 1)
    assert not door.is_blocked(at.id, "browser", "a" * 30)
    assert door.blocked_pupils(at.id) == []
    door.delete_pupils(at.id, [2], may_return=True)
    assert not door.is_blocked(at.id, "", "b" * 30)
    with pytest.raises(PupilRemovedError):
        door.require_not_removed("b" * 30)
    with pytest.raises(GoneError):
        door.delete_pupils(at.id, [ben.number])


def test_names_are_changed_and_hidden(store):
    at, door = opened(store), RoomAccess(store)
    anna, _ = joined(store, at, "Anna", "a" * 30), joined(store, at, "Ben", "b" * 30)
    with pytest.raises(NameOrCodeTakenError):
        door.rename(at.id, 1, "BEN")
    door.rename(at.id, 1, "ANNA")
    assert store.pupil_by_token("a" * 30).name == "ANNA"
    door.set_name_hidden(at.id, 1, True)
    assert door.hidden_name_pupil_ids(at.id) == {anna.id}
    door.set_name_hidden(at.id, 1, False)
    assert door.hidden_name_pupil_ids(at.id) == set()
    for wrong in (lambda: door.rename(at.id, 9, "Eve"), lambda: door.set_name_hidden(at.id, 9, True)):
        with pytest.raises(GoneError):
            wrong()


def test_what_is_told_of_dashboards_stands_beside_the_lesson(store):
    at = opened(store)
    anna = joined(store, at, "Anna", "a" * 30)
    store.save_report(anna, RAID, 1, "run", {"n": 1}, 3.0)
    store.save_report(anna, "dashboards/raid", 2, "run", {"n": 2}, 4.0)
    assert store.reports_by_page_prefix(at.id, "dashboards/") == [(anna.id, "dashboards/raid", {"n": 2})]
    for n in range(3, 8):
        store.save_report(anna, f"dashboards/raid#{n}", n, "run", {"n": n}, 4.0, ("dashboards/", 3))
    store.save_report(anna, "dashboards/raid#5", 9, "run", {"n": 9}, 4.0, ("dashboards/", 3))
    assert sorted(told["n"] for _, _, told in store.reports_by_page_prefix(at.id, "dashboards/")) == [6, 7, 9]
    assert store.lesson_reports(at.id, RAID) == {anna.id: {"n": 1}}


def test_processes_share_a_store(store, request):
    """Let another process with its own connection write to the same store."""
    at = opened(store)
    place = store._file or store._url.replace("+psycopg", "")
    code = (
        f"from pathlib import Path; from widgets.classroom.class_store import ClassStore\n"
        f"kept = ClassStore({place!r})\n"
        f"for n in range(20): kept.add_pupil({at.id}, f'There {{n}}', n, f'{{n:030}}', 2.0, 90)"
    )
    there = subprocess.Popen([sys.executable, "-c", f"from pathlib import PosixPath\n{code}"], cwd=ROOT)
    for n in range(20):
        joined(store, at, f"Here {n}", f"{n + 50:030}")
    assert there.wait(120) == 0
    assert sorted(one.number for one in store.pupils(at.id)) == list(range(1, 41))
    assert store.versions_by_room([at.id])[at.id][0] == 41


def test_consent_is_asked_before_it_is_given(store):
    at = opened(store)
    joined(store, at, "Anna", "a" * 30)
    with pytest.raises(GoneError):
        store.set_consent(at.id, 1, GIVEN, (REQUESTED,))
    store.set_consent(at.id, 1, REQUESTED, (NOT_ASKED,))
    store.set_consent(at.id, 1, GIVEN, (REQUESTED,))
    assert store.pupils(at.id)[0].consent == GIVEN


def test_many_write_at_once_and_nothing_is_lost(store):
    at = opened(store)

    def pupil(n: int) -> None:
        me = joined(store, at, f"Pupil {n}", f"{n:030}")
        for k in range(1, 6):
            store.save_report(me, RAID, k, "run", {"n": n, "k": k}, 3.0)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(pupil, range(12)))
    assert sorted(one.number for one in store.pupils(at.id)) == list(range(1, 13))
    assert sorted(told["n"] for told in store.lesson_reports(at.id, RAID).values()) == list(range(12))
    assert all(told["k"] == 5 for told in store.lesson_reports(at.id, RAID).values())
    assert store.versions_by_room([at.id])[at.id][0] == 1 + 12 * 6


def test_the_file_is_private_comes_with_the_first_room_and_goes_with_the_last(tmp_path):
    file = tmp_path / "deep" / "class.sqlite"
    store = ClassStore(file)
    assert store.rooms() == []
    with pytest.raises(GoneError):
        store.pupil_by_token("a" * 30)
    assert not file.exists()
    at = opened(store)
    assert file.stat().st_mode & 0o077 == 0
    again = ClassStore(file)  # as after a restart
    assert again.room_by_secret(SECRET) == at
    again.close()
    store.delete_room(at.id)
    assert list(file.parent.iterdir()) == []
    assert opened(store).code == "123456", "and the next class begins anew"
    store.close()


@pytest.mark.parametrize(
    ("place", "error", "sentence"),
    [
        ("mysql://you@here/x", ValueError, "kept in a file, or in a database at postgresql://"),
        ("nonsense", ValueError, "kept in a file"),
        ("postgresql://you:sesame@127.0.0.1:1/x", StoreError, "its database does not answer"),
        (Path("/proc/no/class.sqlite"), StoreError, "the class cannot be kept"),
    ],
)
def test_a_store_that_does_not_answer_says_so_without_its_password(place, error, sentence):
    with pytest.raises(error, match=sentence) as caught:
        opened(ClassStore(place))
    assert "sesame" not in str(caught.value)


# -- what a room takes -----------------------------------------------------------------------


def tags(region: str) -> str:
    """Return a region in the invisible tags of a flag, with their end."""
    return "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"


FLAGS = [f"🏴{tags(region)}" for region in ("gbeng", "gbsct", "gbwls")]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Anna \t B ", "Anna B"),
        ("<b>Anna</b>", "<b>Anna</b>"),  # shown as it is; the browser tests see that it stays text
        ("An\u202ena\u200b\x00", "Anna"),
        ("Zoe\u0301\u0301\u0301\u0301", "Zoé\u0301\u0301"),
        ("王小明", "王小明"),
        ("An\u3164na\u115f", "Anna"),
        ("می\u200cروم", "می\u200cروم"),  # two words that a joiner holds together
        ("An\u200dna", "Anna"),
        ("\u200cAn\u200c\u200dna\u200d", "Anna"),
        ("Са\u200dша", "Саша"),
        ("王\u200d小\u200c明", "王小明"),
        ("Anna\u200d🦊", "Anna🦊"),
        ("Al 👩\u200d🚀 👩🏽\u200d⚕\ufe0f", "Al 👩\u200d🚀 👩🏽\u200d⚕\ufe0f"),
        ("Al ❤\ufe0f\u200d🔥 ☺\ufe0f", "Al ❤\ufe0f\u200d🔥 ☺\ufe0f"),
        ("Al 👁\ufe0f\u200d🗨\ufe0f 🏳\ufe0f\u200d🌈", "Al 👁\ufe0f\u200d🗨\ufe0f 🏳\ufe0f\u200d🌈"),
        ("Al 1\ufe0f\u20e3 ‼\ufe0f", "Al 1\ufe0f\u20e3 ‼\ufe0f"),
        ("A\ufe0fl 1\ufe0f ☺\ufe0f\ufe0f", "Al 1 ☺\ufe0f"),
        ("☺\ufe0f\u200dAl \ufe0f🔥\ufe0e", "☺\ufe0fAl 🔥"),
        ("Al 👩\u200c🚀\u200d", "Al 👩🚀"),
        ("ක්\u200dරිස්", "ක්\u200dරිස්"),  # Sinhala
        ("র\u200d্য", "র\u200d্য"),  # Bengali
        ("അനില്\u200d", "അനില്\u200d"),  # Malayalam
        ("अ\u200dनु", "अनु"),
        *((f"Al {flag} B", f"Al {flag} B") for flag in FLAGS),
        (f"{FLAGS[0]}Al{FLAGS[2]}", f"{FLAGS[0]}Al{FLAGS[2]}"),
        (f"Al {FLAGS[0][:-1]}", "Al 🏴"),  # without its end
        (f"Al {FLAGS[0][1:]}", "Al"),  # without the flag
        (f"Al 🏴{tags('ustx')}", "Al 🏴"),  # drawn as a black flag
        (f"Al 🏴\ufe0f{tags('gbeng')}", "Al 🏴\ufe0f"),
        (f"Al 🦊{tags('gbeng')}", "Al 🦊"),
        (f"{FLAGS[1]}{tags('gbsct')}Al", f"{FLAGS[1]}Al"),
        ("A°\u200d°l ×\u200d÷ ´\ufe0f\u200d¨ →\ufe0f", "A°°l ×÷ ´¨ →"),  # no emoji
        ("An\U00013441na\U0001d159", "Anna"),
    ],
)
def test_names_are_tidied(typed, shown):
    assert pupil_names.validate_name(typed) == shown
    assert pupil_names.validate_name(shown) == shown


def test_a_shortened_name_has_no_half_flag():
    name = pupil_names.validate_name("A" * 17 + FLAGS[0])
    assert pupil_names.with_number_suffix(name, 2) == "A" * 17 + "🏴 2"


INVISIBLE = ["\u202e", "\u3164", "\uffa0", "\u115f\u1160", "\u2800", "\U000e0041", "\ufe0f", "\u200d", "\ud83d"]


@pytest.mark.parametrize("typed", ["", "   ", "…", *INVISIBLE, "x" * 25, "x" * 5000, None, 7, ["Anna"]])
def test_what_is_no_name_is_refused(typed):
    with pytest.raises(ValueError, match="name"):
        pupil_names.validate_name(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Paul", "PauI"),
        ("Bill", "Bi11"),
        ("Otto", "0tto"),
        ("Cora", "Сога"),
        ("Anna", "ᴀɴɴᴀ"),
        ("Marn", "Mam"),
        ("Zoë", "Zoё"),
        ("Anna", "🅰🅽🅽🅰"),
        ("Νίκος", "Nίκος"),
        ("Anna B", "Anna  B."),
        ("MAX", "МАХ"),
        ("Max", "мах"),
        ("Al ☺", "Al ☺\ufe0f"),
        ("Al 👩\u200d🔥", "Al 👩🔥"),
        (f"Al {FLAGS[0]}", "Al 🏴"),
    ],
)
def test_names_that_look_alike_are_twins(one, other):
    assert pupil_names.appearance_keys(one) & pupil_names.appearance_keys(other)


def test_other_names_are_no_twins():
    """Check given names of many countries, and all made-up ones."""
    many = [
        "Anna",
        "Anne",
        "Ann",
        "Nera",
        "Vera",
        "Ali",
        "Ari",
        "Alı",
        "Lia",
        "Mia",
        "Nia",
        "Zoe",
        "Zoé",
        "Max",
        "Mäx",
        "Иван",
        "Ивана",
        "Нина",
        "Инна",
        "Άννα",
        "Νίκος",
        "小明",
        "小红",
        "יעל",
        "מיה",
        "محمد",
        "أحمد",
        "Ayla",
        "Aula",
        "Tom",
        "Tim",
        "Timo",
        "Eva",
        "Ewa",
        "Jan",
        "Ján",
        "Lena",
        "Lana",
        "Cleo",
        "Sean",
        "Anna 🐱",
        "Anna 🐶",
        *map(pupil_names.avatar_name, range(pupil_names.AVATAR_COUNT)),
    ]
    seen = [pupil_names.appearance_keys(each) for each in many]
    twins = [(many[i], many[j]) for j in range(len(many)) for i in range(j) if seen[i] & seen[j]]
    assert twins == [("Ali", "Alı")], "a dot is not seen from the back"


def test_a_name_that_is_taken_gets_a_number():
    assert pupil_names.with_number_suffix("Anna", 2) == "Anna 2"
    assert len(pupil_names.with_number_suffix("x" * pupil_names.MAX_NAME_LENGTH, 12)) == pupil_names.MAX_NAME_LENGTH


def test_codes_are_six_dice():
    assert all(session_state.parse_room_code(session_state.new_room_code()) for _ in range(50))
    assert session_state.parse_room_code(" 123 456 ") == "123456"
    assert session_state.parse_room_code(session_state.new_room_code(session_state.PUBLIC_CODE_LENGTH))
    for wrong in ("12345", "1234561234", "123457", "123 45a", None, 123456):
        with pytest.raises(ValueError, match="six to nine numbers"):
            session_state.parse_room_code(wrong)


RUDE = [
    "Fuck",
    "f.u.c.k",
    "5h1t",
    "fuuuck",
    "\uff26\uff35\uff23\uff2b",
    "f\u03c5ck",
    "Sh!thead",
    "хуй",
    "Hurensohn",
    "Arsch",
    "F u c k",
    "niggger",
    "MERDE",
]


@pytest.mark.parametrize("typed", RUDE)
def test_rude_names_are_known_however_they_are_written(typed):
    assert pupil_names.has_blocked_word(pupil_names.validate_name(typed))


def test_ordinary_names_are_not_rude():
    """Check names that contain a rude word or are one in another language, and all made-up ones."""
    many = [
        "Cassandra",
        "Dick",
        "Fanny",
        "Con",
        "Constanze",
        "Essex",
        "Massimo",
        "Sexton",
        "Nazim",
        "Assia",
        "Titus",
        "Pikachu",
        "Cumberland",
        "Nigeria",
        "Huriye",
        "Putri",
        "Kutub",
        "Saul",
        "Hancock",
        "Analia",
    ]
    assert [
        name
        for name in (*many, *map(pupil_names.avatar_name, range(pupil_names.AVATAR_COUNT)))
        if pupil_names.has_blocked_word(name)
    ] == []


def test_a_list_of_names_is_read_line_by_line():
    pace = session_state.apply_session_change(
        session_state.new_session_state(), {"names": "list", "list": ["Anna", " Ben ", "ANNA"]}, 0.0
    )
    assert (pace["names"], pace["list"]) == ("list", ["Anna", "Ben", "ANNA 2"])
    with pytest.raises(ValueError, match="Line 2"):
        session_state.apply_session_change(pace, {"list": ["Anna", "\u3164"]}, 0.0)


def test_who_guesses_waits_and_nobody_else():
    turns = RateLimiter(
        session_state.TokenBucket(3, 0.5), session_state.TokenBucket(5, 1), session_state.TokenBucket(100, 1)
    )
    mine = [turns.reserve_turn("mine", "school") for _ in range(30)]
    assert [turn.wait_seconds for turn in mine[:3]] == [0, 0, 0]
    assert [round(turn.wait_seconds) for turn in mine[3:8]] == [2, 4, 6, 8, 10]
    assert [turn.is_accepted for turn in mine] == [True] * 8 + [False] * 22
    assert turns.reserve_turn("other", "school").wait_seconds == 0
    assert [turns.reserve_turn("", "school").wait_seconds for _ in range(5)] == [0] * 5, (
        "who shows no browser shares with the others there"
    )
    assert turns.reserve_turn("", "school").wait_seconds > 0
    turns.refund_turn("", "school")
    for _ in range(100):
        turns.reserve_turn("right", "school")
        turns.refund_turn("right", "school")
    assert turns.reserve_turn("right", "school").wait_seconds == 0, "who is right never waits"


def test_a_new_cookie_for_each_guess_does_not_help():
    turns = RateLimiter(
        session_state.TokenBucket(10, 0.2), session_state.TokenBucket(40, 1), session_state.TokenBucket(200, 2)
    )
    mine = [turns.reserve_turn(f"cookie {n // 10}", "school") for n in range(1000)]
    assert all(turn == (True, 0) for turn in mine[:200])
    assert sum(turn.is_accepted for turn in mine) in range(220, 225), "then two a second, as long as one is to wait"
    assert turns.reserve_turn("other", "home").wait_seconds == 0, "of each address"
    assert turns.reserve_turn("cookie 1", "school", "a room").wait_seconds == 0, "and of each room"


def test_every_face_has_its_name():
    called = {pupil_names.avatar_name(face) for face in range(pupil_names.AVATAR_COUNT)}
    assert len(called) == pupil_names.AVATAR_COUNT == 4 * pupil_names.PLAIN_AVATAR_COUNT == 384
    assert pupil_names.AVATAR_COUNT >= session_state.MAX_PUPILS > session_state.MAX_PUPILS_WITH_KERNELS
    assert all(len(name) <= pupil_names.MAX_NAME_LENGTH for name in called)
    assert pupil_names.choose_free_avatar(set(range(95))) == 95, "those without a mark come first"
    assert pupil_names.choose_free_avatar(set(range(383))) == 383
    assert pupil_names.choose_free_avatar(set(range(384))) in range(384)


@pytest.mark.parametrize(
    "change",
    [
        {},
        [],
        None,
        {"upto": 3},
        {"paused": 1},
        {"timer": -1},
        {"timer": 10**9},
        {"timer": True},
        {"round": 7},
        {"vote": 0},
        {"vote": "12"},
        {"vote": ""},
        {"vote": "chips "},
        {"key": 1},
        {"paused": True, "round": 5},
    ],
)
def test_a_pace_that_cannot_be_is_refused(change):
    pace = session_state.new_session_state()
    with pytest.raises(ValueError, match=r"\w"):
        session_state.apply_session_change(pace, change, 0.0)
    assert pace == session_state.new_session_state()


def test_a_pace_changes():
    pace = session_state.apply_session_change(session_state.new_session_state(), {"upto": "run", "timer": 60}, 100.0)
    assert (pace["upto"], pace["ends"]) == ("run", 160.0)
    pace = session_state.apply_session_change(pace, {"round": 10, "timer": 0}, 0.0)
    assert (pace["round"], pace["rolls"], pace["ends"]) == (1, 10, None)
    vote = session_state.apply_session_change(pace, {"vote": "0"}, 0.0)
    vote = session_state.apply_session_change(
        session_state.apply_session_change(vote, {"vote": None}, 0.0), {"vote": "0"}, 0.0
    )
    assert (vote["vote"], vote["votes"], vote["rounds"]) == ({"about": "0", "number": 3}, {"0": [2, 3]}, [[1, 10]])
    assert session_state.reset_for_new_lesson(vote)["votes"] == {}
    assert session_state.apply_session_change(pace, {"round": 0}, 0.0)["round"] == 1, (
        "a round that is over keeps its number"
    )
    assert session_state.apply_session_change(pace, {"round": 1}, 0.0)["round"] == 2


# -- reports and codes -----------------------------------------------------------------------


def test_a_report_tells_mistakes_by_their_number(raid):
    pupil = worked(raid.definition, 3)
    pupil.navigation.is_unlocked, pupil.navigation.current_step = True, "check"
    asks, settings = pupil.checks.question_and_settings(0)
    name, value, _ = asks.wrong_answers(**settings)[0]
    pupil.checks.submit_and_grade_answer(0, str(value), 95)
    told = build_report(pupil)
    assert asks.misconceptions[told["answers"][0]["first"]].name == name
    pupil.checks.submit_and_grade_answer(0, str(asks.exact_value(**settings)), 50)
    told = build_report(pupil)
    assert told["answers"][0]["now"] == CORRECT
    assert (told["answers"][0]["sure"], told["answers"][0]["tries"]) == (95, 2)
    assert told["answers"][1] is None
    assert validate_report(told, raid.definition) == told


@pytest.mark.parametrize("id", sample_cases(lesson_ids(), 3))
def test_reports_of_every_lesson_pass_their_own_check_and_fit_a_code(id, courses):
    course = courses.get(id)
    told = build_report(worked(course.definition, 1, ("1/7",)))
    assert validate_report(told, course.definition) == told
    code = result_codes.encode_result_code(told, course.definition, 17)
    assert len(code) < result_codes.MAX_CODE_LENGTH
    back, face, _ = result_codes.decode_result_code(code.lower().replace("-", " "), course.definition)
    assert face == 17
    assert (back["at"], back["chips"]) == (told["at"], told["chips"])
    assert back["done"] == told["done"]
    hits = sum(told["counts"][i] for i in course.counted_outcome_indices)
    assert (sum(back["counts"]), sum(back["counts"][i] for i in course.counted_outcome_indices)) == (40, hits)
    assert back["answers"][0]["first"] == told["answers"][0]["first"]


def test_any_slip_in_a_code_is_noticed(raid, courses):
    code = result_codes.encode_result_code(build_report(worked(raid.definition, 5)), raid.definition)
    for place, sign in enumerate(code):
        for other in {"7", "Z"} - {sign} if sign != "-" else ():
            with pytest.raises(ValueError, match="mistake in this code"):
                result_codes.decode_result_code(code[:place] + other + code[place + 1 :], raid.definition)
    for wrong in ("", "!", "A" * 81, code + "7", code[:-1]):
        with pytest.raises(ValueError, match="code"):
            result_codes.decode_result_code(wrong, raid.definition)
    with pytest.raises(ValueError, match="a different lesson"):
        result_codes.decode_result_code(code, courses.get("00-three-coins").definition)


NOBODY_SEES = "\ud83d\u202e\x1b\x00\u2066\u3164\ue000"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"trail": [1e8] * 30}, "lies between"),
        ({"trail": [-0.5]}, "lies between"),
        ({"trail": [float("nan")]}, "lies between"),
        ({"trail": [True]}, "lies between"),
        ({"counts": [0] * 3, "trail": [0.5] * 30}, "one by one"),
        ({"trail": [0.5] * 31}, "one by one"),
    ],
)
def test_runs_that_cannot_be_are_refused(raid, change, sentence):
    told = build_report(worked(raid.definition, 3))
    if "counts" in change:
        change["counts"] = [0] * len(raid.column_names)
    with pytest.raises(ValueError, match=sentence):
        validate_report(told | change, raid.definition)


@pytest.mark.parametrize("id", lesson_ids())
def test_honest_trails_of_every_lesson_are_taken_in_every_portion(id, courses):
    plan = courses.get(id).definition
    for portions in ((1, 1, 1), (1000, 10), (10, 1, 1000)):
        pupil = worked(plan, 7)
        pupil.trials.counts_by_column.clear()
        pupil.trials.running_means.clear()
        for n in portions:
            pupil.trials.run_trials(n)
        told = build_report(pupil)
        assert len(told["trail"]) == min(30, sum(portions))
        assert validate_report(told, plan)["trail"] == told["trail"]


def test_what_nobody_sees_reaches_neither_board_nor_paper(raid):
    told = build_report(worked(raid.definition, 3)) | {"reason": f"a {NOBODY_SEES}reason", "revised": NOBODY_SEES}
    read = validate_report(told, raid.definition)
    assert (read["reason"], read["revised"]) == ("a reason", "")
    me = [member(1)]
    for text in (
        class_report.pupil_table_csv(raid, me, {1: read}, {}, include_names=True),
        class_report.class_report_html(raid, me, {1: read}, {}, True, "today"),
    ):
        assert text.encode()


PARTS = st.sampled_from(["at", "done", "chips", "counts", "trail", "answers", "guess", "reason"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


@given(st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PARTS, inner)))
def test_no_json_breaks_the_check_of_reports(data):
    plan = _LESSONS.get(RAID).definition
    if isinstance(data, dict):
        data = build_report(worked(plan, 1)) | data
    with suppress(ValueError):
        read = validate_report(data, plan)
        assert validate_report(read, plan) == read


# -- the board -------------------------------------------------------------------------------


def member(n: int, consent: int = NOT_ASKED) -> Member:
    return Member(n, 1, n, pupil_names.avatar_name(n), n, 1.0, 1.0, 2.0, "", consent, False)


def test_the_board_of_an_empty_room(raid):
    shown = lesson_board_data(raid, [], {}, [], {})
    assert shown["predictions"]["put"] == 0
    assert shown["rolls"]["total"] == 0
    assert sum(shown["predictions"]["exact"]) == pytest.approx(1)
    assert shown["rolls"]["share"] == pytest.approx(145 / 432)


def test_the_board_adds_up(raid):
    pupils = [member(n, GIVEN if n == 2 else NOT_ASKED) for n in range(1, 5)]
    reports = {n: build_report(worked(raid.definition, n, ("1/7", "1/9"))) for n in range(1, 4)}
    rounds = [
        (1, {n: {"at": [0 if n > 2 else raid.counted_outcome_indices[0]], "say": ""} for n in range(1, 5)}),
        (1, {1: {"at": [0], "say": ""}, 2: {"at": [2], "say": ""}}),
    ]
    shown = lesson_board_data(raid, pupils, reports, rounds, {})
    assert shown["predictions"]["put"] == 3
    assert sum(shown["predictions"]["class"]) == pytest.approx(1)
    assert shown["rolls"]["total"] == 120 == sum(shown["rolls"]["counts"])
    assert shown["rolls"]["together"][-1][0] == 120
    assert shown["rolls"]["together"][-1][1] == pytest.approx(shown["rolls"]["hits"] / 120, abs=1e-3)
    assert [row["n"] for row in shown["shown"]] == [2]
    first = shown["answers"][0]
    assert first["tried"] == 3 == sum(len(row["sure"]) for row in first["rows"])
    assert first["sure_wrong"] == 3 - first["right"]
    assert shown["round"]["total"] == 2
    assert shown["games"]["won"][0] == {"hits": 2, "n": 4}
    assert sum(shown["games"]["chances"]) == pytest.approx(1)
    assert shown["games"]["chances"][0] == pytest.approx((1 - raid.event_probability) ** 2), "nobody of two"
    assert shown["pupils"][3]["done"] == []


def test_own_work_hints_and_what_was_told_stay_apart(raid):
    """Check three pupils who are right in the end: alone, with hints, and after the answer was shown."""
    reports, pupils = {}, [member(n) for n in (1, 2, 3)]
    for n, help in ((1, {}), (2, {"hints": 1}), (3, {"told": True})):
        told = build_report(worked(raid.definition, n, ("1/7",)))
        told["answers"][0] |= {"now": CORRECT} | help
        reports[n] = validate_report(told | ({"shown": ["why"]} if n == 3 else {}), raid.definition)
    shown = lesson_board_data(raid, pupils, reports, [], {})
    assert shown["answers"][0]["how"] == [1, 1, 1]
    assert [row["hints"] for row in shown["pupils"]] == [0, 1, 0]
    rows = list(csv_reader(class_report.pupil_table_csv(raid, pupils, reports, {}, include_names=False).splitlines()))
    table = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert [row["how 1"] for row in table] == ["without help", "with hints", "told"]
    assert [row["hints 1"] for row in table] == ["0", "1", "0"]
    assert [row["steps with the answer shown"] for row in table] == ["", "", "Why"]


def test_a_class_votes_before_and_after_a_talk(raid):
    check = raid.check_questions[0]
    stands = [meant for _, meant in check.options]
    assert stands.count(CORRECT) == stands.count(OTHER_DIAGNOSIS) == 1
    assert len(stands) > 3, "the numbers are those at which the mistakes show"
    reports = {n: build_report(worked(raid.definition, n)) for n in (1, 2)}
    wrong = next(meant for meant in stands if meant >= 0)
    before = {1: {"meant": wrong, "sure": 95}, 2: {"meant": CORRECT, "sure": 25}}
    after = {1: {"meant": CORRECT, "sure": 75}, 2: {"meant": CORRECT, "sure": 50}}
    columns = len(raid.column_names)
    again = {1: {"chips": [PREDICTION_CHIPS, *[0] * (columns - 1)]}}
    shown = lesson_board_data(raid, [member(1), member(2)], reports, [], {"0": [before, after], "chips": [again]})
    found = shown["answers"][0]
    right = [one["right"] for one in found["options"]].index(True)
    assert [(vote["n"], len(vote["sure"][right])) for vote in found["votes"]] == [(2, 1), (2, 2)]
    assert found["votes"][1]["sure"][right] == [75, 50]
    assert found["options"][stands.index(wrong)]["reply"]
    assert shown["predictions"]["after"]["class"] == [1.0, *[0.0] * (columns - 1)]
    assert shown["predictions"]["after"]["off"] == round(100 * (1 - raid.probabilities[0]))


def test_a_class_votes_on_rule_riddles(raid):
    assert [one.title for one in raid.quiz_questions] == ["Rule question"] * 4
    assert [bool(one.link) for one in raid.quiz_questions] == [False, False, True, True], (
        "two kinds need their position"
    )
    for one in raid.quiz_questions[2:]:
        assert [meant for _, meant in one.options].count(CORRECT) == 1
        link = one.link.partition("#game=")[2].partition("&")[0]
        opened = Record.from_link(link, gamelib.game("harem")).state
        assert one.prompt.startswith(opened.game.describe(opened.node, DEFAULT_PLAYER_NAMES[: opened.seats]))
    reports = {1: build_report(worked(raid.definition, 1))}
    number = len(raid.check_questions)
    stands = [meant for _, meant in raid.votable_questions[number].options]
    assert sorted(stands) == [CORRECT, 0, 1, 2]
    voices = {1: {"meant": CORRECT, "sure": 95}, 2: {"meant": 0, "sure": 25}}
    shown = lesson_board_data(raid, [member(1)], reports, [], {str(number): [voices]})["answers"]
    assert len(shown) == number + 4
    assert shown[number]["tried"] == 0, "pupils' pages do not ask it"
    assert shown[number]["votes"][0]["n"] == 2
    assert all(one["reply"] for one in shown[number]["options"] if not one["right"])


def test_runs_of_dashboards_are_added_up_by_their_setting(monkeypatch):
    monkeypatch.setenv(TEACHER_KEY_ENV, "sesame")
    told = []
    for n, (link, runs) in enumerate((("guards=1", 10), ("guards=1", 1000), ("guards=2", 10)), 1):
        page = RaidDashboard(link, seed=n)
        said = [message["data"] for message in _said(page, "run", id="raids", n=runs) if message["kind"] == "report"]
        told += [(n, "dashboards/raid", data) for data in said]
    read = [(n, page, run_reports.validate_run_report(data, "sesame")) for n, page, data in told]
    shown = dashboard_trials_by_setting([member(n) for n in (1, 2, 3)], read)
    assert [(len(one["pupils"]), one["total"]) for one in shown] == [(2, 1010), (1, 10)]
    assert "against 1 guard" in shown[0]["ask"]
    assert shown[0]["share"] == pytest.approx(145 / 432)
    assert shown[0]["hits"] == sum(shown[0]["counts"][i] for i in shown[0]["hit"])
    assert len(shown[0]["pupils"][0]["trail"]) == 10
    data = told[0][2]
    forged = [
        {"about": data["about"].replace("raid", "rude word")},
        {"seal": "0" * 64},
        {"counts": [5]},
        {"counts": [-1] * len(data["counts"])},
        {"trail": ["x"]},
        {"about": 1, "seal": 2},
    ]
    forged = [*(data | change for change in forged), {}, None, []]
    for each in forged:
        with pytest.raises(ValueError, match=r"\w"):
            run_reports.validate_run_report(each, "sesame")
    with pytest.raises(ValueError, match="no dashboard of this server"):
        run_reports.validate_run_report(data, "another key")


@pytest.mark.parametrize("page", sorted(path.stem for path in NOTEBOOKS_DIR.glob("dashboards/*.ipynb")))
def test_what_a_dashboard_tells_passes_its_own_check(page):
    source = "".join("".join(cell["source"]) + "\n" for cell in _notebook(page)["cells"] if cell["cell_type"] == "code")
    module = re.search(r"from (\S+) import (\w+)", source)
    made = import_module(f"{module[1]}.{module[2]}").create_dashboard()
    _check_runs(made)
    for control in made.CONTROLS:  # at each end of each control, the words are ours as well
        before, ends = made.values[control.name], ()
        if isinstance(control, Choice | Slider):
            ends = tuple(control.options) if isinstance(control, Choice) else (control.minimum, control.maximum)
            ends = ends if LONG else ends[-1:]
        for value in (*ends, before):
            made.set_control_values(**{control.name: value})
            _check_runs(made)


def _check_runs(made: Dashboard) -> None:
    for id, runs in made.simulations.items():
        runs.clear()
        made._run({"id": id, "n": 10})
        told = runs_report.build_run_report(runs, made._asked(id), "sesame")
        if told:
            assert browser_report_validation.validate_exact_outcomes(told["about"], WORDS) == json.loads(
                told["about"]
            ), "in a pupil's own browser"
            read = run_reports.validate_run_report(json.loads(json.dumps(told)), "sesame")
            assert sum(read["counts"]) == 10
            about = read["about"]
            assert sum(about["exact"]) == pytest.approx(1)
            assert sum(about["exact"][i] for i in about["hits"]) == pytest.approx(about["share"])
            assert about["words"]


def _said(page: Dashboard, do: str, **message: Any) -> list[dict[str, Any]]:
    """Return the message of a dashboard to its page after one act."""
    said: list[dict[str, Any]] = []
    page.send = said.append  # type: ignore[method-assign]
    page._receive(page, {"do": do, "seq": 1, **message}, [])
    return said


def _notebook(page: str) -> dict[str, Any]:
    return dict(json.loads((NOTEBOOKS_DIR / f"dashboards/{page}.ipynb").read_text()))


def test_pupils_who_throw_together_are_added_throw_by_throw():
    lines = [{"trail": [1.0, 0.5], "runs": 2, "share": 0.5}, {"trail": [0.0], "runs": 1, "share": 0.0}]
    assert class_running_frequency(lines) == [[2, 0.5], [3, pytest.approx(1 / 3, abs=1e-4)]]


def test_predictions_are_told_by_their_shape(raid):
    columns = len(raid.column_names)
    even = [PREDICTION_CHIPS // columns + (i < PREDICTION_CHIPS % columns) for i in range(columns)]
    near = [round(PREDICTION_CHIPS * p) for p in raid.probabilities]
    near[0] += PREDICTION_CHIPS - sum(near)
    assert prediction_group(raid, near) == PREDICTION_GROUPS[0]
    assert prediction_group(raid, even) in PREDICTION_GROUPS[:2]
    assert prediction_group(raid, [0] * (columns - 1) + [PREDICTION_CHIPS]) == PREDICTION_GROUPS[2]


# -- what is kept after the lesson -----------------------------------------------------------


def test_the_table_has_no_formulas_and_names_only_when_asked(raid):
    mean = Member(1, 1, 1, "=HYPERLINK(1)", 1, 1.0, 1.0, 2.0, "", NOT_ASKED, False)
    told = build_report(worked(raid.definition, 1, ("1/7",))) | {"reason": "@SUM(A1)"}
    text = class_report.pupil_table_csv(raid, [mean, member(2)], {1: told}, {}, include_names=True)
    assert "'=HYPERLINK" in text
    assert "'@SUM" in text
    without = class_report.pupil_table_csv(raid, [mean, member(2)], {1: told}, {}, include_names=False)
    assert "HYPERLINK" not in without
    assert "SUM" not in without
    assert len(text.splitlines()) == 3


def test_the_printed_page_shows_markup_as_text(raid):
    evil = Member(1, 1, 1, "<script>x</script>", 1, 1.0, 1.0, 2.0, "", NOT_ASKED, False)
    told = build_report(worked(raid.definition, 1, ("1/7",))) | {"reason": "<img src=x>"}
    right = {"meant": CORRECT, "sure": 95}
    chips = [PREDICTION_CHIPS, *[0] * (len(raid.column_names) - 1)]
    votes = {"0": [{1: right | {"meant": 0}}, {1: right}], "chips": [{1: {"chips": chips}}]}
    page = class_report.class_report_html(raid, [evil], {1: told}, votes, True, "1 May")
    assert "<script>" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page
    assert "votes, after the talk" in page
    rows = class_report.pupil_table_csv(raid, [evil], {1: told}, votes, include_names=False).splitlines()
    row = dict(zip(*csv_reader(rows), strict=True))
    assert (row["vote 1"], row["vote 1, after the talk"]) == (raid.check_questions[0].misconceptions[0].name, "right")
    assert row["predicted again: the raid succeeds"] == str(float(0 in raid.counted_outcome_indices))
    assert OTHER_DIAGNOSIS < CORRECT < 0
    assert str(raid.definition.prose_values["exact"]) in page


def test_names_and_reasons_are_printed_in_the_direction_of_their_script(raid):
    dana = Member(1, 1, 1, "\u05d3\u05e0\u05d4 2", 1, 1.0, 1.0, 2.0, "", NOT_ASKED, False)
    told = build_report(worked(raid.definition, 1, ("1/7",))) | {"reason": "\u05db\u05d9 6 (+2)"}
    assert f'<td dir="auto">{dana.name}</td>' in class_report.class_report_html(
        raid, [dana], {1: told}, {}, True, "1 May"
    )
    assert f'<h1 dir="auto">{dana.name}</h1>' in class_report.pupil_reports_html(raid, [dana], {1: told}, "1 May")


# -- a lesson in a class ---------------------------------------------------------------------


def test_a_class_is_held_at_a_step(raid):
    pupil = RestorableLessonProgress(raid.definition, 1)
    pupil.navigation.set_last_allowed_step("play")
    pupil.navigation.advance()
    while pupil.hands_on.current_mini_game_view().action_labels:
        pupil.hands_on.take_action(0)
    pupil.navigation.advance()
    assert (pupil.navigation.current_step, pupil.navigation.is_step_done("play")) == ("play", True), "at the gate"
    assert not pupil.navigation.is_step_open("predict")
    pupil.navigation.unlock_all()
    with pytest.raises(ValueError, match="opens when"):
        pupil.navigation.go_to_step("predict")
    pupil.navigation.set_last_allowed_step("predict")
    pupil.navigation.advance()
    pupil.model_progress.submit_model(pupil.model_progress.task.solution)
    pupil.navigation.advance()
    pupil.prediction.submit([PREDICTION_CHIPS, *[0] * (len(pupil.prediction.column_names) - 1)])
    assert pupil.navigation.current_step == "predict", "put down, and not on to the runs"
    pupil.navigation.set_last_allowed_step("run")
    pupil.navigation.advance()
    for _ in range(3):
        pupil.trials.run_trials(10)
    with pytest.raises(ValueError, match="Your teacher opens this for everybody"):
        pupil.trials.reveal_answer()
    assert not pupil.trials.is_answer_revealed
    pupil.navigation.set_last_allowed_step(None)
    pupil.trials.reveal_answer()
    assert pupil.navigation.current_step == "compare"
    pupil.navigation.set_last_allowed_step("play")
    assert pupil.navigation.current_step == "play", "who is further comes back"
    with pytest.raises(ValueError, match="no such step"):
        pupil.navigation.set_last_allowed_step("rank")


def test_a_late_pupil_starts_at_the_step_of_the_class_and_can_read_the_earlier_ones(raid):
    kinds = [step.kind for step in raid.definition.steps]
    for number, kind in enumerate(kinds):
        lesson = Lesson(raid.definition, seed=1)
        lesson._receive(lesson, {"do": "set_last_allowed_step", "seq": 1, "upto": kind, "start": kind}, [])
        navigation = lesson.progress.navigation
        assert navigation.current_step == kind
        assert [navigation.is_step_open(one) for one in kinds] == [place <= number for place in range(len(kinds))]
        lesson._receive(lesson, {"do": "go_to_step", "seq": 2, "kind": kinds[0]}, [])
        lesson._receive(lesson, {"do": "set_last_allowed_step", "seq": 3, "upto": kind, "start": kind}, [])
        report = build_report(lesson.progress)
        assert validate_report(report, raid.definition) == report
        assert report["at"] == kind
        lesson._receive(lesson, {"do": "set_last_allowed_step", "seq": 4, "upto": None, "start": kind}, [])
        following = kinds[number + 1 : number + 2]
        assert [navigation.is_step_open(one) for one in following] == [
            navigation.is_step_done(kind) or kind in navigation.optional_steps for _ in following
        ]


def test_a_pupil_is_late_who_joined_after_the_class_was_held():
    pace = session_state.new_session_state()
    assert session_state.class_step_when_joined(pace, 1.0) is None
    for when, step in ((10.0, "play"), (20.0, "run"), (30.0, None)):
        pace = session_state.apply_session_change(pace, {"upto": step}, when)
    steps = [session_state.class_step_when_joined(pace, when) for when in (5.0, 15.0, 25.0, 35.0)]
    assert steps == [None, "play", "run", None]
    assert session_state.class_step_when_joined(session_state.reset_for_new_lesson(pace), 25.0) is None


def test_all_steps_open_for_a_teacher_only(raid, monkeypatch):
    monkeypatch.setenv(TEACHER_KEY_ENV, "the teacher's")
    for message, opens in (({}, False), ({"teacher": "guessed"}, False), ({"teacher": "the teacher's"}, True)):
        lesson = Lesson(raid.definition, seed=1)
        lesson._receive(lesson, {"do": "unlock_steps", "seq": 1, **message}, [])
        assert lesson.progress.navigation.is_unlocked is opens
        kept = lesson.progress.to_dict() | {"all_open": True}  # as a pupil could write it into the browser's storage
        again = Lesson(raid.definition, seed=1)
        again._receive(again, {"do": "hello", "seq": 1, "saved": kept, **message}, [])
        assert again.progress.navigation.is_unlocked is opens


def test_a_lesson_reports_to_a_class_and_to_nobody_else(raid, monkeypatch):
    lesson, sent = Lesson(raid.definition, seed=1), []
    monkeypatch.setattr(lesson, "send", sent.append)
    lesson._receive(lesson, {"do": "next_step", "seq": 1}, [])
    assert not [message for message in sent if message["kind"] == "report"]
    lesson._receive(lesson, {"do": "set_last_allowed_step", "seq": 2, "upto": None}, [])
    lesson._receive(lesson, {"do": "take_action", "seq": 3, "n": 0}, [])
    told = [message["data"] for message in sent if message["kind"] == "report"]
    assert [one["at"] for one in told] == ["play", "play"]
    assert validate_report(told[-1], raid.definition) == told[-1]
