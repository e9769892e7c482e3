"""Review of one seat's decisions in a finished game, computed in short slices so that the page stays responsive."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
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
    describe_repeated_mistake,
    iter_reviews_worst_first,
    repeated_mistakes,
    steps_with_several_legal_actions,
)
from gamelib.tools.priority_bot import priority_label

from ..page.protocol import Json
from .board import make_board

TIME_SLICE = 0.1  # seconds of computing between two answers to the page. A click waits at most so long
MAX_SECONDS_IN_TEXT = 90  # longer times are in minutes
MAX_NAMED_SOURCES = 3  # maximum number of sources of points that the text names
MIN_NAMED_SOURCE = 0.05  # smallest difference in points for which the text names a source


class DecisionReviewTask:
    """Review of the decisions of one seat in the record of a finished game."""

    def __init__(self, record: Record, seat: Seat) -> None:
        self.record, self.seat = record, seat
        self.decision_count = len(steps_with_several_legal_actions(record, seat))
        self.finished_reviews: list[DecisionReview] = []
        self.provisional_review: DecisionReview | None = None
        """Rough result that is reported until the search of this decision is complete."""
        self.is_finished = False
        self._start_time = perf_counter()
        self._groups = first_auction_step_by_answer_step(record, seat)
        self.stop_reason = ""
        """Reason why the review stopped: a game that was continued from a decision did not end."""
        self._thinking = iter_reviews_worst_first(record, seat, record.to_link(), sources=final_points_function(record))

    def advance(self, seconds: float = TIME_SLICE) -> None:
        """Continue the search for `seconds`, but search at least one determinization."""
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
        """Return the results so far: {seat, done, of, over, said, worst: [{step, title, lines}], habits}."""
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
        """Return the finished reviews. An auction is one decision, so only its costliest answer is included."""
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
            return " ".join([words["review_goes_on"].format(**values), *self._time_left(words)])
        clear = sum(one.is_notable for one in self.finished_reviews)
        return words["review_clear" if worst else "review_none"].format(**values, clear=clear)

    def _time_left(self, words: Mapping[str, str]) -> list[str]:
        """Return a sentence with the expected time for the remaining decisions, if a decision is already finished."""
        done = len(self.finished_reviews)
        if not done:
            return []
        seconds = ceil((perf_counter() - self._start_time) / done * (self.decision_count - done) / 10) * 10
        if seconds <= MAX_SECONDS_IN_TEXT:
            return [words["review_seconds_left"].format(n=seconds)]
        return [words["review_minutes_left"].format(n=ceil(seconds / 60))]


def first_auction_step_by_answer_step(record: Record, seat: Seat) -> dict[int, int]:
    """Map the step of each later answer of a seat in an auction to the first step of the auction.

    In an auction, several seats get the same question one after another, without a chance step in between.
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


def final_points_function(record: Record) -> PointsBySourceFunction:
    """Return a function from a state and a seat to final points by source, with the labels of the game result."""
    names = record.seat_names

    def finished_review(state: State[Any], seat: Seat) -> dict[str, float]:
        return {
            source.label: source.points for source in make_board(state, seat, True, names).final_points_by_source(seat)
        }

    return finished_review


def mistake_text(game: Game, review: DecisionReview, names: tuple[str, ...], texts: Mapping[str, str]) -> str:
    """Return one sentence with the chosen action and the action that looks better."""
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
    """Return lines about the better action: its effect, the sources of its points, and how certain the estimate is."""
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
