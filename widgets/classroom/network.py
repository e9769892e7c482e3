"""Network addresses of this machine, found without network requests, and QR codes of addresses."""

from __future__ import annotations

import io
import ipaddress
import socket
from contextlib import suppress

import psutil
import segno

_NOWHERE = ("192.0.2.1", 9)  # reserved for documentation, only used to find the default route


def lan_addresses() -> list[str]:
    """Return the addresses of this machine in its networks. The address of the default route is first.

    The list is empty if the machine has no network.
    """
    own: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_NOWHERE)
        own.append(str(probe.getsockname()[0]))
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    for name, addresses in psutil.net_if_addrs().items():
        own += [one.address for one in addresses if one.family == socket.AF_INET and name in up]
    return [one for one in dict.fromkeys(own) if not is_local_only(one)]


def is_local_only(host: str) -> bool:
    """Return whether other machines cannot use this host name or address."""
    try:
        of = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return of.is_loopback or of.is_link_local or of.is_unspecified


def device_part_of_address(address: str) -> str:
    """Return the part of an address that identifies a device.

    For IPv6, this part is the first 64 bits, because the device can change the other bits at any time.
    """
    try:
        of = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(of, ipaddress.IPv6Address):
        return str(of.ipv4_mapped or ipaddress.ip_network(f"{of}/64", strict=False))
    return str(of)


def is_public_address(address: str) -> bool:
    """Return whether an address belongs to the public internet."""
    return ipaddress.ip_address(address).is_global


def qr_svg(text: str) -> str:
    """Return the QR code of a text, as SVG."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", scale=8, border=3, dark="#1e2140", light="#ffffff", xmldecl=False
    )
    return out.getvalue().decode()
