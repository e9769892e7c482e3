"""What a class has told, kept in one SQLite file or in a PostgreSQL by its URL; nothing else touches the tables.

Every call is one transaction: when it returns, it is on the disk. Each writing one begins with the row of its room,
which numbers the changes and keeps writers of one room in order, in one process or in several. Knows no lesson.
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
from typing import Any

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
    TABLES,
    USED_RESULT_CODES,
)

_WAIT = 15.0  # seconds that a writer waits for the others, or anybody for a database elsewhere
_NO_ROOM = "the class cannot be kept: there is no room on the disk"
_DAMAGED = "the class cannot be kept: its file is damaged. Started again, Kismet leaves it alone and uses another one"

is_awaited: ContextVar[Callable[[], bool]] = ContextVar("is_awaited", default=lambda: True)
"""Whether somebody still waits for what is written here. Who was told that it was not written may try again: then it
must not be written twice."""
NOT_ASKED, REQUESTED, GIVEN, REFUSED = range(4)
"""Whether a pupil lets the class see the own picture."""


class GoneError(Exception):
    """The room is closed, or the pupil was taken out of it."""


class NameOrCodeTakenError(Exception):
    """Somebody of the room has this name or one that looks like it, or another room has this code."""


class ResultCodeUsedError(Exception):
    """This result code has come before; the name of who came by it."""


class StoreError(Exception):
    """The store does not answer; one plain sentence, which pages may show. `told` names the file as well."""

    def __init__(self, why: str, file: Path | None = None) -> None:
        super().__init__(why)
        self.log_message = why if file is None else f"{why} ({file})"


class DiskFullError(StoreError):
    """There is no room on the disk."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room as its teacher may see it. `version` counts all changes, `paced` those that pupils are to hear of."""

    id: int
    code: str
    lesson: str
    session_state: dict[str, Any]
    opened_at: float
    version: int
    session_version: int


@dataclass(frozen=True, slots=True)
class Member:
    """One pupil. `since`: when the step was reached; `told`: when the last report came; `coded`: came by a code."""

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


class ClassStore:
    """The tables at a place: a file's path, or the URL of a database. Safe to be used by many threads."""

    def __init__(self, place: Path | str) -> None:
        """Opens nothing yet. ValueError, in a plain sentence, for a URL that no database can have."""
        self._file = place if isinstance(place, Path) else None
        self._url = f"sqlite:///{place}" if isinstance(place, Path) else _postgresql(place)
        self._engine: Engine | None = None
        self._hold: files.FileLock | None = None
        self._lock = threading.RLock()
        self._lent: dict[str, int] = {}
        """Further secrets of rooms that no disk had room for: they hold as long as this process."""

    def switch_to_usable_file(self) -> list[Path]:
        """Before the first use: files that are damaged, which are left alone; then another beside them is used."""
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
        """The file that classes are kept in; None for a database."""
        return self._file

    def has_room(self) -> bool:
        """Whether something new can be saved, as far as this machine's disk tells."""
        return self._file is None or files.has_room(self._file)

    # -- rooms -------------------------------------------------------------------------------

    def open_room(self, code: str, secret: str, lesson: str, pace: dict[str, Any], now: float) -> Room:
        """A new room. TakenError if an open one has this code."""
        values = {
            "code": code,
            "secret": hash_token(secret),
            "lesson": lesson,
            "pace": json.dumps(pace),
            "opened": now,
            "version": 1,
            "paced": 1,
        }
        with self._lock, self._writing() as run:  # with the lock: the last room may be closing just now
            run.execute(insert(ROOMS).values(values))
        return self.room_by_secret(secret)

    def room_by_secret(self, secret: str) -> Room:
        """The room that its teacher's secret opens. GoneError if there is none."""
        with self.read_transaction() as run:
            further = select(ROOM_SECRETS.c.room).where(ROOM_SECRETS.c.secret == hash_token(secret))
            lent = ROOMS.c.id == self._lent.get(hash_token(secret), -1)
            mine = (ROOMS.c.secret == hash_token(secret)) | ROOMS.c.id.in_(further) | lent
            return _room(run.execute(select(ROOMS).where(mine)).one_or_none())

    def add_secret(self, room: int, secret: str) -> None:
        """A further secret that opens a room, for who runs the server: what the first one was is not kept."""
        try:
            with self.room_change_transaction(room, paced=False) as run:
                run.execute(insert(ROOM_SECRETS).values(secret=hash_token(secret), room=room))
        except DiskFullError:
            self._lent[hash_token(secret)] = room

    def room_by_code(self, code: str) -> Room:
        """The room that a code leads to. GoneError if there is none."""
        with self.read_transaction() as run:
            return _room(run.execute(select(ROOMS).where(ROOMS.c.code == code)).one_or_none())

    def room(self, id: int) -> Room:
        """A room by its number. GoneError if it is closed."""
        with self.read_transaction() as run:
            return _room(run.execute(select(ROOMS).where(ROOMS.c.id == id)).one_or_none())

    def rooms(self) -> list[Room]:
        """All open rooms, the oldest first; none where there is no file yet."""
        if self._file is not None and not self._file.exists():
            return []
        with self.read_transaction() as run:
            return [_room(row) for row in run.execute(select(ROOMS).order_by(ROOMS.c.opened))]

    def versions(self, rooms: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Of these rooms that are open: how often they and their pace have changed."""
        with self.read_transaction() as run:
            asked = select(ROOMS.c.id, ROOMS.c.version, ROOMS.c.paced).where(ROOMS.c.id.in_(rooms))
            return {id: (version, paced) for id, version, paced in run.execute(asked)}

    def update_lesson_and_session(
        self, room: int, how: Callable[[Room], tuple[str, dict[str, Any]]]
    ) -> tuple[str, dict[str, Any]]:
        """Another lesson, another pace: what `how` makes of the room as it is now, while no other change of it can come
        between. What `how` raises leaves the room as it was."""
        with self.room_change_transaction(room, paced=True) as run:
            mine = ROOMS.c.id == room
            lesson, pace = how(_room(run.execute(select(ROOMS).where(mine)).one_or_none()))
            run.execute(update(ROOMS).where(mine).values(lesson=lesson, pace=json.dumps(pace)))
        return lesson, pace

    def delete_room(self, room: int) -> None:
        """Delete a room and all that was told in it; with the last one, the file. Also on a disk that is full."""
        with self._lock:
            try:
                with self._writing(awaited=False) as run:
                    run.execute(delete(ROOMS).where(ROOMS.c.id == room))
            except DiskFullError:
                self._close_without_room(room)
            if self._file is not None and not self.rooms() and not self._without_file(room):
                self._tidy()

    def _close_without_room(self, room: int) -> None:
        """Deleting takes room for a while. Of the only room the file goes; else the reserve is given up, and what was
        told goes pupil by pupil, each of them followed by tidying up."""
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
        self._dispose()  # the next connection keeps some room back again

    def _without_file(self, last: int) -> bool:
        """Remove the file, if it holds no other room than this and no other server uses it."""
        assert self._file is not None
        if self._hold is None or not self._file.exists():
            return True
        if not self._hold.try_acquire_exclusive():
            self._dispose()  # that other one may just have removed it
            return False
        if {one.id for one in self.rooms()} <= {last}:
            self._dispose()
            files.delete_database_files(self._file)
            self._let_go()
            return True
        if not self._hold.acquire_shared():
            self._dispose()
        return False

    def _let_go(self) -> None:
        if self._hold is not None:
            self._hold.release()
            self._hold = None

    def _tidy(self) -> None:
        """Put what was written into the file itself, and give back the room that it took."""
        with suppress(SQLAlchemyError), self._connected().connect() as run:
            run.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    # -- pupils ------------------------------------------------------------------------------

    def add_pupil(self, room: int, name: str, face: int, token: str, now: float, most: int) -> Member:
        """A new pupil. TakenError for a name that looks like one that is there, OverflowError if `most` are there."""
        with self.room_change_transaction(room, paced=False) as run:
            return add_pupil(run, room, name, face, token, now, most)

    def add_pupil_by_result_code(
        self,
        room: int,
        name: str,
        face: int,
        code: str,
        report_parts: tuple[str, str, dict[str, Any]],
        now: float,
        most: int,
    ) -> Member:
        """A new pupil who only sends a result code; `report_parts`: its lesson, step and report. TwiceError for a code
        that has come before; otherwise as `join`."""
        lesson, step, data = report_parts
        with self.room_change_transaction(room, paced=False) as run:
            asked = (
                select(PUPILS.c.name)
                .join(USED_RESULT_CODES)
                .where((USED_RESULT_CODES.c.room == room) & (USED_RESULT_CODES.c.code == hash_token(code)))
            )
            before = run.execute(asked).scalar_one_or_none()
            if before is not None:
                raise ResultCodeUsedError(before)
            me = add_pupil(run, room, name, face, None, now, most, step)
            run.execute(insert(USED_RESULT_CODES).values(room=room, code=hash_token(code), pupil=me.id))
            run.execute(insert(REPORTS).values(pupil=me.id, lesson=lesson, number=1, data=_compact(data)))
            return me

    def pupil_by_token(self, token: str) -> Member:
        """The pupil whose token this is. GoneError if there is none."""
        with self.read_transaction() as run:
            return _member(run.execute(select(PUPILS).where(PUPILS.c.token == hash_token(token))).one_or_none())

    def pupils(self, room: int) -> list[Member]:
        """Everybody in a room in the order in which they came."""
        with self.read_transaction() as run:
            asked = select(PUPILS).where(PUPILS.c.room == room).order_by(PUPILS.c.number)
            return [_member(row) for row in run.execute(asked)]

    def set_consent(self, room: int, number: int, consent: int, only_from: Sequence[int]) -> None:
        """Whether a pupil's picture may be shown, if it stands at one of `only_from` now. GoneError if not."""
        with self.room_change_transaction(room, paced=True) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == number) & PUPILS.c.consent.in_(only_from)
            if not run.execute(update(PUPILS).where(mine).values(consent=consent)).rowcount:
                raise GoneError

    # -- what they tell ----------------------------------------------------------------------

    def save_report(
        self,
        pupil: Member,
        lesson: str,
        report_number: int,
        step: str,
        data: dict[str, Any],
        now: float,
        retention: tuple[str, int] | None = None,
    ) -> int:
        """A report, the pupil's `report_number`th of this lesson; of two with one number the later counts, one with a
        lower number than the kept one changes nothing. Gives back the number that is kept. `retention`: of the ids that
        begin so, only the pupil's last so many are kept."""
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
            if retention is not None and kept is None:
                kind, most = retention
                own = (REPORTS.c.pupil == pupil.id) & REPORTS.c.lesson.startswith(kind, autoescape=True)
                last = select(REPORTS.c.lesson).where(own).order_by(REPORTS.c.number.desc())
                old = run.execute(last).scalars().all()[most:]
                run.execute(delete(REPORTS).where(own & REPORTS.c.lesson.in_(old)))
        return report_number

    def lesson_reports(self, room: int, lesson: str) -> dict[int, dict[str, Any]]:
        """What each pupil of a room has told last of a lesson, by the pupil's id."""
        with self.read_transaction() as run:
            asked = (
                select(REPORTS.c.pupil, REPORTS.c.data)
                .join(PUPILS)
                .where((PUPILS.c.room == room) & (REPORTS.c.lesson == lesson))
            )
            return {pupil: json.loads(data) for pupil, data in run.execute(asked)}

    def reports_by_page_prefix(self, room: int, page_prefix: str) -> list[tuple[int, str, dict[str, Any]]]:
        """What the pupils of a room have told last of each page whose id begins so: [(pupil's id, page, report)],
        in order."""
        with self.read_transaction() as run:
            asked = (
                select(REPORTS.c.pupil, REPORTS.c.lesson, REPORTS.c.data)
                .join(PUPILS)
                .where((PUPILS.c.room == room) & REPORTS.c.lesson.startswith(page_prefix, autoescape=True))
                .order_by(REPORTS.c.number)
            )
            return [(pupil, page, json.loads(data)) for pupil, page, data in run.execute(asked)]

    def save_vote(self, pupil: Member, activity_number: int, data: dict[str, Any]) -> None:
        """A pupil's voice in a vote; the last one counts."""
        text = json.dumps(data)
        with self.room_change_transaction(pupil.room, paced=False) as run:
            mine = (ACTIVITY_RESULTS.c.pupil == pupil.id) & (ACTIVITY_RESULTS.c.round == activity_number)
            if not run.execute(update(ACTIVITY_RESULTS).where(mine).values(data=text)).rowcount:
                run.execute(insert(ACTIVITY_RESULTS).values(pupil=pupil.id, round=activity_number, data=text))

    def save_hint(self, room: int, pupil_number: int, text: str) -> None:
        """A hint for a pupil, in the place of an older one. GoneError if there is no pupil of this number."""
        with self.room_change_transaction(room, paced=True) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == pupil_number)
            pupil = run.execute(select(PUPILS.c.id).where(mine)).scalar_one_or_none()
            if pupil is None:
                raise GoneError
            said = {"text": text, "heard": False}
            if not run.execute(update(HINTS).where(HINTS.c.pupil == pupil).values(said)).rowcount:
                run.execute(insert(HINTS).values(pupil=pupil, **said))

    def mark_hint_read(self, pupil: Member) -> None:
        """The pupil has read the hint."""
        with self.room_change_transaction(pupil.room, paced=True) as run:
            run.execute(update(HINTS).where(HINTS.c.pupil == pupil.id).values(heard=True))

    def hints(self, room: int) -> dict[int, tuple[str, bool]]:
        """The last hint of each pupil of a room who had one, and whether it was read, by the pupil's id."""
        with self.read_transaction() as run:
            asked = select(HINTS).join(PUPILS).where(PUPILS.c.room == room)
            return {pupil: (text, heard) for pupil, text, heard in run.execute(asked)}

    def save_round_result_once(self, pupil: Member, activity_number: int, data: dict[str, Any]) -> dict[str, Any]:
        """What came for a pupil in a round of the class: this, or what had come before."""
        with self.room_change_transaction(pupil.room, paced=False) as run:
            mine = (ACTIVITY_RESULTS.c.pupil == pupil.id) & (ACTIVITY_RESULTS.c.round == activity_number)
            kept = run.execute(select(ACTIVITY_RESULTS.c.data).where(mine)).scalar_one_or_none()
            if kept is None:
                run.execute(
                    insert(ACTIVITY_RESULTS).values(pupil=pupil.id, round=activity_number, data=json.dumps(data))
                )
            return data if kept is None else dict(json.loads(kept))

    def activity_results(self, room: int, activity_number: int) -> dict[int, dict[str, Any]]:
        """What came in a round, by the pupil's id."""
        with self.read_transaction() as run:
            asked = (
                select(ACTIVITY_RESULTS.c.pupil, ACTIVITY_RESULTS.c.data)
                .join(PUPILS)
                .where((PUPILS.c.room == room) & (ACTIVITY_RESULTS.c.round == activity_number))
            )
            return {pupil: json.loads(data) for pupil, data in run.execute(asked)}

    # -- inside ------------------------------------------------------------------------------

    @contextmanager
    def room_change_transaction(self, room: int, paced: bool) -> Iterator[Connection]:
        """A transaction that changes a room. GoneError if it is closed."""
        self._has_begun()
        columns = {"version": ROOMS.c.version + 1} | ({"paced": ROOMS.c.paced + 1} if paced else {})
        with self._writing() as run:
            if not run.execute(update(ROOMS).where(ROOMS.c.id == room).values(columns)).rowcount:
                raise GoneError
            yield run

    @contextmanager
    def _writing(self, awaited: bool = True) -> Iterator[Connection]:
        """A transaction. `awaited`: nothing is written when nobody waits for it any more."""
        with _plainly(self._file), self._connected().begin() as run:
            yield run
            if awaited and not is_awaited.get()():
                raise StoreError("the class cannot be kept: its database has answered too late")

    @contextmanager
    def read_transaction(self) -> Iterator[Connection]:
        self._has_begun()
        with _plainly(self._file), self._connected().connect() as run:
            yield run

    def _has_begun(self) -> None:
        """GoneError where no room was opened yet: asking makes no file."""
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
                    run.exec_driver_sql("BEGIN IMMEDIATE")  # or two servers would make the same tables
                TABLES.create_all(run)
        except NameOrCodeTakenError:  # another process has just made them
            pass
        return engine

    def _dispose(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    def close(self) -> None:
        """Let go of all connections, and of a file without rooms that another server kept from being removed."""
        with self._lock:
            if self._file is not None:
                with suppress(StoreError):
                    self._without_file(-1)
            self._dispose()
            self._let_go()


def default_store_path(port: int) -> Path:
    """The file of a server's classes where none is named: by its port, since two servers never share one."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "kismet" / f"class-{port}.sqlite"


def add_pupil(
    run: Connection, room: int, name: str, face: int, token: str | None, now: float, most: int, step: str = ""
) -> Member:
    """A new pupil in the room that this transaction holds."""
    mine = PUPILS.c.room == room
    numbers = [select(func.max(of.c.number)).where(of.c.room == room) for of in (PUPILS, REMOVED_PUPILS)]
    last = max(
        run.execute(highest).scalar_one() or 0 for highest in numbers
    )  # no number of who was taken out comes again
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
    """What keeps two names in one room apart, also where two servers write at once; some letters stand for many."""
    seen = lowercase_appearance_key(name)
    return seen if len(seen) <= 100 else hash_token(seen)


def _compact(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))


def hash_token(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def _as_we_like_it(connection: Any, _record: Any) -> None:
    """SQLite: readers beside one writer, what is committed is on the disk, what is deleted is gone, and what is written
    takes no more room beside the file than the reserve has."""
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON", "wal_autocheckpoint=100"):
        connection.execute(f"PRAGMA {pragma}").close()


def _write_ahead(connection: Any) -> None:
    """Two who open a new file at once both want it alone for this; SQLite tells one of them so without waiting."""
    end = monotonic() + _WAIT
    while True:
        try:
            return connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
        sleep(0.01)


def _in_time(connection: Any, _record: Any) -> None:
    """PostgreSQL: nothing holds a thread of the server for ever."""
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
    """What goes wrong with a database as one of our errors; its own words may hold a password or a name."""
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
