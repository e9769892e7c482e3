"""How the cards of Court look: two colours and a few shapes for each kind, the backs, and the faces of companions."""

from __future__ import annotations

from collections.abc import Sequence

from ....page.protocol import Json

SKILLS = ("dance", "song", "charm")
PROPS = dict(zip(SKILLS, ("ribbon", "lute", "flower"), strict=True))

KINDS: dict[str, Json] = {
    "gold": {"deep": "#8a6100", "bright": "#f7cf74", "art": [{"thing": "coin"}]},
    "gem": {"deep": "#14618f", "bright": "#8fd2f5", "art": [
        {"thing": "gem", "at": [50, 35], "size": 1.05},
        {"thing": "die", "value": 4, "at": [20, 66], "size": 0.32, "turn": -14},
        {"thing": "die", "value": 5, "at": [81, 66], "size": 0.32, "turn": 12}]},
    "jewelry": {"deep": "#97346b", "bright": "#eaa9cb", "art": [{"thing": "pendant"}]},
    "enhancement": {"deep": "#00664c", "bright": "#7fd9b8", "art": [{"thing": "book"}]},
    "guard": {"deep": "#0a548a", "bright": "#86bfe6", "art": [{"thing": "watch"}]},
    "star": {"deep": "#8a6100", "bright": "#f7cf74", "art": [
        {"icon": "star", "at": [50, 41], "size": 1.05, "fill": "#fff3d0", "stroke": "#8a6100", "width": 1}]},
    "sultans_wrath": {"deep": "#a63c00", "bright": "#e8894f", "art": [
        {"thing": "moon", "at": [74, 22], "size": 0.5}, {"thing": "hills"}, {"thing": "swords", "at": [50, 42]}]},
    "kismet": {"deep": "#262a5c", "bright": "#6d76d0", "art": [{"thing": "wheel"}]},
    "play_now": {"deep": "#222222", "bright": "#888888", "art": [{"thing": "bolt"}]},
    "concubine": {"deep": "#6a2b5e", "bright": "#c07aae"},
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
