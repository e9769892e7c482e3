"""Steps of the final scoring: gem rolls, points and ties (HAR-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...chance_source import DICE, ChanceSource
from ...dist import Dist
from ...fields import SEAT, IntField, TupleField, one_of
from ...nodes import End
from ...step import AutoStep, ChanceStep, Frame
from .setup import DICE_TOTALS, TWO_DICE

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState


class ContinueFinalScoring(AutoStep):
    """Roll the Gems of the next seat, or count the points. `gems` has the gem values of the finished seats."""

    name = "score"
    rule = "HAR-11.6"
    fields = {
        "reason": one_of("points", "stalled"),
        "cites": one_of("HAR-11.2", "HAR-A28"),
        "gems": TupleField(IntField()),
    }
    allowed_steps_below = ("",)

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        if len(frame.gems) > state.seats or frame.cites != {"points": "HAR-11.2", "stalled": "HAR-A28"}[frame.reason]:
            raise ValueError("the final count has lost its place")

    def execute(self, state: HaremState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        seat = len(frame.gems)
        if seat == state.seats:
            finish_by_points(state, frame.reason, frame.cites, frame.gems)
            return
        rolled = sum(state.pending) if seat == state.turn else 0  # HAR-A11
        state.push_step("score", frame.reason, frame.cites, (*frame.gems, rolled))
        gems = state.players[seat].treasury.get("GEM", 0)
        if gems:
            state.push_step("final_roll", seat, gems // gems_per_roll(state, seat))


class RollDiceForFinalGem(ChanceStep):
    """Roll two dice for a Gem of a treasury. `left` is the number of remaining rolls (HAR-11.4)."""

    name = "final_roll"
    rule = "HAR-11.4"
    fields = {"seat": SEAT, "left": IntField(1)}
    allowed_steps_below = ("score",)

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        gems = state.players[frame.seat].treasury.get("GEM", 0)
        rolls = gems // max(1, gems_per_roll(state, frame.seat))
        if below is None or frame.seat != len(below.gems) - 1 or frame.left > rolls:
            raise ValueError("there is no Gem to roll")

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"left": frame.left}

    def dist(self, state: HaremState, frame: Frame) -> Dist[int]:
        return TWO_DICE

    def chance_source(self, state: HaremState, frame: Frame) -> ChanceSource:
        return DICE

    def sample(self, state: HaremState, frame: Frame, rng: Random) -> int:
        return DICE_TOTALS[int(rng.random() * 36)]

    def execute(self, state: HaremState, frame: Frame, roll: int) -> None:
        seat, left = frame.seat, frame.left
        gems = gems_per_roll(state, seat)
        value = gems * state.gem_value(roll)
        if state.log is not None:
            state.log_event("HAR-11.4", "final_rolled", seat, roll=roll, gems=gems, value=value)
        state.agenda_frames.pop()
        score = state.agenda_frames[-1]
        state.agenda_frames[-1] = score.step.make_frame(
            score.reason, score.cites, (*score.gems[:-1], score.gems[-1] + value)
        )
        if left > 1:
            state.agenda_frames.append(self.make_frame(seat, left - 1))


def cash_points(cash: int) -> int:
    """Return the points for the gold of a treasury: half of it, rounded down (HAR-11.5)."""
    return cash // 2


def gems_per_roll(state: HaremState, seat: int) -> int:
    """Return the number of Gems of a treasury that share one roll (HAR-A8)."""
    return state.players[seat].treasury.get("GEM", 0) if state.options["gem_roll"] == "one_roll_for_all" else 1


class ScoreParts(NamedTuple):
    """Points and gold of a seat from which its score is computed."""

    companion_points: int
    star_points: int
    gold_without_gems: int


def score_parts_by_seat(state: HaremState) -> list[ScoreParts]:
    """Return the parts of the score of each seat, in seat order."""
    money = state.game.payment_value
    return [
        ScoreParts(
            sum([sum(state.skills(player, companion)) for companion in player.court]),
            15 * len(player.stars),
            sum([money[card] * n for card, n in player.treasury.items() if card in money]),
        )
        for player in state.players
    ]


def finish_by_points(state: HaremState, reason: str, rule: str, gems: tuple[int, ...]) -> None:
    """End the game with points, winners and tie-breakers (HAR-11.3 to HAR-11.7)."""
    scores, keys = [], []
    for seat, (player, (trained, starred, gold)) in enumerate(
        zip(state.players, score_parts_by_seat(state), strict=True)
    ):
        cash = gems[seat] + gold
        if state.log is not None:
            state.log_event("HAR-11.3", "companion_points", seat, points=trained + starred)
            state.log_event("HAR-11.5", "cash_points", seat, ("HAR-11.6",), cash=cash, points=cash_points(cash))
        scores.append(trained + starred + cash_points(cash))
        keys.append((scores[-1], len(player.stars), cash))  # HAR-11.7, HAR-A31
    best = max(keys)
    winners = tuple(seat for seat, key in enumerate(keys) if key == best)
    if state.log is not None and sum(1 for score in scores if score == best[0]) > 1:
        state.log_event("HAR-11.7", "tie_shared" if len(winners) > 1 else "tie_broken", None, winners=winners)
    state.end_game(End(reason, rule, tuple(scores), winners, tuple((stars, cash) for _, stars, cash in keys)))
