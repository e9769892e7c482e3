"""Access to rooms: admission of pupils by address, removed pupils, browser ids and names.

A signed cookie identifies a browser. A browser without the cookie is identified by its address, which a whole school
may share.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from .class_store import (
    ClassStore,
    GoneError,
    LessonAndSession,
    Member,
    NameOrCodeTakenError,
    Room,
    add_pupil,
    hash_token,
    unique_name_key,
)
from .network import device_part_of_address
from .pupil_names import is_similar_to_any
from .pupil_return import add_return_code
from .schema import ADDRESSES, PUPIL_SETTINGS, PUPILS, REMOVED_PUPILS, ROOMS, WAITING
from .session_state import ADMISSIONS, Admission, TokenBucket

MAX_WAIT = 10.0
"""Maximum number of seconds that a frequent client is delayed. A client that would wait longer is refused."""
MAX_JOINS_A_MINUTE = 5
"""Maximum number of joins per minute from one address. Further pupils wait for the teacher.

Pupils also wait if their address would take more than half of the places of a room.
"""
_MINUTE = 60.0
_MAX_WAITING = 400  # maximum number of waiting devices that one room counts
_MAX_DECIDED = 200  # maximum number of addresses in one room with a decision of the teacher


class PupilRemovedError(GoneError):
    """Raised if the teacher has removed the pupil. `welcome` is true if the pupil may join again."""

    def __init__(self, welcome: bool) -> None:
        super().__init__()
        self.welcome = welcome


class WaitingError(Exception):
    """Raised if the pupil must wait for the teacher's decision about the network address."""


class NotAdmittedError(Exception):
    """Raised if the teacher has refused pupils from this network address.

    `by_list` is true if the teacher admits other pupils from this address.
    """

    def __init__(self, by_list: bool) -> None:
        super().__init__()
        self.by_list = by_list


@dataclass(frozen=True, slots=True)
class RemovedPupil:
    """A pupil who was removed from a room."""

    number: int
    name: str
    avatar: int
    may_return: bool


class WaitingAddress(TypedDict):
    """Waiting devices of an address."""

    address: str
    """Hash of the address."""
    count: int
    listed: int
    """Number of devices that use a name of the list."""
    admission: str
    """Decision of the teacher, or "" before a decision."""


class TurnReservation(NamedTuple):
    """Result of a rate limiter for one request. A client far above the limit is refused."""

    is_accepted: bool
    wait_seconds: float


class RateLimiter:
    """Rate limiter with one limit for each browser, and one for all clients of an address that send no cookie.

    A client with too many requests has to wait. This slows down guessing without blocking other clients. Clients can
    obtain new cookies without limit, so all browsers of a room or an address share a wider limit.
    """

    def __init__(self, browser: TokenBucket, address: TokenBucket, together: TokenBucket) -> None:
        self._browser, self._address, self._together = browser, address, together

    def reserve_turn(self, browser: str, address: str, scope: str = "") -> TurnReservation:
        """Reserve a turn for a request. Return the seconds until the turn, or refuse a client far above the limit."""
        all_wait = self._together.reserve(scope or address, MAX_WAIT)
        if all_wait is None:
            return TurnReservation(False, 0)
        wait = self._rate(browser).reserve(f"{scope} {browser or address}", MAX_WAIT)
        if wait is None:
            self._together.refund(scope or address)
            return TurnReservation(False, 0)
        return TurnReservation(True, max(wait, all_wait))

    def refund_turn(self, browser: str, address: str, scope: str = "") -> None:
        """Give back the turn of a request that should not count."""
        self._together.refund(scope or address)
        self._rate(browser).refund(f"{scope} {browser or address}")

    def _rate(self, browser: str) -> TokenBucket:
        return self._browser if browser else self._address


class RoomAccess:
    """Decisions of the teacher about access to a room, kept in the class store."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store

    # -- admission by address ----------------------------------------------------------------

    @staticmethod
    def address_key(room: Room, address: str) -> str:
        """Return the hash of a network address, in the form that is stored for a room."""
        return hash_token(f"{room.id} {room.opened_at} {device_part_of_address(address)}")[:40]

    def join(
        self, room: Room, name: str, face: int, token: str, now: float, most: int, key: str, wanted: str
    ) -> Member:
        """Add a new pupil who joins from an address, as in `add_pupil` of the store.

        `wanted` is the requested name. Raise WaitingError if the teacher must decide about the address,
        NotAdmittedError if the teacher has refused it.
        """
        with self._store.room_change_transaction(room.id, paced=False) as run:
            pace = json.loads(run.execute(select(ROOMS.c.pace).where(ROOMS.c.id == room.id)).scalar_one())
            admission = pace.get("addresses", {}).get(key)
            if admission is None:
                _check_crowd(run, room.id, key, now, most)
            elif admission != "all" and not (
                admission == "list" and wanted and is_similar_to_any(wanted, pace["list"])
            ):
                raise NotAdmittedError(admission == "list")
            me = add_pupil(run, room.id, name, face, token, now, most)
            run.execute(insert(ADDRESSES).values(pupil=me.id, address=key))
            add_return_code(run, me)
            return me

    def wait(self, room: Room, key: str, ticket: str, name: str) -> None:
        """Add a device to the waiting devices of an address, unless a device with this ticket already waits."""
        with self._store.room_change_transaction(room.id, paced=False) as run:
            waiting = run.execute(select(WAITING.c.ticket).where(WAITING.c.room == room.id)).scalars().all()
            if hash_token(ticket) not in waiting and len(waiting) < _MAX_WAITING:
                run.execute(insert(WAITING).values(room=room.id, address=key, ticket=hash_token(ticket), name=name))

    def is_waiting(self, room: Room, key: str, ticket: str) -> bool:
        """Return whether a device with this ticket waits and the teacher has not decided yet."""
        with self._store.read_transaction() as run:
            mine = (WAITING.c.room == room.id) & (WAITING.c.address == key) & (WAITING.c.ticket == hash_token(ticket))
            return run.execute(select(WAITING.c.id).where(mine)).first() is not None

    def set_address_admission(self, room: int, address_key: str, admission: Admission) -> None:
        """Set which pupils may join from an address. The decision also applies to devices that wait now.

        Raise ValueError for the admission "list" if the class has no list. Raise GoneError for an address with neither
        a waiting device nor an earlier decision.
        """

        def with_admission(now: Room) -> LessonAndSession:
            if admission == "list" and not now.session_state["list"]:
                raise ValueError("This class has no list of names.")
            decided = now.session_state["addresses"]
            if address_key not in decided and address_key not in {
                one["address"] for one in self.waiting_devices_by_address(now)
            }:
                raise GoneError
            others = {other: it for other, it in decided.items() if other != address_key}
            addresses = dict([*others.items(), (address_key, admission)][-_MAX_DECIDED:])
            return LessonAndSession(now.lesson, now.session_state | {"addresses": addresses})

        self._store.update_lesson_and_session(room, with_admission)
        with self._store.room_change_transaction(room, paced=False) as run:
            run.execute(delete(WAITING).where((WAITING.c.room == room) & (WAITING.c.address == address_key)))

    def waiting_devices_by_address(self, room: Room) -> list[WaitingAddress]:
        """Return the waiting devices of each address, how many use a listed name, and the teacher's decision.

        Addresses from which all pupils may join are omitted.
        """
        with self._store.read_transaction() as run:
            asked = select(WAITING.c.address, WAITING.c.name).where(WAITING.c.room == room.id).order_by(WAITING.c.id)
            names: dict[str, list[str]] = {}
            for key, name in run.execute(asked):
                names.setdefault(key, []).append(name)
        listed = room.session_state["list"]
        return [
            {
                "address": key,
                "count": len(of),
                "listed": sum(bool(name) and is_similar_to_any(name, listed) for name in of),
                "admission": "",
            }
            for key, of in names.items()
            if key not in room.session_state["addresses"]
        ] + [
            {"address": key, "count": 0, "listed": 0, "admission": admission}
            for key, admission in room.session_state["addresses"].items()
            if admission != "all"
        ]

    # -- browsers and removed pupils -----------------------------------------------------------

    def save_pupil_browser(self, pupil: int, room: int, browser: str) -> None:
        """Save the id of the browser from which a pupil joined."""
        with self._store.room_change_transaction(room, paced=False) as run:
            _mark(run, pupil, browser=hash_token(browser))

    def delete_pupils(self, room: int, pupil_numbers: Collection[int], may_return: bool = False) -> None:
        """Remove pupils with all their data.

        `may_return` is true if they may join again. Raise GoneError if none of them is in the room.
        """
        with self._store.room_change_transaction(room, paced=True) as run:
            mine = (PUPILS.c.room == room) & PUPILS.c.number.in_(pupil_numbers)
            asked = select(PUPILS, PUPIL_SETTINGS.c.browser).outerjoin(PUPIL_SETTINGS).where(mine)
            there = run.execute(asked).all()
            if not there:
                raise GoneError
            for one in there:
                run.execute(
                    insert(REMOVED_PUPILS).values(
                        room=room,
                        number=one.number,
                        name=one.name,
                        face=one.face,
                        token=one.token or "",
                        browser=one.browser or "",
                        welcome=may_return,
                    )
                )
            run.execute(delete(PUPILS).where(mine))

    def allow_return(self, room: int, number: int) -> None:
        """Let a removed pupil join again. Raise GoneError if there is no removed pupil with this number."""
        with self._store.room_change_transaction(room, paced=False) as run:
            mine = (REMOVED_PUPILS.c.room == room) & (REMOVED_PUPILS.c.number == number)
            if not run.execute(update(REMOVED_PUPILS).where(mine).values(welcome=True)).rowcount:
                raise GoneError

    def blocked_pupils(self, room: int) -> list[RemovedPupil]:
        """Return the removed pupils who may not join again yet. The latest removal is first."""
        with self._store.read_transaction() as run:
            mine = (REMOVED_PUPILS.c.room == room) & ~REMOVED_PUPILS.c.welcome
            return [
                RemovedPupil(one.number, one.name, one.face, one.welcome)
                for one in run.execute(select(REMOVED_PUPILS).where(mine).order_by(REMOVED_PUPILS.c.id.desc()))
            ]

    def is_blocked(self, room_id: int, browser: str, token: str) -> bool:
        """Return whether this browser or the owner of this token was removed from the room and may not join again."""
        known = [hash_token(each) for each in (browser, token) if each]
        with self._store.read_transaction() as run:
            them = or_(REMOVED_PUPILS.c.browser.in_(known), REMOVED_PUPILS.c.token.in_(known))
            mine = (REMOVED_PUPILS.c.room == room_id) & ~REMOVED_PUPILS.c.welcome & them
            return run.execute(select(REMOVED_PUPILS.c.id).where(mine)).first() is not None

    def require_not_removed(self, token: str) -> None:
        """Raise PupilRemovedError if the owner of this token was removed from a room that is still open."""
        with self._store.read_transaction() as run:
            asked = select(REMOVED_PUPILS.c.welcome).where(REMOVED_PUPILS.c.token == hash_token(token))
            welcome = run.execute(asked).scalar_one_or_none()
        if welcome is not None:
            raise PupilRemovedError(welcome)

    # -- names -------------------------------------------------------------------------------

    def rename(self, room: int, number: int, name: str) -> None:
        """Rename a pupil.

        Raise NameOrCodeTakenError for a name similar to another one in the room, GoneError if there is no such pupil.
        """
        with self._store.room_change_transaction(room, paced=True) as run:
            others = (PUPILS.c.room == room) & (PUPILS.c.number != number)
            if is_similar_to_any(name, run.execute(select(PUPILS.c.name).where(others)).scalars()):
                raise NameOrCodeTakenError
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == number)
            if not run.execute(update(PUPILS).where(mine).values(name=name, folded=unique_name_key(name))).rowcount:
                raise GoneError

    def set_name_hidden(self, room: int, number: int, hidden: bool) -> None:
        """Hide the name of a pupil on the board, or display it again. Raise GoneError if there is no such pupil."""
        with self._store.room_change_transaction(room, paced=False) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == number)
            pupil = run.execute(select(PUPILS.c.id).where(mine)).scalar_one_or_none()
            if pupil is None:
                raise GoneError
            _mark(run, pupil, hidden=hidden)

    def hidden_name_pupil_ids(self, room: int) -> set[int]:
        """Return the ids of the pupils whose names are hidden on the board."""
        with self._store.read_transaction() as run:
            mine = (PUPILS.c.room == room) & PUPIL_SETTINGS.c.hidden
            return set(run.execute(select(PUPILS.c.id).join(PUPIL_SETTINGS).where(mine)).scalars())


def validate_admission(admission: object) -> Admission:
    """Return the value if it is a valid admission. Raise ValueError for any other value."""
    for valid_admission in ADMISSIONS:
        if admission == valid_admission:
            return valid_admission
    raise ValueError("Choose who can join from this address: everybody, pupils on the list, or nobody else.")


def _check_crowd(run: Connection, room: int, key: str, now: float, most: int) -> None:
    """Raise WaitingError if many pupils have joined from an address about which the teacher has not decided."""
    mine = (PUPILS.c.room == room) & (ADDRESSES.c.address == key)
    joined = run.execute(select(PUPILS.c.joined).join(ADDRESSES).where(mine)).scalars().all()
    waits = run.execute(select(func.count()).where((WAITING.c.room == room) & (WAITING.c.address == key))).scalar_one()
    if waits or len(joined) >= most // 2 or sum(when > now - _MINUTE for when in joined) >= MAX_JOINS_A_MINUTE:
        raise WaitingError


def _mark(run: Connection, pupil: int, **values: Any) -> None:
    if not run.execute(update(PUPIL_SETTINGS).where(PUPIL_SETTINGS.c.pupil == pupil).values(values)).rowcount:
        run.execute(insert(PUPIL_SETTINGS).values({"pupil": pupil, "browser": "", "hidden": False} | values))
