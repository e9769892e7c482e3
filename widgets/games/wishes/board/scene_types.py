"""Scene types of The Sultan's Wishes, in addition to those of widgets/table/scene_types.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from gamelib.nodes import Seat

from ....table import scene_types


class Slots(scene_types.Slots, total=False):
    """Slots of a wish."""

    other: int
    """Number of slots that something else has filled."""


class MoodEffectLine(TypedDict, total=False):
    """Effect of a mood."""

    icon: str
    text: str
    off: bool
    """Whether the effect is not active now."""


class SeatGain(TypedDict):
    """Gain of a seat."""

    seat: Seat
    text: str


class PlacementEffect(TypedDict, total=False):
    """Immediate effect that an action has on its target."""

    adds: int
    """Number that is added."""
    closes: bool
    """Whether the target is completed."""
    pays: Sequence[SeatGain]
    """Gains of the seats."""


class ActionOffer(scene_types.ActionOffer, total=False):
    """Action that places a card at a wish."""

    brings: PlacementEffect
    """Immediate effect."""


class Card(scene_types.Card, total=False):
    """Card of the scene: a wish, a row of the chart, or the mood."""

    places: Slots  # type: ignore[misc]
    sign: str
    """Icon next to the number."""
    pawns: Sequence[Seat]
    """Seats whose pawns are drawn."""
    heap: Sequence[float]
    """Distribution of what can still be added to a row: the shares of 0, 1, 2, ..."""
    sure: int
    """Amount that is certain."""
    rank: int
    """Place of the row, counted from 1."""
    lines: Sequence[MoodEffectLine]
    of: int
    """Number of moods."""
    at: int
    """Number of the present mood, counted from 1."""
