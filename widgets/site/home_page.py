"""Home page, and page entries that are read from the notebooks.

Each notebook has its page entry in ``metadata.kismet``. To serve a new notebook and list it on the home page, no
further change is necessary. The module handles files and HTML. It depends on no game and no server.
``widgets/games/<game>/board/home_tile.py`` contains the pictures of a game and the small charts of its dashboards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import gamelib

from ..page.card_overrides import game_with_served_cards
from ..page.notebook_output import html_output
from ..page.paths import NOTEBOOKS_DIR

if TYPE_CHECKING:
    from IPython.display import HTML

HOME_NOTEBOOK = "index.ipynb"

#: kind of page -> heading and short description of its section on the home page, in the order of the sections
PAGE_KINDS = {
    "lesson": ("Lessons", "predict, run, compare"),
    "table": ("Games", "against bots, with friends, or on the class screen"),
    "learn": ("First games", "learn a game by playing it, one idea at a time"),
    "rulebook": ("Rules", "every rule, with an example"),
    "dashboard": ("Questions", "change one thing and watch the chart"),
    "builder": ("Build", "build an experiment, predict, simulate, and find the exact answer"),
    "lab": ("The lab", "let strategies play against each other, and see how sure you can be"),
    "guide": ("Grown-ups", "what each game teaches, in which order, and how long it takes"),
}
#: goal of a visitor -> kind of page, picture, and description
ENTRY_LINKS = {
    "I want to learn probability": ("lesson", "board", "{count} short lessons, from {page} on"),
    "I want to play": ("table", "pawn", "{page}, against bots"),
    "I want to learn a game": ("learn", "cards", "{page}, one idea at a time"),
    "I want to try things out": ("builder", "dice", "{page}, predict, simulate"),
}
DAY_DEAL_TEXTS = {"link": "Deal of the day, {date}: {game}", "note": "Everybody gets the same cards and the same luck."}
FIRST_LESSONS = 6
"""Number of lessons that the home page shows before the others are unfolded."""
_REQUIRED = {"title": str, "summary": str, "kind": str, "minutes": int, "level": str}


@dataclass(frozen=True, slots=True)
class PageEntry:
    """Page entry of one notebook.

    ``path`` is relative to the notebooks folder, with forward slashes. ``game`` is empty if the page belongs to no
    game. ``is_editable`` says whether visitors can edit the code and run it in their own browser.
    """

    path: str
    title: str
    summary: str
    kind: str
    minutes: int
    level: str
    game: str = ""
    is_editable: bool = False

    @property
    def name(self) -> str:
        """File name without its suffix."""
        return Path(self.path).stem


def read_page_entry(folder: Path, path: str) -> PageEntry | None:
    """Read the page entry of the notebook at ``folder/path``. Return None if it has no ``metadata.kismet``.

    Raise ValueError, with the name of the file, for an unreadable notebook or an incomplete entry.
    """
    try:
        entry: Any = json.loads((folder / path).read_text(encoding="utf-8-sig"))["metadata"].get("kismet")
    except (OSError, ValueError, KeyError) as error:
        raise ValueError(f"{path} cannot be read as a notebook: {error}") from error
    if entry is None:
        return None
    for name, kind in _REQUIRED.items():
        if not isinstance(entry.get(name), kind) or not entry[name]:
            raise ValueError(f"{path}: metadata.kismet needs '{name}', a {'text' if kind is str else 'number'}.")
    if path != HOME_NOTEBOOK and entry["kind"] not in PAGE_KINDS:
        raise ValueError(f"{path}: metadata.kismet.kind is '{entry['kind']}', not one of {', '.join(PAGE_KINDS)}.")
    game = entry.get("game", "")
    if game and game not in gamelib.all_games():
        raise ValueError(f"{path}: metadata.kismet.game is '{game}', not one of {', '.join(gamelib.all_games())}.")
    live = entry.get("live", False)
    if not isinstance(live, bool):
        raise ValueError(f"{path}: metadata.kismet.live is true or false.")
    return PageEntry(path, game=game, is_editable=live, **{name: entry[name] for name in _REQUIRED})


def list_pages(folder: Path = NOTEBOOKS_DIR) -> tuple[PageEntry, ...]:
    """Return all pages except the home page, sorted by kind and path. Raise ValueError as in ``read_page_entry``."""
    paths = (file.relative_to(folder) for file in folder.rglob("*.ipynb"))
    names = (path.as_posix() for path in paths if not any(part.startswith(".") for part in path.parts))
    all_pages = [page for name in names if name != HOME_NOTEBOOK and (page := read_page_entry(folder, name))]
    order = list(PAGE_KINDS)
    return tuple(sorted(all_pages, key=lambda page: (order.index(page.kind), page.path)))


def dashboard_titles(notebooks: Path) -> dict[str, str]:
    """Return the titles of the Builder and of the dashboards in this folder, by id such as "dashboards/raid"."""
    found = [page for page in list_pages(notebooks) if page.kind in ("dashboard", "builder")]
    return {page.path.removesuffix(".ipynb"): page.title for page in found}


class PageAllowList:
    """Pages of a folder that visitors can open, including pages that are added while the server runs."""

    def __init__(self, folder: Path, all_pages: tuple[PageEntry, ...]) -> None:
        self._folder = folder.resolve()
        self._known = {HOME_NOTEBOOK, *(page.path for page in all_pages)}
        self.live = {page.path for page in all_pages if page.is_editable}
        """Pages whose code visitors can edit."""

    def __contains__(self, path: str) -> bool:
        """Return whether a path is a page. The path is relative to the folder, with forward slashes."""
        if path not in self._known and self._has_come(path):
            self._known.add(path)
        return path in self._known

    def _has_come(self, path: str) -> bool:
        hidden = any(part.startswith(".") or not part for part in path.split("/"))
        if hidden or not path.endswith(".ipynb") or set(path) & set("\\:\0"):
            return False
        try:
            file = (self._folder / path).resolve()
            page = read_page_entry(self._folder, path) if file.is_relative_to(self._folder) and file.is_file() else None
            if page and page.is_editable:
                self.live.add(path)
            return page is not None
        except (OSError, ValueError):
            return False


def render_home_page(folder: Path = NOTEBOOKS_DIR) -> HTML:
    """Return the home page, ready to display. All links are relative, so the base URL does not matter."""
    return html_output(home_page_html(list_pages(folder)))


def home_page_html(all_pages: tuple[PageEntry, ...], extra_html: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a complete home page of these pages, with style and script.

    `extra_html` maps a kind of page to HTML that follows the pages of this kind.
    """
    from ..page.assets import bundle_scripts, bundle_styles

    style = bundle_styles("site/home.css", "site/lesson_path.css")
    script = bundle_scripts("site/home.js")
    return f'<style>{style}</style>{page_list_html(all_pages, extra_html)}<script type="module">{script}</script>'


def page_list_html(all_pages: tuple[PageEntry, ...], extra_html: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the entry links, games, charts and lesson path as HTML. The texts of the page entries are escaped.

    `extra_html` maps a kind of page to HTML that follows the pages of this kind.
    """
    tiles: dict[str, tuple[Callable[[PageEntry], str] | None, str, str]] = {
        "table": (_game, "ul", "km-games"),
        "learn": (_book, "ul", "km-books"),
        "rulebook": (_book, "ul", "km-books"),
        "dashboard": (_question, "ul", "km-question-list"),
        "builder": (_book, "ul", "km-books"),
        "lab": (_book, "ul", "km-books"),
        "lesson": (None, "div", "km-lessons"),
    }
    sections = []
    for kind, (heading, words) in PAGE_KINDS.items():
        if kind == "guide":
            continue  # the class actions link to the guides
        shown = [page for page in all_pages if page.kind == kind]
        tile, tag, look = tiles[kind]
        if shown:
            items = "".join(map(tile, shown)) if tile else _path(shown)
            listed = f'<{tag} class="{look}" data-n="{len(shown)}">{items}</{tag}>'
            sections.append(
                f'<section id="{kind}"><h2>{heading} <small>{words}</small></h2>{listed}'
                f"{_DAY_DEAL if kind == 'table' else ''}{extra_html.get(kind, '')}</section>"
            )
    return f'<div class="km-home">{_hero(all_pages)}{_class_actions(all_pages)}{"".join(sections)}</div>'


def _class_actions(all_pages: tuple[PageEntry, ...]) -> str:
    """Return the section for classes: links to join or open a class, and the pages for teachers and parents."""
    guides = "".join(
        f'<a class="km-guide" href="{quote(page.path)}" title="{escape(page.summary)}">{escape(page.title)}</a>'
        for page in all_pages
        if page.kind == "guide"
    )
    if not guides:
        return ""
    return f'<section class="km-home-class"><h2>With a class</h2>{_ROOMS}{guides}</section>'


def _hero(all_pages: tuple[PageEntry, ...]) -> str:
    doors = []
    for wish, (kind, picture, words) in ENTRY_LINKS.items():
        first = next((page for page in all_pages if page.kind == kind), None)
        if first:
            told = escape(words.format(page=first.title, count=sum(page.kind == kind for page in all_pages)))
            href = "#lesson" if kind == "lesson" else quote(first.path)
            doors.append(
                f'<li class="km-entry-link">{_DOORS[picture]}<b><a href="{href}">{wish}</a></b>'
                f"<small>{told}</small></li>"
            )
    ways = f'<ul class="km-entry-links">{"".join(doors)}</ul>' if doors else ""
    return (
        f'<div class="km-hero">{_TOSS}<h1>What will the dice do? Play, and see.</h1>'
        "<p>Play table games step by step. Each step names its rule, and you see the exact probabilities before each "
        f'roll.</p><a class="km-again" hidden></a>{ways}</div>'
    )


#: two dice and the sums so far, animated by home.js
_TOSS = (
    '<button type="button" class="km-dice-demo" aria-label="Roll the dice" hidden>'
    '<span class="km-dice-demo-dice"></span>'
    '<span class="km-dice-demo-sums" aria-hidden="true">' + "<i></i>" * 11 + "</span><b>Roll the dice</b></button>"
    '<p class="km-dice-demo-said" role="status"></p>'
)
#: links for classes. home.js displays one of them, and only on our server, because JupyterLab has no classes
_ROOMS = (
    '<span class="km-open-classes" hidden><a class="km-class-link" href="../../join">Join a class</a>'
    '<a class="km-class-link" data-owner-key="yes" href="../../class">Open a class</a>'
    '<a class="km-class-link" href="../../play">Play with friends</a>'
    '<small data-owner-key="no">To open one, use the address that Kismet showed when it was started.</small></span>'
)


#: texts in which home.js fills in the local date and one of the games
_DAY_DEAL = (
    f'<p class="km-day-deal" data-link="{escape(DAY_DEAL_TEXTS["link"])}" hidden>'
    f'<a class="km-guide km-day-link"></a> <small>{escape(DAY_DEAL_TEXTS["note"])}</small></p>'
)


def _shown_by(page: PageEntry) -> Any:
    """Return the home tile module of the game of a page, or None."""
    folder = f"widgets.games.{page.game}"
    names = (folder, f"{folder}.board", f"{folder}.board.home_tile")
    return import_module(names[-1]) if page.game and all(find_spec(name) for name in names) else None


def _game(page: PageEntry) -> str:
    own = _shown_by(page)
    picture = f' data-picture="{escape(json.dumps(own.COVER))}"' if own else ""
    facts = [f"{page.minutes} minutes", page.level]
    if page.game:
        seats = game_with_served_cards(page.game).seats
        facts.insert(0, f"{seats[0]} to {seats[-1]} seats")
    return (
        f'<li class="km-game"><div class="km-pic-box" aria-hidden="true"{picture}></div><div class="km-game-text">'
        f'<h3><a href="{quote(page.path)}">{escape(page.title)}</a></h3>'
        f"<p>{escape(own.TAGLINE if own else page.summary)}</p>"
        f'<small>{escape(" · ".join(facts))}</small><span class="km-go-on-link"></span></div></li>'
    )


def _book(page: PageEntry) -> str:
    """Return a tile that shows only a name: of the game if the page belongs to one, otherwise of the page."""
    name = game_with_served_cards(page.game).title if page.game else page.title
    return (
        f'<li class="km-bookmark"><a href="{quote(page.path)}" aria-label="{escape(page.title)}" '
        f'title="{escape(page.summary)}">{escape(name)}</a></li>'
    )


def _question(page: PageEntry) -> str:
    own = _shown_by(page)
    chart, words = own.CHART_THUMBNAILS.get(page.name, (None, page.summary)) if own else (None, page.summary)
    about = f"{game_with_served_cards(page.game).title}: {words[:1].lower()}{words[1:]}" if chart else words
    return (
        f'<li class="km-question-entry">'
        f'{chart() if chart else ""}<h3><a href="{quote(page.path)}">{escape(page.title)}</a></h3>'
        f"<small>{escape(about)}</small></li>"
    )


def _path(shown: list[PageEntry]) -> str:
    """Return the path of lessons as HTML. Lessons without a game have letters, and other lessons have numbers."""
    letters = iter("ABCDEFGHIJ")
    steps = [_step(page, _number(page) or next(letters, "")) for page in shown]
    first, more = "".join(steps[:FIRST_LESSONS]), "".join(steps[FIRST_LESSONS:])
    summary = f"<summary>All {len(steps)} lessons</summary>"
    rest = f'<details>{summary}<ol class="km-path">{more}</ol></details>' if more else ""
    return f'<ol class="km-path">{first}</ol>{rest}'


def _number(page: PageEntry) -> str:
    """Return the number at the start of a lesson's file name, or "" if there is no number or the number is 0."""
    number = page.name.split("-", 1)[0].lstrip("0")
    return number if number.isdigit() else ""


def _step(page: PageEntry, mark: str = "") -> str:
    return (
        f'<li><a href="{quote(page.path)}" title="{escape(page.summary)}"><i aria-hidden="true">{mark}</i>'
        f'<span>{escape(page.title)}</span></a><span class="km-path-progress"></span></li>'
    )


def _svg(*shapes: str) -> str:
    return f'<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">{"".join(shapes)}</svg>'


def _die(x: int, y: int, turn: int, fill: str, pips: tuple[tuple[int, int], ...]) -> str:
    dots = "".join(f'<circle cx="{a * 6}" cy="{b * 6}" r="2.2" fill="#1e2140"/>' for a, b in pips)
    square = f'<rect x="-10" y="-10" width="20" height="20" rx="4" fill="{fill}" stroke="#1e2140"/>'
    return f'<g transform="translate({x} {y}) rotate({turn})">{square}{dots}</g>'


#: pictures of the entry links on the home page
_DOORS = {
    "board": _svg(
        '<rect x="4" y="6" width="40" height="28" rx="3" fill="#17463c" stroke="#7b4e27" stroke-width="3"/>',
        *(
            f'<rect x="{11 + 5.5 * i}" y="{30 - h}" width="4" height="{h}" fill="{"#35cfa3" if i > 1 else "#f0e8d6"}"/>'
            for i, h in enumerate((8, 14, 20, 14, 8))
        ),
        '<path d="M14 44l6-10M34 44l-6-10" stroke="#7b4e27" stroke-width="3"/>',
    ),
    "cards": _svg(
        *(
            f'<rect x="14" y="8" width="20" height="30" rx="3" fill="{fill}" stroke="#1e2140" stroke-width="1.5" '
            f'transform="rotate({turn} 24 46)"/>'
            for turn, fill in ((-18, "#1e2a5e"), (18, "#5c2150"), (0, "#fffdf6"))
        ),
        '<path d="M24 15l2.5 5.500 6 .7-4.4 4.200 1.100 6L24 28.500 18.800 31.400l1.100-6-4.400-4.200 6-.7Z" '
        'fill="#e69f00"/>',
    ),
    "pawn": _svg(
        '<circle cx="24" cy="14" r="8" fill="#e69f00" stroke="#1e2140" stroke-width="1.5"/>'
        '<path d="M24 20c6 8 9 14 11 22H13c2-8 5-14 11-22Z" fill="#e69f00" stroke="#1e2140" stroke-width="1.5"/>',
    ),
    "dice": _svg(
        _die(17, 30, -10, "#fffdf6", ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1))),
        _die(33, 17, 14, "#f2b632", ((-1, -1), (0, 0), (1, 1))),
    ),
}
