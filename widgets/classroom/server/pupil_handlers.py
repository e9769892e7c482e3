"""Endpoints for anybody who wants to join a class, and for the pupils of a class."""

from __future__ import annotations

import asyncio
import re
from typing import ClassVar

from ...page.typed_text import replace_lookalike_signs
from .. import pupil_names, session_state
from ..class_store import GIVEN, REFUSED, REQUESTED, GoneError, Member, Room
from ..pupil_return import MAX_SAVED_WORK
from ..room_access import NotAdmittedError, RateLimiter, WaitingError
from .base_handler import MAX_BODY_BYTES, REMOVED_TEXT, ClassApiHandler, Endpoints, has_consented, require_sample_id
from .change_notifier import ApiError, run_in_thread
from .class_service import JoinNameOptions, Json
from .replies import EmptyReply, TeacherPermissions

NOT_ON_LIST_TEXT = "Your teacher only lets in pupils on the class list. Type your name exactly as it is on the list."
NOBODY_MORE_TEXT = "Your teacher isn’t letting anyone in right now. Tell your teacher that you are waiting."
BROWSER_COOKIE = "kismet-browser"
"""Cookie with a random value for each browser that joins, so that browsers can be distinguished."""


class JoinHandler(ClassApiHandler):
    """Endpoints for everybody."""

    endpoints: ClassVar[Endpoints] = {
        "teacher-permissions": "GET",
        "join-name-options": "POST",
        "join-room": "POST",
        "return-to-room": "POST",
    }

    async def teacher_permissions(self) -> TeacherPermissions:
        """Return whether the sender may open a class, and the key that unlocks all steps on a lesson page."""
        local = self.is_server_owner()
        return {"local": local, "teacher": self.class_service.unlock_key if local else ""}

    async def join_name_options(self) -> JoinNameOptions:
        """Return the name policy of the room, the free names of its name list, and the pupils of this browser.

        The request is {code}.
        """
        room, browser = await self._require_room_of_code(self.parse_json_body())
        return await run_in_thread(self.class_service.join_name_options, room, browser)

    async def join_room(self) -> Json:
        """Join with a room code. The request is {code, name}, and the response is {token, name, number, face, lesson}.

        If the name is empty, the server generates one. `was` is the token of a removed pupil. If many pupils come from
        one address, the response is {waiting, ticket}. With `is_first`, the response to a name that a pupil
        already has is {taken}, because the sender may be this pupil on another device.
        """
        data = self.parse_json_body()
        name = pupil_names.validate_name(data["name"]) if data.get("name") else ""
        room, browser = await self._require_room_of_code(data)
        access = self.class_service.room_access
        if room.session_state["locked"]:
            raise ApiError(409, "Nobody can join this class right now. Ask your teacher.")
        if await run_in_thread(access.is_blocked, room.id, browser, str(data.get("was") or "")):
            raise ApiError(403, REMOVED_TEXT)
        address = access.address_key(room, str(self.request.remote_ip))
        ticket = str(data.get("ticket") or "")
        if session_state.is_secret(ticket) and await run_in_thread(access.is_waiting, room, address, ticket):
            return self._waiting_response(ticket)
        await self._wait_for_limit(self.class_service.join_rate_limiter, browser, str(room.id))
        should_ask = bool(name) and data.get("is_first") is True and room.session_state["names"] == "free"
        if should_ask and await run_in_thread(self.class_service.is_name_in_room, room, name):
            return {"taken": True}
        token = session_state.new_secret()
        avatar = data.get("face") if type(data.get("face")) is int else None
        ticket = ticket if session_state.is_secret(ticket) else session_state.new_secret()
        try:
            pupil = await run_in_thread(
                self.class_service.add_pupil, room, name, token, avatar, browser, (address, ticket)
            )
        except WaitingError:
            self.class_service.change_notifier.notify_change()
            return self._waiting_response(ticket)
        except NotAdmittedError as error:
            raise ApiError(409, NOT_ON_LIST_TEXT if error.by_list else NOBODY_MORE_TEXT) from None
        return_codes = await run_in_thread(self.class_service.pupil_return.return_codes, room.id)
        return self._membership_response(room, pupil, token, return_codes[pupil.id])

    async def return_to_room(self) -> Json:
        """Continue as a pupil of the room, in another tab or on another device. The request is {code, return_code}.

        The response is that of `join_room` with the saved work of the pupil and the number of the last report. The
        former tab or device leaves the class.
        """
        data = self.parse_json_body()
        room, browser = await self._require_room_of_code(data)
        limiter = self.class_service.return_code_guess_limiter
        await self._wait_for_limit(limiter, browser, str(room.id))
        return_code = re.sub(r"\D", "", replace_lookalike_signs(str(data["return_code"])))
        token = session_state.new_secret()
        pupil = await run_in_thread(self.class_service.continue_as_pupil, room, return_code, token, browser)
        limiter.refund_turn(browser, str(self.request.remote_ip), str(room.id))
        work = await run_in_thread(self.class_service.pupil_return.saved_work, pupil)
        number = await run_in_thread(self.class_service.pupil_return.last_report_number, pupil)
        return self._membership_response(room, pupil, token, return_code) | {"work": work, "told": number}

    def _membership_response(self, room: Room, pupil: Member, token: str, return_code: str) -> Json:
        """Notify the board of a pupil, and return the data that the pupil's page stores."""
        self.class_service.change_notifier.notify_change()
        return {
            "token": token,
            "code": room.code,
            "name": pupil.name,
            "number": pupil.number,
            "face": pupil.avatar,
            "lesson": room.lesson,
            "return_code": return_code,
        }

    def _waiting_response(self, ticket: str) -> Json:
        """Return the response for a device that waits for the teacher. The device asks again with its ticket."""
        self.set_status(202)
        return {"waiting": True, "ticket": ticket}

    async def _require_room_of_code(self, data: Json) -> tuple[Room, str]:
        """Return the room with the room code of the request, and the browser id of the request.

        A browser that guesses codes has to wait longer each time. A correct code does not count as a guess.
        """
        code, browser = session_state.parse_room_code(data.get("code")), self._browser_id()
        await self._wait_for_limit(self.class_service.code_guess_limiter, browser)
        try:
            room = await run_in_thread(self.class_service.store.room_by_code, code)
        except GoneError:
            raise ApiError(404, "No class has this code. Look at the board again.") from None
        self.class_service.code_guess_limiter.refund_turn(browser, str(self.request.remote_ip))
        return room, browser

    async def _wait_for_limit(self, limiter: RateLimiter, browser: str, room_id: str = "") -> None:
        turn = limiter.reserve_turn(browser, str(self.request.remote_ip), room_id)
        if not turn.is_accepted:
            raise ApiError(429, "Many pupils are joining right now. This page continues in a moment.")
        await asyncio.sleep(turn.wait_seconds)

    def _browser_id(self) -> str:
        """Return the browser id from the cookie, or "" if the request has no cookie."""
        return (self.get_signed_cookie(BROWSER_COOKIE) or b"").decode("ascii", "replace")[:60]


class PupilHandler(ClassApiHandler):
    """Endpoints for a pupil of a class. Each request contains the token of the pupil."""

    endpoints: ClassVar[Endpoints] = {
        "save-report": "POST",
        "poll-session-state": "GET",
        "play-round": "POST",
        "save-vote": "POST",
        "mark-hint-read": "POST",
        "save-picture-consent": "POST",
        "save-name-consent": "POST",
        "save-discussion-reply": "POST",
    }

    async def save_report(self) -> Json:
        """Save the report of a pupil about a lesson, and the work that the page has saved.

        The response is sent only after the report is stored.
        """
        pupil, data = await self.require_pupil(), self.parse_json_body(MAX_BODY_BYTES + MAX_SAVED_WORK)
        self.require_within_rate(self.class_service.report_rate_limit, f"report {pupil.id}")
        number, lesson = data.get("number"), str(data.get("lesson"))
        if type(number) is not int or not 0 < number < 1 << 31:
            raise ValueError("A report has a number.")
        stored_number = await run_in_thread(
            self.class_service.save_report, pupil, lesson, number, data.get("data"), data.get("work")
        )
        self.class_service.change_notifier.notify_change()
        if stored_number != number:
            self.set_status(409)
            return {"error": "A newer report is already saved.", "number": stored_number}
        return {"number": number}

    async def poll_session_state(self) -> Json:
        """Return the session data for a pupil as soon as the version is not `at` (long polling)."""
        pupil = await self.require_pupil()
        self.require_within_rate(self.class_service.poll_rate_limit, f"pace {pupil.id}")
        await self.wait_and_return_known_version(f"pupil {pupil.id}", pupil.room, 1)
        return await run_in_thread(self.class_service.pupil_session_data, await self.require_pupil())

    async def play_round(self) -> Json:
        """Run the trials of the pupil in a class round."""
        pupil = await self.require_pupil()
        self.require_within_rate(self.class_service.report_rate_limit, f"play {pupil.id}")
        results = await run_in_thread(self.class_service.play_round, pupil)
        self.class_service.change_notifier.notify_change()
        return results

    async def save_vote(self) -> EmptyReply:
        """Save the vote of the pupil. A new vote replaces the earlier one."""
        pupil = await self.require_pupil()
        self.require_within_rate(self.class_service.report_rate_limit, f"vote {pupil.id}")
        await run_in_thread(self.class_service.save_vote, pupil, self.parse_json_body())
        self.class_service.change_notifier.notify_change()
        return {}

    async def mark_hint_read(self) -> EmptyReply:
        """Mark the teacher's hint as read."""
        pupil = await self.require_pupil()
        self.require_within_rate(self.class_service.report_rate_limit, f"heard {pupil.id}")
        await run_in_thread(self.class_service.store.mark_hint_read, pupil)
        self.class_service.change_notifier.notify_change()
        return {}

    async def save_picture_consent(self) -> EmptyReply:
        """Save the answer of the pupil to the teacher's request to show the pupil's picture to the class.

        Consent can be withdrawn.
        """
        pupil, is_given = await self.require_pupil(), has_consented(self.parse_json_body())
        await run_in_thread(
            self.class_service.store.set_consent,
            pupil.room,
            pupil.number,
            GIVEN if is_given else REFUSED,
            (REQUESTED,) if is_given else (REQUESTED, GIVEN),
        )
        self.class_service.change_notifier.notify_change()
        return {}

    async def save_name_consent(self) -> EmptyReply:
        """Save whether the class may see the pupil's name at a work sample. The request is {slip: sample id, yes}.

        Consent can be withdrawn.
        """
        pupil, data = await self.require_pupil(), self.parse_json_body()
        self.require_within_rate(self.class_service.report_rate_limit, f"mine {pupil.id}")
        is_given = has_consented(data)
        try:
            await run_in_thread(
                self.class_service.sample_store.save_name_consent,
                pupil.id,
                pupil.room,
                require_sample_id(data),
                is_given,
            )
        except GoneError:
            raise ApiError(409, "Nobody is asking for this any more.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def save_discussion_reply(self) -> EmptyReply:
        """Save the reply of the pupil in a discussion. A new reply replaces the earlier one.

        The request is {number, slip: id of the chosen sample} or {number, text}.
        """
        pupil = await self.require_pupil()
        self.require_within_rate(self.class_service.report_rate_limit, f"talk {pupil.id}")
        await run_in_thread(self.class_service.discussion_service.save_reply, pupil, self.parse_json_body())
        self.class_service.change_notifier.notify_change()
        return {}
