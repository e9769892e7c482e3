"""Position of a game of Towers.

Only the order of the deck is hidden, and no code decides this order before a card is drawn. `deck` lists the unseen
cards in the order of the card table (TOW-8.2). The numbers of the towers follow the order of the suits in their row.
The mask of a tower says which of its cells have a symbol (see geometry). A closed tower has the mask `FULL_MASK`, and
its cards are in balances (TOW-5.6).

Invariants: each of the 54 cards is in exactly one place. The order of the cards on an open tower is legal. The coins
    of all seats add up to 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from ...fields import (
    FLAG,
    MAX_INT,
    SEAT,
    SHARED_FIELD,
    ChoiceField,
    FieldPathContext,
    FixedTupleField,
    IntField,
    ListField,
    PerSeatField,
    TupleField,
    one_of,
)
from ...mypyc_support import mypyc_attr
from ...nodes import End, Seat
from ...state import State
from ...validation import short_repr
from .geometry import CELL_NUMBER, CELLS, FULL_MASK, PlacementGeometry

if TYPE_CHECKING:
    from . import Towers  # noqa: F401  (ruff does not read the base class)

CACHE_SIZE = 3  # TOW-1.5
PlacedCard = tuple[str, Seat, str]
"""A card on a tower: card, the seat that placed it, the cell of its symbol."""

CARD = ChoiceField("a card", lambda s: s.game.suit)
PLAYING_CARD_FIELD = ChoiceField("a playing card", lambda s: s.game.alignment_number)
PLAYS = TupleField(FixedTupleField(PLAYING_CARD_FIELD, SEAT, one_of(*CELLS)))


def seating_side(seats: int, seat: Seat) -> Literal["A", "B"]:
    """Return the side of the table, A or B, at which a seat sits (TOW-1.3, TOW-A6)."""
    return "A" if seat < (seats + 1) // 2 else "B"


@mypyc_attr(serializable=True)
class TowersState(State["Towers"]):
    """Position of a game of Towers."""

    fields = {
        "deck": ListField(PLAYING_CARD_FIELD, distinct=True),
        "caches": PerSeatField(TupleField(PLAYING_CARD_FIELD, CACHE_SIZE)),
        "balances": PerSeatField(TupleField(CARD)),
        "fled": PerSeatField(FLAG),
        "coins": PerSeatField(IntField(-MAX_INT)),
        "turn": IntField(),
        "unplayed": TupleField(PLAYING_CARD_FIELD, CACHE_SIZE),
    }
    derived_slots = {
        **dict.fromkeys(("geometry", "rows", "actions", "lying", "shifts", "room"), SHARED_FIELD),
        "masks": ListField(SHARED_FIELD),
        "plays": ListField(SHARED_FIELD),
    }
    __slots__ = (*fields, *derived_slots)
    extra_saved_names = ("towers",)

    def init_empty(self) -> None:
        """Reset to an empty table (TOW-1.6, TOW-1.7)."""
        game = self.game
        tables = game.card_placement_tables_by_seat(self.seats, self.options)
        self.geometry: PlacementGeometry = tables.geometry
        self.rows = tables.rows
        """For each seat: card -> mask of a tower -> mask of the cells open to the card."""
        self.actions = tables.actions
        """For each seat: card -> for each tower: mask of open cells -> the placements there."""
        self.lying = tables.lying
        """For each seat: card -> the number of the alignment that it shows in the table frame (TOW-3.3)."""
        self.shifts = tables.shifts
        """For each seat: card -> number of bits below the byte of that alignment in `room`."""
        self.deck: list[str] = list(game.playing_cards)
        self.caches: list[tuple[str, ...]] = [()] * self.seats
        self.balances: list[tuple[str, ...]] = [()] * self.seats
        self.fled: list[bool] = [False] * self.seats
        self.coins: list[int] = [0] * self.seats
        self.masks: list[int] = [0] * len(game.suits)
        self.room: int = self.geometry.packed_open_cell_counts[0] * len(game.suits)
        """Packed open cell counts of all towers together. `set_tower_mask` updates them."""
        self.plays: list[tuple[PlacedCard, ...]] = [()] * len(game.suits)
        self.turn = 0
        """Turns begun so far."""
        self.unplayed: tuple[str, ...] = ()
        """The cards that the last seat had left after one that did not match (for the ruling chain_over)."""

    # -- asking ------------------------------------------------------------------------------

    def active_seats(self) -> list[Seat]:
        """Return the seats that are still in the game."""
        return [seat for seat in range(self.seats) if not self.fled[seat]]

    def other_active_seats(self, seat: Seat) -> list[Seat]:
        """Return the other seats that are still in the game, beginning at the left of `seat` (TOW-2.5, TOW-5.3)."""
        fled = self.fled
        return [other for i in range(1, self.seats) if not fled[other := (seat + i) % self.seats]]

    def is_tower_open(self, tower: int) -> bool:
        """Return whether a tower is still on the table."""
        return self.masks[tower] != FULL_MASK

    def set_tower_mask(self, tower: int, mask: int) -> None:
        """Set the mask of a tower and update the numbers of open cells."""
        room = self.geometry.packed_open_cell_counts
        self.room += room[mask] - room[self.masks[tower]]
        self.masks[tower] = mask

    def total_open_cell_count(self, seat: Seat, card: str) -> int:
        """Return the number of cells that are open to a card of this seat, on all towers together."""
        return self.room >> self.shifts[seat][card] & 255

    def has_playable_card(self, seat: Seat) -> bool:
        """Return whether some card of a cache fits on some tower."""
        room = self.room
        shifts = self.shifts[seat]
        for card in self.caches[seat]:  # noqa: SIM110  (a generator costs twice as much)
            if room >> shifts[card] & 255:
                return True
        return False

    def is_dead(self) -> bool:
        """Return whether no seat can ever play a card again (TOW-7.2).

        A card in the deck counts for each side of the table that has a remaining seat.
        """
        seated = self.active_seats()
        if any(map(self.has_playable_card, seated)):
            return False
        return not any(self.total_open_cell_count(seat, card) for seat in seated for card in self.deck)

    def is_over_before_turn(self) -> bool:
        """Return whether the game ends before a turn.

        The game ends if no card can ever be played again, or with `end_check=now` if no cache has a legal placement
        (TOW-A8).
        """
        if self.options["end_check"] == "now":
            return not any(map(self.has_playable_card, self.active_seats()))
        return self.is_dead()

    def deck_card_if_caches_unplayable(self) -> str | None:
        """Return a playable card of the deck if no cache has a playable card, else None (TOW-A8).

        The result is also None if the deck has no playable card.
        """
        seated = self.active_seats()
        if any(map(self.has_playable_card, seated)):
            return None
        fitting = [card for card in self.deck if any(self.total_open_cell_count(seat, card) for seat in seated)]
        return min(fitting, default=None)

    def has_fitting_card_in_game(self, tower: int) -> bool:
        """Return whether a card of a cache or of the deck fits on a tower (TOW-A7)."""
        mask, rows = self.masks[tower], self.rows
        for seat, fled in enumerate(self.fled):
            if not fled:
                row = rows[seat]
                for card in self.deck:  # usually one of the first cards fits
                    if row[card][mask]:
                        return True
        return any(rows[seat][card][mask] for seat in self.active_seats() for card in self.caches[seat])

    # -- copies and views --------------------------------------------------------------------

    def _hide_from(self, seat: Seat, view: TowersState) -> None:
        """Hide nothing (TOW-8.1). The balance of a seat that fled was visible before it was turned over (TOW-8.3)."""

    def _determinize(self, whole: TowersState, rng: Random) -> None:
        """Fill in nothing. A view is complete, because the deck has no order before a card is drawn."""

    # -- files -------------------------------------------------------------------------------

    def _save(self) -> dict[str, Any]:
        towers = [PLAYS.save(plays) if self.is_tower_open(tower) else None for tower, plays in enumerate(self.plays)]
        return {**super()._save(), "towers": towers}

    def _load(self, data: Mapping[str, Any]) -> None:
        self.init_empty()
        super()._load(data)
        with FieldPathContext("towers"):
            self._load_towers(data["towers"])
        unseen = set(self.deck)
        self.deck = [card for card in self.game.playing_cards if card in unseen]

    def _load_field(self, name: str, data: Any) -> None:
        if name != "towers":
            super()._load_field(name, data)
            return
        for number in range(len(self.masks)):
            self.plays[number] = ()
            self.set_tower_mask(number, 0)
        empty: list[Any] = [[] for _ in self.masks]  # empty towers for those missing at the end of the saved data
        self._load_towers([*data, *empty[len(data) :]] if isinstance(data, list) else data)

    def _load_towers(self, towers: Any) -> None:
        if not isinstance(towers, list) or len(towers) != len(self.masks):
            raise ValueError(f"{short_repr(towers)} is not a list of {len(self.masks)} values")
        for number, plays in enumerate(towers):
            self._load_tower(number, plays)

    def _load_tower(self, number: int, plays: Any) -> None:
        """Rebuild a tower by placing its cards according to the rules."""
        if plays is None:
            self.set_tower_mask(number, FULL_MASK)
            return
        suit = self.game.suits[number]
        self.plays[number] = PLAYS.load(self, plays)
        for card, seat, cell in self.plays[number]:
            if not self.rows[seat][card][self.masks[number]] >> CELL_NUMBER[cell] & 1:
                raise ValueError(f"{card} cannot have been placed at {cell} on the {suit} tower")
            self.set_tower_mask(number, self.masks[number] | 1 << CELL_NUMBER[cell])
        if self.geometry.is_closed_mask[self.masks[number]]:
            raise ValueError(f"the {suit} tower should be closed")


def end_game_and_settle_debts(state: TowersState, reason: str, rule: str) -> None:
    """End the game and pay all debts. The coins are the scores (TOW-7.5 to TOW-7.8)."""
    seated = state.active_seats()
    if len(seated) > 1:  # TOW-7.4, TOW-A15: a single remaining seat has no debts
        for seat in seated:
            cache = state.caches[seat]
            if cache:  # TOW-7.5
                state.balances[seat] += cache
                state.caches[seat] = ()
                if state.log is not None:
                    state.log_event("TOW-7.5", "cache_to_balance", seat, cards=cache, balance=len(state.balances[seat]))
        _net(state, seated)
    elif state.log is not None:
        state.log_event("TOW-7.4", "alone", seated[0], ("TOW-6.6", "TOW-7.8"), balance=len(state.balances[seated[0]]))
    scores = tuple(state.coins)
    best = max(scores)
    state.end_game(End(reason, rule, scores, tuple(seat for seat, coins in enumerate(scores) if coins == best)))


def _net(state: TowersState, seated: list[Seat]) -> None:
    """Settle debts: with r seats and S cards in all, each seat gets S - r * (its own cards) (TOW-7.6, TOW-7.7)."""
    value = state.options["coin_value"]
    each = value if value != 1 else None  # coins per card, or None for the default of 1
    sizes = {seat: len(state.balances[seat]) for seat in seated}
    total = sum(sizes.values())
    for seat, size in sizes.items():
        state.coins[seat] += value * (total - len(seated) * size)
    if state.log is None:
        return
    if len(seated) > 2:  # with two seats, the log already contains the payment
        for seat, size in sizes.items():
            won = value * (total - len(seated) * size)
            state.log_event(
                "TOW-7.7",
                "gets_in_all" if won >= 0 else "pays_in_all",
                seat,
                total=total,
                players=len(seated),
                own=size,
                coins=abs(won),
                each=each,
            )
    for payer in seated:
        for other in seated:
            if sizes[payer] > sizes[other]:
                state.log_event(
                    "TOW-7.6",
                    "settles",
                    payer,
                    ("TOW-7.7", "TOW-7.8"),
                    other=other,
                    owes=sizes[payer],
                    owed=sizes[other],
                    coins=value * (sizes[payer] - sizes[other]),
                    each=each,
                )


def closed_tower_cards_by_opponent(cards: int, opponents: int) -> list[int]:
    """Return how many cards of a closed tower each opponent gets, starting left of the closing seat (TOW-5.4)."""
    return [cards // opponents + (j < cards % opponents) for j in range(opponents)]
