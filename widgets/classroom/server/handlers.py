"""The class's addresses: JSON for pupils and for the board.

A pupil's token opens what is that pupil's, a room's secret opens the board; both travel in a header of our own, which
no form and no page from elsewhere can send. Who says wrong things gets one plain sentence and nothing more.
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
from .. import names, room, talk
from ..door import NotAdmittedError, RemovedError, Turns, WaitingError
from ..network import only_here, qr
from ..store import ASKED, NO, NOT_ASKED, YES, GoneError, Member, Room, StoreError
from .change_notifier import DEADLINE, PROMPT, READERS, SaidError, in_thread
from .class_service import Classroom, Json
from .rehearsals import Rehearsals
from .teacher_service import MOST_BYTES, Desk

KEY, MARK = "X-Kismet-Key", "X-Kismet-Class"
_WRITING = 60.0  # seconds that table, page and sheet may take to be written
_GATHER = 0.15  # seconds in which changes become one for a board
_MOST_BYTES = 16 << 10
_MOST_LIST = 240 << 10  # 40,000 characters of any script, as JSON
GONE = "This class is closed."
OUT = "Your teacher has taken you out of this class. Ask to be let in again."
CLEARED = "Your teacher has emptied the room once. Come in again."
NOT_ON_LIST = "Your teacher lets in the names of the class list. Take yours as it is written there."
NOBODY_MORE = "Your teacher lets nobody more in just now. Tell your teacher that you are waiting."
BROWSER = "kismet-browser"
"""A cookie with a random sign for each browser that comes in, so that a door can tell one from another."""


class ClassHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """What is asked at `class/NAME`. Each answer is JSON; a refusal is {"error": sentence}."""

    def initialize(self, **options: Any) -> None:
        super().initialize(**options)
        self._woken = asyncio.Event()

    def on_connection_close(self) -> None:
        self._woken.set()  # nobody is there any more to wait
        super().on_connection_close()

    @property
    def room_(self) -> Classroom:
        return self.settings["kismet_class"]

    @property
    def desk_(self) -> Desk:
        return self.settings["kismet_desk"]

    @property
    def rehearsals_(self) -> Rehearsals:
        return self.settings["kismet_rehearsals"]

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        self.set_header("Content-Type", "application/json")
        self.finish({"error": "This was not understood."})

    @authenticated
    async def get(self, name: str) -> None:
        await self._carry_out(_ASKED.get(name))

    @authenticated
    async def post(self, name: str) -> None:
        await self._carry_out(_DONE.get(name) if self.marked() else None)

    def marked(self) -> bool:
        """Whether the request has a header of our own, which no page from elsewhere can send."""
        return KEY in self.request.headers or MARK in self.request.headers

    async def _carry_out(self, run: Callable[[Any], Awaitable[Json | str | None]] | None) -> None:
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")
        try:
            if run is None:
                raise SaidError(404, "There is nothing at this address.")
            if not self.room_.has_lessons:
                await asyncio.get_running_loop().run_in_executor(None, self.room_.import_lessons)
            answer = await run(self)
        except SaidError as error:
            answer = self._refused(error.status, str(error))
        except RemovedError as error:
            answer = self._refused(410, CLEARED if error.welcome else OUT) | {"removed": True}
        except GoneError:
            answer = self._refused(410, GONE)
        except OverflowError as error:
            answer = self._refused(409, f"{error} pupils are in this class, and no more can come in.")
        except StoreError as error:
            app_log.error("%s", error.told)
            answer = self._refused(503, f"{capitalize_first(str(error))}.")
        except (KeyError, TypeError, IndexError, AttributeError, UnicodeError) as error:
            app_log.warning("A request of the class was not understood.", exc_info=error)
            answer = self._refused(400, "This was not understood.")
        except ValueError as error:
            answer = self._refused(400, str(error)[:300])
        if isinstance(answer, str):
            self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(answer if answer is not None else {})

    def _refused(self, status: int, sentence: str) -> Json:
        self.set_status(status)
        return {"error": sentence}

    # -- who asks, and what ------------------------------------------------------------------

    def key(self) -> str:
        """The token or secret of who asks. GoneError for none, as for a wrong one."""
        given = self.request.headers.get(KEY, "")
        if not room.is_secret(given):
            raise SaidError(403, "This needs the link of the class.")
        return given

    async def pupil(self) -> Member:
        """The pupil who asks."""
        try:
            return await in_thread(self.room_.store.pupil_of, self.key())
        except GoneError:
            await in_thread(self.room_.door.check, self.key())
            raise

    async def teacher(self) -> Room:
        """The room of the teacher who asks."""
        seconds = PROMPT if self.room_.last_shown.has(self.key()) else DEADLINE
        try:
            return await in_thread(self.room_.store.room_of, self.key(), seconds=seconds, threads=READERS)
        except GoneError:
            self.room_.last_shown.forget(self.key())
            raise SaidError(403, "This needs the link of the class, and the class may be closed.") from None

    def owns(self) -> bool:
        """Whether this is who runs the server: by the key that it has printed, or by the token of a session of one's
        own. From where a request seems to come says nothing: behind a proxy everybody is at the machine."""
        given = self.request.headers.get(KEY, "").encode()
        return bool(self.settings["kismet_private"]) or hmac.compare_digest(given, self.room_.owner.encode())

    def said(self, most: int = _MOST_BYTES) -> Json:
        """What the request says, a small JSON object. ValueError for anything else."""
        if len(self.request.body) > most:
            raise SaidError(413, "This is too long.")
        try:
            data = parse_json(self.request.body.decode() or "{}", most)
        except ValueError:
            raise ValueError("This was not understood.") from None
        if not isinstance(data, dict):
            raise ValueError("This was not understood.")
        return data

    def by(self) -> str:
        """The address of this server by which the request came."""
        return f"{self.request.protocol}://{self.request.host}{self.base_url}"

    def within(self, rate: room.Rate, who: str) -> None:
        """SaidError if this is one too many."""
        if not rate.allows(who):
            raise SaidError(429, "That was very often. Wait a moment.")

    # -- for everybody -----------------------------------------------------------------------

    async def here(self) -> Json:
        """Whether who asks may open a class, and what a lesson's page needs to open all steps."""
        local = self.owns()
        return {"local": local, "teacher": self.room_.teacher if local else ""}

    async def open(self) -> Json:
        """Open a room: only for who runs the server. {lesson, days}: for how long it is kept."""
        if not self.owns():
            raise SaidError(403, "A class is opened by the address that Kismet has printed, or by: kismet class")
        self.within(self.room_.opening, "open")
        self.room_.listen()
        lesson = str(self.said().get("lesson", ""))
        if lesson:
            await in_thread(self.room_.known, lesson)
        days = self.said().get("days", room.KEPT_DAYS)
        if type(days) is not int:
            raise ValueError("A class is kept for some days.")
        made, secret = await in_thread(self.room_.open, lesson, days)
        return {"code": made.code, "secret": secret}

    async def door(self) -> Json:
        """What one who comes in is asked for: {code} -> {names, list}."""
        at, _ = await self._room_at_the_door(self.said())
        return await in_thread(self.room_.names_for, at)

    async def come(self) -> Json:
        """Join by a code: {code, name} -> {token, name, number, face, lesson}; an empty name is made up. `was`: the
        token of one who was taken out. Where many come from one address: {waiting, ticket}."""
        said = self.said()
        name = names.tidy_name(said["name"]) if said.get("name") else ""
        at, browser = await self._room_at_the_door(said)
        if at.pace["locked"]:
            raise SaidError(409, "The door of this class is closed. Ask your teacher.")
        if await in_thread(self.room_.door.is_shut, at.id, browser, str(said.get("was") or "")):
            raise SaidError(403, OUT)
        address = self.room_.door.address_key(at, str(self.request.remote_ip))
        ticket = str(said.get("ticket") or "")
        if room.is_secret(ticket) and await in_thread(self.room_.door.is_waiting, at, address, ticket):
            return self._waits(ticket)
        await self._turn(self.room_.joining, browser, str(at.id))
        token = room.new_secret()
        wished = said.get("face") if type(said.get("face")) is int else None
        ticket = ticket if room.is_secret(ticket) else room.new_secret()
        try:
            me = await in_thread(self.room_.join, at, name, token, wished, browser, (address, ticket))
        except WaitingError:
            self.room_.news.changed()
            return self._waits(ticket)
        except NotAdmittedError as error:
            raise SaidError(409, NOT_ON_LIST if error.by_list else NOBODY_MORE) from None
        self.room_.news.changed()
        return {
            "token": token,
            "code": at.code,
            "name": me.name,
            "number": me.number,
            "face": me.face,
            "lesson": at.lesson,
        }

    def _waits(self, ticket: str) -> Json:
        """The answer to a device that waits for the teacher: it asks again with its ticket."""
        self.set_status(202)
        return {"waiting": True, "ticket": ticket}

    async def admit(self) -> Json:
        """Who may come in from an address: {address, admission}."""
        at, said = await self.teacher(), self.said()
        try:
            await in_thread(self.room_.door.admit, at.id, str(said.get("address"))[:64], str(said.get("admission")))
        except GoneError:
            raise SaidError(409, "Nobody waits from this address any more.") from None
        self.room_.news.changed()
        return {}

    async def _room_at_the_door(self, said: Json) -> tuple[Room, str]:
        """The room that a code leads to, and the browser that says it. Who guesses waits longer and longer, each
        browser by itself; who is right has not guessed."""
        code, browser = room.read_code(said.get("code")), self._browser()
        await self._turn(self.room_.guessing, browser)
        try:
            at = await in_thread(self.room_.store.room_by, code)
        except GoneError:
            raise SaidError(404, "No class has this code. Look at the board once more.") from None
        self.room_.guessing.give_back(browser, str(self.request.remote_ip))
        return at, browser

    async def _turn(self, turns: Turns, browser: str, of: str = "") -> None:
        wait = turns.take(browser, str(self.request.remote_ip), of)
        if wait is None:
            raise SaidError(429, "Many come in just now. It goes on by itself in a moment.")
        await asyncio.sleep(wait)

    def _browser(self) -> str:
        """What our cookie says of the browser that asks; "" where there is none."""
        return (self.get_signed_cookie(BROWSER) or b"").decode("ascii", "replace")[:60]

    # -- for a pupil -------------------------------------------------------------------------

    async def report(self) -> Json:
        """What a pupil's lesson has come to; when this is answered, it is kept."""
        me, said = await self.pupil(), self.said()
        self.within(self.room_.telling, f"report {me.id}")
        number, lesson = said.get("number"), str(said.get("lesson"))
        if type(number) is not int or not 0 < number < 1 << 31:
            raise ValueError("A report has a number.")
        kept = await in_thread(self.room_.tell, me, lesson, number, said.get("data"))
        self.room_.news.changed()
        if kept != number:
            self.set_status(409)
            return {"error": "A newer report is kept.", "number": kept}
        return {"number": number}

    async def pace(self) -> Json:
        """What holds for a pupil; waits for another version than the one `at`."""
        me = await self.pupil()
        self.within(self.room_.asking, f"pace {me.id}")
        await self._waited(f"pupil {me.id}", me.room, 1)
        return await in_thread(self.room_.pace, await self.pupil())

    async def play(self) -> Json:
        """The pupil's part of a round."""
        me = await self.pupil()
        self.within(self.room_.telling, f"play {me.id}")
        came = await in_thread(self.room_.play, me)
        self.room_.news.changed()
        return came

    async def vote(self) -> Json:
        """The pupil's voice in a vote; the last one counts."""
        me = await self.pupil()
        self.within(self.room_.telling, f"vote {me.id}")
        await in_thread(self.room_.vote, me, self.said())
        self.room_.news.changed()
        return {}

    async def heard(self) -> Json:
        """The pupil has read the teacher's hint."""
        me = await self.pupil()
        self.within(self.room_.telling, f"heard {me.id}")
        await in_thread(self.room_.store.hear, me)
        self.room_.news.changed()
        return {}

    async def consent(self) -> Json:
        """Whether the class may see the pupil's picture, once the teacher has asked; a yes can be taken back."""
        me, yes = await self.pupil(), self.said().get("yes")
        if type(yes) is not bool:
            raise ValueError("Say yes or no.")
        await in_thread(
            self.room_.store.set_consent, me.room, me.number, YES if yes else NO, (ASKED,) if yes else (ASKED, YES)
        )
        self.room_.news.changed()
        return {}

    # -- for the teacher ---------------------------------------------------------------------

    async def board(self) -> Json:
        """The board; waits for another version than the one `at`. Where the store does not answer it is the last one,
        with its `age` in seconds."""
        known = self.get_argument("at", "")
        version = int(known) if known.isascii() and known.isdigit() and len(known) <= 9 else None
        return await self._shown("board", lambda at: self.room_.board(at, version), DEADLINE)

    async def _shown(self, name: str, make: Callable[[Room], Json], seconds: float) -> Json:
        """What a page of the teacher shows now; where the store does not answer, what it has shown last."""
        try:
            at = await self._when_changed(name)
            shown = await in_thread(make, at, seconds=seconds, threads=READERS)
        except (SaidError, StoreError) as error:
            last = self.room_.last_shown.get(name, self.key(), self.room_.news.answered)
            if last is None or (isinstance(error, SaidError) and error.status != SERVICE_UNAVAILABLE):
                raise
            return last
        self.room_.last_shown.keep(name, self.key(), shown)
        return shown

    async def _when_changed(self, name: str) -> Room:
        at = await self.teacher()
        known = await self._waited(f"{name} {at.id}", at.id, 0)
        if known is not None and known != at.version:
            await asyncio.sleep(_GATHER)
        at = await self.teacher()
        self.rehearsals_.watched(at)
        return at

    async def change(self) -> Json:
        """Another pace, or another lesson: {pace: {...}} or {lesson}."""
        lesson, pace = await in_thread(self.room_.change, await self.teacher(), self.said(_MOST_LIST))
        self.room_.news.changed()
        return {"pace": pace, "lesson": lesson}

    async def ask(self) -> Json:
        """Ask a pupil whether the class may see the own picture, or take it down: {pupil, show}."""
        at, said = await self.teacher(), self.said()
        show = said.get("show") is True
        try:
            await in_thread(
                self.room_.store.set_consent,
                at.id,
                _number(said),
                ASKED if show else NOT_ASKED,
                (NOT_ASKED, NO) if show else (ASKED, YES, NO),
            )
        except GoneError:
            raise SaidError(409, "This pupil was asked already, or has left.") from None
        self.room_.news.changed()
        return {}

    async def hint(self) -> Json:
        """Send a pupil a hint: {pupil, text}."""
        at, said = await self.teacher(), self.said()
        try:
            await in_thread(self.room_.store.hint, at.id, _number(said), room.tidy_hint(said.get("text")))
        except GoneError:
            raise SaidError(409, "This pupil has left.") from None
        self.room_.news.changed()
        return {}

    async def remove(self) -> Json:
        """Take a pupil out of the room: {pupil}."""
        return await self._at_the_door("take_out", lambda said: ([_number(said)],))

    async def empty(self) -> Json:
        """Take out all of these who have just come in: {pupils}; they may come in again."""
        return await self._at_the_door("take_out", lambda said: (_numbers(said), True))

    async def letin(self) -> Json:
        """Let one come in again who was taken out: {pupil}."""
        return await self._at_the_door("let_in", lambda said: (_number(said),))

    async def hide(self) -> Json:
        """Keep a pupil's name off the board, or show it again: {pupil, hidden}."""
        return await self._at_the_door("hide", lambda said: (_number(said), said.get("hidden") is True))

    async def _at_the_door(self, name: str, what: Callable[[Json], tuple[Any, ...]]) -> Json:
        at = await self.teacher()
        try:
            await in_thread(getattr(self.room_.door, name), at.id, *what(self.said()))
        except GoneError:
            raise SaidError(409, "This pupil has left.") from None
        self.room_.news.changed()
        return {}

    async def rename(self) -> Json:
        """Give a pupil another name: {pupil, name}; without a name, the present one is refused for this room."""
        at, said = await self.teacher(), self.said()
        try:
            if said.get("name"):
                await in_thread(self.room_.rename, at, _number(said), names.tidy_name(said["name"]))
            else:
                await in_thread(self.room_.refuse, at, _number(said))
        except GoneError:
            raise SaidError(409, "This pupil has left.") from None
        self.room_.news.changed()
        return {}

    async def code(self) -> Json:
        """A result code that a pupil reads out: {text, name} -> who came in by it."""
        at, said = await self.teacher(), self.said()
        name = names.tidy_name(said["name"]) if said.get("name") else ""
        text = room.homework_code(str(said.get("text", ""))[:200], (at.code, *at.pace["codes"]))
        me = await in_thread(self.room_.tell_by_code, at, text, name)
        self.room_.news.changed()
        return {"name": me.name}

    # -- at the desk -------------------------------------------------------------------------

    async def desk(self) -> Json:
        """The board, and what nobody else sees; waits for another version than the one `at`."""
        return await self._shown("desk", self.desk_.shown, _WRITING)

    async def lay(self) -> Json:
        """Lay a slip in the tray: {pupil, key, place} -> its id; or move one that is there: {slip, place}."""
        return await self._with_slips(
            lambda at, said: (
                self.desk_.move(at, _slip(said), said.get("place"))
                if "slip" in said
                else self.desk_.lay(at, _number(said), str(said.get("key")), said.get("place"))
            )
        )

    async def note(self) -> Json:
        """A note to oneself: {slip, text}."""
        return await self._with_slips(
            lambda at, said: self.room_.tray.note(at.id, _slip(said), talk.tidy_note(said.get("text")))
        )

    async def byname(self) -> Json:
        """Ask whose slip it is whether the name may stand beside it: {slip, ask}; with a no, the name goes."""
        return await self._with_slips(lambda at, said: self.room_.tray.ask(at.id, _slip(said), said.get("ask") is True))

    async def _with_slips(self, run: Callable[[Room, Json], int | None]) -> Json:
        at, said = await self.teacher(), self.said()
        try:
            id = await in_thread(run, at, said)
        except GoneError:
            raise SaidError(409, "This slip is not there any more.") from None
        self.room_.news.changed()
        return {} if id is None else {"slip": id}

    async def mine(self) -> Json:
        """The pupil's answer whether the own name may stand beside a slip: {slip, yes}; a yes can be taken back."""
        me, said = await self.pupil(), self.said()
        self.within(self.room_.telling, f"mine {me.id}")
        if type(said.get("yes")) is not bool:
            raise ValueError("Say yes or no.")
        try:
            await in_thread(self.room_.tray.answer, me.id, me.room, _slip(said), said["yes"])
        except GoneError:
            raise SaidError(409, "Nobody asks for this any more.") from None
        self.room_.news.changed()
        return {}

    async def talk(self) -> Json:
        """The pupil's voice in a talk: {number, slip} or {number, text}; the last one counts."""
        me = await self.pupil()
        self.within(self.room_.telling, f"talk {me.id}")
        await in_thread(self.room_.talks.say, me, self.said())
        self.room_.news.changed()
        return {}

    async def phone(self) -> Json:
        """A picture of an address of the desk, for a phone of one's own, with a secret that was made for it."""
        at = await self.teacher()
        self.within(self.room_.opening, f"phone {at.id}")
        there = self.room_.hosts() if only_here(self.request.host_name) else []
        _, secret = await in_thread(self.room_.go_on, at)
        address = f"{(there or [self.by()])[0]}desk#{secret}"
        return {"picture": qr(address), "address": address}

    async def plan(self) -> Json:
        """Another plan: {minutes, notes, asks, expect}, as far as they change."""
        at = await self.teacher()
        await in_thread(self.desk_.change_plan, at, self.said())
        self.room_.news.changed()
        return {}

    async def planpaper(self) -> str:
        """The plan as a page to print; with `lesson`, before a class is opened, for who runs the server."""
        lesson = self.get_argument("lesson", "")
        if lesson and self.owns():
            return await in_thread(self.desk_.first_plan, lesson, seconds=_WRITING)
        return await in_thread(self.desk_.plan_paper, await self.teacher(), seconds=_WRITING)

    async def past(self) -> Json:
        """The file of a class before, as text: its shares come into the plan."""
        at = await self.teacher()
        told = await in_thread(self.desk_.as_before, at, self.file(), seconds=_WRITING)
        self.room_.news.changed()
        return told

    async def rehearse(self) -> Json:
        """A room of made-up pupils for the lesson that this one is at -> its secret."""
        at = await self.teacher()
        await in_thread(self.room_.course, at)
        made, secret = await in_thread(self.rehearsals_.open, at.lesson)
        return {"code": made.code, "secret": secret}

    async def keep(self) -> str:
        """The class as a file."""
        return await in_thread(self.desk_.kept, await self.teacher(), seconds=_WRITING)

    async def reopen(self) -> Json:
        """A room from the file of a class, as text: for who runs the server, or has the board of another class."""
        if not self.owns():
            await self.teacher()
        made, secret = await in_thread(self.desk_.reopen, self.file(), seconds=_WRITING)
        return {"code": made.code, "secret": secret}

    async def grades(self) -> Json:
        """Results joined to a pasted list of the class: {list, chosen, book, title} -> {lines, left, table}."""
        at = await self.teacher()
        return await in_thread(self.desk_.graded, at, self.said(_MOST_LIST), seconds=_WRITING)

    async def each(self) -> str:
        """A page for each pupil to print."""
        return await in_thread(self.desk_.each, await self.teacher(), f"{datetime.now():%d %B %Y}", seconds=_WRITING)

    def file(self) -> str:
        """The text of a file that was sent."""
        raise SaidError(404, "There is nothing at this address.")  # a file comes to ClassFile

    async def sheet(self) -> str:
        """The teacher's sheet with the key."""
        at = await self.teacher()
        return await in_thread(lambda: self.room_.course(at).sheet(), seconds=_WRITING)

    async def csv(self) -> str:
        """The table of all pupils; `names=1`: with their names and reasons."""
        return await in_thread(self.room_.paper, await self.teacher(), self._names(), seconds=_WRITING)

    async def paper(self) -> str:
        """The page to print."""
        return await in_thread(
            self.room_.paper, await self.teacher(), self._names(), f"{datetime.now():%d %B %Y}", seconds=_WRITING
        )

    def _names(self) -> bool:
        return self.get_argument("names", "") == "1"

    async def close(self) -> Json:
        """Close the room: all that was told is deleted."""
        at = await self.teacher()
        await in_thread(self.room_.close, at.id)
        self.room_.last_shown.forget(self.key())
        self.room_.news.changed()
        return {}

    async def _waited(self, who: str, at: int, which: int) -> int | None:
        """Wait for news, if the request says what it knows; this is returned. A page that asks again does not wait
        twice: it says which `page` it is."""
        known = self.get_argument("at", "")
        if not known.isascii() or not known.isdigit() or len(known) > 9:
            return None
        page = self.get_argument("page", "") or str(id(self))
        await self.room_.news.wait(who, page[:40], (at, which, int(known)), self._woken)
        return int(known)


@stream_request_body
class ClassFile(ClassHandler):
    """Where the file of a class is sent, as it is: larger than anything that a pupil may send, so who it is from is
    known before it is read."""

    async def prepare(self) -> None:
        self._parts: list[bytes] = []
        answer = super().prepare()
        if answer is not None:
            await answer
        try:
            if not self.owns():
                await self.teacher()
        except (SaidError, StoreError):
            return  # what follows is read as far as anybody may send, and refused
        self.request.connection.set_max_body_size(MOST_BYTES)

    def data_received(self, chunk: bytes) -> None:
        self._parts.append(chunk)

    def file(self) -> str:
        """The text of the file. ValueError for what is no text."""
        return b"".join(self._parts).decode()


def _number(said: Json) -> int:
    if type(said.get("pupil")) is not int or not 0 < said["pupil"] < 1 << 31:
        raise ValueError("Which pupil?")
    return int(said["pupil"])


def _slip(said: Json) -> int:
    if type(said.get("slip")) is not int or not 0 < said["slip"] < 1 << 31:
        raise ValueError("Which slip?")
    return int(said["slip"])


def _numbers(said: Json) -> list[int]:
    numbers = said.get("pupils")
    if not isinstance(numbers, list) or not 0 < len(numbers) <= room.MOST_PUPILS:
        raise ValueError("Which pupils?")
    return [_number({"pupil": each}) for each in numbers]


#: name of an address -> what it does; any other is not there
_ASKED: dict[str, Callable[[ClassHandler], Awaitable[Any]]] = {
    name: getattr(ClassHandler, name)
    for name in ("here", "pace", "board", "desk", "planpaper", "keep", "each", "sheet", "csv", "paper")
}
_DONE: dict[str, Callable[[ClassHandler], Awaitable[Any]]] = {
    name: getattr(ClassHandler, name)
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
