"""The cards and prices of Hadara, read from cards.toml and checked.

Colours stand in the order yellow, red, blue, green, purple, tracks in the order income, military, culture, food: the
track of a colour has its number, and purple has none. Steps are tuples of four in that order. A card's id names its
colour and epoch: `Y1-06` is yellow, epoch I. Epochs are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...cards import CardTableError, Declared, One, Rows, check_tables, figures
from ...fields import FLAG, TEXT, many, one_of, whole

COLOURS = ("yellow", "red", "blue", "green", "purple")
TRACKS = ("income", "military", "culture", "food")
EPOCHS = (1, 2, 3)
SIDES = ("A", "B")
LETTERS = "YRBGP"
PURPLE = 4
GROWTH = tuple(f"colour_growth:{track}" for track in TRACKS)
EFFECTS = (
    "sell_plus",
    "bonus_tile",
    *GROWTH,
    "cheap_medals",
    "statue_plus",
    "colony_coins",
    "feed_pay",
    "feed_surplus",
    "lag_income",
    "five_sets",
    "full_silver",
    "double_action",
    "wild_colour",
    "req_minus4",
    "pay_requirement",
)

FIGURE = whole(0, 999)
STEPS = figures(*TRACKS, kind=FIGURE)
EFFECT = one_of(*EFFECTS)
CARDS: Declared = {
    "card": Rows({"id": TEXT, "cost": FIGURE, "points": FIGURE}, {**STEPS, "effect": TEXT, "star": FLAG}),
    "setup": Rows(
        {"id": TEXT, "side": one_of(*SIDES), "initiative": FIGURE, "coins": FIGURE, **STEPS}, by=("id", "side")
    ),
    "colony": Rows(
        {"id": TEXT, **figures("level", "front_points", "plunder", "integrate", "points", kind=FIGURE)}, STEPS
    ),
    "statue": Rows({"id": TEXT, "requirement": FIGURE, "points": FIGURE, "bonus": FIGURE}),
    "epoch": Rows(
        figures("epoch", "sale", "cheapest", "dearest", "silver", "gold", kind=FIGURE),
        {"cheap_silver": FIGURE, "cheap_gold": FIGURE},
        ("epoch",),
    ),
    "order": Rows({"seats": FIGURE, "first": many(FIGURE), "coin": many(FIGURE)}, by=("seats",)),
    "sum": Rows(
        {"colour": one_of(*COLOURS), **figures("epoch", "own", "other", "points", "cost", kind=FIGURE)},
        by=("epoch", "colour"),
    ),
    "totals": One(figures("card", "coloured", "purple", "starred", "setup", "colony", "tiles", "statue", kind=FIGURE)),
    "worth": One(figures("bonus_tiles", "silver_medals", "gold_medals", "points_a_set", "coins_a_point", kind=FIGURE)),
    "effects": One(
        figures(
            "sale_coin",
            "tile_steps",
            "growth_steps",
            "statue_plus",
            "colony_coins",
            "keep_coins",
            "keep_cards",
            "surplus_coins",
            "surplus_most",
            "lag_coins",
            "set_points",
            "requirement_less",
            "reduction_coins",
            "reductions",
            kind=FIGURE,
        )
    ),
}
"""What the tables of cards.toml hold."""

Steps = tuple[int, int, int, int]


class Card(NamedTuple):
    """An epoch card. `effect` is "" but on some purple cards; starred cards are in the advanced game only."""

    id: str
    colour: int
    epoch: int
    cost: int
    steps: Steps
    points: int
    effect: str
    star: bool


class Setup(NamedTuple):
    """One side of a setup card."""

    initiative: int
    tracks: Steps
    coins: int


class Level(NamedTuple):
    """The front of the five colonies of a level: points, coins of plundering, cost of integrating, and their ids.

    `name` is what their ids have in common: C03 for C03-1 to C03-5.
    """

    name: str
    requirement: int
    points: int
    plunder: int
    integrate: int
    tiles: tuple[str, ...]


class Reverse(NamedTuple):
    """The reverse of a colony."""

    level: int
    steps: Steps
    points: int


class Statue(NamedTuple):
    """A statue: the culture that it asks for, its points, and the bonus of its tile."""

    requirement: int
    points: int
    bonus: int


class Order(NamedTuple):
    """For a number of seats: the rank of the first player in each epoch, and the ranks that get a coin for it."""

    first: tuple[int, int, int]
    coin: tuple[int, ...]


class Tables:
    """All tables of one cards.toml. CardTableError names file and row."""

    def __init__(self, data: Mapping[str, Any], path: Path) -> None:
        self.path = path
        check_tables(CARDS, data, path)
        self._read(data)
        self._check(data)

    def _read(self, data: Mapping[str, Any]) -> None:
        self.cards: dict[str, Card] = {}
        for row in data["card"]:
            self.cards[row["id"]] = self._card(row)
        self.setups: dict[tuple[str, str], Setup] = {}
        for row in data["setup"]:
            self.setups[row["id"], row["side"]] = Setup(row["initiative"], _steps(row), row["coins"])
        self.reverses: dict[str, Reverse] = {}
        fronts: dict[int, list[tuple[int, int, int]]] = {}
        for row in data["colony"]:
            self.reverses[row["id"]] = Reverse(row["level"], _steps(row), row["points"])
            fronts.setdefault(row["level"], []).append((row["front_points"], row["plunder"], row["integrate"]))
        self.levels: tuple[Level, ...] = tuple(self._level(level, faces[0]) for level, faces in sorted(fronts.items()))
        self.requirements: tuple[int, ...] = tuple(level.requirement for level in self.levels)
        for number, faces in sorted(fronts.items()):
            if len(set(faces)) != 1:
                raise CardTableError(f"{self.path}, colony of level {number}: the fronts of a level should be alike.")
        self.statues: dict[str, Statue] = {
            row["id"]: Statue(row["requirement"], row["points"], row["bonus"]) for row in data["statue"]
        }
        epochs = {row["epoch"]: row for row in data["epoch"]}
        self.sale: tuple[int, ...] = tuple(epochs[epoch]["sale"] for epoch in EPOCHS)
        self.costs: tuple[tuple[int, int], ...] = tuple(
            (epochs[epoch]["cheapest"], epochs[epoch]["dearest"]) for epoch in EPOCHS
        )
        self.medals: tuple[tuple[int, int], ...] = tuple(
            (epochs[epoch]["silver"], epochs[epoch]["gold"]) for epoch in EPOCHS
        )
        """(silver, gold) of each epoch."""
        self.cheap_medals: tuple[tuple[int, int], ...] = tuple(
            (row.get("cheap_silver", row["silver"]), row.get("cheap_gold", row["gold"]))
            for row in (epochs[epoch] for epoch in EPOCHS)
        )
        self.orders: dict[int, Order] = {
            row["seats"]: Order(tuple(row["first"]), tuple(row["coin"])) for row in data["order"]
        }
        self.worth: dict[str, int] = {name: n for name, n in data["worth"].items() if name != "source"}
        self.effects: dict[str, int] = {name: n for name, n in data["effects"].items() if name != "source"}

    def _level(self, requirement: int, face: tuple[int, int, int]) -> Level:
        tiles = tuple(name for name, tile in self.reverses.items() if tile.level == requirement)
        name = f"C{requirement:02d}"
        for tile in tiles:
            if tile.rpartition("-")[0] != name:
                raise CardTableError(f"{self.path}, colony {tile}: an id of level {requirement} begins with {name}-.")
        return Level(name, requirement, *face, tiles)

    def _card(self, row: Mapping[str, Any]) -> Card:
        name: str = row["id"]
        letter, epoch, dash, number = name[:1], name[1:2], name[2:3], name[3:]
        if letter not in LETTERS or epoch not in ("1", "2", "3") or dash != "-" or not number.isdecimal():
            raise CardTableError(f"{self.path}, card {name}: an id should be like Y1-06: colour, epoch, number.")
        effect, star = row.get("effect", ""), row.get("star", False)
        if (effect or star) and (letter != "P" or effect not in EFFECTS):
            raise CardTableError(f"{self.path}, card {name}: only purple cards have an effect, one of those known.")
        return Card(name, LETTERS.index(letter), int(epoch), row["cost"], _steps(row), row["points"], effect, star)

    def _fail(self, where: str, what: str, wanted: Any, stands: Any) -> None:
        if wanted != stands:
            raise CardTableError(f"{self.path}, {where}: {what} should be {wanted}, not {stands}.")

    def _check(self, data: Mapping[str, Any]) -> None:
        """Every number of components and every sum of figures, against the rows (HAD-1.2, HAD-1.3, HAD-18.1)."""
        totals = data["totals"]
        for name in ("card", "setup", "colony", "statue"):
            count = len(self.setups) // 2 if name == "setup" else len(data[name])
            self._fail("totals", f"the number of rows in {name}", totals[name], count)
        for epoch in EPOCHS:
            cheapest, dearest = self.costs[epoch - 1]
            for colour, word in enumerate(COLOURS):
                cards = [card for card in self.cards.values() if (card.epoch, card.colour) == (epoch, colour)]
                where = f"epoch {epoch}, {word}"
                wanted = totals["purple" if colour == PURPLE else "coloured"]
                self._fail(where, "the number of cards", wanted, len(cards))
                if colour == PURPLE:
                    stars = sum(card.star for card in cards)
                    self._fail(where, "the number of starred cards", totals["starred"], stars)
                for card in cards:
                    if not cheapest <= card.cost <= dearest:
                        raise CardTableError(
                            f"{self.path}, card {card.id}: in epoch {epoch} a card costs {cheapest} to {dearest}, "
                            f"not {card.cost}."
                        )
                self._check_sum(data, epoch, colour, cards)
        self._check_boards(totals)
        for seats in range(2, 6):
            first, coin = self.orders[seats]
            if len(first) != len(EPOCHS) or not {*first, *coin} <= set(range(1, seats + 1)):
                raise CardTableError(
                    f"{self.path}, order {seats}: three first players and those who get a coin, "
                    f"each a rank from 1 to {seats}."
                )

    def _check_sum(self, data: Mapping[str, Any], epoch: int, colour: int, cards: list[Card]) -> None:
        rows = [row for row in data["sum"] if (row["epoch"], row["colour"]) == (epoch, COLOURS[colour])]
        where = f"sum, epoch {epoch}, {COLOURS[colour]}"
        self._fail(where, "the number of such rows", 1, len(rows))
        own = sum(card.steps[colour] for card in cards) if colour != PURPLE else 0
        sums = {
            "own": own,
            "other": sum(sum(card.steps) for card in cards) - own,
            "points": sum(card.points for card in cards),
            "cost": sum(card.cost for card in cards),
        }
        for name, total in sums.items():
            self._fail(where, name, rows[0][name], total)

    def _check_boards(self, totals: Mapping[str, Any]) -> None:
        names = sorted({name for name, _ in self.setups})
        if sorted(self.setups) != [(name, side) for name in names for side in SIDES]:
            raise CardTableError(f"{self.path}, setup: each card should have a side A and a side B.")
        for name in names:
            a, b = (self.setups[name, side].initiative for side in SIDES)
            self._fail(f"setup {name}", "the initiative of side B", a, b)  # HAD-A20
        ranks = sorted(self.setups[name, "A"].initiative for name in names)
        self._fail("setup", "the initiatives", [*range(1, len(names) + 1)], ranks)
        for level in self.levels:
            self._fail(f"colony of level {level.requirement}", "the number of tiles", totals["tiles"], len(level.tiles))
        self._fail("colony", "the number of levels", totals["colony"], totals["tiles"] * len(self.levels))
        for name, statue in self.statues.items():
            if sum(other.requirement == statue.requirement for other in self.statues.values()) != 1:
                raise CardTableError(f"{self.path}, statue {name}: no two statues should ask for the same culture.")


def _steps(row: Mapping[str, Any]) -> Steps:
    return row.get("income", 0), row.get("military", 0), row.get("culture", 0), row.get("food", 0)
