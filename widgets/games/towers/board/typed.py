"""What Towers alone sends to its scripts, in the classes of widgets/table/typed.py that it adds to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Required, TypedDict

from gamelib.nodes import Seat

from ....table import typed

_FromTo = TypedDict("_FromTo", {"from": Seat, "to": Seat})


class PreviewStep(TypedDict, total=False):
    """What would happen, and whether it works out."""

    ok: bool
    text: Required[str]
    rule: str


class Pile(TypedDict, total=False):
    """What a seat owes, and what would be added."""

    seat: Required[Seat]
    now: Required[int]
    add: int


class Preview(TypedDict):
    """What an action would do, in steps."""

    title: str
    steps: Sequence[PreviewStep]
    piles: Sequence[Pile]


class Cast(TypedDict):
    """How a card would lie on a cell."""

    x: float
    y: float
    width: float
    height: float
    rx: float


class Drawn(typed.Drawn, total=False):
    """A shape of a tower. Further keys are attributes of its SVG element."""

    icon: str


class Card(typed.Card, total=False):
    """A card of a cache."""

    warn: str
    """why it has a red ring"""


class Group(typed.Group, total=False):
    """A tower."""

    lock: str
    """why it has a lock"""


class Odds(typed.Odds, total=False):
    """What may come, and how it was counted."""

    board: typed.PlacePlan
    list: Sequence[str]
    more: str
    """under which `list` opens"""


class Offer(typed.Offer, total=False):
    """An action; `preview` is its place among the scene's `previews`."""

    preview: int


class Pay(_FromTo):
    """Who pays whom."""

    n: int
    text: str
    said: str


class Ledger(TypedDict, total=False):
    """Debts that are settled at the end."""

    title: str
    piles: Sequence[Pile]
    pays: Sequence[Pay]
    text: str


class Reckoning(typed.Reckoning, total=False):
    """The end of a game."""

    ledger: Ledger


class Scene(typed.Scene, total=False):
    """A position of Towers."""

    previews: Sequence[Preview]
    """what actions would do; an action has its place here"""
    casts: Mapping[str, Mapping[str, Cast]]
    """how the cards of caches would lie, by their ids and the slots of cells"""
