"""Who may come in to a room and under what name: what is known of browsers, who was taken out, names that are changed.

A browser is known by a cookie of ours; who has none is known by its address, which a whole school may share."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from .class_store import (
    ClassStore,
    GoneError,
    Member,
    NameOrCodeTakenError,
    Room,
    add_pupil,
    hash_token,
    unique_name_key,
)
from .network import device_network
from .pupil_names import is_similar_to_any
from .schema import ADDRESSES, PUPIL_SETTINGS, PUPILS, REMOVED_PUPILS, ROOMS, WAITING
from .session_state import ADMISSIONS, TokenBucket

MAX_WAIT = 10.0
"""Seconds for which who comes often is made to wait; beyond that it is refused."""
MAX_JOINS_A_MINUTE = 5
"""From one address. Whoever comes after them waits for the teacher, and so does who would take an address more than
half of the places of a room."""
_MINUTE = 60.0
_MAX_WAITING = 400  # of one room that are counted
_MAX_DECIDED = 200  # addresses of one room


class PupilRemovedError(GoneError):
    """The pupil was taken out. `welcome`: may come in again."""

    def __init__(self, welcome: bool) -> None:
        super().__init__()
        self.welcome = welcome


class WaitingError(Exception):
    """Whoever joins waits until the teacher has decided about the address."""


class NotAdmittedError(Exception):
    """The teacher has decided that this pupil does not come in from this address. `by_list`: others of it may."""

    def __init__(self, by_list: bool) -> None:
        super().__init__()
        self.by_list = by_list


@dataclass(frozen=True, slots=True)
class RemovedPupil:
    """Who was taken out of a room."""

    number: int
    name: str
    avatar: int
    may_return: bool


class RateLimiter:
    """How often one may do something: each browser by itself, and together all of an address that show none. Who comes
    too often waits for a turn, so that one who guesses is slowed down and keeps nobody else out. Cookies are to be had
    for the asking, so all browsers of a room, or of an address, have a wider limit in common."""

    def __init__(self, browser: TokenBucket, address: TokenBucket, together: TokenBucket) -> None:
        self._browser, self._address, self._together = browser, address, together

    def reserve_turn(self, browser: str, address: str, scope: str = "") -> float | None:
        """Seconds to wait for the next turn; None for one who has come far too often."""
        all_wait = self._together.reserve(scope or address, MAX_WAIT)
        if all_wait is None:
            return None
        wait = self._rate(browser).reserve(f"{scope} {browser or address}", MAX_WAIT)
        if wait is None:
            self._together.refund(scope or address)
            return None
        return max(wait, all_wait)

    def refund_turn(self, browser: str, address: str, scope: str = "") -> None:
        """That one was all right, and does not count."""
        self._together.refund(scope or address)
        self._rate(browser).refund(f"{scope} {browser or address}")

    def _rate(self, browser: str) -> TokenBucket:
        return self._browser if browser else self._address


class RoomAccess:
    """What the teacher does at the door, kept in the store."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store

    # -- many from one address ---------------------------------------------------------------

    @staticmethod
    def address_key(room: Room, address: str) -> str:
        """What a room keeps of an address."""
        return hash_token(f"{room.id} {room.opened_at} {device_network(address)}")[:40]

    def join(
        self, room: Room, name: str, face: int, token: str, now: float, most: int, key: str, wanted: str
    ) -> Member:
        """A new pupil from an address, as `Store.join`; `wanted` is the name that was asked for. WaitingError where the
        teacher has to decide, NotAdmittedError where that was a no."""
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
            return me

    def wait(self, room: Room, key: str, ticket: str, name: str) -> None:
        """Add a device to those that wait for the teacher; once for each ticket."""
        with self._store.room_change_transaction(room.id, paced=False) as run:
            waiting = run.execute(select(WAITING.c.ticket).where(WAITING.c.room == room.id)).scalars().all()
            if hash_token(ticket) not in waiting and len(waiting) < _MAX_WAITING:
                run.execute(insert(WAITING).values(room=room.id, address=key, ticket=hash_token(ticket), name=name))

    def is_waiting(self, room: Room, key: str, ticket: str) -> bool:
        """Whether a device with this ticket waits, and the teacher has not decided yet."""
        with self._store.read_transaction() as run:
            mine = (WAITING.c.room == room.id) & (WAITING.c.address == key) & (WAITING.c.ticket == hash_token(ticket))
            return run.execute(select(WAITING.c.id).where(mine)).first() is not None

    def admit(self, room: int, key: str, admission: str) -> None:
        """Decide who comes in from an address, now and later. ValueError for what cannot be, GoneError for an address
        that nobody has come from."""
        if admission not in ADMISSIONS:
            raise ValueError("From an address come all, those of the list, or nobody more.")

        def with_admission(now: Room) -> tuple[str, dict[str, Any]]:
            if admission == "list" and not now.session_state["list"]:
                raise ValueError("This class has no list of names.")
            decided = now.session_state["addresses"]
            if key not in decided and key not in {one["address"] for one in self.waiting(now)}:
                raise GoneError
            others = {other: it for other, it in decided.items() if other != key}
            return now.lesson, now.session_state | {
                "addresses": dict([*others.items(), (key, admission)][-_MAX_DECIDED:])
            }

        self._store.update_lesson_and_session(room, with_admission)
        with self._store.room_change_transaction(room, paced=False) as run:
            run.execute(delete(WAITING).where((WAITING.c.room == room) & (WAITING.c.address == key)))

    def waiting(self, room: Room) -> list[dict[str, Any]]:
        """Of each address: how many devices wait, how many of them by a name of the list, and what was decided; those
        that were admitted are left out."""
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

    # -- who comes in, and who is taken out ----------------------------------------------------

    def save_pupil_browser(self, pupil: int, room: int, browser: str) -> None:
        """The browser that a pupil came with."""
        with self._store.room_change_transaction(room, paced=False) as run:
            _mark(run, pupil, browser=hash_token(browser))

    def remove_pupils(self, room: int, pupil_numbers: Collection[int], may_return: bool = False) -> None:
        """Take pupils out, with all that they told. `may_return`: they may come in again. GoneError if none is
        there."""
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
        """One who was taken out may come in again. GoneError if there is none of this number."""
        with self._store.room_change_transaction(room, paced=False) as run:
            mine = (REMOVED_PUPILS.c.room == room) & (REMOVED_PUPILS.c.number == number)
            if not run.execute(update(REMOVED_PUPILS).where(mine).values(welcome=True)).rowcount:
                raise GoneError

    def blocked_pupils(self, room: int) -> list[RemovedPupil]:
        """Who was taken out and may not come in again yet, the last one first."""
        with self._store.read_transaction() as run:
            mine = (REMOVED_PUPILS.c.room == room) & ~REMOVED_PUPILS.c.welcome
            return [
                RemovedPupil(one.number, one.name, one.face, one.welcome)
                for one in run.execute(select(REMOVED_PUPILS).where(mine).order_by(REMOVED_PUPILS.c.id.desc()))
            ]

    def is_blocked(self, room_id: int, browser: str, token: str) -> bool:
        """Whether this browser, or who had this token, was taken out of the room and not let in again."""
        known = [hash_token(each) for each in (browser, token) if each]
        with self._store.read_transaction() as run:
            them = or_(REMOVED_PUPILS.c.browser.in_(known), REMOVED_PUPILS.c.token.in_(known))
            mine = (REMOVED_PUPILS.c.room == room_id) & ~REMOVED_PUPILS.c.welcome & them
            return run.execute(select(REMOVED_PUPILS.c.id).where(mine)).first() is not None

    def require_not_removed(self, token: str) -> None:
        """RemovedError if whose token this was has been taken out of a room that is still open."""
        with self._store.read_transaction() as run:
            asked = select(REMOVED_PUPILS.c.welcome).where(REMOVED_PUPILS.c.token == hash_token(token))
            welcome = run.execute(asked).scalar_one_or_none()
        if welcome is not None:
            raise PupilRemovedError(welcome)

    # -- names -------------------------------------------------------------------------------

    def rename(self, room: int, number: int, name: str) -> None:
        """Another name for a pupil. TakenError for one that looks like that of somebody there, GoneError for nobody."""
        with self._store.room_change_transaction(room, paced=True) as run:
            others = (PUPILS.c.room == room) & (PUPILS.c.number != number)
            if is_similar_to_any(name, run.execute(select(PUPILS.c.name).where(others)).scalars()):
                raise NameOrCodeTakenError
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == number)
            if not run.execute(update(PUPILS).where(mine).values(name=name, folded=unique_name_key(name))).rowcount:
                raise GoneError

    def set_name_hidden(self, room: int, number: int, hidden: bool) -> None:
        """Keep a name off the board, or show it again. GoneError if there is none of this number."""
        with self._store.room_change_transaction(room, paced=False) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == number)
            pupil = run.execute(select(PUPILS.c.id).where(mine)).scalar_one_or_none()
            if pupil is None:
                raise GoneError
            _mark(run, pupil, hidden=hidden)

    def hidden_name_pupil_ids(self, room: int) -> set[int]:
        """Pupils whose names stay off the board, by their ids."""
        with self._store.read_transaction() as run:
            mine = (PUPILS.c.room == room) & PUPIL_SETTINGS.c.hidden
            return set(run.execute(select(PUPILS.c.id).join(PUPIL_SETTINGS).where(mine)).scalars())


def _check_crowd(run: Connection, room: int, key: str, now: float, most: int) -> None:
    """WaitingError if enough have come from an address about which nothing is decided."""
    mine = (PUPILS.c.room == room) & (ADDRESSES.c.address == key)
    joined = run.execute(select(PUPILS.c.joined).join(ADDRESSES).where(mine)).scalars().all()
    waits = run.execute(select(func.count()).where((WAITING.c.room == room) & (WAITING.c.address == key))).scalar_one()
    if waits or len(joined) >= most // 2 or sum(when > now - _MINUTE for when in joined) >= MAX_JOINS_A_MINUTE:
        raise WaitingError


def _mark(run: Connection, pupil: int, **values: Any) -> None:
    if not run.execute(update(PUPIL_SETTINGS).where(PUPIL_SETTINGS.c.pupil == pupil).values(values)).rowcount:
        run.execute(insert(PUPIL_SETTINGS).values({"pupil": pupil, "browser": "", "hidden": False} | values))
