"""Table that the server stores for one open page. It draws like `Table` and sends its messages to that page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...page.protocol import Json
from ...page.translations import load_texts
from ...table.widget import Table
from .shared_game import TEXT_FILE

Emit = Callable[[Json, Sequence[bytes]], None]
DIALOGS = ("keys", "rule", "rules")


class RemoteTable(Table):
    """Table of one open page.

    Args:
        emit: Function that sends a message with its buffers to the page.
        game_id: Id of the game.
        **settings: Further settings of `Table`.
    """

    is_shared = True

    def __init__(self, emit: Emit, game_id: str, **settings: Any) -> None:
        self._emit = emit
        super().__init__(game_id, keep=False, **settings)
        self.observe(lambda change: emit({"method": "update", "state": {change["name"]: change["new"]}}, ()), "scene")

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the page."""
        self._emit({"method": "custom", "content": content}, [bytes(part) for part in buffers or ()])

    def receive_from_page(self, message: Any) -> None:
        """Handle a message of the page. This method never raises an exception."""
        self._receive(self, message, [])

    def initial_state(self) -> Json:
        """Return all data that a page needs to draw the table."""
        state = {name: getattr(self, name) for name in ("words", "place", "scene", "look", "keep")}
        return {**state, "_esm": self._esm, "_css": self._css, "_anywidget_id": "shared-table"}

    def _hello(self, message: Json) -> None:
        """Handle the first message of a page. Saved data of the browser is ignored, because the server has the game."""
        self._told = ()
        self._show()

    def _dialog(self, message: Json) -> None:
        if message.get("dialog") not in DIALOGS:
            raise ValueError(load_texts(TEXT_FILE)["not_at_shared_table"])
        super()._dialog(message)
