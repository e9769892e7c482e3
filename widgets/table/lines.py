"""One course of a game, with what was told at each step of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelib import Decision, Event, Record
from gamelib.nodes import Seat
from gamelib.state import State

NAMED = ("line_first", "line_what_if", "line_from")
"""How a line came about."""


@dataclass
class Line:
    """One course of the game: `told[k]` are the events of step k, of the setup for k = 0."""

    record: Record
    told: list[tuple[Event, ...]]
    label: str
    """The word it is called by; of a game that was kept long ago the name itself."""
    parted: int | None = None
    note: str = ""
    met: set[str] = field(default_factory=set)
    """Every rule that has been told or asked on this line since somebody first had a choice."""
    begun: bool = False
    why: dict[int, tuple[Seat, str]] = field(default_factory=dict)
    """Step -> the seat of the bot that has chosen it, and why; only of what was played here."""
    joined: set[int] = field(default_factory=set)
    """Steps that the same click has opened the turn for, just before."""
    refused: set[str] = field(default_factory=set)
    """Every rule that has said here why something may not be done."""
    _link: tuple[tuple[int, tuple[str, ...]], str] | None = None

    @classmethod
    def of(cls, record: Record, label: str, parted: int | None = None, note: str = "") -> Line:
        """The line of a record, replayed for its events."""
        state = record.new_initial_state()
        line = cls(record, [], label, parted, note)
        line.tell(state)
        for choice in record.choices:
            state.apply(choice)
            line.tell(state)
        return line

    def called(self, words: Mapping[str, str]) -> str:
        """What it is called in these words."""
        step = (self.parted or 0) + (self.label == "line_what_if")
        return words[self.label].format(step=step) if self.label in NAMED else self.label

    def tell(self, state: State[Any]) -> None:
        """Note what has just happened, and what is asked now."""
        self.told.append(state.events)
        for event in state.events if self.begun else ():
            self.met.update((event.rule, *event.related_rules))
        self.begun = self.begun or isinstance(state.node, Decision)  # nobody meets a rule by what is only dealt
        if self.begun:
            self.met.add(state.node.rule)

    def link(self) -> str:
        """The link of the whole line; made anew only when the line has changed."""
        key = (len(self.record), self.record.seat_names)
        if self._link is None or self._link[0] != key:
            self._link = (key, self.record.to_link())
        return self._link[1]
