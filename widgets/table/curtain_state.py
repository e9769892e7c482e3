"""State of the curtain between several people at one screen, as a game saves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class LastTurn(NamedTuple):
    """End of the last turn of a seat. Later steps are news for this seat."""

    step_after_choice: int
    news_start_step: int


@dataclass
class CurtainState:
    """Whether the curtain is closed, and the last turn of each seat."""

    last_turns: list[LastTurn]
    is_closed: bool = True

    def to_list(self) -> list[list[int]]:
        """Return the last turns as plain JSON."""
        return [list(turn) for turn in self.last_turns]
