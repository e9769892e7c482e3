"""Commands for authors: `kismet check` finds errors in a lesson, and `kismet sheet` prints its sheet or worksheet."""

from __future__ import annotations

import argparse
import json
import re
import sys
import traceback
from pathlib import Path
from typing import Any

from ..classroom.class_lesson import make_class_lesson
from ..classroom.trial_class import trial_class_board_data
from ..lesson.lesson_definition import STEP_LABELS, Plan
from ..lesson.lesson_notebooks import lesson_ids
from ..lesson.page_data import DIRECTION_LABELS
from ..lesson.teacher_sheet import lesson_answer_key_html, lesson_minutes_without_optional_steps, worksheet_html
from .home_page import read_page_entry

HEADING_PATTERN = re.compile(r"^# (.+)$", re.MULTILINE)
QUOTED_PATTERN = re.compile(r"“([^”]+)”|\{(\w+)\}|asks for (\w+)")


class LessonNotFoundError(ValueError):
    """Error for a file that is not a notebook, or a name that is not a lesson."""


def main(argv: list[str]) -> int:
    """Run `check FILE` or `sheet NAME-OR-FILE [--worksheet]`. Return the exit code: 0 for success, 1 for a fault."""
    parser = argparse.ArgumentParser(prog="kismet", description="Check a lesson, or print its papers.")
    parser.add_argument("what", choices=("check", "sheet"))
    parser.add_argument("lesson", help="the file of a lesson; for sheet also the name of one of Kismet's own")
    parser.add_argument("--worksheet", action="store_true", help="the worksheet for pupils instead of the sheet")
    options = parser.parse_args(argv)
    try:
        content, path = _read(options.lesson)
        read_page_entry(path.parent, path.name)  # the home page and classes need a valid page entry
        about = _front_matter(content)
        plan, faults = run_and_check_notebook(content, path.name)
    except ValueError as error:
        print(f"kismet: {error}", file=sys.stderr)
        return 1
    if faults or plan is None:
        print("\n".join(faults), file=sys.stderr)
        return 1
    if options.what == "check":
        found = f"{len(plan.steps)} steps, about {lesson_minutes_without_optional_steps(plan)} minutes. No fault found."
        print(" ".join([f"{path.name}: {found}", *_notes(plan, about)]))
        return 0
    print(
        worksheet_html(plan, str(about.get("title", ""))) if options.worksheet else lesson_answer_key_html(plan, about)
    )
    return 0


def _read(wanted: str) -> tuple[dict[str, Any], Path]:
    """Read a notebook from a path or by the name of a built-in lesson. Return its JSON content and its path."""
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


def _heading(content: dict[str, Any]) -> str:
    """Return the first heading of the notebook, or "" if there is none."""
    text = "\n".join("".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == "markdown")
    match = HEADING_PATTERN.search(text)
    return match[1].strip() if match else ""


def _front_matter(content: dict[str, Any]) -> dict[str, Any]:
    """Return the front matter of the notebook. The title is the first heading unless the metadata contain a title."""
    heading = _heading(content)
    return {**({"title": heading} if heading else {}), **content["metadata"].get("kismet", {})}


def _notes(plan: Plan, about: dict[str, Any]) -> list[str]:
    """Return sentences about missing or inconsistent parts that do not prevent a lesson from running."""
    notes = []
    if about.get("minutes") and abs(about["minutes"] - lesson_minutes_without_optional_steps(plan)) > 5:
        notes.append(f"The metadata say {about['minutes']} minutes.")
    if plan.has_step("change"):
        data = plan.require_step("change").extra_data
        missing = [way for way, reply in data["replies"].items() if not reply and way != data["direction"]]
        if missing:
            answers = " and ".join(f"“{DIRECTION_LABELS[way]}”" for way in missing)
            arguments = " and ".join(f"{way}=" for way in missing)
            notes.append(f"The step {STEP_LABELS['change']} has no reply to {answers}. Add {arguments}.")
    return notes


def run_and_check_notebook(content: dict[str, Any], name: str) -> tuple[Plan | None, list[str]]:
    """Run the cells of a lesson without a front end. Return its plan, and its faults with file, cell and line.

    Code cells have the same numbers as in JupyterLab. The run ends at the first cell that fails, because later cells
    depend on it. After the run, the function creates the printed pages and lets simulated pupils do the lesson in a
    class.
    """
    made: dict[str, Any] = {}
    code_cells = (cell for cell in content["cells"] if cell["cell_type"] == "code")
    for number, cell in enumerate(code_cells, 1):
        source = "".join(cell["source"])
        place = f"{name}, code cell {number}"
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
    about, heading = _front_matter(content), _heading(content)
    if heading and about["title"] != heading:
        return None, [
            f"{name}: its title is “{about['title']}” in the metadata and “{heading}” in the heading. Write the same "
            "title in both places."
        ]
    try:
        lesson_answer_key_html(plans[0], about)
        worksheet_html(plans[0])
        trial_class_board_data(make_class_lesson(plans[0], about))
    except Exception as error:
        return None, [f"{name}: {_said(error)}"]
    return plans[0], []


def _said(error: Exception) -> str:
    if isinstance(error, ValueError):
        return str(error)
    return f"{type(error).__name__}: {error}."


def _line(error: Exception, place: str, source: str) -> int:
    """Return the line at which a cell failed: a line with a word from the message, or else the line of the call."""
    lines = source.splitlines()
    for match in QUOTED_PATTERN.finditer(str(error)):
        word = next(filter(None, match.groups()))
        for number, line in enumerate(lines, 1):
            if f"[[{word}" in line or f"{{{word}}}" in line:
                return number
    frames = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == place]
    return frames[-1] or 1 if frames else 1
