"""HTTP handlers of the site. A URL without a handler is not found."""

from __future__ import annotations

import asyncio
import gzip
import ipaddress
import re
import socket
import uuid
from http.cookies import Morsel
from pathlib import Path
from typing import Any, cast

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.auth.identity import PasswordIdentityProvider
from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from tornado.httputil import HTTPServerRequest, split_host_and_port
from tornado.routing import Matcher
from tornado.web import HTTPError, StaticFileHandler, authenticated
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from ...page.fonts import FONT_FILES, read_font
from ...page.plotly_bundle import compressed_plotly_script
from ...page.xsrf import NoXsrfCookieMixin
from ..home_page import HOME_NOTEBOOK
from .browser_pages import BrowserPages
from .kernel_queue import KernelQueue, QueueFullError
from .kernel_websocket import KernelWebSocketHandler
from .kernels import KernelRequest, PageKernelManager, current_request

_PATIENCE = 4.0  # seconds that a visitor waits before the waiting page is sent
_SHORT = 1.0  # the same wait if the visitor's browser can run the page
_NEWS = 10.0  # maximum seconds until a waiting page gets a response about its position
_COOKIE = "kismet_turn"
_TICKET = re.compile(r"[0-9a-f]{32}")


class AnonymousIdentityProvider(PasswordIdentityProvider):
    """Identity provider that admits everybody if no token is set. Without a token, nothing about visitors is stored."""

    def set_login_cookie(self, handler: Any, user: Any) -> None:
        if self.auth_enabled:
            super().set_login_cookie(handler, user)


class PageHandler(NoXsrfCookieMixin, TornadoVoilaHandler):
    """Handler of notebook pages, with the kernel queue."""

    _gone = False

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        if hasattr(self, "_jupyter_current_user"):
            super().write_error(status_code, **kwargs)
        else:  # the URL is unreadable, and Jupyter's error page would need the user
            self.finish("This address cannot be read.\n")

    @authenticated
    async def get(self, path: str = "") -> None:
        """Send a page from a warm kernel, a page that runs in the browser of the visitor, or the waiting page."""
        if path not in self.settings["kismet_pages"]:
            moved = f"{path.removesuffix('.html')}.ipynb"  # in the static site, the page has the suffix .html
            if moved not in self.settings["kismet_pages"]:
                raise HTTPError(404)
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(url_path_join(self.base_url, "voila/render", moved) + query, permanent=True)
            return
        live = path in self.settings["kismet_pages"].live
        if live and self.settings["kismet_browsers"] is None:
            await asyncio.to_thread(self.settings["kismet_look"])
        browsers: BrowserPages | None = self.settings["kismet_browsers"]
        own = browsers is not None and path in browsers
        if browsers is not None and own and (browsers.is_used_for_all_pages or live):
            return self._in_browser(browsers, path)
        admission: KernelQueue = self.settings["kismet_admission"]
        kernels: PageKernelManager = self.kernel_manager
        ticket = self._ticket()
        address = str(self.request.remote_ip)
        try:
            place = await admission.wait_for_start(ticket, address, _SHORT if own else _PATIENCE)
        except QueueFullError:
            ticket, place = "", 1
        if place and browsers is not None and own:
            admission.cancel_ticket(ticket)
            return self._in_browser(browsers, path)
        if place:
            return self._wait(ticket, place if ticket else 0)
        mine = KernelRequest(address)
        current_request.set(mine)
        try:
            if not self._gone:
                await super().get(path)
        finally:
            admission.record_page_done(ticket)
            if self._gone and mine.kernel_id in kernels:
                await kernels.end_kernel(mine.kernel_id, "")

    def _in_browser(self, browsers: BrowserPages, path: str) -> None:
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(browsers.page_html(path, self.base_url, self.settings["kismet_run"]))

    def on_connection_close(self) -> None:
        self._gone = True
        super().on_connection_close()

    def _ticket(self) -> str:
        sent: Morsel[str] | None = self.request.cookies.get(_COOKIE)
        if sent is not None:
            self.clear_cookie(_COOKIE, path=self.base_url)
        brought = sent.value if sent is not None else self.get_argument(_COOKIE, "")  # used if cookies are blocked
        return brought if _TICKET.fullmatch(brought) else uuid.uuid4().hex

    def _wait(self, ticket: str, place: int) -> None:
        self.set_status(503)
        self.set_header("Retry-After", "5")
        self.set_header("Cache-Control", "no-store")
        self.finish(
            self.render_template(
                "wait.html", ticket=ticket, place=place, text=queue_position_text(place), cookie=_COOKIE
            )
        )

    def should_use_rendered_notebook(self, notebook_data: dict[str, Any], pool_size: int, *_: Any) -> bool:
        """Return whether a warm kernel with the rendered page is available."""
        # A query string cannot choose template or theme, so the warm kernel can be used with any query string.
        return pool_size > 0 and bool(notebook_data)


def queue_position_text(place: int) -> str:
    """Return a sentence about a position in the queue. The position 0 means that the queue is full."""
    if not place:
        return "So many are waiting that no more can be counted."
    if place == 1:
        return "You are next."
    teen = 10 < place % 100 < 14
    ending = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"You are {place}{ending}."


class QueuePositionHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Return the position of a waiting page: 0 if it may start. ``?at=4`` waits while the position is still 4."""

    @authenticated
    async def get(self, ticket: str) -> None:
        """Wait until the position in the queue changes, and send the new position."""
        place = await self.settings["kismet_admission"].wait_for_position_change(
            ticket, self.get_argument("at", ""), _NEWS
        )
        self.set_header("Cache-Control", "no-store")
        self.finish({"place": place, "text": queue_position_text(place) if place else ""})


class HomeRedirectHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Redirect the root URL to the home page, because the relative links of the home page need its full URL."""

    def get(self) -> None:
        """Redirect to the home page."""
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(url_path_join(self.base_url, "voila/render", HOME_NOTEBOOK) + query)


class KernelStatusHandler(NoXsrfCookieMixin, KernelHandler):
    """Return whether the kernel of a page is running, and the reason if it has ended.

    A page ends its kernel with a request to `ShutdownHandler`. The response contains the run id of the server, with
    which a page detects a restart.
    """

    SUPPORTED_METHODS = ("GET",)

    @authenticated
    async def get(self, kernel_id: str) -> None:
        self.set_header("X-Kismet-Run", self.settings["kismet_run"])
        if kernel_id in self.kernel_manager:
            told = super().get(kernel_id)
            assert told is not None
            await told
        else:
            self.set_status(404)
            self.finish({"reason": cast(PageKernelManager, self.kernel_manager).reasons.get(kernel_id, "")})


class ShutdownHandler(NoXsrfCookieMixin, VoilaShutdownKernelHandler):
    """End the kernel of a page that the visitor leaves."""

    @authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel of a page that was closed."""
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        await self.kernel_manager.end_kernel(kernel_id, "")
        self.set_status(204)
        self.finish()


class CompressedFileHandler(StaticFileHandler):
    """File handler that compresses each file once, not for each visitor.

    The scripts of a page are about 4 MB uncompressed.
    """

    _packed: dict[tuple[str, float], bytes] = {}

    async def get(self, path: str, include_body: bool = True) -> None:
        """Send a file, compressed if the client accepts it."""
        asked = self.request.headers
        if not include_body or "gzip" not in asked.get("Accept-Encoding", "") or "Range" in asked:
            return await super().get(path, include_body)
        self.path = self.parse_url_path(path)
        absolute = self.get_absolute_path(self.root, self.path)  # this call can change self.root
        file = self.validate_absolute_path(self.root, absolute)
        if file is None or not file.endswith((".js", ".mjs", ".css", ".json", ".svg")):
            return await super().get(path, include_body)
        self.absolute_path = file
        self.modified = self.get_modified_time()
        self.set_headers()
        self.set_header("Vary", "Accept-Encoding")
        if self.should_return_304():
            self.set_status(304)
            return
        key = file, Path(file).stat().st_mtime
        if key not in self._packed:
            self._packed[key] = gzip.compress(Path(file).read_bytes(), 6)
        self.set_header("Content-Encoding", "gzip")
        self.finish(self._packed[key])


class CompressedFrontendFileHandler(CompressedFileHandler, MultiStaticFileHandler):
    """Handler for the scripts of Voila's front end."""


class CompressedExtensionFileHandler(CompressedFileHandler, FileFindHandler):
    """Handler for the scripts of the front end extensions."""

    @allow_unauthenticated
    async def get(self, path: str, include_body: bool = True) -> None:
        """Send a file without login."""
        await super().get(path, include_body)


class CompressedTemplateFileHandler(CompressedFileHandler, TemplateStaticFileHandler):
    """Handler for the style sheets of our template. Unlike Voila's handler, it does not fail for unexpected URLs."""

    async def get(self, path: str, include_body: bool = True) -> None:
        """Send a file of our template only."""
        if not path.startswith("kismet/static/") or ".." in path or "\0" in path:
            raise HTTPError(404)
        await super().get(path, include_body)


class CompressedSiteFileHandler(CompressedFileHandler, StaticFileHandler):
    """Handler for the files of browser pages. The URL of a file contains the build name, so a file never changes."""

    def initialize(self, path: str = "", *_: Any, **__: Any) -> None:
        """Use the folder of the static site, if there is one."""
        made: BrowserPages | None = self.settings["kismet_browsers"]
        super().initialize(str(made.site) if made else "")

    async def get(self, path: str, include_body: bool = True) -> None:
        """Send a file of the static site."""
        if not self.root or ".." in path:
            raise HTTPError(404)
        await super().get(path, include_body)

    def set_extra_headers(self, path: str) -> None:
        self.set_header("Cache-Control", "private, max-age=31536000, immutable" if "/" in path else "no-cache")

    def write_error(self, status_code: int, **_: Any) -> None:
        self.finish()


class PlotlyFileHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler for the chart library. All pages share the library, and a browser loads it once."""

    @authenticated
    def get(self) -> None:
        """Send the script of Plotly."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Content-Encoding", "gzip")
        self.set_header("Cache-Control", "private, max-age=31536000, immutable")
        self.finish(compressed_plotly_script())


class FontFileHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Fonts of all pages."""

    @authenticated
    def get(self, name: str) -> None:
        """Send a font."""
        if name not in FONT_FILES:
            raise HTTPError(404)
        self.set_header("Content-Type", "font/woff2")
        self.set_header("Cache-Control", "private, max-age=31536000, immutable")
        self.finish(read_font(name))


class NotFoundHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler that refuses all other URLs as not found."""

    _page = ""

    async def prepare(self) -> None:
        await super().prepare()
        self.set_status(404)
        if not NotFoundHandler._page:  # cached, because vulnerability scanners request it often
            NotFoundHandler._page = self.render_template("404.html", status_code=404, status_message="Not Found")
        self.finish(NotFoundHandler._page)


class UnknownHostHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Refuse a request for an unknown host name.

    The owner of another site may have pointed its name to our address (DNS rebinding). Scripts of that site must not
    read Kismet's pages.
    """

    async def prepare(self) -> None:
        self.set_status(421)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("Kismet does not go by this name. Whoever started it can add it: kismet --allow-host NAME\n")


class AddressTooLongHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Refuse a URL that is too long for our pages."""

    async def prepare(self) -> None:
        self.set_status(414)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("This address is too long.\n")


class LongAddressMatcher(Matcher):
    """Matcher for requests with a URL of more than `most` characters."""

    def __init__(self, most: int) -> None:
        self._most = most

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        return {} if len(request.uri or "") > self._most else None


class UnknownHostMatcher(Matcher):
    """Matcher for requests whose Host header names neither this machine nor an allowed host.

    IP addresses in the header are safe, because nobody can redirect them.
    """

    def __init__(self, allowed: tuple[str, ...]) -> None:
        own = {"localhost", socket.gethostname().lower(), socket.getfqdn().lower()}
        self._all = "*" in allowed
        self._names = own | {f"{name}.local" for name in own} | {name.lower().rstrip(".") for name in allowed}

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        host = split_host_and_port(request.headers.get("Host", "").lower())[0].rstrip(".").strip("[]")
        if self._all or host in self._names or host.endswith(".localhost"):
            return None
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return {}
        return None


#: handler of Voila -> our replacement. All other handlers of Voila, including future ones, stay closed.
HANDLER_REPLACEMENTS = {
    FileFindHandler: CompressedExtensionFileHandler,
    KernelHandler: KernelStatusHandler,
    MultiStaticFileHandler: CompressedFrontendFileHandler,
    TemplateStaticFileHandler: CompressedTemplateFileHandler,
    TornadoVoilaHandler: PageHandler,
    VoilaKernelWebsocketHandler: KernelWebSocketHandler,
    VoilaShutdownKernelHandler: ShutdownHandler,
}
