"""Types of pictures that are sent as data and drawn by page/kit.js.

`python -m tests.scene_types` writes them as `drawing_types.d.ts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Required, TypedDict


class Portrait(TypedDict, total=False):
    """Portrait of a person. Persons with the same name have the same face everywhere."""

    name: Required[str]
    prop: str
    """Object that the person holds."""
    beard: int
    """Number of the beard, none if it is missing."""


class Shape(TypedDict, total=False):
    """Part of a picture in a box of 100 by 82 units: an object that page/drawing.js can draw, an icon, or a path.

    Further keys are properties of an object, for example colour, rim, value and points.
    """

    thing: str
    """Name of an object in page/kit.js."""
    icon: str
    """Name of an icon."""
    path: str
    """SVG path data."""
    at: Sequence[float]
    """Centre in the box."""
    size: float
    """Scale factor."""
    turn: float
    """Rotation in degrees."""
    fill: str
    stroke: str
    width: float
    opacity: float


class CardImage(TypedDict, total=False):
    """Picture of a card: a portrait, individual shapes, the shapes of its kind, or an icon in its tone."""

    person: Portrait
    art: Sequence[Annotated[Mapping[str, Any], Shape]]
    """Own shapes that replace the picture of the kind."""
    kind: str
    """Key of `GameTheme.kinds`."""
    icon: str
    tone: str
    """Name of a colour."""


class KindTheme(TypedDict, total=False):
    """Colours and picture of a kind of card."""

    deep: Required[str]
    """Dark colour. White text on it must be readable."""
    bright: Required[str]
    """Light colour."""
    art: Sequence[Annotated[Mapping[str, Any], Shape]]
    """Shapes of the picture."""


class CardBack(TypedDict, total=False):
    """Colours and emblem of the back of cards."""

    deep: Required[str]
    bright: Required[str]
    emblem: str
    """Name of an icon."""


class GameTheme(TypedDict):
    """Icons, kinds and card backs that the table of a game draws."""

    icons: Mapping[str, str]
    """Name -> SVG path data in a box of 24 by 24."""
    kinds: Mapping[str, KindTheme]
    """Colours and picture of each kind of card."""
    backs: Mapping[str, CardBack]
    """Colours and emblem of each card back."""
