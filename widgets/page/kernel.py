"""What pages ask of the kernel they run in beyond their widgets: IPython shows markup. It is asked for here and only
when it is needed: a page that runs in the browser itself has none."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.display import HTML

Rows = Sequence[Mapping[str, Any]]


def markup(text: str) -> HTML:
    """HTML as a value that a notebook shows."""
    from IPython.display import HTML

    return HTML(text)


def csv_text(rows: Rows) -> str:
    """The same table for a spreadsheet: a line of names, then one for each row; empty where a row lacks a name."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
