"""Theme of Hadara: card pictures by colour, track steps and points, card backs, colonies and statues."""

from __future__ import annotations

from typing import NamedTuple

from gamelib.games.hadara.card_tables import COLOUR_LETTERS, COLOURS, EPOCHS, PURPLE, TRACKS, EpochCard

from ....page.card_overrides import game_with_served_cards
from ....page.protocol import Json
from ....table.shapes import Shape, symbol_shape
from .shapes import SKIES, badge, landscape, light_star

TRACK_ICONS = dict(zip(TRACKS, ("coins", "shield", "column", "wheat"), strict=True))
COLOUR_ICONS = (*TRACK_ICONS.values(), "star")
"""Icon of each colour. Purple has no track, so its icon is the star."""
DARK_COLOURS = ("#6e4c00", "#8f2a12", "#0f4d86", "#00573f", "#54308c")
LIGHT_COLOURS = ("#f7cf74", "#ef9a70", "#93c8ee", "#8ddcb6", "#c3a8ea")
LETTER_ICONS = dict(zip(COLOUR_LETTERS, COLOUR_ICONS, strict=True))

_PLACES = {1: ((50, 42, 1.1),), 2: ((35, 44, 0.9), (67, 40, 0.8)), 3: ((27, 46, 0.72), (74, 46, 0.72), (50, 38, 0.86))}
_THINGS = ("coin", "tower", "hall", "sheaf")


class CardPictureParts(NamedTuple):
    """Parts of the picture of an epoch card."""

    colour: int
    symbol_count: int
    """Number of symbols, or 0 for an effect."""
    second_track: int
    """Track of the badge, or -1 without a badge."""
    is_light: bool
    """Whether light is behind the symbol."""


def card_picture_parts(card: EpochCard) -> CardPictureParts:
    """Return the parts of the picture of a card."""
    if card.colour == PURPLE:
        tracks = [k for k, n in enumerate(card.steps) if n]
        return CardPictureParts(PURPLE, 0 if card.effect else 1, tracks[-1] if tracks else -1, False)
    own = card.steps[card.colour]
    second = next((k for k, n in enumerate(card.steps) if n and k != card.colour), -1)
    light = card.points > own and second < 0
    many = 1 + (own > (1, 2, 3)[card.epoch - 1]) + (own > (2, 4, 6)[card.epoch - 1])
    return CardPictureParts(card.colour, 1 if light else many, second, light)


def card_theme_key(card: EpochCard) -> str:
    """Return the key of the picture of a card in `KIND_THEMES`."""
    colour, many, second, light = card_picture_parts(card)
    return f"{COLOUR_LETTERS[colour]}{many}{COLOUR_LETTERS[second] if second >= 0 else ''}{'*' if light else ''}"


def _things(colour: int, many: int) -> list[Shape]:
    if colour == PURPLE:
        return light_star(50, 41, 1.0 if many else 0.8)
    if _THINGS[colour] == "hall":  # one hall, which is larger if the card gives more
        return [symbol_shape("hall", 50, 43, 0.8 + 0.15 * many)]
    return [symbol_shape(_THINGS[colour], x, y, size) for x, y, size in _PLACES[many]]


def _art(colour: int, many: int, second: int, light: bool) -> list[Shape]:
    shapes = [symbol_shape("star", 50, 41, 1.35, points=12, colour="#ffe9a8", opacity=0.75)] if light else []
    shapes += _things(colour, many)
    if second >= 0:
        shapes += badge(84, 66, DARK_COLOURS[second], COLOUR_ICONS[second])
    return shapes


def _kinds() -> dict[str, Json]:
    kinds: dict[str, Json] = {}
    cards = game_with_served_cards("hadara").tables.cards.values()  # type: ignore[attr-defined]
    for card in cards:
        if card_theme_key(card) not in kinds:
            shown = card_picture_parts(card)
            kinds[card_theme_key(card)] = {
                "deep": DARK_COLOURS[shown.colour],
                "bright": LIGHT_COLOURS[shown.colour],
                "art": _art(*shown),
            }
    return kinds


KIND_THEMES: dict[str, Json] = {
    **_kinds(),
    **{
        colour: {"deep": deep, "bright": bright, "art": [{"icon": icon, "size": 0.85}]}
        for colour, deep, bright, icon in zip(COLOURS, DARK_COLOURS, LIGHT_COLOURS, COLOUR_ICONS, strict=True)
    },
    **{f"level{level}": {"deep": sky, "bright": dusk, "art": landscape(level)} for level, (sky, dusk) in SKIES.items()},
    "statue": {"deep": "#0f4d86", "bright": "#cfe3f2", "art": [symbol_shape("bust", 50, 46, 1.1)]},
    "silver": {
        "deep": "#4d5468",
        "bright": "#c9cfdd",
        "art": [symbol_shape("medal", 50, 44, 1.1, colour="#eef0f5", rim="#8d93a5")],
    },
    "gold": {"deep": "#7a5600", "bright": "#f7d98c", "art": [symbol_shape("medal", 50, 44, 1.1)]},
    "setup": {"deep": "#3a3052", "bright": "#cbb6dd", "art": [{"thing": "wheel", "size": 0.9}]},
    "coin": {"deep": "#7a5600", "bright": "#f7cf74", "art": [{"thing": "coin"}]},
    "points": {"deep": "#1e2140", "bright": "#e9e4d4"},
    "free": {"deep": "#53556c", "bright": "#f1e7d3"},
}

CARD_BACKS: dict[str, Json] = {
    f"{letter}{epoch}": {"deep": deep, "bright": bright, "emblem": icon}
    for letter, deep, bright, icon in zip(COLOUR_LETTERS, DARK_COLOURS, LIGHT_COLOURS, COLOUR_ICONS, strict=True)
    for epoch in EPOCHS
}


def card_colour(card: str) -> str:
    """Return the colour of an epoch card, by its id."""
    return COLOURS[COLOUR_LETTERS.index(card[0])]


def colour_icon(colour: str) -> str:
    """Return the icon of a colour."""
    return COLOUR_ICONS[COLOURS.index(colour)]
