"""Base class of the odds objects of games (`game.odds`), which compute probabilities.

The module `odds` of a game has one class with functions that use card tables. Functions that use no card table are
plain functions of the module, and an odds object has these functions too. If you call a function of the module itself,
it uses the published card tables:

    game = gamelib.game("harem", cards="my-tables")
    game.odds.gem().mean  # with these tables
    gamelib.games.harem.odds.gem_value().mean  # with the published ones
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache, partial, wraps
from importlib import import_module
from typing import Any, TypeVar, cast

from ..base_game import Game, cached_game

F = TypeVar("F", bound=Callable[..., Any])


class GameOdds:
    """Base class of an odds object, which computes probabilities for the card tables of a game.

    Without a game, the object uses the published card tables.
    """

    game: Any
    """Game with the card tables to use."""

    def __init__(self, game: Game[Any] | None = None) -> None:
        if game is not None:
            self.game = game

    def for_game(self, game: Game[Any]) -> Any:
        """Return the odds object for this card set of the game."""
        return self if game.cards_folder == game.folder else type(self)(game)

    def __getattr__(self, name: str) -> Any:
        """Return a plain function of the module, or load the published game when it is first needed."""
        if name == "game":
            package = type(self).__module__.rpartition(".")[0]
            self.game = cached_game(import_module(package).GAME, None, "classroom")
            return self.game
        if not name.startswith("_"):
            for kind in type(self).__mro__:
                beside = vars(sys.modules[kind.__module__])
                if name in beside:
                    return beside[name]
        raise AttributeError(f"{type(self).__module__} has no {name!r}")

    def __dir__(self) -> list[str]:
        own = type(self).__module__
        beside = [name for name, thing in vars(sys.modules[own]).items() if getattr(thing, "__module__", "") == own]
        return sorted(name for name in {*super().__dir__(), *beside} if not name.startswith("_"))


def cached_method(maxsize: int | None) -> Callable[[F], F]:
    """Cache a method of `GameOdds` like `functools.lru_cache`.

    The cache belongs to the odds object of one card set and is deleted with this object.
    """

    def remember(method: F) -> F:
        place = f"_known_{method.__name__}"

        @wraps(method)
        def call(self: Any, *arguments: Any, **named: Any) -> Any:
            known = self.__dict__.get(place)
            if known is None:
                known = self.__dict__[place] = lru_cache(maxsize)(partial(method, self))
            return known(*arguments, **named)

        return cast(F, call)

    return remember
