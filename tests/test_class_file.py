"""File of a class: private, damaged, or on a full disk."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

from tests.conftest import FILE, ROOT, kismet
from tests.pupils import few_pages
from tests.test_classroom import LONG, RAID, SECRET, joined, opened
from widgets.classroom import database_file as files
from widgets.classroom import session_state
from widgets.classroom.class_store import ClassStore, DiskFullError, GoneError, StoreError, hash_token


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "class.sqlite"


def kept(place: Path, pupils: int = 3) -> ClassStore:
    """Return a store with a room and pupils who have reported something."""
    store = ClassStore(place)
    at = opened(store)
    for n in range(pupils):
        store.save_report(joined(store, at, f"Pupil {n}", f"{n:030}"), RAID, 1, "run", {"text": "x" * 3000}, 3.0)
    return store


def test_secrets_are_kept_as_hashes(place):
    store = kept(place)
    store.add_secret(store.room_by_secret(SECRET).id, "further" * 5)
    assert store.room_by_secret("further" * 5) == store.room_by_secret(SECRET)
    store.close()
    assert SECRET.encode() not in place.read_bytes()
    assert b"further" not in place.read_bytes()
    with pytest.raises(GoneError):
        store.room_by_secret(hash_token(SECRET))


def test_a_file_that_others_could_read_is_closed_to_them(place):
    kept(place).close()
    place.chmod(0o644)
    store = ClassStore(place)
    assert store.rooms()
    assert {each.stat().st_mode & 0o777 for each in place.parent.iterdir()} == {0o600}
    store.close()


DAMAGES = {
    "no database": lambda data: b"Dear diary" * 1000,
    "cut": lambda data: data[: len(data) // 2],
    "a page of noise": lambda data: data[:4096] + Random(1).randbytes(8192) + data[12288:],
    "cut in its first page": lambda data: data[:1365],
    "one character": lambda data: data[:1],
    "another form": lambda data: data.replace(b"folded", b"f0lded"),
    "a pace that is no JSON": lambda data: data.replace(b'{"upto"', b'"upto": '),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_told_and_left_alone(place, damage):
    store = kept(place)
    store.close()
    damaged = DAMAGES[damage](place.read_bytes())
    assert damaged != place.read_bytes()
    place.write_bytes(damaged)
    store = ClassStore(place)
    assert store.switch_to_usable_file() == [place]
    assert store.rooms() == []
    at = opened(store)
    assert store.file == place.with_name("class-2.sqlite")
    store.close()
    again = ClassStore(place)
    assert (again.switch_to_usable_file(), again.rooms()) == ([place], [at]), "a restart finds the class again"
    again.close()
    assert place.read_bytes() == damaged


def test_the_database_of_another_program_is_left_alone(place):
    """Check that it is not deleted with the last class that is closed."""
    with closing(sqlite3.connect(place)) as other:
        other.executescript("CREATE TABLE marks(pupil, mark); INSERT INTO marks VALUES ('Anna', 1)")
    before = place.read_bytes()
    store = ClassStore(place)
    assert store.switch_to_usable_file() == [place]
    at = opened(store)
    store.delete_room(at.id)
    store.close()
    assert place.read_bytes() == before


def test_a_file_that_is_damaged_meanwhile_ends_in_a_sentence(place):
    store = kept(place)
    with sqlite3.connect(place) as run:
        run.execute("UPDATE kismet_reports SET data = '{'")
    run.close()
    with pytest.raises(StoreError, match="its file is damaged"):
        store.lesson_reports(1, RAID)
    store.close()


def test_kismet_starts_without_a_damaged_file_and_says_which(tmp_path):
    pages = few_pages(tmp_path / "pages")
    place = tmp_path / "class.sqlite"
    place.write_bytes(b"no database" * 1000)
    with kismet(tmp_path / "log.txt", f"--notebooks={pages}", f"--class-data={place}", asked=FILE) as server:
        told = server.log.read_text()
    assert f"The file of an old class is damaged, or another program's: {place}. It stays" in told
    assert place.read_bytes() == b"no database" * 1000


@pytest.mark.parametrize("rooms", [1, 2])
def test_a_full_disk_lets_a_class_be_closed(place, monkeypatch, rooms):
    """Check a database that cannot grow, nor its journal, until the reserve is released."""
    store = kept(place, 20)
    if rooms == 2:
        other = store.open_room("222222", "other" * 6, RAID, session_state.new_session_state(), 1.0)
    at = store.room_by_secret(SECRET)
    plain, refused = store._writing, []

    def writing(**how):
        if files.disk_reserve_path(place).exists():
            refused.append(1)
            raise DiskFullError("the disk of the class computer is full, so nothing new can be saved")
        return plain(**how)

    monkeypatch.setattr(store, "_writing", writing)
    store.delete_room(at.id)
    assert refused
    if rooms == 2:
        assert store.rooms() == [other]
        with sqlite3.connect(place) as run:
            assert run.execute("SELECT count(*) FROM kismet_reports").fetchone() == (0,)
        run.close()
    else:
        assert list(place.parent.iterdir()) == []
    store.close()


@pytest.mark.parametrize("left", [0, 100 << 10])
def test_a_full_disk_opens_what_is_stored(place, monkeypatch, left):
    """Check that the reserve is enough for opening after a start. Without it, the key is kept in memory.

    The space of the reserve and what little was left are not for new data.
    """
    kept(place, 20).close()
    reserve = files.disk_reserve_path(place)
    assert reserve.exists()
    monkeypatch.setattr(files, "_free", lambda _: left + (0 if reserve.exists() else 1 << 20))
    store = ClassStore(place)
    assert store.switch_to_usable_file() == []
    assert not files.disk_reserve_path(place).exists()
    (at,) = store.rooms()
    assert len(store.pupils(at.id)) == 20
    assert not store.has_free_space()

    @contextmanager
    def writing(**how):
        raise DiskFullError("the disk of the class computer is full, so nothing new can be saved")
        yield

    monkeypatch.setattr(store, "_writing", writing)
    store.add_secret(at.id, "another" * 5)
    assert store.room_by_secret("another" * 5) == at
    with pytest.raises(GoneError):
        store.room_by_secret("a third" * 5)
    store.close()
    monkeypatch.undo()
    again = ClassStore(place)
    assert (again.switch_to_usable_file(), again.has_free_space(), len(again.rooms())) == ([], True, 1)
    assert files.disk_reserve_path(place).stat().st_size == 1 << 20
    again.close()


FULL_DISK = """
import os, sys
from pathlib import Path
from tests.test_class_file import SECRET, kept
from widgets.classroom.class_store import DiskFullError, ClassStore
place = Path(sys.argv[2])
if sys.argv[1] == "fill":
    store = kept(place, 20)
    with open(place.parent / "other", "wb", buffering=0) as other:
        try:
            while True:
                other.write(bytes(4096))
        except OSError:
            pass
    try:
        for n in range(20):
            store.open_room(str(n), str(n), "", {"much": "x" * 100_000}, 2.0)
    except DiskFullError:
        os._exit(9)
    raise AssertionError("the disk is not full")
store = ClassStore(place)
assert store.switch_to_usable_file() == [], store.switch_to_usable_file()
assert len(store.pupils(store.rooms()[0].id)) == 20
store.add_secret(1, "another" * 5)
assert not store._lent
"""


@pytest.mark.skipif(not shutil.which("unshare"), reason="makes a small disk as Linux can")
def test_a_server_that_is_killed_on_a_full_disk_starts_again(tmp_path):
    """Use a disk of 4 MiB."""
    script = tmp_path / "script.py"
    script.write_text(FULL_DISK)
    disk, run = tmp_path / "disk", f"PYTHONPATH={ROOT} {sys.executable} {script}"
    disk.mkdir()
    place = disk / "class" / "class.sqlite"
    begin = f"mount -t tmpfs -o size=4m tmpfs {disk} || exit 77; mkdir {place.parent}"
    steps = f"{begin}; {run} fill {place}; {run} open {place}"
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", steps], capture_output=True, text=True, timeout=120, check=False
    )
    if done.returncode == 77 or "unshare failed" in done.stderr:
        pytest.skip("no small disk can be made here")
    assert done.returncode == 0, done.stderr


def test_two_servers_on_one_file_keep_their_rooms_in_common(place):
    """Close the last room on one server, which deletes the file, and open one on the other. Both see it."""
    one, two = ClassStore(place), ClassStore(place)
    at = opened(one)
    assert two.rooms() == one.rooms() == [at]
    joined(two, at, "Anna", "a" * 30)
    for first, second in ((one, two), (two, one), (one, two)):
        first.delete_room(first.rooms()[0].id)
        assert first.rooms() == second.rooms() == []
        with pytest.raises(GoneError):
            joined(second, at, "Ben", "b" * 30)
        assert opened(second, "654321").code == "654321"
        assert first.rooms() == second.rooms()
        assert joined(first, first.rooms()[0], "Anna", "a" * 30) == second.pupil_by_token("a" * 30)
    one.close()
    two.close()


def test_two_servers_may_make_one_file_at_the_same_moment(tmp_path):
    """Check two processes that create a file. SQLite refuses the second one at once, whatever its timeout is."""
    with ThreadPoolExecutor(2) as threads:
        for n in range(40):
            stores, start = [ClassStore(tmp_path / f"{n}.sqlite") for _ in range(2)], Barrier(2)

            def work(seat: int, stores: list[ClassStore] = stores, start: Barrier = start) -> str:
                start.wait()
                return opened(stores[seat], f"{seat}", f"{seat}-{SECRET}").code

            codes = set(threads.map(work, range(2)))
            assert [{each.code for each in store.rooms()} for store in stores] == [codes, codes]
            for store in stores:
                store.close()


@pytest.mark.parametrize("seed", range(40 if LONG else 2))
def test_no_room_is_lost_when_two_servers_open_and_close_at_once(place, seed):
    """Open and close rooms on both servers. Rooms that were not closed exist for both."""
    stores, turns = [ClassStore(place) for _ in range(2)], 100 if LONG else 25

    def work(n: int) -> str | None:
        store, rng, mine = stores[n], Random(2 * seed + n), None
        for turn in range(turns):
            if mine is None:
                mine = opened(store, f"{n}{turn}", f"{n}-{turn}-{SECRET}")
            else:
                assert store.room(mine.id) == mine
                if rng.random() < 0.8:
                    store.delete_room(mine.id)
                    mine = None
        return mine and mine.code

    with ThreadPoolExecutor(2) as threads:
        left = {code for code in threads.map(work, range(2)) if code}
    assert [{each.code for each in store.rooms()} for store in stores] == [left, left]
    for store in stores:
        store.close()


def test_a_file_that_cannot_be_made_is_named_to_who_runs_the_server(tmp_path):
    (tmp_path / "file").write_text("")
    place = tmp_path / "file" / "class.sqlite"
    with pytest.raises(StoreError) as caught:
        opened(ClassStore(place))
    assert str(place.parent) not in str(caught.value)  # a page may show it
    assert caught.value.log_message == f"{caught.value} ({place})"
    done = subprocess.run(
        [sys.executable, "-m", "widgets.site.command_line", "class", "--no-browser", f"--class-data={place}"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    assert str(place) in done.stderr
    assert "Traceback" not in done.stderr
