"""Guide for authors of bots: verbs and arguments of a game's actions, and values of a view, with examples.

    >>> from gamelib.tools.bot_guide import bot_guide
    >>> bot_guide("towers").verbs["flee"].sentence
    'Flee'

Examples come from games of random bots with a fixed seed. The descriptions come from the `words.toml` of the game. Its
table `[view]` describes the slots of a state. The table `[view_asked]` describes the methods and names their arguments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ..catalog import game as game_of
from ..nodes import Action, Decision
from ..playouts import random_bot

if TYPE_CHECKING:
    from ..base_game import Game
    from ..state import State

EXAMPLE_GAMES = 60  # number of random games in the search for examples
EXAMPLE_STEP = 40  # number of the decision whose view is the example. A shorter game supplies its last view
MAX_EXAMPLE_LENGTH = 70  # maximum characters of an example
COMMON_VIEW_TEXTS = {
    "viewer": "the seat whose view it is",
    "seats": "how many play",
    "options": "the switches of the rules",
    "agenda_frames": (
        "what is still to be done, as frames; the last one is due: view.agenda_frames[-1].step.name is what is asked"
    ),
}
ARG_TYPE_NAMES = {"s": "a word", "i": "a number", "t": "several words"}


@dataclass(frozen=True, slots=True)
class VerbEntry:
    """Verb with its steps and arguments. Its example action and sentence are "" if the random games have none."""

    verb: str
    steps: tuple[str, ...]
    arguments: tuple[str, ...]
    example: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ViewEntry:
    """Value or method of a view: its name or call, its description, and an example ("" for a call)."""

    name: str
    description: str
    example: str


class GuideSection(NamedTuple):
    """Table of the bot guide."""

    heading: str
    column_titles: tuple[str, ...]
    rows: list[tuple[str, ...]]


@dataclass(frozen=True)
class BotGuide:
    """Guide for authors of bots: verbs of a game, values of a view, and methods of a view."""

    game: str
    title: str
    verbs: dict[str, VerbEntry]
    view_entries: dict[str, ViewEntry]
    queries: dict[str, ViewEntry]

    def sections(self) -> list[GuideSection]:
        """Return the tables of the bot guide: actions, view values and view methods."""
        verbs: list[tuple[str, ...]]
        verbs = [
            (one.verb, ", ".join(one.arguments) or "nothing", one.example, one.sentence, ", ".join(one.steps))
            for one in self.verbs.values()
        ]
        return [
            GuideSection(
                f"{self.title}: actions",
                ("action.verb", "action.args", "an example", "in words", "at the steps"),
                verbs,
            ),
            GuideSection(
                "What a view holds",
                ("view.…", "an example", "what it is"),
                [(one.name, one.example, one.description) for one in self.view_entries.values()],
            ),
            GuideSection(
                "What a view can be asked",
                ("view.…", "what it tells"),
                [(one.name, one.description) for one in self.queries.values()],
            ),
        ]

    def __str__(self) -> str:
        parts = []
        for heading, columns, rows in self.sections():
            parts += [heading, *(" | ".join(row) for row in [columns, *rows]), ""]
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        parts = []
        for heading, columns, rows in self.sections():
            head = "".join(f"<th>{escape(name)}</th>" for name in columns)
            body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
            parts.append(  # the table is wider than a phone, so its frame has its own scroll bar
                f"<h4>{escape(heading)}</h4><div role='region' aria-label='{escape(heading)}' tabindex='0' "
                f"style='overflow-x:auto'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
            )
        return "".join(parts)


@cache
def bot_guide(game_id: str) -> BotGuide:
    """Return the bot guide of a game. Raise ValueError for an unknown game."""
    game = game_of(game_id)
    steps = {
        verb: tuple(step.name for step in game.step_list if verb in getattr(step, "verbs", {}))
        for verb in game.argument_type_letters_by_verb
    }
    examples, view = _games(game)
    verbs = {}
    for verb, kinds in game.argument_type_letters_by_verb.items():
        example = examples.get(verb)
        verbs[verb] = VerbEntry(
            verb,
            steps[verb],
            tuple(ARG_TYPE_NAMES[kind] for kind in kinds),
            str(example or ""),
            game.describe(example) if example else "",
        )
    told = {
        section: {name: game.texts.fill_template(text) for name, text in game.texts.sections[section].items()}
        for section in ("view", "view_asked")
    }
    words = COMMON_VIEW_TEXTS | told["view"]
    values = {
        slot: ViewEntry(slot, words.get(slot, ""), _short(getattr(view, slot)))
        for slot in (*COMMON_VIEW_TEXTS, *sorted(game.state_type.__slots__))
    }
    asks = {call.partition("(")[0]: ViewEntry(call, text, "") for call, text in told["view_asked"].items()}
    return BotGuide(game_id, game.title, verbs, values, asks)


def _games(game: Game) -> tuple[dict[str, Action], State[Any]]:
    """Return an example of each verb that occurs in random games, and a view from the middle of the first game."""
    examples: dict[str, Action] = {}
    view = None
    for number in range(EXAMPLE_GAMES):
        rng, decisions = Random(number), 0
        state = game.start(game.seats[number % len(game.seats)])
        while state.agenda_frames:
            node = state.node
            if isinstance(node, Decision):
                legal = list(state.legal)
                for action in legal:
                    examples.setdefault(action.verb, action)
                decisions += 1
                if not number and decisions <= EXAMPLE_STEP:
                    view = state.seen_by(node.seat)
                state.apply(random_bot(None, legal, rng))
            else:
                state.apply(node.sample(rng))
        if examples.keys() == game.argument_type_letters_by_verb.keys():
            break
    assert view is not None  # every game has a decision
    return examples, view


def _short(value: Any) -> str:
    plain = dict(value) if isinstance(value, Mapping) else value
    text = re.sub(r"<[\w.]*?(\w+) object at 0x\w+>", r"<\1>", repr(plain))
    return text if len(text) <= MAX_EXAMPLE_LENGTH else text[: MAX_EXAMPLE_LENGTH - 2] + " …"
