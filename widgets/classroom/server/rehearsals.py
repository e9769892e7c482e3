"""A rehearsal as it runs: made-up pupils come in, work, vote, wait at the gate as long as somebody looks at a board."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .. import names, room
from ..store import ASKED, YES, GoneError, Member, Room, StoreError, TakenError
from .change_notifier import SaidError, in_thread
from .class_service import Classroom

if TYPE_CHECKING:
    from ..rehearsal import Actor

Json = dict[str, Any]
_EVERY = 1.0  # seconds between looks
_UNWATCHED = 60.0  # seconds after which it stands still where nobody looks
_HELPED = 90.0  # seconds after which who is stuck goes on without a hint
_AT_ONCE = 5  # deeds that one look brings, so that a board is never flooded


class Rehearsal:
    """The cast of one room. `look` carries out what is due at a time; the clock is the caller's."""

    def __init__(self, of: Classroom, id: int) -> None:
        self._class, self._id = of, id
        self._cast: dict[str, list[Actor]] = {}
        self._place: dict[tuple[str, int], int] = {}
        self._due: dict[int, float] = {}
        self._stuck: dict[int, float] = {}
        self._heard: dict[int, int] = {}

    def look(self, now: float) -> int:
        """What is due now; how much it was. GoneError when the room is closed."""
        at = self._class.store.room(self._id)
        seed = int(at.pace["rehearsal"])
        there = self._class.store.pupils(at.id)
        if len(there) < self._size():
            self._come(at, seed, len(there))
            return 1
        cast = self._actors(at, seed)
        if at.pace["paused"] or not cast:
            return 0
        done = 0
        for actor, me in zip(cast, there, strict=False):
            if done < _AT_ONCE and self._due.setdefault(me.id, now + actor.wait() / 2) <= now:
                self._due[me.id] = now + actor.wait()
                done += self._act(at, actor, me, now)
        return done

    def _size(self) -> int:
        from ..rehearsal import PUPILS

        return PUPILS

    def _come(self, at: Room, seed: int, n: int) -> None:
        face = (seed * 7 + n * 5) % names.PLAIN
        for step in range(names.PLAIN):
            with suppress(TakenError):
                other = (face + step) % names.PLAIN
                self._class.store.join(
                    at.id, names.made_up(other), other, room.new_secret(), time.time(), room.MOST_PUPILS
                )
                return

    def _actors(self, at: Room, seed: int) -> list[Actor]:
        from ..rehearsal import Actor

        course = self._class.lesson_of(at)
        if course is None:
            return []
        if at.lesson not in self._cast:
            self._cast[at.lesson] = [Actor(course, seed, n) for n in range(self._size())]
            told = self._class.store.reports(at.id, at.lesson)
            for actor, me in zip(self._cast[at.lesson], self._class.store.pupils(at.id), strict=False):
                if me.id in told:  # the server was started again meanwhile
                    self._place[at.lesson, me.id] = self._found(actor, told[me.id])
        return self._cast[at.lesson]

    @staticmethod
    def _found(actor: Actor, told: Json) -> int:
        place = 0
        while (one := actor.at(place)) is not None:
            if one["done"] == told["done"] and one["answers"] == told["answers"] and one["counts"] == told["counts"]:
                return place + 1
            place += 1
        return place

    def _act(self, at: Room, actor: Actor, me: Member, now: float) -> int:
        """One deed of one pupil: an answer to the class before the own work."""
        pace, store = at.pace, self._class.store
        if me.consent == ASKED:
            store.set_consent(at.id, me.number, YES, (ASKED,))
        elif asked := [slip for slip in self._class.tray.asked_of(me.id) if slip.consent == ASKED]:
            self._class.tray.answer(me.id, at.id, asked[0].id, yes=True)
        elif pace["rolls"] and self._heard.get(me.id, 0) < pace["rounds"][-1][0]:
            self._heard[me.id] = pace["rounds"][-1][0]
            self._class.play(me)
        elif pace["vote"] and self._heard.get(me.id, 0) < pace["vote"]["number"]:
            self._heard[me.id] = number = pace["vote"]["number"]
            again = len(pace["votes"][pace["vote"]["about"]]) > 1
            self._class.vote(me, {"number": number, **actor.voted(pace["vote"]["about"], again)})
        elif pace["talk"] and not pace["talk"]["told"] and self._heard.get(me.id, 0) < pace["talk"]["number"]:
            self._heard[me.id] = pace["talk"]["number"]
            self._class.talks.say(me, {"number": pace["talk"]["number"], **actor.said(pace["talk"])})
        else:
            return self._work(at, actor, me, now)
        return 1

    def _work(self, at: Room, actor: Actor, me: Member, now: float) -> int:
        place = self._place.get((at.lesson, me.id), 0)
        told = actor.at(place)
        course = self._class.course(at)
        if told is None:
            return 0
        upto = at.pace["upto"]
        if upto is not None and course.kinds.index(told["at"]) > course.kinds.index(upto):
            if me.step == upto:
                return 0
            told = told | {"at": upto}  # waits at the gate
            self._class.store.tell(me, at.lesson, place + 1, upto, told, time.time())
            return 1
        text, heard = self._class.store.hints(at.id).get(me.id, ("", True))
        if text and not heard:
            self._class.store.hear(me)
            self._stuck[me.id] = 0.0
        if actor.stuck and told["at"] == "why" and now < self._stuck.setdefault(me.id, now + _HELPED):
            return 0
        self._class.store.tell(me, at.lesson, place + 1, told["at"], told, time.time())
        self._place[at.lesson, me.id] = place + 1
        return 1


class Rehearsals:
    """Those that run in this process, each as long as somebody looks."""

    def __init__(self, of: Classroom) -> None:
        self._class = of
        self._seen: dict[int, float] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def open(self, lesson: str, seed: int | None = None) -> tuple[Room, str]:
        """A room with a cast; nobody else can come in."""
        at, secret = self._class.open(lesson)
        pace = {"locked": True, "rehearsal": secrets.randbelow(1000) if seed is None else seed}
        self._class.store.change(at.id, lambda now: (now.lesson, now.pace | pace))
        return self._class.store.room(at.id), secret

    def watched(self, at: Room) -> None:
        """Somebody looks at this room: what is a rehearsal goes on."""
        if at.pace["rehearsal"] is None:
            return
        self._seen[at.id] = time.monotonic()
        if at.id not in self._tasks or self._tasks[at.id].done():
            self._tasks[at.id] = asyncio.ensure_future(self._run(at.id))

    async def _run(self, id: int) -> None:
        cast = Rehearsal(self._class, id)
        while time.monotonic() - self._seen[id] < _UNWATCHED:
            try:
                if await in_thread(cast.look, time.monotonic(), seconds=60.0):
                    self._class.news.changed()
            except GoneError:
                return
            except (StoreError, SaidError, ValueError):
                pass  # a vote that has just been closed; the next look sees what holds then
            await asyncio.sleep(_EVERY)
