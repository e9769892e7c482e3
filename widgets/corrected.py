"""Corrected card tables for a whole server: `kismet --cards emira=my_cards`, told to its kernels by the environment."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import gamelib

CARDS = "KISMET_CARDS"
"""The variable: game -> folder as JSON; empty for none."""


def read_corrected(texts: Iterable[str]) -> dict[str, str]:
    """game -> folder of texts such as "emira=my_cards". ValueError in a sentence for a game or table that is wrong."""
    found = {}
    for text in texts:
        name, sign, folder = text.partition("=")
        if not sign or not folder:
            raise ValueError(f"--cards is a game and a folder, such as emira=my_cards, not {text[:60]!r}.")
        place = Path(folder).expanduser().resolve()
        gamelib.game(name, place)
        found[name] = str(place)
    return found


def use_corrected(said: str) -> None:
    """Take the tables that the variable names."""
    for name, folder in json.loads(said or "{}").items():
        gamelib.use_cards(name, folder)
