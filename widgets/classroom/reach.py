"""A check of the room before the hour: by which addresses other devices reach this machine, and what stands in the way
where they do not. No server here."""

from __future__ import annotations

import asyncio
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from ..page.protocol import Json
from .room import new_secret

MOST_DEVICES = 60
"""So many are told apart in one check."""
_SENTENCES = Path(__file__).with_name("reach.toml")
_PLATFORMS = {"win32", "darwin"}  # all others are told of what Linux has


@dataclass(slots=True)
class Device:
    """One that has opened the page of a check. `own`: it is this machine; `answered`: its script has told of itself;
    `wire`: whether a line to it stays open (None: not tried); `tried`: it has tried all addresses."""

    own: bool
    by: list[str] = field(default_factory=list)
    answered: bool = False
    wire: bool | None = None
    tried: bool = False


@dataclass(slots=True)
class ReachCheck:
    """A check of one room: who knows its token has scanned the picture on the board."""

    room: int
    token: str = field(default_factory=new_secret)
    devices: dict[str, Device] = field(default_factory=dict)
    version: int = 1
    moved: bool = False
    """Whether the board's own address is another one since somebody has been reached by it."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def came(self, device: str, own: bool, by: str) -> Device | None:
        """A request of a device, by one of our addresses; None where no more are told apart."""
        if device not in self.devices and len(self.devices) >= MOST_DEVICES:
            return None
        one = self.devices.setdefault(device, Device(own))
        if by not in one.by:
            one.by.append(by)
            self.changed()
        return one

    def changed(self) -> None:
        """Wake who waits for news."""
        self.version += 1
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self, known: int, seconds: float) -> None:
        """Until the version is not the known one, or so many seconds are over."""
        if self.version == known:
            try:
                await asyncio.wait_for(self._news.wait(), seconds)
            except TimeoutError:
                return

    def others(self) -> dict[str, Device]:
        """Devices that are not this machine."""
        return {name: one for name, one in self.devices.items() if not one.own}


class Checks:
    """The checks that are on, one a room; of this process alone."""

    def __init__(self) -> None:
        self._of: dict[int, ReachCheck] = {}

    def of(self, room: int) -> ReachCheck:
        """That of a room, begun now if there is none."""
        return self._of.setdefault(room, ReachCheck(room))

    def by(self, token: str) -> ReachCheck | None:
        """The one with this token."""
        return next((one for one in self._of.values() if one.token == token), None)

    def keep(self, rooms: set[int]) -> None:
        """Those of rooms that are closed go."""
        self._of = {room: one for room, one in self._of.items() if room in rooms}


def reached(check: ReachCheck) -> list[str]:
    """Addresses by which other devices have come, those of most devices first."""
    by = [address for one in check.others().values() if one.answered for address in one.by]
    return sorted(dict.fromkeys(by), key=lambda address: -by.count(address))


def advice(
    check: ReachCheck, addresses: Mapping[str, bool], needs_wire: bool, in_network: bool, platform: str = sys.platform
) -> list[Json]:
    """What the board says: [{id, text, wait}]. `addresses`: at which this machine should be reached, and whether it
    answers itself there; `needs_wire`: pages have kernels; `in_network`: this machine has an address of a network at
    all. `wait`: only for whom nothing comes."""
    if not addresses:
        return [_said("before", "only_here" if in_network else "no_network")]
    lines = [_said("found", "deaf", address=address) for address, here in addresses.items() if not here]
    others = check.others()
    answered = {name: one for name, one in others.items() if one.answered}
    if answered:
        best = reached(check)[0]
        came = sum(best in one.by for one in answered.values())
        lines.append(_said("found", "good", n="1 device has" if came == 1 else f"{came} devices have", address=best))
        if check.moved:
            lines.append(_said("found", "now_first"))
        deaf = [name for name, one in answered.items() if one.wire is False]
        return lines + ([_said("found", "wire", own=", ".join(deaf))] if needs_wire and deaf else [])
    if others:
        return [*lines, _said("found", "half", own=", ".join(others))]
    own = [address for one in check.devices.values() for address in one.by]
    lines.append(_said("found", "only_self", address=own[0]) if own else _said("before", "scan"))
    system = platform if platform in _PLATFORMS else "linux"
    port = urlsplit(next(iter(addresses))).port or 80
    if len(addresses) > 1:
        lines.append(_said("nothing", "another", n=str(len(addresses))))
    if all(address.startswith("http:") for address in addresses):
        lines.append(_said("nothing", "http"))
    return lines + [_said("nothing", id, port=str(port)) for id in (f"firewall_{system}", "guest", "elsewhere")]


def rows(check: ReachCheck, addresses: Mapping[str, bool]) -> list[Json]:
    """Each address: whether this machine answers there itself, how many other devices came by it, and how many have
    tried it."""
    others = check.others().values()
    every = dict.fromkeys([*addresses, *(address for one in check.devices.values() for address in one.by)])
    return [
        {
            "address": address,
            "here": addresses.get(address, True),
            "came": sum(address in one.by for one in others),
            "tried": sum(one.tried for one in others),
        }
        for address in every
    ]


def first(addresses: Sequence[str], preferred: str) -> list[str]:
    """The addresses, a preferred one before all others."""
    return sorted(addresses, key=lambda address: address != preferred)


def _said(kind: str, id: str, **values: str) -> Json:
    return {"id": id, "text": sentences()[kind][id].format(**values), "wait": kind == "nothing"}


@cache
def sentences() -> dict[str, dict[str, str]]:
    """All that can be said, by kind and id."""
    return tomllib.loads(_SENTENCES.read_text(encoding="utf-8-sig"))
