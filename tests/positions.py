"""Helpers for positions in the tests of every game: choices in notation, refusals, events."""

from __future__ import annotations

from typing import Any

import pytest

from gamelib.nodes import Event, IllegalAction, Ruling


def events(s: Any, *codes: str) -> list[Event]:
    """Return the events of the last step with one of these codes."""
    return [event for event in s.events if event.code in codes]


def go(s: Any, *texts: str) -> list[Event]:
    """Apply choices in notation and return all their events."""
    announced: list[Event] = []
    for text in texts:
        announced += s.apply(s.game.parse_choice(text))
    return announced


def refused(s: Any, choice: str) -> Ruling:
    """Return the ruling on an illegal action, which is not listed, cannot be applied, and has a text."""
    action = s.game.parse_choice(choice)
    ruling: Ruling | None = s.why_not(action)
    assert ruling is not None, f"{choice} is legal"
    assert action not in list(s.legal)
    before = s.to_dict()
    with pytest.raises(IllegalAction) as caught:
        s.apply(action)
    assert caught.value.ruling == ruling
    assert str(caught.value) == s.game.describe(ruling)
    assert s.to_dict() == before
    assert s.game.with_vocabulary("rulebook").describe(ruling)
    assert ruling.rule in s.game.rules
    return ruling


def told(events: list[Event], code: str) -> Event:
    """Return the only event with this code."""
    (event,) = [event for event in events if event.code == code]
    return event


def codes(events: list[Event]) -> list[str]:
    """Return the codes of the events in order."""
    return [event.code for event in events]
