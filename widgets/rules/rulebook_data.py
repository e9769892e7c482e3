"""Rulebook as plain data, for any game.

A rulebook starts with the rules for three essential questions: how to win, what a turn is, and what can go wrong. Then
the chapters follow in learning order, which `course.toml` of a game defines. Each rule has links to related content.

    first    {id: wins | turn | wrong, rules: [id]}
    option   {label, effect, rule, choices: [{label, usual}]}
    chapter  {id, title, rules: [rule]}
    rule     {id, title, text, source, question, related: [id], options: [{name, label, choices: [{label, usual}]}],
              shows, why, chances: number of questions, pages: [{title, href}]}

A clarification is in the chapter of its first related rule.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Collection
from typing import Any, TypedDict

import gamelib
from gamelib import Action, Dist, Game, Question
from gamelib.bank import content_folder
from gamelib.bank.rule_examples import missing_example_reason_by_rule, rule_examples, unmet_rule_examples
from gamelib.number_format import format_answer

from ..page.card_overrides import game_with_served_cards
from ..page.paths import NOTEBOOKS_DIR
from ..page.protocol import Json
from ..table.rule_example import example_position_link, rule_example_step_text


def rule_chapters(game: Game) -> list[Json]:
    """Return the rules of a game by section, with clarifications in the section of their first related rule."""
    made: dict[str, Json] = {}
    home: dict[str, str] = {}
    pages = _pages(game)
    resting = Counter(rule for question in gamelib.questions(game) for rule in question.rules)
    have, without, labelled = (
        rule_examples(game),
        missing_example_reason_by_rule(game),
        {one["name"]: one for one in game.option_labels},
    )
    for rule in game.rules.values():
        section = next((home[id] for id in rule.related if id in home), "") if rule.question else ""
        section = section or rule.section
        home[rule.id] = section
        chapter = made.setdefault(section, {"title": section, "rules": []})
        entry: Json = {"id": rule.id, "title": rule.title, "text": rule.text, "source": rule.source}
        chosen = [
            {"name": name, "label": labelled[name]["label"], "choices": _choices(labelled[name], game)}
            for name in rule.options
        ]
        more = {
            "question": rule.question,
            "related": list(rule.related),
            "options": chosen,
            "shows": rule.id in have,
            "why": without.get(rule.id, ""),
            "chances": resting[rule.id],
            "pages": pages.get(rule.id, []),
        }
        chapter["rules"].append({**entry, **{name: value for name, value in more.items() if value}})
    order = _course(game).get("chapters", [])
    ordered = sorted(made.values(), key=lambda one: order.index(one["title"]) if one["title"] in order else len(order))
    return [{**chapter, "id": f"chapter-{n}"} for n, chapter in enumerate(ordered, 1)]


def essential_rule_groups(game: Game) -> list[Json]:
    """Return the rules that answer the three essential questions: how to win, what a turn is, and what can go wrong.

    The result is empty if the game has no file `course.toml`.
    """
    course = _course(game)
    return [{"id": id, "rules": course[id]} for id in ("wins", "turn", "wrong") if id in course]


def options(game: Game) -> list[Json]:
    """Return the options of a game, with the effect of each option."""
    return [
        {**{name: one[name] for name in ("label", "effect", "rule")}, "choices": _choices(one, game)}
        for one in game.option_labels
    ]


def _course(game: Game) -> Json:
    path = content_folder(game.id) / "course.toml"
    if not path.is_file():
        return {}
    made: Json = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    return {**made, "chapters": [game.texts.fill_template(title) for title in made.get("chapters", [])]}


class GameRuleIds(TypedDict):
    """Id, title and page name of a game, and the ids of its rules."""

    game: str
    title: str
    page: str
    rules: list[str]


def rule_ids_by_game() -> list[GameRuleIds]:
    """Return the rule ids of every game, without clarifications."""
    games = [game_with_served_cards(name) for name in gamelib.all_games()]
    return [
        {
            "game": game.id,
            "title": game.title,
            "page": game.slug,
            "rules": [id for id, rule in game.rules.items() if not rule.question],
        }
        for game in games
    ]


def next_rule_suggestions(game: Game, encountered_rules: Collection[str]) -> list[Json]:
    """Return suggestions how to encounter new rules in a game: {rule, title, how: do, try or wait, what, link}."""
    rows = []
    for show in unmet_rule_examples(game, encountered_rules):
        how = "wait" if not isinstance(show.step, Action) else "try" if show.ruling is not None else "do"
        rows.append(
            {
                "rule": show.rule,
                "title": game.rules[show.rule].title,
                "how": how,
                "what": rule_example_step_text(show),
                "link": example_position_link(show),
            }
        )
    return rows


def _choices(option: Json, game: Game) -> list[Json]:
    """Return the choices of an option, and mark the default as usual."""
    usual = game.options[option["name"]].default
    return [{"label": choice["label"], "usual": choice["value"] == usual} for choice in option["choices"]]


def rule_probability_questions(game: Game, rule: str) -> list[Json]:
    """Return the probability questions that depend on a rule, with their exact answers."""
    return [
        {
            "title": question.title,
            "prompt": question.prompt_text(),
            "answer": _answer(question),
            "model": question.model_expression(),
        }
        for question in gamelib.questions(game)
        if rule in question.rules
    ]


def _answer(question: Question) -> str:
    exact = question.exact()
    if isinstance(exact, Dist):
        likely = max(exact, key=exact.p)
        return f"most likely {likely}: {format_answer(exact.p(likely), True)}"
    return format_answer(exact, question.kind == "chance")


def _pages(game: Game) -> dict[str, list[Json]]:
    """Return the lessons that mention a rule, by rule id."""
    lessons: dict[str, list[Json]] = {}
    for file in sorted(NOTEBOOKS_DIR.glob("lessons/*.ipynb")):
        about: Any = json.loads(file.read_text(encoding="utf-8-sig"))["metadata"].get("kismet", {})
        if about.get("game") != game.id:
            continue
        for rule in about.get("rules", []):
            lessons.setdefault(rule, []).append({"title": about["title"], "href": f"../lessons/{file.name}"})
    return lessons
