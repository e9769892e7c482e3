"""HTML files of the static site: pages, home page, sheets, 404 page, and further files for browsers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import mistune

from ...page import fonts
from ...page.paths import WIDGETS_DIR
from ...page.translations import all_frame_texts_json_element, load_texts
from ..home_page import HOME_NOTEBOOK, PageEntry, home_page_html, read_page_entry
from ..voila import TEMPLATE_FOLDER
from . import docs_build, file_pack

BROWSER = file_pack.STATIC_SITE_FOLDER / "browser"
ICON = (BROWSER / "icon.svg").read_text(encoding="utf-8")
_TABLE = f'<div class="km-skeleton"><i></i><i></i><b></b><i></i><b></b><p>{"<u></u>" * 6}</p></div>'
#: placeholder that a kind of page displays while it loads
_PICTURES = {
    "table": _TABLE,
    "learn": _TABLE,
    "lesson": '<div class="km-placeholder km-placeholder-lesson"><i></i><b></b></div>',
    "dashboard": '<div class="km-placeholder km-placeholder-dashboard"><i></i><b></b><b></b></div>',
    "rulebook": f'<div class="km-placeholder km-placeholder-rulebook">{"<i></i>" * 6}</div>',
}
_SAID = load_texts("page")
_PROJECTOR = f'<a class="km-project" href="?show=chart" target="_blank" data-text-id="project">{_SAID["project"]}</a>'
SHEETS_FOLDER = "sheets/"
"""Folder of the teacher's sheets with answer keys. Browsers cache only opened sheets, and no page links to them."""
_LIVE = ("live.js", "addresses.js")
_BARE_START = ("app.bin", "stdlib.zip")  # the browser fetches this file only if Python starts without its snapshot
_LIGHT = 200_000  # maximum size in bytes of a file that is cached at once


class StaticPageRenderer:
    """Renderer of all pages.

    `sizes` maps each file of the build to its size in bytes. `absent` maps each page that is left out to the packages
    that it needs and that browsers lack. `docs` says whether the built folder contains the documentation.
    """

    BUILD = "@BUILD@"
    """Placeholder for the build name, which is a hash of these files."""

    def __init__(
        self,
        notebooks: Path,
        pages: tuple[PageEntry, ...],
        sheets: bool,
        sizes: Mapping[str, int],
        absent: Mapping[PageEntry, set[str]] | None = None,
        docs: bool = False,
    ) -> None:
        self.notebooks, self.pages, self.sheets, self.sizes = notebooks, pages, sheets, sizes
        self.absent, self.docs = absent or {}, docs

    def files(self) -> dict[str, str]:
        """Return the contents of all files outside the folder `kismet/BUILD`, by path."""
        files = {file_pack.html_path(page.path): self._written(page) for page in self.pages}
        files["index.html"] = self._home()
        if self.sheets:
            files |= self._sheets()
        files |= {"404.html": self._missing(), "icon.svg": ICON, "manifest.webmanifest": _manifest()}
        files["sw.js"] = self._worker([path for path in files if not path.startswith(SHEETS_FOLDER)])
        return files | {".nojekyll": ""}

    def _written(self, page: PageEntry) -> str:
        if page.kind == "guide":
            return self._guide(page)
        return self._live(page) if page.is_editable else self._page(page)

    def _page(self, page: PageEntry) -> str:
        up = "../" * page.path.count("/")
        folder = f"{up}kismet/{self.BUILD}/"
        cells = []
        for number, (kind, text) in enumerate(self._cells(page.path)):
            words = f'<div class="jp-RenderedHTMLCommon">{mistune.html(text)}</div>' if kind == "markdown" else ""
            cells.append(
                f'<div class="km-frame-cell{" jp-MarkdownCell" * bool(words)}" id="km-cell-{number}">{words}</div>'
            )
        job = {"cells": file_pack.code_cells(self.notebooks, page.path), "sizes": self.sizes}
        body = _filled(
            "loading.html",
            picture=_PICTURES.get(page.kind, ""),
            cells="".join(cells),
            job=_json(job),
            folder=folder,
            up=up,
            ready=_SAID["ready"],
        )
        charts = page.kind in ("dashboard", "lesson")
        head = f'<link rel="preload" as="script" id="km-charts" href="{folder}plotly.js">' if charts else ""
        top = _PROJECTOR if page.kind == "dashboard" else ""
        return self._frame(page.title, up, body, head=head, top=top, about=f'data-plotly="{folder}plotly.js"')

    def _home(self) -> str:
        home = read_page_entry(self.notebooks, HOME_NOTEBOOK)
        below: dict[str, str] = {}
        for page, lacking in self.absent.items():
            told = f"is not here: it needs {', '.join(sorted(lacking))}, which browsers do not have."
            told = f"<p>{escape(page.title)} {told} It opens in JupyterLab.</p>"
            below[page.kind] = below.get(page.kind, "") + told
        content = home_page_html(self.pages, below).replace('.ipynb"', '.html"')
        return self._text(home.title if home else "Kismet", "", content, self._documents())

    def _documents(self) -> str:
        """Return a link to the documentation, if it is included."""
        link = f'<a class="km-code" href="{docs_build.DOCS_FOLDER}/index.html" data-text-id="documentation">'
        return f"{link}{_SAID['documentation']}</a>" * self.docs

    def _guide(self, page: PageEntry) -> str:
        """Return a page that needs no Python: text with links to other pages."""
        from ..guides import styled_guide_html

        content = styled_guide_html(page.name, self.notebooks).replace('.ipynb"', '.html"')
        return self._text(page.title, "../" * page.path.count("/"), content)

    def _live(self, page: PageEntry) -> str:
        """Return a page with texts and editable code. The name of a code cell is the heading above it."""
        up, name, cells = "../" * page.path.count("/"), "", []
        for kind, text in self._cells(page.path):
            if kind == "markdown":
                headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
                name = headings[-1] if headings else name
                cells.append(f'<div class="jp-RenderedHTMLCommon jp-MarkdownCell">{mistune.html(text)}</div>')
            else:
                cells.append(
                    f'<div class="km-codecell" data-begin data-name="{escape(name)}"><pre>{escape(text)}</pre></div>'
                )
        folder = f"{up}kismet/{self.BUILD}/"
        scripts = "".join(f'<script type="module" src="{folder}{script}"></script>' for script in _LIVE)
        return self._text(page.title, up, "".join(cells) + scripts)

    def _text(self, title: str, up: str, content: str, top: str = "") -> str:
        """Return a page whose HTML is already complete. While the page is idle, it caches the other pages."""
        keep = f'<script type="module" src="{up}kismet/{self.BUILD}/service_worker_client.js"></script>'
        return self._frame(
            title, up, f'<div id="km-cells"><div class="km-frame-cell">{content}</div></div>{keep}', top=top
        )

    def _missing(self) -> str:
        folders = "|".join(sorted({page.path.split("/")[0] for page in self.pages if "/" in page.path}))
        return self._frame("There is no such page", "./", _filled("missing.html", folders=folders))

    def _sheets(self) -> dict[str, str]:
        """Return the teacher's sheets and worksheets, and a page that lists them. No page links to this list."""
        from ...lesson.lesson_notebooks import load_lesson_definition, read_lesson_notebook
        from ...lesson.teacher_sheet import NOINDEX_TAG, lesson_answer_key_html, worksheet_html

        files, items = {}, []
        for page in self.pages:
            if page.kind != "lesson":
                continue
            plan, about = (
                load_lesson_definition(page.name, self.notebooks),
                read_lesson_notebook(page.name, self.notebooks)["metadata"]["kismet"],
            )
            files[f"{SHEETS_FOLDER}{page.name}.html"] = lesson_answer_key_html(plan, about)
            files[f"{SHEETS_FOLDER}{page.name}-worksheet.html"] = worksheet_html(plan, page.title)
            items.append(
                f'<li>{escape(page.title)}: <a href="{page.name}.html">teacher’s sheet, with the key</a>, '
                f'<a href="{page.name}-worksheet.html">worksheet</a></li>'
            )
        body = f'<h1>Sheets for teachers</h1><ul class="km-sheet-list">{"".join(items)}</ul>'
        listed = self._frame("Sheets for teachers", "../", body, head=NOINDEX_TAG)
        return {**files, f"{SHEETS_FOLDER}index.html": listed} if items else {}

    def _cells(self, path: str) -> list[tuple[str, str]]:
        content = json.loads((self.notebooks / path).read_text(encoding="utf-8-sig"))["cells"]
        return [(cell["cell_type"], "".join(cell["source"])) for cell in content]

    def _frame(self, title: str, up: str, body: str, *, head: str = "", top: str = "", about: str = "") -> str:
        named = escape(title) if title == "Kismet" else f"{escape(title)} · Kismet"
        files = (
            TEMPLATE_FOLDER / "theme.js",
            TEMPLATE_FOLDER / "language.js",
            TEMPLATE_FOLDER / "page_frame.js",
            TEMPLATE_FOLDER / "shortcut_help.js",
            BROWSER / "file.js",
        )
        script = "".join(file.read_text(encoding="utf-8") for file in files)
        look = _look(f"{up}kismet/{self.BUILD}/fonts/")
        return _filled(
            "frame.html",
            title=named,
            up=up,
            look=look,
            head=head,
            top=top,
            about=about,
            body=body,
            script=script,
            keys=(TEMPLATE_FOLDER / "keys.json").read_text(encoding="utf-8"),
            build=self.BUILD,
            **{id: _SAID[id] for id in ("skip", "language", "dark")},
        )

    def _worker(self, pages: list[str]) -> str:
        """Return the service worker's script, with lists of files to cache.

        The service worker caches pages and small files at once, and other files after a page is drawn.
        """
        files = {f"kismet/{self.BUILD}/{name}": n for name, n in self.sizes.items() if name not in _BARE_START}
        light = [*pages, *(name for name, n in files.items() if n <= _LIGHT)]
        heavy = [name for name, n in files.items() if n > _LIGHT]
        lists = f"const LIGHT = {json.dumps(light)};\nconst HEAVY = {json.dumps(heavy)};\n"
        lists += f'const BUILD = "{self.BUILD}";\nconst SHEETS = "{SHEETS_FOLDER}";\n'
        return lists + (BROWSER / "sw.js").read_text(encoding="utf-8")


def _filled(name: str, **parts: str) -> str:
    return Template((BROWSER / name).read_text(encoding="utf-8")).substitute(parts)


@cache
def _look(fonts_at: str) -> str:
    """Return the styles, fonts and texts of every page. `fonts_at` is the URL of the fonts, relative to the page."""
    sheets = (WIDGETS_DIR / "page/tokens.css", TEMPLATE_FOLDER / "page.css", BROWSER / "site.css")
    return (
        fonts.font_head_html(fonts_at, *(sheet.read_text(encoding="utf-8") for sheet in sheets))
        + all_frame_texts_json_element()
    )


def _manifest() -> str:
    icon = {"src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"}
    told = {
        "name": "Kismet",
        "short_name": "Kismet",
        "start_url": "./index.html",
        "scope": "./",
        "icons": [icon],
        "display": "minimal-ui",
        "background_color": "#fdfaf3",
        "theme_color": "#b86a00",
    }
    return json.dumps(told, indent=1)


def _json(value: Any) -> str:
    """Return the value as JSON that is safe inside a script element."""
    return json.dumps(value).replace("<", "\\u003c")
