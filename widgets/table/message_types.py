"""Types of the messages of a table to its page, by their `kind`: dialogs, rule examples and others.

`python -m tests.scene_types` writes these types into `messages.d.ts`. The types of a scene are in scene_types.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Required, TypedDict

from .scene_types import Group, RefusalReason, Scene, ValueChange
from .summary_types import DayBots, ReviewProgress

_Log = TypedDict("_Log", {"from": int})
_Moved = TypedDict("_Moved", {"from": str, "to": str})


# -- dialogs -----------------------------------------------------------------------------------


class FieldOption(TypedDict):
    """Value of a field. The page sends the chosen value back."""

    value: Any
    label: str


class DialogField(TypedDict, total=False):
    """Control of a dialog."""

    name: Required[str]
    label: Required[str]
    value: Any
    choices: Sequence[FieldOption]
    radio: bool
    """Whether the options are radio buttons."""
    least: int
    """Minimum of a number field."""
    most: int
    """Maximum of a number field."""
    hint: str
    """Placeholder of an empty field."""
    again: bool
    """Whether a change requests the dialog again."""


class RuleListEntry(TypedDict):
    """Rule in the list of all rules."""

    rule: str
    text: str
    met: bool
    """Whether the rule has occurred in the game."""


class DialogPart(TypedDict, total=False):
    """Part of a dialog: a text, a rule example, a link, rules, a table, the rulebook, or fields."""

    text: str
    look: str
    """Style of the text."""
    show: RuleExampleDisplay
    """Rule example."""
    href: str
    """Address of a link."""
    label: str
    rules: Sequence[str]
    """Ids of rules."""
    columns: Sequence[str]
    """Headings of a table."""
    rows: Sequence[Sequence[str]]
    """Rows of a table."""
    book: Sequence[RuleListEntry]
    """All rules of the game."""
    link: bool
    """Whether the text is a link that can be copied."""
    fork: VariationComparison
    """Comparison of two variations."""
    fold: bool
    """Whether the fields are folded at first."""
    fields: Sequence[DialogField]


class ComparedVariation(TypedDict):
    """Variation just after the step at which it differs from another one."""

    label: str
    say: str
    """Events of that step."""
    parts: Sequence[GroupExcerpt]
    """Groups that differ."""
    here: bool
    """Whether this variation is displayed on the table."""


class ComparedFact(TypedDict):
    """One value of a seat, such as its points, in each of two compared variations."""

    who: str
    """Name of the player."""
    label: str
    values: Sequence[str]


class VariationComparison(TypedDict):
    """Two variations of a game, next to each other."""

    stem: str
    """Sentence about the common part."""
    when: str
    """First step at which the tables differ, and which variation was continued by simulation.

    Otherwise the reason why nothing differs.
    """
    sides: Sequence[ComparedVariation]
    facts: Sequence[ComparedFact]


class SubmitButton(TypedDict):
    """Button that sends a dialog as {do, values: {name: value}}."""

    do: str
    label: str


class DialogMessage(TypedDict, total=False):
    """Dialog that the page draws with native controls."""

    title: Required[str]
    name: Required[str]
    parts: Required[Sequence[DialogPart]]
    submit: SubmitButton


# -- a step that shows a rule ------------------------------------------------------------------


class PartialGroup(Group, total=False):
    """Group in which some items are omitted."""

    more: int
    """Number of omitted items."""


class GroupExcerpt(TypedDict, total=False):
    """Part of the table."""

    title: str
    group: Required[PartialGroup]
    marked: Sequence[str]
    """Ids of the marked cards."""


class CitedLine(TypedDict, total=False):
    """Event or reason with its rule."""

    text: str
    rule: str
    cites: bool
    """Whether it is the rule of the example."""


class RefusalExample(CitedLine, total=False):
    """Illegal action that a rule example also shows."""

    say: str
    """Action."""
    ask: str
    """Question in the position of the refusal, if it is a different position."""
    parts: Sequence[GroupExcerpt]
    """Groups of that position."""


class RuleExampleStep(TypedDict, total=False):
    """Step of a rule example, with the steps that lead to it."""

    first: Sequence[str]
    """Steps that lead to it."""
    say: str
    """Action."""
    chance: str
    """Chance event."""
    told: Sequence[CitedLine]
    """Events of the step."""
    refused: bool
    """Whether the step is refused."""


class ExampleFactChange(_Moved):
    """Value of a player before and after the step of a rule example."""

    who: str
    """Name of the player."""
    label: str


class ExampleFact(TypedDict, total=False):
    """Value of a player, possibly with a maximum."""

    who: str
    """Name of the player."""
    label: str
    value: Any
    of: int
    """Maximum."""


class OtherOptionsSetup(TypedDict):
    """Start of a game with other options, shown in a rule example."""

    ask: str
    """Text that names the options."""
    parts: Sequence[GroupExcerpt]
    told: Sequence[CitedLine]


class RuleExampleDisplay(TypedDict, total=False):
    """Display of a rule example: the step that shows a rule, and relevant groups before and after this step."""

    ask: str
    """Question before the step."""
    step: Required[RuleExampleStep]
    before: Sequence[GroupExcerpt]
    """Groups before the step."""
    facts: Sequence[ExampleFact]
    """Values before the step."""
    after: Sequence[GroupExcerpt]
    """Groups after the step."""
    changes: Sequence[ExampleFactChange]
    """Values that the step changes."""
    kept: Sequence[ExampleFact]
    """Values that are displayed again after the step."""
    then: str
    """Question after the step."""
    link: str
    """Link to the position before the step."""
    refused: Sequence[RefusalExample]
    """Actions that the rule refuses."""
    unrefused: str
    """Reason why the rule refuses nothing."""
    other: OtherOptionsSetup
    """Start with other options, for a rule about the setup."""


# -- messages, without their `kind` ----------------------------------------------------------------------------------


class ActionPreview(TypedDict, total=False):
    """Changes that an action would cause."""

    n: int
    """Number of the action."""
    step: int
    held: bool
    """Whether the player has touched the action and not yet confirmed it."""
    changes: Required[Sequence[ValueChange]]
    would: Required[Mapping[str, str]]
    """New value of facts, cards and places by their ids."""
    notes: Required[Sequence[str]]
    final: Required[str]
    """Reason why the action could not be taken back, or ""."""


class LogLine(TypedDict, total=False):
    """Line of the log for one event: step, text, rule and further rules."""

    s: Required[int]
    t: Required[str]
    r: Required[str]
    a: Sequence[str]


class LogUpdate(_Log):
    """Lines that replace all lines of the log from one step on."""

    lines: Sequence[LogLine]


class SavedGame(TypedDict):
    """Data that the browser saves."""

    data: Mapping[str, Any]
    """Result of `GameSession.to_json`."""
    link: str
    """Link to the game."""
    step: int
    met: Sequence[str]
    """Ids of the rules that occurred."""


class Notice(TypedDict, total=False):
    """Message that says why a request could not be carried out."""

    text: str


class PeekedScene(TypedDict):
    """Scene of another step. The page displays it but cannot play there."""

    step: int
    scene: Scene


class TypedActionRefusal(RefusalReason, total=False):
    """Reason why a typed action is illegal."""

    id: str
    """Id of the card with the action."""


class RuleCoverage(TypedDict):
    """Number of rules encountered so far, and number of all rules."""

    met: Sequence[int]


class ReviewUpdate(TypedDict):
    """Results so far of the review of a seat's decisions."""

    found: ReviewProgress


class DayBotsUpdate(DayBots):
    """Results of the bots on the deal of the day so far."""


class DownloadFile(TypedDict):
    """File that the browser saves."""

    name: str
    """Name of the file."""
    text: str
    """Content of the file."""


MESSAGES: Mapping[str, Any] = {
    "action_preview": ActionPreview,
    "dialog": DialogMessage,
    "download_file": DownloadFile,
    "save_game": SavedGame,
    "log": LogUpdate,
    "rule_coverage": RuleCoverage,
    "notice": Notice,
    "peeked_scene": PeekedScene,
    "review_update": ReviewUpdate,
    "typed_action_refusal": TypedActionRefusal,
}
"""`kind` of a message -> what it holds."""
