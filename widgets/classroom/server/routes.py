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
from .base_handler import ClassApiHandler, endpoint_routes
from .class_service import ClassService, Json
from .export_handlers import ClassFileUploadHandler, ExportHandler
from .pupil_handlers import BROWSER_COOKIE, JoinHandler, PupilHandler
from .teacher_handlers import ClassBoardHandler, LessonPlanHandler, RoomHandler, RosterHandler, SampleHandler

_PATH = re.compile(
    r"(join|play(#table=[1-6]{6,9}(&seat=[-\w]{20,60})?)?|voila/render/[-\w/.]{1,120}\.ipynb(#[-\w=&.%+,~]{0,300})?)",
    re.ASCII,
)


class ClassPageHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler of the pages `join` for pupils, `class` for the board and `desk` for the teacher view.

    The HTML of the pages contains no class data.
    """

    @authenticated
    def get(self, page_name: str, trailing_punctuation: str) -> None:
        """Send a page. If its address contains capitals or punctuation, redirect to the address without them."""
        from ...page.assets import bundle_scripts, bundle_styles
        from ...page.translations import class_texts_script

        if trailing_punctuation or page_name != page_name.lower():  # typed in capitals or copied with punctuation
            query = f"?{self.request.query}" if self.request.query else ""
            return self.redirect(url_path_join(self.base_url, page_name.lower()) + query)
        title, script, sheets = PAGES[page_name]
        if page_name == "join" and not self.get_signed_cookie(BROWSER_COOKIE):
            self.set_signed_cookie(
                BROWSER_COOKIE,
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
                page=page_name,
                title=title,
                texts=class_texts_script(),
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
    "desk": (
        "My desk",
        "classroom/teacher_view.js",
        (*_SHEETS, "classroom/teacher_view.css", "lesson/misconceptions.css"),
    ),
}


class RequestedPathQrHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Handler for the QR code of a URL of this server, with an address that other devices can reach."""

    @authenticated
    def get(self) -> None:
        """Send the QR code of a path as SVG. Other devices cannot use a local address, so it is replaced."""
        path = self.get_argument("path", "")
        if not _PATH.fullmatch(path) or ".." in path:
            self.set_status(404)
            return
        service: ClassService = self.settings["kismet_class"]
        request_url = f"{self.request.protocol}://{self.request.host}{self.base_url}"
        urls = service.network_urls() if is_local_only(self.request.host_name) else []
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(qr_svg((urls or [request_url])[0] + quote(path, safe="/#=&.%+,~")))


def class_routes(server_url: str, options: Json) -> list[Any]:
    """Return the routes of the class."""
    return [
        (url_path_join(server_url, r"/((?i:join|class|desk))([/.,;]*)"), ClassPageHandler, options),
        (url_path_join(server_url, r"/class/qr\.svg"), RequestedPathQrHandler, options),
        *endpoint_routes(
            server_url,
            options,
            JoinHandler,
            PupilHandler,
            RoomHandler,
            ClassBoardHandler,
            RosterHandler,
            SampleHandler,
            LessonPlanHandler,
            ExportHandler,
            ClassFileUploadHandler,
        ),
        (url_path_join(server_url, r"/class/([a-z-]{1,40})"), ClassApiHandler, options),
    ]
