"""The sweep of pages that are not tables, for a look: ``python -m tests.browser.sweep_pages builder dashboards/raid``.

It prints the findings of each page as it opens and with everything unfolded, on all screens, the most frequent first.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import sweep
from tests.browser.chromium import chromium
from tests.browser.conftest import FLAGS, drawn, own
from tests.conftest import kismet

UNFOLD = """() => { for (const fold of document.querySelectorAll("details:not(.km-menu)")) fold.open = true; }"""


def told(faults: list[str], what: str) -> str:
    """Return the findings by kind, the most frequent first, each with its screens."""
    kinds: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for fault in faults:
        screen, _, rest = fault.partition(f" {what}: ")
        kind, _, words = rest.rpartition(" | ")
        kinds[kind].append((screen, words))
    lines = [f"{what}: {len(faults)} faults"]
    for kind, at in sorted(kinds.items(), key=lambda item: -len(item[1])):
        on = Counter(screen for screen, _ in at)
        lines.append(f"{len(at)} x {kind} | {at[0][1]}")
        lines.append("      " + ", ".join(f"{screen}: {n}" for screen, n in on.items()))
    return "\n".join(lines)


def main(*paths: str, most: int = 99) -> None:
    with kismet(Path(tempfile.mkdtemp()) / "log.txt") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(driver), args=FLAGS)
        page = browser.new_page(reduced_motion="reduce")
        own(page, server)
        for path in paths:
            page.goto(server.address(f"{path}.ipynb"))
            drawn(page)
            for what in (path, f"{path}, unfolded"):
                page.evaluate(sweep.STILL)
                print(told(sweep.faults(page, what, most), what), flush=True)
                page.evaluate(UNFOLD)
        browser.close()


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    main(*(word for word in sys.argv[1:] if not word.isdigit()), most=numbers[0] if numbers else 99)
