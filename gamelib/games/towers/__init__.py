"""Towers, a gambling game with 54 cards and six towers of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ...base_game import Game
from ...card_schema import (
    POSITIVE_NUMBER,
    CardSchema,
    CardTableError,
    RowTableSchema,
    SingleTableSchema,
    fields_of_type,
    validate_tables,
)
from ...fields import TEXT, one_of
from ...nodes import Action
from ...options import Option
from ...playouts import random_bot
from ..monte_carlo_bot import MonteCarloBot
from . import position_checks
from .bots import greedy_bot, random_stay_bot
from .geometry import CELL_NUMBER, CELLS, CardSize, PlacementGeometry, covered_cell_tables
from .placement_tables import Placement, SeatPlacementTables, SidePlacementTables
from .state import CACHE_SIZE, TowersState, end_game_and_settle_debts, seating_side
from .steps import DEAL_FIRST_CACHE, DETERMINE_STARTING_SEAT, PLACE_FLEE_OR_PASS_FRAMES, START_TURN_FRAMES, STEPS

NEUTRAL = "N"
TOWER_COUNT = 6  # TOW-1.2
MEASURES = ("width", "height", "across", "up", "radius")
CARD_SCHEMA: CardSchema = {
    "suit": RowTableSchema({"name": TEXT, "symbol": TEXT, "ability": TEXT}, key_fields=("name",)),
    "card": RowTableSchema({"id": TEXT, "title": TEXT, "suit": TEXT, "alignment": one_of(*CELLS, NEUTRAL)}),
    "size": RowTableSchema(
        {"name": TEXT, **fields_of_type(*MEASURES, field_type=POSITIVE_NUMBER)}, key_fields=("name",)
    ),
    "totals": SingleTableSchema(fields_of_type("foundations", "playing", "cache"), has_sources=False),
}
"""Content of the tables of cards.toml."""


class Towers(Game[TowersState]):
    """Game Towers with its card tables."""

    id = "towers"
    title = "Towers"
    rule_prefix = "TOW"
    slug = "towers"
    seats = range(2, 6)
    seats_rule = "TOW-1.1"
    state_type = TowersState
    step_list = STEPS
    folder = Path(__file__).parent
    option_list = (
        Option("adjacency", "orthogonal", ("orthogonal", "king"), "TOW-3.6"),
        Option("body", "geometric", ("geometric", "free"), "TOW-3.5"),
        Option("rotate_by_side", True, (True, False), "TOW-3.3"),
        Option("end_check", "ever", ("ever", "now"), "TOW-7.2"),
        Option("stuck_turn", "choose", ("choose", "forced_flee"), "TOW-2.4"),
        Option("voluntary_stop", True, (True, False), "TOW-4.3"),
        Option("unplayed", "to_balance", ("to_balance", "keep"), "TOW-4.5"),
        Option("coin_value", 1, (1,), "TOW-6.3", minimum=1),
        Option("five_seats", False, (False, True), "TOW-1.1"),
    )

    bots: Mapping[str, Any] = {
        "random": random_bot,
        "calm": random_stay_bot,
        "thumb": greedy_bot,
        "monte_carlo": MonteCarloBot(293, max_candidates=4, min_lead_in_standard_errors=0.5),
    }
    bot_labels = {**Game.bot_labels, "calm": "bot: never flees"}

    # -- cards -------------------------------------------------------------------------------

    def store_card_tables(self, tables: dict[str, Any], source_path: Path) -> None:
        """Read suits, cards and sizes. Raise CardTableError with file and row for an invalid table."""

        def fail(where: str, what: str) -> None:
            raise CardTableError(f"{source_path}: {where}: {what}.")

        validate_tables(CARD_SCHEMA, tables, source_path)
        self.suits: tuple[str, ...] = tuple(entry["name"] for entry in tables["suit"])
        self.symbols: dict[str, str] = {entry["name"]: entry["symbol"] for entry in tables["suit"]}
        self.tower_number: dict[str, int] = {suit: number for number, suit in enumerate(self.suits)}
        self.suit: dict[str, str] = {}
        """card -> its suit."""
        self.alignment: dict[str, str] = {}
        self.alignment_number: dict[str, int] = {}
        """Playing card -> number of its alignment (see geometry)."""
        titles: dict[str, str] = {}
        foundations: dict[str, str] = {}
        for row, card in enumerate(tables["card"], 1):
            where = f"[[card]] row {row} ({card['id']})"
            if card["title"] in titles.values():
                fail(where, "this card is listed twice")
            if card["suit"] not in self.tower_number:
                fail(where, f"there is no suit {card['suit']!r}")
            if card["alignment"] == NEUTRAL:
                if card["suit"] in foundations:
                    fail(where, f"{card['suit']} has a second foundation")
                foundations[card["suit"]] = card["id"]  # TOW-1.2, TOW-A1
            else:
                self.alignment_number[card["id"]] = CELL_NUMBER[card["alignment"]]
            self.suit[card["id"]], self.alignment[card["id"]] = card["suit"], card["alignment"]
            titles[card["id"]] = card["title"]
        self.cards: tuple[str, ...] = tuple(self.suit)
        self.playing_cards: tuple[str, ...] = tuple(self.alignment_number)
        self._check_deck(tables["totals"], fail)
        self.foundations: tuple[str, ...] = tuple(foundations[suit] for suit in self.suits)
        by_title = sorted(self.playing_cards, key=lambda card: titles[card].casefold())
        self.title_rank: dict[str, int] = {card: rank for rank, card in enumerate(by_title, 1)}
        """Playing card -> alphabetical place of its title (TOW-1.8)."""
        self.titles = titles
        self.card_sizes: tuple[CardSize, ...] = tuple(
            CardSize(*(entry[key] for key in ("name", *MEASURES))) for entry in tables["size"]
        )
        for size in self.card_sizes:
            inside = (
                2 * (size.symbol_spacing_x + size.radius) <= size.width
                and 2 * (size.symbol_spacing_y + size.radius) <= size.height
            )
            if not inside or size.radius <= 0:
                fail(f"[[size]] {size.name}", "the symbols do not lie inside the card")
            if covered_cell_tables(size) != covered_cell_tables(self.card_sizes[0]):
                fail(f"[[size]] {size.name}", f"its placements differ from those of {self.card_sizes[0].name}")
        self.matching_tower: dict[str, int] = {card: self.tower_number[self.suit[card]] for card in self.playing_cards}
        """Playing card -> the tower that it matches (TOW-4.1)."""
        self.placements_by_action: dict[Action, Placement] = {
            Action("place", card, suit, cell): (card, tower, number)
            for card in self.playing_cards
            for tower, suit in enumerate(self.suits)
            for number, cell in enumerate(CELLS)
        }
        self._geometries: dict[tuple[str, str], PlacementGeometry] = {}
        self._tables: dict[tuple[Any, ...], SeatPlacementTables] = {}

    def _check_deck(self, totals: Mapping[str, int], fail: Callable[[str, str], None]) -> None:
        """Check that each suit has a card for each cell and a foundation, and that the number of cards is right."""
        kinds = Counter((self.suit[card], self.alignment[card]) for card in self.cards)
        for suit in self.suits:
            for alignment in (*CELLS, NEUTRAL):
                if kinds[suit, alignment] != 1:
                    fail("[[card]]", f"{suit} has {kinds[suit, alignment]} cards {alignment} instead of 1")
        if len(self.suits) != TOWER_COUNT:
            fail("[[suit]]", f"there are {len(self.suits)} suits instead of {TOWER_COUNT}, one for each tower")
        playing = len(self.playing_cards)
        for name, total in (("foundations", len(self.cards) - playing), ("playing", playing), ("cache", CACHE_SIZE)):
            if totals[name] != total:
                fail("[totals]", f"{name} is {totals[name]}, but there are {total}")

    def geometry(self, adjacency: str = "orthogonal", body: str = "geometric") -> PlacementGeometry:
        """Return the placement geometry for the options of a game."""
        if (adjacency, body) not in self._geometries:
            self._geometries[adjacency, body] = PlacementGeometry(self.card_sizes[0], adjacency, body)
        return self._geometries[adjacency, body]

    def card_placement_tables_by_seat(self, seats: int, options: Mapping[str, Any]) -> SeatPlacementTables:
        """Return the placement tables of all seats. Seats on the same side share their tables (TOW-9.2)."""
        key = (seats, options["adjacency"], options["body"], options["rotate_by_side"])
        if key not in self._tables:
            geometry = self.geometry(options["adjacency"], options["body"])
            turns = [options["rotate_by_side"] and seating_side(seats, seat) == "B" for seat in range(seats)]  # TOW-A5
            made = {turn: SidePlacementTables(geometry, self.alignment_number, self.suits, turn) for turn in set(turns)}
            sides = [made[turn] for turn in turns]
            self._tables[key] = SeatPlacementTables(
                geometry,
                tuple(each.shown_alignment for each in sides),
                tuple(each.open_cell_count_shifts for each in sides),
                tuple(each.open_cell_masks for each in sides),
                tuple(each.placement_actions for each in sides),
            )
        return self._tables[key]

    # -- positions ---------------------------------------------------------------------------

    def resolve_options(self, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, with defaults for missing ones.

        With five seats, the option five_seats is on by default (TOW-A18).
        """
        full = super().resolve_options(seats, options)
        if seats == 5 and not options.get("five_seats", True):
            raise ValueError(f"{self.title} is for 5 seats only with the option five_seats. ({self.seats_rule})")
        return {**full, "five_seats": full["five_seats"] or seats == 5}

    def set_up(self, state: TowersState) -> None:
        """Set up six foundations and empty balances, and push the deal (TOW-1)."""
        state.init_empty()
        state.agenda_frames = [
            DETERMINE_STARTING_SEAT.make_frame(),
            *(DEAL_FIRST_CACHE.frames[seat][CACHE_SIZE] for seat in reversed(range(state.seats))),
        ]
        state.log_event("TOW-1.2", "foundations", None, cards=self.foundations)
        half = (state.seats + 1) // 2
        state.log_event(
            "TOW-1.3",
            "sits",
            None,
            ("TOW-1.1", "TOW-1.6", "TOW-1.7", "TOW-9.2"),
            a=tuple(range(half)),
            b=tuple(range(half, state.seats)),
        )
        state.log_event("TOW-1.4", "shuffled", None, ("TOW-8.1", "TOW-8.2"), deck=len(state.deck))

    def validate_position(self, state: TowersState) -> None:
        """Check that each card is in one place and that each value is possible."""
        position_checks.validate_invariants(state)

    # -- position texts ------------------------------------------------------------------------

    derived_fields = ("deck",)

    def base_position(self, seats: int, **options: Any) -> TowersState:
        """Return a position in which seat 0 begins its turn. All cards are in the deck."""
        state = TowersState(self, seats, self.resolve_options(seats, options))
        state.init_empty()
        state.turn = 1
        state.agenda_frames = [START_TURN_FRAMES[1], PLACE_FLEE_OR_PASS_FRAMES[0]]
        return state

    def resolve_place_names(self, field_name: str, value: Any) -> Any:
        """Return the value of a field with suit names replaced by tower numbers."""
        if field_name == "towers" and isinstance(value, Mapping):
            towers = {str(self.tower_number.get(key, key)): plays for key, plays in value.items()}
            if len(towers) < len(value):
                raise ValueError("a tower is said twice")
            return towers
        return value

    def complete_agenda_up_to_frame(self, state: TowersState, top_frame: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the agenda with a frame on top. The frame of the next seat is directly below the frame of a seat."""
        if top_frame["step"] not in ("choose", "chain", "refill"):
            return super().complete_agenda_up_to_frame(state, top_frame)
        others = state.other_active_seats(int(top_frame.get("seat", 0)))
        return [{"step": "turn", "seat": others[0] if others else 0}, {"seat": 0, **top_frame}]

    def fill_derived_fields(self, state: TowersState, given_fields: set[str]) -> None:
        """Put all cards without a place into the deck."""
        if "deck" in given_fields:
            return
        used = {card for held in (*state.caches, *state.balances) for card in held}
        used |= {card for plays in state.plays for card, _, _ in plays}
        state.deck = [card for card in self.playing_cards if card not in used]

    def points_if_ended_now(self, state: TowersState) -> list[int] | None:
        """Return the coins of each seat if the debts were settled now, or None before the first turn."""
        if not state.turn or not state.agenda_frames:
            return list(state.coins) if state.turn else None
        twin = state.clone()
        twin.log, twin.caches = None, [()] * state.seats
        end_game_and_settle_debts(twin, "no_play", "TOW-7.2")
        return list(twin.coins)

    def nameable(self, state: TowersState) -> Iterable[Action]:
        """Return all actions that can be named in this position, legal or not."""
        from .nameable_actions import nameable_actions

        return nameable_actions(state)


GAME = Towers
