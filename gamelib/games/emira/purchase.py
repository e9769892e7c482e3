"""Phase 5: buying event cards (EMI-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from . import check

if TYPE_CHECKING:
    from .state import EmiraState

NO_PURCHASE = Action("no_purchase")
LOOK_AT = {number: Action("look", number) for number in (2, 3)}


def look_price(s: EmiraState, seat: Seat, number: int) -> int:
    """150 for two cards, 250 for three; 50 less with Zainab (EMI-8.1, EMI-13.5)."""
    prices = s.game.tables.prices
    cost = prices["look_at_2" if number == 2 else "look_at_3"]
    return cost - prices["zainab_discount"] if "Zainab" in s.homes[seat] else cost


class Purchases(AutoStep):
    """Phase 5, in order; so many have been asked (EMI-8.1)."""

    name = "purchases"
    rule = "EMI-8.1"
    fields = {"asked": whole(0, 5)}
    on = ("choosing",)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.phase = 5
        s.todo.pop()
        if not s.fates.parts:
            if s.log is not None:
                s.tell("EMI-8.3", "no_event_cards", None)
            return
        order = s.order()
        for i in range(frame.asked, s.seats):
            seat = order[i]
            if s.lost[seat] == s.round:
                if s.log is not None:
                    s.tell("EMI-13.10", "locked_purchase", seat)
            elif s.gold[seat] >= look_price(s, seat, 2):
                s.todo.append(ASKED[i + 1])
                s.todo.append(LOOKS[seat])
                return


class BuyLook(DecisionStep):
    """Look at two or three event cards, or none (EMI-8.1)."""

    name = "buy_look"
    rule = "EMI-8.1"
    fields = {"seat": SEAT}
    on = ("purchases",)
    verbs = {"look": "i", "no_purchase": ""}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        check.asked(s, frame, below)
        if not s.fates.parts or s.gold[frame.seat] < look_price(s, frame.seat, 2):
            raise ValueError(f"seat {frame.seat} cannot buy an event card")

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"two": look_price(s, frame.seat, 2), "three": look_price(s, frame.seat, 3), "left": len(s.fates)}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        if s.gold[frame.seat] >= look_price(s, frame.seat, 3):
            return [NO_PURCHASE, LOOK_AT[2], LOOK_AT[3]]
        return [NO_PURCHASE, LOOK_AT[2]]  # less than the price of two is not asked

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action is NO_PURCHASE:
            return None
        number = action.args[0]
        if number not in LOOK_AT:
            return Ruling("EMI-8.1", "two_or_three", {"number": number})
        cost, gold = look_price(s, frame.seat, number), s.gold[frame.seat]
        if cost > gold:
            return Ruling("EMI-8.1", "cannot_pay", {"cost": cost, "gold": gold, "missing": cost - gold})
        return None

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        s.todo.pop()
        if choice is NO_PURCHASE:
            if s.log is not None:
                s.tell("EMI-8.1", "buys_no_event", seat)
            return
        number = choice.args[0]
        cost = look_price(s, seat, number)
        s.gold[seat] -= cost
        seen = s.fates.up_to(number)  # EMI-8.3
        if s.log is not None:
            also: tuple[str, ...] = ("EMI-8.2",) if seen == number else ("EMI-8.3",)
            also += ("EMI-13.5",) if "Zainab" in s.homes[seat] else ()
            also += ("EMI-A04",) if s.seats == 3 else ()
            s.tell_gold("EMI-8.1", "buys_look", seat, also, number=seen, cost=cost, gold=s.gold[seat])
        s.push("peek", seat, "fates", seen, "look_keep")


PURCHASES, BUY_LOOK = Purchases(), BuyLook()
# frames that recur are made once
ASKED, LOOKS = [PURCHASES.frame(asked) for asked in range(6)], [BUY_LOOK.frame(seat) for seat in range(5)]
STEPS = (PURCHASES, BUY_LOOK)
