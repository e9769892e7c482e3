"""Protocols for classes in higher modules: a step as its frames use it, and a game as its positions use it.

The module of the game imports positions, and positions import frames. These protocols avoid imports in the opposite
direction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol


class StepProtocol(Protocol):
    """Interface of a step (`step.Step`) that its frames use."""

    @property
    def name(self) -> str:
        """Name of the step on the agenda."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """Field objects for the values of a frame, by name."""

    @property
    def make_frame(self) -> Callable[..., Any]:
        """Function that creates a frame from the values of its fields."""


class GameProtocol(Protocol):
    """Interface of a game (`base_game.Game`) that its positions use."""

    @property
    def id(self) -> str:
        """Id of the game."""

    @property
    def title(self) -> str:
        """Title of the game."""

    @property
    def card_set_digest(self) -> str:
        """Digest of the numbers in the card tables."""

    @property
    def steps(self) -> Mapping[str, Any]:
        """Steps of the game by name."""

    def describe(self, item: Any) -> str:
        """Return the text of a node, action, event, ruling or end."""

    def step_label(self, state: Any, frame: Any) -> str:
        """Return the short name of a frame on the agenda."""

    def from_dict(self, data: Mapping[str, Any]) -> Any:
        """Read and check a saved position."""


class PositionTextGameProtocol(GameProtocol, Protocol):
    """Interface of a game that position texts use."""

    @property
    def seats(self) -> Sequence[int]:
        """Possible numbers of seats."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Options of the game by name."""

    @property
    def option_defaults(self) -> Mapping[str, Any]:
        """Default value of each option."""

    @property
    def derived_fields(self) -> Sequence[str]:
        """Fields that `fill_derived_fields` computes if they are not given."""

    @property
    def state_type(self) -> Any:
        """Class of the positions."""

    def base_position(self, seats: int, **options: Any) -> Any:
        """Return the base position, whose fields a position text changes."""

    def fill_derived_fields(self, state: Any, given_fields: set[str]) -> None:
        """Fill in the fields that follow from the given fields."""

    def load_unsettled(self, data: Mapping[str, Any]) -> Any:
        """Read a saved position whose next step may be automatic."""

    def resolve_place_names(self, field_name: str, value: Any) -> Any:
        """Return the value of a field with names of the game replaced by numbers."""

    def complete_agenda_up_to_frame(self, state: Any, top_frame: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the saved agenda for a frame if only this frame is given."""

    def load_frame(self, state: Any, data: Any) -> Any:
        """Return a frame of a saved position."""
