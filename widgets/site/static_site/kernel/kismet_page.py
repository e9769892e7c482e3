"""Substitute for a kernel in a worker of the browser: it runs the cells of a page and forwards widget messages.

Every message to the page is a list as JSON, with its kind as the first entry. Binary buffers are sent next to it:
    ["open", id, state, paths]     model of a widget. `paths` are the places of the buffers in the state
    ["message", id, data]          message to a model
    ["close", id]
    ["show", cell, {widget | html | text}]
    ["error", cell]                a cell failed, or a request of a widget if the cell is -1
    ["fault", cell, {text, line, cell}]    code of a visitor failed at a line of this or another cell
"""

from __future__ import annotations

import ast
import contextlib
import gc
import io
import json
import os
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from typing import Any

import comm
from comm.base_comm import BaseComm

Post = Callable[[str, list[bytes]], object]

_post: Post | None = None
_cell = -1  # the cell that runs
_scope: dict[str, Any] = {}
_made: dict[int, list[str]] = {}  # ids of the widgets that each attempt has created, by cell
_MAX_PRINTED = 20_000  # maximum number of characters that one attempt may print
_AT_ONCE, _OFTEN = 200, 0.1  # parts of output that are sent immediately, and seconds between later parts


def start(post: Post | None) -> None:
    """Send messages to a page by `post` from now on, or to no page if `post` is None. Seed random numbers again."""
    global _post
    _post = post
    random.seed()


def set_teacher_key(key: str) -> None:
    """Set the teacher key of a server with classes. With a key, runs are reported and all steps can be opened."""
    os.environ["KISMET_TEACHER"] = key


def run(cells: str) -> None:
    """Run the cells of a page. `cells` is a JSON list of [number, source].

    The value of the last line of a cell is displayed, as in IPython.
    """
    global _cell
    _scope.clear()
    _scope["__name__"] = "__main__"
    for number, source in json.loads(cells):
        _cell = number
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said):
                _run(source, _place(number))
        except Exception:
            notify_page_of_error()
            return
        finally:
            if said.getvalue():
                _tell("show", number, {"text": said.getvalue()})
    _cell = -1


def attempt(number: int, source: str) -> None:
    """Run a visitor's code in a cell, with the names of the other cells. Errors are reported with cell and line."""
    global _cell
    from ipywidgets.widgets.widget import _instances

    for model in _made.pop(number, ()):  # of the attempt before
        if model in _instances:
            _instances[model].close()
    _scope.setdefault("__name__", "__main__")
    there = set(_instances)
    _cell = number
    said = _Said(number)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            _run(source, _place(number))
    except BaseException as error:
        said.flush()
        _tell("fault", number, _fault(error))
    finally:
        said.flush()
        _made[number] = [model for model in _instances if model not in there]
        _cell = -1


class _Said(io.TextIOBase):
    """Output of an attempt. Each part is sent while the attempt is still running, because an attempt may never end."""

    def __init__(self, number: int) -> None:
        self.number, self.waits, self.told, self.parts, self.at = number, "", 0, 0, 0.0

    def write(self, text: str) -> int:
        left = _MAX_PRINTED - self.told
        self.told += len(text)
        if left > 0:
            self.waits += text[:left]
            if self.told > _MAX_PRINTED:
                self.waits += "\n(The rest of what it printed is left out.)\n"
            if self.parts < _AT_ONCE or time.monotonic() - self.at > _OFTEN:
                self.flush()
        return len(text)

    def flush(self) -> None:
        if self.waits:
            waits, self.waits, self.at = self.waits, "", time.monotonic()
            self.parts += 1
            _tell("show", self.number, {"text": waits})


def _place(number: int) -> str:
    return f"cell {number}"


def _fault(error: BaseException) -> dict[str, Any]:
    """Return a sentence about the error, with the last line of the visitor's own code that led to it."""
    kind, text = type(error).__name__, str(error)
    file, line = "", None
    if isinstance(error, SyntaxError):
        file, line, text = error.filename or "", error.lineno, error.msg
    else:
        for frame, at in traceback.walk_tb(error.__traceback__):
            if frame.f_code.co_filename.startswith("cell "):
                file, line = frame.f_code.co_filename, at
    where = int(file.removeprefix("cell ")) if file.startswith("cell ") and line else None
    return {"text": f"{text} ({kind})" if text else kind, "line": line, "cell": where}


def _run(source: str, name: str) -> None:
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), _scope)
    if isinstance(last, ast.Expr):
        show(eval(compile(ast.Expression(last.value), name, "eval"), _scope))


def receive(text: str, buffers: Iterable[Any] = ()) -> None:
    """Handle a message that the page sends to a widget: JSON [model id, data]."""
    model, data = json.loads(text)
    message = {"content": {"comm_id": model, "data": data}, "buffers": [memoryview(b.to_py()) for b in buffers]}
    comm.get_comm_manager().comm_msg(None, None, message)  # type: ignore[arg-type]  # neither stream nor sender


def show(thing: Any) -> None:
    """Display a value in the output of the running cell. For None, display nothing."""
    if thing is None:
        return
    if hasattr(thing, "model_id"):
        shown = {"widget": thing.model_id}
    elif (html := getattr(thing, "_repr_html_", lambda: None)()) is not None:
        shown = {"html": html}
    else:
        shown = {"text": repr(thing)}
    _tell("show", _cell, shown)


def notify_page_of_error() -> None:
    """Tell the page that the running cell or request failed. The details go to the console."""
    traceback.print_exc(file=sys.stderr)
    _tell("error", _cell)


def rehearse(cells: str) -> None:
    """Run a page once without a visitor to fill caches, then delete its widgets. Raise an error if the page fails."""
    from ipywidgets import Widget

    failed: list[str] = []
    start(lambda text, _: failed.append(text) if json.loads(text)[0] == "error" else None)
    try:
        run(cells)
    finally:
        Widget.close_all()
        _scope.clear()
        start(None)
        gc.collect()
    if failed:
        raise RuntimeError("a cell failed")


def _tell(*parts: Any, buffers: Iterable[Any] = ()) -> None:
    if _post is None:
        raise RuntimeError("There is no page to speak to.")
    _post(json.dumps(parts, allow_nan=False, ensure_ascii=False, separators=(",", ":")), [bytes(b) for b in buffers])


class _PageComm(BaseComm):
    """Connection of a widget to its model."""

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        data = data or {}
        if msg_type == "comm_open":
            _tell("open", self.comm_id, data.get("state", {}), data.get("buffer_paths", []), buffers=buffers or ())
        elif msg_type == "comm_msg":
            _tell("message", self.comm_id, data, buffers=buffers or ())
        elif _post is not None:
            _tell("close", self.comm_id)


comm.create_comm = _PageComm
