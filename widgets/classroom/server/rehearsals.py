"""Rehearsals: simulated pupils join, work, vote and wait at locked steps while a board is open."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .. import pupil_names, session_state
from ..class_store import (
    GIVEN,
    REQUESTED,
    GoneError,
    LessonAndSession,
    Member,
    NameOrCodeTakenError,
    Room,
    RoomAndSecret,
    StoreError,
)
from .change_notifier import ApiError, run_in_thread
from .class_service import ClassService

if TYPE_CHECKING:
    from ..simulated_pupils import SimulatedPupil

Json = dict[str, Any]
_EVERY = 1.0  # seconds between checks for due actions
_UNWATCHED = 60.0  # seconds without an open board after which the rehearsal pauses
_HELPED = 90.0  # seconds after which a stuck pupil continues without a hint
_AT_ONCE = 5  # maximum number of actions per check


class Rehearsal:
    """Simulated pupils of one room.

    `run_due_actions` carries out the pupils' actions that are due at the given time.
    """

    def __init__(self, of: ClassService, id: int) -> None:
        self._class, self._id = of, id
        self._cast: dict[str, list[SimulatedPupil]] = {}
        self._place: dict[tuple[str, int], int] = {}
        self._due: dict[int, float] = {}
        self._stuck: dict[int, float] = {}
        self._heard: dict[int, int] = {}

    def run_due_actions(self, now: float) -> int:
        """Carry out the due actions of the pupils and return their number. Raise GoneError if the room is closed."""
        at = self._class.store.room(self._id)
        seed = int(at.session_state["rehearsal"])
        there = self._class.store.pupils(at.id)
        if len(there) < self._size():
            self._come(at, seed, len(there))
            return 1
        cast = self._actors(at, seed)
        if at.session_state["paused"] or not cast:
            return 0
        done = 0
        for actor, me in zip(cast, there, strict=False):
            if done < _AT_ONCE and self._due.setdefault(me.id, now + actor.draw_action_delay() / 2) <= now:
                self._due[me.id] = now + actor.draw_action_delay()
                done += self._act(at, actor, me, now)
        return done

    def _size(self) -> int:
        from ..simulated_pupils import PUPIL_COUNT

        return PUPIL_COUNT

    def _come(self, at: Room, seed: int, n: int) -> None:
        face = (seed * 7 + n * 5) % pupil_names.PLAIN_AVATAR_COUNT
        for step in range(pupil_names.PLAIN_AVATAR_COUNT):
            with suppress(NameOrCodeTakenError):
                other = (face + step) % pupil_names.PLAIN_AVATAR_COUNT
                self._class.store.add_pupil(
                    at.id,
                    pupil_names.avatar_name(other),
                    other,
                    session_state.new_secret(),
                    time.time(),
                    session_state.MAX_PUPILS,
                )
                return

    def _actors(self, at: Room, seed: int) -> list[SimulatedPupil]:
        from ..simulated_pupils import SimulatedPupil

        course = self._class.lesson_or_none(at)
        if course is None:
            return []
        if at.lesson not in self._cast:
            self._cast[at.lesson] = [SimulatedPupil(course, seed, n) for n in range(self._size())]
            told = self._class.store.lesson_reports(at.id, at.lesson)
            for actor, me in zip(self._cast[at.lesson], self._class.store.pupils(at.id), strict=False):
                if me.id in told:  # the server was restarted
                    self._place[at.lesson, me.id] = self._found(actor, told[me.id])
        return self._cast[at.lesson]

    @staticmethod
    def _found(actor: SimulatedPupil, report: Json) -> int:
        place = 0
        while (one := actor.report_after_actions_until_finished(place)) is not None:
            if (
                one["done"] == report["done"]
                and one["answers"] == report["answers"]
                and one["counts"] == report["counts"]
            ):
                return place + 1
            place += 1
        return place

    def _act(self, at: Room, actor: SimulatedPupil, member: Member, now: float) -> int:
        """Carry out one action of one pupil. Requests of the class come before the pupil's own work."""
        pace, store = at.session_state, self._class.store
        if member.consent == REQUESTED:
            store.set_consent(at.id, member.number, GIVEN, (REQUESTED,))
        elif asked := [
            slip
            for slip in self._class.sample_store.samples_with_name_consent_asked(member.id)
            if slip.consent == REQUESTED
        ]:
            self._class.sample_store.save_name_consent(member.id, at.id, asked[0].id, is_given=True)
        elif pace["rolls"] and self._heard.get(member.id, 0) < pace["rounds"][-1][0]:
            self._heard[member.id] = pace["rounds"][-1][0]
            self._class.play_round(member)
        elif pace["vote"] and self._heard.get(member.id, 0) < pace["vote"]["number"]:
            self._heard[member.id] = number = pace["vote"]["number"]
            again = len(pace["votes"][pace["vote"]["about"]]) > 1
            is_spot = pace["vote"]["about"] == session_state.SPOT_VOTE
            voice = actor.draw_spot_vote(pace["spot"]) if is_spot else actor.draw_vote(pace["vote"]["about"], again)
            self._class.save_vote(member, {"number": number, **voice})
        elif pace["talk"] and not pace["talk"]["told"] and self._heard.get(member.id, 0) < pace["talk"]["number"]:
            self._heard[member.id] = pace["talk"]["number"]
            self._class.discussion_service.save_reply(
                member, {"number": pace["talk"]["number"], **actor.draw_discussion_reply(pace["talk"])}
            )
        else:
            return self._work(at, actor, member, now)
        return 1

    def _work(self, at: Room, actor: SimulatedPupil, member: Member, now: float) -> int:
        place = self._place.get((at.lesson, member.id), 0)
        told = actor.report_after_actions_until_finished(place)
        course = self._class.require_lesson(at)
        if told is None:
            return 0
        upto = at.session_state["upto"]
        if upto is not None and course.step_kinds.index(told["at"]) > course.step_kinds.index(upto):
            if member.step == upto:
                return 0
            told = told | {"at": upto}  # the pupil waits at the locked step
            self._class.store.save_report(member, at.lesson, place + 1, upto, told, time.time())
            return 1
        hint = self._class.store.hint_by_pupil_id(at.id).get(member.id)
        if hint and hint.text and not hint.is_read:
            self._class.store.mark_hint_read(member)
            self._stuck[member.id] = 0.0
        if actor.should_get_stuck and told["at"] == "why" and now < self._stuck.setdefault(member.id, now + _HELPED):
            return 0
        self._class.store.save_report(member, at.lesson, place + 1, told["at"], told, time.time())
        self._place[at.lesson, member.id] = place + 1
        return 1


class RehearsalRunner:
    """Rehearsals of this process. Each rehearsal runs while its board is open."""

    def __init__(self, of: ClassService) -> None:
        self._class = of
        self._seen: dict[int, float] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def open_rehearsal_room(self, lesson: str, seed: int | None = None) -> tuple[Room, str]:
        """Open a room for simulated pupils. Real pupils cannot join this room."""
        at, secret = self._class.open_room(lesson)
        pace = {"locked": True, "rehearsal": secrets.randbelow(1000) if seed is None else seed}
        self._class.store.update_lesson_and_session(
            at.id, lambda now: LessonAndSession(now.lesson, now.session_state | pace)
        )
        return RoomAndSecret(self._class.store.room(at.id), secret)

    def note_board_open(self, room: Room) -> None:
        """Record that a board of this room is open now, so that the rehearsal of the room continues."""
        if room.session_state["rehearsal"] is None:
            return
        self._seen[room.id] = time.monotonic()
        if room.id not in self._tasks or self._tasks[room.id].done():
            self._tasks[room.id] = asyncio.ensure_future(self._run(room.id))

    async def _run(self, id: int) -> None:
        cast = Rehearsal(self._class, id)
        while time.monotonic() - self._seen[id] < _UNWATCHED:
            try:
                if await run_in_thread(cast.run_due_actions, time.monotonic(), seconds=60.0):
                    self._class.change_notifier.notify_change()
            except GoneError:
                return
            except (StoreError, ApiError, ValueError):
                pass  # for example, the teacher has just closed a vote. The next check uses the new state
            await asyncio.sleep(_EVERY)
