"""Commands for authors: kismet check my-lesson.ipynb locates a fault, kismet sheet prints the papers of a lesson."""

from __future__ import annotations

import argparse
import json
import re
import sys
import traceback
from pathlib import Path
from typing import Any

from .lesson_definition import Plan
from .lesson_notebooks import lesson_ids
from .progress.saved_progress import RestorableLessonProgress
from .teacher_sheet import teacher_sheet_html, total_minutes, worksheet_html

QUOTED_PATTERN = re.compile(r"“([^”]+)”|\{(\w+)\}|asks for (\w+)")


class LessonNotFoundError(ValueError):
    """File that is not a notebook, or name that is not a lesson."""


def main(argv: list[str]) -> int:
    """Run `check FILE` or `sheet NAME-OR-FILE [--worksheet]`. Return 0 for success and 1 for a fault."""
    parser = argparse.ArgumentParser(prog="kismet", description="Check a lesson, or print its papers.")
    parser.add_argument("what", choices=("check", "sheet"))
    parser.add_argument("lesson", help="the file of a lesson; for sheet also the name of one of Kismet's own")
    parser.add_argument("--worksheet", action="store_true", help="the worksheet for pupils instead of the sheet")
    options = parser.parse_args(argv)
    try:
        content, path = _read(options.lesson)
        plan, faults = run_and_check_notebook(content, path.name)
    except LessonNotFoundError as error:
        print(f"kismet: {error}", file=sys.stderr)
        return 1
    if faults or plan is None:
        print("\n".join(faults), file=sys.stderr)
        return 1
    about = content["metadata"].get("kismet", {})
    if options.what == "check":
        said = about.get("minutes")
        note = f" It says {said} minutes." if said and abs(said - total_minutes(plan)) > 5 else ""
        print(f"{path.name}: {len(plan.steps)} steps, about {total_minutes(plan)} minutes. No fault found.{note}")
        return 0
    print(worksheet_html(plan, str(about.get("title", ""))) if options.worksheet else teacher_sheet_html(plan, about))
    return 0


def _read(wanted: str) -> tuple[dict[str, Any], Path]:
    """Read the notebook as JSON, from a path or the name of a built-in lesson. Return it with its file."""
    from ..page.paths import NOTEBOOKS_DIR

    path = Path(wanted)
    if not path.suffix and wanted in lesson_ids():
        path = NOTEBOOKS_DIR / "lessons" / f"{wanted}.ipynb"
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8-sig"))
        cells = content["cells"]
        assert isinstance(content["metadata"], dict)
        assert all(isinstance(cell["cell_type"], str) and "source" in cell for cell in cells)
    except FileNotFoundError as error:
        raise LessonNotFoundError(
            f"there is no file {wanted}, nor a lesson of that name: {', '.join(lesson_ids())}."
        ) from error
    except (OSError, ValueError, KeyError, TypeError, AssertionError) as error:
        raise LessonNotFoundError(f"{path.name} cannot be read as a notebook.") from error
    return content, path


def run_and_check_notebook(content: dict[str, Any], name: str) -> tuple[Plan | None, list[str]]:
    """Run the cells of a lesson without a front end. Return its plan, and its faults with file, cell and line.

    A cell that fails ends the run, because later cells depend on it. All faults of the steps of a plan are found
    together.
    """
    made: dict[str, Any] = {}
    for number, cell in enumerate(content["cells"], 1):
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        place = f"{name}, cell {number}"
        try:
            exec(compile(source, place, "exec"), made)
        except SyntaxError as error:
            return None, [f"{place}, line {error.lineno}: this is not Python: {error.msg}."]
        except Exception as error:
            return None, [f"{place}, line {_line(error, place, source)}: {_said(error)}"]
    plans = [value for value in made.values() if isinstance(value, Plan)]
    if not plans:
        return None, [f"{name}: its cells make no plan. Begin with plan = Plan(…)."]
    own = Path(name).stem
    if plans[0].id != own:
        return None, [
            f"{name}: its plan is called “{plans[0].id}”. What pupils do is kept under that name, so it has "
            f'to be that of the file: Plan("{own}", …).'
        ]
    try:  # what the page, the class and the papers need
        RestorableLessonProgress(plans[0], 0)
        teacher_sheet_html(plans[0], content["metadata"].get("kismet", {}))
        worksheet_html(plans[0])
    except ValueError as error:
        return None, [f"{name}: {error}"]
    return plans[0], []


def _said(error: Exception) -> str:
    if isinstance(error, ValueError):
        return str(error)
    return f"{type(error).__name__}: {error}."


def _line(error: Exception, place: str, source: str) -> int:
    """Return the line of a cell at which it failed: a line with a word from the message, or the line of the call."""
    lines = source.splitlines()
    for match in QUOTED_PATTERN.finditer(str(error)):
        word = next(filter(None, match.groups()))
        for number, line in enumerate(lines, 1):
            if f"[[{word}" in line or f"{{{word}}}" in line:
                return number
    frames = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == place]
    return frames[-1] or 1 if frames else 1
