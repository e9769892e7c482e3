"""Card tables of The Sultan's Wishes: cards and numbers from cards.toml, validated.

A task card has a kind, a number of hearts and an effect. The tables define the kinds, heart values, effects, merchants,
wares and icons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
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
from ...fields import FLAG, TEXT, FixedTupleField, PredicateField, TupleField, one_of
from ...validation import short_repr

TASK_EFFECTS = ("plus", "eye", "gems", "swap")
"""Possible effects of a task card (WIS-5)."""
PLATE_EFFECTS = ("lovely", "kind", "nauseate", "demanding", "hungry", "happy", "uncertain", "mean", "afraid", "sad")
"""Possible effects of a plate (WIS-3)."""
FINAL_CRITERIA = ("kind", "hearts", "effect")
"""Possible criteria of a final wish for each card (WIS-10.1)."""
GUARD = "GUARD"
VERDICTS = ("not_chosen", "narrow", "chosen", "flawless")


ID_ROWS = RowTableSchema({"id": TEXT})
NUMBER_LIST = TupleField(CARD_NUMBER)
VALUE = PredicateField("a word or a number", lambda state, data: type(data) in (str, int))
CARD_SCHEMA: CardSchema = {
    "totals": SingleTableSchema(
        {
            **fields_of_type(
                "tasks",
                "guards",
                "simple_wishes",
                "final_wishes",
                "plates",
                "wares_cards",
                "score_cards",
                "hearts",
                "adding_plates",
                "extra_points",
                "all_wares_worth",
            ),
            **fields_of_type(
                "by_kind", "hearts_by_kind", "by_effect", "by_merchant", field_type=TupleField(CARD_NUMBER)
            ),
            "by_hearts": TupleField(FixedTupleField(CARD_NUMBER, CARD_NUMBER)),
        },
        has_sources=False,
    ),
    "constants": SingleTableSchema(
        {
            **fields_of_type(
                "hand",
                "gems",
                "gem_limit",
                "start_gems",
                "aides",
                "aides_on_card",
                "solo_rounds",
                "final_placed",
                "gems_per_point",
                "fulfil_gems",
                "fulfil_gems_kind",
                "guard_hearts",
                "guard_cards",
                "guard_gems",
                "hungry",
                "happy_gems",
            ),
            "lamp_squares": TupleField(CARD_NUMBER),
        }
    ),
    "guard": SingleTableSchema({"count": CARD_NUMBER}),
    "place": RowTableSchema({"points": CARD_NUMBER, "gems": CARD_NUMBER}, key_fields=()),
    "table": RowTableSchema(
        {"seats": CARD_NUMBER, "simple_placed": CARD_NUMBER, "revealed": CARD_NUMBER, "plates": CARD_NUMBER},
        key_fields=("seats",),
    ),
    "kind": ID_ROWS,
    "merchant": ID_ROWS,
    "icon": ID_ROWS,
    "effect": RowTableSchema({"id": TEXT, "does": one_of(*TASK_EFFECTS)}, {"gems": CARD_NUMBER}),
    "task": RowTableSchema({"id": TEXT, "kind": TEXT, "hearts": CARD_NUMBER, "effect": TEXT}),
    "simple": RowTableSchema({"id": TEXT, "kind": TEXT, "hearts": CARD_NUMBER, "solo": FLAG}),
    "final": RowTableSchema(
        {"id": TEXT, "by": one_of(*FINAL_CRITERIA), "value": VALUE, "cards": CARD_NUMBER, "solo": FLAG}
    ),
    "plate": RowTableSchema({"id": TEXT, "does": one_of(*PLATE_EFFECTS), "adds": FLAG, "extra": CARD_NUMBER}),
    "ware": RowTableSchema({"id": TEXT, "cost": CARD_NUMBER}),
    "wares": RowTableSchema({"id": TEXT, "merchant": TEXT, "ware": TEXT, "icon": TEXT}),
    "score": RowTableSchema(
        {"id": TEXT, "merchant": NUMBER_LIST, "ware": NUMBER_LIST, "icon": NUMBER_LIST, "day": CARD_NUMBER}
    ),
    "verdict": RowTableSchema({"id": one_of(*VERDICTS), "least": CARD_NUMBER}),
}
"""Content of the tables of cards.toml."""


class TaskCard(NamedTuple):
    """Task card with its kind, hearts and effect."""

    kind: str
    hearts: int
    effect: str


class TaskEffect(NamedTuple):
    """Effect of a task card, with its number of Gems, if any."""

    does: str
    gems: int


class WishCard(NamedTuple):
    """Wish card.

    A simple wish needs `need` hearts on cards of one kind. A final wish needs `need` cards that are equal by
    `criterion`.
    """

    final: bool
    criterion: str
    value: str | int
    need: int
    solo: bool


class PlateCard(NamedTuple):
    """Mood plate: its effect, whether it adds a card to the stack, and the extra points of a wish."""

    effect: str
    adds_card: bool
    extra_points: int


class WareCard(NamedTuple):
    """Wares card with its merchant, ware and icon."""

    merchant: str
    ware: str
    icon: str
    cost: int


class ScoreCard(NamedTuple):
    """Market score card: points for merchants, wares, icons and complete days."""

    merchant: Mapping[str, int]
    ware: Mapping[str, int]
    icon: Mapping[str, int]
    day_points: int


class SeatCountSetup(NamedTuple):
    """Numbers of the setup for a number of seats: simple wishes, revealed wishes, plates per round."""

    simple_placed: int
    revealed: int
    plates: int


class CardTables:
    """All card tables of one cards.toml. Raise CardTableError with file and row for an invalid table."""

    def __init__(self, data: Mapping[str, Any], path: Path) -> None:
        self.path = path
        validate_tables(CARD_SCHEMA, data, path)
        self._read(data)
        self._check(data["totals"])

    def _named(self, data: Mapping[str, Any], table: str) -> dict[str, Mapping[str, Any]]:
        """Return the rows of a table by their id."""
        return {row["id"]: row for row in data[table]}

    def _one_of(self, where: str, what: str, value: Any, known: Iterable[Any]) -> None:
        choices = list(known)
        if value not in choices:
            raise CardTableError(
                f"{self.path}, {where}: {what} should be {' or '.join(map(str, choices))}, not {short_repr(value)}."
            )

    def _read(self, data: Mapping[str, Any]) -> None:
        self.constants: dict[str, int] = {
            name: value for name, value in data["constants"].items() if isinstance(value, int)
        }
        self.lamp_squares: tuple[int, ...] = tuple(data["constants"]["lamp_squares"])
        self.places: tuple[tuple[int, int], ...] = tuple((row["points"], row["gems"]) for row in data["place"])
        self.seats: dict[int, SeatCountSetup] = {
            row["seats"]: SeatCountSetup(row["simple_placed"], row["revealed"], row["plates"]) for row in data["table"]
        }
        self.kinds: tuple[str, ...] = tuple(self._named(data, "kind"))
        self.effects: dict[str, TaskEffect] = {}
        for name, row in self._named(data, "effect").items():
            self.effects[name] = TaskEffect(row["does"], row["gems"] if row["does"] == "gems" else 0)
        self.tasks: dict[str, TaskCard] = {}
        for name, row in self._named(data, "task").items():
            self._one_of(f"task {name}", "kind", row["kind"], self.kinds)
            self._one_of(f"task {name}", "effect", row["effect"], self.effects)
            self.tasks[name] = TaskCard(row["kind"], row["hearts"], row["effect"])
        self.guards: int = data["guard"]["count"]
        self.simple: dict[str, WishCard] = {}
        for name, row in self._named(data, "simple").items():
            self._one_of(f"simple {name}", "kind", row["kind"], self.kinds)
            self.simple[name] = WishCard(False, "kind", row["kind"], row["hearts"], row["solo"])
        self.final: dict[str, WishCard] = {}
        for name, row in self._named(data, "final").items():
            self._one_of(f"final {name}", "value", row["value"], {getattr(t, row["by"]) for t in self.tasks.values()})
            self.final[name] = WishCard(True, row["by"], row["value"], row["cards"], row["solo"])
        self.wishes: dict[str, WishCard] = {**self.simple, **self.final}
        self.plates: dict[str, PlateCard] = {}
        for name, row in self._named(data, "plate").items():
            self.plates[name] = PlateCard(row["does"], row["adds"], row["extra"])
        self.merchants: tuple[str, ...] = tuple(self._named(data, "merchant"))
        self.costs: dict[str, int] = {name: row["cost"] for name, row in self._named(data, "ware").items()}
        self.icons: tuple[str, ...] = tuple(self._named(data, "icon"))
        self.wares: dict[str, WareCard] = {}
        for name, row in self._named(data, "wares").items():
            for what, known in (("merchant", self.merchants), ("ware", self.costs), ("icon", self.icons)):
                self._one_of(f"wares {name}", what, row[what], known)
            self.wares[name] = WareCard(row["merchant"], row["ware"], row["icon"], self.costs[row["ware"]])
        self.scores: dict[str, ScoreCard] = {}
        for name, row in self._named(data, "score").items():
            points: dict[str, dict[str, int]] = {}
            for what, known in (("merchant", self.merchants), ("ware", tuple(self.costs)), ("icon", self.icons)):
                if len(row[what]) != len(known):
                    raise CardTableError(
                        f"{self.path}, score {name}: {what} should have a number for each of {', '.join(known)}."
                    )
                points[what] = dict(zip(known, row[what], strict=True))
            self.scores[name] = ScoreCard(**points, day_points=row["day"])
        self.verdicts: tuple[tuple[int, str], ...] = tuple((row["least"], row["id"]) for row in data["verdict"])

    def ware_points(self, score_card: str, ware: str) -> int:
        """Return the points of one wares card on a score card, without complete days (WIS-13.3)."""
        score, card = self.scores[score_card], self.wares[ware]
        return score.merchant[card.merchant] + score.ware[card.ware] + score.icon[card.icon]

    def complete_days(self, wares: Iterable[str]) -> int:
        """Return the number of complete days in these wares (WIS-13.3, WIS-A15)."""
        icons = Counter(self.wares[ware].icon for ware in wares)
        return min(icons[icon] for icon in self.icons)

    def _check(self, totals: Mapping[str, Any]) -> None:
        """Check the card tables.

        Numbers of components and the sums in [totals] must agree with the rows. Then the requirements of the rules are
        checked.
        """
        sums: dict[str, Any] = {
            "tasks": len(self.tasks),
            "guards": self.guards,
            "simple_wishes": len(self.simple),
            "final_wishes": len(self.final),
            "plates": len(self.plates),
            "wares_cards": len(self.wares),
            "score_cards": len(self.scores),
            "hearts": sum(task.hearts for task in self.tasks.values()),
            "adding_plates": sum(plate.adds_card for plate in self.plates.values()),
            "extra_points": sum(plate.extra_points for plate in self.plates.values()),
            "by_kind": self._tally("kind", self.kinds),
            "by_hearts": sorted([hearts, n] for hearts, n in Counter(t.hearts for t in self.tasks.values()).items()),
            "by_effect": self._tally("effect", self.effects),
            "by_merchant": [sum(card.merchant == name for card in self.wares.values()) for name in self.merchants],
            "hearts_by_kind": [sum(t.hearts for t in self.tasks.values() if t.kind == kind) for kind in self.kinds],
        }
        for name, value in sums.items():
            if value != totals[name]:
                raise CardTableError(f"{self.path}, totals: {name} should add up to {totals[name]}, not {value}.")
        for name in self.scores:
            worth = sum(self.ware_points(name, ware) for ware in self.wares)
            if worth != totals["all_wares_worth"]:
                raise CardTableError(
                    f"{self.path}, score {name}: all wares are worth {worth} on it, not {totals['all_wares_worth']}."
                )
        self._check_rules()

    def _tally(self, what: str, names: Iterable[str]) -> list[int]:
        """Return the number of task cards with each of these kinds or effects."""
        counts = Counter(getattr(task, what) for task in self.tasks.values())
        return [counts[name] for name in names]

    def _check_seats(self) -> None:
        """Check that there are enough cards for the open wishes and plates."""
        for seats, row in self.seats.items():
            for final, cards, placed in (
                (False, self.simple, row.simple_placed),
                (True, self.final, self.constants["final_placed"]),
            ):
                fit = sum(card.solo or seats > 1 for card in cards.values())
                if placed > fit:
                    word = "final" if final else "simple"
                    raise CardTableError(
                        f"{self.path}, table {seats}: {placed} {word} wishes are placed, but only {fit} may be used."
                    )
            if not 1 <= row.revealed <= row.simple_placed or not 1 <= row.plates <= len(self.plates):
                raise CardTableError(f"{self.path}, table {seats}: so many wishes or plates cannot be revealed.")

    def _check_rules(self) -> None:
        """Check that a game is playable with these numbers."""
        constants, most = self.constants, 4  # colours of pieces
        if sorted(self.seats) != list(range(1, most + 1)):
            raise CardTableError(f"{self.path}, table: there should be a row for each of 1 to {most} seats.")
        self._check_seats()
        if len(self.scores) < most:
            raise CardTableError(f"{self.path}, score: {most} seats need as many cards.")
        if most * constants["gem_limit"] > constants["gems"]:
            raise CardTableError(f"{self.path}, constants: {most} seats may hold more than {constants['gems']} gems.")
        if not most * constants["hand"] < len(self.tasks):
            raise CardTableError(f"{self.path}, task: there are too few cards for {most} hands.")
        for name, least in (
            ("aides", 2),
            ("aides_on_card", 1),
            ("gem_limit", 1),
            ("gems_per_point", 1),
            ("hand", 1),
            ("solo_rounds", 1),
        ):
            if constants[name] < least:
                raise CardTableError(f"{self.path}, constants: {name} should be {least} or more.")
        if list(self.lamp_squares) != sorted(set(self.lamp_squares)):
            raise CardTableError(f"{self.path}, constants: lamp_squares should rise.")
        for name, wish in self.wishes.items():
            if wish.need <= constants["hungry"]:
                word = "final" if wish.final else "simple"
                raise CardTableError(f"{self.path}, {word} {name}: it should ask for more than {constants['hungry']}.")
        verdicts = [least for least, _ in self.verdicts]
        if verdicts != sorted(set(verdicts)) or verdicts[:1] != [0]:
            raise CardTableError(f"{self.path}, verdict: the least scores should rise from 0.")
