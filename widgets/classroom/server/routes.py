"""Routes of a class: the pages `join`, `class` and `desk`, QR codes, and all endpoints."""

from __future__ import annotations

import re
import secrets
from typing import Any
from urllib.parse import quote

from jupyter_server.utils import url_path_join
from tornado.web import authenticated
from voila.handler import BaseVoilaHandler

from ...page.xsrf import NoXsrfCookieMixin
from ..network import is_local_only, qr_svg
from .class_service import ClassService, Json
from .handlers import BROWSER, ClassApiHandler, ClassFileUploadHandler

_PATH = re.compile(r"(join|voila/render/[-\w/.]{1,120}\.ipynb(#[-\w=&.%+,~]{0,300})?)", re.ASCII)


class ClassPageHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler of the pages `join` for pupils, `class` for the board and `desk` for the teacher view.

    The pages contain no data.
    """

    @authenticated
    def get(self, name: str, end: str) -> None:
        from ...page.assets import bundle_scripts, bundle_styles

        if end or name != name.lower():  # typed in capitals or copied with punctuation
            query = f"?{self.request.query}" if self.request.query else ""
            return self.redirect(url_path_join(self.base_url, name.lower()) + query)
        title, script, sheets = PAGES[name]
        if name == "join" and not self.get_signed_cookie(BROWSER):
            self.set_signed_cookie(
                BROWSER,
                secrets.token_urlsafe(12),
                expires_days=None,
                path=self.base_url,
                httponly=True,
                samesite="Lax",
                secure=self.request.protocol == "https",
            )
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.finish(
            self.render_template(
                "class.html",
                page=name,
                title=title,
                script=bundle_scripts(script),
                sheet=bundle_styles(*sheets),
                dice=self.settings["kismet_class"].room_code_length(),
            )
        )


_SHEETS = tuple(
    f"classroom/{name}.css"
    for name in (
        "class_pages",
        "class_board",
        "board_charts",
        "board_views",
        "pupil_picture",
        "work_sample",
        "discussion",
        "reachability",
    )
)
PAGES = {
    "join": ("Join a class", "classroom/join_page.js", ("classroom/class_pages.css",)),
    "class": ("A class", "classroom/class_board.js", _SHEETS),
    "desk": ("My desk", "classroom/teacher_view.js", (*_SHEETS, "classroom/teacher_view.css")),
}


class QrCodeHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """QR code of an address of this server, as other devices in the network reach it."""

    @authenticated
    def get(self) -> None:
        path = self.get_argument("path", "")
        if not _PATH.fullmatch(path) or ".." in path:
            self.set_status(404)
            return
        made: ClassService = self.settings["kismet_class"]
        own = f"{self.request.protocol}://{self.request.host}{self.base_url}"
        there = made.network_urls() if is_local_only(self.request.host_name) else []
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(qr_svg((there or [own])[0] + quote(path, safe="/#=&.%+,~")))


def class_routes(server_url: str, options: Json) -> list[Any]:
    """Routes of the class."""
    return [
        (url_path_join(server_url, r"/((?i:join|class|desk))([/.,;]*)"), ClassPageHandler, options),
        (url_path_join(server_url, r"/class/qr\.svg"), QrCodeHandler, options),
        (url_path_join(server_url, r"/class/(past|reopen)"), ClassFileUploadHandler, options),
        (url_path_join(server_url, r"/class/([a-z]{1,12})"), ClassApiHandler, options),
    ]
