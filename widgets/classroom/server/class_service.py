"""Service for the classes of a server: store, lessons, dashboards, rate limits and network addresses.

Modules that depend on lessons are imported when a class first needs them. A server without a class starts without this
delay.
"""

from __future__ import annotations

import random
import secrets
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import gamelib

from .. import browser_report_validation, pupil_names, reachability, room_access, session_state
from ..class_store import (
    GIVEN,
    ClassStore,
    GoneError,
    LessonAndSession,
    LessonReport,
    Member,
    NameOrCodeTakenError,
    PageReport,
    ResultCodeUsedError,
    Room,
    RoomAndSecret,
    hash_token,
)
from ..discussion_service import DiscussionService
from ..pupil_return import PupilReturn, saved_work_text
from ..sample_and_plan_store import SampleAndPlanStore
from .change_notifier import ApiError, ChangeNotifier

if TYPE_CHECKING:
    from ..class_board import AnonymousPicture
    from ..class_lesson import ClassLesson, LessonCatalog

Json = dict[str, Any]
DataWithAge = Json
"""Displayed data with the current time `now` and its `age` in seconds."""
DASHBOARD_PREFIX = "dashboards/"
BUILDER = "builder"
HINT_STATES = ("sent", "read")
_SETTINGS = 8  # maximum number of dashboard settings for which the store keeps a pupil's trials
_RECENT = 0.15  # seconds for which a waiting client may get a cached board
_LESSONS = (
    "class_board",
    "class_lesson",
    "gradebook",
    "class_file",
    "class_report",
    "lesson_plan",
    "simulated_pupils",
    "spot_question",
    "work_samples",
)  # imported late, because these modules depend on lessons
_MAX_SHOWN = 40  # maximum number of secrets for which the cache keeps data
_TRIES = 20  # attempts to find a free code, name or avatar


class JoinNameOptions(TypedDict):
    """Name policy of a room, free names of its name list, and the pupils who joined from the same browser."""

    names: str
    list: Sequence[str]
    known: Sequence[str]


class DisplayedDataCache:
    """Cache of the boards and teacher views displayed last, by secret. It is used if the store does not answer."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, tuple[Json, float]]] = {}

    def has(self, secret: str) -> bool:
        """Return whether the cache has data for this secret."""
        return hash_token(secret) in self._kept

    def keep(self, name: str, secret: str, shown: Json) -> None:
        """Store the data that was just displayed. If the cache has too many secrets, drop the oldest ones."""
        of = self._kept.pop(hash_token(secret), {})
        self._kept[hash_token(secret)] = of | {name: (shown, time.monotonic())}
        while len(self._kept) > _MAX_SHOWN:
            del self._kept[next(iter(self._kept))]

    def get_with_age(self, name: str, secret: str, confirmed_at: float) -> DataWithAge | None:
        """Return the data displayed last, with the current time as `now` and its `age` in seconds, or None.

        `confirmed_at` is the time at which the store last confirmed that there was no newer version.
        """
        shown, when = self._kept.get(hash_token(secret), {}).get(name, (None, 0.0))
        if shown is None:
            return None
        return shown | {"now": time.time(), "age": round(time.monotonic() - max(when, confirmed_at), 1)}

    def forget(self, secret: str) -> None:
        """Drop the data for a secret, because its class is closed."""
        self._kept.pop(hash_token(secret), None)


class ClassService:
    """Service that all handlers share: store, lessons, rate limits and network addresses."""

    def __init__(
        self,
        store: ClassStore,
        notebooks_folder: Path,
        dashboard_titles: Callable[[Path], dict[str, str]],
        network_urls: Callable[[], list[str]],
        open_to_network: Callable[[], None],
        room_code_length: Callable[[], int] = lambda: session_state.CODE_LENGTH,
    ) -> None:
        """Create the service.

        Args:
            store: Store of all classes.
            notebooks_folder: Folder of the notebooks.
            dashboard_titles: Function that returns the titles of the dashboards in a folder and of the Builder, by id.
            network_urls: Function that returns the addresses at which other devices reach this server.
            open_to_network: Function that opens the server to other devices.
            room_code_length: Function that returns the length of a new room code.
        """
        self.store, self.change_notifier, self._folder = store, ChangeNotifier(store), notebooks_folder
        self._dashboard_titles = dashboard_titles
        self.room_access, self.sample_store = room_access.RoomAccess(store), SampleAndPlanStore(store)
        self.pupil_return = PupilReturn(store)
        self.discussion_service = DiscussionService(store, self.sample_store, self.room_access)
        self._hosts, self.open_to_network, self.room_code_length = network_urls, open_to_network, room_code_length
        self.reachability_checks, self.preferred_url = reachability.ReachabilityChecks(), ""
        self._boards: dict[tuple[int, float], tuple[Json, float]] = {}
        """Last board of each room, and the time at which it was built."""
        self.last_shown = DisplayedDataCache()
        self.unlock_key = secrets.token_urlsafe(18)
        """Key with which a lesson page asks its kernel to unlock all steps."""
        self.owner_key = secrets.token_urlsafe(18)
        """Key of the owner of the server, needed to open a class. It is printed in the terminal and nowhere else."""
        self.has_lessons = False
        """Whether the modules that depend on lessons are imported."""
        self.can_run_pages_in_browser = False
        """Whether pages may run in the browsers of the pupils.

        Such browsers report their own trials without a signature.
        """
        self._words = browser_report_validation.PageVocabulary(notebooks_folder)
        self.poll_rate_limit = session_state.TokenBucket(60, 6)
        self.open_rate_limit, self.report_rate_limit = (
            session_state.TokenBucket(60, 2),
            session_state.TokenBucket(30, 5),
        )
        self.join_rate_limiter = room_access.RateLimiter(
            session_state.TokenBucket(5, 1 / 15), session_state.TokenBucket(40, 0.5), session_state.TokenBucket(60, 3)
        )
        self.code_guess_limiter = room_access.RateLimiter(
            session_state.TokenBucket(10, 0.2), session_state.TokenBucket(40, 1), session_state.TokenBucket(200, 2)
        )
        self.return_code_guess_limiter = room_access.RateLimiter(
            session_state.TokenBucket(6, 0.1), session_state.TokenBucket(20, 0.2), session_state.TokenBucket(60, 0.5)
        )

    def network_urls(self) -> list[str]:
        """Return the addresses at which other devices reach this server.

        If a reachability check has confirmed an address, it comes first.
        """
        return reachability.sort_preferred_first(self._hosts(), self.preferred_url)

    def import_lesson_modules(self) -> None:
        """Import the modules that depend on lessons, always in the same order.

        Otherwise, threads that enter an import cycle at different modules would get incomplete modules.
        """
        for name in _LESSONS:
            import_module(f"..{name}", __package__)
        self.has_lessons = True

    @cached_property
    def lesson_catalog(self) -> LessonCatalog:
        """Catalog of all lessons."""
        from ..class_lesson import LessonCatalog

        return LessonCatalog(self._folder)

    @cached_property
    def dashboard_titles(self) -> dict[str, str]:
        """Titles by id ("dashboards/raid") of the dashboards and of the Builder."""
        return self._dashboard_titles(self._folder)

    def require_page_id(self, page_id: str) -> str:
        """Return the page id if it belongs to a lesson or a dashboard. Raise ValueError otherwise."""
        return page_id if page_id in self.dashboard_titles else self.lesson_catalog.get(page_id).id

    def delete_expired_rooms(self, now: float) -> int:
        """Delete all expired rooms with their data and return their number."""
        over = [
            one.id
            for one in self.store.rooms()
            if session_state.room_deletion_time(one.opened_at, one.session_state) <= now
        ]
        for id in over:
            self.delete_room(id)
        self.reachability_checks.drop_closed_rooms({one.id for one in self.store.rooms()})
        return len(over)

    def open_room(self, lesson: str = "", days: int = session_state.DEFAULT_DAYS_KEPT) -> RoomAndSecret:
        """Open a new room for a lesson or dashboard and return it with its secret. It is deleted after `days` days.

        Raise ApiError if there are too many rooms, and ValueError for an unknown page or an invalid number of days.
        """
        if not 0 < days <= session_state.MAX_DAYS_KEPT:
            raise ValueError(f"A class is kept for 1 to {session_state.MAX_DAYS_KEPT} days.")
        self.delete_expired_rooms(time.time())
        most = session_state.MAX_ROOMS if self.store.file else session_state.MAX_ROOMS_IN_DATABASE
        if len(self.store.rooms()) >= most:
            raise ApiError(409, f"There are {most} open classes here. Close one that is over.")
        for _ in range(_TRIES):
            with suppress(NameOrCodeTakenError):
                code, secret = session_state.new_room_code(self.room_code_length()), session_state.new_secret()
                now = time.time()
                pace = session_state.new_session_state() | {"until": now + days * session_state.SECONDS_PER_DAY}
                return RoomAndSecret(self.store.open_room(code, secret, lesson, pace, now), secret)
        raise ApiError(503, "There is no free code at the moment. Try again.")

    def delete_room(self, id: int) -> None:
        """Delete a room with all its data."""
        self.store.delete_room(id)
        self._boards = {of: made for of, made in self._boards.items() if of[0] != id}

    def add_room_secret(self, at: Room) -> RoomAndSecret:
        """Add a further secret to an open room, because the store has only a hash of the first secret."""
        secret = session_state.new_secret()
        self.store.add_secret(at.id, secret)
        return RoomAndSecret(at, secret)

    def preload_lessons(self, lesson: str) -> None:
        """Load the lessons that a board displays first, so that the board has no delay later."""
        self.import_lesson_modules()
        with suppress(ValueError):
            self.lesson_catalog.titles()
            if lesson:
                self.require_page_id(lesson)

    def add_pupil(
        self,
        at: Room,
        name: str,
        token: str,
        wanted_avatar: int | None = None,
        browser: str = "",
        came_from: tuple[str, str] | None = None,
    ) -> Member:
        """Add a new pupil to a room.

        An empty name is replaced by the name of the wanted avatar, if it is free. A name similar to an existing one
        gets a number, except in rooms with a name list. `came_from` is the key of the address and the ticket with which
        a device waits.

        Raise ApiError or ValueError for a name that the room does not accept, and WaitingError if the teacher has to
        decide.
        """
        most = session_state.MAX_PUPILS if self.can_run_pages_in_browser else session_state.MAX_PUPILS_WITH_KERNELS
        wanted = self._taken_name(at, name)

        def add_to_room(called: str, face: int) -> Member:
            if came_from is None:
                return self.store.add_pupil(at.id, called, face, token, time.time(), most)
            return self.room_access.join(at, called, face, token, time.time(), most, came_from[0], wanted)

        try:
            me = self._let_in(at, wanted, wanted_avatar, add_to_room)
        except room_access.WaitingError:
            assert came_from is not None
            self.room_access.wait(at, *came_from, wanted)
            raise
        if browser:
            self.room_access.save_pupil_browser(me.id, at.id, browser)
        return me

    def _taken_name(self, at: Room, name: str) -> str:
        """Return the name with which the pupil joins this room, or "" if the server has to generate a name."""
        if at.session_state["names"] == "made":
            return ""
        if at.session_state["names"] == "list":
            if name not in at.session_state["list"]:
                raise ApiError(409, "Choose your name from the list.")
            if pupil_names.is_similar_to_any(name, (one.name for one in self.store.pupils(at.id))):
                raise ApiError(409, "Someone has joined with this name. If it is yours, tell your teacher.")
        elif name and (
            pupil_names.has_blocked_word(name) or pupil_names.is_similar_to_any(name, at.session_state["refused"])
        ):
            raise ValueError("Choose a different name for this class.")
        return name

    def join_name_options(self, at: Room, browser: str = "") -> JoinNameOptions:
        """Return the name policy of a room, the free names of its name list, and the pupils of this browser."""
        there = [one.name for one in self.store.pupils(at.id)] if at.session_state["names"] == "list" else []
        listed = at.session_state["list"] if at.session_state["names"] == "list" else []
        return {
            "names": at.session_state["names"],
            "list": [name for name in listed if not pupil_names.is_similar_to_any(name, there)],
            "known": self.pupil_return.pupils_of_browser(at.id, browser) if browser else [],
        }

    def is_name_in_room(self, at: Room, name: str) -> bool:
        """Return whether a pupil of the room has this name or a similar one."""
        return pupil_names.is_similar_to_any(name, (one.name for one in self.store.pupils(at.id)))

    def continue_as_pupil(self, at: Room, return_code: str, token: str, browser: str) -> Member:
        """Let a pupil continue with a new token. Raise ApiError if no pupil of the room has this return code."""
        try:
            me = self.pupil_return.replace_token(at.id, return_code, token)
        except GoneError:
            raise ApiError(409, "No pupil of this class has this code. Ask your teacher for your code.") from None
        if browser:
            self.room_access.save_pupil_browser(me.id, at.id, browser)
        return me

    def rename_pupil(self, at: Room, number: int, name: str) -> None:
        """Rename a pupil. Raise ApiError if another pupil has a similar name."""
        try:
            self.room_access.rename(at.id, number, name)
        except NameOrCodeTakenError:
            raise ApiError(409, "Someone in the class has this name or one that looks like it.") from None

    def reject_name(self, at: Room, number: int) -> None:
        """Replace the name of a pupil by a generated one. Nobody can join with the rejected name any more."""
        one = next((one for one in self.store.pupils(at.id) if one.number == number), None)
        if one is None:
            raise GoneError
        self.rename_pupil(at, number, pupil_names.avatar_name(one.avatar))

        def with_refused_name(now: Room) -> LessonAndSession:
            refused = [*now.session_state["refused"], one.name][-session_state.MAX_LISTED_NAMES :]
            return LessonAndSession(now.lesson, now.session_state | {"refused": refused})

        self.store.update_lesson_and_session(at.id, with_refused_name)

    def _let_in(self, at: Room, name: str, wished: int | None, come: Callable[[str, int], Member]) -> Member:
        for n in range(1, _TRIES):
            taken = {one.avatar for one in self.store.pupils(at.id)}
            free = wished is not None and 0 <= wished < pupil_names.AVATAR_COUNT and wished not in taken
            face = wished if free and wished is not None else pupil_names.choose_free_avatar(taken)
            called = pupil_names.with_number_suffix(name, n) if name else pupil_names.avatar_name(face)
            with suppress(NameOrCodeTakenError):
                return come(called, face)
        raise ApiError(409, "Someone already has this name. Choose a different one.")

    def board_data(self, room: Room, cached_if_newer_than: int | None = None) -> Json:
        """Return the data for the board of a room.

        A board of a large class is slow to build. Therefore a client that waits for a version newer than
        `cached_if_newer_than` can get a cached board that was built a moment ago.
        """
        made, when = self._boards.get((room.id, room.opened_at), (None, 0.0))
        recent = cached_if_newer_than is not None and time.monotonic() - when < _RECENT
        if made is None or (
            made["version"] != room.version and (made["version"] == cached_if_newer_than or not recent)
        ):
            made = self._board(room)
            if len(self._boards) > session_state.MAX_ROOMS:
                self._boards.clear()
            self._boards[room.id, room.opened_at] = made, time.monotonic()
        return made | {"now": time.time(), "hosts": self.network_urls(), "full": not self.store.has_free_space()}

    def _board(self, at: Room) -> Json:
        from .. import class_board

        hidden, there = self.room_access.hidden_name_pupil_ids(at.id), self.store.pupils(at.id)
        own = {one.id: one.name for one in there}
        pupils = [replace(one, name=pupil_names.avatar_name(one.avatar)) if one.id in hidden else one for one in there]
        shown: Json = {
            "version": at.version,
            "code": at.code,
            "opened": at.opened_at,
            "pace": at.session_state,
            "lesson": at.lesson,
            "title": "",
            "lessons": self.lesson_catalog.titles(),
            "dashboards": self.dashboard_titles,
            "teacher": self.unlock_key,
            "pools": class_board.dashboard_trials_by_setting(
                pupils, [*self._of_class(at), *self.store.reports_by_page_prefix(at.id, DASHBOARD_PREFIX)]
            ),
            "models": class_board.pupil_model_rows(
                pupils, self.store.reports_by_page_prefix(at.id, BUILDER), at.session_state["models"]
            ),
            "pupils": [class_board.pupil_progress_row(one) for one in pupils],
        }
        if at.lesson in self.dashboard_titles:
            shown["title"] = self.dashboard_titles[at.lesson]
        elif at.lesson:
            course, plays = self.lesson_catalog.get(at.lesson), self.store.activity_results
            rounds = [(rolls, plays(at.id, number)) for number, rolls in at.session_state["rounds"]]
            reports = self.store.lesson_reports(at.id, at.lesson)
            board = class_board.lesson_board_data(course, pupils, reports, rounds, self._votes(at))
            shown |= {"title": course.title, **board}
        shown["spot"] = self._spot_question(at)
        hints, return_codes = self.store.hint_by_pupil_id(at.id), self.pupil_return.return_codes(at.id)
        for one, row in zip(pupils, shown["pupils"], strict=True):
            row["return_code"] = return_codes.get(one.id, "")
            row["hint"] = HINT_STATES[hints[one.id].is_read] if one.id in hints else ""
            row["hidden"] = own[one.id] if one.id in hidden else ""
        shown["waiting"] = self.room_access.waiting_devices_by_address(at)
        shown["removed"] = [asdict(one) for one in self.room_access.blocked_pupils(at.id)]
        shown["talk"], shown["until"] = (
            self.discussion_service.discussion_for_board(at),
            session_state.room_deletion_time(at.opened_at, at.session_state),
        )
        return shown

    def _of_class(self, at: Room) -> list[PageReport]:
        """Return the trials of those models that the teacher sent to the class.

        Trials of pupils' own models are omitted, because they are private.
        """
        return [
            one
            for one in self.store.reports_by_page_prefix(at.id, BUILDER)
            if one.data["about"].get("line") in at.session_state["models"]
        ]

    def save_report(self, member: Member, page_id: str, report_number: int, data: Any, work: Any = None) -> int:
        """Save the report of a pupil and return the number of the stored report.

        The number is higher if a newer report is already stored. `work` is the work that the page has saved. Raise
        ValueError for an invalid report.
        """
        from ...lesson.progress_report import validate_report
        from ...page import run_reports

        if page_id in self.dashboard_titles:
            sent = tuple(self.store.room(member.room).session_state["models"])

            def exact_outcomes_of_model(text: str) -> Json:
                return browser_report_validation.validate_exact_outcomes(text, self._words, sent)

            read = run_reports.validate_run_report(
                data, self.unlock_key, exact_outcomes_of_model if self.can_run_pages_in_browser else None
            )
            setting = f"{page_id}#{zlib.crc32(data['about'].encode()):08x}"
            kept = page_id.partition("/")[0], _SETTINGS
            return self.store.save_report(member, setting, report_number, member.step, read, time.time(), kept)
        course = self.lesson_catalog.get(page_id)
        read = validate_report(data, course.definition)
        saved_work = "" if work is None else saved_work_text(work)
        return self.store.save_report(member, course.id, report_number, read["at"], read, time.time(), work=saved_work)

    def add_pupil_by_result_code(self, at: Room, text: str, name: str) -> Member:
        """Add a pupil who only sends a result code and does not join from a device.

        Raise ValueError for a code with a typing error, ApiError for a code that was used before.
        """
        from ...lesson import result_codes

        course = self.require_lesson(at)
        decoded = result_codes.decode_result_code(text, course.definition)
        code, report = (
            result_codes.normalize_result_code(text),
            LessonReport(course.id, decoded.report["at"], decoded.report),
        )

        def add_by_result_code(called: str, face: int) -> Member:
            return self.store.add_pupil_by_result_code(
                at.id, called, face, code, report, time.time(), session_state.MAX_PUPILS
            )

        try:
            return self._let_in(at, name, decoded.avatar, add_by_result_code)
        except ResultCodeUsedError as error:
            raise ApiError(409, f"This code is already on the board: {error}.") from None

    def lesson_or_none(self, at: Room) -> ClassLesson | None:
        """Return the lesson of a room, or None if the teacher has not chosen one or the page is not a lesson."""
        return None if not at.lesson or at.lesson in self.dashboard_titles else self.lesson_catalog.get(at.lesson)

    def require_lesson(self, at: Room) -> ClassLesson:
        """Return the lesson of a room. Raise ApiError if the teacher has not chosen one."""
        course = self.lesson_or_none(at)
        if course is None:
            raise ApiError(409, "Choose a lesson for the class first.")
        return course

    def class_report_or_csv(self, at: Room, include_names: bool, when: str = "") -> str:
        """Return the class report as a page for printing. Without a date, return the table of pupils as CSV."""
        from .. import class_report

        if at.lesson in self.dashboard_titles:
            raise ApiError(409, "The results of a class belong to a lesson. Choose a lesson first.")
        course, pupils, told = (
            self.require_lesson(at),
            self.store.pupils(at.id),
            self.store.lesson_reports(at.id, at.lesson),
        )
        votes = self._votes(at)
        if not when:
            if not pupils:
                raise ApiError(409, "Nobody is in this class, so the table is empty.")
            return class_report.pupil_table_csv(course, pupils, told, votes, include_names)
        return class_report.class_report_html(course, pupils, told, votes, include_names, when)

    def change_session_or_lesson(self, at: Room, data: Json) -> LessonAndSession:
        """Change the session state or the lesson of a room.

        The change applies to the state at the time of writing, so simultaneous changes are not lost. An invalid change
        raises ValueError and changes nothing.
        """
        lesson = self.require_page_id(str(data["lesson"])) if "lesson" in data else None
        if at.lesson and at.lesson not in self.dashboard_titles:
            self.lesson_catalog.get(at.lesson)  # loaded before the transaction, to keep the transaction short

        def with_changes(now: Room) -> LessonAndSession:
            pace = self._paced(now, data["pace"]) if "pace" in data else now.session_state
            if lesson is None:
                return LessonAndSession(now.lesson, pace)
            return LessonAndSession(lesson, session_state.reset_for_new_lesson(pace))

        return self.store.update_lesson_and_session(at.id, with_changes)

    def _paced(self, at: Room, asked: Any) -> Json:
        """Return the session state of a room after a change by the teacher.

        Raise ValueError if the change does not fit the lesson.
        """
        if isinstance(asked, dict) and isinstance(asked.get("model"), str):
            asked = asked | {"model": gamelib.model(asked["model"]).text}
        pace = session_state.apply_session_change(at.session_state, asked, time.time())
        if pace["upto"] is not None and pace["upto"] not in self.require_lesson(at).step_kinds:
            raise ValueError("This lesson has no such step.")
        if pace["rolls"] and pace["rounds"] != at.session_state["rounds"]:
            self.require_lesson(at)
        if pace["vote"] and pace["vote"] != at.session_state["vote"]:
            self._asked(replace(at, session_state=pace), pace["vote"]["about"])
        if pace["talk"] and pace["talk"]["number"] == pace["round"] != at.session_state["round"]:
            there = {one.id for one in self.sample_store.samples_of_room(at.id)}
            if not {*pace["talk"]["slips"]} <= there:
                raise ValueError("One of these work samples is gone.")
        return pace

    def play_round(self, member: Member) -> Json:
        """Run the trials of a pupil in the current class round and return the result.

        A repeated request returns the same result.
        """
        at = self.store.room(member.room)
        if not at.session_state["rolls"]:
            raise ApiError(409, "There is no round at the moment.")
        course, number = self.require_lesson(at), at.session_state["rounds"][-1][0]
        plan, rng = course.definition, random.Random(secrets.randbits(64))
        seen = [plan.experiment.run_trial(rng, **plan.settings) for _ in range(at.session_state["rolls"])]
        came: Json = {
            "at": [course.column_names.index(plan.column_of_outcome(one.outcome)) for one in seen],
            "say": seen[-1].description or plan.column_of_outcome(seen[-1].outcome),
            "pieces": list(seen[-1].items[:12]) if len(seen) == 1 else [],
        }
        came = self.store.save_round_result_once(member, number, came)
        hits = sum(at in course.counted_outcome_indices for at in came["at"])
        return came | {
            "round": number,
            "names": [course.column_names[i] for i in came["at"]],
            "hits": hits,
            "hit": [i in course.counted_outcome_indices for i in came["at"]],
            "words": course.event_text,
        }

    # -- votes -------------------------------------------------------------------------------

    def _votes(self, at: Room) -> dict[str, list[dict[int, Json]]]:
        """Return the votes of a room, by the question or prediction to which they belong."""
        return {
            about: [self.store.activity_results(at.id, n) for n in of]
            for about, of in at.session_state["votes"].items()
        }

    def _spot_question(self, at: Room) -> Json | None:
        """Return the question that the teacher typed during the lesson, with its votes, or None."""
        from ..spot_question import spot_question_summary

        question, vote = at.session_state["spot"], at.session_state["vote"]
        is_open = bool(vote) and vote["about"] == session_state.SPOT_VOTE
        if not question:
            return None
        votes = self._votes(at).get(session_state.SPOT_VOTE, [])
        return spot_question_summary(question, votes, is_open) | {"about": session_state.SPOT_VOTE}

    def _asked(self, at: Room, about: str) -> Json:
        """Return the question of a vote. Pupils answer it with chips on outcomes or with one of its options.

        Raise ValueError if the lesson has no such question.
        """
        if about == session_state.SPOT_VOTE:
            from ..spot_question import spot_question_for_pupils

            if not at.session_state["spot"]:
                raise ValueError("Type the question first.")
            return spot_question_for_pupils(at.session_state["spot"])
        course = self.require_lesson(at)
        if about == session_state.PREDICTION_VOTE:
            from ...lesson.lesson_definition import PREDICTION_CHIPS

            ask = course.definition.question.prompt_text(**course.definition.settings)
            return {"ask": ask, "names": course.column_names, "chips": PREDICTION_CHIPS}
        if int(about) >= len(course.votable_questions):
            raise ValueError("This lesson has no such question.")
        check = course.votable_questions[int(about)]
        return {"ask": check.prompt, "options": [text for text, _ in check.options]}

    def current_vote(self, at: Room) -> Json | None:
        """Return the current vote as pupils see it, or None."""
        vote = at.session_state["vote"]
        return self._asked(at, vote["about"]) | {"number": vote["number"]} if vote else None

    def save_vote(self, member: Member, data: Json) -> None:
        """Save the vote of a pupil. The request is {number, chips}, {number, option, sure} or {number, value, sure}.

        Raise ValueError for an invalid vote.
        """
        from ...lesson.limits import CONFIDENCE_LEVELS
        from ..spot_question import validate_spot_vote

        at = self.store.room(member.room)
        vote = at.session_state["vote"]
        if not vote or data.get("number") != vote["number"]:
            raise ApiError(409, "This vote is over.")
        asked = self._asked(at, vote["about"])
        if vote["about"] == session_state.SPOT_VOTE:
            voice: Json = validate_spot_vote(at.session_state["spot"], data)
        elif "chips" in asked:
            chips = data.get("chips")
            if not isinstance(chips, list) or not all(type(n) is int and n >= 0 for n in chips):
                raise ValueError("Chips are whole numbers.")
            if len(chips) != len(asked["names"]) or sum(chips) != asked["chips"]:
                raise ValueError(f"A prediction has {asked['chips']} chips.")
            voice = {"chips": chips}
        else:
            option, sure = data.get("option"), data.get("sure")
            if type(option) is not int or not 0 <= option < len(asked["options"]) or sure not in CONFIDENCE_LEVELS:
                raise ValueError("Choose an answer, and say how sure you are.")
            voice = {
                "meant": self.require_lesson(at).votable_questions[int(vote["about"])].options[option][1],
                "sure": sure,
            }
        self.store.save_vote(member, vote["number"], voice)

    # -- shared pictures ---------------------------------------------------------------------

    def shared_pictures(self, at: Room) -> list[AnonymousPicture]:
        """Return the charts of pupils who consented to show them to the class."""
        yes = [one for one in self.store.pupils(at.id) if one.consent == GIVEN]
        if yes and at.lesson == BUILDER:
            from ..class_board import anonymous_model_picture, latest_own_models

            last = latest_own_models(self.store.reports_by_page_prefix(at.id, BUILDER), at.session_state["models"])
            return [anonymous_model_picture(one, last[one.id]) for one in yes if one.id in last]
        if not yes or not at.lesson or at.lesson in self.dashboard_titles:
            return []
        from ..class_board import anonymous_prediction_picture

        course, reports = self.lesson_catalog.get(at.lesson), self.store.lesson_reports(at.id, at.lesson)
        return [anonymous_prediction_picture(course, one, reports[one.id]) for one in yes if one.id in reports]

    def pupil_session_data(self, member: Member) -> Json:
        """Return the session data for the page of a pupil."""
        at = self.store.room(member.room)
        pace = at.session_state
        hint = self.store.hint_by_pupil_id(at.id).get(member.id)
        return {
            "at": at.session_version,
            "now": time.time(),
            "lesson": at.lesson,
            "upto": pace["upto"],
            "start": session_state.class_step_when_joined(pace, member.joined_at),
            "late_start": pace["late_start"],
            "ends": pace["ends"],
            "paused": pace["paused"],
            "round": pace["rounds"][-1][0] if pace["rolls"] else 0,
            "rolls": pace["rolls"],
            "vote": self.current_vote(at),
            "hint": hint.text if hint and not hint.is_read else "",
            "shown": self.shared_pictures(at),
            "model": pace["model"],
            "consent": member.consent,
            "name": member.name,
            "face": member.avatar,
            **self.discussion_service.discussion_and_consent_requests(at, member),
        }
