"""Card tables of Emira: cards and prices from cards.toml, validated.

The order of the talents is intelligence, household, cooking, romance. Preferences are numbered: appearance 0, status 1,
palace 2, gold 3. A need is a tuple of talent counts in the order of the talents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from ...card_schema import (
    CARD_NUMBER,
    CardSchema,
    CardTableError,
    RowTableSchema,
    SingleTableSchema,
    fields_of_type,
    validate_tables,
)
from ...fields import FLAG, TEXT, DictField, IntField, NamedValuesField, TupleField, one_of

TALENTS = ("intelligence", "household", "cooking", "romance")
PREFERENCES = ("appearance", "status", "palace", "gold")
APPEARANCE_KINDS = ("beauty", "manners", "dress")
CARAVANS = ("SS", "SF", "LS", "LF")
COLOURS = ("green", "white", "red", "blue", "black")
GOLD_IN_BOX = 20 * 10 + 15 * 50 + 30 * 100 + 15 * 500 + 10 * 1000  # the coins of the printed game (EMI-17.2)
RED_STATUS_CARD = "ST-350"  # status card with which red starts (EMI-1.1, EMI-1.3)
CAMEL_PLACES = 4
SMALL_CARAVAN_SLOT, LARGE_CARAVAN_SLOT, COUNTER_SLOT, STATUS_SLOT, SECTION_SLOT, CAMEL_SLOT = range(
    6
)  # places of the market
HIDDEN_CARD = "?"
AUCTION_OUTCOMES = ("", *CARAVANS, "counter", "status", "section", "camel", "declined", "compensated", "locked")
"""Possible results of a seat in the auctions of this round. "" means that the seat has not acted yet."""
SIDI = "Sidi"  # the only card of the pile that is not a princess

NON_GOLD_PRICES = frozenset(("xenia_markers", "compensation_princesses", "room"))
"""Prices that are numbers of something else."""

START = NamedValuesField(
    {},
    {"counter": one_of(*APPEARANCE_KINDS), "status": one_of(RED_STATUS_CARD), **fields_of_type("camels", "sections")},
)
CARD_SCHEMA: CardSchema = {
    "totals": SingleTableSchema(
        {
            **fields_of_type("princess", "event", "status", "objective"),
            "preference": NamedValuesField(fields_of_type(*PREFERENCES)),
            "talent": NamedValuesField(fields_of_type(*TALENTS)),
        },
        has_sources=False,
    ),
    "colour": RowTableSchema(
        {"id": TEXT, "start": START, "base_income": NamedValuesField(fields_of_type("surplus", "literal", "high"))}
    ),
    "caravan": RowTableSchema(
        {
            "id": TEXT,
            "size": one_of("small", "large"),
            "speed": one_of("slow", "fast"),
            **fields_of_type("cost", "adara_cost", "income", "spaces"),
        }
    ),
    "princess": RowTableSchema(
        {"id": TEXT, "preferences": TupleField(TEXT), "talents": TupleField(one_of(*TALENTS))}, {"ability": TEXT}
    ),
    "event": RowTableSchema(
        {"id": TEXT, "copies": CARD_NUMBER, "phase": CARD_NUMBER}, {"symbol": TEXT, "advanced": FLAG}
    ),
    "status": RowTableSchema({"id": TEXT, **fields_of_type("points", "price", "copies", "copies_for_three")}),
    "objective": RowTableSchema(
        {"id": TEXT, "seats": CARD_NUMBER, "fixed": DictField(one_of(*TALENTS), CARD_NUMBER)},
        {"flexible": TupleField(CARD_NUMBER), "among": TupleField(one_of(*TALENTS))},
    ),
    "threshold": RowTableSchema(
        {"seats": CARD_NUMBER, "minimum": CARD_NUMBER, "maximum": CARD_NUMBER}, key_fields=("seats",)
    ),
    "prices": SingleTableSchema(
        fields_of_type(
            "counter",
            "section",
            "section_badra",
            "camel",
            "camel_farah",
            "look_at_2",
            "look_at_3",
            "zainab_discount",
            "upkeep",
            "upkeep_janan",
            "upkeep_zafirah",
            "suleika",
            "xenia_gift",
            "xenia_markers",
            "compensation",
            "compensation_below",
            "compensation_princesses",
            "bid_step",
            "start_gold",
            "room",
        )
    ),
    "supply": SingleTableSchema(
        fields_of_type(
            "camels",
            "camels_for_three",
            "tiles",
            "small",
            "large",
            "small_for_three",
            "large_for_three",
            "counters",
            "counters_for_three",
            "plus",
            "status_top",
            "status_top_for_three",
        )
    ),
    "tracks": SingleTableSchema({"camel": TupleField(CARD_NUMBER), "palace_halves": TupleField(IntField(-99))}),
}
"""Content of the tables of cards.toml."""

TalentNeed = tuple[int, int, int, int]


class Princess(NamedTuple):
    """Princess card: two preferences (none for Sidi), talents as numbers, and the code of her ability."""

    preferences: tuple[int, ...]
    talents: tuple[int, ...]
    ability: str | None


class Caravan(NamedTuple):
    """Caravan track with prices, income per round and number of spaces.

    `size` is 0 for a small and 1 for a large caravan.
    """

    size: int
    slow: bool
    cost: int
    adara_cost: int
    income: int
    spaces: int


class StatusCard(NamedTuple):
    """Status card of the pile. In a game with three seats, the pile has `copies_for_three` copies of the card."""

    points: int
    price: int
    copies: int
    copies_for_three: int


class Objective(NamedTuple):
    """Objective card: the number of seats, the alternative needs, and the needs in the listed order."""

    seats: int
    needs: tuple[TalentNeed, ...]
    listed: tuple[TalentNeed, ...]


class EventCard(NamedTuple):
    """Event card: number of copies, phase of its effect, symbol, and whether only the advanced game uses it."""

    copies: int
    phase: int
    symbol: str | None
    advanced: bool


class CardTables:
    """All card tables of one cards.toml. Raise CardTableError with file and row for an invalid table."""

    def __init__(self, data: Mapping[str, Any], path: Path) -> None:
        self.path = path
        validate_tables(CARD_SCHEMA, data, path)
        self._read(data)
        self._check(data["totals"])
        self._check_names()
        self._check_objectives()
        self._check_gold()

    def _read(self, data: Mapping[str, Any]) -> None:
        self.start: dict[str, dict[str, Any]] = {row["id"]: row["start"] for row in data["colour"]}
        self.base_income: dict[str, dict[str, int]] = {row["id"]: row["base_income"] for row in data["colour"]}
        self.caravans: dict[str, Caravan] = {
            row["id"]: Caravan(
                ("small", "large").index(row["size"]),
                row["speed"] == "slow",
                row["cost"],
                row["adara_cost"],
                row["income"],
                row["spaces"],
            )
            for row in data["caravan"]
        }
        self.princesses: dict[str, Princess] = {}
        for row in data["princess"]:
            wishes = [] if row["id"] == SIDI else row["preferences"]
            self.princesses[row["id"]] = Princess(
                tuple(map(PREFERENCES.index, wishes)), tuple(map(TALENTS.index, row["talents"])), row.get("ability")
            )
        self.events: dict[str, EventCard] = {
            row["id"]: EventCard(row["copies"], row["phase"], row.get("symbol"), row.get("advanced", False))
            for row in data["event"]
        }
        self.status: dict[str, StatusCard] = {
            row["id"]: StatusCard(row["points"], row["price"], row["copies"], row["copies_for_three"])
            for row in data["status"]
        }
        self.objectives: dict[str, Objective] = {row["id"]: _objective(row) for row in data["objective"]}
        self.thresholds: dict[int, tuple[int, int]] = {
            row["seats"]: (row["minimum"], row["maximum"]) for row in data["threshold"]
        }
        self.prices: dict[str, int] = {k: v for k, v in data["prices"].items() if k != "source"}
        self.supply: dict[str, int] = {k: v for k, v in data["supply"].items() if k != "source"}
        self.camel_track: tuple[int, ...] = tuple(data["tracks"]["camel"])
        self.palace_halves: tuple[int, int] = tuple(data["tracks"]["palace_halves"])

    def _check(self, totals: Mapping[str, Any]) -> None:
        """Check that each number of components agrees with the rows of the card tables (EMI-1.1)."""
        counts = {
            "princess": len(self.princesses),
            "event": sum(card.copies for card in self.events.values()),
            "status": sum(card.copies for card in self.status.values()),
            "objective": len(self.objectives),
        }
        for name, count in counts.items():
            if count != totals[name]:
                raise CardTableError(f"{self.path}, totals: {name} should add up to {totals[name]}, not {count}.")
        for number, word in enumerate(PREFERENCES):
            count = sum(card.preferences[:1] == (number,) for card in self.princesses.values())
            if count != totals["preference"][word]:
                raise CardTableError(
                    f"{self.path}, totals: {totals['preference'][word]} princesses should look for {word} first, "
                    f"not {count}."
                )
        for number, word in enumerate(TALENTS):
            count = sum(number in card.talents for card in self.princesses.values())
            if count != totals["talent"][word]:
                raise CardTableError(
                    f"{self.path}, totals: {totals['talent'][word]} princesses should have {word}, not {count}."
                )

    def _check_names(self) -> None:
        """Check that all names in the rules exist and that each id can be part of a link."""
        for name, princess in self.princesses.items():
            wishes = princess.preferences
            if name != SIDI and (not len(wishes) == len(set(wishes)) == 2 or not 1 <= len(princess.talents) <= 2):
                raise CardTableError(f"{self.path}, princess {name}: two preferences and one or two talents.")
        if SIDI not in self.princesses:
            raise CardTableError(f"{self.path}, princess: there is no row {SIDI}.")
        if RED_STATUS_CARD not in self.status or self.status[RED_STATUS_CARD].copies < 1:
            raise CardTableError(f"{self.path}, status: there is no card {RED_STATUS_CARD}, which red begins with.")
        for name in (*self.princesses, *self.events, *self.status, *self.objectives):
            if not name.replace("_", "").replace("-", "").isalnum():
                raise CardTableError(f"{self.path}, {name}: an id has letters, digits, hyphens and underscores only.")
        if len(self.camel_track) != CAMEL_PLACES or len(self.palace_halves) != 2:
            raise CardTableError(f"{self.path}, tracks: camel has {CAMEL_PLACES} figures and palace_halves two.")
        for name, words in (("caravan", CARAVANS), ("colour", COLOURS)):
            rows = self.caravans if name == "caravan" else self.start
            if sorted(rows) != sorted(words):
                raise CardTableError(f"{self.path}, {name}: the rows should be {', '.join(words)}.")

    def _check_objectives(self) -> None:
        """Check that each number of seats has objectives with one talent less than the minimum (EMI-12.1)."""
        for number, (least, most) in self.thresholds.items():
            cards = [name for name, card in self.objectives.items() if card.seats == number]
            if len(cards) < number:
                raise CardTableError(f"{self.path}, objective: {number} seats need as many cards, not {len(cards)}.")
            for name in cards:
                if any(sum(need) != least - 1 for need in self.objectives[name].needs) or least > most:
                    raise CardTableError(f"{self.path}, objective {name}: it should ask for {least - 1} talents.")

    def _check_gold(self) -> None:
        """Check that all gold amounts are multiples of ten."""
        sums = [("prices", {name: amount for name, amount in self.prices.items() if name not in NON_GOLD_PRICES})]
        sums += [(f"status {name}", {"price": row.price}) for name, row in self.status.items()]
        sums += [(f"colour {name}", row) for name, row in self.base_income.items()]
        for name, row in self.caravans.items():
            sums.append((f"caravan {name}", {"cost": row.cost, "adara_cost": row.adara_cost, "income": row.income}))
        for where, amounts in sums:
            for what, amount in amounts.items():
                if amount % 10:
                    raise CardTableError(f"{self.path}, {where}: {what} should be a multiple of 10, not {amount}.")


def _objective(row: Mapping[str, Any]) -> Objective:
    fixed = tuple(row["fixed"].get(talent, 0) for talent in TALENTS)
    if "flexible" not in row:
        return Objective(row["seats"], (_need(fixed),), (_need(fixed),))
    if len(row["flexible"]) != len(row["among"]) or len(row["flexible"]) > len(TALENTS):
        raise ValueError(f"objective {row['id']}: flexible should give a count for each talent of among")
    needs: list[TalentNeed] = []
    for counts in dict.fromkeys(permutations(row["flexible"])):  # the first need has the printed order
        need = list(fixed)
        for talent, count in zip(row["among"], counts, strict=True):
            need[TALENTS.index(talent)] += count
        needs.append(_need(tuple(need)))
    return Objective(row["seats"], tuple(needs), tuple(needs[:1]))


def _need(counts: tuple[int, ...]) -> TalentNeed:
    intelligence, household, cooking, romance = counts
    return intelligence, household, cooking, romance


def _place_units(talents: Sequence[tuple[int, ...]], need: TalentNeed, serves: dict[int, int]) -> Iterator[bool]:
    """Yield for each unit of a need whether it finds a princess, with augmenting paths in `serves` (princess: unit)."""
    units = [talent for talent in range(4) for _ in range(need[talent])]

    def can_place_unit(unit: int, tried: set[int]) -> bool:
        for princess, able in enumerate(talents):
            if units[unit] in able and princess not in tried:
                tried.add(princess)
                if princess not in serves or can_place_unit(serves[princess], tried):
                    serves[princess] = unit
                    return True
        return False

    for unit in range(len(units)):
        yield can_place_unit(unit, set())


def count_unserved_units(talents: Sequence[tuple[int, ...]], need: TalentNeed) -> int:
    """Return how many units of a need stay open if each of these princesses serves at most one unit (EMI-12.2)."""
    return sum(not is_placed for is_placed in _place_units(talents, need, {}))


def match_talents(talents: list[tuple[int, ...]], need: TalentNeed) -> tuple[int, ...] | None:
    """Assign a different princess to each talent of `need` (EMI-12.2), or return None.

    `talents` lists the talents of each princess. The result is the index of a princess for each unit of the need, in
    the order of the talents.
    """
    serves: dict[int, int] = {}
    if not all(_place_units(talents, need, serves)):
        return None
    princess_of = {unit: princess for princess, unit in serves.items()}
    return tuple(princess_of[unit] for unit in range(len(serves)))
