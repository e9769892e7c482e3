"""Static output of widgets for front ends that cannot run widgets: exported pages, GitHub, and reports of papermill."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from textwrap import fill
from typing import Any

import anywidget

from .static_picture import StaticChart, picture_svg
from .translations import load_texts

LINE_LENGTH = 88


class ExportableWidget(anywidget.AnyWidget):
    """Widget whose notebook output also contains a text, and a picture if the widget has charts.

    Front ends that run widgets ignore the text and the picture.
    """

    def plain_paragraphs_and_charts(self) -> Sequence[str | StaticChart]:
        """Return the content of the widget: paragraphs and charts from top to bottom."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        output = super()._repr_mimebundle_(**kwargs)
        if output is None or "VOILA_KERNEL_ID" in os.environ:  # pages of Voila always run widgets
            return output
        data, metadata = output
        parts = [part for part in (*self.plain_paragraphs_and_charts(), load_texts("page")["export_note"]) if part]
        lines = [line for part in parts for line in (part.lines() if isinstance(part, StaticChart) else [part])]
        data["text/plain"] = "\n".join(fill(line, LINE_LENGTH) for line in lines)
        if any(isinstance(part, StaticChart) for part in parts):
            data["image/svg+xml"] = picture_svg(parts)
            data["text/html"] = _picture_html(data["image/svg+xml"], data["text/plain"], load_texts("page"))
        return data, metadata


def _picture_html(svg: str, text: str, words: Mapping[str, str]) -> str:
    """Return a picture and its text as HTML. For a picture alone, nbconvert would leave out the text."""
    source = b64encode(svg.encode()).decode()
    label = escape(words["export_picture"], quote=True)
    return (
        f'<img alt="{label}" style="max-width: 100%" src="data:image/svg+xml;base64,{source}">'
        f"<details><summary>{escape(words['export_text'])}</summary><pre>{escape(text)}</pre></details>"
    )
