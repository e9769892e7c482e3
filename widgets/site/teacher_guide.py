"""Page for teachers and parents, built from the notebooks: content, order and duration of each game."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gamelib.number_format import count_with_noun

from ..page.card_overrides import game_with_served_cards
from .home_page import PageEntry, list_pages

TEACHING_PLANS = (
    (
        "One hour at home",
        "Play the first game of {first} together ({first_minutes} minutes), then a whole game. Before each "
        "roll, everybody says what they expect. Then look at the probabilities.",
    ),
    (
        "One lesson in class",
        "Choose “{lesson}” ({lesson_minutes} minutes): predict, run, compare, explain. The class joins with "
        "a code. You see all predictions on your board, and you can hold the class at a step.",
    ),
    (
        "A unit of six weeks",
        "Take the lessons in order, two a week. Each lesson says what pupils should already know. Ten quiz "
        "questions from a rulebook are a good start.",
    ),
    (
        "A club or a project",
        "Play one game a month. Learn it with its first game and play it. Then change an option of one rule, "
        "and let pupils say what will change before they play again.",
    ),
)


def guide_html(folder: Path) -> str:
    """Return the page as HTML. Texts from notebooks are escaped. Raise ValueError as in `list_pages`."""
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
        f"<p>There are {count_with_noun(len(tables), 'game')} and {count_with_noun(len(lessons), 'lesson')}. Pupils "
        "install nothing and need no accounts. Each step of a game names its rule, each roll shows its exact "
        "probabilities, and the pages work out all their numbers.</p>"
        f"<h2>How to begin</h2><dl>{ways}</dl>"
        "<h2>The games, in the order in which to learn them</h2>"
        "<p>The easiest game comes first. The times are for beginners.</p>"
        f'<ol class="km-game-guide">{"".join(_game(folder, page, every) for page in tables)}</ol>'
        "<h2>Probability without a game</h2><p>These lessons use only coins, a bag or a die.</p>"
        f"<ul>{''.join(_lesson(folder, page) for page in free)}</ul>"
        f"<p>All the lessons together take {total // 60} hours. They build on each other, but you can open any of "
        "them. Each has a teacher’s sheet with the answers.</p>"
        f"{f'<h2>For a project</h2><ul>{projects}</ul>' if rest else ''}</div>"
    )


def _about(folder: Path, page: PageEntry) -> Any:
    return json.loads((folder / page.path).read_text(encoding="utf-8-sig"))["metadata"]["kismet"]


def _order(folder: Path, page: PageEntry) -> tuple[int, str]:
    """Return the sort key of a page: the `order` in its notebook. Pages without an order come last."""
    order = _about(folder, page).get("order")
    return (order if isinstance(order, int) else 99, page.title)


def _game(folder: Path, table: PageEntry, all_pages: tuple[PageEntry, ...]) -> str:
    """Return the section about one game: topics, duration and pages."""
    game, about = game_with_served_cards(table.game), _about(folder, table)
    rules = sum(not rule.question for rule in game.rules.values())
    teaches = "".join(f"<li>{escape(str(one))}</li>" for one in about.get("teaches", []))
    own = [page for page in all_pages if page.game == table.game]
    steps = [("Learn it", page, "with a first game") for page in own if page.kind == "learn"]
    steps += [
        ("Look it up", page, f"{count_with_noun(rules, 'rule')}, each with an example, and quiz questions")
        for page in own
        if page.kind == "rulebook"
    ]
    steps += [("Play it", table, f"{game.seats[0]} to {game.seats[-1]} players, with bots for missing players")]
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
    open_class = (  # the style sheet displays this link only on a server that can have a class
        f'<a class="km-guide-class" href="../../class?lesson={quote(page.name)}" '
        f'aria-label="Class and papers: {escape(page.title)}">Class and papers</a>'
    )
    return f"<li>{_link(page)} <small>{page.minutes} minutes, {escape(page.level)}{aim}</small> {open_class}</li>"


def _link(page: PageEntry) -> str:
    return f'<a href="{quote(page.path)}">{escape(page.title)}</a>'
