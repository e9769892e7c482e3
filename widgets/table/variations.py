"""One course of a game, with what was told at each step of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelib import Decision, Event, Record
from gamelib.nodes import Seat
from gamelib.state import State

VARIATION_KINDS = ("line_first", "line_what_if", "line_from")
"""How a line came about."""


@dataclass
class Variation:
    """One course of the game: `told[k]` are the events of step k, of the setup for k = 0."""

    record: Record
    events_by_step: list[tuple[Event, ...]]
    title_id: str
    """The word it is called by; of a game that was kept long ago the name itself."""
    branch_step: int | None = None
    note: str = ""
    encountered_rules: set[str] = field(default_factory=set)
    """Every rule that has been told or asked on this line since somebody first had a choice."""
    has_reached_decision: bool = False
    bot_reasons: dict[int, tuple[Seat, str]] = field(default_factory=dict)
    """Step -> the seat of the bot that has chosen it, and why; only of what was played here."""
    same_click_steps: set[int] = field(default_factory=set)
    """Steps that the same click has opened the turn for, just before."""
    seen_refusal_rules: set[str] = field(default_factory=set)
    """Every rule that has said here why something may not be done."""
    _link: tuple[tuple[int, tuple[str, ...]], str] | None = None

    @classmethod
    def from_record(cls, record: Record, label: str, parted: int | None = None, note: str = "") -> Variation:
        """The line of a record, replayed for its events."""
        state = record.new_initial_state()
        line = cls(record, [], label, parted, note)
        line.record_position(state)
        for choice in record.choices:
            state.apply(choice)
            line.record_position(state)
        return line

    def title(self, texts: Mapping[str, str]) -> str:
        """What it is called in these words."""
        step = (self.branch_step or 0) + (self.title_id == "line_what_if")
        return texts[self.title_id].format(step=step) if self.title_id in VARIATION_KINDS else self.title_id

    def record_position(self, state: State[Any]) -> None:
        """Note what has just happened, and what is asked now."""
        self.events_by_step.append(state.events)
        for event in state.events if self.has_reached_decision else ():
            self.encountered_rules.update((event.rule, *event.related_rules))
        self.has_reached_decision = self.has_reached_decision or isinstance(
            state.node, Decision
        )  # nobody meets a rule by what is only dealt
        if self.has_reached_decision:
            self.encountered_rules.add(state.node.rule)

    def to_link(self) -> str:
        """The link of the whole line; made anew only when the line has changed."""
        key = (len(self.record), self.record.seat_names)
        if self._link is None or self._link[0] != key:
            self._link = (key, self.record.to_link())
        return self._link[1]
