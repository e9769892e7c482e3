"""Behind a proxy: only a named proxy is believed about the addresses of visitors."""

from __future__ import annotations

import http.client
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from tests.conftest import FILE, kismet
from tests.pupils import Line, few_pages, owner
from widgets.classroom.network import lan_addresses
from widgets.site.voila.proxy_headers import ForwardedHeaderApplier, parse_networks

RAID = "03-the-raid"


def seen(peer: str, trusted: tuple[str, ...], **headers: str) -> tuple[str, str]:
    """Return address and scheme of a request after the headers were read."""
    sent = HTTPHeaders({"Host": "localhost"} | {name.replace("_", "-"): value for name, value in headers.items()})
    context = SimpleNamespace(remote_ip=peer, protocol="http")
    connection = SimpleNamespace(context=context)
    request = HTTPServerRequest(
        start_line=RequestStartLine("GET", "/", "HTTP/1.1"), headers=sent, connection=connection
    )  # type: ignore[arg-type]
    assert ForwardedHeaderApplier(parse_networks(trusted)).match(request) is None
    return request.remote_ip, request.protocol


@pytest.mark.parametrize(
    ("peer", "trusted", "said", "origin"),
    [
        ("127.0.0.1", (), "192.0.2.7", "127.0.0.1"),
        ("127.0.0.1", ("127.0.0.1",), "192.0.2.7", "192.0.2.7"),
        ("192.0.2.1", ("127.0.0.1",), "192.0.2.7", "192.0.2.1"),
        ("127.0.0.1", ("127.0.0.1",), "198.51.100.1, 192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", ("127.0.0.1", "10.0.0.0/8"), "192.0.2.7, 10.2.3.4", "192.0.2.7"),
        ("127.0.0.1", ("127.0.0.1", "10.0.0.0/8"), "10.9.9.9, 10.2.3.4", "10.9.9.9"),
        ("127.0.0.1", ("127.0.0.1",), "", "127.0.0.1"),
        ("127.0.0.1", ("127.0.0.1",), "192.0.2.7, unknown", "127.0.0.1"),
        ("127.0.0.1", ("127.0.0.1",), "192.0.2.7:80", "127.0.0.1"),
        ("::1", ("::1",), "2001:db8::7", "2001:db8::7"),
        ("::ffff:127.0.0.1", ("127.0.0.1",), "::ffff:192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", ("127.0.0.1",), ", ".join(["192.0.2.7"] * 5000), "192.0.2.7"),
    ],
)
def test_where_a_visitor_comes_from(peer, trusted, said, origin):
    assert seen(peer, trusted, X_Forwarded_For=said)[0] == origin


def test_whether_it_came_by_tls():
    assert seen("127.0.0.1", ("127.0.0.1",), X_Forwarded_Proto="https")[1] == "https"
    assert seen("127.0.0.1", ("127.0.0.1",), X_Forwarded_Proto="https, http")[1] == "http"
    assert seen("127.0.0.1", ("127.0.0.1",), X_Forwarded_Proto="gopher")[1] == "http"
    assert seen("127.0.0.1", (), X_Forwarded_Proto="https")[1] == "http"
    assert seen("192.0.2.1", ("127.0.0.1",), X_Forwarded_Proto="https")[1] == "http"


def test_a_proxy_has_an_address():
    with pytest.raises(ValueError, match=r"^'nginx' is not the address of a proxy, such as "):
        parse_networks(["127.0.0.1", "nginx"])


def cookie(url: str, address: str) -> str:
    """Return the cookie of a new visitor."""
    parts = urlsplit(url)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=120)
    line.request("GET", f"{parts.path}join", headers={"X-Forwarded-For": address, "X-Forwarded-Proto": "https"})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.headers["Set-Cookie"]


def places(url: str, address: str) -> int:
    """Return the status of a page for a visitor from this address."""
    parts = urlsplit(url)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=120)
    line.request("GET", f"{parts.path}voila/render/index.ipynb", headers={"X-Forwarded-For": address})
    status = line.getresponse().status
    line.close()
    return status


def options(folder: Path, *more: str) -> tuple[str, ...]:
    """Return the options of a server with a public name."""
    pages = few_pages(folder / "pages", f"lessons/{RAID}.ipynb")
    return f"--notebooks={pages}", f"--class-data={folder / 'class.sqlite'}", "--allow-host=kismet.example.org", *more


def test_a_server_that_was_told_its_proxy_believes_it(tmp_path):
    more = options(tmp_path, "--trusted-proxy=127.0.0.1")
    with kismet(tmp_path / "log.txt", *more, base_url="/school/", asked=FILE) as proxied:
        assert "Secure" in cookie(proxied.url, "192.0.2.7")
        assert places(proxied.url, "192.0.2.7") == 200
        assert "--trusted-proxy" not in proxied.log.read_text()


def test_a_server_behind_a_proxy_opens_itself_to_nobody(tmp_path):
    """Check that a server with a public name or a given address listens nowhere else when a class is opened.

    Without a named proxy, the server prints what this means.
    """
    with kismet(tmp_path / "log.txt", *options(tmp_path), base_url="/school/", asked=FILE) as proxied:
        assert "Secure" not in cookie(proxied.url, "192.0.2.7")
        assert places(proxied.url, "192.0.2.7") == 200
        assert "--trusted-proxy" in proxied.log.read_text()
        visitor = {"Host": "kismet.example.org", "X-Forwarded-Proto": "https"}
        assert not Line(proxied.url).ask("teacher-permissions", **visitor)[1]["local"]
        assert Line(proxied.url).send("POST", "class/open-room", "{}", visitor)[0] == 403
        secret = owner(proxied).good("open-room", lesson=RAID)["secret"]
        assert Line(proxied.url, secret).ask("poll-board")[1]["hosts"] == []
        for address in lan_addresses():
            with pytest.raises(ConnectionError):
                Line(proxied.url.replace("127.0.0.1", address)).ask("teacher-permissions")
