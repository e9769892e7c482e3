"""WebSocket for JSON objects: a page sends objects with a `do`, and the server sends objects with a `kind`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.base.websocket import WebSocketMixin
from tornado.log import app_log
from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from gamelib.validation import parse_json, shorten_text

from ...page.protocol import Json
from ..session_state import TokenBucket

MAX_MESSAGE_BYTES = 16 << 10
MAX_PAGES = 300
"""Maximum number of open pages of all shared tables."""


class JsonSocketHandler(WebSocketMixin, WebSocketHandler, JupyterHandler):
    """WebSocket of one open page. An invalid message changes nothing, and the reply to it is a sentence."""

    open_count: ClassVar[int] = 0

    @property
    def texts(self) -> Mapping[str, str]:
        """Sentences for refusals."""
        raise NotImplementedError

    def message_handlers(self) -> Mapping[str, Callable[[Json], None]]:
        """Return the handlers for the messages of the page, by name."""
        raise NotImplementedError

    def stop_following_on_disconnect(self) -> None:
        """Unsubscribe the page from its table or group. It is called once, after the end of the connection."""
        raise NotImplementedError

    async def get(self, *args: Any, **kwargs: Any) -> None:
        """Open the connection if the client is a visitor of this server."""
        if not self.current_user:
            raise HTTPError(403)
        if JsonSocketHandler.open_count >= MAX_PAGES:
            raise HTTPError(429)
        await super().get(*args, **kwargs)

    def open(self, *args: Any, **kwargs: Any) -> None:
        """Prepare the connection."""
        super().open(*args, **kwargs)
        JsonSocketHandler.open_count += 1
        self._rate = TokenBucket(60, 20)
        self._is_counted = True

    def on_close(self) -> None:
        """Count the closed connection and unsubscribe the page."""
        super().on_close()
        if not getattr(self, "_is_counted", False):
            return
        self._is_counted = False
        JsonSocketHandler.open_count -= 1
        self.stop_following_on_disconnect()

    async def on_message(self, message: str | bytes) -> None:
        """Handle a message of the page."""
        try:
            if not self._rate.try_acquire("page"):
                raise ValueError(self.texts["too_fast"])
            request = self._parsed(message)
            handle = self.message_handlers().get(str(request.get("do")))
            if handle is None:
                raise ValueError(self.texts["not_understood"])
            handle(request)
        except ValueError as error:
            self.tell({"kind": "refusal", "text": shorten_text(str(error))})
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            app_log.debug("A message of a shared table was not understood.", exc_info=error)
            self.tell({"kind": "refusal", "text": self.texts["not_understood"]})

    def _parsed(self, message: str | bytes) -> Json:
        """Parse a message as a JSON object. Raise ValueError with one sentence for anything else."""
        try:
            request = parse_json(message, MAX_MESSAGE_BYTES) if isinstance(message, str) else None
        except ValueError:
            request = None
        if not isinstance(request, dict):
            raise ValueError(self.texts["not_understood"])
        return request

    def tell(self, message: Json, buffers: Sequence[bytes] = ()) -> None:
        """Send a message with its buffers to the page. If the page is closed, drop the message."""
        try:
            self.write_message(json.dumps({**message, "buffers": len(buffers)}))
            for part in buffers:
                self.write_message(part, binary=True)
        except WebSocketClosedError:
            pass

    def emit(self, message: Json, buffers: Sequence[bytes]) -> None:
        """Send a message of the displayed table to the page."""
        self.tell({"kind": "frame", "data": message}, buffers)
