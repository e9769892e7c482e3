"""What the home page shows of Hadara: tracks that rise and cards of four colours; small charts of its dashboards."""

from __future__ import annotations

from gamelib.games.hadara.card_tables import EPOCHS

from ....chart import small
from ....page.corrected import game_here
from ....table.shapes import card, disc, parts, path, thing
from .pictures import BRIGHT, DEEP
from .shapes import beads

odds = game_here("hadara").odds

_SHOWN = (
    (0, "Market", [thing("coin", 36, 46, 0.82), thing("coin", 65, 38, 0.82)]),
    (1, "Castle", [thing("tower", 35, 46, 0.9), thing("tower", 67, 42, 0.8)]),
    (2, "Library", [thing("hall", 50, 43)]),
    (3, "Fields", [thing("sheaf", 50, 42, 1.1)]),
)
PICTURE = {
    "ground": ["#d9a760", "#8a5a2a"],
    "shapes": [
        *(
            shape
            for k, (value, most) in enumerate(((8, 15), (12, 15), (10, 15), (6, 15)))
            for shape in beads(22, 16 + 12 * k, DEEP[k], value, most)
        ),
        *(
            {
                **card(16 + 72 * k, 64 + 3 * abs(k - 1.5), -7 + 5 * k, label, deep=DEEP[k], bright=BRIGHT[k], art=art),
                "size": 0.82,
            }
            for k, (_, label, art) in enumerate(_SHOWN)
        ),
        disc(338, 62, 40, "#7b4e27"),
        parts(
            338,
            62,
            1,
            *(
                path(f"M0 0L{a} {b}A37 37 0 0 1 {c} {d}Z", colour)
                for colour, a, b, c, d in (
                    (BRIGHT[0], -21.7, -29.9, 21.7, -29.9),
                    (BRIGHT[1], 21.7, -29.9, 35.2, 11.4),
                    (BRIGHT[2], 35.2, 11.4, 0, 37),
                    (BRIGHT[3], 0, 37, -35.2, 11.4),
                    (BRIGHT[4], -35.2, 11.4, -21.7, -29.9),
                )
            ),
            disc(0, 0, 15, "#f4e4bd"),
            path("M-5-13h10L0-24Z", "#1e2140"),
            disc(0, 0, 6, "#e69f00"),
            move="spin",
        ),
    ],
}
SAYS = "Two cards at a time: buy one cheaply, leave the other to the table, and keep your people fed."


def choice() -> str:
    """The better of two of ten ranks; wanted is 8 or more."""
    ranks = range(1, 11)
    better = odds.better_of_two(ranks)
    return small.bars({rank: int(better.p(rank) * 45) for rank in ranks}, [8, 9, 10], came=9)


def growth() -> str:
    """Ten yellow cards of each epoch, the best first, bought in its phase A and B: filled where they gain coins."""
    columns = []
    for epoch in EPOCHS:
        for phase in "AB":
            incomes = odds.incomes_remaining(epoch, phase)
            columns.append(
                sorted(odds.card_net_coins(card.id, incomes) > 0 for card in odds.cards_of_colour(epoch, "yellow"))
            )
    return small.grid(list(zip(*(column[::-1] for column in columns), strict=True)), "early", "late")


CHARTS = {
    "choice": (choice, "Two cards, and you keep the better"),
    "growth": (growth, "Which of ten cards still pay?"),
}
