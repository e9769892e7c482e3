"""Variation: one course of a game with the events of each step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelib import Decision, Event, Record
from gamelib.nodes import Seat
from gamelib.state import State

VARIATION_KINDS = ("line_first", "line_what_if", "line_from")
"""Text ids of the ways in which a variation starts."""


@dataclass
class Variation:
    """One course of the game. `events_by_step[k]` are the events of step k, or of the setup for k = 0."""

    record: Record
    events_by_step: list[tuple[Event, ...]]
    title_id: str
    """Text id of the title, or the title itself for a game saved by an old version."""
    branch_step: int | None = None
    note: str = ""
    encountered_rules: set[str] = field(default_factory=set)
    """Rules that events or questions of this variation cited since the first decision."""
    has_reached_decision: bool = False
    bot_reasons: dict[int, tuple[Seat, str]] = field(default_factory=dict)
    """Seat and reason of the bot that chose each step. Only for steps played in this session."""
    same_click_steps: set[int] = field(default_factory=set)
    """Steps directly after an opening action, played by the same click."""
    seen_refusal_rules: set[str] = field(default_factory=set)
    """Rules of all refusals that users have read in this variation."""
    _link: tuple[tuple[int, tuple[str, ...]], str] | None = None

    @classmethod
    def from_record(cls, record: Record, label: str, parted: int | None = None, note: str = "") -> Variation:
        """Create the variation of a record. Replay the record to get its events."""
        state = record.new_initial_state()
        line = cls(record, [], label, parted, note)
        line.record_events_and_rules(state)
        for choice in record.choices:
            state.apply(choice)
            line.record_events_and_rules(state)
        return line

    def title(self, texts: Mapping[str, str]) -> str:
        """Return the title of the variation, in the language of these texts."""
        step = (self.branch_step or 0) + (self.title_id == "line_what_if")
        return texts[self.title_id].format(step=step) if self.title_id in VARIATION_KINDS else self.title_id

    def record_events_and_rules(self, state: State[Any]) -> None:
        """Record the events of the latest step, and the rules of the question that is now open."""
        self.events_by_step.append(state.events)
        for event in state.events if self.has_reached_decision else ():
            self.encountered_rules.update((event.rule, *event.related_rules))
        self.has_reached_decision = self.has_reached_decision or isinstance(
            state.node, Decision
        )  # dealing cards at the start does not count as encountering a rule
        if self.has_reached_decision:
            self.encountered_rules.add(state.node.rule)

    def to_link(self) -> str:
        """Return the link of the whole variation, cached until the variation changes."""
        key = (len(self.record), self.record.seat_names)
        if self._link is None or self._link[0] != key:
            self._link = (key, self.record.to_link())
        return self._link[1]
