"""The end by points: rolling the Gems, counting, ties (HAR-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..dist import Dist
from ..nodes import End
from ..state import AutoStep, ChanceStep, Frame
from .setup import DICE_TOTALS, TWO_DICE

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState


class Score(AutoStep):
    """Go on to the next seat with Gems, then count; frame (step, reason, rule, seat, gem values of seats)."""

    name, rule = "score", "HAR-11.6"

    def take(self, s: HaremState, frame: Frame, choice: None) -> None:
        _, reason, rule, seat, values = frame
        s.todo.pop()
        if seat == s.seats:
            count(s, reason, rule, values)
            return
        rolled = sum(s.pending) if seat == s.turn else 0  # HAR-A11
        s.push("score", reason, rule, seat + 1, (*values, rolled))
        gems = s.players[seat].treasury.get("GEM", 0)
        if gems:
            s.push("final_roll", seat, 1 if s.options["gem_roll"] == "one_roll_for_all" else gems)


class FinalRoll(ChanceStep):
    """Two dice for a Gem of a treasury; frame (step, seat, rolls left) (HAR-11.4)."""

    name, rule = "final_roll", "HAR-11.4"

    def seat(self, s: HaremState, frame: Frame) -> int:
        return int(frame[1])

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"left": frame[2]}

    def dist(self, s: HaremState, frame: Frame) -> Dist[int]:
        return TWO_DICE

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> int:
        return DICE_TOTALS[int(rng.random() * 36)]

    def take(self, s: HaremState, frame: Frame, roll: int) -> None:
        _, seat, left = frame
        gems = s.players[seat].treasury["GEM"] if s.options["gem_roll"] == "one_roll_for_all" else 1  # HAR-A8
        value = gems * s.gem_value(roll)
        if s.log is not None:
            s.tell("HAR-11.4", "final_rolled", seat, roll=roll, gems=gems, value=value)
        s.todo.pop()
        score = s.todo[-1]
        s.todo[-1] = (*score[:-1], (*score[-1][:-1], score[-1][-1] + value))
        if left > 1:
            s.todo.append((self, seat, left - 1))


def count(s: HaremState, reason: str, rule: str, gems: tuple[int, ...]) -> None:
    """Points, winners and ties (HAR-11.3 to HAR-11.7)."""
    scores, keys = [], []
    for seat, player in enumerate(s.players):
        trained = sum(sum(s.skills(player, companion)) for companion in player.court)
        points = trained + 15 * len(player.stars)
        money = s.game.money
        cash = gems[seat] + sum(money[card] * n for card, n in player.treasury.items() if card in money)
        if s.log is not None:
            s.tell("HAR-11.3", "companion_points", seat, points=points)
            s.tell("HAR-11.5", "cash_points", seat, ("HAR-11.6",), cash=cash, points=cash // 2)
        scores.append(points + cash // 2)
        keys.append((scores[-1], len(player.stars), cash))  # HAR-11.7, HAR-A31
    best = max(keys)
    winners = tuple(seat for seat, key in enumerate(keys) if key == best)
    if s.log is not None and sum(1 for score in scores if score == best[0]) > 1:
        s.tell("HAR-11.7", "tie_shared" if len(winners) > 1 else "tie_broken", None, winners=winners)
    s.finish(End(reason, rule, tuple(scores), winners))
