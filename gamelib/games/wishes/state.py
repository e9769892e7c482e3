"""Position of a game of The Sultan's Wishes.

An *open* wish is a tuple (wish, cards, guard). The cards of an open wish are pairs (task card, seats of the Aides on
this card). The *stack* is the Extra Task stack. A *slot* of the stack is a tuple: card, seat that put the card in (-1
for a plate), age, and a bit mask of the seats that know the card. A card that a plate added is undecided (the empty
string) until a seat peeks at it. `loose` are the task cards of the deck and of undecided slots of the same age. All
arrangements of `loose` are equally likely. `deck` is the number of these cards in the deck.

Each time the discard pile becomes the deck, its cards get the next age (`ages`, public). `older` lists the cards in
undecided slots of older decks, with their age. The knowledge of a seat about other seats follows from `past` (see the
module `ages`).

Invariants: each task card, Guard, wish, plate, ware and score card is in exactly one place. Each Aide is at home, on a
    card or on the Priority Track. No seat has more Gems than the limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...card_counts import deal_cards
from ...dist import Dist
from ...fields import (
    FLAG,
    MAX_INT,
    SEAT,
    SEAT_BITMASK,
    ChoiceField,
    CountsField,
    FixedTupleField,
    IntField,
    ListField,
    OptionalField,
    PerSeatField,
    TupleField,
    field_shared_by_clones,
    one_of,
)
from ...mypyc_support import mypyc_attr
from ...nodes import Seat
from ...state import State
from .ages import HIDDEN_CARD, Ages, hand_age_cases
from .card_tables import GUARD

if TYPE_CHECKING:
    from random import Random

    from . import Wishes  # noqa: F401  (ruff does not read the base class)
TASK_BACK = "TASK"  # the back of all task cards

AttachedCard = tuple[str, tuple[Seat, ...]]
OpenWish = tuple[str, tuple[AttachedCard, ...], bool]
StackSlot = tuple[str, int, int, int]

TASK = ChoiceField("a task card", lambda s: s.game.tables.tasks)
HELD = ChoiceField("a task card or one that is hidden", lambda s: (*s.game.tables.tasks, HIDDEN_CARD))
IN_STACK = ChoiceField("a task card, hidden or undecided", lambda s: (*s.game.tables.tasks, HIDDEN_CARD, ""))
DISCARDED_CARD_FIELD = ChoiceField("a task card or a Guard", lambda s: (*s.game.tables.tasks, GUARD))
KIND = ChoiceField("a kind of task", lambda s: s.game.tables.kinds)
WISH = ChoiceField("a wish", lambda s: s.game.tables.wishes)
SIMPLE = ChoiceField("a simple wish", lambda s: s.game.tables.simple)
FINAL = ChoiceField("a final wish", lambda s: s.game.tables.final)
PLATE = ChoiceField("a plate", lambda s: s.game.tables.plates)
WARE = ChoiceField("a wares card", lambda s: s.game.tables.wares)
SCORE = ChoiceField("a score card", lambda s: s.game.tables.scores)
DEALT_SCORE_CARD_FIELD = ChoiceField("a score card, hidden or none", lambda s: (*s.game.tables.scores, HIDDEN_CARD, ""))
OPEN = FixedTupleField(WISH, TupleField(FixedTupleField(TASK, TupleField(SEAT))), FLAG)
SLOT = FixedTupleField(IN_STACK, OptionalField(SEAT, -1), OptionalField(IntField(), -1), SEAT_BITMASK)


@mypyc_attr(serializable=True)
class WishesState(State["Wishes"]):
    """Position of a game of The Sultan's Wishes."""

    fields = {
        "round": IntField(),
        "first": SEAT,
        "plate": OptionalField(PLATE, ""),
        "plates": TupleField(PLATE, distinct=True),
        "hungry": FLAG,
        "ending": FLAG,
        "gems": PerSeatField(IntField()),
        "score": PerSeatField(IntField()),
        "lamp": PerSeatField(FLAG),
        "free": PerSeatField(IntField()),
        "orderly": PerSeatField(OptionalField(KIND, "")),
        "track": TupleField(SEAT, distinct=True),
        "hands": PerSeatField(TupleField(HELD)),
        "wares": PerSeatField(TupleField(WARE, distinct=True)),
        "secrets": PerSeatField(DEALT_SCORE_CARD_FIELD),
        "met": PerSeatField(IntField()),
        "past": PerSeatField(TupleField(IntField(-MAX_INT))),
        "open": ListField(OPEN),
        "stack": TupleField(SLOT),
        "discard": ListField(DISCARDED_CARD_FIELD),
        "loose": ListField(TASK, distinct=True),
        "deck": IntField(),
        "guards": IntField(),
        "top": one_of("", TASK_BACK, GUARD),
        "age": IntField(),
        "ages": field_shared_by_clones(CountsField(TASK)),
        "tops": ListField(OptionalField(WARE, "")),
        "below": ListField(TupleField(WARE, distinct=True)),
        "under": ListField(TupleField(WARE, distinct=True)),
        "simple": TupleField(SIMPLE, distinct=True),
        "simple_down": IntField(),
        "final": TupleField(FINAL, distinct=True),
        "final_down": IntField(),
        "undealt": TupleField(SCORE, distinct=True),
        "older": TupleField(FixedTupleField(IntField(), TupleField(TASK, distinct=True))),
        "idle": IntField(),
    }
    __slots__ = tuple(fields)

    def init_empty(self) -> None:
        """Reset to an empty table, before the setup (WIS-1.1, WIS-1.5, WIS-1.8)."""
        n, tables = self.seats, self.game.tables
        self.round = 0
        self.first: Seat = 0
        self.plate = ""
        self.plates: tuple[str, ...] = ()
        """Plates of this round in order."""
        self.hungry = False
        self.ending = False
        self.gems = [tables.constants["start_gems"]] * n
        self.score = [0] * n
        self.lamp = [False] * n
        """Whether a seat's lamp is awake."""
        self.free = [tables.constants["aides"]] * n
        """Aides at home."""
        self.orderly = [""] * n
        self.track: tuple[Seat, ...] = ()
        """The Priority Track, the best place first."""
        self.hands: list[tuple[str, ...]] = [()] * n
        self.wares: list[tuple[str, ...]] = [()] * n
        self.secrets = [""] * n
        """Market score cards."""
        self.met = [0] * n
        """Guards met in the deal, still to be attached (WIS-A01)."""
        self.past: list[tuple[int, ...]] = [()] * n
        self.open: list[OpenWish] = []
        self.stack: tuple[StackSlot, ...] = ()
        self.discard: list[str] = []
        self.loose = list(tables.tasks)
        self.deck = len(tables.tasks)
        self.guards = tables.guards
        """Guards in the deck."""
        self.top = ""
        """The back of the next card, once it is known."""
        self.age = 0
        self.ages: dict[str, int] = {}
        """Cards that are younger than 0: the age of the deck that they were last shuffled into."""
        self.older: tuple[tuple[int, tuple[str, ...]], ...] = ()
        self.tops = [""] * len(tables.merchants)
        self.below = [self.game.stalls[merchant] for merchant in tables.merchants]
        """Wares below the top of each stack with unknown positions."""
        self.under: list[tuple[str, ...]] = [()] * len(tables.merchants)
        """Wares at the bottom of each stack, in the order of their later appearance."""
        self.simple = self.game.simple_cards[n == 1]  # WIS-14.1
        """Simple wishes that are unseen: face down or out of the game."""
        self.simple_down = tables.seats[n].simple_placed
        self.final = self.game.final_cards[n == 1]
        self.final_down = tables.constants["final_placed"]
        self.undealt = tuple(tables.scores)
        self.idle = 0
        """Rounds in a row in which no wish was fulfilled, this one counted (WIS-A28)."""

    # -- asking ------------------------------------------------------------------------------

    def seat_order(self) -> list[Seat]:
        """Return all seats, the first player first (WIS-2.6)."""
        n = self.seats
        return [(self.first + i) % n for i in range(n)]

    def plate_effect(self) -> str:
        """Return the effect of the plate in force, or "" before the first plate."""
        return self.game.plate_effects[self.plate]

    def needed_hearts_or_cards(self, wish: str) -> int:
        """Return the hearts or cards that a wish needs now (WIS-3.5, WIS-9.1, WIS-10.1)."""
        need = self.game.tables.wishes[wish].need
        return need - self.game.tables.constants["hungry"] if self.hungry else need

    def task_card_hearts_at_wish(self, entry: OpenWish) -> int:
        """Return the hearts of the task cards at a wish (WIS-A13)."""
        hearts = self.game.hearts
        return sum(hearts[card] for card, _ in entry[1])

    def attached_hearts_or_cards(self, entry: OpenWish) -> int:
        """Return the number of hearts or cards that an open wish has."""
        constants = self.game.tables.constants
        if self.game.tables.wishes[entry[0]].final:
            return len(entry[1]) + (constants["guard_cards"] if entry[2] else 0)
        return self.task_card_hearts_at_wish(entry) + (constants["guard_hearts"] if entry[2] else 0)

    def open_wish(self, wish: str) -> OpenWish:
        """Return an open wish. Raise KeyError if the wish is not open."""
        for entry in self.open:
            if entry[0] == wish:
                return entry
        raise KeyError(wish)

    def cards_with_aide(self, seat: Seat) -> list[str]:
        """Return the task cards at wishes with an Aide of this seat."""
        return [card for _, cards, _ in self.open for card, aides in cards if seat in aides]

    def is_wares_public(self, seat: Seat) -> bool:
        """Return whether the other seats see the wares of a seat (WIS-7.4, WIS-A19)."""
        return not self.agenda_frames or not self.options["wares_hidden_after_buying"]

    # -- changing ----------------------------------------------------------------------------

    def update_wish(self, old: OpenWish, new: OpenWish) -> None:
        """Replace an open wish."""
        self.open[self.open.index(old)] = new

    def gain_gems(self, seat: Seat, gems: int) -> int:
        """Give a seat Gems up to the limit (WIS-A22) and return the number of Gems gained."""
        taken = min(gems, self.game.gem_limit - self.gems[seat])
        self.gems[seat] += taken
        return taken

    def gain_points(self, seat: Seat, points: int) -> None:
        """Add points to a seat. The points can activate its lamp (WIS-7.6, WIS-7.7)."""
        old = self.score[seat]
        self.score[seat] = new = old + points
        for square in self.game.tables.lamp_squares:
            if old < square <= new:
                if self.log is not None:
                    code = "lamp_stays" if self.lamp[seat] else "lamp_wakes"
                    own = any(frame.step.name == "further" and frame.seat == seat for frame in self.agenda_frames)
                    also = ("WIS-A21", "WIS-7.8") if own else ("WIS-A21",)
                    self.log_event(
                        "WIS-7.7" if self.lamp[seat] else "WIS-7.6", code, seat, also, square=square, score=new
                    )
                self.lamp[seat] = True

    def remove_hand_card_openly(self, seat: Seat, card: str) -> None:
        """Remove a card from a hand, visibly for all seats."""
        hand = self.hands[seat]
        place = hand.index(card)
        self.hands[seat] = hand[:place] + hand[place + 1 :]
        self.past[seat] += (-1 - self.ages.get(card, 0),)

    # -- copies and views --------------------------------------------------------------------

    def hand_age_cases_of_seat(self, seat: Seat) -> tuple[tuple[Ages, Ages, int], ...]:
        """Return the possible ages of a seat's cards from the knowledge of the viewer.

        Raise ValueError if no case is possible.
        """
        known = tuple(
            None if card == HIDDEN_CARD else self.ages.get(card, 0) for card, owner, _, _ in self.stack if owner == seat
        )
        possible = hand_age_cases(self.past[seat], known) if len(known) == self.past[seat].count(0) else ()
        if not possible:
            raise ValueError(f"seat {seat} cannot have put those cards into the stack")
        return possible

    def unseen_cards_of_age(self, age: int) -> list[str]:
        """Return the unseen task cards of an age."""
        return self.loose if age == self.age else list(dict(self.older).get(age, ()))

    def _hide_from(self, seat: Seat, view: WishesState) -> None:
        """Turn `view`, a clone, into the view of a seat (WIS-15.1, WIS-15.2, WIS-15.3)."""
        unseen: list[str] = []
        undealt = list(self.undealt)
        for other in range(self.seats):
            if other != seat:
                unseen += self.hands[other]
                view.hands[other] = (HIDDEN_CARD,) * len(self.hands[other])
                if self.secrets[other] and self.agenda_frames:  # score cards are open at the end (WIS-13.3)
                    undealt.append(self.secrets[other])
                    view.secrets[other] = HIDDEN_CARD
        slots = []
        for slot in self.stack:
            card, owner, age, known = slot
            if card and not known >> seat & 1:
                unseen.append(card)
                slot = HIDDEN_CARD, owner, age, known
            slots.append(slot)
        view.stack = tuple(slots)
        view.undealt = tuple(sorted(undealt))
        loose = self.loose.copy()
        older = {age: list(cards) for age, cards in self.older}
        for card in unseen:
            age = self.ages.get(card, 0)
            (loose if age == self.age else older.setdefault(age, [])).append(card)
        loose.sort()  # sorted, because another order would reveal which cards are in the deck
        view.loose = loose
        view.older = tuple([(age, tuple(sorted(cards))) for age, cards in sorted(older.items())])

    def _determinize(self, whole: WishesState, rng: Random) -> None:
        """Fill in the hidden parts of `whole`, a clone of this view."""
        pools = {age: self.unseen_cards_of_age(age) for age in (*dict(self.older), self.age)}
        pools = {age: deal_cards(cards.copy(), len(cards), rng) for age, cards in pools.items()}
        stack = list(self.stack)
        for seat in range(self.seats):
            if seat == self.viewer:
                continue
            possible = self.hand_age_cases_of_seat(seat)
            hand, given = possible[0][:2]
            if len(possible) > 1:
                hand, given = Dist({case[:2]: case[2] for case in possible}).sample(rng)
            whole.hands[seat] = tuple([pools[age].pop() for age in hand])
            number = 0
            for place, (card, owner, age, known) in enumerate(stack):
                if owner == seat:
                    if card == HIDDEN_CARD:
                        stack[place] = pools[given[number]].pop(), owner, age, known
                    number += 1
        for place, (card, owner, age, known) in enumerate(stack):
            if card == HIDDEN_CARD and owner < 0:
                stack[place] = pools[age].pop(), owner, age, known
        whole.stack = tuple(stack)
        whole.loose = pools.pop(self.age)
        whole.older = tuple([(age, tuple(sorted(cards))) for age, cards in sorted(pools.items()) if cards])
        undealt = list(self.undealt)
        for seat, card in enumerate(self.secrets):
            if card == HIDDEN_CARD:
                whole.secrets[seat] = undealt.pop(int(rng.random() * len(undealt)))
        whole.undealt = tuple(undealt)

    # -- files -------------------------------------------------------------------------------

    def _load(self, data: Mapping[str, Any]) -> None:
        self.init_empty()
        super()._load(data)
