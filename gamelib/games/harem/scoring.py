"""The end by points: rolling the Gems, counting, ties (HAR-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT, many, one_of, whole
from ...nodes import End
from ...step import AutoStep, ChanceStep, Frame
from .setup import DICE_TOTALS, TWO_DICE

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState


class Score(AutoStep):
    """Go on to the next seat with Gems, then count; `gems` are the values of the Gems of the seats done."""

    name = "score"
    rule = "HAR-11.6"
    fields = {"reason": one_of("points", "stalled"), "cites": one_of("HAR-11.2", "HAR-A28"), "gems": many(whole())}
    on = ("",)

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        if len(frame.gems) > s.seats or frame.cites != {"points": "HAR-11.2", "stalled": "HAR-A28"}[frame.reason]:
            raise ValueError("the final count has lost its place")

    def take(self, s: HaremState, frame: Frame, choice: None) -> None:
        s.todo.pop()
        seat = len(frame.gems)
        if seat == s.seats:
            count(s, frame.reason, frame.cites, frame.gems)
            return
        rolled = sum(s.pending) if seat == s.turn else 0  # HAR-A11
        s.push("score", frame.reason, frame.cites, (*frame.gems, rolled))
        gems = s.players[seat].treasury.get("GEM", 0)
        if gems:
            s.push("final_roll", seat, gems // gems_a_roll(s, seat))


class FinalRoll(ChanceStep):
    """Two dice for a Gem of a treasury; so many rolls are left (HAR-11.4)."""

    name = "final_roll"
    rule = "HAR-11.4"
    fields = {"seat": SEAT, "left": whole(1)}
    on = ("score",)

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        gems = s.players[frame.seat].treasury.get("GEM", 0)
        rolls = gems // max(1, gems_a_roll(s, frame.seat))
        if below is None or frame.seat != len(below.gems) - 1 or frame.left > rolls:
            raise ValueError("there is no Gem to roll")

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"left": frame.left}

    def dist(self, s: HaremState, frame: Frame) -> Dist[int]:
        return TWO_DICE

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> int:
        return DICE_TOTALS[int(rng.random() * 36)]

    def take(self, s: HaremState, frame: Frame, roll: int) -> None:
        seat, left = frame.seat, frame.left
        gems = gems_a_roll(s, seat)
        value = gems * s.gem_value(roll)
        if s.log is not None:
            s.tell("HAR-11.4", "final_rolled", seat, roll=roll, gems=gems, value=value)
        s.todo.pop()
        score = s.todo[-1]
        s.todo[-1] = score.step.frame(score.reason, score.cites, (*score.gems[:-1], score.gems[-1] + value))
        if left > 1:
            s.todo.append(self.frame(seat, left - 1))


def cash_points(cash: int) -> int:
    """Points for the worth of a treasury: half of it, rounded down (HAR-11.5)."""
    return cash // 2


def gems_a_roll(s: HaremState, seat: int) -> int:
    """For how many Gems of a treasury one roll counts (HAR-A8)."""
    return s.players[seat].treasury.get("GEM", 0) if s.options["gem_roll"] == "one_roll_for_all" else 1


def points(s: HaremState) -> list[tuple[int, int, int]]:
    """For each seat the points of its companions and of its stars, and the gold of its treasury without Gems."""
    money = s.game.money
    return [
        (
            sum([sum(s.skills(player, companion)) for companion in player.court]),
            15 * len(player.stars),
            sum([money[card] * n for card, n in player.treasury.items() if card in money]),
        )
        for player in s.players
    ]


def count(s: HaremState, reason: str, rule: str, gems: tuple[int, ...]) -> None:
    """Points, winners and ties (HAR-11.3 to HAR-11.7)."""
    scores, keys = [], []
    for seat, (player, (trained, starred, gold)) in enumerate(zip(s.players, points(s), strict=True)):
        cash = gems[seat] + gold
        if s.log is not None:
            s.tell("HAR-11.3", "companion_points", seat, points=trained + starred)
            s.tell("HAR-11.5", "cash_points", seat, ("HAR-11.6",), cash=cash, points=cash_points(cash))
        scores.append(trained + starred + cash_points(cash))
        keys.append((scores[-1], len(player.stars), cash))  # HAR-11.7, HAR-A31
    best = max(keys)
    winners = tuple(seat for seat, key in enumerate(keys) if key == best)
    if s.log is not None and sum(1 for score in scores if score == best[0]) > 1:
        s.tell("HAR-11.7", "tie_shared" if len(winners) > 1 else "tie_broken", None, winners=winners)
    s.finish(End(reason, rule, tuple(scores), winners, tuple((stars, cash) for _, stars, cash in keys)))
