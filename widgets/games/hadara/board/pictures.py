"""How the cards of Hadara look: two colours and a few shapes by colour, steps and points; backs, colonies, statues."""

from __future__ import annotations

from gamelib.games.hadara.card_tables import COLOUR_LETTERS, COLOURS, EPOCHS, PURPLE, TRACKS, EpochCard

from ....page.corrected import game_here
from ....page.protocol import Json
from ....table.shapes import Shape, thing
from .shapes import SKIES, badge, landscape, lantern

TRACK_ICONS = dict(zip(TRACKS, ("coins", "shield", "column", "wheat"), strict=True))
ICONS = (*TRACK_ICONS.values(), "star")
"""One for each colour; purple, which has no track, has the star."""
DEEP = ("#6e4c00", "#8f2a12", "#0f4d86", "#00573f", "#54308c")
BRIGHT = ("#f7cf74", "#ef9a70", "#93c8ee", "#8ddcb6", "#c3a8ea")
LETTER_ICON = dict(zip(COLOUR_LETTERS, ICONS, strict=True))

_PLACES = {1: ((50, 42, 1.1),), 2: ((35, 44, 0.9), (67, 40, 0.8)), 3: ((27, 46, 0.72), (74, 46, 0.72), (50, 38, 0.86))}
_THINGS = ("coin", "tower", "hall", "sheaf")


def design(card: EpochCard) -> tuple[int, int, int, bool]:
    """What the picture of a card shows: its colour, how many things (0: an effect), a second track or -1, light."""
    if card.colour == PURPLE:
        tracks = [k for k, n in enumerate(card.steps) if n]
        return PURPLE, 0 if card.effect else 1, tracks[-1] if tracks else -1, False
    own = card.steps[card.colour]
    second = next((k for k, n in enumerate(card.steps) if n and k != card.colour), -1)
    light = card.points > own and second < 0
    many = 1 + (own > (1, 2, 3)[card.epoch - 1]) + (own > (2, 4, 6)[card.epoch - 1])
    return card.colour, 1 if light else many, second, light


def kind(card: EpochCard) -> str:
    """The name of the picture of a card among `KINDS`."""
    colour, many, second, light = design(card)
    return f"{COLOUR_LETTERS[colour]}{many}{COLOUR_LETTERS[second] if second >= 0 else ''}{'*' if light else ''}"


def _things(colour: int, many: int) -> list[Shape]:
    if colour == PURPLE:
        return lantern(50, 41, 1.0 if many else 0.8)
    if _THINGS[colour] == "hall":  # one hall, the larger the more it gives
        return [thing("hall", 50, 43, 0.8 + 0.15 * many)]
    return [thing(_THINGS[colour], x, y, size) for x, y, size in _PLACES[many]]


def _art(colour: int, many: int, second: int, light: bool) -> list[Shape]:
    shapes = [thing("star", 50, 41, 1.35, points=12, colour="#ffe9a8", opacity=0.75)] if light else []
    shapes += _things(colour, many)
    if second >= 0:
        shapes += badge(84, 66, DEEP[second], ICONS[second])
    return shapes


def _kinds() -> dict[str, Json]:
    kinds: dict[str, Json] = {}
    cards = game_here("hadara").tables.cards.values()  # type: ignore[attr-defined]
    for card in cards:
        if kind(card) not in kinds:
            shown = design(card)
            kinds[kind(card)] = {"deep": DEEP[shown[0]], "bright": BRIGHT[shown[0]], "art": _art(*shown)}
    return kinds


KINDS: dict[str, Json] = {
    **_kinds(),
    **{
        colour: {"deep": deep, "bright": bright, "art": [{"icon": icon, "size": 0.85}]}
        for colour, deep, bright, icon in zip(COLOURS, DEEP, BRIGHT, ICONS, strict=True)
    },
    **{f"level{level}": {"deep": sky, "bright": dusk, "art": landscape(level)} for level, (sky, dusk) in SKIES.items()},
    "statue": {"deep": "#0f4d86", "bright": "#cfe3f2", "art": [thing("bust", 50, 46, 1.1)]},
    "silver": {
        "deep": "#4d5468",
        "bright": "#c9cfdd",
        "art": [thing("medal", 50, 44, 1.1, colour="#eef0f5", rim="#8d93a5")],
    },
    "gold": {"deep": "#7a5600", "bright": "#f7d98c", "art": [thing("medal", 50, 44, 1.1)]},
    "setup": {"deep": "#3a3052", "bright": "#cbb6dd", "art": [{"thing": "wheel", "size": 0.9}]},
    "coin": {"deep": "#7a5600", "bright": "#f7cf74", "art": [{"thing": "coin"}]},
    "points": {"deep": "#1e2140", "bright": "#e9e4d4"},
    "free": {"deep": "#53556c", "bright": "#f1e7d3"},
}

BACKS: dict[str, Json] = {
    f"{letter}{epoch}": {"deep": deep, "bright": bright, "emblem": icon}
    for letter, deep, bright, icon in zip(COLOUR_LETTERS, DEEP, BRIGHT, ICONS, strict=True)
    for epoch in EPOCHS
}


def colour_of(card: str) -> str:
    """The colour of an epoch card, by its id."""
    return COLOURS[COLOUR_LETTERS.index(card[0])]


def icon_of(colour: str) -> str:
    """The sign of a colour."""
    return ICONS[COLOURS.index(colour)]
