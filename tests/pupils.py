"""Pupils and a teacher of a class without browsers. They use the protocol of the pages of the server."""

from __future__ import annotations

import http.client
import json
import re
import shutil
from http import HTTPStatus
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from tests.conftest import Server
from widgets.lesson import Plan
from widgets.lesson.lesson_definition import PREDICTION_CHIPS
from widgets.lesson.progress.saved_progress import RestorableLessonProgress
from widgets.page.paths import NOTEBOOKS_DIR

JSON = dict[str, Any]

BUSY = 120.0
"""Time in seconds in which a request to a busy server is repeated."""


class Line:
    """Open connection. `ask` and `tell` return status and answer. A broken connection is opened once more."""

    def __init__(self, url: str, key: str = "", source: str = "") -> None:
        """Create a connection. `source` is the address of this machine that the server sees."""
        self.url, self.key, self._source = url, key, (source, 0) if source else None
        self._open: http.client.HTTPConnection | None = None

    def ask(self, path: str, **headers: str) -> tuple[int, Any]:
        """Send a request, and repeat it if the board is an old one because the machine is busy."""
        end = monotonic() + BUSY
        status, answer = self.send("GET", f"class/{path}", None, headers)
        while isinstance(answer, dict) and "age" in answer and monotonic() < end:
            status, answer = self.send("GET", f"class/{path}", None, headers)
        return status, answer

    def tell(self, path: str, **said: Any) -> tuple[int, Any]:
        return self.send("POST", f"class/{path}", json.dumps(said), {})

    def good(self, path: str, **said: Any) -> Any:
        """Return the answer to a request that must succeed. It is repeated while the server is too busy."""
        end = monotonic() + BUSY
        status, answer = self.tell(path, **said)
        while status == HTTPStatus.SERVICE_UNAVAILABLE and monotonic() < end:
            status, answer = self.tell(path, **said)
        assert status == 200, answer
        return answer

    def send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, Any]:
        parts = urlsplit(self.url)
        marks = {"X-Kismet-Class": "1"} | ({"X-Kismet-Key": self.key} if self.key else {}) | headers
        fresh = self._open is None
        self._open = self._open or http.client.HTTPConnection(
            parts.hostname or "", parts.port, timeout=120, source_address=self._source
        )
        try:
            self._open.request(method, f"{parts.path}{path}", body=body, headers=marks)
            answer = self._open.getresponse()
            text = answer.read().decode()
        except (ConnectionError, http.client.HTTPException, TimeoutError):
            self._open.close()
            self._open = None
            if fresh:
                raise
            return self.send(method, path, body, headers)
        if "json" in answer.headers.get("Content-Type", ""):
            return answer.status, json.loads(text)
        return answer.status, text


def few_pages(folder: Path, *paths: str) -> Path:
    """Return a folder with the home page and these pages, so that the server is ready soon."""
    for path in ("index.ipynb", *paths):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(NOTEBOOKS_DIR / path, folder / path)
    return folder


def opened(log: Path) -> tuple[str, str]:
    """Return code and secret of the class from the output of `kismet class`."""
    told = log.read_text()
    code, secret = re.search(r"type   ([1-6]{6,9})", told), re.search(r"class#([-\w]+)", told)
    assert code, told
    assert secret, told
    return code[1], secret[1]


def owner(server: Server) -> Line:
    """Return the connection of the owner, with the key that the server has printed."""
    assert server.key
    return Line(server.url, server.key)


_devices = count(2)


def device() -> str:
    """Return an address that no other device has. The teacher has to admit many devices of one address."""
    number = next(_devices)
    return f"127.1.{number // 250}.{number % 250 + 1}"


def come(url: str, code: str, name: str = "") -> tuple[Line, JSON]:
    """Let a pupil join with a new device."""
    me: JSON = Line(url, source=device()).good("join-room", code=code, name=name)
    return Line(url, me["token"]), me


def worked(plan: Plan, seed: int, answers: tuple[str, ...] = ()) -> RestorableLessonProgress:
    """Return a pupil who has reached the checks and has typed these answers."""
    pupil = RestorableLessonProgress(plan, seed)
    if "example" in pupil.navigation.step_kinds:
        pupil.navigation.advance()
    if "play" in pupil.navigation.step_kinds:
        if plan.experiment.mini_game_view:
            while pupil.hands_on.current_mini_game_view().action_labels:
                pupil.hands_on.take_action(0)
        else:
            pupil.hands_on.play_predicted_round(0)
        pupil.navigation.advance()
    if pupil.model_progress.task is not None:
        pupil.model_progress.submit_model(pupil.model_progress.task.solution)
        pupil.navigation.advance()
    columns = len(pupil.prediction.column_names)
    first = seed % columns
    chips = [PREDICTION_CHIPS // columns] * columns
    chips[first] += PREDICTION_CHIPS - sum(chips)
    pupil.prediction.submit(chips, "I think so")
    for _ in range(4):
        pupil.trials.run_trials(10)
    if answers:
        pupil.navigation.is_unlocked = True
        pupil.navigation.current_step = "check"
        for number, text in enumerate(answers):
            pupil.checks.submit_and_grade_answer(number, text, 95)
    return pupil
