"""Links of the documents to files outside of them.

On a forge, `[a table](../notebooks/tables/court.ipynb)` opens the notebook. In a site with the pages (`kismet site
--docs`) it leads to `tables/court.html` there. Any other file is linked at the published sources (`source`, the start
of an address), or only named if this is not known.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^()\s:]+?)(#[^()\s]*)?\)")


def led(text: str, page: str, *, pages: bool, source: str) -> str:
    """Return the text of a page of `docs/` with corrected links."""

    def put(found: re.Match[str]) -> str:
        words, target, part = found[1], found[2], found[3] or ""
        if not target or target.startswith("#"):
            return found[0]
        path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), target))
        if path.startswith("docs/") and path.endswith(".md"):
            return found[0]
        up = "../" * (page.count("/") + 1)
        if pages and path.startswith("notebooks/") and path.endswith(".ipynb"):
            address = path.removeprefix("notebooks/").replace("index.ipynb", "index.html").replace(".ipynb", ".html")
            return f'<a href="{up}{address}{part}">{words}</a>'
        if path.startswith("docs/") and (ROOT / path).is_file():
            return found[0]  # a file that the site has as well
        return f"[{words}]({source}{path}{part})" if source else words

    fenced = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else _LINK.sub(put, part) for part in fenced)


def _read(app: Any, name: str, source: list[str]) -> None:
    source[0] = led(source[0], name, pages=bool(app.config.kismet_build), source=app.config.kismet_source)


def setup(app: Any) -> dict[str, bool]:
    """Register the extension in Sphinx."""
    app.add_config_value("kismet_build", "", "env", str)  # the name of the build of the site that this lies in
    app.add_config_value("kismet_source", "", "env", str)
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
