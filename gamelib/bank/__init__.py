"""Teaching content: questions, rule examples, quiz questions and tutorials.

The folder of a game contains its questions, rule examples and tutorial as data, and Python code for the questions.
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
    """Return the folder with the teaching content of a game, whether or not it exists."""
    return PACKAGE_DIR / game_id


@cache
def _listed(room: str) -> tuple[Question, ...]:
    """Return the questions of a game, or of a file without a game. Import `OWN_CODE` and `values.py` if they exist."""
    game = room if content_folder(room).is_dir() else ""
    inner = f".{game}" if game else ""
    has_code = (PACKAGE_DIR / game / "__init__.py" if game else PACKAGE_DIR / f"{room}.py").is_file()
    own_code = import_module(f".{room}", __name__).OWN_CODE if has_code else {}
    has_values = (PACKAGE_DIR / game / "values.py").is_file()
    values = import_module(f"{inner}.values", __name__) if has_values else None
    path = content_folder(game) / "questions.toml" if game else PACKAGE_DIR / f"{room}.toml"
    entries = import_module(".entries", __name__)  # imported late, because most users need no questions
    return tuple(entries.load_questions(path, game, own_code, values))


def questions(game: Game | str | None = None) -> list[Question]:
    """Return the questions of one game, computed with the card tables of this game, or all questions.

    Args:
        game: Game or id of a game. By default, the list has all questions in order, including those without a game.

    Raises:
        ValueError: There is no game with this id.

    Example:
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
    return [question for room in (*rooms, "classics", "elsewhere", "elsewhere_means") for question in _listed(room)]
