"""Types of a scene: all keys that a board or a session sends to the scripts.

A scene is a JSON object. A key with the value false, "" or 0 may be missing. The keys of a single game are in classes
of the same names in `games/<game>/board/scene_types.py`. `python -m tests.scene_types` writes all these types into
`scene.d.ts`. `make lint` checks the scripts against this file and finds keys that no script reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Required, TypedDict

from gamelib.nodes import Seat

from ..page.drawing_types import CardImage
from .summary_types import (
    DayResult,
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
    """Shape of a map. Further keys are attributes of its SVG element."""

    tag: Required[str]
    """Name of the SVG element."""
    text: str


# -- cards -------------------------------------------------------------------------------------


class RefusalReason(TypedDict, total=False):
    """Reason of a refusal."""

    text: Required[str]
    rule: Required[str]
    """Id of the rule."""
    cuts: Sequence[int]
    """Positions in the text at which the present value and the remedy begin."""


class BlockedCellsReason(RefusalReason, total=False):
    """Reason why a card cannot be placed on some cells."""

    at: Required[Sequence[str]]
    """Ids of the cells."""


class BlockedAction(TypedDict):
    """Action of a card that is illegal now, with the reason."""

    label: str
    why: RefusalReason


class CardStat(TypedDict, total=False):
    """Value of a card. With a maximum, it is drawn as dots."""

    letter: str
    label: str
    value: int | str
    of: int
    """Maximum."""
    icon: str


class Slots(TypedDict, total=False):
    """Number of slots, and how many of them are filled."""

    icon: str
    of: int
    """Number of slots."""
    full: int
    """Number of filled slots."""


class ValueChange(_FromTo, total=False):
    """Value before and after a change."""

    icon: str
    label: str
    text: str


class Card(CardImage, total=False):
    """Card, piece or cell."""

    id: Required[str]
    key: str
    """Identity of the card in every place, so that the page can animate its move. The default is the end of the id."""
    name: str
    caption: str
    big: int | str | None
    """Number on the card. For a pile, the number of cards."""
    unit: str
    """Unit of `big`."""
    text: str
    skills: Sequence[CardStat]
    """Values that are drawn on the card."""
    count: int
    """Number of equal cards. A cell with 0 has none of its card, so that a card can be moved onto it."""
    back: str
    """Key of the visible card back."""
    pile: bool
    """Whether it is a pile."""
    copy: bool
    """Whether the same card is also in another place. Moves start from that place."""
    cost: int
    """Price. The card is dimmed if the typed amount leaves less."""
    state: Literal["play", "dim"]
    """Whether it has actions. If it is dimmed, `why` is the reason."""
    does: Sequence[int]
    """Numbers of its actions."""
    why: RefusalReason
    rule: str
    """Id of the rule that explains the card."""
    list: Sequence[str]
    """Names of the cards below it or in it."""
    below: Sequence[CardImage]
    """Images of the cards below it."""
    refused: Sequence[BlockedAction]
    """Actions that are illegal now."""
    fits: Sequence[str]
    """Ids of cells on which the card can be placed. A card that is placed on cells has this key even if it is empty."""
    good: Sequence[str]
    """Ids of those cells in `fits` from which the turn can continue."""
    barred: Sequence[BlockedCellsReason]
    """Reasons for cells on which the card cannot be placed."""
    places: Slots
    """Slots on the card."""


class MapCell(Card, total=False):
    """Cell of a map: a card with a place in map coordinates."""

    x: float
    y: float
    w: float
    h: float
    slot: str
    """Name of the cell that does not depend on its card."""


class CellMap(TypedDict, total=False):
    """Map: shapes, and cells above them that are buttons."""

    view: Required[Sequence[float]]
    """Width and height in map coordinates."""
    shapes: Required[Sequence[Annotated[Mapping[str, Any], MapShape]]]
    cells: Required[Sequence[MapCell]]


class Group(TypedDict, total=False):
    """Items at one place of the table, drawn in a row, on a map, or by a renderer of the game (table/renderers.js)."""

    id: Required[str]
    label: str
    note: str
    at: Literal["hand"]
    """"hand" if the group is the hand of the viewer."""
    tab: str
    """Name of its tab, if the zone shows one group at a time."""
    look: str
    """Name of its layout."""
    small: bool
    empty: str
    """Text that is displayed if there are no items."""
    items: Sequence[Card]
    board: CellMap
    head: Card
    """Card in front of the row."""


class PlayerFact(TypedDict, total=False):
    """Number next to the name of a player."""

    id: str
    icon: str
    label: Required[str]
    value: Required[int | str]
    of: int | None
    """Maximum or goal."""
    tone: str
    """Name of a colour."""
    origin: str
    """Source of the value."""
    warns: str
    """Consequence of the value that the player should expect."""
    score: bool
    """Whether it is the final score."""
    bank: bool
    """Whether changes without another seat are payments from or to the bank."""


class Zone(TypedDict, total=False):
    """Part of the table. A zone with a seat is the area of this player."""

    id: Required[str]
    area: Required[Literal["others", "middle", "mine"]]
    title: Required[str]
    now: bool
    """Whether the player has to choose."""
    seat: Seat
    says: str
    """Text next to the name, instead of the kind of player."""
    look: str
    """Name of its layout."""
    tabs: Sequence[str]
    """Ids of groups that become tabs if there is little room."""
    facts: Required[Sequence[PlayerFact]]
    groups: Required[Sequence[Group]]


# -- actions -----------------------------------------------------------------------------------


class SuccessChance(TypedDict, total=False):
    """Probability of a desired result: `weight` out of `total`."""

    label: Required[str]
    weight: Required[int]
    total: Required[int]
    percent: Required[str]
    """Probability as text in percent."""
    share: Required[float]
    """Probability as a number from 0 to 1."""


class ActionOffer(TypedDict, total=False):
    """Legal action."""

    n: Required[int]
    """Number of the action."""
    label: Required[str]
    note: str
    to: str
    """Id of the card, cell or zone that is its target."""
    lead: bool
    """Whether its button is emphasized."""
    chance: SuccessChance


class MultiSelectOption(TypedDict):
    """Action and the cards that it takes. If the action takes a card twice, the card is listed twice."""

    n: int
    """Number of the action."""
    ids: Sequence[str]


class MultiSelect(TypedDict, total=False):
    """Actions that take several cards. The player selects the cards one after the other."""

    label: str
    of: Required[Sequence[MultiSelectOption]]


class RequestButton(TypedDict, total=False):
    """Button for a request that is not an action of the game. The page sends all keys except the label."""

    do: Required[str]
    """Name of the request."""
    label: Required[str]
    lead: bool
    """Whether the button is emphasized."""
    n: int
    """Number of the action that it repeats."""
    step: Annotated[int, ECHO_ONLY]
    seat: Annotated[Seat, ECHO_ONLY]
    dialog: Annotated[str, ECHO_ONLY]
    values: Annotated[Mapping[str, Any], ECHO_ONLY]


class ClosedCurtain(TypedDict):
    """Curtain in front of the next person at this screen."""

    text: str
    """Sentence that says who should look."""
    open: str
    """Label of the button that opens the curtain."""


# -- chance ------------------------------------------------------------------------------------


class OutcomeBar(TypedDict, total=False):
    """Outcome with its probability as fraction, in words, in percent and as the length of a bar."""

    label: Required[str]
    icon: str
    tone: str
    p: str
    """Probability as a fraction."""
    ways: str
    """Number of ways in words."""
    percent: str
    share: float
    """Length of the bar, from 0 to 1."""


class ForecastQuestion(TypedDict, total=False):
    """Event that the player predicts before the outcome is known, with the probability of the event."""

    label: Required[str]
    share: Required[float]
    hit: bool
    """Whether the event occurred. The key is missing before the outcome."""


class ValueAxisChart(TypedDict):
    """Values on one axis."""

    rows: Sequence[AxisValue]
    unit: str


class AxisValue(TypedDict, total=False):
    """Value on an axis."""

    label: str
    value: float
    shown: str
    """Value as text."""
    text: str
    sure: bool
    """Whether the value is certain. Otherwise it is a mean."""
    gain: bool
    """Whether larger is better."""


class OutcomeOption(TypedDict, total=False):
    """Possible value of a part of an outcome. The page sends the selected value back."""

    value: str
    label: str
    group: str


class OutcomeSelector(TypedDict):
    """Control that selects a part of an outcome."""

    label: str
    options: Sequence[OutcomeOption]


class Odds(TypedDict, total=False):
    """Odds of a chance step. If the outcome is known, they contain it as `at`."""

    title: str
    text: str
    axis: ValueAxisChart
    chance: SuccessChance
    aside: bool
    """Whether they are displayed below the pending odds."""
    bars: Sequence[OutcomeBar]
    card: Card
    """Card that was drawn."""
    at: int
    """Number of the bar that came, or of the place in a picture of the game."""
    step: int
    """Step at which the outcome came."""
    due: str
    """Title while the outcome is pending."""
    call: ForecastQuestion
    """Forecast question about the outcome."""
    choose: Sequence[OutcomeSelector]
    """Controls that select an outcome."""
    model: str
    """Same odds as a chance model for the Builder."""


# -- the end and the goal -----------------------------------------------------------------------


class GameResult(TypedDict, total=False):
    """Result of a game."""

    rows: Required[Sequence[SeatScore]]
    more: Required[Sequence[ValueRowSection]]
    """Further tables below the scores."""
    curve: ScoreHistory
    """Points over the steps."""
    luck: Sequence[SeatLuck]
    """Luck of each seat."""
    review: Required[ReviewPanel]
    day: DayResult
    """Own result and results of bots in a deal of the day."""


class TutorialPanel(TypedDict, total=False):
    """Goal of the tutorial."""

    n: int
    """Number of the goal, counted from 1."""
    of: int
    """Number of goals."""
    title: str
    text: str
    met: bool
    """Whether the goal is reached."""
    rule: str
    """Id of the rule that the goal teaches."""
    lit: Sequence[str]
    """Ids of highlighted cards with an action. "odds" highlights the odds."""
    acts: Sequence[int]
    """Numbers of highlighted actions."""
    look: Sequence[str]
    """Ids of elements that the goal mentions and that have no action."""
    since: str
    """Summary of the events since the previous goal. While an earlier goal is open, its instruction."""
    passed: Sequence[str]
    """Events since the previous goal, one line each."""
    before: str
    """Title of the previous goal."""
    reading: int
    """Number of an earlier goal that the learner has opened."""
    refusal: str
    """Text of a refusal, if the goal was to get it."""
    next: str
    """Title of the next goal, or ""."""
    riddles: str
    """Address of the quiz after the last goal."""
    table: str
    """Address of a free game with the same number of seats."""
    titles: Sequence[str]
    """Titles of all goals."""


# -- the scene ---------------------------------------------------------------------------------


class Scene(TypedDict, total=False):
    """Position as displayed on its table.

    `Board.build_scene` sets the keys that depend on the game. `Table` sets the other keys.
    """

    game: Required[str]
    """Id of the game."""
    title: Required[str]
    layout: Required[Literal["hand", "board"]]
    """Whether the table is built around hands or around a board."""
    facts: Required[Sequence[str]]
    """Texts in the header."""
    ask: Required[str]
    """Question that is open."""
    askLang: str
    """Language of the question, if it is not a sentence of the game."""
    askRule: Required[str]
    """Id of the rule of the question."""
    zones: Required[Sequence[Zone]]
    actions: Required[Sequence[ActionOffer]]
    bar: Required[Sequence[int]]
    """Numbers of the actions next to the question."""
    sets: MultiSelect
    """Actions that take several cards."""
    odds: Required[Sequence[Odds]]
    """Odds of this step."""
    agenda: Required[Sequence[str]]
    """Names of the next steps."""
    step: int
    """Number of choices before this position."""
    steps: int
    """Number of choices in the variation."""
    names: Sequence[str]
    """Names of the players by seat."""
    roles: Sequence[str]
    """Kind of player of each seat: a person, or the name of a bot."""
    viewer: Seat
    """Seat whose knowledge is displayed."""
    everything: bool
    """Whether hidden cards are displayed."""
    pause: str
    """Setting that says at which chance steps the game stops."""
    asked: Seat | None
    """Seat that has to choose."""
    kind: Literal["decision", "chance", "end"]
    known: str
    """Sentence that says whose knowledge the odds use."""
    controls: Sequence[RequestButton]
    hint: str
    """Suggestion of a bot."""
    came: Odds | None
    """Odds and outcome of the last chance step since the last choice."""
    call: ForecastQuestion
    """Forecast question about the pending chance step."""
    auto: bool
    """Whether the next step needs no person."""
    held: bool
    """Whether the pending or last step concerns the viewer, so that the game waits before others continue."""
    moments: Sequence[EventSummary]
    """Event summaries since the last choice."""
    paid: Sequence[Payment]
    """Payments in order, in the same steps as `moments`."""
    rivals: Sequence[OpponentActionList]
    """Actions of the opponents since the last choice."""
    shared: bool
    """Whether several people play this game on several devices."""
    locked: bool
    """Whether nobody can choose outcomes, begin branches or see other cards now."""
    day: str
    """Date of the deal of the day, such as "2026-11-30". "" for another game."""
    undo: bool
    """Whether the last choice can be taken back."""
    undoWhy: str
    """Reason if it cannot be taken back."""
    lines: Sequence[VariationSummary]
    """All variations."""
    line: int
    """Number of the displayed variation."""
    since: int
    """First step of the displayed news."""
    began: int
    """Step before the last click, or `step` if no click led here."""
    met: Sequence[int]
    """Number of rules that occurred, and number of all rules."""
    live: str
    """Text for screen readers."""
    born: int | str
    """Identity of the game."""
    reckoning: GameResult
    """Result at the end of the game."""
    past: str
    """Sentence that says that an earlier position is displayed."""
    was: RecordedChoice
    """Choice that was made in this earlier position."""
    coach: TutorialPanel
    """Goal of the tutorial."""


class ClosedCurtainScene(TypedDict):
    """Scene while a curtain hides the table. It contains nothing of the game except the name of the next person."""

    game: str
    title: str
    ask: str
    curtain: ClosedCurtain
