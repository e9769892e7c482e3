"""Rules engines of table games, with exact odds. Standard library only.

    >>> import gamelib
    >>> game = gamelib.game("harem")
    >>> state = game.start(seats=3)
    >>> state.node.dist().total  # the first card of the deal: 76 cards, one of them in the lower half for sure
    76

Each game is a package in this folder with card tables and a class `GAME`; nothing here names one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from .deck import Deck
from .dist import Dist
from .game import CardTableError, Game, Option, made
from .nodes import Action, Chance, Decision, End, Event, IllegalAction, IllegalOutcome, Ruling
from .play import Tally, playout, random_bot, simulate
from .question import Question
from .record import Record, RecordError
from .rulebook import Vocabulary
from .search import MonteCarloBot
from .tournament import Tournament, tournament
from .using import folder_of, set_always, using

__all__ = [
    "Action", "CardTableError", "Chance", "Decision", "Deck", "Dist", "End", "Event", "Game",
    "IllegalAction", "IllegalOutcome", "MonteCarloBot", "Option", "Question", "Record", "RecordError",
    "Ruling", "Tally", "Tournament", "Vocabulary", "game", "games", "playout", "questions", "random_bot", "simulate",
    "tournament", "use_cards", "using",
]  # fmt: skip


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/cards.toml")))


def game(name: str, cards: str | Path | None = None, vocabulary: Vocabulary = "classroom") -> Game:
    """The game of this id. `cards`: a folder with corrected card tables; None: its own, or those of `using`.

    ValueError for an unknown name; CardTableError for tables that do not add up.
    """
    if name not in _names():
        raise ValueError(f"There is no game {name!r}; there are {', '.join(_names())}.")
    return _load(name, folder_of(name) if cards is None else str(cards), vocabulary)


def use_cards(name: str, cards: str | Path | None) -> Game:
    """Give a game these card tables in the whole process, so that pages, odds and questions follow; None: its own.

    Do so before anything else: what was made with other tables keeps them. ValueError and CardTableError as `game`.
    """
    if cards is not None:
        game(name, cards)  # refuses what is wrong with them before anything has changed
    set_always(name, None if cards is None else str(cards))
    return game(name)


@cache
def _load(name: str, cards: str | None, vocabulary: Vocabulary) -> Game:
    return made(import_module(f".{name}", __name__).GAME, cards, vocabulary)


def games() -> dict[str, Game]:
    """All games by id."""
    return {name: game(name) for name in _names()}


def questions(game: Game | None = None) -> list[Question]:
    """Every question of every game, and those of no game, in order; or those of one game, by its card tables."""
    if game is not None:
        return [question.of(game) for question in import_module(f".{game.id}.questions", __name__).QUESTIONS]
    rooms = [*(f".{name}.questions" for name in _names()), ".classics"]
    return [question for room in rooms for question in import_module(room, __name__).QUESTIONS]


def __getattr__(name: str) -> Any:
    """`gamelib.harem` without an import of its own."""
    if name in _names():
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
