"""Types of summaries of a game: event summaries, opponent actions, variations, final score and decision review.

No game adds keys to these types. The types of the current position are in scene_types.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Required, TypedDict

from gamelib.nodes import Seat

from ..page.drawing_types import CardImage


class ValueRow(TypedDict, total=False):
    """Row with a value of a seat, drawn as a bar or as slots.

    A row that does not belong to a seat has a label, and an icon or a kind. Such a row can have a pawn.
    """

    seat: Seat
    label: str
    icon: str
    kind: str
    pawn: Seat
    """Seat whose pawn is drawn in the row."""
    value: int | str
    """Number or text at the end of the row."""
    share: float
    """Length of the bar, from 0 to 1."""
    first: float
    """Part of the bar with a solid fill, from 0 to 1."""
    n: int
    """Number of filled slots."""
    of: int
    """Number of slots."""
    mark: int
    """Number of the slot that is the goal, counted from 1."""
    text: str
    look: Literal["", "best", "out"]
    """Emphasis of the row: the best value, or a seat that is out."""
    wide: bool
    """Whether the text has the place of the bar."""


class ValueRowSection(TypedDict, total=False):
    """Rows with a common label."""

    label: str
    icon: str
    note: str
    rows: Required[Sequence[ValueRow]]


class EventSummaryCard(CardImage, total=False):
    """Card that an event summary is about, with a text about the card."""

    text: str


class EventSummary(TypedDict, total=False):
    """Summary of an event, displayed in the main panel."""

    title: Required[str]
    text: str
    rule: str
    """Id of the rule."""
    card: EventSummaryCard
    tab: str
    """Name of the tab that is opened."""
    parts: Required[Sequence[ValueRowSection]]
    verdict: str
    """Sentence with the result."""
    stop: bool
    """Whether the game waits until the player has read it."""
    star: bool
    """Whether it is drawn above the whole table."""


class Payment(TypedDict, total=False):
    """Amount that one seat paid to another, or the seat that received money for a card that has left the table."""

    by: Seat
    to: Required[Seat]
    n: int
    """Amount of money."""
    card: str
    """Id of the card."""


class OpponentAction(TypedDict, total=False):
    """Action of another seat at a step, with its reason."""

    step: Required[int]
    text: Required[str]
    why: str
    mine: bool
    """Whether the text names the viewer."""


class OpponentActionList(TypedDict):
    """Actions of a seat since a person last chose."""

    seat: Seat
    deeds: Sequence[OpponentAction]


class RecordedChoice(TypedDict, total=False):
    """Action or outcome that was chosen at a past step."""

    label: Required[str]
    n: int
    """Number of the action."""


class VariationSummary(TypedDict):
    """Variation of the game."""

    label: str
    note: str
    """Text about the place where the variation begins."""
    parted: int | None
    """Step at which it differs from its parent, or None for the first variation."""
    steps: int
    """Number of steps."""


class ItemScore(TypedDict):
    """Points of one item."""

    label: str
    said: str
    """Points as text."""


class ScoreSource(TypedDict):
    """Points of one source. Its items are in the order in which they are counted."""

    label: str
    points: float
    tone: str
    """Name of a colour."""
    said: str
    """Points as text."""
    of: Sequence[ItemScore]
    """Items of the source."""


class SeatScore(TypedDict):
    """Final score of a seat."""

    seat: Seat
    name: str
    score: int
    said: str
    """Score as text."""
    wins: bool
    """Whether the seat has won."""
    parts: Sequence[ScoreSource]
    """Sources of the points."""


class DayScore(TypedDict):
    """Points at the player's seat in a deal of the day."""

    label: str
    score: int
    said: str
    """Points as text."""
    wins: bool
    """Whether the seat has won."""


class DayBots(TypedDict):
    """Results of the bots that have finished a deal of the day."""

    day: str
    """Date of the deal."""
    scores: Sequence[DayScore]
    over: bool
    """Whether all bots have finished."""


class DayResult(TypedDict):
    """Result of a deal of the day, with the bots' results."""

    own: DayScore
    attempt: int
    bots: DayBots


class LeadChange(TypedDict):
    """Step at which another seat took the lead."""

    step: int
    seat: Seat
    text: str


class ScoreHistory(TypedDict):
    """Points of each seat over the steps."""

    steps: Sequence[int]
    points: Sequence[Sequence[int]]
    """One list of points for each seat."""
    turns: Sequence[LeadChange]
    """Changes of the lead."""


class LuckComparison(TypedDict):
    """Result of rolls and draws, compared with its expected value."""

    label: str
    got: str
    """Result as text."""
    expected: str
    """Expected value as text."""
    more: str
    """Explanation."""


class SeatLuck(TypedDict):
    """Luck of a seat."""

    seat: Seat
    name: str
    cells: Sequence[LuckComparison]


class Blunder(TypedDict):
    """Decision with a large loss."""

    step: int
    go: str
    """Label of the button that opens the position."""
    title: str
    lines: Sequence[str]
    """Reasons, one sentence each."""


class ReviewProgress(TypedDict):
    """Results so far of the review of one seat's decisions."""

    seat: Seat
    done: int
    """Number of reviewed decisions."""
    of: int
    """Number of decisions."""
    over: bool
    """Whether the review has ended."""
    said: str
    """Summary as text."""
    worst: Sequence[Blunder]
    """Decisions that cost most."""
    habits: Sequence[str]
    """Sentences about repeated mistakes."""


class ReviewPanel(TypedDict):
    """Offer to review a seat's decisions, and the results."""

    ask: str
    """Label of the button that starts the review."""
    about: str
    """Description of the review."""
    found: ReviewProgress | None
    """Result so far, or None before the start."""
