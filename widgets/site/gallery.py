"""The pages of Kismet, read from the notebooks themselves, and the home page's cards.

Each notebook names itself in ``metadata.kismet``; a new notebook appears on the home page, and is served,
because it is there. Knows files and HTML; knows no game and no server.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ..folders import NOTEBOOKS

if TYPE_CHECKING:
    from IPython.display import HTML

HOME = "index.ipynb"

#: kind -> heading of its section on the home page, in the order shown
KINDS = {"table": "Tables", "dashboard": "Dashboards", "lesson": "Lessons"}
#: what a visitor may come for -> the kinds that serve it, best first, and what to do there
PATHS = {
    "I teach": (("lesson", "dashboard"), "Put {page} on the screen and let the class say what will happen."),
    "I learn the rules": (("table",), "Play {page}. Each step names its rule; a refusal says why."),
    "I just want to look": (("dashboard",), "Open {page}. Move one control and watch the picture."),
}
_REQUIRED = {"title": str, "summary": str, "kind": str, "minutes": int, "level": str}


@dataclass(frozen=True, slots=True)
class Page:
    """One notebook; ``path`` is relative to the notebooks folder, with forward slashes."""

    path: str
    title: str
    summary: str
    kind: str
    minutes: int
    level: str
    picture: str


def read_page(folder: Path, path: str) -> Page | None:
    """The page that the notebook at ``folder/path`` says it is, or None if it has no ``metadata.kismet``.

    ValueError, with the file named, if the notebook cannot be read or the entry is not complete.
    """
    try:
        entry: Any = json.loads((folder / path).read_text(encoding="utf-8"))["metadata"].get("kismet")
    except (OSError, ValueError, KeyError) as error:
        raise ValueError(f"{path} cannot be read as a notebook: {error}") from error
    if entry is None:
        return None
    for name, kind in _REQUIRED.items():
        if not isinstance(entry.get(name), kind) or not entry[name]:
            raise ValueError(f"{path}: metadata.kismet needs '{name}', a {kind.__name__}.")
    if path != HOME and entry["kind"] not in KINDS:
        raise ValueError(f"{path}: metadata.kismet.kind is '{entry['kind']}', not one of {', '.join(KINDS)}.")
    picture = entry.get("picture", entry["kind"])
    if path != HOME and picture not in _PICTURES:
        raise ValueError(f"{path}: there is no picture '{picture}', only {', '.join(_PICTURES)}.")
    return Page(path, picture=picture, **{name: entry[name] for name in _REQUIRED})


def pages(folder: Path = NOTEBOOKS) -> tuple[Page, ...]:
    """Every page but the home page, by kind, then by path. ValueError as ``read_page``."""
    paths = (file.relative_to(folder) for file in folder.rglob("*.ipynb"))
    names = (path.as_posix() for path in paths if not any(part.startswith(".") for part in path.parts))
    found = [page for name in names if name != HOME and (page := read_page(folder, name))]
    order = list(KINDS)
    return tuple(sorted(found, key=lambda page: (order.index(page.kind), page.path)))


def gallery(folder: Path = NOTEBOOKS) -> HTML:
    """The home page's paths and cards, ready to display. Links are relative, so any base address works."""
    from IPython.display import HTML  # only a kernel shows it: reading metadata must not need IPython

    return HTML(gallery_html(pages(folder)))


def gallery_html(found: tuple[Page, ...]) -> str:
    """Paths and cards for these pages as one HTML string; titles and summaries are escaped."""
    sections = [
        f'<h2>{heading}</h2><ul class="km-cards">{"".join(_card(page) for page in found if page.kind == kind)}</ul>'
        for kind, heading in KINDS.items()
        if any(page.kind == kind for page in found)
    ]
    return f'<style>{_CSS}</style><div class="km-gallery">{_paths(found)}{"".join(sections)}</div>'


def _paths(found: tuple[Page, ...]) -> str:
    lines = []
    for wish, (kinds, advice) in PATHS.items():
        first = next((page for kind in kinds for page in found if page.kind == kind), None)
        if first:
            link = f'<a href="{quote(first.path)}">{escape(first.title)}</a>'
            lines.append(f"<li><b>{wish}.</b> {advice.format(page=link)}</li>")
    return f'<ul class="km-paths">{"".join(lines)}</ul>' if lines else ""


def _card(page: Page) -> str:
    return (
        f'<li class="km-page">{_PICTURES[page.picture]}'
        f'<h3><a href="{quote(page.path)}">{escape(page.title)}</a></h3><p>{escape(page.summary)}</p>'
        f'<p class="km-page-facts">{page.minutes} minutes · {escape(page.level)}</p></li>'
    )


def _svg(*shapes: str) -> str:
    return f'<svg viewBox="0 0 160 72" aria-hidden="true" focusable="false">{"".join(shapes)}</svg>'


def _bar(x: float, height: float, style: str = "km-s1") -> str:
    return f'<rect class="{style}" x="{x:g}" y="{64 - height:g}" width="16" height="{height:g}" rx="2"/>'


def _playing_card(x: float, turn: float, style: str) -> str:
    place = f'x="{x:g}" y="14" width="34" height="48" rx="4"'
    return f'<rect class="{style}" {place} transform="rotate({turn:g} {x + 17:g} 62)"/>'


#: name -> a drawing in the page's own colours
_PICTURES = {
    "table": _svg(
        _playing_card(38, -12, "km-card-edge"), _playing_card(62, 0, "km-s1"), _playing_card(86, 12, "km-card-edge")
    ),
    "dashboard": _svg(
        *(_bar(14 + 23 * i, height) for i, height in enumerate((14, 30, 48, 40, 24, 12))),
        '<path class="km-mark" d="M71 6v60"/>',
    ),
    "grid": _svg(
        *(
            f'<rect class="km-s1" x="{44 + 12 * i}" y="{2 + 11.5 * j:g}" width="10" height="9.5" rx="1" '
            f'opacity="{1 if i - j > 1 else 0.45 if i - j > -1 else 0.15}"/>'
            for i in range(6)
            for j in range(6)
        )
    ),
    "lesson": _svg(
        *(f'<circle class="km-s1" cx="{34 + 24 * i}" cy="{58 - 11 * j}" r="5"/>'
          for i, count in enumerate((1, 3, 5, 2, 1)) for j in range(count)),
    ),
}  # fmt: skip

_CSS = """
.km-gallery ul { list-style: none; margin: 0; padding: 0; }
.km-gallery .km-paths li { margin: .4rem 0; }
.km-gallery .km-cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }
.km-gallery .km-page { position: relative; margin: 0; padding: 1rem; border: 1px solid var(--km-line);
  border-radius: var(--km-radius); background: var(--km-raised); color: var(--km-ink); }
.km-gallery .km-page:focus-within, .km-gallery .km-page:hover { border-color: var(--km-accent); }
.km-gallery .km-page h3 { margin: .6rem 0 .3rem; font-size: 1.25rem; }
.km-gallery .km-page h3 a::after { content: ""; position: absolute; inset: 0; }
.km-gallery .km-page p { margin: 0 0 .4rem; }
.km-gallery .km-page-facts { color: var(--km-muted); font-size: .875rem; }
.km-gallery svg { display: block; width: 100%; height: 4.5rem; }
.km-gallery .km-s1 { fill: var(--km-s1); }
.km-gallery .km-card-edge { fill: var(--km-paper); stroke: var(--km-muted); stroke-width: 2; }
.km-gallery .km-mark { stroke: var(--km-accent); stroke-width: 3; fill: none; }
"""
