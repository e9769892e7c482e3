"""Home tile of Court: cards of a hand, and a small chart for each dashboard with numbers from `odds`."""

from __future__ import annotations

from ....chart import thumbnails
from ....page.card_overrides import game_with_served_cards
from ....table.shapes import card_shape, symbol_shape

odds = game_with_served_cards("harem").odds

COVER = {
    "ground": ["#7a3b63", "#3a1838"],
    "shapes": [
        card_shape(34, 32, -6, "Leyla", person={"name": "Leyla", "prop": "ribbon"}),
        card_shape(111, 25, -3, "Selim", person={"name": "Selim", "prop": "lute", "beard": 1}),
        card_shape(186, 25, 3, "Deniz", person={"name": "Deniz", "prop": "flower"}),
        card_shape(
            260,
            32,
            6,
            "Raid +2",
            deep="#45140a",
            bright="#d9622b",
            art=[symbol_shape("moon", 70, 22, 0.5), symbol_shape("hills", 50, 41), symbol_shape("swords", 50, 42)],
        ),
        symbol_shape("gem", 26, 40, 0.8),
        symbol_shape("coin", 24, 92, 0.5),
        symbol_shape("coin", 38, 104, 0.42),
        symbol_shape("die", 352, 32, 0.56, -12, value=5),
        symbol_shape("die", 358, 72, 0.5, 16, value=3, side="#f2b632"),
    ],
}
TAGLINE = "Gather gold, engage performers, train them to stars. And mind the raids."


def raid_chart_thumbnail() -> str:
    """Draw the differences of the rolls for a raid with modifier +2 against one guard."""
    least = odds.least_winning_difference(2, 1)
    weights = dict(odds.two_dice_total_difference().items())
    return thumbnails.bar_thumbnail(weights, [d for d in weights if d >= least], came=least + 2)


def gems_thumbnail() -> str:
    """Draw the value of a gem for the 36 rolls of two dice. Values above three gold are favourable."""
    dist = odds.gem_value()
    weights = {value: weight * 36 // dist.total for value, weight in dist.items()}
    return thumbnails.dot_thumbnail(weights, [value for value in weights if value > 3])


CHART_THUMBNAILS = {
    "raid": (raid_chart_thumbnail, "What is one guard worth?"),
    "gems": (gems_thumbnail, "Three gold on average, often nothing"),
}
