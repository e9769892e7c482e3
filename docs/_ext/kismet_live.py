"""Code of a page that its reader can change and run, by the site's own Python in the browser.

A page that says `live: true` at its head has its blocks of Python as live cells, where the documents lie in a site that
has the pages themselves (`kismet site --docs`); elsewhere, and without JavaScript, the same blocks are to be read.
"""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import Any

from docutils import nodes

TOLD = "The code on this page runs in your own browser: change it and press Run. What stands above runs first."


def _made(app: Any, doctree: nodes.document, name: str) -> None:
    """Put live cells in place of the blocks, each named by the heading above it."""
    if not app.config.kismet_build or app.env.metadata[name].get("live") != "True":
        return
    found = [block for block in doctree.findall(nodes.literal_block) if block.get("language") == "python"]
    named: Counter[str] = Counter()
    for block in found:
        above = block.parent
        while not isinstance(above, nodes.section):
            above = above.parent
        title = above.next_node(nodes.title).astext()
        named[title] += 1
        title += f" ({named[title]})" * (named[title] > 1)
        cell = f'<div class="km-codecell" data-name="{escape(title)}"><pre>{escape(block.astext())}</pre></div>'
        block.replace_self(nodes.raw("", cell, format="html"))
    first = next(doctree.findall(nodes.title))
    first.parent.insert(1, nodes.paragraph("", TOLD, classes=["km-codecell-told"]))
    script = f"{'../' * (name.count('/') + 1)}kismet/{app.config.kismet_build}/live.js"
    doctree += nodes.raw("", f'<script type="module" src="{script}"></script>', format="html")


def setup(app: Any) -> dict[str, bool]:
    """For Sphinx; `kismet_build` is of kismet_links."""
    app.connect("doctree-resolved", _made)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
