"""The position of a game of Towers.

Nothing is hidden but the order of the deck, which is never decided before a card is drawn: `deck`
lists the unseen cards in the order of the card table (TOW-8.2). Towers are numbered by suit, in the
order of their row. The mask of a tower says which of its cells hold a symbol (see geometry); a closed
tower is gone, its mask is `FULL` and its cards lie in balances (TOW-5.6).

Invariants: each of the 54 cards is in exactly one place; the cards of an open tower were placed by
the rules in their order; coins add up to 0. `check` holds a position from a file to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from ...compiled import mypyc_attr
from ...fields import ANYTHING, FLAG, MOST_WHOLE, SEAT, among, each_seat, listed, many, named_after, one_of, row, whole
from ...nodes import End, Seat
from ...outside import told
from ...state import State
from .geometry import CELLS, FULL, NUMBER, Geometry

if TYPE_CHECKING:
    from . import Towers  # noqa: F401  (ruff does not read the base class)

CACHE = 3  # TOW-1.5
Play = tuple[str, Seat, str]
"""A card on a tower: card, the seat that placed it, the cell of its symbol."""

CARD = among("a card", lambda s: s.game.suit)
PLAYING = among("a playing card", lambda s: s.game.number)
PLAYS = many(row(PLAYING, SEAT, one_of(*CELLS)))


def side(seats: int, seat: Seat) -> str:
    """The long side of the row at which a seat sits: AB, AAB, AABB, AAABB (TOW-1.3, TOW-A6)."""
    return "A" if seat < (seats + 1) // 2 else "B"


@mypyc_attr(serializable=True)
class TowersState(State["Towers"]):
    """A position of Towers."""

    fields = {
        "deck": listed(PLAYING, distinct=True),
        "caches": each_seat(many(PLAYING, CACHE)),
        "balances": each_seat(many(CARD)),
        "fled": each_seat(FLAG),
        "coins": each_seat(whole(-MOST_WHOLE)),
        "turn": whole(),
        "unplayed": many(PLAYING, CACHE),
    }
    worked_out = {
        **dict.fromkeys(("geometry", "rows", "actions", "lying", "shifts", "room"), ANYTHING),
        "masks": listed(ANYTHING),
        "plays": listed(ANYTHING),
    }
    __slots__ = (*fields, *worked_out)
    besides = ("towers",)

    def blank(self) -> None:
        """An empty table (TOW-1.6, TOW-1.7)."""
        game = self.game
        tables = game.seat_tables(self.seats, self.options)
        self.geometry: Geometry = tables.geometry
        self.rows = tables.rows
        """For each seat: card -> mask of a tower -> mask of the cells open to the card."""
        self.actions = tables.actions
        """For each seat: card -> for each tower: mask of open cells -> the placements there."""
        self.lying = tables.lying
        """For each seat: card -> the number of the alignment that it shows in the table frame (TOW-3.3)."""
        self.shifts = tables.shifts
        """For each seat: card -> the bits below the byte of that alignment in `room`."""
        self.deck: list[str] = list(game.playing)
        self.caches: list[tuple[str, ...]] = [()] * self.seats
        self.balances: list[tuple[str, ...]] = [()] * self.seats
        self.fled: list[bool] = [False] * self.seats
        self.coins: list[int] = [0] * self.seats
        self.masks: list[int] = [0] * len(game.suits)
        self.room: int = self.geometry.room[0] * len(game.suits)
        """Geometry.room of all towers together; `set_mask` keeps it."""
        self.plays: list[tuple[Play, ...]] = [()] * len(game.suits)
        self.turn = 0
        """Turns begun so far."""
        self.unplayed: tuple[str, ...] = ()
        """The cards that the last seat had left after one that did not match (for the ruling chain_over)."""

    # -- asking ------------------------------------------------------------------------------

    def seated(self) -> list[Seat]:
        """The seats still in the game."""
        return [seat for seat in range(self.seats) if not self.fled[seat]]

    def round_from(self, seat: Seat) -> list[Seat]:
        """The other seats still in the game, beginning at the left of `seat` (TOW-2.5, TOW-5.3)."""
        fled = self.fled
        return [other for i in range(1, self.seats) if not fled[other := (seat + i) % self.seats]]

    def is_open(self, tower: int) -> bool:
        """Whether a tower is still on the table."""
        return self.masks[tower] != FULL

    def set_mask(self, tower: int, mask: int) -> None:
        """The symbols of a tower are now these."""
        room = self.geometry.room
        self.room += room[mask] - room[self.masks[tower]]
        self.masks[tower] = mask

    def open_cells(self, seat: Seat, card: str) -> int:
        """How many cells are open to a card in the hand of this seat, on all towers together."""
        return self.room >> self.shifts[seat][card] & 255

    def can_play(self, seat: Seat) -> bool:
        """Whether some card of a cache fits on some tower."""
        room = self.room
        shifts = self.shifts[seat]
        for card in self.caches[seat]:  # noqa: SIM110  (a generator costs twice as much)
            if room >> shifts[card] & 255:
                return True
        return False

    def is_dead(self) -> bool:
        """Whether no card can ever be played again by anyone (TOW-7.2).

        A card of the deck counts for each side on which a seat is left.
        """
        seated = self.seated()
        if any(map(self.can_play, seated)):
            return False
        return not any(self.open_cells(seat, card) for seat in seated for card in self.deck)

    def over(self) -> bool:
        """Whether the game ends before a turn: it is dead, or with `end_check=now` no cache has a play (TOW-A8)."""
        if self.options["end_check"] == "now":
            return not any(map(self.can_play, self.seated()))
        return self.is_dead()

    def waits_for(self) -> str:
        """A card of the deck that can be played where no cache has one; "" if one has, or none can (TOW-A8)."""
        seated = self.seated()
        if any(map(self.can_play, seated)):
            return ""
        fitting = [card for card in self.deck if any(self.open_cells(seat, card) for seat in seated)]
        return min(fitting, default="")

    def left_for(self, tower: int) -> bool:
        """Whether a card of a cache or of the deck fits on a tower (TOW-A7)."""
        mask, rows = self.masks[tower], self.rows
        for seat, fled in enumerate(self.fled):
            if not fled:
                row = rows[seat]
                for card in self.deck:  # mostly one of its first cards fits
                    if row[card][mask]:
                        return True
        return any(rows[seat][card][mask] for seat in self.seated() for card in self.caches[seat])

    # -- copies and views --------------------------------------------------------------------

    def _hide_from(self, seat: Seat, view: TowersState) -> None:
        """All lies open (TOW-8.1); fled balances were seen before they were turned over (TOW-8.3)."""

    def _deal_hidden(self, whole: TowersState, rng: Random) -> None:
        """A view lacks nothing: the deck has no order yet."""

    # -- files -------------------------------------------------------------------------------

    def _save(self) -> dict[str, Any]:
        towers = [PLAYS.save(plays) if self.is_open(tower) else None for tower, plays in enumerate(self.plays)]
        return {**super()._save(), "towers": towers}

    def _load(self, data: Mapping[str, Any]) -> None:
        self.blank()
        super()._load(data)
        with named_after("towers"):
            self._load_towers(data["towers"])
        unseen = set(self.deck)
        self.deck = [card for card in self.game.playing if card in unseen]

    def _set(self, name: str, data: Any) -> None:
        if name != "towers":
            super()._set(name, data)
            return
        for number in range(len(self.masks)):
            self.plays[number] = ()
            self.set_mask(number, 0)
        empty: list[Any] = [[] for _ in self.masks]  # towers after the last one that is written down
        self._load_towers([*data, *empty[len(data) :]] if isinstance(data, list) else data)

    def _load_towers(self, towers: Any) -> None:
        if not isinstance(towers, list) or len(towers) != len(self.masks):
            raise ValueError(f"{told(towers)} is not a list of {len(self.masks)} values")
        for number, plays in enumerate(towers):
            self._load_tower(number, plays)

    def _load_tower(self, number: int, plays: Any) -> None:
        """Build a tower again, placing its cards by the rules."""
        if plays is None:
            self.set_mask(number, FULL)
            return
        suit = self.game.suits[number]
        self.plays[number] = PLAYS.load(self, plays)
        for card, seat, cell in self.plays[number]:
            if not self.rows[seat][card][self.masks[number]] >> NUMBER[cell] & 1:
                raise ValueError(f"{card} cannot have been placed at {cell} on the {suit} tower")
            self.set_mask(number, self.masks[number] | 1 << NUMBER[cell])
        if self.geometry.closed[self.masks[number]]:
            raise ValueError(f"the {suit} tower should be closed")


def settle(s: TowersState, reason: str, rule: str) -> None:
    """The game ends and all debts are paid; the coins are the scores (TOW-7.5 to TOW-7.8)."""
    seated = s.seated()
    if len(seated) > 1:  # TOW-7.4, TOW-A15: a seat alone owes nobody
        for seat in seated:
            cache = s.caches[seat]
            if cache:  # TOW-7.5
                s.balances[seat] += cache
                s.caches[seat] = ()
                if s.log is not None:
                    s.tell("TOW-7.5", "cache_to_balance", seat, cards=cache, balance=len(s.balances[seat]))
        _net(s, seated)
    elif s.log is not None:
        s.tell("TOW-7.4", "alone", seated[0], ("TOW-6.6", "TOW-7.8"), balance=len(s.balances[seated[0]]))
    scores = tuple(s.coins)
    best = max(scores)
    s.finish(End(reason, rule, scores, tuple(seat for seat, coins in enumerate(scores) if coins == best)))


def _net(s: TowersState, seated: list[Seat]) -> None:
    """Opposite debts cancel, so with r seats of S cards in all each gets S - r * its own (TOW-7.6, TOW-7.7)."""
    value = s.options["coin_value"]
    each = value if value != 1 else None  # coins for a card, where they are not the usual one
    sizes = {seat: len(s.balances[seat]) for seat in seated}
    total = sum(sizes.values())
    for seat, size in sizes.items():
        s.coins[seat] += value * (total - len(seated) * size)
    if s.log is None:
        return
    if len(seated) > 2:  # of two, what one pays is said already
        for seat, size in sizes.items():
            won = value * (total - len(seated) * size)
            s.tell(
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
                s.tell(
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


def deal_out(cards: int, opponents: int) -> list[int]:
    """How many cards of a closed tower each opponent gets, from the closer's left on (TOW-5.4)."""
    return [cards // opponents + (j < cards % opponents) for j in range(opponents)]
