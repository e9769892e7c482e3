"""Headers that trusted proxies add: address of the visitor, and whether TLS is used.

Such headers from other senders are ignored. Anybody could forge them, and rate limits depend on addresses.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher

from gamelib.validation import short_repr

Network = IPv4Network | IPv6Network
_MAX_PROXIES = 20
"""Maximum number of addresses that are read, from the end of the list."""


def parse_networks(said: Collection[str]) -> tuple[Network, ...]:
    """Parse addresses and networks: 127.0.0.1, 10.0.0.0/8. Raise ValueError with the invalid text."""
    parsed = []
    for text in said:
        try:
            parsed.append(ip_network(text, strict=False))
        except ValueError:
            raise ValueError(
                f"{short_repr(text)} is not the address of a proxy, such as 127.0.0.1 or 10.0.0.0/8."
            ) from None
    return tuple(parsed)


class ForwardedHeaderApplier(Matcher):
    """Rule that matches no request. It replaces the address of a trusted proxy with the address of the client."""

    def __init__(self, trusted: Collection[Network]) -> None:
        self._trusted = trusted

    def match(self, request: HTTPServerRequest) -> None:
        if self._trusted and self._is_trusted(_address(str(request.remote_ip))):
            request.remote_ip = self._origin(request)
            schemes = request.headers.get("X-Forwarded-Proto", "").split(",")
            if schemes[-1].strip() in ("http", "https"):
                request.protocol = schemes[-1].strip()

    def _origin(self, request: HTTPServerRequest) -> str:
        """Return the last address that is not a trusted proxy. The sender may have forged the addresses before it."""
        known = str(request.remote_ip)
        for text in reversed(request.headers.get("X-Forwarded-For", "").split(",")[-_MAX_PROXIES:]):
            address = _address(text.strip())
            if address is None:
                break
            known = str(address)
            if not self._is_trusted(address):
                break
        return known

    def _is_trusted(self, address: IPv4Address | IPv6Address | None) -> bool:
        return address is not None and any(address in network for network in self._trusted)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address in a text, or None for other texts. An IPv4 address mapped to IPv6 becomes an IPv4 address."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
