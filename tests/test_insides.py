"""Internals of Voila and Jupyter that the server overrides or uses.

If a test fails after an update, read the changes there, then write the list again with KISMET_GOLDEN=1.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from .golden import FOLDER, read

WIDGETS = Path(__file__).parents[1] / "widgets"
SERVERS = ("site/voila", "classroom/server")
OUTSIDE = ("voila.", "jupyter_server.", "jupyter_client.", "jupyterlab_server.")


def ours() -> list[tuple[type, Path]]:
    """Return the classes of the server with a base class of theirs, and their modules."""
    found: list[tuple[type, Path]] = []
    for path in sorted(path for server in SERVERS for path in (WIDGETS / server).glob("*.py")):
        if path.stem in ("__init__", "fork_server"):
            continue
        module = import_module(".".join(("widgets", *path.relative_to(WIDGETS).with_suffix("").parts)))
        for _, kind in sorted(inspect.getmembers(module, inspect.isclass)):
            if kind.__module__ == module.__name__ and theirs(kind):
                found.append((kind, path))
    return found


def theirs(kind: type) -> list[type]:
    return [base for base in kind.__mro__ if base.__module__.startswith(OUTSIDE)]


def shape(method: Callable[..., Any]) -> str:
    """Return the parameters of a method. Their annotations differ between versions of Python."""
    said = inspect.signature(inspect.unwrap(method)).parameters.values()
    return str(inspect.Signature([each.replace(annotation=each.empty) for each in said]))


def built_on() -> list[str]:
    lines = []
    for kind, path in ours():
        bases = theirs(kind)
        for name in sorted(vars(kind)):
            owner = next((base for base in bases if name in vars(base)), None)
            method = owner and vars(owner)[name]
            if owner and callable(method) and not name.startswith("__"):
                lines.append(f"{kind.__name__}.{name} over {owner.__module__}.{owner.__name__}{shape(method)}")
        (tree,) = [
            node
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.ClassDef) and node.name == kind.__name__
        ]
        private = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
            and node.attr.startswith("_")
            and not node.attr.startswith("__")
        }
        set_here = {
            node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        } | set(vars(kind))
        lines += [
            f"{kind.__name__} uses {name}"
            for name in sorted(private - set_here)
            if any(name in base.__dict__ or name in inspect.getsource(base) for base in bases)
        ]
    return lines


def test_what_is_subclassed_is_as_it_was() -> None:
    lines = built_on()
    assert lines
    kept = read(FOLDER / "insides.txt", "\n".join(lines) + "\n")
    assert lines == kept, "Voila or Jupyter changed what the server builds on."
