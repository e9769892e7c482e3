"""The websocket of a page: what a visitor may send, how fast and how much, and what comes back.

A frame that is none of a page is answered by closing the connection (1007); no message of a visitor can end in an
exception here, and none is waited for by another visitor.
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

from .frames import V1, FrameError, read

#: what the front end may say to a kernel: widget traffic and the handshake, nothing that runs code
MESSAGES = ["comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request"]
_ILLEGAL, _TOO_SLOW = 1007, 1008
_SESSION = re.compile(r"[-\w]{1,64}", re.ASCII)  # the name of a connection, which becomes one in the kernel
_RATE, _BURST = 200.0, 600.0  # messages a second, and how many may come at once; a slider sends some 60 a second
_BYTES_A_MESSAGE = 8192  # a longer frame counts as several
_UNREAD = 16 << 20  # bytes that wait for a visitor who does not read them
_CONNECTIONS = 4  # to one kernel


class PageConnection(ZMQChannelsWebsocketConnection):
    """The connection of a page to its kernel, both dialects."""

    def handle_incoming_message(self, incoming_msg: str | bytes) -> None:
        """Pass a message on to the kernel if a page may send it; FrameError if it is none."""
        message = read(incoming_msg, v1=self.subprotocol == V1)
        stream = self.channels.get(message.channel)
        if message.channel != "shell" or stream is None or stream.closed():
            return
        if message.kind not in self.multi_kernel_manager.allowed_message_types:
            return
        kernel = self.kernel_manager
        if message.kind.startswith("comm_") and kernel.waited_for is None and message.kind != "comm_info_request":
            kernel.waited_for = time.monotonic()
        self.session.send_raw(stream, message.parts)

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        if self.channels:  # what arrives while the page leaves has nowhere to go
            super().handle_outgoing_message(stream, outgoing_msg)


class KernelWire(VoilaKernelWebsocketHandler):
    """The websocket of a page; a visitor who leaves in the middle of a handshake or a message is no error."""

    connection: PageConnection | None = None
    _open: Counter[str] = Counter()  # kernel -> its connections, also those that are still being made
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
        self._unread = 0
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
        # Until this returns, no further frame of this visitor is read.
        await self._pace(1 + len(message) // _BYTES_A_MESSAGE)

    async def _pace(self, cost: int) -> None:
        now = time.monotonic()
        self._allowance = min(_BURST, self._allowance + (now - self._counted) * _RATE) - cost
        self._counted = now
        await asyncio.sleep(max(0.0, -self._allowance / _RATE))

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

    def write_message(self, message: bytes | dict[str, Any], binary: bool = False) -> Any:
        if self._unread > _UNREAD:
            if self.ws_connection is not None:
                self.log.warning("A visitor does not read what the page sends and was cut off.")
                self.ws_connection.stream.close()  # a farewell would wait behind all that is unread
            return None
        size = len(message)
        try:
            sent = super().write_message(message, binary)
        except (WebSocketClosedError, StreamClosedError):
            return None
        if sent is not None:
            self._unread += size

            def done(task: Any) -> None:
                self._unread -= size
                if not task.cancelled():
                    task.exception()  # a visitor who has left

            sent.add_done_callback(done)
        return sent
