"""Page for planning: the terms and misconceptions of each lesson, and the curricula that each lesson fits."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

from gamelib.bank.misconception_list import misconception_list
from gamelib.bank.school_terms import school_terms

from ..lesson.lesson_misconceptions import misconceptions_of_lesson
from ..lesson.lesson_notebooks import LESSONS_FOLDER, front_matter, lesson_ids, lesson_title


@dataclass(frozen=True, slots=True)
class CurriculumCode:
    """Entry of a curriculum: its content in our words, and the terms of probability that belong to it."""

    says: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Curriculum:
    """National curriculum: name, source, and its entries by code."""

    name: str
    source: str
    codes: dict[str, CurriculumCode]


@cache
def curricula() -> dict[str, Curriculum]:
    """Return the curricula by id."""
    content = tomllib.loads((Path(__file__).parent / "curriculum.toml").read_text(encoding="utf-8-sig"))
    return {
        id: Curriculum(
            about["name"],
            about["source"],
            {code: CurriculumCode(entry["says"], tuple(entry["terms"])) for code, entry in about["codes"].items()},
        )
        for id, about in content.items()
    }


def lessons_for_code(curriculum: str, code: str) -> list[str]:
    """Return the lessons that name an entry of a curriculum, or introduce one of its terms."""
    terms = school_terms()
    introduced = {terms[name].lesson for name in curricula()[curriculum].codes[code].terms}
    return [id for id in lesson_ids() if id in introduced or code in front_matter(id).get("standards", ())]


def curriculum_html() -> str:
    """Return the planning page as HTML."""
    return (
        '<div class="km-guide km-curriculum"><h1>Which lesson teaches what?</h1>'
        "<p>Use this page to plan. Each lesson introduces its terms with an example and uses them again later. The "
        "questions of a lesson recognise the misconceptions that are listed for it.</p>"
        f'<nav aria-label="Contents"><a href="#lessons">Lessons</a> <a href="#misconceptions">Misconceptions</a> '
        f"{''.join(_contents_link(id, one) for id, one in curricula().items())}</nav>"
        f'<h2 id="lessons">Lessons</h2>{_lesson_table()}'
        f'<h2 id="misconceptions">Misconceptions</h2>{_misconception_table()}'
        f"{''.join(_curriculum_section(id) for id in curricula())}</div>"
    )


def _contents_link(id: str, curriculum: Curriculum) -> str:
    return f'<a href="#{id}">{escape(curriculum.name)}</a> '


def _lesson_table() -> str:
    rows = []
    for id in lesson_ids():
        terms = [name for name, term in school_terms().items() if term.lesson == id]
        mistakes = [misconception_list()[entry].name for entry in misconceptions_of_lesson(id)]
        standards = front_matter(id).get("standards", [])
        rows.append(
            f'<tr><th scope="row">{_lesson_link(id)}</th><td>{escape(", ".join(terms)) or "–"}</td>'
            f"<td>{_fold(mistakes)}</td><td>{escape(', '.join(standards))}</td></tr>"
        )
    return _table(("Lesson", "New terms", "Misconceptions", "CCSS"), rows)


def _fold(items: list[str]) -> str:
    """Return a list that opens on a tap. Its summary is the number of items."""
    words = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<details><summary>{len(items)}</summary><ul>{words}</ul></details>" if items else "–"


def _misconception_table() -> str:
    by_lesson = {id: misconceptions_of_lesson(id) for id in lesson_ids()}
    rows = []
    for entry, about in misconception_list().items():
        lessons = [id for id, shown in by_lesson.items() if entry in shown]
        if lessons:
            source = f"<br><small>{escape(about.source)}</small>" if about.source else ""
            rows.append(
                f'<tr id="{entry}"><th scope="row">{escape(about.name)}</th><td>{escape(about.definition)}{source}</td>'
                f"<td>{', '.join(map(_lesson_link, lessons))}</td></tr>"
            )
    return _table(("Misconception", "What a pupil thinks", "Lessons"), rows)


def _curriculum_section(id: str) -> str:
    curriculum = curricula()[id]
    rows = []
    for code, entry in curriculum.codes.items():
        lessons = lessons_for_code(id, code)
        if lessons:
            rows.append(
                f'<tr><th scope="row">{escape(code)}</th><td>{escape(entry.says)}</td>'
                f"<td>{', '.join(map(_lesson_link, lessons))}</td></tr>"
            )
    return (
        f'<h2 id="{id}">{escape(curriculum.name)}</h2>'
        f"<p><small>{escape(curriculum.source)}. The entries are in our own words.</small></p>"
        f"{_table(('Code', 'Content', 'Lessons'), rows)}"
    )


def _lesson_link(id: str) -> str:
    return f'<a href="{quote(f"{LESSONS_FOLDER}/{id}.ipynb")}">{escape(lesson_title(id))}</a>'


def _table(head: tuple[str, ...], rows: list[str]) -> str:
    top = "".join(f'<th scope="col">{title}</th>' for title in head)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
