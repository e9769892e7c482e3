"""Class results assigned to the lines of a class list, as tables for Moodle, Canvas and Google Classroom.

docs/class.md lists the columns with their sources.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from gamelib.number_format import round_to_int

from ..page.protocol import Json
from .class_board import SUPPORT_LEVELS, support_level_of_answer
from .class_lesson import ClassLesson
from .class_list import Listed, is_same_pupil, lowercase_letters_and_digits
from .class_report import escape_formula
from .class_store import Member
from .pupil_names import MAX_NAME_LENGTH, is_similar_to_any

GRADEBOOKS = ("moodle", "canvas", "google")
_NUMBERED = re.compile(r" \d+$")
_AS_NUMBERED, _FULL_NAME, _FIRST_NAME = 3, 2, 1
"""Quality of the match of a line and a pupil: by a name with a number, by the full name, by the first name alone."""


class ClassListMatch(NamedTuple):
    """Assignment of the pupils of a class to the lines of a class list.

    `member_by_line` maps the index of a line to its pupil. The lines of `doubtful_lines` match more than one pupil, or
    share a pupil with another line.
    """

    member_by_line: dict[int, Member]
    doubtful_lines: set[int]


def match_listed_to_pupils(
    listed: Sequence[Listed], pupils: Sequence[Member], number_by_line_key: dict[str, int]
) -> ClassListMatch:
    """Assign pupils to the lines of a class list.

    A manual choice (a mapping from the key of a line to the number of a pupil, or 0 for nobody) has priority. Without a
    manual choice, a line gets its only match, if no other line matches this pupil. A match by full name is better than
    a match by first name. If two lines choose the same pupil, the first line gets the pupil. A line is doubtful if its
    chosen pupil has left, or if its match was chosen for a line that is not in this list.
    """
    numbers, who = {one.number: one for one in pupils}, dict[int, Member]()
    choices = [_choice(one.key, number_by_line_key) for one in listed]
    for line, number in enumerate(choices):
        member = numbers.get(number or 0)
        if member and member not in who.values():
            who[line] = member
    doubtful = {line for line, number in enumerate(choices) if number and number not in numbers}
    open_lines = [
        line for line, number in enumerate(choices) if line not in who and line not in doubtful and number != 0
    ]
    free = [one for one in pupils if one not in who.values()]
    elsewhere = {
        number for key, number in number_by_line_key.items() if not any(is_same_pupil(line.key, key) for line in listed)
    }
    fits = [(line, one, _fit(listed[line], one)) for line in open_lines for one in free]
    for fit in (_AS_NUMBERED, _FULL_NAME, _FIRST_NAME):
        pairs = [(line, one) for line, one, its in fits if its == fit and line in open_lines and one in free]
        lines = Counter(line for line, _ in pairs)
        members = Counter(one.id for _, one in pairs)
        who |= {line: one for line, one in pairs if lines[line] == members[one.id] == 1 and one.number not in elsewhere}
        doubtful |= {line for line in lines if line not in who}
        open_lines = [line for line in open_lines if line not in lines]
        free = [one for one in free if one.id not in members]
    return ClassListMatch(who, doubtful)


def _choice(key: str, chosen: dict[str, int]) -> int | None:
    """Return the last manual choice for the pupil of this line, in this or another class list, or None."""
    return next((number for other, number in reversed(chosen.items()) if is_same_pupil(key, other)), None)


def _fit(line: Listed, member: Member) -> int:
    """Return the quality of the match between a line and a pupil, or 0 for no match.

    "Smith, Anna" matches Anna Smith, Smith Anna, Anna S. and Anna. "Anna 2" matches another Anna, because the name
    "Anna" was already taken. "Zoe" matches Zoë.
    """
    name = line.name_in_kismet
    first, last = line.about.get("first", ""), line.about.get("last", "")
    if "," in name:
        last, _, first = (part.strip() for part in name.partition(","))
    elif not first:
        first, _, last = name.rpartition(" ")
    whole = [way[:MAX_NAME_LENGTH] for way in (name, f"{first} {last}".strip(), f"{last} {first}".strip()) if way]
    if first and last:
        whole.append(f"{first} {last[0]}")
    numbered = bool(_NUMBERED.search(member.name))
    if is_similar_to_any(member.name, whole):
        return _AS_NUMBERED if numbered else _FULL_NAME
    plain = _NUMBERED.sub("", member.name)
    if is_similar_to_any(plain, whole):
        return _FULL_NAME
    firsts = [first, first.split()[0]] if first else []
    letters = {lowercase_letters_and_digits(way) for way in (*whole, *firsts)}
    return _FIRST_NAME if is_similar_to_any(plain, firsts) or lowercase_letters_and_digits(plain) in letters else 0


def earned_and_maximum_points(course: ClassLesson, report: Json | None) -> tuple[int, int]:
    """Return the number of questions that were answered correctly, alone or with hints, and of all questions.

    For a lesson without questions, the function counts the completed steps whose solution was not displayed.
    """
    if not course.check_questions:
        done = {*report["done"]} - {*report.get("shown", [])} if report else set()
        return len(done), len(course.step_kinds)
    answers = report["answers"] if report else []
    return sum(bool(one) and one["now"] == -1 and not one["told"] for one in answers), len(course.check_questions)


def progress_and_support_text(course: ClassLesson, report: Json | None) -> str:
    """Return a sentence with the numbers of completed steps and of correct answers at each support level."""
    if report is None:
        return "There are no reports yet."
    said = [f"{len(report['done'])} of {len(course.step_kinds)} steps done"]
    ways = [support_level_of_answer(one) for one in report["answers"] if one and one["now"] == -1]
    said += [f"{ways.count(one)} right {one}" for one in SUPPORT_LEVELS if one in ways]
    return "; ".join(said) + "."


def gradebook_csv(
    gradebook: str,
    course: ClassLesson,
    class_list: Sequence[Listed],
    pupils: Sequence[Member],
    reports: Mapping[int, Json],
    number_by_line_key: dict[str, int],
    assignment_title: str,
) -> str:
    """Return the results as a CSV table for a grade book.

    `assignment_title` is the name of the assignment in the grade book. Raise ValueError for an unknown grade book.
    """
    if gradebook not in GRADEBOOKS:
        raise ValueError("There are tables for Moodle, Canvas and Google Classroom.")
    who, doubtful = match_listed_to_pupils(class_list, pupils, number_by_line_key)
    rows = []
    of = earned_and_maximum_points(course, None)[1]
    for line, one in enumerate(class_list):
        told = reports.get(who[line].id) if line in who else None
        got = earned_and_maximum_points(course, told)[0] if told else None
        unknown = "It isn’t clear which pupil this is." if line in doubtful else "Not in the class."
        rows.append(
            _ROWS[gradebook](
                one, got, of, progress_and_support_text(course, told) if line in who else unknown, assignment_title
            )
        )
    if gradebook == "canvas":
        rows.insert(0, {**dict.fromkeys(rows[0], ""), "Student": "    Points Possible", assignment_title: str(of)})
    return str(pd.DataFrame(rows).fillna("").map(escape_formula).to_csv(index=False))


def _first_last(one: Listed) -> tuple[str, str]:
    if "first" in one.about:
        return one.about["first"], one.about.get("last", "")
    if "," in one.name:
        last, _, first = one.name.partition(",")
        return first.strip(), last.strip()
    first, _, last = one.name.rpartition(" ")
    return first or last, last if first else ""


def _moodle(one: Listed, got: int | None, of: int, said: str, title: str) -> Json:
    first, last = _first_last(one)
    grade = "" if got is None else str(round_to_int(100 * got / of))
    return {
        "First name": first,
        "Last name": last,
        "ID number": one.about.get("number", ""),
        "Email address": one.about.get("email", ""),
        f"{title} (Real)": grade,
        f"{title} (Feedback)": said,
    }


def _canvas(one: Listed, got: int | None, _of: int, _said: str, title: str) -> Json:
    return {
        "Student": one.name,
        "ID": one.about.get("id", ""),
        "SIS User ID": one.about.get("sis", ""),
        "SIS Login ID": one.about.get("login") or one.about.get("email", ""),
        "Section": one.about.get("section", ""),
        title: "" if got is None else str(got),
    }


def _google(one: Listed, got: int | None, of: int, said: str, title: str) -> Json:
    first, last = _first_last(one)
    return {
        "Last Name": last,
        "First Name": first,
        "Email Address": one.about.get("email", ""),
        title: "" if got is None else str(got),
        "Points": str(of),
        "Note": said,
    }


_ROWS = {"moodle": _moodle, "canvas": _canvas, "google": _google}
