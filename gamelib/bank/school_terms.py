"""Terms of school probability, and the order in which the lessons introduce them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

WITH_AND_WITHOUT = "with and without replacement"
"""The one term that names two ways."""
TERMS_FILE = Path(__file__).parent / "terms.toml"


@dataclass(frozen=True, slots=True)
class SchoolTerm:
    """Term of school probability."""

    name: str
    definition: str
    example: str
    lesson: str
    """Id of the lesson that introduces the term."""
    needs: tuple[str, ...] = ()
    """Terms in the definition."""
    also: str = ""
    """Another name of the term."""

    @property
    def names_in_texts(self) -> tuple[str, ...]:
        """Names of the term in texts: the name of the term, or "with replacement" and "without replacement"."""
        return ("with replacement", "without replacement") if self.name == WITH_AND_WITHOUT else (self.name,)


@cache
def _terms_file() -> dict[str, Any]:
    return tomllib.loads(TERMS_FILE.read_text(encoding="utf-8-sig"))


@cache
def lesson_order() -> tuple[str, ...]:
    """Return the ids of the lessons in the order in which a class takes them."""
    return tuple(_terms_file()["path"])


@cache
def school_terms() -> dict[str, SchoolTerm]:
    """Return the terms by name, in the order in which the lessons introduce them.

    >>> school_terms()["complement"].lesson
    '05-reroll-or-keep'
    """
    terms: dict[str, dict[str, Any]] = _terms_file()["terms"]
    return {
        name: SchoolTerm(name, **{**entry, "needs": tuple(entry.get("needs", ()))}) for name, entry in terms.items()
    }
