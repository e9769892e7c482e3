"""Page for teachers and parents, built from the notebooks: content, order and duration of each game."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gamelib.number_format import count_with_noun

from ..page.card_overrides import served_game
from .home_page import PageEntry, list_pages

TEACHING_PLANS = (
    (
        "One hour at home",
        "Play the first game of {first} together ({first_minutes} minutes), then a whole game. "
        "Leave the odds on the table: before a roll everybody says what they expect, then you look.",
    ),
    (
        "One lesson in class",
        "Take “{lesson}” ({lesson_minutes} minutes): predict, run, compare, explain. "
        "A class joins by a code; you see all predictions on your board, and hold the class at a step.",
    ),
    (
        "A unit of six weeks",
        "The lessons in their order, two a week. Each names what pupils should know before it. "
        "Ten riddles from a rulebook make a good start of an hour.",
    ),
    (
        "A club or a project",
        "One game a month. Learn it by its first game, play it, choose another option of one of its rules, "
        "and let the pupils say what changes before they play again.",
    ),
)


def guide_html(folder: Path) -> str:
    """Page as HTML. Texts of pages are escaped. Raises ValueError as in `list_pages`."""
    every = list_pages(folder)
    games = [page for page in every if page.kind == "table" and page.game]
    tables = sorted(games, key=lambda page: _order(folder, page))
    lessons = [page for page in every if page.kind == "lesson"]
    first = next((page for page in every if page.kind == "learn" and page.game == tables[0].game), None)
    said = {
        "first": tables[0].title,
        "first_minutes": first.minutes if first else tables[0].minutes,
        "lesson": lessons[0].title,
        "lesson_minutes": lessons[0].minutes,
    }
    ways = "".join(f"<dt>{title}</dt><dd>{escape(text.format(**said))}</dd>" for title, text in TEACHING_PLANS)
    rest = [page for page in every if page.kind not in ("table", "learn", "rulebook", "dashboard", "lesson", "guide")]
    projects = "".join(f"<li>{_link(page)} <small>{escape(page.summary)}</small></li>" for page in rest)
    total = sum(page.minutes for page in lessons)
    free = [page for page in lessons if not page.game]
    return (
        '<div class="km-guide"><h1>For teachers and parents</h1>'
        f"<p>{count_with_noun(len(tables), 'game')}, {count_with_noun(len(lessons), 'lesson')}, nothing to "
        "install for pupils, no accounts. "
        "Every step of a game tells its rule, every roll shows its exact chance, and every number on these pages is "
        "worked out, not looked up.</p>"
        f"<h2>How to begin</h2><dl>{ways}</dl>"
        "<h2>The games, in the order in which to learn them</h2>"
        "<p>The one that is learnt soonest comes first. Minutes are those of a beginner.</p>"
        f'<ol class="km-game-guide">{"".join(_game(folder, page, every) for page in tables)}</ol>'
        "<h2>Chance before any game</h2><p>These lessons need no game: coins, a bag, a die.</p>"
        f"<ul>{''.join(_lesson(folder, page) for page in free)}</ul>"
        f"<p>All lessons together take {total // 60} hours. They follow their numbers; a teacher may open any of them, "
        "and each has a sheet with the key.</p>"
        f"{f'<h2>For a project</h2><ul>{projects}</ul>' if rest else ''}</div>"
    )


def _about(folder: Path, page: PageEntry) -> Any:
    return json.loads((folder / page.path).read_text(encoding="utf-8-sig"))["metadata"]["kismet"]


def _order(folder: Path, page: PageEntry) -> tuple[int, str]:
    """Sort key: the `order` of the notebook. Notebooks without it come last."""
    order = _about(folder, page).get("order")
    return (order if isinstance(order, int) else 99, page.title)


def _game(folder: Path, table: PageEntry, all_pages: tuple[PageEntry, ...]) -> str:
    """Section of one game: its topics, duration and pages."""
    game, about = served_game(table.game), _about(folder, table)
    rules = sum(not rule.question for rule in game.rules.values())
    teaches = "".join(f"<li>{escape(str(one))}</li>" for one in about.get("teaches", []))
    own = [page for page in all_pages if page.game == table.game]
    steps = [("Learn it", page, "by a first game") for page in own if page.kind == "learn"]
    steps += [
        ("Look it up", page, f"{count_with_noun(rules, 'rule')}, each with a step that shows it, and riddles")
        for page in own
        if page.kind == "rulebook"
    ]
    steps += [("Play it", table, f"{game.seats[0]} to {game.seats[-1]} seats, bots for those who are missing")]
    steps += [("Ask", page, page.summary) for page in own if page.kind == "dashboard"]
    rows = "".join(
        f"<tr><th scope='row'>{step}</th><td>{_link(page)} <small>{escape(words)}</small></td>"
        f"<td>{count_with_noun(page.minutes, 'minute')}</td></tr>"
        for step, page, words in steps
    )
    lessons = "".join(_lesson(folder, page) for page in own if page.kind == "lesson")
    more = (
        f"<details><summary>{count_with_noun(lessons.count('<li>'), 'lesson')} with "
        f"it</summary><ul>{lessons}</ul></details>"
    )
    return (
        f"<li><h3>{escape(table.title)} <small>{escape(table.level)}</small></h3>"
        f"<p>It teaches</p><ul class='km-guide-topics'>{teaches}</ul>"
        f"<table>{rows}</table>{more if lessons else ''}</li>"
    )


def _lesson(folder: Path, page: PageEntry) -> str:
    aims = _about(folder, page).get("aims", [])
    aim = f"; pupils {escape(str(aims[0]))}" if aims else ""
    return f"<li>{_link(page)} <small>{page.minutes} minutes, {escape(page.level)}{aim}</small></li>"


def _link(page: PageEntry) -> str:
    return f'<a href="{quote(page.path)}">{escape(page.title)}</a>'
