"""Steps of the setup: the deal and the roll for the first turn (HAR-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...card_counts import add_cards, insert_sorted
from ...chance_source import DICE, ChanceSource, deck_source
from ...dist import Dist
from ...fields import SEATS, IntField, TupleField
from ...step import Frame, SetupChanceStep

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

TWO_DICE: Final[Dist[int]] = Dist.dice(2, 6)
DICE_TOTALS: Final = [a + b for a in range(1, 7) for b in range(1, 7)]
"""The 36 equally likely totals. Sampling two dice is one look-up."""


class DealOpeningCard(SetupChanceStep):
    """Deal one card. A Play Now! card is replaced (HAR-1.6, HAR-1.7)."""

    name = "deal"
    rule = "HAR-1.6"
    fields = {"dealt": IntField(0, 7 * 4 - 1)}
    allowed_steps_below = ("",)

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        n, dealt = state.seats, frame.dealt
        hands = [(dealt + n - 1 - seat) // n for seat in range(n)]
        if dealt >= 7 * n or hands != [player.hand_size() for player in state.players]:
            raise ValueError("the deal has lost its place")

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return int(frame.dealt % state.seats)

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"number": frame.dealt // state.seats + 1}

    def dist(self, state: HaremState, frame: Frame) -> Dist[str]:
        return state.master.dist()

    def chance_source(self, state: HaremState, frame: Frame) -> ChanceSource:
        return deck_source("master", state.master)

    def sample(self, state: HaremState, frame: Frame, rng: Random) -> str:
        return state.master.sample(rng)

    def is_possible_outcome(self, state: HaremState, frame: Frame, outcome: Any) -> bool:
        return state.master.can_draw(outcome)

    def execute(self, state: HaremState, frame: Frame, card: str) -> None:
        state.master.draw(card)
        dealt: int = frame.dealt
        seat = dealt % state.seats
        if state.game.card_kind[card] == "play_now":
            add_cards(state.master_discard, card)
            if state.log is not None:
                state.log_event("HAR-1.7", "deal_replaced", seat, ("HAR-3.5",), card=card)
            return
        insert_sorted(state.players[seat].hand, card)
        if state.log is not None:
            state.log_private_event((seat,), "HAR-1.6", "dealt", seat, ("HAR-13.2",), card=card)
        state.agenda_frames.pop()
        if dealt + 1 < 7 * state.seats:
            state.agenda_frames.append(self.make_frame(dealt + 1))
        else:
            state.push_step("first_roll", tuple(range(state.seats)), ())


class RollTwoDiceForFirstTurn(SetupChanceStep):
    """Roll two dice for the next seat.

    `rolls` has the results of the earlier seats, and ties are rolled again (HAR-1.8).
    """

    name = "first_roll"
    rule = "HAR-1.8"
    fields = {"seats": SEATS, "rolls": TupleField(IntField(2, 12))}
    allowed_steps_below = ("",)

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        if len(frame.rolls) >= len(frame.seats):
            raise ValueError("the first roll has no seat to roll")

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return int(frame.seats[len(frame.rolls)])

    def dist(self, state: HaremState, frame: Frame) -> Dist[int]:
        return TWO_DICE

    def chance_source(self, state: HaremState, frame: Frame) -> ChanceSource:
        return DICE

    def sample(self, state: HaremState, frame: Frame, rng: Random) -> int:
        return DICE_TOTALS[int(rng.random() * 36)]

    def execute(self, state: HaremState, frame: Frame, roll: int) -> None:
        seats, rolls = frame.seats, frame.rolls
        if state.log is not None:
            state.log_event("HAR-1.8", "first_rolled", seats[len(rolls)], roll=roll)
        rolls = (*rolls, roll)
        state.agenda_frames.pop()
        if len(rolls) < len(seats):
            state.agenda_frames.append(self.make_frame(seats, rolls))
            return
        best = tuple(seat for seat, total in zip(seats, rolls, strict=True) if total == max(rolls))
        if len(best) > 1:  # HAR-A29
            if state.log is not None:
                state.log_event("HAR-1.8", "first_tie", None, ("HAR-A29",), roll=max(rolls))
            state.agenda_frames.append(self.make_frame(best, ()))
            return
        state.turn = best[0]
        if state.log is not None:
            state.log_event("HAR-1.8", "first_turn", state.turn)
        state.push_step("turn")
