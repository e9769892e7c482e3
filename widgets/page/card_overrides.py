"""Corrected card tables for a whole server: `kismet --cards emira=my_cards`.

Kernels receive the tables in an environment variable. Pages call `game_with_served_cards`. All other code gets the card
tables as an argument.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import gamelib
from gamelib import Game
from gamelib.rulebook import Vocabulary

CARD_OVERRIDES_ENV = "KISMET_CARDS"
"""Name of the environment variable. Its value maps games to folders, as JSON, or is empty."""


def parse_card_folders_by_game(texts: Iterable[str]) -> dict[str, str]:
    """Parse texts such as "emira=my_cards" into a mapping from games to folders.

    Raise ValueError with a sentence for a wrong game or table.
    """
    folders = {}
    for text in texts:
        name, sign, folder = text.partition("=")
        if not sign or not folder:
            raise ValueError(f"--cards is a game and a folder, such as emira=my_cards, not {text[:60]!r}.")
        place = Path(folder).expanduser().resolve()
        gamelib.game(name, place)
        folders[name] = str(place)
    return folders


@cache
def _folders() -> dict[str, str]:
    folders: dict[str, str] = json.loads(os.environ.get(CARD_OVERRIDES_ENV) or "{}")
    return folders


def game_with_served_cards(name: str, vocabulary: Vocabulary = "classroom") -> Game:
    """Return the game with the card tables of this server. Raise ValueError for an unknown game."""
    folder = _folders().get(name) if isinstance(name, str) else None
    return gamelib.game(name, None, vocabulary) if folder is None else _as_served(name, folder, vocabulary)


@cache
def _as_served(name: str, folder: str, vocabulary: Vocabulary) -> Game:
    """Load the game once, so that the cards of a page stay the same while somebody edits the card table."""
    return gamelib.game(name, folder, vocabulary)
