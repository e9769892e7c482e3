"""Phase 4: auctions and actions (EMI-6, EMI-7).

An auction is one frame: whose word it is, who opened, the bid that stands and whose it is, and, as a bit
mask, who is still in. Each word replaces the frame, so the agenda shows the auction as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...fields import BITS, SEAT, maybe, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from .choosing import settle
from .events import with_track
from .tables import CAMEL, CARAVANS, KINDS, LARGE, LOOK, SECTION, SMALL, STATUS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from .state import EmiraState

PASS, DECLINE, COMPENSATION = Action("pass"), Action("decline"), Action("compensation")
BUY_SECTION, BUY_CAMEL = Action("section"), Action("camel")
BUY_CARAVAN = {name: Action("caravan", name) for name in CARAVANS}
BUY_COUNTER = {kind: Action("counter", kind) for kind in KINDS}
NO_BID = (PASS,), (PASS, COMPENSATION)
"""What else a seat may say in an auction: if it may not be compensated, and if it may."""
_BIDS = [Action("bid", 0)]


def bids(standing: int, most: int) -> list[Action]:
    """All bids above the one that stands up to `most`, multiples of 10 (EMI-6.3)."""
    if len(_BIDS) <= most // 10:
        bid_of(most)  # all below it are there then
    return _BIDS[standing // 10 + 1 : most // 10 + 1]


def bid_of(gold: int) -> Action:
    """The action of bidding this much, a multiple of 10."""
    while len(_BIDS) <= gold // 10:  # made once, when first needed
        _BIDS.append(Action("bid", 10 * len(_BIDS)))
    return _BIDS[gold // 10]


def draw_word(acts: Sequence[Action], standing: int, most: int, others: Sequence[Action], rng: Random) -> Action:
    """Drawn as from `[*acts, *bids(standing, most), *others]`, without listing the bids."""
    count = (most - standing) // 10 if most > standing else 0
    number = int(rng.random() * (len(acts) + count + len(others))) - len(acts)
    if number < 0:
        return acts[number]
    if number >= count:
        return others[number - count]
    return bid_of(standing + 10 * number + 10)


NEXT_IN = {
    n: tuple(
        tuple(
            next((other for other in (*range(seat + 1, n), *range(seat + 1)) if mask >> other & 1), -1)
            for seat in range(n)
        )
        for mask in range(1 << n)
    )
    for n in range(3, 6)
}
"""Number of seats -> bit mask -> seat -> the next seat clockwise whose bit is set."""


CHEAPER = {"Farah": "EMI-13.12", "Badra": "EMI-13.13", "Adara": "EMI-13.14"}
"""The rules of the artists who make camels, sections and caravans cheaper."""


# -- prices and predicates -------------------------------------------------------------------


def price(s: EmiraState, seat: Seat, what: str) -> int:
    """The price for this seat of a caravan, counter, section, camel or status card (EMI-7.4, EMI-13.12, EMI-A02a)."""
    prices, home = s.game.tables.prices, s.homes[seat]
    if what in s.game.tables.caravans:
        caravan = s.game.tables.caravans[what]
        return caravan.adara_cost if "Adara" in home else caravan.cost
    if what == "section":
        return prices["section_badra"] if "Badra" in home else prices["section"]
    if what == "camel":
        return prices["camel_farah"] if "Farah" in home else prices["camel"]
    if what == "counter":
        return prices["counter"]
    return s.game.tables.status[what].price


def cheaper(s: EmiraState, seat: Seat, artist: str) -> tuple[str, ...]:
    """The rule by which an artist who stays with a seat makes something cheaper for it; () if that one does not."""
    return (CHEAPER[artist],) if artist in s.homes[seat] else ()


def may_be_compensated(s: EmiraState, seat: Seat) -> bool:
    """EMI-6.11: less than 500 gold, or at least 4 princesses and no caravan."""
    prices = s.game.tables.prices
    if s.gold[seat] < prices["compensation_below"]:
        return True
    return len(s.homes[seat]) >= prices["compensation_princesses"] and not s.has_pawns(seat)


def no_compensation(s: EmiraState, seat: Seat, bidding: bool) -> Ruling:
    """Why not. While bidding, a seat can still spend (EMI-6.13)."""
    prices = s.game.tables.prices
    return Ruling(
        "EMI-6.11",
        "no_compensation",
        {
            "gold": s.gold[seat],
            "below": prices["compensation_below"],
            "princesses": len(s.homes[seat]),
            "needed": prices["compensation_princesses"],
            "pawns": sum(map(len, s.pawns[seat])),
        },
        "bid_below" if bidding else None,
    )


def highest_bid(s: EmiraState, seat: Seat) -> int:
    """The most a seat may bid: its gold and its discount (EMI-6.4)."""
    return s.gold[seat] + s.discount(seat)


def bid_ruling(s: EmiraState, seat: Seat, bid: int, standing: int) -> Ruling | None:
    """Why a bid is not allowed (EMI-6.3, EMI-6.4, EMI-A14)."""
    step = s.game.tables.prices["bid_step"]
    if standing + step <= bid <= s.gold[seat] and not bid % step:  # as most bids are
        return None
    most = highest_bid(s, seat)
    if bid < standing + step:
        return Ruling(
            "EMI-6.3",
            "bid_too_low",
            {"bid": bid, "standing": standing, "least": standing + step},
            "bid_more" if most >= standing + step else None,
        )
    if bid > most:
        return Ruling(
            "EMI-6.4",
            "bid_too_high",
            {
                "bid": bid,
                "gold": s.gold[seat],
                "discount": s.discount(seat),
                "most": most,
                "due": bid - s.discount(seat),
            },
            "bid_less" if most > standing else None,
        )
    if bid % step:
        lower, higher = bid - bid % step, bid - bid % step + step
        return Ruling("EMI-6.3", "bid_step", {"bid": bid, "step": step, "lower": lower, "higher": higher}, "round_bid")
    return None


def pay_bid(s: EmiraState, seat: Seat, bid: int) -> None:
    """EMI-6.5, EMI-6.6: the discount never yields money."""
    discount = s.discount(seat)
    due = max(0, bid - discount)
    s.gold[seat] -= due
    if s.log is not None:
        code = "bid_paid_less" if discount else "bid_paid"
        s.tell_gold(
            "EMI-6.5", code, seat, ("EMI-6.6",), bid=bid, discount=min(bid, discount), paid=due, gold=s.gold[seat]
        )


def win(s: EmiraState, seat: Seat, bid: int) -> None:
    """The winner pays and acts (EMI-6.5)."""
    if s.log is not None:
        s.tell("EMI-6.5", "wins", seat, ("EMI-6.8",), bid=bid)
    pay_bid(s, seat, bid)
    s.todo.append(ACTS[seat])
    if s.options["paying_is_a_step"]:
        settle(s, money=True)


def compensate(s: EmiraState, seat: Seat) -> None:
    """150 gold instead of an action; the seat is out of this round's auctions (EMI-6.8, EMI-6.11, EMI-A13)."""
    amount = s.game.tables.prices["compensation"]
    s.gold[seat] += amount
    s.done[seat] = "compensated"
    if s.log is not None:
        s.tell_gold("EMI-6.11", "compensated", seat, ("EMI-6.8", "EMI-6.12"), paid=amount, gold=s.gold[seat])


# -- the round of auctions -------------------------------------------------------------------


class Auctions(AutoStep):
    """Phase 4; the next opener is sought from `opener` on, who is nobody before the phase (EMI-6.1, EMI-6.2)."""

    name = "auctions"
    rule = "EMI-6.2"
    fields = {"opener": maybe(SEAT, -1)}
    on = ("purchases", "choosing")

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        todo, n, opener = s.todo, s.seats, frame.opener
        if opener < 0:
            self._open(s)
            opener = s.first
            todo[-1] = OPENERS[opener]
            settle(s)  # all the undecided may look now (EMI-A02f)
            if todo[-1] is not OPENERS[opener]:
                return
        done = s.done
        left = done.count("")
        if not left:
            todo.pop()
            self._close(s)
            return
        if left == 1:
            opener = done.index("")
            todo[-1] = OPENERS[opener]
            todo.append(LASTS[opener])
            if s.log is not None:
                s.tell("EMI-6.9", "last_to_act", opener)
            return
        mask = 0
        for seat in range(n):
            if not done[seat]:
                mask |= 1 << seat
        if done[opener]:
            opener = NEXT_IN[n][mask][opener]
        todo[-1] = OPENERS[opener]
        todo.append(BID.frame(opener, opener, 0, -1, mask))
        if s.log is not None:
            s.tell("EMI-6.2", "auction_opens", opener, ("EMI-6.1", "EMI-6.8"), players=left)

    def _open(self, s: EmiraState) -> None:
        s.phase = 4
        s.done = [""] * s.seats
        if s.round not in s.lost:
            return
        for seat in range(s.seats):
            if s.lost[seat] == s.round:  # EMI-13.11
                s.done[seat] = "locked"
                if s.log is not None:
                    s.tell("EMI-13.10", "locked_auction", seat, ("EMI-13.11",))

    def _close(self, s: EmiraState) -> None:
        """What is unsold goes back (EMI-6.15); with three seats it waits for the end of the even round (EMI-15.6)."""
        market, three = s.market, s.seats == 3
        if market[STATUS] and (not three or s.even()):
            for card in market[STATUS]:
                s.titles.put_under(card)
                if s.log is not None:
                    s.tell("EMI-15.6" if three else "EMI-6.15", "status_unsold", None, card=card)
            market[STATUS] = ()
        when = s.options["three_player_unsold_appearance"]
        if market[LOOK] and (not three or s.even() or when == "odd"):  # EMI-A05
            for kind in market[LOOK]:
                s.bag[KINDS.index(kind)] += 1
                if s.log is not None:
                    s.tell(
                        "EMI-15.6" if three else "EMI-6.15",
                        "counter_unsold",
                        None,
                        ("EMI-A05",) if three else (),
                        kind=kind,
                    )
            market[LOOK] = ()
        s.sick = False


class Bid(DecisionStep):
    """A word in an auction: the bid that stands, whose it is, and who is still in (EMI-6.3)."""

    name = "bid"
    rule = "EMI-6.3"
    fields = {"seat": SEAT, "opener": SEAT, "bid": whole(), "bidder": maybe(SEAT, -1), "inside": BITS}
    on = ("auctions",)
    verbs = {"bid": "i", "pass": "", "compensation": ""}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        inside = [seat for seat in range(s.seats) if frame.inside >> seat & 1]
        standing = frame.bidder >= 0
        if frame.seat not in inside or frame.seat == frame.bidder or (standing and frame.bidder not in inside):
            raise ValueError("there can be no such auction")
        if any(s.done[seat] for seat in inside) or s.done.count("") < 2:
            raise ValueError("a seat takes part in an auction that it can have no part in")
        if frame.bid % 10 or not standing * 10 <= frame.bid <= (highest_bid(s, frame.bidder) if standing else 0):
            raise ValueError(f"there cannot be a bid of {frame.bid}")

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        seat, opener, bid, bidder, mask = frame.seat, frame.opener, frame.bid, frame.bidder, frame.inside
        inside = tuple(other for other in range(s.seats) if mask >> other & 1)
        return {
            "opener": opener,
            "bid": bid,
            "bidder": bidder,
            "inside": inside,
            "discount": s.discount(seat),
            "least": bid + s.game.tables.prices["bid_step"],
            "most": highest_bid(s, seat),
        }

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        seat = frame.seat
        actions = bids(frame.bid, highest_bid(s, seat))
        actions += NO_BID[may_be_compensated(s, seat)]
        return actions

    def run(self, s: EmiraState, frame: Frame, rng: Random) -> None:
        """Word after word, as long as nothing else is due; what `take` does, with a frame only where it is needed."""
        seat, opener, bid, bidder, inside = frame.seat, frame.opener, frame.bid, frame.bidder, frame.inside
        following = NEXT_IN[s.seats]
        while True:
            choice = draw_word((), bid, highest_bid(s, seat), NO_BID[may_be_compensated(s, seat)], rng)
            if choice is COMPENSATION:
                self.take(s, self.frame(seat, opener, bid, bidder, inside), choice)
                return
            if choice is PASS:
                inside &= ~(1 << seat)
            else:
                bid, bidder = choice.args[0], seat
            if inside == 1 << bidder if bidder >= 0 else not inside:
                s.todo.pop()
                if bidder >= 0:
                    win(s, bidder, bid)
                else:
                    s.todo.append(ACTS[opener])
                return
            seat = following[inside][seat]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "bid":
            return bid_ruling(s, frame.seat, action.args[0], frame.bid)
        if action is COMPENSATION and not may_be_compensated(s, frame.seat):
            return no_compensation(s, frame.seat, True)
        return None

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, opener, bid, bidder, mask = frame.seat, frame.opener, frame.bid, frame.bidder, frame.inside
        todo, log = s.todo, s.log
        todo.pop()
        if choice is PASS:
            mask &= ~(1 << seat)
            if log is not None:
                s.tell("EMI-6.3", "passed", seat)
        elif choice is COMPENSATION:
            mask &= ~(1 << seat)
            compensate(s, seat)
        else:
            bid, bidder = choice.args[0], seat
            if log is not None:
                s.tell("EMI-6.3", "bids", seat, bid=bid)
        if bidder >= 0:
            if mask != 1 << bidder:
                todo.append(self.frame(NEXT_IN[s.seats][mask][seat], opener, bid, bidder, mask))
            elif choice is COMPENSATION:
                todo.append(WIN.frame(bidder, bid))  # the bid is paid after what the compensation brings (EMI-9.9)
            else:
                win(s, bidder, bid)
        else:
            self._without_bid(s, seat, opener, mask, choice)
        if choice is COMPENSATION:
            settle(s, money=True)

    def _without_bid(self, s: EmiraState, seat: Seat, opener: Seat, mask: int, choice: Action) -> None:
        """Nobody has bid yet: everybody is asked once, then the opener acts (EMI-6.7, EMI-6.12)."""
        if choice is COMPENSATION and s.done.count("") < 2:
            return  # nobody or the last player is left: Auctions goes on (EMI-6.9)
        if choice is COMPENSATION and seat == opener:
            opener = NEXT_IN[s.seats][mask][seat]
            if s.log is not None:
                s.tell("EMI-6.12", "opener_leaves", opener)
        if mask:
            s.todo.append(self.frame(NEXT_IN[s.seats][mask][seat], opener, 0, -1, mask))
            return
        if s.log is not None:
            s.tell("EMI-6.7", "all_passed", opener)
        s.todo.append(ACTS[opener])


class Win(AutoStep):
    """The rest has left a bid alone (EMI-6.5)."""

    name = "win"
    rule = "EMI-6.5"
    fields = {"seat": SEAT, "bid": whole(10)}
    on = ("auctions",)

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"bid": frame.bid}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if s.done[frame.seat] or frame.bid % 10 or frame.bid > highest_bid(s, frame.seat):
            raise ValueError("nobody can have won with that bid")

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        win(s, frame.seat, frame.bid)


def check_actor(s: EmiraState, seat: Seat) -> None:
    """ValueError if this seat has acted in this round, or cannot."""
    if s.done[seat]:
        raise ValueError(f"seat {seat} cannot act in this round any more")


class Act(DecisionStep):
    """Choose an action (EMI-6.5, EMI-7)."""

    name = "act"
    rule = "EMI-7.1"
    refusing: ClassVar[str] = "declined_after_bid"
    fields = {"seat": SEAT}
    on = ("auctions",)
    verbs = {
        "caravan": "s",
        "counter": "s",
        "status": "s",
        "section": "",
        "camel": "",
        "decline": "",
        "compensation": "",
    }

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        check_actor(s, frame.seat)

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        seat = frame.seat
        gold, market, home = s.gold[seat], s.market, s.homes[seat]
        prices = s.game.tables.prices
        actions = []
        adara = "Adara" in home
        for size in (SMALL, LARGE):
            if market[size]:
                for action, cost, adara_cost in s.game.buy_caravan[size]:
                    if gold >= (adara_cost if adara else cost):
                        actions.append(action)
        if gold >= prices["counter"]:
            for kind in market[LOOK]:
                if BUY_COUNTER[kind] not in actions:
                    actions.append(BUY_COUNTER[kind])
        for card in market[STATUS]:
            action, cost = s.game.buy_status[card]
            if gold >= cost and action not in actions:
                actions.append(action)
        if market[SECTION] and gold >= (prices["section_badra"] if "Badra" in home else prices["section"]):
            actions.append(BUY_SECTION)
        if market[CAMEL] and gold >= (prices["camel_farah"] if "Farah" in home else prices["camel"]):
            actions.append(BUY_CAMEL)
        actions.append(DECLINE)
        if may_be_compensated(s, seat):
            actions.append(COMPENSATION)
        return actions

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        seat = frame.seat
        if action is DECLINE:
            return None
        if action is COMPENSATION:
            return None if may_be_compensated(s, seat) else no_compensation(s, seat, "bid" in self.verbs)
        what = action.args[0] if action.verb in ("caravan", "status") else action.verb
        if not _offered(s, action):
            return _not_offered(s, action)
        cost = price(s, seat, what)
        if cost > s.gold[seat]:
            return Ruling("EMI-7.1", "cannot_pay", {"cost": cost, "gold": s.gold[seat], "missing": cost - s.gold[seat]})
        return None

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        todo = s.todo
        todo.pop()
        todo[-1] = OPENERS[seat]  # the next opener is sought from here
        if choice is COMPENSATION:
            compensate(s, seat)
        elif choice is DECLINE:
            s.done[seat] = "declined"
            if s.log is not None:
                s.tell("EMI-6.10", self.refusing, seat, ("EMI-6.14",))
        else:
            carry_out(s, seat, choice)
        settle(s, money=choice is COMPENSATION or choice is DECLINE)


class Last(Act):
    """The last player acts without an auction, but may pay a bid first (EMI-6.9, EMI-6.13)."""

    name = "last"
    rule = "EMI-6.9"
    refusing = "declined"
    verbs = {**Act.verbs, "bid": "i"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        check_actor(s, frame.seat)
        if s.done.count("") > 1:
            raise ValueError(f"seat {frame.seat} is not the last to act")

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"discount": s.discount(frame.seat), "most": highest_bid(s, frame.seat)}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return super().moves(s, frame) + bids(0, highest_bid(s, frame.seat))

    def run(self, s: EmiraState, frame: Frame, rng: Random) -> None:
        """One of `moves`."""
        self.take(s, frame, draw_word(super().moves(s, frame), 0, highest_bid(s, frame.seat), (), rng))

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "bid":
            return bid_ruling(s, frame.seat, action.args[0], 0)
        return super().ruling(s, frame, action)

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        if choice.verb == "bid":
            s.todo[-1] = ACTS[frame.seat]
            if s.log is not None:
                s.tell("EMI-6.13", "voluntary_bid", frame.seat, bid=choice.args[0])
            pay_bid(s, frame.seat, choice.args[0])
            if s.options["paying_is_a_step"]:
                settle(s, money=True)
        else:
            super().take(s, frame, choice)


# -- the six actions -------------------------------------------------------------------------


def _offered(s: EmiraState, action: Action) -> bool:
    """Whether the market has it (EMI-7.1, EMI-7.11, EMI-A02d)."""
    market = s.market
    if action.verb == "caravan":
        caravan = s.game.tables.caravans.get(action.args[0])
        return caravan is not None and market[LARGE if caravan.size else SMALL]
    if action.verb in ("counter", "status"):
        return action.args[0] in market[LOOK if action.verb == "counter" else STATUS]
    return bool(market[SECTION if action is BUY_SECTION else CAMEL])


def _not_offered(s: EmiraState, action: Action) -> Ruling:
    """Why the market does not have it: it is taken (EMI-6.1), sold out (EMI-7.11) or not in the even round (EMI-15.5),
    or it is another counter or card that lies there (EMI-7.1)."""
    market, kind = s.market, action.verb
    what = action.args[0] if action.args else kind
    same: tuple[str, ...] = (kind,)
    if kind == "caravan" and what in CARAVANS:
        same = CARAVANS[:2] if what in CARAVANS[:2] else CARAVANS[2:]
        large = s.game.tables.caravans[what].size
        left, lies = (s.large_left, market[LARGE]) if large else (s.small_left, market[SMALL])
    else:
        left, lies = {
            "counter": (sum(s.bag), bool(market[LOOK])),
            "status": (len(s.titles), bool(market[STATUS])),
            "section": (s.tiles_left, market[SECTION]),
            "camel": (s.camels_left, market[CAMEL]),
        }.get(kind, (1, True))
    takers = [seat for seat in range(s.seats) if s.done[seat] in same]
    values = {"what": what, "taken": takers[0] if takers else None}
    if lies:
        return Ruling("EMI-7.1", "not_on_offer", values, "other_action")
    if takers:
        return Ruling("EMI-6.1", "taken", values, "other_action")
    if not left:
        return Ruling("EMI-7.11", "sold_out", values, "other_action")
    if s.seats == 3 and s.even():
        return Ruling("EMI-15.5", "odd_left_none", values, "other_action")
    return Ruling("EMI-7.1", "not_on_offer", values, "other_action")


def carry_out(s: EmiraState, seat: Seat, action: Action) -> None:
    """Pay the price and take it (EMI-7.2 to EMI-7.10); the type is off the market (EMI-6.1)."""
    market, verb = s.market, action.verb
    what = action.args[0] if action.args else verb
    cost = price(s, seat, what if verb in ("caravan", "status") else verb)
    s.gold[seat] -= cost
    log = s.log
    if verb == "caravan":
        s.done[seat] = what
        k = CARAVANS.index(what)
        spaces = s.game.caravans[k].spaces
        s.pawns[seat] = with_track(s.pawns[seat], k, (*s.pawns[seat][k], spaces))
        if k < 2:
            s.small_left -= 1
            market[SMALL] = False
        else:
            s.large_left -= 1
            market[LARGE] = False
        if log is not None:
            income = s.game.caravans[k].income
            s.tell_gold(
                "EMI-7.2",
                "bought_caravan",
                seat,
                ("EMI-7.3", "EMI-7.4", *cheaper(s, seat, "Adara")),
                caravan=what,
                cost=cost,
                income=income,
                spaces=spaces,
                gold=s.gold[seat],
            )
        return
    s.done[seat] = verb
    if verb == "counter":
        offered = list(market[LOOK])
        offered.remove(what)
        for kind in offered:  # option bazaar_mode "add": one of two is taken, the other goes back
            s.bag[KINDS.index(kind)] += 1
        market[LOOK] = ()
        if log is not None:
            s.tell_gold("EMI-7.5", "bought_counter", seat, ("EMI-7.6",), kind=what, cost=cost, gold=s.gold[seat])
        s.change_look(seat, KINDS.index(what), 1)
    elif verb == "status":
        offered = list(market[STATUS])
        offered.remove(what)
        for card in offered:
            s.titles.put_under(card)
        market[STATUS] = ()
        s.honours[seat] += (what,)
        s.renown[seat] += s.game.tables.status[what].points
        if log is not None:
            s.tell_gold(
                "EMI-7.8", "bought_status", seat, (), card=what, cost=cost, status=s.renown[seat], gold=s.gold[seat]
            )
    elif action is BUY_SECTION:
        s.tiles_left -= 1
        s.sections[seat] += 1
        market[SECTION] = False
        if log is not None:
            s.tell_gold(
                "EMI-7.9",
                "bought_section",
                seat,
                cheaper(s, seat, "Badra"),
                cost=cost,
                sections=s.sections[seat],
                room=s.room(seat),
                gold=s.gold[seat],
            )
    else:
        s.camels_left -= 1
        s.camels[seat] += 1
        market[CAMEL] = False
        if log is not None:
            s.tell_gold(
                "EMI-7.10",
                "bought_camel",
                seat,
                cheaper(s, seat, "Farah"),
                cost=cost,
                camels=s.camels[seat],
                discount=s.discount(seat),
                gold=s.gold[seat],
            )


AUCTIONS, BID, WIN, ACT, LAST = Auctions(), Bid(), Win(), Act(), Last()
STEPS = (AUCTIONS, BID, WIN, ACT, LAST)

# frames that recur are made once
ACTS, LASTS = [ACT.frame(seat) for seat in range(5)], [LAST.frame(seat) for seat in range(5)]
OPENERS = [AUCTIONS.frame(seat) for seat in (*range(5), -1)]
