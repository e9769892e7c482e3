"""Scene types of Court, in addition to those of widgets/table/scene_types.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Required, TypedDict

from gamelib.nodes import Seat

from ....table import scene_types

_From = TypedDict("_From", {"from": Required[int]}, total=False)


class DiceSide(TypedDict, total=False):
    """Player who rolls two dice."""

    seat: Seat
    who: str
    """Name of the player."""
    mod: int
    """Number that is added to the roll."""
    icon: str


class RollResult(TypedDict):
    """Result of a roll."""

    label: str
    value: int | str


class DiceDisplay(TypedDict, total=False):
    """Two dice for each side."""

    sides: Required[Sequence[DiceSide]]
    between: str
    """Text between the sides."""
    gives: RollResult
    """Result of the roll."""
    emblem: str
    """Kind of card that is drawn."""


class DiceLandingSequence(TypedDict):
    """Dice of each sum, and the outcomes that are still possible after each die has landed."""

    faces: Sequence[Sequence[int]]
    """Dice of each sum."""
    open: Sequence[Sequence[int]]
    """Outcomes that are still possible after each die but the last."""


class ValueHistogram(_From, total=False):
    """Histogram of integers. The first bar is the value `from`.

    A value is a success if it is at least `need`. If `below` is true, a value below `need` is a success.
    """

    label: Required[str]
    weights: Required[Sequence[int]]
    """Weight of each value."""
    total: Required[int]
    need: Required[int]
    """Limit of success."""
    below: bool
    """Whether success is a value below the limit."""
    left: Required[Sequence[str]]
    """Words and number of ways above the left end."""
    right: Required[Sequence[str]]
    """Words and number of ways above the right end."""


class Odds(scene_types.Odds, total=False):
    """Odds of a roll of dice."""

    steps: ValueHistogram
    """Distribution of the result."""
    act: int
    """Number of the action to which the odds belong."""
    tray: DiceDisplay
    """Dice that are drawn."""
    rolls: Sequence[int]
    """Sums that came."""
    falls: DiceLandingSequence
    """Dice of the animation."""
