"""Static pages in Chromium: drawn, used, stored, offline.

Faults fall back or are reported, and builds are not mixed. The small build of these tests has one page of each kind. If
KISMET_SITE names a folder that `kismet site` has built, every page of it is drawn too.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.axe import faults
from tests.browser.chromium import chromium
from tests.browser.conftest import DARK, FLAGS, LANGUAGE, NARROW, NewPage, sideways
from tests.browser.lesson_page import build, go_on, press, reveal, step
from tests.browser.others import Page as Other
from tests.browser.others import firefox, webkit
from tests.browser.test_table import ready
from tests.site import Folder, built
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.home_page import list_pages
from widgets.site.static_site import docs_build, file_pack

TABLE, LESSON, DASHBOARD = "tables/court.html", "lessons/00-three-coins.html", "dashboards/raid.html"
BOT = "lab/your-bot.html"
#: all cells are shown
THERE = """!document.getElementById("loading")
    && document.querySelector("#km-cells > .km-frame-cell > div:not(.jp-RenderedHTMLCommon)")"""
#: waits for all that a visit without a network needs, of this build or of any (null is what no argument arrives as)
KEPT = """async (build) => {
    const needed = ["/snapshot.bin", "/plotly.js", "/index.html", "/host.js", "/wasm.bin"];
    const kept = async () => {
        if (navigator.serviceWorker.controller?.state !== "activated") return false;
        for (const name of (await caches.keys()).filter((each) => each.endsWith(build ?? ""))) {
            const urls = (await (await caches.open(name)).keys()).map((each) => each.url);
            if (needed.every((path) => urls.some((url) => url.endsWith(path)))) return true;
        }
        return false;
    };
    for (let tries = 0; !(await kept()); tries += 1) {
        if (tries === 3000) throw new Error("The service worker keeps nothing, after five minutes.");
        await new Promise((wake) => setTimeout(wake, 100));
    }
}"""
#: what of the page was fetched and is not kept for a visit without a network
LOST = """async () => {
    const urls = performance.getEntriesByType("resource").map((each) => each.name);
    const kept = await Promise.all(urls.map((url) => caches.match(url)));
    return urls.filter((url, i) => url.startsWith(location.origin) && !kept[i]);
}"""
OFFLINE = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory)


@pytest.fixture
def site(folder: Path) -> Iterator[Folder]:
    server = Folder(folder)
    yield server
    server.end()


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    there(page)
    expect(page.locator(DARK), f"{address} lets one switch between light and dark").not_to_have_count(0)
    expect(page.locator(LANGUAGE), f"{address} lets one choose the language").not_to_have_count(0)
    return page


def there(page: Page) -> Page:
    page.wait_for_function(THERE, timeout=180_000)  # without its snapshot Python takes its time on a busy machine
    return page


def kept(page: Page, build: str = "") -> Page:
    """Wait until everything for a visit without a network is stored."""
    page.evaluate(KEPT, build)
    return page


def used(page: Page, path: str) -> None:
    """Send a request to the Python of the page and wait for the answer."""
    if path.startswith("tables/"):
        ready(page)
        before = page.locator(".km-step-label b").inner_text()
        page.locator("[data-key='time:back']").click()
        expect(page.locator(".km-step-label b")).not_to_have_text(before)
    elif path.startswith("dashboards/"):
        slider = page.locator(".km-dashboard-slider input").first
        before = page.locator(".km-dashboard-answer").first.inner_text()
        expect(page.locator("[data-drawn]").first).to_be_visible()
        slider.press("ArrowRight")
        expect(page.locator(".km-dashboard-answer").first).not_to_have_text(before, use_inner_text=True)
    elif path.startswith("rulebook/"):
        page.locator(".km-quiz").get_by_role("button", name="Begin").click()
        expect(page.locator(".km-quiz h2")).to_have_text("Question 1 of 10")
    elif path.startswith("lessons/"):
        press(page, page.locator("[data-key=next]"), "Enter")
        expect(page.locator("[data-step=play]")).to_be_visible()
    elif path.startswith("learn/"):
        expect(page.locator(".km-table:not([aria-busy])")).to_be_visible()


def test_a_visit_from_the_home_page_to_a_game_that_is_kept(site: Folder, new_page: NewPage) -> None:
    page = new_page(allow=("404",))  # an address of a server of ours is none here, until it is led on
    page.goto(site.url)
    expect(page.locator(".km-game")).to_have_count(1)
    expect(page.locator(".km-open-classes")).to_be_hidden()
    page.get_by_role("link", name="Court", exact=True).first.click()
    there(page)
    assert page.locator("body").get_attribute("data-python") == "snapshot"
    ready(page)
    page.get_by_role("button", name="Play this turn").click()
    expect(page.locator(".km-table:not([aria-busy])")).to_be_visible()
    where = page.locator(".km-step-label b").inner_text()
    address = page.url
    assert "#" in address
    there(page.reload() and page)
    ready(page)
    expect(page.locator(".km-step-label b")).to_have_text(where)
    assert faults(page) == []
    page.emulate_media(media="print")
    expect(page.locator(".km-top")).to_be_hidden()
    expect(page.locator(".km-table")).to_be_visible()
    page.emulate_media(media="screen")
    page.goto(site.url)
    assert faults(page) == []
    expect(page.locator(".km-go-on-link").first).to_contain_text("Continue at step")
    # the same link as a server of ours writes it, for a projector
    other = re.sub(r"/tables/court\.html.*#", "/voila/render/tables/court.ipynb?projector#", address)
    page.evaluate("localStorage.clear()")
    opened(page, other)
    ready(page)
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.locator(".km-table-header").bounding_box()["height"] == 72  # type: ignore[index]
    assert "/tables/court.html?projector#" in page.url
    expect(page.locator(".km-step-label b")).to_have_text(where)


def test_a_lesson_goes_on_after_a_reload(site: Folder, new_page: NewPage) -> None:
    page = opened(new_page(NARROW, dark=True), f"{site.url}{LESSON}")
    reveal(page)
    go_on(page)
    build(page)
    assert sideways(page) <= 0
    assert faults(page) == []
    there(page.reload() and page)
    expect(step(page, "why")).to_be_visible()
    page.locator("summary", has_text="For teachers").or_(page.locator(".km-lesson-foot > summary")).first.click()
    page.get_by_role("button", name="My result code").click()
    expect(page.locator(".km-lesson-handed-in input")).not_to_have_value("")
    with page.expect_download() as sheet:
        page.get_by_role("button", name="Save the worksheet").click()
    assert Path(sheet.value.path()).stat().st_size > 1000


def test_a_bot_is_written_run_stopped_and_kept(site: Folder, new_page: NewPage) -> None:
    """Use a phone.

    An error is reported with its line, and an endless loop is stopped by a button or by the time limit.
    """
    page = new_page(NARROW)
    page.goto(f"{site.url}{BOT}")
    bot, match = (
        page.locator(".km-codecell", has=page.get_by_label(f"Code: {name}")) for name in ("The bot", "The match")
    )
    code, run, said = (
        bot.locator(part) for part in ("textarea", ".km-codecell-run-button", ".km-codecell-bar [role=status]")
    )
    again = page.get_by_role("textbox", name="Code: Watch a game again")
    expect(match.get_by_role("row", name=re.compile("mine"))).to_be_visible(timeout=180_000)
    expect(page.locator(".km-table:not([aria-busy])")).to_contain_text("mine")
    expect(page.locator(".km-codecell-bar [role=status]").last).to_contain_text("Done")
    assert sideways(page) <= 0
    assert faults(page) == []

    code.fill("def my_bot(view, legal, rng):")
    code.press("End")
    code.press("Enter")
    page.keyboard.type("print('I see')")
    code.press("Enter")
    page.keyboard.type("return legal[99]")
    assert code.input_value().endswith("\n    print('I see')\n    return legal[99]")
    code.press("Control+Enter")
    expect(match.get_by_role("alert")).to_have_text("“The bot”, line 3: list index out of range (IndexError)")
    expect(match.locator("pre")).to_have_text("I see\n")
    expect(bot.locator(".km-codecell-is-faulty")).to_have_text("3")
    expect(said).to_have_text("“The match” ended with an error.")
    assert faults(page) == []

    page.reload()  # what was written is there, and is run
    expect(code).to_have_value(re.compile("legal.99."))
    expect(match.get_by_role("alert")).to_be_visible(timeout=180_000)
    code.fill("1 +")
    run.click()
    expect(bot.get_by_role("alert")).to_have_text("Line 1: invalid syntax (SyntaxError)")

    page.clock.install()
    code.fill("print('on'); print('and on')\nwhile True: pass")
    for how, words in (("by hand", "The code was stopped"), ("", "It was still running after 60 seconds")):
        run.click()
        expect(bot.locator("pre")).to_have_text("on\nand on\n", timeout=180_000)
        expect(run).to_have_text("Stop")
        if how:
            run.click()
            expect(said).to_contain_text(words)
        else:
            page.clock.fast_forward(60_000)
            expect(bot.get_by_role("alert")).to_contain_text(words)
        expect(run).to_have_text("Run")
    bot.get_by_role("button", name="Back to the original code").click()
    again.press("Shift+Enter")  # what it needs runs before it, in a new Python
    expect(page.locator(".km-table:not([aria-busy])")).to_contain_text("mine", timeout=180_000)
    code.press("Tab")
    expect(code).to_be_focused()
    code.press("Escape")
    code.press("Tab")
    expect(run).to_be_focused()


def test_documents_run_their_own_code(folder: Path, tmp_path: Path, new_page: NewPage) -> None:
    """Run every block of every live page in order, on a phone and in the chosen theme."""
    source, build = tmp_path / "docs", (folder / ".kismet-site").read_text()
    shutil.copytree(docs_build.SOURCE / "_static", source / "_static")
    pages_of = {file.name: file.read_text("utf-8") for file in docs_build.SOURCE.glob("*.md")}
    live = {name: text for name, text in pages_of.items() if text.startswith("---\nlive: true\n---\n")}
    assert {"exact-chance.md", "tutorial-author.md", "write-a-bot.md"} <= {*live}
    for name, text in live.items():
        (source / name).write_text(text, "utf-8")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-c",
        str(docs_build.SOURCE),
        "-d",
        str(tmp_path / "trees"),
        "-D",
        f"kismet_build={build}",
        "-D",
        f"root_doc={next(iter(live)).removesuffix('.md')}",
    ]
    subprocess.run([*command, str(source), str(tmp_path / "site" / "docs")], check=True, capture_output=True)
    (tmp_path / "site" / "kismet").symlink_to(folder / "kismet")
    server = Folder(tmp_path / "site")
    page = new_page(NARROW)
    for name, text in live.items():
        page.goto(f"{server.url}docs/{name.replace('.md', '.html')}")
        cells = page.locator(".km-codecell")
        expect(cells).to_have_count(text.count("```python"))
        cells.last.get_by_role("button", name="Run").click()
        expect(cells.last.locator(".km-codecell-bar [role=status]")).to_contain_text("Done", timeout=180_000)
        for cell in cells.all():
            expect(cell.get_by_role("alert")).to_have_count(0)
        assert sideways(page) <= 0, name
    page.evaluate("document.body.dataset.theme = 'dark'")
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    assert [each for each in faults(page) if "km-codecell" in each] == []
    cells.first.locator("textarea").fill("from plotly.graph_objects import Violin\nViolin().type")
    cells.first.get_by_role("button", name="Run").click()  # of a module that the snapshot lacks
    expect(cells.first.locator("pre")).to_have_text("'violin'")
    cells.first.locator("textarea").fill("1 / 0")
    cells.first.get_by_role("button", name="Run").click()
    expect(cells.first.get_by_role("alert")).to_have_text("Line 1: division by zero (ZeroDivisionError)")
    server.end()


def test_offline_all_pages_that_were_never_seen_are_there(site: Folder, new_page: NewPage) -> None:
    lost = (*OFFLINE, "favicon.ico", "sheets/icon.svg", "sheets/kismet/")  # of a missing page, which knows no depth
    page = kept(opened(new_page(allow=lost), f"{site.url}{TABLE}"))
    assert page.evaluate(LOST) == []  # a browser may drop what its own cache has besides
    name = LESSON.split("/")[-1]
    page.goto(f"{site.url}sheets/{name}")
    expect(page.get_by_role("heading", name="Key")).to_be_visible()
    site.end()
    try:
        for path in (TABLE, DASHBOARD, "rulebook/court.html#HAR-6.2", "learn/towers.html"):
            page.goto("about:blank")
            opened(page, f"{site.url}{path}")
            used(page, path)
        opened(page, f"{site.url}{DASHBOARD}?show=chart")
        expect(page.locator(".km-shown .main-svg").first).to_be_visible()
        for hidden in (page.locator(".km-top"), page.locator(".km-dashboard-side").first):
            expect(hidden).to_be_hidden()
        page.goto(site.url)
        expect(page.locator(".km-game")).to_have_count(1)
        page.goto(f"{site.url}sheets/{name}")
        expect(page.get_by_role("heading", name="Key")).to_be_visible()
        page.goto(f"{site.url}sheets/{name.replace('.html', '-worksheet.html')}")
        expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    finally:
        site.begin()


def test_a_snapshot_that_does_not_load_is_done_without(folder: Path, tmp_path: Path, new_page: NewPage) -> None:
    shutil.copytree(folder, tmp_path / "broken")
    snapshot = next((tmp_path / "broken").glob("kismet/*/snapshot.bin"))
    content = bytearray(snapshot.read_bytes())
    content[len(content) // 2] ^= 255
    snapshot.write_bytes(content)
    broken = Folder(tmp_path / "broken")
    page = opened(new_page(), f"{broken.url}{TABLE}")
    assert page.locator("body").get_attribute("data-python") == "plain"
    used(page, TABLE)
    broken.end()


def test_what_does_not_come_is_asked_for_again_and_then_told(site: Folder, new_page: NewPage) -> None:
    """Check a page of an earlier build and a busy server. Both recover, and otherwise a card reports the fault."""
    page = new_page(allow=("404", "503", "host.js", "wasm.bin", "process"))
    stale = (site.folder / TABLE).read_text(encoding="utf-8").replace((site.folder / ".kismet-site").read_text(), "0")
    page.route(f"**/{TABLE}", lambda route: route.fulfill(body=stale, content_type="text/html"), times=1)
    opened(page, f"{site.url}{TABLE}")
    for path, address in (("host.js", LESSON), ("wasm.bin", "learn/towers.html")):
        context = new_page(allow=("404", "503", path, "process"))
        context.route(f"**/{path}", lambda route: route.fulfill(status=503))
        context.goto(f"{site.url}{address}")
        expect(context.get_by_role("alert").get_by_text("This page could not start.")).to_be_visible()


def test_another_build_takes_the_place_of_one(folder: Path, tmp_path: Path, new_page: NewPage) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    old = (other / ".kismet-site").read_text()
    new = "0" * len(old)
    for file in other.rglob("*"):
        if file.suffix in (".html", ".js") and "kismet" not in file.relative_to(other).parts:
            file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    (other / "kismet" / old).rename(other / "kismet" / new)
    server = Folder(folder)
    asked: list[str] = []
    page = new_page(allow=OFFLINE)
    kept(opened(page, f"{server.url}{TABLE}"))
    server.end()
    server.folder = other
    server.begin()
    page.on("request", lambda request: asked.append(request.url))
    there(page.reload() and page)
    assert page.locator("body").get_attribute("data-build") == new
    used(page, TABLE)
    assert [url for url in asked if old in url] == []
    kept(page, new)
    server.end()
    there(page.reload() and page)
    assert page.locator("body").get_attribute("data-build") == new


def test_widgets_of_anybody_and_what_fails(site: Folder, new_page: NewPage) -> None:
    page = opened(new_page(allow=("on purpose", "Traceback", "process")), f"{site.url}dashboards/echo.html")
    expect(page.locator("#km-cells pre")).to_have_text("said by a cell")
    expect(page.locator("[data-first='7']")).to_be_visible()
    said = page.locator("output")
    page.get_by_role("button", name="Send").click()
    expect(said).to_have_text("6 2")
    page.get_by_role("button", name="Change").click()
    expect(said).to_have_text("0908 True")
    page.get_by_role("button", name="Fail").click()
    expect(page.get_by_role("alert")).to_contain_text("Something went wrong here.")
    page.get_by_role("button", name="Send").click()
    expect(said).to_have_text("6 2")
    page.goto(f"{site.url}dashboards/fails.html")
    expect(page.get_by_role("alert").get_by_text("This page could not start.")).to_be_visible()


def test_a_page_opened_as_a_file_says_what_to_do(folder: Path, new_page: NewPage) -> None:
    page = new_page(allow=("file:", "ERR_FAILED"))
    page.goto((folder / TABLE).as_uri())
    expect(page.get_by_text("These pages can’t be opened as files")).to_be_visible()


#: of each kind of page: what a visitor does, and what is another then
DEEDS = {
    ".km-quiz": (
        "[...document.querySelectorAll('.km-quiz button')].find((el) => el.textContent === 'Begin').click()",
        "document.querySelector('.km-quiz h2').textContent",
    ),
    ".km-lesson": (
        "document.querySelector('[data-key=next]').click()",
        "document.querySelector('.km-lesson:not([aria-busy=true]) [data-step]').dataset.step",
    ),
    ".km-dashboard-controls": (
        """(() => {
        const slider = document.querySelector(".km-dashboard-controls input[type=range]");
        if (slider) slider.value = Number(slider.value) + (slider.value === slider.max ? -1 : 1);
        if (slider) return slider.dispatchEvent(new Event("input"));
        document.querySelector(".km-dashboard-controls input[type=radio]:not(:checked)").click();
    })()""",
        "[...document.querySelectorAll('.km-dashboard-answer, [data-drawn]')].map((el) => el.outerHTML)",
    ),
    "[data-key=coach_how]": (
        "document.querySelector('[data-key=coach_how]').click()",
        "document.querySelector('.km-table:not([aria-busy])').innerText",
    ),
    ".km-table": (
        "document.querySelector(\"[data-key='time:back']\").click()",
        "document.querySelector('.km-table:not([aria-busy]) .km-step-label b').textContent",
    ),
}
USABLE = ".km-quiz, .km-lesson [data-key=next], .km-dashboard-controls, .km-table:not([aria-busy]) [data-key]"


@contextmanager
def chromium_page() -> Iterator[Other]:
    """Chromium with the few methods of the other browsers."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(driver), args=FLAGS)
        page, errors = browser.new_page(), []
        page.on("console", lambda heard: heard.type == "error" and errors.append(heard.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield Other(lambda url: page.goto(url, wait_until="commit"), page.evaluate, errors)
        browser.close()


def use(page: Other) -> None:
    """Do the first act of a visitor on such a page, and wait for its effect."""
    page.wait(f"({THERE}) && document.querySelector('{USABLE}')")
    deed, told = next(each for sign, each in DEEDS.items() if page.ask(f"!!document.querySelector('{sign}')"))
    page.ask(f"void (window.told = () => {{ try {{ return String({told}) }} catch {{ return '' }} }})")
    page.wait("window.told()")
    page.ask("void (window.before = window.told())")
    page.ask(f"void {deed}")
    page.wait("window.told() && window.told() !== window.before")
    page.ask("localStorage.clear()")


@pytest.mark.skipif("KISMET_SITE" not in os.environ, reason="all pages: KISMET_SITE names a folder that was built")
@pytest.mark.parametrize("browser_of", [chromium_page, firefox, webkit], ids=["chromium", "firefox", "webkit"])
def test_every_page_of_a_whole_build(browser_of: Callable[[], AbstractContextManager[Other]]) -> None:
    """Draw and use each page: at first, again, and after the server has ended. The console reports nothing."""
    server = Folder(Path(os.environ["KISMET_SITE"]))
    paths = [
        page.path.replace(".ipynb", ".html")
        for page in list_pages()
        if not file_pack.unavailable_packages(NOTEBOOKS_DIR, page.path)
    ]
    failed = []
    with browser_of() as page:
        for visit in ("first", "again", "offline"):
            if visit == "offline":
                page.ask(f"void ({KEPT})().then(() => (window.kept = true))")
                page.wait("window.kept")
                server.end()
            for path in paths:
                try:
                    page.open("about:blank")
                    page.wait("location.href === 'about:blank'")  # Firefox may drop one of two visits begun at once
                    page.open(f"{server.url}{path}")
                    page.wait(f"location.pathname.endsWith('/{path}') && document.body?.dataset.voila")
                    if path != "guide.html":
                        use(page)
                except AssertionError as error:
                    failed.append(f"{visit}, {path}: {str(error)[:300]}")
        failed += [said for said in page.errors if not any(part in said for part in OFFLINE)]
    assert failed == []


@pytest.mark.parametrize("browser_of", [firefox, webkit], ids=["firefox", "webkit"])
def test_in_other_browsers_too(site: Folder, browser_of: Callable[[], AbstractContextManager[Other]]) -> None:
    where = "document.querySelector('.km-table:not([aria-busy]) .km-step-label b')?.textContent"
    with browser_of() as page:
        page.open(f"{site.url}{TABLE}")
        page.wait(THERE)
        assert page.ask("document.body.dataset.python") == "snapshot"
        page.wait(where)
        before = page.ask(where)
        page.ask("""document.querySelector("[data-key='time:back']").click()""")
        page.wait(f"{where} && {where} !== {json.dumps(before)}")
        page.ask(f"void ({KEPT})().then(() => (window.kept = true))")
        page.wait("window.kept")
        site.end()
        page.open(f"{site.url}{DASHBOARD}")
        page.wait(f"document.body?.dataset.voila && ({THERE}) && document.querySelector('[data-drawn]')")
        site.begin()
