"""Scene types of Towers, in addition to those of widgets/table/scene_types.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Required, TypedDict

from gamelib.nodes import Seat

from ....table import scene_types

_FromTo = TypedDict("_FromTo", {"from": Seat, "to": Seat})


class PreviewStep(TypedDict, total=False):
    """Step of a preview."""

    ok: bool
    """Whether the step is possible."""
    text: Required[str]
    rule: str
    """Id of the rule."""


class DebtPile(TypedDict, total=False):
    """Debt of a seat, and the debt that an action would add."""

    seat: Required[Seat]
    now: Required[int]
    add: int


class PlacementPreview(TypedDict):
    """Result of an action, step by step."""

    title: str
    steps: Sequence[PreviewStep]
    piles: Sequence[DebtPile]
    """Debts of the seats."""


class PlacementOutline(TypedDict):
    """Rectangle of a card on a cell."""

    x: float
    y: float
    width: float
    height: float
    rx: float
    """Radius of the corners."""


class MapShape(scene_types.MapShape, total=False):
    """Shape of a tower. Further keys are attributes of its SVG element."""

    icon: str


class Card(scene_types.Card, total=False):
    """Card of a cache."""

    warn: str
    """Reason for the red ring."""


class Group(scene_types.Group, total=False):
    """Tower."""

    lock: str
    """Reason for the lock."""


class Odds(scene_types.Odds, total=False):
    """Possible outcomes, and the way of counting them."""

    board: scene_types.CellMap
    list: Sequence[str]
    """Sentences about the count."""
    more: str
    """Label of the button that opens `list`."""


class ActionOffer(scene_types.ActionOffer, total=False):
    """Action with a preview."""

    preview: int
    """Index of the preview in `Scene.previews`."""


class DebtPayment(_FromTo):
    """Payment from one seat to another."""

    n: int
    text: str
    said: str
    """Sentence for screen readers."""


class FinalPayments(TypedDict, total=False):
    """Debts that the seats pay at the end of the game."""

    title: str
    piles: Sequence[DebtPile]
    pays: Sequence[DebtPayment]
    """Payments in order."""
    text: str


class GameResult(scene_types.GameResult, total=False):
    """Result of a game."""

    ledger: FinalPayments
    """Debts that were paid at the end."""


class Scene(scene_types.Scene, total=False):
    """Position of Towers."""

    previews: Sequence[PlacementPreview]
    """Previews of actions. `ActionOffer.preview` is an index of this list."""
    casts: Mapping[str, Mapping[str, PlacementOutline]]
    """Outlines of cards of caches, by their ids and the slots of cells."""
