"""Home tile of Hadara: rising tracks, cards of four colours, and small charts of its dashboards."""

from __future__ import annotations

from gamelib.games.hadara.card_tables import EPOCHS

from ....chart import thumbnails
from ....page.card_overrides import game_with_served_cards
from ....table.shapes import card_shape, circle, compound_shape, path, symbol_shape
from .shapes import bead_track
from .theme import DARK_COLOURS, LIGHT_COLOURS

odds = game_with_served_cards("hadara").odds

_SHOWN = (
    (0, "Market", [symbol_shape("coin", 36, 46, 0.82), symbol_shape("coin", 65, 38, 0.82)]),
    (1, "Castle", [symbol_shape("tower", 35, 46, 0.9), symbol_shape("tower", 67, 42, 0.8)]),
    (2, "Library", [symbol_shape("hall", 50, 43)]),
    (3, "Fields", [symbol_shape("sheaf", 50, 42, 1.1)]),
)
COVER = {
    "ground": ["#d9a760", "#8a5a2a"],
    "shapes": [
        *(
            shape
            for k, (value, most) in enumerate(((8, 15), (12, 15), (10, 15), (6, 15)))
            for shape in bead_track(22, 16 + 12 * k, DARK_COLOURS[k], value, most)
        ),
        *(
            {
                **card_shape(
                    16 + 72 * k,
                    64 + 3 * abs(k - 1.5),
                    -7 + 5 * k,
                    label,
                    deep=DARK_COLOURS[k],
                    bright=LIGHT_COLOURS[k],
                    art=art,
                ),
                "size": 0.82,
            }
            for k, (_, label, art) in enumerate(_SHOWN)
        ),
        circle(338, 62, 40, "#7b4e27"),
        compound_shape(
            338,
            62,
            1,
            *(
                path(f"M0 0L{a} {b}A37 37 0 0 1 {c} {d}Z", colour)
                for colour, a, b, c, d in (
                    (LIGHT_COLOURS[0], -21.7, -29.9, 21.7, -29.9),
                    (LIGHT_COLOURS[1], 21.7, -29.9, 35.2, 11.4),
                    (LIGHT_COLOURS[2], 35.2, 11.4, 0, 37),
                    (LIGHT_COLOURS[3], 0, 37, -35.2, 11.4),
                    (LIGHT_COLOURS[4], -35.2, 11.4, -21.7, -29.9),
                )
            ),
            circle(0, 0, 15, "#f4e4bd"),
            path("M-5-13h10L0-24Z", "#1e2140"),
            circle(0, 0, 6, "#e69f00"),
            move="spin",
        ),
    ],
}
TAGLINE = "Two cards at a time: buy one cheaply, leave the other to the table, and keep your people fed."


def choice_thumbnail() -> str:
    """Draw the distribution of the better of two cards with ranks 1 to 10. Ranks from 8 on are highlighted."""
    ranks = range(1, 11)
    better = odds.better_of_two(ranks)
    return thumbnails.bar_thumbnail({rank: int(better.p(rank) * 45) for rank in ranks}, [8, 9, 10], came=9)


def growth_thumbnail() -> str:
    """Draw the gain of ten yellow cards for each epoch, best card first, if bought in its phases A and B.

    Profitable cards are filled.
    """
    columns = []
    for epoch in EPOCHS:
        for phase in "AB":
            incomes = odds.incomes_remaining(epoch, phase)
            columns.append(
                sorted(odds.card_net_coins(card.id, incomes) > 0 for card in odds.cards_of_colour(epoch, "yellow"))
            )
    return thumbnails.grid_thumbnail(list(zip(*(column[::-1] for column in columns), strict=True)), "early", "late")


CHART_THUMBNAILS = {
    "choice": (choice_thumbnail, "Two cards, and you keep the better"),
    "growth": (growth_thumbnail, "Which of ten cards still pay?"),
}
