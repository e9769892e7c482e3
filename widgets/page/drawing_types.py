"""Pictures as data, as types: what page/drawing.js draws. Written down for the scripts as `drawing_types.d.ts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Required, TypedDict


class Portrait(TypedDict, total=False):
    """Somebody with a face; the same name is the same face everywhere."""

    name: Required[str]
    prop: str
    """a thing held"""
    beard: int


class Shape(TypedDict, total=False):
    """A part of a picture in a box of 100 by 82: a thing that page/drawing.js can draw, an icon, or a path.

    Further keys say how a thing looks: colour, rim, value, points and the like.
    """

    thing: str
    icon: str
    path: str
    at: Sequence[float]
    size: float
    turn: float
    fill: str
    stroke: str
    width: float
    opacity: float


class CardImage(TypedDict, total=False):
    """What has a picture: a face, shapes of its own, those of its kind, or an icon in the colours of its tone."""

    person: Portrait
    art: Sequence[Annotated[Mapping[str, Any], Shape]]
    """in place of the kind's own picture"""
    kind: str
    """a row of the board's look"""
    icon: str
    tone: str


class KindTheme(TypedDict, total=False):
    """Colours and picture of a kind of card; `deep` must carry white text."""

    deep: Required[str]
    bright: Required[str]
    art: Sequence[Annotated[Mapping[str, Any], Shape]]


class CardBack(TypedDict, total=False):
    """Colours and emblem of a back of cards."""

    deep: Required[str]
    bright: Required[str]
    emblem: str
    """an icon"""


class GameTheme(TypedDict):
    """What a game's table draws with."""

    icons: Mapping[str, str]
    """name -> SVG path data in a box of 24 by 24"""
    kinds: Mapping[str, KindTheme]
    backs: Mapping[str, CardBack]
