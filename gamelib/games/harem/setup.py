"""Dealing and the roll for the first turn (HAR-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...counts import add, insert
from ...dist import Dist
from ...fields import SEATS, many, whole
from ...step import ChanceStep, Frame

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

TWO_DICE: Final[Dist[int]] = Dist.dice(2, 6)
DICE_TOTALS: Final = [a + b for a in range(1, 7) for b in range(1, 7)]
"""The 36 equally likely totals: sampling two dice is one look-up."""


class Deal(ChanceStep):
    """One card of the deal. A Play Now! card is replaced (HAR-1.6, HAR-1.7)."""

    name = "deal"
    rule = "HAR-1.6"
    fields = {"dealt": whole(0, 7 * 4 - 1)}
    on = ("",)

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        n, dealt = s.seats, frame.dealt
        hands = [(dealt + n - 1 - seat) // n for seat in range(n)]
        if dealt >= 7 * n or hands != [player.hand_size() for player in s.players]:
            raise ValueError("the deal has lost its place")

    def seat(self, s: HaremState, frame: Frame) -> int:
        return int(frame.dealt % s.seats)

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"number": frame.dealt // s.seats + 1}

    def dist(self, s: HaremState, frame: Frame) -> Dist[str]:
        return s.master.dist()

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> str:
        return s.master.sample(rng)

    def possible(self, s: HaremState, frame: Frame, outcome: Any) -> bool:
        return s.master.may_draw(outcome)

    def take(self, s: HaremState, frame: Frame, card: str) -> None:
        s.master.draw(card)
        dealt: int = frame.dealt
        seat = dealt % s.seats
        if s.game.kind[card] == "play_now":
            add(s.master_discard, card)
            if s.log is not None:
                s.tell("HAR-1.7", "deal_replaced", seat, ("HAR-3.5",), card=card)
            return
        insert(s.players[seat].hand, card)
        if s.log is not None:
            s.tell_some((seat,), "HAR-1.6", "dealt", seat, ("HAR-13.2",), card=card)
        s.todo.pop()
        if dealt + 1 < 7 * s.seats:
            s.todo.append(self.frame(dealt + 1))
        else:
            s.push("first_roll", tuple(range(s.seats)), ())


class FirstRoll(ChanceStep):
    """Two dice for one of the seats, after those that have `rolls`. Ties roll again (HAR-1.8)."""

    name = "first_roll"
    rule = "HAR-1.8"
    fields = {"seats": SEATS, "rolls": many(whole(2, 12))}
    on = ("",)

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        if len(frame.rolls) >= len(frame.seats):
            raise ValueError("the first roll has no seat to roll")

    def seat(self, s: HaremState, frame: Frame) -> int:
        return int(frame.seats[len(frame.rolls)])

    def dist(self, s: HaremState, frame: Frame) -> Dist[int]:
        return TWO_DICE

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> int:
        return DICE_TOTALS[int(rng.random() * 36)]

    def take(self, s: HaremState, frame: Frame, roll: int) -> None:
        seats, rolls = frame.seats, frame.rolls
        if s.log is not None:
            s.tell("HAR-1.8", "first_rolled", seats[len(rolls)], roll=roll)
        rolls = (*rolls, roll)
        s.todo.pop()
        if len(rolls) < len(seats):
            s.todo.append(self.frame(seats, rolls))
            return
        best = tuple(seat for seat, total in zip(seats, rolls, strict=True) if total == max(rolls))
        if len(best) > 1:  # HAR-A29
            if s.log is not None:
                s.tell("HAR-1.8", "first_tie", None, ("HAR-A29",), roll=max(rolls))
            s.todo.append(self.frame(best, ()))
            return
        s.turn = best[0]
        if s.log is not None:
            s.tell("HAR-1.8", "first_turn", s.turn)
        s.push("turn")
