"""Phase 4: auctions and actions (EMI-6, EMI-7).

An auction is one frame with the seat that is next, the opener, the current bid and its bidder. A bit mask marks the
seats that have not passed. Each bid or pass replaces the frame, so the agenda shows the current auction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...fields import SEAT, SEAT_BITMASK, IntField, OptionalField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from .card_tables import (
    APPEARANCE_KINDS,
    CAMEL_SLOT,
    CARAVANS,
    COUNTER_SLOT,
    LARGE_CARAVAN_SLOT,
    SECTION_SLOT,
    SMALL_CARAVAN_SLOT,
    STATUS_SLOT,
)
from .event_cards import tracks_with_one_replaced
from .princess_choice import push_recheck_of_undecided_princesses

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from .state import EmiraState

PASS, DECLINE, COMPENSATION = Action("pass"), Action("decline"), Action("compensation")
BUY_SECTION, BUY_CAMEL = Action("section"), Action("camel")
BUY_CARAVAN = {name: Action("caravan", name) for name in CARAVANS}
BUY_COUNTER = {kind: Action("counter", kind) for kind in APPEARANCE_KINDS}
NON_BID_ACTIONS = (PASS,), (PASS, COMPENSATION)
"""Actions of a seat in an auction other than bids, without and with the compensation."""
_BIDS = [Action("bid", 0)]


def higher_bid_actions(current_bid: int, top_bid: int) -> list[Action]:
    """Return all bids above the current bid up to `top_bid`, in multiples of 10 (EMI-6.3)."""
    if len(_BIDS) <= top_bid // 10:
        bid_action(top_bid)  # creates all lower bids too
    return _BIDS[current_bid // 10 + 1 : top_bid // 10 + 1]


def bid_action(gold: int) -> Action:
    """Return the action of bidding this much, a multiple of 10."""
    while len(_BIDS) <= gold // 10:  # bids are created once, when they are needed
        _BIDS.append(Action("bid", 10 * len(_BIDS)))
    return _BIDS[gold // 10]


def sample_auction_action(
    first_actions: Sequence[Action], current_bid: int, top_bid: int, last_actions: Sequence[Action], rng: Random
) -> Action:
    """Sample an action uniformly from the other actions and all bids, without listing the bids."""
    count = (top_bid - current_bid) // 10 if top_bid > current_bid else 0
    number = int(rng.random() * (len(first_actions) + count + len(last_actions))) - len(first_actions)
    if number < 0:
        return first_actions[number]
    if number >= count:
        return last_actions[number - count]
    return bid_action(current_bid + 10 * number + 10)


NEXT_BIDDER = {
    n: tuple(
        tuple(
            next((other for other in (*range(seat + 1, n), *range(seat + 1)) if mask >> other & 1), -1)
            for seat in range(n)
        )
        for mask in range(1 << n)
    )
    for n in range(3, 6)
}
"""Number of seats -> bit mask -> seat -> next seat clockwise with a set bit."""


DISCOUNT_RULES = {"Farah": "EMI-13.12", "Badra": "EMI-13.13", "Adara": "EMI-13.14"}
"""Rules of the artists who reduce the prices of camels, sections and caravans."""


# -- prices and predicates -------------------------------------------------------------------


def item_price(state: EmiraState, seat: Seat, item: str) -> int:
    """Return the price for this seat of a caravan, counter, section, camel or status card.

    EMI-7.4, EMI-13.12, EMI-A02a.
    """
    prices, home = state.game.tables.prices, state.homes[seat]
    if item in state.game.tables.caravans:
        caravan = state.game.tables.caravans[item]
        return caravan.adara_cost if "Adara" in home else caravan.cost
    if item == "section":
        return prices["section_badra"] if "Badra" in home else prices["section"]
    if item == "camel":
        return prices["camel_farah"] if "Farah" in home else prices["camel"]
    if item == "counter":
        return prices["counter"]
    return state.game.tables.status[item].price


def discount_rules_of_artist(state: EmiraState, seat: Seat, artist: str) -> tuple[str, ...]:
    """Return the rule by which an artist of this seat reduces a price, or () if the artist does not live there."""
    return (DISCOUNT_RULES[artist],) if artist in state.homes[seat] else ()


def is_eligible_for_compensation(state: EmiraState, seat: Seat) -> bool:
    """Return whether a seat can take the compensation (EMI-6.11).

    The compensation requires less than 500 gold, or 4 princesses and no caravan.
    """
    prices = state.game.tables.prices
    if state.gold[seat] < prices["compensation_below"]:
        return True
    return len(state.homes[seat]) >= prices["compensation_princesses"] and not state.has_caravans(seat)


def compensation_refusal(state: EmiraState, seat: Seat, bidding: bool) -> Ruling:
    """Return why a seat cannot take the compensation. A seat that is still bidding can spend gold first (EMI-6.13)."""
    prices = state.game.tables.prices
    return Ruling(
        "EMI-6.11",
        "no_compensation",
        {
            "gold": state.gold[seat],
            "below": prices["compensation_below"],
            "princesses": len(state.homes[seat]),
            "needed": prices["compensation_princesses"],
            "pawns": sum(map(len, state.pawns[seat])),
        },
        "bid_below" if bidding else None,
    )


def max_bid(state: EmiraState, seat: Seat) -> int:
    """Return the largest bid of a seat: its gold plus its discount (EMI-6.4)."""
    return state.gold[seat] + state.bid_discount(seat)


def bid_refusal(state: EmiraState, seat: Seat, bid: int, current_bid: int) -> Ruling | None:
    """Return why a bid is illegal, or None (EMI-6.3, EMI-6.4, EMI-A14)."""
    step = state.game.tables.prices["bid_step"]
    if current_bid + step <= bid <= state.gold[seat] and not bid % step:  # as most bids are
        return None
    most = max_bid(state, seat)
    if bid < current_bid + step:
        return Ruling(
            "EMI-6.3",
            "bid_too_low",
            {"bid": bid, "standing": current_bid, "least": current_bid + step},
            "bid_more" if most >= current_bid + step else None,
        )
    if bid > most:
        return Ruling(
            "EMI-6.4",
            "bid_too_high",
            {
                "bid": bid,
                "gold": state.gold[seat],
                "discount": state.bid_discount(seat),
                "most": most,
                "due": bid - state.bid_discount(seat),
            },
            "bid_less" if most > current_bid else None,
        )
    if bid % step:
        lower, higher = bid - bid % step, bid - bid % step + step
        return Ruling("EMI-6.3", "bid_step", {"bid": bid, "step": step, "lower": lower, "higher": higher}, "round_bid")
    return None


def pay_bid(state: EmiraState, seat: Seat, bid: int) -> None:
    """Pay a bid minus the discount. The discount never yields money (EMI-6.5, EMI-6.6)."""
    discount = state.bid_discount(seat)
    due = max(0, bid - discount)
    state.gold[seat] -= due
    if state.log is not None:
        code = "bid_paid_less" if discount else "bid_paid"
        state.log_gold_event(
            "EMI-6.5", code, seat, ("EMI-6.6",), bid=bid, discount=min(bid, discount), paid=due, gold=state.gold[seat]
        )


def win_auction(state: EmiraState, seat: Seat, bid: int) -> None:
    """Let the winner of an auction pay and choose a market action (EMI-6.5)."""
    if state.log is not None:
        state.log_event("EMI-6.5", "wins", seat, ("EMI-6.8",), bid=bid)
    pay_bid(state, seat, bid)
    state.agenda_frames.append(CHOOSE_MARKET_ACTION_FRAMES[seat])
    if state.options["paying_is_a_step"]:
        push_recheck_of_undecided_princesses(state, only_gold_seekers=True)


def give_compensation(state: EmiraState, seat: Seat) -> None:
    """Give a seat 150 gold instead of an action, and exclude it from further auctions of the round.

    Rules EMI-6.8, EMI-6.11 and EMI-A13 apply.
    """
    amount = state.game.tables.prices["compensation"]
    state.gold[seat] += amount
    state.done[seat] = "compensated"
    if state.log is not None:
        state.log_gold_event(
            "EMI-6.11", "compensated", seat, ("EMI-6.8", "EMI-6.12"), paid=amount, gold=state.gold[seat]
        )


# -- the round of auctions -------------------------------------------------------------------


class OpenNextAuction(AutoStep):
    """Find the seat that opens the next auction of phase 4, starting from `opener`.

    Before the phase, `opener` is empty (EMI-6.1, EMI-6.2).
    """

    name = "auctions"
    rule = "EMI-6.2"
    fields = {"opener": OptionalField(SEAT, -1)}
    allowed_steps_below = ("purchases", "choosing")

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        todo, n, opener = state.agenda_frames, state.seats, frame.opener
        if opener < 0:
            self._open(state)
            opener = state.first
            todo[-1] = OPEN_NEXT_AUCTION_FRAMES[opener]
            push_recheck_of_undecided_princesses(state)  # all undecided princesses are rechecked now (EMI-A02f)
            if todo[-1] is not OPEN_NEXT_AUCTION_FRAMES[opener]:
                return
        done = state.done
        left = done.count("")
        if not left:
            todo.pop()
            self._close(state)
            return
        if left == 1:
            opener = done.index("")
            todo[-1] = OPEN_NEXT_AUCTION_FRAMES[opener]
            todo.append(CHOOSE_LAST_MARKET_ACTION_FRAMES[opener])
            if state.log is not None:
                state.log_event("EMI-6.9", "last_to_act", opener)
            return
        mask = 0
        for seat in range(n):
            if not done[seat]:
                mask |= 1 << seat
        if done[opener]:
            opener = NEXT_BIDDER[n][mask][opener]
        todo[-1] = OPEN_NEXT_AUCTION_FRAMES[opener]
        todo.append(BID_OR_PASS.make_frame(opener, opener, 0, -1, mask))
        if state.log is not None:
            state.log_event("EMI-6.2", "auction_opens", opener, ("EMI-6.1", "EMI-6.8"), players=left)

    def _open(self, state: EmiraState) -> None:
        state.phase = 4
        state.done = [""] * state.seats
        if state.round not in state.lost:
            return
        for seat in range(state.seats):
            if state.lost[seat] == state.round:  # EMI-13.11
                state.done[seat] = "locked"
                if state.log is not None:
                    state.log_event("EMI-13.10", "locked_auction", seat, ("EMI-13.11",))

    def _close(self, state: EmiraState) -> None:
        """Return unsold items (EMI-6.15). With three seats, items stay until the end of the even round (EMI-15.6)."""
        market, three = state.market, state.seats == 3
        if market[STATUS_SLOT] and (not three or state.is_second_round_of_pair()):
            for card in market[STATUS_SLOT]:
                state.titles.put_bottom(card)
                if state.log is not None:
                    state.log_event("EMI-15.6" if three else "EMI-6.15", "status_unsold", None, card=card)
            market[STATUS_SLOT] = ()
        when = state.options["three_player_unsold_appearance"]
        if market[COUNTER_SLOT] and (not three or state.is_second_round_of_pair() or when == "odd"):  # EMI-A05
            for kind in market[COUNTER_SLOT]:
                state.bag[APPEARANCE_KINDS.index(kind)] += 1
                if state.log is not None:
                    state.log_event(
                        "EMI-15.6" if three else "EMI-6.15",
                        "counter_unsold",
                        None,
                        ("EMI-A05",) if three else (),
                        kind=kind,
                    )
            market[COUNTER_SLOT] = ()
        state.sick = False


class BidOrPass(DecisionStep):
    """Decision to bid or pass in an auction.

    The frame has the current bid, its bidder and the remaining seats (EMI-6.3).
    """

    name = "bid"
    rule = "EMI-6.3"
    fields = {
        "seat": SEAT,
        "opener": SEAT,
        "bid": IntField(),
        "bidder": OptionalField(SEAT, -1),
        "inside": SEAT_BITMASK,
    }
    allowed_steps_below = ("auctions",)
    verbs = {"bid": "i", "pass": "", "compensation": ""}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        inside = [seat for seat in range(state.seats) if frame.inside >> seat & 1]
        standing = frame.bidder >= 0
        if frame.seat not in inside or frame.seat == frame.bidder or (standing and frame.bidder not in inside):
            raise ValueError("there can be no such auction")
        if any(state.done[seat] for seat in inside) or state.done.count("") < 2:
            raise ValueError("a seat takes part in an auction that it can have no part in")
        if frame.bid % 10 or not standing * 10 <= frame.bid <= (max_bid(state, frame.bidder) if standing else 0):
            raise ValueError(f"there cannot be a bid of {frame.bid}")

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        seat, opener, bid, bidder, mask = frame.seat, frame.opener, frame.bid, frame.bidder, frame.inside
        inside = tuple(other for other in range(state.seats) if mask >> other & 1)
        return {
            "opener": opener,
            "bid": bid,
            "bidder": bidder,
            "inside": inside,
            "discount": state.bid_discount(seat),
            "least": bid + state.game.tables.prices["bid_step"],
            "most": max_bid(state, seat),
        }

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        seat = frame.seat
        actions = higher_bid_actions(frame.bid, max_bid(state, seat))
        actions += NON_BID_ACTIONS[is_eligible_for_compensation(state, seat)]
        return actions

    def execute_randomly(self, state: EmiraState, frame: Frame, rng: Random) -> None:
        """Execute random bids until another step is due.

        The result is the same as with `execute`, but fewer frames are created.
        """
        seat, opener, bid, bidder, inside = frame.seat, frame.opener, frame.bid, frame.bidder, frame.inside
        following = NEXT_BIDDER[state.seats]
        while True:
            choice = sample_auction_action(
                (), bid, max_bid(state, seat), NON_BID_ACTIONS[is_eligible_for_compensation(state, seat)], rng
            )
            if choice is COMPENSATION:
                self.execute(state, self.make_frame(seat, opener, bid, bidder, inside), choice)
                return
            if choice is PASS:
                inside &= ~(1 << seat)
            else:
                bid, bidder = choice.args[0], seat
            if inside == 1 << bidder if bidder >= 0 else not inside:
                state.agenda_frames.pop()
                if bidder >= 0:
                    win_auction(state, bidder, bid)
                else:
                    state.agenda_frames.append(CHOOSE_MARKET_ACTION_FRAMES[opener])
                return
            seat = following[inside][seat]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "bid":
            return bid_refusal(state, frame.seat, action.args[0], frame.bid)
        if action is COMPENSATION and not is_eligible_for_compensation(state, frame.seat):
            return compensation_refusal(state, frame.seat, True)
        return None

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, opener, bid, bidder, mask = frame.seat, frame.opener, frame.bid, frame.bidder, frame.inside
        todo, log = state.agenda_frames, state.log
        todo.pop()
        if choice is PASS:
            mask &= ~(1 << seat)
            if log is not None:
                state.log_event("EMI-6.3", "passed", seat)
        elif choice is COMPENSATION:
            mask &= ~(1 << seat)
            give_compensation(state, seat)
        else:
            bid, bidder = choice.args[0], seat
            if log is not None:
                state.log_event("EMI-6.3", "bids", seat, bid=bid)
        if bidder >= 0:
            if mask != 1 << bidder:
                todo.append(self.make_frame(NEXT_BIDDER[state.seats][mask][seat], opener, bid, bidder, mask))
            elif choice is COMPENSATION:
                todo.append(PAY_WINNING_BID.make_frame(bidder, bid))  # the bid is paid after the compensation (EMI-9.9)
            else:
                win_auction(state, bidder, bid)
        else:
            self._without_bid(state, seat, opener, mask, choice)
        if choice is COMPENSATION:
            push_recheck_of_undecided_princesses(state, only_gold_seekers=True)

    def _without_bid(self, state: EmiraState, seat: Seat, opener: Seat, mask: int, choice: Action) -> None:
        """Continue an auction without a bid: ask each seat once, then let the opener act (EMI-6.7, EMI-6.12)."""
        if choice is COMPENSATION and state.done.count("") < 2:
            return  # at most one seat is left, and the auctions continue with it (EMI-6.9)
        if choice is COMPENSATION and seat == opener:
            opener = NEXT_BIDDER[state.seats][mask][seat]
            if state.log is not None:
                state.log_event("EMI-6.12", "opener_leaves", opener)
        if mask:
            state.agenda_frames.append(self.make_frame(NEXT_BIDDER[state.seats][mask][seat], opener, 0, -1, mask))
            return
        if state.log is not None:
            state.log_event("EMI-6.7", "all_passed", opener)
        state.agenda_frames.append(CHOOSE_MARKET_ACTION_FRAMES[opener])


class PayWinningBid(AutoStep):
    """Let the last bidder pay after all other seats have passed (EMI-6.5)."""

    name = "win"
    rule = "EMI-6.5"
    fields = {"seat": SEAT, "bid": IntField(10)}
    allowed_steps_below = ("auctions",)

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"bid": frame.bid}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if state.done[frame.seat] or frame.bid % 10 or frame.bid > max_bid(state, frame.seat):
            raise ValueError("nobody can have won with that bid")

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        win_auction(state, frame.seat, frame.bid)


def require_can_act_in_round(state: EmiraState, seat: Seat) -> None:
    """Raise ValueError if this seat has already acted in this round or cannot act in it."""
    if state.done[seat]:
        raise ValueError(f"seat {seat} cannot act in this round any more")


class ChooseMarketActionAfterAuction(DecisionStep):
    """Decision of the auction winner: a market action (EMI-6.5, EMI-7)."""

    name = "act"
    rule = "EMI-7.1"
    decline_code: ClassVar[str] = "declined_after_bid"
    fields = {"seat": SEAT}
    allowed_steps_below = ("auctions",)
    verbs = {
        "caravan": "s",
        "counter": "s",
        "status": "s",
        "section": "",
        "camel": "",
        "decline": "",
        "compensation": "",
    }

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        require_can_act_in_round(state, frame.seat)

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        seat = frame.seat
        gold, market, home = state.gold[seat], state.market, state.homes[seat]
        prices = state.game.tables.prices
        actions = []
        adara = "Adara" in home
        for size in (SMALL_CARAVAN_SLOT, LARGE_CARAVAN_SLOT):
            if market[size]:
                for action, cost, adara_cost in state.game.buy_caravan[size]:
                    if gold >= (adara_cost if adara else cost):
                        actions.append(action)
        if gold >= prices["counter"]:
            for kind in market[COUNTER_SLOT]:
                if BUY_COUNTER[kind] not in actions:
                    actions.append(BUY_COUNTER[kind])
        for card in market[STATUS_SLOT]:
            action, cost = state.game.buy_status[card]
            if gold >= cost and action not in actions:
                actions.append(action)
        if market[SECTION_SLOT] and gold >= (prices["section_badra"] if "Badra" in home else prices["section"]):
            actions.append(BUY_SECTION)
        if market[CAMEL_SLOT] and gold >= (prices["camel_farah"] if "Farah" in home else prices["camel"]):
            actions.append(BUY_CAMEL)
        actions.append(DECLINE)
        if is_eligible_for_compensation(state, seat):
            actions.append(COMPENSATION)
        return actions

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        seat = frame.seat
        if action is DECLINE:
            return None
        if action is COMPENSATION:
            return (
                None
                if is_eligible_for_compensation(state, seat)
                else compensation_refusal(state, seat, "bid" in self.verbs)
            )
        what = action.args[0] if action.verb in ("caravan", "status") else action.verb
        if not _is_offered(state, action):
            return _not_offered(state, action)
        cost = item_price(state, seat, what)
        if cost > state.gold[seat]:
            return Ruling(
                "EMI-7.1", "cannot_pay", {"cost": cost, "gold": state.gold[seat], "missing": cost - state.gold[seat]}
            )
        return None

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        todo = state.agenda_frames
        todo.pop()
        todo[-1] = OPEN_NEXT_AUCTION_FRAMES[seat]  # the search for the next opener starts here
        if choice is COMPENSATION:
            give_compensation(state, seat)
        elif choice is DECLINE:
            state.done[seat] = "declined"
            if state.log is not None:
                state.log_event("EMI-6.10", self.decline_code, seat, ("EMI-6.14",))
        else:
            carry_out_purchase(state, seat, choice)
        push_recheck_of_undecided_princesses(state, only_gold_seekers=choice is COMPENSATION or choice is DECLINE)


class ChooseLastSeatBidOrMarketAction(ChooseMarketActionAfterAuction):
    """Decision of the last seat, which acts without an auction and may pay a bid first (EMI-6.9, EMI-6.13)."""

    name = "last"
    rule = "EMI-6.9"
    decline_code = "declined"
    verbs = {**ChooseMarketActionAfterAuction.verbs, "bid": "i"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        require_can_act_in_round(state, frame.seat)
        if state.done.count("") > 1:
            raise ValueError(f"seat {frame.seat} is not the last to act")

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"discount": state.bid_discount(frame.seat), "most": max_bid(state, frame.seat)}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return super().legal_actions(state, frame) + higher_bid_actions(0, max_bid(state, frame.seat))

    def execute_randomly(self, state: EmiraState, frame: Frame, rng: Random) -> None:
        """Execute a random action of `legal_actions`."""
        self.execute(
            state,
            frame,
            sample_auction_action(super().legal_actions(state, frame), 0, max_bid(state, frame.seat), (), rng),
        )

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "bid":
            return bid_refusal(state, frame.seat, action.args[0], 0)
        return super().why_illegal(state, frame, action)

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        if choice.verb == "bid":
            state.agenda_frames[-1] = CHOOSE_MARKET_ACTION_FRAMES[frame.seat]
            if state.log is not None:
                state.log_event("EMI-6.13", "voluntary_bid", frame.seat, bid=choice.args[0])
            pay_bid(state, frame.seat, choice.args[0])
            if state.options["paying_is_a_step"]:
                push_recheck_of_undecided_princesses(state, only_gold_seekers=True)
        else:
            super().execute(state, frame, choice)


# -- the six actions -------------------------------------------------------------------------


def _is_offered(state: EmiraState, action: Action) -> bool:
    """Return whether the market offers the item of an action (EMI-7.1, EMI-7.11, EMI-A02d)."""
    market = state.market
    if action.verb == "caravan":
        caravan = state.game.tables.caravans.get(action.args[0])
        return caravan is not None and market[LARGE_CARAVAN_SLOT if caravan.size else SMALL_CARAVAN_SLOT]
    if action.verb in ("counter", "status"):
        return action.args[0] in market[COUNTER_SLOT if action.verb == "counter" else STATUS_SLOT]
    return bool(market[SECTION_SLOT if action is BUY_SECTION else CAMEL_SLOT])


def _not_offered(state: EmiraState, action: Action) -> Ruling:
    """Return the ruling for an item that the market does not offer.

    The action type is taken (EMI-6.1), the item is sold out (EMI-7.11) or not available in the even round (EMI-15.5),
    or the market offers another counter or card (EMI-7.1).
    """
    market, kind = state.market, action.verb
    what = action.args[0] if action.args else kind
    same: tuple[str, ...] = (kind,)
    if kind == "caravan" and what in CARAVANS:
        same = CARAVANS[:2] if what in CARAVANS[:2] else CARAVANS[2:]
        large = state.game.tables.caravans[what].size
        left, lies = (
            (state.large_left, market[LARGE_CARAVAN_SLOT]) if large else (state.small_left, market[SMALL_CARAVAN_SLOT])
        )
    else:
        left, lies = {
            "counter": (sum(state.bag), bool(market[COUNTER_SLOT])),
            "status": (len(state.titles), bool(market[STATUS_SLOT])),
            "section": (state.tiles_left, market[SECTION_SLOT]),
            "camel": (state.camels_left, market[CAMEL_SLOT]),
        }.get(kind, (1, True))
    takers = [seat for seat in range(state.seats) if state.done[seat] in same]
    values = {"what": what, "taken": takers[0] if takers else None}
    if lies:
        return Ruling("EMI-7.1", "not_on_offer", values, "other_action")
    if takers:
        return Ruling("EMI-6.1", "taken", values, "other_action")
    if not left:
        return Ruling("EMI-7.11", "sold_out", values, "other_action")
    if state.seats == 3 and state.is_second_round_of_pair():
        return Ruling("EMI-15.5", "odd_left_none", values, "other_action")
    return Ruling("EMI-7.1", "not_on_offer", values, "other_action")


def carry_out_purchase(state: EmiraState, seat: Seat, action: Action) -> None:
    """Pay the price of a market action and take the item (EMI-7.2 to EMI-7.10).

    The action type leaves the market (EMI-6.1).
    """
    market, verb = state.market, action.verb
    what = action.args[0] if action.args else verb
    cost = item_price(state, seat, what if verb in ("caravan", "status") else verb)
    state.gold[seat] -= cost
    log = state.log
    if verb == "caravan":
        state.done[seat] = what
        k = CARAVANS.index(what)
        spaces = state.game.caravans[k].spaces
        state.pawns[seat] = tracks_with_one_replaced(state.pawns[seat], k, (*state.pawns[seat][k], spaces))
        if k < 2:
            state.small_left -= 1
            market[SMALL_CARAVAN_SLOT] = False
        else:
            state.large_left -= 1
            market[LARGE_CARAVAN_SLOT] = False
        if log is not None:
            income = state.game.caravans[k].income
            state.log_gold_event(
                "EMI-7.2",
                "bought_caravan",
                seat,
                ("EMI-7.3", "EMI-7.4", *discount_rules_of_artist(state, seat, "Adara")),
                caravan=what,
                cost=cost,
                income=income,
                spaces=spaces,
                gold=state.gold[seat],
            )
        return
    state.done[seat] = verb
    if verb == "counter":
        offered = list(market[COUNTER_SLOT])
        offered.remove(what)
        for kind in offered:  # with bazaar_mode "add", the seat takes one of two counters. The other counter returns
            state.bag[APPEARANCE_KINDS.index(kind)] += 1
        market[COUNTER_SLOT] = ()
        if log is not None:
            state.log_gold_event(
                "EMI-7.5", "bought_counter", seat, ("EMI-7.6",), kind=what, cost=cost, gold=state.gold[seat]
            )
        state.change_appearance_counter(seat, APPEARANCE_KINDS.index(what), 1)
    elif verb == "status":
        offered = list(market[STATUS_SLOT])
        offered.remove(what)
        for card in offered:
            state.titles.put_bottom(card)
        market[STATUS_SLOT] = ()
        state.honours[seat] += (what,)
        state.renown[seat] += state.game.tables.status[what].points
        if log is not None:
            state.log_gold_event(
                "EMI-7.8",
                "bought_status",
                seat,
                (),
                card=what,
                cost=cost,
                status=state.renown[seat],
                gold=state.gold[seat],
            )
    elif action is BUY_SECTION:
        state.tiles_left -= 1
        state.sections[seat] += 1
        market[SECTION_SLOT] = False
        if log is not None:
            state.log_gold_event(
                "EMI-7.9",
                "bought_section",
                seat,
                discount_rules_of_artist(state, seat, "Badra"),
                cost=cost,
                sections=state.sections[seat],
                room=state.palace_capacity(seat),
                gold=state.gold[seat],
            )
    else:
        state.camels_left -= 1
        state.camels[seat] += 1
        market[CAMEL_SLOT] = False
        if log is not None:
            state.log_gold_event(
                "EMI-7.10",
                "bought_camel",
                seat,
                discount_rules_of_artist(state, seat, "Farah"),
                cost=cost,
                camels=state.camels[seat],
                discount=state.bid_discount(seat),
                gold=state.gold[seat],
            )


OPEN_NEXT_AUCTION, BID_OR_PASS, PAY_WINNING_BID, CHOOSE_MARKET_ACTION, CHOOSE_LAST_MARKET_ACTION = (
    OpenNextAuction(),
    BidOrPass(),
    PayWinningBid(),
    ChooseMarketActionAfterAuction(),
    ChooseLastSeatBidOrMarketAction(),
)
STEPS = (OPEN_NEXT_AUCTION, BID_OR_PASS, PAY_WINNING_BID, CHOOSE_MARKET_ACTION, CHOOSE_LAST_MARKET_ACTION)

# recurring frames are created only once
CHOOSE_MARKET_ACTION_FRAMES, CHOOSE_LAST_MARKET_ACTION_FRAMES = (
    [CHOOSE_MARKET_ACTION.make_frame(seat) for seat in range(5)],
    [CHOOSE_LAST_MARKET_ACTION.make_frame(seat) for seat in range(5)],
)
OPEN_NEXT_AUCTION_FRAMES = [OPEN_NEXT_AUCTION.make_frame(seat) for seat in (*range(5), -1)]
