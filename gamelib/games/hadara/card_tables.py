"""Card tables of Hadara: cards and prices from cards.toml, validated.

The order of the colours is yellow, red, blue, green, purple. The order of the tracks is income, military, culture,
food. Colours 0 to 3 belong to tracks 0 to 3. Steps are tuples with one number for each
track. The id of a card contains its colour and epoch. For example, `Y1-06` is a yellow card of epoch I. Epochs are
numbered from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...card_schema import (
    CardSchema,
    CardTableError,
    RowTableSchema,
    SingleTableSchema,
    fields_of_type,
    validate_tables,
)
from ...fields import FLAG, TEXT, IntField, TupleField, one_of

COLOURS = ("yellow", "red", "blue", "green", "purple")
TRACKS = ("income", "military", "culture", "food")
EPOCHS = (1, 2, 3)
SIDES = ("A", "B")
COLOUR_LETTERS = "YRBGP"
PURPLE = 4
GROWTH_EFFECTS = tuple(f"colour_growth:{track}" for track in TRACKS)
EFFECTS = (
    "sell_plus",
    "bonus_tile",
    *GROWTH_EFFECTS,
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

CARD_NUMBER = IntField(0, 999)
TRACK_FIELDS = fields_of_type(*TRACKS, field_type=CARD_NUMBER)
EFFECT = one_of(*EFFECTS)
CARD_SCHEMA: CardSchema = {
    "card": RowTableSchema(
        {"id": TEXT, "cost": CARD_NUMBER, "points": CARD_NUMBER}, {**TRACK_FIELDS, "effect": TEXT, "star": FLAG}
    ),
    "setup": RowTableSchema(
        {"id": TEXT, "side": one_of(*SIDES), "initiative": CARD_NUMBER, "coins": CARD_NUMBER, **TRACK_FIELDS},
        key_fields=("id", "side"),
    ),
    "colony": RowTableSchema(
        {
            "id": TEXT,
            **fields_of_type("level", "front_points", "plunder", "integrate", "points", field_type=CARD_NUMBER),
        },
        TRACK_FIELDS,
    ),
    "statue": RowTableSchema({"id": TEXT, "requirement": CARD_NUMBER, "points": CARD_NUMBER, "bonus": CARD_NUMBER}),
    "epoch": RowTableSchema(
        fields_of_type("epoch", "sale", "cheapest", "dearest", "silver", "gold", field_type=CARD_NUMBER),
        {"cheap_silver": CARD_NUMBER, "cheap_gold": CARD_NUMBER},
        ("epoch",),
    ),
    "order": RowTableSchema(
        {"seats": CARD_NUMBER, "first": TupleField(CARD_NUMBER), "coin": TupleField(CARD_NUMBER)}, key_fields=("seats",)
    ),
    "sum": RowTableSchema(
        {
            "colour": one_of(*COLOURS),
            **fields_of_type("epoch", "own", "other", "points", "cost", field_type=CARD_NUMBER),
        },
        key_fields=("epoch", "colour"),
    ),
    "totals": SingleTableSchema(
        fields_of_type(
            "card", "coloured", "purple", "starred", "setup", "colony", "tiles", "statue", field_type=CARD_NUMBER
        )
    ),
    "worth": SingleTableSchema(
        fields_of_type(
            "bonus_tiles", "silver_medals", "gold_medals", "points_a_set", "coins_a_point", field_type=CARD_NUMBER
        )
    ),
    "effects": SingleTableSchema(
        fields_of_type(
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
            field_type=CARD_NUMBER,
        )
    ),
}
"""Content of the tables of cards.toml."""

TrackSteps = tuple[int, int, int, int]


class EpochCard(NamedTuple):
    """Epoch card. Only some purple cards have an `effect`. Starred cards are only in the advanced game."""

    id: str
    colour: int
    epoch: int
    cost: int
    steps: TrackSteps
    points: int
    effect: str
    star: bool


class SetupSide(NamedTuple):
    """One side of a setup card."""

    initiative: int
    tracks: TrackSteps
    coins: int


class ColonyLevel(NamedTuple):
    """Front side of the five colonies of a level: points, coins for plundering, cost of integration, and ids.

    `name` is the common part of the ids, for example C03 for C03-1 to C03-5.
    """

    name: str
    requirement: int
    points: int
    plunder: int
    integrate: int
    colony_ids: tuple[str, ...]


class ColonyReverse(NamedTuple):
    """Reverse side of a colony."""

    level: int
    steps: TrackSteps
    points: int


class Statue(NamedTuple):
    """Statue with its culture requirement, points and tile bonus."""

    requirement: int
    points: int
    bonus: int


class TurnOrder(NamedTuple):
    """Turn order for a number of seats: the rank of the first player in each epoch, and the ranks that get a coin."""

    first: tuple[int, int, int]
    coin_ranks: tuple[int, ...]


class CardTables:
    """All card tables of one cards.toml. Raise CardTableError with file and row for an invalid table."""

    def __init__(self, data: Mapping[str, Any], path: Path) -> None:
        self.path = path
        validate_tables(CARD_SCHEMA, data, path)
        self._read(data)
        self._check(data)

    def _read(self, data: Mapping[str, Any]) -> None:
        self.cards: dict[str, EpochCard] = {}
        for row in data["card"]:
            self.cards[row["id"]] = self._card(row)
        self.setups: dict[tuple[str, str], SetupSide] = {}
        for row in data["setup"]:
            self.setups[row["id"], row["side"]] = SetupSide(row["initiative"], _steps(row), row["coins"])
        self.reverses: dict[str, ColonyReverse] = {}
        fronts: dict[int, list[tuple[int, int, int]]] = {}
        for row in data["colony"]:
            self.reverses[row["id"]] = ColonyReverse(row["level"], _steps(row), row["points"])
            fronts.setdefault(row["level"], []).append((row["front_points"], row["plunder"], row["integrate"]))
        self.levels: tuple[ColonyLevel, ...] = tuple(
            self._level(level, faces[0]) for level, faces in sorted(fronts.items())
        )
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
        self.orders: dict[int, TurnOrder] = {
            row["seats"]: TurnOrder(tuple(row["first"]), tuple(row["coin"])) for row in data["order"]
        }
        self.worth: dict[str, int] = {name: n for name, n in data["worth"].items() if name != "source"}
        self.effects: dict[str, int] = {name: n for name, n in data["effects"].items() if name != "source"}

    def _level(self, requirement: int, face: tuple[int, int, int]) -> ColonyLevel:
        tiles = tuple(name for name, tile in self.reverses.items() if tile.level == requirement)
        name = f"C{requirement:02d}"
        for tile in tiles:
            if tile.rpartition("-")[0] != name:
                raise CardTableError(f"{self.path}, colony {tile}: an id of level {requirement} begins with {name}-.")
        return ColonyLevel(name, requirement, *face, tiles)

    def _card(self, row: Mapping[str, Any]) -> EpochCard:
        name: str = row["id"]
        letter, epoch, dash, number = name[:1], name[1:2], name[2:3], name[3:]
        if letter not in COLOUR_LETTERS or epoch not in ("1", "2", "3") or dash != "-" or not number.isdecimal():
            raise CardTableError(f"{self.path}, card {name}: an id should be like Y1-06: colour, epoch, number.")
        effect, star = row.get("effect", ""), row.get("star", False)
        if (effect or star) and (letter != "P" or effect not in EFFECTS):
            raise CardTableError(f"{self.path}, card {name}: only purple cards have an effect, one of those known.")
        return EpochCard(
            name, COLOUR_LETTERS.index(letter), int(epoch), row["cost"], _steps(row), row["points"], effect, star
        )

    def _fail(self, where: str, what: str, wanted: Any, stands: Any) -> None:
        if wanted != stands:
            raise CardTableError(f"{self.path}, {where}: {what} should be {wanted}, not {stands}.")

    def _check(self, data: Mapping[str, Any]) -> None:
        """Check that component numbers and sums agree with the rows of the tables (HAD-1.2, HAD-1.3, HAD-18.1)."""
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

    def _check_sum(self, data: Mapping[str, Any], epoch: int, colour: int, cards: list[EpochCard]) -> None:
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
            self._fail(
                f"colony of level {level.requirement}", "the number of tiles", totals["tiles"], len(level.colony_ids)
            )
        self._fail("colony", "the number of levels", totals["colony"], totals["tiles"] * len(self.levels))
        for name, statue in self.statues.items():
            if sum(other.requirement == statue.requirement for other in self.statues.values()) != 1:
                raise CardTableError(f"{self.path}, statue {name}: no two statues should ask for the same culture.")


def _steps(row: Mapping[str, Any]) -> TrackSteps:
    return row.get("income", 0), row.get("military", 0), row.get("culture", 0), row.get("food", 0)
