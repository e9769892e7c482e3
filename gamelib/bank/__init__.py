"""What is taught: questions with their proofs, shows of rules, riddles, first games.

A game's folder here has its questions, its shows and its first game as data, and code that questions need.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ..base_game import Game
from ..catalog import game as game_of

if TYPE_CHECKING:
    from .question import Question

PACKAGE_DIR = Path(__file__).parent


def content_folder(game_id: str) -> Path:
    """Where what is taught of the game of this id lies; there need not be anything."""
    return PACKAGE_DIR / game_id


@cache
def _listed(room: str) -> tuple[Question, ...]:
    """The questions of a game, or of a file that is of no game. Own code and values are imported if there are any."""
    game = room if content_folder(room).is_dir() else ""
    inner = f".{game}" if game else ""
    has_code = (PACKAGE_DIR / game / "__init__.py" if game else PACKAGE_DIR / f"{room}.py").is_file()
    own_code = import_module(f".{room}", __name__).OWN_CODE if has_code else {}
    has_values = (PACKAGE_DIR / game / "values.py").is_file()
    values = import_module(f"{inner}.values", __name__) if has_values else None
    path = content_folder(game) / "questions.toml" if game else PACKAGE_DIR / f"{room}.toml"
    entries = import_module(".entries", __name__)  # not before a question is asked for
    return tuple(entries.load_questions(path, game, own_code, values))


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
        listed = _listed(game.id) if (content_folder(game.id) / "questions.toml").is_file() else ()
        return [question.for_game(game) for question in listed]
    rooms = sorted(path.parent.name for path in PACKAGE_DIR.glob("*/questions.toml"))
    return [question for room in (*rooms, "classics", "elsewhere") for question in _listed(room)]
