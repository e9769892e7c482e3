"""Position of a game of Emira.

A *sheik* is a seat. `homes` are the princesses of each seat. `herd` is the position of the camel disc on its track, and
`track` is the value of the palace disc in half points. `looks` are the appearance counters (beauty, manners, dress, +1
for sets, +1 for Good Looking), including the counters lent by Nadia and Layla. `honours` are the status cards, and
`renown` their points with Singing and Acting. `pawns` are the caravans: the remaining incomes for each of SS, SF, LS,
LF, smallest first. A *lot* is the object of an auction, from the market of six action types. The values of a seat are
immutable tuples, so that copies are cheap.

Invariants: each of the 28 Emira cards and each event card, status card, objective card, camel, tile, counter and pawn
is in exactly one place. Gold is a multiple of 10 and never negative. Only Sidi can exceed the capacity of a palace.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...card_counts import CardCounts, add_cards
from ...deck import Deck
from ...fields import (
    FLAG,
    SEAT,
    TEXT,
    ChoiceField,
    DeckField,
    DictField,
    Field,
    FixedTupleField,
    IntField,
    ListField,
    NamedListField,
    OptionalField,
    PerSeatField,
    TupleField,
    field_shared_by_clones,
    one_of,
)
from ...mypyc_support import mypyc_attr
from ...nodes import Event, Seat
from ...state import State, make_event
from .card_tables import APPEARANCE_KINDS, AUCTION_OUTCOMES, CARAVANS, COLOURS, HIDDEN_CARD

if TYPE_CHECKING:
    from random import Random

    from . import Emira  # noqa: F401  (ruff does not read the base class)
Row = tuple[str, ...]
CaravanSpaces = tuple[tuple[int, ...], ...]

NO_CARAVANS: CaravanSpaces = ((), (), (), ())
_DECKS = ("pile", "titles", "fates", "goals")


PRINCESS = ChoiceField("a princess", lambda s: s.game.tables.princesses)
EVENT = ChoiceField("an event card", lambda s: s.game.tables.events)
TITLE = ChoiceField("a status card", lambda s: s.game.tables.status)
HAND_CARD_FIELD = ChoiceField("an event card", lambda s: (*s.game.tables.events, HIDDEN_CARD))
OBJECTIVE_FIELD = ChoiceField("an objective", lambda s: ("", *s.game.objectives_by_seats[s.seats], HIDDEN_CARD))
PEEKED_CARD_FIELD = ChoiceField(
    "a card", lambda s: (*s.game.tables.princesses, *s.game.tables.events, *s.game.tables.status, HIDDEN_CARD)
)
COUNT = PerSeatField(IntField())

STATE_FIELDS: dict[str, Field] = {
    "round": IntField(),
    "phase": IntField(0, 8),
    "first": SEAT,
    "colours": field_shared_by_clones(PerSeatField(one_of("", *COLOURS))),
    "gold": COUNT,
    "camels": COUNT,
    "herd": COUNT,
    "sections": COUNT,
    "guests": COUNT,
    "track": PerSeatField(IntField(-100, 100)),
    "looks": PerSeatField(FixedTupleField(IntField(), IntField(), IntField(), IntField(), IntField())),
    "renown": COUNT,
    "honours": PerSeatField(TupleField(TITLE)),
    "homes": PerSeatField(TupleField(PRINCESS)),
    "pawns": PerSeatField(FixedTupleField(*[TupleField(IntField(1)) for _ in CARAVANS])),
    "hands": PerSeatField(TupleField(HAND_CARD_FIELD)),
    "aims": PerSeatField(OBJECTIVE_FIELD),
    "excluded": field_shared_by_clones(PerSeatField(TupleField(OBJECTIVE_FIELD, distinct=True))),
    "lost": COUNT,
    "surcharge": COUNT,
    "once": PerSeatField(TupleField(PRINCESS, distinct=True)),
    "paid": PerSeatField(FLAG),
    "late": PerSeatField(TupleField(PRINCESS, distinct=True)),
    "done": PerSeatField(one_of(*AUCTION_OUTCOMES)),
    "market": NamedListField(
        small=FLAG,
        large=FLAG,
        counters=TupleField(one_of(*APPEARANCE_KINDS)),
        status=TupleField(TITLE),
        section=FLAG,
        camel=FLAG,
    ),
    "bag": NamedListField(**dict.fromkeys(APPEARANCE_KINDS, IntField())),
    "active": ListField(PRINCESS),
    "later": ListField(PRINCESS),
    "undecided": ListField(PRINCESS),
    "leaving": ListField(PRINCESS),
    "looked": ListField(PEEKED_CARD_FIELD),
    "swapped": DictField(PRINCESS, OptionalField(SEAT, -1)),
    "gone": TupleField(PRINCESS),
    "spent": TupleField(EVENT),
    "out": TupleField(TITLE),
    "xenia": IntField(-1, 100),
    "refuser": OptionalField(SEAT, -1),
    "camels_left": IntField(),
    "tiles_left": IntField(),
    "plus_left": IntField(),
    "small_left": IntField(),
    "large_left": IntField(),
    "golden": FLAG,
    "cut": FLAG,
    "sick": FLAG,
    "double": IntField(0, 2),
    "quiet": IntField(0, 2),
    "bazaar": OptionalField(SEAT, -1),
    "noble": OptionalField(SEAT, -1),
    "symbols": TupleField(TEXT),
    "dry": FLAG,
    "peak": IntField(),
    "idle": IntField(),
    "pile": DeckField(),
    "titles": DeckField(),
    "fates": DeckField(),
    "goals": DeckField(),
}
"""All fields of a position. -1 means no seat, and is null in a file."""


@mypyc_attr(serializable=True)
class EmiraState(State["Emira"]):
    """Position of a game of Emira."""

    fields = STATE_FIELDS
    __slots__ = tuple(STATE_FIELDS)

    def init_empty(self) -> None:
        """Reset to an empty table, before the setup."""
        n = self.seats
        prices, supply = self.game.tables.prices, self.game.tables.supply
        three = "_for_three" if n == 3 else ""
        self.round = 0
        self.phase = 0
        self.first: Seat = 0
        self.colours: list[str] = [""] * n
        self.gold = [prices["start_gold"]] * n  # EMI-1.11
        self.camels = [0] * n
        self.herd = [0] * n
        self.sections = [0] * n
        self.guests = [0] * n
        self.track = [0] * n
        self.looks: list[tuple[int, ...]] = [(0, 0, 0, 0, 0)] * n
        self.renown = [0] * n
        self.honours: list[Row] = [()] * n
        self.homes: list[Row] = [()] * n
        self.pawns: list[CaravanSpaces] = [NO_CARAVANS] * n
        self.hands: list[Row] = [()] * n
        self.aims: list[str] = [""] * n
        self.excluded: list[Row] = [()] * n
        """Objectives that all know a seat cannot have: it would have won with them (EMI-12.4). Clones share the list:
        it is replaced, never changed."""
        self.lost = [0] * n
        """Round that a seat loses because of Hind, or 0."""
        self.surcharge = [0] * n
        """Princesses who joined in this round while Suleika lived there."""
        self.once: list[Row] = [()] * n
        """Princesses whose one-time ability was already used by this seat."""
        self.paid = [True] * n
        """Whether the last upkeep was paid in full."""
        self.late: list[Row] = [()] * n
        """Princesses who live there and joined after the last upkeep (EMI-10.5)."""
        self.done: list[str] = [""] * n
        self.market: list[Any] = [False, False, (), (), False, False]
        counters = supply["counters" + three]
        self.bag = [counters - 1] * 3  # one counter of each kind is set aside (EMI-1.1)
        self.active: list[str] = []
        """Princesses who choose in phase 6, the next one first."""
        self.later: list[str] = []
        """With three seats: princesses who choose in the even round."""
        self.undecided: list[str] = []
        self.leaving: list[str] = []
        """Princesses on their way under the pile."""
        self.looked: list[str] = []
        """Cards that a seat is peeking at, in the order of drawing."""
        self.swapped: dict[str, Seat] = {}
        """Princesses with swapped preferences -> the seat that knows, -1 for all."""
        self.gone: Row = ()
        self.spent: Row = ()
        """Event cards out of the game or open on the table."""
        self.out: Row = ()
        self.xenia = -1
        """Number of markers on Xenia, or -1 while the first gift of an owner is due."""
        self.refuser: Seat = -1
        """Seat that refused her gift, while she waits for another (EMI-13.18), or -1."""
        self.camels_left = supply["camels" + three]
        self.tiles_left = supply["tiles"]
        self.plus_left = supply["plus"]
        self.small_left = supply["small" + three]
        self.large_left = supply["large" + three]
        self.symbols: Row = ()
        self.dry = False
        """Whether no princess could come at the end of the last round, and none could leave for unpaid upkeep."""
        self.peak = 0
        """Largest number of cards at all tables together at the end of a round."""
        self.idle = 0
        """Number of rounds since then without an increase (EMI-A29)."""
        self.clear_event_flags()
        self.pile = Deck()
        self.titles = Deck()
        self.fates = Deck()
        self.goals = Deck()

    def clear_event_flags(self) -> None:
        """Clear the event flags for later phases at the end of the round (EMI-3.4)."""
        self.golden = self.cut = self.sick = False
        self.double = 0
        """Double Trouble: 1 if played. With three seats, the number of cards that choose in the odd round."""
        self.quiet = 0
        """Quiet Days: 1 if played. With three seats, 1 if the one card chooses in the odd round, 2 in the even
        round.
        """
        self.bazaar = self.noble = -1

    # -- asking ------------------------------------------------------------------------------

    def seat_order(self) -> tuple[Seat, ...]:
        """Return all seats, the first player first (EMI-2.1)."""
        return SEAT_ORDERS[self.seats][self.first]

    def has_lost_round(self, seat: Seat) -> bool:
        """Return whether the seat loses this round because of Hind (EMI-13.10)."""
        return self.lost[seat] == self.round

    def palace_capacity(self, seat: Seat) -> int:
        """Return the number of places for princesses: 2, plus sections and Guest Houses (EMI-7.9, EMI-14.10)."""
        return self.game.base_palace_capacity + self.sections[seat] + self.guests[seat]

    def appearance(self, seat: Seat) -> int:
        """Return the appearance value (EMI-7.6)."""
        return sum(self.looks[seat])

    def bid_discount(self, seat: Seat) -> int:
        """Return the discount of the seat's camels on a bid, in gold (EMI-6.6)."""
        if self.sick or not self.camels[seat]:  # EMI-14.17
            return 0
        return self.camels[seat] * self.game.tables.camel_track[self.herd[seat]]

    def is_second_round_of_pair(self) -> bool:
        """Return whether this round is the second of a pair, in a game with three seats (EMI-15.4)."""
        return self.seats == 3 and self.round % 2 == 0

    def has_caravans(self, seat: Seat) -> bool:
        """Return whether the seat has a caravan on the way."""
        return self.pawns[seat] != NO_CARAVANS

    def is_gold_public(self, seat: Seat) -> bool:
        """Return whether the other seats see the gold of a seat (EMI-17.1, EMI-9.8, EMI-13.4)."""
        return not self.options["gold_hidden"] or "Noor" in self.homes[seat] or self.result is not None

    # -- doing -------------------------------------------------------------------------------

    def log_gold_event(self, rule: str, code: str, seat: Seat, related_rules: tuple[str, ...], **values: Any) -> None:
        """Log an event with the remaining gold of a seat. If an option hides gold, only that seat sees the amount."""
        log: Any = self.log
        if not self.options["gold_hidden"] or self.is_gold_public(seat):
            log.append(make_event(Event, (rule, code, seat, values, related_rules, (), ())))
        else:
            log.append(make_event(Event, (rule, code, seat, values, related_rules, ("gold",), (seat,))))

    def update_set_bonuses(self) -> None:
        """Update the counters of all seats for sets of three kinds (EMI-7.7, EMI-17.3).

        Seats first give back counters, so that waiting seats can get them.
        """
        order = self.seat_order()
        for gains in (False, True):
            for seat in order:
                beauty, manners, dress, sets, bonus = self.looks[seat]
                least = min(beauty, manners, dress)
                if (least > sets and self.plus_left) if gains else least < sets:
                    new = min(least, sets + self.plus_left)
                    self.plus_left -= new - sets
                    self.looks[seat] = (beauty, manners, dress, new, bonus)
                    if self.log is not None:
                        self.log_event(
                            "EMI-7.7",
                            "sets",
                            seat,
                            ("EMI-17.3",) if new < least else (),
                            sets=new,
                            appearance=self.appearance(seat),
                        )

    def change_appearance_counter(self, seat: Seat, counter_kind: int, count_change: int) -> None:
        """Add or remove a counter of a kind."""
        row = list(self.looks[seat])
        row[counter_kind] += count_change
        self.looks[seat] = tuple(row)
        self.update_set_bonuses()
        if count_change > 0 and self.log is not None and not self.plus_left:
            *kinds, sets, _ = self.looks[seat]
            if min(kinds) > sets:
                self.log_event("EMI-17.3", "no_plus", seat)

    def peeking_seat_and_deck(self) -> tuple[Seat, str]:
        """Return the seat that peeks at the cards in `looked` and their deck, or (-1, "")."""
        for frame in reversed(self.agenda_frames):
            if frame.step.name in ("peek", "arrange", "look_keep", "mind"):
                return frame.seat, frame.deck
        return -1, ""

    # -- copies and views --------------------------------------------------------------------

    def _hide_from(self, seat: Seat, view: EmiraState) -> None:
        """Hide objectives, hands, peeked cards and cards under piles (EMI-17.1)."""
        hidden: dict[str, CardCounts] = {name: {} for name in _DECKS}
        for other in range(self.seats):
            if other != seat:
                for card in self.hands[other]:
                    add_cards(hidden["fates"], card)
                view.hands[other] = (HIDDEN_CARD,) * len(self.hands[other])
                if self.aims[other] and self.result is None:  # the final scores use all objectives (EMI-16.5)
                    add_cards(hidden["goals"], self.aims[other])
                    view.aims[other] = HIDDEN_CARD
        looker, deck = self.peeking_seat_and_deck()
        unseen = self.looked if looker != seat else self.looked[: self.unseen_cards_above_peeked()]
        for card in unseen:
            add_cards(hidden[deck], card)
        view.looked[: len(unseen)] = [HIDDEN_CARD] * len(unseen)
        for name in _DECKS:
            setattr(view, name, getattr(self, name).seen_by(seat, hidden[name]))
        view.swapped = {card: known for card, known in self.swapped.items() if known in (-1, seat)}

    def unseen_cards_above_peeked(self) -> int:
        """Return the number of unseen cards in `looked` above the card at which the seat peeks (EMI-15.9)."""
        for frame in reversed(self.agenda_frames):
            if frame.step.name == "mind":
                return int(frame.above)
            if frame.step.name == "peek" and frame.follows == "mind":
                return min(int(frame.total) - 1, len(self.looked))
        return 0

    def _determinize(self, whole: EmiraState, rng: Random) -> None:
        """Deal the hidden cards from the unseen cards. All arrangements are equally likely."""
        for seat in range(self.seats):
            whole.hands[seat] = tuple(_reveal(card, whole.fates, rng) for card in self.hands[seat])
        self._deal_aims(whole, rng)
        _, name = self.peeking_seat_and_deck()
        for place, card in enumerate(self.looked):
            whole.looked[place] = _reveal(card, getattr(whole, name), rng)

    def _deal_aims(self, whole: EmiraState, rng: Random) -> None:
        """Deal objectives with which none of these seats would have won. All such deals are equally likely."""
        seats = [seat for seat in range(self.seats) if self.aims[seat] == HIDDEN_CARD]
        if not any(self.excluded[seat] for seat in seats):
            for seat, card in zip(seats, whole.goals.determinize_hidden_cards(len(seats), rng), strict=True):
                whole.aims[seat] = card
            return
        deals = [
            deal
            for deal in permutations(self.goals.unplaced_cards, len(seats))
            if not any(card in self.excluded[seat] for seat, card in zip(seats, deal, strict=True))
        ]
        for seat, card in zip(seats, deals[int(rng.random() * len(deals))], strict=True):
            whole.aims[seat] = card
            whole.goals.remove_hidden_card_outside_pile(card)

    def has_colour_for_every_seat(self) -> bool:
        """Return whether the seats have received the advantages of their colours (EMI-1.3)."""
        return "" not in self.colours


SEAT_ORDERS = {n: tuple(tuple((first + i) % n for i in range(n)) for first in range(n)) for n in range(3, 6)}
"""Number of seats -> first player -> all seats in order."""


def _reveal(card: str, deck: Deck, rng: Random) -> str:
    if card != HIDDEN_CARD:
        return card
    return deck.determinize_hidden_cards(1, rng)[0]
