"""Files in which the server saves shared tables, one for each table, so that they survive a restart."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from ...page.protocol import Json

DAYS_KEPT = 7
"""Days after the last change after which a table is deleted."""


class TableFiles:
    """Folder with the files of the shared tables. Only the owner of the server can read them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, code: str, data: Json) -> None:
        """Write a table. A crash leaves either the old or the new file. Raise OSError if the disk is full."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = self.folder / f"{code}.new"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False)
        draft.replace(self.folder / f"{code}.json")

    def load(self, code: str) -> Json | None:
        """Return the data of a table, or None if there is no readable file."""
        try:
            data = json.loads((self.folder / f"{code}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return data if isinstance(data, dict) else None

    def codes(self) -> list[str]:
        """Return the codes of all saved tables."""
        return sorted(file.stem for file in self.folder.glob("*.json"))

    def delete(self, code: str) -> None:
        """Delete a table."""
        (self.folder / f"{code}.json").unlink(missing_ok=True)

    def delete_old(self) -> None:
        """Delete the files of tables that have not changed for `DAYS_KEPT` days."""
        oldest = time.time() - DAYS_KEPT * 24 * 3600
        for file in self.folder.glob("*.json"):
            if file.stat().st_mtime < oldest:
                file.unlink(missing_ok=True)
