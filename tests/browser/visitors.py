"""Visitors of one server, one after the other in the same browser.

Each visitor has empty storage and a page of its own, but downloaded and compiled scripts stay. A visitor with a fresh
context takes three times as long.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page

MOST = 20
"""Number of visitors after which a context is closed, with everything that its pages left in memory."""
STORES = "cookies,indexeddb,service_workers,cache_storage"


class Seat:
    """Browser context with a page that stays open at a quiet address, so that the process of the pages stays too."""

    def __init__(self, browser: Browser, quiet: str, touch: bool) -> None:
        self.quiet, self.touch, self.visits = quiet, touch, 0
        self.context: BrowserContext = browser.new_context(has_touch=touch, reduced_motion="reduce")
        self._parked: Page = self.context.new_page()
        self._parked.goto(quiet)
        self._process = self.context.new_cdp_session(self._parked)

    def left(self) -> None:
        """Clear the context for the next visitor. Raises the ``Error`` of playwright if a page cannot be left."""
        for page in self.context.pages:
            if page is not self._parked:
                leave(page)
                page.close()
        # The page itself must do this. Its process has a copy of this storage and would show it to the next visitor.
        self._parked.evaluate("localStorage.clear()")
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(self.quiet))
        self._process.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORES})
        self.context.clear_cookies()
        self.context.clear_permissions()


class Visitors:
    """Free seats of a browser, by server and by touch support."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[tuple[str, bool], list[Seat]] = defaultdict(list)

    def take(self, quiet: str, touch: bool) -> Seat:
        free = self._free[quiet, touch]
        return free.pop() if free else Seat(self._browser, quiet, touch)

    def give_back(self, seat: Seat) -> None:
        seat.visits += 1
        with suppress(Error):
            seat.left()
            if seat.visits < MOST:
                self._free[seat.quiet, seat.touch].append(seat)
                return
        seat.context.close()


def leave(page: Page) -> None:
    """Leave a page, so that its kernel is freed. A page that is killed does not free its kernel."""
    with suppress(Error):
        page.goto("about:blank", timeout=5_000)
