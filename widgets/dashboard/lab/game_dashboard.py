"""A dashboard about any game: another game brings its own controls, and the page is laid out anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import gamelib
from gamelib import Game

from ...page.card_overrides import served_game
from ..controls import Choice, Control
from ..widget import Dashboard, control_named

DEFAULT_GAME = "harem"


def game_choice_control() -> Choice:
    """Which game."""
    return Choice("game", "Game", {one.id: one.title for one in gamelib.all_games().values()}, DEFAULT_GAME)


def seat_count_control(game: Game) -> Choice:
    """How many play, two at least."""
    seats = [str(n) for n in game.seats if n > 1]
    return Choice("seats", "Seats", dict(zip(seats, seats, strict=True)), seats[0])


class GameChoiceDashboard(Dashboard):
    """A dashboard with a control "game", which decides what the other controls are."""

    selected_game: Game

    def __init__(self, link: str = "", seed: int | None = None) -> None:
        self._arrange(_game_of(link))
        super().__init__(link, seed)

    @staticmethod
    def controls_of(name: str) -> list[Control]:
        """The controls for a game, by its id."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Set `LAYOUT` for the controls that are there, the same charts for each game."""
        raise NotImplementedError

    def _arrange(self, name: str) -> None:
        self.selected_game = served_game(name)
        self.CONTROLS = tuple(self.controls_of(name))
        self.controls = {control.name: control for control in self.CONTROLS}
        self.lay_out()

    def _opened(self, link: str) -> dict[str, Any]:
        """The setting of a link, whose game decides which other controls there are; of no link, that of the game."""
        name = _game_of(link) if link else self.selected_game.id
        if name != self.selected_game.id:
            self._arrange(name)
        return {**super()._opened(link), "game": name}

    def _set(self, message: Mapping[str, Any]) -> None:
        values = dict(message["values"])
        name = values.get("game", self.selected_game.id)
        if name != self.selected_game.id:
            values = {"game": name}
            self.values = self._opened(f"game={self.controls['game'].parse(name)}")
        super()._set({**message, "values": values})

    def set_control_values(self, **values: Any) -> None:
        """As `Dashboard.choose`; with another game its other controls begin anew."""
        name = values.get("game", self.selected_game.id)
        if name != self.selected_game.id:
            others = {control.name: control for control in self.controls_of(str(self.controls["game"].parse(name)))}
            for each, value in values.items():  # before anything of this game goes
                control_named(others, each).parse(value)
            self.values = self._opened(f"game={name}")
        super().set_control_values(**values)


def _game_of(link: str) -> str:
    """The game that a link names. ValueError for one that does not exist."""
    name = dict(parse_qsl(link.lstrip("#"))).get("game", DEFAULT_GAME)
    if name not in gamelib.all_games():
        raise ValueError(f"There is no game “{name[:20]}”.")
    return name
