"""View of a finished deal for the organiser, who can look at any step of any table with all cards open."""

from __future__ import annotations

from gamelib import Chance, Decision, End, Record

from ...page.protocol import Json, MessageHandler
from ...table.board import Board
from .remote_table import Emit, RemoteTable

REQUESTS = ("hello", "view_step", "peek_step", "open_dialog")


class DealTable(RemoteTable):
    """Read-only table that shows one finished game.

    Args:
        record: The finished game.
        step: Step that the table shows first.
        emit: Function that sends a message with its buffers to the page.
    """

    def __init__(self, record: Record, step: int, emit: Emit) -> None:
        players = ["random"] * record.seats  # no person has a seat, so all cards are open
        super().__init__(emit, record.game.id, record=record, step=step, players=players)

    def message_handlers(self) -> dict[str, MessageHandler]:
        return {name: handle for name, handle in super().message_handlers().items() if name in REQUESTS}

    def _controls(self, board: Board, node: Decision | Chance | End) -> list[Json]:
        """Return no buttons, because nothing can be played any more."""
        return []

    def _roles(self) -> list[str]:
        return [""] * self.session.record.seats
