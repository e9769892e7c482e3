"""Scene types of Hadara, in addition to the types in widgets/table/scene_types.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Required, TypedDict

from ....table import scene_types
from ....table.summary_types import ValueRow


class RotatingShapes(TypedDict):
    """Shapes that rotate around a point. After each redraw, an animation rotates them from the previous angle."""

    at: float
    """Angle."""
    around: Sequence[float]
    """Centre of the rotation."""
    parts: Sequence[Annotated[Mapping[str, Any], scene_types.MapShape]]


class MapShape(scene_types.MapShape, total=False):
    """Shape of the ring. Further keys are attributes of its SVG element."""

    spin: RotatingShapes


class TrackMark(TypedDict, total=False):
    """Mark on a track at the value from which something becomes possible."""

    at: int
    """Value of the track at the mark."""
    label: str
    look: Literal["open", "far", "done", "shut", "bad"]
    said: str
    """Sentence for screen readers."""


class SuccessChance(scene_types.SuccessChance, total=False):
    """Probability on the panel of an action."""

    brief: str
    """Short label of the event."""


class Track(TypedDict, total=False):
    """Value of a track, drawn as a row of beads. If there is no value, `text` describes the row."""

    icon: str
    kind: str
    label: str
    value: int
    most: int
    """Maximum of the track."""
    marks: Sequence[TrackMark]
    text: str


class RowTail(TypedDict, total=False):
    """Content at the end of the row of a track."""

    id: str
    icon: str
    text: str
    label: str


class Group(scene_types.Group, total=False):
    """Group of items. If the group has a track, it is a row: a head, beads, items and a tail."""

    track: Track
    tail: RowTail


class ValueChange(scene_types.ValueChange, total=False):
    """Effect of an action."""

    kind: str
    look: Literal["", "good", "bad"]
    small: bool
    """Whether it is displayed even if there are many cards."""


class Card(scene_types.Card, total=False):
    """Card with its actions next to it."""

    signs: Sequence[ValueChange]
    """Effects as symbols that replace the text."""
    effect: str
    """Text of the card, if the symbols do not contain it."""
    strips: Sequence[Sequence[ValueChange]]
    """Rows of effects below the card."""


class ActionOffer(scene_types.ActionOffer, total=False):
    """Action with its effects."""

    would: Mapping[str, int | str]
    """New values of facts, tracks and prices by their ids."""
    changes: Sequence[ValueChange]
    chance: SuccessChance  # type: ignore[misc]
    """Probability of success."""
    short: str
    """Label next to the card."""


class PairGridItem(TypedDict):
    """Item of a pair."""

    text: str
    hit: bool
    """Whether the item is wanted."""


class PairGrid(TypedDict):
    """Grid of all pairs of some items."""

    items: Sequence[PairGridItem]
    label: str


class SquareCount(TypedDict):
    """Number of squares of a kind."""

    kind: str
    n: int


class DiscardOption(TypedDict, total=False):
    """Item that can be discarded, with the values that are lost with it."""

    label: str
    parts: Sequence[SquareCount]
    text: str
    look: str
    act: int
    """Number of the action."""


class SeatRows(TypedDict, total=False):
    """Rows with one seat each, below a title. The text is below the rows."""

    label: Required[str]
    rows: Required[Sequence[ValueRow]]
    text: str


class Odds(scene_types.Odds, total=False):
    """Odds of a chance step."""

    acts: Mapping[str, Odds]
    """Odds by the number of the action, if they depend on it."""
    first: str
    """Number of the action whose odds are displayed until the player points at another one."""
    rows: SeatRows
    """Rows of the seats."""
    pairs: PairGrid
    """All pairs of cards."""
    leaves: Sequence[DiscardOption]
    """Items that can be discarded."""
