"""Where this machine can be reached, without asking anybody: its own addresses, and the picture of one."""

from __future__ import annotations

import io
import ipaddress
import socket
from contextlib import suppress

import psutil
import segno

_NOWHERE = ("192.0.2.1", 9)  # an address of documentation: the route to it is looked up, nothing is sent


def lan_addresses() -> list[str]:
    """The addresses of this machine in its networks, the one that leads out first; none if it is in no network."""
    own: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_NOWHERE)
        own.append(str(probe.getsockname()[0]))
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    for name, addresses in psutil.net_if_addrs().items():
        own += [one.address for one in addresses if one.family == socket.AF_INET and name in up]
    return [one for one in dict.fromkeys(own) if not is_local_only(one)]


def is_local_only(host: str) -> bool:
    """Whether a name or an address leads nowhere from another machine."""
    try:
        of = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return of.is_loopback or of.is_link_local or of.is_unspecified


def device_network(address: str) -> str:
    """What counts as one address: of IPv6 the first half, since one device has as many of the second as it likes."""
    try:
        of = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(of, ipaddress.IPv6Address):
        return str(of.ipv4_mapped or ipaddress.ip_network(f"{of}/64", strict=False))
    return str(of)


def is_public_address(address: str) -> bool:
    """Whether an address is one of the internet, which anybody may reach."""
    return ipaddress.ip_address(address).is_global


def qr_svg(text: str) -> str:
    """A text as a QR picture, SVG."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", scale=8, border=3, dark="#1e2140", light="#ffffff", xmldecl=False
    )
    return out.getvalue().decode()
