"""Page `play` and the WebSocket of shared tables.

A page sends JSON objects with a `do`. The server sends objects with a `kind`: "lobby" (people and state of the
table), "seat" (the token of a new seat), "table" (data from which the page draws the table), "frame" (a message of the
table, followed by its buffers) and "refusal" (a plain sentence).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from jupyter_server.utils import url_path_join
from tornado.web import authenticated
from voila.handler import BaseVoilaHandler

import gamelib
from gamelib.nodes import Seat

from ...page.assets import bundle_scripts, bundle_styles
from ...page.protocol import Json
from ...page.translations import load_texts
from ...page.xsrf import NoXsrfCookieMixin
from .json_socket import JsonSocketHandler
from .seat_table import SeatTable
from .shared_game import TEXT_FILE, SharedGame
from .table_service import TIMERS, SharedTable, TableService

MAX_PAGES_OF_SEAT = 4


class PlayPageHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler of the page `play`. The page contains no data of a table."""

    script: ClassVar[str] = "classroom/shared_table/play_page.js"
    styles: ClassVar[tuple[str, ...]] = ("classroom/shared_table/play_page.css",)
    text_files: ClassVar[tuple[str, ...]] = (TEXT_FILE,)

    def page_settings(self) -> Json:
        """Return the settings that the page's script needs."""
        return {
            "texts": load_texts(*self.text_files),
            "timers": TIMERS,
            "games": [
                {"id": game.id, "title": game.title, "seats": [n for n in sorted(game.seats) if n > 1]}
                for game in map(gamelib.game, gamelib.all_games())
            ],
        }

    @authenticated
    def get(self) -> None:
        """Send the page."""
        settings = self.page_settings()
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.finish(
            self.render_template(
                "play.html",
                title=settings["texts"]["create_title"],
                settings=json.dumps(settings).replace("<", "\\u003c"),  # escaped for HTML
                script=bundle_scripts(self.script),
                sheet=bundle_styles("page/tokens.css", *self.styles),
            )
        )


class TableSocketHandler(JsonSocketHandler):
    """WebSocket of one open page of a seat or of a lobby."""

    @property
    def service(self) -> TableService:
        """Service with all shared tables of this server."""
        service: TableService = self.settings["kismet_tables"]
        return service

    @property
    def texts(self) -> Mapping[str, str]:
        """Sentences for refusals."""
        return self.service.texts

    def open(self, *args: Any, **kwargs: Any) -> None:
        """Prepare the connection."""
        super().open(*args, **kwargs)
        self.table: SharedTable | None = None
        self.seat: Seat | None = None
        self.seat_table: SeatTable | None = None
        self._timer: asyncio.TimerHandle | None = None

    def stop_following_on_disconnect(self) -> None:
        """Unsubscribe the page from the table. The person keeps the seat."""
        if self._timer is not None:
            self._timer.cancel()
        if self.seat_table is not None:
            self.seat_table.close()
        if self.table is not None:
            self.table.followers.remove(self.send_status_and_table)
            if self.seat is not None:
                self.table.record_page_closed(self.seat)
            self.table.notify_followers()

    def message_handlers(self) -> dict[str, Callable[[Json], None]]:
        """Return the handlers for the messages of the page, by name."""
        return {
            "create": self._create,
            "join": self._join,
            "open": self._return_to_table,
            "start": lambda request: self.service.start_game(*self._require_seat()),
            "leave": lambda request: self.service.substitute_bot_for_seat(*self._require_seat()),
            "let_bot_move": lambda request: self.service.let_bot_replace_late_person(*self._require_seat()),
            "model": self._pass_on,
        }

    def send_status_and_table(self) -> None:
        """Send the state of the table, and the table itself once the game has started."""
        assert self.table is not None
        self.tell({"kind": "lobby", **self.table.status(self.seat)})
        shared = self.table.shared
        if shared is not None and self.seat is not None and not self._draws(shared):
            if self.seat_table is not None:
                self.seat_table.close()
            self.seat_table = SeatTable(shared, self.seat, self.emit)
            self.tell({"kind": "table", "state": self.seat_table.initial_state()})
        self._plan_status()

    def _draws(self, shared: SharedGame) -> bool:
        """Return whether the page already draws this game. A group of tables plays several games in a row."""
        return self.seat_table is not None and self.seat_table.shared_game is shared

    def _plan_status(self) -> None:
        """Schedule the next status message for the time at which other people may let a bot move."""
        assert self.table is not None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        seconds = self.table.seconds_until_bot_move_allowed()
        if seconds is not None and self.seat is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds + 0.05, self.send_status_and_table)

    def _require_seat(self) -> tuple[SharedTable, Seat]:
        if self.table is None or self.seat is None:
            raise ValueError(self.texts["not_your_seat"])
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
            raise ValueError(self.texts["not_your_seat"])
        self._enter(table, seat)

    def _enter(self, table: SharedTable, seat: Seat | None) -> None:
        if self.seat is not None:
            raise ValueError(self.texts["not_understood"])
        if seat is not None and table.open_pages[seat] >= MAX_PAGES_OF_SEAT:
            raise ValueError(self.texts["too_many_pages"])
        if self.table is not None:  # somebody who looked at the lobby takes a seat
            self.table.followers.remove(self.send_status_and_table)
        self.table, self.seat = table, seat
        table.followers.append(self.send_status_and_table)
        if seat is not None:
            table.open_page(seat)
        table.notify_followers()

    def _pass_on(self, request: Json) -> None:
        if self.seat_table is None:
            raise ValueError(self.texts["not_understood"])
        self.seat_table.receive_from_page(request["content"])


def table_routes(server_url: str, options: Json) -> list[Any]:
    """Return the routes of the shared tables."""
    return [
        (url_path_join(server_url, "/play/?"), PlayPageHandler, options),
        (url_path_join(server_url, "/table/socket"), TableSocketHandler),
    ]
