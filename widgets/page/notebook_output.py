"""What pages ask of the kernel they run in beyond their widgets: IPython shows markup. It is asked for here and only
when it is needed: a page that runs in the browser itself has none."""

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
    """HTML as a value that a notebook shows."""
    from IPython.display import HTML

    return HTML(text)


_asked: list[str] = []
"""One entry for each place that the present run of a cell has asked for. In Voila the whole page is one run."""


def place_in_notebook() -> str:
    """Where in its notebook something is made: the id of the cell that runs, and a number from its second thing on. It
    stays the same when all cells are run again. Voila does not say which cell runs, and runs each once. There the
    place is the number alone. "" outside of a notebook."""
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
    """The same table for a spreadsheet: a line of names, then one for each row; empty where a row lacks a name."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
