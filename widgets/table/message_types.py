"""What a table says to its page beside the scene, as types: each message by its `kind`, dialogs, and steps that show a
rule. Written down for the scripts as `messages.d.ts`, as `typed.py` is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Required, TypedDict

from .scene_types import Group, RefusalReason, Scene, ValueChange
from .summary_types import ReviewProgress

_Log = TypedDict("_Log", {"from": int})
_Moved = TypedDict("_Moved", {"from": str, "to": str})


# -- dialogs -----------------------------------------------------------------------------------


class FieldOption(TypedDict):
    """A value of a field, sent back as it is."""

    value: Any
    label: str


class DialogField(TypedDict, total=False):
    """A control of a dialog."""

    name: Required[str]
    label: Required[str]
    value: Any
    choices: Sequence[FieldOption]
    radio: bool
    least: int
    most: int
    hint: str
    again: bool
    """a change asks for the dialog anew"""


class RuleListEntry(TypedDict):
    """A rule in the list of all, and whether it has been met."""

    rule: str
    text: str
    met: bool


class DialogPart(TypedDict, total=False):
    """A text, a show, a link, rules, a table, the rulebook, or fields."""

    text: str
    look: str
    show: RuleExampleDisplay
    href: str
    label: str
    rules: Sequence[str]
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    book: Sequence[RuleListEntry]
    link: bool
    fork: VariationComparison
    fold: bool
    fields: Sequence[DialogField]


class ComparedVariation(TypedDict):
    """A line just after it parts: what came, and the groups that lie otherwise; `here`: the line that is looked at."""

    label: str
    say: str
    parts: Sequence[GroupExcerpt]
    here: bool


class ComparedFact(TypedDict):
    """What a seat has on each side."""

    who: str
    label: str
    values: Sequence[str]


class VariationComparison(TypedDict):
    """Two lines of a game, side by side from where they part; `when`: from which step on the tables differ, and which
    line is played on in thought as far as that, or why nothing differs."""

    stem: str
    when: str
    sides: Sequence[ComparedVariation]
    facts: Sequence[ComparedFact]


class SubmitButton(TypedDict):
    """What a dialog sends: {do, values: {name: value}}."""

    do: str
    label: str


class DialogMessage(TypedDict, total=False):
    """A dialog, which the page draws with native controls."""

    title: Required[str]
    name: Required[str]
    parts: Required[Sequence[DialogPart]]
    submit: SubmitButton


# -- a step that shows a rule ------------------------------------------------------------------


class PartialGroup(Group, total=False):
    """A group of which `more` things are left out."""

    more: int


class GroupExcerpt(TypedDict, total=False):
    """A part of the table; `marked` are ids of its cards."""

    title: str
    group: Required[PartialGroup]
    marked: Sequence[str]


class CitedLine(TypedDict, total=False):
    """An event or a reason, with its rule; `cites`: it is the rule that is shown."""

    text: str
    rule: str
    cites: bool


class RefusalExample(CitedLine, total=False):
    """What would be refused, and where (`ask`, `parts` of the table) if not here."""

    say: str
    ask: str
    parts: Sequence[GroupExcerpt]


class RuleExampleStep(TypedDict, total=False):
    """The step itself, after those that come first."""

    first: Sequence[str]
    say: str
    chance: str
    told: Sequence[CitedLine]
    refused: bool


class ExampleFactChange(_Moved):
    """What a seat has before and after."""

    who: str
    label: str


class ExampleFact(TypedDict, total=False):
    """What somebody has, of how many."""

    who: str
    label: str
    value: Any
    of: int


class OtherOptionsSetup(TypedDict):
    """A game that begins with other options, which `ask` names."""

    ask: str
    parts: Sequence[GroupExcerpt]
    told: Sequence[CitedLine]


class RuleExampleDisplay(TypedDict, total=False):
    """A step that shows a rule, with what matters of the table before it and after it."""

    ask: str
    step: Required[RuleExampleStep]
    before: Sequence[GroupExcerpt]
    facts: Sequence[ExampleFact]
    after: Sequence[GroupExcerpt]
    changes: Sequence[ExampleFactChange]
    kept: Sequence[ExampleFact]
    then: str
    """what is asked after the step"""
    link: str
    """the position before it on its table"""
    refused: Sequence[RefusalExample]
    unrefused: str
    """why nothing can be refused by it"""
    other: OtherOptionsSetup


# -- messages, without their `kind` ----------------------------------------------------------------------------------


class ActionPreview(TypedDict, total=False):
    """What an action would change, before it is done."""

    n: int
    step: int
    held: bool
    """it was touched, and is not done yet"""
    changes: Required[Sequence[ValueChange]]
    would: Required[Mapping[str, str]]
    """the new value of facts, cards and places by their ids"""
    notes: Required[Sequence[str]]
    final: Required[str]
    """why it could not be taken back; empty where it could"""


class LogLine(TypedDict, total=False):
    """An event: its step, its text, its rule, further rules."""

    s: Required[int]
    t: Required[str]
    r: Required[str]
    a: Sequence[str]


class LogUpdate(_Log):
    """Lines of the log, those before from this step on replaced."""

    lines: Sequence[LogLine]


class SavedGame(TypedDict):
    """What the browser is to keep."""

    data: Mapping[str, Any]
    link: str
    step: int
    met: Sequence[str]


class Notice(TypedDict, total=False):
    """Something that could not be done."""

    text: str


class PeekedScene(TypedDict):
    """Another step, only to look at."""

    step: int
    scene: Scene


class TypedActionRefusal(RefusalReason, total=False):
    """Why what was typed may not be done."""

    id: str


class RuleCoverage(TypedDict):
    """Rules met, and rules in all."""

    met: Sequence[int]


class ReviewUpdate(TypedDict):
    """What the review has found so far."""

    found: ReviewProgress


class DownloadFile(TypedDict):
    """A file to take along."""

    name: str
    text: str


MESSAGES: Mapping[str, Any] = {
    "action_preview": ActionPreview,
    "dialog": DialogMessage,
    "download": DownloadFile,
    "save_game": SavedGame,
    "log": LogUpdate,
    "rule_coverage": RuleCoverage,
    "notice": Notice,
    "peeked_scene": PeekedScene,
    "review_update": ReviewUpdate,
    "typed_action_refusal": TypedActionRefusal,
}
"""`kind` of a message -> what it holds."""
