"""Page `play` and the WebSocket of shared tables.

A page sends JSON objects with a `do`. The server answers with objects with a `kind`: "lobby" (people and state of the
table), "seat" (the token of a new seat), "table" (what draws the table), "frame" (a message of the table, followed by
its buffers) and "refusal" (a plain sentence).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.base.websocket import WebSocketMixin
from jupyter_server.utils import url_path_join
from tornado.log import app_log
from tornado.web import HTTPError, authenticated
from tornado.websocket import WebSocketClosedError, WebSocketHandler
from voila.handler import BaseVoilaHandler

import gamelib
from gamelib.nodes import Seat
from gamelib.validation import parse_json, shorten_text

from ...page.assets import bundle_scripts, bundle_styles
from ...page.protocol import Json
from ...page.translations import load_texts
from ...page.xsrf import NoXsrfCookieMixin
from ..session_state import TokenBucket
from .seat_table import SeatTable
from .shared_game import TEXT_FILE
from .table_service import TIMERS, SharedTable, TableService

MAX_MESSAGE_BYTES = 16 << 10
MAX_PAGES = 300
"""Maximum number of open pages of all shared tables."""
MAX_PAGES_OF_SEAT = 4


class PlayPageHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler of the page `play`. The page contains no data of a table."""

    @authenticated
    def get(self) -> None:
        """Send the page."""
        texts = load_texts(TEXT_FILE)
        settings = {
            "texts": texts,
            "timers": TIMERS,
            "games": [
                {"id": game.id, "title": game.title, "seats": [n for n in sorted(game.seats) if n > 1]}
                for game in map(gamelib.game, gamelib.all_games())
            ],
        }
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.finish(
            self.render_template(
                "play.html",
                title=texts["create_title"],
                settings=json.dumps(settings).replace("<", "\\u003c"),  # escaped for HTML
                script=bundle_scripts("classroom/shared_table/play_page.js"),
                sheet=bundle_styles("page/tokens.css", "classroom/shared_table/play_page.css"),
            )
        )


class TableSocketHandler(WebSocketMixin, WebSocketHandler, JupyterHandler):
    """WebSocket of one open page. An invalid message gets a sentence and changes nothing."""

    open_count: ClassVar[int] = 0

    @property
    def service(self) -> TableService:
        """The shared tables of this server."""
        service: TableService = self.settings["kismet_tables"]
        return service

    async def get(self, *args: Any, **kwargs: Any) -> None:
        """Open the connection for visitors of this server."""
        if not self.current_user:
            raise HTTPError(403)
        if TableSocketHandler.open_count >= MAX_PAGES:
            raise HTTPError(429)
        await super().get(*args, **kwargs)

    def open(self, *args: Any, **kwargs: Any) -> None:
        """Prepare the connection."""
        super().open(*args, **kwargs)
        TableSocketHandler.open_count += 1
        self.table: SharedTable | None = None
        self.seat: Seat | None = None
        self.seat_table: SeatTable | None = None
        self._rate = TokenBucket(60, 20)
        self._timer: asyncio.TimerHandle | None = None
        self._is_counted = True

    def on_close(self) -> None:
        """Leave the table. The seat stays that of its person."""
        super().on_close()
        if not getattr(self, "_is_counted", False):
            return
        self._is_counted = False
        TableSocketHandler.open_count -= 1
        if self._timer is not None:
            self._timer.cancel()
        if self.seat_table is not None:
            self.seat_table.close()
        if self.table is not None:
            self.table.followers.remove(self.show_status)
            if self.seat is not None:
                self.table.close_page(self.seat)
            self.table.tell_people()

    async def on_message(self, message: str | bytes) -> None:
        """Handle a message of the page."""
        texts = self.service.texts
        try:
            if not self._rate.try_acquire("page"):
                raise ValueError(texts["too_fast"])
            request = self._parsed(message)
            handle = self.message_handlers().get(str(request.get("do")))
            if handle is None:
                raise ValueError(texts["not_understood"])
            handle(request)
        except ValueError as error:
            self.tell({"kind": "refusal", "text": shorten_text(str(error))})
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            app_log.debug("A message of a shared table was not understood.", exc_info=error)
            self.tell({"kind": "refusal", "text": texts["not_understood"]})

    def _parsed(self, message: str | bytes) -> Json:
        """Return a message as an object. Raise ValueError with one sentence for anything else."""
        try:
            request = parse_json(message, MAX_MESSAGE_BYTES) if isinstance(message, str) else None
        except ValueError:
            request = None
        if not isinstance(request, dict):
            raise ValueError(self.service.texts["not_understood"])
        return request

    def message_handlers(self) -> dict[str, Callable[[Json], None]]:
        """Return the handlers of the messages by name."""
        return {
            "create": self._create,
            "join": self._join,
            "open": self._return_to_table,
            "start": lambda request: self.service.start_game(*self._require_seat()),
            "leave": lambda request: self.service.leave(*self._require_seat()),
            "let_bot_move": lambda request: self.service.let_bot_move(*self._require_seat()),
            "model": self._pass_on,
        }

    def tell(self, message: Json, buffers: Sequence[bytes] = ()) -> None:
        """Send a message with its buffers. A page that has gone gets nothing."""
        try:
            self.write_message(json.dumps({**message, "buffers": len(buffers)}))
            for part in buffers:
                self.write_message(part, binary=True)
        except WebSocketClosedError:
            pass

    def show_status(self) -> None:
        """Send the state of the table, and the table itself once the game has started."""
        assert self.table is not None
        self.tell({"kind": "lobby", **self.table.status(self.seat)})
        if self.table.shared is not None and self.seat is not None and self.seat_table is None:
            self.seat_table = SeatTable(self.table.shared, self.seat, self._emit)
            self.tell({"kind": "table", "state": self.seat_table.initial_state()})
        self._plan_status()

    def _plan_status(self) -> None:
        """Send the state again when the others may let a bot move."""
        assert self.table is not None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        seconds = self.table.seconds_until_offer()
        if seconds is not None and self.seat is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds + 0.05, self.show_status)

    def _emit(self, message: Json, buffers: Sequence[bytes]) -> None:
        self.tell({"kind": "frame", "data": message}, buffers)

    def _require_seat(self) -> tuple[SharedTable, Seat]:
        if self.table is None or self.seat is None:
            raise ValueError(self.service.texts["not_your_seat"])
        return self.table, self.seat

    # -- messages ----------------------------------------------------------------------------

    def _create(self, request: Json) -> None:
        table = self.service.create_table(request.get("game"), request.get("seats"), request.get("timer"))
        self._sit_down(table, self.service.take_seat(table, request.get("name")))

    def _join(self, request: Json) -> None:
        table = self.service.find_table(request.get("code"))
        self._sit_down(table, self.service.take_seat(table, request.get("name")))

    def _sit_down(self, table: SharedTable, token: str) -> None:
        self.tell({"kind": "seat", "code": table.code, "token": token})
        self._enter(table, table.seat_of(token))

    def _return_to_table(self, request: Json) -> None:
        table = self.service.find_table(request.get("code"))
        token = request.get("token")
        seat = table.seat_of(token) if isinstance(token, str) and token else None
        if token and seat is None:
            raise ValueError(self.service.texts["not_your_seat"])
        self._enter(table, seat)

    def _enter(self, table: SharedTable, seat: Seat | None) -> None:
        if self.seat is not None:
            raise ValueError(self.service.texts["not_understood"])
        if seat is not None and table.open_pages[seat] >= MAX_PAGES_OF_SEAT:
            raise ValueError(self.service.texts["too_many_pages"])
        if self.table is not None:  # somebody who looked at the lobby takes a seat
            self.table.followers.remove(self.show_status)
        self.table, self.seat = table, seat
        table.followers.append(self.show_status)
        if seat is not None:
            table.open_page(seat)
        table.tell_people()

    def _pass_on(self, request: Json) -> None:
        if self.seat_table is None:
            raise ValueError(self.service.texts["not_understood"])
        self.seat_table.receive(request["content"])


def table_routes(server_url: str, options: Json) -> list[Any]:
    """Return the routes of the shared tables."""
    return [
        (url_path_join(server_url, "/play/?"), PlayPageHandler, options),
        (url_path_join(server_url, "/table/socket"), TableSocketHandler),
    ]
