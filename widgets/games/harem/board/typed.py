"""What Court alone sends to its scripts, in the classes of widgets/table/typed.py that it adds to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Required, TypedDict

from gamelib.nodes import Seat

from ....table import typed

_From = TypedDict("_From", {"from": Required[int]}, total=False)


class Side(TypedDict, total=False):
    """Who throws two dice."""

    seat: Seat
    who: str
    mod: int
    icon: str


class Gives(TypedDict):
    """What dice give."""

    label: str
    value: int | str


class Tray(TypedDict, total=False):
    """Two dice a side."""

    sides: Required[Sequence[Side]]
    between: str
    gives: Gives
    emblem: str
    """a kind of card"""


class Falls(TypedDict):
    """The dice of each sum, and after each die but the last the places where the ball may still fall."""

    faces: Sequence[Sequence[int]]
    open: Sequence[Sequence[int]]


class Steps(_From, total=False):
    """Whole numbers from `from` on; wanted is what reaches `need`, or what stays `below` it."""

    label: Required[str]
    weights: Required[Sequence[int]]
    total: Required[int]
    need: Required[int]
    below: bool
    left: Required[Sequence[str]]
    """words and ways above that end"""
    right: Required[Sequence[str]]


class Odds(typed.Odds, total=False):
    """What dice may decide; `rolls`: the sums that came."""

    steps: Steps
    act: int
    """the action whose risk this is"""
    tray: Tray
    rolls: Sequence[int]
    falls: Falls
