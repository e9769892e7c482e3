"""Shared tables of a server: people take seats in a lobby, the game starts, people leave and return.

The token of a seat gives access to this seat. The server stores only hashes of tokens.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gamelib
from gamelib import Game, Record
from gamelib.nodes import Seat
from gamelib.validation import FORMAT_ERRORS

from ...page.protocol import Json
from ...page.translations import load_texts
from ...page.user_text import DEFAULT_PLAYER_NAMES
from ...table.players import HUMAN
from ...table.table_random_source import TableRandomSource
from ..class_store import hash_token
from ..pupil_names import has_blocked_word, is_similar_to_any, validate_name, with_number_suffix
from ..session_state import new_room_code, new_secret, parse_room_code
from .shared_game import SUBSTITUTE, TEXT_FILE, SharedGame
from .table_files import TableFiles

MAX_TABLES = 60
TIMERS = (0, 60, 120)
"""Seconds after which a table offers to let a bot move. 0 means never."""
ABSENCE = 15.0
"""Seconds without an open page after which a person counts as absent."""


@dataclass
class SharedTable:
    """One shared table.

    Attributes:
        code: Code with which people join.
        game: The game.
        seat_count: Number of seats.
        timer: Seconds after which others may let a bot move for a late person, from `TIMERS`.
        names: Name of each person, in the order of the seats.
        token_hashes: Hash of the token of each person.
        files: Folder in which the table is saved, or None.
        shared: The game, or None in the lobby.
        number: Number of the table in a group of tables that play the same deals, or 0.
        sitting: Number of the last game that the group has started, or -1.
    """

    code: str
    game: Game
    seat_count: int
    timer: int
    names: list[str] = field(default_factory=list)
    token_hashes: list[str] = field(default_factory=list)
    files: TableFiles | None = None
    shared: SharedGame | None = None
    number: int = 0
    sitting: int = -1
    is_saved: bool = True
    """Whether the last change was written to the disk."""
    followers: list[Callable[[], None]] = field(default_factory=list)
    """Functions to call after each change of the lobby, of the people or of the game."""
    open_pages: Counter[Seat] = field(default_factory=Counter)
    changed_at: float = field(default_factory=time.monotonic)
    absent_since: dict[Seat, float] = field(default_factory=dict)

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat of a token, or None for an unknown token."""
        hashed = hash_token(token)
        return self.token_hashes.index(hashed) if hashed in self.token_hashes else None

    def save_and_notify(self) -> None:
        """Save a change and notify all open pages.

        If the disk is full, the game continues and the pages display a warning.
        """
        self.changed_at = time.monotonic()
        if self.files is not None:
            try:
                self.files.save(self.code, self.to_dict())
                self.is_saved = True
            except OSError:
                self.is_saved = False
        self.notify_followers()

    def notify_followers(self) -> None:
        """Send all open pages the list of people and the seat that has to act."""
        for follow in list(self.followers):
            follow()

    def to_dict(self) -> Json:
        """Return the data that the server needs to restore the table after a restart."""
        return {
            "game": self.game.id,
            "seats": self.seat_count,
            "timer": self.timer,
            "names": self.names,
            "tokens": self.token_hashes,
            "players": self.shared.players if self.shared else [],
            "link": self.shared.record.to_link() if self.shared else "",
            "number": self.number,
            "sitting": self.sitting,
            "luck": self.shared.luck.secret_keys() if self.shared and self.shared.luck else None,
            "sealed": self.shared is not None and self.shared.is_sealed,
        }

    @classmethod
    def from_dict(cls, code: str, data: Json, files: TableFiles) -> SharedTable:
        """Return a table from saved data. Raise ValueError for invalid data."""
        try:
            game = gamelib.game(data["game"])
            table = cls(code, game, data["seats"], data["timer"], list(data["names"]), list(data["tokens"]), files)
            table.number, table.sitting = data["number"], data["sitting"]
            if data["link"]:
                record = Record.from_link(data["link"], game)
                luck = TableRandomSource.from_secret_keys(data["luck"]) if data["luck"] else None
                table.begin(list(data["players"]), record, luck)
                assert table.shared is not None
                table.shared.is_sealed = bool(data["sealed"])
        except (ValueError, *FORMAT_ERRORS) as error:
            raise ValueError(f"The file of table {code} is damaged.") from error
        return table

    def players_at_start(self) -> list[str]:
        """Return the players of the first game: the people who have joined, and bots at the free seats."""
        return [HUMAN] * len(self.names) + [SUBSTITUTE] * (self.seat_count - len(self.names))

    def begin(self, players: list[str], record: Record | None = None, luck: TableRandomSource | None = None) -> None:
        """Start a game, or continue it."""
        names = [*self.names, *_bot_names(self.names)][: self.seat_count]
        self.shared = SharedGame(self.game, players, names, record=record, luck=luck)
        self.shared.followers.append(
            self.save_and_notify
        )  # added before the pages of the seats, so that they show nothing unsaved

    def status(self, seat: Seat | None) -> Json:
        """Return the data about the people for a page, and whether a bot may move for the person who has to act."""
        awaited = self.shared.awaited_seat() if self.shared else None
        return {
            "code": self.code,
            "game": self.game.title,
            "number": self.number,
            "seats": self.seat_count,
            "names": self.names,
            "seat": seat,
            "started": self.shared is not None,
            "saved": self.is_saved,
            "timer": self.timer,
            "awaited": self.names[awaited] if awaited is not None and self._is_person(awaited) else "",
            "canLetBotMove": seat is not None and self.can_let_bot_move(seat),
            "present": [self.open_pages[number] > 0 for number in range(len(self.names))],
            "left": [bool(self.shared) and not self._is_person(number) for number in range(len(self.names))],
        }

    def _is_person(self, seat: Seat) -> bool:
        return self.shared is not None and self.shared.players[seat] == HUMAN

    def can_let_bot_move(self, seat: Seat) -> bool:
        """Return whether a person may let a bot move for another person who is late or absent."""
        awaited = self.shared.awaited_seat() if self.shared else None
        if awaited is None or awaited == seat or not self._is_person(awaited):
            return False
        now = time.monotonic()
        is_late = self.timer > 0 and now - self.changed_at >= self.timer
        return is_late or (self.open_pages[awaited] == 0 and now - self.absent_since.get(awaited, now) >= ABSENCE)

    def seconds_until_bot_move_allowed(self) -> float | None:
        """Return the number of seconds after which other people may let a bot move.

        The result is None if other people may let a bot move now, or if they never may.
        """
        awaited = self.shared.awaited_seat() if self.shared else None
        if awaited is None or not self._is_person(awaited):
            return None
        now = time.monotonic()
        waits = [self.changed_at + self.timer - now] if self.timer else []
        if self.open_pages[awaited] == 0:
            waits.append(self.absent_since.get(awaited, now) + ABSENCE - now)
        return min(waits) if waits and min(waits) > 0 else None

    def open_page(self, seat: Seat) -> None:
        """Record that a page of a seat was opened. If the person had left, the person takes the seat back."""
        self.open_pages[seat] += 1
        self.absent_since.pop(seat, None)
        if self.shared is not None and self.shared.players[seat] != HUMAN:
            self.shared.replace_player(seat, HUMAN)

    def record_page_closed(self, seat: Seat) -> None:
        """Record that a page of a seat was closed."""
        self.open_pages[seat] -= 1
        if self.open_pages[seat] <= 0:
            self.absent_since[seat] = time.monotonic()


def _bot_names(used: list[str]) -> list[str]:
    return [name for name in DEFAULT_PLAYER_NAMES if not is_similar_to_any(name, used)]


class TableService:
    """All shared tables of a server.

    Args:
        files: Folder in which the tables are saved.
    """

    def __init__(self, files: TableFiles) -> None:
        self.files = files
        self.texts = load_texts(TEXT_FILE)
        self._tables: dict[str, SharedTable] = {}

    def create_table(self, game_id: Any, seats: Any, timer: Any) -> SharedTable:
        """Create a table with an empty lobby.

        Raises:
            ValueError: A value is invalid, or there are too many tables.
        """
        return self.create_tables(game_id, seats, timer, 1)[0]

    def create_tables(self, game_id: Any, seats: Any, timer: Any, count: int) -> list[SharedTable]:
        """Create several tables with empty lobbies.

        Raises:
            ValueError: A value is invalid, or there are too many tables.
        """
        if not isinstance(game_id, str) or game_id not in gamelib.all_games():
            raise ValueError(self.texts["which_game"])
        game = gamelib.game(game_id)
        if type(seats) is not int or seats < 2 or seats not in game.seats:
            raise ValueError(self.texts["which_seats"].format(game=game.title))
        if timer not in TIMERS:
            raise ValueError(self.texts["which_timer"])
        self.files.delete_old()
        kept = self.files.codes()
        self._tables = {code: table for code, table in self._tables.items() if code in kept or table.followers}
        if len({*kept, *self._tables}) + count > MAX_TABLES:
            raise ValueError(self.texts["too_many_tables"])
        tables = []
        for _ in range(count):
            table = SharedTable(self._new_code(), game, seats, timer, files=self.files)
            self._tables[table.code] = table
            table.save_and_notify()
            tables.append(table)
        return tables

    def _new_code(self) -> str:
        code = new_room_code()
        while code in self._tables or self.files.load(code) is not None:
            code = new_room_code()
        return code

    def find_table(self, typed_code: Any) -> SharedTable:
        """Return the table for a typed code. Raise ValueError if there is no such table."""
        code = parse_room_code(typed_code)
        if code not in self._tables:
            data = self.files.load(code)
            if data is None:
                raise ValueError(self.texts["no_table"])
            self._tables[code] = SharedTable.from_dict(code, data, self.files)
        return self._tables[code]

    def take_seat(self, table: SharedTable, name: Any) -> str:
        """Give the next free seat to a person and return the token of the seat.

        Raises:
            ValueError: The name is not possible, the game has started, or all seats are taken.
        """
        if table.shared is not None or table.sitting >= 0:
            raise ValueError(self.texts["has_started"])
        if len(table.names) == table.seat_count:
            raise ValueError(self.texts["is_full"])
        wanted = validate_name(name)
        if has_blocked_word(wanted):
            raise ValueError(self.texts["other_name"])
        number = 1
        while is_similar_to_any(with_number_suffix(wanted, number), table.names):
            number += 1
        token = new_secret()
        table.names.append(with_number_suffix(wanted, number))
        table.token_hashes.append(hash_token(token))
        table.save_and_notify()
        return token

    def start_game(self, table: SharedTable, seat: Seat) -> None:
        """Start the game. Bots play the free seats.

        Raises:
            ValueError: The sender did not open the table, or the game has started.
        """
        if table.number:
            raise ValueError(self.texts["organiser_starts"])
        if seat != 0:
            raise ValueError(self.texts["first_starts"].format(who=table.names[0]))
        if table.shared is not None:
            raise ValueError(self.texts["has_started"])
        table.begin(table.players_at_start())
        table.save_and_notify()

    def substitute_bot_for_seat(self, table: SharedTable, seat: Seat) -> None:
        """Let a bot play the seat of a person who leaves. The person's token stays valid."""
        if table.shared is not None:
            table.shared.replace_player(seat, SUBSTITUTE)

    def let_bot_replace_late_person(self, table: SharedTable, seat: Seat) -> None:
        """Let a bot move for a late or absent person. Raise ValueError if that is not possible now."""
        if table.shared is None or not table.can_let_bot_move(seat):
            raise ValueError(self.texts["wait_longer"])
        table.shared.let_bot_replace_awaited_person()
