"""The review of a game at its table: one seat's decisions, thought about in small portions while the page goes on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gamelib import Game, Record
from gamelib.knobs import aim_label
from gamelib.nodes import Seat
from gamelib.numbers import joined, number, percent, signed
from gamelib.review import Judged, Sources, costliest, decisions, habits, review, said
from gamelib.state import State

from ..page import Json
from .scene import board_of
from .words import WORDS

PORTION = 2  # guessed positions between two answers to the page
SOURCES = 3  # sources of points that are named
LEAST_SOURCE = 0.05  # points that a source differs by, if it is named


class Reviewing:
    """The review of one seat's decisions in a record that has ended."""

    def __init__(self, record: Record, seat: Seat) -> None:
        self.record, self.seat = record, seat
        self.of = len(decisions(record, seat))
        self.found: list[Judged] = []
        self.over = False
        self._thinking = review(record, seat, record.to_link(), sources=sources_of(record))

    def step(self, portion: int = PORTION) -> None:
        """Think about a few guessed positions more."""
        for _ in range(portion):
            try:
                judged = next(self._thinking)
            except StopIteration:
                self.over = True
                return
            if judged is not None:
                self.found.append(judged)

    def told(self) -> Json:
        """{seat, done, of, over, said, worst: [{step, title, lines}], habits}, as far as it is."""
        game, names = self.record.game, self.record.names
        worst = costliest(self.found)
        return {
            "seat": self.seat,
            "done": len(self.found),
            "of": self.of,
            "over": self.over,
            "said": self._summary(worst),
            "worst": [
                {"step": one.step, "go": WORDS["review_go"].format(step=one.step),
                 "title": mistake(game, one, names), "lines": reasons(game, one)}
                for one in worst
            ],
            "habits": [said(game, habit, names) for habit in habits(self.found)],
        }  # fmt: skip

    def _summary(self, worst: list[Judged]) -> str:
        values = {"who": self.record.names[self.seat], "done": len(self.found), "of": self.of}
        if not self.over:
            return WORDS["review_goes_on"].format(**values)
        clear = sum(one.tells for one in self.found)
        return WORDS["review_clear" if worst else "review_none"].format(**values, clear=clear)


def sources_of(record: Record) -> Sources:
    """The points of a seat at the end by source, as the reckoning names them."""
    names = record.names

    def found(state: State[Any], seat: Seat) -> dict[str, float]:
        return {part["label"]: part["points"] for part in board_of(state, seat, True, names).reckoning(seat)}

    return found


def mistake(game: Game, one: Judged, names: tuple[str, ...]) -> str:
    """What was chosen, and what looks better."""
    return WORDS["review_mistake"].format(chosen=game.say(one.action, names), best=game.say(one.best, names))


def reasons(game: Game, one: Judged) -> list[str]:
    """What the better choice would have brought, where that comes from, what that is in all, and how sure."""
    wins = [percent(Fraction(round(1000 * share), 1000)) for share in one.wins]
    gained = round(one.points[1] - one.points[0], 1)
    lines = [WORDS["review_wins"].format(mine=wins[0], best=wins[1], points=_signed(gained))]
    parts = [f"{label} {_signed(round(more, 1))}" for label, more in one.by_source.items() if abs(more) >= LEAST_SOURCE]
    if len(parts) > 1:
        lines.append(WORDS["review_sources"].format(parts=joined(parts[:SOURCES])))
    if one.missed:
        lines.append(WORDS["review_missed"].format(aim=aim_label(game, one.missed)))
    low, high = max(0.0, one.loss.low), min(100.0, one.loss.high)
    cost, *band = (number(round(value, 1)) for value in (one.loss.mean, low, high))
    return [*lines, WORDS["review_cost"].format(cost=cost, low=band[0], high=band[1])]


def _signed(value: float) -> str:
    return signed(int(value)) if value == int(value) else ("+" if value > 0 else "") + number(value)
