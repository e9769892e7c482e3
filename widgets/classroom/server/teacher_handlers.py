"""Endpoints for teachers: room, class board, list of pupils, work samples and lesson plan."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http.client import SERVICE_UNAVAILABLE
from typing import Any, ClassVar

from .. import discussion, pupil_names, session_state
from ..class_store import GIVEN, NOT_ASKED, REFUSED, REQUESTED, GoneError, Room, StoreError
from ..network import is_local_only, qr_svg
from ..room_access import validate_admission
from .base_handler import (
    DOCUMENT_DEADLINE,
    MAX_LIST_BYTES,
    PUPIL_LEFT_TEXT,
    ClassApiHandler,
    Endpoints,
    require_pupil_number,
    require_sample_id,
)
from .change_notifier import READERS, STORE_DEADLINE, ApiError, run_in_thread
from .class_service import Json
from .replies import EmptyReply, PlacedSampleReply, RoomCodeAndSecret

_COMBINE_SECONDS = 0.15  # seconds during which changes are combined into one update of a board


class RoomHandler(ClassApiHandler):
    """Endpoints that open, change and close a room. Only the server owner opens it. Its secret allows the rest."""

    endpoints: ClassVar[Endpoints] = {
        "open-room": "POST",
        "change-session": "POST",
        "create-phone-link": "POST",
        "open-rehearsal-room": "POST",
        "close-room": "POST",
    }

    async def open_room(self) -> RoomCodeAndSecret:
        """Open a room. Only the owner of the server may do this.

        The request is {lesson: id of the lesson, days: number of days until the room and its data are deleted}.
        """
        if not self.is_server_owner():
            raise ApiError(403, "To open a class, use the address that Kismet printed, or run: kismet class")
        self.require_within_rate(self.class_service.open_rate_limit, "open")
        self.class_service.open_to_network()
        data = self.parse_json_body()
        lesson = str(data.get("lesson", ""))
        if lesson:
            await run_in_thread(self.class_service.require_page_id, lesson)
        days = data.get("days", session_state.DEFAULT_DAYS_KEPT)
        if type(days) is not int:
            raise ValueError("A class is kept for some days.")
        room, secret = await run_in_thread(self.class_service.open_room, lesson, days)
        return {"code": room.code, "secret": secret}

    async def change_session(self) -> Json:
        """Change the session state or the lesson. The request is {pace: changed parts of the state} or {lesson: id}."""
        lesson, state = await run_in_thread(
            self.class_service.change_session_or_lesson,
            await self.require_teacher_room(),
            self.parse_json_body(MAX_LIST_BYTES),
        )
        self.class_service.change_notifier.notify_change()
        return {"pace": state, "lesson": lesson}

    async def create_phone_link(self) -> Json:
        """Return a QR code that opens the teacher view on a phone. The link contains a new secret for the room."""
        room = await self.require_teacher_room()
        self.require_within_rate(self.class_service.open_rate_limit, f"phone {room.id}")
        urls = self.class_service.network_urls() if is_local_only(self.request.host_name) else []
        _, secret = await run_in_thread(self.class_service.add_room_secret, room)
        address = f"{(urls or [self.request_base_url()])[0]}desk#{secret}"
        return {"picture": qr_svg(address), "address": address}

    async def open_rehearsal_room(self) -> RoomCodeAndSecret:
        """Open a rehearsal room with simulated pupils for the current lesson and return its secret."""
        room = await self.require_teacher_room()
        await run_in_thread(self.class_service.require_lesson, room)
        rehearsal_room, secret = await run_in_thread(self.rehearsal_runner.open_rehearsal_room, room.lesson)
        return {"code": rehearsal_room.code, "secret": secret}

    async def close_room(self) -> EmptyReply:
        """Close the room and delete all its data."""
        room = await self.require_teacher_room()
        await run_in_thread(self.class_service.delete_room, room.id)
        self.class_service.last_shown.forget(self.require_credential())
        self.class_service.change_notifier.notify_change()
        return {}


class ClassBoardHandler(ClassApiHandler):
    """Endpoints that return the board and the teacher view, send hints, and ask pupils to show their charts."""

    endpoints: ClassVar[Endpoints] = {
        "poll-board": "GET",
        "poll-teacher-view": "GET",
        "request-or-remove-pupil-picture": "POST",
        "send-hint": "POST",
    }

    async def poll_board(self) -> Json:
        """Return the data of the board as soon as the version is not `at` (long polling).

        If the store does not answer, the response is the board displayed last, with its `age` in seconds.
        """
        version = self.known_version()
        return await self._current_or_last_data(
            "board", lambda room: self.class_service.board_data(room, version), STORE_DEADLINE
        )

    async def poll_teacher_view(self) -> Json:
        """Return the data of the teacher view as soon as the version is not `at` (long polling)."""
        return await self._current_or_last_data("desk", self.teacher_service.teacher_view_data, DOCUMENT_DEADLINE)

    async def _current_or_last_data(self, page: str, build_data: Callable[[Room], Json], seconds: float) -> Json:
        """Return the current data of a teacher's page, or the data displayed last if the store does not answer."""
        shown = self.class_service.last_shown
        try:
            room = await self.wait_for_changed_room(page)
            data = await run_in_thread(build_data, room, seconds=seconds, threads=READERS)
        except (ApiError, StoreError) as error:
            last = shown.get_with_age(page, self.require_credential(), self.class_service.change_notifier.answered)
            if last is None or (isinstance(error, ApiError) and error.status != SERVICE_UNAVAILABLE):
                raise
            return last
        shown.keep(page, self.require_credential(), data)
        return data

    async def wait_for_changed_room(self, page: str) -> Room:
        """Return the room when its version is no longer the known one, or at the latest after the maximum wait."""
        room = await self.require_teacher_room()
        known = await self.wait_and_return_known_version(f"{page} {room.id}", room.id, 0)
        if known is not None and known != room.version:
            await asyncio.sleep(_COMBINE_SECONDS)
        room = await self.require_teacher_room()
        self.rehearsal_runner.note_board_open(room)
        return room

    async def request_or_remove_pupil_picture(self) -> EmptyReply:
        """Ask a pupil for consent to show their picture to the class, or remove the picture.

        The request is {pupil: number, show: yes or no}.
        """
        room, data = await self.require_teacher_room(), self.parse_json_body()
        show = data.get("show") is True
        try:
            await run_in_thread(
                self.class_service.store.set_consent,
                room.id,
                require_pupil_number(data),
                REQUESTED if show else NOT_ASKED,
                (NOT_ASKED, REFUSED) if show else (REQUESTED, GIVEN, REFUSED),
            )
        except GoneError:
            raise ApiError(409, "This pupil has already been asked, or has left.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def send_hint(self) -> EmptyReply:
        """Send a hint to a pupil. The request is {pupil: number, text}."""
        room, data = await self.require_teacher_room(), self.parse_json_body()
        number, text = require_pupil_number(data), session_state.validate_hint(data.get("text"))
        try:
            await run_in_thread(self.class_service.store.save_hint, room.id, number, text)
        except GoneError:
            raise ApiError(409, PUPIL_LEFT_TEXT) from None
        self.class_service.change_notifier.notify_change()
        return {}


class RosterHandler(ClassApiHandler):
    """Endpoints that admit, remove, rename and add pupils."""

    endpoints: ClassVar[Endpoints] = {
        "decide-address-admission": "POST",
        "remove-pupil": "POST",
        "remove-listed-recent-pupils": "POST",
        "allow-return": "POST",
        "set-name-hidden": "POST",
        "rename-or-reject-name": "POST",
        "add-pupil-by-result-code": "POST",
    }

    async def decide_address_admission(self) -> EmptyReply:
        """Decide which pupils may join from an address. The request is {address, admission}."""
        room, data = await self.require_teacher_room(), self.parse_json_body()
        address, admission = str(data.get("address"))[:64], validate_admission(data.get("admission"))
        try:
            await run_in_thread(self.class_service.room_access.set_address_admission, room.id, address, admission)
        except GoneError:
            raise ApiError(409, "Nobody is waiting from this address any more.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def remove_pupil(self) -> EmptyReply:
        """Remove a pupil from the room. The request is {pupil: number}."""
        room, data = await self.require_teacher_room(), self.parse_json_body()
        return await self._change_roster(
            self.class_service.room_access.delete_pupils, room.id, [require_pupil_number(data)]
        )

    async def remove_listed_recent_pupils(self) -> EmptyReply:
        """Remove several pupils who have just joined. The request is {pupils: numbers}. They may join again."""
        room, data = await self.require_teacher_room(), self.parse_json_body()
        return await self._change_roster(
            self.class_service.room_access.delete_pupils, room.id, _require_pupil_numbers(data), True
        )

    async def allow_return(self) -> EmptyReply:
        """Let a removed pupil join again. The request is {pupil: number}."""
        room, data = await self.require_teacher_room(), self.parse_json_body()
        return await self._change_roster(
            self.class_service.room_access.allow_return, room.id, require_pupil_number(data)
        )

    async def set_name_hidden(self) -> EmptyReply:
        """Hide the name of a pupil on the board, or show it again. The request is {pupil, hidden}."""
        room, data = await self.require_teacher_room(), self.parse_json_body()
        return await self._change_roster(
            self.class_service.room_access.set_name_hidden,
            room.id,
            require_pupil_number(data),
            data.get("hidden") is True,
        )

    async def rename_or_reject_name(self) -> EmptyReply:
        """Rename a pupil. The request is {pupil, name}. Without a name, reject the current name for this room."""
        room, data = await self.require_teacher_room(), self.parse_json_body()
        number = require_pupil_number(data)
        if data.get("name"):
            name = pupil_names.validate_name(data["name"])
            return await self._change_roster(self.class_service.rename_pupil, room, number, name)
        return await self._change_roster(self.class_service.reject_name, room, number)

    async def _change_roster(self, change: Callable[..., object], *arguments: Any) -> EmptyReply:
        """Apply a change to the list of pupils. Raise ApiError if the pupil has left the room."""
        try:
            await run_in_thread(change, *arguments)
        except GoneError:
            raise ApiError(409, PUPIL_LEFT_TEXT) from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def add_pupil_by_result_code(self) -> Json:
        """Add a pupil whose work is only known from a result code. The pupil reads it out.

        The request is {text: result code, name}, and the response is {name}.
        """
        room, data = await self.require_teacher_room(), self.parse_json_body()
        name = pupil_names.validate_name(data["name"]) if data.get("name") else ""
        code = session_state.result_code_without_room_code(
            str(data.get("text", ""))[:200], (room.code, *room.session_state["codes"])
        )
        pupil = await run_in_thread(self.class_service.add_pupil_by_result_code, room, code, name)
        self.class_service.change_notifier.notify_change()
        return {"name": pupil.name}


class SampleHandler(ClassApiHandler):
    """Endpoints that select work samples for the class."""

    endpoints: ClassVar[Endpoints] = {
        "place-or-move-sample": "POST",
        "save-sample-note": "POST",
        "set-name-request": "POST",
    }

    async def place_or_move_sample(self) -> PlacedSampleReply:
        """Place a work sample in a slot, or move one to another slot.

        The request is {pupil, key, place: slot} for a new sample, or {slip: sample id, place: slot} for a move. The
        response to a new sample is {slip}.
        """
        sample_id = await self._change_samples(
            lambda room, data: (
                self.teacher_service.swap_sample_into_slot(room, require_sample_id(data), data.get("place"))
                if "slip" in data
                else self.teacher_service.place_sample(
                    room, require_pupil_number(data), str(data.get("key")), data.get("place")
                )
            )
        )
        return {} if sample_id is None else {"slip": sample_id}

    async def save_sample_note(self) -> EmptyReply:
        """Save a private note about a work sample. The request is {slip: sample id, text}."""
        await self._change_samples(
            lambda room, data: self.class_service.sample_store.set_sample_note(
                room.id, require_sample_id(data), discussion.validate_note(data.get("text"))
            )
        )
        return {}

    async def set_name_request(self) -> EmptyReply:
        """Ask the pupil of a work sample for consent to show their name. The request is {slip: sample id, ask}.

        If `ask` is false, hide the name instead.
        """
        await self._change_samples(
            lambda room, data: self.class_service.sample_store.set_name_consent_request(
                room.id, require_sample_id(data), data.get("ask") is True
            )
        )
        return {}

    async def _change_samples(self, change: Callable[[Room, Json], int | None]) -> int | None:
        """Apply a change to the selected work samples. Return the id if the change adds a sample.

        Raise ApiError if the work sample does not exist any more.
        """
        room, data = await self.require_teacher_room(), self.parse_json_body()
        try:
            sample_id = await run_in_thread(change, room, data)
        except GoneError:
            raise ApiError(409, "This work sample is gone.") from None
        self.class_service.change_notifier.notify_change()
        return sample_id


class LessonPlanHandler(ClassApiHandler):
    """Endpoints of the lesson plan."""

    endpoints: ClassVar[Endpoints] = {"merge-lesson-plan-change": "POST", "lesson-plan-html": "GET"}

    async def merge_lesson_plan_change(self) -> EmptyReply:
        """Change the lesson plan. The request is {minutes, notes, asks, expect}. Only the given parts change."""
        room = await self.require_teacher_room()
        await run_in_thread(self.teacher_service.merge_lesson_plan_change, room, self.parse_json_body())
        self.class_service.change_notifier.notify_change()
        return {}

    async def lesson_plan_html(self) -> str:
        """Return the lesson plan as a page for printing.

        If the request names a `lesson`, the owner of the server needs no class and gets the default plan.
        """
        lesson, service = self.get_argument("lesson", ""), self.teacher_service
        if lesson and self.is_server_owner():
            return await run_in_thread(service.default_lesson_plan_html, lesson, seconds=DOCUMENT_DEADLINE)
        return await run_in_thread(
            service.lesson_plan_html, await self.require_teacher_room(), seconds=DOCUMENT_DEADLINE
        )


def _require_pupil_numbers(data: Json) -> list[int]:
    numbers = data.get("pupils")
    if not isinstance(numbers, list) or not 0 < len(numbers) <= session_state.MAX_PUPILS:
        raise ValueError("Which pupils?")
    return [require_pupil_number({"pupil": number}) for number in numbers]
