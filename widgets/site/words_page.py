"""Page of words: the terms of school probability with definition, picture, example and lesson."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from itertools import groupby
from urllib.parse import quote

from gamelib.bank.school_terms import SchoolTerm, lesson_order, school_terms

from ..lesson.lesson_notebooks import LESSONS_FOLDER, lesson_title, read_lesson_notebook
from .term_pictures import term_picture

MARKUP = re.compile(r"\[\[(?:[^\]|]+\|)?([^\]]+)\]\]|\*\*")


def words_html() -> str:
    """Return the page of words as HTML."""
    terms = school_terms()
    index = " ".join(
        f'<a href="#{_anchor(name)}">{escape(name)}</a>' for name in sorted(terms, key=lambda name: name.lower())
    )
    groups = groupby(terms.values(), key=lambda term: term.lesson)
    return (
        '<div class="km-guide km-words"><h1>Words of probability</h1>'
        "<p>These are the words that you meet in the lessons, in the order in which you meet them. "
        f'Each has a definition, an example and a picture.</p><nav aria-label="All words">{index}</nav>'
        f"{''.join(_lesson_section(lesson, list(its)) for lesson, its in groups)}</div>"
    )


def _lesson_section(lesson: str, terms: list[SchoolTerm]) -> str:
    return (
        f'<h2><a href="{_lesson_address(lesson)}">{escape(lesson_title(lesson))}</a></h2>'
        f"<dl>{''.join(map(_entry, terms))}</dl>"
    )


def _entry(term: SchoolTerm) -> str:
    also = f" <small>also: {escape(term.also)}</small>" if term.also else ""
    later = [
        f'<a href="{_lesson_address(id)}">{escape(lesson_title(id))}</a>' for id in later_lessons_with_term(term.name)
    ]
    again = f"<p><small>You use it again in: {', '.join(later)}.</small></p>" if later else ""
    return (
        f'<div class="km-glossary" id="{_anchor(term.name)}"><dt>{escape(term.name)}{also}</dt>'
        f"<dd>{term_picture(term.name)}<p>{escape(term.definition)}</p>"
        f"<p>Example: {escape(term.example)}</p>{again}</dd></div>"
    )


def later_lessons_with_term(name: str) -> list[str]:
    """Return the lessons that come after the lesson introducing a term and that contain the term in their text."""
    term = school_terms()[name]
    words = "|".join(map(re.escape, term.names_in_texts))
    after = lesson_order()[lesson_order().index(term.lesson) + 1 :]
    return [id for id in after if re.search(rf"\b(?:{words})s?\b", lesson_text(id))]


@cache
def lesson_text(id: str) -> str:
    """Return the text of a lesson in lower case, without its markup."""
    source = "\n".join("".join(cell["source"]) for cell in read_lesson_notebook(id)["cells"])
    return " ".join(MARKUP.sub(r"\1", source).replace("’", "'").split()).lower()


def _anchor(name: str) -> str:
    return re.sub(r"\W+", "-", name)


def _lesson_address(lesson: str) -> str:
    return quote(f"{LESSONS_FOLDER}/{lesson}.ipynb")
