"""Catalog of the games. The id of a game is the name of its folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from .base_game import Game, cached_game
from .rulebook import Vocabulary
from .validation import short_repr


@cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, which are the names of their folders."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("games/*/cards.toml")))


def game(name: str, cards: str | Path | None = None, vocabulary: Vocabulary = "classroom") -> Game:
    """Return the game with this id.

    Args:
        name: Id of the game, for example "harem".
        cards: Folder with corrected card tables. The default is the folder of the game.
        vocabulary: "classroom" for neutral words, "rulebook" for the words of the printed rules.

    Raises:
        ValueError: There is no such game.
        CardTableError: A card table is wrong.

    Example:
        >>> import gamelib
        >>> gamelib.game("harem").title
        'Court'
        >>> gamelib.game("Court")
        Traceback (most recent call last):
            ...
        ValueError: There is no game 'Court'; the id of Court is 'harem'.
    """
    if not isinstance(name, str):
        id = getattr(getattr(name, "game", name), "id", None)  # a game, or an object with the attribute `game`
        more = f" Its id is {id!r}." if isinstance(id, str) else ""
        raise ValueError(f"A game is named by its id, such as {game_ids()[0]!r}, not by {short_repr(name)}.{more}")
    if name not in game_ids():
        every = all_games()
        known = {word.lower(): one.id for one in every.values() for word in (one.title, one.slug, one.id)}
        meant = known.get(name.strip().lower())
        there = (f"{id} ({one.title})" for id, one in every.items())
        more = f"the id of {every[meant].title} is {meant!r}" if meant else f"there are {', '.join(there)}"
        raise ValueError(f"There is no game {short_repr(name)}; {more}.")
    return cached_game(_kind(name), None if cards is None else str(cards), vocabulary)


@cache
def _kind(name: str) -> type[Game]:
    kind: type[Game] = import_module(f".games.{name}", __package__).GAME
    return kind


def all_games() -> dict[str, Game]:
    """Return all games by id.

    Example:
        >>> import gamelib
        >>> list(gamelib.all_games())
        ['emira', 'hadara', 'harem', 'towers', 'wishes']
    """
    return {name: game(name) for name in game_ids()}
