"""Theme of The Sultan's Wishes: two colours and a few shapes for each kind of task and ware, the moods, the card backs.

If a kind occurs only in other card tables, it is drawn in the colours of its tone.
"""

from __future__ import annotations

from ....page.protocol import Json
from . import shapes

TASK_IMAGES = {  # kind of task -> name of its picture
    "Tea": "tea",
    "Food": "food",
    "Sleep": "sleep",
    "Entertainment": "juggler",
    "Fan Wave": "fan",
    "Music": "lute",
}
WARE_IMAGES = {"Spice": "spice", "Pottery": "pottery", "Carpet": "carpet", "Silk": "silk", "Jewel": "jewel"}
EFFECT_ICONS = {"plus": "plus", "eye": "eye", "gems": "gem", "swap": "swap"}
"""Icon of each effect."""
TIME_ICONS = {"Morning": "sunrise", "Afternoon": "sun", "Night": "moon"}
TASK_TONES = ("s3", "s6", "s5", "s7", "s2", "s1")
"""The tones of the kinds of tasks, in the order of the card tables."""

KIND_THEMES: dict[str, Json] = {
    "tea": {"deep": "#0c5f58", "bright": "#58b9ad", "art": shapes.tea()},
    "food": {"deep": "#a63c00", "bright": "#ec8a4c", "art": shapes.food()},
    "sleep": {"deep": "#37307a", "bright": "#8e88d8", "art": shapes.sleep()},
    "juggler": {"deep": "#97346b", "bright": "#df93bd", "art": shapes.entertainment()},
    "fan": {"deep": "#14618f", "bright": "#6cc0ee", "art": shapes.fan_wave()},
    "lute": {"deep": "#7a5800", "bright": "#f2b632", "art": shapes.music()},
    "final": {"deep": "#262a5c", "bright": "#8088d6", "art": shapes.golden_heart()},
    "guard": {"deep": "#0a548a", "bright": "#86bfe6", "art": shapes.GUARD_SHAPES},
    "spice": {"deep": "#8a3000", "bright": "#f6b184", "art": shapes.spice()},
    "pottery": {"deep": "#6d3716", "bright": "#f0bd7a", "art": shapes.pottery()},
    "carpet": {"deep": "#5c2150", "bright": "#eab0a0", "art": shapes.carpet()},
    "silk": {"deep": "#0d4a70", "bright": "#9ad4f5", "art": shapes.silk()},
    "jewel": {"deep": "#0c3f66", "bright": "#8fd2f5", "art": shapes.jewel()},
    "gems": {"deep": "#14618f", "bright": "#8fd2f5", "art": shapes.jewel()},
    "lamp": {"deep": "#6d4a00", "bright": "#f7dc96", "art": shapes.lamp(8, 6, 2.1)},
    "asleep": {"deep": "#53556c", "bright": "#c9c6bb", "art": shapes.lamp(8, 6, 2.1, awake=False)},
    "score": {"deep": "#5a3216", "bright": "#f2c879", "art": [{"icon": "scroll", "size": 0.9}]},
    "plate": {"deep": "#8a6212", "bright": "#fbe9b8", "art": [{"thing": "star", "points": 8, "colour": "#fff6dc"}]},
    "none": {"deep": "#53556c", "bright": "#f1e7d3", "art": []},
    **{
        f"mood-{does}": {"deep": "#b98a2e", "bright": "#f7e3b0", "art": shapes.mood_face(does)}
        for does in shapes.MOOD_FEATURES
    },
}

CARD_BACKS: dict[str, Json] = {
    "TASK": {"deep": "#0e5a55", "bright": "#f0d48a"},
    "GUARD": {"deep": "#0a3d69", "bright": "#9fd0f2", "emblem": "shield"},
    "wish": {"deep": "#7a1f3c", "bright": "#f6c9a0", "emblem": "heart"},
    "final": {"deep": "#1d2150", "bright": "#f2c64a", "emblem": "heart"},
    "ware": {"deep": "#6a3f14", "bright": "#f0cf90"},
    "score": {"deep": "#5a3216", "bright": "#f2c879", "emblem": "scroll"},
    "plate": {"deep": "#8a6212", "bright": "#fbe9b8"},
}
