"""Notebook features of the kernel besides widgets: HTML output, and the position in the notebook.

IPython is imported on demand because pages that run in the browser do not have it.
"""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.display import HTML

Rows = Sequence[Mapping[str, Any]]


def html_output(text: str) -> HTML:
    """Return the HTML as a value that a notebook displays."""
    from IPython.display import HTML

    return HTML(text)


_asked: list[str] = []
"""One entry for each position requested in the current cell execution. In Voila, the whole page is one execution."""


def notebook_position_id() -> str:
    """Return the position of a new object in its notebook.

    The position is the id of the running cell. The second and each later object of a cell also has a number.

    The position stays the same when all cells run again. In Voila the id of the cell is unknown, but each cell runs
    only once, so the number of the object is enough. Outside of a notebook, the result is "".
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    asked = shell.get_parent() if shell and hasattr(shell, "get_parent") else {}
    cell = str(asked.get("metadata", {}).get("cellId", ""))
    if not cell and "VOILA_KERNEL_ID" not in os.environ:
        return ""
    run = asked["header"]["msg_id"] if cell else ""
    _asked[:] = [*(one for one in _asked if one == run), run]
    return "-".join(filter(None, [cell, str(len(_asked)) if len(_asked) > 1 else ""]))


def csv_text(rows: Rows) -> str:
    """Return a table as CSV for a spreadsheet: a header line, then one line per row. Missing values are empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
