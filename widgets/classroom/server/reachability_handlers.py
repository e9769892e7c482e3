"""HTTP endpoints of the reachability check, for the board and for the page that a device opens from the QR code."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from jupyter_server.utils import url_path_join
from tornado.web import authenticated
from tornado.websocket import WebSocketHandler
from voila.handler import BaseVoilaHandler

from ...page.xsrf import NoXsrfCookieMixin
from .. import reachability, session_state
from ..network import is_local_only, lan_addresses, qr_svg
from ..reachability import ProbeDevice, ReachabilityCheck
from .change_notifier import PATIENCE, ApiError, run_in_thread
from .class_service import Json
from .handlers import ClassApiHandler

_KNOCK = 1.0  # seconds after which a connection to an own address fails
_LINE = 10.0  # seconds after which an idle WebSocket is closed
CHECK_ENDED_TEXT = "This check is over. Scan the picture on the board once more."


class ReachabilityHandler(ClassApiHandler):
    """Handler of the reachability check.

    `class/check` is for the board. `class/reached` and `class/seen` are for a device that scanned the QR code.
    """

    @authenticated
    async def get(self, name: str) -> None:
        await self.run_endpoint(
            {"check": ReachabilityHandler.poll_reachability, "seen": ReachabilityHandler.answer_probe}.get(name)
        )

    @authenticated
    async def post(self, name: str) -> None:
        await self.run_endpoint(
            ReachabilityHandler.save_device_report if name == "reached" and self.has_class_header() else None
        )

    async def poll_reachability(self) -> Json:
        """Return the results of the check and the QR code of one address (`show`).

        With `at`, the request waits for a new version.
        """
        at = await self.require_room()
        self.require_within_rate(self.class_service.poll_rate_limit, f"check {at.id}")
        mine = self.class_service.reachability_checks.get_or_create(at.id)
        known = self.get_argument("at", "")
        if known.isascii() and known.isdigit() and len(known) <= 9:
            await mine.wait(int(known), PATIENCE)
        addresses = self._addresses()
        here = dict(zip(addresses, await asyncio.gather(*map(_is_listening, addresses)), strict=True))
        show = self.get_argument("show", "")
        address = show if show in here else next(iter(here), "")
        scan = f"{address}reached?t={mine.token}" if address else ""
        return {
            "at": mine.version,
            "rows": reachability.address_rows(mine, here),
            "address": address,
            "scan": scan,
            "picture": qr_svg(scan) if scan else "",
            "advice": reachability.advice(
                mine, here, self._needs_websocket(), bool(await run_in_thread(lan_addresses))
            ),
        }

    async def save_device_report(self) -> Json:
        """Save the report of a scanned page: {t, wire, tried}.

        The response has the address of the request, the other addresses to try, and whether to test a WebSocket.
        """
        said = self.parse_json_body()
        mine, one = self._device(str(said.get("t", "")))
        if type(said.get("wire")) is bool:
            one.can_keep_websocket = said["wire"]
        one.has_tried_all_addresses = one.has_tried_all_addresses or said.get("tried") is True
        one.has_reported = True
        self._prefer(mine)
        mine.notify_waiting_requests()
        return {
            "by": self.request_base_url(),
            "others": [each for each in self._addresses() if each != self.request_base_url()],
            "wire": self._needs_websocket(),
        }

    async def answer_probe(self) -> Json:
        """Answer a page that was opened at one address and tries another address."""
        self._device(self.get_argument("t", ""))
        return {}

    def _device(self, token: str) -> tuple[ReachabilityCheck, ProbeDevice]:
        mine = self.class_service.reachability_checks.check_by_token(token) if session_state.is_secret(token) else None
        if mine is None:
            raise ApiError(410, CHECK_ENDED_TEXT)
        self.require_within_rate(self.class_service.poll_rate_limit, f"reached {self.request.remote_ip}")
        address = str(self.request.remote_ip)
        own = (is_local_only(address) or address in lan_addresses()) and "X-Forwarded-For" not in self.request.headers
        one = mine.record_request(address, own, self.request_base_url())
        if one is None:
            raise ApiError(429, f"{reachability.MAX_DEVICES} devices have tried already.")
        return mine, one

    def _addresses(self) -> list[str]:
        """Addresses at which pupils should reach this server.

        The first one is that of the board, if other devices can use it. The others are those of the machine.
        """
        there = self.class_service.network_urls()
        return (
            there if is_local_only(self.request.host_name) else list(dict.fromkeys([self.request_base_url(), *there]))
        )

    def _prefer(self, check: ReachabilityCheck) -> None:
        """Prefer a reached address for the board, if the current one was not reached."""
        by, shown = reachability.reached_addresses(check), self.class_service.network_urls()
        if by and shown and shown[0] not in by and (best := next((each for each in by if each in shown), None)):
            self.class_service.preferred_url, check.has_board_address_changed = best, True

    def _needs_websocket(self) -> bool:
        browsers = self.settings["kismet_browsers"]  # browser pages of the site, or None
        return browsers is None or not browsers.is_used_for_all_pages


async def _is_listening(address: str) -> bool:
    """Return whether a server listens at an address of this machine. This test does not detect a firewall."""
    parts = urlsplit(address)
    with suppress(OSError, TimeoutError):
        _, writer = await asyncio.wait_for(
            asyncio.open_connection(parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)), _KNOCK
        )
        writer.close()
        return True
    return False


class EchoWebSocketHandler(NoXsrfCookieMixin, WebSocketHandler):
    """Test WebSocket with the same path to the server as a kernel connection. It returns one message and closes."""

    def open(self) -> None:
        asyncio.get_running_loop().call_later(_LINE, self.close)

    def on_message(self, message: str | bytes) -> None:
        self.write_message(message[:20])
        self.close()


class ReachabilityPageHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Page for a device that scanned the QR code of a check.

    Only this page may send requests to all addresses of this machine.
    """

    @authenticated
    def get(self) -> None:
        from ...page.assets import bundle_scripts, bundle_styles

        made = self.settings["kismet_class"]
        hosts = " ".join(each.rstrip("/") for each in made.network_urls())
        self.set_header(
            "Content-Security-Policy",
            f"default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws: wss: {hosts}; frame-ancestors 'none'",
        )
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.finish(
            self.render_template(
                "class.html",
                page="reached",
                title="Reached",
                dice=made.room_code_length(),
                script=bundle_scripts("classroom/reachability_page.js"),
                sheet=bundle_styles("classroom/class_pages.css"),
            )
        )


def reachability_routes(server_url: str, options: Json) -> list[tuple[str, type, Json]]:
    """Routes of the reachability check. They must precede the routes of the class."""
    return [
        (url_path_join(server_url, r"/reached"), ReachabilityPageHandler, options),
        (url_path_join(server_url, r"/class/wire"), EchoWebSocketHandler, {}),
        (url_path_join(server_url, r"/class/(check|reached|seen)"), ReachabilityHandler, options),
    ]
