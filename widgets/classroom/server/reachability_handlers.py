"""HTTP endpoints of the reachability check, for the board and for the page behind the QR code."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, ClassVar
from urllib.parse import urlsplit

from jupyter_server.utils import url_path_join
from tornado.web import authenticated
from tornado.websocket import WebSocketHandler
from voila.handler import BaseVoilaHandler

from ...page.xsrf import NoXsrfCookieMixin
from .. import reachability, session_state
from ..network import is_local_only, lan_addresses, qr_svg
from ..reachability import ProbeDevice, ReachabilityCheck
from .base_handler import ClassApiHandler, Endpoints, endpoint_routes
from .change_notifier import PATIENCE, ApiError, run_in_thread
from .class_service import Json
from .replies import EmptyReply, ReachabilityTests

_CONNECT_SECONDS = 1.0  # seconds after which an attempt to connect to an own address fails
_WEBSOCKET_SECONDS = 10.0  # seconds after which an idle WebSocket is closed
CHECK_ENDED_TEXT = "This check is over. Scan the code on the board again."


class ReachabilityHandler(ClassApiHandler):
    """Endpoints of the reachability check.

    `class/poll-reachability` is for the board. The other endpoints are for a device that scanned the QR code.
    """

    endpoints: ClassVar[Endpoints] = {
        "poll-reachability": "GET",
        "save-device-report-and-list-tests": "POST",
        "answer-probe": "GET",
    }

    async def poll_reachability(self) -> Json:
        """Return the results of the reachability check, and the QR code of the address `show`.

        With `at`, the response waits until the version is not `at`.
        """
        room = await self.require_teacher_room()
        self.require_within_rate(self.class_service.poll_rate_limit, f"check {room.id}")
        check = self.class_service.reachability_checks.get_or_create(room.id)
        known = self.known_version()
        if known is not None:
            await check.wait(known, PATIENCE)
        addresses = self._addresses()
        is_listening = dict(zip(addresses, await asyncio.gather(*map(_is_listening, addresses)), strict=True))
        show = self.get_argument("show", "")
        address = show if show in is_listening else next(iter(is_listening), "")
        scan = f"{address}reached?t={check.token}" if address else ""
        return {
            "at": check.version,
            "rows": reachability.address_rows(check, is_listening),
            "address": address,
            "scan": scan,
            "picture": qr_svg(scan) if scan else "",
            "advice": reachability.advice(
                check, is_listening, self._needs_websocket(), bool(await run_in_thread(lan_addresses))
            ),
        }

    async def save_device_report_and_list_tests(self) -> ReachabilityTests:
        """Save the report of a page that a device opened from the QR code. The request is {t, wire, tried}.

        The response has the address that the request used, other addresses to try, and whether to test a WebSocket.
        """
        data = self.parse_json_body()
        check, device = self._require_check_and_device(str(data.get("t", "")))
        if type(data.get("wire")) is bool:
            device.can_keep_websocket = data["wire"]
        device.has_tried_all_addresses = device.has_tried_all_addresses or data.get("tried") is True
        device.has_reported = True
        self._prefer_reached_address(check)
        check.notify_waiting_requests()
        return {
            "by": self.request_base_url(),
            "others": [address for address in self._addresses() if address != self.request_base_url()],
            "wire": self._needs_websocket(),
        }

    async def answer_probe(self) -> EmptyReply:
        """Respond to a page that was opened at one address of this machine and now tries another address."""
        self._require_check_and_device(self.get_argument("t", ""))
        return {}

    def _require_check_and_device(self, token: str) -> tuple[ReachabilityCheck, ProbeDevice]:
        checks = self.class_service.reachability_checks
        check = checks.check_by_token(token) if session_state.is_secret(token) else None
        if check is None:
            raise ApiError(410, CHECK_ENDED_TEXT)
        self.require_within_rate(self.class_service.poll_rate_limit, f"reached {self.request.remote_ip}")
        address = str(self.request.remote_ip)
        is_same_machine = (
            is_local_only(address) or address in lan_addresses()
        ) and "X-Forwarded-For" not in self.request.headers
        device = check.record_request(address, is_same_machine, self.request_base_url())
        if device is None:
            raise ApiError(429, f"{reachability.MAX_DEVICES} devices have tried already.")
        return check, device

    def _addresses(self) -> list[str]:
        """Return the addresses at which the pupils' devices should reach this server.

        The first address is that of the board, if other devices can use it. The other addresses belong to the machine.
        """
        urls = self.class_service.network_urls()
        return urls if is_local_only(self.request.host_name) else list(dict.fromkeys([self.request_base_url(), *urls]))

    def _prefer_reached_address(self, check: ReachabilityCheck) -> None:
        """Use a reached address for the board, if devices have not reached its current address."""
        reached, shown = reachability.addresses_reached_by_devices(check), self.class_service.network_urls()
        if reached and shown and shown[0] not in reached and (best := next((a for a in reached if a in shown), None)):
            self.class_service.preferred_url, check.has_board_address_changed = best, True

    def _needs_websocket(self) -> bool:
        browsers = self.settings["kismet_browsers"]  # pages of the site that open in a browser, or None
        return browsers is None or not browsers.is_used_for_all_pages


async def _is_listening(address: str) -> bool:
    """Return whether a server listens at this address of this machine. The test does not detect a firewall."""
    parts = urlsplit(address)
    with suppress(OSError, TimeoutError):
        _, writer = await asyncio.wait_for(
            asyncio.open_connection(parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)),
            _CONNECT_SECONDS,
        )
        writer.close()
        return True
    return False


class EchoWebSocketHandler(NoXsrfCookieMixin, WebSocketHandler):
    """Test WebSocket that uses the same path as a kernel connection. It sends one message back and closes."""

    def open(self) -> None:
        """Close the connection after a time limit, even if no message has arrived."""
        asyncio.get_running_loop().call_later(_WEBSOCKET_SECONDS, self.close)

    def on_message(self, message: str | bytes) -> None:
        self.write_message(message[:20])
        self.close()


class ReachabilityPageHandler(NoXsrfCookieMixin, BaseVoilaHandler):
    """Page of a reachability check for a device that scanned the QR code.

    No other page may send requests to all addresses of this machine.
    """

    @authenticated
    def get(self) -> None:
        """Send the page. The content security policy of the page lists the addresses that the page may test."""
        from ...page.assets import bundle_scripts, bundle_styles

        service = self.settings["kismet_class"]
        hosts = " ".join(url.rstrip("/") for url in service.network_urls())
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
                dice=service.room_code_length(),
                script=bundle_scripts("classroom/reachability_page.js"),
                sheet=bundle_styles("classroom/class_pages.css"),
            )
        )


def reachability_routes(server_url: str, options: Json) -> list[Any]:
    """Return the routes of the reachability check. They must come before the routes of the class."""
    return [
        (url_path_join(server_url, r"/reached"), ReachabilityPageHandler, options),
        (url_path_join(server_url, r"/class/echo"), EchoWebSocketHandler, {}),
        *endpoint_routes(server_url, options, ReachabilityHandler),
    ]
