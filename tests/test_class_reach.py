"""Reachability check: devices are seen with their addresses, and the advice on the board fits the result."""

from __future__ import annotations

import asyncio
import http.client
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

from tests.conftest import Server, kismet
from tests.pupils import Line, few_pages, opened, owner
from widgets.classroom import reachability
from widgets.classroom.network import lan_addresses

RAID = "03-the-raid"
A, B = "http://192.168.1.5:8866/", "http://10.8.0.2:8866/"
BOTH = {A: True, B: True}


def ids(
    check: reachability.ReachabilityCheck,
    addresses: dict[str, bool] = BOTH,
    *,
    wire: bool = False,
    network: bool = True,
    platform: str = "linux",
) -> list[str]:
    return [one["id"] for one in reachability.advice(check, addresses, wire, network, platform)]


def came(
    check: reachability.ReachabilityCheck, device: str, *by: str, own: bool = False, answered: bool = True
) -> reachability.ProbeDevice:
    one = None
    for address in by:
        one = check.record_request(device, own, address)
    assert one
    one.has_reported = answered
    return one


@pytest.mark.parametrize(
    ("addresses", "network", "said"),
    [
        ({}, False, ["no_network"]),
        ({}, True, ["only_here"]),
        ({A: True}, True, ["scan", "http", "firewall_linux", "guest", "elsewhere"]),
        (BOTH, True, ["scan", "another", "http", "firewall_linux", "guest", "elsewhere"]),
        ({A: False}, True, ["deaf", "scan", "http", "firewall_linux", "guest", "elsewhere"]),
        ({"https://school.example/": True}, True, ["scan", "firewall_linux", "guest", "elsewhere"]),
    ],
)
def test_what_is_said_before_anything_comes(addresses, network, said):
    assert ids(reachability.ReachabilityCheck(1), addresses, network=network) == said


def test_the_firewall_is_that_of_the_system():
    assert "firewall_win32" in ids(reachability.ReachabilityCheck(1), platform="win32")
    assert "firewall_darwin" in ids(reachability.ReachabilityCheck(1), platform="darwin")
    text = next(
        one["text"]
        for one in reachability.advice(reachability.ReachabilityCheck(1), {A: True}, False, True, "linux")
        if one["id"] == "firewall_linux"
    )
    assert "8866/tcp" in text


def test_this_machine_itself_proves_nothing():
    check = reachability.ReachabilityCheck(1)
    came(check, "192.168.1.5", A, own=True)
    assert ids(check)[0] == "only_self"
    assert [row["came"] for row in reachability.address_rows(check, BOTH)] == [0, 0]


def test_a_page_without_an_answer_is_half_a_way():
    check = reachability.ReachabilityCheck(1)
    came(check, "192.168.1.9", A, answered=False)
    assert ids(check) == ["half"]
    check.devices["192.168.1.9"].has_reported = True
    assert ids(check) == ["good"]


def test_a_line_counts_only_where_pages_need_one():
    check = reachability.ReachabilityCheck(1)
    came(check, "192.168.1.9", A).can_keep_websocket = False
    assert ids(check, wire=True) == ["good", "wire"]
    assert ids(check, wire=False) == ["good"]
    check.devices["192.168.1.9"].can_keep_websocket = True
    assert ids(check, wire=True) == ["good"]


def test_addresses_are_told_apart():
    check = reachability.ReachabilityCheck(1)
    came(check, "192.168.1.9", B).has_tried_all_addresses = True
    came(check, "192.168.1.10", B, A).has_tried_all_addresses = True
    assert [(row["address"], row["came"], row["tried"]) for row in reachability.address_rows(check, BOTH)] == [
        (A, 1, 2),
        (B, 2, 2),
    ]
    assert reachability.addresses_reached_by_devices(check) == [B, A]
    assert (
        "2 devices have reached this computer at http://10.8.0.2"
        in reachability.advice(check, BOTH, False, True)[0]["text"]
    )
    assert reachability.sort_preferred_first([A, B], B) == [B, A]
    assert reachability.sort_preferred_first([A, B], "") == [A, B]


def test_no_check_grows_without_end():
    check = reachability.ReachabilityCheck(1)
    for n in range(2 * reachability.MAX_DEVICES):
        check.record_request(str(n), False, A)
    assert len(check.devices) == reachability.MAX_DEVICES


def test_who_waits_is_woken_and_rooms_that_are_closed_are_forgotten():
    async def go() -> None:
        checks = reachability.ReachabilityChecks()
        check = checks.get_or_create(1)
        waiting = asyncio.ensure_future(check.wait(check.version, 60))
        await asyncio.sleep(0)
        assert not waiting.done()
        check.record_request("a", False, A)
        await asyncio.wait_for(waiting, 60)
        await asyncio.wait_for(check.wait(1, 60), 60)  # an older version is news already
        assert checks.get_or_create(1) is check
        assert checks.check_by_token(check.token) is check
        checks.drop_closed_rooms({2})
        assert checks.check_by_token(check.token) is None

    thread = threading.Thread(target=asyncio.run, args=(go(),))
    thread.start()
    thread.join(90)
    assert not thread.is_alive()


def test_every_sentence_can_be_said():
    """Check that code uses each sentence, and that each ends as a sentence or with an address."""
    text = Path(reachability.__file__).read_text(encoding="utf-8")
    for kind, of in reachability.advice_template_by_kind_and_id().items():
        for id, said in of.items():
            assert f'"{id}"' in text or id.startswith("firewall_"), (kind, id)
            assert said[-1] in ".}" or said.endswith("kismet class"), id


# -- over the protocol ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that believes the forwarding headers of this machine."""
    log = tmp_path_factory.mktemp("class") / "log.txt"
    pages = few_pages(log.parent / "pages", f"lessons/{RAID}.ipynb")
    with kismet(
        log,
        f"--notebooks={pages}",
        f"--class-data={log.parent / 'class.sqlite'}",
        "--trusted-proxy=127.0.0.0/8",
        "class",
        RAID,
    ) as running:
        yield running


def asked(line: Line, path: str = "poll-reachability") -> Any:
    status, answer = line.ask(path)
    assert status == 200, answer
    return answer


def scanned(server: Server) -> str:
    """Return the token in the picture on the board."""
    found = asked(Line(server.url, opened(server.log)[1]))
    assert found["picture"].startswith("<svg")
    assert found["scan"].startswith(f"{found['address']}reached?t=")
    return str(found["scan"].partition("?t=")[2])


def test_a_phone_is_seen_with_the_address_that_it_came_by(server):
    """Use two devices elsewhere, one of which tries the other address too. The board updates and states the result."""
    board, t = Line(server.url, opened(server.log)[1]), scanned(server)
    before = asked(board)
    assert [one["id"] for one in before["advice"]][:1] == ["scan"] if lan_addresses() else ["no_network"]
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(asked(board, f"poll-reachability?at={before['at']}")))
    waiting.start()
    phone = {"X-Forwarded-For": "198.51.100.7"}
    status, told = Line(server.url).send("POST", "class/save-device-report-and-list-tests", f'{{"t": "{t}"}}', phone)
    assert (status, told["wire"], told["by"]) == (200, True, server.url)
    waiting.join(60)
    assert answers[0]["at"] > before["at"]
    for address in told["others"]:
        assert Line(address).send("GET", f"class/answer-probe?t={t}", None, phone)[0] == 200
    last = f'{{"t": "{t}", "wire": false, "tried": true}}'
    assert Line(server.url).send("POST", "class/save-device-report-and-list-tests", last, phone)[0] == 200
    found = asked(board)
    assert [row["came"] for row in found["rows"]] == [1] * len({*told["others"], server.url})
    assert [one["id"] for one in found["advice"] if one["id"] != "now_first"] == ["good", "wire"]
    assert "198.51.100.7" in found["advice"][-1]["text"]


def test_an_address_that_was_reached_stands_first_on_the_board(server):
    if len(lan_addresses()) < 1:
        pytest.skip("this machine is in no network")
    secret = owner(server).good("open-room", lesson=RAID)["secret"]
    board = Line(server.url, secret)
    found = asked(board)
    assert found["address"] == board.ask("poll-board")[1]["hosts"][0]
    t = found["scan"].partition("?t=")[2]
    Line(found["address"]).send("POST", "class/save-device-report-and-list-tests", f'{{"t": "{t}"}}', {})
    assert asked(board)["advice"][0]["id"] == "only_self", "it is this machine, by its own address"
    board.good("close-room")


def test_the_line_brings_back_a_word_and_ends(server):
    parts = urlsplit(server.url)
    with connect(f"ws://{parts.netloc}/class/echo") as line:
        line.send("here")
        assert line.recv(60) == "here"
        with pytest.raises(Exception, match=r"1000|closed|1005"):
            line.recv(60)


def test_who_has_not_scanned_the_picture_tells_nothing(server):
    pupil = Line(server.url)
    for t in ("", "x", "A" * 32, opened(server.log)[1]):
        status, refused = pupil.tell("save-device-report-and-list-tests", t=t)
        assert (status, refused["error"]) == (410, "This check is over. Scan the code on the board again.")
        assert pupil.ask(f"answer-probe?t={t}")[0] == 410
    assert pupil.ask("poll-reachability")[0] == 403
    parts = urlsplit(server.url)
    asks = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=120)
    asks.request(
        "POST", "/class/save-device-report-and-list-tests", body="{}"
    )  # without the mark that only our own pages can send
    assert asks.getresponse().status == 404
    asks.close()


def test_the_page_of_a_phone_may_ask_the_machines_addresses_and_no_other(server):
    policies = {}
    for path in ("/reached?t=x", "/join"):
        parts = urlsplit(server.url)
        asks = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=120)
        asks.request("GET", path)
        answer = asks.getresponse()
        policies[path] = answer.headers["Content-Security-Policy"]
        assert answer.status == 200
        asks.close()
    (asked_of,) = re.findall("connect-src ([^;]*)", policies["/reached?t=x"])
    assert asked_of.split() == ["'self'", "ws:", "wss:", *(f"http://{own}:{parts.port}" for own in lan_addresses())]
    assert "connect-src" not in policies["/join"]
