"""Fixtures of the browser tests: one browser and one server of each kind for the whole session.

Pages from ``open_page`` and ``new_page`` fail their test if the console shows an error, a script throws an error, or
the page sends a request to another host. Such requests are blocked.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)
from playwright.sync_api import Request as Asked
from playwright.sync_api import TimeoutError as StillMissingError

from tests.browser.chromium import NoBrowserError, chromium
from tests.browser.visitors import Visitors, leave
from tests.conftest import ROOT, Server, kismet
from widgets.classroom.network import lan_addresses
from widgets.page.paths import NOTEBOOKS_DIR

OWN = ["127.0.0.1", *lan_addresses()]
"""Addresses of this machine. Pages must not send requests to other hosts."""
#: features of Chromium that the driver disables (only the last such list counts), and two windows with suggestions for
#: the address line: they are invisible, load with every page, and use two thirds of the processor time of an empty page
OFF = (
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
FLAGS = [
    "--disable-features=" + ",".join(OFF),
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",  # an open page keeps the scripts compiled for the next one
    # The network is blocked here. Intercepting requests would slow each page and suppress its last request.
    "--host-resolver-rules=" + ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {own}" for own in OWN)]),
]
LAB_TOKEN = "kismet-tests"
WIDE, NARROW = 1280, 390
#: a page that is left may have an open request about its kernel. A page without its kernel fails by its missing content
LEFT = ("/api/kernels/",)
#: messages of JupyterLab when it uses another kernel just after it has started one
LAB_SAYS = (
    "Canceled future for",
    "Cannot read properties of null (reading 'kernel')",
    "Exception opening new comm",
)
BLOCKED = """
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}
Object.defineProperty(document, "cookie", { get: () => "", set: () => {} });
"""
"""Script that blocks all storage, as Chromium does if site data are blocked."""
VERSIONS = "JUPYTERLAB.CORE_OUTPUT"
"""Part of the warning of a page that gets another version of a package than requested."""
PATIENCE = 60  # seconds to wait. A kernel may be busy with other pages, and the machine with other tests
expect.set_options(timeout=1000 * PATIENCE)
_DRAWN = """() => {
    const cells = document.getElementById("km-cells");
    return cells && !cells.classList.contains("km-waiting")
        && !document.getElementById("loading")
        && !cells.querySelector('script[type="application/vnd.voila.cell-output+json"]')
        && !cells.innerText.includes("Loading widget");
}"""


#: boxes of a table that hide their overflow and were scrolled in spite of it, because an element got the focus
SHIFTED = """() => [...document.querySelectorAll(".km-table *")].filter(
    (el) => el.scrollTop > 2 && getComputedStyle(el).overflowY === "hidden"
).map((el) => `${el.className} only hides what sticks out, and was scrolled by ${el.scrollTop} px`)"""
#: theme switch of every page: in its top line, or in the header or menu of a page that hides this line. A picture
#: that is displayed alone has a link to its page
DARK = ".km-theme:visible, .km-menu [data-key=theme], .km-show-way"
#: language menu of every page
LANGUAGE = ".km-language:visible, .km-menu [data-key=language], .km-show-way"


class NewPage(Protocol):
    """``new_page(width=1280, dark=False, allow=())`` returns an empty page.

    ``allow`` lists parts of expected console errors. ``quiet`` is an address of the server of the page, see
    `quiet_address`. Its visitors share browser contexts one after the other, which saves two thirds of the time.
    """

    def __call__(
        self,
        width: int = WIDE,
        dark: bool = False,
        allow: tuple[str, ...] = (),
        touch: bool = False,
        quiet: str = "",
    ) -> Page: ...


class OpenPage(Protocol):
    """``open_page("tables/court.ipynb", width=390, dark=True, query="?theme=dark")`` returns a drawn Voila page.

    The visitor is the owner of the server.
    """

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
    """Run ``kismet`` on our own notebooks."""
    with kismet(tmp_path_factory.mktemp("voila") / "log.txt") as server:
        yield server


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run ``kismet lab`` on a copy of our notebooks, because Lab writes. Its addresses need ``?token=`` + LAB_TOKEN."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(NOTEBOOKS_DIR, folder / "notebooks", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    arguments = ("lab", f"--notebooks={folder / 'notebooks'}")
    with kismet(folder / "log.txt", *arguments, JUPYTER_TOKEN=LAB_TOKEN) as server:
        yield server


@pytest.fixture(scope="session")
def visitors(browser: Browser) -> Visitors:
    return Visitors(browser)


@pytest.fixture
def new_page(browser: Browser, visitors: Visitors) -> Iterator[NewPage]:
    leaving: list[Callable[[], None]] = []
    faults: list[str] = []
    pages: list[Page] = []

    def make(
        width: int = WIDE,
        dark: bool = False,
        allow: tuple[str, ...] = (),
        touch: bool = False,
        quiet: str = "",
    ) -> Page:
        size: ViewportSize = {"width": width, "height": 844 if width < 700 else 900}
        if quiet:
            seat = visitors.take(quiet, touch)
            context, left = seat.context, partial(visitors.give_back, seat)
        else:
            context = browser.new_context(has_touch=touch, viewport=size, reduced_motion="reduce")
            left = partial(closed, context)

        def note(message: str) -> None:
            said = (*allow, *LEFT, *(LAB_SAYS if "/lab/" in page.url else ()))
            if not any(part in message for part in said):
                faults.append(message)

        def asked(request: Asked) -> None:
            address = urlsplit(request.url)
            if address.scheme not in ("data", "blob", "file") and address.hostname not in OWN:
                faults.append(f"asks another host: {request.url}")

        def heard(message: ConsoleMessage) -> None:
            if message.type == "error" or (VERSIONS in message.text and "/voila/" in page.url):
                note(f"console: {message.text} {message.location.get('url', '')}")

        def go() -> None:
            context.remove_listener("request", asked)
            left()

        context.on("request", asked)
        leaving.append(go)
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        pages.append(page)
        page.set_viewport_size(size)
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.on("console", heard)
        page.on("pageerror", lambda error: note(f"script: {error}"))
        return page

    yield make
    found = list(faults)  # before the pages are left, because they may report it
    for page in pages:
        if not page.is_closed():
            found += page.evaluate(SHIFTED)
    for go in leaving:
        go()
    assert not found, "\n".join(found)


def quiet_address(server: Server) -> str:
    """Return the address of a style sheet of the server, at which the browser context of its visitors stays open."""
    return f"{server.url}voila/templates/kismet/static/page.css"


def closed(context: BrowserContext) -> None:
    for page in context.pages:
        leave(page)
    context.close()


def own(page: Page, server: Server) -> None:
    """Give the browser of a page the key of a server, as if it had opened the printed address."""
    known = [f"kismet:key:{urlsplit(server.url).path}", server.key]
    page.add_init_script(f"try {{ localStorage.setItem(...{json.dumps(known)}) }} catch {{}}")


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
        page = new_page(width, dark, allow, touch, quiet=quiet_address(server))
        own(page, server)
        page.goto(server.address(path, query), wait_until="commit")
        drawn(page)
        if not allow:  # a page with an intended fault may be reloading now
            expect(page.locator(DARK), f"{path} lets one switch between light and dark").not_to_have_count(0)
            expect(page.locator(LANGUAGE), f"{path} lets one choose the language").not_to_have_count(0)
        return page

    return go


def drawn(page: Page, seconds: float = 2 * PATIENCE) -> None:
    """Wait until a Voila page displays all its outputs and all widgets in them."""
    page.wait_for_function(_DRAWN, timeout=1000 * seconds)


def run_in_lab(page: Page, server: Server, path: str, shown: str) -> None:
    """Open the notebook ``path`` in Lab and run all its cells until the selector ``shown`` is on the page.

    The kernel is started before Lab opens the notebook. Lab then uses this kernel, and neither asks for a kernel
    nor changes it while the cells wait. A page that has lost its kernel in spite of this is loaded again.
    """
    ask = Request(
        f"{server.url}api/sessions",
        headers={"Authorization": f"token {LAB_TOKEN}", "Content-Type": "application/json"},
        data=json.dumps({"path": path, "name": path, "type": "notebook", "kernel": {"name": "python3"}}).encode(),
    )
    with urlopen(ask, timeout=120) as answer:
        assert answer.status == 201
    said: list[str] = []
    place = uuid4().hex  # a fresh workspace, because Lab would open what an earlier visit left open

    def answer_it(dialog: Locator) -> None:
        said.append(dialog.first.inner_text())
        dialog.first.locator(".jp-mod-accept").click()

    dialogs = page.locator(".jp-Dialog")
    page.add_locator_handler(dialogs, answer_it, no_wait_after=True)  # a second one may be behind the first
    for _ in range(4):
        page.goto(f"{server.url}lab/workspaces/{place}/tree/{path}?token={LAB_TOKEN}")
        page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(timeout=2000 * PATIENCE)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        with suppress(StillMissingError):
            page.locator(shown).first.wait_for(state="attached", timeout=1500 * PATIENCE)
            page.remove_locator_handler(dialogs)
            return
    pytest.fail(f"JupyterLab ran {path} four times, and {shown} did not come. It asked back: {said}")


def sideways(page: Page) -> int:
    """Return the number of pixels of the page beyond the right edge of the window. It should be 0."""
    return int(page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth"))


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Page, str], Path]:
    """Save a picture of the whole page: ``shot(page, "court-390-dark")`` writes tests/shots/court-390-dark.png."""

    def take(page: Page, name: str) -> Path:
        path = ROOT / "tests" / "shots" / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        page.screenshot(path=path, full_page=True)
        return path

    return take
