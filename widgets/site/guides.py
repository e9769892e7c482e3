"""Text pages that are built from data and need no kernel: for teachers, words of probability, and curriculum."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..page.notebook_output import html_output
from ..page.paths import NOTEBOOKS_DIR, WIDGETS_DIR
from .curriculum import curriculum_html
from .teacher_guide import guide_html
from .words_page import words_html

if TYPE_CHECKING:
    from IPython.display import HTML


def render_guide(name: str, folder: Path = NOTEBOOKS_DIR) -> HTML:
    """Return the text page of a notebook as displayable HTML. Links are relative to the notebooks folder."""
    return html_output(styled_guide_html(name, folder))


def styled_guide_html(name: str, folder: Path) -> str:
    """Return a text page with its style sheet. Raise KeyError if no text page has this name."""
    style = (WIDGETS_DIR / "site/teacher_guide.css").read_text(encoding="utf-8")
    pages = {"guide": lambda: guide_html(folder), "words": words_html, "curriculum": curriculum_html}
    return f"<style>{style}</style>{pages[name]()}"
