"""Dealing and the roll for the first turn (HAR-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..deck import add
from ..dist import Dist
from ..state import ChanceStep, Frame

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

TWO_DICE: Dist[int] = Dist.dice(2, 6)
DICE_TOTALS = [a + b for a in range(1, 7) for b in range(1, 7)]
"""The 36 equally likely totals: sampling two dice is one look-up."""


class Deal(ChanceStep):
    """One card of the deal; frame (step, cards dealt). A Play Now! card is replaced (HAR-1.6, HAR-1.7)."""

    name, rule = "deal", "HAR-1.6"

    def seat(self, s: HaremState, frame: Frame) -> int:
        return int(frame[1] % s.seats)

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"number": frame[1] // s.seats + 1}

    def dist(self, s: HaremState, frame: Frame) -> Dist[str]:
        return s.master.dist()

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> str:
        return s.master.sample(rng)

    def possible(self, s: HaremState, frame: Frame, outcome: Any) -> bool:
        return s.master.may_draw(outcome)

    def take(self, s: HaremState, frame: Frame, card: str) -> None:
        s.master.draw(card)
        dealt = frame[1]
        seat = dealt % s.seats
        if s.game.kind[card] == "play_now":
            add(s.master_discard, card)
            if s.log is not None:
                s.tell("HAR-1.7", "deal_replaced", seat, ("HAR-3.5",), card=card)
            return
        add(s.players[seat].hand, card)
        if s.log is not None:
            s.tell_some((seat,), "HAR-1.6", "dealt", seat, ("HAR-13.2",), card=card)
        s.todo.pop()
        if dealt + 1 < 7 * s.seats:
            s.todo.append((self, dealt + 1))
        else:
            s.push("first_roll", tuple(range(s.seats)), ())


class FirstRoll(ChanceStep):
    """Two dice for one seat; frame (step, seats that roll, totals so far). Ties roll again (HAR-1.8)."""

    name, rule = "first_roll", "HAR-1.8"

    def seat(self, s: HaremState, frame: Frame) -> int:
        return int(frame[1][len(frame[2])])

    def dist(self, s: HaremState, frame: Frame) -> Dist[int]:
        return TWO_DICE

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> int:
        return DICE_TOTALS[int(rng.random() * 36)]

    def take(self, s: HaremState, frame: Frame, roll: int) -> None:
        _, seats, rolls = frame
        if s.log is not None:
            s.tell("HAR-1.8", "first_rolled", seats[len(rolls)], roll=roll)
        rolls = (*rolls, roll)
        s.todo.pop()
        if len(rolls) < len(seats):
            s.todo.append((self, seats, rolls))
            return
        best = tuple(seat for seat, total in zip(seats, rolls, strict=True) if total == max(rolls))
        if len(best) > 1:  # HAR-A29
            if s.log is not None:
                s.tell("HAR-1.8", "first_tie", None, ("HAR-A29",), roll=max(rolls))
            s.todo.append((self, best, ()))
            return
        s.turn = best[0]
        if s.log is not None:
            s.tell("HAR-1.8", "first_turn", s.turn)
        s.push("turn")
