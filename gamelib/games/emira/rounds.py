"""The round: its eight phases, income, preparation, the first-player marker (EMI-2, EMI-4, EMI-5, EMI-11, EMI-15).

A round puts its phases on the agenda, the last one lowest, so the agenda shows what is still to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...counts import take
from ...deck import Deck
from ...dist import Dist
from ...fields import FLAG, SEAT
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from . import check, victory
from .auction import OPENERS
from .choosing import CHOOSING, locks_change, settle
from .events import EVENTS, cancel_out, coming
from .purchase import PURCHASES
from .tables import CAMEL, CARAVANS, GOLD, KINDS, LARGE, LOOK, SECTION, SIDI, SMALL, STATUS
from .upkeep import UPKEEP

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState


def phases(s: EmiraState) -> list[tuple[str, str]]:
    """The eight phases of this round, each with "over", "now", "to come" or "left out" (EMI-2.1).

    A phase is left out where a round has none: events in round 1 of the basic game, and with three seats
    events or the event purchase in every second round.
    """
    waiting = {frame.step.name for frame in s.todo}
    rows = []
    for number, name in enumerate(check.PHASES, 1):
        if number == s.phase:
            status = "now"
        elif not has_phase(s, number):
            status = "left out"
        else:
            status = "to come" if name in waiting else "over"
        rows.append((s.game.words.say("steps", name, {}), status))
    return rows


def has_phase(s: EmiraState, number: int) -> bool:
    """Whether this round has this phase (from 1)."""
    if number == 1:  # EMI-3.2, EMI-16.2, EMI-15.4
        return not s.even() and (s.round > 1 or s.options["advanced"])
    if number == 5:  # EMI-15.3, EMI-15.4, EMI-A04
        return s.seats != 3 or s.options["three_player_event_purchase"] == ("even" if s.even() else "odd")
    return True


def open_round(s: EmiraState) -> None:
    """The next round begins; with three seats a half of a pair of rounds (EMI-2.1, EMI-15.3, EMI-15.4).

    All that counts rounds counts these, also with three seats (EMI-15.10).
    """
    s.round += 1
    n, odd = s.seats, s.round % 2 == 1
    s.surcharge = [0] * n
    if n != 3 or odd:
        s.symbols = ()
        s.clear_flags()
    todo = s.todo
    todo += AFTER_PURCHASES
    if has_phase(s, 5):
        todo.append(ALL_PURCHASES)
    todo += BEFORE_PURCHASES
    if has_phase(s, 1):
        todo.append(ALL_EVENTS)
    if s.log is not None:
        also: tuple[str, ...] = ("EMI-15.3" if odd else "EMI-15.4", "EMI-15.10") if n == 3 else ()
        also += ("EMI-16.2",) if s.round == 1 and s.options["advanced"] else ()
        s.tell("EMI-2.1", "round", None, also, round=s.round)
        if s.round == 1 and not s.options["advanced"]:
            s.tell("EMI-3.2", "no_events_yet", None)
    if locks_change(s):  # who can have a princess changes now (EMI-9.6, EMI-13.10)
        s.phase = 1 if has_phase(s, 1) else 2
        settle(s)


class Income(AutoStep):
    """Phase 2: everybody's income at once (EMI-4.1 to EMI-4.4, EMI-14.8, EMI-14.11)."""

    name = "income"
    rule = "EMI-4.2"
    on = ("preparation",)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.phase = 2
        s.todo.pop()
        incomes, golden, log = s.game.incomes, s.golden, s.log
        base_income = s.game.base_income[s.options["base_income"]]
        if log is not None and (s.cut or golden):
            s.tell("EMI-14.11" if s.cut else "EMI-14.8", "income_cut" if s.cut else "income_golden", None)
        for seat in range(s.seats):
            base = base_income[s.colours[seat]]
            if golden:
                base = _golden(base)
            total = base
            pawns = s.pawns[seat]
            if not s.cut and pawns != ((), (), (), ()):
                for k in range(4):
                    row = pawns[k]
                    if row:
                        each = incomes[k]
                        total += len(row) * (_golden(each) if golden else each)
                moved = tuple([tuple([x - 1 for x in row if x > 1]) if row else row for row in pawns])
                s.pawns[seat] = moved
                s.small_left += len(pawns[0]) + len(pawns[1]) - len(moved[0]) - len(moved[1])
                s.large_left += len(pawns[2]) + len(pawns[3]) - len(moved[2]) - len(moved[3])
                if log is not None:
                    for k in range(4):
                        if pawns[k]:
                            s.tell(
                                "EMI-4.2",
                                "caravan_income",
                                seat,
                                ("EMI-4.3",),
                                caravan=CARAVANS[k],
                                pawns=len(pawns[k]),
                                home=len(pawns[k]) - len(moved[k]) or None,
                                paid=len(pawns[k]) * (_golden(incomes[k]) if golden else incomes[k]),
                            )
            s.gold[seat] += total
            if log is not None:
                s.tell_gold("EMI-4.1", "income", seat, ("EMI-4.4", "EMI-A01"), base=base, paid=total, gold=s.gold[seat])
        if log is not None and sum(s.gold) > GOLD and not s.options["gold_hidden"]:
            s.tell("EMI-17.2", "bank_pays_on", None, box=GOLD)
        s.golden = s.cut = False  # with three seats the next round is one of its own (EMI-3.4, EMI-15.10)
        settle(s, money=True)


def _golden(gold: int) -> int:
    """A fifth more, rounded down to tens (EMI-14.8, EMI-A28)."""
    return gold * 6 // 50 * 10


class Preparation(AutoStep):
    """Phase 3: who and what is turned up (EMI-5, EMI-15.3, EMI-15.4)."""

    name = "preparation"
    rule = "EMI-5.4"
    on = ("auctions",)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.phase = 3
        s.todo.pop()
        market = s.market
        if s.even():
            s.active, s.later = s.later, []
            market[SECTION] = s.tiles_left > 0
            if s.log is not None:
                s.tell("EMI-15.4", "even_market", None, ("EMI-15.5",))
            return
        market[SMALL] = s.small_left > 0
        market[LARGE] = s.large_left > 0
        market[SECTION] = s.tiles_left > 0
        market[CAMEL] = s.camels_left > 0
        market[LOOK] = market[STATUS] = ()
        if s.log is not None:
            s.tell(
                "EMI-5.4",
                "market",
                None,
                ("EMI-7.11",),
                small=s.small_left,
                large=s.large_left,
                tiles=s.tiles_left,
                camels=s.camels_left,
            )
        todo, options = s.todo, s.options
        if any(s.bag):
            if s.bazaar < 0 or (options["bazaar_mode"] == "add" and sum(s.bag) > 1):  # EMI-A15
                todo.append(COUNTER.frame())
            if s.bazaar >= 0:
                todo.append(OFFER.frame(s.bazaar))
        if s.titles.parts:
            if s.noble < 0 or (options["noble_merchandise_mode"] == "add" and len(s.titles) > 1):
                todo.append(TITLE.frame())
            if s.noble >= 0:
                todo.append(FETCH.frame(s.noble))
        now, later = coming(s)
        cards = s.pile.up_to(now + later)
        for place in reversed(range(cards)):
            todo.append(TURNED_UP[place < now])
        if s.log is not None and not now + later:
            s.tell("EMI-14.15", "no_princess", None)
        elif s.log is not None and cards < now + later:
            s.tell("EMI-5.1", "pile_empty", None, cards=cards)


class TurnUp(ChanceStep):
    """The next Emira card (EMI-5.1, EMI-15.3)."""

    name = "turn_up"
    rule = "EMI-5.1"
    fields = {"now": FLAG}
    on = ("auctions", "counter_drawn", "offer", "title", "fetch", "turn_up")

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if sum(other.step is self for other in s.todo) > len(s.pile):
            raise ValueError("there are too few cards to be turned up")
        if not frame.now and (s.seats != 3 or s.even()):
            raise ValueError("no princess waits for another round")

    def dist(self, s: EmiraState, frame: Frame) -> Dist[str]:
        return s.pile.dist()

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> str:
        return s.pile.sample(rng)

    def possible(self, s: EmiraState, frame: Frame, outcome: Any) -> bool:
        return s.pile.may_draw(outcome)

    def take(self, s: EmiraState, frame: Frame, card: str) -> None:
        s.todo.pop()
        s.pile.draw(card)
        (s.active if frame.now else s.later).append(card)
        if card in s.swapped:
            s.swapped[card] = -1
        if s.log is not None:
            s.tell(
                "EMI-5.1",
                "sidi_appears" if card == SIDI else "appears" if frame.now else "appears_later",
                None,
                ("EMI-14.7",) * (s.double > 0 and not cancel_out(s)) + ("EMI-15.3",) * (not frame.now),
                card=card,
            )
            if card in s.swapped:
                s.tell("EMI-14.5", "preferences_swapped", None, (), card=card)


class TitleCard(ChanceStep):
    """The next status card (EMI-5.2)."""

    name = "title"
    rule = "EMI-5.2"
    on = ("auctions", "counter_drawn", "offer")

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if len(s.titles) + len(s.market[STATUS]) < 1 + (s.noble >= 0):
            raise ValueError("there is no status card to be turned up")

    def dist(self, s: EmiraState, frame: Frame) -> Dist[str]:
        return s.titles.dist()

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> str:
        return s.titles.sample(rng)

    def possible(self, s: EmiraState, frame: Frame, outcome: Any) -> bool:
        return s.titles.may_draw(outcome)

    def take(self, s: EmiraState, frame: Frame, card: str) -> None:
        s.todo.pop()
        s.titles.draw(card)
        s.market[STATUS] += (card,)
        if s.log is not None:
            s.tell("EMI-5.2", "status_offered", None, (), card=card)


class Counter(ChanceStep):
    """An appearance counter from the bag (EMI-5.3)."""

    name = "counter_drawn"
    rule = "EMI-5.3"
    on = ("auctions",)

    def dist(self, s: EmiraState, frame: Frame) -> Dist[str]:
        return Dist(dict(zip(KINDS, s.bag, strict=True)))

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> str:
        beauty, manners, dress = s.bag
        place = int(rng.random() * (beauty + manners + dress))
        return KINDS[0] if place < beauty else KINDS[1] if place < beauty + manners else KINDS[2]

    def possible(self, s: EmiraState, frame: Frame, outcome: Any) -> bool:
        return outcome in KINDS and s.bag[KINDS.index(outcome)] > 0

    def take(self, s: EmiraState, frame: Frame, kind: str) -> None:
        s.todo.pop()
        s.bag[KINDS.index(kind)] -= 1
        s.market[LOOK] += (kind,)
        if s.log is not None:
            s.tell("EMI-5.3", "counter_offered", None, (), kind=kind)


class Offer(DecisionStep):
    """Bazaar: the seat chooses the counter on offer (EMI-14.1)."""

    name = "offer"
    rule = "EMI-14.1"
    fields = {"seat": SEAT}
    on = ("auctions", "counter_drawn")
    verbs = {"offer": "s"}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("offer", kind) for kind, left in zip(KINDS, s.bag, strict=True) if left]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        kind = action.args[0]
        if kind in KINDS and s.bag[KINDS.index(kind)]:
            return None
        return Ruling("EMI-14.1", "not_in_bag", {"kind": kind})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        kind = choice.args[0]
        s.todo.pop()
        s.bag[KINDS.index(kind)] -= 1
        s.market[LOOK] += (kind,)
        if s.log is not None:
            s.tell("EMI-14.1", "counter_chosen", frame.seat, ("EMI-A15",), kind=kind)


class Fetch(DecisionStep):
    """Noble Merchandise: choose the status card on offer; the rest is shuffled (EMI-14.14)."""

    name = "fetch"
    rule = "EMI-14.14"
    fields = {"seat": SEAT}
    on = ("auctions", "counter_drawn", "offer", "title")
    verbs = {"fetch": "s"}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("fetch", card) for card in sorted(s.titles.counts())]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in s.titles.counts():
            return None
        return Ruling("EMI-14.14", "not_in_pile", {"card": action.args[0]})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        card = choice.args[0]
        s.todo.pop()
        rest = s.titles.counts()
        take(rest, card)
        s.titles = Deck(rest)
        s.market[STATUS] += (card,)
        if s.log is not None:
            s.tell("EMI-14.14", "status_fetched", frame.seat, ("EMI-A15",), card=card)


class Marker(AutoStep):
    """Phase 8: the first-player marker passes on; then the victory check (EMI-11.1, EMI-12)."""

    name = "marker"
    rule = "EMI-11.1"
    on = ("",)

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if frame is s.todo[-1]:  # a position that begins with it
            return
        check.agenda(s, [number for number in range(8, s.phase, -1) if has_phase(s, number)])

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.phase = 8
        s.todo.pop()
        s.first = (s.first + 1) % s.seats
        if s.log is not None:
            s.tell("EMI-11.1", "marker_passes", s.first)
        if not victory.check(s):
            open_round(s)


INCOME, PREPARATION, MARKER = Income(), Preparation(), Marker()
TURN_UP, TITLE, COUNTER, OFFER, FETCH = TurnUp(), TitleCard(), Counter(), Offer(), Fetch()
# frames that recur are made once
AFTER_PURCHASES = [MARKER.frame(), UPKEEP.frame(False), CHOOSING.frame()]
BEFORE_PURCHASES = [OPENERS[-1], PREPARATION.frame(), INCOME.frame()]
TURNED_UP = [TURN_UP.frame(now) for now in (False, True)]
ALL_EVENTS, ALL_PURCHASES = EVENTS.frame(0), PURCHASES.frame(0)
STEPS = (INCOME, PREPARATION, TURN_UP, TITLE, COUNTER, OFFER, FETCH, MARKER)
