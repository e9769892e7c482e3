"""The browser ring: one browser and one server of each kind for the whole session.

``open_page`` and ``new_page`` give pages that fail their test when the console shows an error, when a script throws,
or when anything asks another host; such requests are cut off.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)
from playwright.sync_api import TimeoutError as StillMissingError

from tests.browser.chromium import NoBrowserError, chromium
from tests.conftest import ROOT, Server, kismet
from widgets.folders import NOTEBOOKS

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # The network is cut here and not by intercepting requests: interception slows each page and swallows its farewell.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
LAB_TOKEN = "kismet-tests"
WIDE, NARROW = 1280, 390
#: JupyterLab says so when it takes another kernel just after it has started one
LAB_SAYS = "Could not restore the debugger state: Canceled future"
PATIENCE = 30  # seconds for anything to come; a kernel may be busy with other pages, and the machine with other tests
expect.set_options(timeout=1000 * PATIENCE)
_DRAWN = """() => {
    const cells = document.getElementById("km-cells");
    return cells && !cells.classList.contains("km-waiting")
        && !document.getElementById("loading")
        && !cells.querySelector('script[type="application/vnd.voila.cell-output+json"]')
        && !cells.innerText.includes("Loading widget");
}"""


class NewPage(Protocol):
    """``new_page(width=1280, dark=False, allow=())``: an empty page; ``allow``: parts of expected console errors."""

    def __call__(
        self, width: int = WIDE, dark: bool = False, allow: tuple[str, ...] = (), touch: bool = False
    ) -> Page: ...


class OpenPage(Protocol):
    """``open_page("tables/court.ipynb", width=390, dark=True, query="?theme=dark")``: a drawn Voila page."""

    def __call__(
        self,
        path: str = "index.ipynb",
        *,
        width: int = WIDE,
        dark: bool = False,
        query: str = "",
        server: Server | None = None,
        allow: tuple[str, ...] = (),
        touch: bool = False,
    ) -> Page: ...


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    try:
        path = chromium(playwright)
    except NoBrowserError as problem:
        pytest.fail(str(problem))
    running = playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield running
    running.close()


@pytest.fixture(scope="session")
def voila_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``kismet`` on our own notebooks."""
    with kismet(tmp_path_factory.mktemp("voila") / "log.txt") as server:
        yield server


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``kismet lab`` on a copy of our notebooks (Lab writes); open addresses with ``?token=`` + LAB_TOKEN."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(NOTEBOOKS, folder / "notebooks", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    arguments = ("lab", f"--notebooks={folder / 'notebooks'}")
    with kismet(folder / "log.txt", *arguments, JUPYTER_TOKEN=LAB_TOKEN) as server:
        yield server


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(
        width: int = WIDE, dark: bool = False, allow: tuple[str, ...] = (), touch: bool = False
    ) -> Page:
        context = browser.new_context(
            has_touch=touch,
            viewport={"width": width, "height": 844 if width < 700 else 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)

        def note(message: str) -> None:
            if not any(part in message for part in allow):
                faults.append(message)

        def asked(request: Request) -> None:
            address = urlsplit(request.url)
            if address.scheme not in ("data", "blob", "file") and address.hostname != "127.0.0.1":
                faults.append(f"asks another host: {request.url}")

        def heard(message: ConsoleMessage) -> None:
            if message.type == "error" and LAB_SAYS not in message.text:
                note(f"console: {message.text} {message.location.get('url', '')}")

        context.on("request", asked)
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: note(f"script: {error}"))
        return page

    yield make
    found = list(faults)  # before the pages are left, which may well complain of it
    for context in contexts:
        for page in context.pages:
            with suppress(Error):
                page.goto(
                    "about:blank", timeout=5_000
                )  # a page that is left frees its kernel, one that is killed does not
        context.close()
    assert not found, "\n".join(found)


@pytest.fixture
def open_page(new_page: NewPage, request: pytest.FixtureRequest) -> OpenPage:
    def go(
        path: str = "index.ipynb",
        *,
        width: int = WIDE,
        dark: bool = False,
        query: str = "",
        server: Server | None = None,
        allow: tuple[str, ...] = (),
        touch: bool = False,
    ) -> Page:
        server = server or request.getfixturevalue("voila_server")
        page = new_page(width, dark, allow, touch)
        page.goto(server.address(path, query), wait_until="commit")
        drawn(page)
        return page

    return go


def drawn(page: Page, seconds: float = 60) -> None:
    """Wait until a Voila page shows all its outputs and every widget in them."""
    page.wait_for_function(_DRAWN, timeout=1000 * seconds)


def run_in_lab(page: Page, shown: str) -> None:
    """Run all cells of the notebook that Lab has open, until the selector ``shown`` is on the page.

    Lab may take another kernel just after it says that one is idle, and forgets what was to run or asks which kernel
    to take; so take what it proposes, and ask again.
    """
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(timeout=60_000)
    asked: list[str] = []

    def answer(dialog: Locator) -> None:
        asked.append(dialog.first.inner_text())
        dialog.first.locator(".jp-mod-accept").click()

    dialogs = page.locator(".jp-Dialog")
    page.add_locator_handler(dialogs, answer, no_wait_after=True)  # a second one may stand behind the first
    for _ in range(6):
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        with suppress(StillMissingError):
            page.locator(shown).first.wait_for(state="attached", timeout=18_000)
            page.remove_locator_handler(dialogs)
            return
    pytest.fail(f"JupyterLab was asked six times to run the notebook, and {shown} did not come. It asked back: {asked}")


def sideways(page: Page) -> int:
    """How many pixels of the page hide to the right of the window; 0 is right."""
    return int(page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth"))


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Page, str], Path]:
    """``shot(page, "court-390-dark")`` writes tests/shots/court-390-dark.png, the whole page."""

    def take(page: Page, name: str) -> Path:
        path = ROOT / "tests" / "shots" / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        page.screenshot(path=path, full_page=True)
        return path

    return take
