"""The review of a game at its table: one seat's decisions, thought about in small portions while the page goes on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from time import perf_counter
from typing import Any

from gamelib import Decision, Game, NotEndedError, Record
from gamelib.nodes import Seat
from gamelib.number_format import format_number, format_percent, join_words, round_to_int
from gamelib.rulebook import isolate_direction
from gamelib.state import State
from gamelib.tools.game_review import (
    DecisionReview,
    PointsBySourceFunction,
    costliest_mistakes,
    decision_steps,
    describe_repeated_mistake,
    repeated_mistakes,
    review_record,
)
from gamelib.tools.priority_bot import priority_label

from ..page.protocol import Json
from .scene import board_of

PORTION = 0.1  # seconds of thinking between two answers to the page; a click waits no longer
SOURCES = 3  # sources of points that are named
LEAST_SOURCE = 0.05  # points that a source differs by, if it is named


class Reviewing:
    """The review of one seat's decisions in a record that has ended."""

    def __init__(self, record: Record, seat: Seat) -> None:
        self.record, self.seat = record, seat
        self.of = len(decision_steps(record, seat))
        self.found: list[DecisionReview] = []
        self.first: DecisionReview | None = None
        """What is told before it has been thought through."""
        self.over = False
        self._groups = auctions(record, seat)
        self.given_up = ""
        """Why it goes no further: a game played on from a decision did not end."""
        self._thinking = review_record(record, seat, record.to_link(), sources=sources_of(record))

    def step(self, portion: float = PORTION) -> None:
        """Think for a moment more: about one guessed position at least."""
        until = perf_counter() + portion
        while True:
            try:
                judged = next(self._thinking)
            except StopIteration:
                self.over = True
                return
            except NotEndedError as error:
                self.over, self.given_up = True, str(error)
                return
            if judged is not None and judged.is_rough:
                self.first = judged
            elif judged is not None:
                self.found.append(judged)
                self.first = None
            if perf_counter() >= until:
                return

    def told(self, words: Mapping[str, str]) -> Json:
        """{seat, done, of, over, said, worst: [{step, title, lines}], habits}, as far as it is."""
        game, names = self.record.game, self.record.seat_names
        worst = [self.first] if self.first else costliest_mistakes(self._one_each())
        return {
            "seat": self.seat,
            "done": len(self.found),
            "of": self.of,
            "over": self.over,
            "said": self._summary(worst, words),
            "worst": [
                {
                    "step": one.step,
                    "go": words["review_go"].format(step=one.step),
                    "title": mistake(game, one, names, words),
                    "lines": reasons(game, one, words),
                }
                for one in worst
            ],
            "habits": [describe_repeated_mistake(game, habit, names) for habit in repeated_mistakes(self.found)],
        }

    def _one_each(self) -> list[DecisionReview]:
        """What has been found, of the answers of one auction the costliest: they are one decision."""
        kept: dict[int, DecisionReview] = {}
        for one in self.found:
            group = self._groups.get(one.step, one.step)
            if group not in kept or (one.is_notable, one.loss.mean) > (kept[group].is_notable, kept[group].loss.mean):
                kept[group] = one
        return list(kept.values())

    def _summary(self, worst: list[DecisionReview], words: Mapping[str, str]) -> str:
        values = {"who": isolate_direction(self.record.seat_names[self.seat]), "done": len(self.found), "of": self.of}
        if self.given_up:
            return words["review_given_up"].format(**values, why=self.given_up)
        if not self.over:
            return words["review_goes_on"].format(**values)
        clear = sum(one.is_notable for one in self.found)
        return words["review_clear" if worst else "review_none"].format(**values, clear=clear)


def auctions(record: Record, seat: Seat) -> dict[int, int]:
    """Step -> the first step of its auction, for each answer of a seat after its first one there.

    An auction is where the same seats are asked the same in turn: others have answered between two answers of a seat,
    and nothing else, chance included, has come.
    """
    state, firsts = record.new_initial_state(), {}
    first: int | None = None
    ask, others = "", False
    for step, choice in enumerate(record.choices):
        node = state.node
        if not isinstance(node, Decision) or node.step_name != ask:
            first, ask, others = None, node.step_name if isinstance(node, Decision) else "", False
        if isinstance(node, Decision) and node.seat == seat:
            if first is not None and others:
                firsts[step] = first
            first = step if first is None or not others else first
            others = False
        else:
            others = True
        state.apply(choice)
    return firsts


def sources_of(record: Record) -> PointsBySourceFunction:
    """The points of a seat at the end by source, as the reckoning names them."""
    names = record.seat_names

    def found(state: State[Any], seat: Seat) -> dict[str, float]:
        return {part["label"]: part["points"] for part in board_of(state, seat, True, names).reckoning(seat)}

    return found


def mistake(game: Game, one: DecisionReview, names: tuple[str, ...], words: Mapping[str, str]) -> str:
    """What was chosen, and what looks better, in one sentence."""
    said = {
        "who": isolate_direction(names[one.seat]),
        "chosen": game.describe(one.action, names),
        "best": game.describe(one.best, names),
    }
    more = round_to_int(100 * (one.win_rates_after_chosen_and_best[1] - one.win_rates_after_chosen_and_best[0]))
    if more >= 1:
        return words["review_mistake"].format(**said, more=more)
    points = one.points_after_chosen_and_best[1] - one.points_after_chosen_and_best[0]
    if _signed(points).startswith("+"):
        return words["review_mistake_points"].format(**said, more=_signed(points))
    return words["review_mistake_lead"].format(**said)


def reasons(game: Game, one: DecisionReview, words: Mapping[str, str]) -> list[str]:
    """What the better choice would have brought, where that comes from, what that is in all, and how sure."""
    wins = [format_percent(Fraction(round_to_int(1000 * share), 1000)) for share in one.win_rates_after_chosen_and_best]
    gained = one.points_after_chosen_and_best[1] - one.points_after_chosen_and_best[0]
    lines = [words["review_wins"].format(mine=wins[0], best=wins[1], points=_signed(gained))]
    parts = [f"{label} {_signed(more)}" for label, more in one.by_source.items() if abs(more) >= LEAST_SOURCE]
    if len(parts) > 1:
        lines.append(words["review_sources"].format(parts=join_words(parts[:SOURCES])))
    if one.missed_priority:
        lines.append(words["review_missed"].format(aim=priority_label(game, one.missed_priority)))
    low, high = max(0.0, one.loss.low), min(100.0, one.loss.high)
    cost, *band = (format_number(value, 1) for value in (one.loss.mean, low, high))
    if one.is_rough:
        lines.append(words["review_rough"])
    return [*lines, words["review_cost"].format(cost=cost, low=band[0], high=band[1])]


def _signed(value: float) -> str:
    told = format_number(value, 1)
    return told if told == "0" or value < 0 else f"+{told}"
