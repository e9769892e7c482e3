"""What Court alone sends to its scripts, in the classes of widgets/table/scene_types.py that it adds to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Required, TypedDict

from gamelib.nodes import Seat

from ....table import scene_types

_From = TypedDict("_From", {"from": Required[int]}, total=False)


class DiceSide(TypedDict, total=False):
    """Who throws two dice."""

    seat: Seat
    who: str
    mod: int
    icon: str


class RollResult(TypedDict):
    """What dice give."""

    label: str
    value: int | str


class DiceDisplay(TypedDict, total=False):
    """Two dice a side."""

    sides: Required[Sequence[DiceSide]]
    between: str
    gives: RollResult
    emblem: str
    """a kind of card"""


class DiceLandingSequence(TypedDict):
    """The dice of each sum, and after each die but the last the places where the ball may still fall."""

    faces: Sequence[Sequence[int]]
    open: Sequence[Sequence[int]]


class ValueHistogram(_From, total=False):
    """Whole numbers from `from` on; wanted is what reaches `need`, or what stays `below` it."""

    label: Required[str]
    weights: Required[Sequence[int]]
    total: Required[int]
    need: Required[int]
    below: bool
    left: Required[Sequence[str]]
    """words and ways above that end"""
    right: Required[Sequence[str]]


class Odds(scene_types.Odds, total=False):
    """What dice may decide; `rolls`: the sums that came."""

    steps: ValueHistogram
    act: int
    """the action whose risk this is"""
    tray: DiceDisplay
    rolls: Sequence[int]
    falls: DiceLandingSequence
