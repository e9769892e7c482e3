"""Import of modules that a snapshot lacks. They come from the packs for a start without a snapshot, on first import."""

import importlib
import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from typing import Any


class Rest(MetaPathFinder):
    """Module finder that comes after all other finders. `fetch(kind)` unpacks the files of "app" or "stdlib"."""

    def __init__(self, packages: set[str], fetch: Callable[[str], object]) -> None:
        self.packages, self.fetch, self.brought = packages, fetch, set[str]()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Load the pack that contains the module, then find the module in it."""
        top = name.split(".")[0]
        kind = "app" if top in self.packages else "stdlib" if top in sys.stdlib_module_names else ""
        if not kind or kind in self.brought:
            return None
        self.brought.add(kind)
        self.fetch(kind)
        importlib.invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def watch(packages: list[str], fetch: Callable[[str], object]) -> None:
    """Register the finder, which looks in the packs for modules of these packages and of the standard library."""
    sys.meta_path.append(Rest(set(packages), fetch))
