"""Reachability check before a lesson: at which addresses other devices reach this machine, and why others fail.

The module does not depend on a server.
"""

from __future__ import annotations

import asyncio
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from ..page.protocol import Json
from .session_state import new_secret

MAX_DEVICES = 60
"""Maximum number of devices that one check distinguishes."""
_SENTENCES = Path(__file__).with_name("reach.toml")
AdviceKind: TypeAlias = str
AdviceId: TypeAlias = str
_PLATFORMS = {"win32", "darwin"}  # other platforms get the advice for Linux


@dataclass(slots=True)
class ProbeDevice:
    """Device that opened the page of a reachability check.

    `has_reported` is true if the script of the page has sent a report. `can_keep_websocket` says whether a WebSocket to
    the device stays open. It is None if this was not tested.
    """

    is_this_machine: bool
    used_addresses: list[str] = field(default_factory=list)
    has_reported: bool = False
    can_keep_websocket: bool | None = None
    has_tried_all_addresses: bool = False


@dataclass(slots=True)
class ReachabilityCheck:
    """Reachability check of one room. Its token is in the QR code on the board."""

    room: int
    token: str = field(default_factory=new_secret)
    devices: dict[str, ProbeDevice] = field(default_factory=dict)
    version: int = 1
    has_board_address_changed: bool = False
    """Whether the address of the board has changed because a device was reached at another one."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def record_request(self, device_id: str, is_this_machine: bool, address: str) -> ProbeDevice | None:
        """Record a request of a device to one of the addresses. Return None if the check has too many devices."""
        if device_id not in self.devices and len(self.devices) >= MAX_DEVICES:
            return None
        one = self.devices.setdefault(device_id, ProbeDevice(is_this_machine))
        if address not in one.used_addresses:
            one.used_addresses.append(address)
            self.notify_waiting_requests()
        return one

    def notify_waiting_requests(self) -> None:
        """Increase the version number of the check and wake all requests that wait for a new version."""
        self.version += 1
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self, known: int, seconds: float) -> None:
        """Wait until the check has another version than the known one, for at most `seconds`."""
        if self.version == known:
            try:
                await asyncio.wait_for(self._news.wait(), seconds)
            except TimeoutError:
                return

    def remote_devices(self) -> dict[str, ProbeDevice]:
        """Return the devices of the check other than this machine."""
        return {name: one for name, one in self.devices.items() if not one.is_this_machine}


class ReachabilityChecks:
    """Active checks of this process, one per room."""

    def __init__(self) -> None:
        self._of: dict[int, ReachabilityCheck] = {}

    def get_or_create(self, room_id: int) -> ReachabilityCheck:
        """Return the reachability check of a room. Start one if there is none."""
        return self._of.setdefault(room_id, ReachabilityCheck(room_id))

    def check_by_token(self, token: str) -> ReachabilityCheck | None:
        """Return the reachability check with this token, or None."""
        return next((one for one in self._of.values() if one.token == token), None)

    def drop_closed_rooms(self, open_rooms: set[int]) -> None:
        """Drop the reachability checks of closed rooms."""
        self._of = {room: one for room, one in self._of.items() if room in open_rooms}


def addresses_reached_by_devices(check: ReachabilityCheck) -> list[str]:
    """Return the addresses that other devices have reached, those reached by the most devices first."""
    by = [address for one in check.remote_devices().values() if one.has_reported for address in one.used_addresses]
    return sorted(dict.fromkeys(by), key=lambda address: -by.count(address))


def advice(
    check: ReachabilityCheck,
    addresses: Mapping[str, bool],
    needs_wire: bool,
    in_network: bool,
    platform: str = sys.platform,
) -> list[Json]:
    """Return the advice for the teacher, as [{id, text, wait}].

    `addresses` says for each address of this machine whether the machine itself answers there. `needs_wire` is true if
    pages have kernels. `in_network` is true if this machine has a network address. `wait` is true if the advice applies
    only while no device arrives.
    """
    if not addresses:
        return [_said("before", "only_here" if in_network else "no_network")]
    lines = [_said("found", "deaf", address=address) for address, here in addresses.items() if not here]
    others = check.remote_devices()
    answered = {name: one for name, one in others.items() if one.has_reported}
    if answered:
        best = addresses_reached_by_devices(check)[0]
        came = sum(best in one.used_addresses for one in answered.values())
        lines.append(_said("found", "good", n="1 device has" if came == 1 else f"{came} devices have", address=best))
        if check.has_board_address_changed:
            lines.append(_said("found", "now_first"))
        deaf = [name for name, one in answered.items() if one.can_keep_websocket is False]
        return lines + ([_said("found", "wire", own=", ".join(deaf))] if needs_wire and deaf else [])
    if others:
        return [*lines, _said("found", "half", own=", ".join(others))]
    own = [address for one in check.devices.values() for address in one.used_addresses]
    lines.append(_said("found", "only_self", address=own[0]) if own else _said("before", "scan"))
    system = platform if platform in _PLATFORMS else "linux"
    port = urlsplit(next(iter(addresses))).port or 80
    if len(addresses) > 1:
        lines.append(_said("nothing", "another", n=str(len(addresses))))
    if all(address.startswith("http:") for address in addresses):
        lines.append(_said("nothing", "http"))
    return lines + [_said("nothing", id, port=str(port)) for id in (f"firewall_{system}", "guest", "elsewhere")]


def address_rows(check: ReachabilityCheck, answers_itself: Mapping[str, bool]) -> list[Json]:
    """Return a table row for each address.

    A row says whether this machine answers there, how many other devices reached it, and how many tried to.
    """
    others = check.remote_devices().values()
    every = dict.fromkeys(
        [*answers_itself, *(address for one in check.devices.values() for address in one.used_addresses)]
    )
    return [
        {
            "address": address,
            "here": answers_itself.get(address, True),
            "came": sum(address in one.used_addresses for one in others),
            "tried": sum(one.has_tried_all_addresses for one in others),
        }
        for address in every
    ]


def sort_preferred_first(addresses: Sequence[str], preferred: str) -> list[str]:
    """Sort the addresses with the preferred one first."""
    return sorted(addresses, key=lambda address: address != preferred)


def _said(kind: AdviceKind, id: AdviceId, **values: str) -> Json:
    return {"id": id, "text": advice_template_by_kind_and_id()[kind][id].format(**values), "wait": kind == "nothing"}


@cache
def advice_template_by_kind_and_id() -> Mapping[AdviceKind, Mapping[AdviceId, str]]:
    """Return the sentences of the advice, with placeholders, by kind and id."""
    return tomllib.loads(_SENTENCES.read_text(encoding="utf-8-sig"))
