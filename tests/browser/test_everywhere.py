"""Every table, a dashboard and a lesson in Firefox and WebKit: drawn, and used as a person would use them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.browser.conftest import _DRAWN
from tests.browser.others import Page, firefox, webkit
from tests.browser.test_one_screen import links
from tests.conftest import Server, sample_cases

TABLES = {  # seats, what is asked, after how many steps; what may be played then
    "court": (3, "main", 60, ".km-table-hand .km-play"),
    "emira": (4, "act", 100, ".km-table-hand .km-play"),
    "hadara": (4, "keep", 100, ".km-table-hand button.km-action"),
    "towers": (3, "choose", 20, ".km-table-hand .km-play"),
    "wishes": (4, "act", 100, ".km-table-hand .km-play"),
}
IDLE = "document.querySelector('.km-step-label b') && !document.querySelector('.km-table[aria-busy]')"
HEARD = "window.heard = []; addEventListener('error', ({ message }) => window.heard.push(message));"
STEP = "document.querySelector('.km-step-label b').textContent"
ASKED = f"{STEP} + document.querySelector('.km-table-question h2').textContent"
#: what of a table is drawn: pictures of some size, figures of chance, and nothing outside the window
SIGHT = """(() => {
    const seen = (css) => [...document.querySelectorAll(css)].filter((el) => el.checkVisibility());
    const size = (el) => el.getBoundingClientRect();
    const drawn = seen('.km-table .km-pic').filter((el) => size(el).width > 8 && size(el).height > 8).length;
    const below = seen('.km-table-question h2, .km-table-timeline button')
        .filter((el) => size(el).bottom > innerHeight + 1).length;
    return [drawn, seen('.km-player').length, below].join();
})()"""
CHARTS = "document.querySelectorAll('[data-drawn] .main-svg').length"


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest) -> Iterator[Page]:
    with request.param() as running:
        yield running


def opened(browser: Page, server: Server, path: str, shown: str, query: str = "") -> None:
    browser.open("about:blank")  # else a link to the same page only changes what it shows
    browser.wait("location.href === 'about:blank'")  # Firefox may drop one of two visits begun at once
    browser.open(server.address(path, query))
    browser.wait(f"document.getElementById('km-cells') && ({_DRAWN})() && ({shown})")
    browser.ask(f"(() => {{ {HEARD} }})()")


def click(browser: Page, css: str, then: str) -> None:
    found = f"[...document.querySelectorAll({json.dumps(css)})].find((el) => el.checkVisibility() && !el.disabled)"
    browser.wait(found)
    browser.ask(f"({found}).click()")
    browser.wait(then)


@pytest.mark.parametrize("table", sample_cases(TABLES, 4))
def test_a_table(browser: Page, voila_server: Server, table: str) -> None:
    seats, ask, since, thing = TABLES[table]
    moment = f"ask {ask} {since}"
    opened(browser, voila_server, f"tables/{table}.ipynb", IDLE, links(table, seats, [moment])[moment])
    browser.ask("document.querySelector('.km-page-intro:not(.km-is-read) button')?.click()")
    pictures, rugs, below = map(int, browser.ask(SIGHT).split(","))
    assert pictures >= (3 if table == "towers" else 5)  # in a low window rivals yield to the towers, the hand never
    assert rugs == seats
    assert below == 0
    asked = json.dumps(browser.ask(ASKED))
    click(browser, thing, f"{IDLE} && {ASKED} !== {asked}")
    click(browser, '[data-key="time:first"]', f"{IDLE} && {STEP}.startsWith('step 0 ')")
    click(browser, '[data-key="time:last"]', f"{IDLE} && !document.querySelector('.km-past-step')")
    assert browser.ask("window.heard.join()") == ""


def test_a_dashboard(browser: Page, voila_server: Server) -> None:
    opened(browser, voila_server, "dashboards/raid.ipynb", CHARTS)
    drawn = "[...document.querySelectorAll('[data-drawn]')].map((el) => el.dataset.drawn).join()"
    before = browser.ask(drawn)
    browser.ask("""(() => {
        const slider = document.querySelector('.km-dashboard-slider input');
        slider.value = Number(slider.max) - 1;
        slider.dispatchEvent(new Event('input'));
    })()""")
    browser.wait(f"{drawn} !== {json.dumps(before)} && {CHARTS}")
    assert browser.ask("window.heard.join()") == ""


def test_a_lesson(browser: Page, voila_server: Server) -> None:
    opened(browser, voila_server, "lessons/01-two-dice-and-a-gem.ipynb", "document.querySelector('[data-key=next]')")
    quiet = "!document.querySelector('.km-lesson[aria-busy=true]')"
    click(browser, "[data-key=next]", f"document.querySelector('[data-step=play]') && {quiet}")
    for _ in range(8):
        if browser.ask("Boolean(document.querySelector('[data-key=next]'))"):
            break
        before = browser.ask("document.querySelector('.km-lesson').innerText")
        click(
            browser,
            "[data-key='call:0'], [data-key='move:0']",
            f"{quiet} && document.querySelector('.km-lesson').innerText !== {json.dumps(before)}",
        )
    click(browser, "[data-key=next]", f"document.querySelector('[data-step=predict]') && {quiet}")
    assert browser.ask("window.heard.join()") == ""
