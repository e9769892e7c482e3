"""HTTP endpoints of a class: JSON for pupils and for the board.

The token of a pupil gives access to the data of that pupil. The secret of a room gives access to the board. Both are
sent in a custom header that forms and pages of other origins cannot send. The response to an invalid request is one
plain sentence.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from datetime import datetime
from http.client import SERVICE_UNAVAILABLE
from typing import Any

from tornado.log import app_log
from tornado.web import authenticated, stream_request_body
from voila.handler import BaseVoilaHandler

from gamelib.number_format import capitalize_first
from gamelib.validation import parse_json

from ...page.xsrf import NoXsrfCookieMixin
from .. import discussion, pupil_names, session_state
from ..class_store import GIVEN, NOT_ASKED, REFUSED, REQUESTED, GoneError, Member, Room, StoreError
from ..network import is_local_only, qr_svg
from ..room_access import NotAdmittedError, PupilRemovedError, RateLimiter, WaitingError
from .change_notifier import PROMPT, READERS, STORE_DEADLINE, ApiError, run_in_thread
from .class_service import ClassService, Json
from .rehearsals import RehearsalRunner
from .teacher_service import MAX_BYTES, TeacherService

KEY, MARK = "X-Kismet-Key", "X-Kismet-Class"
_WRITING = 60.0  # seconds that a table, page or sheet may take to generate
_GATHER = 0.15  # seconds in which changes are combined into one for a board
_MAX_BYTES = 16 << 10
_MAX_LIST = 240 << 10  # 40,000 characters of any script, as JSON
GONE = "This class is closed."
REMOVED_TEXT = "Your teacher has taken you out of this class. Ask to be let in again."
REMOVED_MAY_RETURN_TEXT = "Your teacher has emptied the room once. Come in again."
NOT_ON_LIST = "Your teacher lets in the names of the class list. Take yours as it is written there."
NOBODY_MORE = "Your teacher lets nobody more in just now. Tell your teacher that you are waiting."
BROWSER = "kismet-browser"
"""Cookie with a random value for each browser that joins, so that browsers can be distinguished."""


class ClassApiHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler of `class/NAME`. Each response is JSON. A refusal is {"error": sentence}."""

    def initialize(self, **options: Any) -> None:
        """Prepare the event that wakes a waiting request."""
        super().initialize(**options)
        self._woken = asyncio.Event()

    def on_connection_close(self) -> None:
        self._woken.set()  # nobody waits any more
        super().on_connection_close()

    @property
    def class_service(self) -> ClassService:
        """Service for pupils and the board."""
        return self.settings["kismet_class"]

    @property
    def teacher_service(self) -> TeacherService:
        """Service for the private page of the teacher."""
        return self.settings["kismet_desk"]

    @property
    def rehearsal_runner(self) -> RehearsalRunner:
        """Runner of the simulated pupils of a rehearsal."""
        return self.settings["kismet_rehearsals"]

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        self.set_header("Content-Type", "application/json")
        self.finish({"error": "This was not understood."})

    @authenticated
    async def get(self, name: str) -> None:
        """Run the endpoint that reads data."""
        await self.run_endpoint(_ASKED.get(name))

    @authenticated
    async def post(self, name: str) -> None:
        """Run the endpoint that changes data. The header of the class pages is required."""
        await self.run_endpoint(_DONE.get(name) if self.has_class_header() else None)

    def has_class_header(self) -> bool:
        """Return whether the request has a custom header. Pages of other origins cannot send one."""
        return KEY in self.request.headers or MARK in self.request.headers

    async def run_endpoint(self, run: Callable[[Any], Awaitable[Json | str | None]] | None) -> None:
        """Run an endpoint and send its result. Each known error becomes a status and one sentence."""
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")
        try:
            if run is None:
                raise ApiError(404, "There is nothing at this address.")
            if not self.class_service.has_lessons:
                await asyncio.get_running_loop().run_in_executor(None, self.class_service.import_lessons)
            answer = await run(self)
        except ApiError as error:
            answer = self.error_response(error.status, str(error))
        except PupilRemovedError as error:
            answer = self.error_response(410, REMOVED_MAY_RETURN_TEXT if error.welcome else REMOVED_TEXT) | {
                "removed": True
            }
        except GoneError:
            answer = self.error_response(410, GONE)
        except OverflowError as error:
            answer = self.error_response(409, f"{error} pupils are in this class, and no more can come in.")
        except StoreError as error:
            app_log.error("%s", error.log_message)
            answer = self.error_response(503, f"{capitalize_first(str(error))}.")
        except (KeyError, TypeError, IndexError, AttributeError, UnicodeError) as error:
            app_log.warning("A request of the class was not understood.", exc_info=error)
            answer = self.error_response(400, "This was not understood.")
        except ValueError as error:
            answer = self.error_response(400, str(error)[:300])
        if isinstance(answer, str):
            self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(answer if answer is not None else {})

    def error_response(self, status: int, sentence: str) -> Json:
        """Set the status and return the JSON of an error."""
        self.set_status(status)
        return {"error": sentence}

    # -- authentication and request data -----------------------------------------------------

    def require_credential(self) -> str:
        """Return the token or secret of the request. Raises ApiError if it is missing or has the wrong form."""
        given = self.request.headers.get(KEY, "")
        if not session_state.is_secret(given):
            raise ApiError(403, "This needs the link of the class.")
        return given

    async def require_pupil(self) -> Member:
        """Return the pupil who sent the request."""
        try:
            return await run_in_thread(self.class_service.store.pupil_by_token, self.require_credential())
        except GoneError:
            await run_in_thread(self.class_service.room_access.require_not_removed, self.require_credential())
            raise

    async def require_room(self) -> Room:
        """Return the room of the teacher who sent the request."""
        seconds = PROMPT if self.class_service.last_shown.has(self.require_credential()) else STORE_DEADLINE
        try:
            return await run_in_thread(
                self.class_service.store.room_by_secret, self.require_credential(), seconds=seconds, threads=READERS
            )
        except GoneError:
            self.class_service.last_shown.forget(self.require_credential())
            raise ApiError(403, "This needs the link of the class, and the class may be closed.") from None

    def is_server_owner(self) -> bool:
        """Return whether the owner of the server sent the request.

        The owner has the key that the server printed, or the token of a private session. The remote address proves
        nothing, because behind a proxy all requests come from the local machine.
        """
        given = self.request.headers.get(KEY, "").encode()
        return bool(self.settings["kismet_private"]) or hmac.compare_digest(
            given, self.class_service.owner_key.encode()
        )

    def parse_json_body(self, max_bytes: int = _MAX_BYTES) -> Json:
        """Parse the request body as a small JSON object. Raises ValueError for anything else."""
        if len(self.request.body) > max_bytes:
            raise ApiError(413, "This is too long.")
        try:
            data = parse_json(self.request.body.decode() or "{}", max_bytes)
        except ValueError:
            raise ValueError("This was not understood.") from None
        if not isinstance(data, dict):
            raise ValueError("This was not understood.")
        return data

    def request_base_url(self) -> str:
        """Base URL of this server that the request used."""
        return f"{self.request.protocol}://{self.request.host}{self.base_url}"

    def require_within_rate(self, limit: session_state.TokenBucket, key: str) -> None:
        """Raise ApiError if the rate limit is exceeded."""
        if not limit.try_acquire(key):
            raise ApiError(429, "That was very often. Wait a moment.")

    # -- endpoints for everybody -------------------------------------------------------------

    async def here(self) -> Json:
        """Return whether the sender may open a class, and the key with which a lesson page unlocks all steps."""
        local = self.is_server_owner()
        return {"local": local, "teacher": self.class_service.unlock_key if local else ""}

    async def open(self) -> Json:
        """Open a room, for the owner of the server only: {lesson, days}.

        `days` is the number of days until deletion.
        """
        if not self.is_server_owner():
            raise ApiError(403, "A class is opened by the address that Kismet has printed, or by: kismet class")
        self.require_within_rate(self.class_service.open_rate_limit, "open")
        self.class_service.open_to_network()
        lesson = str(self.parse_json_body().get("lesson", ""))
        if lesson:
            await run_in_thread(self.class_service.require_page_id, lesson)
        days = self.parse_json_body().get("days", session_state.DEFAULT_DAYS_KEPT)
        if type(days) is not int:
            raise ValueError("A class is kept for some days.")
        made, secret = await run_in_thread(self.class_service.open_room, lesson, days)
        return {"code": made.code, "secret": secret}

    async def door(self) -> Json:
        """Return the requirements for joining: {code} -> {names, list}."""
        at, _ = await self._require_room_of_code(self.parse_json_body())
        return await run_in_thread(self.class_service.join_name_options, at)

    async def come(self) -> Json:
        """Join with a room code: {code, name} -> {token, name, number, face, lesson}.

        An empty name is replaced by a generated one. `was` is the token of a removed pupil. If many pupils come from
        one address, the response is {waiting, ticket}.
        """
        said = self.parse_json_body()
        name = pupil_names.validate_name(said["name"]) if said.get("name") else ""
        at, browser = await self._require_room_of_code(said)
        if at.session_state["locked"]:
            raise ApiError(409, "The door of this class is closed. Ask your teacher.")
        if await run_in_thread(self.class_service.room_access.is_blocked, at.id, browser, str(said.get("was") or "")):
            raise ApiError(403, REMOVED_TEXT)
        address = self.class_service.room_access.address_key(at, str(self.request.remote_ip))
        ticket = str(said.get("ticket") or "")
        if session_state.is_secret(ticket) and await run_in_thread(
            self.class_service.room_access.is_waiting, at, address, ticket
        ):
            return self._waits(ticket)
        await self._wait_for_limit(self.class_service.join_rate_limiter, browser, str(at.id))
        token = session_state.new_secret()
        wished = said.get("face") if type(said.get("face")) is int else None
        ticket = ticket if session_state.is_secret(ticket) else session_state.new_secret()
        try:
            me = await run_in_thread(self.class_service.add_pupil, at, name, token, wished, browser, (address, ticket))
        except WaitingError:
            self.class_service.change_notifier.notify_change()
            return self._waits(ticket)
        except NotAdmittedError as error:
            raise ApiError(409, NOT_ON_LIST if error.by_list else NOBODY_MORE) from None
        self.class_service.change_notifier.notify_change()
        return {
            "token": token,
            "code": at.code,
            "name": me.name,
            "number": me.number,
            "face": me.avatar,
            "lesson": at.lesson,
        }

    def _waits(self, ticket: str) -> Json:
        """Response for a device that waits for the teacher. It asks again with its ticket."""
        self.set_status(202)
        return {"waiting": True, "ticket": ticket}

    async def admit(self) -> Json:
        """Decide which pupils may join from an address: {address, admission}."""
        at, said = await self.require_room(), self.parse_json_body()
        try:
            await run_in_thread(
                self.class_service.room_access.admit, at.id, str(said.get("address"))[:64], str(said.get("admission"))
            )
        except GoneError:
            raise ApiError(409, "Nobody waits from this address any more.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def _require_room_of_code(self, data: Json) -> tuple[Room, str]:
        """Return the room of a room code and the browser id of the request.

        Each browser that guesses codes waits longer each time. A correct code does not count as a guess.
        """
        code, browser = session_state.parse_room_code(data.get("code")), self._browser_id()
        await self._wait_for_limit(self.class_service.code_guess_limiter, browser)
        try:
            at = await run_in_thread(self.class_service.store.room_by_code, code)
        except GoneError:
            raise ApiError(404, "No class has this code. Look at the board once more.") from None
        self.class_service.code_guess_limiter.refund_turn(browser, str(self.request.remote_ip))
        return at, browser

    async def _wait_for_limit(self, turns: RateLimiter, browser: str, of: str = "") -> None:
        wait = turns.reserve_turn(browser, str(self.request.remote_ip), of)
        if wait is None:
            raise ApiError(429, "Many come in just now. It goes on by itself in a moment.")
        await asyncio.sleep(wait)

    def _browser_id(self) -> str:
        """Browser id from the cookie, or "" without a cookie."""
        return (self.get_signed_cookie(BROWSER) or b"").decode("ascii", "replace")[:60]

    # -- endpoints for pupils ----------------------------------------------------------------

    async def report(self) -> Json:
        """Save the report of a pupil about a lesson. The report is stored before the response is sent."""
        me, said = await self.require_pupil(), self.parse_json_body()
        self.require_within_rate(self.class_service.report_rate_limit, f"report {me.id}")
        number, lesson = said.get("number"), str(said.get("lesson"))
        if type(number) is not int or not 0 < number < 1 << 31:
            raise ValueError("A report has a number.")
        kept = await run_in_thread(self.class_service.save_report, me, lesson, number, said.get("data"))
        self.class_service.change_notifier.notify_change()
        if kept != number:
            self.set_status(409)
            return {"error": "A newer report is kept.", "number": kept}
        return {"number": number}

    async def pace(self) -> Json:
        """Return the session data of a pupil. The request waits for a version other than `at`."""
        me = await self.require_pupil()
        self.require_within_rate(self.class_service.poll_rate_limit, f"pace {me.id}")
        await self.wait_for_newer_version(f"pupil {me.id}", me.room, 1)
        return await run_in_thread(self.class_service.pupil_session_data, await self.require_pupil())

    async def play(self) -> Json:
        """Run the trials of the pupil in a class round."""
        me = await self.require_pupil()
        self.require_within_rate(self.class_service.report_rate_limit, f"play {me.id}")
        came = await run_in_thread(self.class_service.play_round, me)
        self.class_service.change_notifier.notify_change()
        return came

    async def vote(self) -> Json:
        """Save the vote of the pupil. The last vote counts."""
        me = await self.require_pupil()
        self.require_within_rate(self.class_service.report_rate_limit, f"vote {me.id}")
        await run_in_thread(self.class_service.save_vote, me, self.parse_json_body())
        self.class_service.change_notifier.notify_change()
        return {}

    async def heard(self) -> Json:
        """Mark the teacher's hint as read."""
        me = await self.require_pupil()
        self.require_within_rate(self.class_service.report_rate_limit, f"heard {me.id}")
        await run_in_thread(self.class_service.store.mark_hint_read, me)
        self.class_service.change_notifier.notify_change()
        return {}

    async def consent(self) -> Json:
        """Save whether the class may see the picture of the pupil, after a request of the teacher.

        Consent can be withdrawn.
        """
        me, yes = await self.require_pupil(), self.parse_json_body().get("yes")
        if type(yes) is not bool:
            raise ValueError("Say yes or no.")
        await run_in_thread(
            self.class_service.store.set_consent,
            me.room,
            me.number,
            GIVEN if yes else REFUSED,
            (REQUESTED,) if yes else (REQUESTED, GIVEN),
        )
        self.class_service.change_notifier.notify_change()
        return {}

    # -- endpoints for teachers --------------------------------------------------------------

    async def board(self) -> Json:
        """Return the board. The request waits for a version other than `at`.

        If the store does not answer, the response is the last board with its `age` in seconds.
        """
        known = self.get_argument("at", "")
        version = int(known) if known.isascii() and known.isdigit() and len(known) <= 9 else None
        return await self._shown("board", lambda at: self.class_service.board_data(at, version), STORE_DEADLINE)

    async def _shown(self, name: str, make: Callable[[Room], Json], seconds: float) -> Json:
        """Return the current data of a teacher page, or the last data if the store does not answer."""
        try:
            at = await self.wait_for_changed_room(name)
            shown = await run_in_thread(make, at, seconds=seconds, threads=READERS)
        except (ApiError, StoreError) as error:
            last = self.class_service.last_shown.get(
                name, self.require_credential(), self.class_service.change_notifier.answered
            )
            if last is None or (isinstance(error, ApiError) and error.status != SERVICE_UNAVAILABLE):
                raise
            return last
        self.class_service.last_shown.keep(name, self.require_credential(), shown)
        return shown

    async def wait_for_changed_room(self, name: str) -> Room:
        """Wait until the room is newer than the version that the client has, and return it."""
        at = await self.require_room()
        known = await self.wait_for_newer_version(f"{name} {at.id}", at.id, 0)
        if known is not None and known != at.version:
            await asyncio.sleep(_GATHER)
        at = await self.require_room()
        self.rehearsal_runner.note_board_open(at)
        return at

    async def change(self) -> Json:
        """Change the session state or the lesson: {pace: {...}} or {lesson}."""
        lesson, pace = await run_in_thread(
            self.class_service.change_session_or_lesson, await self.require_room(), self.parse_json_body(_MAX_LIST)
        )
        self.class_service.change_notifier.notify_change()
        return {"pace": pace, "lesson": lesson}

    async def ask(self) -> Json:
        """Ask a pupil for consent to show their picture to the class, or remove the picture: {pupil, show}."""
        at, said = await self.require_room(), self.parse_json_body()
        show = said.get("show") is True
        try:
            await run_in_thread(
                self.class_service.store.set_consent,
                at.id,
                _number(said),
                REQUESTED if show else NOT_ASKED,
                (NOT_ASKED, REFUSED) if show else (REQUESTED, GIVEN, REFUSED),
            )
        except GoneError:
            raise ApiError(409, "This pupil was asked already, or has left.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def hint(self) -> Json:
        """Send a hint to a pupil: {pupil, text}."""
        at, said = await self.require_room(), self.parse_json_body()
        try:
            await run_in_thread(
                self.class_service.store.save_hint, at.id, _number(said), session_state.validate_hint(said.get("text"))
            )
        except GoneError:
            raise ApiError(409, "This pupil has left.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def remove(self) -> Json:
        """Remove a pupil from the room: {pupil}."""
        return await self._change_access("remove_pupils", lambda said: ([_number(said)],))

    async def empty(self) -> Json:
        """Remove all listed pupils who have just joined: {pupils}. They may join again."""
        return await self._change_access("remove_pupils", lambda said: (_numbers(said), True))

    async def letin(self) -> Json:
        """Let a removed pupil join again: {pupil}."""
        return await self._change_access("allow_return", lambda said: (_number(said),))

    async def hide(self) -> Json:
        """Hide the name of a pupil on the board, or show it again: {pupil, hidden}."""
        return await self._change_access("set_name_hidden", lambda said: (_number(said), said.get("hidden") is True))

    async def _change_access(self, name: str, what: Callable[[Json], tuple[Any, ...]]) -> Json:
        at = await self.require_room()
        try:
            await run_in_thread(getattr(self.class_service.room_access, name), at.id, *what(self.parse_json_body()))
        except GoneError:
            raise ApiError(409, "This pupil has left.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def rename(self) -> Json:
        """Rename a pupil: {pupil, name}. Without a name, reject the current name for this room."""
        at, said = await self.require_room(), self.parse_json_body()
        try:
            if said.get("name"):
                await run_in_thread(
                    self.class_service.rename_pupil, at, _number(said), pupil_names.validate_name(said["name"])
                )
            else:
                await run_in_thread(self.class_service.reject_name, at, _number(said))
        except GoneError:
            raise ApiError(409, "This pupil has left.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def code(self) -> Json:
        """Add a pupil by a result code that the pupil reads out: {text, name} -> {name}."""
        at, said = await self.require_room(), self.parse_json_body()
        name = pupil_names.validate_name(said["name"]) if said.get("name") else ""
        text = session_state.strip_own_class_code(
            str(said.get("text", ""))[:200], (at.code, *at.session_state["codes"])
        )
        me = await run_in_thread(self.class_service.add_pupil_by_result_code, at, text, name)
        self.class_service.change_notifier.notify_change()
        return {"name": me.name}

    # -- endpoints for the teacher view ------------------------------------------------------

    async def desk(self) -> Json:
        """Return the data of the teacher view. The request waits for a version other than `at`."""
        return await self._shown("desk", self.teacher_service.teacher_view_data, _WRITING)

    async def lay(self) -> Json:
        """Place a work sample in a slot: {pupil, key, place} -> {slip}. Move a sample: {slip, place}."""
        return await self._change_samples(
            lambda at, said: (
                self.teacher_service.move_sample(at, _slip(said), said.get("place"))
                if "slip" in said
                else self.teacher_service.place_sample(at, _number(said), str(said.get("key")), said.get("place"))
            )
        )

    async def note(self) -> Json:
        """Save a private note about a work sample: {slip, text}."""
        return await self._change_samples(
            lambda at, said: self.class_service.sample_store.set_sample_note(
                at.id, _slip(said), discussion.validate_note(said.get("text"))
            )
        )

    async def byname(self) -> Json:
        """Ask the pupil of a work sample for consent to show their name: {slip, ask}.

        With `ask` false, hide the name.
        """
        return await self._change_samples(
            lambda at, said: self.class_service.sample_store.set_name_consent_request(
                at.id, _slip(said), said.get("ask") is True
            )
        )

    async def _change_samples(self, run: Callable[[Room, Json], int | None]) -> Json:
        at, said = await self.require_room(), self.parse_json_body()
        try:
            id = await run_in_thread(run, at, said)
        except GoneError:
            raise ApiError(409, "This slip is not there any more.") from None
        self.class_service.change_notifier.notify_change()
        return {} if id is None else {"slip": id}

    async def mine(self) -> Json:
        """Save whether the pupil consents to show their name with a work sample: {slip, yes}.

        Consent can be withdrawn.
        """
        me, said = await self.require_pupil(), self.parse_json_body()
        self.require_within_rate(self.class_service.report_rate_limit, f"mine {me.id}")
        if type(said.get("yes")) is not bool:
            raise ValueError("Say yes or no.")
        try:
            await run_in_thread(
                self.class_service.sample_store.save_name_consent, me.id, me.room, _slip(said), said["yes"]
            )
        except GoneError:
            raise ApiError(409, "Nobody asks for this any more.") from None
        self.class_service.change_notifier.notify_change()
        return {}

    async def talk(self) -> Json:
        """Save the reply of the pupil in a discussion: {number, slip} or {number, text}. The last reply counts."""
        me = await self.require_pupil()
        self.require_within_rate(self.class_service.report_rate_limit, f"talk {me.id}")
        await run_in_thread(self.class_service.discussion_service.save_reply, me, self.parse_json_body())
        self.class_service.change_notifier.notify_change()
        return {}

    async def phone(self) -> Json:
        """Return a QR code of the teacher view for a phone, with a secret that is created for it."""
        at = await self.require_room()
        self.require_within_rate(self.class_service.open_rate_limit, f"phone {at.id}")
        there = self.class_service.network_urls() if is_local_only(self.request.host_name) else []
        _, secret = await run_in_thread(self.class_service.create_room_secret, at)
        address = f"{(there or [self.request_base_url()])[0]}desk#{secret}"
        return {"picture": qr_svg(address), "address": address}

    async def plan(self) -> Json:
        """Change the lesson plan: {minutes, notes, asks, expect}. Only the given parts change."""
        at = await self.require_room()
        await run_in_thread(self.teacher_service.change_lesson_plan, at, self.parse_json_body())
        self.class_service.change_notifier.notify_change()
        return {}

    async def planpaper(self) -> str:
        """Return the lesson plan as a page to print.

        With `lesson`, the owner of the server gets the default plan without a class.
        """
        lesson = self.get_argument("lesson", "")
        if lesson and self.is_server_owner():
            return await run_in_thread(self.teacher_service.default_lesson_plan_html, lesson, seconds=_WRITING)
        return await run_in_thread(self.teacher_service.lesson_plan_html, await self.require_room(), seconds=_WRITING)

    async def past(self) -> Json:
        """Add the shares of a past class, uploaded as a class file, to the lesson plan."""
        at = await self.require_room()
        told = await run_in_thread(
            self.teacher_service.add_past_class_to_plan, at, self.uploaded_text(), seconds=_WRITING
        )
        self.class_service.change_notifier.notify_change()
        return told

    async def rehearse(self) -> Json:
        """Open a rehearsal room with simulated pupils for the current lesson and return its secret."""
        at = await self.require_room()
        await run_in_thread(self.class_service.require_lesson, at)
        made, secret = await run_in_thread(self.rehearsal_runner.open_rehearsal_room, at.lesson)
        return {"code": made.code, "secret": secret}

    async def keep(self) -> str:
        """Return the class as a file."""
        return await run_in_thread(self.teacher_service.class_file_text, await self.require_room(), seconds=_WRITING)

    async def reopen(self) -> Json:
        """Open a room from a class file, for the owner of the server or the teacher of another class."""
        if not self.is_server_owner():
            await self.require_room()
        made, secret = await run_in_thread(
            self.teacher_service.open_room_from_file, self.uploaded_text(), seconds=_WRITING
        )
        return {"code": made.code, "secret": secret}

    async def grades(self) -> Json:
        """Join results to a pasted class list: {list, chosen, book, title} -> {lines, left, table}."""
        at = await self.require_room()
        return await run_in_thread(
            self.teacher_service.gradebook_result, at, self.parse_json_body(_MAX_LIST), seconds=_WRITING
        )

    async def each(self) -> str:
        """Return a page to print with a section for each pupil."""
        return await run_in_thread(
            self.teacher_service.pupil_reports_html,
            await self.require_room(),
            f"{datetime.now():%d %B %Y}",
            seconds=_WRITING,
        )

    def uploaded_text(self) -> str:
        """Text of an uploaded file."""
        raise ApiError(404, "There is nothing at this address.")  # files are sent to ClassFileUploadHandler

    async def sheet(self) -> str:
        """Return the teacher's sheet with the answer key."""
        at = await self.require_room()
        return await run_in_thread(lambda: self.class_service.require_lesson(at).teacher_sheet_html(), seconds=_WRITING)

    async def csv(self) -> str:
        """Return the table of all pupils as CSV. With `names=1`, it has names and reasons."""
        return await run_in_thread(
            self.class_service.class_report_or_csv, await self.require_room(), self._has_names(), seconds=_WRITING
        )

    async def paper(self) -> str:
        """Return the class report as a page to print."""
        return await run_in_thread(
            self.class_service.class_report_or_csv,
            await self.require_room(),
            self._has_names(),
            f"{datetime.now():%d %B %Y}",
            seconds=_WRITING,
        )

    def _has_names(self) -> bool:
        return self.get_argument("names", "") == "1"

    async def close(self) -> Json:
        """Close the room and delete all its data."""
        at = await self.require_room()
        await run_in_thread(self.class_service.delete_room, at.id)
        self.class_service.last_shown.forget(self.require_credential())
        self.class_service.change_notifier.notify_change()
        return {}

    async def wait_for_newer_version(self, waiter_key: str, room_id: int, version_kind: int) -> int | None:
        """Wait for a newer version if the request gives the known version `at`, and return that version.

        A page that asks again does not wait twice, because it sends its id in `page`.
        """
        known = self.get_argument("at", "")
        if not known.isascii() or not known.isdigit() or len(known) > 9:
            return None
        page = self.get_argument("page", "") or str(id(self))
        await self.class_service.change_notifier.wait_for_change(
            waiter_key, page[:40], (room_id, version_kind, int(known)), self._woken
        )
        return int(known)


@stream_request_body
class ClassFileUploadHandler(ClassApiHandler):
    """Upload handler for class files.

    They are larger than any data of a pupil, so the sender is checked before the body is read.
    """

    async def prepare(self) -> None:
        self._parts: list[bytes] = []
        answer = super().prepare()
        if answer is not None:
            await answer
        try:
            if not self.is_server_owner():
                await self.require_room()
        except (ApiError, StoreError):
            return  # the body is read up to the normal limit, then refused
        self.request.connection.set_max_body_size(MAX_BYTES)

    def data_received(self, chunk: bytes) -> None:
        self._parts.append(chunk)

    def uploaded_text(self) -> str:
        """Text of the uploaded file. Raises ValueError if it is not text."""
        return b"".join(self._parts).decode()


def _number(data: Json) -> int:
    if type(data.get("pupil")) is not int or not 0 < data["pupil"] < 1 << 31:
        raise ValueError("Which pupil?")
    return int(data["pupil"])


def _slip(data: Json) -> int:
    if type(data.get("slip")) is not int or not 0 < data["slip"] < 1 << 31:
        raise ValueError("Which slip?")
    return int(data["slip"])


def _numbers(data: Json) -> list[int]:
    numbers = data.get("pupils")
    if not isinstance(numbers, list) or not 0 < len(numbers) <= session_state.MAX_PUPILS:
        raise ValueError("Which pupils?")
    return [_number({"pupil": each}) for each in numbers]


#: name of an endpoint -> its method, all other names are unknown
_ASKED: dict[str, Callable[[ClassApiHandler], Awaitable[Any]]] = {
    name: getattr(ClassApiHandler, name)
    for name in ("here", "pace", "board", "desk", "planpaper", "keep", "each", "sheet", "csv", "paper")
}
_DONE: dict[str, Callable[[ClassApiHandler], Awaitable[Any]]] = {
    name: getattr(ClassApiHandler, name)
    for name in (
        "open",
        "door",
        "come",
        "admit",
        "empty",
        "letin",
        "hide",
        "rename",
        "report",
        "play",
        "vote",
        "heard",
        "consent",
        "change",
        "ask",
        "hint",
        "remove",
        "code",
        "close",
        "lay",
        "note",
        "byname",
        "mine",
        "talk",
        "phone",
        "plan",
        "past",
        "rehearse",
        "reopen",
        "grades",
    )
}
