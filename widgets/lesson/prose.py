"""Prose of a lesson: paragraphs of text with bold words, glossary terms and computed numbers.

`**word**` is bold. `[[term]]` or `[[term|other form]]` has an explanation on hover. `{name}` is a computed value. An
empty line separates paragraphs. There is no other markup.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from html import escape
from itertools import accumulate
from pathlib import Path
from string import Formatter
from typing import Any

from gamelib.bank.school_terms import school_terms

MARKUP_PATTERN = re.compile(r"\*\*(.+?)\*\*|\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")
Span = dict[str, Any]


@cache
def glossary() -> dict[str, str]:
    """Return the explanation of each term, from the terms of school probability and from glossary.toml."""
    text = (Path(__file__).parent / "glossary.toml").read_text(encoding="utf-8-sig")
    further: dict[str, str] = tomllib.loads(text)["terms"]
    return {name: term.definition for name, term in school_terms().items()} | further


def placeholder_names(text: str) -> list[str]:
    """Return the names of the placeholders in a text."""
    return [name for _, name, _, _ in Formatter().parse(text) if name]


def glossary_terms_in(text: str) -> list[str]:
    """Return the glossary terms in a text."""
    return [" ".join(mark[2].split()) for mark in MARKUP_PATTERN.finditer(text) if mark[2]]


def prose_to_spans(text: str, values: Mapping[str, Any]) -> list[list[Span]]:
    """Return paragraphs of spans {t, b: bold} or {t, why: explanation}. Raise KeyError for an unknown value or term."""
    paragraphs = []
    for block in re.split(r"\n\s*\n", text.strip()):
        filled = " ".join(block.split()).format_map(dict(values))
        paragraph: list[Span] = []
        end = 0
        for mark in MARKUP_PATTERN.finditer(filled):
            if mark.start() > end:
                paragraph.append({"t": filled[end : mark.start()]})
            bold, term, shown = mark.groups()
            paragraph.append({"t": bold, "b": True} if bold else {"t": shown or term, "why": glossary()[term]})
            end = mark.end()
        if end < len(filled):
            paragraph.append({"t": filled[end:]})
        paragraphs.append(paragraph)
    return paragraphs


def split_at_words(paragraphs: list[list[Span]], max_words: int) -> tuple[list[list[Span]], list[list[Span]]]:
    """Split paragraphs in two: as many as fit in `max_words` words (at least one), and the rest."""
    totals = accumulate(len("".join(span["t"] for span in paragraph).split()) for paragraph in paragraphs)
    count = max(1, sum(total <= max_words for total in totals))
    return paragraphs[:count], paragraphs[count:]


def prose_to_plain_text(text: str, values: Mapping[str, Any]) -> str:
    """Return the prose as plain text."""
    return " ".join(span["t"] for paragraph in prose_to_spans(text, values) for span in paragraph)


def prose_to_html(text: str, values: Mapping[str, Any]) -> str:
    """Return the prose as HTML for paper, without explanations on hover."""
    shown = []
    for paragraph in prose_to_spans(text, values):
        parts = (f"<b>{escape(span['t'])}</b>" if span.get("b") else escape(span["t"]) for span in paragraph)
        shown.append(f"<p>{''.join(parts)}</p>")
    return "".join(shown)
