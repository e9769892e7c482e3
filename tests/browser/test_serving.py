"""Rights and limits of a visitor: addresses, pages with faults, and the frame of every page."""

from __future__ import annotations

import gzip
import json
import re
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from websockets.sync.client import connect

from tests.browser.conftest import NARROW, WIDE, drawn, sideways
from tests.conftest import ROOT, Server, kismet

BASE = "/school/kismet/"
CONTROLS = """
import os, ipywidgets as w
name, out = w.Text(description="Name"), w.Label("nothing yet")
button = w.Button(description="Greet")
button.on_click(lambda _: setattr(out, "value", f"Hello {name.value}"))
bot = w.Dropdown(description="Bot", options=["calm", "bold"])
w.VBox([name, w.IntSlider(description="Gold", value=3), bot, button, out])
"""


def write(folder: Path, path: str, *cells: nbformat.NotebookNode, title: str, kind: str) -> None:
    about = {"title": title, "summary": "A page for the tests.", "kind": kind, "minutes": 1, "level": "tests"}
    notebook = new_notebook(cells=list(cells), metadata={"kismet": about})
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of those pages."""
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def test_pages(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Server]:
    """Start a separate server with a base address, for pages that must not be among ours."""
    gallery = new_code_cell(
        "from widgets.site.home_page import render_home_page\nfrom pathlib import Path\nrender_home_page(Path.cwd())"
    )
    write(folder, "index.ipynb", new_markdown_cell("# Tests"), gallery, title="Kismet", kind="home")
    write(folder, "tables/controls.ipynb", new_code_cell(CONTROLS), title="<b>Controls</b>", kind="table")
    asks = new_code_cell("from voila.utils import get_query_string\nprint('asked for', get_query_string())")
    write(folder, "tables/asks.ipynb", asks, title="Asks", kind="table")
    broken = [new_code_cell("secret = 'sesame'\n1 / 0"), new_code_cell("print('never reached')")]
    write(folder, "lessons/broken.ipynb", new_markdown_cell("# Broken"), *broken, title="Broken", kind="lesson")
    nbformat.write(new_notebook(cells=[new_code_cell("print('mine')")]), folder / "private.ipynb")
    (folder / "notes.py").write_text("print('marjoram')")
    log = tmp_path_factory.mktemp("log") / "log.txt"
    with kismet(log, f"--notebooks={folder}", base_url=BASE) as server:
        yield server


def ask(server: Server, method: str, path: str, **headers: str) -> tuple[int, str]:
    """Send exactly this path, without normalizing dots, and return status and body."""
    parts = urlsplit(server.url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=120)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, body


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/kernels"),
        ("POST", "/api/kernels"),
        ("GET", "/api/sessions"),
        ("POST", "/api/sessions"),
        ("GET", "/api/contents/index.ipynb"),
        ("PUT", "/api/contents/index.ipynb"),
        ("POST", "/api/terminals"),
        ("GET", "/terminals/websocket/1"),
        ("GET", "/api/kernelspecs"),
        ("GET", "/voila/api/contents/"),
        ("GET", "/voila/api/contents/index.ipynb"),
        ("GET", "/voila/tree"),
        ("GET", "/voila/tree/rules"),
        ("GET", "/voila/files/index.ipynb"),
        ("GET", "/voila/files/../widgets/site/command_line.py"),
        ("GET", "/voila/execution/00000000-0000-0000-0000-000000000000"),
        ("GET", "/files/index.ipynb"),
        ("GET", "/login"),
        ("GET", "/voila/render/"),
        ("GET", "/voila/render/missing.ipynb"),
        ("GET", "/voila/render/../pyproject.toml"),
        ("GET", "/voila/render/..%2Fpyproject.toml"),
        ("GET", "/voila/render/%2Fetc%2Fpasswd"),
        ("GET", "/voila/render/tables/../index.ipynb"),
        ("GET", "/voila/static/../../../../../../../../etc/passwd"),
        ("GET", "/voila/static/%2Fetc%2Fpasswd"),
        ("GET", "/voila/templates/kismet/static/../index.html.j2"),
        ("GET", "/voila/labextensions/../kernels/python3/kernel.json"),
        ("GET", "/no/such/thing"),
    ],
)
def test_only_our_pages_have_a_door(voila_server, method, path):
    status, body = ask(voila_server, method, path)
    assert status in {403, 404, 405}, body[:300]
    for leak in ("Traceback", "root:", "[project]", '"cells"', "argv", "{%-"):
        assert leak not in body


def test_a_page_is_found_by_its_name_in_a_folder_without_a_server(test_pages):
    assert ask(test_pages, "GET", f"{BASE}voila/render/lessons/broken.html")[0] == 301


@pytest.mark.parametrize("path", ["private.ipynb", "notes.py", "tables", "private.html"])
def test_a_file_that_is_no_page_of_ours_is_not_served(test_pages, path):
    status, body = ask(test_pages, "GET", f"{BASE}voila/render/{path}")
    assert status == 404
    assert "There is no such page" in body
    assert "mine" not in body
    assert "marjoram" not in body


def started(server: Server, path: str) -> str:
    """Open a page without a browser and return the id of its kernel."""
    prefix = urlsplit(server.url).path
    status, body = ask(server, "GET", f"{prefix}voila/render/{path}")
    assert status == 200
    return str(re.search(r'"kernelId": "([-\w]+)"', body)[1])


class Wire:
    """Front end that sends arbitrary messages to a kernel, in either dialect of the websocket."""

    def __init__(self, server: Server, kernel: str, v1: bool, token: str = "") -> None:
        query = f"session_id={uuid.uuid4().hex}&token={token}"
        url = f"{server.url.replace('http', 'ws', 1)}api/kernels/{kernel}/channels?{query}"
        dialect = ["v1.kernel.websocket.jupyter.org"] if v1 else None
        self.v1 = v1
        self.socket = connect(url, subprotocols=dialect, max_size=None, legacy=True)

    def send(self, kind: str, content: dict, channel: str = "shell", **metadata: str) -> str:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": uuid.uuid4().hex,
            "username": "visitor",
            "version": "5.3",
            "date": datetime.now(UTC).isoformat(),
        }
        if self.v1:
            parts = [channel.encode(), *(json.dumps(part).encode() for part in (header, {}, metadata, content))]
            offsets = [8 * (len(parts) + 2)]
            for part in parts:
                offsets.append(offsets[-1] + len(part))
            numbers = [len(offsets), *offsets]
            self.socket.send(b"".join(number.to_bytes(8, "little") for number in numbers) + b"".join(parts))
        else:
            message = {
                "header": header,
                "parent_header": {},
                "metadata": metadata,
                "content": content,
                "channel": channel,
            }
            self.socket.send(json.dumps(message))
        return header["msg_id"]

    def answers(self, *until: str) -> str:
        """Return the text of all answers up to the message with these words and for another second."""
        heard: list[str] = []
        seconds = 60.0
        while True:
            try:
                message = self.socket.recv(timeout=seconds)
            except TimeoutError:
                return "\n".join(heard)
            heard.append(message if isinstance(message, str) else message.decode("utf-8", "replace"))
            if all(words in heard[-1] for words in until):
                seconds = 1


FORBIDDEN = {
    "execute_request": {"code": "CODE", "silent": False, "store_history": False, "allow_stdin": False},
    "complete_request": {"code": "impor", "cursor_pos": 5},
    "inspect_request": {"code": "print", "cursor_pos": 5, "detail_level": 1},
    "history_request": {"hist_access_type": "tail", "n": 5, "output": True, "raw": True},
    "is_complete_request": {"code": "1"},
    "debug_request": {"type": "request", "seq": 1, "command": "evaluate", "arguments": {"expression": "CODE"}},
    "create_subshell_request": {},
    "interrupt_request": {},
    "shutdown_request": {"restart": False},
    "input_reply": {"value": "CODE"},
}


@pytest.mark.parametrize("v1", [True, False], ids=["v1", "legacy"])
def test_a_visitor_cannot_run_code(voila_server, tmp_path, v1):
    wire = Wire(voila_server, started(voila_server, "index.ipynb"), v1)
    target = tmp_path / "written by a visitor"
    code = f"open({str(target)!r}, 'w').close()"
    sent = [
        wire.send(kind, json.loads(json.dumps(content).replace("CODE", code)), channel)
        for kind, content in FORBIDDEN.items()
        for channel in ("shell", "control", "stdin")
    ]
    allowed = wire.send("kernel_info_request", {})
    heard = wire.answers(allowed, "kernel_info_reply")
    assert allowed in heard, "the kernel must be listening, or its silence proves nothing"
    assert not [message for message in sent if message in heard]
    assert not target.exists()


def test_a_kernel_can_be_seen_but_not_ended_through_the_api(voila_server):
    kernel = started(voila_server, "index.ipynb")
    assert ask(voila_server, "GET", f"/api/kernels/{kernel}")[0] == 200
    assert ask(voila_server, "DELETE", f"/api/kernels/{kernel}")[0] in {403, 405}
    assert ask(voila_server, "GET", f"/api/kernels/{kernel}")[0] == 200


@pytest.mark.parametrize("path", ["voila/static/voila.js", "voila/templates/kismet/static/theme-dark.css"])
def test_a_script_comes_packed_if_the_browser_can_unpack_it(voila_server, path):
    whole = urlopen(f"{voila_server.url}{path}").read()
    packed = urlopen(Request(f"{voila_server.url}{path}", headers={"Accept-Encoding": "gzip"}))
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.read()) == whole


def test_sources_stay_on_the_server(test_pages):
    _, body = ask(test_pages, "GET", f"{BASE}voila/render/tables/controls.ipynb")
    assert "on_click" not in body
    assert "ipywidgets as w" not in body


def test_a_broken_page_says_so_plainly(open_page, shot, test_pages):
    page = open_page("lessons/broken.ipynb", server=test_pages)
    text = page.locator("main").inner_text()
    assert "This page could not start." in text
    for leak in ("ZeroDivisionError", "sesame", "Voil", "never reached"):
        assert leak not in page.content()
    shot(page, "broken")


def test_a_new_lesson_is_there_without_a_restart(open_page, test_pages, folder):
    """Add a file to the folder of a running server and change it. Home page and lesson show the change."""
    path = folder / "lessons" / "20-our-dice.ipynb"
    written = (ROOT / "docs" / "my-lesson.ipynb").read_text(encoding="utf-8")
    assert ask(test_pages, "GET", f"{BASE}lessons/20-our-dice.ipynb")[0] == 404
    path.write_text(written, encoding="utf-8")
    home = open_page(server=test_pages)
    assert home.get_by_role("link", name="One six in four throws").count() == 1
    page = open_page("lessons/20-our-dice.ipynb", server=test_pages)
    assert page.locator("[data-step=play]").inner_text().count("Throw a die 4 times") == 1
    path.write_text(written.replace("dice=4", "dice=3"), encoding="utf-8")
    page = open_page("lessons/20-our-dice.ipynb", server=test_pages)
    assert page.locator("[data-step=play]").inner_text().count("Throw a die 3 times") == 1
    path.unlink()


def test_an_unknown_address_leads_home(open_page, new_page, shot, test_pages):
    page = new_page(allow=("404",))
    page.goto(test_pages.address("nowhere.ipynb"))
    assert page.locator("h1").inner_text() == "There is no such page"
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate("document.documentElement.style.colorScheme") == "dark"
    page.get_by_role("link", name="at the start").click()
    drawn(page)
    assert page.url == test_pages.address()


@pytest.mark.parametrize(("width", "dark"), [(WIDE, False), (NARROW, True)])
def test_the_frame_of_a_page(open_page, shot, test_pages, width, dark):
    page = open_page("tables/controls.ipynb", width=width, dark=dark, server=test_pages)
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.title() == "<b>Controls</b> · Kismet"
    assert page.get_by_role("main").count() == 1
    assert sideways(page) == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.evaluate("document.body.dataset.jpThemeLight") == ("false" if dark else "true")
    for part in ("input[type=text]", "select", ".widget-label", ".jupyter-button", "main"):
        assert contrast(page, part) >= 4.5, part
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Greet").click()
    page.get_by_text("Hello Ada").wait_for()
    shot(page, f"controls-{width}-{'dark' if dark else 'light'}")
    button = page.get_by_role("button", name="Dark")
    assert button.get_attribute("aria-pressed") == str(dark).lower()
    button.click()
    assert page.evaluate("document.body.dataset.jpThemeLight") == str(dark).lower()
    assert button.get_attribute("aria-pressed") == str(not dark).lower()


def contrast(page, selector: str) -> float:
    """Return the contrast of text and background of the first such element.

    The background is the nearest painted one.
    """
    return float(
        page.evaluate(
            """selector => {
                const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
                const light = colour => numbers(colour).slice(0, 3).map(v => v / 255)
                    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
                const element = document.querySelector(selector);
                let ground = element;
                const clear = node => numbers(getComputedStyle(node).backgroundColor)[3] === 0;
                while (ground && clear(ground)) ground = ground.parentElement;
                const pair = [getComputedStyle(element).color, getComputedStyle(ground).backgroundColor].map(light);
                return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
            }""",
            selector,
        )
    )


def test_the_link_can_ask_for_a_theme_and_keeps_its_query(open_page, test_pages):
    page = open_page("tables/controls.ipynb", query="?theme=dark&game=a%26b#step=3", server=test_pages)
    assert page.evaluate("document.body.dataset.jpThemeLight") == "false"
    assert page.evaluate("location.search + location.hash") == "?theme=dark&game=a%26b#step=3"


def test_a_query_reaches_the_kernel(test_pages):
    _, body = ask(test_pages, "GET", f"{BASE}voila/render/tables/asks.ipynb?game=a%26b")
    assert "asked for game=a%26b" in body


def test_a_theme_in_the_link_is_not_markup(test_pages):
    _, body = ask(
        test_pages, "GET", f"{BASE}voila/render/tables/controls.ipynb?theme=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"
    )
    assert "alert(1)" not in body


def test_cards_lead_to_pages_under_a_base_address(open_page, test_pages, shot):
    page = open_page(server=test_pages)
    cards = page.locator(".km-home section a:not(.km-day-link)")
    assert cards.count() == 3
    shot(page, "cards")
    cards.filter(has_text="<b>Controls</b>").click()
    drawn(page)
    assert page.url == test_pages.address("tables/controls.ipynb")
    page.get_by_role("link", name="Kismet", exact=True).click()
    drawn(page)
    assert page.url == test_pages.address()


def test_a_lost_kernel_is_told(open_page, shot, test_pages):
    page = open_page("tables/controls.ipynb", server=test_pages, allow=("404", "WebSocket", "Failed to load resource"))
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    status = page.evaluate(
        """kernel => fetch(`../../api/shutdown/${kernel}`, { method: "POST" }).then(answer => answer.status)""",
        kernel,
    )
    assert status == 204
    strip = page.get_by_role("alert")
    strip.get_by_text("Connection lost. Your game is saved in this browser.").wait_for(timeout=120_000)
    shot(page, "lost")
    strip.get_by_role("button", name="Reload").click()
    drawn(page)
    page.get_by_label("Name").wait_for()


def test_a_page_that_is_left_ends_its_kernel(open_page, test_pages):
    page = open_page("tables/controls.ipynb", server=test_pages)
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    path = f"{BASE}api/kernels/{kernel}"
    assert ask(test_pages, "GET", path)[0] == 200
    page.goto("about:blank")  # the browser tells the server, which must not wait for the idle limit
    deadline = time.monotonic() + 120
    while (status := ask(test_pages, "GET", path)[0]) == 200 and time.monotonic() < deadline:
        time.sleep(0.3)
    assert status == 404
