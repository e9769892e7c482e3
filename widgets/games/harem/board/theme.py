"""Theme of Court: two colours and a few shapes for each kind of card, card backs, and companions' faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....page.drawing_types import Portrait
from ....page.protocol import Json

SKILLS = ("dance", "song", "charm")
SKILL_PROPS = dict(zip(SKILLS, ("ribbon", "lute", "flower"), strict=True))


class CardKind(NamedTuple):
    """Kind of card: the rule about its use, its icon and tone, two colours, and its picture.

    `play_verb` is the verb of the action that plays the card from the hand without other arguments.
    """

    rule: str
    icon: str
    tone: str
    dark_colour: str
    light_colour: str
    shapes: Sequence[Json] = ()
    play_verb: str = ""


CARD_KINDS = {
    "gold": CardKind("HAR-4.1", "coin", "s4", "#8a6100", "#f7cf74", [{"thing": "coin"}], "bank"),
    "gem": CardKind(
        "HAR-4.2",
        "gem",
        "s2",
        "#14618f",
        "#8fd2f5",
        [
            {"thing": "gem", "at": [50, 35], "size": 1.05},
            {"thing": "die", "value": 4, "at": [20, 66], "size": 0.32, "turn": -14},
            {"thing": "die", "value": 5, "at": [81, 66], "size": 0.32, "turn": 12},
        ],
        "bank",
    ),
    "jewelry": CardKind("HAR-4.3", "ring", "s7", "#97346b", "#eaa9cb", [{"thing": "pendant"}], "bank"),
    "enhancement": CardKind("HAR-6.1", "lesson", "s3", "#00664c", "#7fd9b8", [{"thing": "book"}]),
    "guard": CardKind("HAR-7.1", "shield", "s5", "#0a548a", "#86bfe6", [{"thing": "watch"}]),
    "sultans_wrath": CardKind(
        "HAR-8.1",
        "raid",
        "s6",
        "#a63c00",
        "#e8894f",
        [{"thing": "moon", "at": [74, 22], "size": 0.5}, {"thing": "hills"}, {"thing": "swords", "at": [50, 42]}],
    ),
    "kismet": CardKind("HAR-9.1", "wheel", "s1", "#262a5c", "#6d76d0", [{"thing": "wheel"}], "fate"),
    "play_now": CardKind("HAR-3.5", "bolt", "s8", "#222222", "#888888", [{"thing": "bolt"}]),
    "concubine": CardKind("HAR-5.1", "dancer", "s7", "#6a2b5e", "#c07aae"),
}
KIND_THEMES: dict[str, Json] = {
    name: {"deep": kind.dark_colour, "bright": kind.light_colour, **({"art": kind.shapes} if kind.shapes else {})}
    for name, kind in CARD_KINDS.items()
} | {
    "star": {
        "deep": "#8a6100",
        "bright": "#f7cf74",
        "art": [{"icon": "star", "at": [50, 41], "size": 1.05, "fill": "#fff3d0", "stroke": "#8a6100", "width": 1}],
    },
}

CARD_BACKS: dict[str, Json] = {
    "master": {"deep": "#1e2a5e", "bright": "#c9a24a"},
    "harem": {"deep": "#5c2150", "bright": "#eab0a0", "emblem": "charm"},
}

COIN_POSITIONS = {
    1: [([50, 42], 1.0)],
    2: [([36, 46], 0.85), ([64, 38], 0.85)],
    3: [([30, 50], 0.73), ([70, 50], 0.73), ([50, 30], 0.73)],
}
KISMET_ART = {"KIS-TREASURE": [{"thing": "chest", "at": [50, 46]}]}


def gold_card_shapes(value: int) -> list[Json]:
    """Draw a Gold card as a number of coins."""
    return [{"thing": "coin", "at": at, "size": size} for at, size in COIN_POSITIONS[value]]


def lesson_shapes(skills: Sequence[str]) -> list[Json]:
    """Draw an open book with the skills that it raises."""
    places = [[70, 42]] if len(skills) == 1 else [[32, 42], [70, 42]]
    marks = [
        {"icon": skill, "at": at, "size": 0.5, "fill": "#00664c"} for skill, at in zip(skills, places, strict=True)
    ]
    return [{"thing": "book"}, *marks]


def companion_portrait(name: str, skill_points: Sequence[int]) -> Portrait:
    """Draw the face of a companion, with an object for the companion's best skill."""
    best = max(zip(skill_points, SKILLS, strict=True), key=lambda pair: pair[0])[1]
    return {"name": name, "prop": SKILL_PROPS[best]}
