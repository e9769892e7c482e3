"""File format of a class that can be opened again: reports, votes, discussions, work samples and plans, but no tokens.

The author of a file is unknown, so all data is validated like a report of a pupil. The file omits trials on dashboards
and in the Builder, because another server cannot verify their signatures.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from gamelib.rulebook import isolate_direction
from gamelib.validation import FORMAT_ERRORS, error_reason, parse_json

from ..lesson.lesson_definition import PREDICTION_CHIPS
from ..lesson.limits import CONFIDENCE_LEVELS
from ..lesson.progress_report import OTHER_DIAGNOSIS, validate_report
from ..page.protocol import Json
from ..page.user_text import clean_text
from .class_lesson import ClassLesson
from .class_store import ClassStore, LessonAndSession, Member, NameOrCodeTakenError, Room
from .discussion import (
    MAX_QUESTION_LENGTH,
    REPLY_KINDS,
    has_valid_sample_count,
    validate_discussion_reply,
    validate_note,
)
from .lesson_plan import merge_validated_plan_change, validate_plan_change
from .pupil_names import AVATAR_COUNT, validate_name
from .sample_and_plan_store import MAX_SAMPLES, SLOT_COUNT, SampleAndPlanStore, SelectedSample
from .session_state import (
    MAX_LISTED_NAMES,
    MAX_PUPILS,
    NAME_POLICIES,
    PREDICTION_VOTE,
    ROUND_TRIALS,
    SPOT_VOTE,
    new_secret,
    new_session_state,
    parse_room_code,
)
from .work_samples import validate_work_sample

FILE_FORMAT, FORMAT_VERSION = "kismet class", 1
MAX_FILE_BYTES = 4 << 20
_MAX_NUMBER = 400
_MAX_CODES = 20
NOT_A_CLASS_FILE = "This isn’t the file of a class."


def class_file_text(
    store: ClassStore, sample_store: SampleAndPlanStore, room: Room, lesson_ids: set[str], saved_at: float
) -> str:
    """Return the text of the class file of a room. `lesson_ids` are the lessons whose reports are saved."""
    pupils = store.pupils(room.id)
    told = {lesson: store.lesson_reports(room.id, lesson) for lesson in sorted(lesson_ids)}
    votes = {about: of for about, of in room.session_state["votes"].items() if about != SPOT_VOTE}
    numbers = sorted(
        {n for n, _ in room.session_state["rounds"]}
        | {n for of in votes.values() for n in of}
        | {talk["number"] for talk in _talks(room.session_state)}
    )
    plays = {number: store.activity_results(room.id, number) for number in numbers}
    slips = sample_store.samples_of_room(room.id)
    kept = ("round", "rounds", "names", "list", "models")
    people = [
        {
            "name": one.name,
            "face": one.avatar,
            "joined": one.joined_at,
            "number": one.number,
            "coded": one.has_joined_by_result_code,
            "reports": {lesson: of[one.id] for lesson, of in told.items() if one.id in of},
            "plays": {str(number): of[one.id] for number, of in plays.items() if one.id in of},
            "slips": [
                {
                    "id": slip.id,
                    "content": slip.content,
                    "place": slip.slot,
                    "note": slip.note,
                    "consent": slip.consent,
                }
                for slip in slips
                if slip.pupil == one.id
            ],
        }
        for one in pupils
    ]
    return json.dumps(
        {
            "kind": FILE_FORMAT,
            "version": FORMAT_VERSION,
            "code": room.code,
            "codes": room.session_state["codes"],
            "lesson": room.lesson,
            "opened": room.opened_at,
            "written": saved_at,
            "pace": {name: room.session_state[name] for name in kept}
            | {"votes": votes, "talks": _talks(room.session_state)},
            "pupils": people,
            "plans": sample_store.saved_plans_by_lesson(room.id),
        },
        ensure_ascii=False,
        indent=1,
    )


def _talks(pace: Json) -> list[Json]:
    return [*pace["talks"], *([pace["talk"] | {"told": True}] if pace["talk"] else [])]


class ClassFile:
    """Validated content of a class file."""

    def __init__(self, text: str, course: Callable[[str], ClassLesson]) -> None:
        """Parse a class file.

        `course` returns a lesson by its id, or raises ValueError. Raise ValueError with a plain sentence for an
        invalid file.
        """
        if len(text) > MAX_FILE_BYTES:
            raise ValueError("A class file can have at most 4 MB.")
        try:
            data = parse_json(text, MAX_FILE_BYTES)
        except ValueError:
            raise ValueError(NOT_A_CLASS_FILE) from None
        if not isinstance(data, dict) or data.get("kind") != FILE_FORMAT:
            raise ValueError(NOT_A_CLASS_FILE)
        if data.get("version") != FORMAT_VERSION:
            raise ValueError("This class was saved by a different version of Kismet.")
        try:
            self._read(data, course)
        except FORMAT_ERRORS as error:
            raise ValueError(NOT_A_CLASS_FILE) from error
        except ValueError as error:  # only our own messages are useful to a reader
            raise ValueError(str(error) if error_reason(error) == str(error) else NOT_A_CLASS_FILE) from error

    def _read(self, data: Json, course: Callable[[str], ClassLesson]) -> None:
        self.codes = [parse_room_code(code) for code in (data["code"], *data["codes"][:_MAX_CODES])]
        self.lesson = str(data["lesson"])
        self.course: ClassLesson | None = course(self.lesson) if self.lesson and not _is_page(self.lesson) else None
        self.opened = _number(data["opened"])
        if not isinstance(data["pupils"], list) or len(data["pupils"]) > MAX_PUPILS:
            raise ValueError(f"A class can have at most {MAX_PUPILS} pupils.")
        self.pace = self._pace(data["pace"])
        self.pupils = [self._pupil(one, number, course) for number, one in enumerate(data["pupils"], 1)]
        if sum(len(one["slips"]) for one in self.pupils) > MAX_SAMPLES:
            raise ValueError(f"A class keeps at most {MAX_SAMPLES} work samples.")
        self.plans = {lesson: self._plan(course(lesson), plan) for lesson, plan in data["plans"].items()}

    def _pace(self, data: Json) -> Json:
        """Return the session state from the class file, with all activities closed."""
        pace = new_session_state()
        pace["round"] = _whole(data["round"], _MAX_NUMBER * 10)
        pace["rounds"] = [
            [_whole(n, pace["round"]), rolls] for n, rolls in data["rounds"][:12] if rolls in ROUND_TRIALS
        ]
        pace["votes"] = {
            about: [_whole(n, pace["round"]) for n in of[:2]]
            for about, of in data["votes"].items()
            if about == PREDICTION_VOTE
            or (self.course and about in map(str, range(len(self.course.votable_questions))))
        }
        if data["names"] in NAME_POLICIES and isinstance(data["list"], list):
            pace["list"] = [validate_name(name) for name in data["list"][:MAX_LISTED_NAMES]]
            pace["names"] = data["names"] if data["names"] != "list" or pace["list"] else "free"
        for talk in data["talks"][-30:]:
            question = clean_text(str(talk["question"]))[:MAX_QUESTION_LENGTH]
            if talk["ask"] not in REPLY_KINDS or not has_valid_sample_count(len(talk["slips"]), talk["ask"]):
                raise ValueError(NOT_A_CLASS_FILE)
            pace["talks"].append(
                {
                    "number": _whole(talk["number"], pace["round"]),
                    "question": question,
                    "ask": talk["ask"],
                    "told": True,
                    "slips": [_whole(id, 1 << 31) for id in talk["slips"]],
                }
            )
        return pace

    def _pupil(self, one: Json, number: int, course: Callable[[str], ClassLesson]) -> Json:
        try:
            return {
                "name": validate_name(one["name"]),
                "face": _whole(one["face"], AVATAR_COUNT - 1),
                "reports": {
                    lesson: validate_report(told, course(lesson).definition) for lesson, told in one["reports"].items()
                },
                "plays": {_key(n): self._play(_key(n), said) for n, said in one["plays"].items()},
                "slips": [
                    SelectedSample(
                        _whole(slip["id"], 1 << 31),
                        0,
                        validate_work_sample(slip["content"]),
                        _whole(slip["place"], SLOT_COUNT),
                        validate_note(slip["note"]),
                        _whole(slip["consent"], 3),
                    )
                    for slip in one["slips"][:MAX_SAMPLES]
                ],
            }
        except ValueError as error:
            raise ValueError(f"Pupil {number} of this file: {error}") from error

    def _play(self, number: int, data: Json) -> Json:
        """Validate a result of a class round, a vote or a discussion. The activity's number determines the kind."""
        talk = next((one for one in self.pace["talks"] if one["number"] == number), None)
        if talk:
            return validate_discussion_reply(talk | {"told": False}, {"number": number, **data})
        if self.course is None:
            raise ValueError(NOT_A_CLASS_FILE)
        columns = len(self.course.column_names)
        if number in {n for n, _ in self.pace["rounds"]}:
            came = [_whole(at, columns - 1) for at in data["at"]]
            if len(came) not in ROUND_TRIALS:
                raise ValueError("In a round, everybody does one trial or ten.")
            return {"at": came, "say": clean_text(str(data["say"]))[:200], "pieces": []}
        if number in self.pace["votes"].get(PREDICTION_VOTE, []):
            chips = [_whole(n, PREDICTION_CHIPS) for n in data["chips"]]
            if len(chips) != columns or sum(chips) != PREDICTION_CHIPS:
                raise ValueError(f"A prediction has {PREDICTION_CHIPS} chips.")
            return {"chips": chips}
        about = next((about for about, of in self.pace["votes"].items() if number in of), "")
        if not about:
            raise ValueError(NOT_A_CLASS_FILE)
        meant, sure = data["meant"], data["sure"]
        if type(meant) is not int or not OTHER_DIAGNOSIS <= meant < len(
            self.course.votable_questions[int(about)].misconceptions
        ):
            raise ValueError("A vote must be one of the answers to its question.")
        if type(sure) is not int or sure not in CONFIDENCE_LEVELS:
            raise ValueError("A vote needs a degree of certainty.")
        return {"meant": meant, "sure": sure}

    @staticmethod
    def _plan(course: ClassLesson, plan: Json) -> Json:
        own = {name: plan[name] for name in ("minutes", "notes", "asks", "expect") if name in plan}
        return merge_validated_plan_change({}, validate_plan_change(course, own)) if own else {}

    def reports_of_lesson(self, lesson: str) -> list[Json]:
        """Return the reports that the class file has for a lesson."""
        return [one["reports"][lesson] for one in self.pupils if lesson in one["reports"]]

    def restore_into_room(self, store: ClassStore, sample_store: SampleAndPlanStore, at: Room, now: float) -> None:
        """Restore the pupils, lesson plans and discussions into a room that was just opened."""
        ids: dict[int, int] = {}
        for one in self.pupils:
            me = _came(store, at, one, now)
            for lesson, told in one["reports"].items():
                store.save_report(me, lesson, 1, told["at"], told, now)
            for number, said in one["plays"].items():
                store.save_vote(me, number, said)
            for slip in one["slips"]:
                ids[slip.id] = sample_store.restore_sample(me.id, at.id, slip)
        for lesson, plan in self.plans.items():
            sample_store.save_lesson_plan(at.id, lesson, plan)

        def with_restored_talks(room: Room) -> LessonAndSession:
            talks = [talk | {"slips": [ids[id] for id in talk["slips"] if id in ids]} for talk in self.pace["talks"]]
            restored = {
                "talks": talks,
                "locked": True,
                "until": room.session_state["until"],
                "codes": self.codes,
            }
            return LessonAndSession(room.lesson, self.pace | restored)

        store.update_lesson_and_session(at.id, with_restored_talks)


def _came(store: ClassStore, room: Room, one: Json, now: float) -> Member:
    try:
        return store.add_pupil(room.id, one["name"], one["face"], new_secret(), now, MAX_PUPILS)
    except NameOrCodeTakenError:
        name = isolate_direction(one["name"])
        raise ValueError(f"Two pupils in this file have the name “{name}” or one that looks like it.") from None


def _is_page(lesson: str) -> bool:
    """Return whether this id belongs to a dashboard or the Builder, not to a lesson."""
    return "/" in lesson or lesson == "builder"


def _key(text: str) -> int:
    """Parse the number of a class activity."""
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(NOT_A_CLASS_FILE)
    return int(text)


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(NOT_A_CLASS_FILE)
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < 1e11:
        raise ValueError(NOT_A_CLASS_FILE)
    return float(value)
