"""Home tile of Emira: a caravan in front of a palace, and a small chart for each dashboard, computed by `odds`."""

from __future__ import annotations

from ....chart import thumbnails
from ....page.card_overrides import game_with_served_cards
from ....table.shapes import card_shape, circle, compound_shape, path
from .shapes import camel, palace

odds = game_with_served_cards("emira").odds

COVER = {
    "sky": ["#3a5fa0", "#f6cf8d"],
    "shapes": [
        circle(316, 40, 24, "#ffe9b0"),
        path("M0 128c60-40 120-30 180-6s140 4 200-22v80H0Z", "#e3a35c"),
        path("M0 150c80-30 150-14 220-8s110-8 160-18v60H0Z", "#c97f3d"),
        *palace(218, 64, 0.72, "#0e6f67"),
        compound_shape(
            0,
            0,
            1,
            *camel(24, 86, 0.95, "#b93a24"),
            *camel(92, 96, 0.85, "#1b4d8a"),
            *camel(152, 104, 0.74, "#0e6f67"),
            move="walk",
        ),
        {**card_shape(318, 92, 6, "Malik", person={"name": "Malik", "beard": 1}), "size": 0.56},
    ],
}
TAGLINE = "Send caravans, furnish a palace; artists choose the host that suits them."


def caravans_thumbnail() -> str:
    """Draw the cash of the two small caravans by round. The buyer pays the price in round 0."""
    return thumbnails.step_line_thumbnail(
        {
            "fast": odds.caravan_cash_flow("SF", horizon=8).cash_balance,
            "slow": odds.caravan_cash_flow("SS", horizon=8).cash_balance,
        }
    )


CHART_THUMBNAILS = {"caravans": (caravans_thumbnail, "When is the price back?")}
