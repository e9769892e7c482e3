"""Page `tables` and its WebSocket, for the organiser of several tables that play the same deals.

The server sends the organiser's page JSON objects with a `kind`: "group" (the link of a new group), "board" (state of
all tables), "results" (finished deals), "table" and "frame" (picture of a finished game) and "refusal".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jupyter_server.utils import url_path_join

from ...page.protocol import Json, validate_int
from ...page.translations import load_texts
from ..server.class_service import ClassService
from .deal_table import DealTable
from .group_results import deal_points_and_divergences, points_variance_parts
from .group_service import TEXT_FILE, GroupService
from .json_socket import JsonSocketHandler
from .socket_handler import PlayPageHandler
from .table_group import MAX_DEALS, MAX_GROUP_TABLES, MODES, TableGroup


class TablesPageHandler(PlayPageHandler):
    """Handler of the page `tables`. The page contains no data of a table."""

    script = "classroom/shared_table/tables_page.js"
    styles = ("classroom/shared_table/play_page.css", "classroom/shared_table/tables_page.css")
    text_files = ("shared_table", TEXT_FILE)

    def page_settings(self) -> Json:
        classroom: ClassService = self.settings["kismet_class"]
        return {
            **super().page_settings(),
            "modes": MODES,
            "maxTables": MAX_GROUP_TABLES,
            "maxDeals": MAX_DEALS,
            "addresses": classroom.network_urls()[:1],
        }


class GroupSocketHandler(JsonSocketHandler):
    """WebSocket of one open page of an organiser."""

    @property
    def service(self) -> GroupService:
        """Service with all groups of tables of this server."""
        service: GroupService = self.settings["kismet_groups"]
        return service

    @property
    def texts(self) -> Mapping[str, str]:
        """Sentences for refusals."""
        return load_texts("shared_table", TEXT_FILE)

    def open(self, *args: Any, **kwargs: Any) -> None:
        """Prepare the connection."""
        super().open(*args, **kwargs)
        self.group: TableGroup | None = None
        self.deal_table: DealTable | None = None

    def stop_following_on_disconnect(self) -> None:
        """Stop following the group."""
        if self.deal_table is not None:
            self.deal_table.close()
        if self.group is not None:
            self.group.followers.remove(self.show_board)

    def message_handlers(self) -> dict[str, Callable[[Json], None]]:
        """Return the handlers for the messages of the page, by name."""
        return {
            "create": self._create,
            "open": lambda request: self._follow(self.service.find_group(request.get("code"), request.get("token"))),
            "start": lambda request: self.service.start_next_deal_at_all_tables(self._require_group()),
            "results": self._show_results,
            "show_table": self._show_table,
            "model": self._pass_on,
        }

    def show_board(self) -> None:
        """Send the state of all tables to the organiser's page."""
        self.tell({"kind": "board", **self._require_group().status()})

    def _require_group(self) -> TableGroup:
        if self.group is None:
            raise ValueError(self.texts["no_group"])
        return self.group

    def _create(self, request: Json) -> None:
        group, token = self.service.create_group(request)
        self.tell({"kind": "group", "code": group.code, "token": token})
        self._follow(group)

    def _follow(self, group: TableGroup) -> None:
        if self.group is not None:
            raise ValueError(self.texts["not_understood"])
        self.group = group
        group.followers.append(self.show_board)
        self.show_board()

    def _show_results(self, request: Json) -> None:
        group = self._require_group()
        self.tell(
            {
                "kind": "results",
                "deals": [deal_points_and_divergences(group, deal) for deal in group.finished_deals()],
                "parts": [points_variance_parts(group, seat) for seat in range(group.tables[0].seat_count)],
            }
        )

    def _show_table(self, request: Json) -> None:
        group = self._require_group()
        deal, table = validate_int(request["deal"]), validate_int(request["table"])
        if not group.is_deal_over(deal) or (deal, table) not in group.finished:
            raise ValueError(self.texts["not_finished"])
        record = group.finished[deal, table]
        step = min(max(validate_int(request["step"]), 0), len(record))
        if self.deal_table is not None:
            self.deal_table.close()
        self.deal_table = DealTable(record, step, self.emit)
        self.tell({"kind": "table", "state": self.deal_table.initial_state()})

    def _pass_on(self, request: Json) -> None:
        if self.deal_table is None:
            raise ValueError(self.texts["not_understood"])
        self.deal_table.receive_from_page(request["content"])


def group_routes(server_url: str, options: Json) -> list[Any]:
    """Return the routes for groups of tables."""
    return [
        (url_path_join(server_url, "/tables/?"), TablesPageHandler, options),
        (url_path_join(server_url, "/tables/socket"), GroupSocketHandler),
    ]
