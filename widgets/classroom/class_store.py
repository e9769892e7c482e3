"""Store for the data of classes, in one SQLite file or in a PostgreSQL database. Only this module uses its tables.

Every method is one transaction, and its data is on the disk when the method returns. Each write transaction first
updates the row of its room. This numbers and orders the changes of a room, also across processes. The store
does not depend on lessons.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from . import database_file as files
from .pupil_names import is_similar_to_any, lowercase_appearance_key
from .schema import (
    ACTIVITY_RESULTS,
    HINTS,
    PUPILS,
    REMOVED_PUPILS,
    REPORTS,
    ROOM_SECRETS,
    ROOMS,
    SAVED_WORK,
    TABLES,
    USED_RESULT_CODES,
)

_WAIT = 15.0  # seconds that a writer waits for other writers, and a client for a remote database
_NO_ROOM = "the disk of the class computer is full, so nothing new can be saved"
_DAMAGED = "the class cannot be kept: its file is damaged. Started again, Kismet leaves it alone and uses another one"

is_awaited: ContextVar[Callable[[], bool]] = ContextVar("is_awaited", default=lambda: True)
"""Whether a client still waits for the result of the current write.

A client that received an error may try again, so the first attempt must not be written as well.
"""
NOT_ASKED, REQUESTED, GIVEN, REFUSED = range(4)
"""Consent of a pupil to show their picture to the class."""


class GoneError(Exception):
    """Raised if the room is closed, or the pupil was removed from it."""


class NameOrCodeTakenError(Exception):
    """Raised if the name looks like another pupil's name in the room, or if another room has the code."""


class ResultCodeUsedError(Exception):
    """Raised if a pupil has already used the result code. The message is the name of this pupil."""


class StoreError(Exception):
    """Raised if the store does not answer.

    The message is one plain sentence for pages. `log_message`, for the log of the server, also names the file.
    """

    def __init__(self, why: str, file: Path | None = None) -> None:
        super().__init__(why)
        self.log_message = why if file is None else f"{why} ({file})"


class DiskFullError(StoreError):
    """Raised if the disk is full."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room with the data that its teacher may see.

    `version` counts all changes. `session_version` counts the changes that pupils must receive.
    """

    id: int
    code: str
    lesson: str
    session_state: dict[str, Any]
    opened_at: float
    version: int
    session_version: int


@dataclass(frozen=True, slots=True)
class Member:
    """One pupil of a room.

    `step_reached_at` is the time at which the pupil reached the step, `last_report_at` is the time of the last report.
    """

    id: int
    room: int
    number: int
    name: str
    avatar: int
    joined_at: float
    step_reached_at: float
    last_report_at: float
    step: str
    consent: int
    has_joined_by_result_code: bool


class RoomVersions(NamedTuple):
    """Version of a room and version of its session state."""

    version: int
    session_version: int


class Hint(NamedTuple):
    """Hint that the teacher has sent to a pupil."""

    text: str
    is_read: bool


class RoomAndSecret(NamedTuple):
    """A room with a new secret for its teacher."""

    room: Room
    secret: str


class LessonAndSession(NamedTuple):
    """Lesson and session state of a room, which change together."""

    lesson: str
    session_state: dict[str, Any]


class PageReport(NamedTuple):
    """Last report of a pupil about a page, or, for a dashboard, about one of its settings."""

    pupil_id: int
    page_id: str
    data: dict[str, Any]


class LessonReport(NamedTuple):
    """Report of a pupil about a lesson, with the step that the pupil has reached."""

    lesson: str
    step: str
    data: dict[str, Any]


class ClassStore:
    """Store of all classes, in a file given by its path, or in a database given by its URL.

    The class is thread-safe.
    """

    def __init__(self, place: Path | str) -> None:
        """Set the location without opening it. Raise ValueError with a plain sentence for an invalid URL."""
        self._file = place if isinstance(place, Path) else None
        self._url = f"sqlite:///{place}" if isinstance(place, Path) else _postgresql(place)
        self._engine: Engine | None = None
        self._hold: files.FileLock | None = None
        self._lock = threading.RLock()
        self._lent: dict[str, int] = {}
        """Further secrets of rooms that could not be stored because the disk was full.

        They last as long as this process.
        """

    def switch_to_usable_file(self) -> list[Path]:
        """Before the first use, switch to a usable file. Return the damaged files.

        The method does not change damaged files. If there are any, the store uses another file in the same folder.
        """
        if self._file is None:
            return []
        files.use_reserve(self._file)
        with _plainly(self._file):
            self._file, damaged = files.find_usable_file(
                self._file, {table.name: {column.name for column in table.columns} for table in TABLES.sorted_tables}
            )
        self._url = f"sqlite:///{self._file}"
        return damaged

    @property
    def file(self) -> Path | None:
        """File with the classes, or None if the store uses a database server."""
        return self._file

    def has_free_space(self) -> bool:
        """Return whether the local disk has space for new data of classes."""
        return self._file is None or files.has_free_space(self._file)

    # -- rooms -------------------------------------------------------------------------------

    def open_room(self, code: str, secret: str, lesson: str, pace: dict[str, Any], now: float) -> Room:
        """Open a new room. Raise NameOrCodeTakenError if an open room has this code."""
        values = {
            "code": code,
            "secret": hash_token(secret),
            "lesson": lesson,
            "pace": json.dumps(pace),
            "opened": now,
            "version": 1,
            "paced": 1,
        }
        with self._lock, self._writing() as run:  # needs the lock because the last room may be closing
            run.execute(insert(ROOMS).values(values))
        return self.room_by_secret(secret)

    def room_by_secret(self, secret: str) -> Room:
        """Return the room of a teacher with this secret. Raise GoneError if there is no such room."""
        with self.read_transaction() as run:
            further = select(ROOM_SECRETS.c.room).where(ROOM_SECRETS.c.secret == hash_token(secret))
            lent = ROOMS.c.id == self._lent.get(hash_token(secret), -1)
            mine = (ROOMS.c.secret == hash_token(secret)) | ROOMS.c.id.in_(further) | lent
            return _room(run.execute(select(ROOMS).where(mine)).one_or_none())

    def add_secret(self, room: int, secret: str) -> None:
        """Add a further secret for a room, for the owner of the server.

        The store keeps only hashes, so the server cannot show the first secret again.
        """
        try:
            with self.room_change_transaction(room, paced=False) as run:
                run.execute(insert(ROOM_SECRETS).values(secret=hash_token(secret), room=room))
        except DiskFullError:
            self._lent[hash_token(secret)] = room

    def room_by_code(self, code: str) -> Room:
        """Return the room with this room code. Raise GoneError if there is no such room."""
        with self.read_transaction() as run:
            return _room(run.execute(select(ROOMS).where(ROOMS.c.code == code)).one_or_none())

    def room(self, id: int) -> Room:
        """Return a room by its number. Raise GoneError if it is closed."""
        with self.read_transaction() as run:
            return _room(run.execute(select(ROOMS).where(ROOMS.c.id == id)).one_or_none())

    def rooms(self) -> list[Room]:
        """Return all open rooms, oldest first. The list is empty if there is no file yet."""
        if self._file is not None and not self._file.exists():
            return []
        with self.read_transaction() as run:
            return [_room(row) for row in run.execute(select(ROOMS).order_by(ROOMS.c.opened))]

    def versions_by_room(self, rooms: Sequence[int]) -> dict[int, RoomVersions]:
        """Return the version and the session version for each of these rooms that is still open."""
        with self.read_transaction() as run:
            asked = select(ROOMS.c.id, ROOMS.c.version, ROOMS.c.paced).where(ROOMS.c.id.in_(rooms))
            return {id: RoomVersions(version, paced) for id, version, paced in run.execute(asked)}

    def update_lesson_and_session(self, room: int, change: Callable[[Room], LessonAndSession]) -> LessonAndSession:
        """Replace the lesson and the session state of a room with the result of the function `change`.

        `change` receives the current room, and no other change can happen in between. If `change` raises an error, the
        room does not change.
        """
        with self.room_change_transaction(room, paced=True) as run:
            mine = ROOMS.c.id == room
            changed = change(_room(run.execute(select(ROOMS).where(mine)).one_or_none()))
            run.execute(update(ROOMS).where(mine).values(lesson=changed.lesson, pace=json.dumps(changed.session_state)))
        return changed

    def delete_room(self, room: int) -> None:
        """Delete a room with all its data. Deletion of the last room also deletes the file. It works on a full disk."""
        with self._lock:
            try:
                with self._writing(awaited=False) as run:
                    run.execute(delete(ROOMS).where(ROOMS.c.id == room))
            except DiskFullError:
                self._close_without_room(room)
            if self._file is not None and not self.rooms() and not self._without_file(room):
                self._tidy()

    def _close_without_room(self, room: int) -> None:
        """Delete a room on a full disk. A normal deletion would need additional disk space.

        If this is the only room, delete the file. Otherwise delete the disk reserve first. Then delete the data of one
        pupil after another, with a checkpoint of the log after each pupil.
        """
        assert self._file is not None
        if self._without_file(room):
            return
        files.disk_reserve_path(self._file).unlink(missing_ok=True)
        self._tidy()
        for pupil in self.pupils(room):
            with self._writing(awaited=False) as run:
                run.execute(delete(PUPILS).where(PUPILS.c.id == pupil.id))
            self._tidy()
        with self._writing(awaited=False) as run:
            run.execute(delete(ROOMS).where(ROOMS.c.id == room))
        self._tidy()
        self._dispose()  # the next connection creates a new disk reserve

    def _without_file(self, last: int) -> bool:
        """Remove the file if it contains no room except `last` and no other server uses the file."""
        assert self._file is not None
        if self._hold is None or not self._file.exists():
            return True
        if not self._hold.try_acquire_exclusive():
            self._dispose()  # another server may have removed the file
            return False
        if {one.id for one in self.rooms()} <= {last}:
            self._dispose()
            files.delete_database_files(self._file)
            self._let_go()
            return True
        if not self._hold.lock_shared_and_check_same_file():
            self._dispose()
        return False

    def _let_go(self) -> None:
        if self._hold is not None:
            self._hold.release()
            self._hold = None

    def _tidy(self) -> None:
        """Write the log to the database file, and release the disk space that the log used."""
        with suppress(SQLAlchemyError), self._connected().connect() as run:
            run.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    # -- pupils ------------------------------------------------------------------------------

    def add_pupil(self, room: int, name: str, face: int, token: str, now: float, most: int) -> Member:
        """Add a new pupil.

        Raise NameOrCodeTakenError for a name similar to an existing one, OverflowError if the room already has `most`
        pupils.
        """
        with self.room_change_transaction(room, paced=False) as run:
            return add_pupil(run, room, name, face, token, now, most)

    def add_pupil_by_result_code(
        self,
        room: int,
        name: str,
        face: int,
        code: str,
        report: LessonReport,
        now: float,
        most: int,
    ) -> Member:
        """Add a new pupil who only sends a result code and does not join from a device.

        Raise ResultCodeUsedError for a code that was used before. Other errors are as in `add_pupil`.
        """
        with self.room_change_transaction(room, paced=False) as run:
            asked = (
                select(PUPILS.c.name)
                .join(USED_RESULT_CODES)
                .where((USED_RESULT_CODES.c.room == room) & (USED_RESULT_CODES.c.code == hash_token(code)))
            )
            before = run.execute(asked).scalar_one_or_none()
            if before is not None:
                raise ResultCodeUsedError(before)
            me = add_pupil(run, room, name, face, None, now, most, report.step)
            run.execute(insert(USED_RESULT_CODES).values(room=room, code=hash_token(code), pupil=me.id))
            run.execute(insert(REPORTS).values(pupil=me.id, lesson=report.lesson, number=1, data=_compact(report.data)))
            return me

    def pupil_by_token(self, token: str) -> Member:
        """Return the pupil with this token. Raise GoneError if there is no such pupil."""
        with self.read_transaction() as run:
            return _member(run.execute(select(PUPILS).where(PUPILS.c.token == hash_token(token))).one_or_none())

    def pupils(self, room: int) -> list[Member]:
        """Return all pupils of a room in the order of joining."""
        with self.read_transaction() as run:
            asked = select(PUPILS).where(PUPILS.c.room == room).order_by(PUPILS.c.number)
            return [_member(row) for row in run.execute(asked)]

    def set_consent(self, room: int, number: int, consent: int, only_from: Sequence[int]) -> None:
        """Set a pupil's consent to show their picture to the class, if the current value is in `only_from`.

        Raise GoneError otherwise.
        """
        with self.room_change_transaction(room, paced=True) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == number) & PUPILS.c.consent.in_(only_from)
            if not run.execute(update(PUPILS).where(mine).values(consent=consent)).rowcount:
                raise GoneError

    # -- reports and results -----------------------------------------------------------------

    def save_report(
        self,
        pupil: Member,
        lesson: str,
        report_number: int,
        step: str,
        data: dict[str, Any],
        now: float,
        retention: tuple[str, int] | None = None,
        work: str = "",
    ) -> int:
        """Save a report and return the number of the stored report.

        `report_number` counts the reports of this pupil for this lesson. A report replaces the stored one if its
        number is the same or higher. Otherwise nothing changes. `retention` is a prefix of page ids and a count: the
        store keeps only this number of the pupil's last reports on pages with this prefix. `work` is the saved work
        of the page, if any.
        """
        text = _compact(data)
        with self.room_change_transaction(pupil.room, paced=False) as run:
            me = PUPILS.c.id == pupil.id
            if not run.execute(update(PUPILS).where(me).values(told=now)).rowcount:
                raise GoneError
            mine = (REPORTS.c.pupil == pupil.id) & (REPORTS.c.lesson == lesson)
            kept = run.execute(select(REPORTS.c.number).where(mine)).scalar_one_or_none()
            if kept is not None and kept > report_number:
                return int(kept)
            run.execute(update(PUPILS).where(me & (PUPILS.c.step != step)).values(step=step, since=now))
            if kept is None:
                run.execute(insert(REPORTS).values(pupil=pupil.id, lesson=lesson, number=report_number, data=text))
            else:
                run.execute(update(REPORTS).where(mine).values(number=report_number, data=text))
            if work:
                run.execute(
                    delete(SAVED_WORK).where((SAVED_WORK.c.pupil == pupil.id) & (SAVED_WORK.c.lesson == lesson))
                )
                run.execute(insert(SAVED_WORK).values(pupil=pupil.id, lesson=lesson, work=work))
            if retention is not None and kept is None:
                kind, most = retention
                own = (REPORTS.c.pupil == pupil.id) & REPORTS.c.lesson.startswith(kind, autoescape=True)
                last = select(REPORTS.c.lesson).where(own).order_by(REPORTS.c.number.desc())
                old = run.execute(last).scalars().all()[most:]
                run.execute(delete(REPORTS).where(own & REPORTS.c.lesson.in_(old)))
        return report_number

    def lesson_reports(self, room: int, lesson: str) -> dict[int, dict[str, Any]]:
        """Return each pupil's last report about a lesson, for the pupils of a room, by pupil id."""
        with self.read_transaction() as run:
            asked = (
                select(REPORTS.c.pupil, REPORTS.c.data)
                .join(PUPILS)
                .where((PUPILS.c.room == room) & (REPORTS.c.lesson == lesson))
            )
            return {pupil: json.loads(data) for pupil, data in run.execute(asked)}

    def reports_by_page_prefix(self, room: int, page_prefix: str) -> list[PageReport]:
        """Return the last reports of a room's pupils for all page ids with this prefix.

        The reports are ordered by report number.
        """
        with self.read_transaction() as run:
            asked = (
                select(REPORTS.c.pupil, REPORTS.c.lesson, REPORTS.c.data)
                .join(PUPILS)
                .where((PUPILS.c.room == room) & REPORTS.c.lesson.startswith(page_prefix, autoescape=True))
                .order_by(REPORTS.c.number)
            )
            return [PageReport(pupil, page, json.loads(data)) for pupil, page, data in run.execute(asked)]

    def save_vote(self, pupil: Member, activity_number: int, data: dict[str, Any]) -> None:
        """Save the vote of a pupil. A new vote replaces the earlier one."""
        text = json.dumps(data)
        with self.room_change_transaction(pupil.room, paced=False) as run:
            mine = (ACTIVITY_RESULTS.c.pupil == pupil.id) & (ACTIVITY_RESULTS.c.round == activity_number)
            if not run.execute(update(ACTIVITY_RESULTS).where(mine).values(data=text)).rowcount:
                run.execute(insert(ACTIVITY_RESULTS).values(pupil=pupil.id, round=activity_number, data=text))

    def save_hint(self, room: int, pupil_number: int, text: str) -> None:
        """Save a hint for a pupil. It replaces an older hint. Raise GoneError if there is no pupil with this number."""
        with self.room_change_transaction(room, paced=True) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == pupil_number)
            pupil = run.execute(select(PUPILS.c.id).where(mine)).scalar_one_or_none()
            if pupil is None:
                raise GoneError
            said = {"text": text, "heard": False}
            if not run.execute(update(HINTS).where(HINTS.c.pupil == pupil).values(said)).rowcount:
                run.execute(insert(HINTS).values(pupil=pupil, **said))

    def mark_hint_read(self, pupil: Member) -> None:
        """Mark the hint of the pupil as read."""
        with self.room_change_transaction(pupil.room, paced=True) as run:
            run.execute(update(HINTS).where(HINTS.c.pupil == pupil.id).values(heard=True))

    def hint_by_pupil_id(self, room: int) -> dict[int, Hint]:
        """Return the last hint for each pupil of a room, by pupil id.

        Pupils without a hint are omitted.
        """
        with self.read_transaction() as run:
            asked = select(HINTS).join(PUPILS).where(PUPILS.c.room == room)
            return {pupil: Hint(text, heard) for pupil, text, heard in run.execute(asked)}

    def save_round_result_once(self, pupil: Member, activity_number: int, data: dict[str, Any]) -> dict[str, Any]:
        """Save the result of a pupil in a class round and return it.

        If the store already has a result of this pupil, return the stored result.
        """
        with self.room_change_transaction(pupil.room, paced=False) as run:
            mine = (ACTIVITY_RESULTS.c.pupil == pupil.id) & (ACTIVITY_RESULTS.c.round == activity_number)
            kept = run.execute(select(ACTIVITY_RESULTS.c.data).where(mine)).scalar_one_or_none()
            if kept is None:
                run.execute(
                    insert(ACTIVITY_RESULTS).values(pupil=pupil.id, round=activity_number, data=json.dumps(data))
                )
            return data if kept is None else dict(json.loads(kept))

    def activity_results(self, room: int, activity_number: int) -> dict[int, dict[str, Any]]:
        """Return the results of a class activity, by pupil id."""
        with self.read_transaction() as run:
            asked = (
                select(ACTIVITY_RESULTS.c.pupil, ACTIVITY_RESULTS.c.data)
                .join(PUPILS)
                .where((PUPILS.c.room == room) & (ACTIVITY_RESULTS.c.round == activity_number))
            )
            return {pupil: json.loads(data) for pupil, data in run.execute(asked)}

    # -- connections -------------------------------------------------------------------------

    @contextmanager
    def room_change_transaction(self, room: int, paced: bool) -> Iterator[Connection]:
        """Open a transaction that changes a room. Raise GoneError if the room is closed."""
        self._has_begun()
        columns = {"version": ROOMS.c.version + 1} | ({"paced": ROOMS.c.paced + 1} if paced else {})
        with self._writing() as run:
            if not run.execute(update(ROOMS).where(ROOMS.c.id == room).values(columns)).rowcount:
                raise GoneError
            yield run

    @contextmanager
    def _writing(self, awaited: bool = True) -> Iterator[Connection]:
        """Open a write transaction. With `awaited`, write nothing if no client waits for the result any more."""
        with _plainly(self._file), self._connected().begin() as run:
            yield run
            if awaited and not is_awaited.get()():
                raise StoreError("the class cannot be kept: its database has answered too late")

    @contextmanager
    def read_transaction(self) -> Iterator[Connection]:
        """Open a connection for reading.

        Raises:
            GoneError: No room was ever opened.
            StoreError: The database cannot be read.
        """
        self._has_begun()
        with _plainly(self._file), self._connected().connect() as run:
            yield run

    def _has_begun(self) -> None:
        """Raise GoneError if no room was ever opened, so that a read access does not create a file."""
        if self._file is not None and not self._file.exists():
            raise GoneError

    def _connected(self) -> Engine:
        with self._lock:
            if self._engine is None:
                self._engine = self._made()
            return self._engine

    def _made(self) -> Engine:
        if self._file is None:
            limits = {"connect_timeout": int(_WAIT), "tcp_user_timeout": int(1000 * _WAIT)}
            engine = create_engine(self._url, pool_pre_ping=True, pool_timeout=_WAIT, connect_args=limits)
            event.listen(engine, "connect", _in_time)
        else:
            with _plainly(self._file):
                self._hold = self._hold or files.FileLock(self._file)
                files.ensure_private_file(self._file)
            engine = create_engine(self._url, connect_args={"timeout": _WAIT})
            event.listen(engine, "connect", _as_we_like_it)
        try:
            with _plainly(self._file), engine.begin() as run:
                if self._file is not None:
                    run.exec_driver_sql("BEGIN IMMEDIATE")  # prevents two servers from creating the same tables
                TABLES.create_all(run)
        except NameOrCodeTakenError:  # another process has just created the tables
            pass
        return engine

    def _dispose(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    def close(self) -> None:
        """Close all connections. Also delete the file if it has no room and another server no longer uses it."""
        with self._lock:
            if self._file is not None:
                with suppress(StoreError):
                    self._without_file(-1)
            self._dispose()
            self._let_go()


def default_store_path() -> Path:
    """Return the default file for classes. All servers of a user share this file, whatever their ports are."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "kismet" / "classes.sqlite"


def add_pupil(
    run: Connection, room: int, name: str, face: int, token: str | None, now: float, most: int, step: str = ""
) -> Member:
    """Add a new pupil to the room that this transaction changes."""
    mine = PUPILS.c.room == room
    numbers = [select(func.max(of.c.number)).where(of.c.room == room) for of in (PUPILS, REMOVED_PUPILS)]
    last = max(
        run.execute(highest).scalar_one() or 0 for highest in numbers
    )  # the number of a removed pupil is not used again
    there = run.execute(select(PUPILS.c.name).where(mine)).scalars().all()
    if len(there) >= most:
        raise OverflowError(most)
    if is_similar_to_any(name, there):
        raise NameOrCodeTakenError
    values = {
        "room": room,
        "number": last + 1,
        "name": name,
        "folded": unique_name_key(name),
        "face": face,
        "token": token and hash_token(token),
        "joined": now,
        "since": now,
        "told": now,
        "step": step,
        "consent": NOT_ASKED,
    }
    id = run.execute(insert(PUPILS).values(values)).inserted_primary_key
    assert id is not None
    return _member(run.execute(select(PUPILS).where(PUPILS.c.id == id[0])).one_or_none())


def unique_name_key(name: str) -> str:
    """Return a key of a name. It keeps names in a room unique, even if two servers write at the same time.

    In the key, several letters can replace one letter of the name.
    """
    seen = lowercase_appearance_key(name)
    return seen if len(seen) <= 100 else hash_token(seen)


def _compact(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))


def hash_token(token: str) -> str:
    """Return the hash of a token, in the form in which the store keeps it."""
    return sha256(token.encode()).hexdigest()


def _as_we_like_it(connection: Any, _record: Any) -> None:
    """Configure a connection to SQLite.

    Readers work in parallel with one writer. Committed data is on the disk, and deleted data is overwritten. The log
    never needs more space than the disk reserve provides.
    """
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON", "wal_autocheckpoint=100"):
        connection.execute(f"PRAGMA {pragma}").close()


def _write_ahead(connection: Any) -> None:
    """Switch SQLite to the write-ahead log.

    The switch needs an exclusive lock. If two processes open a new file at the same time, SQLite does not wait and
    reports an error to one of them.
    """
    end = monotonic() + _WAIT
    while True:
        try:
            return connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
        sleep(0.01)


def _in_time(connection: Any, _record: Any) -> None:
    """Set time limits in PostgreSQL, so that no query can block a thread of the server forever."""
    with connection.cursor() as run:
        for limit in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
            run.execute(f"SET {limit} = '{_WAIT:g}s'")
    connection.commit()


def _postgresql(url: str) -> str:
    head, sign, rest = url.partition("://")
    if not sign or head.partition("+")[0] not in ("postgresql", "postgres"):
        raise ValueError("the class is kept in a file, or in a database at postgresql://USER@HOST/NAME")
    return f"postgresql+psycopg://{rest}"


@contextmanager
def _plainly(file: Path | None) -> Iterator[None]:
    """Translate database errors into errors of this module. The original messages can contain a password or a name."""
    try:
        yield
    except IntegrityError as error:
        if "foreign" in str(error).lower():
            raise GoneError from error
        raise NameOrCodeTakenError from error
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise StoreError("PostgreSQL needs the extra package: install Kismet with its extra “postgres”") from error
    except json.JSONDecodeError as error:
        raise StoreError(_DAMAGED, file) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(_NO_ROOM, file) from error
        raise StoreError(f"the class cannot be kept: {error.strerror}", file) from error
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        if files.is_disk_full_error(cause):
            raise DiskFullError(_NO_ROOM, file) from error
        if files.is_damaged(cause):
            raise StoreError(_DAMAGED, file) from error
        raise StoreError("the class cannot be kept: its database does not answer", file) from error


def _room(row: Any) -> Room:
    if row is None:
        raise GoneError
    pace = json.loads(row.pace)
    return Room(row.id, row.code, row.lesson, pace, row.opened, row.version, row.paced)


def _member(row: Any) -> Member:
    if row is None:
        raise GoneError
    return Member(
        row.id,
        row.room,
        row.number,
        row.name,
        row.face,
        row.joined,
        row.since,
        row.told,
        row.step,
        row.consent,
        row.token is None,
    )
