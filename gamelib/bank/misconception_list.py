"""List of misconceptions in probability. Each mistake of a question has the id of a misconception."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

MISCONCEPTIONS_FILE = Path(__file__).parent / "misconceptions.toml"


@dataclass(frozen=True, slots=True)
class MisconceptionEntry:
    """Entry of the list: name and definition for teachers."""

    name: str
    definition: str
    source: str = ""
    """Publication that describes it, or "" if there is none."""


@cache
def misconception_list() -> dict[str, MisconceptionEntry]:
    """Return the misconceptions by id.

    >>> misconception_list()["with-replacement"].name
    'Unchanged probability without replacement'
    """
    entries = tomllib.loads(MISCONCEPTIONS_FILE.read_text(encoding="utf-8-sig"))
    return {id: MisconceptionEntry(**entry) for id, entry in entries.items()}
