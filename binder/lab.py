"""JupyterLab on Binder. It starts at the first request, and the pages' server forwards requests to it.

JupyterLab listens only on this machine, below its own path, with the same token as the pages.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.httputil import HTTPHeaders
from tornado.web import HTTPError, authenticated
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, WebSocketHandler, websocket_connect

from widgets.page.xsrf import NoXsrfCookieMixin

FOLDER = "my-notebooks"
"""Where a visitor's copies of the notebooks lie, in the folder of the repository."""
_PATIENCE = 90.0  # maximum seconds that JupyterLab may need to start
_FAREWELL = 8.0  # maximum seconds that JupyterLab may need to end its kernels
_LARGEST = 100 << 20  # bytes of a file
#: headers that belong to one connection, or that this server sets itself
_OWN = {
    "connection",
    "keep-alive",
    "transfer-encoding",
    "upgrade",
    "content-length",
    "content-encoding",
    "host",
    "origin",
    "referer",
}


class Lab:
    """The only JupyterLab of a session. Its URLs are below `base_url`, and it works in a folder of copies."""

    def __init__(self, base_url: str, token: str, port: int) -> None:
        self.base_url, self.port = base_url, port
        self.token = token or secrets.token_hex()  # if the pages need no token, `Door` adds this one
        self.used = time.monotonic()
        """When somebody last did anything in it."""
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = asyncio.Lock()

    @cached_property
    def client(self) -> AsyncHTTPClient:
        """What asks it."""
        return AsyncHTTPClient(force_instance=True, max_body_size=_LARGEST)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def ready(self) -> None:
        """Wait until JupyterLab responds. Raise HTTPError if JupyterLab does not start."""
        async with self._starts:
            if self._process is None or self._process.poll() is not None:
                self._start()
            ends = time.monotonic() + _PATIENCE
            while time.monotonic() < ends and self._process and self._process.poll() is None:
                with suppress(OSError, HTTPClientError):
                    await self.client.fetch(f"{self.address}{self.base_url}api")
                    return
                await asyncio.sleep(0.2)
            raise HTTPError(503)

    def _start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "widgets.site.command_line",
            "lab",
            FOLDER,
            "--ip=127.0.0.1",
            f"--port={self.port}",
            f"--base-url={self.base_url}",
            "--no-browser",
        ]
        self._process = subprocess.Popen(
            command,
            cwd=Path(__file__).parents[1],
            env={**os.environ, "JUPYTER_TOKEN": self.token},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def end(self) -> None:
        """With its kernels."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()


class Door(JupyterHandler):
    """Handler for `lab`, and for `lab/tree/` with a notebook. It starts JupyterLab and redirects to it."""

    def initialize(self, lab: Lab) -> None:
        self.lab = lab

    @authenticated
    async def get(self, path: str | None = None) -> None:
        await self.lab.ready()
        self.lab.used = time.monotonic()
        key = urlencode({"token": self.lab.token})
        self.redirect(f"{url_path_join(self.lab.base_url, 'lab', path or '')}?{key}")


class Through(NoXsrfCookieMixin, WebSocketHandler, JupyterHandler):
    """Proxy that passes on all requests and messages below JupyterLab's URL path, in both directions."""

    _there: WebSocketClientConnection | None = None

    def initialize(self, lab: Lab) -> None:
        self.lab = lab

    def set_default_headers(self) -> None:
        """Set no default headers, so that the response contains only the headers that JupyterLab sends."""
        for name in ("Server", "Content-Type", "Date"):
            self.clear_header(name)

    def compute_etag(self) -> None:
        """Compute no ETag, because JupyterLab itself decides whether a response has one."""

    def _admit(self) -> None:
        if not self.current_user:
            raise HTTPError(403)

    def _sent(self) -> HTTPHeaders:
        """Return the request headers, with JupyterLab's own address in place of the public one."""
        sent = self.request.headers
        headers = HTTPHeaders()
        for name, value in sent.get_all():
            if name.lower() not in _OWN and not name.lower().startswith("sec-websocket"):
                headers.add(name, value)
        for name in ("Origin", "Referer"):
            if given := sent.get(name):
                if urlsplit(given).netloc.lower() != str(sent.get("Host", "")).lower():
                    raise HTTPError(403)  # the request comes from a page of another site
                headers[name] = self.lab.address + (urlsplit(given).path if name == "Referer" else "")
        return headers

    async def _pass(self) -> None:
        self._admit()
        await self.lab.ready()
        method = self.request.method or "GET"
        if method not in ("GET", "HEAD"):  # an open page polls with GET for ever
            self.lab.used = time.monotonic()
        body = self.request.body if method in ("POST", "PUT", "PATCH") else None
        asked = HTTPRequest(
            self.lab.address + self.request.uri,
            method=method,
            headers=self._sent(),
            body=body,
            follow_redirects=False,
            request_timeout=600,
            allow_nonstandard_methods=True,
        )
        answer = await self.lab.client.fetch(asked, raise_error=False)
        if answer.code == 599:
            raise HTTPError(502)
        self.set_status(answer.code, answer.reason)
        for name, value in answer.headers.get_all():
            if name.lower() not in _OWN:
                self.add_header(name, value)
        if answer.body and answer.code not in (204, 304):
            self.write(answer.body)
        await self.finish()

    async def get(self, *args: Any, **kwargs: Any) -> None:
        if self.request.headers.get("Upgrade", "").lower() != "websocket":
            return await self._pass()
        self._admit()
        await self.lab.ready()
        address = f"ws{self.lab.address.removeprefix('http')}{self.request.uri}"
        offered = [part.strip() for part in self.request.headers.get("Sec-WebSocket-Protocol", "").split(",")]
        try:
            self._there = await websocket_connect(
                HTTPRequest(address, headers=self._sent()),
                on_message_callback=self._hear,
                max_message_size=_LARGEST,
                subprotocols=[part for part in offered if part],
            )
        except HTTPClientError as error:
            raise HTTPError(error.code) from None
        await super().get(*args, **kwargs)

    async def post(self, *_: Any) -> None:
        await self._pass()

    head = put = patch = delete = post

    def check_origin(self, origin: str) -> bool:
        return True  # `_sent` has already refused every other origin

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        return self._there.selected_subprotocol if self._there else None

    def on_message(self, message: str | bytes) -> Awaitable[None] | None:
        self.lab.used = time.monotonic()
        if self._there is None:
            return None
        with suppress(WebSocketClosedError):
            return self._there.write_message(message, binary=isinstance(message, bytes))
        return None

    def _hear(self, message: str | bytes | None) -> None:
        if message is None:
            self.close()
            return
        with suppress(WebSocketClosedError):
            self.write_message(message, binary=isinstance(message, bytes))

    def on_close(self) -> None:
        if self._there is not None:
            self._there.close()
