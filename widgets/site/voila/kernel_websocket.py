"""WebSocket of a page: permitted messages, rate limits and size limits.

An invalid frame closes the connection (code 1007). A message of a visitor never raises an exception out of this module,
and no visitor waits for the messages of another visitor.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from .message_frames import V1_SUBPROTOCOL, FrameError, parse_frame

#: types of messages that a page may send to its kernel: widget messages and the handshake, nothing that runs code
ALLOWED_MESSAGE_TYPES = ["comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request"]
_ILLEGAL, _TOO_SLOW = 1007, 1008
_SESSION = re.compile(r"[-\w]{1,64}", re.ASCII)  # permitted id of a connection. The kernel uses it too
_RATE, _BURST = 200.0, 600.0  # maximum messages per second, and size of a burst. A slider sends about 60 per second
_BYTES_A_MESSAGE = 8192  # a frame with more bytes counts as several messages
#: maximum bytes that a page has not read: per page, for all pages together, and always allowed per page
_UNREAD, _UNREAD_IN_ALL, _UNREAD_EACH = 64 << 20, 256 << 20, 1 << 20
_UNANSWERED = 4 << 20  # maximum bytes waiting for a kernel. Above it, the server reads no more messages
_LOOK = 0.02  # seconds between checks of the waiting bytes
_CONNECTIONS = 4  # maximum connections per kernel


class KernelConnection(ZMQChannelsWebsocketConnection):
    """Connection of a page to its kernel, for both versions of Jupyter's protocol."""

    def handle_incoming_message(self, incoming_msg: str | bytes) -> None:
        """Pass a permitted message to the kernel. Raise FrameError for an invalid frame."""
        message = parse_frame(incoming_msg, is_v1=self.subprotocol == V1_SUBPROTOCOL)
        stream = self.channels.get(message.channel)
        if message.channel != "shell" or stream is None or stream.closed():
            return
        if message.msg_type not in self.multi_kernel_manager.allowed_message_types:
            return
        if message.msg_type.startswith("comm_") and message.msg_type != "comm_info_request":
            self.kernel_manager.record_message(len(incoming_msg))
        self.session.send_raw(stream, message.parts)

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        if outgoing_msg[0].endswith(b"stream.stderr"):  # errors are logged for the owner of the server
            self.log.warning("A page's kernel says: %s", outgoing_msg[-1].decode("utf-8", "replace"))
        elif self.channels:  # messages while the page disconnects are dropped
            super().handle_outgoing_message(stream, outgoing_msg)


class KernelWebSocketHandler(VoilaKernelWebsocketHandler):
    """WebSocket handler of a page. A visitor who leaves during a handshake or a message causes no error."""

    connection: KernelConnection | None = None
    _open: Counter[str] = Counter()  # kernel -> number of its connections, including those that are being opened
    _unread: Counter[str] = Counter()  # kernel -> bytes sent to its page that the page has not read
    _counts_for: str | None = None

    async def get(self, kernel_id: str) -> None:
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        session = self.get_argument("session_id", "")
        if session and not _SESSION.fullmatch(session):
            raise HTTPError(400)
        if self._open[kernel_id] >= _CONNECTIONS:
            raise HTTPError(429)
        self._open[kernel_id] += 1
        self._counts_for = kernel_id
        self._allowance, self._counted = _BURST, time.monotonic()
        await super().get(kernel_id=kernel_id)

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        return super().select_subprotocol(subprotocols) if self.connection else None

    async def open(self, kernel_id: str) -> None:
        if self.connection:
            await super().open(kernel_id)

    async def on_message(self, message: str | bytes) -> None:
        if not self.connection:
            return
        try:
            self.connection.handle_incoming_message(message)
        except FrameError as error:
            self.log.warning("A frame was refused: %s.", error)
            self.close(_ILLEGAL, str(error))
            return
        # Until this method returns, no further frame of this visitor is read.
        self._count(1 + len(message) // _BYTES_A_MESSAGE)
        await asyncio.sleep(max(0.0, -self._allowance / _RATE))
        while self.ws_connection is not None and self.connection.kernel_manager.unanswered_bytes > _UNANSWERED:
            await asyncio.sleep(_LOOK)

    def on_ping(self, data: bytes) -> None:
        """Count a ping as a message. The server answers pings at once, so too many pings close the connection."""
        self._count(1)
        if self._allowance < -_BURST:
            self.close(_TOO_SLOW, "too many pings")

    def on_pong(self, data: bytes) -> None:
        self.on_ping(data)
        super().on_pong(data)

    def _count(self, cost: int) -> None:
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._counted) * _RATE) - cost
        self._counted = now

    def on_close(self) -> None:
        self._count_out()
        if self.connection:
            super().on_close()

    def on_finish(self) -> None:
        self._count_out()
        super().on_finish()

    def _count_out(self) -> None:
        if self._counts_for is not None:
            self._open[self._counts_for] -= 1
            if not self._open[self._counts_for]:
                del self._open[self._counts_for]
            self._counts_for = None

    def _written(self) -> int:
        """Return the total bytes of all frames to the page, sent or still waiting."""
        connection: Any = self.ws_connection
        return connection._wire_bytes_out if connection else 0

    def write_message(self, message: bytes | dict[str, Any], binary: bool = False) -> Any:
        page = self.kernel_id
        waits, all_wait = self._unread[page], self._unread.total()
        if waits > _UNREAD or (waits > _UNREAD_EACH and all_wait > _UNREAD_IN_ALL):
            if self.ws_connection is not None:
                self.log.warning("A visitor does not read what the page sends and was cut off.")
                self.ws_connection.stream.close()  # a close frame would only be sent after the unread bytes
            return None
        before = self._written()
        try:
            sent = super().write_message(message, binary)
        except (WebSocketClosedError, StreamClosedError):
            return None
        size = self._written() - before  # compressed size, because one message can have the states of a whole page
        if sent is not None:
            self._unread[page] += size

            def on_message_sent(task: Any) -> None:
                self._unread[page] -= size
                if not self._unread[page]:
                    del self._unread[page]
                if not task.cancelled():
                    task.exception()  # the visitor has left

            sent.add_done_callback(on_message_sent)
        return sent
