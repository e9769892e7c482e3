"""The review of a game at its table: one seat's decisions, thought about in small portions while the page goes on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from time import perf_counter
from typing import Any

from gamelib import Decision, Game, NotEndedError, Record
from gamelib.nodes import Seat
from gamelib.numbers import joined, number, percent, whole
from gamelib.rulebook import isolated
from gamelib.state import State
from gamelib.tools.knobs import aim_label
from gamelib.tools.review import Judged, Sources, costliest, decisions, habits, review, said

from ..page.protocol import Json
from .scene import board_of

PORTION = 0.1  # seconds of thinking between two answers to the page; a click waits no longer
SOURCES = 3  # sources of points that are named
LEAST_SOURCE = 0.05  # points that a source differs by, if it is named


class Reviewing:
    """The review of one seat's decisions in a record that has ended."""

    def __init__(self, record: Record, seat: Seat) -> None:
        self.record, self.seat = record, seat
        self.of = len(decisions(record, seat))
        self.found: list[Judged] = []
        self.first: Judged | None = None
        """What is told before it has been thought through."""
        self.over = False
        self._groups = auctions(record, seat)
        self.given_up = ""
        """Why it goes no further: a game played on from a decision did not end."""
        self._thinking = review(record, seat, record.to_link(), sources=sources_of(record))

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
            if judged is not None and judged.rough:
                self.first = judged
            elif judged is not None:
                self.found.append(judged)
                self.first = None
            if perf_counter() >= until:
                return

    def told(self, words: Mapping[str, str]) -> Json:
        """{seat, done, of, over, said, worst: [{step, title, lines}], habits}, as far as it is."""
        game, names = self.record.game, self.record.names
        worst = [self.first] if self.first else costliest(self._one_each())
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
            "habits": [said(game, habit, names) for habit in habits(self.found)],
        }

    def _one_each(self) -> list[Judged]:
        """What has been found, of the answers of one auction the costliest: they are one decision."""
        kept: dict[int, Judged] = {}
        for one in self.found:
            group = self._groups.get(one.step, one.step)
            if group not in kept or (one.tells, one.loss.mean) > (kept[group].tells, kept[group].loss.mean):
                kept[group] = one
        return list(kept.values())

    def _summary(self, worst: list[Judged], words: Mapping[str, str]) -> str:
        values = {"who": isolated(self.record.names[self.seat]), "done": len(self.found), "of": self.of}
        if self.given_up:
            return words["review_given_up"].format(**values, why=self.given_up)
        if not self.over:
            return words["review_goes_on"].format(**values)
        clear = sum(one.tells for one in self.found)
        return words["review_clear" if worst else "review_none"].format(**values, clear=clear)


def auctions(record: Record, seat: Seat) -> dict[int, int]:
    """Step -> the first step of its auction, for each answer of a seat after its first one there.

    An auction is where the same seats are asked the same in turn: others have answered between two answers of a seat,
    and nothing else, chance included, has come.
    """
    state, firsts = record.start(), {}
    first: int | None = None
    ask, others = "", False
    for step, choice in enumerate(record.choices):
        node = state.node
        if not isinstance(node, Decision) or node.ask != ask:
            first, ask, others = None, node.ask if isinstance(node, Decision) else "", False
        if isinstance(node, Decision) and node.seat == seat:
            if first is not None and others:
                firsts[step] = first
            first = step if first is None or not others else first
            others = False
        else:
            others = True
        state.apply(choice)
    return firsts


def sources_of(record: Record) -> Sources:
    """The points of a seat at the end by source, as the reckoning names them."""
    names = record.names

    def found(state: State[Any], seat: Seat) -> dict[str, float]:
        return {part["label"]: part["points"] for part in board_of(state, seat, True, names).reckoning(seat)}

    return found


def mistake(game: Game, one: Judged, names: tuple[str, ...], words: Mapping[str, str]) -> str:
    """What was chosen, and what looks better, in one sentence."""
    said = {"who": isolated(names[one.seat]), "chosen": game.say(one.action, names), "best": game.say(one.best, names)}
    more = whole(100 * (one.wins[1] - one.wins[0]))
    if more >= 1:
        return words["review_mistake"].format(**said, more=more)
    points = one.points[1] - one.points[0]
    if _signed(points).startswith("+"):
        return words["review_mistake_points"].format(**said, more=_signed(points))
    return words["review_mistake_lead"].format(**said)


def reasons(game: Game, one: Judged, words: Mapping[str, str]) -> list[str]:
    """What the better choice would have brought, where that comes from, what that is in all, and how sure."""
    wins = [percent(Fraction(whole(1000 * share), 1000)) for share in one.wins]
    gained = one.points[1] - one.points[0]
    lines = [words["review_wins"].format(mine=wins[0], best=wins[1], points=_signed(gained))]
    parts = [f"{label} {_signed(more)}" for label, more in one.by_source.items() if abs(more) >= LEAST_SOURCE]
    if len(parts) > 1:
        lines.append(words["review_sources"].format(parts=joined(parts[:SOURCES])))
    if one.missed:
        lines.append(words["review_missed"].format(aim=aim_label(game, one.missed)))
    low, high = max(0.0, one.loss.low), min(100.0, one.loss.high)
    cost, *band = (number(value, 1) for value in (one.loss.mean, low, high))
    if one.rough:
        lines.append(words["review_rough"])
    return [*lines, words["review_cost"].format(cost=cost, low=band[0], high=band[1])]


def _signed(value: float) -> str:
    told = number(value, 1)
    return told if told == "0" or value < 0 else f"+{told}"
