"""Two people play one game in two browsers: lobby, turns, reload, a cut connection, leaving and coming back."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tornado.websocket import WebSocketClosedError, websocket_connect

from gamelib.rulebook import isolate_direction
from tests.browser.conftest import NARROW, NewPage, sideways
from tests.browser.test_class import NAMES, OPEN_NAMES
from tests.browser.test_table import ready
from tests.browser.test_whole_games import WANTED
from tests.conftest import Server, sample_cases

TURN = ".km-shared-turn"
OWN_TURN = f"{TURN}.km-shared-own"
CLICK = """([wanted, from]) => {
    const seen = wanted.flatMap((selector) =>
        [...document.querySelectorAll(selector)].filter((el) => el.checkVisibility() && !el.disabled).slice(0, 1));
    seen[Math.min(from, seen.length - 1)]?.click();
}"""


def sit_down(
    new_page: NewPage, server: Server, game: str, names: tuple[str, str] = ("Anna", "Bo")
) -> tuple[Page, Page, str]:
    """Open a table for two people in two browsers, and start the game."""
    first, second = new_page(1366), new_page(NARROW)
    first.goto(f"{server.url}play?game={game}")
    first.locator("#km-shared-create input").fill(names[0])
    first.locator("#km-shared-create button").click()
    expect(first.locator(".km-shared-seats li")).to_have_count(2)
    code = first.url.split("table=")[1]
    second.goto(f"{server.url}play#table={code}")
    second.locator(".km-shared-card input").fill(names[1])
    assert sideways(second) == 0
    second.locator(".km-shared-card .km-shared-lead").click()
    expect(first.locator(".km-shared-seats")).to_contain_text(names[1])
    expect(second.locator("main")).to_contain_text(f"{isolate_direction(names[0])} starts the game.")
    assert [page.evaluate(OPEN_NAMES, NAMES)[1] for page in (first, second)] == [[], []]
    first.get_by_role("button", name="Start the game").click()
    for page in (first, second):
        expect(page.locator(".km-table")).to_be_visible()
    return first, second, code


def in_turn(*pages: Page) -> Page:
    """Return the page of the person whose turn it is."""
    expect(pages[0].locator(TURN)).not_to_be_empty()
    return pages[0] if pages[0].locator(OWN_TURN).count() else pages[1]


def steps(page: Page) -> str:
    return page.locator(".km-step-label b").text_content() or ""


def act(*pages: Page) -> None:
    """Do something at the page whose turn it is, and wait until all pages show the step after it."""
    before = steps(pages[0])
    for attempt in range(12):  # a card is chosen first, then its action
        page = in_turn(*pages)
        page.evaluate(CLICK, [WANTED, attempt // 3])
        ready(page)
        if steps(page) != before:
            break
    assert steps(page) != before
    for other in pages:
        expect(other.locator(".km-step-label b")).to_have_text(steps(page))
        ready(other)


@pytest.mark.parametrize("game", sample_cases(["towers", "hadara"], 2))
def test_two_people_play_and_nothing_is_lost(new_page: NewPage, voila_server: Server, game: str) -> None:
    first, second, code = sit_down(new_page, voila_server, game)
    for _ in range(6):
        act(first, second)
    assert sideways(first) == sideways(second) == 0
    step = steps(second)

    second.reload()
    expect(second.locator(".km-step-label b")).to_have_text(step)
    act(first, second)

    second.get_by_role("button", name="Leave").click()
    expect(second.get_by_role("heading", name="Play with friends")).to_be_visible()
    expect(first.locator(".km-shared-people")).to_contain_text("Bo: has left, a bot plays")
    expect(first.locator(OWN_TURN)).to_be_visible()
    second.goto(f"{voila_server.url}play#table={code}")
    second.reload()
    expect(second.locator(".km-table")).to_be_visible()
    expect(first.locator(".km-shared-people")).to_be_empty()
    expect(second.locator(".km-step-label b")).to_have_text(steps(first))


def test_names_of_any_script_are_isolated(new_page: NewPage, voila_server: Server) -> None:
    first, second, _ = sit_down(new_page, voila_server, "towers", NAMES)
    expect(second.locator(".km-shared-turn")).not_to_be_empty()
    second.get_by_role("button", name="Leave").click()
    expect(first.locator(".km-shared-people")).to_contain_text("has left")
    seen, found = first.evaluate(OPEN_NAMES, NAMES)
    assert (seen > 2, found) == (True, [])


def test_a_key_that_is_held_down_sends_one_thing(new_page: NewPage, voila_server: Server) -> None:
    page = new_page(NARROW)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
    page.goto(f"{voila_server.url}play?game=hadara")
    name = page.locator("#km-shared-create input")
    name.fill("Anna")
    name.focus()
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(".km-shared-seats")).to_contain_text("Anna")
    assert len([text for text in sent if "create" in text]) == 1


def test_a_page_continues_after_a_cut_connection(new_page: NewPage, voila_server: Server) -> None:
    first, second, _ = sit_down(new_page, voila_server, "towers")
    cables: list[WebSocketRoute] = []

    def plug_in(cable: WebSocketRoute) -> None:
        cable.connect_to_server()
        cables.append(cable)

    second.route_web_socket(re.compile("table/socket"), plug_in)
    second.reload()
    expect(second.locator(".km-table")).to_be_visible()
    act(first, second)
    step, before = steps(second), second.locator(".km-table").element_handle()
    cables[-1].close()
    second.wait_for_function("old => !old.isConnected", arg=before)
    expect(second.locator(".km-step-label b")).to_have_text(step)
    expect(second.locator(".km-shared-lost")).to_be_hidden()
    act(first, second)
    assert len(cables) == 2


def test_the_same_seat_is_open_on_another_device(new_page: NewPage, voila_server: Server) -> None:
    first, second, _ = sit_down(new_page, voila_server, "towers")
    first.get_by_text("My link").click()
    link = first.locator(".km-shared-device input").input_value()
    third = new_page(1366)
    third.goto(link)
    expect(third.locator(".km-table")).to_be_visible()
    expect(third.locator(TURN)).to_have_text(first.locator(TURN).text_content() or "")
    assert "seat=" not in third.url
    act(first, second)
    expect(third.locator(".km-step-label b")).to_have_text(steps(first))


def test_a_wrong_code_and_a_full_table_get_a_sentence(new_page: NewPage, voila_server: Server) -> None:
    _, _, code = sit_down(new_page, voila_server, "towers")
    page = new_page(NARROW)
    page.goto(f"{voila_server.url}play")
    for typed, sentence in (("666666", "no table with this code"), ("12", "six"), (code, "already started")):
        page.locator("#km-shared-join input").first.fill(typed)
        page.locator("#km-shared-join input").last.fill("Cem")
        page.locator("#km-shared-join button").click()
        expect(page.get_by_role("alert")).to_contain_text(sentence)
    assert sideways(page) == 0


async def answers(server: Server, *messages: Any, count: int) -> list[dict[str, Any]]:
    """Send messages to the socket of a server and return its first answers."""
    socket = await websocket_connect(f"{server.url.replace('http', 'ws')}table/socket")
    found = []
    try:
        for message in messages:
            text = message if isinstance(message, str | bytes) else json.dumps(message)
            await socket.write_message(text, binary=isinstance(message, bytes))
        for _ in range(count):
            answer = await asyncio.wait_for(socket.read_message(), 60)
            assert isinstance(answer, str), "the connection stays open"
            found.append(json.loads(answer))
    except WebSocketClosedError:
        pytest.fail("the connection stays open")
    finally:
        socket.close()
    return found


def in_thread(asked: Coroutine[Any, Any, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Run a coroutine in a thread of its own. The driver of the browser has an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asked).result()


def test_no_frame_breaks_the_server(voila_server: Server) -> None:
    frames = [
        "", "{", "[]", "null", '"x"', "1" * 300, b"\x00\xff", "x" * 20_000, "[" * 9000,
        {}, {"do": 1}, {"do": ["create"]}, {"do": "on_close"}, {"do": "create"}, {"do": "create", "game": {}},
        {"do": "join", "code": [], "name": {}}, {"do": "join", "code": "123456", "name": "<b>"}, {"do": "open"},
        {"do": "open", "code": "1" * 40, "token": 7}, {"do": "start"}, {"do": "leave"}, {"do": "let_bot_move"},
        {"do": "model"}, {"do": "model", "content": None}, {"do": "create", "game": "towers", "seats": 1e300},
    ]  # fmt: skip
    found = in_thread(answers(voila_server, *frames, count=len(frames)))
    assert [one["kind"] for one in found] == ["refusal"] * len(frames)
    assert all(one["text"].endswith((".", "?")) and not re.search(r"Error|Traceback|<", one["text"]) for one in found)


def test_a_seat_of_another_person_cannot_be_taken(voila_server: Server) -> None:
    create = {"do": "create", "game": "towers", "seats": 2, "timer": 0, "name": "Anna"}
    seat, lobby = in_thread(answers(voila_server, create, count=2))
    assert lobby["names"] == ["Anna"]
    assert seat["token"] not in json.dumps(lobby)
    (refusal,) = in_thread(answers(voila_server, {"do": "open", "code": seat["code"], "token": "A" * 32}, count=1))
    assert refusal["kind"] == "refusal"
    watcher = in_thread(answers(voila_server, {"do": "open", "code": seat["code"]}, {"do": "start"}, count=2))
    assert [one["kind"] for one in watcher] == ["lobby", "refusal"]
