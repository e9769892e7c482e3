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
from .board import make_board

TIME_SLICE = 0.1  # seconds of thinking between two answers to the page; a click waits no longer
MAX_NAMED_SOURCES = 3  # sources of points that are named
MIN_NAMED_SOURCE = 0.05  # points that a source differs by, if it is named


class DecisionReviewTask:
    """The review of one seat's decisions in a record that has ended."""

    def __init__(self, record: Record, seat: Seat) -> None:
        self.record, self.seat = record, seat
        self.decision_count = len(decision_steps(record, seat))
        self.finished_reviews: list[DecisionReview] = []
        self.provisional_review: DecisionReview | None = None
        """What is told before it has been thought through."""
        self.is_finished = False
        self._groups = auction_starts(record, seat)
        self.stop_reason = ""
        """Why it goes no further: a game played on from a decision did not end."""
        self._thinking = review_record(record, seat, record.to_link(), sources=score_source_function(record))

    def advance(self, seconds: float = TIME_SLICE) -> None:
        """Think for a moment more: about one guessed position at least."""
        until = perf_counter() + seconds
        while True:
            try:
                judged = next(self._thinking)
            except StopIteration:
                self.is_finished = True
                return
            except NotEndedError as error:
                self.is_finished, self.stop_reason = True, str(error)
                return
            if judged is not None and judged.is_rough:
                self.provisional_review = judged
            elif judged is not None:
                self.finished_reviews.append(judged)
                self.provisional_review = None
            if perf_counter() >= until:
                return

    def report_so_far(self, texts: Mapping[str, str]) -> Json:
        """{seat, done, of, over, said, worst: [{step, title, lines}], habits}, as far as it is."""
        game, names = self.record.game, self.record.seat_names
        worst = [self.provisional_review] if self.provisional_review else costliest_mistakes(self._one_each())
        return {
            "seat": self.seat,
            "done": len(self.finished_reviews),
            "of": self.decision_count,
            "over": self.is_finished,
            "said": self._summary(worst, texts),
            "worst": [
                {
                    "step": one.step,
                    "go": texts["review_go"].format(step=one.step),
                    "title": mistake_text(game, one, names, texts),
                    "lines": mistake_reason_lines(game, one, texts),
                }
                for one in worst
            ],
            "habits": [
                describe_repeated_mistake(game, habit, names) for habit in repeated_mistakes(self.finished_reviews)
            ],
        }

    def _one_each(self) -> list[DecisionReview]:
        """What has been found, of the answers of one auction the costliest: they are one decision."""
        kept: dict[int, DecisionReview] = {}
        for one in self.finished_reviews:
            group = self._groups.get(one.step, one.step)
            if group not in kept or (one.is_notable, one.loss.mean) > (kept[group].is_notable, kept[group].loss.mean):
                kept[group] = one
        return list(kept.values())

    def _summary(self, worst: list[DecisionReview], words: Mapping[str, str]) -> str:
        values = {
            "who": isolate_direction(self.record.seat_names[self.seat]),
            "done": len(self.finished_reviews),
            "of": self.decision_count,
        }
        if self.stop_reason:
            return words["review_given_up"].format(**values, why=self.stop_reason)
        if not self.is_finished:
            return words["review_goes_on"].format(**values)
        clear = sum(one.is_notable for one in self.finished_reviews)
        return words["review_clear" if worst else "review_none"].format(**values, clear=clear)


def auction_starts(record: Record, seat: Seat) -> dict[int, int]:
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


def score_source_function(record: Record) -> PointsBySourceFunction:
    """The points of a seat at the end by source, as the reckoning names them."""
    names = record.seat_names

    def finished_review(state: State[Any], seat: Seat) -> dict[str, float]:
        return {part["label"]: part["points"] for part in make_board(state, seat, True, names).score_sources(seat)}

    return finished_review


def mistake_text(game: Game, review: DecisionReview, names: tuple[str, ...], texts: Mapping[str, str]) -> str:
    """What was chosen, and what looks better, in one sentence."""
    said = {
        "who": isolate_direction(names[review.seat]),
        "chosen": game.describe(review.action, names),
        "best": game.describe(review.best, names),
    }
    more = round_to_int(100 * (review.win_rates_after_chosen_and_best[1] - review.win_rates_after_chosen_and_best[0]))
    if more >= 1:
        return texts["review_mistake"].format(**said, more=more)
    points = review.points_after_chosen_and_best[1] - review.points_after_chosen_and_best[0]
    if _signed(points).startswith("+"):
        return texts["review_mistake_points"].format(**said, more=_signed(points))
    return texts["review_mistake_lead"].format(**said)


def mistake_reason_lines(game: Game, review: DecisionReview, texts: Mapping[str, str]) -> list[str]:
    """What the better choice would have brought, where that comes from, what that is in all, and how sure."""
    wins = [
        format_percent(Fraction(round_to_int(1000 * share), 1000)) for share in review.win_rates_after_chosen_and_best
    ]
    gained = review.points_after_chosen_and_best[1] - review.points_after_chosen_and_best[0]
    lines = [texts["review_wins"].format(mine=wins[0], best=wins[1], points=_signed(gained))]
    parts = [f"{label} {_signed(more)}" for label, more in review.by_source.items() if abs(more) >= MIN_NAMED_SOURCE]
    if len(parts) > 1:
        lines.append(texts["review_sources"].format(parts=join_words(parts[:MAX_NAMED_SOURCES])))
    if review.missed_priority:
        lines.append(texts["review_missed"].format(aim=priority_label(game, review.missed_priority)))
    low, high = max(0.0, review.loss.low), min(100.0, review.loss.high)
    cost, *band = (format_number(value, 1) for value in (review.loss.mean, low, high))
    if review.is_rough:
        lines.append(texts["review_rough"])
    return [*lines, texts["review_cost"].format(cost=cost, low=band[0], high=band[1])]


def _signed(value: float) -> str:
    told = format_number(value, 1)
    return told if told == "0" or value < 0 else f"+{told}"
