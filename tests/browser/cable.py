"""Connection between browser and server that a test can cut and restore. It works with every browser."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

from tests.conftest import Server


class Cable:
    """Proxy that forwards connections to the server. ``cut`` ends them and refuses new ones until ``mend``."""

    def __init__(self, server: Server) -> None:
        self._target = ("127.0.0.1", urlsplit(server.url).port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._port = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._whole = threading.Event()
        self._whole.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self._port}/voila/render/{path}"

    def cut(self) -> None:
        self._whole.clear()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def mend(self) -> None:
        self._whole.set()

    def __enter__(self) -> Cable:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if not self._whole.is_set():
                    near.close()
                    continue
                far = socket.create_connection(self._target)
                self._ends += [near, far]
                for here, there in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(here, there), daemon=True).start()

    @staticmethod
    def _pass(here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)
