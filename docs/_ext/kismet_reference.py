"""The reference: `reference.toml` lists what is public; its pages are made of the docstrings.

A line `{reference} engine` on a page brings the section of that name. `entries()` is the same list for whoever wants to
check it: `tests/test_reference.py` fails for an entry without an example that is run.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

LIST = Path(__file__).parents[1] / "reference.toml"
_PLACE = re.compile(r"^\{reference\} (\w+)$", re.MULTILINE)


class Entry(NamedTuple):
    """Something public: its section, where it is, and of a class the members that are public too."""

    section: str
    module: str
    name: str
    members: tuple[str, ...]

    def thing(self) -> Any:
        """The thing itself."""
        return getattr(import_module(self.module), self.name)


def entries() -> Iterator[Entry]:
    """Everything in `reference.toml`, in order."""
    for section, has in tomllib.loads(LIST.read_text(encoding="utf-8")).items():
        for module, names in has.items():
            for name, said in names.items():
                yield Entry(section, module, name, tuple(_members(module, name, said)))


def _members(module: str, name: str, said: Any) -> list[str]:
    """The public members: those that are named, or ("own") all that the class itself has."""
    if said != "own":
        return list(said)
    own = vars(getattr(import_module(module), name))
    return [member for member, value in own.items() if not member.startswith("_") and inspect.isroutine(inner(value))]


def inner(member: Any) -> Any:
    """The function behind a property, a class method or a value that is worked out once."""
    for name in ("__func__", "fget", "func"):
        if hasattr(member, name):
            return getattr(member, name)
    return member


def section(name: str) -> str:
    """The directives of one section."""
    lines = []
    for entry in entries():
        if entry.section == name:
            kind = "autoclass" if inspect.isclass(entry.thing()) else "autofunction"
            lines.append(f".. {kind}:: {entry.module}.{entry.name}")
            lines += [f"   :members: {', '.join(entry.members)}"] * bool(entry.members) + [""]
    if not lines:
        raise ValueError(f"reference.toml has no section {name!r}.")
    return "```{eval-rst}\n" + "\n".join(lines) + "```"


def _read(app: Any, name: str, source: list[str]) -> None:
    source[0] = _PLACE.sub(lambda found: section(found[1]), source[0])


def setup(app: Any) -> dict[str, bool]:
    """For Sphinx."""
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
