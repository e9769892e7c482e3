"""Visitors of one server, one after the other in the same browser.

Each visitor has empty storage and a page of its own, but downloaded and compiled scripts stay. A visitor with a fresh
context takes three times as long.
"""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page

MOST = 20
"""Number of visitors after which a context is closed, with everything that its pages left in memory."""
MOST_FREE = 8
"""Number of free contexts. The one that was left first is closed, because its server may have ended."""
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
    """Free seats of a browser, each for one server and with or without touch support."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Seat] = []

    def take(self, quiet: str, touch: bool) -> Seat:
        """Return a free seat of this server, or a new one."""
        for seat in self._free:
            if (seat.quiet, seat.touch) == (quiet, touch):
                self._free.remove(seat)
                return seat
        return Seat(self._browser, quiet, touch)

    def give_back(self, seat: Seat) -> None:
        """Clear a seat for the next visitor."""
        seat.visits += 1
        with suppress(Error):
            seat.left()
            if seat.visits < MOST:
                self._free.append(seat)
                if len(self._free) <= MOST_FREE:
                    return
                seat = self._free.pop(0)
        seat.context.close()


def leave(page: Page) -> None:
    """Leave a page, so that its kernel is freed. A page that is killed does not free its kernel."""
    with suppress(Error):
        page.goto("about:blank", timeout=5_000)
