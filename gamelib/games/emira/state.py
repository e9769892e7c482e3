"""The position of a game of Emira.

Names: a *sheik* is a seat; `homes` are the princesses who live there; `herd` is the place of the
camel disc on its track, `track` the palace disc in half points; `looks` are the appearance counters
(beauty, manners, dress, +1 for sets, +1 for Good Looking), with those lent by Nadia and Layla;
`honours` the status cards and `renown` their points, with Singing and Acting; `pawns` the caravans:
for each of SS, SF, LS, LF the incomes left, smallest first. A *lot* is what the auction is about: the
market of six action types. A seat's row is a tuple, so that copies are cheap: rows are replaced, never
changed.

Invariants: 28 Emira cards, every event, status and objective card, camel, tile, counter and pawn is in
exactly one place; gold is a multiple of 10 and never negative; nobody exceeds his room but by Sidi's leave.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...compiled import mypyc_attr
from ...counts import Counts, add
from ...deck import Deck
from ...fields import (
    FLAG,
    SEAT,
    TEXT,
    Kind,
    among,
    each_seat,
    listed,
    many,
    mapping,
    maybe,
    named_list,
    one_of,
    pile,
    replaced,
    row,
    whole,
)
from ...nodes import Event, Seat
from ...state import State, new_event
from .tables import ACTED, CARAVANS, COLOURS, HIDDEN, KINDS

if TYPE_CHECKING:
    from random import Random

    from . import Emira  # noqa: F401  (ruff does not read the base class)
Row = tuple[str, ...]
Pawns = tuple[tuple[int, ...], ...]

NO_PAWNS: Pawns = ((), (), (), ())
_DECKS = ("pile", "titles", "fates", "goals")


PRINCESS = among("a princess", lambda s: s.game.tables.princesses)
EVENT = among("an event card", lambda s: s.game.tables.events)
TITLE = among("a status card", lambda s: s.game.tables.status)
HELD = among("an event card", lambda s: (*s.game.tables.events, HIDDEN))
AIM = among("an objective", lambda s: ("", *s.game.goals[s.seats], HIDDEN))
LOOKED = among("a card", lambda s: (*s.game.tables.princesses, *s.game.tables.events, *s.game.tables.status, HIDDEN))
COUNT = each_seat(whole())

FIELDS: dict[str, Kind] = {
    "round": whole(),
    "phase": whole(0, 8),
    "first": SEAT,
    "colours": replaced(each_seat(one_of("", *COLOURS))),
    "gold": COUNT,
    "camels": COUNT,
    "herd": COUNT,
    "sections": COUNT,
    "guests": COUNT,
    "track": each_seat(whole(-100, 100)),
    "looks": each_seat(row(whole(), whole(), whole(), whole(), whole())),
    "renown": COUNT,
    "honours": each_seat(many(TITLE)),
    "homes": each_seat(many(PRINCESS)),
    "pawns": each_seat(row(*[many(whole(1)) for _ in CARAVANS])),
    "hands": each_seat(many(HELD)),
    "aims": each_seat(AIM),
    "excluded": replaced(each_seat(many(AIM, distinct=True))),
    "lost": COUNT,
    "surcharge": COUNT,
    "once": each_seat(many(PRINCESS, distinct=True)),
    "paid": each_seat(FLAG),
    "late": each_seat(many(PRINCESS, distinct=True)),
    "done": each_seat(one_of(*ACTED)),
    "market": named_list(
        small=FLAG, large=FLAG, counters=many(one_of(*KINDS)), status=many(TITLE), section=FLAG, camel=FLAG
    ),
    "bag": named_list(**dict.fromkeys(KINDS, whole())),
    "active": listed(PRINCESS),
    "later": listed(PRINCESS),
    "undecided": listed(PRINCESS),
    "leaving": listed(PRINCESS),
    "looked": listed(LOOKED),
    "swapped": mapping(PRINCESS, maybe(SEAT, -1)),
    "gone": many(PRINCESS),
    "spent": many(EVENT),
    "out": many(TITLE),
    "xenia": whole(-1, 100),
    "refuser": maybe(SEAT, -1),
    "camels_left": whole(),
    "tiles_left": whole(),
    "plus_left": whole(),
    "small_left": whole(),
    "large_left": whole(),
    "golden": FLAG,
    "cut": FLAG,
    "sick": FLAG,
    "double": whole(0, 2),
    "quiet": whole(0, 2),
    "bazaar": maybe(SEAT, -1),
    "noble": maybe(SEAT, -1),
    "symbols": many(TEXT),
    "dry": FLAG,
    "peak": whole(),
    "idle": whole(),
    "pile": pile(),
    "titles": pile(),
    "fates": pile(),
    "goals": pile(),
}
"""Every slot of a position. A seat that is nobody is -1, null in a file."""


@mypyc_attr(serializable=True)
class EmiraState(State["Emira"]):
    """A position of Emira."""

    fields = FIELDS
    __slots__ = tuple(FIELDS)

    def blank(self) -> None:
        """An empty table, before the setup."""
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
        self.pawns: list[Pawns] = [NO_PAWNS] * n
        self.hands: list[Row] = [()] * n
        self.aims: list[str] = [""] * n
        self.excluded: list[Row] = [()] * n
        """Objectives that all know a seat cannot have: it would have won with them (EMI-12.4). Clones share the list:
        it is replaced, never changed."""
        self.lost = [0] * n
        """The round that Hind takes from a seat; 0 for none."""
        self.surcharge = [0] * n
        """Princesses who joined beside Suleika this round."""
        self.once: list[Row] = [()] * n
        """Princesses whose once-only ability has worked for this seat."""
        self.paid = [True] * n
        """Whether the last upkeep was paid in full."""
        self.late: list[Row] = [()] * n
        """Princesses who live there and joined after the last upkeep (EMI-10.5)."""
        self.done: list[str] = [""] * n
        self.market: list[Any] = [False, False, (), (), False, False]
        counters = supply["counters" + three]
        self.bag = [counters - 1] * 3  # one of each is set aside (EMI-1.1)
        self.active: list[str] = []
        """Princesses who choose in phase 6, the next one first."""
        self.later: list[str] = []
        """With three seats: princesses who choose in the even round."""
        self.undecided: list[str] = []
        self.leaving: list[str] = []
        """Princesses on their way under the pile."""
        self.looked: list[str] = []
        """Cards that somebody is looking at, the first drawn first."""
        self.swapped: dict[str, Seat] = {}
        """Princesses with swapped preferences -> the seat that knows, -1 for all."""
        self.gone: Row = ()
        self.spent: Row = ()
        """Event cards out of the game or open on the table."""
        self.out: Row = ()
        self.xenia = -1
        """Markers on Xenia; -1 while the first gift under an owner is due."""
        self.refuser: Seat = -1
        """The seat that refused her gift, while she waits for another (EMI-13.18); -1 for none."""
        self.camels_left = supply["camels" + three]
        self.tiles_left = supply["tiles"]
        self.plus_left = supply["plus"]
        self.small_left = supply["small" + three]
        self.large_left = supply["large" + three]
        self.symbols: Row = ()
        self.dry = False
        """Whether nobody was left to come at the end of the last round, and none could leave for want of gold."""
        self.peak = 0
        """The most cards that have lived at all tables together at the end of a round."""
        self.idle = 0
        """Rounds that have ended since without more of them (EMI-A29)."""
        self.clear_flags()
        self.pile = Deck()
        self.titles = Deck()
        self.fates = Deck()
        self.goals = Deck()

    def clear_flags(self) -> None:
        """What events leave for later phases ends with the round (EMI-3.4)."""
        self.golden = self.cut = self.sick = False
        self.double = 0
        """Double Trouble: 1 played; with three seats the number of cards that choose in the odd round."""
        self.quiet = 0
        """Quiet Days: 1 played; with three seats 1 if the one card chooses in the odd round, 2 in the even."""
        self.bazaar = self.noble = -1

    # -- asking ------------------------------------------------------------------------------

    def order(self) -> tuple[Seat, ...]:
        """All seats, the first player first (EMI-2.1)."""
        return ORDERS[self.seats][self.first]

    def locked(self, seat: Seat) -> bool:
        """Whether Hind takes this round from the seat (EMI-13.10)."""
        return self.lost[seat] == self.round

    def room(self, seat: Seat) -> int:
        """Places for princesses: 2, sections, Guest Houses (EMI-7.9, EMI-14.10)."""
        return self.game.base_room + self.sections[seat] + self.guests[seat]

    def appearance(self, seat: Seat) -> int:
        """Appearance value (EMI-7.6)."""
        return sum(self.looks[seat])

    def discount(self, seat: Seat) -> int:
        """What camels take off a bid (EMI-6.6)."""
        if self.sick or not self.camels[seat]:  # EMI-14.17
            return 0
        return self.camels[seat] * self.game.tables.camel_track[self.herd[seat]]

    def even(self) -> bool:
        """With three seats: whether this is the second of a pair of rounds (EMI-15.4)."""
        return self.seats == 3 and self.round % 2 == 0

    def has_pawns(self, seat: Seat) -> bool:
        """Whether the seat has a caravan on the way."""
        return self.pawns[seat] != NO_PAWNS

    def open_gold(self, seat: Seat) -> bool:
        """Whether a table shows the gold of a seat to the others (EMI-17.1, EMI-9.8, EMI-13.4)."""
        return not self.options["gold_hidden"] or "Noor" in self.homes[seat] or self.result is not None

    # -- doing -------------------------------------------------------------------------------

    def tell_gold(self, rule: str, code: str, seat: Seat, also: tuple[str, ...], **values: Any) -> None:
        """Add an event that tells the gold a seat has left; where an option hides gold, to that seat alone."""
        log: Any = self.log
        if not self.options["gold_hidden"] or self.open_gold(seat):
            log.append(new_event(Event, (rule, code, seat, values, also, (), ())))
        else:
            log.append(new_event(Event, (rule, code, seat, values, also, ("gold",), (seat,))))

    def count_sets(self) -> None:
        """Every seat's counters for sets of three kinds are brought up to date (EMI-7.7, EMI-17.3).

        Those that come free are given back first, so that a seat that waits for one gets it, whatever the order.
        """
        order = self.order()
        for gains in (False, True):
            for seat in order:
                beauty, manners, dress, sets, bonus = self.looks[seat]
                least = min(beauty, manners, dress)
                if (least > sets and self.plus_left) if gains else least < sets:
                    new = min(least, sets + self.plus_left)
                    self.plus_left -= new - sets
                    self.looks[seat] = (beauty, manners, dress, new, bonus)
                    if self.log is not None:
                        self.tell(
                            "EMI-7.7",
                            "sets",
                            seat,
                            ("EMI-17.3",) if new < least else (),
                            sets=new,
                            appearance=self.appearance(seat),
                        )

    def change_look(self, seat: Seat, kind: int, by: int) -> None:
        """A seat gains or loses a counter of a kind."""
        row = list(self.looks[seat])
        row[kind] += by
        self.looks[seat] = tuple(row)
        self.count_sets()
        if by > 0 and self.log is not None and not self.plus_left:
            *kinds, sets, _ = self.looks[seat]
            if min(kinds) > sets:
                self.tell("EMI-17.3", "no_plus", seat)

    def looker(self) -> tuple[Seat, str]:
        """Who looks at the cards in `looked`, and from which deck they come; (-1, "") if nobody."""
        for frame in reversed(self.todo):
            if frame.step.name in ("peek", "arrange", "look_keep", "mind"):
                return frame.seat, frame.deck
        return -1, ""

    # -- copies and views --------------------------------------------------------------------

    def _hide_from(self, seat: Seat, view: EmiraState) -> None:
        """EMI-17.1: objectives, hands, cards looked at and cards under piles are secret."""
        hidden: dict[str, Counts] = {name: {} for name in _DECKS}
        for other in range(self.seats):
            if other != seat:
                for card in self.hands[other]:
                    add(hidden["fates"], card)
                view.hands[other] = (HIDDEN,) * len(self.hands[other])
                if self.aims[other] and self.result is None:  # the scores of the end count all of them (EMI-16.5)
                    add(hidden["goals"], self.aims[other])
                    view.aims[other] = HIDDEN
        looker, deck = self.looker()
        unseen = self.looked if looker != seat else self.looked[: self.unseen_above()]
        for card in unseen:
            add(hidden[deck], card)
        view.looked[: len(unseen)] = [HIDDEN] * len(unseen)
        for name in _DECKS:
            setattr(view, name, getattr(self, name).seen_by(seat, hidden[name]))
        view.swapped = {card: known for card, known in self.swapped.items() if known in (-1, seat)}

    def unseen_above(self) -> int:
        """How many cards in `looked` lie above the one looked at, seen by nobody (EMI-15.9)."""
        for frame in reversed(self.todo):
            if frame.step.name == "mind":
                return int(frame.above)
            if frame.step.name == "peek" and frame.follows == "mind":
                return min(int(frame.total) - 1, len(self.looked))
        return 0

    def _deal_hidden(self, whole: EmiraState, rng: Random) -> None:
        """Hidden cards are dealt from the cards unseen, each arrangement equally likely."""
        for seat in range(self.seats):
            whole.hands[seat] = tuple(_reveal(card, whole.fates, rng) for card in self.hands[seat])
        self._deal_aims(whole, rng)
        _, name = self.looker()
        for place, card in enumerate(self.looked):
            whole.looked[place] = _reveal(card, getattr(whole, name), rng)

    def _deal_aims(self, whole: EmiraState, rng: Random) -> None:
        """Objectives that none of these seats would have won with; all such deals are equally likely."""
        seats = [seat for seat in range(self.seats) if self.aims[seat] == HIDDEN]
        if not any(self.excluded[seat] for seat in seats):
            for seat, card in zip(seats, whole.goals.deal_hidden(len(seats), rng), strict=True):
                whole.aims[seat] = card
            return
        deals = [
            deal
            for deal in permutations(self.goals.loose, len(seats))
            if not any(card in self.excluded[seat] for seat, card in zip(seats, deal, strict=True))
        ]
        for seat, card in zip(seats, deals[int(rng.random() * len(deals))], strict=True):
            whole.aims[seat] = card
            whole.goals.remove_hidden(card)

    def colour_started(self) -> bool:
        """Whether the colours have brought their advantages (EMI-1.3)."""
        return "" not in self.colours


ORDERS = {n: tuple(tuple((first + i) % n for i in range(n)) for first in range(n)) for n in range(3, 6)}
"""Number of seats -> first player -> all seats in order."""


def _reveal(card: str, deck: Deck, rng: Random) -> str:
    if card != HIDDEN:
        return card
    return deck.deal_hidden(1, rng)[0]
