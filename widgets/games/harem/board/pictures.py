"""How the cards of Court look: two colours and a few shapes for each kind, the backs, and the faces of companions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....page.protocol import Json

SKILLS = ("dance", "song", "charm")
PROPS = dict(zip(SKILLS, ("ribbon", "lute", "flower"), strict=True))


class Kind(NamedTuple):
    """A kind of card: the rule that says what it is for, its sign and tone, two colours, its picture; and the verb that
    plays it from the hand, where that asks for nothing but the card."""

    rule: str
    icon: str
    tone: str
    deep: str
    bright: str
    art: Sequence[Json] = ()
    plays: str = ""


CARDS = {
    "gold": Kind("HAR-4.1", "coin", "s4", "#8a6100", "#f7cf74", [{"thing": "coin"}], "bank"),
    "gem": Kind(
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
    "jewelry": Kind("HAR-4.3", "ring", "s7", "#97346b", "#eaa9cb", [{"thing": "pendant"}], "bank"),
    "enhancement": Kind("HAR-6.1", "lesson", "s3", "#00664c", "#7fd9b8", [{"thing": "book"}]),
    "guard": Kind("HAR-7.1", "shield", "s5", "#0a548a", "#86bfe6", [{"thing": "watch"}]),
    "sultans_wrath": Kind(
        "HAR-8.1",
        "raid",
        "s6",
        "#a63c00",
        "#e8894f",
        [{"thing": "moon", "at": [74, 22], "size": 0.5}, {"thing": "hills"}, {"thing": "swords", "at": [50, 42]}],
    ),
    "kismet": Kind("HAR-9.1", "wheel", "s1", "#262a5c", "#6d76d0", [{"thing": "wheel"}], "fate"),
    "play_now": Kind("HAR-3.5", "bolt", "s8", "#222222", "#888888", [{"thing": "bolt"}]),
    "concubine": Kind("HAR-5.1", "dancer", "s7", "#6a2b5e", "#c07aae"),
}
KINDS: dict[str, Json] = {
    name: {"deep": kind.deep, "bright": kind.bright, **({"art": kind.art} if kind.art else {})}
    for name, kind in CARDS.items()
} | {
    "star": {
        "deep": "#8a6100",
        "bright": "#f7cf74",
        "art": [{"icon": "star", "at": [50, 41], "size": 1.05, "fill": "#fff3d0", "stroke": "#8a6100", "width": 1}],
    },
}

BACKS: dict[str, Json] = {
    "master": {"deep": "#1e2a5e", "bright": "#c9a24a"},
    "harem": {"deep": "#5c2150", "bright": "#eab0a0", "emblem": "charm"},
}

COINS = {
    1: [([50, 42], 1.0)],
    2: [([36, 46], 0.85), ([64, 38], 0.85)],
    3: [([30, 50], 0.73), ([70, 50], 0.73), ([50, 30], 0.73)],
}
FATES = {"KIS-TREASURE": [{"thing": "chest", "at": [50, 46]}]}


def coins(value: int) -> list[Json]:
    """A gold card as so many coins."""
    return [{"thing": "coin", "at": at, "size": size} for at, size in COINS[value]]


def lesson(skills: Sequence[str]) -> list[Json]:
    """A book open at the skills that it raises."""
    places = [[70, 42]] if len(skills) == 1 else [[32, 42], [70, 42]]
    marks = [
        {"icon": skill, "at": at, "size": 0.5, "fill": "#00664c"} for skill, at in zip(skills, places, strict=True)
    ]
    return [{"thing": "book"}, *marks]


def person(name: str, values: Sequence[int]) -> Json:
    """The face of a companion, with the thing of the best skill."""
    best = max(zip(values, SKILLS, strict=True), key=lambda pair: pair[0])[1]
    return {"name": name, "prop": PROPS[best]}
