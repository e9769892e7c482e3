"""What is taught: questions with their proofs, shows of rules, riddles, first games.

A game's folder here has its questions (`QUESTIONS`) and, as data, its shows and its first game.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..base_game import Game
from ..catalog import game as game_of
from .entries import load_questions

if TYPE_CHECKING:
    from .question import Question

HERE = Path(__file__).parent


def folder(game: str) -> Path:
    """Where what is taught of the game of this id lies; there need not be anything."""
    return HERE / game


@cache
def _listed(room: str) -> tuple[Question, ...]:
    """The questions of a game, or of a file that is of no game."""
    game = room if (HERE / room).is_dir() else ""
    own_code = import_module(f".{room}", __name__).OWN_CODE
    values = import_module(f".{game}.values" if game else ".values", __name__)
    path = HERE / game / "questions.toml" if game else HERE / f"{room}.toml"
    return tuple(load_questions(path, game, own_code, values))


def questions(game: Game | str | None = None) -> list[Question]:
    """Every question of every game, and those of no game, in order; or those of one game, by its card tables.

    `game`: a game or its id. ValueError for an unknown id.

    >>> from gamelib import questions
    >>> questions("towers")[0].game
    'towers'
    """
    if game is not None:
        if not isinstance(game, Game):
            game = game_of(game)
        listed = _listed(game.id) if (folder(game.id) / "__init__.py").is_file() else ()
        return [question.of(game) for question in listed]
    rooms = sorted(path.parent.name for path in HERE.glob("*/__init__.py"))
    return [question for room in (*rooms, "classics", "elsewhere") for question in _listed(room)]
