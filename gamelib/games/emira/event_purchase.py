"""Steps of phase 5: purchase of event cards (EMI-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, IntField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from . import position_checks

if TYPE_CHECKING:
    from .state import EmiraState

NO_PURCHASE = Action("no_purchase")
LOOK_ACTIONS = {number: Action("look", number) for number in (2, 3)}


def peek_price(state: EmiraState, seat: Seat, card_count: int) -> int:
    """Return the price of a peek: 150 for two cards, 250 for three, 50 less with Zainab (EMI-8.1, EMI-13.5)."""
    prices = state.game.tables.prices
    cost = prices["look_at_2" if card_count == 2 else "look_at_3"]
    return cost - prices["zainab_discount"] if "Zainab" in state.homes[seat] else cost


class AskSeatsForEventPurchases(AutoStep):
    """Ask the seats for purchases of event cards in seat order.

    The frame has the number of seats already asked (EMI-8.1).
    """

    name = "purchases"
    rule = "EMI-8.1"
    fields = {"asked": IntField(0, 5)}
    allowed_steps_below = ("choosing",)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.phase = 5
        state.agenda_frames.pop()
        if not state.fates.segments:
            if state.log is not None:
                state.log_event("EMI-8.3", "no_event_cards", None)
            return
        order = state.seat_order()
        for i in range(frame.asked, state.seats):
            seat = order[i]
            if state.lost[seat] == state.round:
                if state.log is not None:
                    state.log_event("EMI-13.10", "locked_purchase", seat)
            elif state.gold[seat] >= peek_price(state, seat, 2):
                state.agenda_frames.append(ASK_FOR_EVENT_PURCHASES_FRAMES[i + 1])
                state.agenda_frames.append(BUY_EVENT_PEEK_FRAMES[seat])
                return


class BuyEventPeek(DecisionStep):
    """Decision to buy a peek at two or three event cards, or none (EMI-8.1)."""

    name = "buy_look"
    rule = "EMI-8.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("purchases",)
    verbs = {"look": "i", "no_purchase": ""}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        position_checks.validate_asked_seat(state, frame, below)
        if not state.fates.segments or state.gold[frame.seat] < peek_price(state, frame.seat, 2):
            raise ValueError(f"seat {frame.seat} cannot buy an event card")

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {
            "two": peek_price(state, frame.seat, 2),
            "three": peek_price(state, frame.seat, 3),
            "left": len(state.fates),
        }

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        if state.gold[frame.seat] >= peek_price(state, frame.seat, 3):
            return [NO_PURCHASE, LOOK_ACTIONS[2], LOOK_ACTIONS[3]]
        return [NO_PURCHASE, LOOK_ACTIONS[2]]  # a seat with less than the price of two cards is not asked

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action is NO_PURCHASE:
            return None
        number = action.args[0]
        if number not in LOOK_ACTIONS:
            return Ruling("EMI-8.1", "two_or_three", {"number": number})
        cost, gold = peek_price(state, frame.seat, number), state.gold[frame.seat]
        if cost > gold:
            return Ruling("EMI-8.1", "cannot_pay", {"cost": cost, "gold": gold, "missing": cost - gold})
        return None

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        if choice is NO_PURCHASE:
            if state.log is not None:
                state.log_event("EMI-8.1", "buys_no_event", seat)
            return
        number = choice.args[0]
        cost = peek_price(state, seat, number)
        state.gold[seat] -= cost
        seen = state.fates.drawable_count(number)  # EMI-8.3
        if state.log is not None:
            also: tuple[str, ...] = ("EMI-8.2",) if seen == number else ("EMI-8.3",)
            also += ("EMI-13.5",) if "Zainab" in state.homes[seat] else ()
            also += ("EMI-A04",) if state.seats == 3 else ()
            state.log_gold_event("EMI-8.1", "buys_look", seat, also, number=seen, cost=cost, gold=state.gold[seat])
        state.push_step("peek", seat, "fates", seen, "look_keep")


ASK_FOR_EVENT_PURCHASES, BUY_EVENT_PEEK = AskSeatsForEventPurchases(), BuyEventPeek()
# recurring frames are created only once
ASK_FOR_EVENT_PURCHASES_FRAMES, BUY_EVENT_PEEK_FRAMES = (
    [ASK_FOR_EVENT_PURCHASES.make_frame(asked) for asked in range(6)],
    [BUY_EVENT_PEEK.make_frame(seat) for seat in range(5)],
)
STEPS = (ASK_FOR_EVENT_PURCHASES, BUY_EVENT_PEEK)
