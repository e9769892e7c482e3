"""Firefox and WebKit: faults are reported there too, and the page continues."""

from __future__ import annotations

import json
import os
import signal

import pytest

from tests.browser.cable import Cable
from tests.browser.conftest import _DRAWN
from tests.browser.others import Page, firefox, webkit
from tests.browser.test_trouble import pages, server  # noqa: F401  (fixtures)

PAGE = "tables/trouble.ipynb"


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def page(request):
    with request.param() as running:
        yield running


def press(page: Page, name: str) -> None:
    button = f"[...document.querySelectorAll('button')].find((each) => each.textContent === {json.dumps(name)})"
    page.ask(f"{button}.click()")


def says(words: str) -> str:
    shown = "(document.getElementById('km-connection-lost').hidden ? '' : document.body.innerText)"
    return f"{shown}.includes({json.dumps(words)})"


def greet(page: Page) -> None:
    count = "(document.body.innerText.match(/Hello \\d+|nothing yet/)[0].length)"
    before = page.ask(count)
    press(page, "Greet")
    page.wait(f"document.body.innerText.includes('Hello {before}')")


def opened(page: Page, address: str) -> Page:
    page.open(address)
    page.wait(f"document.getElementById('km-cells') && ({_DRAWN})()")
    greet(page)
    return page


def test_a_widget_that_raises(page, server):  # noqa: F811
    opened(page, server.address(PAGE))
    press(page, "Raise")
    page.wait(says("Something went wrong here."))
    greet(page)


def test_a_killed_kernel(page, server):  # noqa: F811
    opened(page, server.address(PAGE))
    os.kill(int(page.ask("document.body.innerText.match(/process (\\d+)/)[1]")), signal.SIGKILL)
    page.wait(says("Connection lost. Your game is saved in this browser."))


def test_a_cut_connection(page, server):  # noqa: F811
    with Cable(server) as cable:
        opened(page, cable.address(PAGE))
        cable.cut()
        page.wait(says("Connection lost."))
        cable.mend()
        page.wait("document.getElementById('km-connection-lost').hidden")
        greet(page)
        page.open("about:blank")
