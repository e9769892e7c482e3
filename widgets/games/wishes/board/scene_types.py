"""What The Sultan's Wishes alone send to their scripts, in the classes of "
"widgets/table/scene_types.py that they add to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from gamelib.nodes import Seat

from ....table import scene_types


class Slots(scene_types.Slots, total=False):
    """Places of a wish; `other`: those that something else has filled."""

    other: int


class MoodEffectLine(TypedDict, total=False):
    """What a mood does; `off`: not now."""

    icon: str
    text: str
    off: bool


class SeatGain(TypedDict):
    """What a seat gets."""

    seat: Seat
    text: str


class PlacementEffect(TypedDict, total=False):
    """What an action does at once to the place it is aimed at."""

    adds: int
    closes: bool
    pays: Sequence[SeatGain]


class ActionOffer(scene_types.ActionOffer, total=False):
    """An action that lays a card at a wish."""

    brings: PlacementEffect


class Card(scene_types.Card, total=False):
    """Panels of the wall, lanes of the chart, the sign of the mood."""

    places: Slots  # type: ignore[misc]
    sign: str
    """an icon beside the number"""
    pawns: Sequence[Seat]
    heap: Sequence[float]
    """shares of what may still come to a lane, over 0, 1, 2, ..."""
    sure: int
    rank: int
    lines: Sequence[MoodEffectLine]
    of: int
    """how many moods there are, and at which of them it is"""
    at: int
