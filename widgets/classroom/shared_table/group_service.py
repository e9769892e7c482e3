"""Groups of tables of a server: open a group, find it again after a restart, and start the games."""

from __future__ import annotations

import secrets
from typing import Any

from gamelib.tools.deal_comparison import MIN_DEALS
from gamelib.validation import FORMAT_ERRORS

from ...page.protocol import Json
from ...page.translations import load_texts
from ..class_store import hash_token
from ..session_state import new_secret
from .table_files import TableFiles
from .table_group import KEY_BYTES, MAX_DEALS, MAX_GROUP_TABLES, MODES, TableGroup, new_deal_key
from .table_service import TableService

TEXT_FILE = "table_group"
CODE_BYTES = 6


class GroupService:
    """All groups of tables of a server.

    Args:
        tables: The shared tables of the server.
        files: Folder in which the server saves the groups.
    """

    def __init__(self, tables: TableService, files: TableFiles) -> None:
        self.tables, self.files = tables, files
        self.texts = load_texts(TEXT_FILE)
        self._groups: dict[str, TableGroup] = {}

    def create_group(self, settings: Json) -> tuple[TableGroup, str]:
        """Open tables that play the same deals.

        Args:
            settings: "game", "seats" and "timer" of each table, the number of "tables", the number of "deals" and the
                "mode". They come from a page and can be any values.

        Returns:
            The group and the key of the organiser's link.

        Raises:
            ValueError: A value is invalid, or there are too many tables.
        """
        count, deals, mode = settings.get("tables"), settings.get("deals"), settings.get("mode")
        if type(count) is not int or not 1 <= count <= MAX_GROUP_TABLES:
            raise ValueError(self.texts["which_tables"].format(most=MAX_GROUP_TABLES))
        if type(deals) is not int or not 1 <= deals <= MAX_DEALS:
            raise ValueError(self.texts["which_deals"].format(most=MAX_DEALS))
        if mode not in MODES:
            raise ValueError(self.texts["which_mode"])
        if mode == "rotation" and min(count, deals) < MIN_DEALS:
            raise ValueError(self.texts["rotation_needs"].format(least=MIN_DEALS))
        self.files.delete_old()
        tables = self.tables.create_tables(settings.get("game"), settings.get("seats"), settings.get("timer"), count)
        for number, table in enumerate(tables, 1):
            table.number = number
            table.save_and_notify()
        token = new_secret()
        group = TableGroup(
            secrets.token_hex(CODE_BYTES),
            hash_token(token),
            mode,
            [new_deal_key() for _ in range(deals)],
            secrets.token_bytes(KEY_BYTES),
            tables,
            self.files,
        )
        group.save()
        self._groups[group.code] = group
        return group, token

    def find_group(self, code: Any, token: Any) -> TableGroup:
        """Return the group to which an organiser's link belongs. Raise ValueError for a wrong link."""
        if not isinstance(code, str) or len(code) != 2 * CODE_BYTES or not code.isalnum():
            raise ValueError(self.texts["no_group"])
        if code not in self._groups:
            data = self.files.load(code)
            if data is None:
                raise ValueError(self.texts["no_group"])
            try:
                tables = [self.tables.find_table(table) for table in data["tables"]]
                group = TableGroup.from_dict(code, data, self.files, tables)
            except (ValueError, *FORMAT_ERRORS) as error:
                raise ValueError(self.texts["damaged_group"]) from error
            self._groups[code] = group
        group = self._groups[code]
        if not group.is_organiser(token):
            raise ValueError(self.texts["no_group"])
        return group

    def start_next_deal_at_all_tables(self, group: TableGroup) -> None:
        """Start the next game at all tables. Raise ValueError if that is not possible now."""
        if not group.tables_with_people():
            raise ValueError(self.texts["nobody_here"])
        if not group.can_start_sitting():
            raise ValueError(self.texts["not_finished" if group.sitting + 1 < len(group.deal_keys) else "all_played"])
        group.start_next_deal_at_all_tables()
