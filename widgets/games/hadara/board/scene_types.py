"""What Hadara alone sends to its scripts, in the classes of widgets/table/scene_types.py that it adds to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Required, TypedDict

from ....table import scene_types
from ....table.summary_types import ValueRow


class RotatingShapes(TypedDict):
    """Shapes at an angle: after a redraw they turn there from the one before, around a point."""

    at: float
    around: Sequence[float]
    parts: Sequence[Annotated[Mapping[str, Any], scene_types.MapShape]]


class MapShape(scene_types.MapShape, total=False):
    """A shape of the ring. Further keys are attributes of its SVG element."""

    spin: RotatingShapes


class TrackMark(TypedDict, total=False):
    """What opens on a track."""

    at: int
    label: str
    look: Literal["open", "far", "done", "shut", "bad"]
    said: str


class SuccessChance(scene_types.SuccessChance, total=False):
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
    marks: Sequence[TrackMark]
    text: str


class RowTail(TypedDict, total=False):
    """What stands behind the row of a track."""

    id: str
    icon: str
    text: str
    label: str


class Group(scene_types.Group, total=False):
    """A group with a track is a line: a head, beads, its items and a tail."""

    track: Track
    tail: RowTail


class ValueChange(scene_types.ValueChange, total=False):
    """What follows from an action."""

    kind: str
    look: Literal["", "good", "bad"]
    small: bool
    """shown where there are many cards"""


class Card(scene_types.Card, total=False):
    """A card that is chosen with its acts beside it."""

    signs: Sequence[ValueChange]
    """what it brings, as signs in place of its text"""
    effect: str
    """its text, where signs do not say it"""
    strips: Sequence[Sequence[ValueChange]]


class ActionOffer(scene_types.ActionOffer, total=False):
    """An act with what follows from it."""

    would: Mapping[str, int | str]
    """new values by id: of facts, tracks and prices"""
    changes: Sequence[ValueChange]
    chance: SuccessChance  # type: ignore[misc]
    short: str
    """its label where the card stands beside it"""


class PairGridItem(TypedDict):
    """A thing of which two are drawn; `hit`: wanted."""

    text: str
    hit: bool


class PairGrid(TypedDict):
    """Every two of these things."""

    items: Sequence[PairGridItem]
    label: str


class SquareCount(TypedDict):
    """So many squares of a kind."""

    kind: str
    n: int


class DiscardOption(TypedDict, total=False):
    """What goes with a thing that may go."""

    label: str
    parts: Sequence[SquareCount]
    text: str
    look: str
    act: int


class SeatRows(TypedDict, total=False):
    """Seats beside each other, under a title; `text` stands below them."""

    label: Required[str]
    rows: Required[Sequence[ValueRow]]
    text: str


class Odds(scene_types.Odds, total=False):
    """Pictures of chance."""

    acts: Mapping[str, Odds]
    """what differs by action, by its number"""
    first: str
    """the one that is shown until one is pointed at"""
    rows: SeatRows
    pairs: PairGrid
    leaves: Sequence[DiscardOption]
