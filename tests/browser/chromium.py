"""Find a Chromium for the browser tests, or install one."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
)


class NoBrowserError(Exception):
    """There is no browser and none could be installed. The message says what to do."""


def chromium(playwright: Playwright) -> str:
    """Return the path of a Chromium: KISMET_BROWSER, an installed one, or a new one.

    Raises NoBrowserError if all fail.
    """
    wanted = os.environ.get("KISMET_BROWSER")
    if wanted:
        if Path(wanted).is_file():
            return wanted
        raise NoBrowserError(f"KISMET_BROWSER names {wanted}, which is not a file.")
    with (Path(tempfile.gettempdir()) / "kismet-browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run side by side, and one of them is to install it
        return _found_or_installed(playwright)


def _found_or_installed(playwright: Playwright) -> str:
    tried = []
    for install in _installers():
        if path := _installed(playwright):
            return path
        print("No browser found. Running:", " ".join(install), file=sys.stderr, flush=True)
        done = subprocess.run(install, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode:
            tried.append(f"{' '.join(install)}: {(done.stderr or done.stdout).strip()[-400:]}")
    if path := _installed(playwright):
        return path
    raise NoBrowserError(
        "The browser tests need Chromium or Chrome. Install one, or name it in KISMET_BROWSER. Tried:\n"
        + "\n".join(tried)
    )


def _installed(playwright: Playwright) -> str | None:
    found = (shutil.which(name) for name in _NAMES)
    places = (*_PLACES, playwright.chromium.executable_path)
    return next((path for path in (*found, *places) if path and Path(path).is_file()), None)


def _installers() -> list[list[str]]:
    commands = []
    if shutil.which("apt-get") and os.geteuid() == 0:
        commands += [["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]]
    return [*commands, [sys.executable, "-m", "playwright", "install", "chromium"]]
