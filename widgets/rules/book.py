"""A rulebook as data: chapters in the order of play, each rule with what rests on it. It knows no game.

    chapter  {id, title, rules: [rule]}
    rule     {id, title, text, source, question, related: [id], options: [{label, choices: [{label, usual}]}],
              shows, why, chances: number of questions, pages: [{title, href}]}

Rulings stand in the chapter of the first rule that they touch.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import gamelib
from gamelib import Dist, Game, Question
from gamelib.numbers import told
from gamelib.shows import reasons, shows

from ..folders import NOTEBOOKS
from ..page import Json
from ..table.scene import option_words


def chapters(game: Game) -> list[Json]:
    """The rules of a game by section; rulings where they belong."""
    made: dict[str, Json] = {}
    home: dict[str, str] = {}
    pages = _pages(game)
    resting = Counter(rule for question in gamelib.questions(game) for rule in question.rules)
    have, without, options = shows(game), reasons(game), {one["name"]: one for one in option_words(game)}
    for rule in game.rules.values():
        section = next((home[id] for id in rule.related if id in home), "") if rule.question else ""
        section = section or rule.section
        home[rule.id] = section
        chapter = made.setdefault(section, {"id": f"chapter-{len(made) + 1}", "title": section, "rules": []})
        entry: Json = {"id": rule.id, "title": rule.title, "text": rule.text, "source": rule.source}
        chosen = [{"label": options[name]["label"], "choices": _choices(options[name], game)} for name in rule.options]
        more = {"question": rule.question, "related": list(rule.related), "options": chosen, "shows": rule.id in have,
                "why": without.get(rule.id, ""), "chances": resting[rule.id],
                "pages": pages.get(rule.id, [])}  # fmt: skip
        chapter["rules"].append({**entry, **{name: value for name, value in more.items() if value}})
    return list(made.values())


def _choices(option: Json, game: Game) -> list[Json]:
    """What can be chosen, what is usual first."""
    usual = game.options[option["name"]].default
    return [{"label": choice["label"], "usual": choice["value"] == usual} for choice in option["choices"]]


def chances(game: Game, rule: str) -> list[Json]:
    """The questions that rest on a rule, with their exact answers."""
    return [{"title": question.title, "prompt": question.ask(), "answer": _answer(question)}
            for question in gamelib.questions(game) if rule in question.rules]  # fmt: skip


def _answer(question: Question) -> str:
    exact = question.exact()
    if isinstance(exact, Dist):
        likely = max(exact, key=exact.p)
        return f"most likely {likely}: {told(exact.p(likely), True)}"
    return told(exact, question.kind == "chance")


def _pages(game: Game) -> dict[str, list[Json]]:
    """The lessons that name a rule, by rule."""
    found: dict[str, list[Json]] = {}
    for file in sorted(NOTEBOOKS.glob("lessons/*.ipynb")):
        about: Any = json.loads(file.read_text(encoding="utf-8"))["metadata"].get("kismet", {})
        if about.get("game") != game.id:
            continue
        for rule in about.get("rules", []):
            found.setdefault(rule, []).append({"title": about["title"], "href": f"../lessons/{file.name}"})
    return found
