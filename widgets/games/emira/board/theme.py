"""Theme of Emira: faces of artists, wares in two colours with a few shapes, backs of piles."""

from __future__ import annotations

from typing import Any

from gamelib.games.emira.card_tables import TALENTS

from ....page.drawing_types import Portrait
from ....table.shapes import circle, path
from .shapes import camel, palace

Json = dict[str, Any]

TALENT_ICONS = dict(zip(TALENTS, ("book", "key", "pot", "quill"), strict=True))
COUNTER_ICONS = {"beauty": "mirror", "manners": "cup", "dress": "robe"}
CARAVAN_LOADS = {"SS": "#0e6f67", "SF": "#b93a24", "LS": "#1b4d8a", "LF": "#8a3a6a"}
BEARDED_PORTRAITS = frozenset(
    {
        "Halimah",
        "Asima",
        "Rasha",
        "Nibal",
        "Samira",
        "Malika",
        "Firyal",
        "Adara",
        "Janan",
        "Anisah",
        "Zafirah",
        "Yasmine",
        "Badra",
        "Sidi",
    }
)
"""Cards with pictures of bearded people. Artists are of any gender."""

_DUNE = "M-50 25c30-14 60-6 100-10v28H-50Z"
_SAND = {"deep": "#7a3a1c", "bright": "#f6cf8d"}

KIND_THEMES: dict[str, Json] = {
    "small": {
        **_SAND,
        "art": [circle(78, 18, 10, "#ffe9b0"), path(_DUNE, "#c97f3d", at=[50, 41]), *camel(28, 24, 0.9, "#b93a24")],
    },
    "large": {
        **_SAND,
        "art": [
            circle(16, 16, 9, "#ffe9b0"),
            path(_DUNE, "#c97f3d", at=[50, 41]),
            *camel(62, 20, 0.58, "#0e6f67"),
            *camel(37, 27, 0.66, "#1b4d8a"),
            *camel(9, 32, 0.78, "#b93a24"),
        ],
    },
    "beauty": {"deep": "#97346b", "bright": "#df93bd", "art": [{"icon": "mirror", "size": 0.95}]},
    "manners": {"deep": "#14618f", "bright": "#6cc0ee", "art": [{"icon": "cup", "size": 0.95}]},
    "dress": {"deep": "#8a6100", "bright": "#f2b632", "art": [{"icon": "robe", "size": 0.95}]},
    "counter": {"deep": "#97346b", "bright": "#df93bd", "art": [{"icon": "bag", "size": 0.9}]},
    "status": {
        "deep": "#262a5c",
        "bright": "#8f98e6",
        "art": [
            path("M22 10h50a6 6 0 0 1 0 12h-4v44a6 6 0 0 1-6 6H28V22h-6a6 6 0 0 1 0-12Z", "#fff6e0"),
            path("M34 32h26M34 40h26M34 48h16", stroke="#c9b58a", width=2.5),
            {"icon": "crown", "at": [64, 56], "size": 0.5, "fill": "#e9a91f"},
        ],
    },
    "section": {"deep": "#0f5a55", "bright": "#a5dcc0", "art": palace(26, 32, 0.4, "#e69f00")},
    "camel": {
        "deep": "#6a4a1a",
        "bright": "#f3d79a",
        "art": [path(_DUNE, "#c99b52", at=[50, 41]), *camel(26, 16, 1.05, "#8fbf9a")],
    },
    "gold": {"deep": "#8a6100", "bright": "#f7cf74", "art": [{"thing": "coin", "size": 0.9}]},
    "event": {"deep": "#33363f", "bright": "#8a8f9c", "art": [{"thing": "bolt", "at": [50, 44], "size": 0.8}]},
    "supply": {"deep": "#53556c", "bright": "#a9abc0", "art": [{"icon": "deck", "size": 0.8}]},
    "met": {"deep": "#00664c", "bright": "#3fbf97"},
    "open": {"deep": "#53556c", "bright": "#f1e7d3"},
    "free": {"deep": "#53556c", "bright": "#f1e7d3"},
}

CARD_BACKS: dict[str, Json] = {
    "pile": {"deep": "#174c43", "bright": "#a6dcc4", "emblem": "guest"},
    "titles": {"deep": "#262a5c", "bright": "#d9c38a", "emblem": "crown"},
    "fates": {"deep": "#24282f", "bright": "#b9b29f", "emblem": "bolt"},
    "aims": {"deep": "#7a4a08", "bright": "#ffdf9a", "emblem": "scroll"},
}


def portrait(display_name: str, card_id: str) -> Portrait:
    """Draw the face of an artist. The displayed name determines the face, and the card determines the beard."""
    return {"name": display_name, "beard": 1} if card_id in BEARDED_PORTRAITS else {"name": display_name}
