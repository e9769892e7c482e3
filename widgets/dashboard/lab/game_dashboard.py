"""Base class for dashboards about any game. If the game changes, the other controls and the layout change too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import gamelib
from gamelib import Game

from ...page.card_overrides import game_with_served_cards
from ...page.translations import text_lookup
from ..controls import Choice, Control
from ..widget import Dashboard, control_named

text = text_lookup("dashboard_lab")

DEFAULT_GAME = "harem"


def game_choice_control() -> Choice:
    """Return the control with which the reader chooses the game."""
    return Choice("game", "Game", {one.id: one.title for one in gamelib.all_games().values()}, DEFAULT_GAME)


def seat_count_control(game: Game) -> Choice:
    """Return the control for the number of seats, which is at least two."""
    seats = [str(n) for n in game.seats if n > 1]
    return Choice("seats", "Seats", dict(zip(seats, seats, strict=True)), seats[0])


class GameChoiceDashboard(Dashboard):
    """Dashboard with a control "game", whose value determines the other controls."""

    selected_game: Game

    def __init__(self, link: str = "", seed: int | None = None) -> None:
        self._arrange(_game_of(link))
        super().__init__(link, seed)

    @staticmethod
    def controls_for_game(name: str) -> list[Control]:
        """Return the controls of the dashboard for a game, given by its id."""
        raise NotImplementedError

    def build_layout(self) -> None:
        """Set `LAYOUT` for the current controls. The chart ids must be the same for each game."""
        raise NotImplementedError

    def _arrange(self, name: str) -> None:
        self.selected_game = game_with_served_cards(name)
        self.CONTROLS = tuple(self.controls_for_game(name))
        self.controls = {control.name: control for control in self.CONTROLS}
        self.build_layout()

    def _opened(self, link: str) -> dict[str, Any]:
        """Return the control values that a link contains.

        The game of the link determines the other controls. If the link is empty, the game stays the same.
        """
        name = _game_of(link) if link else self.selected_game.id
        if name != self.selected_game.id:
            self._arrange(name)
        return {**super()._opened(link), "game": name}

    def _set(self, message: Mapping[str, Any]) -> None:
        values = dict(message["values"])
        name = values.get("game", self.selected_game.id)
        if name != self.selected_game.id:
            values = {"game": name}
            self.values = self._opened(f"game={self.controls['game'].validated_value(name)}")
        super()._set({**message, "values": values})

    def set_control_values(self, **values: Any) -> None:
        """Set controls as in `Dashboard.set_control_values`.

        A change of the game resets the other controls to their defaults.
        """
        name = values.get("game", self.selected_game.id)
        if name != self.selected_game.id:
            others = {
                control.name: control
                for control in self.controls_for_game(str(self.controls["game"].validated_value(name)))
            }
            for each, value in values.items():  # all values are validated before the first value is changed
                control_named(others, each).validated_value(value)
            self.values = self._opened(f"game={name}")
        super().set_control_values(**values)


def _game_of(link: str) -> str:
    """Return the game that a link names. Raise ValueError if there is no such game."""
    name = dict(parse_qsl(link.lstrip("#"))).get("game", DEFAULT_GAME)
    if name not in gamelib.all_games():
        raise ValueError(text("no_game", name=name[:20]))
    return name
