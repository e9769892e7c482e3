"""The class's addresses: JSON for pupils and for the board, the pages `join` and `class`, and QR pictures.

A pupil's token opens what is that pupil's, a room's secret opens the board; both travel in a header of our own, which
no form and no page from elsewhere can send. Who says wrong things gets one plain sentence and nothing more.
What knows lessons is imported when a class first needs it: a server without a class starts as quickly as ever.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import random
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from jupyter_server.utils import url_path_join
from tornado.httputil import HTTPServerRequest
from tornado.log import app_log
from tornado.web import authenticated
from voila.handler import BaseVoilaHandler

from ...classroom import room
from ...classroom.network import qr
from ...classroom.store import ASKED, NO, NOT_ASKED, YES, GoneError, Member, Room, Store, StoreError, TakenError

if TYPE_CHECKING:
    from ...classroom.course import Course, Courses

T = TypeVar("T")
Json = dict[str, Any]
KEY, MARK = "X-Kismet-Key", "X-Kismet-Class"
_NEWS = 20.0  # seconds that who waits for news is left without an answer
_EVERY = 0.25  # seconds between looks for what other processes have written
_GATHER = 0.15  # seconds in which changes become one for a board
_WAITING = 400  # who waits for news at once
_MOST_BYTES = 16 << 10
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-Ip", "X-Forwarded-Host", "Via")
_TRIES = 20  # for a code or a face that nobody else has just taken
_PATH = re.compile(r"(join|voila/render/[-\w/.]{1,120}\.ipynb(#[-\w=&.%+,~]{0,300})?)", re.ASCII)
GONE = "This class is closed."


class SaidError(Exception):
    """A refusal: status and sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class News:
    """Wakes who waits for a room to change, in this process or in another one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[int, tuple[int, int]] = {}
        self._asked: dict[int, int] = {}
        self._look, self._told = asyncio.Event(), asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Something was written here."""
        self._look.set()

    async def wait(self, id: int, which: int, known: int, patience: float) -> None:
        """Until a room's version (which: 0) or pace (1) is not the known one, the room is closed, or patience ends."""
        if sum(self._asked.values()) >= _WAITING:
            raise SaidError(503, "Too many are waiting for news. Try again in a moment.")
        self._asked[id] = self._asked.get(id, 0) + 1
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._watch())
        self._look.set()
        try:
            async with self._told:
                self._seen.pop(id, None)  # what was seen before this question may be old
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._told.wait_for(lambda: self._news(id, which, known)), patience)
        finally:
            self._asked[id] -= 1
            if not self._asked[id]:
                del self._asked[id]

    def _news(self, id: int, which: int, known: int) -> bool:
        return id in self._seen and self._seen[id][which] != known

    async def _watch(self) -> None:
        while self._asked:
            self._look.clear()
            rooms = list(self._asked)
            with suppress(StoreError):
                try:
                    found = await _in_thread(self._store.versions, rooms)
                except GoneError:
                    found = {}
                async with self._told:
                    self._seen.update({id: found.get(id, (-1, -1)) for id in rooms})
                    self._told.notify_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), _EVERY)


async def _in_thread(run: Callable[..., T], *arguments: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(None, partial(run, *arguments))


class Classroom:
    """Everything that the handlers share: the store, the lessons, limits, and how the machine is reached."""

    def __init__(self, store: Store, folder: Path, hosts: Callable[[], list[str]], listen: Callable[[], None]) -> None:
        """`hosts`: the addresses at which others reach this server; `listen`: opens it to them."""
        self.store, self.news, self._folder = store, News(store), folder
        self._courses: Courses | None = None
        self.hosts, self.listen = hosts, listen
        self.teacher = secrets.token_urlsafe(18)
        """What a lesson's page shows its kernel to have all steps opened."""
        self.joining, self.guessing, self.telling = room.Rate(60, 2), room.Rate(30, 0.5), room.Rate(30, 5)

    @property
    def courses(self) -> Courses:
        """The lessons."""
        if self._courses is None:
            from ...classroom.course import Courses

            self._courses = Courses(self._folder)
        return self._courses

    def open(self, lesson: str = "") -> Room:
        """A new room, with a lesson that is there. SaidError if there are too many."""
        if len(self.store.rooms()) >= room.MOST_ROOMS:
            raise SaidError(409, f"{room.MOST_ROOMS} classes are open here. Close one that is over.")
        for _ in range(_TRIES):
            with suppress(TakenError):
                return self.store.open_room(room.new_code(), room.new_secret(), lesson, room.new_pace(), time.time())
        raise SaidError(503, "No code is free. Try again.")

    def prepare(self, lesson: str) -> None:
        """Read what a board shows first, so that nobody waits for it."""
        with suppress(ValueError):
            self.courses.titles()
            if lesson:
                self.courses.get(lesson)

    def join(self, at: Room, name: str, token: str | None, wished: int | None = None) -> Member:
        """A new pupil of a room; an empty name is made up: that of the wished face, if it is free. A name that
        somebody has gets a number."""
        for n in range(1, _TRIES):
            taken = {one.face for one in self.store.pupils(at.id)}
            free = wished is not None and 0 <= wished < room.FACES and wished not in taken
            face = wished if free and wished is not None else room.free_face(taken)
            called = name if n == 1 or not name else f"{name} {n}"
            with suppress(TakenError):
                return self.store.join(at.id, called or room.made_up(face), face, token, time.time(), room.MOST_PUPILS)
        raise SaidError(409, "Somebody has this name already. Take another.")

    def board(self, at: Room) -> Json:
        """Everything that the board of a room shows."""
        from ...classroom.board import board

        now, pupils = time.time(), self.store.pupils(at.id)
        shown: Json = {"version": at.version, "now": now, "code": at.code, "opened": at.opened, "pace": at.pace,
                       "lesson": at.lesson, "title": "", "lessons": self.courses.titles(), "hosts": self.hosts(),
                       "teacher": self.teacher}  # fmt: skip
        if at.lesson:
            course = self.courses.get(at.lesson)
            plays = self.store.plays(at.id, at.pace["round"]) if at.pace["round"] else {}
            return shown | {"title": course.title} | board(course, pupils, self.store.reports(at.id, at.lesson), plays)
        waiting = [{"n": one.number, "name": one.name, "face": one.face, "step": one.step, "done": [], "again": [],
                    "since": one.since, "told": one.told, "coded": one.coded, "consent": one.consent, "runs": 0,
                    "put": False} for one in pupils]  # fmt: skip
        return shown | {"pupils": waiting}

    def tell(self, me: Member, lesson: str, number: int, data: Any) -> None:
        """Keep a pupil's report. ValueError for one that cannot be."""
        from ...lesson.report import checked

        course = self.courses.get(lesson)
        read = checked(data, course.plan)
        self.store.tell(me, course.id, number, read["at"], read, time.time())

    def tell_by_code(self, at: Room, text: str, name: str) -> Member:
        """A pupil who only sends a result code. ValueError for one with a slip."""
        from ...lesson import codes

        course = self.course(at)
        told, face = codes.read(text, course.plan)
        me = self.join(at, name, None, face)
        self.store.tell(me, course.id, 1, told["at"], told, time.time())
        return me

    def course(self, at: Room) -> Course:
        """The lesson of a room. SaidError before one is chosen."""
        if not at.lesson:
            raise SaidError(409, "Choose a lesson for the class first.")
        return self.courses.get(at.lesson)

    def paper(self, at: Room, names: bool, when: str = "") -> str:
        """What is kept after the lesson: a page to print, or, without a date, the table as CSV."""
        from ...classroom import paper

        course, pupils, told = self.course(at), self.store.pupils(at.id), self.store.reports(at.id, at.lesson)
        return paper.page(course, pupils, told, names, when) if when else paper.csv(course, pupils, told, names)

    def changed(self, at: Room, said: Json) -> tuple[str, Json]:
        """Lesson and pace of a room after a change. ValueError for one that does not fit."""
        lesson, pace = at.lesson, at.pace
        if "pace" in said:
            pace = room.changed_pace(pace, said["pace"], time.time())
            if pace["upto"] is not None and pace["upto"] not in self.course(at).kinds:
                raise ValueError("This lesson has no such step.")
        if "lesson" in said:
            lesson, pace = self.courses.get(str(said["lesson"])).id, pace | {"upto": None, "rolls": 0}
        self.store.set_pace(at.id, lesson, pace)
        return lesson, pace

    def play(self, me: Member) -> Json:
        """What comes for a pupil in the round of the class that is on; the same again for who asks again."""
        at = self.store.room(me.room)
        if not at.pace["rolls"] or not at.lesson:
            raise SaidError(409, "No round is on.")
        course = self.courses.get(at.lesson)
        plan, rng = course.plan, random.Random(secrets.randbits(64))
        seen = [plan.experiment.see(rng, **plan.settings) for _ in range(at.pace["rolls"])]
        came: Json = {
            "at": [course.names.index(plan.bet(one.outcome)) for one in seen],
            "say": seen[-1].say or plan.bet(seen[-1].outcome),
            "pieces": list(seen[-1].pieces[:12]) if len(seen) == 1 else [],
        }
        came = self.store.play(me, at.pace["round"], came)
        hits = sum(at in course.hits for at in came["at"])
        return came | {"round": at.pace["round"], "names": [course.names[i] for i in came["at"]], "hits": hits,
                       "hit": [i in course.hits for i in came["at"]], "words": course.hit_words}  # fmt: skip


def at_the_machine(request: HTTPServerRequest) -> bool:
    """Whether a request comes from this very machine, and no proxy has passed it on."""
    try:
        local = ipaddress.ip_address(request.remote_ip or "").is_loopback
    except ValueError:
        return False
    return local and not any(name in request.headers for name in _FORWARDED)


class ClassHandler(BaseVoilaHandler):
    """What is asked at `class/NAME`. Each answer is JSON; a refusal is {"error": sentence}."""

    @property
    def room_(self) -> Classroom:
        return self.settings["kismet_class"]

    def check_xsrf_cookie(self) -> None:
        """What changes something has a header that only a script of our own pages can send; `post` looks for it."""

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        self.set_header("Content-Type", "application/json")
        self.finish({"error": "This was not understood."})

    @authenticated
    async def get(self, name: str) -> None:
        await self._carry_out(_ASKED.get(name))

    @authenticated
    async def post(self, name: str) -> None:
        marked = KEY in self.request.headers or MARK in self.request.headers
        await self._carry_out(_DONE.get(name) if marked else None)

    async def _carry_out(self, run: Callable[[Any], Awaitable[Json | str | None]] | None) -> None:
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")
        try:
            if run is None:
                raise SaidError(404, "There is nothing at this address.")
            answer = await run(self)
        except SaidError as error:
            answer = self._refused(error.status, str(error))
        except GoneError:
            answer = self._refused(410, GONE)
        except OverflowError as error:
            answer = self._refused(409, f"{error} pupils are in this class, and no more can come in.")
        except StoreError as error:
            app_log.error("%s", error)
            answer = self._refused(503, f"{str(error)[:1].upper()}{str(error)[1:]}.")
        except ValueError as error:
            answer = self._refused(400, str(error)[:300])
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            app_log.warning("A request of the class was not understood.", exc_info=error)
            answer = self._refused(400, "This was not understood.")
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
        return await _in_thread(self.room_.store.pupil_of, self.key())

    async def teacher(self) -> Room:
        """The room of the teacher who asks."""
        try:
            return await _in_thread(self.room_.store.room_of, self.key())
        except GoneError:
            raise SaidError(403, "This needs the link of the class, and the class may be closed.") from None

    def owns(self) -> bool:
        """Whether this is who runs the server: at the machine itself, or by the token of a session of one's own."""
        return at_the_machine(self.request) or bool(self.settings["kismet_private"])

    def said(self) -> Json:
        """What the request says, a small JSON object. ValueError for anything else."""
        if len(self.request.body) > _MOST_BYTES:
            raise SaidError(413, "This is too long.")
        try:
            data = json.loads(self.request.body or b"{}")
        except (ValueError, RecursionError):
            raise ValueError("This was not understood.") from None
        if not isinstance(data, dict):
            raise ValueError("This was not understood.")
        return data

    def within(self, rate: room.Rate, who: str) -> None:
        """SaidError if this is one too many."""
        if not rate.allows(who):
            raise SaidError(429, "That was very often. Wait a moment.")

    # -- for everybody -----------------------------------------------------------------------

    async def here(self) -> Json:
        """Whether a class may be opened from where one is, and what a lesson's page needs to open all steps."""
        local = self.owns()
        return {"local": local, "teacher": self.room_.teacher if local else ""}

    async def open(self) -> Json:
        """Open a room: only at the machine itself."""
        if not self.owns():
            raise SaidError(403, "A class is opened at the machine that runs Kismet, or there by: kismet class")
        self.within(self.room_.joining, "open")
        self.room_.listen()
        lesson = str(self.said().get("lesson", ""))
        if lesson:
            await _in_thread(self.room_.courses.get, lesson)
        made = await _in_thread(self.room_.open, lesson)
        return {"code": made.code, "secret": made.secret}

    async def come(self) -> Json:
        """Join by a code: {code, name} -> {token, name, number, face, lesson}; an empty name is made up."""
        said, address = self.said(), str(self.request.remote_ip)
        code, name = room.read_code(said.get("code")), room.tidy_name(said["name"]) if said.get("name") else ""
        self.within(self.room_.joining, address)
        try:
            at = await _in_thread(self.room_.store.room_by, code)
        except GoneError:
            self.within(self.room_.guessing, address)
            raise SaidError(404, "No class has this code. Look at the board once more.") from None
        if at.pace["locked"]:
            raise SaidError(409, "The door of this class is closed. Ask your teacher.")
        token = room.new_secret()
        wished = said.get("face") if type(said.get("face")) is int else None
        me = await _in_thread(self.room_.join, at, name, token, wished)
        self.room_.news.changed()
        return {"token": token, "code": at.code, "name": me.name, "number": me.number, "face": me.face,
                "lesson": at.lesson}  # fmt: skip

    # -- for a pupil -------------------------------------------------------------------------

    async def report(self) -> Json:
        """What a pupil's lesson has come to; when this is answered, it is kept."""
        me, said = await self.pupil(), self.said()
        self.within(self.room_.telling, f"report {me.id}")
        number, lesson = said.get("number"), str(said.get("lesson"))
        if type(number) is not int or not 0 < number < 1 << 31:
            raise ValueError("A report has a number.")
        await _in_thread(self.room_.tell, me, lesson, number, said.get("data"))
        self.room_.news.changed()
        return {"number": number}

    async def pace(self) -> Json:
        """What holds for a pupil; waits for another version than the one `at`."""
        me = await self.pupil()
        await self._waited(me.room, 1)
        me, at = await self.pupil(), await _in_thread(self.room_.store.room, me.room)
        pace = at.pace
        return {"at": at.paced, "now": time.time(), "lesson": at.lesson, "upto": pace["upto"], "ends": pace["ends"],
                "paused": pace["paused"], "round": pace["round"] if pace["rolls"] else 0, "rolls": pace["rolls"],
                "consent": me.consent, "name": me.name, "face": me.face}  # fmt: skip

    async def play(self) -> Json:
        """The pupil's part of a round."""
        me = await self.pupil()
        self.within(self.room_.telling, f"play {me.id}")
        came = await _in_thread(self.room_.play, me)
        self.room_.news.changed()
        return came

    async def consent(self) -> Json:
        """Whether the class may see the pupil's picture, once the teacher has asked; a yes can be taken back."""
        me, yes = await self.pupil(), self.said().get("yes")
        if type(yes) is not bool:
            raise ValueError("Say yes or no.")
        await _in_thread(self.room_.store.set_consent, me.room, me.number, YES if yes else NO,
                         (ASKED,) if yes else (ASKED, YES))  # fmt: skip
        self.room_.news.changed()
        return {}

    # -- for the teacher ---------------------------------------------------------------------

    async def board(self) -> Json:
        """The board; waits for another version than the one `at`."""
        at = await self.teacher()
        known = await self._waited(at.id, 0)
        if known is not None and known != at.version:
            await asyncio.sleep(_GATHER)
        at = await self.teacher()
        return await _in_thread(self.room_.board, at)

    async def change(self) -> Json:
        """Another pace, or another lesson: {pace: {...}} or {lesson}."""
        lesson, pace = await _in_thread(self.room_.changed, await self.teacher(), self.said())
        self.room_.news.changed()
        return {"pace": pace, "lesson": lesson}

    async def ask(self) -> Json:
        """Ask a pupil whether the class may see the own picture, or take it down: {pupil, show}."""
        at, said = await self.teacher(), self.said()
        show = said.get("show") is True
        try:
            await _in_thread(self.room_.store.set_consent, at.id, _number(said), ASKED if show else NOT_ASKED,
                             (NOT_ASKED, NO) if show else (ASKED, YES, NO))  # fmt: skip
        except GoneError:
            raise SaidError(409, "This pupil was asked already, or has left.") from None
        self.room_.news.changed()
        return {}

    async def remove(self) -> Json:
        """Take a pupil out of the room: {pupil}."""
        at = await self.teacher()
        await _in_thread(self.room_.store.remove, at.id, _number(self.said()))
        self.room_.news.changed()
        return {}

    async def code(self) -> Json:
        """A result code that a pupil reads out: {text, name} -> who came in by it."""
        at, said = await self.teacher(), self.said()
        name = room.tidy_name(said["name"]) if said.get("name") else ""
        me = await _in_thread(self.room_.tell_by_code, at, str(said.get("text", ""))[:200], name)
        self.room_.news.changed()
        return {"name": me.name}

    async def sheet(self) -> str:
        """The teacher's sheet with the key."""
        at = await self.teacher()
        return await _in_thread(lambda: self.room_.course(at).sheet())

    async def csv(self) -> str:
        """The table of all pupils; `names=1`: with their names and reasons."""
        return await _in_thread(self.room_.paper, await self.teacher(), self._names())

    async def paper(self) -> str:
        """The page to print."""
        return await _in_thread(self.room_.paper, await self.teacher(), self._names(), f"{datetime.now():%d %B %Y}")

    def _names(self) -> bool:
        return self.get_argument("names", "") == "1"

    async def close(self) -> Json:
        """Close the room: all that was told is deleted."""
        at = await self.teacher()
        await _in_thread(self.room_.store.close_room, at.id)
        self.room_.news.changed()
        return {}

    async def _waited(self, id: int, which: int) -> int | None:
        """Wait for news, if the request says what it knows; this is returned."""
        known = self.get_argument("at", "")
        if not known.isascii() or not known.isdigit() or len(known) > 9:
            return None
        await self.room_.news.wait(id, which, int(known), _NEWS)
        return int(known)


def _number(said: Json) -> int:
    if type(said.get("pupil")) is not int or not 0 < said["pupil"] < 1 << 31:
        raise ValueError("Which pupil?")
    return int(said["pupil"])


#: name of an address -> what it does; any other is not there
_ASKED: dict[str, Callable[[ClassHandler], Awaitable[Any]]] = {
    name: getattr(ClassHandler, name) for name in ("here", "pace", "board", "sheet", "csv", "paper")
}
_DONE: dict[str, Callable[[ClassHandler], Awaitable[Any]]] = {
    name: getattr(ClassHandler, name)
    for name in ("open", "come", "report", "play", "consent", "change", "ask", "remove", "code", "close")
}


class ClassPage(BaseVoilaHandler):
    """`join` for pupils and `class` for the board: pages without data, the same for all."""

    @authenticated
    def get(self, name: str) -> None:
        from ...page import together

        title, scripts, sheets = _PAGES[name]
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.finish(self.render_template("class.html", page=name, title=title, script=together(*scripts),
                                         sheet=together(*sheets)))  # fmt: skip


_PAGES = {
    "join": ("Join a class", ("elements.js", "faces.js", "join.js"), ("class.css",)),
    "class": ("A class", ("elements.js", "faces.js", "pictures.js", "class.js"), ("class.css",)),
}


class QrPicture(BaseVoilaHandler):
    """The picture of an address of this server, as others in the network reach it."""

    @authenticated
    def get(self) -> None:
        path = self.get_argument("path", "")
        if not _PATH.fullmatch(path) or ".." in path:
            self.set_status(404)
            return
        made: Classroom = self.settings["kismet_class"]
        own = f"{self.request.protocol}://{self.request.host}{self.base_url}"
        there = made.hosts() if at_the_machine(self.request) else []
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(qr((there or [own])[0] + quote(path, safe="/#=&.%+,~")))


def class_handlers(server_url: str, options: Json) -> list[Any]:
    """The class's addresses."""
    return [
        (url_path_join(server_url, r"/(join|class)"), ClassPage, options),
        (url_path_join(server_url, r"/class/qr\.svg"), QrPicture, options),
        (url_path_join(server_url, r"/class/([a-z]{1,12})"), ClassHandler, options),
    ]
