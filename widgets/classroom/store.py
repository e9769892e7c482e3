"""What a class has told, kept in one SQLite file or in a PostgreSQL by its URL; nothing else touches the tables.

Every call is one transaction: when it returns, it is on the disk. Each writing one begins with the row of its room,
which numbers the changes and keeps writers of one room in order, in one process or in several. Knows no lesson.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from .room import new_pace

_WAIT = 15.0  # seconds that a writer waits for the others
_TABLES = MetaData()
_ROOMS = Table(
    "kismet_rooms", _TABLES,
    Column("id", Integer, primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("secret", String(64), nullable=False, unique=True),
    Column("lesson", String(120), nullable=False),
    Column("pace", Text, nullable=False),
    Column("opened", Float, nullable=False),
    Column("version", Integer, nullable=False),
    Column("paced", Integer, nullable=False),
)  # fmt: skip
_PUPILS = Table(
    "kismet_pupils", _TABLES,
    Column("id", Integer, primary_key=True),
    Column("room", ForeignKey("kismet_rooms.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("folded", String(120), nullable=False),
    Column("face", Integer, nullable=False),
    Column("token", String(64), unique=True),
    Column("joined", Float, nullable=False),
    Column("since", Float, nullable=False),
    Column("told", Float, nullable=False),
    Column("step", String(60), nullable=False),
    Column("consent", Integer, nullable=False),
    UniqueConstraint("room", "folded"),
    UniqueConstraint("room", "number"),
)  # fmt: skip
_REPORTS = Table(
    "kismet_reports", _TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(120), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("data", Text, nullable=False),
)  # fmt: skip
_PLAYS = Table(
    "kismet_plays", _TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("data", Text, nullable=False),
)  # fmt: skip
_HINTS = Table(
    "kismet_hints", _TABLES,
    Column("pupil", ForeignKey("kismet_pupils.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("heard", Boolean, nullable=False),
)  # fmt: skip

NOT_ASKED, ASKED, YES, NO = range(4)
"""Whether a pupil lets the class see the own picture."""


class GoneError(Exception):
    """The room is closed, or the pupil was taken out of it."""


class TakenError(Exception):
    """Somebody of the room has this name, or another room this code."""


class StoreError(Exception):
    """The store does not answer; one plain sentence."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room as its teacher may see it. `version` counts all changes, `paced` those that pupils are to hear of."""

    id: int
    code: str
    secret: str
    lesson: str
    pace: dict[str, Any]
    opened: float
    version: int
    paced: int


@dataclass(frozen=True, slots=True)
class Member:
    """One pupil. `since`: when the step was reached; `told`: when the last report came; `coded`: came by a code."""

    id: int
    room: int
    number: int
    name: str
    face: int
    joined: float
    since: float
    told: float
    step: str
    consent: int
    coded: bool


class Store:
    """The tables at a place: a file's path, or the URL of a database. Safe to be used by many threads."""

    def __init__(self, place: Path | str) -> None:
        """Opens nothing yet. ValueError, in a plain sentence, for a URL that no database can have."""
        self._file = place if isinstance(place, Path) else None
        self._url = f"sqlite:///{place}" if isinstance(place, Path) else _postgresql(place)
        self._engine: Engine | None = None
        self._lock = threading.RLock()

    # -- rooms -------------------------------------------------------------------------------

    def open_room(self, code: str, secret: str, lesson: str, pace: dict[str, Any], now: float) -> Room:
        """A new room. TakenError if an open one has this code."""
        values = {"code": code, "secret": secret, "lesson": lesson, "pace": json.dumps(pace), "opened": now,
                  "version": 1, "paced": 1}  # fmt: skip
        with self._lock, self._writing() as run:  # with the lock: the last room may be closing just now
            run.execute(insert(_ROOMS).values(values))
        return self.room_of(secret)

    def room_of(self, secret: str) -> Room:
        """The room that its teacher's secret opens. GoneError if there is none."""
        with self._reading() as run:
            return _room(run.execute(select(_ROOMS).where(_ROOMS.c.secret == secret)).one_or_none())

    def room_by(self, code: str) -> Room:
        """The room that a code leads to. GoneError if there is none."""
        with self._reading() as run:
            return _room(run.execute(select(_ROOMS).where(_ROOMS.c.code == code)).one_or_none())

    def room(self, id: int) -> Room:
        """A room by its number. GoneError if it is closed."""
        with self._reading() as run:
            return _room(run.execute(select(_ROOMS).where(_ROOMS.c.id == id)).one_or_none())

    def rooms(self) -> list[Room]:
        """All open rooms, the oldest first; none where there is no file yet."""
        if self._file is not None and not self._file.exists():
            return []
        with self._reading() as run:
            return [_room(row) for row in run.execute(select(_ROOMS).order_by(_ROOMS.c.opened))]

    def versions(self, rooms: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Of these rooms that are open: how often they and their pace have changed."""
        with self._reading() as run:
            asked = select(_ROOMS.c.id, _ROOMS.c.version, _ROOMS.c.paced).where(_ROOMS.c.id.in_(rooms))
            return {id: (version, paced) for id, version, paced in run.execute(asked)}

    def set_pace(self, room: int, lesson: str, pace: dict[str, Any]) -> None:
        """Another pace, or another lesson."""
        with self._changing(room, paced=True) as run:
            run.execute(update(_ROOMS).where(_ROOMS.c.id == room).values(lesson=lesson, pace=json.dumps(pace)))

    def close_room(self, room: int) -> None:
        """Delete a room and all that was told in it; with the last one, the file."""
        with self._lock:
            with self._writing() as run:
                run.execute(delete(_ROOMS).where(_ROOMS.c.id == room))
                left = run.execute(select(func.count()).select_from(_ROOMS)).scalar_one()
            if self._file is not None and not left:
                self._dispose()
                for end in ("", "-wal", "-shm"):
                    Path(f"{self._file}{end}").unlink(missing_ok=True)

    # -- pupils ------------------------------------------------------------------------------

    def join(self, room: int, name: str, face: int, token: str | None, now: float, most: int) -> Member:
        """A new pupil; no token for one who only sends a code. TakenError for a name that is taken, OverflowError if
        `most` are there."""
        with self._changing(room, paced=False) as run:
            mine = _PUPILS.c.room == room
            last, there = run.execute(select(func.max(_PUPILS.c.number), func.count()).where(mine)).one()
            if there >= most:
                raise OverflowError(most)
            values = {"room": room, "number": (last or 0) + 1, "name": name, "folded": name.casefold(), "face": face,
                      "token": token and hashed(token), "joined": now, "since": now, "told": now, "step": "",
                      "consent": NOT_ASKED}  # fmt: skip
            id = run.execute(insert(_PUPILS).values(values)).inserted_primary_key
            assert id is not None
            return _member(run.execute(select(_PUPILS).where(_PUPILS.c.id == id[0])).one_or_none())

    def pupil_of(self, token: str) -> Member:
        """The pupil whose token this is. GoneError if there is none."""
        with self._reading() as run:
            return _member(run.execute(select(_PUPILS).where(_PUPILS.c.token == hashed(token))).one_or_none())

    def pupils(self, room: int) -> list[Member]:
        """Everybody in a room in the order in which they came."""
        with self._reading() as run:
            asked = select(_PUPILS).where(_PUPILS.c.room == room).order_by(_PUPILS.c.number)
            return [_member(row) for row in run.execute(asked)]

    def remove(self, room: int, number: int) -> None:
        """Take a pupil out, with all reports. GoneError if there is none of this number."""
        with self._changing(room, paced=True) as run:
            mine = (_PUPILS.c.room == room) & (_PUPILS.c.number == number)
            if not run.execute(delete(_PUPILS).where(mine)).rowcount:
                raise GoneError

    def set_consent(self, room: int, number: int, consent: int, only_from: Sequence[int]) -> None:
        """Whether a pupil's picture may be shown, if it stands at one of `only_from` now. GoneError if not."""
        with self._changing(room, paced=True) as run:
            mine = (_PUPILS.c.room == room) & (_PUPILS.c.number == number) & _PUPILS.c.consent.in_(only_from)
            if not run.execute(update(_PUPILS).where(mine).values(consent=consent)).rowcount:
                raise GoneError

    # -- what they tell ----------------------------------------------------------------------

    def tell(
        self, pupil: Member, lesson: str, number: int, step: str, data: dict[str, Any], now: float,
        of: tuple[str, int] | None = None,
    ) -> None:  # fmt: skip
        """A report, the pupil's `number`th of this lesson; an older one than the kept one changes nothing. `of`: of the
        ids that begin so, only the pupil's last so many are kept."""
        text = json.dumps(data, separators=(",", ":"))
        with self._changing(pupil.room, paced=False) as run:
            me = _PUPILS.c.id == pupil.id
            if not run.execute(update(_PUPILS).where(me).values(told=now)).rowcount:
                raise GoneError
            run.execute(update(_PUPILS).where(me & (_PUPILS.c.step != step)).values(step=step, since=now))
            mine = (_REPORTS.c.pupil == pupil.id) & (_REPORTS.c.lesson == lesson)
            kept = run.execute(select(_REPORTS.c.number).where(mine)).scalar_one_or_none()
            if kept is None:
                run.execute(insert(_REPORTS).values(pupil=pupil.id, lesson=lesson, number=number, data=text))
            elif kept < number:
                run.execute(update(_REPORTS).where(mine).values(number=number, data=text))
            if of is not None and kept is None:
                kind, most = of
                own = (_REPORTS.c.pupil == pupil.id) & _REPORTS.c.lesson.startswith(kind, autoescape=True)
                last = select(_REPORTS.c.lesson).where(own).order_by(_REPORTS.c.number.desc())
                old = run.execute(last).scalars().all()[most:]
                run.execute(delete(_REPORTS).where(own & _REPORTS.c.lesson.in_(old)))

    def reports(self, room: int, lesson: str) -> dict[int, dict[str, Any]]:
        """What each pupil of a room has told last of a lesson, by the pupil's id."""
        with self._reading() as run:
            asked = select(_REPORTS.c.pupil, _REPORTS.c.data).join(_PUPILS).where(
                (_PUPILS.c.room == room) & (_REPORTS.c.lesson == lesson))  # fmt: skip
            return {pupil: json.loads(data) for pupil, data in run.execute(asked)}

    def runs(self, room: int, kind: str) -> list[tuple[int, str, dict[str, Any]]]:
        """What the pupils of a room have told last of each page whose id begins so: [(pupil's id, page, report)]."""
        with self._reading() as run:
            asked = select(_REPORTS.c.pupil, _REPORTS.c.lesson, _REPORTS.c.data).join(_PUPILS).where(
                (_PUPILS.c.room == room) & _REPORTS.c.lesson.startswith(kind, autoescape=True))  # fmt: skip
            return [(pupil, page, json.loads(data)) for pupil, page, data in run.execute(asked)]

    def vote(self, pupil: Member, number: int, data: dict[str, Any]) -> None:
        """A pupil's voice in a vote; the last one counts."""
        text = json.dumps(data)
        with self._changing(pupil.room, paced=False) as run:
            mine = (_PLAYS.c.pupil == pupil.id) & (_PLAYS.c.round == number)
            if not run.execute(update(_PLAYS).where(mine).values(data=text)).rowcount:
                run.execute(insert(_PLAYS).values(pupil=pupil.id, round=number, data=text))

    def hint(self, room: int, number: int, text: str) -> None:
        """A hint for a pupil, in the place of an older one. GoneError if there is no pupil of this number."""
        with self._changing(room, paced=True) as run:
            mine = (_PUPILS.c.room == room) & (_PUPILS.c.number == number)
            pupil = run.execute(select(_PUPILS.c.id).where(mine)).scalar_one_or_none()
            if pupil is None:
                raise GoneError
            said = {"text": text, "heard": False}
            if not run.execute(update(_HINTS).where(_HINTS.c.pupil == pupil).values(said)).rowcount:
                run.execute(insert(_HINTS).values(pupil=pupil, **said))

    def hear(self, pupil: Member) -> None:
        """The pupil has read the hint."""
        with self._changing(pupil.room, paced=True) as run:
            run.execute(update(_HINTS).where(_HINTS.c.pupil == pupil.id).values(heard=True))

    def hints(self, room: int) -> dict[int, tuple[str, bool]]:
        """The last hint of each pupil of a room who had one, and whether it was read, by the pupil's id."""
        with self._reading() as run:
            asked = select(_HINTS).join(_PUPILS).where(_PUPILS.c.room == room)
            return {pupil: (text, heard) for pupil, text, heard in run.execute(asked)}

    def play(self, pupil: Member, round: int, data: dict[str, Any]) -> dict[str, Any]:
        """What came for a pupil in a round of the class: this, or what had come before."""
        with self._changing(pupil.room, paced=False) as run:
            mine = (_PLAYS.c.pupil == pupil.id) & (_PLAYS.c.round == round)
            kept = run.execute(select(_PLAYS.c.data).where(mine)).scalar_one_or_none()
            if kept is None:
                run.execute(insert(_PLAYS).values(pupil=pupil.id, round=round, data=json.dumps(data)))
            return data if kept is None else dict(json.loads(kept))

    def plays(self, room: int, round: int) -> dict[int, dict[str, Any]]:
        """What came in a round, by the pupil's id."""
        with self._reading() as run:
            asked = select(_PLAYS.c.pupil, _PLAYS.c.data).join(_PUPILS).where(
                (_PUPILS.c.room == room) & (_PLAYS.c.round == round))  # fmt: skip
            return {pupil: json.loads(data) for pupil, data in run.execute(asked)}

    # -- inside ------------------------------------------------------------------------------

    @contextmanager
    def _changing(self, room: int, paced: bool) -> Iterator[Connection]:
        """A transaction that changes a room. GoneError if it is closed."""
        self._has_begun()
        columns = {"version": _ROOMS.c.version + 1} | ({"paced": _ROOMS.c.paced + 1} if paced else {})
        with self._writing() as run:
            if not run.execute(update(_ROOMS).where(_ROOMS.c.id == room).values(columns)).rowcount:
                raise GoneError
            yield run

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with _plainly(), self._connected().begin() as run:
            yield run

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._has_begun()
        with _plainly(), self._connected().connect() as run:
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
            engine = create_engine(self._url, pool_pre_ping=True)
        else:
            with _plainly():
                self._file.parent.mkdir(parents=True, exist_ok=True)
                with suppress(FileExistsError):  # only who runs the server reads what a class has told
                    os.close(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            engine = create_engine(self._url, connect_args={"timeout": _WAIT})
            event.listen(engine, "connect", _as_we_like_it)
        try:
            with _plainly():
                _TABLES.create_all(engine)
        except TakenError:  # another process has just made them
            pass
        return engine

    def _dispose(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    def end(self) -> None:
        """Let go of all connections."""
        with self._lock:
            self._dispose()


def kept_at(port: int) -> Path:
    """The file of a server's classes where none is named: by its port, since two servers never share one."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "kismet" / f"class-{port}.sqlite"


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def _as_we_like_it(connection: Any, _record: Any) -> None:
    """SQLite: readers beside one writer, what is committed is on the disk, what is deleted is gone."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _postgresql(url: str) -> str:
    head, found, rest = url.partition("://")
    if not found or head.partition("+")[0] not in ("postgresql", "postgres"):
        raise ValueError("the class is kept in a file, or in a database at postgresql://USER@HOST/NAME")
    return f"postgresql+psycopg://{rest}"


@contextmanager
def _plainly() -> Iterator[None]:
    """What goes wrong with a database as one of our errors; its own words may hold a password or a name."""
    try:
        yield
    except IntegrityError as error:
        if "foreign" in str(error).lower():
            raise GoneError from error
        raise TakenError from error
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise StoreError("PostgreSQL needs the extra package: install Kismet with its extra “postgres”") from error
    except OSError as error:
        raise StoreError(f"the class cannot be kept: {error.strerror}") from error
    except SQLAlchemyError as error:
        raise StoreError("the class cannot be kept: its database does not answer") from error


def _room(row: Any) -> Room:
    if row is None:
        raise GoneError
    pace = new_pace() | json.loads(row.pace)  # a room that an older Kismet has opened may lack something
    return Room(row.id, row.code, row.secret, row.lesson, pace, row.opened, row.version, row.paced)


def _member(row: Any) -> Member:
    if row is None:
        raise GoneError
    return Member(row.id, row.room, row.number, row.name, row.face, row.joined, row.since, row.told, row.step,
                  row.consent, row.token is None)  # fmt: skip
