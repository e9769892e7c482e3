"""Service for the teacher view: private data of a class, work samples, lesson plan, and exports."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .. import class_list, discussion
from ..class_store import GoneError, Member, Room, RoomAndSecret, StoreError
from ..sample_and_plan_store import SLOT_COUNT
from .change_notifier import ApiError
from .class_service import ClassService
from .replies import ClassListMatchReply

if TYPE_CHECKING:
    from ..class_file import ClassFile
    from ..class_lesson import ClassLesson

Json = dict[str, Any]
_MAX_KNOWN = 1200  # maximum number of reports with cached work samples
MAX_CLASS_FILE_BYTES = 6 << 20
"""Maximum size of an uploaded class file."""


class TeacherService:
    """Data and actions of the teacher view."""

    def __init__(self, of: ClassService) -> None:
        self._class = of
        self._slips: dict[tuple[int, str], tuple[Json, list[Json]]] = {}
        """Last report and its work samples, by pupil and lesson."""

    # -- private data ------------------------------------------------------------------------

    def teacher_view_data(self, room: Room) -> Json:
        """Return the data for the teacher's page, including data that other pupils may not see.

        The private data are the pupils' reasons, answers, constructions and, with names, discussion replies.
        """
        board = self._class.board_data(room)
        there = self._class.store.pupils(room.id)
        made = self._made(room, there)
        called = [one.name for one in there if len(one.name) > 2]
        numbers = {one.id: one.number for one in there}
        from ..work_samples import has_pupil_name

        for slips in made.values():
            for slip in slips:
                slip["named"] = has_pupil_name(slip, called)
        tray = [
            {
                "id": one.id,
                "pupil": numbers[one.pupil],
                "place": one.slot,
                "note": one.note,
                "consent": one.consent,
                **one.content,
            }
            for one in self._class.sample_store.samples_of_room(room.id)
        ]
        hands = self._hands(room)
        return board | {
            "made": {str(one.number): made.get(one.id, []) for one in there},
            "help": {str(one.number): hands[one.id]["help"] for one in there if hands.get(one.id, {}).get("help")},
            "tray": tray,
            "places": SLOT_COUNT,
            "sides": discussion.MAX_DISCUSSED_SAMPLES,
            "longest_list": class_list.MAX_LIST_LENGTH,
            "plan": self.lesson_plan(room),
            "misconceptions": self.class_misconceptions(room),
            "rehearsal": room.session_state["rehearsal"] is not None,
            "talks": [
                self._heard(room, one, there)
                for one in (*room.session_state["talks"], room.session_state["talk"])
                if one
            ],
        }

    def class_misconceptions(self, room: Room) -> Json:
        """Return the misconceptions that the answers show, over all lessons of the class."""
        from ...lesson.lesson_misconceptions import GivenAnswer, class_misconceptions, given_answers
        from ...lesson.progress_report import check_questions

        catalog = self._class.lesson_catalog
        lessons = catalog.titles()
        answers: dict[int, list[GivenAnswer]] = {one.id: [] for one in self._class.store.pupils(room.id)}
        for pupil, lesson, report in self._class.store.reports_by_page_prefix(room.id, ""):
            if lesson in lessons and pupil in answers:
                answers[pupil] += given_answers(lesson, check_questions(catalog.get(lesson).definition), report)
        return class_misconceptions(list(answers.values()))

    def _made(self, room: Room, there: list[Member]) -> dict[int, list[Json]]:
        """Return all work samples that the teacher can select, by pupil id."""
        from .. import work_samples
        from ..class_board import latest_own_models

        by_pupil: dict[int, list[Json]] = {one.id: [] for one in there}
        course = self._class.lesson_or_none(room)
        if course is not None:
            for pupil, told in self._class.store.lesson_reports(room.id, room.lesson).items():
                if pupil in by_pupil:
                    by_pupil[pupil] += self._given(course, pupil, told)
        for pupil, said in latest_own_models(
            self._class.store.reports_by_page_prefix(room.id, "builder"), room.session_state["models"]
        ).items():
            if pupil in by_pupil:
                by_pupil[pupil].append({**work_samples.own_model_sample(said)})
        for one in (*room.session_state["talks"], room.session_state["talk"]):
            if one and one["ask"] == "sentence":
                voices = self._class.store.activity_results(room.id, one["number"])
                for pupil in voices.keys() & by_pupil.keys():
                    by_pupil[pupil] += work_samples.discussion_reply_samples(voices, one, pupil)
        return by_pupil

    def _given(self, course: ClassLesson, pupil: int, report: Json) -> list[Json]:
        """Return the work samples from a report. They are computed again only if the report has changed."""
        from .. import work_samples

        known = self._slips.get((pupil, course.id))
        if known is None or known[0] != report:
            if len(self._slips) > _MAX_KNOWN:
                self._slips.clear()
            known = self._slips[pupil, course.id] = report, work_samples.work_samples_of_report(course, report)
        return [dict(slip) for slip in known[1]]

    def _hands(self, room: Room) -> dict[int, Json]:
        if self._class.lesson_or_none(room) is None:
            return {}
        return {
            pupil: told.get("hand", {})
            for pupil, told in self._class.store.lesson_reports(room.id, room.lesson).items()
        }

    def _heard(self, room: Room, one: Json, there: list[Member]) -> Json:
        """Return the discussion with all replies and the pupils who wrote them."""
        voices = self._class.store.activity_results(room.id, one["number"])
        return one | {"said": [{"n": me.number, **voices[me.id]} for me in there if me.id in voices]}

    # -- work samples ------------------------------------------------------------------------

    def place_sample(self, room: Room, pupil_number: int, sample_key: str, slot: Any) -> int:
        """Put the current state of a work sample into a slot.

        Raise ApiError if the pupil has no sample with this key.
        """
        there = self._class.store.pupils(room.id)
        one = next((one for one in there if one.number == pupil_number), None)
        if one is None:
            raise GoneError
        slip = next((slip for slip in self._made(room, there)[one.id] if slip["key"] == sample_key), None)
        if slip is None:
            raise ApiError(409, "This work sample of the pupil is gone.")
        return self._class.sample_store.put_sample_in_slot(room.id, pupil_number, slip, _place(slot))

    def swap_sample_into_slot(self, room: Room, sample_id: int, slot: Any) -> None:
        """Move a work sample to another slot. Slot 0 means that it is not in a slot any more."""
        self._class.sample_store.swap_sample_into_slot(room.id, sample_id, _place(slot))

    # -- lesson plan -------------------------------------------------------------------------

    def lesson_plan(self, room: Room) -> Json | None:
        """Return the plan of the current lesson of the room, or None."""
        from ..lesson_plan import build_lesson_plan

        course = self._class.lesson_or_none(room)
        return (
            None
            if course is None
            else build_lesson_plan(course, self._class.sample_store.saved_lesson_plan(room.id, room.lesson))
        )

    def merge_lesson_plan_change(self, room: Room, said: Any) -> None:
        """Apply a change to the lesson plan. Parts that are not in the change stay the same."""
        from ..lesson_plan import merge_validated_plan_change, validate_plan_change

        change = validate_plan_change(self._class.require_lesson(room), said)
        self._class.sample_store.save_lesson_plan(
            room.id,
            room.lesson,
            merge_validated_plan_change(self._class.sample_store.saved_lesson_plan(room.id, room.lesson), change),
        )

    def add_past_class_to_plan(self, room: Room, text: str) -> int:
        """Add the shares of a past class, read from a class file, to the lesson plan. Return its number of pupils.

        The method ignores all other data of the file.
        """
        from ..lesson_plan import count_pupils_by_group, with_past_class_counts

        course = self._class.require_lesson(room)
        told = self.parse_class_file(text).reports_of_lesson(room.lesson)
        if not told:
            raise ApiError(409, "That class has no results for this lesson.")
        kept = with_past_class_counts(
            self._class.sample_store.saved_lesson_plan(room.id, room.lesson), count_pupils_by_group(course, told)
        )
        self._class.sample_store.save_lesson_plan(room.id, room.lesson, kept)
        return len(told)

    def lesson_plan_html(self, room: Room) -> str:
        """Return the lesson plan as a page for printing."""
        return self._on_paper(
            self._class.require_lesson(room), self._class.sample_store.saved_lesson_plan(room.id, room.lesson)
        )

    def default_lesson_plan_html(self, lesson: str) -> str:
        """Return the default plan of a lesson as a page for printing. Raise ValueError for an unknown lesson."""
        return self._on_paper(self._class.lesson_catalog.get(lesson), {})

    def _on_paper(self, course: ClassLesson, kept: Json) -> str:
        from ..lesson_plan import build_lesson_plan, lesson_plan_html

        return lesson_plan_html(course, build_lesson_plan(course, kept))

    # -- after the lesson --------------------------------------------------------------------

    def parse_class_file(self, text: str) -> ClassFile:
        """Parse a class file. Raise ValueError for invalid input."""
        from ..class_file import ClassFile

        return ClassFile(text, self._class.lesson_catalog.get)

    def class_file_text(self, room: Room) -> str:
        """Return the text of the class file of a room."""
        from ..class_file import class_file_text

        return class_file_text(
            self._class.store, self._class.sample_store, room, set(self._class.lesson_catalog.titles()), time.time()
        )

    def open_room_from_file(self, text: str) -> RoomAndSecret:
        """Open a room from a class file. Nobody can join until the teacher allows it."""
        kept = self.parse_class_file(text)
        lesson = self._class.require_page_id(kept.lesson) if kept.lesson else ""
        at, secret = self._class.open_room(lesson)
        try:
            kept.restore_into_room(self._class.store, self._class.sample_store, at, time.time())
        except (ValueError, GoneError, StoreError):
            self._class.store.delete_room(at.id)
            raise
        return RoomAndSecret(self._class.store.room(at.id), secret)

    def match_class_list_to_pupils(self, room: Room, data: Json) -> ClassListMatchReply:
        """Assign the results of pupils to the lines of a pasted class list.

        `data` is {list: pasted text, chosen: {line key: pupil number}, book: id of the grade book, title: of the
        assignment}. The result has the pupil of each line and the grade table.
        """
        from .. import gradebook

        course, pupils = self._class.require_lesson(room), self._class.store.pupils(room.id)
        listed = class_list.parse_class_list(str(data.get("list", "")))
        chosen = {
            key: number for key, number in dict(data.get("chosen") or {}).items() if type(number) is int and number >= 0
        }
        who, doubtful = gradebook.match_listed_to_pupils(listed, pupils, chosen)
        answer: ClassListMatchReply = {
            "lines": [
                {
                    "key": one.key,
                    "name": one.name,
                    "about": one.about.get("email") or one.about.get("number") or one.about.get("section") or "",
                    "n": who[line].number if line in who else 0,
                    "doubtful": line in doubtful,
                }
                for line, one in enumerate(listed)
            ],
            "left": [one.number for one in pupils if one not in who.values()],
        }
        if data.get("book"):
            reports = self._class.store.lesson_reports(room.id, room.lesson)
            title = str(data.get("title") or course.title)[:80]
            answer["table"] = gradebook.gradebook_csv(str(data["book"]), course, listed, pupils, reports, chosen, title)
        return answer

    def pupil_reports_html(self, room: Room, when: str) -> str:
        """Return a page for printing with a section for each pupil."""
        from .. import class_report

        return class_report.pupil_reports_html(
            self._class.require_lesson(room),
            self._class.store.pupils(room.id),
            self._class.store.lesson_reports(room.id, room.lesson),
            when,
        )


def _place(place: Any) -> int:
    if type(place) is not int or not 0 <= place <= SLOT_COUNT:
        raise ValueError(f"You can select at most {SLOT_COUNT} work samples.")
    return place
