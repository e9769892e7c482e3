"""Corrected card tables in odds and questions: which folder of tables the functions of a game read just now.

Odds and questions are plain functions; where they need a card table they ask `gamelib.game(name)` for it. Within
`using(game)` that is this game with its own tables, so that one body of formulas serves every edition:

    game = gamelib.game("harem", cards="my-tables")
    game.odds.gem().mean           # a function of gamelib.harem.odds, with these tables
    gamelib.questions(game)        # the bank of questions, answered with these tables

`use_cards(name, folder)` makes such tables a process's own, for everything that it does from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from importlib import import_module
from typing import Any, TypeVar

from .protocols import Tabled

T = TypeVar("T")
Folders = tuple[tuple[str, str], ...]
_IN_USE: ContextVar[Folders] = ContextVar("(game, folder of its card tables; \"\": its own)", default=())
_ALWAYS: dict[str, str] = {}
"""game -> folder of the tables that it has outside `using`, where not its own"""


@contextmanager
def using(game: Tabled) -> Iterator[None]:
    """Within this block, `gamelib.game(game.id)` has the card tables of this game, in this thread or task only."""
    folders = {name: folder for name, folder in _IN_USE.get() if name != game.id}
    own = game.cards_folder == game.folder
    if own != (game.id not in _ALWAYS) or not own:
        folders[game.id] = "" if own else str(game.cards_folder)
    token = _IN_USE.set(tuple(sorted(folders.items())))
    try:
        yield
    finally:
        _IN_USE.reset(token)


def folder_of(name: str) -> str | None:
    """The folder of card tables in use for a game; None for its own."""
    return dict(_IN_USE.get()).get(name, _ALWAYS.get(name)) or None


def set_always(name: str, folder: str | None) -> None:
    """The tables of a game outside `using`; None: its own again."""
    if folder is None:
        _ALWAYS.pop(name, None)
    else:
        _ALWAYS[name] = folder


def _tables() -> tuple[Folders, Folders]:
    return _IN_USE.get(), tuple(_ALWAYS.items())


def bound(game: Tabled, function: Callable[..., T]) -> Callable[..., T]:
    """The function, called with the card tables of this game."""

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> T:
        with using(game):
            return function(*arguments, **named)

    return call


def remembered(maxsize: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """As `functools.lru_cache`, with a memory for each set of card tables in use. For functions that read tables."""

    def remember(function: Callable[..., T]) -> Callable[..., T]:
        @lru_cache(maxsize)
        def known(_: tuple[Folders, Folders], *arguments: Any, **named: Any) -> T:
            return function(*arguments, **named)

        @wraps(function)
        def call(*arguments: Any, **named: Any) -> T:
            return known(_tables(), *arguments, **named)

        return call

    return remember


class Odds:
    """The functions of a game's `odds` module, called with the card tables of this game."""

    def __init__(self, game: Tabled) -> None:
        self._game = game
        self._module = import_module(f"{type(game).__module__}.odds")

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        return bound(self._game, value) if callable(value) and not isinstance(value, type) else value

    def __dir__(self) -> list[str]:
        return [name for name in dir(self._module) if not name.startswith("_")]
