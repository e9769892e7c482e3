"""Results of a class joined to a list of its pupils, as tables for the grade books of Moodle, Canvas and Google
Classroom. docs/class.md names their columns and where they are described."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from gamelib.numbers import whole

from ..page.protocol import Json
from .board import HOW, how
from .course import Course
from .names import LONGEST_NAME, look_alike
from .paper import harmless
from .store import Member

BOOKS = ("moodle", "canvas", "google")
MOST_LINES = 200
LONGEST_LIST = 40_000
_LONGEST_CELL = 120
_ALIKE = {
    "name": ("name", "student", "pupil", "full name", "fullname"),
    "first": ("first name", "firstname", "given name"),
    "last": ("last name", "surname", "lastname", "family name"),
    "email": ("email", "email address", "e-mail", "mail"),
    "id": ("id", "canvas id"),
    "number": ("id number", "idnumber", "student id"),
    "sis": ("sis user id",),
    "login": ("sis login id", "login", "username", "user name"),
    "section": ("section", "class", "group"),
    "called": ("kismet", "kismet name", "name in class", "called"),
}
"""What columns of a list may be called, as grade books write them."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of a class list: who, and what the grade book knows of them. `called`: the name in Kismet, if another."""

    name: str
    about: Mapping[str, str]

    @property
    def called(self) -> str:
        """The name under which to look for the pupil."""
        return self.about.get("called") or self.name


def read_list(text: str) -> list[Listed]:
    """A class list as it was pasted: a table with heads from a grade book, or a name on each line. ValueError, with the
    line, for what is none."""
    if len(text) > LONGEST_LIST:
        raise ValueError(f"A class list has up to {MOST_LINES} lines.")
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if not 0 < len(lines) <= MOST_LINES:
        raise ValueError(f"A class list has 1 to {MOST_LINES} lines.")
    mark = max("\t;,", key=lines[0].count)
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO("\n".join(lines)), delimiter=mark)]
    for number, row in enumerate(rows, 1):
        if any(len(cell) > _LONGEST_CELL for cell in row):
            raise ValueError(f"Line {number} of the list is too long.")
    heads = [_head(cell) for cell in rows[0]]
    if "name" in heads or {"first", "last"} <= {*heads}:
        entries = [_listed(dict(zip(heads, row, strict=False))) for row in rows[1:]]
        return [one for one in entries if one.name and not one.name.lower().startswith("points possible")]
    if mark in lines[0] and lines[0].count(mark) == 1 and "@" in lines[0]:  # a name and an address
        return [Listed(row[0], {"email": row[1] if len(row) > 1 else ""}) for row in rows]
    return [Listed(" ".join(line.split()), {}) for line in lines]


def _head(cell: str) -> str:
    plain = " ".join(cell.lower().replace("_", " ").split())
    return next((head for head, names in _ALIKE.items() if plain in names), "")


def _listed(about: dict[str, str]) -> Listed:
    name = about.get("name") or " ".join(filter(None, (about.get("first"), about.get("last"))))
    return Listed(name, {head: value for head, value in about.items() if head})


def joined_to(listed: Sequence[Listed], pupils: Sequence[Member], chosen: Mapping[int, int]) -> dict[int, Member]:
    """Which pupil a line of the list is: the one chosen by hand (line -> number of the pupil), else whose name looks
    alike, if nobody else's does."""
    numbers, joined = {one.number: one for one in pupils}, dict[int, Member]()
    for line, number in chosen.items():
        if number in numbers and 0 <= line < len(listed):
            joined[line] = numbers[number]
    for line, one in enumerate(listed):
        taken = {member.id for member in joined.values()}
        wanted = _ways(one)
        alike = [member for member in pupils if member.id not in taken and look_alike(member.name, wanted)]
        if line not in joined and line not in chosen and len(alike) == 1:
            joined[line] = alike[0]
    return joined


def _ways(one: Listed) -> list[str]:
    """How a pupil of a list may be called in a class: "Smith, Anna" is Anna Smith, and Anna as well."""
    name = one.called
    first, last = one.about.get("first", ""), one.about.get("last", "")
    if "," in name:
        last, _, first = (part.strip() for part in name.partition(","))
    return [way[:LONGEST_NAME] for way in dict.fromkeys((name, f"{first} {last}".strip(), first)) if way]


def points(course: Course, told: Json | None) -> tuple[int, int]:
    """Questions right in the end by own work or with hints, of how many; a lesson without questions counts steps done
    that were not shown."""
    if not course.checks:
        done = {*told["done"]} - {*told.get("shown", [])} if told else set()
        return len(done), len(course.kinds)
    answers = told["answers"] if told else []
    return sum(bool(one) and one["now"] == -1 and not one["told"] for one in answers), len(course.checks)


def feedback(course: Course, told: Json | None) -> str:
    """In a sentence: how far, and how answers came about."""
    if told is None:
        return "Nothing was told."
    said = [f"{len(told['done'])} of {len(course.kinds)} steps done"]
    ways = [how(one) for one in told["answers"] if one and one["now"] == -1]
    said += [f"{ways.count(one)} right {'by own work' if one == HOW[0] else one}" for one in HOW if one in ways]
    return "; ".join(said) + "."


def grade_table(
    book: str,
    course: Course,
    listed: Sequence[Listed],
    pupils: Sequence[Member],
    reports: Mapping[int, Json],
    chosen: Mapping[int, int],
    title: str,
) -> str:
    """The table for a grade book, as CSV. `title`: what the assignment is called there. ValueError for another book."""
    if book not in BOOKS:
        raise ValueError("There are tables for Moodle, Canvas and Google Classroom.")
    who, rows = joined_to(listed, pupils, chosen), []
    of = points(course, None)[1]
    for line, one in enumerate(listed):
        told = reports.get(who[line].id) if line in who else None
        got = points(course, told)[0] if told else None
        rows.append(_ROWS[book](one, got, of, feedback(course, told) if line in who else "Not in the class.", title))
    if book == "canvas":
        rows.insert(0, {**dict.fromkeys(rows[0], ""), "Student": "    Points Possible", title: str(of)})
    return str(pd.DataFrame(rows).fillna("").map(harmless).to_csv(index=False))


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
    grade = "" if got is None else str(whole(100 * got / of))
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
