"""What Towers alone sends to its scripts, in the classes of widgets/table/scene_types.py that it adds to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Required, TypedDict

from gamelib.nodes import Seat

from ....table import scene_types

_FromTo = TypedDict("_FromTo", {"from": Seat, "to": Seat})


class PreviewStep(TypedDict, total=False):
    """What would happen, and whether it works out."""

    ok: bool
    text: Required[str]
    rule: str


class DebtPile(TypedDict, total=False):
    """What a seat owes, and what would be added."""

    seat: Required[Seat]
    now: Required[int]
    add: int


class PlacementPreview(TypedDict):
    """What an action would do, in steps."""

    title: str
    steps: Sequence[PreviewStep]
    piles: Sequence[DebtPile]


class PlacementOutline(TypedDict):
    """How a card would lie on a cell."""

    x: float
    y: float
    width: float
    height: float
    rx: float


class MapShape(scene_types.MapShape, total=False):
    """A shape of a tower. Further keys are attributes of its SVG element."""

    icon: str


class Card(scene_types.Card, total=False):
    """A card of a cache."""

    warn: str
    """why it has a red ring"""


class Group(scene_types.Group, total=False):
    """A tower."""

    lock: str
    """why it has a lock"""


class Odds(scene_types.Odds, total=False):
    """What may come, and how it was counted."""

    board: scene_types.CellMap
    list: Sequence[str]
    more: str
    """under which `list` opens"""


class ActionOffer(scene_types.ActionOffer, total=False):
    """An action; `preview` is its place among the scene's `previews`."""

    preview: int


class DebtPayment(_FromTo):
    """Who pays whom."""

    n: int
    text: str
    said: str


class FinalPayments(TypedDict, total=False):
    """Debts that are settled at the end."""

    title: str
    piles: Sequence[DebtPile]
    pays: Sequence[DebtPayment]
    text: str


class GameResult(scene_types.GameResult, total=False):
    """The end of a game."""

    ledger: FinalPayments


class Scene(scene_types.Scene, total=False):
    """A position of Towers."""

    previews: Sequence[PlacementPreview]
    """what actions would do; an action has its place here"""
    casts: Mapping[str, Mapping[str, PlacementOutline]]
    """how the cards of caches would lie, by their ids and the slots of cells"""
