"""Firefox and WebKit for tests that open a page and evaluate expressions.

Missing browsers are installed. Both are driven by their own protocols, WebDriver BiDi and WebDriver, without another
package.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from tests.browser.chromium import NoBrowserError
from tests.conftest import free_port

Call = Callable[..., Any]


class Page:
    """Page of such a browser.

    ``open`` loads an address, ``ask`` evaluates a JavaScript expression, and ``wait`` waits until it is true.
    `errors` are the errors in the console, if the driver reports them (Firefox).
    """

    def __init__(self, open_page: Call, ask: Call, errors: list[str] | None = None) -> None:
        self.open, self.ask = open_page, ask
        self.errors = [] if errors is None else errors

    def wait(self, expression: str, seconds: float = 120) -> None:
        deadline = time.monotonic() + seconds
        while not self.ask(f"Boolean({expression})"):
            if time.monotonic() > deadline:
                text = self.ask("`${location.href} says:\\n${document.body?.innerText}`")
                raise AssertionError(f"{expression} did not come true. {text}")
            time.sleep(0.2)


def _needs(package: str, *programs: str) -> list[str]:
    """Return the paths of these programs and install missing ones with apt. NoBrowserError says what to do."""
    commands = [["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", *package.split()]]
    for command in [[], *commands]:
        if command and not (shutil.which("apt-get") and os.geteuid() == 0):
            break
        if command:
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        found = [_path(program) for program in programs]
        if all(found):
            return [path for path in found if path]
    raise NoBrowserError(f"This test needs {', '.join(programs)}. Install it: apt-get install {package}")


def _path(program: str) -> str | None:
    places = sorted(Path("/usr/lib").glob(f"*/webkit2gtk-4.*/{program}"))
    return shutil.which(program) or (str(places[-1]) if places else None)


@contextmanager
def _running(*command: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)


@contextmanager
def firefox() -> Iterator[Page]:
    (program,) = _needs("firefox-esr", "firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        arguments = ("--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank")
        with _running(program, *arguments, HOME=profile) as process:
            said = ""
            while not (address := re.search(r"BiDi listening on (ws://\S+)", said)):
                line = process.stderr.readline() if process.stderr else ""
                if not line:
                    raise AssertionError(f"Firefox ended: {said}")
                said += line
            with connect(f"{address[1]}/session", max_size=None, legacy=True) as socket:
                numbers = itertools.count(1)
                errors: list[str] = []

                def command(method: str, **params: Any) -> Any:
                    number = next(numbers)
                    socket.send(json.dumps({"id": number, "method": method, "params": params}))
                    while (answer := json.loads(socket.recv(timeout=120))).get("id") != number:
                        if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                            errors.append(str(answer["params"]["text"]))
                    assert answer["type"] == "success", answer
                    return answer["result"]

                command("session.new", capabilities={})
                command("session.subscribe", events=["log.entryAdded"])
                context = command("browsingContext.getTree")["contexts"][0]["context"]

                def ask(expression: str) -> Any:
                    value = command(
                        "script.evaluate", expression=expression, target={"context": context}, awaitPromise=True
                    )
                    return value["result"].get("value")

                def open_page(url: str) -> None:
                    command("browsingContext.navigate", context=context, url=url, wait="none")

                yield Page(open_page, ask, errors)
                command("browser.close")


@contextmanager
def webkit() -> Iterator[Page]:
    driver, browser, display = _needs("webkit2gtk-driver xvfb", "WebKitWebDriver", "MiniBrowser", "Xvfb")
    readable, writable = os.pipe()
    screen = subprocess.Popen(
        [display, "-displayfd", str(writable), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        pass_fds=[writable],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writable)
    with open(readable) as said:
        number = said.readline().strip()
    port = free_port()
    try:
        with _running(driver, f"--port={port}", DISPLAY=f":{number}", GDK_BACKEND="x11", NO_AT_BRIDGE="1"):

            def command(method: str, path: str, body: dict[str, Any] | None = None) -> Any:
                data = json.dumps(body).encode() if body is not None else None
                headers = {"Content-Type": "application/json"}
                request = Request(f"http://127.0.0.1:{port}{path}", data, headers, method=method)
                with urlopen(request, timeout=120) as answer:
                    return json.loads(answer.read())["value"]

            deadline = time.monotonic() + 120
            while True:
                with suppress(OSError):
                    command("GET", "/status")
                    break
                assert time.monotonic() < deadline, "WebKitWebDriver does not answer"
                time.sleep(0.2)
            options = {"binary": browser, "args": ["--automation"]}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            session = f"/session/{command('POST', '/session', wanted)['sessionId']}"
            command("POST", f"{session}/timeouts", {"pageLoad": 120_000, "script": 120_000})

            def ask(expression: str) -> Any:
                return command("POST", f"{session}/execute/sync", {"script": f"return ({expression});", "args": []})

            yield Page(lambda url: command("POST", f"{session}/url", {"url": url}), ask)
            command("DELETE", session)
    finally:
        screen.terminate()
        screen.wait()
