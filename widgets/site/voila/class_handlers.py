"""The class's addresses: JSON for pupils and for the board, the pages `join` and `class`, and QR pictures.

A pupil's token opens what is that pupil's, a room's secret opens the board; both travel in a header of our own, which
no form and no page from elsewhere can send. Who says wrong things gets one plain sentence and nothing more.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any
from urllib.parse import quote

from jupyter_server.utils import url_path_join
from tornado.httputil import HTTPServerRequest
from tornado.log import app_log
from tornado.web import authenticated
from voila.handler import BaseVoilaHandler

from ...classroom import room
from ...classroom.network import qr
from ...classroom.store import ASKED, NO, NOT_ASKED, YES, GoneError, Member, Room, StoreError
from .classroom import Classroom, Json
from .news import SaidError, in_thread

KEY, MARK = "X-Kismet-Key", "X-Kismet-Class"
_NEWS = 20.0  # seconds that who waits for news is left without an answer
_GATHER = 0.15  # seconds in which changes become one for a board
_MOST_BYTES = 16 << 10
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-Ip", "X-Forwarded-Host", "Via")
_PATH = re.compile(r"(join|voila/render/[-\w/.]{1,120}\.ipynb(#[-\w=&.%+,~]{0,300})?)", re.ASCII)
GONE = "This class is closed."


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
        return await in_thread(self.room_.store.pupil_of, self.key())

    async def teacher(self) -> Room:
        """The room of the teacher who asks."""
        try:
            return await in_thread(self.room_.store.room_of, self.key())
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
            await in_thread(self.room_.known, lesson)
        made = await in_thread(self.room_.open, lesson)
        return {"code": made.code, "secret": made.secret}

    async def come(self) -> Json:
        """Join by a code: {code, name} -> {token, name, number, face, lesson}; an empty name is made up."""
        said, address = self.said(), str(self.request.remote_ip)
        code, name = room.read_code(said.get("code")), room.tidy_name(said["name"]) if said.get("name") else ""
        self.within(self.room_.joining, address)
        try:
            at = await in_thread(self.room_.store.room_by, code)
        except GoneError:
            self.within(self.room_.guessing, address)
            raise SaidError(404, "No class has this code. Look at the board once more.") from None
        if at.pace["locked"]:
            raise SaidError(409, "The door of this class is closed. Ask your teacher.")
        token = room.new_secret()
        wished = said.get("face") if type(said.get("face")) is int else None
        me = await in_thread(self.room_.join, at, name, token, wished)
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
        await in_thread(self.room_.tell, me, lesson, number, said.get("data"))
        self.room_.news.changed()
        return {"number": number}

    async def pace(self) -> Json:
        """What holds for a pupil; waits for another version than the one `at`."""
        me = await self.pupil()
        await self._waited(me.room, 1)
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
        await in_thread(self.room_.store.set_consent, me.room, me.number, YES if yes else NO,
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
        return await in_thread(self.room_.board, at)

    async def change(self) -> Json:
        """Another pace, or another lesson: {pace: {...}} or {lesson}."""
        lesson, pace = await in_thread(self.room_.changed, await self.teacher(), self.said())
        self.room_.news.changed()
        return {"pace": pace, "lesson": lesson}

    async def ask(self) -> Json:
        """Ask a pupil whether the class may see the own picture, or take it down: {pupil, show}."""
        at, said = await self.teacher(), self.said()
        show = said.get("show") is True
        try:
            await in_thread(self.room_.store.set_consent, at.id, _number(said), ASKED if show else NOT_ASKED,
                             (NOT_ASKED, NO) if show else (ASKED, YES, NO))  # fmt: skip
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
        at = await self.teacher()
        await in_thread(self.room_.store.remove, at.id, _number(self.said()))
        self.room_.news.changed()
        return {}

    async def code(self) -> Json:
        """A result code that a pupil reads out: {text, name} -> who came in by it."""
        at, said = await self.teacher(), self.said()
        name = room.tidy_name(said["name"]) if said.get("name") else ""
        me = await in_thread(self.room_.tell_by_code, at, str(said.get("text", ""))[:200], name)
        self.room_.news.changed()
        return {"name": me.name}

    async def sheet(self) -> str:
        """The teacher's sheet with the key."""
        at = await self.teacher()
        return await in_thread(lambda: self.room_.course(at).sheet())

    async def csv(self) -> str:
        """The table of all pupils; `names=1`: with their names and reasons."""
        return await in_thread(self.room_.paper, await self.teacher(), self._names())

    async def paper(self) -> str:
        """The page to print."""
        return await in_thread(self.room_.paper, await self.teacher(), self._names(), f"{datetime.now():%d %B %Y}")

    def _names(self) -> bool:
        return self.get_argument("names", "") == "1"

    async def close(self) -> Json:
        """Close the room: all that was told is deleted."""
        at = await self.teacher()
        await in_thread(self.room_.store.close_room, at.id)
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
    for name in ("open", "come", "report", "play", "vote", "heard", "consent", "change", "ask", "hint", "remove",
                 "code", "close")
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
    "class": ("A class", ("elements.js", "faces.js", "news.js", "pictures.js", "views.js", "class.js"),
              ("class.css", "own.css")),
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
