"""Table for one seat of a shared game. It draws like `Table` and sends its messages to one open page."""

from __future__ import annotations

from typing import Any

from gamelib import Chance, Decision, End
from gamelib.nodes import Seat

from ...page.protocol import Json, MessageHandler
from ...table.board import Board
from ...table.players import HUMAN, player_description
from .remote_table import Emit, RemoteTable
from .seat_session import SeatSession
from .shared_game import SharedGame

LIVE_REQUESTS = (
    "hello",
    "play_action",
    "repeat_action",
    "resolve_chance",
    "view_step",
    "view_last_choice",
    "undo",
    "peek_step",
    "preview_or_play",
    "preview_action",
    "report_refusal",
    "play_typed_action",
    "open_dialog",
)
"""Requests during the game. The others would change the game of all, or show hidden cards."""
REQUESTS_AT_END = ("set_view", "review_decisions", "save_file")


class SeatTable(RemoteTable):
    """Table for one seat and one open page.

    Args:
        shared: The shared game.
        seat: Seat of the person.
        emit: Function that sends a message with its buffers to the page.
    """

    def __init__(self, shared: SharedGame, seat: Seat, emit: Emit) -> None:
        self._shared, self._seat = shared, seat
        super().__init__(emit, shared.game.id, seats=shared.record.seats, options=shared.record.options)
        shared.followers.append(self.on_shared_game_change)

    def new_session(self, *_arguments: Any) -> SeatSession:
        """Return the view of the shared game from this seat."""
        return SeatSession(self._shared, self._seat)

    def close(self) -> None:
        """Stop following the game."""
        if self.on_shared_game_change in self._shared.followers:
            self._shared.followers.remove(self.on_shared_game_change)
        super().close()

    @property
    def shared_game(self) -> SharedGame:
        """The shared game."""
        return self._shared

    def on_shared_game_change(self) -> None:
        """Send the changes of the shared game to the page."""
        session = self.session
        assert isinstance(session, SeatSession)
        session.update_viewed_step_after_game_change()
        self._show()

    def message_handlers(self) -> dict[str, MessageHandler]:
        session = self.session
        assert isinstance(session, SeatSession)
        allowed = (*LIVE_REQUESTS, *(REQUESTS_AT_END if session.is_over() else ()))
        handlers = {name: handle for name, handle in super().message_handlers().items() if name in allowed}
        if session.is_over() and self._shared.is_sealed:
            handlers |= dict.fromkeys(REQUESTS_AT_END, self._refuse_sealed)
        return handlers

    def _refuse_sealed(self, message: Json) -> None:
        raise ValueError(self._shared.texts["sealed"])

    def _try(self, message: Json) -> None:
        """Play a typed action if it is this seat's turn. A refusal at another seat's turn could name hidden cards."""
        session = self.session
        assert isinstance(session, SeatSession)
        if session.is_in_past or not session.is_own_turn():
            raise ValueError(self._shared.texts["too_late"])
        super()._try(message)

    def _controls(self, board: Board, node: Decision | Chance | End) -> list[Json]:
        """Return the buttons of this seat: roll, repeat an action, and return from an earlier step."""
        session = self.session
        assert isinstance(session, SeatSession)
        if session.is_in_past:
            label = session.texts["to_now"]
            return [{"do": "view_step", "label": label, "lead": True, "step": len(session.record)}]
        if isinstance(node, End) or not session.is_own_turn():
            return []
        allowed = ("resolve_chance", "repeat_action")
        return [control for control in super()._controls(board, node) if control["do"] in allowed]

    def _hint(self, board: Board, node: Decision | Chance | End) -> str:
        session = self.session
        assert isinstance(session, SeatSession)
        if session.is_in_past or isinstance(node, End) or session.is_own_turn() or node.seat is None:
            return ""
        return self._shared.texts["waits_for"].format(who=session.direction_isolated_name(node.seat))

    def _roles(self) -> list[str]:
        texts = self.session.texts
        return [
            texts["you"]
            if seat == self._seat
            else ""
            if player == HUMAN
            else player_description(self.game, player, texts)
            for seat, player in enumerate(self._shared.players)
        ]
