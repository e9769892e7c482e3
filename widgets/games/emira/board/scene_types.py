"""What Emira alone sends to its scripts, in the classes of widgets/table/scene_types.py that it adds to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from gamelib.nodes import Seat

from ....page.drawing_types import Shape
from ....table import scene_types


class Road(TypedDict, total=False):
    """Spaces in a row; a pawn stands where so much is still to come."""

    spaces: int
    at: Sequence[int]
    art: Sequence[Annotated[Mapping[str, Any], Shape]]
    """the pawn; a disc unless given"""
    plain: bool
    """no coins lie on the spaces before it"""


class ValueSourceIcon(TypedDict):
    """A thing that a value counts."""

    icon: str
    kind: str


class GuestComparisonLine(TypedDict):
    """What a guest compares."""

    icon: str
    text: str


class OutcomeBar(scene_types.OutcomeBar, total=False):
    """A chance that belongs to a seat."""

    seat: Seat


class Card(scene_types.Card, total=False):
    """Pieces of the palace."""

    road: Road
    tokens: Sequence[ValueSourceIcon]
    lines: Sequence[GuestComparisonLine]
    adds: Sequence[int]
    """what it would add to each of the amounts on the stage"""
    then: Sequence[OutcomeBar]
    """the bar in parts, as it would be with this card"""
    thenSays: str  # noqa: N815


class ColumnPart(TypedDict):
    """A part of a column."""

    value: int
    tone: str


class StackedColumn(TypedDict):
    """Amounts of one round."""

    label: str
    total: int
    parts: Sequence[ColumnPart]


class LegendEntry(TypedDict):
    """What a tone of the columns means."""

    label: str
    tone: str


class ReferenceLine(TypedDict):
    """A line across the columns."""

    label: str
    value: int


class StackedColumnChart(TypedDict):
    """Amounts one after the other."""

    axis: str
    cols: Sequence[StackedColumn]
    legend: Sequence[LegendEntry]
    line: ReferenceLine


class BidderBudget(TypedDict):
    """What a seat could buy after its bid."""

    seat: Seat
    who: str
    have: int
    less: int
    costs: Sequence[int]


class BidBudgetChart(TypedDict):
    """What a bid leaves to buy, a staircase each; `stands`: the bid so far, `of`: things on sale."""

    rows: Sequence[BidderBudget]
    stands: int
    of: int


class BidControl(TypedDict):
    """A number to be chosen: actions first, first + 1, ... by value."""

    id: str
    label: str
    verb: str
    first: int
    least: int
    most: int
    step: int
    unit: str
    button: str
    says: str
    """filled in with what is to be paid, value - less, and what is left of `have`"""
    less: int
    have: int
    ladder: Sequence[int]
    """values that are one click away"""
    free: bool
    """whether one may act without any"""


class Scene(scene_types.Scene, total=False):
    """A position of Emira."""

    entry: BidControl


class Odds(scene_types.Odds, total=False):
    """Pictures of the stage."""

    on: Sequence[str]
    """shown alone while one of these is selected"""
    rest: bool
    """and also while nothing is"""
    stack: bool
    """the bars stand in one bar in parts, by seat"""
    budget: BidBudgetChart
    columns: StackedColumnChart
