"""Stands where a kernel would: runs the cells of a page and carries the messages of its widgets, in a browser's worker.

Every message to the page is a list as JSON, the first entry its kind, with binary buffers beside it:
    ["open", id, state, paths]     a widget's model; `paths` says where in the state the buffers belong
    ["message", id, data]          to a model
    ["close", id]
    ["show", cell, {widget | html | text}]
    ["error", cell]                a cell failed; cell -1: a deed of a widget did
    ["fault", cell, {text, line, cell}]    code that a visitor has written failed, at a line of this or another cell
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
_made: dict[int, list[str]] = {}  # the widgets that each attempt has made
_MAX_PRINTED = 20_000  # characters that one attempt may print
_AT_ONCE, _OFTEN = 200, 0.1  # so many parts of it are told at once, others after so many seconds


def start(post: Post | None) -> None:
    """Speak to a page by `post` from now on; None: to nobody. Chance is new, whatever a snapshot holds."""
    global _post
    _post = post
    random.seed()


def know(key: str) -> None:
    """The page is one of a server that may hold a class: runs are told, and who shows the key opens all steps."""
    os.environ["KISMET_TEACHER"] = key


def run(cells: str) -> None:
    """Run the cells of a page, a JSON list of [number, source]; the value of a last line is shown, as IPython would."""
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
            show_error()
            return
        finally:
            if said.getvalue():
                _tell("show", number, {"text": said.getvalue()})
    _cell = -1


def attempt(number: int, source: str) -> None:
    """Run what a visitor has written at a cell, with the names that others have left; tell what fails, and where."""
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
    """What an attempt prints, told as it comes: it may never end."""

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
    """What failed in a sentence, with the last line of a visitor's own code that led to it."""
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
    """A message of the page for a widget: JSON [model id, data]."""
    model, data = json.loads(text)
    message = {"content": {"comm_id": model, "data": data}, "buffers": [memoryview(b.to_py()) for b in buffers]}
    comm.get_comm_manager().comm_msg(None, None, message)  # type: ignore[arg-type]  # neither stream nor sender


def show(thing: Any) -> None:
    """Show a value at the cell that runs; None shows nothing."""
    if thing is None:
        return
    if hasattr(thing, "model_id"):
        shown = {"widget": thing.model_id}
    elif (html := getattr(thing, "_repr_html_", lambda: None)()) is not None:
        shown = {"html": html}
    else:
        shown = {"text": repr(thing)}
    _tell("show", _cell, shown)


def show_error() -> None:
    """Tell the page that something failed; the particulars go to whoever looks at the console."""
    traceback.print_exc(file=sys.stderr)
    _tell("error", _cell)


def rehearse(cells: str) -> None:
    """Run a page for nobody, and let go of it: what it fills on its way is filled for all. An error is raised."""
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
    """A widget's way to its model."""

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
        data = data or {}
        if msg_type == "comm_open":
            _tell("open", self.comm_id, data.get("state", {}), data.get("buffer_paths", []), buffers=buffers or ())
        elif msg_type == "comm_msg":
            _tell("message", self.comm_id, data, buffers=buffers or ())
        elif _post is not None:
            _tell("close", self.comm_id)


comm.create_comm = _PageComm
