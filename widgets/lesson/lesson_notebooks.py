"""The notebooks of lessons: their front matter, and the plan that their cells make."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from gamelib.validation import short_repr, shorten_text

from ..page.paths import NOTEBOOKS_DIR
from .lesson_definition import Plan

LESSONS_FOLDER = "lessons"


def lesson_ids(folder: Path = NOTEBOOKS_DIR) -> list[str]:
    """The lessons that are there, in order: the names of their notebooks without the ending."""
    return sorted(file.stem for file in (folder / LESSONS_FOLDER).glob("*.ipynb"))


def read_lesson_notebook(id: str, folder: Path = NOTEBOOKS_DIR) -> dict[str, Any]:
    """A lesson's notebook as JSON. ValueError if there is none of this id."""
    if id not in lesson_ids(folder):
        near = get_close_matches(str(id), lesson_ids(folder), 1, 0)
        meant = f" Do you mean {near[0]}?" if near else ""
        raise ValueError(shorten_text(f"There is no lesson {short_repr(id)}.{meant}"))
    content: dict[str, Any] = json.loads((folder / LESSONS_FOLDER / f"{id}.ipynb").read_text(encoding="utf-8-sig"))
    return content


def front_matter(id: str, folder: Path = NOTEBOOKS_DIR) -> dict[str, Any]:
    """What a lesson says of itself in `metadata.kismet`. ValueError if there is no such lesson."""
    about: dict[str, Any] = read_lesson_notebook(id, folder)["metadata"]["kismet"]
    return about


@cache
def lesson_title(id: str) -> str:
    """A lesson's title."""
    return str(front_matter(id)["title"])


def load_lesson_definition(id: str, folder: Path = NOTEBOOKS_DIR) -> Plan:
    """Run a lesson's cells without a front end; the plan they make. ValueError if they make none."""
    made: dict[str, Any] = {}
    for cell in read_lesson_notebook(id, folder)["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{id}.ipynb", "exec"), made)
    if not isinstance(made.get("plan"), Plan):
        raise ValueError(f"The cells of {id} make no plan.")
    return made["plan"]
