"""Notebooks of lessons: their front matter, and the lesson definition that their cells create."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from gamelib.bank.school_terms import lesson_order
from gamelib.validation import short_repr, shorten_text

from ..page.paths import NOTEBOOKS_DIR
from .lesson_definition import Plan

LESSONS_FOLDER = "lessons"


def lesson_ids(folder: Path = NOTEBOOKS_DIR) -> list[str]:
    """Return the ids of all lessons in the order of `lesson_order`. Other lessons follow, ordered by name."""
    place = {id: number for number, id in enumerate(lesson_order())}
    ids = (file.stem for file in (folder / LESSONS_FOLDER).glob("*.ipynb"))
    return sorted(ids, key=lambda id: (place.get(id, len(place)), id))


def read_lesson_notebook(id: str, folder: Path = NOTEBOOKS_DIR) -> dict[str, Any]:
    """Read the notebook of a lesson as JSON. Raise ValueError if there is no lesson with this id."""
    if id not in lesson_ids(folder):
        near = get_close_matches(str(id), lesson_ids(folder), 1, 0)
        meant = f" Do you mean {near[0]}?" if near else ""
        raise ValueError(shorten_text(f"There is no lesson {short_repr(id)}.{meant}"))
    content: dict[str, Any] = json.loads((folder / LESSONS_FOLDER / f"{id}.ipynb").read_text(encoding="utf-8-sig"))
    return content


def front_matter(id: str, folder: Path = NOTEBOOKS_DIR) -> dict[str, Any]:
    """Return a lesson's front matter from `metadata.kismet`. Raise ValueError if there is no such lesson."""
    about: dict[str, Any] = read_lesson_notebook(id, folder)["metadata"]["kismet"]
    return about


@cache
def lesson_title(id: str) -> str:
    """Return the title of a lesson."""
    return str(front_matter(id)["title"])


def load_lesson_definition(id: str, folder: Path = NOTEBOOKS_DIR) -> Plan:
    """Run the cells of a lesson without a front end, and return its plan. Raise ValueError if they create none."""
    made: dict[str, Any] = {}
    for cell in read_lesson_notebook(id, folder)["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{id}.ipynb", "exec"), made)
    if not isinstance(made.get("plan"), Plan):
        raise ValueError(f"The cells of {id} make no plan.")
    return made["plan"]
