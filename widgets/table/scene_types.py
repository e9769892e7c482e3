"""What a table looks like, as types: every key that a board or a session sends to the scripts stands here once.

A scene is a JSON object; what is false, empty or 0 may be missing. What one game alone sends stands in its own
`games/<game>/board/scene_types.py`, in classes of the same names. `python -m tests.scene_types` writes both as
`scene.d.ts` for the scripts. `make lint` reads the scripts against them, and finds keys that none of them reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Required, TypedDict

from gamelib.nodes import Seat

from ..page.drawing_types import CardImage
from .summary_types import (
    EventSummary,
    OpponentActionList,
    Payment,
    RecordedChoice,
    ReviewPanel,
    ScoreHistory,
    SeatLuck,
    SeatScore,
    ValueRowSection,
    VariationSummary,
)

ECHO_ONLY = "sent back"
"""Mark of a key that scripts only send back as it is."""
_FromTo = TypedDict("_FromTo", {"from": str | int | None, "to": str | int | None}, total=False)


# -- plans ------------------------------------------------------------------------------------


class MapShape(TypedDict, total=False):
    """A shape of a plan. Further keys are attributes of its SVG element."""

    tag: Required[str]
    text: str


# -- cards -------------------------------------------------------------------------------------


class RefusalReason(TypedDict, total=False):
    """A reason; `cuts` are the places where what is so now begins, and what would help."""

    text: Required[str]
    rule: Required[str]
    cuts: Sequence[int]


class BlockedCellsReason(RefusalReason, total=False):
    """Why a card may not lie on these cells."""

    at: Required[Sequence[str]]


class BlockedAction(TypedDict):
    """An action that a card offers at other times, and why not now."""

    label: str
    why: RefusalReason


class CardStat(TypedDict, total=False):
    """A value of a card, drawn as dots where it has a most."""

    letter: str
    label: str
    value: int | str
    of: int
    icon: str


class Slots(TypedDict, total=False):
    """As many places as there may be, and how many are taken."""

    icon: str
    of: int
    full: int


class ValueChange(_FromTo, total=False):
    """What is so now, and what would be or came."""

    icon: str
    label: str
    text: str


class Card(CardImage, total=False):
    """A card, a piece or a cell."""

    id: Required[str]
    key: str
    """what it is wherever it lies, so that the page can show where it went; the end of its id, unless given"""
    name: str
    caption: str
    big: int | str | None
    """the number that it shows; of a pile how many lie there"""
    unit: str
    text: str
    skills: Sequence[CardStat]
    count: int
    """how many of them lie here; of a cell 0: it holds none of its card, so that one sinks onto it"""
    back: str
    """the back that is seen"""
    pile: bool
    copy: bool
    """it lies elsewhere, too, and goes from there"""
    cost: int
    """what it costs: dimmed where what is typed leaves less"""
    state: Literal["play", "dim"]
    """whether it offers actions; `why` says why not"""
    does: Sequence[int]
    """numbers of the actions that it offers"""
    why: RefusalReason
    rule: str
    """what it is for"""
    list: Sequence[str]
    """what lies under it, or in it"""
    below: Sequence[CardImage]
    """the cards of this list, where they lie under it"""
    refused: Sequence[BlockedAction]
    fits: Sequence[str]
    """cells that take it, if any: a card that is laid on one has this, even an empty one"""
    good: Sequence[str]
    """of these, those on which one may go on"""
    barred: Sequence[BlockedCellsReason]
    places: Slots


class MapCell(Card, total=False):
    """A place of a plan: a card at a place, in the measures of the plan."""

    x: float
    y: float
    w: float
    h: float
    slot: str


class CellMap(TypedDict, total=False):
    """A board: shapes below, cells that are buttons above."""

    view: Required[Sequence[float]]
    """width and height of its measures"""
    shapes: Required[Sequence[Annotated[Mapping[str, Any], MapShape]]]
    cells: Required[Sequence[MapCell]]


class Group(TypedDict, total=False):
    """Things of one place, in a row, on a plan, or in a look that games bring (table/renderers.js)."""

    id: Required[str]
    label: str
    note: str
    at: Literal["hand"]
    tab: str
    """its name where one group of the zone is shown at a time"""
    look: str
    small: bool
    empty: str
    """what is said where nothing lies"""
    items: Sequence[Card]
    board: CellMap
    head: Card
    """what stands before the row"""


class PlayerFact(TypedDict, total=False):
    """A number beside a name."""

    id: str
    icon: str
    label: Required[str]
    value: Required[int | str]
    of: int | None
    tone: str
    origin: str
    """where the value comes from"""
    warns: str
    """what will follow from it"""
    score: bool
    """the points at the end"""
    bank: bool
    """what it gains or loses without another seat comes from the bank, or goes there"""


class Zone(TypedDict, total=False):
    """A part of the table; with a seat it is a player's rug."""

    id: Required[str]
    area: Required[Literal["others", "middle", "mine"]]
    title: Required[str]
    now: bool
    seat: Seat
    says: str
    """what stands beside the name, in place of who plays"""
    look: str
    tabs: Sequence[str]
    """groups of which one is shown at a time, where there is little room"""
    facts: Required[Sequence[PlayerFact]]
    groups: Required[Sequence[Group]]


# -- actions -----------------------------------------------------------------------------------


class SuccessChance(TypedDict, total=False):
    """What is wanted comes up in `weight` of `total`."""

    label: Required[str]
    weight: Required[int]
    total: Required[int]
    percent: Required[str]
    share: Required[float]


class ActionOffer(TypedDict, total=False):
    """An action that is offered."""

    n: Required[int]
    label: Required[str]
    note: str
    to: str
    """the card, cell or zone that it is aimed at"""
    lead: bool
    chance: SuccessChance


class MultiSelectOption(TypedDict):
    """An action, and the things that it takes: one twice if it takes two of them."""

    n: int
    ids: Sequence[str]


class MultiSelect(TypedDict, total=False):
    """Actions that take several things: these are touched one after the other."""

    label: str
    of: Required[Sequence[MultiSelectOption]]


class RequestButton(TypedDict, total=False):
    """A button for what is not an action of the game; sent back but for its label."""

    do: Required[str]
    label: Required[str]
    lead: bool
    n: int
    """the action that it does again and again"""
    step: Annotated[int, ECHO_ONLY]
    seat: Annotated[Seat, ECHO_ONLY]
    dialog: Annotated[str, ECHO_ONLY]
    values: Annotated[Mapping[str, Any], ECHO_ONLY]


# -- chance ------------------------------------------------------------------------------------


class OutcomeBar(TypedDict, total=False):
    """One outcome: its chance as a fraction, in words, in per cent, as a length."""

    label: Required[str]
    icon: str
    tone: str
    p: str
    ways: str
    percent: str
    share: float


class ForecastQuestion(TypedDict, total=False):
    """What may be guessed before chance decides, and its chance; of what has come, whether it did."""

    label: Required[str]
    share: Required[float]
    percent: Required[str]
    hit: bool


class ValueAxisChart(TypedDict):
    """Values on one axis."""

    rows: Sequence[AxisValue]
    unit: str


class AxisValue(TypedDict, total=False):
    """A value on an axis; `sure`: it is no mean, `gain`: more is better."""

    label: str
    value: float
    shown: str
    text: str
    sure: bool
    gain: bool


class OutcomeOption(TypedDict, total=False):
    """A value of an outcome, as it is sent back."""

    value: str
    label: str
    group: str


class OutcomeSelector(TypedDict):
    """One of the parts that an outcome is chosen by."""

    label: str
    options: Sequence[OutcomeOption]


class Odds(TypedDict, total=False):
    """What chance may decide; what came of it where it has `at`."""

    title: str
    text: str
    axis: ValueAxisChart
    chance: SuccessChance
    aside: bool
    """it stands below what is due"""
    bars: Sequence[OutcomeBar]
    card: Card
    """what was drawn"""
    at: int
    """the bar, or the place of a game's own picture, that chance chose"""
    step: int
    """the step at which it came"""
    due: str
    """its title until it has come"""
    call: ForecastQuestion
    choose: Sequence[OutcomeSelector]
    model: str
    """the same chance as a line for the Builder"""


# -- the end and the goal -----------------------------------------------------------------------


class GameResult(TypedDict, total=False):
    """The end of a game."""

    rows: Required[Sequence[SeatScore]]
    more: Required[Sequence[ValueRowSection]]
    curve: ScoreHistory
    luck: Sequence[SeatLuck]
    review: Required[ReviewPanel]


class TutorialPanel(TypedDict, total=False):
    """The goal of a first game."""

    n: int
    of: int
    title: str
    text: str
    met: bool
    rule: str
    lit: Sequence[str]
    """ids of cards, or "odds" """
    acts: Sequence[int]
    look: Sequence[str]
    """ids of what the goal speaks of, and nothing is done with"""
    since: str
    passed: Sequence[str]
    """the same at length, line by line"""
    before: str
    """the title of the goal before"""
    reading: int
    """the number of the goal that is open while an earlier one is read"""
    refusal: str
    """what a rule has said, where that was the goal"""
    next: str
    riddles: str
    """an address"""
    table: str
    """the address of a game of one's own, with as many seats"""
    titles: Sequence[str]
    """of all goals"""


# -- the scene ---------------------------------------------------------------------------------


class Scene(TypedDict, total=False):
    """A position as its table shows it. What comes from the game: `Board.layout`; the rest: `Table`."""

    game: Required[str]
    title: Required[str]
    layout: Required[Literal["hand", "board"]]
    facts: Required[Sequence[str]]
    ask: Required[str]
    askLang: str
    """its language, where it is no sentence of the game"""
    askRule: Required[str]
    zones: Required[Sequence[Zone]]
    actions: Required[Sequence[ActionOffer]]
    bar: Required[Sequence[int]]
    """actions that stand beside the question"""
    sets: MultiSelect
    odds: Required[Sequence[Odds]]
    agenda: Required[Sequence[str]]
    step: int
    steps: int
    names: Sequence[str]
    roles: Sequence[str]
    viewer: Seat
    everything: bool
    pause: str
    asked: Seat | None
    kind: Literal["decision", "chance", "end"]
    known: str
    controls: Sequence[RequestButton]
    hint: str
    came: Odds | None
    call: ForecastQuestion
    """what may be guessed of the chance step that is due"""
    auto: bool
    """the next step needs nobody here"""
    held: bool
    """what is due, or has just come up, is done to the viewer: it is looked at before others go on"""
    moments: Sequence[EventSummary]
    paid: Sequence[Payment]
    """in the order in which it was paid, by the steps whose `moments` these are"""
    rivals: Sequence[OpponentActionList]
    undo: bool
    undoWhy: str
    lines: Sequence[VariationSummary]
    line: int
    since: int
    began: int
    """the step before all that the last click has brought; `step`, where no click has led here"""
    met: Sequence[int]
    """rules met, and rules in all"""
    live: str
    """what is read out"""
    born: int | str
    """which game this is"""
    reckoning: GameResult
    past: str
    was: RecordedChoice
    coach: TutorialPanel
