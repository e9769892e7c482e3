"""Texts of the pages of a game: questions, a table in mid-game, dashboards, lessons. test_editions uses them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import gamelib
from gamelib import Chance
from gamelib.bank.rule_examples import rule_examples
from gamelib.playouts import choose_action
from gamelib.tools.priority_bot import PriorityBot, bot_settings
from widgets.lesson.lesson_notebooks import front_matter, lesson_ids, load_lesson_definition
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.table import Table


def table(name: str, folder: str | None, seats: int, steps: int) -> Any:
    """Return the scene after a number of steps of a heuristic game."""
    record, rng = gamelib.Record(gamelib.game(name, cards=folder), seats), Random(seats)
    for _ in range(steps):
        if record.state.agenda_frames:
            s = record.state
            record.apply_and_append(
                s.node.sample(rng) if isinstance(s.node, Chance) else choose_action(s, s.game.bots["thumb"], rng)
            )
    shown = Table(name, cards=folder, record=record, keep=False)
    return {name: told for name, told in shown.scene.items() if name != "born"}  # no two plays are born alike


def played(game: Any) -> Iterator[tuple[str, str]]:
    """Return actions of each bot.

    Fast bots play whole games, the search makes one choice, and so does each goal and limit.
    """
    seats, own = game.seats[0], bot_settings(game.id)
    team = {name: bot for name, bot in game.bots.items() if name != "monte_carlo"}
    team |= {f"aim {aim}": PriorityBot(game.id, (aim,)) for aim in own.priorities}
    team |= {
        f"limit {limit.id}": PriorityBot(game.id, (), {limit.id: limit.levels[-1]}) for limit in own.limits.values()
    }
    for name, bot in team.items():
        yield f"bot {name}", repr(gamelib.simulate(game, seats, bot, 1, 3))
    state, rng = game.start(seats), Random(4)
    while isinstance(state.node, Chance) or len(state.legal) < 3:
        state.apply(state.node.sample(rng) if isinstance(state.node, Chance) else state.legal[0])
    yield "bot monte_carlo", str(choose_action(state, gamelib.MonteCarloBot(6), rng))
    yield "guide", repr([game.describe(action) for action in state.legal])


def plain(page: Any) -> Any:
    """Return the content of a dashboard: the texts about its setting, and its figures."""
    return {
        "sections": page.sections,
        "state": page.state,
        "figures": {id: chart.figure for id, chart in sorted(page.pictures.items())},
    }


def asked(name: str, folder: str | None) -> Iterator[tuple[str, str]]:
    """Yield (name, texts) of everything that a process can be asked with any card set."""
    for question in gamelib.questions(gamelib.game(name, cards=folder)):
        yield f"question {question.id}", f"{question.prompt_text()} {question.exact()!r} {question.check()!r}"
    game = gamelib.game(name, cards=folder)
    for seats, steps in ((game.seats[-1], 60), (game.seats[0], 9), (game.seats[0], 5000)):
        yield f"table {seats}, {steps}", json.dumps(table(name, folder, seats, steps), sort_keys=True, default=str)
    yield from played(game)
    for rule, show in rule_examples(game).items():
        try:
            told = repr(show.events)
        except ValueError as error:  # other tables, and no such position
            told = str(error)
        yield f"show {rule}", told


def pages(name: str) -> Iterator[tuple[str, str]]:
    """Return the pages about a game, which use the card tables of their server."""
    for path in sorted((NOTEBOOKS_DIR / "dashboards").glob("*.ipynb")):
        if json.loads(path.read_text("utf-8"))["metadata"]["kismet"].get("game") == name:
            page = import_module(f"widgets.games.{name}.dashboards.{path.stem}").create_dashboard()
            yield f"dashboard {path.stem}", json.dumps(plain(page), sort_keys=True, default=str)
    for id in lesson_ids():
        if front_matter(id).get("game") == name:
            plan = load_lesson_definition(id)
            found = plan.experiment.exact_distribution(**plan.question.resolve_parameters({}))
            yield f"lesson {id}", f"{plan.question.exact()!r} {found!r}"
            yield f"run {id}", repr(plan.experiment.run_trial(Random(6), **plan.settings))


if __name__ == "__main__":
    folders = json.loads(sys.argv[1])
    json.dump({name: {**dict(asked(name, of)), **dict(pages(name))} for name, of in folders.items()}, sys.stdout)
