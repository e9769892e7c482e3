"""The first game: a game that is learnt by playing it, one idea at a time, as data over the engine.

`first.toml` in a game's folder lists the goals in order:

    title = "Put gold into your {treasury}"     what to do, in a few words
    text = "..."                                at most two sentences; terms in braces
    position = "2 seats; now main; ..."         where it begins; without it, where the goal before ended
    goal = "banked"                             the code of the event, or of the ruling, that meets it
    line = ["bank(GOLD-2)", "=9"]               a way to it: actions of the first seat, and what chance then brings
    done = "..."                                what to say when it is met, at most two sentences
    rule = "HAR-4.1"                            the rule that it is about; the last step of the line cites it

A goal that a ruling meets is tried on purpose: what the line does is refused.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .game import Game
from .nodes import Action, Event, Outcome
from .record import Record
from .state import State


@dataclass(frozen=True)
class Goal:
    """One idea: what to do, from where, and how it is met."""

    game: Game
    title: str
    text: str
    position: str
    goal: str
    line: tuple[str, ...]
    done: str
    rule: str
    free: bool
    """Whether anything else that meets it will do: what follows does not rest on how it was met."""

    @property
    def choices(self) -> tuple[Action | Outcome, ...]:
        """The line as choices."""
        return tuple(self.game.parse(text) for text in self.line)

    def met_by(self, events: Iterable[Event]) -> bool:
        """Whether these events meet it."""
        return any(event.code == self.goal for event in events)

    def refused(self, state: State[Any], action: Action) -> bool:
        """Whether this action is refused as the goal wants it to be."""
        ruling = state.why_not(action)
        return ruling is not None and ruling.code == self.goal

    def helps(self, state: State[Any], action: Action, at: int) -> bool:
        """Whether an action leads on at step `at` of the line: it stands there, or, if that is free, meets the goal."""
        if at < len(self.line) and str(action) == self.line[at]:
            return True
        return self.free and action in state.legal and self.met_by(state.child(action).events)


def goals(game: Game) -> tuple[Goal, ...]:
    """The first game of a game, in order; none if nobody has written one."""
    path = game.folder / "first.toml"
    if not path.is_file():
        return ()
    fill = game.words.fill
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["goal"]
    following = [*listed[1:], {"position": "its own"}]
    return tuple(
        Goal(game, fill(entry["title"]), fill(entry["text"]), entry.get("position", ""), entry["goal"],
             tuple(entry["line"]), fill(entry["done"]), entry["rule"], "position" in after)
        for entry, after in zip(listed, following, strict=True)
    )  # fmt: skip


def begin(goal: Goal, before: Record | None) -> Record:
    """The record in which a goal begins: its own position, or the game as the goal before has left it.

    ValueError if there is no such position.
    """
    if goal.position or before is None:
        return Record.from_position(goal.game, goal.position)
    return before.branch(len(before))


def play(goal: Goal, record: Record) -> bool:
    """Play the line of a goal; whether it meets it.

    RecordError if a choice of the line is not possible, unless its refusal is the goal.
    """
    for choice in goal.choices:
        if isinstance(choice, Action) and goal.refused(record.state, choice):
            return True
        record.play(choice)
        if goal.met_by(record.state.events):
            return True
    return False
