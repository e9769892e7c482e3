"""Home tile of The Sultan's Wishes: tasks with Aides, a mood and the lamp.

The tile has a small chart for each dashboard, computed by `odds`.
"""

from __future__ import annotations

from fractions import Fraction

from ....chart import thumbnails
from ....page.card_overrides import game_with_served_cards
from ....table.shapes import Shape, card_shape, circle, compound_shape, path
from .shapes import HEART_PATH, aide, lamp, mood_face
from .theme import KIND_THEMES

odds = game_with_served_cards("wishes").odds


def _card(x: float, y: float, turn: float, label: str, kind: str) -> Shape:
    return card_shape(x, y, turn, label, **KIND_THEMES[kind])


def _hearts(x: float, y: float, full: int, of: int) -> list[Shape]:
    """Draw a row of hearts. The first `full` hearts are filled."""
    looks = [("#d23b57", "#d23b57")] * full + [("none", "#ffffffaa")] * (of - full)
    return [path(HEART_PATH, fill, stroke, 7, at=[x + 20 * i, y], size=0.19) for i, (fill, stroke) in enumerate(looks)]


COVER = {
    "ground": ["#31508a", "#131c42"],
    "shapes": [
        _card(24, 34, -9, "Tea", "tea"),
        _card(104, 26, -2, "Sleep", "sleep"),
        _card(184, 28, 5, "Music", "lute"),
        *_hearts(28, 8, 5, 7),
        *aide(54, 20, 0.9, "#e69f00"),
        *aide(214, 12, 0.9, "#56b4e9"),
        circle(324, 64, 47, "#f7e3b0"),
        circle(324, 64, 43, "#e7c777"),
        compound_shape(274, 22, 1, *mood_face("happy")),
        *lamp(284, 118, 1.7),
    ],
}
TAGLINE = "Fulfil wishes together, watch the mood, and guess what lies in the stack."


def closing_thumbnail() -> str:
    """Draw the distribution of the hearts that three rivals can add with one card. Two hearts are missing."""
    hearts = dict(odds.max_hearts_rivals_can_add(3).items())
    return thumbnails.bar_thumbnail(hearts, [n for n in hearts if n >= 2])


def purchase_thumbnail() -> str:
    """Draw how many of 29 rivals who bought the middle ware have each score card. Rivals err once in five times."""
    dist = odds.buyer_score_card_posterior("Centre", Fraction(1, 5))
    weights = {int(card[1:]): dist[card] for card in dist}
    return thumbnails.dot_thumbnail(weights, [card for card in weights if weights[card] == max(weights.values())])


CHART_THUMBNAILS = {
    "closing": (closing_thumbnail, "Who holds the card that is missing?"),
    "purchase": (purchase_thumbnail, "Five hidden cards, and one choice"),
}
