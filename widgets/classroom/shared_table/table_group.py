"""Several shared tables that play the same deals, and the organiser's view of them.

Each deal has a key of 32 random bytes. The key stays on the server until all tables have finished the deal. The
tables display its fingerprint before play. The results of a deal stay hidden until then too.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from gamelib import End, Record
from gamelib.common_luck import DealKey
from gamelib.tools.deal_comparison import deal_by_sitting_and_table

from ...page.protocol import Json
from ...table.table_random_source import TableRandomSource
from ..class_store import hash_token
from .table_files import TableFiles
from .table_service import SharedTable

MAX_GROUP_TABLES = 10
MAX_DEALS = 8
KEY_BYTES = 32
MODES = ("own_dice", "same_luck", "rotation")


@dataclass
class TableGroup:
    """Tables of one game that play the same deals.

    Attributes:
        code: Name of the group in its link.
        organiser_hash: Hash of the key of the organiser's link.
        mode: How the tables share deals and luck, from `MODES`.
        deal_keys: Key of each deal.
        table_secret: Secret from which each table's own dice are derived.
        tables: The tables, in the order of their numbers.
        sitting: Number of the current sitting, from 0, or -1 before the start. In a sitting each table plays one deal.
        finished: Records of the finished games by deal and table number.
    """

    code: str
    organiser_hash: str
    mode: str
    deal_keys: list[DealKey]
    table_secret: bytes
    tables: list[SharedTable]
    files: TableFiles
    sitting: int = -1
    finished: dict[tuple[int, int], Record] = field(default_factory=dict)
    followers: list[Callable[[], None]] = field(default_factory=list)
    """Functions to call after each change of a table."""

    def __post_init__(self) -> None:
        for table in self.tables:
            table.followers.append(self.on_table_change)
        self._start_tables()  # the server may have stopped while it started the games
        self.on_table_change()

    # -- files -------------------------------------------------------------------------------

    def to_dict(self) -> Json:
        """Return all data that the server needs after a restart."""
        return {
            "organiser": self.organiser_hash,
            "mode": self.mode,
            "deals": [key.secret.hex() for key in self.deal_keys],
            "secret": self.table_secret.hex(),
            "tables": [table.code for table in self.tables],
            "sitting": self.sitting,
            "finished": [[deal, table, record.to_link()] for (deal, table), record in self.finished.items()],
        }

    @classmethod
    def from_dict(cls, code: str, data: Json, files: TableFiles, tables: list[SharedTable]) -> TableGroup:
        """Return a group from saved data and from its tables."""
        game = tables[0].game
        return cls(
            code,
            data["organiser"],
            data["mode"],
            [DealKey(bytes.fromhex(key)) for key in data["deals"]],
            bytes.fromhex(data["secret"]),
            tables,
            files,
            data["sitting"],
            {(deal, table): Record.from_link(link, game) for deal, table, link in data["finished"]},
        )

    def save(self) -> None:
        """Write the group to its file. Raise OSError if the disk is full."""
        self.files.save(self.code, self.to_dict())

    # -- playing -----------------------------------------------------------------------------

    def is_organiser(self, token: Any) -> bool:
        """Return whether this is the key in the organiser's link."""
        return isinstance(token, str) and hash_token(token) == self.organiser_hash

    def tables_with_people(self) -> list[SharedTable]:
        """Return the tables with at least one person. Nobody can join after the first start."""
        return [table for table in self.tables if table.names]

    def deal_of(self, table: SharedTable, sitting: int) -> int:
        """Return the number of the deal, from 0, that a table plays in a sitting."""
        if self.mode == "rotation":
            return deal_by_sitting_and_table(len(self.tables), len(self.deal_keys))[sitting][table.number - 1]
        return sitting

    def luck_of(self, deal: int, name: str) -> TableRandomSource:
        """Return the random source of a deal. `name` is the table or bot game that uses its own dice, if any."""
        if self.mode != "own_dice":
            return TableRandomSource(self.deal_keys[deal])
        own = sha256(self.table_secret + f"|{deal}|{name}".encode()).digest()
        return TableRandomSource(self.deal_keys[deal], DealKey(own))

    def has_finished_sitting(self) -> bool:
        """Return whether all tables with people have finished their game of the current sitting."""
        return self.sitting >= 0 and all(is_over(table) for table in self.tables_with_people())

    def can_start_sitting(self) -> bool:
        """Return whether the next game can start at all tables."""
        is_ready = self.sitting < 0 or self.has_finished_sitting()
        return is_ready and self.sitting + 1 < len(self.deal_keys) and bool(self.tables_with_people())

    def start_next_deal_at_all_tables(self) -> None:
        """Start the next game at all tables with people."""
        self.sitting += 1
        self.save()  # save the group before any table shows a card
        self._start_tables()

    def _start_tables(self) -> None:
        late = [table for table in self.tables if table.sitting < self.sitting]
        for table in late:
            table.sitting = self.sitting
            if table.names:
                players = table.shared.players if table.shared is not None else table.players_at_start()
                luck = self.luck_of(self.deal_of(table, self.sitting), str(table.number))
                table.begin(list(players), luck=luck)
        for table in late:
            table.save_and_notify()

    def on_table_change(self) -> None:
        """When a sitting has ended, save its games. Then notify the organiser's pages."""
        if self.has_finished_sitting():
            self._keep_finished_games()
        for follow in list(self.followers):
            follow()

    def _keep_finished_games(self) -> None:
        number = len(self.finished)
        for table in self.tables_with_people():
            assert table.shared is not None  # the table is over
            self.finished.setdefault((self.deal_of(table, self.sitting), table.number), table.shared.record)
        if len(self.finished) > number:
            self.save()
        if self.sitting + 1 < len(self.deal_keys) and self.mode == "rotation":
            return  # other tables still play these deals
        for table in self.tables_with_people():
            if table.shared is not None and table.shared.is_sealed:
                table.shared.is_sealed = False
                table.save_and_notify()

    def is_deal_over(self, deal: int) -> bool:
        """Return whether all tables with people have finished a deal."""
        playing = self.tables_with_people()
        return bool(playing) and all((deal, table.number) in self.finished for table in playing)

    def finished_deals(self) -> list[int]:
        """Return the numbers of the finished deals, from 0."""
        return [deal for deal in range(len(self.deal_keys)) if self.is_deal_over(deal)]

    # -- the organiser's page ----------------------------------------------------------------

    def status(self) -> Json:
        """Return the data for the organiser's page during play, without anything that players must not know."""
        return {
            "code": self.code,
            "game": self.tables[0].game.title,
            "seats": self.tables[0].seat_count,
            "mode": self.mode,
            "sitting": self.sitting,
            "canStart": self.can_start_sitting(),
            "deals": [
                {
                    "fingerprint": key.fingerprint(),
                    "key": key.secret.hex() if self.is_deal_over(deal) else "",
                }
                for deal, key in enumerate(self.deal_keys)
            ],
            "tables": [self._table_status(table) for table in self.tables],
        }

    def _table_status(self, table: SharedTable) -> Json:
        people = table.status(None)
        state = table.shared.session.state if table.shared else None
        status = {name: people[name] for name in ("code", "number", "names", "present", "left", "awaited")}
        return {
            **status,
            "state": "waiting" if state is None else "finished" if is_over(table) else "playing",
            "deal": self.deal_of(table, self.sitting) if state is not None else -1,
            "step": len(table.shared.record) if table.shared else 0,
            "round": getattr(state, "round", 0),
        }


def is_over(table: SharedTable) -> bool:
    """Return whether the game of a table has ended."""
    return table.shared is not None and isinstance(table.shared.record.state.node, End)


def new_deal_key() -> DealKey:
    """Return a new random key of a deal."""
    return DealKey(secrets.token_bytes(KEY_BYTES))
