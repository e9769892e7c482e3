"""What has happened on a table, as types: moments, what others did, lines of play, and what is told of a whole game.

Nothing in here is what one game alone sends; see typed.py, which has what lies on the table now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Required, TypedDict

from gamelib.nodes import Seat

from ..page.drawing_types import CardImage


class ValueRow(TypedDict, total=False):
    """A seat's value as a bar or in places; a thing has a label and an icon or kind instead, and may carry a pawn."""

    seat: Seat
    label: str
    icon: str
    kind: str
    pawn: Seat
    value: int | str
    share: float
    first: float
    """the part of the share that is drawn full"""
    n: int
    of: int
    mark: int
    text: str
    look: Literal["", "best", "out"]
    wide: bool


class ValueRowSection(TypedDict, total=False):
    """Rows under a label."""

    label: str
    icon: str
    note: str
    rows: Required[Sequence[ValueRow]]


class EventSummaryCard(CardImage, total=False):
    """The card that a moment is about: its picture, and what is told of it."""

    text: str


class EventSummary(TypedDict, total=False):
    """What has just happened, told on the stage."""

    title: Required[str]
    text: str
    rule: str
    card: EventSummaryCard
    tab: str
    """the tab that it brings up"""
    parts: Required[Sequence[ValueRowSection]]
    verdict: str
    stop: bool
    """nobody plays on until it has been read"""
    star: bool
    """it rises over the whole table"""


class Payment(TypedDict, total=False):
    """How much one seat has paid another, or who was paid for which card that has left the table."""

    by: Seat
    to: Required[Seat]
    n: int
    card: str


class OpponentAction(TypedDict, total=False):
    """What another seat has done at a step, and why."""

    step: Required[int]
    text: Required[str]
    why: str
    mine: bool
    """it names who looks on"""


class OpponentActionList(TypedDict):
    """A seat, and what it has done since a person last chose."""

    seat: Seat
    deeds: Sequence[OpponentAction]


class RecordedChoice(TypedDict, total=False):
    """What was chosen, or came, at a step of the past."""

    label: Required[str]
    n: int


class VariationSummary(TypedDict):
    """A course of the game."""

    label: str
    note: str
    parted: int | None
    steps: int


class ItemScore(TypedDict):
    """What a single thing brought."""

    label: str
    said: str


class ScoreSource(TypedDict):
    """Points of one source, in the order of the count what each thing brought."""

    label: str
    points: float
    tone: str
    said: str
    of: Sequence[ItemScore]


class SeatScore(TypedDict):
    """The points of a seat."""

    seat: Seat
    name: str
    score: int
    said: str
    wins: bool
    parts: Sequence[ScoreSource]


class LeadChange(TypedDict):
    """Where the lead passed to another seat."""

    step: int
    seat: Seat
    text: str


class ScoreHistory(TypedDict):
    """The points of each seat over the steps."""

    steps: Sequence[int]
    points: Sequence[Sequence[int]]
    turns: Sequence[LeadChange]


class LuckComparison(TypedDict):
    """What chance gave, and what was to be expected."""

    label: str
    got: str
    expected: str
    more: str


class SeatLuck(TypedDict):
    """The luck of a seat."""

    seat: Seat
    name: str
    cells: Sequence[LuckComparison]


class Blunder(TypedDict):
    """A decision that cost most."""

    step: int
    go: str
    title: str
    lines: Sequence[str]


class ReviewProgress(TypedDict):
    """What the review of a seat's decisions has found so far."""

    seat: Seat
    done: int
    of: int
    over: bool
    said: str
    worst: Sequence[Blunder]
    habits: Sequence[str]


class ReviewPanel(TypedDict):
    """Whose decisions may be looked at, and what has been found."""

    ask: str
    about: str
    found: ReviewProgress | None
