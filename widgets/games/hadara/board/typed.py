"""What Hadara alone sends to its scripts, in the classes of widgets/table/typed.py that it adds to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Required, TypedDict

from ....table import typed
from ....table.happened import Row


class Spin(TypedDict):
    """Shapes at an angle: after a redraw they turn there from the one before, around a point."""

    at: float
    around: Sequence[float]
    parts: Sequence[Annotated[Mapping[str, Any], typed.Drawn]]


class Drawn(typed.Drawn, total=False):
    """A shape of the ring. Further keys are attributes of its SVG element."""

    spin: Spin


class Mark(TypedDict, total=False):
    """What opens on a track."""

    at: int
    label: str
    look: Literal["open", "far", "done", "shut", "bad"]
    said: str


class Stake(typed.Stake, total=False):
    """A chance on an act."""

    brief: str
    """of what, where an act has little room"""


class Track(TypedDict, total=False):
    """Beads up to a value; without one, `text` says what the line is for."""

    icon: str
    kind: str
    label: str
    value: int
    most: int
    marks: Sequence[Mark]
    text: str


class Tail(TypedDict, total=False):
    """What stands behind the row of a track."""

    id: str
    icon: str
    text: str
    label: str


class Group(typed.Group, total=False):
    """A group with a track is a line: a head, beads, its items and a tail."""

    track: Track
    tail: Tail


class Change(typed.Change, total=False):
    """What follows from an action."""

    kind: str
    look: Literal["", "good", "bad"]
    small: bool
    """shown where there are many cards"""


class Card(typed.Card, total=False):
    """A card that is chosen with its acts beside it."""

    signs: Sequence[Change]
    """what it brings, as signs in place of its text"""
    effect: str
    """its text, where signs do not say it"""
    strips: Sequence[Sequence[Change]]


class Offer(typed.Offer, total=False):
    """An act with what follows from it."""

    would: Mapping[str, int | str]
    """new values by id: of facts, tracks and prices"""
    changes: Sequence[Change]
    chance: Stake  # type: ignore[misc]
    short: str
    """its label where the card stands beside it"""


class Pair(TypedDict):
    """A thing of which two are drawn; `hit`: wanted."""

    text: str
    hit: bool


class Pairs(TypedDict):
    """Every two of these things."""

    items: Sequence[Pair]
    label: str


class Square(TypedDict):
    """So many squares of a kind."""

    kind: str
    n: int


class Leaf(TypedDict, total=False):
    """What goes with a thing that may go."""

    label: str
    parts: Sequence[Square]
    text: str
    look: str
    act: int


class Rows(TypedDict, total=False):
    """Seats beside each other, under a title; `text` stands below them."""

    label: Required[str]
    rows: Required[Sequence[Row]]
    text: str


class Odds(typed.Odds, total=False):
    """Pictures of chance."""

    acts: Mapping[str, Odds]
    """what differs by action, by its number"""
    first: str
    """the one that is shown until one is pointed at"""
    rows: Rows
    pairs: Pairs
    leaves: Sequence[Leaf]
