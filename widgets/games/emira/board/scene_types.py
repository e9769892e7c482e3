"""Scene types of Emira, in addition to those of widgets/table/scene_types.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from gamelib.nodes import Seat

from ....page.drawing_types import Shape
from ....table import scene_types


class Road(TypedDict, total=False):
    """Row of spaces with a pawn. The number on the pawn's space is the number of remaining rounds."""

    spaces: int
    """Number of spaces."""
    at: Sequence[int]
    """Spaces with a pawn."""
    art: Sequence[Annotated[Mapping[str, Any], Shape]]
    """Shapes of the pawn. The default is a disc."""
    plain: bool
    """Whether the spaces before the pawn have no coins."""


class ValueSourceIcon(TypedDict):
    """Icon of an item that adds to a value of a seat."""

    icon: str
    kind: str


class GuestComparisonLine(TypedDict):
    """Value of the seats by which a princess compares them."""

    icon: str
    text: str


class OutcomeBar(scene_types.OutcomeBar, total=False):
    """Possible outcome of a draw, with the seat to which it belongs."""

    seat: Seat


class Card(scene_types.Card, total=False):
    """Piece of the palace."""

    road: Road
    """Spaces of a caravan."""
    tokens: Sequence[ValueSourceIcon]
    """Items that the value counts."""
    lines: Sequence[GuestComparisonLine]
    """Values that the guest compares."""
    adds: Sequence[int]
    """Amount that the card would add to each column in the main panel."""
    then: Sequence[OutcomeBar]
    """Bar in parts, as it would be with this card."""
    thenSays: str  # noqa: N815
    """Sentence about this bar."""


class ColumnPart(TypedDict):
    """Part of a stacked column."""

    value: int
    tone: str
    """Name of a colour."""


class StackedColumn(TypedDict):
    """Amounts of one round."""

    label: str
    total: int
    parts: Sequence[ColumnPart]


class LegendEntry(TypedDict):
    """Entry of the legend: the meaning of a colour in the columns."""

    label: str
    tone: str
    """Name of a colour."""


class ReferenceLine(TypedDict):
    """Horizontal line across the columns."""

    label: str
    value: int


class StackedColumnChart(TypedDict):
    """Amounts of several rounds."""

    axis: str
    """Label of the axis."""
    cols: Sequence[StackedColumn]
    legend: Sequence[LegendEntry]
    line: ReferenceLine


class BidderBudget(TypedDict):
    """Purchases that a seat could pay for after its bid."""

    seat: Seat
    who: str
    """Name of the player."""
    have: int
    """Gold of the seat."""
    less: int
    """Discount of the bid."""
    costs: Sequence[int]
    """Prices of the items on sale."""


class BidBudgetChart(TypedDict):
    """Purchases that each seat could pay for, as a step function of its bid."""

    rows: Sequence[BidderBudget]
    stands: int
    """Highest bid so far."""
    of: int
    """Number of items on sale."""


class BidControl(TypedDict):
    """Control for a number. The actions of consecutive values have the numbers `first`, `first` + 1, and so on."""

    id: str
    label: str
    verb: str
    """Verb of the actions."""
    first: int
    """Number of the action with the smallest value."""
    least: int
    """Smallest value."""
    most: int
    """Largest value."""
    step: int
    """Difference between neighbouring values."""
    unit: str
    button: str
    says: str
    """Sentence with the payment, value - `less`, and the rest of `have`."""
    less: int
    """Discount."""
    have: int
    """Gold of the seat."""
    ladder: Sequence[int]
    """Values with a button of their own."""
    free: bool
    """Whether the player can act without a number."""


class Scene(scene_types.Scene, total=False):
    """Position of Emira."""

    entry: BidControl
    """Control for the bid."""


class Odds(scene_types.Odds, total=False):
    """Odds that the main panel displays."""

    on: Sequence[str]
    """Ids of cards. The odds are displayed only while one of them is selected."""
    rest: bool
    """Whether they are also displayed while nothing is selected."""
    stack: bool
    """Whether the outcomes are parts of one bar, by seat."""
    budget: BidBudgetChart
    columns: StackedColumnChart
