"""The documents as a site: they are built without a network and without a warning, and no link is dead."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.static_site import docs_build

#: What makes them, with no way to another machine.
OFFLINE = """
import socket, sys
def refuse(*_): raise OSError("the documents asked for the network")
socket.socket.connect = socket.getaddrinfo = refuse
from sphinx.cmd.build import main
sys.exit(main(sys.argv[1:]))
"""


class Page(HTMLParser):
    """Anchors of a page, its links, and the files that it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.places.add(value)
            elif name == "href" and tag == "a" and value:
                self.links.append(value)
            elif name in ("src", "href", "data-src", "poster") and value:
                self.fetched.append(value)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    script = folder / "kismet" / "0123" / "live.js"  # of the site that they lie in
    script.parent.mkdir(parents=True)
    script.touch()
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            OFFLINE,
            "-W",
            "--keep-going",
            "-q",
            "-b",
            "html",
            "-d",
            str(folder / "trees"),
            "-D",
            "kismet_build=0123",
            str(docs_build.SOURCE),
            str(folder / "docs"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr.strip()
    return folder / "docs"


@pytest.fixture(scope="module")
def pages(made: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(made.rglob("*.html"))}


def dead(made: Path, pages: dict[Path, Page]) -> Iterator[str]:
    """Yield every dead link with its page."""
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_relative_to(made):
                there = target.is_file()
                if there and parts.fragment and target in pages:
                    there = parts.fragment in pages[target].places
            else:  # a page of the site that this lies in
                there = (NOTEBOOKS_DIR / target.relative_to(made.parent)).with_suffix(".ipynb").is_file()
            if not there:
                yield f"{path.relative_to(made)}: {link}"


def test_every_link_leads_somewhere(made: Path, pages: dict[Path, Page]) -> None:
    assert len(pages) > 30
    assert sum(len(page.links) for page in pages.values()) > 1000
    assert not list(dead(made, pages))


def test_a_dead_link_is_found(made: Path, pages: dict[Path, Page]) -> None:
    links = ("nowhere.html", "install.html#no-such-place", "../tables/x.html")
    broken = Page("".join(f'<a href="{link}">a</a>' for link in links))
    assert len(list(dead(made, {**pages, made / "index.html": broken}))) == 3


def test_nothing_is_asked_of_another_host(made: Path, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for address in page.fetched:
            assert not urlsplit(address).netloc, f"{path.name} fetches {address}"
            if not address.startswith(("data:", "#")):
                assert (path.parent / urlsplit(address).path).exists(), f"{path.name} lacks {address}"
    for sheet in made.rglob("*.css"):
        for address in re.findall(r"url\(['\"]?([^'\")]+)", sheet.read_text(encoding="utf-8")):
            assert not urlsplit(address).netloc, f"{sheet.name} fetches {address}"


def test_code_can_be_changed_where_a_page_says_so(made: Path) -> None:
    written = {file.stem: file.read_text(encoding="utf-8") for file in docs_build.SOURCE.glob("*.md")}
    blocks = {name: text.count("```python") * text.startswith("---\nlive: true\n") for name, text in written.items()}
    assert sum(map(bool, blocks.values())) >= 6
    for name, many in blocks.items():
        page = (made / f"{name}.html").read_text(encoding="utf-8")
        assert page.count('<div class="km-codecell"') == many, name
        assert bool(re.search(r"<script[^>]*/live\.js", page)) is bool(many), name
        assert 'rel="icon"' in page or 'rel="shortcut icon"' in page, name


def test_every_page_is_led_to(made: Path, pages: dict[Path, Page]) -> None:
    """Check that links from the first page lead to every page. The search has a field."""
    seen, left = set(), [made / "index.html"]
    while left:
        path = left.pop()
        if path in seen or path not in pages:
            continue
        seen.add(path)
        left += [
            (path.parent / urlsplit(link).path).resolve()
            for link in pages[path].links
            if not urlsplit(link).scheme and urlsplit(link).path
        ]
    assert set(pages) - seen == {made / "search.html"}
