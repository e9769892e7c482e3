"""For the compiled build (`make fast`): clones of positions are written, compiled like the rest, and taken away."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Clones(BuildHookInterface):
    """Runs before mypyc, which looks for files to compile."""

    written: list[Path] = []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the sources."""
        sys.path.insert(0, self.root)
        from gamelib.tools.clone_codegen import write_clone_modules

        self.written = write_clone_modules()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take them away: the folder that is built from may be the project itself."""
        for path in self.written:
            path.unlink()
