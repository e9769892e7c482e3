"""The addresses of a check of the room: what the board asks, and what the page that a phone has scanned sends back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from jupyter_server.utils import url_path_join
from tornado.web import authenticated
from tornado.websocket import WebSocketHandler
from voila.handler import BaseVoilaHandler

from ...page.xsrf import NoXsrfCookieMixin
from .. import reach, room
from ..network import only_here, own_addresses, qr
from ..reach import Device, ReachCheck
from .change_notifier import PATIENCE, SaidError, in_thread
from .class_service import Json
from .handlers import ClassHandler

_KNOCK = 1.0  # seconds in which this machine answers itself
_LINE = 10.0  # seconds after which a line that says nothing ends
OVER = "This check is over. Scan the picture on the board once more."


class CheckHandler(ClassHandler):
    """`class/check` is the board's; `class/reached` and `class/seen` are for who has scanned its picture."""

    @authenticated
    async def get(self, name: str) -> None:
        await self._carry_out({"check": CheckHandler.check, "seen": CheckHandler.seen}.get(name))

    @authenticated
    async def post(self, name: str) -> None:
        await self._carry_out(CheckHandler.reached if name == "reached" and self.marked() else None)

    async def check(self) -> Json:
        """What the check has found, and the picture of one address (`show`: which); waits for news with `at`."""
        at = await self.teacher()
        self.within(self.room_.asking, f"check {at.id}")
        mine = self.room_.checks.of(at.id)
        known = self.get_argument("at", "")
        if known.isascii() and known.isdigit() and len(known) <= 9:
            await mine.wait(int(known), PATIENCE)
        addresses = self._addresses()
        here = dict(zip(addresses, await asyncio.gather(*map(_answers, addresses)), strict=True))
        show = self.get_argument("show", "")
        address = show if show in here else next(iter(here), "")
        scan = f"{address}reached?t={mine.token}" if address else ""
        return {
            "at": mine.version,
            "rows": reach.rows(mine, here),
            "address": address,
            "scan": scan,
            "picture": qr(scan) if scan else "",
            "advice": reach.advice(mine, here, self._needs_wire(), bool(await in_thread(own_addresses))),
        }

    async def reached(self) -> Json:
        """The page that was scanned tells of itself: {t, wire, tried}; -> by which address it came, which others to
        try, and whether to open a line."""
        said = self.said()
        mine, one = self._device(str(said.get("t", "")))
        if type(said.get("wire")) is bool:
            one.wire = said["wire"]
        one.tried = one.tried or said.get("tried") is True
        one.answered = True
        self._prefer(mine)
        mine.changed()
        return {
            "by": self.by(),
            "others": [each for each in self._addresses() if each != self.by()],
            "wire": self._needs_wire(),
        }

    async def seen(self) -> Json:
        """A page that came by another address tries this one."""
        self._device(self.get_argument("t", ""))
        return {}

    def _device(self, token: str) -> tuple[ReachCheck, Device]:
        mine = self.room_.checks.by(token) if room.is_secret(token) else None
        if mine is None:
            raise SaidError(410, OVER)
        self.within(self.room_.asking, f"reached {self.request.remote_ip}")
        address = str(self.request.remote_ip)
        own = (only_here(address) or address in own_addresses()) and "X-Forwarded-For" not in self.request.headers
        one = mine.came(address, own, self.by())
        if one is None:
            raise SaidError(429, f"{reach.MOST_DEVICES} devices have tried already.")
        return mine, one

    def _addresses(self) -> list[str]:
        """At which pupils should reach this server: that of the board itself, if others can use it, and the machine's
        own."""
        there = self.room_.hosts()
        return there if only_here(self.request.host_name) else list(dict.fromkeys([self.by(), *there]))

    def _prefer(self, check: ReachCheck) -> None:
        """The address that the board shows is one that has been reached, if any has."""
        by, shown = reach.reached(check), self.room_.hosts()
        if by and shown and shown[0] not in by and (best := next((each for each in by if each in shown), None)):
            self.room_.preferred, check.moved = best, True

    def _needs_wire(self) -> bool:
        browsers = self.settings["kismet_browsers"]  # the site's pages for pupils' own browsers, None without them
        return browsers is None or not browsers.always


async def _answers(address: str) -> bool:
    """Whether somebody listens at an address of this machine: of a firewall a machine itself sees nothing."""
    parts = urlsplit(address)
    with suppress(OSError, TimeoutError):
        _, writer = await asyncio.wait_for(
            asyncio.open_connection(parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)), _KNOCK
        )
        writer.close()
        return True
    return False


class CheckWire(NoXsrfCookieMixin, WebSocketHandler):
    """A line like that of a page to its kernel: it says one word, and what is answered comes back."""

    def open(self) -> None:
        asyncio.get_running_loop().call_later(_LINE, self.close)

    def on_message(self, message: str | bytes) -> None:
        self.write_message(message[:20])
        self.close()


class ReachedPage(NoXsrfCookieMixin, BaseVoilaHandler):
    """What a phone shows that has scanned the picture of a check. It may ask all addresses of this machine, which no
    other page may."""

    @authenticated
    def get(self) -> None:
        from ...page.modules import linked, styles

        made = self.settings["kismet_class"]
        hosts = " ".join(each.rstrip("/") for each in made.hosts())
        self.set_header(
            "Content-Security-Policy",
            f"default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws: wss: {hosts}; frame-ancestors 'none'",
        )
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.finish(
            self.render_template(
                "class.html",
                page="reached",
                title="Reached",
                dice=made.dice(),
                script=linked("classroom/reached.js"),
                sheet=styles("classroom/class.css"),
            )
        )


def check_handlers(server_url: str, options: Json) -> list[tuple[str, type, Json]]:
    """The check's addresses; before those of the class."""
    return [
        (url_path_join(server_url, r"/reached"), ReachedPage, options),
        (url_path_join(server_url, r"/class/wire"), CheckWire, {}),
        (url_path_join(server_url, r"/class/(check|reached|seen)"), CheckHandler, options),
    ]
