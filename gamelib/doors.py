"""Short names of modules in the rooms: `gamelib.harem.odds` is `gamelib.games.harem.odds`, the very same module."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

ROOMS = ("games", "tools", "bank")
"""The first that has a module of a name gives it; what is taught of a game is asked for as its `questions`."""


class Doors(MetaPathFinder, Loader):
    """Finds `PACKAGE.NAME` in one of its rooms; `taken` are names that are no module.

    It stands first among the finders, since what a room's folder holds would be found there a second time.
    """

    def __init__(self, package: str, folder: Path, taken: Container[str]) -> None:
        self._package, self._folder, self._taken = package, folder, taken

    @cached_property
    def _rooms(self) -> dict[str, str]:
        modules = [(path.stem, room) for room in reversed(ROOMS) for path in (self._folder / room).iterdir()]
        return {name: room for name, room in modules if name not in self._taken and not name.startswith("_")}

    def __contains__(self, name: str) -> bool:
        """Whether a room has a module of this name."""
        return name not in ROOMS and name in self._rooms

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, rest = fullname.partition(".")
        name, *inner = rest.split(".")
        if package != self._package or name not in self:
            return None
        room = self._rooms[name]
        if inner[:1] == ["questions"]:
            room, inner = "bank", inner[1:]
        return ModuleSpec(fullname, self, origin=".".join([package, room, name, *inner]))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(str(spec.origin))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It has run already; the import system has only written the short name over its own, which it gets back."""
        short: Any = module.__spec__
        module.__spec__ = short.loader_state
