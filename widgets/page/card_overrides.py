"""Corrected card tables for a whole server: `kismet --cards emira=my_cards`, told to its kernels by the environment.

Pages ask `served_game` for a game; from there on its card tables are an argument.
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
"""The variable: game -> folder as JSON; empty for none."""


def parse_card_overrides(texts: Iterable[str]) -> dict[str, str]:
    """game -> folder of texts such as "emira=my_cards". ValueError in a sentence for a game or table that is wrong."""
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


def served_game(name: str, vocabulary: Vocabulary = "classroom") -> Game:
    """The game as the pages of this server show it. ValueError for an unknown one."""
    folder = _folders().get(name) if isinstance(name, str) else None
    return gamelib.game(name, None, vocabulary) if folder is None else _as_served(name, folder, vocabulary)


@cache
def _as_served(name: str, folder: str, vocabulary: Vocabulary) -> Game:
    """Read once, so that all of a page has the same cards while somebody edits the table."""
    return gamelib.game(name, folder, vocabulary)
