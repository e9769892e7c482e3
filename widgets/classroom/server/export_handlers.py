"""Endpoints that return files and pages for printing, and endpoints that receive class files."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from tornado.web import stream_request_body

from ..class_lesson import ClassLesson
from ..class_store import StoreError
from .base_handler import DOCUMENT_DEADLINE, MAX_LIST_BYTES, ClassApiHandler, Endpoints
from .change_notifier import ApiError, run_in_thread
from .replies import ClassListMatchReply, PupilCountReply, RoomCodeAndSecret
from .teacher_service import MAX_CLASS_FILE_BYTES


class ExportHandler(ClassApiHandler):
    """Endpoints that return the results of a class as files and pages for printing."""

    endpoints: ClassVar[Endpoints] = {
        "class-file-text": "GET",
        "match-class-list": "POST",
        "pupil-reports-html": "GET",
        "lesson-answer-key-html": "GET",
        "worksheet-html": "GET",
        "results-csv": "GET",
        "class-report-html": "GET",
    }

    async def class_file_text(self) -> str:
        """Return the class as a file."""
        return await run_in_thread(
            self.teacher_service.class_file_text, await self.require_teacher_room(), seconds=DOCUMENT_DEADLINE
        )

    async def match_class_list(self) -> ClassListMatchReply:
        """Match the pupils to a pasted class list.

        `list` is the pasted text, `chosen` the manual choices, `book` the id of the grade book, and `title` that of the
        assignment. The response is {lines, left: pupils without a line, table: CSV}.
        """
        room = await self.require_teacher_room()
        return await run_in_thread(
            self.teacher_service.match_class_list_to_pupils,
            room,
            self.parse_json_body(MAX_LIST_BYTES),
            seconds=DOCUMENT_DEADLINE,
        )

    async def pupil_reports_html(self) -> str:
        """Return a page for printing with a section for each pupil."""
        return await run_in_thread(
            self.teacher_service.pupil_reports_html,
            await self.require_teacher_room(),
            _today(),
            seconds=DOCUMENT_DEADLINE,
        )

    async def lesson_answer_key_html(self) -> str:
        """Return the teacher's sheet with the answer key."""
        return await run_in_thread((await self._lesson()).lesson_answer_key_html, seconds=DOCUMENT_DEADLINE)

    async def worksheet_html(self) -> str:
        """Return the worksheet for pupils."""
        return await run_in_thread((await self._lesson()).worksheet_html, seconds=DOCUMENT_DEADLINE)

    async def _lesson(self) -> ClassLesson:
        """Return the lesson of the class. If the request names a `lesson`, the owner of the server needs no class."""
        lesson, service = self.get_argument("lesson", ""), self.class_service
        if lesson and self.is_server_owner():
            return await run_in_thread(service.lesson_catalog.get, lesson, seconds=DOCUMENT_DEADLINE)
        return await run_in_thread(service.require_lesson, await self.require_teacher_room(), seconds=DOCUMENT_DEADLINE)

    async def results_csv(self) -> str:
        """Return the table of all pupils as CSV. With `names=1`, the table contains names and reasons."""
        return await self._class_report_or_csv("")

    async def class_report_html(self) -> str:
        """Return the class report as a page for printing. With `names=1`, it contains names and reasons."""
        return await self._class_report_or_csv(_today())

    async def _class_report_or_csv(self, date: str) -> str:
        return await run_in_thread(
            self.class_service.class_report_or_csv,
            await self.require_teacher_room(),
            self.get_argument("names", "") == "1",
            date,
            seconds=DOCUMENT_DEADLINE,
        )


@stream_request_body
class ClassFileUploadHandler(ClassApiHandler):
    """Endpoints that receive a class file.

    A class file is larger than any data of a pupil, so the handler checks the sender before it reads the body.
    """

    endpoints: ClassVar[Endpoints] = {"add-past-class-to-plan": "POST", "reopen-class": "POST"}

    async def prepare(self) -> None:
        self._chunks: list[bytes] = []
        answer = super().prepare()
        if answer is not None:
            await answer
        try:
            if not self.is_server_owner():
                await self.require_teacher_room()
        except (ApiError, StoreError):
            return  # the server reads the body up to the normal limit, then refuses the request
        self.request.connection.set_max_body_size(MAX_CLASS_FILE_BYTES)

    def data_received(self, chunk: bytes) -> None:
        self._chunks.append(chunk)

    def uploaded_text(self) -> str:
        """Return the text of the uploaded file. Raise ValueError if it is not text."""
        return b"".join(self._chunks).decode()

    async def add_past_class_to_plan(self) -> PupilCountReply:
        """Add the results of a past class to the lesson plan, as shares. The class is an uploaded class file.

        The response contains the number of pupils in the past class.
        """
        room = await self.require_teacher_room()
        pupil_count = await run_in_thread(
            self.teacher_service.add_past_class_to_plan, room, self.uploaded_text(), seconds=DOCUMENT_DEADLINE
        )
        self.class_service.change_notifier.notify_change()
        return {"pupils": pupil_count}

    async def reopen_class(self) -> RoomCodeAndSecret:
        """Open a room from a class file. The sender is the owner of the server or the teacher of another class."""
        if not self.is_server_owner():
            await self.require_teacher_room()
        room, secret = await run_in_thread(
            self.teacher_service.open_room_from_file, self.uploaded_text(), seconds=DOCUMENT_DEADLINE
        )
        return {"code": room.code, "secret": secret}


def _today() -> str:
    return f"{datetime.now():%d %B %Y}"
